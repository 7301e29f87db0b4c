//! DOS: options, cards, what fits on what, and what a hand is worth.

use crate::sheet::Scores;
use crate::{PerSeat, Seat, Set, numbered_member};

use super::state::Hand;

/// The options of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The points that win a match (R36).
    pub target: i32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { target: 200 }
    }
}

/// The colour of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Colour {
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Green.
    Green,
}

impl Colour {
    /// All four, in the order they are written in.
    pub const ALL: [Self; 4] = [Self::Red, Self::Yellow, Self::Blue, Self::Green];
}

/// What is printed on a card beside its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Face {
    /// A number: 1 or 3 to 10.
    Number(u8),
    /// Joker #: any number from 1 to 10 in its colour (R3).
    Any,
    /// Joker DOS: a 2 of any colour (R2).
    Dos,
}

/// The numbers there are: no 2.
const NUMBERS: [u8; 9] = [1, 3, 4, 5, 6, 7, 8, 9, 10];
/// What is printed beside the colour, by rank: the nine numbers, Joker #, Joker DOS.
const RANKS: usize = 11;
const RANK_ANY: usize = 9;
const RANK_DOS: usize = 10;
/// The highest number a card has or stands for.
const MAX_NUMBER: u8 = 10;

/// A kind of card, in the order of the house: numbers ascending and each red, yellow, blue, green,
/// then the Jokers # in the same order of colours, then Joker DOS (R1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Card(u8);

impl Card {
    /// Joker DOS.
    pub const DOS: Self = Self(4 * RANK_DOS as u8);
    /// How many kinds there are.
    pub const KINDS: usize = 41;
    /// How many cards there are.
    pub const COUNT: usize = 108;

    /// The card with this number, 1 or 3 to 10.
    #[must_use]
    pub fn number(colour: Colour, number: u8) -> Option<Self> {
        let rank = NUMBERS.iter().position(|other| *other == number)?;
        Some(Self::of_rank(colour, rank))
    }

    /// The Joker # of a colour.
    #[must_use]
    pub fn any(colour: Colour) -> Self {
        Self::of_rank(colour, RANK_ANY)
    }

    fn of_rank(colour: Colour, rank: usize) -> Self {
        Self(4 * rank as u8 + colour as u8)
    }

    /// Every kind once, in order.
    pub fn kinds() -> impl Iterator<Item = Self> {
        (0..Self::KINDS as u8).map(Self)
    }

    /// The colour; Joker DOS has none of its own.
    #[must_use]
    pub fn colour(self) -> Option<Colour> {
        if self == Self::DOS { None } else { Some(Colour::ALL[usize::from(self.0 % 4)]) }
    }

    /// What is printed beside the colour.
    #[must_use]
    pub fn face(self) -> Face {
        match self.rank() {
            RANK_ANY => Face::Any,
            RANK_DOS => Face::Dos,
            rank => Face::Number(NUMBERS[rank]),
        }
    }

    /// How many of this kind there are (R1).
    #[must_use]
    pub const fn copies(self) -> usize {
        match self.rank() {
            RANK_DOS => 12,
            RANK_ANY => 2,
            rank => {
                if NUMBERS[rank] <= 5 {
                    3
                } else {
                    2
                }
            }
        }
    }

    /// What it is worth in another's hand when the round ends (R35).
    #[must_use]
    pub fn points(self) -> i32 {
        match self.face() {
            Face::Number(number) => i32::from(number),
            Face::Dos => 20,
            Face::Any => 40,
        }
    }

    /// What it counts when the first dealer is drawn: symbols nothing (R4).
    #[must_use]
    pub fn draw_value(self) -> u8 {
        match self.face() {
            Face::Number(number) => number,
            Face::Dos | Face::Any => 0,
        }
    }

    /// The colours it goes with, a bit for each: all, if it has none of its own.
    fn colours(self) -> u8 {
        if self == Self::DOS { 0b1111 } else { 1 << (self.0 % 4) }
    }

