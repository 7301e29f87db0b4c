//! Rummy: what is seen, and what can be imagined from it.

use crate::{Chance, EventMismatch, PerSeat, Seat, SeatCount, Turn, View, Viewer};

use super::events::{Deal, Drawing, Event};
use super::melds::Layout;
use super::rules::{Bag, Tile};
use super::state::{Hidden, Pile, Rack};
use super::{Phase, Public, Rummy, State};

/// What happened, as one viewer saw it: of a deal the own rack, of a tile drawn only the own.
pub type Shown = Event<ShownDeal, Option<Tile>>;

/// A deal, as one viewer saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownDeal {
    /// The tiles drawn in the open for the start.
    pub drawn: Vec<Drawing>,
    /// Who starts.
    pub first: Seat,
    /// How many tiles each seat was dealt.
    pub rack_sizes: PerSeat<u8>,
    /// How many tiles are left in the pile.
    pub pile_size: u8,
    /// The viewer's own rack.
    pub hand: Option<Rack>,
}

/// Whose doing an event was.
pub(super) fn author<D, C>(event: &Event<D, C>) -> Viewer {
    match event {
        Event::Played { seat, .. } | Event::TimedOut { seat } | Event::Drew { seat, .. } | Event::Passed { seat } => {
            Viewer::Seat(*seat)
        }
        Event::Dealt(_) | Event::TurnPassed { .. } | Event::RoundEnded(_) => Viewer::Spectator,
    }
}

/// Whether chance was used, or a card that lay face down came to be known.
pub(super) fn reveals(event: &Event) -> bool {
    match event {
        Event::Dealt(_) | Event::Drew { .. } | Event::RoundEnded(_) => true,
        Event::Played { .. } | Event::TimedOut { .. } | Event::Passed { .. } | Event::TurnPassed { .. } => false,
    }
}

/// An event as one viewer sees it.
pub(super) fn show(seats: SeatCount, event: &Event, viewer: Viewer) -> Shown {
    match *event {
        Event::Dealt(ref deal) => Shown::Dealt(Box::new(deal.shown(seats, viewer))),
        Event::Played { seat, table } => Shown::Played { seat, table },
        Event::TimedOut { seat } => Shown::TimedOut { seat },
        Event::Drew { seat, tile } => Shown::Drew { seat, tile: viewer.sees(seat).then_some(tile) },
        Event::Passed { seat } => Shown::Passed { seat },
        Event::TurnPassed { to } => Shown::TurnPassed { to },
        Event::RoundEnded(ref ending) => Shown::RoundEnded(ending.clone()),
    }
}

impl Deal {
    /// A deal as one viewer sees it.
    pub(super) fn shown(&self, seats: SeatCount, viewer: Viewer) -> ShownDeal {
        let rack = |seat| self.rack(seats, seat);
        ShownDeal {
            drawn: self.drawn.clone(),
            first: self.first,
            rack_sizes: PerSeat::from_fn(seats, |seat| rack(seat).tiles.len() as u8),
            pile_size: self.rest(seats).unwrap_or_default() as u8,
            hand: seats.seats().find(|seat| viewer.sees(*seat)).map(rack),
        }
    }
}

impl Rack {
    /// What a seat's own doing does to its rack; `before` is what everybody knew until then.
    pub(super) fn follow<D, C: Copy + Into<Option<Tile>>>(
        &mut self,
        before: &Public,
        event: &Event<D, C>,
    ) -> Result<(), EventMismatch> {
        match *event {
            Event::Played { ref table, .. } => {
                let laid = table.bag().minus(before.board.table.bag());
                if !self.tiles.holds(laid) {
                    return Err(EventMismatch("a tile is not on the rack"));
                }
                self.tiles = self.tiles.minus(laid);
            }
            Event::Drew { tile, .. } => {
                let tile = tile.into().ok_or(EventMismatch("an own draw shows no tile"))?;
                if !self.tiles.put(tile) {
                    return Err(EventMismatch("there is no third tile of a kind"));
                }
            }
            Event::Dealt(_)
            | Event::TimedOut { .. }
            | Event::Passed { .. }
            | Event::TurnPassed { .. }
            | Event::RoundEnded(_) => {}
        }
        Ok(())
    }
}

impl Public {
    /// What everybody learns from a deal: a new round begins.
    pub(super) fn start_round(&mut self, deal: &ShownDeal) -> Result<(), EventMismatch> {
        self.begin_round();
        self.board.table = Layout::EMPTY;
        self.board.opened = PerSeat::new(self.sheet.seats());
        self.seat = deal.first;
        self.hand_sizes = deal.rack_sizes;
        self.board.pile_size = deal.pile_size;
        self.board.passes = 0;
        self.phase = Phase::Playing(());
        Ok(())
    }

    /// What everybody learns from an event but a deal: that is not the same in the truth and in a view.
    pub(super) fn follow<D, C: Copy + Into<Option<Tile>>>(&mut self, event: &Event<D, C>) -> Result<(), EventMismatch> {
        match *event {
            Event::Dealt(_) => {}
            Event::Played { seat, ref table } => {
                let laid =
                    table.len().checked_sub(self.board.table.len()).ok_or(EventMismatch("the table has shrunk"))?;
                let size = &mut self.hand_sizes[seat];
                *size = size.checked_sub(laid as u8).ok_or(EventMismatch("the rack is too small"))?;
                self.board.table = *table;
                self.board.opened[seat] = true;
                self.board.passes = 0;
            }
            Event::Drew { seat, .. } => {
                self.board.pile_size = self.board.pile_size.checked_sub(1).ok_or(EventMismatch("the pile is empty"))?;
                self.hand_sizes[seat] += 1;
                self.board.passes = 0;
            }
            Event::TimedOut { .. } => {}
            Event::Passed { .. } => {
                self.board.passes = self.board.passes.saturating_add(1).min(self.sheet.seats().get() as u8);
            }
            Event::TurnPassed { to } => self.seat = to,
            Event::RoundEnded(ref ending) => {
                self.hand_sizes = PerSeat::from_fn(ending.hands.seats(), |seat| ending.hands[seat].tiles.len() as u8);
                self.phase = Phase::Over(ending.clone());
            }
        }
        Ok(())
    }
}

/// Who may act now.
pub(super) fn turn(public: &Public) -> Turn {
    public.plain_turn()
}

/// A truth drawn at random among those that look like this.
pub(super) fn imagine(view: &View<Rummy>, chance: &mut Chance) -> State {
    let public = view.public.clone();
    let seats = public.sheet.seats();
    let mut hands = view.hands_seen();
    let seen = hands.values().iter().fold(public.board.table.bag(), |seen, rack| seen.plus(rack.tiles));
    let mut unseen: Pile = Bag::ALL.minus(seen).iter().collect();
    chance.shuffle(&mut unseen);
    for seat in seats.seats() {
        let rack = &mut hands[seat].tiles;
        while rack.len() < usize::from(public.hand_sizes[seat]) {
            let Some(tile) = unseen.pop() else { break };
            rack.put(tile);
        }
    }
    let pile = unseen.split_off(unseen.len().saturating_sub(usize::from(public.board.pile_size)));
    State { public, hands, hidden: Hidden { pile, out: unseen.iter().copied().collect() } }
}
