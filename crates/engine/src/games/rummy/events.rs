//! Rummy: what happens, and how it changes the truth.

use smallvec::smallvec;

use crate::{Chance, Ending, EventMismatch, Events, PerSeat, Seat, SeatCount, SeatSet, Viewer, draw_top};

use super::melds::Layout;
use super::rules::{Bag, Tile};
use super::state::{Hidden, MAX_SEATS, Pile, Rack};
use super::{Phase, Rummy, State};

/// Tiles dealt to each player (R8).
const TILES_EACH: usize = 14;

/// What happened. `D` is what is known of a deal, `C` of a tile that is drawn: everything, or what is [shown](super::Shown).
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant, reason = "a play is most of what happens, and needs no heap like this")]
pub enum Event<D = Deal, C = Tile> {
    /// A round was dealt (R7, R8).
    Dealt(Box<D>),
    /// Tiles were laid, and the table was rearranged.
    Played {
        /// Who played.
        seat: Seat,
        /// The table as it is now.
        table: Layout,
    },
    /// The time was up (R21).
    TimedOut {
        /// Whose time.
        seat: Seat,
    },
    /// A tile was drawn.
    Drew {
        /// Who drew.
        seat: Seat,
        /// The tile.
        tile: C,
    },
    /// A player passed.
    Passed {
        /// Who passed.
        seat: Seat,
    },
    /// The turn passed on.
    TurnPassed {
        /// Whose turn it is now.
        to: Seat,
    },
    /// The round ended, and the racks were counted.
    RoundEnded(Box<Ending<Rummy>>),
}

/// A deal: all that chance decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The tiles drawn for the start, in order; they went back before the deal (R7).
    pub drawn: Vec<Drawing>,
    /// Who starts.
    pub first: Seat,
    /// All tiles, the first to be dealt at the end: fourteen to each seat from the first, the rest is the pile.
    pub order: Pile,
}

/// A tile drawn for the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// Who drew it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
}

impl Deal {
    /// What a seat was dealt.
    pub(super) fn rack(&self, seats: SeatCount, seat: Seat) -> Rack {
        let before = seats.clockwise_from(self.first).take_while(|other| *other != seat).count();
        let tiles = self.order.iter().rev().skip(before * TILES_EACH).take(TILES_EACH);
        Rack { tiles: tiles.copied().collect() }
    }

    /// How many tiles are left in the pile.
    pub(super) fn rest(&self, seats: SeatCount) -> Option<usize> {
        self.order.len().checked_sub(seats.get() * TILES_EACH)
    }
}

/// What the dealer does.
pub(super) fn deal(state: &State, chance: &mut Chance) -> Events<Rummy> {
    let public = &state.public;
    match &public.phase {
        Phase::Undealt => {}
        Phase::Over(ending) if !ending.outcome.match_over => {}
        _ => return smallvec![],
    }
    let (first, drawn) = draw_for_start(public.sheet.seats(), chance);
    let mut order: Pile = Bag::ALL.iter().collect();
    chance.shuffle(&mut order);
    smallvec![Event::Dealt(Box::new(Deal { drawn, first, order }))]
}

/// R7: each draws a tile, the highest starts; those who tie draw again from what is left.
fn draw_for_start(seats: SeatCount, chance: &mut Chance) -> (Seat, Vec<Drawing>) {
    let mut tiles: Pile = Bag::ALL.iter().collect();
    let mut drawn: Vec<Drawing> = Vec::with_capacity(MAX_SEATS);
    let mut tied: SeatSet = seats.seats().collect();
    while tied.len() > 1 && tiles.len() >= tied.len() {
        let from = drawn.len();
        for seat in tied.iter() {
            let tile = tiles.swap_remove(chance.below(tiles.len() as u32) as usize);
            drawn.push(Drawing { seat, tile });
        }
        let highest = drawn[from..].iter().map(|drawing| drawing.tile.rank()).max();
        let best = drawn[from..].iter().filter(|drawing| Some(drawing.tile.rank()) == highest);
        tied = best.map(|drawing| drawing.seat).collect();
    }
    (tied.iter().next().unwrap_or_default(), drawn)
}

/// A new round: what chance decided is given out. Kept apart from what happens at every move.
#[inline(never)]
pub(super) fn start_round(state: &mut State, deal: &Deal) -> Result<(), EventMismatch> {
    let seats = state.public.sheet.seats();
    let rest = deal.rest(seats).ok_or(EventMismatch("too few tiles to deal"))?;
    state.hands = PerSeat::from_fn(seats, |seat| deal.rack(seats, seat));
    state.hidden = Hidden { pile: deal.order.iter().take(rest).copied().collect(), out: Bag::EMPTY };
    state.public.start_round(&deal.shown(seats, Viewer::Spectator))
}

impl Hidden {
    /// What an event does to the pile.
    pub(super) fn follow(&mut self, event: &Event) -> Result<(), EventMismatch> {
        match event {
            Event::Drew { tile, .. } => draw_top(&mut self.pile, *tile),
            _ => Ok(()),
        }
    }
}
