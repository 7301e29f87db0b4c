//! How a draft stands: which groups are sets, what jokers stand for, what an opening is worth so far.

use engine::Member;
use engine::games::rummy::{Colour, Reading, SetFault, Tile};
use solver::rummy::{KINDS, OPENING_POINTS};

use super::{Draft, Group, TileCopy};

/// What a joker stands for, as far as it is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// The rank.
    pub rank: u8,
    /// The colour, unless several would do.
    pub colour: Option<Colour>,
}

/// How far an opening has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// What the new sets are worth together.
    pub have: u32,
    /// What they must be worth.
    pub need: u32,
}

impl Draft {
    /// Why a group is no set, if it is none.
    #[must_use]
    pub fn fault(&self, number: u32) -> Option<SetFault> {
        self.now.group(number).and_then(fault)
    }

    /// How many groups are no sets.
    #[must_use]
    pub fn fault_count(&self) -> usize {
        self.now.groups.iter().filter(|group| fault(group).is_some()).count()
    }

    /// What a joker in a group stands for; nothing if that may be several ranks, or it is no joker in a set.
    #[must_use]
    pub fn stand(&self, number: u32, joker: TileCopy) -> Option<Stand> {
        let group = self.now.group(number)?;
        let mut jokers = group.pieces.iter().filter(|piece| piece.tile.is_joker());
        let which = jokers.position(|piece| *piece == joker)?;
        let stands = Reading::of(&group.tiles()).ok()?.stands();
        // In a brelan two jokers share the colours that are missing: neither has one of its own.
        let mut tiles = stands.iter().filter_map(|stands| stands.get(which).copied().flatten());
        let first = tiles.next()?;
        let stand = Stand { rank: first.rank(), colour: first.colour() };
        tiles.try_fold(stand, |stand, tile| {
            let colour = stand.colour.filter(|colour| tile.colour() == Some(*colour));
            (tile.rank() == stand.rank).then_some(Stand { colour, ..stand })
        })
    }

    /// How far the opening has come; nothing once it is made, or out of turn.
    #[must_use]
    pub fn opening(&self) -> Option<Opening> {
        if self.has_opened() || !self.is_own_turn() {
            return None;
        }
        let layout = self.now.layout();
        let own = layout.beyond(&self.view.public.board.table).ok()?;
        let have = own.filter_map(|set| Reading::of(set).ok()).map(|reading| reading.points()).sum();
        Some(Opening { have, need: OPENING_POINTS })
    }
}

/// Why a group is no set.
pub(super) fn fault(group: &Group) -> Option<SetFault> {
    Reading::of(&group.tiles()).err()
}

/// Sets in the numbers of the solver, and how many tiles of each kind are in them.
pub(super) fn numbered<'t>(sets: impl Iterator<Item = &'t [Tile]>) -> (Vec<Vec<u8>>, [u8; KINDS]) {
    let mut counts = [0; KINDS];
    let mut numbered = Vec::new();
    for set in sets {
        for tile in set {
            counts[tile.index()] += 1;
        }
        numbered.push(set.iter().map(|tile| u8::try_from(tile.index()).unwrap_or(u8::MAX)).collect());
    }
    (numbered, counts)
}

/// Sets out of the numbers of the solver.
pub(super) fn tiles_of(sets: &[Vec<u8>]) -> Vec<Vec<Tile>> {
    let tiles = |set: &Vec<u8>| set.iter().filter_map(|tile| Tile::from_index(usize::from(*tile))).collect();
    sets.iter().map(tiles).collect()
}
