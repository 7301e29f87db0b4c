//! What is said at the table, over random play: every event to every viewer, every prompt, in both languages.
//!
//! One round of each game as it is told can be read in `testkit/data/<game>/told.*.txt`.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy, dos, nain_jaune, onze, quarante_six, rummy};
use engine::{Game, GameId, Seat, SeatCount, State, Table, Turn, View, Viewer};
use testkit::{Dice, Specimen, golden};
use wire::write_step;
use words::{Article, Caption, Lang, Words, join_captions, prompt, say_caption, say_timeout, tell};

const NAMES: [&str; 8] = ["Inès", "Tom", "Véra", "Octave", "Hélène", "Yann", "Ursule", "Zoé"];

/// A prompt has to fit one line.
const MAX_PROMPT_LENGTH: usize = 70;

/// What happened has to fit the ribbon beside two others.
const MAX_CAPTION_LENGTH: usize = 20;

/// A game and all its cards.
trait Deck: Specimen + Words {
    /// Each kind of card, with its code.
    fn cards() -> Vec<(Self::Card, String)>;
}

impl Deck for Onze {
    fn cards() -> Vec<(onze::Card, String)> {
        let cards = onze::SpotSet::ALL.iter().map(onze::Card::Number).chain([onze::Card::Joker]);
        cards.map(|card| (card, wire::onze::write_card(card))).collect()
    }
}

impl Deck for NainJaune {
    fn cards() -> Vec<(nain_jaune::Card, String)> {
        nain_jaune::Card::all().map(|card| (card, wire::nain_jaune::write_card(card))).collect()
    }
}

impl Deck for Dos {
    fn cards() -> Vec<(dos::Card, String)> {
        dos::Card::kinds().map(|card| (card, wire::dos::write_card(card))).collect()
    }
}

impl Deck for Rummy {
    fn cards() -> Vec<(rummy::Tile, String)> {
        rummy::Tile::kinds().map(|tile| (tile, wire::rummy::write_tile(tile))).collect()
    }
}

impl Deck for QuaranteSix {
    fn cards() -> Vec<(quarante_six::Card, String)> {
        quarante_six::Card::all().map(|card| (card, wire::quarante_six::write_card(card))).collect()
    }
}

/// Plain spaces again, to compare with.
fn plain(said: &str) -> String {
    said.replace(['\u{a0}', '\u{202f}'], " ")
}

/// Whether a text occurs as whole words.
fn says(said: &str, text: &str) -> bool {
    let is_bound = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    said.match_indices(text)
        .any(|(at, _)| is_bound(said[..at].chars().next_back()) && is_bound(said[at + text.len()..].chars().next()))
}

/// What is asked of sentences, for one game.
struct Judge<G: Deck> {
    /// The code of each card, and its name in each language.
    cards: Vec<(String, [String; 2])>,
    game: PhantomData<G>,
}

impl<G: Deck> Judge<G> {
    fn new() -> Self {
        let names = |card: &G::Card| Lang::ALL.map(|lang| G::name_card(card, Article::Bare, lang));
        let cards = G::cards().into_iter().map(|(card, code)| (code, names(&card))).collect();
        Self { cards, game: PhantomData }
    }

    /// What every sentence keeps to, whatever it says.
    fn is_well_made(&self, said: &str, lang: Lang) {
        let spaced = plain(said);
        assert!(!spaced.contains("  "), "two spaces: {said}");
        assert!(spaced.starts_with(char::is_uppercase), "no capital: {said}");
        assert!(spaced.ends_with(['.', '»', '”']), "no end: {said}");
        assert!(!spaced.contains("..") && !spaced.contains(" ."), "a full stop too much: {said}");
        if lang == Lang::French {
            let loose = [" :", " ;", " !", " ?", " »", "« "];
            assert!(loose.iter().all(|mark| !said.contains(mark)), "a loose mark: {said}");
        }
        let is_sign = |letter: char| letter.is_alphanumeric() || matches!(letter, '#' | '*');
        let words: BTreeSet<&str> = spaced.split(|letter| !is_sign(letter)).collect();
        let french = ["sans", "suite", "brelan", "carré"];
        assert!(lang == Lang::French || french.iter().all(|word| !words.contains(word)), "French words: {said}");
        // The codes of Quarante-Six are the names of its cards.
        for (code, _) in self.cards.iter().filter(|(code, names)| *code != names[0]) {
            assert!(!words.contains(code.as_str()), "notation, {code}: {said}");
        }
    }

