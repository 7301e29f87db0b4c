//! The tables of players, sessions and names: how entries change them, and how they are asked.
//!
//! Deliberately absent: checks; an entry has been decided.

use journal::{Position, Stored};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{unreadable, whole};
use crate::admin::BanTarget;
use crate::people::entry::{Displaced, NameEntry, Opened, PlayerEntry, read};
use crate::people::{PlayerKind, fold, skeleton_of};

/// A player as the ledger knows them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerRow {
    /// The id.
    pub id: String,
    /// The name shown.
    pub name: String,
    /// A person or a program.
    pub kind: PlayerKind,
    /// When they first came, in milliseconds since 1970.
    pub joined: u64,
    /// The last position of their subject.
    pub(crate) position: u64,
    /// The subject of the name that is their own.
    pub(crate) own_name: Option<String>,
    /// The hash of their password.
    pub(crate) password: Option<String>,
}

impl PlayerRow {
    /// Whether the name is their own for ever, rather than that of a guest.
    #[must_use]
    pub fn is_claimed(&self) -> bool {
        self.own_name.is_some()
    }
}

/// A session that was not revoked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// The id.
    pub id: String,
    /// The program that opened it, in its own words.
    pub device: String,
    /// When, in milliseconds since 1970.
    pub opened: u64,
    /// When it was last used, to within a day.
    pub used: u64,
}

/// A deleted player of whom the log still holds something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenDeletion {
    /// The id they had.
    pub(crate) player: String,
    /// A person or a program.
    pub(crate) kind: PlayerKind,
    /// Since which position they had a name of their own.
    pub(crate) named: Option<u64>,
}

pub(super) fn apply_player(tables: &Connection, player: &str, stored: &Stored) -> rusqlite::Result<()> {
    let entry: PlayerEntry = read(&stored.record.body).map_err(unreadable)?;
    let position = whole(stored.position.0);
    match entry {
        PlayerEntry::Joined { name, kind, session, at } => {
            tables
                .prepare_cached(
                    "INSERT INTO players (id, name, kind, joined, position, folded, skeleton)
                     VALUES (?, ?, ?, ?, ?, ?, ?)",
                )?
                .execute(params![player, name, kind.word(), whole(at), position, fold(&name), skeleton_of(&name)])?;
            open(tables, player, &session, at)?;
        }
        PlayerEntry::Renamed { name, .. } => rename_guest(tables, player, &name)?,
        PlayerEntry::SessionOpened { session, at } => open(tables, player, &session, at)?,
        PlayerEntry::SessionUsed { session, at } => {
            tables.prepare_cached("UPDATE sessions SET used = ? WHERE id = ? AND player = ?")?.execute(params![
                whole(at),
                session,
                player
            ])?;
        }
        PlayerEntry::AllRevoked { .. } => revoke_others(tables, player, "")?,
        PlayerEntry::SessionRevoked { session, .. } => {
            tables.execute("DELETE FROM sessions WHERE id = ? AND player = ?", params![session, player])?;
        }
        PlayerEntry::OthersRevoked { kept, .. } => revoke_others(tables, player, &kept)?,
        PlayerEntry::PasswordChanged { password, kept, .. } => {
            tables.execute("UPDATE players SET password = ? WHERE id = ?", params![password, player])?;
            revoke_others(tables, player, &kept)?;
        }
        PlayerEntry::Deleted { .. } => delete(tables, player)?,
        PlayerEntry::ErasureDone { .. } => {
            tables.execute("UPDATE deletions SET is_done = 1 WHERE player = ?", [player])?;
        }
        PlayerEntry::Anonymous { kind, named } => {
            // They are deleted further on; until there, what they played counts.
            tables.execute(
                "INSERT INTO players (id, name, kind, joined, position, named, folded, skeleton)
                 VALUES (?, '', ?, 0, ?, ?, '', '')",
                params![player, kind.word(), position, named.map(whole)],
            )?;
        }
        PlayerEntry::Erased => {}
    }
    tables.prepare_cached("UPDATE players SET position = ? WHERE id = ?")?.execute(params![position, player])?;
    Ok(())
}

