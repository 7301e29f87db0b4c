//! The tables of players, sessions and names: how entries change them, and how they are asked.
//!
//! Deliberately absent: checks; an entry has been decided.

use journal::Stored;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{unreadable, whole};
use crate::people::PlayerKind;
use crate::people::entry::{NameEntry, Opened, PlayerEntry, read};

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
}

/// A name somebody has or had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameRow {
    /// Who has it now.
    pub player: Option<String>,
    /// The last position of its subject.
    pub(crate) position: u64,
}

pub(super) fn apply_player(tables: &Connection, player: &str, stored: &Stored) -> rusqlite::Result<()> {
    let entry: PlayerEntry = read(&stored.record.body).map_err(unreadable)?;
    let position = whole(stored.position.0);
    match entry {
        PlayerEntry::Joined { name, kind, session, at } => {
            tables
                .prepare_cached("INSERT INTO players (id, name, kind, joined, position) VALUES (?, ?, ?, ?, ?)")?
                .execute(params![player, name, kind.word(), whole(at), position])?;
            open(tables, player, &session, at)?;
        }
        PlayerEntry::Renamed { name, .. } => {
            // Who has meanwhile taken a name of their own keeps it.
            tables.execute("UPDATE players SET name = ? WHERE id = ? AND own_name IS NULL", params![name, player])?;
        }
        PlayerEntry::SessionOpened { session, at } => open(tables, player, &session, at)?,
        PlayerEntry::SessionRevoked { session, .. } => {
            tables.execute("DELETE FROM sessions WHERE id = ? AND player = ?", params![session, player])?;
        }
        PlayerEntry::OthersRevoked { kept, .. } => revoke_others(tables, player, &kept)?,
        PlayerEntry::PasswordChanged { password, kept, .. } => {
            tables.execute("UPDATE players SET password = ? WHERE id = ?", params![password, player])?;
            revoke_others(tables, player, &kept)?;
        }
    }
    tables.prepare_cached("UPDATE players SET position = ? WHERE id = ?")?.execute(params![position, player])?;
    Ok(())
}

fn open(tables: &Connection, player: &str, session: &Opened, at: u64) -> rusqlite::Result<()> {
    tables
        .prepare_cached("INSERT INTO sessions (id, player, device, opened) VALUES (?, ?, ?, ?)")?
        .execute(params![session.id, player, session.device, whole(at)])?;
    Ok(())
}

fn revoke_others(tables: &Connection, player: &str, kept: &str) -> rusqlite::Result<()> {
    tables.execute("DELETE FROM sessions WHERE player = ? AND id <> ?", params![player, kept])?;
    Ok(())
}

pub(super) fn apply_name(tables: &Connection, stored: &Stored) -> rusqlite::Result<()> {
    let NameEntry::Taken { player, name, password, .. } = read(&stored.record.body).map_err(unreadable)?;
    let subject = stored.subject.name();
    tables.execute("UPDATE names SET player = NULL WHERE player = ?", params![player])?;
    tables.execute(
        "INSERT INTO names (subject, player, position) VALUES (?1, ?2, ?3)
         ON CONFLICT (subject) DO UPDATE SET player = ?2, position = ?3",
        params![subject, player, whole(stored.position.0)],
    )?;
    tables.execute(
        "UPDATE players SET name = ?, own_name = ?, password = coalesce(?, password) WHERE id = ?",
        params![name, subject, password, player],
    )?;
    Ok(())
}

const PLAYER: &str = "SELECT players.id, name, kind, joined, position, own_name, password FROM players";

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

pub(super) fn player_of_session(tables: &Connection, session: &str) -> rusqlite::Result<Option<PlayerRow>> {
    let question = format!("{PLAYER} JOIN sessions ON sessions.player = players.id WHERE sessions.id = ?");
    tables.prepare_cached(&question)?.query_row([session], player_row).optional()
}

pub(super) fn sessions(tables: &Connection, player: &str) -> rusqlite::Result<Vec<SessionRow>> {
    let row = |row: &Row<'_>| {
        Ok(SessionRow { id: row.get(0)?, device: row.get(1)?, opened: row.get::<_, i64>(2)?.unsigned_abs() })
    };
    tables
        .prepare_cached("SELECT id, device, opened FROM sessions WHERE player = ? ORDER BY opened DESC, id LIMIT 1000")?
        .query_map([player], row)?
        .collect()
}

pub(super) fn name(tables: &Connection, subject: &str) -> rusqlite::Result<Option<NameRow>> {
    let row = |row: &Row<'_>| Ok(NameRow { player: row.get(0)?, position: row.get::<_, i64>(1)?.unsigned_abs() });
    tables.prepare_cached("SELECT player, position FROM names WHERE subject = ?")?.query_row([subject], row).optional()
}
