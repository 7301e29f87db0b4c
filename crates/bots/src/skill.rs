//! What each game brings to its bots: heuristics, notes, and imagination.

use std::fmt::Debug;

use engine::{Chance, Game, Public, Scores, Seat, SeatSet, State, View};

/// What a seat goes by when it chooses a move.
#[derive(Debug)]
pub struct Knowledge<'a, G: Skill> {
    /// What everybody knows.
    pub public: &'a Public<G>,
    /// What the seat holds.
    pub hand: &'a G::Hand,
    /// The seat.
    pub seat: Seat,
    /// What it remembers of the round.
    pub notes: &'a G::Notes,
}

impl<G: Skill> Clone for Knowledge<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Skill> Copy for Knowledge<'_, G> {}

impl<G: Skill> Knowledge<'_, G> {
    /// The moves the seat may make now.
    pub fn moves(&self, moves: &mut Vec<G::Move>) {
        G::moves(self.public, self.hand, self.seat, moves);
    }
}

/// A game that bots can play.
pub trait Skill: Game {
    /// What a seat remembers of the round beyond its view: what the others' passes and draws revealed.
    type Notes: Clone + PartialEq + Debug + Default + Send + Sync;

    /// What an imagined move costs, in nanoseconds on one idle core of a common machine.
    const PRICE: u64;

    /// What a supposed world costs before a move is made in it, in nanoseconds of the same core.
    const WORLD_PRICE: u64 = 0;

    /// After so many imagined moves a playout stops, and is [estimated](Self::estimate).
    const HORIZON: usize;

    /// The expert overrules the heuristics when another move is ahead by so many standard errors. The longer the
    /// rounds, the fewer playouts there are, and the likelier it is that the best of many moves is only lucky.
    const CAUTION: f64 = 1.0;

    /// In so many of a hundred worlds the others play as the casual do: nobody knows how well they play.
    const CASUAL_WORLDS: u32 = 30;

    /// A place in the tree of lines tried is looked into move by move once play has come by so often; never, where
    /// what is hidden makes nearly every line a new one.
    const OPENS_AFTER: u32 = 8;

    /// Takes down what `shown` reveals; `before` is what the seat knew until then.
    fn note(notes: &mut Self::Notes, before: &View<Self>, shown: &Self::Shown);

    /// A truth that fits the view, likelier ones more often, by what the notes say.
    fn suppose(view: &View<Self>, notes: &Self::Notes, chance: &mut Chance) -> State<Self>;

    /// The obvious move of the seat whose turn it is.
    fn casual(seen: Knowledge<'_, Self>, chance: &mut Chance) -> Self::Move;

    /// A good move of the seat whose turn it is, by heuristics.
    fn skilled(seen: Knowledge<'_, Self>, chance: &mut Chance) -> Self::Move;

    /// What the expert plays unless thinking shows something better.
    fn favourite(seen: Knowledge<'_, Self>, chance: &mut Chance) -> Self::Move {
        Self::skilled(seen, chance)
    }

    /// How imagined play goes on: quick, and near enough to skilled.
    fn quick(seen: Knowledge<'_, Self>, chance: &mut Chance) -> Self::Move {
        Self::skilled(seen, chance)
    }

    /// The moves worth thinking about, appended to `moves`: all, or the promising ones where there are too many.
    fn options(seen: Knowledge<'_, Self>, moves: &mut Vec<Self::Move>) {
        seen.moves(moves);
    }

    /// What each seat would score about, were the play to stop here.
    fn estimate(state: &State<Self>) -> Scores;

    /// Who is asked first when some may act out of turn.
    fn first_asked(_public: &Public<Self>) -> SeatSet {
        SeatSet::EMPTY
    }

    /// What a seat that pays attention says out of turn, if anything.
    fn speak(_seen: Knowledge<'_, Self>) -> Option<Self::Move> {
        None
    }
}
