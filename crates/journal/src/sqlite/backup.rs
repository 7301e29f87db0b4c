//! Copies of a journal while it is in use, and whether a copy is sound.
//!
//! Deliberately absent: when to make one, and where to keep it.

use std::fs::{File, rename};
use std::path::Path;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::file::{self, OpenError};
use super::private::open_private;
use crate::{JournalError, Position};

/// What a sound journal holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Health {
    /// How many records.
    pub records: u64,
    /// How many subjects.
    pub subjects: u64,
    /// The last position.
    pub head: Position,
}

/// Copies the journal as of one moment to a file, which is there whole or not at all.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), JournalError> {
    let partial = &file::beside(to, "-partial");
    // What an earlier backup left that was interrupted.
    if partial.exists() {
        std::fs::remove_file(partial).map_err(JournalError::new)?;
    }
    open_private(partial).map_err(JournalError::new)?;
    copy_pages(from, partial).map_err(JournalError::new)?;
    let settle = || {
        File::open(partial)?.sync_all()?;
        rename(partial, to)?;
        match to.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
            _ => File::open(".")?.sync_all(),
        }
    };
    settle().map_err(JournalError::new)
}

fn copy_pages(from: &Path, to: &Path) -> rusqlite::Result<()> {
    let source = file::connect_to_read(from)?;
    let mut copy = Connection::open(to)?;
    // All at once is one reading transaction, which holds nobody up; in pieces it would start again with each append.
    match Backup::new(&source, &mut copy)?.step(-1)? {
        StepResult::Done => {}
        _ => return Err(rusqlite::Error::InvalidQuery),
    }
    // The copy is one file that needs no other beside it.
    copy.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))
}

/// Checks that a file is a journal and sound throughout: every page, every index, and that in every subject each
/// record follows the one before it. It reads the whole file.
///
/// # Errors
/// If the file is not a journal, is damaged, or cannot be read.
pub fn check(path: &Path) -> Result<Health, OpenError> {
    let failed = |source| OpenError::from_sqlite(path, source);
    let damaged = |fault: String| OpenError::Damaged { path: path.to_owned(), fault };
    let connection = file::connect_to_read(path).map_err(failed)?;
    file::known_version(&connection, path)?;
    let fault: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(failed)?;
    if fault != "ok" {
        return Err(damaged(fault));
    }
    let broken: Option<Position> = connection
        .query_row(
            "SELECT min(position) FROM (
                 SELECT position, previous, lag(position, 1, 0) OVER (PARTITION BY subject ORDER BY position) AS before
                 FROM record)
             WHERE previous <> before",
            [],
            |row| row.get(0),
        )
        .map_err(failed)?;
    if let Some(position) = broken {
        return Err(damaged(format!("the record at {} does not follow the one before it", position.0)));
    }
    let health = "SELECT (SELECT count(*) FROM record), (SELECT count(*) FROM subject),
                         (SELECT coalesce(max(position), 0) FROM record)";
    connection
        .query_row(health, [], |row| {
            let count = |index| row.get(index).map(|Position(count)| count);
            Ok(Health { records: count(0)?, subjects: count(1)?, head: row.get(2)? })
        })
        .map_err(failed)
}