    /// The codes of the cards that a sentence names.
    fn named(&self, said: &str, lang: Lang) -> Vec<&str> {
        let said = plain(said);
        let cards = self.cards.iter().map(|(code, [french, english])| (code, lang.of(french, english)));
        cards.filter(|(_, name)| says(&said, name)).map(|(code, _)| code.as_str()).collect()
    }

    /// One event as it is told to one viewer.
    fn judge_told(&self, before: &State<G>, event: &G::Event, viewer: Viewer) {
        let view = View::<G>::of(before, viewer);
        let shown = G::show(before.public.sheet.seats(), event, viewer);
        let written = G::write_shown(&shown);
        let [french, english] = Lang::ALL.map(|lang| tell::<G>(&view, &shown, &NAMES, lang));
        assert_eq!(french.is_some(), english.is_some(), "told in one language alone: {written}");
        let (Some(french), Some(english)) = (french, english) else { return };
        assert_ne!(french, english, "{written}");
        for (said, lang) in [(&french, Lang::French), (&english, Lang::English)] {
            self.is_well_made(said, lang);
            let lower = plain(said).to_lowercase();
            let you = lang.of("vous", "you");
            match viewer {
                Viewer::Seat(own) => assert!(!says(said, NAMES[own.index()]), "the listener is {you}: {said}"),
                Viewer::Spectator => assert!(!says(&lower, you), "a spectator is nobody: {said}"),
            }
            if let Viewer::Seat(author) = G::author(event) {
                let who = if viewer.sees(author) { you } else { &NAMES[author.index()].to_lowercase() };
                assert!(says(&lower, who), "who did it: {said}");
            }
            self.names_only_what_is_seen(&view, &written, said, lang);
        }
    }

    /// One event in a few characters. It is the same for every viewer, a spectator among them who sees no hand at all:
    /// so it names nothing that somebody does not see.
    fn judge_brief(before: &State<G>, event: &G::Event, viewer: Viewer) {
        let caption = |viewer: Viewer, lang| -> Option<Caption> {
            say_caption::<G>(&View::of(before, viewer), &G::show(before.public.sheet.seats(), event, viewer), lang)
        };
        for lang in Lang::ALL {
            let said = caption(viewer, lang);
            assert_eq!(said, caption(Viewer::Spectator, lang), "it tells {viewer:?} more than others");
            let Some(said) = said else { continue };
            assert_eq!(G::author(event), Viewer::Seat(said.seat), "who did it: {said:?}");
            assert!((1..=MAX_CAPTION_LENGTH).contains(&said.text.chars().count()), "{said:?}");
            assert_eq!(said.text.trim(), said.text, "{said:?}");
            assert_eq!(join_captions(std::slice::from_ref(&said)), [said]);
        }
    }

    /// A card is named only if the viewer sees it: it is in what was shown, it lies open, or it is in their hand.
    fn names_only_what_is_seen(&self, view: &View<G>, written: &str, said: &str, lang: Lang) {
        let named = self.named(said, lang);
        if written.contains("\"drew\"") {
            let is_shown = written.contains("\"card\"") || written.contains("\"tile\"");
            assert_eq!(named.len(), usize::from(is_shown), "what was drawn: {said} {written}");
        }
        // In Quarante-Six rounds and points look like cards.
        if G::ID == GameId::QuaranteSix {
            return;
        }
        let mut seen = G::open_codes(&view.public);
        seen.extend(view.hand.iter().flat_map(G::hand_codes));
        for code in named {
            let in_shown = [format!("\"{code}\""), format!("\"*{code}\"")].iter().any(|code| written.contains(code));
            // A joker that is laid is written as what it stands for.
            let is_seen = in_shown || code == "*" || seen.iter().any(|seen| seen == code);
            assert!(is_seen, "{code} is named and not seen: {said} {written}");
        }
    }

