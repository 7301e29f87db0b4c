//! The sets that a rack holds by itself.

use engine::Member;
use engine::games::rummy::{Bag, Layout, Tile};

pub(super) const RANKS: usize = 13;
/// The tiles of the lowest rank.
pub(super) const COLUMN: u64 = 1 | 1 << RANKS | 1 << (2 * RANKS) | 1 << (3 * RANKS);
/// All tiles of the ranks a suite of three can begin with.
pub(super) const KINDS_BELOW_QUEEN: u64 = COLUMN * ((1 << (RANKS - 2)) - 1);
/// All tiles a suite of two can begin with.
const KINDS_BELOW_KING: u64 = COLUMN * ((1 << (RANKS - 1)) - 1);

/// Most sets that are thought about at once.
const MAX_FOUND: usize = 24;
/// More sets than a rack is likely to hold.
const MAX_CHOSEN: usize = 12;

/// Sets of natural tiles, each as a mask of kinds, that can be laid together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chosen {
    masks: [u64; MAX_CHOSEN],
    count: usize,
    /// What they are worth together.
    pub(super) points: u32,
}

impl Chosen {
    pub(super) fn masks(&self) -> &[u64] {
        &self.masks[..self.count]
    }

    fn with(mut self, mask: u64) -> Self {
        if let Some(place) = self.masks.get_mut(self.count) {
            *place = mask;
            self.count += 1;
            self.points += points(mask);
        }
        self
    }
}

/// The dearest sets of natural tiles that a rack holds.
pub(super) fn best(rack: Bag) -> Chosen {
    let kinds = rack.kinds().without(Tile::JOKER).mask();
    let mut longest = [0; MAX_FOUND];
    let mut count = 0;
    let mut used = Bag::EMPTY;
    let mut clash = false;
    let mut find = |mask: u64| {
        if count < MAX_FOUND {
            longest[count] = mask;
            count += 1;
        }
        let mut rest = mask;
        while rest != 0 {
            let tile = tile_at(rest.trailing_zeros() as u8);
            clash |= used.count(tile) >= rack.count(tile);
            used.put(tile);
            rest &= rest - 1;
        }
    };
    let mut threes = kinds & kinds >> 1 & kinds >> 2 & KINDS_BELOW_QUEEN;
    while threes != 0 {
        let low = threes.trailing_zeros();
        let room = RANKS as u32 - low % RANKS as u32;
        let len = (kinds >> low).trailing_ones().min(room);
        find(((1 << len) - 1) << low);
        threes &= !(((1 << len) - 1) << low);
    }
    let [black, red, blue, yellow] = columns(kinds);
    let mut ranks = black & red & (blue | yellow) | blue & yellow & (black | red);
    while ranks != 0 {
        let rank = ranks.trailing_zeros();
        ranks &= ranks - 1;
        find(kinds & COLUMN << rank);
    }
    if count == 0 {
        return Chosen::default();
    }
    if !clash {
        let all = longest[..count].iter().fold(Chosen::default(), |chosen, mask| chosen.with(*mask));
        return again(rack, all);
    }
    let parts = Parts::of(&longest[..count]);
    let mut best = Chosen::default();
    parts.choose(0, rack, Chosen::default(), &mut best);
    best
}

/// What a rack with two tiles of many kinds holds beyond the first sets.
fn again(rack: Bag, first: Chosen) -> Chosen {
    let mut rest = rack;
    for mask in first.masks() {
        take(&mut rest, *mask);
    }
    let more = if rest.len() < 3 { Chosen::default() } else { best(rest) };
    more.masks().iter().fold(first, |chosen, mask| chosen.with(*mask))
}

/// Sets and parts of sets to choose among.
struct Parts {
    masks: [u64; MAX_FOUND],
    count: usize,
}

impl Parts {
    /// The sets with whatever sets of three and four are in them, the dearest first.
    fn of(sets: &[u64]) -> Self {
        let mut parts = Self { masks: [0; MAX_FOUND], count: 0 };
        for set in sets {
            parts.push(*set);
        }
        for set in sets {
            if set & set >> 1 != 0 {
                let (low, len) = (set.trailing_zeros(), set.count_ones());
                for part in (3..len.min(6)).rev() {
                    for step in 0..=len - part {
                        parts.push(((1 << part) - 1) << (low + step));
                    }
                }
            } else if set.count_ones() == 4 {
                let mut rest = *set;
                while rest != 0 {
                    parts.push(set & !(rest & rest.wrapping_neg()));
                    rest &= rest - 1;
                }
            }
        }
        parts.masks[..parts.count].sort_unstable_by_key(|mask| std::cmp::Reverse(points(*mask)));
        parts
    }

