//! Redactions: a message cannot be changed, so its replacement is kept in a stream of its own, under its place and its
//! subject, and the message is deleted with overwriting. Reading puts replacements where messages are missing.
//!
//! The number that the next append to a subject names is that of its last message. So where that one is to go, a filler
//! follows it first: it says which record it stands behind, readers pass it over, and a writer who names that record is
//! let in behind the filler. Should the journal stop between the steps, the replacement is there and counts.
//! Deliberately absent: what is replaced, and why.

use std::sync::Arc;

use async_nats::header::HeaderName;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use bytes::Bytes;

use super::layout::StreamPosition;
use super::reading::NEWS;
use super::streams::{Streams, Wanted};
use crate::{JournalError, Position, Record, RedactError, Stored, Subject};

/// What marks a message that only keeps the number of a subject: the position of the record it stands behind.
const FILLER: HeaderName = HeaderName::from_static("Tapis-Behind");
/// How many replacements are read at once for those who follow them.
const AT_ONCE: usize = 64;

/// The position of the record behind which a message only keeps the number of its subject.
pub(super) fn behind(message: &StreamMessage) -> Option<Position> {
    message.headers.get(FILLER)?.as_str().parse().ok().map(Position)
}

impl Streams {
    /// Replaces the body of a record.
    pub(super) async fn redact(
        &self,
        subject: &Subject,
        position: Position,
        body: Arc<[u8]>,
    ) -> Result<(), RedactError> {
        let (partition, name) = (self.layout.partition_of(subject), self.layout.subject(subject));
        let place = self.layout.stream_position(position).filter(|place| place.partition == partition);
        let place = place.ok_or(RedactError::NoSuchRecord)?;
        let is_news = match self.get(partition, Wanted::At(place.sequence)).await? {
            Some(message) if *message.subject == *name && behind(&message).is_none() => {
                message.headers.get(NEWS).is_some()
            }
            Some(_) => return Err(RedactError::NoSuchRecord),
            None => {
                let replaced = self.replacement(place).await?.filter(|replaced| replaced.subject == *subject);
                replaced.ok_or(RedactError::NoSuchRecord)?.record.is_news
            }
        };
        if body.len() > Record::MAX_LENGTH {
            return Err(RedactError::TooLong { length: body.len() });
        }
        let replacement = self.layout.redaction(place, subject);
        let mut message = PublishMessage::build().payload(Bytes::from_owner(body));
        if is_news {
            message = message.header(NEWS, "1");
        }
        self.publish_surely(replacement, message).await?;
        self.drop_snapshot(subject).await?;
        let last = self.get(partition, Wanted::Last(&name)).await?;
        if last.is_some_and(|last| last.sequence == place.sequence) {
            let filler = PublishMessage::build().header(FILLER, position.0.to_string());
            // If another record has come meanwhile no filler is needed, and it is refused.
            self.publish_surely(name, filler.expected_last_subject_sequence(place.sequence)).await?;
        }
        let mut deadline = self.deadline();
        while self.get(partition, Wanted::At(place.sequence)).await?.is_some() {
            if let Err(error) = self.partition(partition).delete_message(place.sequence).await {
                self.pause(&mut deadline, "deleting what was redacted", &error).await?;
            }
        }
        Ok(())
    }

    /// Publishes what does no harm if it is published twice; a refusal for what it names as the last is as good.
    async fn publish_surely(&self, subject: String, message: PublishMessage) -> Result<(), JournalError> {
        let mut deadline = self.deadline();
        loop {
            let sent = self.context.send_publish(subject.clone(), message.clone()).await;
            let acknowledged = match sent {
                Ok(sent) => sent.await,
                Err(error) => Err(error),
            };
            match acknowledged {
                Err(error) if error.kind() != PublishErrorKind::WrongLastSequence => {
                    self.pause(&mut deadline, "redacting", &error).await?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// What stands in the place of a message that was redacted, if it was.
    pub(super) async fn replacement(&self, place: StreamPosition) -> Result<Option<Stored>, JournalError> {
        let message = self.get_redaction(Wanted::From(1, &self.layout.redactions_at(place))).await?;
        Ok(message.and_then(|message| self.replaced(&message)))
    }

    /// What stands in the place of all redacted messages of a subject.
    pub(super) async fn replacements_of(&self, subject: &Subject) -> Result<Vec<Stored>, JournalError> {
        self.replacements(&self.layout.redactions_of(subject)).await
    }

    /// What stands in the place of all redacted messages of a partition.
    pub(super) async fn replacements_in(&self, partition: u16) -> Result<Vec<Stored>, JournalError> {
        self.replacements(&self.layout.redactions_in(partition)).await
    }

    async fn replacements(&self, names: &str) -> Result<Vec<Stored>, JournalError> {
        let (mut all, mut next) = (Vec::new(), 1);
        while let Some(message) = self.get_redaction(Wanted::From(next, names)).await? {
            next = message.sequence + 1;
            all.extend(self.replaced(&message));
        }
        Ok(all)
    }

    /// Some redactions after a number, in the order they were made, each with its number.
    pub(super) async fn redactions_after(&self, number: u64) -> Result<Vec<(u64, Stored)>, JournalError> {
        let (mut some, mut next) = (Vec::new(), number + 1);
        let names = self.layout.all_redactions();
        while some.len() < AT_ONCE
            && let Some(message) = self.get_redaction(Wanted::From(next, &names)).await?
        {
            next = message.sequence + 1;
            some.extend(self.replaced(&message).map(|stored| (message.sequence, stored)));
        }
        Ok(some)
    }

    fn replaced(&self, message: &StreamMessage) -> Option<Stored> {
        let (place, subject) = self.layout.redaction_from(&message.subject)?;
        let is_news = message.headers.get(NEWS).is_some();
        let record = Record { body: Arc::from(&message.payload[..]), is_news };
        Some(Stored { position: self.layout.position(place), subject, record })
    }
}

/// Puts replacements in the place of records, those that are missing and those that are still there.
pub(super) fn put_in_place(records: &mut Vec<Stored>, replacements: impl IntoIterator<Item = Stored>) {
    for replacement in replacements {
        match records.binary_search_by_key(&replacement.position, |stored| stored.position) {
            Ok(at) => records[at] = replacement,
            Err(at) => records.insert(at, replacement),
        }
    }
}
