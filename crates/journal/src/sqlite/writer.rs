//! The one thread that writes: it takes all that waits, writes it in one transaction, and then says what came of it.
//!
//! While the disk is busy with one transaction the next one gathers, so many writers share one flush.
//! Snapshots are long and nobody waits for them: they are written when the appends beside them are done, in a
//! transaction of their own that is not flushed.
//! Deliberately absent: reading, and retries: who is told of a failure knows best what to do.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{CachedStatement, Connection, OptionalExtension, params};
use tokio::sync::watch;

use super::heads::{Head, Heads};
use super::projection::Projections;
use super::queue::Queue;
use super::snapshots;
use super::{Durability, file};
use crate::{Append, AppendError, JournalError, OnAppended, Outcome, Position, Record, Snapshot, Stored, Subject};

/// After how many records the heads are bookmarked: as many are looked at when the journal is opened after a crash.
const RECORDS_BETWEEN_BOOKMARKS: u64 = 16_384;

/// How long the writer waits for readers before what was redacted leaves the write-ahead log…
const CHECKPOINT_PATIENCE: Duration = Duration::from_millis(100);
/// …and after how long it tries again if one of them took longer.
const CHECKPOINT_AGAIN: Duration = Duration::from_secs(1);
/// How long a statement waits for a lock, as SQLite's binding has it.
const LOCK_PATIENCE: Duration = Duration::from_secs(5);

/// What the writer is asked to do, and what is called with what came of it.
pub(super) struct Command {
    task: Task,
    on_done: Option<OnAppended>,
}

pub(super) enum Task {
    Append(Vec<Append>),
    /// It has one outcome, the last position.
    Rebuild,
    /// It has one outcome: the position, or a conflict if the subject has no record there.
    Redact {
        subject: Subject,
        position: Position,
        body: Arc<[u8]>,
    },
    /// It has one outcome, the last position.
    DropSnapshot(Subject),
    /// It has one outcome, the position of the snapshot.
    KeepSnapshot(Subject, Snapshot),
}

impl Command {
    pub(super) fn new(task: Task, on_done: OnAppended) -> Self {
        Self { task, on_done: Some(on_done) }
    }

    fn done(mut self, outcomes: Vec<Outcome>) {
        if let Some(on_done) = self.on_done.take() {
            on_done(outcomes);
        }
    }

    /// As many outcomes as there are things to do, all of them this error.
    fn failed(&self, error: impl Fn() -> JournalError) -> Vec<Outcome> {
        let count = match &self.task {
            Task::Append(appends) => appends.len(),
            Task::Rebuild | Task::Redact { .. } | Task::DropSnapshot(_) | Task::KeepSnapshot(..) => 1,
        };
        (0..count).map(|_| Err(error().into())).collect()
    }
}

/// A command that is dropped undone is answered all the same, so that nobody waits in vain.
impl Drop for Command {
    fn drop(&mut self) {
        if let Some(on_done) = self.on_done.take() {
            on_done(self.failed(JournalError::stopped));
        }
    }
}

pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) projections: Projections,
    pub(super) commands: Arc<Queue<Command>>,
    pub(super) heads: Arc<Heads>,
    pub(super) last_news: watch::Sender<Position>,
    pub(super) bookmarked: Position,
    /// Since when the write-ahead log holds bytes that were redacted; somebody was reading when they should have gone.
    pub(super) checkpoint_owed_since: Option<Instant>,
    pub(super) pause: Duration,
    /// What an acknowledged append survives.
    pub(super) durability: Durability,
    /// Whether the connection writes without a flush, as it does for snapshots.
    pub(super) is_unflushed: bool,
}

impl Writer {
    /// Works until the queue is closed and empty.
    pub(super) fn run(mut self) {
        let mut begun: Option<Instant> = None;
        loop {
            while self.checkpoint_owed_since.is_some() && !self.commands.wait_at_most(CHECKPOINT_AGAIN) {
                self.checkpoint();
            }
            if !self.commands.wait() {
                break;
            }
            if let Some(begun) = begun {
                // No sleep at all without a pause or after a lull.
                std::thread::sleep(self.pause.saturating_sub(begun.elapsed()));
            }
            begun = Some(Instant::now());
            let is_snapshot = |command: &Command| matches!(command.task, Task::KeepSnapshot(..));
            let (snapshots, commands) = self.commands.take_all().into_iter().partition(is_snapshot);
            self.write(commands);
            self.write_snapshots(snapshots);
            if self.heads.last().0 - self.bookmarked.0 >= RECORDS_BETWEEN_BOOKMARKS {
                self.bookmark();
            }
        }
        self.bookmark();
        // Everything moves into the one file. If someone still reads, it happens when the journal is opened again.
        let _ = checkpoint(&self.connection);
    }

    fn write(&mut self, commands: VecDeque<Command>) {
        if commands.is_empty() {
            return;
        }
        if self.is_unflushed {
            match file::set_durability(&self.connection, self.durability) {
                Ok(()) => self.is_unflushed = false,
                Err(error) => return fail(commands, error),
            }
        }
        self.write_together(commands);
    }

