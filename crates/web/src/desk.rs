//! A place at a table: what is watched from there, and what is lifted, pointed at and asked.
//!
//! [`Place`] is the same for all games. A [`Desk`] is a place at one of the four games whose moves are made by lifting
//! cards and putting them somewhere; its boards only draw spots, and everything that is done to them comes here.
//!
//! Deliberately absent: drawing, and what may be lifted or lit (`client::gesture`).

use std::time::Duration;

use client::gesture::{Gesture, Gestures, Offer, sort_few};
use client::{Advice, DealCheck, Watched};
use engine::{Refuse, Seat, Turn, View, Viewer};
use leptos::prelude::*;
use wire::house::{Ask, EveningPlace, Here, Seating, Stage, TableId, TableKey};
use wire::{Codec, read_step};
use words::house::say_turn;
use words::privacy::shown_name;
use words::screen::Label;
use words::{Caption, Lang, Listener, SeatName};

use crate::app::Shared;
use crate::device;
use crate::games::Handled;
use crate::guide::{Cue, Guide};
use crate::link::LineState;
use crate::parts::log::LogLine;
use crate::parts::notices::Notice;
use crate::parts::seats::Around;
use crate::playback::Playback;
use crate::preferences::Taps;
use crate::reactive::{Memo, RwSignal, effect, memo};
use crate::sound::{self, Sound};

/// What the rules call a step of somebody whose turn it is not.
const NOT_YOUR_TURN: &str = "not-your-turn";

/// How long a bubble with what somebody says stays.
const SPEECH_STAYS: Duration = Duration::from_secs(5);
/// How long the ribbon shows it, where there is no room for bubbles.
const SPOKEN_STAYS: Duration = Duration::from_secs(3);
/// How long an announcement in large letters stays.
const ANNOUNCEMENT_STAYS: Duration = Duration::from_secs(3);

/// Looks at a table, once the house has shown it; a drawing that does so is drawn again when it changes.
pub(crate) fn look_at<T>(shared: Shared, table: StoredValue<TableId>, look: impl FnOnce(&Watched) -> T) -> Option<T> {
    shared.link.look(|client| client.table(&table.read_value()).map(look))
}

/// The seat one sits on.
pub(crate) fn own_seat(watched: &Watched) -> Option<Seat> {
    watched.table().seat
}

/// A place at a table, or around it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) shared: Shared,
    table: StoredValue<TableId>,
    /// What guides whoever sits here, if something does.
    pub(crate) guide: Option<Guide>,
    /// The replay, if this is one: nothing can be done there but to look.
    pub(crate) playback: Option<Playback>,
    /// Who sits where, as seen from here.
    pub(crate) around: Around,
    /// What happened, oldest first.
    pub(crate) log: RwSignal<Vec<LogLine>>,
    /// Whether the log is open.
    pub(crate) log_open: RwSignal<bool>,
    /// Whether the menu is open.
    pub(crate) menu_open: RwSignal<bool>,
    /// What was laid since one's last turn: the name of the place on the board, and who laid it.
    laid: RwSignal<Vec<(String, usize)>>,
    /// Who made the last step.
    last_actor: StoredValue<Option<usize>>,
    /// The number of the last thing that was told.
    pub(crate) told: StoredValue<u64>,
    /// What seats have just said in the chat.
    speech: RwSignal<Vec<Speech>>,
    /// What somebody has just said; where there is no room for bubbles the ribbon shows it.
    pub(crate) spoken: RwSignal<Option<Caption>>,
    /// What is said in large letters for a moment.
    pub(crate) announced: RwSignal<Option<String>>,
    /// What the expert would do.
    pub(crate) hint: RwSignal<Hint>,
    /// Whether the score sheet is open.
    pub(crate) sheet_open: RwSignal<bool>,
    /// Whether the chat is open.
    pub(crate) chat_open: RwSignal<bool>,
    /// How many lines of the chat were not read.
    pub(crate) unread: RwSignal<usize>,
    /// What was found out about the deals, by round.
    pub(crate) verdicts: RwSignal<Vec<(u16, DealCheck)>>,
}

/// What a seat has said; its number tells it from what is said next.
#[derive(Clone, Debug)]
struct Speech {
    number: u64,
    seat: usize,
    said: String,
}

