//! The tiles a search may and must use, and what leaving one out costs.
//!
//! A supply is one reading of the table's jokers: how the readings come about is told in `readings`.

use super::problem::{JOKER, KINDS};
use super::shapes::{COLOURS, RANKS};

/// What an arrangement falls short of the best imaginable one, in goal units.
pub(super) type Cost = i64;
/// More than any arrangement can cost.
pub(super) const BEYOND: Cost = Cost::MAX / 16;

/// What laying a tile of each kind is worth, in goal units.
pub(super) type Worth = [Cost; KINDS];

/// One value for each rank and colour.
pub(super) type Cells = [[u8; COLOURS]; RANKS];

/// The code of the tile of a rank and a colour.
pub(super) const fn tile_at(rank: usize, colour: usize) -> usize {
    colour * RANKS + rank
}

/// Tiles to arrange.
#[derive(Clone)]
pub(super) struct Supply {
    /// Tiles that must lie on the table afterwards; jokers that go on standing for a tile count as that tile.
    pub(super) must: Cells,
    /// Tiles of the rack that may be laid.
    pub(super) may: Cells,
    /// How many of `must` are jokers that go on standing for the tile.
    pub(super) standing: Cells,
    /// Jokers that may stand for anything, those of the table and those of the rack.
    pub(super) jokers: u8,
    /// How many of them must be used: those of the table.
    pub(super) jokers_owed: u8,
    /// What this reading costs in any case.
    pub(super) base: Cost,
    /// Tiles of the rack that are among `must`, laid to free a joker.
    pub(super) pledged: u8,
    /// Naturals in sets that stay as they are: not to be arranged, but they free jokers.
    pub(super) apart: Cells,
    /// How many naturals of each cell stand in brelans now: where they had best stay.
    pub(super) grouped: Cells,
}

impl Supply {
    /// The table and the rack with every joker free.
    pub(super) fn new(table: &[u8; KINDS], rack: &[u8; KINDS]) -> Self {
        Self {
            must: cells_of(table),
            may: cells_of(rack),
            standing: [[0; COLOURS]; RANKS],
            jokers: table[JOKER] + rack[JOKER],
            jokers_owed: table[JOKER],
            base: 0,
            pledged: 0,
            apart: [[0; COLOURS]; RANKS],
            grouped: [[0; COLOURS]; RANKS],
        }
    }

    /// Lets one joker go on standing for a tile. Which of the jokers lay there before, nobody can tell.
    pub(super) fn keep_joker(&mut self, rank: usize, colour: usize) {
        self.must[rank][colour] += 1;
        self.standing[rank][colour] += 1;
        self.jokers -= 1;
        self.jokers_owed = self.jokers_owed.saturating_sub(1);
    }

    /// Pledges that a tile of the rack will be laid.
    pub(super) fn pledge(&mut self, rank: usize, colour: usize, worth: &Worth) {
        self.may[rank][colour] -= 1;
        self.must[rank][colour] += 1;
        self.base += (-worth[tile_at(rank, colour)]).max(0);
        self.pledged += 1;
    }

    /// Rules out that any tile of this kind is laid from the rack.
    pub(super) fn withhold(&mut self, rank: usize, colour: usize, worth: &Worth) {
        self.base += worth[tile_at(rank, colour)].max(0) * Cost::from(self.may[rank][colour]);
        self.may[rank][colour] = 0;
    }

    /// How many tiles of a rank and colour there are.
    pub(super) fn available(&self, rank: usize, colour: usize) -> u8 {
        self.must[rank][colour] + self.may[rank][colour]
    }
}

/// Tile counts by rank and colour.
pub(super) fn cells_of(counts: &[u8; KINDS]) -> Cells {
    std::array::from_fn(|rank| std::array::from_fn(|colour| counts[tile_at(rank, colour)]))
}

/// What it costs to lay `laid` of `may` tiles, each worth `worth`.
pub(super) fn shortfall(worth: Cost, laid: u8, may: u8) -> Cost {
    if worth >= 0 { worth * Cost::from(may - laid) } else { -worth * Cost::from(laid) }
}
