//! DOS: the truth, what everybody knows of it, and the invariants.

use tinyvec::ArrayVec;

use crate::sheet::{Outcome, Scores};
use crate::{PerSeat, Seat, SeatCount, SeatSet};

use super::rules::{Card, CardBag, ColourBonus, Play, Rules, round_scores};
use super::{Public, State};

/// The most that may play.
pub const MAX_SEATS: usize = 4;

/// Cards in order: the pile and the talon with the top at the end, the centre row from its index 0.
pub type Cards = ArrayVec<[Card; Card::COUNT]>;

/// The most matches there can be at once: each takes a card of the row and one of a hand.
const MAX_MATCHES: usize = Card::COUNT / 2;

/// More cards than this nobody can owe.
const MAX_OWED: u8 = Card::COUNT as u8;

/// What lies open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The centre row; cards that are matched stay in it until the turn ends.
    pub centre: Cards,
    /// The talon, which lies open, its top at the end.
    pub talon: Cards,
    /// Who dealt this round.
    pub dealer: Seat,
    /// How many cards are in the pile.
    pub pile_size: u8,
    /// Who must call "DOS!" and has not (R27).
    pub owes_call: SeatSet,
    /// What the turn under way has brought so far.
    pub progress: Progress,
}

/// What nobody sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// The pile, the next card to be drawn at the end.
    pub pile: Cards,
    /// Cards that are not in the game: none in play, but a position may leave some out.
    pub out: CardBag,
}

/// What a turn has brought so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Matching, or placing colour bonuses.
    pub stage: Stage,
    /// Whether the player has drawn, be it in vain (R16, R26).
    pub drew: bool,
    /// The matches made, in order; their cards are nowhere else.
    pub matches: ArrayVec<[Match; MAX_MATCHES]>,
    /// Colour bonuses earned; when placing, those left.
    pub bonuses: u8,
    /// Double colour matches; when the others draw for them, the rounds left.
    pub doubles: u8,
    /// Penalty cards owed at the end of the turn (R29).
    pub penalty: u8,
}

/// The two stages of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// Matching, drawing, putting.
    #[default]
    Matching,
    /// Placing colour bonuses (R21).
    Placing,
}

/// One match on a card of the centre row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Match {
    /// The index of the centre card.
    pub centre: u8,
    /// The cards played on it.
    pub play: Play,
}

/// What a round under way waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playing {
    /// A move.
    Turn,
    /// The pile ran out while cards were owed: the talon must be shuffled first (R25).
    Dry(Owed),
}

/// What was owed when the pile ran out, and with it all that comes after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owed {
    /// The card of a player who draws in their turn (R16).
    Draw,
    /// The penalty cards of a seat caught out of turn (R29).
    Caught {
        /// Who was caught.
        seat: Seat,
        /// How many cards are still owed.
        cards: u8,
    },
    /// The cards that are missing in the row (R20).
    Fill,
    /// The cards of the others for double colour matches (R22).
    Doubles {
        /// Who draws next.
        next: Seat,
    },
    /// The penalty cards of the player whose turn ends (R23).
    Penalty,
}

/// What one seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// The cards held.
    pub cards: CardBag,
}

/// A table before the first deal.
pub(super) fn table(rules: &Rules, seats: SeatCount) -> State {
    let board = Board {
        centre: Cards::new(),
        talon: Cards::new(),
        dealer: Seat::default(),
        pile_size: 0,
        owes_call: SeatSet::EMPTY,
        progress: Progress::default(),
    };
    State::new(*rules, seats, board, Hidden { pile: Cards::new(), out: CardBag::ALL })
}