fn open(tables: &Connection, player: &str, session: &Opened, at: u64) -> rusqlite::Result<()> {
    tables
        .prepare_cached("INSERT INTO sessions (id, player, device, opened, used) VALUES (?1, ?2, ?3, ?4, ?4)")?
        .execute(params![session.id, player, session.device, whole(at)])?;
    Ok(())
}

/// Who has meanwhile taken a name of their own keeps it.
fn rename_guest(tables: &Connection, player: &str, name: &str) -> rusqlite::Result<()> {
    tables.execute(
        "UPDATE players SET name = ?, folded = ?, skeleton = ? WHERE id = ? AND own_name IS NULL",
        params![name, fold(name), skeleton_of(name), player],
    )?;
    Ok(())
}

/// The player is nobody: their name is free, and nothing is asked about them any more.
fn delete(tables: &Connection, player: &str) -> rusqlite::Result<()> {
    tables.execute(
        "INSERT OR IGNORE INTO deletions (player, kind, named, is_done) SELECT id, kind, named, 0 FROM players WHERE id = ?",
        [player],
    )?;
    tables.execute("UPDATE names SET player = NULL, folded = '', skeleton = '' WHERE player = ?", [player])?;
    let banned = serde_json::to_string(&BanTarget::Player(player.into())).map_err(unreadable)?;
    tables.execute("DELETE FROM bans WHERE target = ?", [banned])?;
    for (table, column) in [
        ("players", "id"),
        ("sessions", "player"),
        ("ratings", "player"),
        ("matches_of_player", "player"),
        ("keepers", "player"),
    ] {
        tables.execute(&format!("DELETE FROM {table} WHERE {column} = ?"), [player])?;
    }
    Ok(())
}

/// Takes out what a record of a player does not hold any more: what devices called themselves.
pub(super) fn redact_player(tables: &Connection, stored: &Stored) -> rusqlite::Result<()> {
    match read(&stored.record.body).map_err(unreadable)? {
        PlayerEntry::Joined { session, .. } | PlayerEntry::SessionOpened { session, .. } => {
            let mut replace = tables.prepare_cached("UPDATE sessions SET device = ? WHERE id = ?")?;
            replace.execute(params![session.device, session.id]).map(|_| ())
        }
        // Of who is deleted there is nothing left.
        _ => Ok(()),
    }
}

/// Takes out what a record of a name does not hold any more: the name, unless somebody has taken it since.
pub(super) fn redact_name(tables: &Connection, stored: &Stored) -> rusqlite::Result<()> {
    if let NameEntry::Erased { .. } = read(&stored.record.body).map_err(unreadable)? {
        let nobodys = "UPDATE names SET folded = '', skeleton = '' WHERE subject = ? AND player IS NULL";
        tables.execute(nobodys, [stored.subject.name()])?;
    }
    Ok(())
}

fn revoke_others(tables: &Connection, player: &str, kept: &str) -> rusqlite::Result<()> {
    tables.execute("DELETE FROM sessions WHERE player = ? AND id <> ?", params![player, kept])?;
    Ok(())
}

