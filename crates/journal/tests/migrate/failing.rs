//! A journal that fails after so many appends, or that somebody else writes to while it is read.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use journal::{
    Append, Feed, Journal, JournalError, Later, ListedJournal, MemoryJournal, OnAppended, Outcome, Position, Record,
    RedactError, Snapshot, Stored, Subject,
};

#[derive(Debug)]
pub(crate) struct Failing {
    inner: MemoryJournal,
    /// How many appends are still made.
    left: AtomicU64,
    /// After so many reads something is appended to this subject.
    intruder: Mutex<Option<(String, usize)>>,
}

impl Failing {
    pub(crate) fn new(inner: MemoryJournal) -> Self {
        Self { inner, left: AtomicU64::new(u64::MAX), intruder: Mutex::new(None) }
    }

    pub(crate) fn inner(&self) -> &MemoryJournal {
        &self.inner
    }

    pub(crate) fn fail_after(&self, appends: u64) {
        self.left.store(appends, Ordering::Relaxed);
    }

    pub(crate) fn append_after_reads(&self, subject: &str, reads: usize) {
        *self.intruder.lock().expect("nothing panics") = Some((subject.to_owned(), reads));
    }

    /// Whether it is time to append something to a subject.
    fn intrudes(&self) -> Option<Subject> {
        let mut intruder = self.intruder.lock().expect("nothing panics");
        let (name, left) = intruder.as_mut()?;
        *left = left.checked_sub(1)?;
        (*left == 0).then(|| Subject::new(name)).flatten()
    }
}

impl Journal for Failing {
    fn append_all(&self, appends: Vec<Append>, on_appended: OnAppended) {
        let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        match taken {
            Ok(left) if left > 1 => self.inner.append_all(appends, on_appended),
            // The last is written, and nobody is told.
            Ok(_) => self.inner.append_all(appends, Box::new(move |outcomes| on_appended(failed(outcomes.len())))),
            Err(_) => on_appended(failed(appends.len())),
        }
    }

    fn read(&self, subject: &Subject, after: Position) -> Later<'_, Result<Vec<Stored>, JournalError>> {
        let subject = subject.clone();
        Box::pin(async move {
            if let Some(other) = self.intrudes() {
                let records = self.inner.read(&other, Position::START).await?;
                let after = records.last().map_or(Position::START, |stored| stored.position);
                let record = Record { body: b"one more".as_slice().into(), is_news: false };
                self.inner.append(&other, after, record).await.expect("nobody else writes");
            }
            self.inner.read(&subject, after).await
        })
    }

    fn snapshot(&self, subject: &Subject) -> Later<'_, Result<Option<Snapshot>, JournalError>> {
        self.inner.snapshot(subject)
    }

    fn keep_snapshot(&self, subject: &Subject, snapshot: Snapshot) -> Later<'_, Result<(), JournalError>> {
        self.inner.keep_snapshot(subject, snapshot)
    }

    fn drop_snapshot(&self, subject: &Subject) -> Later<'_, Result<(), JournalError>> {
        self.inner.drop_snapshot(subject)
    }

    fn news(&self, after: Position) -> Later<'_, Result<Feed, JournalError>> {
        self.inner.news(after)
    }

    fn redact(&self, subject: &Subject, position: Position, body: Arc<[u8]>) -> Later<'_, Result<(), RedactError>> {
        self.inner.redact(subject, position, body)
    }

    fn head(&self) -> Later<'_, Result<Position, JournalError>> {
        self.inner.head()
    }
}

impl ListedJournal for Failing {
    fn subjects(&self) -> Later<'_, Result<Vec<Subject>, JournalError>> {
        self.inner.subjects()
    }
}

fn failed(count: usize) -> Vec<Outcome> {
    (0..count).map(|_| Err(JournalError("it was interrupted".into()).into())).collect()
}
