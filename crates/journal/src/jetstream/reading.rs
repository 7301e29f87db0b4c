//! The records of one subject.
//!
//! The server has an index of subjects, so each record is found without looking at those of others, but each only
//! after the one before it. Long logs are therefore read in several places at once.

use std::sync::Arc;

use async_nats::header::{HeaderName, NATS_MESSAGE_ID};
use async_nats::jetstream::message::StreamMessage;
use futures_util::future::{try_join, try_join_all};

use super::layout::StreamPosition;
use super::redactions::{behind, put_in_place};
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
        let (last, replacements) =
            try_join(self.get(partition, Wanted::Last(&name)), self.replacements_of(subject)).await?;
        let Some(last) = last else { return Ok(Vec::new()) };
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
        put_in_place(&mut records, replacements.into_iter().filter(|stored| stored.position > after));
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
            if message.sequence <= end && behind(&message).is_none() {
                records.push(self.stored(partition, &message)?);
            }
        }
        Ok(())
    }

    /// The records after a position, at most so many positions further, that contain these bytes; and up to where was
    /// looked, unless that is the end.
    pub(super) async fn find(
        &self,
        bytes: &[u8],
        after: Position,
        most: u32,
    ) -> Result<(Vec<Stored>, Option<Position>), JournalError> {
        let mut head = Position::START;
        for partition in self.layout.partitions() {
            let sequence = self.last_sequence(partition).await?;
            head = head.max(self.layout.position(StreamPosition { partition, sequence }));
        }
        if after >= head {
            return Ok((Vec::new(), None));
        }
        let until = Position(after.0.saturating_add(most.into()).min(head.0));
        let mut found = Vec::new();
        for partition in self.layout.partitions() {
            let first = self.layout.last_sequence_until(after, partition) + 1;
            let last = self.layout.last_sequence_until(until, partition).min(self.last_sequence(partition).await?);
            let name = self.layout.all_subjects(partition);
            let step = (last + 1).saturating_sub(first).div_ceil(PLACES).max(1);
            let ranges = (0..PLACES).map(|number| (first + number * step, (first + (number + 1) * step).min(last + 1)));
            let read = ranges.map(async |(mut next, end)| {
                let mut records = Vec::new();
                while next < end {
                    // What was redacted is put in its place below.
                    let Some(message) = self.get(partition, Wanted::From(next, &name)).await? else { break };
                    next = message.sequence + 1;
                    if message.sequence < end && behind(&message).is_none() {
                        records.push(self.stored(partition, &message)?);
                    }
                }
                Ok::<_, JournalError>(records)
            });
            let mut records: Vec<Stored> = try_join_all(read).await?.into_iter().flatten().collect();
            let is_here = |stored: &Stored| stored.position > after && stored.position <= until;
            put_in_place(&mut records, self.replacements_in(partition).await?.into_iter().filter(is_here));
            found.extend(records.into_iter().filter(|stored| contains(&stored.record.body, bytes)));
        }
        found.sort_by_key(|stored| stored.position);
        Ok((found, Some(until)))
    }

    /// The record that a message of a partition is.
    pub(super) fn stored(&self, partition: u16, message: &StreamMessage) -> Result<Stored, JournalError> {
        let sequence = message.sequence;
        let foreign = || JournalError(Box::new(Foreign { partition, sequence }));
        let subject = self.layout.subject_from(&message.subject).ok_or_else(foreign)?;
        let is_news = message.headers.get(NEWS).is_some();
        let record = Record { body: Arc::from(&message.payload[..]), is_news };
        Ok(Stored { position: self.layout.position(StreamPosition { partition, sequence }), subject, record })
    }
}

/// The id that a message was published with.
pub(super) fn message_id(message: &StreamMessage) -> Option<&str> {
    message.headers.get(NATS_MESSAGE_ID).map(async_nats::HeaderValue::as_str)
}

/// Whether bytes stand somewhere in others.
fn contains(body: &[u8], bytes: &[u8]) -> bool {
    bytes.is_empty() || body.windows(bytes.len()).any(|window| window == bytes)
}
