//! Rummy: tiles in sets on a table that everyone may rearrange.
//!
//! The full rulebook is `docs/RULES/rummy.*.md`; in short, by its numbers:
//!
//! - Material: R1 106 tiles, R2 what they are worth.
//! - Sets: R3 brelan and carré, R4 suite, R5 jokers in sets, R6 how sets are written.
//! - Deal: R7 who starts, R8 fourteen tiles each.
//! - Turn: R9 play or draw, R10 the opening's thirty points, R11 how they are counted, R12 an opening
//!   touches nothing else, R13 rearranging, R14 every set is a set, R15 a tile from the rack.
//! - Jokers on the table: R16 they stand for a definite tile, R17 until that tile lies there,
//!   R18 they stay on the table, R19 the free joker.
//! - The clock: R20 a minute, R21 when it runs out.
//! - End: R22 the empty pile, R23 all pass, R24 an empty rack, R25 the score, R26 the score when
//!   nobody went out, R27 the match.
//!
//! A seventh file, `melds.rs`, says what a set is, what its jokers stand for, and which sets a rack holds.
//! Which play is best is no matter of the rules: [`Game::moves`](crate::Game::moves) lists only some.
//!
//! ```
//! use engine::games::Rummy;
//! use engine::{Chance, Game, Seed, SeatCount, Shuffle, Turn};
//!
//! let mut state = Rummy::table(&Default::default(), SeatCount::new(2).unwrap());
//! let mut chance = Chance::new(&Seed([0; 32]), Shuffle { round: 1, reshuffle: 0 });
//! for event in Rummy::deal(&state, &mut chance) {
//!     Rummy::apply(&mut state, &event).unwrap();
//! }
//! let Turn::Seat { seat, .. } = Rummy::turn(&state.public) else { panic!("dealt") };
//! let mut moves = Vec::new();
//! Rummy::moves(&state.public, &state.hands[seat], seat, &mut moves);
//! let events = Rummy::decide(&state, seat, &moves[0]).unwrap();
//! assert!(!events.is_empty());
//! ```

mod events;
mod melds;
mod moves;
mod rules;
mod state;
mod view;

pub use events::{Deal, Drawing, Event};
pub use melds::{Layout, Reading, SetFault, Stands};
pub use moves::{Move, Refusal};
pub use rules::{Bag, Colour, JokerRule, Rules, Tile, TileSet};
pub use state::{Board, Hidden, MAX_SEATS, Rack};
pub use view::{Shown, ShownDeal};

/// The game of Rummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rummy;

implement_game!(Rummy, seats: 2..=MAX_SEATS, hand: Rack, playing: ());
