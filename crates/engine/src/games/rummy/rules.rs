//! Rummy: options, tiles and what a rack costs. What a set is stands in `melds.rs`.

use crate::sheet::Scores;
use crate::{PerSeat, Seat, Set, numbered_member};

use super::state::Rack;

/// The options of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// What becomes of the jokers on the table (R17, R19).
    pub joker: JokerRule,
    /// Seconds a turn may take; 0 is no clock (R20).
    pub turn_seconds: u16,
    /// What a joker left on a rack costs (R25).
    pub joker_points: u16,
    /// Rounds of a match (R27).
    pub rounds: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Self { joker: JokerRule::Replace, turn_seconds: 60, joker_points: 30, rounds: 1 }
    }
}

/// What becomes of the jokers on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum JokerRule {
    /// A joker is held until the tile it stands for lies on the table (R17).
    #[default]
    Replace,
    /// A joker may be moved like any tile (R19).
    Free,
}

/// The four colours, in the order of the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Colour {
    /// `n`
    Black,
    /// `r`
    Red,
    /// `b`
    Blue,
    /// `j`
    Yellow,
}

impl Colour {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Black, Self::Red, Self::Blue, Self::Yellow];
}

/// A kind of tile: a rank in a colour, or the joker; there are two tiles of each kind (R1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Tile(u8);

impl Tile {
    /// The joker.
    pub const JOKER: Self = Self(52);
    /// How many kinds there are: 13 ranks in 4 colours, and the joker.
    pub const KINDS: usize = 53;
    /// How many tiles there are: two of each kind.
    pub const COUNT: usize = 2 * Self::KINDS;
    /// What stands where no tile is.
    pub(super) const BLANK: Self = Self(0);
    /// Ranks from A to K, in each colour.
    pub(super) const RANKS: u8 = 13;

    /// The tile of this colour and rank: A is 1, K is 13.
    #[must_use]
    pub fn new(colour: Colour, rank: u8) -> Option<Self> {
        (1..=Self::RANKS).contains(&rank).then(|| Self(colour as u8 * Self::RANKS + rank - 1))
    }

    /// All kinds, the joker last.
    pub fn kinds() -> impl Iterator<Item = Self> {
        (0..Self::KINDS as u8).map(Self)
    }

    /// Whether it is a joker.
    #[must_use]
    pub fn is_joker(self) -> bool {
        self == Self::JOKER
    }

    /// The colour; a joker has none.
    #[must_use]
    pub fn colour(self) -> Option<Colour> {
        Colour::ALL.get(usize::from(self.0 / Self::RANKS)).copied()
    }

    /// The rank, and what the tile is worth (R2): A is 1, K is 13, a joker has none and is 0 (R7).
    #[must_use]
    pub fn rank(self) -> u8 {
        if self.is_joker() { 0 } else { self.0 % Self::RANKS + 1 }
    }
}

/// A set of kinds of tile; the joker comes last.
pub type TileSet = Set<Tile>;

// The kinds are numbered colour by colour, A to K, the joker last.
numbered_member!(Tile, Tile::KINDS);

/// Tiles in no order, up to two of each kind, as two bit masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bag {
    /// The kinds of which there is at least one.
    once: u64,
    /// The kinds of which there are two.
    twice: u64,
}

impl Bag {
    /// No tile.
    pub const EMPTY: Self = Self { once: 0, twice: 0 };
    /// All 106.
    pub const ALL: Self = Self { once: (1 << Tile::KINDS) - 1, twice: (1 << Tile::KINDS) - 1 };

    /// How many of a kind are in it.
    #[must_use]
    pub fn count(self, tile: Tile) -> usize {
        (self.once >> tile.0 & 1) as usize + (self.twice >> tile.0 & 1) as usize
    }

    /// Whether there is at least one of a kind.
    #[must_use]
    pub fn has(self, tile: Tile) -> bool {
        self.once & (1 << tile.0) != 0
    }

    /// The kinds of which there is at least one.
    #[must_use]
    pub fn kinds(self) -> TileSet {
        TileSet::from_mask(self.once)
    }

    /// Puts one more in; `false` if there were two of its kind already.
    #[inline]
    pub fn put(&mut self, tile: Tile) -> bool {
        let bit = 1 << tile.0;
        let room = self.twice & bit == 0;
        self.twice |= self.once & bit;
        self.once |= bit;
        room
    }

    /// Takes one out; `false` if there was none.
    pub fn take(&mut self, tile: Tile) -> bool {
        let bit = 1 << tile.0;
        let there = self.once & bit != 0;
        self.once &= !bit | self.twice;
        self.twice &= !bit;
        there
    }

    /// Whether every tile of `other` is here, too.
    #[must_use]
    pub fn holds(self, other: Self) -> bool {
        other.once & !self.once == 0 && other.twice & !self.twice == 0
    }

    /// These tiles and those, at most two of a kind.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { once: self.once | other.once, twice: self.twice | other.twice | self.once & other.once }
    }

    /// These tiles without those.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self { once: self.once & !other.once | self.twice & !other.twice, twice: self.twice & !other.once }
    }

    /// How many tiles.
    #[must_use]
    pub fn len(self) -> usize {
        (self.once.count_ones() + self.twice.count_ones()) as usize
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.once == 0
    }

    /// The tiles in ascending order, equal ones side by side, the jokers last.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        self.kinds().iter().flat_map(move |tile| std::iter::repeat_n(tile, self.count(tile)))
    }

    /// R25: what the tiles cost on a rack.
    #[must_use]
    pub fn cost(self, joker_points: u16) -> i32 {
        let cost = |tile: Tile| if tile.is_joker() { i32::from(joker_points) } else { i32::from(tile.rank()) };
        self.iter().map(cost).sum()
    }
}

impl FromIterator<Tile> for Bag {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        let mut bag = Self::EMPTY;
        for tile in tiles {
            bag.put(tile);
        }
        bag
    }
}

/// R25, R26: what each wins or loses in a round that `out` ended by laying all, or that all passed.
pub(super) fn round_scores(rules: &Rules, racks: &PerSeat<Rack>, out: Option<Seat>) -> Scores {
    let seats = racks.seats();
    let costs = Scores::from_fn(seats, |seat| racks[seat].tiles.cost(rules.joker_points));
    let lowest = costs.values().iter().copied().min().unwrap_or(0);
    let is_winner = |seat: Seat| match out {
        Some(winner) => seat == winner,
        None => costs[seat] == lowest,
    };
    let base = if out.is_some() { 0 } else { lowest };
    let losses = Scores::from_fn(seats, |seat| if is_winner(seat) { 0 } else { costs[seat] - base });
    let winners = seats.seats().filter(|seat| is_winner(*seat)).count() as i32;
    // R26: those who tie share the gain, rounded down.
    let gain = losses.values().iter().sum::<i32>() / winners.max(1);
    Scores::from_fn(seats, |seat| if is_winner(seat) { gain } else { -losses[seat] })
}
