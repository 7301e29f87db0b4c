//! A journal in one SQLite file: one thread writes, a few read, and nobody who waits blocks a thread.
//!
//! The file belongs to one process at a time. Beside it lie SQLite's own `-wal` and `-shm` and an empty `-lock`.
//! Deliberately absent: deleting. A log is only ever appended to, and a body that is redacted leaves its record behind.

mod backup;
mod file;
mod heads;
mod mirror;
mod private;
mod projection;
mod queue;
mod readers;
mod records;
mod restore;
mod snapshots;
mod writer;

use std::fmt;
use std::fs::File;
use std::future::ready;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::{oneshot, watch};

pub use backup::{Health, check};
pub use file::OpenError;
pub use mirror::{Mirrored, NewsOrder, SqliteMirror};
pub use private::{create_private_folder, is_open_to_others, make_folder_private};
pub use projection::Projection;
pub use restore::{CopyError, Existing, backup, restore};

use heads::Heads;
use projection::Projections;
use queue::Queue;
use readers::Readers;
use writer::{Command, Task, Writer};

use crate::follow::follow;
use crate::{
    Append, AppendError, Feed, Found, Journal, JournalError, Later, OnAppended, Outcome, Position, RedactError,
    Snapshot, Stored, Subject,
};

impl JournalError {
    fn new(cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self(Box::new(cause))
    }
}

/// What an acknowledged append survives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Durability {
    /// The end of the process, and a loss of power: each transaction is flushed to the disk.
    #[default]
    Full,
    /// The end of the process; after a loss of power the last records may be missing, but the file is sound.
    Normal,
}

/// How a journal is opened.
pub struct Options {
    /// What an acknowledged append survives.
    pub durability: Durability,
    /// The least time between the beginnings of two transactions. Each costs as much as many appends, so a pause
    /// makes a steady stream cheaper for a little more waiting; after a lull nobody waits. None by default.
    pub pause: Duration,
    /// How many threads read; at least one does.
    pub readers: usize,
    /// What keeps derived tables up to date.
    pub projections: Vec<Box<dyn Projection>>,
}

impl Default for Options {
    fn default() -> Self {
        Self { durability: Durability::Full, pause: Duration::ZERO, readers: 2, projections: Vec::new() }
    }
}

/// A journal in one file. Dropping it commits what was accepted and waits until its threads have ended.
pub struct SqliteJournal {
    path: PathBuf,
    commands: Arc<Queue<Command>>,
    heads: Arc<Heads>,
    last_news: watch::Receiver<Position>,
    readers: Readers,
    threads: Vec<JoinHandle<()>>,
    /// Held until the threads have ended: fields are dropped after `drop`.
    _lock: File,
}

impl fmt::Debug for SqliteJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteJournal").field("path", &self.path).field("head", &self.heads.last()).finish()
    }
}

impl SqliteJournal {
    /// Opens a journal, made if it is not there. This blocks the thread for as long as it takes.
    ///
    /// # Errors
    /// If another program has it open, or the file is not a journal this program knows, or cannot be opened.
    pub fn open(path: &Path, options: Options) -> Result<Self, OpenError> {
        let lock = file::lock(path)?;
        let failed = |source| OpenError::from_sqlite(path, source);
        let projections = Projections(options.projections);
        let mut connection = file::connect_to_write(path, options.durability)?;
        let (last, last_news) = prepare(&mut connection, &projections).map_err(failed)?;
        // What was redacted just before a crash is still in the write-ahead log. If this fails nothing is lost.
        let _ = writer::checkpoint(&connection);
        let (readers, mut threads) = Readers::start(path, options.readers.max(1)).map_err(failed)?;

        let commands = Arc::new(Queue::new());
        let heads = Arc::new(Heads::new(last));
        let (last_news, news_seen) = watch::channel(last_news);
        let writer = Writer {
            connection,
            projections,
            commands: Arc::clone(&commands),
            heads: Arc::clone(&heads),
            last_news,
            bookmarked: last,
            checkpoint_owed_since: None,
            pause: options.pause,
            durability: options.durability,
            is_unflushed: false,
        };
        threads.push(start(writer));
        Ok(Self { path: path.to_owned(), commands, heads, last_news: news_seen, readers, threads, _lock: lock })
    }

