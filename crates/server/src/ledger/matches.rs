//! The tables of finished matches and ratings: how the entries of a table change them, and how they are asked.
//!
//! Deliberately absent: how a rating is worked out.

use engine::GameId;
use journal::Stored;
use rusqlite::{Connection, OptionalExtension, Row, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::house::{Entry, PlayerId, Sitter, read_entries};

use super::rating::{Belief, after_match};
use super::{tables, unreadable, whole};

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

pub(super) fn apply_table(tables: &Connection, table: &str, stored: &Stored) -> rusqlite::Result<()> {
    for entry in read_entries(&stored.record.body).map_err(unreadable)? {
        match entry {
            Entry::Closed { .. } => {
                tables::close(tables, table)?;
                tables::forget_guests(tables, table)?;
            }
            Entry::Ended { at, places, scores, sitters } => {
                let places = places.into_iter().zip(scores).zip(sitters);
                let places: Vec<SeatResult> =
                    places.map(|((place, score), sitter)| SeatResult { sitter, place, score }).collect();
                end(tables, table, stored.position.0, at, &places)?;
                tables::close(tables, table)?;
            }
            entry => tables::apply(tables, table, &entry)?,
        }
    }
    Ok(())
}

fn end(tables: &Connection, table: &str, position: u64, at: u64, places: &[SeatResult]) -> rusqlite::Result<()> {
    let found = tables
        .query_row("SELECT game, rated, is_public FROM open_tables WHERE id = ?", [table], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    // A table that was never opened, or has ended before, has no match to end.
    let Some((game, rated, is_public)): Option<(String, bool, bool)> = found else { return Ok(()) };
    let written = serde_json::to_string(places).map_err(unreadable)?;
    tables.execute(
        "INSERT INTO matches (position, table_id, game, rated, ended, is_public, places) VALUES (?, ?, ?, ?, ?, ?, ?)",
        params![whole(position), table, game, rated, whole(at), is_public, written],
    )?;
    for player in places.iter().filter_map(player) {
        tables.execute(
            "INSERT OR IGNORE INTO matches_of_player (player, position) VALUES (?, ?)",
            params![player, whole(position)],
        )?;
    }
    if rated { rate(tables, &game, places) } else { Ok(()) }
}

fn player(place: &SeatResult) -> Option<&str> {
    place.sitter.as_ref().and_then(|sitter| sitter.seating.player()).map(PlayerId::as_str)
}

fn rate(tables: &Connection, game: &str, places: &[SeatResult]) -> rusqlite::Result<()> {
    let rated: Vec<(&str, u8)> = places.iter().filter_map(|place| Some((player(place)?, place.place))).collect();
    // A rating is a comparison: it needs two players.
    if rated.len() < 2 {
        return Ok(());
    }
    let mut before = Vec::with_capacity(rated.len());
    for (player, place) in &rated {
        let belief = tables
            .prepare_cached("SELECT mean, uncertainty FROM ratings WHERE player = ? AND game = ?")?
            .query_row(params![player, game], |row| Ok(Belief { mean: row.get(0)?, uncertainty: row.get(1)? }))
            .optional()?;
        before.push((belief.unwrap_or_default(), *place));
    }
    for ((player, _), belief) in rated.iter().zip(after_match(&before)) {
        tables
            .prepare_cached(
                "INSERT INTO ratings (player, game, mean, uncertainty, rating, matches) VALUES (?1, ?2, ?3, ?4, ?5, 1)
                 ON CONFLICT (player, game)
                 DO UPDATE SET mean = ?3, uncertainty = ?4, rating = ?5, matches = matches + 1",
            )?
            .execute(params![player, game, belief.mean, belief.uncertainty, belief.shown()])?;
    }
    Ok(())
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
        let places: String = row.get(5)?;
        let places = serde_json::from_str(&places).map_err(unreadable)?;
        Ok(MatchRow {
            position: row.get::<_, i64>(0)?.unsigned_abs(),
            table: row.get(1)?,
            game: row.get(2)?,
            rated: row.get(3)?,
            ended: row.get::<_, i64>(4)?.unsigned_abs(),
            places,
        })
    };
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    tables
        .prepare_cached(
            "SELECT position, table_id, game, rated, ended, places FROM matches_of_player JOIN matches USING (position)
             WHERE player = ?1 AND position < ?2
             AND (is_public OR EXISTS (SELECT 1 FROM guests WHERE guests.table_id = matches.table_id AND guests.player = ?3))
             ORDER BY position DESC LIMIT ?4",
        )?
        .query_map(params![player, before, asker, most], row)?
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
