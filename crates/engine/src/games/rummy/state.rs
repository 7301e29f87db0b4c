//! Rummy: the truth, what everybody knows of it, and the invariants.

use tinyvec::ArrayVec;

use crate::sheet::{Ending, Outcome, Sheet};
use crate::{PerSeat, Seat, SeatCount};

use super::melds::{Layout, Reading};
use super::rules::{Bag, Rules, Tile};

/// The most that may play.
pub const SEATS_MOST: usize = 4;

/// A pile of tiles, the next to be drawn at the end.
pub(super) type Pile = ArrayVec<[Tile; Tile::COUNT]>;

/// The whole truth of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What everybody knows.
    pub public: Public,
    /// Each seat's rack.
    pub hands: PerSeat<Rack, SEATS_MOST>,
    /// The pile, the next tile to be drawn at the end.
    pub pile: Pile,
    /// Tiles that are not in the game: none in play, but a position may leave some out.
    pub out: Bag,
}

/// What everybody knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// The score sheet.
    pub sheet: Sheet,
    /// The sets on the table, as they were written.
    pub table: Layout,
    /// Who has made an opening (R10).
    pub opened: PerSeat<bool, SEATS_MOST>,
    /// Whose turn it is, or was when the round ended.
    pub seat: Seat,
    /// How many tiles each seat holds.
    pub rack_sizes: PerSeat<u8, SEATS_MOST>,
    /// How many tiles are in the pile.
    pub pile_size: u8,
    /// How many have passed in a row (R23).
    pub passes: u8,
    /// Where in the round we are.
    pub phase: Phase,
}

/// Where in the round we are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing has been dealt yet.
    Undealt,
    /// Somebody's turn; each is one move.
    Playing,
    /// The round is over, and all racks are open.
    Over(Box<Ending<PerSeat<Rack, SEATS_MOST>>>),
}

/// What one seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rack {
    /// The tiles held.
    pub tiles: Bag,
}

impl State {
    /// A table before the first deal.
    pub(super) fn new(rules: &Rules, seats: SeatCount) -> Self {
        let public = Public {
            rules: *rules,
            sheet: Sheet::new(seats),
            table: Layout::EMPTY,
            opened: PerSeat::new(seats),
            seat: Seat::default(),
            rack_sizes: PerSeat::new(seats),
            pile_size: 0,
            passes: 0,
            phase: Phase::Undealt,
        };
        Self { public, hands: PerSeat::new(seats), pile: Pile::new(), out: Bag::ALL }
    }

    /// All invariants, conservation of tiles first.
    pub(super) fn check(&self) -> Result<(), String> {
        let public = &self.public;
        let racks = self.hands.values().iter().flat_map(|rack| rack.tiles.iter());
        let table = public.table.tiles().iter().copied();
        let mut everywhere: Vec<Tile> = racks.chain(self.pile).chain(table).chain(self.out.iter()).collect();
        everywhere.sort();
        if !everywhere.iter().copied().eq(Bag::ALL.iter()) {
            return Err(format!("tiles are not conserved: {everywhere:?}"));
        }
        if !self.hands.iter().all(|(seat, rack)| rack.tiles.len() == usize::from(public.rack_sizes[seat])) {
            return Err("a rack's size is wrong".into());
        }
        if self.pile.len() != usize::from(public.pile_size) {
            return Err("the pile's size is wrong".into());
        }
        if let Some(set) = public.table.sets().find(|set| Reading::of(set).is_err()) {
            return Err(format!("{set:?} lies on the table and is no set"));
        }
        if usize::from(public.passes) > public.sheet.seats().get() {
            return Err(format!("{} passes in a row", public.passes));
        }
        Ok(())
    }
}

impl Public {
    /// How the round ended, if it has.
    pub(super) fn outcome(&self) -> Option<&Outcome> {
        match &self.phase {
            Phase::Over(ending) => Some(&ending.outcome),
            _ => None,
        }
    }

    /// R27: whether the match ends with this round.
    pub(super) fn is_last_round(&self) -> bool {
        self.sheet.last_round || self.sheet.round >= self.rules.rounds
    }
}
