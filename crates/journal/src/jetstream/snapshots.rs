//! The snapshots of subjects. One that is longer than a message is kept in parts.
//!
//! A part is a message with the position of its snapshot; the first is written last and says how many there are. If two
//! nodes keep a snapshot of the same subject at the same time its parts may be of both: they do not have the same
//! position then, and there is no snapshot.

use async_nats::header::HeaderName;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use bytes::Bytes;
use futures_util::future::try_join_all;

use super::layout::StreamPosition;
use super::streams::{Streams, Wanted};
use crate::{JournalError, Position, Snapshot, Subject};

/// The position of a snapshot, in each of its parts.
const POSITION: HeaderName = HeaderName::from_static("Tapis-Position");
/// How many parts a snapshot has, in the first; none: it was dropped.
const PARTS: HeaderName = HeaderName::from_static("Tapis-Parts");
/// The most bytes in one part.
const MAX_PART: usize = 512 * 1024;

/// What the first part of a snapshot says.
struct First {
    /// Its place in the stream.
    sequence: u64,
    position: Position,
    parts: usize,
    body: Bytes,
}

impl Streams {
    /// The snapshot of a subject, if there is a whole one.
    pub(super) async fn snapshot(&self, subject: &Subject) -> Result<Option<Snapshot>, JournalError> {
        let Some(First { position, parts, body, .. }) = self.first_part(subject).await? else { return Ok(None) };
        if parts == 0 {
            return Ok(None);
        }
        let names: Vec<String> = (1..parts).map(|part| self.layout.snapshot_part(subject, part)).collect();
        let rest = try_join_all(names.iter().map(|name| self.get_snapshot_part(name))).await?;
        let mut whole = body.to_vec();
        for part in rest {
            match part {
                Some(part) if number(&part, POSITION) == Some(position.0) => whole.extend_from_slice(&part.payload),
                _ => return Ok(None),
            }
        }
        Ok(Some(Snapshot { position, body: whole.into() }))
    }

    /// Keeps a snapshot, unless what is kept, or was dropped, is as new.
    pub(super) async fn keep_snapshot(&self, subject: &Subject, snapshot: Snapshot) -> Result<(), JournalError> {
        snapshot.check(self.subject_head(subject).await?)?;
        let Snapshot { position, body } = snapshot;
        let body = Bytes::from_owner(body);
        let parts: Vec<Bytes> =
            (0..body.len().max(1)).step_by(MAX_PART).map(|at| body.slice(at..body.len().min(at + MAX_PART))).collect();
        let mut deadline = self.deadline();
        loop {
            let kept = self.first_part(subject).await?;
            if kept.as_ref().is_some_and(|kept| kept.position >= position) {
                return Ok(());
            }
            for (number, part) in parts.iter().enumerate().skip(1) {
                let message = PublishMessage::build().payload(part.clone()).header(POSITION, position.0.to_string());
                self.publish_part(subject, number, message).await?;
            }
            let first = PublishMessage::build().payload(parts[0].clone());
            if self.publish_first(subject, first, position, parts.len(), kept).await? {
                return Ok(());
            }
            self.pause(&mut deadline, "keeping a snapshot", "another was kept at the same time").await?;
        }
    }

    /// Throws the snapshot of a subject away, and keeps none that is not newer than the subject is now.
    pub(super) async fn drop_snapshot(&self, subject: &Subject) -> Result<(), JournalError> {
        let mut deadline = self.deadline();
        loop {
            let kept = self.first_part(subject).await?;
            let position = self.subject_head(subject).await?;
            if self.publish_first(subject, PublishMessage::build(), position, 0, kept).await? {
                return Ok(());
            }
            self.pause(&mut deadline, "dropping a snapshot", "another was kept at the same time").await?;
        }
    }

    /// Publishes the first part; false if another was published since the one that is known.
    async fn publish_first(
        &self,
        subject: &Subject,
        message: PublishMessage,
        position: Position,
        parts: usize,
        known: Option<First>,
    ) -> Result<bool, JournalError> {
        let message = message
            .header(POSITION, position.0.to_string())
            .header(PARTS, parts.to_string())
            .expected_last_subject_sequence(known.map_or(0, |first| first.sequence));
        self.publish_part(subject, 0, message).await
    }

    /// Publishes a part; false if it is refused for what it names as the last.
    async fn publish_part(
        &self,
        subject: &Subject,
        part: usize,
        message: PublishMessage,
    ) -> Result<bool, JournalError> {
        let sent = self.context.send_publish(self.layout.snapshot_part(subject, part), message).await;
        let acknowledged = match sent {
            Ok(sent) => sent.await,
            Err(error) => Err(error),
        };
        match acknowledged {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(false),
            // A snapshot only spares reading: what is not certain is not kept.
            Err(error) => Err(JournalError(Box::new(error))),
        }
    }

    async fn first_part(&self, subject: &Subject) -> Result<Option<First>, JournalError> {
        let first = self.get_snapshot_part(&self.layout.snapshot_part(subject, 0)).await?;
        Ok(first.and_then(|message| {
            let parts = usize::try_from(number(&message, PARTS)?).ok()?;
            let position = Position(number(&message, POSITION)?);
            Some(First { sequence: message.sequence, position, parts, body: message.payload })
        }))
    }

    /// Where a subject stands.
    async fn subject_head(&self, subject: &Subject) -> Result<Position, JournalError> {
        let partition = self.layout.partition_of(subject);
        let last = self.get(partition, Wanted::Last(&self.layout.subject(subject))).await?;
        let sequence = last.map_or(0, |message| message.sequence);
        Ok(self.layout.position(StreamPosition { partition, sequence }))
    }
}

/// The number in a header.
fn number(message: &StreamMessage, header: HeaderName) -> Option<u64> {
    message.headers.get(header).and_then(|value| value.as_str().parse().ok())
}
