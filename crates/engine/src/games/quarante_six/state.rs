//! Quarante-Six: the truth, what everybody knows of it, and the invariants.

use tinyvec::ArrayVec;

use crate::sheet::{Ending, Outcome, Sheet};
use crate::{PerSeat, Seat, SeatCount};

use super::rules::{Board, Card, CardSet, Rules, Square, SquareSet};

/// The most that may play.
pub const SEATS_MOST: usize = 6;

/// A pile of cards, the next to be drawn at the end.
pub(super) type Pile = ArrayVec<[Card; Card::COUNT]>;

/// The whole truth of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What everybody knows.
    pub public: Public,
    /// Each seat's cards.
    pub hands: PerSeat<Hand, SEATS_MOST>,
    /// The pile, the next card to be drawn at the end.
    pub pile: Pile,
    /// Cards that are not in the game: none in play, but a position may leave some out.
    pub out: CardSet,
}

/// What everybody knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// The score sheet.
    pub sheet: Sheet,
    /// Where each number has its square this round.
    pub board: Board,
    /// The squares that hold a card or the joker.
    pub taken: SquareSet,
    /// The square the joker lies on, if it is on the board.
    pub joker: Option<Square>,
    /// Who dealt this round.
    pub dealer: Seat,
    /// Whose turn it is, or was when the round ended.
    pub seat: Seat,
    /// How many cards each seat holds.
    pub hand_sizes: PerSeat<u8, SEATS_MOST>,
    /// How many cards are in the pile.
    pub pile_size: u8,
    /// Where in the round we are.
    pub phase: Phase,
}

/// Where in the round we are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing has been dealt yet.
    Undealt,
    /// A turn, in which so many cards were laid already.
    Laying {
        /// Cards laid this turn.
        laid: u8,
    },
    /// The last card of the pile was drawn, and its drawer decides about it (R21).
    LastCard,
    /// The round is over, and all hands are open.
    Over(Box<Ending<PerSeat<Hand, SEATS_MOST>>>),
}

/// What one seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// The cards held.
    pub cards: CardSet,
    /// Which of them is the last card of the pile, while its drawer decides (R21).
    pub last_card: Option<Card>,
}

impl State {
    /// A table before the first deal.
    pub(super) fn new(rules: &Rules, seats: SeatCount) -> Self {
        let public = Public {
            rules: rules.fitted(seats),
            sheet: Sheet::new(seats),
            board: Board::blue(),
            taken: SquareSet::EMPTY,
            joker: None,
            dealer: Seat::default(),
            seat: Seat::default(),
            hand_sizes: PerSeat::new(seats),
            pile_size: 0,
            phase: Phase::Undealt,
        };
        Self { public, hands: PerSeat::new(seats), pile: Pile::new(), out: CardSet::ALL }
    }

    /// All invariants, conservation of cards first.
    pub(super) fn check(&self) -> Result<(), String> {
        let public = &self.public;
        let hands = self.hands.values().iter().flat_map(|hand| hand.cards.iter());
        let joker = public.joker.map(|_| Card::JOKER);
        let mut everywhere: Vec<Card> =
            hands.chain(self.pile).chain(public.laid().iter()).chain(joker).chain(self.out.iter()).collect();
        everywhere.sort();
        if !everywhere.iter().copied().eq(Card::all()) {
            return Err(format!("cards are not conserved: {everywhere:?}"));
        }
        if !self.hands.iter().all(|(seat, hand)| hand.cards.len() == usize::from(public.hand_sizes[seat])) {
            return Err("a hand's size is wrong".into());
        }
        if self.pile.len() != usize::from(public.pile_size) {
            return Err("the pile's size is wrong".into());
        }
        if public.joker.is_some_and(|square| !public.board.find(square).is_some_and(|index| public.taken.has(index))) {
            return Err("the joker lies on a square that is not taken".into());
        }
        let deciding = public.phase == Phase::LastCard;
        for (seat, hand) in self.hands.iter() {
            let may_decide = deciding && seat == public.seat;
            if hand.last_card.is_some() != may_decide || hand.last_card.is_some_and(|card| !hand.cards.has(card)) {
                return Err(format!("seat {seat} has a wrong last card"));
            }
        }
        Ok(())
    }
}

impl Public {
    /// The number cards that lie on their squares.
    #[must_use]
    pub fn laid(&self) -> CardSet {
        let printed = self.taken.iter().map(|square| self.board.square(square));
        let naturals = printed.filter(|square| Some(*square) != self.joker);
        naturals.filter_map(Square::number).collect()
    }

    /// How the round ended, if it has.
    pub(super) fn outcome(&self) -> Option<&Outcome> {
        match &self.phase {
            Phase::Over(ending) => Some(&ending.outcome),
            _ => None,
        }
    }

    /// R23: whether the match ends with this round.
    pub(super) fn is_last_round(&self) -> bool {
        let rounds = self.rules.rounds.map_or(self.sheet.seats().get(), usize::from);
        self.sheet.last_round || usize::from(self.sheet.round) >= rounds
    }

    /// The number card the joker on the board stands in for; none when it is on its own square (R17).
    #[must_use]
    pub fn joker_stands_for(&self) -> Option<Card> {
        self.joker.and_then(Square::number)
    }
}
