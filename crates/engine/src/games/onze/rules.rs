//! Onze: options, cards, rows, spots and what a hand costs.

use std::num::NonZeroU8;

use crate::sheet::Scores;
use crate::{PerSeat, Seat, SeatCount};

use super::state::Hand;

/// How many jokers there are (R1).
pub const JOKERS: u8 = 4;
/// How many Liaison cards there are (R1).
pub const LIAISONS: usize = 15;
/// How many Bonus cards there are (R1).
pub const BONUSES: u8 = 7;

/// What a Bonus card brings, and what a joker in hand costs (R22).
const ELEVEN: i32 = 11;

/// The options of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The booklet's game, or its simpler one.
    pub variant: Variant,
    /// Rounds of a match (R23).
    pub rounds: u16,
    /// Who starts the first round (R5).
    pub first: First,
}

impl Default for Rules {
    fn default() -> Self {
        Self { variant: Variant::default(), rounds: 1, first: First::default() }
    }
}

impl Rules {
    /// Cards dealt to each player (R3).
    pub(super) fn cards_each(seats: SeatCount) -> usize {
        match seats.get() {
            2 | 3 => 20,
            4 => 15,
            _ => 12,
        }
    }

    /// Liaison cards given to each player (R3, R24).
    pub(super) fn liaisons_each(&self, seats: SeatCount) -> u8 {
        match (self.variant, seats.get()) {
            (Variant::Beginners, _) => 0,
            (Variant::Booklet, 2 | 3) => 4,
            (Variant::Booklet, 4 | 5) => 3,
            (Variant::Booklet, _) => 2,
        }
    }

    /// Jokers that are in the game (R1, R24).
    #[must_use]
    pub fn jokers(&self) -> u8 {
        match self.variant {
            Variant::Booklet => JOKERS,
            Variant::Beginners => 0,
        }
    }
}

/// Which game of the booklet is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// With all cards.
    #[default]
    Booklet,
    /// Number cards alone (R24).
    Beginners,
}

/// Who starts the first round (R5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// This seat.
    Seat(Seat),
    /// A seat drawn by chance.
    Random,
}

impl Default for First {
    fn default() -> Self {
        Self::Seat(Seat::default())
    }
}

/// The colour of a card and of its row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Colour {
    /// Red.
    #[default]
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Green.
    Green,
}

impl Colour {
    /// All four, in the order cards are sorted in.
    pub const ALL: [Self; 4] = [Self::Red, Self::Yellow, Self::Blue, Self::Green];

    /// The colour's place in [`ALL`](Self::ALL), for indexing.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A spot of the table, colour and value, and the number card that belongs there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spot(NonZeroU8);

impl Spot {
    /// The highest value; the lowest is 1.
    pub const MAX_VALUE: usize = 21;

    /// The spot of this colour and value, 1 to 21.
    #[must_use]
    pub fn new(colour: Colour, value: usize) -> Option<Self> {
        let in_row = (1..=Self::MAX_VALUE).contains(&value).then_some(value as u8)?;
        NonZeroU8::new((colour as u8) << 5 | in_row).map(Self)
    }

    /// The colour of the card, and of the row.
    #[must_use]
    pub fn colour(self) -> Colour {
        Colour::ALL[usize::from(self.0.get() >> 5) % 4]
    }

    /// The value: 1 to 21.
    #[must_use]
    pub fn value(self) -> usize {
        usize::from(self.0.get() & 31)
    }

    /// The spot of the same value in another row.
    #[must_use]
    pub fn across(self, colour: Colour) -> Self {
        Self::new(colour, self.value()).unwrap_or(self)
    }
}

/// A card of a hand or of the pile (R1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Card {
    /// A joker.
    #[default]
    Joker,
    /// The number card of this spot.
    Number(Spot),
}

impl Card {
    /// How many cards hands and pile can hold: 84 numbers and the jokers.
    pub const COUNT: usize = 84 + JOKERS as usize;
}

/// A set of spots, or of the number cards that belong there, as a bit mask.
///
/// Each colour has 32 bits, two colours a word, of which 1 to 21 are its values; the rest is never set,
/// so that a shift by one stays within the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpotSet([u64; 2]);

/// The values of one row: bits 1 to 21.
const ROW: u32 = (1 << 22) - 2;
/// The two halves of a row, the eleven in both (R19).
const HALVES: [u32; 2] = [(1 << 12) - 2, (1 << 22) - (1 << 11)];

impl SpotSet {
    /// No spot.
    pub const EMPTY: Self = Self::column(0);
    /// All 84.
    pub const ALL: Self = Self::column(ROW);
    /// The four elevens (R2).
    pub const ELEVENS: Self = Self::column(1 << 11);

    /// The same values in each row.
    const fn column(row: u32) -> Self {
        Self([(row as u64) << 32 | row as u64; 2])
    }

    /// `spot` alone.
    fn of(spot: Spot) -> Self {
        let bit = 1 << (spot.0.get() % 64);
        if spot.0.get() < 64 { Self([bit, 0]) } else { Self([0, bit]) }
    }

    /// Whether `spot` is in it.
    #[must_use]
    pub fn has(self, spot: Spot) -> bool {
        !self.and(Self::of(spot)).is_empty()
    }

