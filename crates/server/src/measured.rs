//! A journal that is watched: how long each append takes, how many wait, whether they are made at all.
//!
//! Deliberately absent: what is appended.

use std::sync::Arc;

use journal::{
    Append, Feed, Journal, JournalError, Later, OnAppended, Outcome, Position, RedactError, Snapshot, Stored, Subject,
};
use tokio::time::Instant;

use crate::metrics::Metrics;
use crate::writable::Writability;

/// A journal whose appends are watched.
#[derive(Debug)]
pub struct MeasuredJournal {
    journal: Arc<dyn Journal>,
    metrics: Arc<Metrics>,
    writability: Arc<Writability>,
}

impl MeasuredJournal {
    /// Watches the appends of a journal.
    #[must_use]
    pub fn new(journal: Arc<dyn Journal>, metrics: Arc<Metrics>, writability: Arc<Writability>) -> Self {
        Self { journal, metrics, writability }
    }
}

impl Journal for MeasuredJournal {
    fn append_all(&self, appends: Vec<Append>, on_appended: OnAppended) {
        let (metrics, began, count) = (Arc::clone(&self.metrics), Instant::now(), appends.len() as i64);
        let writability = Arc::clone(&self.writability);
        metrics.appends_waiting.inc_by(count);
        let measured = move |outcomes: Vec<Outcome>| {
            metrics.appends_waiting.dec_by(count);
            let seconds = began.elapsed().as_secs_f64();
            (0..count).for_each(|_| metrics.append_seconds.observe(seconds));
            writability.on_outcomes(&outcomes);
            on_appended(outcomes);
        };
        self.journal.append_all(appends, Box::new(measured));
    }

    fn read(&self, subject: &Subject, after: Position) -> Later<'_, Result<Vec<Stored>, JournalError>> {
        self.journal.read(subject, after)
    }

    fn snapshot(&self, subject: &Subject) -> Later<'_, Result<Option<Snapshot>, JournalError>> {
        self.journal.snapshot(subject)
    }

    fn keep_snapshot(&self, subject: &Subject, snapshot: Snapshot) -> Later<'_, Result<(), JournalError>> {
        self.journal.keep_snapshot(subject, snapshot)
    }

    fn drop_snapshot(&self, subject: &Subject) -> Later<'_, Result<(), JournalError>> {
        self.journal.drop_snapshot(subject)
    }

    fn news(&self, after: Position) -> Later<'_, Result<Feed, JournalError>> {
        self.journal.news(after)
    }

    fn redact(&self, subject: &Subject, position: Position, body: Arc<[u8]>) -> Later<'_, Result<(), RedactError>> {
        self.journal.redact(subject, position, body)
    }

    fn head(&self) -> Later<'_, Result<Position, JournalError>> {
        self.journal.head()
    }
}
