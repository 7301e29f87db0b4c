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
    /// The numbers one card can be, and those two cards can add up to.
    pub(super) singles: u16,
    pub(super) doubles: u16,
    /// The same of the cards that go with each colour: sixteen bits a colour.
    colour_singles: u64,
    colour_doubles: u64,
}

/// A bit at the foot of each colour's sixteen.
const EACH_COLOUR: u64 = 0x0001_0001_0001_0001;
/// The numbers of which there are three cards a colour (a Joker DOS counted as one of each), and two.
const THREEFOLD: u64 = EACH_COLOUR * 0b11_1110;
const TWOFOLD: u64 = EACH_COLOUR * 0b111_1100_0000;

impl Shape {
    /// Takes one card more.
    #[inline]
    pub(super) fn add(&mut self, card: Traits) {
        let colours = COLOURS[usize::from(card.colours)];
        if card.numbers == EVERY_NUMBER {
            // What a Joker # adds to the lowest number covers what it adds to the others.
            let shift = colours.trailing_zeros();
            let own = (self.colour_singles >> shift) as u16;
            self.doubles |= sums(EVERY_NUMBER, lowest(self.singles));
            self.colour_doubles |= u64::from(sums(EVERY_NUMBER, lowest(own))) << shift;
        } else {
            let stay = EVERY_NUMBER >> card.rank;
            let colour_stay = self.colour_singles & (EACH_COLOUR * u64::from(stay));
            self.doubles |= (self.singles & stay) << card.rank;
            self.colour_doubles |= (colour_stay << card.rank) & colours;
        }
        self.cards += 1;
        self.points += u16::from(card.points);
        self.singles |= card.numbers;
        self.colour_singles |= (EACH_COLOUR * u64::from(card.numbers)) & colours;
    }

    /// How likely it is that a card that comes into the row sheds one card of the hand or more, two or more, three.
    pub(super) fn sheds(&self) -> [f32; 3] {
        let share = |numbers: u64| {
            (3 * (numbers & THREEFOLD).count_ones() + 2 * (numbers & TWOFOLD).count_ones()) as f32 / 100.0
        };
        let doubles = EACH_COLOUR * u64::from(self.doubles);
        let singles = EACH_COLOUR * u64::from(self.singles);
        [share(singles | doubles), share(self.colour_singles | doubles), share(self.colour_doubles)]
    }

    /// How many cards of the hand a match on this card of the row sheds at best, its bonus included.
    pub(super) fn sheds_on(&self, card: Traits) -> u8 {
        let on_colour = (EACH_COLOUR * u64::from(card.numbers)) & COLOURS[usize::from(card.colours)];
        if self.colour_doubles & on_colour != 0 {
            3
        } else if self.doubles & card.numbers != 0 || self.colour_singles & on_colour != 0 {
            2
        } else {
            u8::from(self.singles & card.numbers != 0)
        }
    }
}

/// The lowest bit.
fn lowest(bits: u16) -> u16 {
    bits & bits.wrapping_neg()
}

/// The sixteen bits of each colour in a set of colours.
const COLOURS: [u64; 16] = colours();

const fn colours() -> [u64; 16] {
    let mut all = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut colour = 0;
        while colour < 4 {
            if set >> colour & 1 == 1 {
                all[set] |= 0xffff << (16 * colour);
            }
            colour += 1;
        }
        set += 1;
    }
    all
}