/// All invariants, conservation of cards first.
pub(super) fn check(state: &State) -> Result<(), String> {
    let public = &state.public;
    let hands = state.hands.values().iter().flat_map(|hand| hand.cards.iter());
    let everywhere: Vec<Card> =
        hands.chain(state.hidden.pile).chain(public.open()).chain(state.hidden.out.iter()).collect();
    if everywhere.len() != Card::COUNT || everywhere.iter().copied().collect::<CardBag>() != CardBag::ALL {
        return Err(format!("cards are not conserved: {everywhere:?}"));
    }
    if !state.hands.iter().all(|(seat, hand)| hand.cards.len() == usize::from(public.hand_sizes[seat])) {
        return Err("a hand's size is wrong".into());
    }
    if state.hidden.pile.len() != usize::from(public.board.pile_size) {
        return Err("the pile's size is wrong".into());
    }
    if let Some(seat) = public.board.owes_call.iter().find(|seat| public.hand_sizes[*seat] != 2) {
        return Err(format!("seat {seat} owes a call for a hand that is not two"));
    }
    let mut matched = 0_u128;
    for one in &public.board.progress.matches {
        if usize::from(one.centre) >= public.board.centre.len() || matched & (1 << one.centre) != 0 {
            return Err(format!("centre card {} cannot be matched", one.centre));
        }
        matched |= 1 << one.centre;
    }
    Ok(())
}

impl Public {
    /// The cards that lie open: the row, what was played on it, the talon.
    pub fn open(&self) -> impl Iterator<Item = Card> {
        let played = self.board.progress.matches.iter().flat_map(|one| one.play.cards());
        self.board.centre.iter().copied().chain(played).chain(self.board.talon.iter().copied())
    }

    /// Whether a centre card has its match this turn (R8).
    #[must_use]
    pub fn is_matched(&self, centre: u8) -> bool {
        self.board.progress.matches.iter().any(|one| one.centre == centre)
    }

    /// The centre cards that have no match this turn, by index.
    pub(super) fn unmatched(&self) -> impl Iterator<Item = u8> + use<> {
        // A bit for each: the row holds 108 cards at most.
        let row = (1_u128 << self.board.centre.len()) - 1;
        let mut left = self.board.progress.matches.iter().fold(row, |left, one| left & !(1 << one.centre));
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (lowest < u128::BITS).then_some(lowest as u8)
        })
    }

    /// What the round writes on the sheet when the seat whose turn it is goes out with the others holding this.
    pub(super) fn close(&self, hands: &PerSeat<Hand>) -> Outcome {
        let scores = round_scores(hands, self.seat);
        // R36: the match ends when somebody has reached the target.
        let totals = Scores::from_fn(scores.seats(), |seat| self.sheet.totals[seat] + scores[seat]);
        let reached = totals.values().iter().any(|total| *total >= self.rules.target);
        let mut outcome = self.sheet.close(scores, reached || self.sheet.last_round);
        if !outcome.match_over {
            // Who goes out wins the round, be there nothing to score.
            outcome.winners = SeatSet::EMPTY.with(self.seat);
        }
        outcome
    }

    /// A hand grew or shrank, and with it the duty to call (R27, R30).
    pub(super) fn resize_hand(&mut self, seat: Seat, size: u8) {
        let shrinks = size < self.hand_sizes[seat];
        self.hand_sizes[seat] = size;
        self.board.owes_call =
            if shrinks && size == 2 { self.board.owes_call.with(seat) } else { self.board.owes_call.without(seat) };
    }
}

impl Progress {
    /// A fresh turn; the room for matches is not written over, for it is large.
    pub(super) fn clear(&mut self) {
        self.matches.clear();
        (self.stage, self.drew) = (Stage::Matching, false);
        (self.bonuses, self.doubles, self.penalty) = (0, 0, 0);
    }

    /// More cards are owed at the end of the turn (R29).
    pub(super) fn add_penalty(&mut self, cards: u8) {
        self.penalty = self.penalty.saturating_add(cards).min(MAX_OWED);
    }

    /// One more colour bonus, or none.
    pub(super) fn add_bonus(&mut self, bonus: Option<ColourBonus>) {
        if bonus.is_some() {
            self.bonuses = self.bonuses.saturating_add(1).min(MAX_OWED);
        }
        if bonus == Some(ColourBonus::Double) {
            self.doubles = self.doubles.saturating_add(1).min(MAX_OWED);
        }
    }
}
