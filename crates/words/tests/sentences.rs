//! Single sentences where grammar is easily wrong: who is spoken to, agreement, elision, plurals.

use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy, dos, nain_jaune, onze, quarante_six, rummy};
use engine::{Ending, Outcome, PerSeat, Scores, Seat, SeatCount, SeatSet, View, Viewer};
use testkit::{Scene, Specimen};
use wire::read_step;
use words::rummy::tile_mark;
use words::{Article, Lang, Words, say_caption, say_timeout, tell};

const NAMES: [&str; 4] = ["Inès", "Tom", "Véra", "Octave"];

fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

fn plain(said: String) -> String {
    said.replace(['\u{a0}', '\u{202f}'], " ")
}

/// A table of four just dealt, as seat 0 sees it.
fn dealt<G: Specimen>() -> View<G> {
    View::of(&Scene::<G>::dealt(&G::Rules::default(), 4, 7).table().state, Viewer::Seat(seat(0)))
}

/// What seat 0 is told, in both languages.
fn told<G: Words>(view: &View<G>, shown: &G::Shown) -> [String; 2] {
    Lang::ALL.map(|lang| tell::<G>(view, shown, &NAMES, lang).map(plain).unwrap_or_default())
}

/// A card by each article, in both languages.
fn names<G: Words>(card: &G::Card) -> [String; 6] {
    let articles = [Article::Bare, Article::The, Article::A];
    let mut names = Lang::ALL.into_iter().flat_map(|lang| articles.map(|article| G::name_card(card, article, lang)));
    std::array::from_fn(|_| names.next().unwrap_or_default())
}

#[test]
fn cards_have_names() {
    let card = dos::Card::number(dos::Colour::Red, 8).expect("a card");
    assert_eq!(names::<Dos>(&card), ["8 rouge", "le 8 rouge", "un 8 rouge", "red 8", "the red 8", "a red 8"]);
    let joker = dos::Card::any(dos::Colour::Green);
    assert_eq!(names::<Dos>(&joker)[1], "le Joker # vert");
    assert_eq!(names::<Dos>(&joker)[5], "a green Joker #");
    assert_eq!(names::<Dos>(&dos::Card::DOS)[2], "un Joker DOS");

    let ace = nain_jaune::Card::new(nain_jaune::Rank::ACE, nain_jaune::Suit::Clubs);
    assert_eq!(
        names::<NainJaune>(&ace),
        ["as de trèfle", "l'as de trèfle", "un as de trèfle", "ace of clubs", "the ace of clubs", "an ace of clubs"]
    );
    let queen = nain_jaune::Card::BOARD[3];
    assert_eq!(names::<NainJaune>(&queen)[1..3], ["la dame de pique", "une dame de pique"]);

    let queen = rummy::Tile::new(rummy::Colour::Black, 12).expect("a tile");
    assert_eq!(names::<Rummy>(&queen)[2..5], ["une dame noire", "black queen", "the black queen"]);
    assert_eq!(names::<Rummy>(&rummy::Tile::JOKER)[2], "un joker");

    let eleven = onze::Spot::new(onze::Colour::Blue, 11).map(onze::Card::Number).expect("a spot");
    assert_eq!(names::<Onze>(&eleven)[1..4], ["le 11 bleu", "un 11 bleu", "blue 11"]);
    let eighteen = quarante_six::Card::number(18).expect("a card");
    assert_eq!(names::<QuaranteSix>(&eighteen), ["18", "le 18", "un 18", "18", "the 18", "an 18"]);
}

#[test]
fn who_is_caught_is_named_where_the_language_wants_it() {
    let view = dealt::<Dos>();
    let caught = |caught, by| told(&view, &dos::Shown::Caught { seat: seat(caught), by: seat(by) })[0].clone();
    assert_eq!(caught(2, 1), "Tom prend Véra en défaut : deux cartes de pénalité.");
    assert_eq!(caught(2, 0), "Vous prenez Véra en défaut : deux cartes de pénalité.");
    assert_eq!(caught(0, 1), "Tom vous prend en défaut : deux cartes de pénalité.");
}

