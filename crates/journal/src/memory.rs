//! A journal that lives as long as the program: for tests, and for playing alone in a browser.
//!
//! Deliberately absent: durability, and any limit on how much it holds.

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::follow::{NEWS_AT_ONCE, follow};
use crate::{
    Append, AppendError, Feed, Journal, JournalError, Later, OnAppended, Outcome, Position, Record, RedactError,
    Snapshot, Stored, Subject,
};

/// A journal in memory.
#[derive(Debug)]
pub struct MemoryJournal {
    log: Arc<Mutex<Log>>,
    last_news: watch::Sender<Position>,
}

#[derive(Debug, Default)]
struct Log {
    /// The record at position `n` is at index `n - 1`.
    records: Vec<Stored>,
    subjects: BTreeMap<Subject, Vec<Position>>,
    news: Vec<Position>,
    snapshots: BTreeMap<Subject, KeptSnapshot>,
}

/// The snapshot of a subject, and what a newer one must be beyond.
#[derive(Debug)]
struct KeptSnapshot {
    position: Position,
    /// Absent once it was dropped.
    body: Option<Arc<[u8]>>,
}

impl Log {
    fn head(&self) -> Position {
        Position(self.records.len() as u64)
    }

    /// Where a subject stands.
    fn at(&self, subject: &Subject) -> Position {
        self.subjects.get(subject).and_then(|positions| positions.last().copied()).unwrap_or(Position::START)
    }

    fn keep_snapshot(&mut self, subject: &Subject, snapshot: Snapshot) -> Result<(), JournalError> {
        snapshot.check(self.at(subject))?;
        let Snapshot { position, body } = snapshot;
        if self.snapshots.get(subject).is_none_or(|kept| position > kept.position) {
            self.snapshots.insert(subject.clone(), KeptSnapshot { position, body: Some(body) });
        }
        Ok(())
    }

    fn append(&mut self, Append { subject, after, record }: Append) -> Outcome {
        record.check_length()?;
        let position = Position(self.head().0 + 1);
        let positions = self.subjects.entry(subject.clone()).or_default();
        let at = positions.last().copied().unwrap_or(Position::START);
        if at != after {
            return Err(AppendError::Conflict { at });
        }
        positions.push(position);
        if record.is_news {
            self.news.push(position);
        }
        self.records.push(Stored { position, subject, record });
        Ok(position)
    }

    fn redact(&mut self, subject: &Subject, position: Position, body: Arc<[u8]>) -> Result<(), RedactError> {
        let length = body.len();
        if length > Record::MAX_LENGTH {
            return Err(RedactError::TooLong { length });
        }
        let index = usize::try_from(position.0).ok().and_then(|number| number.checked_sub(1));
        let stored = index.and_then(|index| self.records.get_mut(index)).filter(|stored| stored.subject == *subject);
        stored.ok_or(RedactError::NoSuchRecord)?.record.body = body;
        self.drop_snapshot(subject);
        Ok(())
    }

    fn drop_snapshot(&mut self, subject: &Subject) {
        let position = self.at(subject);
        self.snapshots.insert(subject.clone(), KeptSnapshot { position, body: None });
    }

    /// The records at those of these positions, which grow, that are beyond `after`; at most `most` of them.
    fn after(&self, positions: &[Position], after: Position, most: usize) -> Vec<Stored> {
        let seen = positions.partition_point(|position| *position <= after);
        positions[seen..].iter().take(most).map(|position| self.records[position.0 as usize - 1].clone()).collect()
    }
}

/// The log; nothing panics while it is locked, so it is whole even if a lock says otherwise.
fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MemoryJournal {
    /// An empty journal.
    #[must_use]
    pub fn new() -> Self {
        Self { log: Arc::default(), last_news: watch::Sender::new(Position::START) }
    }
}

impl Default for MemoryJournal {
    fn default() -> Self {
        Self::new()
    }
}

impl Journal for MemoryJournal {
    fn append_all(&self, appends: Vec<Append>, on_appended: OnAppended) {
        let mut log = lock(&self.log);
        let outcomes = appends.into_iter().map(|append| log.append(append)).collect();
        if let Some(last) = log.news.last() {
            // Within the lock, so that the last news never goes back.
            self.last_news.send_if_modified(|known| std::mem::replace(known, *last) != *last);
        }
        drop(log);
        on_appended(outcomes);
    }

    fn read(&self, subject: &Subject, after: Position) -> Later<'_, Result<Vec<Stored>, JournalError>> {
        let log = lock(&self.log);
        let positions = log.subjects.get(subject).map_or(&[][..], Vec::as_slice);
        Box::pin(ready(Ok(log.after(positions, after, usize::MAX))))
    }

    fn snapshot(&self, subject: &Subject) -> Later<'_, Result<Option<Snapshot>, JournalError>> {
        let log = lock(&self.log);
        let kept = log.snapshots.get(subject);
        let kept = kept.and_then(|kept| Some(Snapshot { position: kept.position, body: kept.body.clone()? }));
        Box::pin(ready(Ok(kept)))
    }

    fn keep_snapshot(&self, subject: &Subject, snapshot: Snapshot) -> Later<'_, Result<(), JournalError>> {
        Box::pin(ready(lock(&self.log).keep_snapshot(subject, snapshot)))
    }

    fn drop_snapshot(&self, subject: &Subject) -> Later<'_, Result<(), JournalError>> {
        lock(&self.log).drop_snapshot(subject);
        Box::pin(ready(Ok(())))
    }

    fn news(&self, after: Position) -> Later<'_, Result<Feed, JournalError>> {
        let log = Arc::clone(&self.log);
        let read = move |seen| {
            let log = lock(&log);
            ready(Ok(log.after(&log.news, seen, NEWS_AT_ONCE)))
        };
        Box::pin(ready(Ok(follow(after, self.last_news.subscribe(), read))))
    }

    fn redact(&self, subject: &Subject, position: Position, body: Arc<[u8]>) -> Later<'_, Result<(), RedactError>> {
        Box::pin(ready(lock(&self.log).redact(subject, position, body)))
    }

    fn head(&self) -> Later<'_, Result<Position, JournalError>> {
        Box::pin(ready(Ok(lock(&self.log).head())))
    }
}

#[cfg(feature = "jetstream")]
impl crate::ListedJournal for MemoryJournal {
    fn subjects(&self) -> Later<'_, Result<Vec<Subject>, JournalError>> {
        let log = lock(&self.log);
        // A refused append leaves a subject without records behind.
        let subjects = log.subjects.iter().filter(|(_, positions)| !positions.is_empty());
        Box::pin(ready(Ok(subjects.map(|(subject, _)| subject.clone()).collect())))
    }
}