    fn write_together(&mut self, commands: VecDeque<Command>) {
        let is_redaction = |command: &Command| matches!(command.task, Task::Redact { .. });
        let is_due = self.checkpoint_owed_since.is_some_and(|since| since.elapsed() >= CHECKPOINT_AGAIN);
        match self.commit(&commands) {
            Ok(outcomes) => {
                if is_due || commands.iter().any(is_redaction) {
                    self.checkpoint();
                }
                for (command, outcomes) in commands.into_iter().zip(outcomes) {
                    command.done(outcomes);
                }
            }
            Err(error) => fail(commands, error),
        }
    }

    /// Writes snapshots without a flush: after a loss of power the last ones may be gone.
    fn write_snapshots(&mut self, commands: VecDeque<Command>) {
        if commands.is_empty() {
            return;
        }
        // If this fails they are flushed, which does no harm.
        self.is_unflushed = file::set_durability(&self.connection, Durability::Normal).is_ok();
        self.write_together(commands);
    }

    /// Has what was redacted leave the write-ahead log.
    fn checkpoint(&mut self) {
        let is_done = checkpoint(&self.connection).unwrap_or(false);
        self.checkpoint_owed_since = (!is_done).then(Instant::now);
    }

    /// Does it all in one transaction, or nothing.
    fn commit(&mut self, commands: &VecDeque<Command>) -> rusqlite::Result<Vec<Vec<Outcome>>> {
        run(&self.connection, "BEGIN IMMEDIATE")?;
        let written = self.perform(commands).and_then(|written| {
            run(&self.connection, "COMMIT")?;
            Ok(written)
        });
        let (outcomes, Moved { heads, last, last_news }) = match written {
            Ok(written) => written,
            Err(error) => {
                if !self.connection.is_autocommit() {
                    // If even this fails, so does the next transaction.
                    let _ = run(&self.connection, "ROLLBACK");
                }
                return Err(error);
            }
        };
        self.heads.advance(heads, last);
        if let Some(position) = last_news {
            self.last_news.send_replace(position);
        }
        Ok(outcomes)
    }

    /// Does what is asked within a transaction; also says what has moved by it.
    fn perform(&self, commands: &VecDeque<Command>) -> rusqlite::Result<(Vec<Vec<Outcome>>, Moved)> {
        let mut batch = Batch {
            transaction: &self.connection,
            insert: self.connection.prepare_cached("INSERT INTO record VALUES (?, ?, ?, ?, ?)")?,
            projections: &self.projections,
            heads: &self.heads,
            moved: Moved { heads: BTreeMap::new(), last: self.heads.last(), last_news: None },
        };
        let outcomes = commands.iter().map(|command| batch.perform(&command.task)).collect::<Result<_, _>>()?;
        Ok((outcomes, batch.moved))
    }

    fn bookmark(&mut self) {
        // If this fails the old bookmark stands, and more records are looked at when the journal is opened again.
        if self.heads.bookmark(&mut self.connection).is_ok() {
            self.bookmarked = self.heads.last();
        }
    }
}

/// Answers commands of which none was done.
fn fail(commands: VecDeque<Command>, error: rusqlite::Error) {
    let error = Arc::new(error);
    for command in commands {
        let outcomes = command.failed(|| JournalError(Box::new(Arc::clone(&error))));
        command.done(outcomes);
    }
}

/// What a transaction has moved.
struct Moved {
    heads: BTreeMap<Subject, Head>,
    last: Position,
    last_news: Option<Position>,
}

/// One transaction under way: what it has changed is known here and nowhere else until it is committed.
struct Batch<'a> {
    transaction: &'a Connection,
    insert: CachedStatement<'a>,
    projections: &'a Projections,
    heads: &'a Heads,
    moved: Moved,
}

