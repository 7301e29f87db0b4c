//! Rummy: what a set is, what its jokers stand for, how sets lie on the table, and which a rack holds.
//!
//! A set is read as it is written (R6): a suite ascending with its jokers in their places, a brelan in any order.
//! Only one natural between two jokers can be read both ways.
//!
//! Deliberately absent: which arrangement of a table is best.

use std::fmt;
use std::ops::Range;

use tinyvec::ArrayVec;

use crate::Member;

use super::rules::{Bag, Tile, TileSet};

/// R3, R4: the fewest tiles of a set, the most of a brelan.
const FEWEST: usize = 3;
const CARRE: usize = 4;

const RANKS: usize = Tile::RANKS as usize;
/// The first tile of each colour, and all tiles of the first colour, as bits.
const ONE_RANK: u64 = 1 | 1 << RANKS | 1 << (2 * RANKS) | 1 << (3 * RANKS);
const ONE_COLOUR: u64 = (1 << RANKS) - 1;

/// How a set can be read: as a brelan or carré, as a suite, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// As a brelan or carré: the tiles of its rank in the colours no natural tile has.
    pub(super) missing: Option<TileSet>,
    /// As a suite: its lowest tile.
    pub(super) lowest: Option<Tile>,
    /// How many tiles it has.
    len: u8,
    /// How many of them are jokers.
    jokers: u8,
    /// The places of the first two jokers.
    places: [u8; 2],
    /// The rank of the first natural tile.
    rank: u8,
}

/// Why some tiles are no set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetFault {
    /// Fewer than three tiles.
    TooShort,
    /// Nothing but jokers (R5).
    OnlyJokers,
    /// Tiles of one rank, and a colour is there twice (R3).
    ColourTwice,
    /// Tiles of one rank, more than there are colours (R3).
    TooLong,
    /// Tiles of one colour that do not ascend by one (R4).
    NotConsecutive,
    /// A suite that would go below A or above K (R4).
    OffTheEnd,
    /// Neither one rank nor one colour.
    Mixed,
}

impl Reading {
    /// Reads a set as written.
    ///
    /// # Errors
    /// Why it is none.
    pub fn of(set: &[Tile]) -> Result<Self, SetFault> {
        if set.len() < FEWEST {
            return Err(SetFault::TooShort);
        }
        let Some(first_place) = set.iter().position(|tile| !tile.is_joker()) else {
            return Err(SetFault::OnlyJokers);
        };
        let first = set[first_place].index();
        let (colour, rank) = (first / RANKS, first % RANKS);
        // The kind that a suite would have at its first place; it may be off the end.
        let start = first as isize - first_place as isize;
        let (mut ascending, mut naturals, mut there) = (true, 0, TileSet::EMPTY);
        let (mut jokers, mut places) = (0_usize, [0; 2]);
        for (place, tile) in set.iter().enumerate() {
            if tile.is_joker() {
                if let Some(joker) = places.get_mut(jokers) {
                    *joker = place as u8;
                }
                jokers += 1;
                continue;
            }
            ascending &= tile.index() as isize == start + place as isize;
            there = there.with(*tile);
            naturals += 1;
        }
        let (of_rank, of_colour) =
            (TileSet::from_mask(ONE_RANK << rank), TileSet::from_mask(ONE_COLOUR << (colour * RANKS)));
        let (one_rank, one_colour) = (there.and(of_rank) == there, there.and(of_colour) == there);
        let all_different = there.len() == naturals;
        let is_brelan = one_rank && all_different && set.len() <= CARRE;
        let lowest_rank = start - (colour * RANKS) as isize;
        let is_suite = one_colour && ascending && lowest_rank >= 0 && lowest_rank as usize + set.len() <= RANKS;
        if !is_brelan && !is_suite {
            return Err(match (one_rank, one_colour) {
                (true, _) if !all_different => SetFault::ColourTwice,
                (_, true) if !ascending => SetFault::NotConsecutive,
                (_, true) => SetFault::OffTheEnd,
                (true, false) => SetFault::TooLong,
                (false, false) => SetFault::Mixed,
            });
        }
        Ok(Self {
            missing: is_brelan.then_some(of_rank.minus(there)),
            lowest: if is_suite { Tile::from_index(start as usize) } else { None },
            len: set.len() as u8,
            jokers: jokers as u8,
            places,
            rank: rank as u8 + 1,
        })
    }

    /// R11: the points of the dearest reading, a joker counting as the tile it stands for.
    #[must_use]
    pub fn points(&self) -> u32 {
        let len = u32::from(self.len);
        let brelan = self.missing.map_or(0, |_| u32::from(self.rank) * len);
        let suite = self.lowest.map_or(0, |lowest| (0..len).map(|step| u32::from(lowest.rank()) + step).sum());
        brelan.max(suite)
    }

