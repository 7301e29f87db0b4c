//! Plays seen at a glance: sets of the own rack, tiles added to sets, and a tile or two borrowed where they can
//! be spared. A hundred times faster than the exact solver, and not far from it.
//!
//! Deliberately absent: anything that needs two sets of the table taken apart at once.

use engine::games::rummy::{Bag, Layout, Tile};

use super::own::{self, COLUMN, KINDS_BELOW_QUEEN, RANKS, take, tile_at};
use super::summary::{Kind, SetSummary};

/// More sets than 106 tiles can make.
const MAX_SETS: usize = 36;

/// How far a play may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Sets of the own tiles, and tiles added to the table's.
    Adding,
    /// Tiles are borrowed from the table, too.
    Borrowing,
}

/// A table with a rack beside it, while a play is put together.
#[derive(Clone)]
pub(super) struct Glance<'a> {
    table: &'a Layout,
    sets: [SetSummary; MAX_SETS],
    count: usize,
    /// What is left on the rack.
    pub(super) rack: Bag,
    /// How many tiles were laid.
    pub(super) laid: usize,
}

impl<'a> Glance<'a> {
    /// Looks at a table.
    pub(super) fn new(table: &'a Layout, rack: Bag) -> Self {
        let mut glance = Self { table, sets: [SetSummary::default(); MAX_SETS], count: 0, rack, laid: 0 };
        for (place, set) in table.sets().enumerate() {
            glance.push(SetSummary::of(set, place as u8));
        }
        glance
    }

    /// The table as it is now.
    pub(super) fn layout(&self) -> Layout {
        let mut layout = Layout::EMPTY;
        for set in &self.sets[..self.count] {
            set.write(self.table, &mut layout);
        }
        layout
    }

    /// Lays what can be laid, the own jokers aside.
    pub(super) fn lay(&mut self, reach: Reach) {
        self.lay_own();
        loop {
            let before = self.laid;
            self.lengthen();
            let has_more = self.laid > before;
            if self.rack.is_empty() || !has_more && (reach == Reach::Adding || !self.borrow_one()) {
                return;
            }
            self.lay_own();
        }
    }

    /// Lays the rack's last tiles with its jokers, if that empties it.
    pub(super) fn lay_last(&mut self) {
        let jokers = self.rack.count(Tile::JOKER);
        if jokers == 0 || self.rack.len() > jokers + 2 {
            return;
        }
        let before = self.clone();
        if self.rack.len() > jokers {
            self.lay_pair();
        }
        while self.rack.has(Tile::JOKER) && self.add_joker() {
            self.rack.take(Tile::JOKER);
            self.laid += 1;
        }
        if !self.rack.is_empty() {
            *self = before;
        }
    }

    /// Lays two tiles of the rack with a joker of it; whether it could.
    pub(super) fn lay_pair(&mut self) -> bool {
        let Some((set, _)) = self.rack.has(Tile::JOKER).then(|| own::pair(self.rack)).flatten() else { return false };
        self.lay_set(&set)
    }

    fn push(&mut self, set: SetSummary) {
        if let Some(place) = self.sets.get_mut(self.count) {
            *place = set;
            self.count += 1;
        }
    }

    fn lay_set(&mut self, set: &[Tile]) -> bool {
        for tile in set {
            self.rack.take(*tile);
        }
        self.laid += set.len();
        self.push(SetSummary::of(set, 0));
        true
    }

    /// Lays the sets that the rack holds.
    fn lay_own(&mut self) {
        let best = own::best(self.rack);
        for mask in best.masks() {
            self.lay_mask(*mask);
        }
    }

    fn lay_mask(&mut self, mask: u64) {
        let count = mask.count_ones() as usize;
        take(&mut self.rack, mask);
        self.laid += count;
        self.push(SetSummary::of_mask(mask));
    }

    /// Adds tiles to the ends of suites and to brelans of three.
    fn lengthen(&mut self) {
        for set in &mut self.sets[..self.count] {
            match set.kind {
                Kind::LeftAlone => {}
                Kind::Suite => {
                    while set.has_room_below() && take_one(&mut self.rack, set.first - 1) {
                        set.first -= 1;
                        set.len += 1;
                        set.jokers <<= 1;
                        self.laid += 1;
                    }
                    while set.has_room_above() && take_one(&mut self.rack, set.first + set.len) {
                        set.len += 1;
                        self.laid += 1;
                    }
                }
                Kind::Brelan => {
                    for colour in 0..4 {
                        let is_missing = set.colours & 1 << colour == 0;
                        if set.len == 3 && is_missing && take_one(&mut self.rack, colour * RANKS as u8 + set.first) {
                            set.len = 4;
                            set.colours |= 1 << colour;
                            self.laid += 1;
                        }
                    }
                }
            }
        }
    }

    /// Lays a tile or two with the help of the table's; whether it could.
    fn borrow_one(&mut self) -> bool {
        self.split() || self.complete() || self.free_joker()
    }

