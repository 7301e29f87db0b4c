//! The moments of a match, and how they are found: by round, turn and step.

use engine::{Game, Public};
use serde::{Deserialize, Serialize};

use super::Eyes;
use crate::tally::RoundScores;

/// A moment of a match: after a deal or a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReplayMoment {
    /// The round, from 1.
    pub round: u16,
    /// The turn within the round, from 1: it is counted on when another seat is to move.
    pub turn: u16,
    /// How many steps of that turn were made.
    pub step: u16,
    /// The seat whose turn it is, or was when the round ended.
    pub seat: u8,
    /// Whether the round is over.
    pub is_over: bool,
    /// The line of the record that led here; absent for a deal, and where there is no record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl ReplayMoment {
    /// The moment that comes after another one, or after none.
    pub(super) fn after<G: Game>(before: Option<&Self>, public: &Public<G>, line: Option<usize>) -> Self {
        let (round, seat) = (public.sheet.round, public.seat.index() as u8);
        let is_over = public.outcome().is_some();
        let same_round = before.filter(|before| before.round == round);
        let (turn, step) = match same_round {
            None => (1, 0),
            Some(before) if before.seat == seat || is_over => (before.turn, before.step + 1),
            Some(before) => (before.turn + 1, 0),
        };
        Self { round, turn, step, seat, is_over, line }
    }
}

/// Who sat on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReplayPlayer {
    /// The name shown.
    pub name: String,
    /// Whether a program played there.
    pub is_bot: bool,
}

/// What there is to be seen of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Overview {
    /// The game, by its slug.
    pub game: String,
    /// Who sat where.
    pub players: Vec<ReplayPlayer>,
    /// The day of play, as `2026-11-15`; empty where it is not known.
    pub date: String,
    /// All moments, in order; there is at least one.
    pub moments: Vec<ReplayMoment>,
    /// What each round brought that was seen to its end.
    pub rounds: Vec<RoundScores>,
    /// Through whose eyes it can be seen; there are at least one pair.
    pub eyes: Vec<Eyes>,
}

impl Overview {
    /// The moment at which a turn of a round has had so many steps; if there is none the last one before it.
    #[must_use]
    pub fn find(&self, round: u16, turn: u16, step: u16) -> usize {
        let wanted = (round, turn, step);
        let is_not_after = |moment: &ReplayMoment| (moment.round, moment.turn, moment.step) <= wanted;
        self.moments.iter().rposition(is_not_after).unwrap_or(0)
    }

    /// The moment just before the step on a line of the record.
    #[must_use]
    pub fn before_line(&self, line: usize) -> usize {
        self.moments.iter().position(|moment| moment.line == Some(line)).map_or(0, |index| index.saturating_sub(1))
    }

    /// The first moments of the rounds, in order.
    pub fn rounds_begin(&self) -> impl Iterator<Item = usize> {
        let is_first = |index: &usize| *index == 0 || self.moments[index - 1].round != self.moments[*index].round;
        (0..self.moments.len()).filter(is_first)
    }
}
