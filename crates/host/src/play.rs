//! The game on a table, for those who do not care which: steps as text, what is shown as JSON.
//!
//! One implementation serves all five games. A step is decided first and done later, when it has been written down;
//! what was foreseen is kept in between, so that it is not worked out twice.

use std::sync::Arc;

use bots::{Budget, Level, Seated, asked, choose, speak};
use engine::{
    Chance, Coverage, Decided, EventMismatch, Game, GameId, Outcome, Public, Seat, SeatCount, Seed, Shuffle, State,
    Table, Turn, View, Viewer, with_game,
};
use referee::advice::advise;
use serde_json::{Map, Value};
use wire::house::{HintResult, Legal, Settings, TextByViewer};
use wire::{Fault, read_options, read_position, read_step, write_position, write_step, write_view};
use words::Lang;

use crate::hosted::Hosted;
use referee::judge::{Chooser, StepRefused, judge};

/// How long an expert thinks about a move, in milliseconds.
const EXPERT_MILLIS: u64 = 20;
/// How long a hint is thought about.
const HINT_MILLIS: u64 = 100;
/// The most steps that can be taken back one after the other.
const MAX_UNDO: usize = 32;
/// A stream that no deal uses: rounds are counted from 1.
const NO_DEAL: Shuffle = Shuffle { round: 0, reshuffle: 0 };

/// A step that may be made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Allowed {
    /// The step in canonical notation.
    pub(crate) text: String,
    /// How the round ends with it, if it does.
    pub(crate) outcome: Option<Outcome>,
    /// The final ranks, if the match ends with it.
    pub(crate) places: Option<Vec<u8>>,
}

/// The game as it was at one moment, to be seen later.
pub(crate) trait PastGame: Send + std::fmt::Debug {
    /// As a viewer might see it then; absent before the first deal.
    fn view(&self, viewer: Viewer) -> Option<Value>;
}

/// What a player who is asked for a move will do; it may take a while, and asks whether there is time left.
pub type Thinking = Box<dyn FnOnce(&mut dyn FnMut() -> bool) -> String + Send>;
/// What an expert would advise; it may take a while.
pub type Advising = Box<dyn FnOnce(&mut dyn FnMut() -> bool) -> Option<HintResult> + Send>;

/// The game on a table.
pub(crate) trait Play: Send + std::fmt::Debug {
    fn turn(&self) -> Turn;
    fn round(&self) -> u16;
    fn outcome(&self) -> Option<&Outcome>;
    fn turn_seconds(&self) -> Option<u16>;
    fn minutes(&self) -> Option<u16>;
    fn is_last_round(&self) -> bool;
    /// Whether a step may be made; nothing is done yet.
    fn decide(&mut self, seat: Seat, text: &str, chooser: Chooser) -> Result<Allowed, StepRefused>;
    /// Makes a step that was decided, now or in an earlier life.
    fn step(&mut self, seat: Seat, text: &str, chooser: Chooser) -> Result<TextByViewer, EventMismatch>;
    fn deal(&mut self, seed: Seed) -> Result<TextByViewer, EventMismatch>;
    /// Goes back to before the last deal.
    fn void_round(&mut self) -> Result<(), EventMismatch>;
    fn call_last_round(&mut self);
    /// The seat that could take its last step back.
    fn undoable(&self) -> Option<Seat>;
    fn undo(&mut self) -> Result<(), EventMismatch>;
    fn view(&self, viewer: Viewer) -> Value;
    /// The whole truth, with the seed that dealt it; absent before the first deal.
    fn position(&self) -> Option<Value>;
    /// Goes on from a position in which a round of this game has ended, as if it had been played here.
    fn resume(&mut self, position: Value) -> Result<(), EventMismatch>;
    fn past(&self) -> Box<dyn PastGame>;
    fn legal(&self, seat: Seat) -> Legal;
    /// Whether a step begins with a move that is a race.
    fn is_call(&self, text: &str) -> bool;
    /// What is played for the seat whose turn it is when its time is up.
    fn fallback(&self) -> Option<(Seat, String)>;
    /// From now on the seat's bot keeps notes, or no longer.
    fn watch_for(&mut self, seat: Seat, is_bot: bool);
    fn think(&self, seat: Seat, level: Level, seed: Seed) -> Option<Thinking>;
    /// The first of these seats that has something to say out of turn, and what.
    fn speak(&self, bots: &[(Seat, Level)], seed: Seed) -> Option<(Seat, String)>;
    fn advise(&self, seat: Seat, lang: Lang) -> Option<Advising>;
}

