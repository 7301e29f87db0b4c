//! The shared log as a node writes it: news are acknowledged when the node's own ledger holds them, so that for whoever
//! wrote them the ledger is never behind; and while no server can be reached nothing is accepted.
//!
//! Deliberately absent: how records get to the servers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use journal::{
    Append, AppendError, Feed, JetStreamJournal, Journal, JournalError, Later, OnAppended, Outcome, Position,
    RedactError, Snapshot, Stored, Subject,
};

use super::Following;

/// The shared log, with the ledger of the node.
#[derive(Debug)]
pub(super) struct NodeJournal {
    pub(super) journal: Arc<JetStreamJournal>,
    pub(super) following: Arc<Following>,
    /// Whether the servers have been out of reach for some time.
    pub(super) is_cut_off: Arc<AtomicBool>,
}

/// The servers are out of reach.
#[derive(Debug, thiserror::Error)]
#[error("no server of the log can be reached")]
struct CutOff;

impl Journal for NodeJournal {
    fn append_all(&self, appends: Vec<Append>, on_appended: OnAppended) {
        if self.is_cut_off.load(Ordering::Relaxed) {
            let refused = || Err(AppendError::Failed(JournalError(Box::new(CutOff))));
            return on_appended(appends.iter().map(|_| refused()).collect());
        }
        let news: Vec<bool> = appends.iter().map(|append| append.record.is_news).collect();
        if news.iter().all(|is_news| !is_news) {
            return self.journal.append_all(appends, on_appended);
        }
        let following = Arc::clone(&self.following);
        let runtime = tokio::runtime::Handle::current();
        let on_appended = move |outcomes: Vec<Outcome>| {
            let written = |(outcome, is_news): (&Outcome, bool)| outcome.as_ref().ok().copied().filter(|_| is_news);
            let last = outcomes.iter().zip(news).filter_map(written).max();
            match last {
                None => on_appended(outcomes),
                Some(last) => drop(runtime.spawn(async move {
                    following.reach(last).await;
                    on_appended(outcomes);
                })),
            }
        };
        self.journal.append_all(appends, Box::new(on_appended));
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
        let subject = subject.clone();
        Box::pin(async move {
            self.journal.redact(&subject, position, body).await?;
            // For whoever wanted it the ledger is never behind.
            Ok(self.following.heed_some().await?)
        })
    }

    fn head(&self) -> Later<'_, Result<Position, JournalError>> {
        self.journal.head()
    }
}
