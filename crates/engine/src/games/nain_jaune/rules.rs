//! Nain Jaune: options, cards, the board's stakes, and what a hand costs.

use crate::{SeatCount, Set, numbered_member};

/// The options of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// Tokens each player begins with; `None` shares out the 65 of the box (R3).
    pub tokens: Option<u16>,
    /// Whether a player may say "sans" although they could play (R10).
    pub may_hold_back: bool,
    /// Who opens a new run when nobody can go on (R13).
    pub restart: Restart,
    /// Rounds of a match; `None` is one per player (R21).
    pub rounds: Option<u16>,
    /// Minutes of a match: the host keeps the clock, and calls the last round (R21).
    pub minutes: Option<u16>,
}

impl Rules {
    /// R6: fewer tokens than a stake cannot be begun with.
    pub const MIN_TOKENS: u16 = STAKE as u16;

    /// The same options where so many play: the box's share (R3) and as many rounds as players (R21) are the default.
    #[must_use]
    pub fn fitted(self, seats: SeatCount) -> Self {
        let share = Self::default().share(seats);
        Self {
            tokens: self.tokens.filter(|tokens| i32::from(*tokens) != share),
            rounds: self.rounds.filter(|rounds| usize::from(*rounds) != seats.get()),
            ..self
        }
    }

    /// The tokens each player begins with (R3).
    #[must_use]
    pub fn share(&self, seats: SeatCount) -> i32 {
        self.tokens.map_or(TOKENS_IN_BOX / seats.get() as i32, i32::from)
    }
}

/// Who opens a new run when nobody can go on (R13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Restart {
    /// The last player who was asked.
    #[default]
    LastAsked,
    /// The player who laid the last card.
    LastLayer,
}

/// R3: the tokens of the box.
const TOKENS_IN_BOX: i32 = 65;

/// R6: what each player stakes before each round.
pub(super) const STAKE: i32 = 6;

/// R21: with fewer players left the match ends.
pub(super) const MIN_PLAYERS: usize = 3;

/// R5: the cards dealt to each, by the number of players; the others are set aside.
const CARDS_EACH: [usize; 9] = [0, 0, 0, 15, 12, 9, 8, 7, 6];

/// The cards dealt to each of so many players (R5).
pub(super) fn cards_each(players: usize) -> usize {
    CARDS_EACH.get(players).copied().unwrap_or(0)
}

/// The cards set aside when so many play (R4).
#[must_use]
pub fn cards_aside(players: usize) -> usize {
    Card::COUNT - players * cards_each(players)
}

/// The value of a card: the ace is the lowest, the king the highest (R1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank(u8);

impl Rank {
    /// The ace: every round opens with it (R8).
    pub const ACE: Self = Self(1);
    /// The king: nothing comes after it (R12).
    pub const KING: Self = Self(13);

    /// The value with this number, 1 (ace) to 13 (king).
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        (1..=13).contains(&number).then_some(Self(number as u8))
    }

    /// Its number, 1 to 13.
    #[must_use]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// The next higher value; none after the king.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        (self < Self::KING).then_some(Self(self.0 + 1))
    }
}

/// The four suits; they matter for the board cards alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];
}

/// A card: numbered by value, then suit, so that the four of a value are neighbours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Card(u8);

impl Card {
    /// How many cards there are (R1).
    pub const COUNT: usize = 52;

    /// R2: the cards of the board, the Yellow Dwarf first.
    pub const BOARD: [Self; 5] = [
        Self::new(Rank(7), Suit::Diamonds),
        Self::new(Rank(10), Suit::Diamonds),
        Self::new(Rank(11), Suit::Clubs),
        Self::new(Rank(12), Suit::Spades),
        Self::new(Rank::KING, Suit::Hearts),
    ];

    /// The card of this value and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self((rank.0 - 1) * 4 + suit as u8)
    }

    /// All cards, from the aces up.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Its value.
    #[must_use]
    pub fn rank(self) -> Rank {
        Rank(self.0 / 4 + 1)
    }

    /// Its suit.
    #[must_use]
    pub fn suit(self) -> Suit {
        Suit::ALL[usize::from(self.0 % 4)]
    }
}

/// A set of cards, from the aces up.
pub type CardSet = Set<Card>;

numbered_member!(Card, Card::COUNT);

impl CardSet {
    /// All 52.
    pub const ALL: Self = Self::from_mask((1 << Card::COUNT) - 1);
    /// The five of the board (R2).
    pub const BOARD: Self = board();

    /// The four cards of a value.
    #[must_use]
    pub fn of_rank(rank: Rank) -> Self {
        Self::from_mask(0b1111 << (4 * (rank.0 - 1)))
    }
}

const fn board() -> CardSet {
    let mut mask = 0;
    let mut square = 0;
    while square < Card::BOARD.len() {
        mask |= 1 << Card::BOARD[square].0;
        square += 1;
    }
    CardSet::from_mask(mask)
}

/// The tokens on the five squares of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stakes([i32; Card::BOARD.len()]);

impl Stakes {
    /// R6: of one player's stake two go on the Yellow Dwarf, one on each other square.
    const OF_ONE: [i32; Card::BOARD.len()] = [2, 1, 1, 1, 1];

    /// The stakes with these tokens on the squares, in the order of [`Card::BOARD`].
    #[must_use]
    pub fn new(tokens: [i32; Card::BOARD.len()]) -> Self {
        Self(tokens)
    }

    /// What lies on a card's square; nothing for a card without one.
    #[must_use]
    pub fn on(&self, card: Card) -> i32 {
        Card::BOARD.iter().zip(&self.0).find(|(square, _)| **square == card).map_or(0, |(_, tokens)| *tokens)
    }

    /// Each square with what lies on it.
    pub fn iter(&self) -> impl Iterator<Item = (Card, i32)> {
        Card::BOARD.into_iter().zip(self.0)
    }

    /// All that lies on the board.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.0.iter().sum()
    }

    /// One more player stakes (R6).
    pub(super) fn add(&mut self) {
        for (tokens, more) in self.0.iter_mut().zip(Self::OF_ONE) {
            *tokens += more;
        }
    }

    /// Clears a card's square (R15).
    pub(super) fn clear(&mut self, card: Card) {
        if let Some(square) = Card::BOARD.iter().position(|square| *square == card) {
            self.0[square] = 0;
        }
    }
}

/// R17: one token for each card in hand, two for each of the board.
pub(super) fn debt(cards: CardSet) -> i32 {
    (cards.len() + cards.and(CardSet::BOARD).len()) as i32
}