#[test]
fn two_equal_cards_are_two() {
    let mut view = dealt::<Dos>();
    let card = |number| dos::Card::number(dos::Colour::Red, number).expect("a card");
    view.public.board.centre = [card(6)].into_iter().collect();
    let play = dos::Play::double(card(3), card(3));
    let shown = dos::Shown::Matched { seat: seat(1), centre: 0, play, bonus: play.colour_bonus(card(6)) };
    assert_eq!(
        told(&view, &shown),
        [
            "Tom joue deux 3 rouges sur le 6 rouge : double bonus de couleur.",
            "Tom plays two red 3s on the red 6: a double colour bonus."
        ]
    );
}

#[test]
fn a_joker_leaves_by_a_reflexive_verb() {
    let view = dealt::<Onze>();
    let discarded = |seat: usize| told(&view, &onze::Shown::JokerDiscarded { seat: self::seat(seat) });
    assert_eq!(discarded(0), ["Vous vous défaussez d'un joker.", "You discard a joker."]);
    assert_eq!(discarded(1), ["Tom se défausse d'un joker.", "Tom discards a joker."]);
}

/// A table of these sets, written in notation.
fn layout(sets: &str) -> rummy::Layout {
    if sets.is_empty() {
        return rummy::Layout::EMPTY;
    }
    let step = read_step::<Rummy>(&format!("play {sets}")).expect("sets");
    match step.moves.as_slice() {
        [rummy::Move::Play(layout)] => *layout,
        other => panic!("{sets}: {other:?}"),
    }
}

/// What seat 0 is told when seat 1 makes this table of that one.
fn told_of_play(view: &View<Rummy>, old: &str, new: &str) -> [String; 2] {
    let mut view = view.clone();
    view.public.board.table = layout(old);
    told(&view, &rummy::Shown::Played { seat: seat(1), table: layout(new) })
}

#[test]
fn a_play_tells_what_came_from_the_rack() {
    let mut view = dealt::<Rummy>();
    assert_eq!(
        told_of_play(&view, "", "nA rA bA | r10 rJ rQ"),
        [
            "Tom ouvre avec un brelan d'as et une suite rouge du 10 à la dame.",
            "Tom opens with a group of three aces and a red run from 10 to queen."
        ]
    );
    view.public.board.opened[seat(1)] = true;
    let plays = |old, new| told_of_play(&view, old, new);
    assert_eq!(
        plays("r7 b7 j7", "r7 b7 j7 n7 | nA n2 * | nQ rQ bQ jQ"),
        [
            "Tom pose une suite noire de l'as au 3 dont un joker, un carré de dames et le 7 noir.",
            "Tom lays a black run from ace to 3 including a joker, a group of four queens and the black 7."
        ]
    );
    // Tiles that lay there are not told, wherever they are now.
    assert_eq!(plays("r3 r4 r5 r6", "r3 r4 r5 | r6 b6 j6")[0], "Tom pose le 6 bleu et le 6 jaune.");
    assert_eq!(
        plays("r3 r4 r5 | n3 n4 n5", "r3 r4 r5 * | n3 n4 n5 *"),
        ["Tom pose deux jokers.", "Tom lays two jokers."]
    );
    assert_eq!(
        plays("r9 r10 rJ | b10 j10 n10", "r9 r10 rJ rQ | b10 j10 n10 | rQ bQ jQ")[0],
        "Tom pose un brelan de dames et la dame rouge."
    );
    assert_eq!(
        plays("r9 r10 rJ | bQ jQ nQ", "r9 r10 rJ rQ | bQ jQ nQ rQ"),
        ["Tom pose les deux dames rouges.", "Tom lays both red queens."]
    );
}

#[test]
fn tiles_are_printed_and_refused_in_the_language_of_who_reads() {
    let queen = rummy::Tile::new(rummy::Colour::Red, 12).expect("a tile");
    assert_eq!(Lang::ALL.map(|lang| tile_mark(queen, lang)), ["D", "Q"]);
    assert_eq!(Lang::ALL.map(|lang| tile_mark(rummy::Tile::JOKER, lang)), ["", ""]);
    let sets = layout("r10 * rQ");
    let set = sets.sets().next().expect("a set").into();
    let refused = rummy::Refusal::NotOpened { set };
    assert_eq!(
        Lang::ALL.map(|lang| Rummy::say(&refused, lang)),
        [
            "Tant que vous n'avez pas ouvert, « 10 rouge, joker, dame rouge » doit rester en place.",
            "Until you have opened, “red 10, joker, red queen” must stay as it is."
        ]
    );
}

