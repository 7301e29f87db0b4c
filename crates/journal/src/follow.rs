//! A feed made of two simple things: reading a few news after a position, and knowing where the last news stands.
//!
//! Nothing is buffered beyond those few, so a reader may be as slow as it likes: it reads on from where it was.
//! Deliberately absent: where the news are kept.

use std::collections::VecDeque;
use std::future::Future;

use futures_util::stream;
use tokio::sync::watch;

use crate::{Feed, JournalError, Position, Stored};

/// How many news a feed reads at once.
pub(crate) const NEWS_AT_ONCE: usize = 64;

/// All news after a position: `read` brings at most [`NEWS_AT_ONCE`] of those after a position, and `last` is
/// where the last news stands, whose sender goes when the journal closes.
pub(crate) fn follow<R, F>(after: Position, last: watch::Receiver<Position>, read: R) -> Feed
where
    R: Fn(Position) -> F + Send + 'static,
    F: Future<Output = Result<Vec<Stored>, JournalError>> + Send,
{
    let reader = Reader { seen: after, waiting: VecDeque::new(), last, read };
    Box::pin(stream::unfold(Some(reader), async |reader| {
        let mut reader = reader?;
        match reader.next().await {
            Ok(stored) => stored.map(|stored| (Ok(stored), Some(reader))),
            Err(error) => Some((Err(error), None)),
        }
    }))
}

struct Reader<R> {
    seen: Position,
    waiting: VecDeque<Stored>,
    last: watch::Receiver<Position>,
    read: R,
}

impl<R, F> Reader<R>
where
    R: Fn(Position) -> F,
    F: Future<Output = Result<Vec<Stored>, JournalError>>,
{
    async fn next(&mut self) -> Result<Option<Stored>, JournalError> {
        while self.waiting.is_empty() {
            let seen = self.seen;
            if self.last.wait_for(|last| *last > seen).await.is_err() {
                return Ok(None);
            }
            self.waiting = (self.read)(seen).await?.into();
        }
        let stored = self.waiting.pop_front();
        if let Some(stored) = &stored {
            self.seen = stored.position;
        }
        Ok(stored)
    }
}