    const fn rank(self) -> usize {
        (self.0 / 4) as usize
    }

    const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// All cards in the order of the house, as they lie before they are shuffled (R1).
pub(super) const DECK: [Card; Card::COUNT] = deck();

const fn deck() -> [Card; Card::COUNT] {
    let mut deck = [Card::DOS; Card::COUNT];
    let (mut kind, mut place) = (0, 0);
    while kind < Card::KINDS {
        let mut copy = 0;
        while copy < Card(kind as u8).copies() {
            deck[place] = Card(kind as u8);
            place += 1;
            copy += 1;
        }
        kind += 1;
    }
    deck
}

/// A set of kinds, in the order of the house.
pub type KindSet = Set<Card>;

numbered_member!(Card, Card::KINDS);

impl KindSet {
    /// `card` alone, if it is in it.
    #[must_use]
    pub fn only(self, card: Card) -> Self {
        Self::from_mask(self.mask() & card.bit())
    }

    /// The centre cards that two cards of these kinds add up to, as far as kinds can tell: whether there are
    /// two of the same number is left open.
    pub(super) fn sums(self) -> RankSet {
        RankSet(SUMS[self.ranks()])
    }

    /// A bit for each rank there is.
    const fn ranks(self) -> usize {
        // Each rank has four bits, one for each colour; they become one, and then close up.
        let mut ranks = self.mask() | self.mask() >> 1;
        ranks = (ranks | ranks >> 2) & 0x0111_1111_1111;
        ranks = (ranks | ranks >> 3) & 0x0303_0303_0303;
        ranks = (ranks | ranks >> 6) & 0x000f_000f_000f;
        ranks = (ranks | ranks >> 12) & 0x00ff_0000_00ff;
        ((ranks | ranks >> 24) & 0x07ff) as usize
    }

    /// The first kind in the order of the house; any if there is none.
    pub(super) fn lowest(self) -> Card {
        Card((self.mask().trailing_zeros() % 64) as u8)
    }

    /// All but the first kind.
    pub(super) fn without_lowest(self) -> Self {
        Self::from_mask(self.mask() & self.mask().wrapping_sub(1))
    }

    /// The kinds that come after `card` in the order of the house.
    #[must_use]
    pub fn after(self, card: Card) -> Self {
        Self::from_mask(self.mask() & (card.bit() << 1).wrapping_neg())
    }
}

/// The cards of some ranks, whatever their colour.
#[derive(Clone, Copy)]
pub(super) struct RankSet(u16);

impl RankSet {
    /// Whether `card` is of one of the ranks.
    pub(super) fn has(self, card: Card) -> bool {
        self.0 >> (card.rank() % 16) & 1 != 0
    }
}

/// Some cards in no order: how many there are of each kind, at most 15.
/// The four binary digits of the counts are four masks, so that a set of kinds is at hand at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardBag([u64; 4]);

impl CardBag {
    /// No card.
    pub const EMPTY: Self = Self([0; 4]);

    /// All 108 (R1).
    pub const ALL: Self = Self::all();

    const fn all() -> Self {
        let mut digits = [0; 4];
        let mut kind = 0;
        while kind < Card::KINDS {
            let card = Card(kind as u8);
            let mut digit = 0;
            while digit < 4 {
                if card.copies() & (1 << digit) != 0 {
                    digits[digit] |= card.bit();
                }
                digit += 1;
            }
            kind += 1;
        }
        Self(digits)
    }

    /// How many of a kind.
    #[must_use]
    pub fn count(self, card: Card) -> usize {
        (0..4).map(|digit| usize::from(self.0[digit] & card.bit() != 0) << digit).sum()
    }

    /// Whether all cards of a kind are in it.
    pub(super) fn has_all(self, card: Card) -> bool {
        (0..4).all(|digit| (self.0[digit] ^ Self::ALL.0[digit]) & card.bit() == 0)
    }

