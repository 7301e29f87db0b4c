//! Quarante-Six: options, cards, boards and what a hand costs.

use crate::sheet::Scores;
use crate::{Chance, Member, PerSeat, SeatCount, Set, numbered_member};

use super::state::Hand;

/// The options of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// Which side of the board is up (R2, R6, R7).
    pub board: BoardSide,
    /// Whether the joker, too, must touch what lies there (R15).
    pub joker_must_touch: bool,
    /// Rounds of a match; `None` is one per player (R23).
    pub rounds: Option<u16>,
}

impl Rules {
    /// The same options where so many play: as many rounds as players is the default (R23).
    #[must_use]
    pub fn fitted(self, seats: SeatCount) -> Self {
        Self { rounds: self.rounds.filter(|rounds| usize::from(*rounds) != seats.get()), ..self }
    }
}

/// Which side of the board is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardSide {
    /// The numbers in order (R2).
    #[default]
    Blue,
    /// A fixed disorder (R6).
    Red,
    /// A disorder drawn for each round (R7).
    Random,
}

/// A card: a number from 1 to 46, or the joker (R1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Card(u8);

impl Card {
    /// The joker.
    pub const JOKER: Self = Self(0);
    /// How many cards there are: 46 and the joker.
    pub const COUNT: usize = 47;

    /// The card with this number, 1 to 46.
    #[must_use]
    pub fn number(number: usize) -> Option<Self> {
        (1..Self::COUNT).contains(&number).then_some(Self(number as u8))
    }

    /// All cards, the joker first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The number, or 0 for the joker.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Minus points in hand when the round ends (R22).
    #[must_use]
    pub fn cost(self) -> i32 {
        if self == Self::JOKER { 100 } else { i32::from(self.0) }
    }
}

/// R9: a joker that is turned first goes on the square of 25.
pub(super) const JOKER_TURNED: Card = Card(25);

/// A set of cards; the joker comes first.
pub type CardSet = Set<Card>;

numbered_member!(Card, Card::COUNT);

impl CardSet {
    /// All 47.
    pub const ALL: Self = Self::from_mask((1 << Card::COUNT) - 1);
}

/// What is printed on a square of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Square {
    /// The place of one number card.
    Number(Card),
    /// The joker's square (R5).
    Joker,
    /// The pile's square (R4).
    Pile,
}

impl Square {
    /// The number printed there, if one is.
    #[must_use]
    pub fn number(self) -> Option<Card> {
        match self {
            Self::Number(card) => Some(card),
            Self::Joker | Self::Pile => None,
        }
    }
}

/// A square's place on the board, counted row by row from 0 to 47.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareIndex(u8);

/// Rows of 12, four of them.
const WIDTH: i32 = 12;
const HEIGHT: i32 = 4;
/// The squares, row by row.
pub(super) const SQUARES: usize = 48;
/// The pile's square and the joker's are the same on every board.
const PILE_SQUARE: usize = 18;
const JOKER_SQUARE: SquareIndex = SquareIndex(25);

/// R6: our fixed disorder; no two consecutive numbers touch.
const RED: [u8; 46] = [
    2, 38, 43, 17, 10, 19, 13, 11, 3, 37, 32, 7, //
    22, 20, 8, 25, 41, 16, 33, 42, 21, 24, 36, //
    9, 4, 34, 39, 18, 30, 1, 14, 29, 46, 6, //
    12, 23, 44, 31, 45, 28, 35, 40, 27, 5, 26, 15,
];

const FIRST_COLUMN: u64 = 1 | 1 << WIDTH | 1 << (2 * WIDTH) | 1 << (3 * WIDTH);
const LAST_COLUMN: u64 = FIRST_COLUMN << (WIDTH - 1);

/// R3: for each square those that share an edge or a corner with it; the pile's square touches nothing (R4).
const TOUCHING: [u64; SQUARES] = touching();