pub(super) fn apply_name(tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()> {
    let (subject, position) = (stored.subject.name(), whole(stored.position.0));
    let (player, name, password, displaced) = match read(&stored.record.body).map_err(unreadable)? {
        NameEntry::Taken { player, name, password, displaced, .. } => (player, name, password, displaced),
        NameEntry::Erased { displaced } => {
            tables.execute(
                "INSERT INTO names (subject, player, position, folded, skeleton) VALUES (?1, NULL, ?2, '', '')
                 ON CONFLICT (subject) DO UPDATE SET player = NULL, position = ?2, folded = '', skeleton = ''",
                params![subject, position],
            )?;
            return displaced.iter().try_for_each(|Displaced { player, name }| rename_guest(tables, player, name));
        }
    };
    let (folded, skeleton) = (fold(&name), skeleton_of(&name));
    tables.execute("UPDATE names SET player = NULL WHERE player = ?", params![player])?;
    tables.execute(
        "INSERT INTO names (subject, player, position, folded, skeleton) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (subject) DO UPDATE SET player = ?2, position = ?3, folded = ?4, skeleton = ?5",
        params![subject, player, position, folded, skeleton],
    )?;
    tables.execute(
        "UPDATE players SET name = ?, own_name = ?, named = coalesce(named, ?), password = coalesce(?, password),
         folded = ?, skeleton = ? WHERE id = ?",
        params![name, subject, order, password, folded, skeleton, player],
    )?;
    displaced.iter().try_for_each(|Displaced { player, name }| rename_guest(tables, player, name))
}

const PLAYER: &str = "SELECT players.id, players.name, kind, joined, players.position, own_name, password FROM players";

fn player_row(row: &Row<'_>) -> rusqlite::Result<PlayerRow> {
    let kind: String = row.get(2)?;
    Ok(PlayerRow {
        id: row.get(0)?,
        name: row.get(1)?,
        kind: PlayerKind::from_word(&kind),
        joined: row.get::<_, i64>(3)?.unsigned_abs(),
        position: row.get::<_, i64>(4)?.unsigned_abs(),
        own_name: row.get(5)?,
        password: row.get(6)?,
    })
}

pub(super) fn player(tables: &Connection, id: &str) -> rusqlite::Result<Option<PlayerRow>> {
    tables.prepare_cached(&format!("{PLAYER} WHERE id = ?"))?.query_row([id], player_row).optional()
}

/// The player of a session, and when it was last used.
pub(super) fn player_of_session(tables: &Connection, session: &str) -> rusqlite::Result<Option<(PlayerRow, u64)>> {
    let row = |row: &Row<'_>| Ok((player_row(row)?, row.get::<_, i64>(7)?.unsigned_abs()));
    tables
        .prepare_cached(
            "SELECT players.id, name, kind, joined, position, own_name, password, used
             FROM players JOIN sessions ON sessions.player = players.id WHERE sessions.id = ?",
        )?
        .query_row([session], row)
        .optional()
}

pub(super) fn sessions(tables: &Connection, player: &str) -> rusqlite::Result<Vec<SessionRow>> {
    let row = |row: &Row<'_>| {
        let time = |index| row.get::<_, i64>(index).map(i64::unsigned_abs);
        Ok(SessionRow { id: row.get(0)?, device: row.get(1)?, opened: time(2)?, used: time(3)? })
    };
    tables
        .prepare_cached(
            "SELECT id, device, opened, used FROM sessions WHERE player = ? ORDER BY opened DESC, id LIMIT 1000",
        )?
        .query_map([player], row)?
        .collect()
}

pub(super) fn open_deletions(tables: &Connection) -> rusqlite::Result<Vec<OpenDeletion>> {
    let row = |row: &Row<'_>| {
        let kind: String = row.get(1)?;
        let named = row.get::<_, Option<i64>>(2)?.map(i64::unsigned_abs);
        Ok(OpenDeletion { player: row.get(0)?, kind: PlayerKind::from_word(&kind), named })
    };
    tables
        .prepare_cached("SELECT player, kind, named FROM deletions WHERE is_done = 0 ORDER BY player LIMIT 1000")?
        .query_map([], row)?
        .collect()
}

pub(super) fn position_of_name(tables: &Connection, subject: &str) -> rusqlite::Result<u64> {
    let position = |row: &Row<'_>| row.get::<_, i64>(0).map(i64::unsigned_abs);
    let mut question = tables.prepare_cached("SELECT position FROM names WHERE subject = ?")?;
    Ok(question.query_row([subject], position).optional()?.unwrap_or_default())
}

/// Whose own name this is; of several that look the same, the very one before the others.
pub(super) fn holder_of_name(tables: &Connection, folded: &str, skeleton: &str) -> rusqlite::Result<Option<PlayerRow>> {
    let question = format!(
        "{PLAYER} JOIN names ON names.player = players.id
         WHERE names.folded = ?1 OR names.skeleton = ?2 ORDER BY names.folded = ?1 DESC, names.position LIMIT 1"
    );
    tables.prepare_cached(&question)?.query_row([folded, skeleton], player_row).optional()
}

pub(super) fn guests_called(
    tables: &Connection,
    folded: &str,
    skeleton: &str,
    most: u32,
) -> rusqlite::Result<Vec<String>> {
    tables
        .prepare_cached(
            "SELECT id FROM players WHERE own_name IS NULL AND (folded = ? OR skeleton = ?)
             ORDER BY position DESC LIMIT ?",
        )?
        .query_map(params![folded, skeleton, most], |row| row.get(0))?
        .collect()
}