/// A game, and its options in canonical form.
type SetUp = (Box<dyn Play>, Map<String, Value>);

/// A new game as a table is set up for it, before the first deal, and its options in canonical form.
pub(crate) fn set_up(settings: &Settings) -> Result<SetUp, Vec<Fault>> {
    with_game!(settings.game, G => {
        let options = Some(Value::Object(settings.options.clone()));
        let (seats, rules) = read_options::<G>(i64::from(settings.seats), options)?;
        let mut canonical = Map::new();
        <G as wire::Codec>::write_rules(&rules, &mut canonical);
        Ok((Box::new(Playing::<G>::new(&rules, seats, settings.undo)), canonical))
    })
}

/// Whether a game has a clock of its own.
#[must_use]
pub fn has_clock(game: GameId) -> bool {
    with_game!(game, G => <G as Hosted>::HAS_CLOCK)
}

/// How many may play a game.
#[must_use]
pub fn seats_of(game: GameId) -> std::ops::RangeInclusive<usize> {
    with_game!(game, G => <G as Game>::SEATS)
}

/// The one implementation.
#[derive(Debug)]
struct Playing<G: Hosted> {
    table: Table<G>,
    /// How it was before the last deal.
    before_deal: Option<Table<G>>,
    /// What the bots of the house know, where one sits.
    minds: Vec<Option<Seated<G>>>,
    /// How it was before each step that can be taken back.
    past: Vec<Past<G>>,
    /// Whether a step can be taken back at all.
    keeps_past: bool,
    /// A step that was allowed and not made yet.
    foreseen: Option<Foreseen<G>>,
}

#[derive(Clone, Debug)]
struct Past<G: Hosted> {
    seat: Seat,
    table: Table<G>,
    minds: Vec<Option<Seated<G>>>,
}

#[derive(Debug)]
struct Foreseen<G: Hosted> {
    seat: Seat,
    text: String,
    decided: Decided<G>,
}

/// A game as it was is a state.
#[derive(Debug)]
struct PastState<G: Hosted>(State<G>);

impl<G: Hosted> PastGame for PastState<G> {
    fn view(&self, viewer: Viewer) -> Option<Value> {
        let is_dealt = self.0.public.sheet.round > 0;
        is_dealt.then(|| write_view::<G>(&View::of(&self.0, viewer)))
    }
}

impl<G: Hosted> Playing<G> {
    fn new(rules: &G::Rules, seats: SeatCount, keeps_past: bool) -> Self {
        let minds = seats.seats().map(|_| None).collect();
        Self { table: Table::new(rules, seats), before_deal: None, minds, past: Vec::new(), keeps_past, foreseen: None }
    }

    fn public(&self) -> &Public<G> {
        &self.table.state.public
    }

    fn seats(&self) -> SeatCount {
        self.public().sheet.seats()
    }

    /// What a seat knows; whoever has not watched remembers nothing.
    fn mind(&self, seat: Seat) -> Option<Seated<G>> {
        match self.minds.get(seat.index())? {
            Some(mind) => Some(mind.clone()),
            None => Seated::new(View::of(&self.table.state, Viewer::Seat(seat))),
        }
    }

