//! Many rounds or matches with the same options, and figures about them; with other options on the same deals, too.
//!
//! Of every figure only how often each value came up is kept, so memory does not grow with the number of rounds, and
//! threads may bring their shares in any order.

use std::collections::BTreeMap;
use std::ops::Range;

use engine::{Scores, Seat, SeatCount, SeatSet, Seed};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{Chronicle, Counts, End, Entrant, Hall, Interval, Mark, numbered_seed};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Simulation<G: Chronicle> {
    /// The options of the tables.
    pub rules: G::Rules,
    /// Other options, to be played on the same deals.
    pub others: Option<G::Rules>,
    /// Who sits at the table, from seat 0.
    pub players: Vec<Entrant>,
    /// What is played over and over.
    pub unit: Unit,
    /// How often.
    pub count: u64,
    /// What all deals grow from.
    pub seed: Seed,
}

/// What is played over and over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Unit {
    /// A first round, and no more.
    Round,
    /// A whole match; scores are its totals.
    Match,
}

/// Something a round or match has a number for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Figure {
    /// How many moves were made.
    Moves,
    /// How many turns were taken.
    Turns,
    /// How many rounds were played.
    Rounds,
    /// What a seat scored, on average.
    MeanScore,
    /// What the winner scored.
    WinnerScore,
    /// How much more the seat that moved first scored than the others, on average.
    FirstLead,
    /// What the seat at this place in the order of play scored; the first has place 0.
    PlaceScore(usize),
    /// Which share of the win the seat at this place has.
    PlaceWins(usize),
    /// What this seat scored.
    SeatScore(usize),
    /// Which share of the win this seat has.
    SeatWins(usize),
    /// How many rounds ended like this.
    End(End),
    /// How often this came up.
    Mark(Mark),
}

/// A win can be shared by any number of seats, in whole parts of this.
const WHOLE_WIN: i64 = 840;

impl Figure {
    /// Figures are kept in whole numbers; so many make one.
    #[must_use]
    pub fn units(self, seats: SeatCount) -> f64 {
        match self {
            Self::MeanScore => seats.get() as f64,
            Self::FirstLead => (seats.get() - 1) as f64,
            Self::PlaceWins(_) | Self::SeatWins(_) => WHOLE_WIN as f64,
            _ => 1.0,
        }
    }
}

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// With the options.
    pub survey: Survey,
    /// With the other options, and what they changed.
    pub others: Option<(Survey, Survey)>,
}

/// Figures about many rounds or matches, or about how two of each differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// How many sit at the table.
    pub seats: SeatCount,
    /// Every figure.
    pub figures: BTreeMap<Figure, Counts>,
    /// What each single seat scored.
    pub scores: Counts,
}

impl Survey {
    pub(crate) fn new(seats: SeatCount) -> Self {
        Self { seats, figures: BTreeMap::new(), scores: Counts::default() }
    }

    /// The mean of a figure with its 95 % bounds, if there is such a figure.
    #[must_use]
    pub fn interval(&self, figure: Figure) -> Option<Interval> {
        let counts = self.figures.get(&figure)?;
        Some(Interval::fixed(&counts.sample()).scaled(figure.units(self.seats)))
    }

    fn add(&mut self, facts: &Facts) {
        for (figure, value) in &facts.figures {
            self.figures.entry(*figure).or_default().add(*value);
        }
        facts.scores.values().iter().for_each(|score| self.scores.add(i64::from(*score)));
    }

    fn add_difference(&mut self, facts: &Facts, others: &Facts) {
        for (figure, value) in &facts.figures {
            let other = others.figures.get(figure).copied().unwrap_or_default();
            self.figures.entry(*figure).or_default().add(other - value);
        }
        for (score, other) in facts.scores.values().iter().zip(others.scores.values()) {
            self.scores.add(i64::from(other - score));
        }
    }

    fn merge(&mut self, other: &Self) {
        for (figure, counts) in &other.figures {
            self.figures.entry(*figure).or_default().merge(counts);
        }
        self.scores.merge(&other.scores);
    }
}

impl Findings {
    /// What is found before anything is played.
    pub(crate) fn nothing(seats: SeatCount, has_others: bool) -> Self {
        let survey = || Survey::new(seats);
        Self { survey: survey(), others: has_others.then(|| (survey(), survey())) }
    }

    /// Both together, as if all of it had been played at once.
    pub(crate) fn merge(mut self, other: &Self) -> Self {
        self.survey.merge(&other.survey);
        if let (Some((survey, differences)), Some((other_survey, other_differences))) =
            (&mut self.others, &other.others)
        {
            survey.merge(other_survey);
            differences.merge(other_differences);
        }
        self
    }
}

