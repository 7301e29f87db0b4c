//! A journal that is timed: how long each append takes, and how many wait.
//!
//! Deliberately absent: what is appended.

use std::sync::Arc;

use journal::{AppendError, Feed, Journal, JournalError, Later, Position, Record, Stored, Subject};
use tokio::time::Instant;

use crate::metrics::Metrics;

/// A journal whose appends are timed.
#[derive(Debug)]
pub struct MeasuredJournal {
    journal: Arc<dyn Journal>,
    metrics: Arc<Metrics>,
}

impl MeasuredJournal {
    /// Times the appends of a journal.
    #[must_use]
    pub fn new(journal: Arc<dyn Journal>, metrics: Arc<Metrics>) -> Self {
        Self { journal, metrics }
    }
}

/// An append that is under way; it is counted until it is dropped, answered or not.
struct Waiting<'a> {
    metrics: &'a Metrics,
    began: Instant,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.metrics.appends_waiting.dec();
        self.metrics.append_seconds.observe(self.began.elapsed().as_secs_f64());
    }
}

impl Journal for MeasuredJournal {
    fn append(&self, subject: &Subject, after: Position, record: Record) -> Later<'_, Result<Position, AppendError>> {
        self.metrics.appends_waiting.inc();
        let waiting = Waiting { metrics: &self.metrics, began: Instant::now() };
        let appending = self.journal.append(subject, after, record);
        Box::pin(async move {
            let appended = appending.await;
            drop(waiting);
            appended
        })
    }

    fn read(&self, subject: &Subject, after: Position) -> Later<'_, Result<Vec<Stored>, JournalError>> {
        self.journal.read(subject, after)
    }

    fn news(&self, after: Position) -> Later<'_, Result<Feed, JournalError>> {
        self.journal.news(after)
    }

    fn head(&self) -> Later<'_, Result<Position, JournalError>> {
        self.journal.head()
    }
}
