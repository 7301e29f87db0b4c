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

use std::ops::RangeInclusive;

pub use events::{Deal, Event, Reason};
pub use moves::{Move, Refusal};
pub use rules::{Card, CardBag, Colour, ColourBonus, Face, KindSet, Play, Rules};
pub use state::{Cards, Hand, Match, Owed, Phase, Progress, Public, SEATS_MOST, Stage, State};
pub use view::{Shown, ShownDeal};

use crate::sheet::{Outcome, Sheet};
use crate::{Chance, Coverage, EventMismatch, Events, Game, GameId, Seat, SeatCount, Turn, View, Viewer};

/// The game of DOS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dos;

impl Game for Dos {
    const ID: GameId = GameId::Dos;
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
