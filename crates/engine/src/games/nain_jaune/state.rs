//! Nain Jaune: the truth, what everybody knows of it, and the invariants.

use tinyvec::ArrayVec;

use crate::sheet::{Ending, Outcome, Scores, Sheet};
use crate::{PerSeat, Seat, SeatCount, SeatSet};

use super::rules::{Card, CardSet, PLAYERS_LEAST, Rank, Rules, STAKE, Stakes};

/// The most that may play.
pub const SEATS_MOST: usize = 8;

/// Cards in order.
pub(super) type CardList = ArrayVec<[Card; Card::COUNT]>;

/// Seats in order, each at most once.
pub(super) type SeatList = ArrayVec<[Seat; SEATS_MOST]>;

/// The whole truth of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What everybody knows.
    pub public: Public,
    /// Each seat's cards.
    pub hands: PerSeat<Hand, SEATS_MOST>,
    /// Cards that are not in the game: those set aside, which nobody sees (R4).
    pub out: CardSet,
}

/// What everybody knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// The score sheet; its totals are the tokens before this round's stakes.
    pub sheet: Sheet,
    /// The tokens each seat has before it.
    pub tokens: Scores,
    /// The tokens on the board.
    pub stakes: Stakes,
    /// Who dealt this round.
    pub dealer: Seat,
    /// Whose turn it is, or was when the round ended.
    pub seat: Seat,
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
    /// How many cards each seat holds.
    pub hand_sizes: PerSeat<u8, SEATS_MOST>,
    /// Where in the round we are.
    pub phase: Phase,
}

/// Where in the round we are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing has been dealt yet.
    Undealt,
    /// Cards are being laid.
    Playing,
    /// The round is over, and all hands are open.
    Over(Box<Ending<PerSeat<Hand, SEATS_MOST>>>),
}

/// What one seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// The cards held.
    pub cards: CardSet,
}

impl State {
    /// A table before the first deal.
    pub(super) fn new(rules: &Rules, seats: SeatCount) -> Self {
        let tokens = Scores::from_fn(seats, |_| rules.share(seats));
        let public = Public {
            rules: rules.fitted(seats),
            sheet: Sheet { totals: tokens, ..Sheet::new(seats) },
            tokens,
            stakes: Stakes::default(),
            dealer: Seat::default(),
            seat: Seat::default(),
            need: Some(Rank::ACE),
            asked: SeatList::new(),
            last: None,
            laid: CardList::new(),
            gone: SeatList::new(),
            hand_sizes: PerSeat::new(seats),
            phase: Phase::Undealt,
        };
        Self { public, hands: PerSeat::new(seats), out: CardSet::ALL }
    }

    /// All invariants, conservation of cards first.
    pub(super) fn check(&self) -> Result<(), String> {
        let public = &self.public;
        let hands = self.hands.values().iter().flat_map(|hand| hand.cards.iter());
        let mut everywhere: Vec<Card> = hands.chain(public.laid).chain(self.out.iter()).collect();
        everywhere.sort();
        if !everywhere.iter().copied().eq(Card::all()) {
            return Err(format!("cards are not conserved: {everywhere:?}"));
        }
        if !self.hands.iter().all(|(seat, hand)| hand.cards.len() == usize::from(public.hand_sizes[seat])) {
            return Err("a hand's size is wrong".into());
        }
        if public.tokens.values().iter().any(|tokens| *tokens < 0) || public.stakes.iter().any(|(_, stake)| stake < 0) {
            return Err("there are fewer tokens than none".into());
        }
        for list in [&public.asked, &public.gone] {
            if list.iter().copied().collect::<SeatSet>().len() < list.len() {
                return Err(format!("a seat is listed twice: {list:?}"));
            }
        }
        Ok(())
    }
}

impl Public {
    /// How the round ended, if it has.
    pub(super) fn outcome(&self) -> Option<&Outcome> {
        match &self.phase {
            Phase::Over(ending) => Some(&ending.outcome),
            _ => None,
        }
    }

    /// R21: whether the match ends with this round, by the count of rounds or by the host's clock.
    pub(super) fn is_last_round(&self) -> bool {
        let rounds = self.rules.rounds.map_or(self.sheet.seats().get(), usize::from);
        self.sheet.last_round || usize::from(self.sheet.round) >= rounds
    }

    /// Whether a seat is still in the match (R20).
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        !self.gone.contains(&seat)
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
        self.is_in(seat) && self.tokens[seat] >= STAKE
    }

    /// R21: whether enough players can stake for another round.
    pub(super) fn can_go_on(&self) -> bool {
        self.sheet.seats().seats().filter(|seat| self.can_stake(*seat)).count() >= PLAYERS_LEAST
    }
}
