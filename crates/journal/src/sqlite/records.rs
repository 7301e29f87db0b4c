//! What is read from the file and how it is laid out: records by position, each naming the one before it in its
//! subject, and subjects by name.
//!
//! A subject is read from its last record back. So an append touches the end of one table only; an index by
//! subject would be written at a random place for each. The price is to know where each subject's last record
//! is: see [`super::heads`].
//!
//! Deliberately absent: threads, writing.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::heads::Head;
use crate::follow::NEWS_AT_ONCE;
use crate::{Found, Position, Record, Stored, Subject};

impl ToSql for Position {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        // No log gets that far, so a position beyond SQLite's numbers is as good as their last.
        Ok(i64::try_from(self.0).unwrap_or(i64::MAX).into())
    }
}

impl FromSql for Position {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let number = value.as_i64()?;
        number.try_into().map(Self).map_err(|_| FromSqlError::OutOfRange(number))
    }
}

/// The next few news after a position.
pub(super) fn news_after(connection: &Connection, after: Position) -> rusqlite::Result<Vec<Stored>> {
    let mut news = connection.prepare_cached(
        "SELECT position, name, body FROM record INDEXED BY news JOIN subject ON subject.id = record.subject
         WHERE is_news = 1 AND position > ? ORDER BY position LIMIT ?",
    )?;
    let stored = |row: &Row<'_>| {
        let subject = Subject(row.get_ref(1)?.as_str()?.into());
        let record = Record { body: row.get_ref(2)?.as_blob()?.into(), is_news: true };
        Ok(Stored { position: row.get(0)?, subject, record })
    };
    news.query_map(params![after, NEWS_AT_ONCE as i64], stored)?.collect()
}

/// Which of the next few records after a position contain these bytes.
pub(super) fn containing(connection: &Connection, bytes: &[u8], after: Position, most: u32) -> rusqlite::Result<Found> {
    let mut last = connection.prepare_cached(
        "SELECT max(position) FROM (SELECT position FROM record WHERE position > ? ORDER BY position LIMIT ?)",
    )?;
    let until = last.query_row(params![after, most], |row| row.get::<_, Option<Position>>(0))?;
    let Some(until) = until else { return Ok(Found { records: Vec::new(), until: None }) };
    let mut found = connection.prepare_cached(
        "SELECT position, name, is_news, body FROM record JOIN subject ON subject.id = record.subject
         WHERE position > ? AND position <= ? AND instr(body, ?) ORDER BY position",
    )?;
    let stored = |row: &Row<'_>| {
        let subject = Subject(row.get_ref(1)?.as_str()?.into());
        let record = Record { body: row.get_ref(3)?.as_blob()?.into(), is_news: row.get(2)? };
        Ok(Stored { position: row.get(0)?, subject, record })
    };
    let records = found.query_map(params![after, until, bytes], stored)?.collect::<rusqlite::Result<_>>()?;
    Ok(Found { records, until: Some(until) })
}

/// All subjects, in the order of their names.
#[cfg(feature = "jetstream")]
pub(super) fn subjects(connection: &Connection) -> rusqlite::Result<Vec<Subject>> {
    let mut subjects = connection.prepare("SELECT name FROM subject ORDER BY name")?;
    subjects.query_map([], |row| Ok(Subject(row.get_ref(0)?.as_str()?.into())))?.collect()
}

/// Where the last news stands.
pub(super) fn last_news(connection: &Connection) -> rusqlite::Result<Position> {
    connection.query_row("SELECT coalesce(max(position), 0) FROM record INDEXED BY news WHERE is_news = 1", [], |row| {
        row.get(0)
    })
}

/// Where the last record stands.
pub(super) fn last(connection: &Connection) -> rusqlite::Result<Position> {
    connection.query_row("SELECT coalesce(max(position), 0) FROM record", [], |row| row.get(0))
}

/// A subject's head as of the last bookmark; nothing if it has no record.
pub(super) fn bookmarked_head(connection: &Connection, subject: &Subject) -> rusqlite::Result<Option<Head>> {
    let mut heads = connection.prepare_cached("SELECT id, head FROM subject WHERE name = ?")?;
    heads.query_row([subject.name()], |row| Ok(Head { id: row.get(0)?, position: row.get(1)? })).optional()
}

/// The records of a subject from one after `after` to the one at `head`, in order.
pub(super) fn chain(
    connection: &Connection,
    subject: &Subject,
    head: Position,
    after: Position,
) -> rusqlite::Result<Vec<Stored>> {
    let mut record = connection.prepare_cached("SELECT previous, is_news, body FROM record WHERE position = ?")?;
    let mut chain = Vec::new();
    let mut position = head;
    while position > after {
        position = record.query_row([position], |row| {
            let record = Record { body: row.get_ref(2)?.as_blob()?.into(), is_news: row.get(1)? };
            chain.push(Stored { position, subject: subject.clone(), record });
            row.get(0)
        })?;
    }
    chain.reverse();
    Ok(chain)
}
