//! The unfinished tables: how the entries of a table change them, and how they are asked.

use engine::Seat;
use rusqlite::{Connection, OptionalExtension, params};
use wire::house::{Entry, SeatView, Settings, Sitter, Stage, Summary, Visibility};

use super::{unreadable, whole};

/// So many tables are read for the lobby, which shows some of them.
const MAX_LISTED: u32 = 10_000;

/// What an entry that does not end a table changes.
pub(super) fn apply(tables: &Connection, table: &str, entry: &Entry) -> rusqlite::Result<()> {
    match entry {
        Entry::Opened { settings, host, at, origin, .. } => {
            let nobody: Vec<Option<Sitter>> = vec![None; usize::from(settings.seats)];
            let written = serde_json::to_string(settings).map_err(unreadable)?;
            let sitters = serde_json::to_string(&nobody).map_err(unreadable)?;
            let is_public = settings.visibility == Visibility::Public;
            tables.execute(
                "INSERT INTO open_tables
                 (id, game, rated, opened_by, origin, opened, is_public, has_begun, settings, sitters)
                 VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)",
                params![
                    table,
                    settings.game.slug(),
                    settings.rated,
                    host.as_str(),
                    origin,
                    whole(*at),
                    is_public,
                    written,
                    sitters
                ],
            )?;
        }
        Entry::Sat { seat, sitter } => put(tables, table, *seat, Some(sitter.clone()))?,
        Entry::Replaced { seat, sitter, .. } => put(tables, table, *seat, Some(sitter.clone()))?,
        Entry::Left { seat } => put(tables, table, *seat, None)?,
        Entry::Began { at } => {
            tables
                .execute("UPDATE open_tables SET has_begun = 1, began = ? WHERE id = ?", params![whole(*at), table])?;
        }
        _ => {}
    }
    Ok(())
}

/// Somebody sits on a seat now, or nobody.
fn put(tables: &Connection, table: &str, seat: Seat, sitter: Option<Sitter>) -> rusqlite::Result<()> {
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let found = tables.query_row("SELECT sitters, is_public FROM open_tables WHERE id = ?", [table], row).optional()?;
    let Some((written, is_public)): Option<(String, bool)> = found else { return Ok(()) };
    let mut sitters: Vec<Option<Sitter>> = serde_json::from_str(&written).map_err(unreadable)?;
    let Some(place) = sitters.get_mut(seat.index()) else { return Ok(()) };
    let left = std::mem::replace(place, sitter.clone());
    if let Some(player) = left.as_ref().and_then(|sitter| sitter.seating.player()) {
        tables.execute("DELETE FROM sitting WHERE player = ? AND table_id = ?", [player.as_str(), table])?;
    }
    if let Some(player) = sitter.as_ref().and_then(|sitter| sitter.seating.player()) {
        tables.execute("INSERT OR IGNORE INTO sitting (player, table_id) VALUES (?, ?)", [player.as_str(), table])?;
        if !is_public {
            tables
                .execute("INSERT OR IGNORE INTO guests (player, table_id) VALUES (?, ?)", [player.as_str(), table])?;
        }
    }
    let written = serde_json::to_string(&sitters).map_err(unreadable)?;
    tables.execute("UPDATE open_tables SET sitters = ? WHERE id = ?", [written.as_str(), table])?;
    Ok(())
}

/// The player on a seat is called otherwise, if they still sit there.
pub(super) fn rename(tables: &Connection, table: &str, seat: Seat, renamed: &Sitter) -> rusqlite::Result<()> {
    let found =
        tables.query_row("SELECT sitters FROM open_tables WHERE id = ?", [table], |row| row.get(0)).optional()?;
    let Some(written): Option<String> = found else { return Ok(()) };
    let mut sitters: Vec<Option<Sitter>> = serde_json::from_str(&written).map_err(unreadable)?;
    let place = sitters.get_mut(seat.index()).and_then(Option::as_mut);
    let Some(sitter) = place.filter(|sitter| sitter.seating == renamed.seating) else { return Ok(()) };
    *sitter = renamed.clone();
    let written = serde_json::to_string(&sitters).map_err(unreadable)?;
    tables.execute("UPDATE open_tables SET sitters = ? WHERE id = ?", [written.as_str(), table]).map(|_| ())
}

