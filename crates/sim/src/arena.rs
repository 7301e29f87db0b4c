//! The arena: every two entrants against each other on duplicate deals, and a rating of all.
//!
//! Two entrants sit alternately round the table; each deal is played twice, the second time with their seats
//! exchanged, so both have held every hand once and the luck of the deal cancels.

use std::convert::Infallible;
use std::ops::Range;

use bots::Skill;
use engine::{Scores, Seat, SeatCount, Seed};
use rayon::prelude::*;
use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin};

use crate::{Entrant, Hall, Interval, Sample, numbered_seed};

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
pub struct Ranking {
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

/// Who is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Better {
    /// The one.
    One,
    /// The other.
    Other,
    /// It cannot be told yet.
    Unclear,
}

impl Duel {
    /// Who scores more, if that is clear.
    #[must_use]
    pub fn better(&self) -> Better {
        match self.lead.is_clear() {
            true if self.lead.mean > 0.0 => Better::One,
            true => Better::Other,
            false => Better::Unclear,
        }
    }
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

/// Deals before the first look at the interval: with fewer it cannot be trusted.
const FIRST_LOOK: u64 = 32;
/// From one look to the next a duel grows by so many deals at least, and by this share of those it has.
const NEXT_LOOK: (u64, u64) = (16, 8);
/// Two seatings a deal.
pub(crate) const SEATINGS: usize = 2;

/// Plays deals with these numbers between two entrants, the duel's number first, and gives them back in their order.
pub type PlayDeals<'a, E> = &'a mut dyn FnMut(usize, [Entrant; 2], Range<u64>) -> Result<Vec<Deal>, E>;

impl<G: Skill> Arena<G> {
    /// Plays it all; `progress` hears of every deal, with the duel's number.
    pub fn run(&self, progress: &(dyn Fn(usize) + Sync)) -> Ranking {
        let played: Result<Ranking, Infallible> =
            self.run_with(&mut |duel, two, numbers| Ok(self.deals(two, numbers, &|| progress(duel))));
        match played {
            Ok(ranking) => ranking,
            Err(never) => match never {},
        }
    }

    /// The same with deals that are played elsewhere.
    ///
    /// # Errors
    /// If they cannot be.
    pub fn run_with<E>(&self, play: PlayDeals<'_, E>) -> Result<Ranking, E> {
        let count = self.entrants.len();
        let pairs: Vec<[usize; 2]> =
            (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other])).collect();
        let meet = |(number, pair): (usize, &[usize; 2])| {
            let two = pair.map(|index| self.entrants[index]);
            self.meet(&mut |numbers| play(number, two, numbers))
        };
        let meetings: Vec<Meeting> = pairs.iter().enumerate().map(meet).collect::<Result<_, E>>()?;
        let ratings = self.rate(&pairs, &meetings);
        let duel = |(pair, meeting): (&[usize; 2], &Meeting)| {
            let [one, other] = pair.map(|index| self.entrants[index]);
            let interval = |sample: &Sample| match self.stop {
                Stop::After(_) => Interval::fixed(sample),
                Stop::WhenClear(_) => Interval::at_any_moment(sample),
            };
            let (lead, wins) = (interval(&meeting.lead), interval(&meeting.wins));
            Duel { one, other, deals: meeting.lead.count, lead, wins }
        };
        Ok(Ranking { duels: pairs.iter().zip(&meetings).map(duel).collect(), ratings })
    }

    /// Lets two entrants meet as often as it takes.
    fn meet<E>(&self, play: &mut dyn FnMut(Range<u64>) -> Result<Vec<Deal>, E>) -> Result<Meeting, E> {
        let mut meeting = Meeting::default();
        let (mut next, most) = match self.stop {
            Stop::After(deals) => (deals, deals),
            Stop::WhenClear(deals) => (FIRST_LOOK.min(deals), deals),
        };
        loop {
            let played = meeting.lead.count;
            play(played..next)?.iter().for_each(|deal| meeting.add(deal));
            if next >= most || Interval::at_any_moment(&meeting.lead).is_clear() {
                return Ok(meeting);
            }
            next = (next + NEXT_LOOK.0.max(next / NEXT_LOOK.1)).min(most);
        }
    }

    /// Plays some deals on all cores; they come back in their order.
    pub(crate) fn deals(&self, two: [Entrant; 2], deals: Range<u64>, progress: &(dyn Fn() + Sync)) -> Vec<Deal> {
        let play = |number| {
            let seed = numbered_seed(&self.seed, number);
            let deal = std::array::from_fn(|seating| self.round(two, seating, seed));
            progress();
            Deal(deal)
        };
        deals.into_par_iter().map(play).collect()
    }

    /// The scores of one deal in one seating.
    fn round(&self, two: [Entrant; 2], seating: usize, deal: Seed) -> Scores {
        let players: Vec<Entrant> = self.seats.seats().map(|seat| two[owner(seat, seating)]).collect();
        let mut hall: Hall<G> = Hall::new(&self.rules, &players, deal);
        hall.play_round(deal, &mut |_, _| {}).outcome.round_scores
    }

    /// Rates all deals, the meetings side by side so that none counts for being the last.
    fn rate(&self, pairs: &[[usize; 2]], meetings: &[Meeting]) -> Vec<Rated> {
        let mut ratings = vec![WengLinRating::new(); self.entrants.len()];
        let longest = meetings.iter().map(|meeting| meeting.outcomes.len()).max().unwrap_or(0);
        for number in 0..longest {
            for ([one, other], meeting) in pairs.iter().zip(meetings) {
                let Some(outcome) = meeting.outcomes.get(number) else { continue };
                let rated = weng_lin(&ratings[*one], &ratings[*other], outcome, &WengLinConfig::new());
                (ratings[*one], ratings[*other]) = rated;
            }
        }
        let rated = |(entrant, rating): (&Entrant, &WengLinRating)| Rated {
            entrant: *entrant,
            rating: rating.rating,
            uncertainty: rating.uncertainty,
        };
        let mut rated: Vec<Rated> = self.entrants.iter().zip(&ratings).map(rated).collect();
        rated.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        rated
    }
}

