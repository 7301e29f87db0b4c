//! Where a search stands, and what it chose on the way there, each packed into a number.
//!
//! How search states follow on one another is told in `search`.

use super::shapes::{COLOURS, GROUPED, RANKS};

/// What was chosen at each rank.
pub(super) type Path = [Choice; RANKS];

/// What happens to the tiles of one rank.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// Tiles of each colour that stand in brelans.
    pub(super) grouped: [u8; COLOURS],
    /// Jokers in brelans.
    pub(super) group_jokers: u8,
    /// Tiles of each colour that stand in suites.
    pub(super) run: [u8; COLOURS],
    /// Jokers in suites of each colour.
    pub(super) run_jokers: [u8; COLOURS],
}

/// A [`Choice`] in little room: the grouping, its jokers, then for each colour tiles and jokers in suites.
#[derive(Clone, Copy)]
pub(super) struct Packed(u32);

impl Packed {
    pub(super) fn new(code: usize, group_jokers: u8) -> Self {
        Self(code as u32 | u32::from(group_jokers) << 8)
    }

    pub(super) fn with(self, colour: usize, run: u8, jokers: u8) -> Self {
        Self(self.0 | (u32::from(run) | u32::from(jokers) << 2) << (16 + 4 * colour))
    }

    pub(super) fn unpack(self) -> Choice {
        let of = |colour: usize, low: usize| (self.0 >> (16 + 4 * colour + low)) as u8 & 3;
        Choice {
            grouped: GROUPED[self.0 as usize & 0xFF],
            group_jokers: (self.0 >> 8) as u8,
            run: std::array::from_fn(|colour| of(colour, 0)),
            run_jokers: std::array::from_fn(|colour| of(colour, 2)),
        }
    }
}

/// A node's identity: the open suites of each colour in a byte each, then jokers left, points, duty and rank.
#[derive(Clone, Copy)]
pub(super) struct SearchState {
    pub(super) states: [u8; COLOURS],
    pub(super) jokers_left: u8,
    pub(super) points: u8,
    pub(super) laid: u8,
    pub(super) rank: u8,
}

impl SearchState {
    pub(super) fn pack(self) -> u64 {
        let tail = u32::from(self.jokers_left) | u32::from(self.points) << 2 | u32::from(self.laid) << 7;
        u64::from(u32::from_le_bytes(self.states)) | u64::from(tail | u32::from(self.rank) << 8) << 32
    }

    pub(super) fn unpack(key: u64) -> Self {
        let tail = (key >> 32) as u32;
        Self {
            states: (key as u32).to_le_bytes(),
            jokers_left: tail as u8 & 3,
            points: (tail >> 2) as u8 & 31,
            laid: (tail >> 7) as u8 & 1,
            rank: (tail >> 8) as u8 & 15,
        }
    }
}