/// Keeps something in a signal for a while, unless something else takes its place.
fn show_for<T: Clone + PartialEq + Send + Sync + 'static>(signal: RwSignal<Option<T>>, shown: T, stays: Duration) {
    signal.set(Some(shown.clone()));
    let end = move || {
        signal.update(|now| {
            if now.as_ref() == Some(&shown) {
                *now = None;
            }
        });
    };
    set_timeout(end, stays);
}

/// A hint.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum Hint {
    /// Nobody has asked.
    #[default]
    None,
    /// It was asked for.
    Asked,
    /// It was given, and nothing has happened since.
    Given(Advice),
}

impl Place {
    /// A place at a table.
    pub(crate) fn new(shared: Shared, table: &str) -> Self {
        let table = StoredValue::new(TableId::from(table));
        Self {
            shared,
            table,
            guide: use_context(),
            playback: None,
            around: Around::new(shared, table),
            log: RwSignal::new(Vec::new()),
            log_open: RwSignal::new(false),
            menu_open: RwSignal::new(false),
            laid: RwSignal::new(Vec::new()),
            last_actor: StoredValue::new(None),
            told: StoredValue::new(0),
            speech: RwSignal::new(Vec::new()),
            spoken: RwSignal::new(None),
            announced: RwSignal::new(None),
            hint: RwSignal::new(Hint::None),
            sheet_open: RwSignal::new(false),
            chat_open: RwSignal::new(false),
            unread: RwSignal::new(0),
            verdicts: RwSignal::new(Vec::new()),
        }
    }

    /// A place at a table that is looked at again.
    pub(crate) fn replayed(shared: Shared, table: &str, playback: Playback) -> Self {
        Self { playback: Some(playback), log: playback.log, ..Self::new(shared, table) }
    }

    /// The table's id.
    pub(crate) fn table(self) -> TableId {
        self.table.get_value()
    }

    /// Looks at the table, once the house has shown it; a drawing that does so is drawn again when it changes.
    pub(crate) fn look<T>(self, look: impl FnOnce(&Watched) -> T) -> Option<T> {
        look_at(self.shared, self.table, look)
    }

    /// The same, once.
    pub(crate) fn look_now<T>(self, look: impl FnOnce(&Watched) -> T) -> Option<T> {
        self.shared.link.look_now(|client| client.table(&self.table.read_value()).map(look))
    }

    /// The seat one sits on.
    pub(crate) fn own_seat(self) -> Option<Seat> {
        self.look(own_seat).flatten()
    }

    /// How the seats are shown: portraits and short names.
    pub(crate) fn seat_names(self) -> Vec<SeatName> {
        self.around.names.get()
    }

    /// Who has just laid something on a place of the board.
    pub(crate) fn laid_by(self, name: &str) -> Option<usize> {
        self.laid.read().iter().rev().find(|(place, _)| place == name).map(|(_, seat)| *seat)
    }

    /// A seat makes a step: one's own ends what was new until then, another's new turn their last one.
    pub(crate) fn begin_step(self, seat: usize) {
        let is_own = untrack(|| self.own_seat()).is_some_and(|own| own.index() == seat);
        let is_new_turn = self.last_actor.get_value() != Some(seat);
        self.last_actor.set_value(Some(seat));
        if is_own || is_new_turn {
            self.laid.update(|laid| laid.retain(|(_, by)| !is_own && *by != seat));
        }
    }

    /// Notes where a seat laid something; where one did so oneself one knows.
    pub(crate) fn note_laid(self, seat: usize, places: Vec<String>) {
        if untrack(|| self.own_seat()).is_none_or(|own| own.index() != seat) {
            self.laid.update(|laid| laid.extend(places.into_iter().map(|place| (place, seat))));
        }
    }

    /// Forgets what was laid: another round begins, or the table is shown afresh.
    pub(crate) fn forget_laid(self) {
        self.laid.set(Vec::new());
    }

    /// What a seat has just said in the chat.
    pub(crate) fn speech(self, seat: usize) -> Option<String> {
        self.speech.read().iter().find(|one| one.seat == seat).map(|one| one.said.clone())
    }

    /// Shows for a while what a seat says.
    pub(crate) fn hear_speech(self, seat: usize, said: String) {
        self.speak(seat, said.clone());
        let number = self.speech.read_untracked().iter().map(|one| one.number + 1).max().unwrap_or(0);
        self.speech.update(|speech| {
            speech.retain(|one| one.seat != seat);
            speech.push(Speech { number, seat, said });
        });
        set_timeout(move || self.speech.update(|speech| speech.retain(|one| one.number != number)), SPEECH_STAYS);
    }