    /// Runs a query on one of the reading threads. Everything it reads is as of one moment, with all that was
    /// acknowledged before it was asked. It cannot write.
    pub fn query<T, Q>(&self, query: Q) -> Later<'_, Result<T, JournalError>>
    where
        T: Send + 'static,
        Q: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        Box::pin(self.readers.run(|connection| query(connection).map_err(JournalError::new)))
    }

    /// Looks for bytes in the next `most` records after a position, whatever their subjects. A whole log is searched
    /// in steps, so that others are served between them.
    pub fn find(&self, bytes: &[u8], after: Position, most: u32) -> Later<'_, Result<Found, JournalError>> {
        let bytes = bytes.to_owned();
        self.query(move |connection| records::containing(connection, &bytes, after, most))
    }

    /// Throws all derived tables away and makes them again from the log; appends wait until it is done.
    pub fn rebuild(&self) -> Later<'_, Result<(), JournalError>> {
        self.perform(Task::Rebuild)
    }

    /// Has the writer do something that can only fail with the journal.
    fn perform(&self, task: Task) -> Later<'_, Result<(), JournalError>> {
        let performed = self.order(task);
        Box::pin(async {
            match performed.await {
                Ok(_) => Ok(()),
                Err(AppendError::Failed(error)) => Err(error),
                Err(refusal) => Err(JournalError::new(refusal)),
            }
        })
    }

    /// Has the writer do something that has one outcome.
    fn order(&self, task: Task) -> Later<'_, Outcome> {
        let (sender, outcome) = oneshot::channel();
        let on_done = move |mut outcomes: Vec<Outcome>| {
            if let Some(outcome) = outcomes.pop() {
                // Whoever asked may have stopped waiting.
                let _ = sender.send(outcome);
            }
        };
        self.commands.push(Command::new(task, Box::new(on_done)));
        Box::pin(async { outcome.await.unwrap_or_else(|_| Err(JournalError::stopped().into())) })
    }

    /// Copies the journal as of one moment to another file, while it goes on. The file appears when it is whole;
    /// one that is there already is replaced.
    pub fn backup_to(&self, path: &Path) -> Later<'_, Result<(), JournalError>> {
        let (from, to) = (self.path.clone(), path.to_owned());
        let (answer, later) = oneshot::channel();
        // A thread of its own, for a backup takes long and the readers have to serve everyone.
        std::thread::spawn(move || {
            let _ = answer.send(backup::copy(&from, &to));
        });
        Box::pin(async { later.await.unwrap_or_else(|_| Err(JournalError::stopped())) })
    }

    /// Accepts no more appends, and resolves when all that were accepted are committed. Reading goes on; feeds end.
    pub fn close(&self) -> Later<'_, ()> {
        self.commands.close();
        let mut last_news = self.last_news.clone();
        Box::pin(async move {
            // The writer holds the other end for as long as it works.
            let _ = last_news.wait_for(|_| false).await;
        })
    }
}

impl Drop for SqliteJournal {
    fn drop(&mut self) {
        self.commands.close();
        self.readers.close();
        for thread in self.threads.drain(..) {
            // The threads catch what panics in them.
            let _ = thread.join();
        }
    }
}

/// Brings heads and derived tables up to date with the log; returns the last position and that of the last news.
fn prepare(connection: &mut Connection, projections: &Projections) -> rusqlite::Result<(Position, Position)> {
    let transaction = connection.transaction()?;
    heads::recover(&transaction)?;
    projections.rebuild_if_changed(&transaction)?;
    let last = (records::last(&transaction)?, records::last_news(&transaction)?);
    transaction.commit()?;
    Ok(last)
}

fn start(writer: Writer) -> JoinHandle<()> {
    let commands = Arc::clone(&writer.commands);
    std::thread::spawn(move || {
        // A projection that panics stops the writer: nothing more is accepted, and nobody waits in vain.
        let _ = catch_unwind(AssertUnwindSafe(|| writer.run()));
        commands.abandon();
    })
}

impl Journal for SqliteJournal {
    fn append_all(&self, appends: Vec<Append>, on_appended: OnAppended) {
        self.commands.push(Command::new(Task::Append(appends), on_appended));
    }

    fn read(&self, subject: &Subject, after: Position) -> Later<'_, Result<Vec<Stored>, JournalError>> {
        let (subject, heads) = (subject.clone(), Arc::clone(&self.heads));
        Box::pin(self.readers.run(move |connection| {
            let read = || match heads.of(connection, &subject)? {
                Some(head) => records::chain(connection, &subject, head.position, after),
                None => Ok(Vec::new()),
            };
            read().map_err(JournalError::new)
        }))
    }

    fn snapshot(&self, subject: &Subject) -> Later<'_, Result<Option<Snapshot>, JournalError>> {
        let subject = subject.clone();
        Box::pin(self.readers.run(move |connection| snapshots::find(connection, &subject).map_err(JournalError::new)))
    }

    fn keep_snapshot(&self, subject: &Subject, snapshot: Snapshot) -> Later<'_, Result<(), JournalError>> {
        self.perform(Task::KeepSnapshot(subject.clone(), snapshot))
    }

    fn drop_snapshot(&self, subject: &Subject) -> Later<'_, Result<(), JournalError>> {
        self.perform(Task::DropSnapshot(subject.clone()))
    }

    fn news(&self, after: Position) -> Later<'_, Result<Feed, JournalError>> {
        let readers = self.readers.clone();
        let read = move |seen| {
            let readers = readers.clone();
            async move {
                readers.run(move |connection| records::news_after(connection, seen).map_err(JournalError::new)).await
            }
        };
        Box::pin(ready(Ok(follow(after, self.last_news.clone(), read))))
    }

    fn redact(&self, subject: &Subject, position: Position, body: Arc<[u8]>) -> Later<'_, Result<(), RedactError>> {
        let redacted = self.order(Task::Redact { subject: subject.clone(), position, body });
        Box::pin(async {
            match redacted.await {
                Ok(_) => Ok(()),
                Err(AppendError::Conflict { .. }) => Err(RedactError::NoSuchRecord),
                Err(AppendError::TooLong { length }) => Err(RedactError::TooLong { length }),
                Err(AppendError::Failed(error)) => Err(error.into()),
            }
        })
    }

    fn head(&self) -> Later<'_, Result<Position, JournalError>> {
        Box::pin(ready(Ok(self.heads.last())))
    }
}

#[cfg(feature = "jetstream")]
impl crate::ListedJournal for SqliteJournal {
    fn subjects(&self) -> Later<'_, Result<Vec<Subject>, JournalError>> {
        self.query(records::subjects)
    }
}