    /// Splits a long suite around a second tile of a kind in it.
    fn split(&mut self) -> bool {
        let rack = self.rack.kinds().mask();
        for index in 0..self.count {
            let set = self.sets[index];
            if set.kind != Kind::Suite || set.len < 5 || set.jokers != 0 {
                continue;
            }
            let inner = ((1_u64 << (set.len - 4)) - 1) << (set.first + 2);
            let fitting = rack & inner;
            if fitting == 0 {
                continue;
            }
            let tile = fitting.trailing_zeros() as u8;
            take_one(&mut self.rack, tile);
            self.laid += 1;
            self.sets[index].len = tile - set.first + 1;
            self.push(SetSummary { first: tile, len: set.first + set.len - tile, ..set });
            return true;
        }
        false
    }

    /// Makes a set of one or two tiles of the rack and others that can be spared.
    fn complete(&mut self) -> bool {
        let spare = self.spare();
        let rack = self.rack.kinds().without(Tile::JOKER).mask();
        if spare == 0 || rack == 0 {
            return false;
        }
        // Two of the rack with one of the table are better than one with two.
        for own in [2, 1] {
            if self.complete_suite(rack, spare, own) || self.complete_brelan(rack, spare, own) {
                return true;
            }
        }
        false
    }

    fn complete_suite(&mut self, rack: u64, spare: u64, own: u32) -> bool {
        // Two of the ones and one of the others, in any order.
        let suites = |many: u64, few: u64| {
            many & many >> 1 & few >> 2 | many & few >> 1 & many >> 2 | few & many >> 1 & many >> 2
        };
        let windows = if own == 2 { suites(rack, spare) } else { suites(spare, rack) };
        let mut windows = windows & KINDS_BELOW_QUEEN;
        while windows != 0 {
            let window = 0b111 << windows.trailing_zeros();
            windows &= windows - 1;
            if self.borrow_for(window, rack) {
                return true;
            }
        }
        false
    }

    fn complete_brelan(&mut self, rack: u64, spare: u64, own: u32) -> bool {
        for rank in 0..RANKS {
            let column = COLUMN << rank;
            let (mine, theirs) = (rack & column, spare & column & !rack);
            if mine.count_ones() != own || mine.count_ones() + theirs.count_ones() < 3 {
                continue;
            }
            let mut needed = theirs;
            while needed.count_ones() + own > 3 {
                needed &= needed - 1;
            }
            if self.borrow_for(mine | needed, rack) {
                return true;
            }
        }
        false
    }

    /// Lays a set of tiles of the rack and tiles borrowed; nothing happens if one cannot be spared after all.
    fn borrow_for(&mut self, set: u64, rack: u64) -> bool {
        let before = (self.sets, self.count);
        let mut needed = set & !rack;
        while needed != 0 {
            let tile = needed.trailing_zeros() as u8;
            needed &= needed - 1;
            if !self.borrow(tile) {
                (self.sets, self.count) = before;
                return false;
            }
        }
        take(&mut self.rack, set & rack);
        self.laid += (set & rack).count_ones() as usize;
        self.push(SetSummary::of_mask(set));
        true
    }

    /// The tiles that can be taken from a set without breaking it.
    fn spare(&self) -> u64 {
        self.sets[..self.count].iter().fold(0, |spare, set| spare | set.spare())
    }

    fn borrow(&mut self, tile: u8) -> bool {
        let Some(index) = self.sets[..self.count].iter().position(|set| set.spare() >> tile & 1 != 0) else {
            return false;
        };
        let set = &mut self.sets[index];
        let last = set.first + set.len - 1;
        match set.kind {
            Kind::LeftAlone => return false,
            Kind::Brelan => {
                set.colours &= !(1 << (tile as usize / RANKS));
                set.len -= 1;
            }
            Kind::Suite if tile == set.first => {
                set.first += 1;
                set.len -= 1;
                set.jokers >>= 1;
            }
            Kind::Suite if tile == last => set.len -= 1,
            Kind::Suite => {
                set.len = tile - set.first;
                let above = SetSummary { first: tile + 1, len: last - tile, ..*set };
                self.push(above);
            }
        }
        true
    }

    /// Puts a tile of the rack in the place of a joker, and the joker to new use.
    fn free_joker(&mut self) -> bool {
        for index in 0..self.count {
            let set = self.sets[index];
            if set.kind != Kind::Suite || set.jokers == 0 {
                continue;
            }
            let place = set.jokers.trailing_zeros() as u8;
            if !self.rack.has(tile_at(set.first + place)) {
                continue;
            }
            let before = self.clone();
            take_one(&mut self.rack, set.first + place);
            self.laid += 1;
            self.sets[index].jokers &= set.jokers - 1;
            if let Some((found, _)) = own::pair(self.rack) {
                self.lay_set(&found);
                self.laid -= 1;
                return true;
            }
            if self.add_joker() {
                return true;
            }
            *self = before;
        }
        false
    }

    /// Adds a joker, from wherever it comes, to a suite.
    fn add_joker(&mut self) -> bool {
        let suites = self.sets[..self.count].iter_mut().filter(|set| set.kind == Kind::Suite && set.jokers == 0);
        for set in suites {
            if set.has_room_above() {
                set.jokers |= 1 << set.len;
                set.len += 1;
                return true;
            }
            if set.has_room_below() {
                set.first -= 1;
                set.len += 1;
                set.jokers = set.jokers << 1 | 1;
                return true;
            }
        }
        false
    }
}

/// Takes a tile from a rack; whether it was there.
fn take_one(rack: &mut Bag, index: u8) -> bool {
    rack.take(tile_at(index))
}
