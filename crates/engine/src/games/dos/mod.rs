//! DOS: match the numbers of the centre row with one card or two; colours earn bonuses.
//!
//! The full rulebook is `docs/RULES/dos.*.md`; in short, by its numbers:
//!
//! - Material: R1 108 cards, R2 Joker DOS, R3 Joker #.
//! - Deal: R4 the first dealer, R5 seven cards each and a row of two, R6 who starts and who deals next.
//! - Turn: R7 match or draw, R8 one match for a centre card, R9 single matches, R10 double matches,
//!   R11 on a Joker DOS, R12 on a Joker #, R13 the single colour bonus, R14 the double one,
//!   R15 the colour of a Joker DOS, R16 drawing, R17 putting a card down, R18 ending the turn.
//! - End of a turn: R19 the talon, R20 the row is filled, R21 placing bonuses, R22 the others draw,
//!   R23 penalties, R24 a row without limit, R25 the talon is shuffled, R26 no card anywhere.
//! - The call: R27 who owes it, R28 calling, R29 catching, R30 how the duty lapses, R31 wrong calls,
//!   R32 the race.
//! - End: R33 going out, R34 penalties first, R35 the score, R36 the match.
//!
//! ```
//! use engine::games::Dos;
//! use engine::{Chance, Game, Seed, SeatCount, Shuffle, Turn};
//!
//! let mut state = Dos::table(&Default::default(), SeatCount::new(2).unwrap());
//! let mut chance = Chance::new(&Seed([0; 32]), Shuffle { round: 1, reshuffle: 0 });
//! for event in Dos::deal(&state, &mut chance) {
//!     Dos::apply(&mut state, &event).unwrap();
//! }
//! let Turn::Seat { seat, .. } = Dos::turn(&state.public) else { panic!("dealt") };
//! let mut moves = Vec::new();
//! Dos::moves(&state.public, &state.hands[seat], seat, &mut moves);
//! let events = Dos::decide(&state, seat, &moves[0]).unwrap();
//! assert!(!events.is_empty());
//! ```

mod events;
mod moves;
mod rules;
mod state;
mod view;

pub use events::{Deal, Event, Reason};
pub use moves::{Move, Refusal};
pub use rules::{Card, CardBag, Colour, ColourBonus, Face, KindSet, Play, Rules};
pub use state::{Board, Cards, Hand, Hidden, MAX_SEATS, Match, Owed, Playing, Progress, Stage};
pub use view::{Shown, ShownDeal};

/// The game of DOS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dos;

implement_game!(Dos, seats: 2..=MAX_SEATS, hand: Hand, playing: Playing);
