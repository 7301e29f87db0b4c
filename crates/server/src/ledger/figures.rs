//! What the finished matches of a player at a game come to: places, streaks, the lead over bots, best moments, and how
//! their rating went. Only matches that the asker may know of count.
//!
//! Rounds are not counted: an entry of the log that the ledger hears of does not say how many a match had.
//! Deliberately absent: who came where (module `matches`), and how a rating is worked out.

use std::collections::VecDeque;

use engine::GameId;
use rusqlite::{Connection, Row, params};
use schemars::JsonSchema;
use serde::Serialize;
use wire::house::Seating;

use super::matches::{MAY_KNOW, SeatResult, player};
use super::whole;

/// So many points of a curve are given, the newest.
const MAX_RATINGS: usize = 500;
const MAX_LEADS: usize = 100;

/// What the finished matches of a player at a game come to.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Figures {
    /// How many there are.
    pub matches: u32,
    /// In how many they came first, second and so on; matches lost by forfeit have no place.
    pub places: Vec<u32>,
    /// How many they lost by forfeit.
    pub forfeits: u32,
    /// Matches won one after another.
    pub streak: Streak,
    /// By how many points they led the mean of the bots they played with; absent: they played with none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over_bots: Option<Mean>,
    /// What they may be proud of.
    pub best: Best,
    /// The lead over bots in the last 100 matches with some, oldest first.
    pub leads: Vec<LeadAt>,
    /// The rating after each of the last 500 matches that counted for it, oldest first.
    pub ratings: Vec<RatingAt>,
}

/// Matches won one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Streak {
    /// Up to now.
    pub current: u32,
    /// At best.
    pub best: u32,
}

/// The mean of some matches.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Mean {
    /// How many.
    pub matches: u32,
    /// The mean.
    pub mean: f64,
    /// Its standard error; absent: one match says nothing about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// The best moments of a player; the first of those that are equal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Best {
    /// The most points in a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<BestMatch>,
    /// The match won by most points before the best of the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<BestMatch>,
    /// The match won in the shortest time, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fastest: Option<BestMatch>,
}

/// A match that was a best one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
// The name in the public description of the interface.
#[schemars(rename = "Moment")]
pub struct BestMatch {
    /// The id of its table; absent: it was played without the house, so there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// When it ended, in milliseconds since 1970.
    pub ended: u64,
    /// What was best about it.
    pub value: i64,
}

/// The lead over the mean of the bots in a match.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct LeadAt {
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// The points.
    pub lead: f64,
}

/// A rating after a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct RatingAt {
    /// When the match ended, in milliseconds since 1970.
    pub at: u64,
    /// The cautious number.
    pub rating: i64,
}

/// How a player came out of a match they played to its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Outcome {
    place: u8,
    score: i64,
    /// Over the best of the others.
    lead: Option<i64>,
    /// Over the mean of the bots.
    over_bots: Option<f64>,
}

impl Outcome {
    /// That of a player who sat there at the end.
    pub(super) fn of(places: &[SeatResult], id: &str) -> Option<Self> {
        let own = places.iter().position(|place| player(place) == Some(id))?;
        let SeatResult { place, score, .. } = places[own];
        let others = || places.iter().enumerate().filter(|(seat, _)| *seat != own).map(|(_, place)| place);
        let best = others().map(|other| other.score).max();
        let is_bot = |place: &&SeatResult| {
            matches!(place.sitter.as_ref().map(|sitter| &sitter.seating), Some(Seating::Bot { .. }))
        };
        let bots: Vec<f64> = others().filter(is_bot).map(|bot| points(bot.score)).collect();
        let mean = (!bots.is_empty()).then(|| bots.iter().sum::<f64>() / bots.len() as f64);
        let over_bots = mean.map(|mean| points(score) - mean);
        Some(Self { place, score, lead: best.map(|best| score.saturating_sub(best)), over_bots })
    }
}

/// Scores are far smaller than what a float holds exactly.
#[allow(clippy::cast_precision_loss)]
fn points(score: i64) -> f64 {
    score as f64
}

/// A match is one of a player: how they came out unless they lost by forfeit, and their rating after it if it counted.
pub(super) fn insert(
    tables: &Connection,
    player: &str,
    position: u64,
    outcome: Option<&Outcome>,
    rating: Option<i64>,
) -> rusqlite::Result<()> {
    let (place, score) = (outcome.map(|outcome| outcome.place), outcome.map(|outcome| outcome.score));
    let (lead, over_bots) = (outcome.and_then(|outcome| outcome.lead), outcome.and_then(|outcome| outcome.over_bots));
    tables
        .prepare_cached(
            "INSERT OR IGNORE INTO matches_of_player (player, position, place, score, lead, over_bots, rating)
             VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![player, whole(position), place, score, lead, over_bots, rating])
        .map(|_| ())
}

/// A match as it counts for the figures of one player.
struct Counted {
    /// Absent: it was played without the house.
    table: Option<String>,
    ended: u64,
    /// How long it took, in milliseconds, where the house knows it.
    took: Option<i64>,
    outcome: Option<Outcome>,
    rating: Option<i64>,
}

impl Counted {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let (began, ended): (Option<i64>, i64) = (row.get(2)?, row.get(3)?);
        let place: Option<u8> = row.get(4)?;
        let outcome = match place {
            Some(place) => Some(Outcome { place, score: row.get(5)?, lead: row.get(6)?, over_bots: row.get(7)? }),
            None => None,
        };
        Ok(Self {
            table: if row.get(1)? { None } else { Some(row.get(0)?) },
            ended: ended.unsigned_abs(),
            took: began.map(|began| ended.saturating_sub(began).max(0)),
            outcome,
            rating: row.get(8)?,
        })
    }

    fn as_best(&self, value: i64) -> BestMatch {
        BestMatch { table: self.table.clone(), ended: self.ended, value }
    }
}

