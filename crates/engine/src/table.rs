//! One table in memory: a state, the seed of its round, and the order in which things are done.
//!
//! A step is decided, then applied, then followed by whatever the dealer owes in mid-round;
//! it happens as a whole or not at all. Rounds are dealt only when asked for.
//!
//! Deliberately absent: I/O, clocks, players, storage.

use crate::{Chance, EventMismatch, Game, Seat, SeatCount, Seed, State, Turn};

/// A table where a match is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table<G: Game> {
    /// The seed that dealt the round under way.
    pub seed: Seed,
    /// The whole truth.
    pub state: State<G>,
}

/// What a step brings about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided<G: Game> {
    /// The table once it is done.
    pub after: Table<G>,
    /// What happened, in order.
    pub events: Vec<G::Event>,
}

/// Told of every event just before it is applied, with the state it falls into.
pub type Observer<'a, G> = &'a mut dyn FnMut(&State<G>, &<G as Game>::Event);

impl<G: Game> Table<G> {
    /// A table before the first deal.
    ///
    /// # Panics
    /// If the game cannot be played by so many.
    #[must_use]
    pub fn new(rules: &G::Rules, seats: SeatCount) -> Self {
        Self { seed: Seed::default(), state: G::table(rules, seats) }
    }

    /// Who may act now.
    #[must_use]
    pub fn turn(&self) -> Turn {
        G::turn(&self.state.public)
    }

    /// Deals the next round from `seed`. Returns whether there was one to deal.
    pub fn deal(&mut self, seed: Seed, observer: Observer<'_, G>) -> bool {
        if !matches!(self.turn(), Turn::Dealer(shuffle) if shuffle.reshuffle == 0) {
            return false;
        }
        self.seed = seed;
        self.let_dealer(observer);
        true
    }

    /// Makes one step of a seat: all of its moves, or none.
    ///
    /// # Errors
    /// The rule that refuses one of them; nothing has changed then.
    pub fn submit(&mut self, seat: Seat, moves: &[G::Move], observer: Observer<'_, G>) -> Result<(), G::Refusal> {
        for event in self.decide(seat, moves)?.events {
            observer(&self.state, &event);
            self.apply(&event);
        }
        Ok(())
    }

    /// What a step would bring about: all of its moves, and whatever the dealer then owes. Changes nothing.
    ///
    /// # Errors
    /// The rule that refuses one of the moves.
    pub fn decide(&self, seat: Seat, moves: &[G::Move]) -> Result<Decided<G>, G::Refusal> {
        let mut after = self.clone();
        // Most moves are one event: room for more would be a large piece of memory for nothing.
        let mut events = Vec::with_capacity(moves.len());
        for mv in moves {
            for event in G::decide(&after.state, seat, mv)? {
                after.apply(&event);
                events.push(event);
            }
            while matches!(after.turn(), Turn::Dealer(shuffle) if shuffle.reshuffle > 0) {
                after.let_dealer(&mut |_, event| events.push(event.clone()));
            }
        }
        Ok(Decided { after, events })
    }

    /// The host's clock has run out: the round under way is the last.
    pub fn call_last_round(&mut self) {
        self.state.public.sheet.last_round = true;
    }

    /// Lets the dealer do what is due.
    fn let_dealer(&mut self, observer: Observer<'_, G>) {
        let Turn::Dealer(shuffle) = self.turn() else { return };
        for event in G::deal(&self.state, &mut Chance::new(&self.seed, shuffle)) {
            observer(&self.state, &event);
            self.apply(&event);
        }
    }

    /// Applies an event that the rules themselves have just brought about.
    fn apply(&mut self, event: &G::Event) {
        if let Err(EventMismatch(why)) = G::apply(&mut self.state, event) {
            // Not bad input but a bug in the game: going on would only spread it.
            panic!("{} brought about {event:?}, which does not fit: {why}", G::ID.slug());
        }
    }
}
