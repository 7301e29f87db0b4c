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

pub use events::{Deal, Event};
pub use moves::{Move, Refusal};
pub use rules::{BoardSide, Card, CardSet, Grid, Rules, Square, SquareIndex, SquareSet};
pub use state::{Board, Hand, Hidden, MAX_SEATS, Playing};
pub use view::{Shown, ShownDeal};

/// The game of Quarante-Six.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuaranteSix;

implement_game!(QuaranteSix, seats: 2..=MAX_SEATS, hand: Hand, playing: Playing);