    /// Shows in the ribbon for a moment what a seat says.
    pub(crate) fn speak(self, seat: usize, text: String) {
        if let Some(seat) = Seat::new(seat) {
            show_for(self.spoken, Caption { seat, text }, SPOKEN_STAYS);
        }
    }

    /// Says something in large letters for a moment.
    pub(crate) fn announce(self, said: String) {
        show_for(self.announced, said, ANNOUNCEMENT_STAYS);
    }

    /// What the seats are called, in order.
    pub(crate) fn names(self) -> Vec<String> {
        let lang = self.shared.preferences.lang();
        let name = |seat: &wire::house::SeatView| seat.sitter.as_ref().map(|sitter| shown_name(&sitter.name, lang));
        let names = self.look(|watched| watched.table().seats.iter().map(name).collect::<Vec<_>>());
        let free = self.shared.say(Label::FreeSeat);
        names.unwrap_or_default().into_iter().map(|name| name.unwrap_or_else(|| free.clone())).collect()
    }

    /// Who looks from here.
    pub(crate) fn viewer(self) -> Viewer {
        self.own_seat().map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Whether all other seats are bots of the house.
    pub(crate) fn is_alone(self) -> bool {
        self.own_seat().is_some()
            && self.look(|watched| {
                let is_bot = |seat: &wire::house::SeatView| {
                    seat.sitter.as_ref().is_some_and(|sitter| matches!(sitter.seating, Seating::Bot { .. }))
                };
                let seats = &watched.table().seats;
                seats.iter().filter(|seat| is_bot(seat)).count() + 1 == seats.len()
            }) == Some(true)
    }

    /// For each seat, whether its player is there.
    pub(crate) fn here(self) -> Vec<Here> {
        self.presence(|presence| presence.seats.clone()).unwrap_or_default()
    }

    /// Looks at who is at the table.
    pub(crate) fn presence<T>(self, look: impl FnOnce(&wire::house::Presence) -> T) -> Option<T> {
        self.shared.link.look(|client| client.presence(&self.table.read_value()).map(look))
    }

    /// Whether the line to the house is there.
    pub(crate) fn is_on_line(self) -> bool {
        self.shared.link.state() == LineState::Open
    }

    /// Whether hints may be asked for now.
    pub(crate) fn may_ask_hint(self) -> bool {
        self.is_on_line()
            && self.look(|watched| watched.table().settings.hints && watched.may_act()) == Some(true)
            && *self.hint.read() != Hint::Asked
    }

    /// Asks what the expert would do.
    pub(crate) fn ask_hint(self) {
        if untrack(|| self.may_ask_hint()) {
            self.hint.set(Hint::Asked);
            self.ask(Ask::Hint);
        }
    }

    /// Whether one could take one's last step back.
    pub(crate) fn may_undo(self) -> bool {
        let may = self.look(|watched| {
            let table = watched.table();
            table.seat.is_some() && table.clock.undo == table.seat
        });
        self.is_on_line() && may == Some(true)
    }

    /// Takes one's last step back.
    pub(crate) fn undo(self) {
        if untrack(|| self.may_undo()) {
            self.ask(Ask::Undo);
        }
    }

    /// What the guide says now: what belongs to a later moment of the table waits for it.
    pub(crate) fn cue(self) -> Option<Cue> {
        let cue = self.guide?.cue.get();
        self.look(|watched| watched.table().seq >= cue.seq)?.then_some(cue)
    }

    /// The steps that the guide means.
    pub(crate) fn wanted(self) -> Vec<String> {
        self.cue().map(|cue| cue.wanted).unwrap_or_default()
    }

    /// The key of the table's link, where only those who are invited find it.
    pub(crate) fn key_now(self) -> Option<TableKey> {
        self.shared.link.key_now(&self.table())
    }

    /// Where the match stands.
    pub(crate) fn stage(self) -> Option<Stage> {
        self.look(|watched| watched.table().stage)
    }

    /// The round that waits to be dealt, if one sits here.
    pub(crate) fn next_round(self) -> Option<u16> {
        self.own_seat()?;
        self.look(|watched| {
            let table = watched.table();
            let last = table.rounds.last().filter(|last| last.entropy.is_none());
            last.filter(|_| table.stage == Stage::Between).map(|last| last.round)
        })
        .flatten()
    }

    /// The deal of an evening that is played here. Nobody adds anything to it.
    pub(crate) fn evening(self) -> Option<EveningPlace> {
        self.look(|watched| watched.table().evening.clone()).flatten()
    }

    /// Says that one is ready for a round, and adds to its deal what nobody could know.
    pub(crate) fn be_ready(self, round: u16) {
        let entropy = device::entropy().filter(|_| untrack(|| self.evening()).is_none());
        self.ask(Ask::Ready { round, entropy: entropy.map(|bytes| wire::write_entropy(&bytes)) });
    }

    /// Asks something at the table.
    pub(crate) fn ask(self, ask: Ask) {
        self.shared.link.ask(&self.table.read_value(), ask);
    }

    /// Makes a step, if the rules allow it; else says why not, and nothing is asked.
    pub(crate) fn step(self, step: &str) -> bool {
        let lang = self.shared.preferences.lang_now();
        if self.playback.is_some() {
            self.shared.notices.tell(Label::ReplayOnly.say(lang));
            return false;
        }
        // While the line is lost one step can wait; whether another would be legal after it, only the house can say.
        if untrack(|| !self.is_on_line() && self.is_step_waiting()) {
            self.shared.notices.tell(Label::StepWaits.say(lang));
            return false;
        }
        let judged = self.look_now(|watched| watched.game().map(|game| (game.game(), game.judge(step)))).flatten();
        match judged {
            Some((_, Ok(step))) => {
                self.shared.notices.clear();
                self.ask(Ask::Submit { step });
                if !untrack(|| self.is_on_line()) {
                    self.shared.notices.tell(Label::StepWaits.say(lang));
                }
                true
            }
            Some((game, Err(refused))) => {
                let rule = refused.rule.as_deref().map(|rule| (game, rule.to_owned()));
                // The rules know seats; at a table they have names.
                let named = (refused.code == NOT_YOUR_TURN).then(|| untrack(|| self.say_turn(lang))).flatten();
                self.refuse(Notice { text: named.unwrap_or_else(|| refused.say(lang)), rule });
                false
            }
            None => false,
        }
    }

    /// The seat whose turn it is.
    pub(crate) fn turn(self) -> Option<Seat> {
        match self.look(|watched| watched.game().map(client::GameView::turn)).flatten()? {
            Turn::Seat { seat, .. } => Some(seat),
            Turn::Dealer(_) | Turn::Over(_) => None,
        }
    }

    /// Whose turn it is, in a sentence.
    fn say_turn(self, lang: Lang) -> Option<String> {
        let seat = self.turn()?;
        let names = self.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Some(say_turn(seat, &Listener::new(&names, self.viewer(), lang)))
    }

    /// Says why something is not done.
    fn refuse(self, notice: Notice) {
        sound::play(Sound::Refusal, self.shared.preferences);
        self.shared.notices.show(notice);
    }

    /// Whether a step was made that the house has not answered.
    pub(crate) fn is_step_waiting(self) -> bool {
        let is_step = |ask: &wire::house::ToServer| {
            matches!(ask.ask, Ask::Submit { .. }) && ask.table.as_ref() == Some(&self.table.read_value())
        };
        self.shared.link.look(|client| client.unanswered().any(is_step))
    }
}

/// A card of one's hand; of equal cards each has its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Held<Card> {
    pub(crate) card: Card,
    pub(crate) copy: u8,
}

