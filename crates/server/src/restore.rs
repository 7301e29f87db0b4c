//! Putting a copy of the data back.
//!
//! What was true when the copy was made may have become known since: a session may have been ended because its token
//! was stolen, the seed of a round may have been revealed. So a copy that is put back ends all sessions, and rounds
//! that were under way are dealt anew. All of it is done in a file of its own, which takes the place of the data when it
//! is whole.
//! Deliberately absent: making copies.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::Seed;
use host::{Room, is_news};
use journal::{
    AppendError, CopyError, Durability, Existing, Health, Journal, JournalError, OpenError, Options, Position, Record,
    SqliteJournal, Subject,
};
use wire::house::{Entry, TableId, read_entries, write_entries};

use crate::admin::{Act, Actor, append_act};
use crate::clock::WallClock;
use crate::config::DataFile;
use crate::entropy::Entropy;
use crate::ledger::{Ledger, LedgerProjection};

/// Why a copy was not put back.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The folder of the data cannot be made.
    #[error("the folder {} cannot be made: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The copy or the data cannot be used.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// The log in the copy cannot be continued.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system refuses what every program needs.
    #[error("the system refuses: {0}")]
    System(#[from] std::io::Error),
}

impl From<OpenError> for RestoreError {
    fn from(error: OpenError) -> Self {
        Self::Copy(error.into())
    }
}

impl From<AppendError> for RestoreError {
    fn from(error: AppendError) -> Self {
        Self::Journal(JournalError(Box::new(error)))
    }
}

/// Puts a sound copy in the place of the data of a house that is not open: all sessions end, and rounds under way are
/// dealt anew. This blocks the thread for as long as it takes.
///
/// # Errors
/// If the copy is not sound, a house has the data open, or what is there is to be kept.
pub fn restore(from: &Path, data: &DataFile, existing: Existing, clock: &WallClock) -> Result<Health, RestoreError> {
    journal::check(from)?;
    if existing == Existing::Keep && data.path().exists() {
        return Err(CopyError::Exists { path: data.path().to_owned() }.into());
    }
    data.prepare_folder().map_err(|(path, error)| RestoreError::Folder { path, error })?;
    let staged = beside(data.path(), "-restoring");
    journal::backup(from, &staged, Existing::Replace)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let restored = runtime
        .block_on(void_what_was_open(&staged, clock))
        .and_then(|()| Ok(journal::restore(&staged, data.path(), existing)?));
    for ending in ["", "-wal", "-shm", "-lock"] {
        // Some are there and some are not.
        let _ = std::fs::remove_file(beside(&staged, ending));
    }
    restored
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes into a journal that it was put back: all sessions end, and rounds under way are dealt anew.
async fn void_what_was_open(path: &Path, clock: &WallClock) -> Result<(), RestoreError> {
    let options =
        Options { durability: Durability::Full, projections: vec![Box::new(LedgerProjection)], ..Options::default() };
    let journal = Arc::new(SqliteJournal::open(path, options)?);
    append_act(&*journal, Actor::Restore, Act::Restored, clock.now()).await?;
    for table in Ledger::new(Arc::clone(&journal)).begun_tables().await? {
        void_round(&*journal, &table).await?;
    }
    journal.close().await;
    Ok(())
}

/// Voids the round under way at a table. A table whose log does not fit is left as it is: it is parked anyway.
async fn void_round(journal: &dyn Journal, table: &str) -> Result<(), RestoreError> {
    let Some(subject) = Subject::new(&format!("table.{table}")) else { return Ok(()) };
    let records = journal.read(&subject, Position::START).await?;
    let entries: Result<Vec<Vec<Entry>>, _> = records.iter().map(|stored| read_entries(&stored.record.body)).collect();
    let (Ok(entries), Some(last)) = (entries, records.last()) else { return Ok(()) };
    let Ok(room) = Room::replay(&TableId::from(table), entries.iter().map(Vec::as_slice)) else { return Ok(()) };
    let mut seed = Seed::default();
    Entropy::of_the_machine().fill(&mut seed.0).map_err(|error| JournalError(Box::new(error)))?;
    let Some(voided) = room.decide_void(&mut || seed) else { return Ok(()) };
    let record = Record { body: write_entries(&voided).into(), is_news: voided.iter().any(is_news) };
    journal.append(&subject, last.position, record).await?;
    // What goes on from here rests on the log alone.
    journal.drop_snapshot(&subject).await?;
    Ok(())
}
