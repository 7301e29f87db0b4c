//! What every game must obey, as executable sentences, over random play.
//!
//! - **L1** Cards are conserved after every event.
//! - **L2** A seat that may act has a move; the others have none.
//! - **L3** Every listed move is accepted; if the list is complete, every other well-formed move is refused.
//! - **L4** A refusal leaves the table as it was.
//! - **L5** Replaying the events from an empty table gives the same state.
//! - **L6** A view that follows what was shown equals the view of the new state, for every viewer.
//! - **L7** An imagined state looks identical to its viewer, to the last byte.
//! - **L8** After the deal, no viewer's imaginations are all equal.
//! - **L9** No card occurs in the bytes of what is shown to a viewer unless it occurs in that viewer's view.
//! - **L10** Play ends within a bound, with standings; the fallback is always accepted.
//! - **L11** What reveals nothing is seen alike by everybody.
//!
//! And of the written form: positions, views, events, moves and options read back as what was written,
//! and a view follows what was read as it follows what was shown.

use std::collections::BTreeSet;

use engine::{Coverage, Refuse, Seat, SeatCount, Table, Turn, View, Viewer};
use wire::{Value, read_position, read_shown, read_step, read_view, write_position, write_step, write_view};

use crate::{Dice, Specimen};

/// The dearer laws (exhaustive refusal, imagination, bytes) are tried once in so many times.
const SELDOM: usize = 24;

/// How much was tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct LawReport {
    /// Matches played to the end.
    pub matches: u64,
    /// Moves made in them.
    pub moves: u64,
    /// Moves tried that the rules had to refuse.
    pub refused: u64,
}

/// Plays `games` random matches for every preset and every number of players, and tries every law on the way.
/// The dearer laws are tried at random moments, so that each is tried many times in every preset.
///
/// # Panics
/// At the first law that is broken, naming it.
pub fn obey_laws<G: Specimen>(games: u64) -> LawReport {
    let mut report = LawReport::default();
    for (preset, rules) in G::presets() {
        for seats in G::SEATS.filter_map(SeatCount::new) {
            for game in 0..games {
                let case = format!("{} {preset}, {} players, game {game}", G::ID.slug(), seats.get());
                let mut trial: Trial<G> = Trial::new(&rules, seats, game, case);
                trial.play();
                report.matches += 1;
                report.moves += trial.moves;
                report.refused += trial.refused;
            }
        }
    }
    report
}

/// One match under the eyes of the law.
struct Trial<G: Specimen> {
    case: String,
    table: Table<G>,
    rules: G::Rules,
    dice: Dice,
    events: Vec<G::Event>,
    views: Vec<View<G>>,
    codes: BTreeSet<String>,
    moves: u64,
    refused: u64,
}

impl<G: Specimen> Trial<G> {
    fn new(rules: &G::Rules, seats: SeatCount, game: u64, case: String) -> Self {
        let table: Table<G> = Table::new(rules, seats);
        let viewers = seats.seats().map(Viewer::Seat).chain([Viewer::Spectator]);
        Self {
            views: viewers.map(|viewer| View::of(&table.state, viewer)).collect(),
            table,
            rules: rules.clone(),
            case,
            dice: Dice::new(game),
            events: Vec::new(),
            codes: G::card_codes().into_iter().collect(),
            moves: 0,
            refused: 0,
        }
    }

    fn play(&mut self) {
        // Before the first deal there is something to see, too.
        self.views.iter().for_each(|view| view_reads_back(view, &self.case));
        let mut steps = 0;
        loop {
            match self.table.turn() {
                Turn::Over(standings) => {
                    let first = standings.values().contains(&1);
                    assert!(first, "L10: {}: nobody is first in {standings:?}", self.case);
                    break self.replays();
                }
                Turn::Dealer(_) => {
                    steps = 0;
                    let seed = self.dice.seed();
                    self.happen(|table, observer| assert!(table.deal(seed, observer)));
                    self.is_uncertain();
                }
                Turn::Seat { seat, also } => {
                    steps += 1;
                    assert!(steps < G::MAX_STEPS, "L10: {}: no end after {steps} steps", self.case);
                    if self.dice.below(SELDOM) == 0 {
                        self.reads_back();
                        self.imagines();
                    }
                    self.lists_who_may_act(seat, also.with(seat));
                    let actor = self.dice.seat(seat, also);
                    self.step(actor);
                }
            }
        }
    }