/// A place at a game whose moves are made by lifting cards and putting them somewhere.
pub(crate) struct Desk<G: Handled> {
    pub(crate) place: Place,
    pub(crate) view: Memo<View<G>>,
    pub(crate) offer: Memo<Offer<G>>,
    /// The cards that are lifted.
    pub(crate) lifted: RwSignal<Vec<Held<G::Card>>>,
    /// Where they may be put.
    pub(crate) lit: Memo<Vec<G::Spot>>,
    /// What is said together with the next play, if the rules allow it.
    pub(crate) joined: RwSignal<Option<&'static str>>,
    /// Where the expert would put something, or what it would point at.
    hinted: Memo<Option<G::Spot>>,
    /// The cards the expert would lay.
    advised: Memo<Option<Gesture<G::Card, G::Spot>>>,
    /// What a guide means.
    wanted: Memo<Vec<Gesture<G::Card, G::Spot>>>,
}

impl<G: Handled> Clone for Desk<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Handled> Copy for Desk<G> {}

impl<G: Handled> Desk<G> {
    /// A desk at a place from which the game looks like this.
    pub(crate) fn new(place: Place, view: Memo<View<G>>) -> Self {
        let offer = memo(move || Offer::of(&view.read()));
        let lifted: RwSignal<Vec<Held<G::Card>>> = RwSignal::new(Vec::new());
        let lit = memo(move || {
            let cards: Vec<G::Card> = lifted.read().iter().map(|held| held.card).collect();
            offer.read().spots(&cards)
        });
        let advised = memo(move || {
            let Hint::Given(advice) = place.hint.get() else { return None };
            let step = read_step::<G>(&advice.step).ok()?;
            step.moves.first().map(G::gesture)
        });
        let hinted = memo(move || match advised.get()? {
            Gesture::Lay { spot, .. } | Gesture::Point(spot) => Some(spot),
            Gesture::Say => None,
        });
        let wanted = memo(move || {
            let steps = place.wanted();
            let first = |step: &String| read_step::<G>(step).ok()?.moves.first().map(G::gesture);
            steps.iter().filter_map(first).collect::<Vec<_>>()
        });
        let desk = Self { place, view, offer, lifted, lit, joined: RwSignal::new(None), hinted, advised, wanted };
        // A hint lifts its cards: where they go lights up by itself.
        effect(move || {
            if let Some(Gesture::Lay { cards, .. }) = advised.get() {
                desk.put_back();
                let mut held = untrack(|| desk.held());
                for card in cards {
                    if let Some(index) = held.iter().position(|one| one.card == card) {
                        desk.toggle(held.remove(index));
                    }
                }
            }
        });
        // What is no longer in the hand is no longer lifted.
        effect(move || {
            let held = desk.held();
            if lifted.read_untracked().iter().any(|one| !held.contains(one)) {
                lifted.update(|lifted| lifted.retain(|one| held.contains(one)));
            }
        });
        desk
    }

