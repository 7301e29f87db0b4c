//! The tables of finished matches and ratings: how the entries of a table change them, and how they are asked.
//!
//! Deliberately absent: how a rating is worked out.

use engine::GameId;
use journal::{Position, Stored};
use rusqlite::{Connection, OptionalExtension, Row, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::house::{Entry, PlayerId, Sitter, read_entries};

use super::figures::{self, Outcome};
use super::rating::{Belief, after_match};
use super::{tables, unreadable, whole};
use crate::offline::OfflineEntry;
use crate::people::entry::read;

/// So many matches a day of the same two players count for ratings.
const MAX_RATED_MEETINGS: u32 = 5;
/// The milliseconds of a day.
const DAY: u64 = 24 * 3_600 * 1_000;

/// A finished match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRow {
    /// Its position in the journal, which orders matches.
    pub position: u64,
    /// The table.
    pub table: String,
    /// The slug of the game.
    pub game: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// When it ended, in milliseconds since 1970.
    pub ended: u64,
    /// Whether it was played without the house, and sent later.
    pub offline: bool,
    /// Who came where, by seat.
    pub places: Vec<SeatResult>,
}

/// Who sat on a seat of a finished match, and how they came out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
// The name in the public description of the interface.
#[schemars(rename = "Place")]
pub struct SeatResult {
    /// Who sat there at the end; absent: nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sitter: Option<Sitter>,
    /// The rank, from 1; equals share one.
    pub place: u8,
    /// The total.
    pub score: i64,
}

/// How well a player plays a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    /// The slug of the game.
    pub game: String,
    /// The cautious number: 40 × (mean − 3 × uncertainty), rounded; it begins at 0.
    pub rating: i64,
    /// How strong they seem to be; beginners have 25.
    pub mean: f64,
    /// How unsure that is; beginners have 25/3.
    pub uncertainty: f64,
    /// In how many rated matches.
    pub matches: u32,
}

/// A line of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    /// The player.
    pub player: String,
    /// Their name.
    pub name: String,
    /// Whether they are a person or a program.
    pub kind: crate::people::PlayerKind,
    /// The cautious number.
    pub rating: i64,
    /// In how many rated matches.
    pub matches: u32,
}

pub(super) fn apply_table(tables: &Connection, table: &str, stored: &Stored, order: Position) -> rusqlite::Result<()> {
    for entry in read_entries(&stored.record.body).map_err(unreadable)? {
        match entry {
            Entry::Closed { .. } => {
                tables::close(tables, table)?;
                tables::forget_guests(tables, table)?;
            }
            Entry::Ended { at, places, scores, sitters, forfeits } => {
                let places = results(places, scores, sitters);
                end(tables, table, order.0, &Ended { at, places, forfeits })?;
                tables::close(tables, table)?;
            }
            entry => tables::apply(tables, table, &entry)?,
        }
    }
    Ok(())
}

/// Whether the asker, the second parameter, may know of a match: it was public, or they have sat at its table.
pub(super) const MAY_KNOW: &str = "(is_public OR EXISTS \
     (SELECT 1 FROM guests WHERE guests.table_id = matches.table_id AND guests.player = ?2))";

/// A match that was played without the house is seen by its player alone, and never rated.
pub(super) fn apply_offline(tables: &Connection, id: &str, stored: &Stored, order: Position) -> rusqlite::Result<()> {
    let OfflineEntry::Sent { player, at, ended, game, places, .. } = read(&stored.record.body).map_err(unreadable)?
    else {
        return Ok(());
    };
    let written = serde_json::to_string(&places).map_err(unreadable)?;
    let position = whole(order.0);
    tables.execute(
        "INSERT INTO matches (position, table_id, game, rated, ended, sent, is_public, places)
         VALUES (?, ?, ?, 0, ?, ?, 0, ?)",
        params![position, id, game, whole(ended), whole(at), written],
    )?;
    figures::insert(tables, &player, order.0, Outcome::of(&places, &player).as_ref(), None)?;
    tables.execute("INSERT OR IGNORE INTO guests (player, table_id) VALUES (?, ?)", [player.as_str(), id]).map(|_| ())
}

/// Nothing is left of a match that was played without the house when its player is deleted.
pub(super) fn redact_offline(tables: &Connection, order: Position) -> rusqlite::Result<()> {
    let position = whole(order.0);
    tables.execute("DELETE FROM matches_of_player WHERE position = ?", [position])?;
    tables.execute("DELETE FROM matches WHERE position = ?", [position]).map(|_| ())
}

