//! DOS: the truth, what everybody knows of it, and the invariants.

use tinyvec::ArrayVec;

use crate::sheet::{Ending, Outcome, Scores, Sheet};
use crate::{PerSeat, Seat, SeatCount, SeatSet};

use super::rules::{Card, CardBag, ColourBonus, Play, Rules, round_scores};

/// The most that may play.
pub const SEATS_MOST: usize = 4;

/// Cards in order: the pile and the talon with the top at the end, the centre row from its index 0.
pub type Cards = ArrayVec<[Card; Card::COUNT]>;

/// The most matches there can be at once: each takes a card of the row and one of a hand.
const MATCHES_MOST: usize = Card::COUNT / 2;

/// More cards than this nobody can owe.
const OWED_MOST: u8 = Card::COUNT as u8;

/// The whole truth of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What everybody knows.
    pub public: Public,
    /// Each seat's cards.
    pub hands: PerSeat<Hand, SEATS_MOST>,
    /// The pile, the next card to be drawn at the end.
    pub pile: Cards,
    /// Cards that are not in the game: none in play, but a position may leave some out.
    pub out: CardBag,
}

/// What everybody knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// The score sheet.
    pub sheet: Sheet,
    /// The centre row; cards that are matched stay in it until the turn ends.
    pub centre: Cards,
    /// The talon, which lies open, its top at the end.
    pub talon: Cards,
    /// Who dealt this round.
    pub dealer: Seat,
    /// Whose turn it is, or was when the round ended.
    pub seat: Seat,
    /// How many cards each seat holds.
    pub hand_sizes: PerSeat<u8, SEATS_MOST>,
    /// How many cards are in the pile.
    pub pile_size: u8,
    /// Who must call "DOS!" and has not (R27).
    pub owes_call: SeatSet,
    /// What the turn under way has brought so far.
    pub progress: Progress,
    /// Where in the round we are.
    pub phase: Phase,
}

/// What a turn has brought so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Matching, or placing colour bonuses.
    pub stage: Stage,
    /// Whether the player has drawn, be it in vain (R16, R26).
    pub drew: bool,
    /// The matches made, in order; their cards are nowhere else.
    pub matches: ArrayVec<[Match; MATCHES_MOST]>,
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

/// Where in the round we are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing has been dealt yet.
    Undealt,
    /// A turn is under way.
    Playing,
    /// The pile ran out while cards were owed: the talon must be shuffled first (R25).
    Dry(Owed),
    /// The round is over, and all hands are open.
    Over(Box<Ending<PerSeat<Hand, SEATS_MOST>>>),
}

/// What was owed when the pile ran out, and with it all that comes after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owed {
    /// The card of a player who draws in his turn (R16).
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

impl State {
    /// A table before the first deal.
    pub(super) fn new(rules: &Rules, seats: SeatCount) -> Self {
        let public = Public {
            rules: *rules,
            sheet: Sheet::new(seats),
            centre: Cards::new(),
            talon: Cards::new(),
            dealer: Seat::default(),
            seat: Seat::default(),
            hand_sizes: PerSeat::new(seats),
            pile_size: 0,
            owes_call: SeatSet::EMPTY,
            progress: Progress::default(),
            phase: Phase::Undealt,
        };
        Self { public, hands: PerSeat::new(seats), pile: Cards::new(), out: CardBag::ALL }
    }

    /// All invariants, conservation of cards first.
    pub(super) fn check(&self) -> Result<(), String> {
        let public = &self.public;
        let hands = self.hands.values().iter().flat_map(|hand| hand.cards.iter());
        let everywhere: Vec<Card> = hands.chain(self.pile).chain(public.open()).chain(self.out.iter()).collect();
        if everywhere.len() != Card::COUNT || everywhere.iter().copied().collect::<CardBag>() != CardBag::ALL {
            return Err(format!("cards are not conserved: {everywhere:?}"));
        }
        if !self.hands.iter().all(|(seat, hand)| hand.cards.len() == usize::from(public.hand_sizes[seat])) {
            return Err("a hand's size is wrong".into());
        }
        if self.pile.len() != usize::from(public.pile_size) {
            return Err("the pile's size is wrong".into());
        }
        if let Some(seat) = public.owes_call.iter().find(|seat| public.hand_sizes[*seat] != 2) {
            return Err(format!("seat {seat} owes a call for a hand that is not two"));
        }
        let mut matched = 0_u128;
        for one in &public.progress.matches {
            if usize::from(one.centre) >= public.centre.len() || matched & (1 << one.centre) != 0 {
                return Err(format!("centre card {} cannot be matched", one.centre));
            }
            matched |= 1 << one.centre;
        }
        Ok(())
    }
}

impl Public {
    /// The cards that lie open: the row, what was played on it, the talon.
    pub fn open(&self) -> impl Iterator<Item = Card> {
        let played = self.progress.matches.iter().flat_map(|one| one.play.cards());
        self.centre.iter().copied().chain(played).chain(self.talon.iter().copied())
    }

    /// Whether a centre card has its match this turn (R8).
    #[must_use]
    pub fn is_matched(&self, centre: u8) -> bool {
        self.progress.matches.iter().any(|one| one.centre == centre)
    }

    /// The centre cards that have their match this turn, as a bit mask: the row holds 108 cards at most.
    pub(super) fn matched(&self) -> u128 {
        self.progress.matches.iter().fold(0, |matched, one| matched | 1 << one.centre)
    }

    /// How the round ended, if it has.
    pub(super) fn outcome(&self) -> Option<&Outcome> {
        match &self.phase {
            Phase::Over(ending) => Some(&ending.outcome),
            _ => None,
        }
    }

    /// What the round writes on the sheet when the seat whose turn it is goes out with the others holding this.
    pub(super) fn close(&self, hands: &PerSeat<Hand, SEATS_MOST>) -> Outcome {
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
        self.owes_call = if shrinks && size == 2 { self.owes_call.with(seat) } else { self.owes_call.without(seat) };
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
        self.penalty = self.penalty.saturating_add(cards).min(OWED_MOST);
    }

    /// One more colour bonus, or none.
    pub(super) fn add_bonus(&mut self, bonus: Option<ColourBonus>) {
        if bonus.is_some() {
            self.bonuses = self.bonuses.saturating_add(1).min(OWED_MOST);
        }
        if bonus == Some(ColourBonus::Double) {
            self.doubles = self.doubles.saturating_add(1).min(OWED_MOST);
        }
    }
}