    /// The cards of one's hand, in order.
    pub(crate) fn held(self) -> Vec<Held<G::Card>> {
        let cards = self.view.read().hand.as_ref().map(G::held).unwrap_or_default();
        let copy = |index: usize| cards[..index].iter().filter(|card| **card == cards[index]).count();
        (0..cards.len())
            .map(|index| Held { card: cards[index], copy: u8::try_from(copy(index)).unwrap_or(u8::MAX) })
            .collect()
    }

    /// Whether a card is lifted.
    pub(crate) fn is_lifted(self, held: Held<G::Card>) -> bool {
        self.lifted.read().contains(&held)
    }

    /// Whether one could do something now, but not with this card.
    pub(crate) fn is_idle(self, held: Held<G::Card>) -> bool {
        let offer = self.offer.read();
        !offer.is_empty() && !offer.may_lift(&[held.card])
    }

    /// Whether a spot is lit.
    pub(crate) fn is_lit(self, spot: G::Spot) -> bool {
        self.lit.read().contains(&spot)
    }

    /// The one move there is for what is lifted, if there is but one.
    pub(crate) fn only_move(self) -> Option<G::Move> {
        let cards: Vec<G::Card> = self.lifted.read().iter().map(|held| held.card).collect();
        self.offer.read().only_move(&cards)
    }

    /// A card was pressed: it is chosen, and pressed again it is laid where it fits at one place only. What no move uses
    /// says why.
    pub(crate) fn press(self, held: Held<G::Card>) {
        if untrack(|| self.is_lifted(held)) {
            if !self.lay_where_it_fits() {
                self.toggle(held);
            }
            return;
        }
        if let Some(refusal) = G::why_not(&self.view.read_untracked(), held.card) {
            self.say_why_not(held.card, &refusal);
            return;
        }
        self.toggle(held);
        let is_quick = untrack(|| self.place.shared.preferences.taps()) == Taps::One;
        if is_quick && self.lifted.read_untracked().len() == 1 {
            self.lay_where_it_fits();
        }
    }

    /// Says why a card cannot be played now; what was lifted stays lifted.
    fn say_why_not(self, card: G::Card, refusal: &G::Refusal) {
        let (names, lang) = (untrack(|| self.place.names()), self.place.shared.preferences.lang_now());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = words::say_why_not(&card, refusal, &self.view.read_untracked(), &names, lang);
        self.place.refuse(Notice { text, rule: Some((G::ID, refusal.rule().to_owned())) });
    }

