//! Where each subject's last record is.
//!
//! The file knows it as of a bookmark; what has moved since is kept in memory, and written with a new bookmark now and
//! then and at the end. After a crash it is found again from the few records after the bookmark.
//! Deliberately absent: what is not committed yet; that is the writer's own affair.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, params};

use super::records;
use crate::{Position, Subject};

/// A subject's number in the file and its last position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) id: i64,
    pub(super) position: Position,
}

/// What is committed, for all threads.
#[derive(Debug)]
pub(super) struct Heads(Mutex<State>);

#[derive(Debug)]
struct State {
    /// The heads that have moved since the bookmark.
    moved: BTreeMap<Subject, Head>,
    last: Position,
}

impl Heads {
    /// The heads of a file whose bookmark was just renewed.
    pub(super) fn new(last: Position) -> Self {
        Self(Mutex::new(State { moved: BTreeMap::new(), last }))
    }

    /// The last position of the log.
    pub(super) fn last(&self) -> Position {
        self.lock().last
    }

    /// The head of a subject; nothing if it has no record.
    pub(super) fn of(&self, connection: &Connection, subject: &Subject) -> rusqlite::Result<Option<Head>> {
        // What is not found here was bookmarked before it was forgotten, so the file knows it.
        let moved = self.lock().moved.get(subject).copied();
        if moved.is_some() { Ok(moved) } else { records::bookmarked_head(connection, subject) }
    }

    /// Takes note of what was committed.
    pub(super) fn advance(&self, moved: BTreeMap<Subject, Head>, last: Position) {
        let mut state = self.lock();
        state.moved.extend(moved);
        state.last = last;
    }

    /// Writes the heads that have moved and a new bookmark, and forgets them.
    pub(super) fn bookmark(&self, connection: &mut Connection) -> rusqlite::Result<()> {
        let transaction = connection.transaction()?;
        {
            let state = self.lock();
            let mut update = transaction.prepare_cached("UPDATE subject SET head = ? WHERE id = ?")?;
            for head in state.moved.values() {
                update.execute(params![head.position, head.id])?;
            }
            transaction.execute("UPDATE progress SET heads = ?", [state.last])?;
        }
        transaction.commit()?;
        self.lock().moved.clear();
        Ok(())
    }

    /// Nothing panics while the heads are locked, so they are whole even if the lock says otherwise.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Finds the heads that have moved since the bookmark from the records after it, and renews the bookmark.
pub(super) fn recover(transaction: &Connection) -> rusqlite::Result<()> {
    transaction.execute(
        "UPDATE subject SET head = recent.last
         FROM (SELECT subject, max(position) AS last FROM record
               WHERE position > (SELECT heads FROM progress) GROUP BY subject) AS recent
         WHERE subject.id = recent.subject",
        [],
    )?;
    transaction.execute("UPDATE progress SET heads = ?", [records::last(transaction)?])?;
    Ok(())
}
