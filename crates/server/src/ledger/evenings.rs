//! The evenings that were opened, to count them, and what came of the tables where their deals were played.
//!
//! Deliberately absent: whose those tables are, which only the log of the evening tells.

use journal::Stored;
use rusqlite::{Connection, params};

use super::{SeatResult, unreadable, whole};
use crate::evening::EveningEntry;
use crate::people::entry::read;

/// A finished match of an evening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finished {
    /// The table.
    pub(crate) table: String,
    /// When it ended, in milliseconds since 1970.
    pub(crate) ended: u64,
    /// The points of every seat.
    pub(crate) scores: Vec<i64>,
}

pub(super) fn apply(tables: &Connection, evening: &str, stored: &Stored) -> rusqlite::Result<()> {
    if let EveningEntry::Opened { by, closes, .. } = read(&stored.record.body).map_err(unreadable)? {
        tables.execute(
            "INSERT OR IGNORE INTO evenings (id, opened_by, closes) VALUES (?, ?, ?)",
            params![evening, by, whole(closes)],
        )?;
    }
    Ok(())
}

pub(super) fn opened_by(tables: &Connection, player: &str, now: u64) -> rusqlite::Result<u32> {
    tables
        .prepare_cached("SELECT count(*) FROM evenings WHERE opened_by = ? AND closes > ?")?
        .query_row(params![player, whole(now)], |row| row.get(0))
}

/// The matches a player finished at these tables since then.
pub(super) fn finished_at(
    tables: &Connection,
    player: &str,
    wanted: &[String],
    since: u64,
) -> rusqlite::Result<Vec<Finished>> {
    let mut matches = tables.prepare_cached(
        "SELECT table_id, ended, places FROM matches_of_player JOIN matches USING (position)
         WHERE player = ? AND sent IS NULL ORDER BY position DESC",
    )?;
    let (mut rows, mut finished) = (matches.query([player])?, Vec::new());
    while let Some(row) = rows.next()? {
        let (table, ended): (String, u64) = (row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs());
        // Whoever has played for years has played most of it before.
        if ended < since {
            break;
        }
        if wanted.contains(&table) {
            let places: Vec<SeatResult> = serde_json::from_str(&row.get::<_, String>(2)?).map_err(unreadable)?;
            let scores = places.iter().map(|place| place.score).collect();
            finished.push(Finished { table, ended, scores });
        }
    }
    Ok(finished)
}
