//! A set on the table as the quick search needs it.

use engine::Member;
use engine::games::rummy::{Layout, Tile};

use super::own::{COLUMN, RANKS, tile_at};

/// The summary of a set.
#[derive(Clone, Copy, Default)]
pub(super) struct SetSummary {
    pub(super) kind: Kind,
    /// The lowest tile of a suite, the rank of a brelan (from 0), or the place of a set that is left alone.
    pub(super) first: u8,
    /// How many tiles it has.
    pub(super) len: u8,
    /// The colours that the naturals of a brelan have.
    pub(super) colours: u8,
    /// The places of the jokers of a suite.
    pub(super) jokers: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Kind {
    /// Read both ways, or not at all: it stays as it is.
    #[default]
    LeftAlone,
    Suite,
    Brelan,
}

impl SetSummary {
    /// The set that is written like this, at a place of the table.
    pub(super) fn of(set: &[Tile], place: u8) -> Self {
        let mut naturals = set.iter().enumerate().filter(|(_, tile)| !tile.is_joker());
        let left_alone = Self { first: place, ..Self::default() };
        let (Some((at, first)), Some((_, second))) = (naturals.next(), naturals.next()) else { return left_alone };
        let len = set.len() as u8;
        if first.rank() == second.rank() {
            let naturals = set.iter().filter(|tile| !tile.is_joker());
            let colours = naturals.fold(0, |colours, tile| colours | 1 << (tile.index() / RANKS));
            return Self { kind: Kind::Brelan, first: first.rank() - 1, len, colours, jokers: 0 };
        }
        let jokers = set.iter().enumerate().filter(|(_, tile)| tile.is_joker());
        let jokers = jokers.fold(0, |jokers, (place, _)| jokers | 1 << place);
        Self { kind: Kind::Suite, first: (first.index() - at) as u8, len, colours: 0, jokers }
    }

    /// The set of these natural tiles.
    pub(super) fn of_mask(mask: u64) -> Self {
        let first = mask.trailing_zeros() as u8;
        let len = mask.count_ones() as u8;
        if mask & mask >> 1 != 0 {
            return Self { kind: Kind::Suite, first, len, colours: 0, jokers: 0 };
        }
        let rank = first % RANKS as u8;
        let colours = (0..4).fold(0, |colours, colour| colours | (mask >> (colour * RANKS as u8 + rank) & 1) << colour);
        Self { kind: Kind::Brelan, first: rank, len, colours: colours as u8, jokers: 0 }
    }

    /// Whether a suite can go on below its lowest tile.
    pub(super) fn has_room_below(&self) -> bool {
        !usize::from(self.first).is_multiple_of(RANKS)
    }

    /// Whether a suite can go on above its highest tile.
    pub(super) fn has_room_above(&self) -> bool {
        usize::from(self.first) % RANKS + usize::from(self.len) < RANKS
    }

    /// The tiles that can be taken from it without breaking it.
    pub(super) fn spare(&self) -> u64 {
        if self.len < 4 || self.jokers != 0 {
            return 0;
        }
        match self.kind {
            Kind::LeftAlone => 0,
            Kind::Brelan => match self.colours {
                0b1111 => COLUMN << self.first,
                _ => 0,
            },
            Kind::Suite => {
                let ends = 1 | 1 << (self.len - 1);
                // Three tiles have to be left on both sides of an inner one.
                let inner = if self.len >= 7 { ((1_u64 << (self.len - 6)) - 1) << 3 } else { 0 };
                (ends | inner) << self.first
            }
        }
    }

    /// Writes it; `table` is where those lie that were left alone.
    pub(super) fn write(&self, table: &Layout, layout: &mut Layout) {
        let mut tiles = [Tile::JOKER; RANKS];
        let len = usize::from(self.len);
        match self.kind {
            Kind::LeftAlone => {
                if let Some(set) = table.sets().nth(usize::from(self.first)) {
                    layout.push(set);
                }
                return;
            }
            Kind::Suite => {
                for (place, tile) in tiles[..len].iter_mut().enumerate() {
                    if self.jokers >> place & 1 == 0 {
                        *tile = tile_at(self.first + place as u8);
                    }
                }
            }
            Kind::Brelan => {
                let colours = (0..4).filter(|colour| self.colours >> colour & 1 != 0);
                for (tile, colour) in tiles.iter_mut().zip(colours) {
                    *tile = tile_at(colour * RANKS as u8 + self.first);
                }
            }
        }
        layout.push(&tiles[..len]);
    }
}