    /// What would be told now if the time of the seat to move were up.
    fn judge_timeouts(&self, state: &State<G>, seat: Seat, viewers: &[Viewer]) {
        let late = G::fallback(&state.public, &state.hands[seat]);
        let events = G::decide(state, seat, &late).expect("what is played for an absent seat is legal");
        for viewer in viewers {
            let mut before = state.clone();
            let mut shown = Vec::new();
            for event in &events {
                shown.push(G::show(before.public.sheet.seats(), event, *viewer));
                G::apply(&mut before, event).expect("what was decided fits");
            }
            let view = View::<G>::of(state, *viewer);
            let written: String = shown.iter().map(G::write_shown).collect();
            for lang in Lang::ALL {
                let said = plain(&say_timeout::<G>(&view, &shown, &NAMES, lang).unwrap_or_default());
                assert!(said.starts_with(lang.of("Temps écoulé : ", "Time's up: ")), "{said}");
                let is_named = says(&said, NAMES[seat.index()]);
                assert_eq!(is_named, !viewer.sees(seat), "who ran out of time: {said}");
                // In Quarante-Six rounds and points look like cards.
                let named = if G::ID == GameId::QuaranteSix { Vec::new() } else { self.named(&said, lang) };
                for code in named {
                    // A joker that is laid is written as what it stands for.
                    let is_shown = code == "*" || written.contains(&format!("{code}\""));
                    assert!(is_shown, "{code} is named and was not shown: {said}");
                }
            }
        }
    }

    /// What one viewer is asked to do, or waits for.
    fn judge_prompt(&self, state: &State<G>, viewer: Viewer) {
        let view = View::<G>::of(state, viewer);
        let is_own_turn = matches!(G::turn(&view.public), Turn::Seat { seat, .. } if viewer.sees(seat));
        let [french, english] = Lang::ALL.map(|lang| prompt::<G>(&view, &NAMES, lang));
        assert_ne!(french, english);
        for (said, lang) in [(&french, Lang::French), (&english, Lang::English)] {
            self.is_well_made(said, lang);
            assert!(said.chars().count() <= MAX_PROMPT_LENGTH, "too long for a line: {said}");
            let begins = plain(said).starts_with(lang.of("À vous : ", "Your turn: "));
            assert_eq!(begins, is_own_turn, "whose turn: {said}");
        }
        if is_own_turn {
            judge_task(&view, &plain(&french), &english);
        }
    }
}

/// A way on is named if and only if the engine lists it.
fn judge_task<G: Deck>(view: &View<G>, french: &str, english: &str) {
    let mut moves = Vec::new();
    view.moves(&mut moves);
    let seat = view.public.seat;
    let moves: Vec<String> = moves.iter().map(|mv| write_step::<G>(&view.public, seat, mv)).collect();
    let says_one = |said: &str, words: &[&str]| words.iter().any(|word| says(said, word));
    for (mv, in_french, in_english) in [
        ("draw", ["piochez"].as_slice(), ["draw"].as_slice()),
        ("pass", &["passez"], &["pass"]),
        ("sans", &["dites"], &["say"]),
        ("decline", &["refusez"], &["decline"]),
        ("dos", &["annoncez"], &["call"]),
        ("end", &["finissez", "gardez"], &["end", "keep"]),
    ] {
        let is_listed = moves.iter().any(|listed| listed == mv);
        assert_eq!(says_one(french, in_french), is_listed, "{mv}: {french}");
        assert_eq!(says_one(english, in_english), is_listed, "{mv}: {english}");
    }
}

/// Random matches for every preset and number of players, everything told to everybody.
fn talks<G: Deck>(games: u64) {
    let judge = Judge::<G>::new();
    for (_, rules) in G::presets() {
        for (seats, game) in
            G::SEATS.filter_map(SeatCount::new).flat_map(|seats| (0..games).map(move |game| (seats, game)))
        {
            let viewers: Vec<Viewer> = seats.seats().map(Viewer::Seat).chain([Viewer::Spectator]).collect();
            let mut tell_all = |before: &State<G>, event: &G::Event| {
                viewers.iter().for_each(|viewer| judge.judge_told(before, event, *viewer));
                viewers.iter().for_each(|viewer| Judge::<G>::judge_brief(before, event, *viewer));
            };
            let mut dice = Dice::new(game);
            let mut table: Table<G> = Table::new(&rules, seats);
            loop {
                viewers.iter().for_each(|viewer| judge.judge_prompt(&table.state, *viewer));
                match table.turn() {
                    Turn::Over(_) => break,
                    Turn::Dealer(_) => assert!(table.deal(dice.seed(), &mut tell_all)),
                    Turn::Seat { seat, also } => {
                        judge.judge_timeouts(&table.state, seat, &viewers);
                        let (seat, mv) = choose(&table, seat, dice.seat(seat, also), &mut dice);
                        table.submit(seat, &[mv], &mut tell_all).expect("a listed move is legal");
                    }
                }
            }
        }
    }
}

