//! What a game needs beyond its rules to be written down and read again.

use std::error::Error;
use std::fmt;

use engine::{Game, Public, Seat, SeatCount, State, View};
use serde_json::{Map, Value};
use smallvec::SmallVec;

use crate::fault::Faults;
use crate::fields::Fields;
use crate::position::Common;

/// A game that can be written down and read again.
pub trait Codec: Game {
    /// What is held and drawn.
    type Card: Clone + Eq + fmt::Debug;

    /// Reads what stands after the seat: `text` is trimmed, in the writer's case.
    /// Most steps are one move; a play joined to a call is two, taken together.
    fn read_moves(text: &str) -> Option<SmallVec<[Self::Move; 2]>>;

    /// The canonical form of a move, without a seat.
    fn write_move(mv: &Self::Move) -> String;

    /// Reads the options, noting faults.
    fn read_rules(options: &mut Fields<'_>) -> Self::Rules;

    /// Fits the options to a table of so many: what they name must be there, and what is the default for that
    /// number is no option.
    fn fit_rules(_rules: &mut Self::Rules, _seats: SeatCount, _faults: &Faults) {}

    /// Writes the options that differ from the default.
    fn write_rules(rules: &Self::Rules, options: &mut Map<String, Value>);

    /// Reads the fields of this game, noting faults; `None` only with a fault.
    fn read_state(fields: &mut Fields<'_>, common: Common<Self>) -> Option<Found<Self>>;

    /// The whole truth, when all cards were named.
    fn complete(found: Found<Self>) -> State<Self>;

    /// Writes the fields of this game; what the sight does not see is written as a count.
    fn write_state(sight: &Sight<'_, Self>, fields: &mut Map<String, Value>);

    /// Reads an event as [`write_shown`](Self::write_shown) writes it, at a table of so many, noting faults;
    /// `None` only with a fault.
    fn read_shown(fields: &mut Fields<'_>, seats: SeatCount) -> Option<Self::Shown>;

    /// An event as the text of an object with its name in `event`; cards that were not shown are left out.
    fn write_shown(shown: &Self::Shown) -> String;
}

/// Reads the fields of one kind of event.
pub(crate) type EventReader<G> = fn(&mut Fields<'_>, SeatCount) -> Option<<G as Game>::Shown>;

/// What is read of a table: what everybody knows, and what lies face down as far as it was named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<G: Codec> {
    /// What everybody knows.
    pub public: Public<G>,
    /// What each seat holds; nothing where only a count was written.
    pub hands: Vec<G::Hand>,
    /// The pile, the top first; nothing where only a count was written.
    pub pile: Vec<G::Card>,
}

/// What a writer may look at: the whole truth, or a view.
#[derive(Clone, Copy, Debug)]
pub enum Sight<'a, G: Game> {
    /// Everything.
    Whole(&'a State<G>),
    /// What one viewer knows.
    View(&'a View<G>),
}

impl<'a, G: Game> Sight<'a, G> {
    /// What everybody knows.
    #[must_use]
    pub fn public(&self) -> &'a Public<G> {
        match self {
            Self::Whole(state) => &state.public,
            Self::View(view) => &view.public,
        }
    }

    /// A seat's hand, if it is seen: when the round is over, all are.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<&'a G::Hand> {
        match (self, self.public().ending()) {
            (_, Some(ending)) => Some(&ending.hands[seat]),
            (Self::Whole(state), None) => Some(&state.hands[seat]),
            (Self::View(view), None) => view.hand.as_ref().filter(|_| view.viewer.sees(seat)),
        }
    }

    /// All hands: those that are seen as `write` writes them, the others as a count.
    pub(crate) fn hands(&self, write: impl Fn(&G::Hand) -> Value) -> Value {
        let sizes = self.public().hand_sizes;
        sizes.iter().map(|(seat, size)| self.hand(seat).map_or((*size).into(), &write)).collect()
    }

    /// The whole truth, if it is seen.
    #[must_use]
    pub fn state(&self) -> Option<&'a State<G>> {
        match self {
            Self::Whole(state) => Some(state),
            Self::View(_) => None,
        }
    }
}

/// One line of play as it is written: who, if said, and the moves, taken together or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<G: Game> {
    /// The seat, where it was written.
    pub seat: Option<Seat>,
    /// One move, or a play and the call that goes with it.
    pub moves: SmallVec<[G::Move; 2]>,
}

/// Text that is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// What was written.
    pub text: String,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a move", self.text)
    }
}

impl Error for NotationError {}

/// Reads a step: `12`, `2:catch 0`, `R7>0 dos`.
///
/// # Errors
/// If it is no step of this game.
pub fn read_step<G: Codec>(text: &str) -> Result<Step<G>, NotationError> {
    let error = || NotationError { text: text.into() };
    let (seat, rest) = match text.split_once(':') {
        Some((seat, rest)) => (Some(read_seat(seat.trim()).ok_or_else(error)?), rest),
        None => (None, text),
    };
    let moves = G::read_moves(rest.trim()).ok_or_else(error)?;
    Ok(Step { seat, moves })
}

/// A seat's one digit.
fn read_seat(text: &str) -> Option<Seat> {
    let mut digits = text.chars().map(|digit| digit.to_digit(10));
    match (digits.next(), digits.next()) {
        (Some(Some(digit)), None) => Seat::new(digit as usize),
        _ => None,
    }
}

/// Writes a move in its canonical form; one out of turn carries its seat.
pub fn write_step<G: Codec>(public: &Public<G>, seat: Seat, mv: &G::Move) -> String {
    let text = G::write_move(mv);
    if seat == public.seat { text } else { format!("{seat}:{text}") }
}
