//! A position, what may be done there, and what comes of it: one rule tested in a few lines.

use engine::{Refuse, Seat, State, Table, View, Viewer};
use wire::{Value, read_position, read_step, write_event, write_position, write_step, write_view};

use crate::Specimen;

/// A position to play on from.
#[derive(Clone, Debug)]
pub struct Scene<G: Specimen> {
    table: Table<G>,
    happened: Happened,
}

/// What the last step or deal brought about.
#[derive(Clone, Debug, Default)]
struct Happened {
    events: Vec<Value>,
    revealing: Vec<String>,
}

impl Happened {
    fn note<G: Specimen>(&mut self, before: &State<G>, event: &G::Event) {
        let written = write_event::<G>(before.public.sheet.seats(), event);
        if G::reveals(event) {
            self.revealing.extend(written["event"].as_str().map(String::from));
        }
        self.events.push(written);
    }
}

impl<G: Specimen> Scene<G> {
    /// The scene in this position.
    ///
    /// # Panics
    /// If it is no position.
    pub fn at(position: Value) -> Self {
        match read_position::<G>(position) {
            Ok((state, seed)) => Self { table: Table { seed, state }, happened: Happened::default() },
            Err(faults) => panic!("not a position: {faults:?}"),
        }
    }

    /// A table just dealt from a seed of equal bytes.
    ///
    /// # Panics
    /// If the game cannot be played by so many.
    pub fn dealt(rules: &G::Rules, players: usize, seed: u8) -> Self {
        let seats = engine::SeatCount::new(players).expect("2 to 8 players");
        let mut table = Table::new(rules, seats);
        table.deal(engine::Seed([seed; 32]), &mut |_, _| {});
        Self { table, happened: Happened::default() }
    }

    /// The table as it stands.
    #[must_use]
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The legal moves of the seat whose turn it is, as the referee lists them.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.moves_of(self.table.state.public.seat)
    }

    /// The legal moves of a seat, as the referee lists them.
    #[must_use]
    pub fn moves_of(&self, seat: Seat) -> Vec<String> {
        let public = &self.table.state.public;
        let mut moves = Vec::new();
        View::<G>::of(&self.table.state, Viewer::Seat(seat)).moves(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(|mv| write_step::<G>(public, seat, mv)).collect();
        texts.sort();
        texts
    }

    /// The legal moves are exactly these.
    ///
    /// # Panics
    /// If they are not.
    #[track_caller]
    pub fn legal(self, expected: &[&str]) -> Self {
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(self.moves(), expected, "legal moves");
        self
    }

    /// A step is refused with this code and rule.
    ///
    /// # Panics
    /// If it is accepted, or refused otherwise.
    #[track_caller]
    pub fn refuses(self, step: &str, code: &str, rule: &str) -> Self {
        match self.clone().submit(step) {
            Ok(()) => panic!("{step} should be refused: {code} ({rule})"),
            Err(refusal) => assert_eq!((refusal.code(), refusal.rule()), (code, rule), "{step}"),
        }
        self
    }

    /// A step is accepted; what follows is the scene after it.
    ///
    /// # Panics
    /// If it is refused.
    #[track_caller]
    pub fn play(mut self, step: &str) -> Self {
        if let Err(refusal) = self.submit(step) {
            panic!("{step} is refused: {refusal}");
        }
        self
    }

    /// Several steps, one after another.
    #[track_caller]
    pub fn play_all(mut self, steps: &[&str]) -> Self {
        for step in steps {
            self = self.play(step);
        }
        self
    }

    /// Deals the next round.
    ///
    /// # Panics
    /// If the round is not over, or the match is.
    #[track_caller]
    pub fn deal(mut self, seed: u8) -> Self {
        let mut happened = Happened::default();
        let watch = &mut |before: &State<G>, event: &G::Event| happened.note::<G>(before, event);
        assert!(self.table.deal(engine::Seed([seed; 32]), watch), "there is no round to deal");
        self.happened = happened;
        self
    }

    /// The events of the last step or deal.
    #[must_use]
    pub fn events(&self) -> &[Value] {
        &self.happened.events
    }

    /// The names of the events of the last step or deal.
    #[must_use]
    pub fn event_names(&self) -> Vec<&str> {
        self.happened.events.iter().filter_map(|event| event["event"].as_str()).collect()
    }

    /// The names of those events of the last step or deal that reveal something: it cannot be taken back.
    #[must_use]
    pub fn revealing(&self) -> &[String] {
        &self.happened.revealing
    }

    /// The position as it now stands.
    #[must_use]
    pub fn position(&self) -> Value {
        write_position::<G>(&self.table.state, &self.table.seed)
    }

    /// What a viewer sees of it.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> Value {
        write_view(&View::<G>::of(&self.table.state, viewer))
    }

    /// A field of the position, by JSON pointer (`/turn/laid`), has this value.
    ///
    /// # Panics
    /// If it has not.
    #[track_caller]
    pub fn shows(self, pointer: &str, expected: Value) -> Self {
        let position = self.position();
        assert_eq!(position.pointer(pointer), Some(&expected), "{pointer}");
        self
    }

    #[track_caller]
    fn submit(&mut self, text: &str) -> Result<(), G::Refusal> {
        let step = match read_step::<G>(text) {
            Ok(step) => step,
            Err(error) => panic!("{error}"),
        };
        let seat = step.seat.unwrap_or(self.table.state.public.seat);
        let mut happened = Happened::default();
        self.table.submit(seat, &step.moves, &mut |before, event| happened.note::<G>(before, event))?;
        self.happened = happened;
        Ok(())
    }
}
