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
//! Which play is best is no matter of the rules: [`Game::moves`] lists only some.
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

use std::ops::RangeInclusive;

pub use events::{Deal, Drawing, Event};
pub use melds::{Layout, Reading, SetFault, Stands};
pub use moves::{Move, Refusal};
pub use rules::{Bag, Colour, JokerRule, Rules, Tile, TileSet};
pub use state::{Phase, Public, Rack, SEATS_MOST, State};
pub use view::{Shown, ShownDeal};

use crate::sheet::{Outcome, Sheet};
use crate::{Chance, Coverage, EventMismatch, Events, Game, GameId, Seat, SeatCount, Turn, View, Viewer};

/// The game of Rummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rummy;

impl Game for Rummy {
    const ID: GameId = GameId::Rummy;
    const SEATS: RangeInclusive<usize> = 2..=SEATS_MOST;

    type Rules = Rules;
    type State = State;
    type Public = Public;
    type Hand = Rack;
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

    fn hand(state: &State, seat: Seat) -> &Rack {
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

    fn moves(public: &Public, hand: &Rack, seat: Seat, moves: &mut Vec<Move>) -> Coverage {
        moves::moves(public, hand, seat, moves)
    }

    fn fallback(public: &Public, hand: &Rack) -> Move {
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
