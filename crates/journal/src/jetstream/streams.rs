//! The streams as they are read: one message at a time, asked of the stream's leader, again and again until it
//! answers or too much time has passed.
//!
//! A replica that is not the leader may lag behind, so none is ever asked (`allow_direct` is off), and nothing here
//! depends on a consumer, which could stall. Deliberately absent: what messages mean.

use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{Config, RawMessageErrorKind, Stream};
use async_nats::jetstream::{Context, ErrorCode};
use futures_util::TryStreamExt;
use futures_util::future::try_join_all;
use tokio::time::{Instant, sleep, timeout_at};

use super::layout::{Layout, StreamPosition, differences};
use super::settings::JetStreamError;
use crate::{JournalError, Stored};

/// How long one request may take. A new leader is elected within some seconds; meanwhile requests are lost.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(3);
/// The pause before something that failed is tried again.
const PAUSE: Duration = Duration::from_millis(100);

/// Something took too long.
#[derive(Debug, thiserror::Error)]
#[error("{what} was tried for {after:?}: {cause}")]
struct TooLong {
    what: String,
    after: Duration,
    cause: String,
}

/// Which message is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    /// The one with this sequence.
    At(u64),
    /// The first with this subject, or one that it stands for, at this sequence or later.
    From(u64, &'a str),
    /// The last with this subject.
    Last(&'a str),
}

/// The streams of a journal.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) layout: Layout,
    pub(super) context: Context,
    partitions: Vec<Stream<()>>,
    news: Stream<()>,
    snapshots: Stream<()>,
    redactions: Stream<()>,
    /// How long something is tried.
    timeout: Duration,
}

impl Streams {
    /// The streams of a journal, made where they are not there.
    pub(super) async fn open(context: Context, layout: Layout, timeout: Duration) -> Result<Self, JetStreamError> {
        try_join_all(layout.streams().iter().map(|config| see_to(&context, config, timeout))).await?;
        let stream = async |name: String| {
            let failed = |error: async_nats::jetstream::context::GetStreamError| JetStreamError::NoStream {
                stream: name.clone(),
                error: error.to_string(),
            };
            context.get_stream_no_info(&name).await.map_err(failed)
        };
        let mut partitions = Vec::new();
        for partition in layout.partitions() {
            partitions.push(stream(layout.stream(partition)).await?);
        }
        let news = stream(layout.news_stream()).await?;
        let snapshots = stream(layout.snapshot_stream()).await?;
        let redactions = stream(layout.redaction_stream()).await?;
        Ok(Self { layout, context, partitions, news, snapshots, redactions, timeout })
    }

    /// The deadline of something that begins now.
    pub(super) fn deadline(&self) -> Deadline {
        Deadline::new(self.timeout)
    }

    /// The stream of a partition.
    pub(super) fn partition(&self, partition: u16) -> &Stream<()> {
        &self.partitions[usize::from(partition)]
    }

    /// A message of a partition.
    pub(super) async fn get(&self, partition: u16, wanted: Wanted<'_>) -> Result<Option<StreamMessage>, JournalError> {
        self.get_from(self.partition(partition), wanted).await
    }

    /// A message of the news.
    pub(super) async fn get_news(&self, wanted: Wanted<'_>) -> Result<Option<StreamMessage>, JournalError> {
        self.get_from(&self.news, wanted).await
    }

    /// The last message of a part of a snapshot.
    pub(super) async fn get_snapshot_part(&self, subject: &str) -> Result<Option<StreamMessage>, JournalError> {
        self.get_from(&self.snapshots, Wanted::Last(subject)).await
    }

    /// A message of the redactions.
    pub(super) async fn get_redaction(&self, wanted: Wanted<'_>) -> Result<Option<StreamMessage>, JournalError> {
        self.get_from(&self.redactions, wanted).await
    }

    /// The record at a place that is known to be there, or what stands in its place.
    pub(super) async fn record_at(&self, place: StreamPosition) -> Result<Stored, JournalError> {
        let mut deadline = self.deadline();
        loop {
            if let Some(message) = self.get(place.partition, Wanted::At(place.sequence)).await? {
                return self.stored(place.partition, &message);
            }
            if let Some(replacement) = self.replacement(place).await? {
                return Ok(replacement);
            }
            self.pause(&mut deadline, "reading", "a message is missing that was there").await?;
        }
    }

    /// A message of a partition that is known to be there, or a later one. A leader that was replaced and does not know
    /// it yet may say that there is none; it is not believed.
    pub(super) async fn get_existing(&self, partition: u16, wanted: Wanted<'_>) -> Result<StreamMessage, JournalError> {
        self.get_existing_from(self.partition(partition), wanted).await
    }

    /// A message of the news that is known to be there.
    pub(super) async fn get_existing_news(&self, wanted: Wanted<'_>) -> Result<StreamMessage, JournalError> {
        self.get_existing_from(&self.news, wanted).await
    }

