//! The news in their one order: from any position on, page by page, each message asked for by its sequence, so that
//! none can be missed or come twice.

use std::sync::Arc;

use futures_util::future::try_join_all;

use super::layout::StreamPosition;
use super::relay::{Pointer, Relay};
use super::streams::Wanted;
use crate::follow::NEWS_AT_ONCE;
use crate::{JournalError, Position, Stored};

/// Where a feed begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning {
    /// The last sequence of the news stream that it leaves out.
    pub(super) after: u64,
    /// It also leaves out news of this place's partition up to this place, which may be relayed only later.
    seen: Option<StreamPosition>,
}

impl Relay {
    /// Where the news after a position begin: after that piece of news. If there is none at the position, after the
    /// last news before it in its partition, and not before any news of another partition that could be later.
    pub(super) async fn beginning(&self, after: Position) -> Result<Beginning, JournalError> {
        let Some(seen) = self.streams.layout.stream_position(after) else {
            return Ok(Beginning { after: 0, seen: None });
        };
        // Another node may have told of news that this one has not heard of.
        self.learn().await?;
        // The first pointer that clears the partition up to the place lies in `low..high`.
        let (mut low, mut high) = (1, self.last() + 1);
        let mut first: Option<(u64, Pointer)> = None;
        while low < high {
            let middle = low + (high - low) / 2;
            let message = self.streams.get_existing_news(Wanted::At(middle)).await?;
            let pointer = self.pointer(middle, &message.payload)?;
            if pointer.cleared[usize::from(seen.partition)] >= seen.sequence {
                first = Some((middle, pointer));
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let after = match first {
            None => self.last(),
            Some((sequence, Pointer { place, .. })) => {
                let is_seen = place.partition == seen.partition && place.sequence <= seen.sequence;
                if is_seen { sequence } else { sequence - 1 }
            }
        };
        Ok(Beginning { after, seen: Some(seen) })
    }

    /// Some news after a sequence of the news stream, and the sequence up to which these are all.
    pub(super) async fn page(
        self: Arc<Self>,
        after: u64,
        beginning: Beginning,
    ) -> Result<(u64, Vec<Stored>), JournalError> {
        let end = self.last().min(after + NEWS_AT_ONCE as u64);
        let read = (after + 1..=end).map(async |sequence| {
            let message = self.streams.get_existing_news(Wanted::At(sequence)).await?;
            let place = self.pointer(sequence, &message.payload)?.place;
            let is_seen = |seen: StreamPosition| place.partition == seen.partition && place.sequence <= seen.sequence;
            if beginning.seen.is_some_and(is_seen) {
                return Ok(None);
            }
            self.streams.record_at(place).await.map(Some)
        });
        Ok((end, try_join_all(read).await?.into_iter().flatten().collect()))
    }
}
