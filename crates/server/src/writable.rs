//! Whether the journal can be written: it may not be, with a full disk.
//!
//! The log says once when trouble begins and once when it is over, however many appends fail in between. While nothing
//! can be written it is tried now and then, so that the house knows by itself when it can go on.
//! Deliberately absent: what becomes of those who wanted to write; they are told, or try again by themselves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use journal::{AppendError, Outcome, Position, Record, Subject};
use tokio::sync::Notify;

use crate::app::App;

/// What is written to see whether it can be.
const PROBE: &str = "house.probe";
/// So many bytes that no page of the file has room for them: what is small may fit in somewhere though the disk is full.
const PROBE_BYTES: usize = 16 * 1024;
/// The first wait before it is tried; each is twice as long as the one before…
const FIRST_WAIT: Duration = Duration::from_secs(1);
/// …up to this.
const MAX_WAIT: Duration = Duration::from_secs(15);

/// Whether the journal can be written, by how the last appends went.
#[derive(Debug, Default)]
pub struct Writability {
    has_trouble: AtomicBool,
    trouble: Mutex<Option<String>>,
    begins: Notify,
}

impl Writability {
    /// Why nothing can be written, if so.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Some appends were made, or not.
    pub(crate) fn on_outcomes(&self, outcomes: &[Outcome]) {
        let failure = outcomes.iter().find_map(|outcome| match outcome {
            Err(AppendError::Failed(error)) => Some(error),
            _ => None,
        });
        if let Some(error) = failure {
            if !self.has_trouble.swap(true, Ordering::Relaxed) {
                tracing::warn!(%error, "the journal cannot be written: what is asked is refused until it can");
                self.set(Some(error.to_string()));
                self.begins.notify_one();
            }
        } else if self.has_trouble.load(Ordering::Relaxed)
            && outcomes.iter().any(Result::is_ok)
            && self.has_trouble.swap(false, Ordering::Relaxed)
        {
            tracing::warn!("the journal can be written again");
            self.set(None);
        }
    }

    fn set(&self, trouble: Option<String>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }
}

/// Tries from time to time whether the journal can be written again, whenever it cannot, until the house closes.
pub(crate) async fn probe(app: Arc<App>) {
    let Some(subject) = Subject::new(PROBE) else { unreachable!("it is made of words") };
    let mut after = Position::START;
    loop {
        tokio::select! {
            () = app.closing.cancelled() => return,
            () = app.writability.begins.notified() => {}
        }
        let mut wait = FIRST_WAIT;
        while app.writability.trouble().is_some() {
            tokio::select! {
                () = app.closing.cancelled() => return,
                () = tokio::time::sleep(wait) => {}
            }
            wait = (wait * 2).min(MAX_WAIT);
            let record = Record { body: vec![b' '; PROBE_BYTES].into(), is_news: false };
            match app.journal.append(&subject, after, record).await {
                Ok(position) => after = position,
                Err(AppendError::Conflict { at }) => {
                    after = at;
                    wait = Duration::ZERO;
                }
                Err(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use journal::JournalError;

    use super::*;

    #[test]
    fn trouble_lasts_from_the_first_failure_to_the_next_append_that_is_made() {
        let writability = Writability::default();
        let full = || Err(JournalError("the disk is full".into()).into());
        let conflict = || Err(AppendError::Conflict { at: Position(7) });
        writability.on_outcomes(&[Ok(Position(1)), conflict()]);
        assert_eq!(writability.trouble(), None);
        writability.on_outcomes(&[full(), full()]);
        assert!(writability.trouble().is_some_and(|why| why.contains("the disk is full")));
        writability.on_outcomes(&[conflict()]);
        writability.on_outcomes(&[]);
        assert!(writability.trouble().is_some(), "nothing was written yet");
        writability.on_outcomes(&[Ok(Position(2))]);
        assert_eq!(writability.trouble(), None);
    }
}
