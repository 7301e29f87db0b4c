//! Nain Jaune: the truth, what everybody knows of it, and the invariants.

use tinyvec::ArrayVec;

use crate::sheet::Scores;
use crate::{Seat, SeatCount, SeatSet};

use super::rules::{Card, CardSet, MIN_PLAYERS, Rank, Rules, STAKE, Stakes};
use super::{Public, State};

/// The most that may play.
pub const MAX_SEATS: usize = 8;

/// Cards in order.
pub(super) type CardList = ArrayVec<[Card; Card::COUNT]>;

/// Seats in order, each at most once.
pub(super) type SeatList = ArrayVec<[Seat; MAX_SEATS]>;

/// What lies open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The tokens each seat has before it.
    pub tokens: Scores,
    /// The tokens on the board.
    pub stakes: Stakes,
    /// Who dealt this round.
    pub dealer: Seat,
    /// The value asked for; `None` is any card (R12, R13).
    pub need: Option<Rank>,
    /// Who has said "sans" for this value, in order.
    pub asked: SeatList,
    /// Who laid the last card of this round.
    pub last: Option<Seat>,
    /// The cards laid this round, in order.
    pub laid: CardList,
    /// Who is out of the match, in the order of going out (R20).
    pub gone: SeatList,
}

/// What nobody sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// Cards that are not in the game: those set aside, which nobody sees (R4).
    pub out: CardSet,
}

/// What one seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// The cards held.
    pub cards: CardSet,
}

/// A table before the first deal.
pub(super) fn table(rules: &Rules, seats: SeatCount) -> State {
    let tokens = Scores::from_fn(seats, |_| rules.share(seats));
    let board = Board {
        tokens,
        stakes: Stakes::default(),
        dealer: Seat::default(),
        need: Some(Rank::ACE),
        asked: SeatList::new(),
        last: None,
        laid: CardList::new(),
        gone: SeatList::new(),
    };
    let mut state = State::new(rules.fitted(seats), seats, board, Hidden { out: CardSet::ALL });
    // The totals are the tokens before this round's stakes.
    state.public.sheet.totals = tokens;
    state
}

/// All invariants, conservation of cards first.
pub(super) fn check(state: &State) -> Result<(), String> {
    let public = &state.public;
    let hands = state.hands.values().iter().flat_map(|hand| hand.cards.iter());
    let mut everywhere: Vec<Card> = hands.chain(public.board.laid).chain(state.hidden.out.iter()).collect();
    everywhere.sort();
    if !everywhere.iter().copied().eq(Card::all()) {
        return Err(format!("cards are not conserved: {everywhere:?}"));
    }
    if !state.hands.iter().all(|(seat, hand)| hand.cards.len() == usize::from(public.hand_sizes[seat])) {
        return Err("a hand's size is wrong".into());
    }
    if public.board.tokens.values().iter().any(|tokens| *tokens < 0)
        || public.board.stakes.iter().any(|(_, stake)| stake < 0)
    {
        return Err("there are fewer tokens than none".into());
    }
    for list in [&public.board.asked, &public.board.gone] {
        if list.iter().copied().collect::<SeatSet>().len() < list.len() {
            return Err(format!("a seat is listed twice: {list:?}"));
        }
    }
    Ok(())
}

impl Public {
    /// R21: whether the match ends with this round, by the count of rounds or by the host's clock.
    pub(super) fn is_last_round(&self) -> bool {
        self.sheet.is_last_of(self.rules.rounds.unwrap_or(self.sheet.seats().get() as u16))
    }

    /// Whether a seat is still in the match (R20).
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        !self.board.gone.contains(&seat)
    }

    /// All seats in the order of play, beginning with `first`: counter-clockwise (R7).
    pub(super) fn in_order_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.sheet.seats();
        std::iter::successors(Some(first), move |seat| Some(seats.right_of(*seat))).take(seats.get())
    }

    /// The seats still in the match after `seat` in the order of play, that seat left out.
    pub(super) fn others_after(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        self.in_order_from(seat).skip(1).filter(|other| self.is_in(*other))
    }

    /// Whether a seat is in the match and can stake for another round (R19).
    pub(super) fn can_stake(&self, seat: Seat) -> bool {
        self.is_in(seat) && self.board.tokens[seat] >= STAKE
    }

    /// R21: whether enough players can stake for another round.
    pub(super) fn can_go_on(&self) -> bool {
        self.sheet.seats().seats().filter(|seat| self.can_stake(*seat)).count() >= MIN_PLAYERS
    }
}
