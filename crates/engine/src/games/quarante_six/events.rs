//! Quarante-Six: what happens, and how it changes the truth.

use smallvec::smallvec;

use crate::{Chance, Ending, EventMismatch, Events, PerSeat, Seat, SeatCount, Viewer, draw_top};

use super::rules::{BoardSide, Card, CardSet, Grid, Square};
use super::state::{Hand, Hidden, Pile};
use super::{Phase, QuaranteSix, State};

/// Cards dealt to each player (R8).
const CARDS_EACH: usize = 5;

/// What happened. `D` is what is known of a deal, `C` of a card that is drawn: everything, or what is [shown](super::Shown).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<D = Deal, C = Card> {
    /// A round was dealt (R8–R10).
    Dealt(Box<D>),
    /// A number card was laid on its square.
    Laid {
        /// Who laid it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The joker was laid.
    JokerLaid {
        /// Who laid it.
        seat: Seat,
        /// Where.
        square: Square,
    },
    /// A number card took the joker's place, and the joker came into the hand.
    Swapped {
        /// Who swapped.
        seat: Seat,
        /// The number card.
        card: Card,
    },
    /// A card was drawn.
    Drew {
        /// Who drew.
        seat: Seat,
        /// The card.
        card: C,
    },
    /// The turn passed on.
    TurnPassed {
        /// Whose turn it is now.
        to: Seat,
    },
    /// The round ended, and the hands were counted.
    RoundEnded(Box<Ending<QuaranteSix>>),
}

/// A deal: all that chance decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Who deals.
    pub dealer: Seat,
    /// Where each number has its square.
    pub grid: Grid,
    /// All cards, the first to be dealt at the end: five to each seat from the dealer's left,
    /// one for the board, the rest is the pile.
    pub order: Pile,
}

impl Deal {
    /// What a seat was dealt.
    pub(super) fn hand(&self, seats: SeatCount, seat: Seat) -> Hand {
        let before = seats.clockwise_from(seats.left_of(self.dealer)).take_while(|other| *other != seat).count();
        let cards = self.order.iter().rev().skip(before * CARDS_EACH).take(CARDS_EACH);
        Hand { cards: cards.copied().collect(), last_card: None }
    }

    /// The card that is turned and put on the board, and how many are left in the pile (R9).
    pub(super) fn turned(&self, seats: SeatCount) -> Option<(Card, usize)> {
        let rest = self.order.len().checked_sub(seats.get() * CARDS_EACH + 1)?;
        Some((*self.order.get(rest)?, rest))
    }
}

/// What the dealer does.
pub(super) fn deal(state: &State, chance: &mut Chance) -> Events<QuaranteSix> {
    let public = &state.public;
    let seats = public.sheet.seats();
    let dealer = match &public.phase {
        // R10: the first dealer is drawn, later the deal passes left.
        Phase::Undealt => seats.seat(chance.below(seats.get() as u32) as usize).unwrap_or_default(),
        Phase::Over(ending) if !ending.outcome.match_over => seats.left_of(public.board.dealer),
        _ => return smallvec![],
    };
    let grid = match public.rules.board {
        BoardSide::Blue => Grid::blue(),
        BoardSide::Red => Grid::red(),
        BoardSide::Random => Grid::random(chance),
    };
    let mut order: Pile = Card::all().collect();
    chance.shuffle(&mut order);
    smallvec![Event::Dealt(Box::new(Deal { dealer, grid, order }))]
}

/// A new round: what chance decided is given out. Kept apart from what happens at every move.
#[inline(never)]
pub(super) fn start_round(state: &mut State, deal: &Deal) -> Result<(), EventMismatch> {
    let seats = state.public.sheet.seats();
    let (_, rest) = deal.turned(seats).ok_or(EventMismatch("too few cards to deal"))?;
    state.hands = PerSeat::from_fn(seats, |seat| deal.hand(seats, seat));
    state.hidden = Hidden { pile: deal.order.iter().take(rest).copied().collect(), out: CardSet::EMPTY };
    state.public.start_round(&deal.shown(seats, Viewer::Spectator))
}

impl Hidden {
    /// What an event does to the pile.
    pub(super) fn follow(&mut self, event: &Event) -> Result<(), EventMismatch> {
        match event {
            Event::Drew { card, .. } => draw_top(&mut self.pile, *card),
            _ => Ok(()),
        }
    }
}
