//! Cards as bits, so that whole turns are weighed quickly.

use engine::games::dos::{Card, Face};

/// The numbers 1 to 10, the first bit being 0's.
pub(super) const EVERY_NUMBER: u16 = 0b111_1111_1110;
const EVERY_COLOUR: u8 = 0b1111;

/// A card by what it can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Traits {
    /// A bit for each number it can be.
    pub(super) numbers: u16,
    /// A bit for each colour it goes with.
    pub(super) colours: u8,
    /// What it costs to be left with it.
    pub(super) points: u8,
    /// 1 to 10 by number, a Joker DOS being a 2; 0 for a Joker #.
    pub(super) rank: u8,
}

impl Traits {
    pub(super) fn of(card: Card) -> Self {
        let colours = card.colour().map_or(EVERY_COLOUR, |colour| 1 << colour as u8);
        match card.face() {
            Face::Number(number) => Self { numbers: 1 << number, colours, points: number, rank: number },
            Face::Dos => Self { numbers: 1 << 2, colours, points: 20, rank: 2 },
            Face::Any => Self { numbers: EVERY_NUMBER, colours, points: 40, rank: 0 },
        }
    }
}

/// The numbers that two cards can add up to.
pub(super) fn sums(one: u16, other: u16) -> u16 {
    // A bit times bits moves them up; only where both can be anything it takes more.
    let sums = if one == EVERY_NUMBER && other == EVERY_NUMBER {
        u32::from(EVERY_NUMBER) << 1
    } else {
        u32::from(one) * u32::from(other)
    };
    sums as u16 & EVERY_NUMBER
}

/// What a hand can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    /// How many cards.
    pub(super) cards: u8,
    /// What they cost.
    pub(super) points: u16,
    /// The numbers one card can be.
    pub(super) singles: u16,
    /// The numbers two cards can add up to.
    pub(super) doubles: u16,
}

impl Shape {
    /// With one card more.
    pub(super) fn with(self, card: Traits) -> Self {
        // The lowest number stands for all: what a Joker # adds to it, it adds to any.
        let added = match card.numbers {
            EVERY_NUMBER => sums(EVERY_NUMBER, self.singles & self.singles.wrapping_neg()),
            one => (u32::from(self.singles) * u32::from(one)) as u16,
        };
        Self {
            cards: self.cards + 1,
            points: self.points + u16::from(card.points),
            singles: self.singles | card.numbers,
            doubles: self.doubles | added & EVERY_NUMBER,
        }
    }
}

impl FromIterator<Traits> for Shape {
    fn from_iter<I: IntoIterator<Item = Traits>>(cards: I) -> Self {
        cards.into_iter().fold(Self::default(), Self::with)
    }
}