    /// R16: what the jokers of this set can stand for, all at once.
    pub fn stands(&self) -> Stands {
        let mut stands = Stands::new();
        if self.jokers == 0 {
            return stands;
        }
        if let Some(lowest) = self.lowest {
            let at = |place: u8| Tile::from_index(lowest.index() + usize::from(place));
            let second = if self.jokers > 1 { at(self.places[1]) } else { None };
            stands.push([at(self.places[0]), second]);
        }
        let missing = self.missing.unwrap_or_default();
        for tile in missing.iter() {
            if self.jokers == 1 {
                stands.push([Some(tile), None]);
                continue;
            }
            // Two jokers in one brelan stand for different tiles.
            for other in missing.iter().filter(|other| *other > tile) {
                stands.push([Some(tile), Some(other)]);
            }
        }
        stands
    }

    /// The single tiles that would lengthen this set at one of its ends, or complete its carré.
    pub(super) fn lengthening(&self) -> [(End, TileSet); 2] {
        let or_joker = |tiles: TileSet| tiles.with(Tile::JOKER);
        let (mut low, mut high) = (TileSet::EMPTY, TileSet::EMPTY);
        if let Some(lowest) = self.lowest {
            if lowest.rank() > 1 {
                low = or_joker(low.with(lowest.up(-1)));
            }
            if lowest.rank() + self.len <= Tile::RANKS {
                high = or_joker(high.with(lowest.up(i16::from(self.len))));
            }
        }
        if let Some(missing) = self.missing.filter(|_| usize::from(self.len) < CARRE) {
            high = or_joker(high.or(missing));
        }
        [(End::Low, low), (End::High, high)]
    }
}

impl Tile {
    /// The tile so many ranks above in the same colour; the caller knows that it exists.
    fn up(self, steps: i16) -> Self {
        Self::from_index((self.index() as i16 + steps) as usize).unwrap_or(Self::JOKER)
    }
}

/// What the jokers of a set, or of a table, can stand for: one line for each way, one entry for each joker.
pub type Stands = ArrayVec<[[Option<Tile>; 2]; 4]>;

/// An end of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Before its first tile.
    Low,
    /// After its last.
    High,
}

/// Sets as they are written: which tiles, in which order, in how many sets. They need not be sets by the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Layout {
    /// A bit for each tile that is the last of its set.
    ends: u128,
    len: u8,
    /// The tiles of all sets, one after another; behind them the default, so that equal layouts are equal.
    tiles: [Tile; Tile::COUNT],
}

impl Layout {
    /// A bare table.
    pub const EMPTY: Self = Self { ends: 0, len: 0, tiles: [Tile::BLANK; Tile::COUNT] };

    /// Adds a set; `false`, and nothing happens, if it is empty or more than all tiles would lie there.
    pub fn push(&mut self, set: &[Tile]) -> bool {
        let (from, to) = (self.len(), self.len() + set.len());
        if set.is_empty() || to > Tile::COUNT {
            return false;
        }
        self.tiles[from..to].copy_from_slice(set);
        self.ends |= 1 << (to - 1);
        self.len = to as u8;
        true
    }