/// Sums up matches, oldest first.
#[derive(Default)]
struct Sum {
    figures: Figures,
    /// The squared distances from the mean lead over bots, added up as the mean moves (Welford).
    squares: f64,
    leads: VecDeque<LeadAt>,
    ratings: VecDeque<RatingAt>,
}

impl Sum {
    fn add(&mut self, one: &Counted) {
        let figures = &mut self.figures;
        figures.matches += 1;
        if let Some(rating) = one.rating {
            push_newest(&mut self.ratings, RatingAt { at: one.ended, rating }, MAX_RATINGS);
        }
        let Some(outcome) = one.outcome else {
            figures.forfeits += 1;
            figures.streak.current = 0;
            return;
        };
        let place = usize::from(outcome.place.max(1));
        if figures.places.len() < place {
            figures.places.resize(place, 0);
        }
        figures.places[place - 1] += 1;
        let has_won = place == 1;
        figures.streak.current = if has_won { figures.streak.current + 1 } else { 0 };
        figures.streak.best = figures.streak.best.max(figures.streak.current);
        let best = &mut figures.best;
        keep_greatest(&mut best.score, one.as_best(outcome.score));
        if has_won {
            if let Some(lead) = outcome.lead {
                keep_greatest(&mut best.lead, one.as_best(lead));
            }
            if let Some(took) = one.took
                && best.fastest.as_ref().is_none_or(|fastest| took < fastest.value)
            {
                best.fastest = Some(one.as_best(took));
            }
        }
        if let Some(lead) = outcome.over_bots {
            push_newest(&mut self.leads, LeadAt { at: one.ended, lead }, MAX_LEADS);
            let mean = figures.over_bots.get_or_insert_default();
            mean.matches += 1;
            let off = lead - mean.mean;
            mean.mean += off / f64::from(mean.matches);
            self.squares += off * (lead - mean.mean);
        }
    }

    fn done(mut self) -> Figures {
        if let Some(mean) = self.figures.over_bots.as_mut().filter(|mean| mean.matches > 1) {
            let matches = f64::from(mean.matches);
            mean.error = Some((self.squares / (matches - 1.0) / matches).sqrt());
        }
        Figures { leads: self.leads.into(), ratings: self.ratings.into(), ..self.figures }
    }
}

fn keep_greatest(best: &mut Option<BestMatch>, this: BestMatch) {
    if best.as_ref().is_none_or(|best| this.value > best.value) {
        *best = Some(this);
    }
}

fn push_newest<T>(newest: &mut VecDeque<T>, one: T, most: usize) {
    if newest.len() == most {
        newest.pop_front();
    }
    newest.push_back(one);
}

pub(super) fn figures(
    tables: &Connection,
    player: &str,
    game: GameId,
    asker: Option<&str>,
) -> rusqlite::Result<Figures> {
    let mut find = tables.prepare_cached(&format!(
        "SELECT table_id, sent IS NOT NULL, began, ended, place, score, lead, over_bots, rating
         FROM matches_of_player JOIN matches USING (position)
         WHERE player = ?1 AND {MAY_KNOW} AND game = ?3 ORDER BY ended, position"
    ))?;
    let mut sum = Sum::default();
    for one in find.query_map(params![player, asker, game.slug()], Counted::read)? {
        sum.add(&one?);
    }
    Ok(sum.done())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(ended: u64, place: Option<u8>, over_bots: Option<f64>) -> Counted {
        let outcome = place.map(|place| Outcome { place, score: 10, lead: Some(5), over_bots });
        Counted { table: Some(format!("t{ended}")), ended, took: Some(7), outcome, rating: Some(ended.cast_signed()) }
    }

    fn sum(all: impl IntoIterator<Item = Counted>) -> Figures {
        let mut sum = Sum::default();
        all.into_iter().for_each(|one| sum.add(&one));
        sum.done()
    }

    #[test]
    fn a_streak_ends_where_a_match_is_not_won_and_a_forfeit_is_one() {
        let places = [Some(1), Some(1), None, Some(1), Some(2), Some(1)];
        let figures = sum((0..).zip(places).map(|(at, place)| counted(at, place, None)));
        assert_eq!(figures.streak, Streak { current: 1, best: 2 });
        assert_eq!((figures.matches, figures.forfeits, figures.places), (6, 1, vec![4, 1]));
    }

    #[test]
    fn the_mean_lead_has_the_standard_error_of_the_textbook() {
        let figures = sum([2.0, 4.0, 9.0].map(|lead| counted(1, Some(2), Some(lead))));
        let mean = figures.over_bots.expect("bots");
        // The variance of the sample is 13.
        assert!(
            (mean.mean - 5.0).abs() < 1e-12 && (mean.error.expect("three") - (13.0_f64 / 3.0).sqrt()).abs() < 1e-12
        );
        assert_eq!(sum([counted(1, Some(1), Some(3.0))]).over_bots.expect("bots").error, None);
    }

    #[test]
    fn curves_keep_their_newest_points_and_the_first_of_equal_moments_stays() {
        let figures = sum((0..600).map(|at| counted(at, Some(1), Some(1.0))));
        assert_eq!((figures.ratings.len(), figures.ratings[0].at, figures.leads.len()), (500, 100, 100));
        assert_eq!(figures.best.score.expect("a match").table.as_deref(), Some("t0"));
        assert_eq!(figures.best.fastest.expect("a match").value, 7);
    }
}