#[test]
fn a_square_and_the_call_have_names() {
    let mut view = dealt::<NainJaune>();
    let took = |square: usize, tokens| nain_jaune::Shown::TookStake {
        seat: seat(0),
        square: nain_jaune::Card::BOARD[square],
        tokens,
    };
    assert_eq!(
        told(&view, &took(0, 8)),
        ["Vous prenez 8 jetons sur le Nain Jaune.", "You take 8 tokens from the Yellow Dwarf."]
    );
    assert_eq!(told(&view, &took(3, 1))[0], "Vous prenez 1 jeton sur la dame de pique.");
    view.public.board.need = nain_jaune::Rank::new(12);
    assert_eq!(told(&view, &nain_jaune::Shown::SaidSans { seat: seat(3) })[0], "Octave dit « sans dame ».");
}

#[test]
fn those_who_tie_win_together() {
    let view = dealt::<QuaranteSix>();
    let seats = SeatCount::new(4).expect("four");
    let ends = |winners: &[usize]| {
        let winners: SeatSet = winners.iter().map(|number| seat(*number)).collect();
        let outcome =
            Outcome { round_scores: Scores::new(seats), totals: Scores::new(seats), match_over: true, winners };
        told(&view, &quarante_six::Shown::RoundEnded(Box::new(Ending { outcome, hands: PerSeat::new(seats) })))
    };
    let won = |winners: &[usize]| ends(winners).map(|said| said.split(". ").last().unwrap_or_default().to_string());
    assert_eq!(won(&[1]), ["Tom gagne la partie avec 0 point.", "Tom wins the match with 0 points."]);
    assert_eq!(won(&[0])[0], "Vous gagnez la partie avec 0 point.");
    assert_eq!(won(&[1, 2])[0], "Tom et Véra gagnent la partie à égalité, avec 0 point.");
    assert_eq!(
        won(&[0, 1, 3]),
        [
            "Tom, Octave et vous gagnez la partie à égalité, avec 0 point.",
            "You, Tom and Octave win the match together, with 0 points."
        ]
    );
}

#[test]
fn a_seat_without_a_name_has_its_number() {
    let view = dealt::<Onze>();
    let shown = onze::Shown::Passed { seat: seat(2) };
    let said = |names: &[&str]| Lang::ALL.map(|lang| tell::<Onze>(&view, &shown, names, lang).unwrap_or_default());
    assert_eq!(said(&[]), ["Place 3 passe.", "Seat 3 passes."]);
    assert_eq!(said(&["", "", ""]), ["Place 3 passe.", "Seat 3 passes."]);
    // A name stays as its owner writes it.
    assert_eq!(said(&["", "", "eva"])[0], "eva passe.");
}

/// What happened in a few characters, in both languages.
fn caption<G: Words>(view: &View<G>, shown: &G::Shown) -> [String; 2] {
    Lang::ALL.map(|lang| say_caption::<G>(view, shown, lang).map(|caption| plain(caption.text)).unwrap_or_default())
}