pub(super) fn offline_since(tables: &Connection, player: &str, then: u64) -> rusqlite::Result<u32> {
    tables
        .prepare_cached(
            "SELECT count(*) FROM matches_of_player JOIN matches USING (position) WHERE player = ? AND sent >= ?",
        )?
        .query_row(params![player, whole(then)], |row| row.get(0))
}

/// Takes out what a record of a table does not hold any more: names of players.
pub(super) fn redact_table(tables: &Connection, table: &str, stored: &Stored, order: Position) -> rusqlite::Result<()> {
    for entry in read_entries(&stored.record.body).map_err(unreadable)? {
        match entry {
            Entry::Ended { places, scores, sitters, .. } => {
                let written = serde_json::to_string(&results(places, scores, sitters)).map_err(unreadable)?;
                tables.execute("UPDATE matches SET places = ? WHERE position = ?", params![written, order])?;
            }
            Entry::Sat { seat, sitter } => tables::rename(tables, table, seat, &sitter)?,
            _ => {}
        }
    }
    Ok(())
}

fn results(places: Vec<u8>, scores: Vec<i64>, sitters: Vec<Option<Sitter>>) -> Vec<SeatResult> {
    let places = places.into_iter().zip(scores).zip(sitters);
    places.map(|((place, score), sitter)| SeatResult { sitter, place, score }).collect()
}

/// How a match ended.
struct Ended {
    at: u64,
    places: Vec<SeatResult>,
    /// Who comes last for ratings, whatever their seats came to.
    forfeits: Vec<PlayerId>,
}

impl Ended {
    fn is_forfeit(&self, player: &str) -> bool {
        self.forfeits.iter().any(|one| *one == player)
    }
}

fn end(tables: &Connection, table: &str, position: u64, ended: &Ended) -> rusqlite::Result<()> {
    let found = tables
        .query_row("SELECT game, rated, is_public, began FROM open_tables WHERE id = ?", [table], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .optional()?;
    // A table that was never opened, or has ended before, has no match to end.
    let Some((game, rated, is_public, began)): Option<(String, bool, bool, Option<i64>)> = found else {
        return Ok(());
    };
    let written = serde_json::to_string(&ended.places).map_err(unreadable)?;
    let ratings = if rated && is_public { rate(tables, &game, position, ended)? } else { Vec::new() };
    tables.execute(
        "INSERT INTO matches (position, table_id, game, rated, began, ended, is_public, places)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        params![whole(position), table, game, !ratings.is_empty(), began, whole(ended.at), is_public, written],
    )?;
    let players = ended.places.iter().filter_map(player);
    for player in players.chain(ended.forfeits.iter().map(PlayerId::as_str)) {
        let rating = ratings.iter().find(|(rated, _)| *rated == player).map(|(_, rating)| *rating);
        let outcome = Outcome::of(&ended.places, player).filter(|_| !ended.is_forfeit(player));
        figures::insert(tables, player, position, outcome.as_ref(), rating)?;
    }
    Ok(())
}

pub(super) fn player(place: &SeatResult) -> Option<&str> {
    place.sitter.as_ref().and_then(|sitter| sitter.seating.player()).map(PlayerId::as_str)
}

/// Changes the ratings of the players who have a name of their own, and gives what they are now; none if the match does
/// not count.
fn rate<'a>(tables: &Connection, game: &str, position: u64, ended: &'a Ended) -> rusqlite::Result<Vec<(&'a str, i64)>> {
    let played = ended.places.iter().filter_map(|place| Some((player(place)?, place.place)));
    let played = played.filter(|(player, _)| !ended.is_forfeit(player));
    let forfeits = ended.forfeits.iter().map(|player| (player.as_str(), u8::MAX));
    let mut rated = Vec::new();
    for (player, place) in played.chain(forfeits) {
        if has_own_name(tables, player, position)? {
            rated.push((player, place));
        }
    }
    // A rating is a comparison: it needs two players.
    if rated.len() < 2 || !is_fresh_company(tables, ended.at / DAY, &rated)? {
        return Ok(Vec::new());
    }
    let mut before = Vec::with_capacity(rated.len());
    for (player, place) in &rated {
        let belief = tables
            .prepare_cached("SELECT mean, uncertainty FROM ratings WHERE player = ? AND game = ?")?
            .query_row(params![player, game], |row| Ok(Belief { mean: row.get(0)?, uncertainty: row.get(1)? }))
            .optional()?;
        before.push((belief.unwrap_or_default(), *place));
    }
    let mut after = Vec::with_capacity(rated.len());
    for ((player, _), belief) in rated.iter().zip(after_match(&before)) {
        tables
            .prepare_cached(
                "INSERT INTO ratings (player, game, mean, uncertainty, rating, matches) VALUES (?1, ?2, ?3, ?4, ?5, 1)
                 ON CONFLICT (player, game)
                 DO UPDATE SET mean = ?3, uncertainty = ?4, rating = ?5, matches = matches + 1",
            )?
            .execute(params![player, game, belief.mean, belief.uncertainty, belief.shown()])?;
        after.push((*player, belief.shown()));
    }
    Ok(after)
}