    fn push(&mut self, mask: u64) {
        if self.count < MAX_FOUND {
            self.masks[self.count] = mask;
            self.count += 1;
        }
    }

    fn choose(&self, from: usize, rack: Bag, chosen: Chosen, best: &mut Chosen) {
        if chosen.points > best.points {
            *best = chosen;
        }
        let room = MAX_CHOSEN.saturating_sub(chosen.count);
        for at in from..self.count {
            // The rest is no dearer than this one, as often as there is room or tiles for it.
            let most = points(self.masks[at]) * room.min(rack.len() / 3) as u32;
            if chosen.points + most <= best.points {
                return;
            }
            let mut rest = rack;
            if take(&mut rest, self.masks[at]) {
                self.choose(at, rest, chosen.with(self.masks[at]), best);
            }
        }
    }
}

/// Two tiles of the rack that make a set with a joker, the dearest: as written, and what it is worth.
pub(super) fn pair(rack: Bag) -> Option<([Tile; 3], u32)> {
    let kinds = rack.kinds().without(Tile::JOKER).mask();
    let tile = |index: u32| tile_at(index as u8);
    let mut best: Option<([Tile; 3], u32)> = None;
    let mut offer = |set: [Tile; 3], points: u32| {
        if best.is_none_or(|(_, most)| points > most) {
            best = Some((set, points));
        }
    };
    let mut neighbours = kinds & kinds >> 1 & KINDS_BELOW_KING;
    while neighbours != 0 {
        let low = neighbours.trailing_zeros();
        neighbours &= neighbours - 1;
        let rank = low % RANKS as u32 + 1;
        if rank + 2 <= RANKS as u32 {
            offer([tile(low), tile(low + 1), Tile::JOKER], 3 * rank + 3);
        } else {
            offer([Tile::JOKER, tile(low), tile(low + 1)], 3 * rank);
        }
    }
    let mut gaps = kinds & kinds >> 2 & KINDS_BELOW_QUEEN;
    while gaps != 0 {
        let low = gaps.trailing_zeros();
        gaps &= gaps - 1;
        offer([tile(low), Tile::JOKER, tile(low + 2)], 3 * (low % RANKS as u32) + 6);
    }
    let [black, red, blue, yellow] = columns(kinds);
    let mut ranks = black & red | blue & yellow | (black | red) & (blue | yellow);
    while ranks != 0 {
        let rank = ranks.trailing_zeros();
        ranks &= ranks - 1;
        let column = kinds & COLUMN << rank;
        let first = column.trailing_zeros();
        let second = (column & (column - 1)).trailing_zeros();
        offer([tile(first), tile(second), Tile::JOKER], 3 * (rank + 1));
    }
    best
}

/// Lays a set of natural tiles.
pub(super) fn write(mask: u64, table: &mut Layout) {
    let mut tiles = [Tile::JOKER; RANKS];
    let mut rest = mask;
    for tile in &mut tiles[..mask.count_ones() as usize] {
        *tile = tile_at(rest.trailing_zeros() as u8);
        rest &= rest - 1;
    }
    table.push(&tiles[..mask.count_ones() as usize]);
}

/// The ranks that are there of each colour.
fn columns(kinds: u64) -> [u64; 4] {
    std::array::from_fn(|colour| kinds >> (colour * RANKS) & ((1 << RANKS) - 1))
}

/// What a set of natural tiles is worth.
fn points(mut mask: u64) -> u32 {
    let mut points = 0;
    while mask != 0 {
        points += mask.trailing_zeros() % RANKS as u32 + 1;
        mask &= mask - 1;
    }
    points
}

/// The tile of this number.
pub(super) fn tile_at(index: u8) -> Tile {
    Tile::from_index(usize::from(index)).unwrap_or(Tile::JOKER)
}

/// Takes one tile of each of these kinds from a rack; whether all were there.
pub(super) fn take(rack: &mut Bag, mut mask: u64) -> bool {
    let mut all = true;
    while mask != 0 {
        let tile = tile_at(mask.trailing_zeros() as u8);
        all &= rack.take(tile);
        mask &= mask - 1;
    }
    all
}
