//! Onze: what happens, and how it changes the truth.

use smallvec::smallvec;

use crate::{Chance, Ending, EventMismatch, Events, PerSeat, Seat, SeatCount, Viewer, draw_top};

use super::rules::{Card, Colour, First, Rows, Rules, Spot, SpotSet};
use super::state::{Hand, Hidden, Pile};
use super::{Onze, Phase, State};

/// What happened. `D` is what is known of a deal, `C` of a card that is drawn: everything, or what is [shown](super::Shown).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<D = Deal, C = Card> {
    /// A round was dealt (R2–R5).
    Dealt(Box<D>),
    /// A number card was laid on its free spot.
    Laid {
        /// Who laid it.
        seat: Seat,
        /// The card.
        spot: Spot,
        /// The row a Liaison comes from, if one was used.
        from: Option<Colour>,
    },
    /// A joker was laid on a free spot.
    JokerLaid {
        /// Who laid it.
        seat: Seat,
        /// What it stands for.
        spot: Spot,
        /// The row a Liaison comes from, if one was used.
        from: Option<Colour>,
    },
    /// A number card took a joker's place, and the joker came into the hand.
    Swapped {
        /// Who swapped.
        seat: Seat,
        /// The number card.
        spot: Spot,
    },
    /// A joker left the game.
    JokerDiscarded {
        /// Who discarded it.
        seat: Seat,
    },
    /// Half a row was full, and a Bonus card taken.
    BonusTaken {
        /// Who took it.
        seat: Seat,
    },
    /// A card was drawn.
    Drew {
        /// Who drew.
        seat: Seat,
        /// The card.
        card: C,
    },
    /// A seat passed.
    Passed {
        /// Who passed.
        seat: Seat,
    },
    /// The turn passed on.
    TurnPassed {
        /// Whose turn it is now.
        to: Seat,
    },
    /// The round ended, and the hands were counted.
    RoundEnded(Box<Ending<Onze>>),
}

/// A deal: all that chance decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Who begins.
    pub first: Seat,
    /// The rows from top to bottom.
    pub rows: Rows,
    /// All cards but the elevens, the first to be dealt at the end: to each seat in turn its hand,
    /// beginning with who begins; the rest is the pile.
    pub order: Pile,
}

impl Deal {
    /// What a seat was dealt (R3).
    pub(super) fn hand(&self, seats: SeatCount, seat: Seat) -> Hand {
        let before = seats.clockwise_from(self.first).take_while(|other| *other != seat).count();
        let each = Rules::cards_each(seats);
        self.order.iter().rev().skip(before * each).take(each).copied().collect()
    }

    /// How many cards are left in the pile.
    pub(super) fn rest(&self, seats: SeatCount) -> usize {
        self.order.len().saturating_sub(seats.get() * Rules::cards_each(seats))
    }
}

/// What the dealer does.
pub(super) fn deal(state: &State, chance: &mut Chance) -> Events<Onze> {
    let public = &state.public;
    let seats = public.sheet.seats();
    let first = match (&public.phase, public.rules.first) {
        // R5: the first round begins as the options say, later ones one seat further left.
        (Phase::Undealt, First::Random) => seats.seat(chance.below(seats.get() as u32) as usize).unwrap_or_default(),
        (Phase::Undealt, First::Seat(seat)) => seats.seat(seat.index()).unwrap_or_default(),
        (Phase::Over(ending), _) if !ending.outcome.match_over => seats.left_of(public.board.first),
        _ => return smallvec![],
    };
    let mut colours = Colour::ALL;
    chance.shuffle(&mut colours);
    let jokers = (0..public.rules.jokers()).map(|_| Card::Joker);
    let mut order: Pile = SpotSet::ALL.minus(SpotSet::ELEVENS).iter().map(Card::Number).chain(jokers).collect();
    chance.shuffle(&mut order);
    smallvec![Event::Dealt(Box::new(Deal { first, rows: Rows::new(colours).unwrap_or_default(), order }))]
}

/// A new round: what chance decided is given out. Kept apart from what happens at every move.
#[inline(never)]
pub(super) fn start_round(state: &mut State, deal: &Deal) -> Result<(), EventMismatch> {
    let seats = state.public.sheet.seats();
    let rest = deal.rest(seats);
    state.hands = PerSeat::from_fn(seats, |seat| deal.hand(seats, seat));
    state.hidden = Hidden { pile: deal.order.iter().take(rest).copied().collect(), out: SpotSet::EMPTY };
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
