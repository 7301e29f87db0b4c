//! Seeded random positions, small enough for brute force.

use solver::rummy::{JOKER, KINDS, Tile};

/// A small generator (xorshift): the positions are the same everywhere and always.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % bound as u64) as usize
    }
}

/// What the random positions are like.
#[derive(Clone, Copy)]
pub(crate) struct Mould {
    /// Tiles on the table at most, roughly.
    pub(crate) table: usize,
    /// Tiles on the rack.
    pub(crate) rack: usize,
    /// From how many consecutive ranks they come.
    pub(crate) ranks: usize,
    /// How often a set of the table has a joker, and a rack one.
    pub(crate) joker_percent: usize,
}

/// A table of random sets and a random rack from the tiles left.
pub(crate) fn position(dice: &mut Dice, mould: Mould) -> (Vec<Vec<Tile>>, [u8; KINDS]) {
    let low = dice.below(13 - mould.ranks + 1);
    let mut pool = [2_u8; KINDS];
    let mut table: Vec<Vec<Tile>> = Vec::new();
    for _ in 0..12 {
        let size = 3 + dice.below(3);
        if table.concat().len() + size > mould.table {
            continue;
        }
        let colour = dice.below(4);
        let mut set: Vec<usize> = if dice.below(2) == 0 {
            let rank = low + dice.below(mould.ranks);
            (0..size.min(4)).map(|at| (colour + at) % 4 * 13 + rank).collect()
        } else if size <= mould.ranks {
            let first = low + dice.below(mould.ranks - size + 1);
            (first..first + size).map(|rank| colour * 13 + rank).collect()
        } else {
            continue;
        };
        for _ in 0..2 {
            if dice.below(100) < mould.joker_percent {
                let at = dice.below(set.len());
                set[at] = JOKER;
            }
        }
        let mut rest = pool;
        let fits = set.iter().all(|&tile| {
            let is_there = rest[tile] > 0;
            rest[tile] = rest[tile].saturating_sub(1);
            is_there
        });
        if fits {
            pool = rest;
            table.push(set.iter().map(|&tile| tile as Tile).collect());
        }
    }
    let mut rack = [0; KINDS];
    for _ in 0..mould.rack {
        let tile = if dice.below(300) < mould.joker_percent {
            JOKER
        } else {
            dice.below(4) * 13 + low + dice.below(mould.ranks)
        };
        if pool[tile] > 0 {
            pool[tile] -= 1;
            rack[tile] += 1;
        }
    }
    (table, rack)
}
