//! The one thread that writes: it takes all that waits, writes it in one transaction, and then answers everyone.
//!
//! While the disk is busy with one transaction the next one gathers, so many writers share one flush.
//! Deliberately absent: reading, and retries: who is told of a failure knows best what to do.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::{Connection, TransactionBehavior, params};
use tokio::sync::{mpsc, oneshot, watch};

use super::heads::{Head, Heads};
use super::projection::Projections;
use super::queue::Queue;
use crate::{AppendError, JournalError, Position, Record, Stored, Subject};

/// After how many records the heads are bookmarked: as many are looked at when the journal is opened after a crash.
const RECORDS_BETWEEN_BOOKMARKS: u64 = 16_384;

/// How an append ends. A rebuild ends the same way, with the last position.
pub(super) type Outcome = Result<Position, AppendError>;

/// What the writer is asked to do, and where it answers; whoever asked may have stopped waiting.
pub(super) struct Command {
    pub(super) task: Task,
    pub(super) answer: oneshot::Sender<Outcome>,
}

/// The answers of one transaction. Whoever drops them tells them, so nobody waits in vain.
///
/// To wake a task of another thread is a call to the system. So the writer wakes one task, which is beside those who
/// wait, and that one wakes them for next to nothing.
pub(super) struct Answers(Vec<(oneshot::Sender<Outcome>, Outcome)>);

impl Drop for Answers {
    fn drop(&mut self) {
        for (answer, outcome) in self.0.drain(..) {
            let _ = answer.send(outcome);
        }
    }
}

pub(super) enum Task {
    Append { subject: Subject, after: Position, record: Record },
    Rebuild,
}

pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) projections: Projections,
    pub(super) commands: Arc<Queue<Command>>,
    pub(super) answers: mpsc::UnboundedSender<Answers>,
    pub(super) heads: Arc<Heads>,
    pub(super) last_news: watch::Sender<Position>,
    pub(super) bookmarked: Position,
    pub(super) pause: Duration,
}

impl Writer {
    /// Works until the queue is closed and empty.
    pub(super) fn run(mut self) {
        let mut begun: Option<Instant> = None;
        while self.commands.wait() {
            if let Some(begun) = begun {
                // No sleep at all without a pause or after a lull.
                std::thread::sleep(self.pause.saturating_sub(begun.elapsed()));
            }
            begun = Some(Instant::now());
            let commands = self.commands.take_all();
            self.write(commands);
            if self.heads.last().0 - self.bookmarked.0 >= RECORDS_BETWEEN_BOOKMARKS {
                self.bookmark();
            }
        }
        self.bookmark();
        // Everything moves into the one file. If someone still reads, it happens when the journal is opened again.
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }

    fn write(&mut self, commands: VecDeque<Command>) {
        let outcomes = self.commit(&commands).unwrap_or_else(|error| {
            let error = Arc::new(error);
            commands.iter().map(|_| Err(JournalError(Box::new(Arc::clone(&error))).into())).collect()
        });
        let answers = commands.into_iter().map(|command| command.answer).zip(outcomes);
        // If nobody is there to pass them on, they are told by being dropped.
        let _ = self.answers.send(Answers(answers.collect()));
    }

    /// Does it all in one transaction, or nothing.
    fn commit(&mut self, commands: &VecDeque<Command>) -> rusqlite::Result<Vec<Outcome>> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut batch = Batch {
            transaction: &transaction,
            projections: &self.projections,
            heads: &self.heads,
            moved: BTreeMap::new(),
            last: self.heads.last(),
            last_news: None,
        };
        let outcomes = commands.iter().map(|command| batch.perform(&command.task)).collect::<Result<_, _>>()?;
        let Batch { moved, last, last_news, .. } = batch;
        transaction.commit()?;
        self.heads.advance(moved, last);
        if let Some(position) = last_news {
            self.last_news.send_replace(position);
        }
        Ok(outcomes)
    }

    fn bookmark(&mut self) {
        // If this fails the old bookmark stands, and more records are looked at when the journal is opened again.
        if self.heads.bookmark(&mut self.connection).is_ok() {
            self.bookmarked = self.heads.last();
        }
    }
}

/// One transaction under way: what it has changed is known here and nowhere else until it is committed.
struct Batch<'a> {
    transaction: &'a Connection,
    projections: &'a Projections,
    heads: &'a Heads,
    moved: BTreeMap<Subject, Head>,
    last: Position,
    last_news: Option<Position>,
}

impl Batch<'_> {
    /// Does one thing; an error here ends the whole transaction.
    fn perform(&mut self, task: &Task) -> rusqlite::Result<Outcome> {
        match task {
            Task::Append { subject, after, record } => self.append(subject, *after, record),
            Task::Rebuild => {
                let rebuilt = wholly(self.transaction, || self.projections.rebuild(self.transaction))?;
                Ok(rebuilt.map(|()| self.last).map_err(|error| JournalError::new(error).into()))
            }
        }
    }

    fn append(&mut self, subject: &Subject, after: Position, record: &Record) -> rusqlite::Result<Outcome> {
        let head = match self.moved.get(subject) {
            Some(head) => Some(*head),
            None => self.heads.of(self.transaction, subject)?,
        };
        let at = head.map_or(Position::START, |head| head.position);
        if at != after {
            return Ok(Err(AppendError::Conflict { at }));
        }
        let position = Position(self.last.0 + 1);
        let id = if record.is_news && !self.projections.0.is_empty() {
            let stored = Stored { position, subject: subject.clone(), record: record.clone() };
            let applied = wholly(self.transaction, || {
                let id = insert(self.transaction, &stored.subject, head, position, record)?;
                self.projections.apply(self.transaction, &stored)?;
                Ok(id)
            })?;
            match applied {
                Ok(id) => id,
                Err(error) => return Ok(Err(JournalError::new(error).into())),
            }
        } else {
            insert(self.transaction, subject, head, position, record)?
        };
        self.moved.insert(subject.clone(), Head { id, position });
        self.last = position;
        if record.is_news {
            self.last_news = Some(position);
        }
        Ok(Ok(position))
    }
}

/// Writes a record, and its subject if this is the first; returns the subject's number.
fn insert(
    transaction: &Connection,
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
    let mut insert = transaction.prepare_cached("INSERT INTO record VALUES (?, ?, ?, ?, ?)")?;
    insert.execute(params![position, id, previous, record.is_news, &record.body[..]])?;
    Ok(id)
}

/// Does something as a whole within a transaction: if it fails, only that is undone. The outer error says that the
/// transaction itself is lost, as with a full disk.
fn wholly<T>(
    transaction: &Connection,
    act: impl FnOnce() -> rusqlite::Result<T>,
) -> rusqlite::Result<rusqlite::Result<T>> {
    let run = |sql| transaction.prepare_cached(sql)?.execute([]);
    run("SAVEPOINT whole")?;
    let result = act();
    if result.is_err() {
        if transaction.is_autocommit() {
            return result.map(Ok);
        }
        run("ROLLBACK TO whole")?;
    }
    run("RELEASE whole")?;
    Ok(result)
}
