//! The arena: every two entrants against each other on duplicate deals, and a rating of all.
//!
//! Two entrants sit alternately round the table; each deal is played twice, the second time with their seats
//! exchanged, so both have held every hand once and the luck of the deal cancels.

use bots::Skill;
use engine::{SeatCount, Seed};
use rayon::prelude::*;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::{Entrant, Interval, Played, deal_seed, play_round};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Arena<G: Skill> {
    /// The options of the tables.
    pub rules: G::Rules,
    /// How many sit at a table.
    pub seats: SeatCount,
    /// Who takes part: every two meet.
    pub entrants: Vec<Entrant>,
    /// When two have met often enough.
    pub stop: Stop,
    /// What all deals grow from.
    pub seed: Seed,
}

/// When two entrants have met often enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// After so many deals.
    After(u64),
    /// As soon as the interval is clear of a tie, at the latest after so many deals.
    WhenClear(u64),
}

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Every two entrants' meeting.
    pub duels: Vec<Duel>,
    /// Every entrant's rating, the best first.
    pub ratings: Vec<Rated>,
}

/// Two entrants' meeting.
#[derive(Clone, PartialEq, Debug)]
pub struct Duel {
    /// The one.
    pub one: Entrant,
    /// The other.
    pub other: Entrant,
    /// Deals played, each twice.
    pub deals: u64,
    /// How many points more a round the one scores than the other.
    pub lead: Interval,
    /// The share of rounds the one wins, less one half; a shared win counts in shares.
    pub wins: Interval,
}

/// An entrant's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// Who.
    pub entrant: Entrant,
    /// The rating, around 25.
    pub rating: f64,
    /// How uncertain it is.
    pub uncertainty: f64,
}

/// Fewer deals than this tell nothing about how results spread.
const DEALS_LEAST: u64 = 32;
/// Deals between two looks at the interval.
const DEALS_A_LOOK: u64 = 16;
/// Two seatings a deal.
const SEATINGS: usize = 2;

impl<G: Skill> Arena<G> {
    /// Plays it all; `progress` hears of every deal, with the duel's number.
    pub fn run(&self, progress: &(dyn Fn(usize) + Sync)) -> Report {
        let mut ratings = vec![WengLinRating::new(); self.entrants.len()];
        let mut duels = Vec::new();
        for (index, one) in self.entrants.iter().enumerate() {
            for (other_index, other) in self.entrants.iter().enumerate().skip(index + 1) {
                let number = duels.len();
                let results = self.duel([*one, *other], &|| progress(number));
                for round in results.iter().flat_map(|result| &result.rounds) {
                    rate(&mut ratings, [index, other_index], round);
                }
                duels.push(self.summary([*one, *other], &results));
            }
        }
        let rated = |(entrant, rating): (&Entrant, &WengLinRating)| Rated {
            entrant: *entrant,
            rating: rating.rating,
            uncertainty: rating.uncertainty,
        };
        let mut ratings: Vec<Rated> = self.entrants.iter().zip(&ratings).map(rated).collect();
        ratings.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        Report { duels, ratings }
    }

    fn duel(&self, two: [Entrant; 2], progress: &(dyn Fn() + Sync)) -> Vec<DealResult> {
        let (first, last, watches) = match self.stop {
            Stop::After(deals) => (deals, deals, false),
            Stop::WhenClear(deals) => (DEALS_LEAST.min(deals), deals, true),
        };
        let mut results = self.deals(two, 0..first, progress);
        while watches && (results.len() as u64) < last {
            let leads: Vec<f64> = results.iter().map(|result| result.lead).collect();
            if Interval::at_any_moment(&leads).is_clear() {
                break;
            }
            let from = results.len() as u64;
            results.extend(self.deals(two, from..(from + DEALS_A_LOOK).min(last), progress));
        }
        results
    }

    /// Plays some deals on all cores; the results come in the order of the deals.
    fn deals(&self, two: [Entrant; 2], deals: std::ops::Range<u64>, progress: &(dyn Fn() + Sync)) -> Vec<DealResult> {
        let play = |deal| {
            let result = self.deal(two, deal_seed(&self.seed, deal));
            progress();
            result
        };
        deals.into_par_iter().map(play).collect()
    }

    fn deal(&self, two: [Entrant; 2], deal: Seed) -> DealResult {
        let mut result = DealResult { lead: 0.0, wins: -0.5, rounds: Vec::with_capacity(SEATINGS) };
        for seating in 0..SEATINGS {
            let owners: Vec<usize> = (0..self.seats.get()).map(|seat| (seat + seating) % 2).collect();
            let players: Vec<Entrant> = owners.iter().map(|owner| two[*owner]).collect();
            let played: Played<G> = play_round(&self.rules, &players, deal);
            let scores = played.outcome.round_scores;
            let best = scores.values().iter().max().copied().unwrap_or_default();
            let winners = scores.values().iter().filter(|score| **score == best).count() as f64;
            let mean = |owner: usize| {
                let own =
                    || owners.iter().zip(scores.values()).filter(|(of, _)| **of == owner).map(|(_, score)| *score);
                f64::from(own().sum::<i32>()) / own().count() as f64
            };
            result.lead += (mean(0) - mean(1)) / SEATINGS as f64;
            let won =
                owners.iter().zip(scores.values()).filter(|(owner, score)| **owner == 0 && **score == best).count();
            result.wins += won as f64 / winners / SEATINGS as f64;
            result.rounds.push(owners.into_iter().zip(scores.values().iter().copied()).collect());
        }
        result
    }

    fn summary(&self, [one, other]: [Entrant; 2], results: &[DealResult]) -> Duel {
        let interval = |samples: Vec<f64>| match self.stop {
            Stop::After(_) => Interval::fixed(&samples),
            Stop::WhenClear(_) => Interval::at_any_moment(&samples),
        };
        Duel {
            one,
            other,
            deals: results.len() as u64,
            lead: interval(results.iter().map(|result| result.lead).collect()),
            wins: interval(results.iter().map(|result| result.wins).collect()),
        }
    }
}

/// What one deal brought over its seatings.
struct DealResult {
    lead: f64,
    wins: f64,
    /// Of each round who held each seat, and the score.
    rounds: Vec<Vec<(usize, i32)>>,
}

/// Rates a round: every seat is a team of one, placed by its score; an entrant's rating moves by the mean of
/// what its seats' would.
fn rate(ratings: &mut [WengLinRating], two: [usize; 2], round: &[(usize, i32)]) {
    let teams: Vec<[WengLinRating; 1]> = round.iter().map(|(owner, _)| [ratings[two[*owner]]]).collect();
    let place = |score: i32| 1 + round.iter().filter(|(_, other)| *other > score).count();
    let placed: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .zip(round)
        .map(|(team, (_, score))| (team.as_slice(), MultiTeamOutcome::new(place(*score))))
        .collect();
    let rated = weng_lin_multi_team(&placed, &WengLinConfig::new());
    for (owner, index) in two.into_iter().enumerate() {
        let own = || rated.iter().zip(round).filter(|(_, (of, _))| *of == owner).map(|(team, _)| team[0]);
        let count = own().count() as f64;
        ratings[index] = WengLinRating {
            rating: own().map(|rating| rating.rating).sum::<f64>() / count,
            uncertainty: own().map(|rating| rating.uncertainty).sum::<f64>() / count,
        };
    }
}