const fn touching() -> [u64; SQUARES] {
    let mut all = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let (row, column) = (square as i32 / WIDTH, square as i32 % WIDTH);
        let mut other = 0;
        while other < SQUARES {
            let (down, across) = (other as i32 / WIDTH - row, other as i32 % WIDTH - column);
            let near = down.abs() <= 1 && across.abs() <= 1 && other != square;
            if near && square != PILE_SQUARE && other != PILE_SQUARE {
                all[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    assert!(WIDTH * HEIGHT == SQUARES as i32);
    all
}

/// A set of squares, in the order of the board.
pub type SquareSet = Set<SquareIndex>;

numbered_member!(SquareIndex, SQUARES);

impl SquareSet {
    /// Every square a card may lie on: all but the pile's.
    pub(super) const PLACES: Self = Self::from_mask(((1 << SQUARES) - 1) & !(1 << PILE_SQUARE));

    /// Whether `square` shares an edge or a corner with one of these (R3).
    #[must_use]
    pub fn touches(self, square: SquareIndex) -> bool {
        self.mask() & TOUCHING[square.index()] != 0
    }

    /// The free squares that share an edge or a corner with one of these (R3).
    #[must_use]
    pub fn surroundings(self) -> Self {
        let these = self.mask();
        let (left, right) = ((these & !FIRST_COLUMN) >> 1, (these & !LAST_COLUMN) << 1);
        let rows = these | left | right;
        let around = rows | rows >> WIDTH | rows << WIDTH;
        Self::from_mask(around).and(Self::PLACES).minus(self)
    }
}

/// Where each number has its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// What is printed on each square.
    printed: [Square; SQUARES],
    /// The square of each card by its number; the joker's entry is its own square.
    places: [SquareIndex; Card::COUNT],
}

impl Grid {
    /// The board with these numbers, row by row, the pile's and the joker's squares left out.
    fn new(numbers: impl IntoIterator<Item = u8>) -> Self {
        let mut printed = [Square::Pile; SQUARES];
        let mut places = [JOKER_SQUARE; Card::COUNT];
        printed[JOKER_SQUARE.index()] = Square::Joker;
        for (square, number) in SquareSet::PLACES.iter().filter(|square| *square != JOKER_SQUARE).zip(numbers) {
            printed[square.index()] = Square::Number(Card(number));
            places[usize::from(number)] = square;
        }
        Self { printed, places }
    }

    /// The blue side (R2).
    #[must_use]
    pub fn blue() -> Self {
        Self::new(1..Card::COUNT as u8)
    }

    /// The red side (R6).
    #[must_use]
    pub fn red() -> Self {
        Self::new(RED)
    }

    /// A board in disorder drawn by chance (R7).
    pub fn random(chance: &mut Chance) -> Self {
        let mut numbers: [u8; Card::COUNT - 1] = std::array::from_fn(|index| index as u8 + 1);
        chance.shuffle(&mut numbers);
        Self::new(numbers)
    }

    /// The board printed like this; `None` unless each number has one square
    /// and the pile's and the joker's squares are in their places.
    #[must_use]
    pub fn from_squares(squares: &[Square]) -> Option<Self> {
        let numbers = squares.iter().filter_map(|square| match square {
            Square::Number(card) if *card != Card::JOKER => Some(card.0),
            _ => None,
        });
        let board = Self::new(numbers);
        let all_placed = Card::all().all(|card| match board.square(board.place(card)) {
            Square::Number(printed) => printed == card,
            Square::Joker => card == Card::JOKER,
            Square::Pile => false,
        });
        (all_placed && board.printed == *squares).then_some(board)
    }

    /// What is printed on the board, row by row.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.printed
    }

    /// Where something is printed; nothing lies on the pile's square.
    #[must_use]
    pub fn find(&self, square: Square) -> Option<SquareIndex> {
        match square {
            Square::Number(card) => Some(self.place(card)),
            Square::Joker => Some(JOKER_SQUARE),
            Square::Pile => None,
        }
    }

    /// What is printed on one square.
    #[must_use]
    pub fn square(&self, square: SquareIndex) -> Square {
        self.printed[square.index()]
    }

    /// The square of a card; the joker's is its own square.
    #[must_use]
    pub fn place(&self, card: Card) -> SquareIndex {
        self.places[card.index()]
    }
}

/// R22: each player loses what is left in hand.
pub(super) fn round_scores(hands: &PerSeat<Hand>) -> Scores {
    Scores::from_fn(hands.seats(), |seat| -hands[seat].cards.iter().map(Card::cost).sum::<i32>())
}