impl Batch<'_> {
    /// Does one thing; an error here ends the whole transaction.
    fn perform(&mut self, task: &Task) -> rusqlite::Result<Vec<Outcome>> {
        match task {
            Task::Append(appends) => appends.iter().map(|append| self.append(append)).collect(),
            Task::Rebuild => {
                let rebuilt = wholly(self.transaction, || self.projections.rebuild(self.transaction))?;
                Ok(vec![rebuilt.map(|()| self.moved.last).map_err(|error| JournalError::new(error).into())])
            }
            Task::Redact { subject, position, body } => Ok(vec![self.redact(subject, *position, body)?]),
            Task::DropSnapshot(subject) => {
                if let Some(head) = self.head(subject)? {
                    snapshots::drop(self.transaction, head)?;
                }
                Ok(vec![Ok(self.moved.last)])
            }
            Task::KeepSnapshot(subject, snapshot) => Ok(vec![self.keep_snapshot(subject, snapshot)?]),
        }
    }

    /// Where a subject stands; nothing if it has no record.
    fn head(&self, subject: &Subject) -> rusqlite::Result<Option<Head>> {
        match self.moved.heads.get(subject) {
            Some(head) => Ok(Some(*head)),
            None => self.heads.of(self.transaction, subject),
        }
    }

    fn keep_snapshot(&self, subject: &Subject, snapshot: &Snapshot) -> rusqlite::Result<Outcome> {
        let head = self.head(subject)?;
        if let Err(error) = snapshot.check(head.map_or(Position::START, |head| head.position)) {
            return Ok(Err(error.into()));
        }
        if let Some(head) = head {
            snapshots::keep(self.transaction, head, snapshot)?;
        }
        Ok(Ok(snapshot.position))
    }

    fn append(&mut self, Append { subject, after, record }: &Append) -> rusqlite::Result<Outcome> {
        if let Err(error) = record.check_length() {
            return Ok(Err(error));
        }
        let head = self.head(subject)?;
        let at = head.map_or(Position::START, |head| head.position);
        if at != *after {
            return Ok(Err(AppendError::Conflict { at }));
        }
        let position = Position(self.moved.last.0 + 1);
        let id = if record.is_news && !self.projections.0.is_empty() {
            let stored = Stored { position, subject: subject.clone(), record: record.clone() };
            let applied = wholly(self.transaction, || {
                let id = insert(self.transaction, &mut self.insert, subject, head, position, record)?;
                self.projections.apply(self.transaction, &stored, position)?;
                Ok(id)
            })?;
            match applied {
                Ok(id) => id,
                Err(error) => return Ok(Err(JournalError::new(error).into())),
            }
        } else {
            insert(self.transaction, &mut self.insert, subject, head, position, record)?
        };
        self.moved.heads.insert(subject.clone(), Head { id, position });
        self.moved.last = position;
        if record.is_news {
            self.moved.last_news = Some(position);
        }
        Ok(Ok(position))
    }

    fn redact(&mut self, subject: &Subject, position: Position, body: &Arc<[u8]>) -> rusqlite::Result<Outcome> {
        let Some(head @ Head { id, position: at }) = self.head(subject)? else {
            return Ok(Err(AppendError::Conflict { at: Position::START }));
        };
        let mut find =
            self.transaction.prepare_cached("SELECT is_news FROM record WHERE position = ? AND subject = ?")?;
        let Some(is_news) = find.query_row(params![position, id], |row| row.get(0)).optional()? else {
            return Ok(Err(AppendError::Conflict { at }));
        };
        let record = Record { body: Arc::clone(body), is_news };
        if let Err(error) = record.check_length() {
            return Ok(Err(error));
        }
        let stored = Stored { position, subject: subject.clone(), record };
        let redacted = wholly(self.transaction, || {
            let mut replace = self.transaction.prepare_cached("UPDATE record SET body = ? WHERE position = ?")?;
            replace.execute(params![&stored.record.body[..], position])?;
            snapshots::drop(self.transaction, head)?;
            if is_news { self.projections.redact(self.transaction, &stored, position) } else { Ok(()) }
        })?;
        Ok(redacted.map(|()| position).map_err(|error| JournalError::new(error).into()))
    }
}

/// Moves everything from the write-ahead log into the file and empties it; false if somebody reads what it holds.
pub(super) fn checkpoint(connection: &Connection) -> rusqlite::Result<bool> {
    connection.busy_timeout(CHECKPOINT_PATIENCE)?;
    let is_busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0));
    connection.busy_timeout(LOCK_PATIENCE)?;
    is_busy.map(|is_busy| !is_busy)
}

/// Writes a record, and its subject if this is the first; returns the subject's number.
fn insert(
    transaction: &Connection,
    insert: &mut CachedStatement<'_>,
    subject: &Subject,
    head: Option<Head>,
    position: Position,
    record: &Record,
) -> rusqlite::Result<i64> {
    let (id, previous) = match head {
        Some(head) => (head.id, head.position),
        None => {
            let mut insert = transaction.prepare_cached("INSERT INTO subject (name, head) VALUES (?, ?)")?;
            (insert.insert(params![subject.name(), position])?, Position::START)
        }
    };
    insert.execute(params![position, id, previous, record.is_news, &record.body[..]])?;
    Ok(id)
}

/// Runs a statement that gives nothing back.
fn run(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(|_| ())
}

/// Does something as a whole within a transaction: if it fails, only that is undone. The outer error says that the
/// transaction itself is lost, as with a full disk.
fn wholly<T>(
    transaction: &Connection,
    act: impl FnOnce() -> rusqlite::Result<T>,
) -> rusqlite::Result<rusqlite::Result<T>> {
    run(transaction, "SAVEPOINT whole")?;
    let result = act();
    if result.is_err() {
        if transaction.is_autocommit() {
            return result.map(Ok);
        }
        run(transaction, "ROLLBACK TO whole")?;
    }
    run(transaction, "RELEASE whole")?;
    Ok(result)
}