    /// This set and `spot`.
    #[must_use]
    pub fn with(self, spot: Spot) -> Self {
        self.or(Self::of(spot))
    }

    /// This set less `spot`.
    #[must_use]
    pub fn without(self, spot: Spot) -> Self {
        self.minus(Self::of(spot))
    }

    /// What is in this set or in `other`.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// What is in this set and in `other`.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// What is in this set and not in `other`.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// How many spots.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// The first spot, by colour and value.
    #[must_use]
    pub fn first(self) -> Option<Spot> {
        self.iter().next()
    }

    /// The spots by colour and value.
    pub fn iter(self) -> impl Iterator<Item = Spot> {
        let [low, high] = self.0;
        // Both words as one, since no branch foresees which of them holds the next.
        let mut rest = u128::from(high) << 64 | u128::from(low);
        std::iter::from_fn(move || {
            // There is no spot at bit 0, so that it can stand for none.
            let lowest = rest.trailing_zeros() % 128;
            rest &= rest.wrapping_sub(1);
            NonZeroU8::new(lowest as u8).map(Spot)
        })
    }

    /// One row: a bit for each value, that of 1 being `1 << 1`.
    #[must_use]
    pub fn row(self, colour: Colour) -> u32 {
        let [red_yellow, blue_green] = self.0;
        let word = if colour.index() < 2 { red_yellow } else { blue_green };
        (word >> (32 * (colour.index() % 2))) as u32
    }

    /// These values of one row.
    fn of_row(colour: Colour, row: u32) -> Self {
        let word = u64::from(row) << (32 * (colour.index() % 2));
        if colour.index() < 2 { Self([word, 0]) } else { Self([0, word]) }
    }

    /// Whether `spot` lies next to one of these in the same row (R8).
    #[must_use]
    pub fn connects(self, spot: Spot) -> bool {
        self.row(spot.colour()) & (0b101 << (spot.value() - 1)) != 0
    }

    /// The spots outside that lie next to one of these in the same row: if these are taken, the connected ones (R8).
    #[must_use]
    pub fn connected(self) -> Self {
        Self(self.0.map(|word| word << 1 | word >> 1)).and(Self::ALL).minus(self)
    }

    /// The spots that lie above or below one of these in a neighbour row (R9).
    #[must_use]
    pub fn across(self, rows: &Rows) -> Self {
        rows.neighbours().iter().fold(Self::EMPTY, |across, (from, to)| across.or(self.carried(*from, *to)))
    }

    /// One row of these, laid along another: what a Liaison from that row could lead to (R9).
    #[must_use]
    pub fn carried(self, from: Colour, to: Colour) -> Self {
        Self::of_row(to, self.row(from))
    }

    /// How many halves of the row of `spot` are full and hold it (R19).
    #[must_use]
    pub fn full_halves(self, spot: Spot) -> u8 {
        let row = self.row(spot.colour());
        let is_full = |half: &&u32| **half & row == **half && **half & (1 << spot.value()) != 0;
        HALVES.iter().filter(is_full).count() as u8
    }
}

impl FromIterator<Spot> for SpotSet {
    fn from_iter<I: IntoIterator<Item = Spot>>(spots: I) -> Self {
        spots.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The rows of the table from top to bottom, by colour (R2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows([Colour; 4]);

impl Default for Rows {
    fn default() -> Self {
        Self(Colour::ALL)
    }
}

impl Rows {
    /// The rows in this order; `None` unless each colour is there once.
    #[must_use]
    pub fn new(colours: [Colour; 4]) -> Option<Self> {
        Colour::ALL.iter().all(|colour| colours.contains(colour)).then_some(Self(colours))
    }

    /// The colours from top to bottom.
    #[must_use]
    pub fn colours(&self) -> &[Colour] {
        &self.0
    }

    /// Each row with each neighbour: from where to where a Liaison may lead.
    #[must_use]
    pub fn neighbours(&self) -> [(Colour, Colour); 6] {
        let [top, upper, lower, bottom] = self.0;
        [(top, upper), (upper, top), (upper, lower), (lower, upper), (lower, bottom), (bottom, lower)]
    }

    /// Whether two rows are next to each other.
    #[must_use]
    pub fn are_neighbours(&self, one: Colour, other: Colour) -> bool {
        self.place(one).abs_diff(self.place(other)) == 1
    }

    fn place(&self, colour: Colour) -> usize {
        self.0.iter().take_while(|other| **other != colour).count()
    }
}

/// A Liaison card on the table: it joins two spots of the same value (R9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// Where it comes from.
    pub from: Spot,
    /// Where it leads to: the card laid with it.
    pub to: Spot,
}

/// R22: Bonus cards less what is left in each hand. R24: for beginners only the cards count.
pub(super) fn round_scores(rules: &Rules, bonuses: &PerSeat<u8>, hands: &PerSeat<Hand>) -> Scores {
    Scores::from_fn(hands.seats(), |seat| {
        let bonuses = match rules.variant {
            Variant::Booklet => i32::from(bonuses[seat]),
            Variant::Beginners => 0,
        };
        let numbers: i32 = hands[seat].numbers.iter().map(|spot| spot.value() as i32).sum();
        ELEVEN * (bonuses - i32::from(hands[seat].jokers)) - numbers
    })
}
