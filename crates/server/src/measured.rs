//! A journal that is timed: how long each append takes, and how many wait.
//!
//! Deliberately absent: what is appended.

use std::sync::Arc;

use journal::{Append, Feed, Journal, JournalError, Later, OnAppended, Position, Stored, Subject};
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

impl Journal for MeasuredJournal {
    fn append_all(&self, appends: Vec<Append>, on_appended: OnAppended) {
        let (metrics, began, count) = (Arc::clone(&self.metrics), Instant::now(), appends.len() as i64);
        metrics.appends_waiting.inc_by(count);
        let measured = move |outcomes| {
            metrics.appends_waiting.dec_by(count);
            let seconds = began.elapsed().as_secs_f64();
            (0..count).for_each(|_| metrics.append_seconds.observe(seconds));
            on_appended(outcomes);
        };
        self.journal.append_all(appends, Box::new(measured));
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
