//! Nain Jaune: ascending runs whatever the suit, and a board with tokens on five cards.
//!
//! The full rulebook is `docs/RULES/nain-jaune.*.md`; in short, by its numbers:
//!
//! - Material: R1 52 cards, R2 the board and its five cards, R3 the tokens.
//! - Deal: R4 cards set aside, R5 cards each, R6 the stakes, R7 who deals, who starts, which way.
//! - Play: R8 the ace opens, R9 the next higher value, R10 who can must, R11 "sans", R12 after a
//!   king, R13 when nobody can, R14 who may open must, R15 the board cards.
//! - End: R16 the last card of a hand, R17 what the others pay, R18 who cannot pay, R19 who cannot
//!   stake, R20 who is out, R21 the end of the match, R22 the winner, R23 no token is lost.
//!
//! `unseen.rs` is the seventh file: which hands fit what a viewer has seen.
//!
//! ```
//! use engine::games::NainJaune;
//! use engine::{Chance, Game, Seed, SeatCount, Shuffle, Turn};
//!
//! let mut state = NainJaune::table(&Default::default(), SeatCount::new(3).unwrap());
//! let mut chance = Chance::new(&Seed([0; 32]), Shuffle { round: 1, reshuffle: 0 });
//! for event in NainJaune::deal(&state, &mut chance) {
//!     NainJaune::apply(&mut state, &event).unwrap();
//! }
//! let Turn::Seat { seat, .. } = NainJaune::turn(&state.public) else { panic!("dealt") };
//! let mut moves = Vec::new();
//! NainJaune::moves(&state.public, &state.hands[seat], seat, &mut moves);
//! let events = NainJaune::decide(&state, seat, &moves[0]).unwrap();
//! assert!(!events.is_empty());
//! ```

mod events;
mod moves;
mod rules;
mod state;
mod unseen;
mod view;

pub use events::{Deal, Event};
pub use moves::{Move, Refusal};
pub use rules::{Card, CardSet, Rank, Restart, Rules, Stakes, Suit, cards_aside};
pub use state::{Board, Hand, Hidden, MAX_SEATS};
pub use unseen::known_aside;
pub use view::{Shown, ShownDeal};

use rules::MIN_PLAYERS;

/// The game of Nain Jaune.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NainJaune;

implement_game!(NainJaune, seats: MIN_PLAYERS..=MAX_SEATS, hand: Hand, playing: ());
