//! The ledger of a node: follows the news of the shared log into a file of its own, and says how far it has come.
//!
//! Deliberately absent: what the ledger holds, and what else a node does when it hears news.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use journal::{
    JetStreamJournal, Journal, JournalError, Mirrored, NewsOrder, OpenError, Position, SqliteMirror, Stored,
};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::{sleep, timeout};

use crate::ledger::LedgerProjection;

/// How long somebody waits for the ledger to have what they know is in the log.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The pause before the news are followed again after a failure.
const PAUSE: Duration = Duration::from_millis(250);
/// How often is looked for redactions that other nodes have made.
const REDACTIONS: Duration = Duration::from_secs(5);
/// How many news are applied in one transaction, at most.
const AT_ONCE: usize = 256;

/// The ledger of a node.
#[derive(Debug)]
pub(crate) struct Following {
    journal: Arc<JetStreamJournal>,
    mirror: SqliteMirror,
    order: NewsOrder,
    progress: watch::Sender<Mirrored>,
    /// Who hears of news that were applied.
    listener: Mutex<Option<mpsc::UnboundedSender<Vec<Stored>>>>,
    /// Held while news are applied, and while all is thrown away.
    following: tokio::sync::Mutex<()>,
    /// The news are to be followed from where the ledger stands now.
    anew: Notify,
}

impl Following {
    /// The ledger in this file, of a log with so many partitions. It begins anew if it was that of another log.
    pub(super) async fn open(
        path: &Path,
        journal: Arc<JetStreamJournal>,
        partitions: u16,
    ) -> Result<Result<Arc<Self>, OpenError>, JournalError> {
        let source = journal.identity().await?;
        let order = if partitions == 1 { NewsOrder::Positions } else { NewsOrder::Numbers };
        let mirror = match SqliteMirror::open(path, &source, order, vec![Box::new(LedgerProjection)]) {
            Ok(mirror) => mirror,
            Err(error) => return Ok(Err(error)),
        };
        if journal.count_news().await? < mirror.mirrored().number {
            // The servers were put back to an earlier day: what was derived since never happened.
            tracing::warn!("the log is shorter than this node's ledger, which is made anew");
            mirror.clear(&source).await?;
        }
        let (progress, _) = watch::channel(mirror.mirrored());
        Ok(Ok(Arc::new(Self {
            journal,
            mirror,
            order,
            progress,
            listener: Mutex::default(),
            following: tokio::sync::Mutex::default(),
            anew: Notify::new(),
        })))
    }

    /// The file.
    pub(crate) fn mirror(&self) -> &SqliteMirror {
        &self.mirror
    }

    /// Hears from now on of all news that are applied.
    pub(crate) fn listen(&self) -> mpsc::UnboundedReceiver<Vec<Stored>> {
        let (sender, receiver) = mpsc::unbounded_channel();
        *self.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        receiver
    }

    /// How many news are known and not yet applied.
    pub(crate) fn behind(&self) -> u64 {
        self.journal.known_news().saturating_sub(self.progress.borrow().number)
    }

    /// Waits until what was appended at a position is applied, if it is news; not for long.
    pub(crate) async fn reach(&self, position: Position) {
        if self.order == NewsOrder::Numbers {
            // Positions of different partitions do not say which was first.
            self.catch_up().await;
            return;
        }
        let mut progress = self.progress.subscribe();
        // Who waits goes on with what is known then.
        let _ = timeout(TIMEOUT, progress.wait_for(|mirrored| mirrored.position >= position)).await;
    }

    /// Waits until all news that are written by now are applied; not for long. Whether they are.
    pub(crate) async fn catch_up(&self) -> bool {
        matches!(timeout(TIMEOUT, self.catch_up_wholly()).await, Ok(Ok(())))
    }

    /// Waits until all news that are written by now are applied, however long it takes.
    pub(super) async fn catch_up_wholly(&self) -> Result<(), JournalError> {
        let count = self.journal.count_news().await?;
        let mut progress = self.progress.subscribe();
        // The sender is here.
        let _ = progress.wait_for(|mirrored| mirrored.number >= count).await;
        Ok(())
    }

    /// Follows the news until it is aborted.
    pub(super) async fn run(self: Arc<Self>) {
        loop {
            if let Err(error) = self.follow().await {
                tracing::warn!(%error, "the news cannot be followed for the moment");
            }
            sleep(PAUSE).await;
        }
    }

    /// Heeds redactions until it is aborted.
    pub(super) async fn heed_redactions(self: Arc<Self>) {
        loop {
            if let Err(error) = self.heed_some().await {
                tracing::debug!(%error, "redactions cannot be heeded for the moment");
            }
            sleep(REDACTIONS).await;
        }
    }

    /// Heeds the redactions that were made since, by whichever node.
    pub(super) async fn heed_some(&self) -> Result<(), JournalError> {
        loop {
            let some = self.journal.redactions(self.mirror.redacted().await?).await?;
            let Some((last, _)) = some.last() else { return Ok(()) };
            let last = *last;
            self.mirror.redact(some.into_iter().map(|(_, stored)| stored).collect(), last).await?;
        }
    }

    /// Makes the ledger again from the first piece of news.
    pub(super) async fn rebuild(&self) -> Result<(), JournalError> {
        {
            let _following = self.following.lock().await;
            self.mirror.clear(&self.journal.identity().await?).await?;
            self.progress.send_replace(self.mirror.mirrored());
        }
        self.anew.notify_one();
        self.catch_up_wholly().await
    }

    async fn follow(&self) -> Result<(), JournalError> {
        let mut news = self.journal.news(self.mirror.mirrored().position).await?.ready_chunks(AT_ONCE);
        loop {
            let some = tokio::select! {
                () = self.anew.notified() => return Ok(()),
                some = news.next() => some,
            };
            let Some(some) = some else { return Ok(()) };
            let _following = self.following.lock().await;
            let some = some.into_iter().collect::<Result<Vec<Stored>, _>>()?;
            self.mirror.apply(some.clone()).await?;
            self.progress.send_replace(self.mirror.mirrored());
            let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(listener) = &*listener {
                // Whoever listened may have gone.
                let _ = listener.send(some);
            }
        }
    }
}