impl<G: Chronicle> Simulation<G> {
    /// Plays it all on all cores; `progress` hears of every round or match.
    ///
    /// # Panics
    /// If the game cannot be played by so many.
    pub fn run(&self, progress: &(dyn Fn() + Sync)) -> Findings {
        self.range(0..self.count, progress)
    }

    /// Plays only those with these numbers.
    pub(crate) fn range(&self, numbers: Range<u64>, progress: &(dyn Fn() + Sync)) -> Findings {
        let Some(seats) = SeatCount::new(self.players.len()) else { panic!("no table has {}", self.players.len()) };
        let nothing = || Findings::nothing(seats, self.others.is_some());
        let play = |mut findings: Findings, number: u64| {
            let seed = numbered_seed(&self.seed, number);
            let facts = self.play(&self.rules, seed);
            findings.survey.add(&facts);
            if let (Some(rules), Some((survey, differences))) = (&self.others, &mut findings.others) {
                let others = self.play(rules, seed);
                survey.add(&others);
                differences.add_difference(&facts, &others);
            }
            progress();
            findings
        };
        numbers.into_par_iter().fold(nothing, play).reduce(nothing, |one, other| one.merge(&other))
    }

    /// Plays one round or match.
    fn play(&self, rules: &G::Rules, seed: Seed) -> Facts {
        let mut hall: Hall<G> = Hall::new(rules, &self.players, seed);
        let ends = G::ENDS.iter().map(|end| Figure::End(*end));
        let marks = G::MARKS.iter().map(|mark| Figure::Mark(*mark));
        // What never comes up is counted, too: as none.
        let mut tally: BTreeMap<Figure, i64> = ends.chain(marks).map(|figure| (figure, 0)).collect();
        let mut first = None;
        for round in 0.. {
            let deal = match self.unit {
                Unit::Round => seed,
                Unit::Match => numbered_seed(&seed, round),
            };
            let played = hall.play_round(deal, &mut |before, event| {
                G::mark(before, event, &mut |mark| *tally.entry(Figure::Mark(mark)).or_default() += 1);
            });
            let first = *first.get_or_insert(played.first);
            *tally.entry(Figure::End(G::end(hall.state()))).or_default() += 1;
            *tally.entry(Figure::Moves).or_default() += i64::from(played.moves);
            *tally.entry(Figure::Turns).or_default() += i64::from(played.turns);
            *tally.entry(Figure::Rounds).or_default() += 1;
            let outcome = played.outcome;
            match self.unit {
                Unit::Round => {
                    let best = outcome.round_scores.values().iter().max();
                    let is_best = |(_, score): &(Seat, &i32)| Some(*score) == best;
                    let winners = outcome.round_scores.iter().filter(is_best).map(|(seat, _)| seat).collect();
                    return facts::<G>(tally, outcome.round_scores, winners, first);
                }
                Unit::Match if outcome.match_over => return facts::<G>(tally, outcome.totals, outcome.winners, first),
                Unit::Match => {}
            }
        }
        unreachable!("a match ends")
    }
}

/// What is known of one round or match.
struct Facts {
    figures: BTreeMap<Figure, i64>,
    scores: Scores,
}

/// Adds the figures about scores.
fn facts<G: Chronicle>(mut figures: BTreeMap<Figure, i64>, scores: Scores, winners: SeatSet, first: Seat) -> Facts {
    let seats = scores.seats();
    let sum: i64 = scores.values().iter().map(|score| i64::from(*score)).sum();
    let share = |seat| if winners.has(seat) { WHOLE_WIN / winners.len() as i64 } else { 0 };
    let best = winners.iter().map(|seat| scores[seat]).max().unwrap_or_default();
    figures.insert(Figure::MeanScore, sum);
    figures.insert(Figure::WinnerScore, i64::from(best));
    // The first's score less the mean of the others', times their number.
    figures.insert(Figure::FirstLead, i64::from(scores[first]) * seats.get() as i64 - sum);
    let mut seat = first;
    for place in 0..seats.get() {
        figures.insert(Figure::PlaceScore(place), i64::from(scores[seat]));
        figures.insert(Figure::PlaceWins(place), share(seat));
        figures.insert(Figure::SeatScore(seat.index()), i64::from(scores[seat]));
        figures.insert(Figure::SeatWins(seat.index()), share(seat));
        seat = G::next_seat(seats, seat);
    }
    Facts { figures, scores }
}
