//! The order of tiles: on the rack, in a group, and of the groups themselves.

use engine::games::rummy::{Reading, Tile};

use super::{Group, TileCopy};
use crate::gesture::sort::{sort_few, sort_few_by_key};

/// How a rack is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As its owner puts the tiles; new ones come last.
    Free,
    /// Colour by colour, the ranks ascending.
    Colour,
    /// Rank by rank, the colours side by side.
    Rank,
}

impl Order {
    /// Puts tiles in this order; jokers come last.
    pub(super) fn sort(self, pieces: &mut [TileCopy]) {
        match self {
            Self::Free => {}
            Self::Colour => sort_few(pieces),
            Self::Rank => sort_few_by_key(pieces, by_rank),
        }
    }
}

/// Puts a group in order: a suite that is one stays, a brelan goes by colour, and what can become a suite becomes one.
pub(super) fn tidy(pieces: &mut Vec<TileCopy>) {
    let is_set = |pieces: &[TileCopy]| Reading::of(&tiles(pieces)).is_ok();
    let mut by_colour = pieces.clone();
    sort_few(&mut by_colour);
    let is_brelan = is_set(&by_colour) && is_of_one_rank(&by_colour);
    if is_set(pieces) && !is_brelan {
        return;
    }
    let ascending = ascending(pieces);
    *pieces = if is_brelan {
        by_colour
    } else if is_set(&ascending) {
        ascending
    } else {
        sort_few_by_key(&mut by_colour, by_rank);
        by_colour
    };
}

/// Puts tiles that are no set in the order in which they are one, if there is any.
pub(super) fn make_set(pieces: &mut Vec<TileCopy>) {
    let mut tidied = pieces.clone();
    tidy(&mut tidied);
    if Reading::of(&tiles(pieces)).is_err() && Reading::of(&tiles(&tidied)).is_ok() {
        *pieces = tidied;
    }
}

/// Two tiles at least, and all of one rank: jokers may be anywhere among them without changing the set.
fn is_of_one_rank(pieces: &[TileCopy]) -> bool {
    let mut ranks = pieces.iter().filter(|piece| !piece.tile.is_joker()).map(|piece| piece.tile.rank());
    let (first, second) = (ranks.next(), ranks.next());
    second.is_some() && first == second && ranks.all(|rank| Some(rank) == first)
}

/// Ranks ascending, jokers in the gaps, then above, then below.
fn ascending(pieces: &[TileCopy]) -> Vec<TileCopy> {
    let (mut jokers, mut naturals): (Vec<TileCopy>, Vec<TileCopy>) =
        pieces.iter().partition(|piece| piece.tile.is_joker());
    sort_few_by_key(&mut naturals, by_rank);
    let mut line: Vec<TileCopy> = Vec::new();
    for natural in naturals {
        if let Some(last) = line.iter().rev().find(|piece| !piece.tile.is_joker()) {
            let gap = natural.tile.rank().saturating_sub(last.tile.rank() + 1);
            line.extend((0..gap).map_while(|_| jokers.pop()));
        }
        line.push(natural);
    }
    let highest = line.last().map_or(0, |piece| usize::from(piece.tile.rank()));
    let above = jokers.len().min(KING.saturating_sub(highest));
    line.extend(jokers.drain(..above));
    jokers.extend(line);
    jokers
}

const KING: usize = 13;

/// Suites first, by colour and rank, then brelans by rank, then what is no set.
pub(super) fn place_among_groups(group: &Group) -> (u8, Option<Tile>, u8) {
    let lowest = group.pieces.iter().find(|piece| !piece.tile.is_joker()).map(|piece| piece.tile);
    let rank = lowest.map_or(0, Tile::rank);
    match Reading::of(&group.tiles()) {
        Err(_) => (2, None, 0),
        Ok(_) if is_of_one_rank(&group.pieces) => (1, None, rank),
        Ok(_) => (0, lowest, rank),
    }
}

fn tiles(pieces: &[TileCopy]) -> Vec<Tile> {
    pieces.iter().map(|piece| piece.tile).collect()
}

fn by_rank(piece: &TileCopy) -> (bool, u8, TileCopy) {
    (piece.tile.is_joker(), piece.tile.rank(), *piece)
}
