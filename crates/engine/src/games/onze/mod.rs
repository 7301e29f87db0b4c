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

use std::ops::RangeInclusive;

pub use events::{Deal, Event};
pub use moves::{Move, Refusal};
pub use rules::{BONUSES, Card, Colour, First, JOKERS, LIAISONS, Link, Rows, Rules, Spot, SpotSet, Variant};
pub use state::{Hand, Phase, Played, Public, SEATS_MOST, State};
pub use view::{Shown, ShownDeal};

use crate::sheet::{Outcome, Sheet};
use crate::{Chance, Coverage, EventMismatch, Events, Game, GameId, Seat, SeatCount, Turn, View, Viewer};

/// The game of Onze.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Onze;

impl Game for Onze {
    const ID: GameId = GameId::Onze;
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