/// Which of two entrants holds a seat: they sit alternately, and change places for the second seating.
fn owner(seat: Seat, seating: usize) -> usize {
    (seat.index() + seating) % 2
}

/// What two entrants' meeting brought.
#[derive(Default)]
struct Meeting {
    lead: Sample,
    wins: Sample,
    /// Who scored more, deal by deal.
    outcomes: Vec<Outcomes>,
}

impl Meeting {
    fn add(&mut self, deal: &Deal) {
        let lead = deal.lead();
        self.lead.add(lead);
        self.wins.add(deal.wins());
        self.outcomes.push(match lead {
            ahead if ahead > 0.0 => Outcomes::WIN,
            behind if behind < 0.0 => Outcomes::LOSS,
            _ => Outcomes::DRAW,
        });
    }
}

/// The scores of one deal in each seating.
#[derive(Clone, PartialEq, Debug)]
pub struct Deal(pub(crate) [Scores; SEATINGS]);

impl Deal {
    /// How much more a seat of the one scores than one of the other, on average.
    fn lead(&self) -> f64 {
        self.mean_gap(|scores, owner, seating| {
            let own =
                || scores.iter().filter(|(seat, _)| self::owner(*seat, seating) == owner).map(|(_, score)| *score);
            f64::from(own().sum::<i32>()) / own().count() as f64
        })
    }

    /// The share of rounds the one wins, less one half: half of what it wins more than the other.
    fn wins(&self) -> f64 {
        self.mean_gap(|scores, owner, seating| {
            let best = scores.values().iter().max();
            let winners = || scores.iter().filter(|(_, score)| Some(*score) == best);
            winners().filter(|(seat, _)| self::owner(*seat, seating) == owner).count() as f64 / winners().count() as f64
        }) / 2.0
    }

    /// By how much the one's `value` exceeds the other's, on average over the seatings;
    /// exactly 0 when it makes no difference who sits where.
    fn mean_gap(&self, value: impl Fn(&Scores, usize, usize) -> f64) -> f64 {
        let gap = |(seating, scores)| value(scores, 0, seating) - value(scores, 1, seating);
        self.0.iter().enumerate().map(gap).sum::<f64>() / SEATINGS as f64
    }
}
