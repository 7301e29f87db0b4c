//! Copies of a journal from outside the process that has it open, and the way back.
//!
//! Deliberately absent: when to make a copy, and where to keep it.

use std::path::{Path, PathBuf};

use super::backup::{Health, check, copy};
use super::file::{self, OpenError};
use crate::JournalError;

/// What to do with a journal that stands where a copy is to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It stays, and the copy is refused.
    Keep,
    /// The copy takes its place.
    Replace,
}

/// Why a copy was not made or put back.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// There is a file already.
    #[error("{} exists already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// One of the two is no journal, is damaged or in use.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Copying failed.
    #[error(transparent)]
    Failed(#[from] JournalError),
}

/// Copies a journal as of one moment to another file, whether or not a process has it open, and checks the copy.
/// This blocks the thread for as long as it takes.
///
/// # Errors
/// If the journal cannot be read, the copy cannot be written, or there is a file already that is to be kept.
pub fn backup(journal: &Path, to: &Path, existing: Existing) -> Result<Health, CopyError> {
    keep(to, existing)?;
    copy(journal, to)?;
    Ok(check(to)?)
}

/// Puts a sound copy in the place of a journal that nobody has open. This blocks the thread for as long as it takes.
///
/// # Errors
/// If the copy is not sound, somebody has the journal open, or it is to be kept.
pub fn restore(from: &Path, journal: &Path, existing: Existing) -> Result<Health, CopyError> {
    check(from)?;
    keep(journal, existing)?;
    let _lock = file::lock(journal)?;
    // What SQLite had still to write into the old file must not go into the new one.
    for rest in ["-wal", "-shm"].map(|ending| file::beside(journal, ending)) {
        if rest.exists() {
            std::fs::remove_file(rest).map_err(JournalError::new)?;
        }
    }
    copy(from, journal)?;
    Ok(check(journal)?)
}

fn keep(path: &Path, existing: Existing) -> Result<(), CopyError> {
    if existing == Existing::Keep && path.exists() {
        return Err(CopyError::Exists { path: path.to_owned() });
    }
    Ok(())
}
