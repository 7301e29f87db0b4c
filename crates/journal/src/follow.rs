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
    F: Future<Output = Result<Vec<Stored>, JournalError>> + Send + 'static,
{
    follow_pages(after, last, move |seen| {
        let read = read(seen);
        async move {
            let some = read.await?;
            Ok((some.last().map_or(seen, |stored| stored.position), some))
        }
    })
}

/// The same where news have an order other than that of their positions: `read` brings some news after a place in that
/// order, perhaps none, and the place up to which these are all.
pub(crate) fn follow_pages<P, R, F>(after: P, last: watch::Receiver<P>, read: R) -> Feed
where
    P: Copy + Ord + Send + Sync + 'static,
    R: Fn(P) -> F + Send + 'static,
    F: Future<Output = Result<(P, Vec<Stored>), JournalError>> + Send,
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

struct Reader<P, R> {
    /// Up to where news were read, whether they still wait or not.
    seen: P,
    waiting: VecDeque<Stored>,
    last: watch::Receiver<P>,
    read: R,
}

impl<P, R, F> Reader<P, R>
where
    P: Copy + Ord,
    R: Fn(P) -> F,
    F: Future<Output = Result<(P, Vec<Stored>), JournalError>>,
{
    async fn next(&mut self) -> Result<Option<Stored>, JournalError> {
        while self.waiting.is_empty() {
            let seen = self.seen;
            if self.last.wait_for(|last| *last > seen).await.is_err() {
                return Ok(None);
            }
            let (seen, some) = (self.read)(seen).await?;
            (self.seen, self.waiting) = (seen, some.into());
        }
        Ok(self.waiting.pop_front())
    }
}
