//! Quarante-Six: the truth, what everybody knows of it, and the invariants.

use tinyvec::ArrayVec;

use crate::{Seat, SeatCount};

use super::rules::{Card, CardSet, Grid, Rules, Square, SquareSet};
use super::{Phase, Public, State};

/// The most that may play.
pub const MAX_SEATS: usize = 6;

/// A pile of cards, the next to be drawn at the end.
pub(super) type Pile = ArrayVec<[Card; Card::COUNT]>;

/// What lies open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Where each number has its square this round.
    pub grid: Grid,
    /// The squares that hold a card or the joker.
    pub taken: SquareSet,
    /// The square the joker lies on, if it is on the board.
    pub joker: Option<Square>,
    /// Who dealt this round.
    pub dealer: Seat,
    /// How many cards are in the pile.
    pub pile_size: u8,
}

/// What nobody sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// The pile, the next card to be drawn at the end.
    pub pile: Pile,
    /// Cards that are not in the game: none in play, but a position may leave some out.
    pub out: CardSet,
}

/// How far the turn under way is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playing {
    /// So many cards were laid already.
    Laying {
        /// Cards laid this turn.
        laid: u8,
    },
    /// The last card of the pile was drawn, and its drawer decides about it (R21).
    LastCard,
}

/// What one seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// The cards held.
    pub cards: CardSet,
    /// Which of them is the last card of the pile, while its drawer decides (R21).
    pub last_card: Option<Card>,
}

/// A table before the first deal.
pub(super) fn table(rules: &Rules, seats: SeatCount) -> State {
    let board =
        Board { grid: Grid::blue(), taken: SquareSet::EMPTY, joker: None, dealer: Seat::default(), pile_size: 0 };
    State::new(rules.fitted(seats), seats, board, Hidden { pile: Pile::new(), out: CardSet::ALL })
}

/// All invariants, conservation of cards first.
pub(super) fn check(state: &State) -> Result<(), String> {
    let public = &state.public;
    let hands = state.hands.values().iter().flat_map(|hand| hand.cards.iter());
    let joker = public.board.joker.map(|_| Card::JOKER);
    let mut everywhere: Vec<Card> = hands
        .chain(state.hidden.pile)
        .chain(public.laid().iter())
        .chain(joker)
        .chain(state.hidden.out.iter())
        .collect();
    everywhere.sort();
    if !everywhere.iter().copied().eq(Card::all()) {
        return Err(format!("cards are not conserved: {everywhere:?}"));
    }
    if !state.hands.iter().all(|(seat, hand)| hand.cards.len() == usize::from(public.hand_sizes[seat])) {
        return Err("a hand's size is wrong".into());
    }
    if state.hidden.pile.len() != usize::from(public.board.pile_size) {
        return Err("the pile's size is wrong".into());
    }
    if public
        .board
        .joker
        .is_some_and(|square| !public.board.grid.find(square).is_some_and(|index| public.board.taken.has(index)))
    {
        return Err("the joker lies on a square that is not taken".into());
    }
    let deciding = public.phase == Phase::Playing(Playing::LastCard);
    for (seat, hand) in state.hands.iter() {
        let may_decide = deciding && seat == public.seat;
        if hand.last_card.is_some() != may_decide || hand.last_card.is_some_and(|card| !hand.cards.has(card)) {
            return Err(format!("seat {seat} has a wrong last card"));
        }
    }
    Ok(())
}

impl Public {
    /// The number cards that lie on their squares.
    #[must_use]
    pub fn laid(&self) -> CardSet {
        let printed = self.board.taken.iter().map(|square| self.board.grid.square(square));
        let naturals = printed.filter(|square| Some(*square) != self.board.joker);
        naturals.filter_map(Square::number).collect()
    }

    /// R23: whether the match ends with this round.
    pub(super) fn is_last_round(&self) -> bool {
        self.sheet.is_last_of(self.rules.rounds.unwrap_or(self.sheet.seats().get() as u16))
    }

    /// The number card the joker on the board stands in for; none when it is on its own square (R17).
    #[must_use]
    pub fn joker_stands_for(&self) -> Option<Card> {
        self.board.joker.and_then(Square::number)
    }
}