/// A random move of `actor`, or now and then what is played for the one whose turn it is when their time is up.
fn choose<G: Game>(table: &Table<G>, turn: Seat, actor: Seat, dice: &mut Dice) -> (Seat, G::Move) {
    let public = &table.state.public;
    if dice.below(12) == 0 {
        return (turn, G::fallback(public, &table.state.hands[turn]));
    }
    let mut moves = Vec::new();
    G::moves(public, &table.state.hands[actor], actor, &mut moves);
    (actor, moves[dice.below(moves.len())].clone())
}

/// The first round that is over after so many steps is told to a person on seat 0.
const STEPS_TOLD: usize = 90;

/// One round as a text to read: the log, and before each own step the prompt.
fn read_round<G: Deck>(rules: &G::Rules, lang: Lang) -> String {
    let told = (0..).find_map(|run| {
        let mut dice = Dice::new(run);
        let mut table: Table<G> = Table::new(rules, SeatCount::new(4)?);
        let mut text = String::new();
        let viewer = Viewer::Seat(Seat::default());
        let asked = |state: &State<G>| format!("> {}\n", prompt::<G>(&View::of(state, viewer), &NAMES, lang));
        let line = |text: &mut String, before: &State<G>, event: &G::Event| {
            let view = View::<G>::of(before, viewer);
            let said = tell::<G>(&view, &G::show(before.public.sheet.seats(), event, viewer), &NAMES, lang);
            *text += &said.map(|said| said + "\n").unwrap_or_default();
        };
        table.deal(dice.seed(), &mut |before, event| line(&mut text, before, event));
        let mut waited = String::new();
        for _ in 0..STEPS_TOLD {
            let Turn::Seat { seat, also } = table.turn() else { break };
            let now = asked(&table.state);
            if now != waited {
                text += &now;
            }
            waited = now;
            let (seat, mv) = choose(&table, seat, dice.seat(seat, also), &mut dice);
            table.submit(seat, &[mv], &mut |before, event| line(&mut text, before, event)).expect("legal");
        }
        table.state.public.outcome().is_some().then(|| text + &asked(&table.state))
    });
    told.unwrap_or_default()
}

fn reads<G: Deck>() {
    let (_, rules) = G::presets().into_iter().next().expect("a preset");
    for lang in Lang::ALL {
        golden::<G>(&format!("told.{}.txt", lang.code()), &read_round::<G>(&rules, lang));
    }
}

#[test]
fn onze_talks() {
    talks::<Onze>(2);
}

#[test]
fn onze_reads_well() {
    reads::<Onze>();
}

#[test]
fn nain_jaune_talks() {
    talks::<NainJaune>(2);
}

#[test]
fn nain_jaune_reads_well() {
    reads::<NainJaune>();
}

#[test]
fn dos_talks() {
    talks::<Dos>(4);
}

#[test]
fn dos_reads_well() {
    reads::<Dos>();
}

#[test]
fn rummy_talks() {
    talks::<Rummy>(4);
}

#[test]
fn rummy_reads_well() {
    reads::<Rummy>();
}

#[test]
fn quarante_six_talks() {
    talks::<QuaranteSix>(4);
}

#[test]
fn quarante_six_reads_well() {
    reads::<QuaranteSix>();
}

#[test]
fn every_game_has_its_tests_here() {
    for id in GameId::ALL {
        for test in ["talks", "reads_well"] {
            let test = format!("fn {}_{test}", id.slug().replace('-', "_"));
            assert!(include_str!("talk.rs").contains(&test), "{test}");
        }
    }
}
