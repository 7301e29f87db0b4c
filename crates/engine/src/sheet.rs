//! The score sheet: what a match of several rounds writes down between the rounds.
//!
//! Deliberately absent: how a round is scored; each game does that in its `rules.rs`.

use crate::{PerSeat, SeatCount, SeatSet, Shuffle};

/// Points, tokens or minus points, one number for each seat.
pub type Scores = PerSeat<i32>;

/// The score sheet of a match, part of what everybody knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The round under way or just over, from 1; 0 before the first deal.
    pub round: u16,
    /// The totals before this round.
    pub totals: Scores,
    /// How often the talon was shuffled into a new pile this round (only DOS does).
    pub reshuffles: u16,
    /// The host's clock says that this round is the last.
    pub last_round: bool,
}

impl Sheet {
    /// An empty sheet.
    #[must_use]
    pub fn new(seats: SeatCount) -> Self {
        Self { round: 0, totals: Scores::new(seats), reshuffles: 0, last_round: false }
    }

    /// How many seats the table has.
    #[must_use]
    pub fn seats(&self) -> SeatCount {
        self.totals.seats()
    }

    /// Whether the match ends with this round, by its number or by the host's clock.
    pub(crate) fn is_last_of(&self, rounds: u16) -> bool {
        self.last_round || self.round >= rounds
    }

    /// The shuffle that deals the next round.
    pub(crate) fn next_deal(&self) -> Shuffle {
        Shuffle { round: self.round.saturating_add(1), reshuffle: 0 }
    }

    /// Turns to a new round, from these totals.
    pub(crate) fn begin_round(&mut self, totals: Scores) {
        self.round = self.next_deal().round;
        self.totals = totals;
        self.reshuffles = 0;
        self.last_round = false;
    }

    /// Adds up a round that ends here, for games where the highest wins, in the round as in the match.
    #[must_use]
    pub fn close(&self, round_scores: Scores, match_over: bool) -> Outcome {
        let totals = Scores::from_fn(self.seats(), |seat| self.totals[seat] + round_scores[seat]);
        let winners = highest(if match_over { &totals } else { &round_scores });
        Outcome { round_scores, totals, match_over, winners }
    }
}

/// The seats with the highest score; several share it.
#[must_use]
pub(crate) fn highest(scores: &Scores) -> SeatSet {
    let best = scores.values().iter().max();
    scores.iter().filter(|(_, score)| Some(*score) == best).map(|(seat, _)| seat).collect()
}

/// What a finished round wrote on the sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What each seat won or lost in this round.
    pub round_scores: Scores,
    /// The totals with this round.
    pub totals: Scores,
    /// Whether the match ends with this round.
    pub match_over: bool,
    /// Who won: the match if it is over, else the round.
    pub winners: SeatSet,
}

/// The final ranking of a match: 1 for the winners; equals share a rank.
pub type Standings = PerSeat<u8>;

/// The ranking by total alone, highest first.
#[must_use]
pub(crate) fn standings(totals: &Scores) -> Standings {
    Standings::from_fn(totals.seats(), |seat| {
        1 + totals.values().iter().filter(|other| **other > totals[seat]).count() as u8
    })
}