    /// Shows everybody what happened: the bots of the house learn it, the others are told in JSON.
    fn show(&mut self, happened: &[G::Event]) -> Result<TextByViewer, EventMismatch> {
        let count = self.seats();
        let see = |viewer| -> Vec<G::Shown> { happened.iter().map(|event| G::show(count, event, viewer)).collect() };
        let write = |seen: &[G::Shown]| -> Arc<str> {
            let mut text = String::with_capacity(64);
            for shown in seen {
                text.push(if text.is_empty() { '[' } else { ',' });
                text += &G::write_shown(shown);
            }
            if text.is_empty() {
                text.push('[');
            }
            text.push(']');
            text.into()
        };
        let public = see(Viewer::Spectator);
        let spectator = write(&public);
        let mut seats = Vec::with_capacity(self.minds.len());
        for seat in count.seats() {
            let seen = see(Viewer::Seat(seat));
            if let Some(mind) = &mut self.minds[seat.index()] {
                seen.iter().try_for_each(|shown| mind.follow(shown))?;
            }
            seats.push(if seen == public { spectator.clone() } else { write(&seen) });
        }
        Ok(TextByViewer { seats, spectator })
    }
}

/// Whether what happened cannot be taken back: something hidden came to light, or the turn is over.
fn is_final<G: Hosted>(happened: &[G::Event], after: &Table<G>, seat: Seat) -> bool {
    let stays = matches!(after.turn(), Turn::Seat { seat: mover, .. } if mover == seat);
    !stays || happened.iter().any(G::reveals)
}

impl<G: Hosted> Play for Playing<G> {
    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn round(&self) -> u16 {
        self.public().sheet.round
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.public().outcome()
    }

    fn turn_seconds(&self) -> Option<u16> {
        G::turn_seconds(&self.public().rules)
    }

    fn minutes(&self) -> Option<u16> {
        G::minutes(&self.public().rules)
    }

    fn is_last_round(&self) -> bool {
        self.public().sheet.last_round
    }

    fn decide(&mut self, seat: Seat, text: &str, chooser: Chooser) -> Result<Allowed, StepRefused> {
        let (text, decided) = judge(&self.table, seat, text, chooser)?;
        let outcome = decided.after.state.public.outcome().cloned();
        let places = match decided.after.turn() {
            Turn::Over(standings) => Some(standings.values().to_vec()),
            _ => None,
        };
        self.foreseen = Some(Foreseen { seat, text: text.clone(), decided });
        Ok(Allowed { text, outcome, places })
    }

    fn step(&mut self, seat: Seat, text: &str, chooser: Chooser) -> Result<TextByViewer, EventMismatch> {
        let decided = match self.foreseen.take() {
            Some(foreseen) if foreseen.seat == seat && foreseen.text == text => foreseen.decided,
            _ => match judge(&self.table, seat, text, chooser) {
                Ok((canonical, decided)) if canonical == text => decided,
                Ok(_) => return Err(EventMismatch("a step of the log is not written as steps are")),
                Err(_) => return Err(EventMismatch("a step of the log is refused")),
            },
        };
        if !self.keeps_past || is_final(&decided.events, &decided.after, seat) {
            self.past.clear();
        } else {
            if self.past.last().is_some_and(|past| past.seat != seat) || self.past.len() >= MAX_UNDO {
                self.past.clear();
            }
            self.past.push(Past { seat, table: self.table.clone(), minds: self.minds.clone() });
        }
        self.table = decided.after;
        self.show(&decided.events)
    }

    fn deal(&mut self, seed: Seed) -> Result<TextByViewer, EventMismatch> {
        let mut happened = Vec::new();
        let before = self.table.clone();
        if !self.table.deal(seed, &mut |_, event| happened.push(event.clone())) {
            return Err(EventMismatch("no round was to be dealt"));
        }
        self.before_deal = Some(before);
        self.past.clear();
        self.foreseen = None;
        self.show(&happened)
    }

    fn void_round(&mut self) -> Result<(), EventMismatch> {
        self.table = self.before_deal.take().ok_or(EventMismatch("no round was dealt"))?;
        self.past.clear();
        self.foreseen = None;
        for seat in self.seats().seats() {
            let is_bot = self.minds[seat.index()].is_some();
            self.watch_for(seat, is_bot);
        }
        Ok(())
    }

    fn call_last_round(&mut self) {
        self.foreseen = None;
        self.table.call_last_round();
        self.minds.iter_mut().flatten().for_each(Seated::call_last_round);
        for past in &mut self.past {
            past.table.call_last_round();
            past.minds.iter_mut().flatten().for_each(Seated::call_last_round);
        }
    }