/// Whether a player has a name of their own by then; guests are not rated, since anybody can be as many as they like.
fn has_own_name(tables: &Connection, player: &str, position: u64) -> rusqlite::Result<bool> {
    tables
        .prepare_cached("SELECT coalesce(named < ?, 0) FROM players WHERE id = ?")?
        .query_row(params![whole(position), player], |row| row.get(0))
        .optional()
        .map(|found| found.unwrap_or(false))
}

/// Whether no two of these players have met too often on this day for another match to count; if so it is counted.
fn is_fresh_company(tables: &Connection, day: u64, rated: &[(&str, u8)]) -> rusqlite::Result<bool> {
    let mut pairs = Vec::new();
    for (index, (one, _)) in rated.iter().enumerate() {
        pairs.extend(rated[..index].iter().map(|(other, _)| (one.min(other), one.max(other))));
    }
    let mut met = tables
        .prepare_cached("SELECT 1 FROM rated_pairs WHERE day = ? AND first = ? AND second = ? AND matches >= ?")?;
    for (first, second) in &pairs {
        if met.exists(params![whole(day), first, second, MAX_RATED_MEETINGS])? {
            return Ok(false);
        }
    }
    let mut meet = tables.prepare_cached(
        "INSERT INTO rated_pairs (day, first, second, matches) VALUES (?, ?, ?, 1)
         ON CONFLICT (day, first, second) DO UPDATE SET matches = matches + 1",
    )?;
    for (first, second) in &pairs {
        meet.execute(params![whole(day), first, second])?;
    }
    Ok(true)
}

pub(super) fn ratings(tables: &Connection, player: &str) -> rusqlite::Result<Vec<Rating>> {
    let row = |row: &Row<'_>| {
        Ok(Rating {
            game: row.get(0)?,
            rating: row.get(1)?,
            mean: row.get(2)?,
            uncertainty: row.get(3)?,
            matches: row.get(4)?,
        })
    };
    tables
        .prepare_cached("SELECT game, rating, mean, uncertainty, matches FROM ratings WHERE player = ? ORDER BY game")?
        .query_map([player], row)?
        .collect()
}

pub(super) fn history(
    tables: &Connection,
    player: &str,
    asker: Option<&str>,
    before: u64,
    most: u32,
) -> rusqlite::Result<Vec<MatchRow>> {
    let row = |row: &Row<'_>| {
        let places: String = row.get(6)?;
        let places = serde_json::from_str(&places).map_err(unreadable)?;
        Ok(MatchRow {
            position: row.get::<_, i64>(0)?.unsigned_abs(),
            table: row.get(1)?,
            game: row.get(2)?,
            rated: row.get(3)?,
            ended: row.get::<_, i64>(4)?.unsigned_abs(),
            offline: row.get(5)?,
            places,
        })
    };
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    tables
        .prepare_cached(&format!(
            "SELECT position, table_id, game, rated, ended, sent IS NOT NULL, places
             FROM matches_of_player JOIN matches USING (position)
             WHERE player = ?1 AND {MAY_KNOW} AND position < ?3 ORDER BY position DESC LIMIT ?4"
        ))?
        .query_map(params![player, asker, before, most], row)?
        .collect()
}

pub(super) fn leaderboard(
    tables: &Connection,
    game: GameId,
    after: Option<(i64, String)>,
    most: u32,
) -> rusqlite::Result<Vec<Rank>> {
    let row = |row: &Row<'_>| {
        let kind: String = row.get(2)?;
        Ok(Rank {
            player: row.get(0)?,
            name: row.get(1)?,
            kind: crate::people::PlayerKind::from_word(&kind),
            rating: row.get(3)?,
            matches: row.get(4)?,
        })
    };
    let (rating, player) = after.unwrap_or((i64::MAX, String::new()));
    tables
        .prepare_cached(
            "SELECT players.id, name, kind, rating, matches FROM ratings JOIN players ON players.id = ratings.player
             WHERE game = ?1 AND rating <= ?2 AND (rating < ?2 OR ratings.player > ?3) AND own_name IS NOT NULL
             ORDER BY rating DESC, ratings.player LIMIT ?4",
        )?
        .query_map(params![game.slug(), rating, player, most], row)?
        .collect()
}
