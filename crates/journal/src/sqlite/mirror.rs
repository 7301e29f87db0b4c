//! Derived tables of a log that is kept elsewhere, in a file of their own: brought up to date news by news, thrown away
//! and made again from the first whenever they are another's or of another version.
//!
//! The file holds no records and is never the truth: losing it costs the time to read the news again.
//! Deliberately absent: where the news come from.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::file;
use super::projection::{Projection, Projections};
use super::readers::Readers;
use super::{Durability, OpenError};
use crate::{JournalError, Later, Position, Stored};

/// Says in the file's header that it is a mirror, and no house: "Tapm".
const APPLICATION_ID: i32 = 0x5461_706d;
/// How many threads read.
const READERS: usize = 2;
/// The mirror's own tables; all others are derived.
const SCHEMA: &str = "
    CREATE TABLE mirror (source TEXT NOT NULL, projections TEXT NOT NULL, number INTEGER NOT NULL,
                         position INTEGER NOT NULL, redacted INTEGER NOT NULL) STRICT;
    CREATE TABLE mirror_number (position INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;
    INSERT INTO mirror VALUES ('', '', 0, 0, 0);
";

/// In which order the news of a log stand for those who compare them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewsOrder {
    /// In that of their positions.
    Positions,
    /// In the order they come, which is another: they are numbered.
    Numbers,
}

/// Up to where a mirror has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mirrored {
    /// How many news it has seen.
    pub number: u64,
    /// The position of the last.
    pub position: Position,
}

/// Derived tables of a log that is kept elsewhere.
pub struct SqliteMirror {
    path: PathBuf,
    writer: Arc<Mutex<Writer>>,
    readers: Readers,
    threads: Vec<JoinHandle<()>>,
    /// Held for as long as the file is open.
    _lock: File,
}

struct Writer {
    connection: Connection,
    projections: Projections,
    order: NewsOrder,
    mirrored: Mirrored,
}

impl fmt::Debug for SqliteMirror {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteMirror").field("path", &self.path).field("mirrored", &self.mirrored()).finish()
    }
}

impl SqliteMirror {
    /// Opens a mirror, made if it is not there. It begins anew if it was that of another source, or made by other
    /// projections. This blocks the thread for as long as it takes.
    ///
    /// # Errors
    /// If another program has it open, or the file is something else, or cannot be opened.
    pub fn open(
        path: &Path,
        source: &str,
        order: NewsOrder,
        projections: Vec<Box<dyn Projection>>,
    ) -> Result<Self, OpenError> {
        let lock = file::lock(path)?;
        let failed = |error| OpenError::from_sqlite(path, error);
        let projections = Projections(projections);
        let mut connection = file::connect_to_write_as(path, APPLICATION_ID, SCHEMA)?;
        let mirrored = prepare(&mut connection, source, &projections).map_err(failed)?;
        let (readers, threads) = Readers::start(path, READERS).map_err(failed)?;
        let writer = Writer { connection, projections, order, mirrored };
        Ok(Self { path: path.to_owned(), writer: Arc::new(Mutex::new(writer)), readers, threads, _lock: lock })
    }

    /// Up to where it has come.
    #[must_use]
    pub fn mirrored(&self) -> Mirrored {
        lock(&self.writer).mirrored
    }

    /// Brings the tables up to date with some news, the next in order, all or none.
    pub fn apply(&self, news: Vec<Stored>) -> Later<'static, Result<(), JournalError>> {
        self.write(move |writer| writer.apply(&news))
    }

    /// Takes out of the tables what some records do not hold any more: so many redactions of the log were heeded then.
    pub fn redact(&self, redacted: Vec<Stored>, number: u64) -> Later<'static, Result<(), JournalError>> {
        self.write(move |writer| writer.redact(&redacted, number))
    }

    /// How many redactions of the log were heeded.
    pub fn redacted(&self) -> Later<'_, Result<u64, JournalError>> {
        self.query(|tables| {
            tables.query_row("SELECT redacted FROM mirror", [], |row| row.get::<_, Position>(0)).map(|it| it.0)
        })
    }

    /// Begins anew: nothing is derived yet.
    pub fn clear(&self, source: &str) -> Later<'static, Result<(), JournalError>> {
        let source = source.to_owned();
        self.write(move |writer| {
            let transaction = writer.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            clear(&transaction, &source, &writer.projections)?;
            transaction.commit()?;
            writer.mirrored = Mirrored { number: 0, position: Position::START };
            Ok(())
        })
    }

    /// Runs a query on one of the reading threads. Everything it reads is as of one moment. It cannot write.
    pub fn query<T, Q>(&self, query: Q) -> Later<'_, Result<T, JournalError>>
    where
        T: Send + 'static,
        Q: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        Box::pin(self.readers.run(|connection| query(connection).map_err(JournalError::new)))
    }

    fn write<W>(&self, write: W) -> Later<'static, Result<(), JournalError>>
    where
        W: FnOnce(&mut Writer) -> rusqlite::Result<()> + Send + 'static,
    {
        let writer = Arc::clone(&self.writer);
        // Not on the thread of whoever asks: it may take a while.
        let written = tokio::task::spawn_blocking(move || write(&mut lock(&writer)).map_err(JournalError::new));
        Box::pin(async { written.await.unwrap_or_else(|_| Err(JournalError::stopped())) })
    }
}