    fn undoable(&self) -> Option<Seat> {
        self.past.last().map(|past| past.seat)
    }

    fn undo(&mut self) -> Result<(), EventMismatch> {
        let past = self.past.pop().ok_or(EventMismatch("there is no step to take back"))?;
        self.foreseen = None;
        self.table = past.table;
        self.minds = past.minds;
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> Value {
        write_view::<G>(&View::of(&self.table.state, viewer))
    }

    fn position(&self) -> Option<Value> {
        let Table { seed, state } = &self.table;
        (state.public.sheet.round > 0).then(|| write_position::<G>(state, seed))
    }

    fn resume(&mut self, position: Value) -> Result<(), EventMismatch> {
        if position.get("game").and_then(Value::as_str) != Some(G::ID.slug()) {
            return Err(EventMismatch("the position is one of another game"));
        }
        let (state, seed) = read_position::<G>(position).map_err(|_| EventMismatch("the position cannot be read"))?;
        let table = Table { seed, state };
        let public = &table.state.public;
        if public.rules != self.public().rules || public.sheet.seats() != self.seats() {
            return Err(EventMismatch("the position is one of another table"));
        }
        if public.outcome().is_none() || !matches!(table.turn(), Turn::Dealer(_)) {
            return Err(EventMismatch("no round is to be dealt in the position"));
        }
        self.table = table;
        Ok(())
    }

    fn past(&self) -> Box<dyn PastGame> {
        Box::new(PastState::<G>(self.table.state.clone()))
    }

    fn legal(&self, seat: Seat) -> Legal {
        let public = self.public();
        let mut moves = Vec::new();
        let coverage = G::list(public, &self.table.state.hands[seat], seat, &mut moves);
        let mut moves: Vec<String> = moves.iter().map(|mv| write_step::<G>(public, seat, mv)).collect();
        moves.sort_unstable();
        Legal { moves, complete: coverage == Coverage::Complete }
    }

    fn is_call(&self, text: &str) -> bool {
        read_step::<G>(text).is_ok_and(|step| step.moves.first().is_some_and(G::is_call))
    }

    fn fallback(&self) -> Option<(Seat, String)> {
        let Turn::Seat { seat, .. } = self.table.turn() else { return None };
        let mv = <G as Game>::fallback(self.public(), &self.table.state.hands[seat]);
        Some((seat, G::write_move(&mv)))
    }

    fn watch_for(&mut self, seat: Seat, is_bot: bool) {
        let fresh = || Seated::new(View::of(&self.table.state, Viewer::Seat(seat)));
        let mind = if is_bot { fresh() } else { None };
        if let Some(place) = self.minds.get_mut(seat.index()) {
            *place = mind;
        }
        // What the others remember goes on from here: a step from before is no longer theirs to take back.
        self.past.clear();
    }

    fn think(&self, seat: Seat, level: Level, seed: Seed) -> Option<Thinking> {
        let mind = self.mind(seat)?;
        Some(Box::new(move |clock| {
            let mut chance = Chance::new(&seed, NO_DEAL);
            G::write_move(&choose(level, &mind, &mut Budget::watched(EXPERT_MILLIS, clock), &mut chance))
        }))
    }

    fn speak(&self, bots: &[(Seat, Level)], seed: Seed) -> Option<(Seat, String)> {
        let Turn::Seat { seat, also } = self.table.turn() else { return None };
        if also.is_empty() {
            return None;
        }
        let mut chance = Chance::new(&seed, NO_DEAL);
        asked::<G>(self.public(), seat, also).find_map(|speaker| {
            let (_, level) = bots.iter().find(|(bot, _)| *bot == speaker)?;
            let mv = speak(*level, &self.mind(speaker)?, &mut chance)?;
            Some((speaker, G::write_move(&mv)))
        })
    }

    fn advise(&self, seat: Seat, lang: Lang) -> Option<Advising> {
        let view: View<G> = View::of(&self.table.state, Viewer::Seat(seat));
        Some(Box::new(move |clock| advise::<G>(view, &mut Budget::watched(HINT_MILLIS, clock), lang)))
    }
}
