//! The records of one subject.
//!
//! The server has an index of subjects, so each record is found without looking at those of others, but each only
//! after the one before it. Long logs are therefore read in several places at once.

use std::sync::Arc;

use async_nats::header::{HeaderName, NATS_MESSAGE_ID};
use async_nats::jetstream::message::StreamMessage;
use futures_util::future::try_join_all;

use super::layout::Place;
use super::streams::{Streams, Wanted};
use crate::{JournalError, Position, Record, Stored, Subject};

/// What marks a record as news.
pub(super) const NEWS: HeaderName = HeaderName::from_static("Tapis-News");
/// How many records are read one after the other before the rest is read in several places at once.
const READ_ALONE: usize = 24;
/// In how many places the rest is read.
const PLACES: u64 = 16;

/// A message is not one that the journal has written.
#[derive(Debug, thiserror::Error)]
#[error("message {sequence} of the stream of partition {partition} is not a record")]
struct Foreign {
    partition: u16,
    sequence: u64,
}

impl Streams {
    /// The records of a subject after a position, in order: all that were acknowledged when this was asked.
    pub(super) async fn read(&self, subject: &Subject, after: Position) -> Result<Vec<Stored>, JournalError> {
        let partition = self.layout.partition_of(subject);
        let name = self.layout.subject(subject);
        let Some(last) = self.get(partition, Wanted::Last(&name)).await? else { return Ok(Vec::new()) };
        let mut seen = self.layout.last_sequence_until(after, partition);
        let mut records = Vec::new();
        self.read_some(partition, &name, &mut seen, last.sequence, READ_ALONE, &mut records).await?;
        if seen < last.sequence {
            let step = (last.sequence - seen).div_ceil(PLACES);
            let ranges =
                (0..PLACES).map(|number| (seen + number * step, (seen + (number + 1) * step).min(last.sequence)));
            let read = ranges.map(async |(mut seen, end)| {
                let mut records = Vec::new();
                self.read_some(partition, &name, &mut seen, end, usize::MAX, &mut records).await.map(|()| records)
            });
            for part in try_join_all(read).await? {
                records.extend(part);
            }
        }
        Ok(records)
    }

    /// Reads at most so many records with sequences beyond `seen` up to `end`, one after the other. There is a record of
    /// the subject at `end` or later.
    async fn read_some(
        &self,
        partition: u16,
        name: &str,
        seen: &mut u64,
        end: u64,
        most: usize,
        records: &mut Vec<Stored>,
    ) -> Result<(), JournalError> {
        for _ in 0..most {
            if *seen >= end {
                return Ok(());
            }
            let message = self.get_existing(partition, Wanted::From(*seen + 1, name)).await?;
            *seen = message.sequence;
            if message.sequence <= end {
                records.push(self.stored(partition, &message)?);
            }
        }
        Ok(())
    }

    /// The record that a message of a partition is.
    pub(super) fn stored(&self, partition: u16, message: &StreamMessage) -> Result<Stored, JournalError> {
        let sequence = message.sequence;
        let foreign = || JournalError(Box::new(Foreign { partition, sequence }));
        let subject = self.layout.subject_from(&message.subject).ok_or_else(foreign)?;
        let is_news = message.headers.get(NEWS).is_some();
        let record = Record { body: Arc::from(&message.payload[..]), is_news };
        Ok(Stored { position: self.layout.position(Place { partition, sequence }), subject, record })
    }
}

/// The id that a message was published with.
pub(super) fn message_id(message: &StreamMessage) -> Option<&str> {
    message.headers.get(NATS_MESSAGE_ID).map(async_nats::HeaderValue::as_str)
}