    /// All tiles, set after set.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..self.len()]
    }

    /// The sets, in the order written.
    pub fn sets(&self) -> impl Iterator<Item = &[Tile]> {
        self.ranges().map(|range| &self.tiles[range])
    }

    /// Where each set lies among all tiles.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let mut ends = self.ends;
        let mut from = 0;
        std::iter::from_fn(move || {
            if ends == 0 {
                return None;
            }
            let range = from..ends.trailing_zeros() as usize + 1;
            ends &= ends - 1;
            from = range.end;
            Some(range)
        })
    }

    /// How many tiles lie there.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether the table is bare.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The tiles in no order; of a kind that is there more often, two.
    #[must_use]
    pub fn bag(&self) -> Bag {
        self.tiles().iter().copied().collect()
    }

    /// This layout with one more tile at an end of the set that lies at `range`.
    pub(super) fn lengthened(&self, range: &Range<usize>, end: End, tile: Tile) -> Self {
        let mut longer = *self;
        if self.len() == Tile::COUNT {
            return longer;
        }
        let (place, pivot) = match end {
            End::Low => (range.start, range.start),
            End::High => (range.end, range.end - 1),
        };
        longer.tiles.copy_within(place..self.len(), place + 1);
        longer.tiles[place] = tile;
        let before = (1 << pivot) - 1;
        longer.ends = self.ends & before | (self.ends & !before) << 1;
        longer.len += 1;
        longer
    }

    /// R16: what the jokers that lie there can stand for, all at once; empty without jokers.
    #[must_use]
    pub fn stands(&self) -> Stands {
        let mut all = Stands::new();
        let with_joker = self.sets().filter(|set| set.contains(&Tile::JOKER));
        for stands in with_joker.filter_map(|set| Reading::of(set).ok()).map(|reading| reading.stands()) {
            if all.is_empty() {
                all = stands;
                continue;
            }
            // Each of two sets has one joker: every stand of the one goes with every stand of the other.
            let firsts = std::mem::take(&mut all);
            for [first, _] in firsts {
                for [second, _] in stands {
                    all.try_push([first, second]);
                }
            }
        }
        all
    }

    /// R12: the sets of this layout beyond those of `old`, which must all be here as they were.
    ///
    /// # Errors
    /// The first set of `old` that is not.
    pub fn beyond<'a>(&'a self, old: &'a Self) -> Result<impl Iterator<Item = &'a [Tile]>, &'a [Tile]> {
        let mut matched: u128 = 0;
        for set in old.sets() {
            let mut places = self.ranges();
            let same =
                |range: &Range<usize>| matched & 1 << range.start == 0 && is_same(set, &self.tiles[range.clone()]);
            match places.find(same) {
                Some(range) => matched |= 1 << range.start,
                None => return Err(set),
            }
        }
        Ok(self.ranges().filter(move |range| matched & 1 << range.start == 0).map(|range| &self.tiles[range]))
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sets()).finish()
    }
}

/// R12: whether a set stayed as it was: written alike, or a brelan whose tiles are named in another order.
fn is_same(old: &[Tile], new: &[Tile]) -> bool {
    if old == new {
        return true;
    }
    // What can be read as a suite means something else in another order.
    let is_brelan = |set: &[Tile]| Reading::of(set).is_ok_and(|reading| reading.lowest.is_none());
    let bag = |set: &[Tile]| set.iter().copied().collect::<Bag>();
    old.len() == new.len() && bag(old) == bag(new) && is_brelan(old) && is_brelan(new)
}

/// A set found on a rack.
pub(super) type Found = ArrayVec<[Tile; RANKS]>;

/// Some sets that a rack holds, each different: the longest suites, brelans and carrés of natural tiles,
/// and pairs of tiles with one joker.
pub(super) fn sets_of(rack: Bag, mut found: impl FnMut(&[Tile])) {
    let kinds = rack.kinds().mask();
    let has_joker = rack.has(Tile::JOKER);
    let tile = |index: u32| Tile::from_index(index as usize).unwrap_or(Tile::JOKER);
    for colour in 0..4 {
        let first = colour * RANKS as u32;
        let ranks = (kinds >> first & ONE_COLOUR) as u32;
        let mut threes = ranks & ranks >> 1 & ranks >> 2;
        while threes != 0 {
            let low = threes.trailing_zeros();
            let high = low + (ranks >> low).trailing_ones();
            let suite: Found = (low..high).map(|rank| tile(first + rank)).collect();
            found(&suite);
            threes &= u32::MAX << high;
        }
        if has_joker {
            let neighbours = ranks & ranks >> 1;
            let gaps = ranks & ranks >> 2 & !(ranks >> 1);
            for low in (0..RANKS as u32).filter(|rank| (neighbours | gaps) >> rank & 1 != 0) {
                let next = tile(first + low + 1);
                match (gaps >> low & 1 != 0, low + 2 < RANKS as u32) {
                    (true, _) => found(&[tile(first + low), Tile::JOKER, tile(first + low + 2)]),
                    (false, true) => found(&[tile(first + low), next, Tile::JOKER]),
                    (false, false) => found(&[Tile::JOKER, tile(first + low), next]),
                }
            }
        }
    }
    let colours: [u32; 4] = std::array::from_fn(|colour| (kinds >> (colour * RANKS) & ONE_COLOUR) as u32);
    let [black, red, blue, yellow] = colours;
    // Ranks of which at least two colours are there.
    let mut pairs = black & red | blue & yellow | (black | red) & (blue | yellow);
    while pairs != 0 {
        let rank = pairs.trailing_zeros();
        pairs &= pairs - 1;
        let there = (0..4).filter(|colour| colours[*colour as usize] >> rank & 1 != 0);
        let mut brelan: Found = there.map(|colour| tile(colour * RANKS as u32 + rank)).collect();
        if brelan.len() >= FEWEST {
            found(&brelan);
        } else if has_joker {
            brelan.push(Tile::JOKER);
            found(&brelan);
        }
    }
}
