//! Quarante-Six: cards 1–46 and a joker onto a board of 4 × 12 squares, touching what lies there.
//!
//! The full rulebook is `docs/RULES/quarante-six.*.md`; in short, by its numbers:
//!
//! - Material: R1 47 cards, R2 the blue board, R3 touching, R4 the pile's square, R5 the joker's
//!   square, R6 the red board, R7 the random board.
//! - Deal: R8 five cards each, R9 the first card on the board, R10 who deals and who starts.
//! - Turn: R11 lay or draw, R12 never compelled, R13 laying a number, R14 chains, R15 laying the
//!   joker, R16 the swap, R17 the joker's square keeps it, R18 drawing, R19 ending the turn.
//! - End: R20 the last card of a hand, R21 the last card of the pile, R22 the score, R23 the match.
//!
//! ```
//! use engine::games::QuaranteSix;
//! use engine::{Chance, Game, Seed, SeatCount, Shuffle, Turn};
//!
//! let mut state = QuaranteSix::table(&Default::default(), SeatCount::new(2).unwrap());
//! let mut chance = Chance::new(&Seed([0; 32]), Shuffle { round: 1, reshuffle: 0 });
//! for event in QuaranteSix::deal(&state, &mut chance) {
//!     QuaranteSix::apply(&mut state, &event).unwrap();
//! }
//! let Turn::Seat { seat, .. } = QuaranteSix::turn(&state.public) else { panic!("dealt") };
//! let mut moves = Vec::new();
//! QuaranteSix::moves(&state.public, &state.hands[seat], seat, &mut moves);
//! let events = QuaranteSix::decide(&state, seat, &moves[0]).unwrap();
//! assert!(!events.is_empty());
//! ```

mod events;
mod moves;
mod rules;
mod state;
mod view;

use std::ops::RangeInclusive;

pub use events::{Deal, Event};
pub use moves::{Move, Refusal};
pub use rules::{Board, BoardSide, Card, CardSet, Rules, Square, SquareIndex, SquareSet};
pub use state::{Hand, Phase, Public, SEATS_MOST, State};
pub use view::{Shown, ShownDeal};

use crate::sheet::{Outcome, Sheet};
use crate::{Chance, Coverage, EventMismatch, Events, Game, GameId, Seat, SeatCount, Turn, View, Viewer};

/// The game of Quarante-Six.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuaranteSix;

impl Game for QuaranteSix {
    const ID: GameId = GameId::QuaranteSix;
    const SEATS: RangeInclusive<usize> = 2..=SEATS_MOST;

    type Rules = Rules;
    type State = State;
    type Public = Public;
    type Hand = Hand;
    type Move = Move;
    type Event = Event;
    type Shown = Shown;
    type Refusal = Refusal;

    fn table(rules: &Rules, seats: SeatCount) -> State {
        State::new(rules, seats)
    }

    fn deal(state: &State, chance: &mut Chance) -> Events<Self> {
        events::deal(state, chance)
    }

    fn decide(state: &State, seat: Seat, mv: &Move) -> Result<Events<Self>, Refusal> {
        moves::decide(state, seat, mv)
    }

    fn apply(state: &mut State, event: &Event) -> Result<(), EventMismatch> {
        events::apply(state, event)
    }

    fn check(state: &State) -> Result<(), String> {
        state.check()
    }

    fn public(state: &State) -> &Public {
        &state.public
    }

    fn public_mut(state: &mut State) -> &mut Public {
        &mut state.public
    }

    fn hand(state: &State, seat: Seat) -> &Hand {
        &state.hands[seat]
    }

    fn author(event: &Event) -> Viewer {
        view::author(event)
    }

    fn show(before: &State, event: &Event, viewer: Viewer) -> Shown {
        view::show(before, event, viewer)
    }

    fn follow(view: &mut View<Self>, shown: &Shown) -> Result<(), EventMismatch> {
        view::follow(view, shown)
    }

    fn imagine(view: &View<Self>, chance: &mut Chance) -> State {
        view::imagine(view, chance)
    }

    fn turn(public: &Public) -> Turn {
        view::turn(public)
    }

    fn moves(public: &Public, hand: &Hand, seat: Seat, moves: &mut Vec<Move>) -> Coverage {
        moves::moves(public, hand, seat, moves)
    }

    fn fallback(public: &Public, hand: &Hand) -> Move {
        moves::fallback(public, hand)
    }

    fn sheet(public: &Public) -> &Sheet {
        &public.sheet
    }

    fn sheet_mut(public: &mut Public) -> &mut Sheet {
        &mut public.sheet
    }

    fn outcome(public: &Public) -> Option<&Outcome> {
        public.outcome()
    }
}
