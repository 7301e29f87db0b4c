//! Onze: four rows of 1 to 21 grow out of four elevens, with jokers and Liaison cards between them.
//!
//! The full rulebook is `docs/RULES/onze.*.md`; in short, by its numbers:
//!
//! - Material: R1 the cards, R2 the four rows and their neighbours.
//! - Deal: R3 the hands and the pile, R4 Liaison and Bonus cards, R5 who starts.
//! - Turn: R6 one to four cards or a draw, R7 drawing, R8 laying a number, R9 laying over a Liaison,
//!   R10 how many Liaisons, R11 laying a joker, R12 the swap, R13 what a swap owes, R14 discarding a
//!   joker, R15 ending the turn.
//! - Empty pile: R16 nobody draws, R17 a card is owed, R18 passing.
//! - Bonus: R19 the last spot of a half row, R20 there are seven.
//! - End: R21 the last card of a hand, R22 the score, R23 the match, R24 the beginners' variant.
//!
//! ```
//! use engine::games::Onze;
//! use engine::{Chance, Game, Seed, SeatCount, Shuffle, Turn};
//!
//! let mut state = Onze::table(&Default::default(), SeatCount::new(2).unwrap());
//! let mut chance = Chance::new(&Seed([0; 32]), Shuffle { round: 1, reshuffle: 0 });
//! for event in Onze::deal(&state, &mut chance) {
//!     Onze::apply(&mut state, &event).unwrap();
//! }
//! let Turn::Seat { seat, .. } = Onze::turn(&state.public) else { panic!("dealt") };
//! let mut moves = Vec::new();
//! Onze::moves(&state.public, &state.hands[seat], seat, &mut moves);
//! let events = Onze::decide(&state, seat, &moves[0]).unwrap();
//! assert!(!events.is_empty());
//! ```

mod events;
mod moves;
mod rules;
mod state;
mod view;

pub use events::{Deal, Event};
pub use moves::{Move, Refusal};
pub use rules::{BONUSES, Card, Colour, First, JOKERS, LIAISONS, Link, Rows, Rules, Spot, SpotSet, Variant};
pub use state::{Board, Hand, Hidden, MAX_SEATS, Played};
pub use view::{Shown, ShownDeal};

/// The game of Onze.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Onze;

implement_game!(Onze, seats: 2..=MAX_SEATS, hand: Hand, playing: Played);