#[test]
fn the_ribbon_is_brief() {
    let actor = seat(1);
    let view = dealt::<Onze>();
    let spot = onze::Spot::new(onze::Colour::Yellow, 14).expect("a spot");
    assert_eq!(caption(&view, &onze::Shown::Laid { seat: actor, spot, from: None }), ["14 ★", "14 ★"]);
    assert_eq!(caption(&view, &onze::Shown::JokerLaid { seat: actor, spot, from: None })[0], "joker 14 ★");
    assert_eq!(caption(&view, &onze::Shown::Drew { seat: actor, card: None }), ["pioche", "draws"]);
    assert_eq!(caption(&view, &onze::Shown::TurnPassed { to: actor }), ["", ""]);

    let mut view = dealt::<NainJaune>();
    let queen = nain_jaune::Card::BOARD[3];
    view.public.board.need = Some(queen.rank());
    assert_eq!(caption(&view, &nain_jaune::Shown::Laid { seat: actor, card: queen }), ["D ♠", "Q ♠"]);
    assert_eq!(caption(&view, &nain_jaune::Shown::SaidSans { seat: actor }), ["sans dame", "no queen"]);
    let took = |tokens| nain_jaune::Shown::TookStake { seat: actor, square: queen, tokens };
    assert_eq!(caption(&view, &took(1)), ["+1 jeton", "+1 token"]);

    let mut view = dealt::<Dos>();
    let card = |colour, number| dos::Card::number(colour, number).expect("a card");
    view.public.board.centre = [card(dos::Colour::Blue, 8)].into_iter().collect();
    let play = dos::Play::double(card(dos::Colour::Red, 3), card(dos::Colour::Green, 5));
    let matched = dos::Shown::Matched { seat: actor, centre: 0, play, bonus: None };
    assert_eq!(caption(&view, &matched)[0], "3 + 5 → 8 ●");
    assert_eq!(caption(&view, &dos::Shown::Called { seat: actor }), ["DOS !", "DOS!"]);

    let view = dealt::<Rummy>();
    let tile = |rank| rummy::Tile::new(rummy::Colour::Red, rank).expect("a tile");
    let mut table = view.public.board.table;
    assert!(table.push(&[tile(4), tile(5), tile(6)]));
    assert_eq!(caption(&view, &rummy::Shown::Played { seat: actor, table }), ["+3 tuiles", "+3 tiles"]);

    let view = dealt::<QuaranteSix>();
    let card = quarante_six::Card::number(33).expect("a card");
    assert_eq!(caption(&view, &quarante_six::Shown::Swapped { seat: actor, card })[0], "33 ↔ joker");
}

/// What is told when the time of a seat was up, to seat 0, in both languages.
fn timed_out<G: Words>(view: &View<G>, shown: &[G::Shown]) -> [String; 2] {
    Lang::ALL.map(|lang| say_timeout::<G>(view, shown, &NAMES, lang).map(plain).unwrap_or_default())
}

#[test]
fn a_time_out_says_what_it_cost() {
    let mut view = dealt::<Rummy>();
    let late = |seat, tile| {
        let drew = rummy::Shown::Drew { seat, tile };
        [rummy::Shown::TimedOut { seat }, drew.clone(), drew.clone(), drew]
    };
    view.public.seat = seat(0);
    let tile = Some(rummy::Tile::JOKER);
    assert_eq!(timed_out(&view, &late(seat(0), tile)), ["Temps écoulé : 3 tuiles", "Time's up: 3 tiles"]);
    let passed = [rummy::Shown::TimedOut { seat: seat(0) }, rummy::Shown::Passed { seat: seat(0) }];
    assert_eq!(timed_out(&view, &passed), ["Temps écoulé : vous passez.", "Time's up: you pass."]);
    view.public.seat = seat(1);
    assert_eq!(
        timed_out(&view, &late(seat(1), None)),
        ["Temps écoulé : 3 tuiles pour Tom", "Time's up: 3 tiles for Tom"]
    );

    let mut view = dealt::<Onze>();
    view.public.seat = seat(1);
    let passes_on = onze::Shown::TurnPassed { to: seat(2) };
    let drew = [onze::Shown::Drew { seat: seat(1), card: None }, passes_on.clone()];
    assert_eq!(timed_out(&view, &drew), ["Temps écoulé : Tom pioche.", "Time's up: Tom draws."]);
    assert_eq!(timed_out(&view, &[passes_on]), ["Temps écoulé : Tom finit son tour.", "Time's up: Tom is done."]);
    assert_eq!(timed_out(&view, &[]), ["", ""]);
    view.public.seat = seat(0);
    let drew = [onze::Shown::Drew { seat: seat(0), card: Some(onze::Card::Joker) }];
    assert_eq!(timed_out(&view, &drew), ["Temps écoulé : vous piochez un joker.", "Time's up: you draw a joker."]);

    let mut view = dealt::<NainJaune>();
    view.public.seat = seat(1);
    view.public.board.need = nain_jaune::Rank::new(6);
    let sans = [nain_jaune::Shown::SaidSans { seat: seat(1) }];
    assert_eq!(timed_out(&view, &sans)[0], "Temps écoulé : Tom dit « sans 6 ».");
}