    /// The kinds of which there is a card.
    #[must_use]
    pub fn kinds(self) -> KindSet {
        KindSet::from_mask(self.0[0] | self.0[1] | self.0[2] | self.0[3])
    }

    /// The kinds of which there are two cards or more.
    #[must_use]
    pub fn pairs(self) -> KindSet {
        KindSet::from_mask(self.0[1] | self.0[2] | self.0[3])
    }

    /// These and one more; of no kind can there be more than the material has.
    #[must_use]
    pub fn with(mut self, card: Card) -> Self {
        let mut carry = card.bit();
        for digit in &mut self.0 {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        self
    }

    /// These less one of a kind of which there is one.
    #[must_use]
    pub fn without(mut self, card: Card) -> Self {
        let mut borrow = card.bit();
        for digit in &mut self.0 {
            (*digit, borrow) = (*digit ^ borrow, !*digit & borrow);
        }
        self
    }

    /// How many cards.
    #[must_use]
    pub fn len(self) -> usize {
        (0..4).map(|digit| (self.0[digit].count_ones() as usize) << digit).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The cards in the order of the house, each as often as it is there.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.kinds().iter().flat_map(move |card| std::iter::repeat_n(card, self.count(card)))
    }
}

impl FromIterator<Card> for CardBag {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The one card or the two cards of a match, in the order of the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Play {
    first: Card,
    second: Option<Card>,
}

impl Play {
    /// One card (R9).
    #[must_use]
    pub fn single(card: Card) -> Self {
        Self { first: card, second: None }
    }

    /// Two cards, in either order (R10).
    #[must_use]
    pub fn double(one: Card, other: Card) -> Self {
        Self { first: one.min(other), second: Some(one.max(other)) }
    }

    /// Two cards that are in the order of the house.
    pub(super) fn in_order(first: Card, second: Card) -> Self {
        Self { first, second: Some(second) }
    }

    /// The card that comes first, and the other if there are two.
    #[must_use]
    pub fn parts(self) -> (Card, Option<Card>) {
        (self.first, self.second)
    }

    /// The cards in order.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        std::iter::once(self.first).chain(self.second)
    }

    /// How many cards: one or two.
    #[must_use]
    pub fn count(self) -> u8 {
        1 + u8::from(self.second.is_some())
    }

    /// Whether the numbers fit on a centre card (R9–R12).
    #[must_use]
    pub fn fits(self, centre: Card) -> bool {
        match self.second {
            None => singles_on(centre).has(self.first),
            Some(second) => partners_on(centre, self.first).has(second),
        }
    }