    async fn get_existing_from(&self, stream: &Stream<()>, wanted: Wanted<'_>) -> Result<StreamMessage, JournalError> {
        let mut deadline = self.deadline();
        loop {
            match self.get_from(stream, wanted).await? {
                Some(message) => return Ok(message),
                None => self.pause(&mut deadline, "reading", "a message is missing that was there").await?,
            }
        }
    }

    async fn get_from(&self, stream: &Stream<()>, wanted: Wanted<'_>) -> Result<Option<StreamMessage>, JournalError> {
        let mut deadline = self.deadline();
        loop {
            let request = stream.raw_message_builder();
            let request = match wanted {
                Wanted::At(sequence) => request.sequence(sequence),
                Wanted::From(sequence, subject) => request.sequence(sequence).next_by_subject(subject),
                Wanted::Last(subject) => request.last_by_subject(subject),
            };
            match request.send().await {
                Ok(message) => return Ok(Some(message)),
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => return Ok(None),
                Err(error) => self.pause(&mut deadline, "reading", &error).await?,
            }
        }
    }

    /// The last sequence of a partition.
    pub(super) async fn last_sequence(&self, partition: u16) -> Result<u64, JournalError> {
        let mut deadline = self.deadline();
        loop {
            match self.partition(partition).get_info().await {
                Ok(info) => return Ok(info.state.last_sequence),
                Err(error) => self.pause(&mut deadline, "reading", &error).await?,
            }
        }
    }

    /// All subjects of JetStream that have a record in a partition.
    pub(super) async fn subjects(&self, partition: u16) -> Result<Vec<String>, JournalError> {
        let mut deadline = self.deadline();
        loop {
            let listed = async {
                let info = self.partition(partition).info_with_subjects(">").await?;
                info.map_ok(|(subject, _)| subject).try_collect::<Vec<String>>().await
            };
            match listed.await {
                Ok(subjects) => return Ok(subjects),
                Err(error) => self.pause(&mut deadline, "listing subjects", &error).await?,
            }
        }
    }

    /// Which streams these are, and since when.
    pub(super) async fn identity(&self) -> Result<String, JournalError> {
        let mut deadline = self.deadline();
        loop {
            match self.news.get_info().await {
                Ok(info) => {
                    let (of, since) = (self.layout.partitions, info.created);
                    return Ok(format!("{} {of} {since:?}", self.layout.news_stream()));
                }
                Err(error) => self.pause(&mut deadline, "reading", &error).await?,
            }
        }
    }

    /// Waits before something is tried again, until there is a connection; fails when its deadline has passed.
    pub(super) async fn pause(
        &self,
        deadline: &mut Deadline,
        what: &str,
        cause: &(impl std::fmt::Display + ?Sized),
    ) -> Result<(), JournalError> {
        loop {
            if deadline.is_over() {
                return Err(deadline.error(what, cause));
            }
            sleep(PAUSE).await;
            // What is sent without a connection would only wait in a queue.
            if self.context.client().connection_state() == State::Connected {
                return Ok(());
            }
        }
    }
}

/// Until when something is tried.
#[derive(Debug)]
pub(super) struct Deadline {
    whole: Duration,
    at: Instant,
}

impl Deadline {
    fn new(whole: Duration) -> Self {
        Self { whole, at: Instant::now() + whole }
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.at
    }

    /// What this resolves to, unless it takes longer.
    pub(super) async fn wait_for<T>(&self, what: &str, future: impl Future<Output = T>) -> Result<T, JournalError> {
        timeout_at(self.at, future).await.map_err(|_| self.error(what, "no answer"))
    }

    fn error(&self, what: &str, cause: &(impl std::fmt::Display + ?Sized)) -> JournalError {
        let (what, after) = (what.to_owned(), self.whole);
        JournalError(Box::new(TooLong { what, after, cause: cause.to_string() }))
    }
}

/// Makes a stream if it is not there, and fails if it is another than it has to be.
async fn see_to(context: &Context, wanted: &Config, timeout: Duration) -> Result<(), JetStreamError> {
    let deadline = Deadline::new(timeout);
    let stream = wanted.name.clone();
    loop {
        // A stream that is there is never changed. Of two nodes that make it at once one may be refused; it finds the
        // other's when it looks again. A cluster without a leader answers nothing, or that it is not available.
        let error = match find(context, &stream).await {
            Ok(Some(found)) => {
                let differences = differences(wanted, &found);
                if differences.is_empty() {
                    return Ok(());
                }
                return Err(JetStreamError::OtherStream { stream, differences });
            }
            Ok(None) => match context.create_stream(wanted).await {
                Ok(_) => continue,
                Err(error) => error.to_string(),
            },
            Err(error) => error,
        };
        if deadline.is_over() {
            return Err(JetStreamError::NoStream { stream, error });
        }
        sleep(PAUSE).await;
    }
}

/// How a stream is configured, if it is there.
async fn find(context: &Context, stream: &str) -> Result<Option<Config>, String> {
    use async_nats::jetstream::context::GetStreamErrorKind;
    match context.get_stream(stream).await {
        Ok(stream) => Ok(Some(stream.cached_info().config.clone())),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(None),
            _ => Err(error.to_string()),
        },
    }
}