impl Drop for SqliteMirror {
    fn drop(&mut self) {
        self.readers.close();
        for thread in self.threads.drain(..) {
            // The threads catch what panics in them.
            let _ = thread.join();
        }
    }
}

/// A projection that panics leaves a transaction behind that is undone, so the writer is whole.
fn lock(writer: &Mutex<Writer>) -> std::sync::MutexGuard<'_, Writer> {
    writer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the mirror stands; it begins anew if it is not this one.
fn prepare(connection: &mut Connection, source: &str, projections: &Projections) -> rusqlite::Result<Mirrored> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let row = |row: &rusqlite::Row<'_>| {
        let number = row.get::<_, i64>(2)?.unsigned_abs();
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, Mirrored { number, position: row.get(3)? }))
    };
    let (of, made_by, mut mirrored) =
        transaction.query_row("SELECT source, projections, number, position FROM mirror", [], row)?;
    if of != source || made_by != projections.versions() {
        clear(&transaction, source, projections)?;
        mirrored = Mirrored { number: 0, position: Position::START };
    }
    transaction.commit()?;
    Ok(mirrored)
}

fn clear(transaction: &Connection, source: &str, projections: &Projections) -> rusqlite::Result<()> {
    projections.make_tables(transaction, &["mirror", "mirror_number"])?;
    transaction.execute("DELETE FROM mirror_number", [])?;
    let versions = projections.versions();
    let begun = "UPDATE mirror SET source = ?, projections = ?, number = 0, position = 0, redacted = 0";
    transaction.execute(begun, [source, &versions]).map(|_| ())
}

impl Writer {
    fn apply(&mut self, news: &[Stored]) -> rusqlite::Result<()> {
        let mut mirrored = self.mirrored;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for stored in news {
            mirrored = Mirrored { number: mirrored.number + 1, position: stored.position };
            let order = match self.order {
                NewsOrder::Positions => stored.position,
                NewsOrder::Numbers => {
                    let mut note = transaction.prepare_cached("INSERT INTO mirror_number VALUES (?, ?)")?;
                    note.execute(params![stored.position, Position(mirrored.number)])?;
                    Position(mirrored.number)
                }
            };
            self.projections.apply(&transaction, stored, order)?;
        }
        let progress = "UPDATE mirror SET number = ?, position = ?";
        transaction.prepare_cached(progress)?.execute(params![Position(mirrored.number), mirrored.position])?;
        transaction.commit()?;
        self.mirrored = mirrored;
        Ok(())
    }

    fn redact(&mut self, redacted: &[Stored], number: u64) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for stored in redacted.iter().filter(|stored| stored.record.is_news) {
            let order = match self.order {
                NewsOrder::Positions => Some(stored.position).filter(|position| *position <= self.mirrored.position),
                NewsOrder::Numbers => {
                    let mut find = transaction.prepare_cached("SELECT number FROM mirror_number WHERE position = ?")?;
                    find.query_row([stored.position], |row| row.get(0)).optional()?
                }
            };
            // What was not applied yet comes without it.
            if let Some(order) = order {
                self.projections.redact(&transaction, stored, order)?;
            }
        }
        transaction.execute("UPDATE mirror SET redacted = max(redacted, ?)", [Position(number)])?;
        transaction.commit()
    }
}

/// How an acknowledged transaction of a mirror is kept: it can be made again.
pub(super) const MIRROR_DURABILITY: Durability = Durability::Normal;