    /// Whether the expert would lay this card.
    pub(crate) fn is_hinted_card(self, held: Held<G::Card>) -> bool {
        matches!(&*self.advised.read(), Some(Gesture::Lay { cards, .. }) if cards.contains(&held.card))
            && self.is_lifted(held)
    }

    /// Whether a guide means this card, which is not lifted yet.
    pub(crate) fn is_wanted_card(self, held: Held<G::Card>) -> bool {
        let is_meant = |gesture: &Gesture<G::Card, G::Spot>| matches!(gesture, Gesture::Lay { cards, .. } if cards.contains(&held.card));
        self.wanted.read().iter().any(is_meant) && !self.is_lifted(held)
    }

    /// Whether a guide means this spot for what is lifted.
    pub(crate) fn is_wanted(self, spot: G::Spot) -> bool {
        let mut lifted: Vec<G::Card> = self.lifted.read().iter().map(|held| held.card).collect();
        sort_few(&mut lifted);
        self.wanted.read().iter().any(|gesture| match gesture {
            Gesture::Lay { cards, spot: there } => *there == spot && cards[..] == lifted[..],
            Gesture::Point(there) => *there == spot,
            Gesture::Say => false,
        })
    }

    /// Lifts a card, or puts it back. It joins those that are lifted if some move uses them together.
    pub(crate) fn toggle(self, held: Held<G::Card>) {
        self.lifted.update(|lifted| {
            if let Some(place) = lifted.iter().position(|one| *one == held) {
                lifted.remove(place);
                return;
            }
            let mut cards: Vec<G::Card> = lifted.iter().map(|one| one.card).collect();
            cards.push(held.card);
            if !self.offer.read_untracked().may_lift(&cards) {
                lifted.clear();
            }
            lifted.push(held);
        });
    }

    /// Lifts a card alone unless it is lifted already.
    pub(crate) fn lift(self, held: Held<G::Card>) {
        if !self.lifted.read_untracked().contains(&held) {
            self.toggle(held);
        }
    }

    /// Whether the expert would put something there.
    pub(crate) fn is_hinted(self, spot: G::Spot) -> bool {
        self.hinted.get() == Some(spot)
    }

    /// Puts everything back.
    pub(crate) fn put_back(self) {
        self.lifted.set(Vec::new());
        self.joined.set(None);
    }

    /// Puts what is lifted on a spot, or points at it with empty hands. What the rules refuse is explained.
    pub(crate) fn point(self, spot: G::Spot) {
        let cards: Vec<G::Card> = self.lifted.read_untracked().iter().map(|held| held.card).collect();
        let offered = self.offer.read_untracked().moves_at(&cards, spot).first().map(|mv| (*mv).clone());
        match offered.or_else(|| G::wish(&cards, spot)) {
            Some(mv) => self.make(&mv),
            // Whoever points at something with empty hands has tried nothing.
            None if cards.is_empty() => {}
            None => {
                let (text, rule) = G::misplaced(&cards, spot, self.place.shared.preferences.lang_now());
                self.place.refuse(Notice { text, rule: rule.map(|rule| (G::ID, rule.to_owned())) });
            }
        }
    }

    /// Makes a move, with what is said together with it.
    pub(crate) fn make(self, mv: &G::Move) {
        let step = <G as Codec>::write_move(mv);
        let joined = self.joined.get_untracked().map(|said| format!("{step} {said}"));
        let is_allowed = |step: &str| {
            self.place.look_now(|watched| watched.game().is_some_and(|game| game.judge(step).is_ok())) == Some(true)
        };
        let step = joined.filter(|joined| is_allowed(joined)).unwrap_or(step);
        if self.place.step(&step) {
            self.put_back();
        }
    }

    /// If there is but one move for what is lifted, makes it.
    pub(crate) fn lay_where_it_fits(self) -> bool {
        let only = untrack(|| self.only_move());
        only.map(|mv| self.make(&mv)).is_some()
    }

    /// The card of one's hand with this key.
    pub(crate) fn held_by_key(self, key: &str) -> Option<Held<G::Card>> {
        untrack(|| self.held()).into_iter().find(|held| key_of::<G>(*held) == key)
    }
}

/// What a card of one's hand is called in the page.
pub(crate) fn key_of<G: Gestures>(held: Held<G::Card>) -> String {
    format!("{}.{}", G::write_card(held.card), held.copy)
}