    /// The colour bonus it earns on a centre card that it fits (R13–R15): all colours that are
    /// printed must be the same, and a Joker DOS, in the hand or in the row, goes with any.
    #[must_use]
    pub fn colour_bonus(self, centre: Card) -> Option<ColourBonus> {
        let in_common = centre.colours() & self.first.colours() & self.second.map_or(!0, Card::colours);
        if in_common == 0 {
            return None;
        }
        Some(if self.second.is_none() { ColourBonus::Single } else { ColourBonus::Double })
    }
}

/// What a match in the centre card's colour earns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourBonus {
    /// A card may go into the row (R13).
    Single,
    /// A card may go into the row, and all others draw (R14).
    Double,
}

/// The kinds that match a centre card alone.
pub(super) fn singles_on(centre: Card) -> KindSet {
    KindSet::from_mask(SINGLES[centre.rank()])
}

/// The kinds that match a centre card together with `first`.
pub(super) fn partners_on(centre: Card, first: Card) -> KindSet {
    KindSet::from_mask(PARTNERS[centre.rank()][first.rank()])
}

/// The kinds that match a centre card together with one that is the same or comes after them.
pub(super) fn firsts_on(centre: Card) -> KindSet {
    KindSet::from_mask(FIRSTS[centre.rank()])
}

/// By rank of the centre card.
const SINGLES: [u64; RANKS] = singles();
/// By rank of the centre card and of one of the two.
const PARTNERS: [[u64; RANKS]; RANKS] = partners();

/// By rank of the centre card.
const FIRSTS: [u64; RANKS] = firsts();
/// By the ranks of a hand, a bit for each: the ranks of the centre cards that two of them add up to.
const SUMS: [u16; 1 << RANKS] = sums();

/// Whether a card of this rank can be that number (R2, R3).
const fn stands_for(rank: usize, number: u8) -> bool {
    match rank {
        RANK_ANY => true,
        RANK_DOS => number == 2,
        _ => NUMBERS[rank] == number,
    }
}

const fn kinds_of_rank(rank: usize) -> u64 {
    if rank == RANK_DOS { 1 << (4 * RANK_DOS) } else { 0b1111 << (4 * rank) }
}

const fn singles() -> [u64; RANKS] {
    let mut all = [0; RANKS];
    let mut centre = 0;
    while centre < RANKS {
        let mut rank = 0;
        while rank < RANKS {
            let mut number = 1;
            while number <= MAX_NUMBER {
                if stands_for(centre, number) && stands_for(rank, number) {
                    all[centre] |= kinds_of_rank(rank);
                }
                number += 1;
            }
            rank += 1;
        }
        centre += 1;
    }
    all
}

const fn partners() -> [[u64; RANKS]; RANKS] {
    let mut all = [[0; RANKS]; RANKS];
    let mut centre = 0;
    while centre < RANKS {
        let mut first = 0;
        while first < RANKS {
            let mut second = 0;
            while second < RANKS {
                if add_up(centre, first, second) {
                    all[centre][first] |= kinds_of_rank(second);
                }
                second += 1;
            }
            first += 1;
        }
        centre += 1;
    }
    all
}

const fn firsts() -> [u64; RANKS] {
    let mut all = [0; RANKS];
    let mut centre = 0;
    while centre < RANKS {
        let mut first = 0;
        while first < RANKS {
            // Ranks are in the order of the house: a partner is of the same rank or a later one.
            if PARTNERS[centre][first] >> (4 * first) != 0 {
                all[centre] |= kinds_of_rank(first);
            }
            first += 1;
        }
        centre += 1;
    }
    all
}

const fn sums() -> [u16; 1 << RANKS] {
    let mut all = [0; 1 << RANKS];
    let mut held = 1_usize;
    while held < all.len() {
        // What the other ranks come to, and the highest with each of them and with itself.
        let highest = held.ilog2() as usize;
        all[held] = all[held ^ (1 << highest)];
        let mut centre = 0;
        while centre < RANKS {
            let mut other = 0;
            while other <= highest {
                if held & (1 << other) != 0 && PARTNERS[centre][highest] & kinds_of_rank(other) != 0 {
                    all[held] |= 1 << centre;
                }
                other += 1;
            }
            centre += 1;
        }
        held += 1;
    }
    all
}

/// Whether two cards can add up to a centre card, by rank.
const fn add_up(centre: usize, first: usize, second: usize) -> bool {
    let mut one = 1;
    while one < MAX_NUMBER {
        let mut other = 1;
        while one + other <= MAX_NUMBER {
            if stands_for(first, one) && stands_for(second, other) && stands_for(centre, one + other) {
                return true;
            }
            other += 1;
        }
        one += 1;
    }
    false
}

/// R35: the winner gets what the others hold.
pub(super) fn round_scores(hands: &PerSeat<Hand>, winner: Seat) -> Scores {
    let others = hands.iter().filter(|(seat, _)| *seat != winner);
    let points: i32 = others.flat_map(|(_, hand)| hand.cards.iter()).map(Card::points).sum();
    Scores::from_fn(hands.seats(), |seat| if seat == winner { points } else { 0 })
}
