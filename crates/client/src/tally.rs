//! The rounds of a match as far as they were seen from here, for the score sheet.

use engine::{Game, Public};
use serde::{Deserialize, Serialize};

/// What the rounds brought that ended while one looked, and what stood on the sheet before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    before: Vec<i32>,
    rounds: Vec<RoundScores>,
}

/// What one round brought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundScores {
    /// Which round.
    pub round: u16,
    /// What each seat won or lost in it.
    pub scores: Vec<i32>,
}

impl Tally {
    /// Notes what everybody knows now: once for each round that is over.
    pub fn note<G: Game>(&mut self, public: &Public<G>) {
        let (sheet, Some(outcome)) = (&public.sheet, public.outcome()) else { return };
        if self.rounds.last().is_some_and(|last| last.round >= sheet.round) {
            return;
        }
        let scores = outcome.round_scores.values().to_vec();
        if self.rounds.last().is_none_or(|last| last.round + 1 != sheet.round) {
            // Something was missed: what is known again begins here.
            self.rounds.clear();
            let totals = outcome.totals.values().iter();
            self.before = totals.zip(&scores).map(|(total, score)| total - score).collect();
        }
        self.rounds.push(RoundScores { round: sheet.round, scores });
    }

    /// The sheet of rounds that are all known, from the first.
    #[must_use]
    pub fn of_rounds(rounds: Vec<RoundScores>) -> Self {
        Self { before: Vec::new(), rounds }
    }

    /// What stood on the sheet before the first round that was seen, if that was anything.
    #[must_use]
    pub fn before(&self) -> Option<&[i32]> {
        self.before.iter().any(|total| *total != 0).then_some(&self.before)
    }

    /// The rounds that were seen, in order.
    #[must_use]
    pub fn rounds(&self) -> &[RoundScores] {
        &self.rounds
    }
}

#[cfg(test)]
mod tests {
    use engine::games::Onze;
    use engine::games::onze::{Phase, Public};
    use engine::{Ending, PerSeat, Scores, SeatCount};

    use super::*;

    /// A round that ended, with one score for everybody.
    fn ended(round: u16, before: i32, score: i32) -> Public {
        let seats = SeatCount::new(2).expect("two seats");
        let mut public = Onze::table(&Default::default(), seats).public.clone();
        public.sheet.round = round;
        public.sheet.totals = Scores::from_fn(seats, |_| before);
        let outcome = public.sheet.close(Scores::from_fn(seats, |_| score), false);
        public.phase = Phase::Over(Box::new(Ending { outcome, hands: PerSeat::new(seats) }));
        public
    }

    fn rounds(tally: &Tally) -> Vec<(u16, i32)> {
        tally.rounds().iter().map(|line| (line.round, line.scores[0])).collect()
    }

    #[test]
    fn each_round_is_noted_once() {
        let mut tally = Tally::default();
        for public in [ended(1, 0, 5), ended(1, 0, 5), ended(2, 5, -3)] {
            tally.note::<Onze>(&public);
        }
        assert_eq!((rounds(&tally), tally.before()), (vec![(1, 5), (2, -3)], None));
    }

    #[test]
    fn what_was_missed_is_one_line() {
        let mut tally = Tally::default();
        tally.note::<Onze>(&ended(1, 0, 5));
        tally.note::<Onze>(&ended(4, 20, 7));
        assert_eq!((rounds(&tally), tally.before()), (vec![(4, 7)], Some(&[20, 20][..])));
    }
}
