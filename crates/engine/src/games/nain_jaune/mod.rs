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

use std::ops::RangeInclusive;

pub use events::{Deal, Event};
pub use moves::{Move, Refusal};
pub use rules::{Card, CardSet, Rank, Restart, Rules, Stakes, Suit};
pub use state::{Hand, Phase, Public, SEATS_MOST, State};
pub use view::{Shown, ShownDeal};

use crate::sheet::{Outcome, Sheet};
use crate::{Chance, Coverage, EventMismatch, Events, Game, GameId, Seat, SeatCount, Turn, View, Viewer};

use rules::PLAYERS_LEAST;

/// The game of Nain Jaune.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NainJaune;

impl Game for NainJaune {
    const ID: GameId = GameId::NainJaune;
    const SEATS: RangeInclusive<usize> = PLAYERS_LEAST..=SEATS_MOST;

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
