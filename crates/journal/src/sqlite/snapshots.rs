//! The snapshots of subjects: one row each, without a body once it was dropped.
//!
//! Deliberately absent: which thread writes, and in which transaction.

use rusqlite::{Connection, OptionalExtension, params};

use super::heads::Head;
use crate::{Position, Snapshot, Subject};

/// The snapshot of a subject, if there is one.
pub(super) fn find(connection: &Connection, subject: &Subject) -> rusqlite::Result<Option<Snapshot>> {
    let mut snapshot = connection.prepare_cached(
        "SELECT position, body FROM snapshot JOIN subject ON subject.id = snapshot.subject
         WHERE name = ? AND body IS NOT NULL",
    )?;
    let read =
        |row: &rusqlite::Row<'_>| Ok(Snapshot { position: row.get(0)?, body: row.get_ref(1)?.as_blob()?.into() });
    snapshot.query_row([subject.name()], read).optional()
}

/// Keeps a snapshot of the subject with this head, unless what is kept, or was dropped, is as new.
pub(super) fn keep(connection: &Connection, head: Head, snapshot: &Snapshot) -> rusqlite::Result<()> {
    upsert(connection, head, snapshot.position, Some(&snapshot.body))
}

/// Throws the snapshot of the subject with this head away, and keeps none that is not newer than the head.
pub(super) fn drop(connection: &Connection, head: Head) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM snapshot WHERE subject = ?")?.execute([head.id])?;
    upsert(connection, head, head.position, None)
}

fn upsert(connection: &Connection, head: Head, position: Position, body: Option<&[u8]>) -> rusqlite::Result<()> {
    let mut upsert = connection.prepare_cached(
        "INSERT INTO snapshot VALUES (?, ?, ?) ON CONFLICT (subject) DO
         UPDATE SET position = excluded.position, body = excluded.body WHERE excluded.position > snapshot.position",
    )?;
    upsert.execute(params![head.id, position, body]).map(|_| ())
}