/// The table is finished or put away.
pub(super) fn close(tables: &Connection, table: &str) -> rusqlite::Result<()> {
    tables.execute("DELETE FROM open_tables WHERE id = ?", [table])?;
    tables.execute("DELETE FROM sitting WHERE table_id = ?", [table])?;
    Ok(())
}

/// Nobody asks any more who has been at a table that has no match.
pub(super) fn forget_guests(tables: &Connection, table: &str) -> rusqlite::Result<()> {
    tables.execute("DELETE FROM guests WHERE table_id = ?", [table]).map(|_| ())
}

fn summary(row: &rusqlite::Row<'_>) -> rusqlite::Result<Summary> {
    let (settings, sitters): (String, String) = (row.get(1)?, row.get(2)?);
    let settings: Settings = serde_json::from_str(&settings).map_err(unreadable)?;
    let sitters: Vec<Option<Sitter>> = serde_json::from_str(&sitters).map_err(unreadable)?;
    let has_begun: bool = row.get(3)?;
    Ok(Summary {
        table: row.get::<_, String>(0)?.into(),
        settings,
        stage: if has_begun { Stage::Between } else { Stage::Gathering },
        seats: sitters.into_iter().map(|sitter| SeatView { sitter }).collect(),
        round: 0,
        opened: row.get::<_, i64>(4)?.unsigned_abs(),
    })
}

/// Those that are for everybody, and where they were opened, as far as that is known.
pub(super) fn public(tables: &Connection) -> rusqlite::Result<Vec<(Summary, Option<u32>)>> {
    tables
        .prepare_cached(
            "SELECT id, settings, sitters, has_begun, opened, origin FROM open_tables WHERE is_public
             ORDER BY opened DESC LIMIT ?",
        )?
        .query_map([MAX_LISTED], |row| Ok((summary(row)?, row.get(5)?)))?
        .collect()
}

pub(super) fn one(tables: &Connection, id: &str) -> rusqlite::Result<Option<Summary>> {
    tables
        .prepare_cached("SELECT id, settings, sitters, has_begun, opened FROM open_tables WHERE id = ?")?
        .query_row([id], summary)
        .optional()
}

/// All that are not finished, for a keeper.
pub(super) fn all(tables: &Connection) -> rusqlite::Result<Vec<Summary>> {
    tables
        .prepare_cached(
            "SELECT id, settings, sitters, has_begun, opened FROM open_tables ORDER BY opened DESC LIMIT 10000",
        )?
        .query_map([], summary)?
        .collect()
}

pub(super) fn begun(tables: &Connection) -> rusqlite::Result<Vec<String>> {
    tables.prepare_cached("SELECT id FROM open_tables WHERE has_begun")?.query_map([], |row| row.get(0))?.collect()
}

pub(super) fn of_player(tables: &Connection, player: &str) -> rusqlite::Result<Vec<String>> {
    tables
        .prepare_cached(
            "SELECT table_id FROM sitting JOIN open_tables ON open_tables.id = table_id
             WHERE player = ? ORDER BY opened DESC LIMIT 100",
        )?
        .query_map([player], |row| row.get(0))?
        .collect()
}

pub(super) fn opened_by(tables: &Connection, player: &str) -> rusqlite::Result<u32> {
    tables.query_row("SELECT count(*) FROM open_tables WHERE opened_by = ?", [player], |row| row.get(0))
}

/// Those of these tables that are finished or put away.
pub(super) fn finished_of(tables: &Connection, ids: Vec<String>) -> rusqlite::Result<Vec<String>> {
    let mut find = tables.prepare_cached("SELECT 1 FROM open_tables WHERE id = ?")?;
    let mut finished = Vec::new();
    for id in ids {
        if !find.exists([&id])? {
            finished.push(id);
        }
    }
    Ok(finished)
}

pub(super) fn opened_from(tables: &Connection, origin: u32) -> rusqlite::Result<u32> {
    tables.query_row("SELECT count(*) FROM open_tables WHERE origin = ?", [origin], |row| row.get(0))
}

pub(super) fn opened_before(tables: &Connection, then: u64) -> rusqlite::Result<Vec<String>> {
    tables
        .prepare_cached("SELECT id FROM open_tables WHERE opened < ? ORDER BY opened LIMIT 1000")?
        .query_map([whole(then)], |row| row.get(0))?
        .collect()
}