    /// Makes one random step, after trying what else there is.
    fn step(&mut self, seat: Seat) {
        let state = &self.table.state;
        let mut moves = Vec::new();
        let coverage = G::moves(&state.public, &state.hands[seat], seat, &mut moves);
        if self.dice.below(SELDOM) == 0 {
            self.listed_are_accepted(seat, &moves);
            self.unlisted_are_refused(coverage);
        }
        let mv = moves[self.dice.below(moves.len())].clone();
        self.moves += 1;
        let case = self.case.clone();
        self.happen(|table, observer| {
            let result = table.submit(seat, std::slice::from_ref(&mv), observer);
            assert!(result.is_ok(), "L3: {case}: {mv:?} is listed, and refused: {result:?}");
        });
    }

    /// Lets something happen at the table and holds every event against L1, L6, L9 and L11.
    fn happen(&mut self, act: impl FnOnce(&mut Table<G>, engine::Observer<'_, G>)) {
        let seats = self.table.state.public.sheet.seats();
        let mut happened = Vec::new();
        act(&mut self.table, &mut |before, event| happened.push((before.clone(), event.clone())));
        for (before, event) in happened {
            let mut after = before.clone();
            let applied = G::apply(&mut after, &event);
            assert!(applied.is_ok(), "L5: {}: {event:?} does not fit", self.case);
            if let Err(broken) = G::check(&after) {
                panic!("L1: {}: after {event:?}: {broken}", self.case);
            }
            let open = (!G::reveals(&event)).then(|| G::show(seats, &event, Viewer::Spectator));
            for view in &mut self.views {
                let shown = G::show(seats, &event, view.viewer);
                let hidden = open.as_ref().is_some_and(|open| *open != shown);
                assert!(!hidden, "L11: {}: {event:?} reveals nothing, and not all see it", self.case);
                let known_before = (self.dice.below(SELDOM) == 0).then(|| known_to(view));
                let written = json_of::<G>(&shown);
                let read = read_shown::<G>(written.clone(), seats);
                assert_eq!(read.as_ref(), Ok(&shown), "event: {}: {written}", self.case);
                let followed = G::follow(view, &shown);
                assert!(followed.is_ok(), "L6: {}: {shown:?} does not fit the view: {followed:?}", self.case);
                let seen = View::of(&after, view.viewer);
                assert_eq!(*view, seen, "L6: {}: after {shown:?}", self.case);
                // What is rare, a pile that ran dry or a round that ended, is tried every time.
                if known_before.is_some() || !matches!(G::turn(&view.public), Turn::Seat { .. }) {
                    view_reads_back(view, &self.case);
                }
                let Some(known_before) = known_before else { continue };
                let told = [&written, &write_view(view)].map(codes_in::<G>).concat();
                let known = [known_before, known_to(view)].concat();
                let leaked = told.iter().find(|code| self.codes.contains(*code) && !known.contains(code));
                assert_eq!(leaked, None, "L9: {}: {shown:?} tells {:?} too much", self.case, view.viewer);
            }
            self.events.push(event);
        }
    }

    /// L2, and the fallback of L10.
    fn lists_who_may_act(&self, turn: Seat, may_act: engine::SeatSet) {
        let public = &self.table.state.public;
        let mut moves = Vec::new();
        for seat in public.sheet.seats().seats() {
            moves.clear();
            G::moves(public, &self.table.state.hands[seat], seat, &mut moves);
            let has_move = !moves.is_empty();
            assert_eq!(has_move, may_act.has(seat), "L2: {}: seat {seat}: {moves:?}", self.case);
        }
        let fallback = G::fallback(public, &self.table.state.hands[turn]);
        let decided = G::decide(&self.table.state, turn, &fallback);
        assert!(decided.is_ok(), "L10: {}: the fallback {fallback:?} is refused: {decided:?}", self.case);
    }

    fn listed_are_accepted(&self, seat: Seat, moves: &[G::Move]) {
        let distinct: BTreeSet<&G::Move> = moves.iter().collect();
        assert_eq!(distinct.len(), moves.len(), "L3: {}: a move is listed twice: {moves:?}", self.case);
        let public = &self.table.state.public;
        for mv in moves {
            let decided = G::decide(&self.table.state, seat, mv);
            assert!(decided.is_ok(), "L3: {}: {mv:?} is listed, and refused: {decided:?}", self.case);
            let permitted = G::permit(public, &self.table.state.hands[seat], seat, mv);
            assert_eq!(permitted, Ok(()), "L3: {}: {mv:?} is decided, and not permitted", self.case);
            let text = write_step::<G>(public, seat, mv);
            let step = read_step::<G>(&text);
            let read = step.map(|step| (step.seat.unwrap_or(public.seat), step.moves.into_vec()));
            assert_eq!(read, Ok((seat, vec![mv.clone()])), "notation: {}: {text}", self.case);
        }
    }

    /// The other half of L3, and L4.
    fn unlisted_are_refused(&mut self, coverage: Coverage) {
        if coverage == Coverage::Sample {
            return;
        }
        let state = &self.table.state;
        let public = &state.public;
        let every_move = G::every_move(public);
        let mut listed = Vec::new();
        let mut table = self.table.clone();
        for seat in public.sheet.seats().seats() {
            listed.clear();
            G::moves(public, &state.hands[seat], seat, &mut listed);
            for mv in every_move.iter().filter(|mv| !listed.contains(mv)) {
                let Err(refusal) = G::decide(state, seat, mv) else {
                    panic!("L3: {}: seat {seat} may {mv:?}, but it is not listed", self.case);
                };
                let permitted = G::permit(public, &state.hands[seat], seat, mv);
                assert_eq!(permitted, Err(refusal.clone()), "L3: {}: seat {seat}: {mv:?}", self.case);
                assert!(!refusal.code().is_empty() && refusal.rule().starts_with('R'), "L3: {refusal:?}");
                self.refused += 1;
            }
            let mv = &every_move[self.dice.below(every_move.len())];
            if !listed.contains(mv) {
                let refused = table.submit(seat, std::slice::from_ref(mv), &mut |_, _| {});
                assert!(refused.is_err() && table == self.table, "L4: {}: {mv:?} changed the table", self.case);
            }
        }
    }

    /// L7, for every viewer.
    fn imagines(&mut self) {
        for view in &self.views {
            let imagined = G::imagine(view, self.dice.chance());
            if let Err(broken) = G::check(&imagined) {
                panic!("L7: {}: an imagined state is broken: {broken}", self.case);
            }
            let seen = View::of(&imagined, view.viewer);
            assert_eq!(seen, *view, "L7: {}: an imagined state looks different", self.case);
            assert_eq!(write_view(&seen).to_string(), write_view(view).to_string(), "L7: {}", self.case);
        }
    }

    /// L8, for every viewer, and for what every other seat holds.
    fn is_uncertain(&mut self) {
        for view in &self.views {
            let first = G::imagine(view, self.dice.chance());
            let mut others = (0..16).map(|_| G::imagine(view, self.dice.chance()));
            assert!(others.any(|other| other != first), "L8: {}: {:?} knows everything", self.case, view.viewer);
        }
    }

    /// Positions and options read back as what was written.
    fn reads_back(&self) {
        let written = write_position::<G>(&self.table.state, &self.table.seed);
        let read = read_position::<G>(written.clone()).map(|(state, seed)| Table { seed, state });
        assert_eq!(read.as_ref(), Ok(&self.table), "position: {}: {written}", self.case);
    }

    /// L5: from an empty table through all events to the end.
    fn replays(&self) {
        let seats = self.table.state.public.sheet.seats();
        let mut state = G::table(&self.rules, seats);
        for event in &self.events {
            let applied = G::apply(&mut state, event);
            assert!(applied.is_ok(), "L5: {}: {event:?} does not fit", self.case);
        }
        assert_eq!(state, self.table.state, "L5: {}: the replay ends elsewhere", self.case);
        self.reads_back();
    }
}

/// A view reads back as what was written.
fn view_reads_back<G: Specimen>(view: &View<G>, case: &str) {
    let written = write_view(view);
    let read = read_view::<G>(written.clone(), view.viewer);
    assert_eq!(read.as_ref(), Ok(view), "view: {case}: {written}");
}

/// What is shown, as a reader finds it.
fn json_of<G: Specimen>(shown: &G::Shown) -> Value {
    let text = G::write_shown(shown);
    text.parse().unwrap_or_else(|error| panic!("{text} is no JSON: {error}"))
}

/// The cards a viewer may know: those that lie open, and those of the own hand.
fn known_to<G: Specimen>(view: &View<G>) -> Vec<String> {
    let own = view.hand.as_ref().map(G::hand_codes).unwrap_or_default();
    [G::open_codes(&view.public), own].concat()
}

/// Every text in a JSON value, split at what may stand between cards; what is printed on the board is left out.
fn codes_in<G: Specimen>(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => text.split([' ', '|', '-', '>', '+', '@']).map(String::from).collect(),
        Value::Array(list) => list.iter().flat_map(codes_in::<G>).collect(),
        Value::Object(map) => {
            let cards = map.iter().filter(|(field, _)| !G::FURNITURE.contains(&field.as_str()));
            cards.flat_map(|(_, value)| codes_in::<G>(value)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}
