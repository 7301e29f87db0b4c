//! The writer: publishes records as they come, without waiting for one before the next is sent, and finds out what
//! became of each.
//!
//! An append is safe to repeat. It names the sequence it follows, so a second one is refused if the first was taken;
//! whether that was one's own is told by the message id of the record that follows there. So whatever is not known
//! after a timeout, a new connection or a new leader is found out by publishing the same message again.

use std::collections::{BTreeMap, VecDeque};
use std::future::IntoFuture;
use std::sync::{Arc, Mutex, PoisonError};

use async_nats::jetstream::context::{PublishAckFuture, PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc;

use super::layout::StreamPosition;
use super::reading::{NEWS, message_id};
use super::redactions::behind;
use super::relay::Relay;
use super::streams::{Streams, Wanted};
use crate::{Append, AppendError, JournalError, Later, OnAppended, Outcome, Position, Subject};

/// How many records may be on their way at once.
const MAX_IN_FLIGHT: usize = 1024;

/// An append that waits to be answered.
#[derive(Debug)]
pub(super) struct Request {
    append: Append,
    reply: Reply,
}

/// The requests of one call. They are answered when all of them have been dropped.
pub(super) fn requests(appends: Vec<Append>, on_appended: OnAppended) -> Vec<Request> {
    let outcomes = Mutex::new(appends.iter().map(|_| None).collect());
    let call = Arc::new(Call { outcomes, on_appended: Mutex::new(Some(on_appended)) });
    let request = |(number, append)| Request { append, reply: Reply { call: Arc::clone(&call), number } };
    appends.into_iter().enumerate().map(request).collect()
}

/// Where the outcome of one append of a call goes.
#[derive(Debug)]
struct Reply {
    call: Arc<Call>,
    number: usize,
}

impl Reply {
    fn send(self, outcome: Outcome) {
        let mut outcomes = self.call.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        outcomes[self.number] = Some(outcome);
    }
}

/// One call, with the outcomes that are known.
struct Call {
    outcomes: Mutex<Vec<Option<Outcome>>>,
    on_appended: Mutex<Option<OnAppended>>,
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call").field("outcomes", &self.outcomes).finish_non_exhaustive()
    }
}

/// The caller hears of the outcomes when nobody can add any more, so it never waits in vain.
impl Drop for Call {
    fn drop(&mut self) {
        let outcomes = std::mem::take(self.outcomes.get_mut().unwrap_or_else(PoisonError::into_inner));
        let stopped = || Err(JournalError::stopped().into());
        if let Some(on_appended) = self.on_appended.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            on_appended(outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(stopped)).collect());
        }
    }
}

/// Publishes what it is asked to.
#[derive(Debug)]
pub(super) struct Writer {
    streams: Arc<Streams>,
    relay: Arc<Relay>,
    /// What this writer's message ids begin with: nobody else's do.
    name: String,
    published: u64,
}

/// An append under way. It resolves to its subject when it has been answered.
type Flight = Later<'static, Subject>;

impl Writer {
    pub(super) fn new(streams: Arc<Streams>, relay: Arc<Relay>) -> Self {
        let name = streams.context.client().new_inbox();
        Self { streams, relay, name, published: 0 }
    }

    /// Works until there are no more requests and all were answered.
    pub(super) async fn run(mut self, mut requests: mpsc::UnboundedReceiver<Vec<Request>>) {
        let mut flights: FuturesUnordered<Flight> = FuturesUnordered::new();
        // The subjects that are being written to, each with what waits for its turn: the order of calls counts.
        let mut subjects: BTreeMap<Subject, VecDeque<Request>> = BTreeMap::new();
        let mut is_open = true;
        while is_open || !flights.is_empty() {
            tokio::select! {
                Some(subject) = flights.next() => {
                    match subjects.get_mut(&subject).and_then(VecDeque::pop_front) {
                        Some(request) => {
                            let flight = self.start(request).await;
                            flights.push(flight);
                        }
                        None => drop(subjects.remove(&subject)),
                    }
                }
                call = requests.recv(), if is_open && flights.len() < MAX_IN_FLIGHT => {
                    is_open = call.is_some();
                    for request in call.into_iter().flatten() {
                        match subjects.get_mut(&request.append.subject) {
                            Some(waiting) => waiting.push_back(request),
                            None => {
                                subjects.insert(request.append.subject.clone(), VecDeque::new());
                                let flight = self.start(request).await;
                                flights.push(flight);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Publishes a record for the first time, after all that were started before it.
    async fn start(&mut self, Request { append, reply }: Request) -> Flight {
        let subject = append.subject.clone();
        if let Err(refusal) = append.record.check_length() {
            reply.send(Err(refusal));
            return Box::pin(async { subject });
        }
        self.published += 1;
        let id = format!("{}.{}", self.name, self.published);
        let attempt = Attempt::new(Arc::clone(&self.streams), append, id);
        let relay = Arc::clone(&self.relay);
        let Some(attempt) = attempt else {
            // No record of this subject can be where the writer believes.
            let streams = Arc::clone(&self.streams);
            return Box::pin(async move {
                reply.send(conflict(&streams, &subject).await);
                subject
            });
        };
        let first = attempt.publish().await;
        Box::pin(async move {
            reply.send(attempt.finish(first, &relay).await);
            subject
        })
    }
}

/// The subject stands somewhere else.
async fn conflict(streams: &Streams, subject: &Subject) -> Outcome {
    let partition = streams.layout.partition_of(subject);
    let last = streams.get(partition, Wanted::Last(&streams.layout.subject(subject))).await?;
    let sequence = last.map_or(0, |message| message.sequence);
    Err(AppendError::Conflict { at: streams.layout.position(StreamPosition { partition, sequence }) })
}

/// One record on its way.
struct Attempt {
    streams: Arc<Streams>,
    partition: u16,
    subject: String,
    /// The sequence it follows.
    after: u64,
    id: String,
    body: Bytes,
    is_news: bool,
}

impl Attempt {
    /// `None` if the position it follows is not one of its partition.
    fn new(streams: Arc<Streams>, append: Append, id: String) -> Option<Self> {
        let layout = &streams.layout;
        let partition = layout.partition_of(&append.subject);
        let after = match layout.stream_position(append.after) {
            None => 0,
            Some(place) if place.partition == partition => place.sequence,
            Some(_) => return None,
        };
        let subject = layout.subject(&append.subject);
        let body = Bytes::from_owner(append.record.body);
        Some(Self { streams, partition, subject, after, id, body, is_news: append.record.is_news })
    }

    async fn publish(&self) -> Result<PublishAckFuture, PublishError> {
        let message = PublishMessage::build().payload(self.body.clone()).message_id(&self.id);
        let mut message = message.expected_last_subject_sequence(self.after);
        if self.is_news {
            message = message.header(NEWS, "1");
        }
        self.streams.context.send_publish(self.subject.clone(), message).await
    }

    /// Finds out what became of it, publishing it again where that is not known.
    async fn finish(mut self, first: Result<PublishAckFuture, PublishError>, relay: &Relay) -> Outcome {
        let mut deadline = self.streams.deadline();
        let mut sent = first;
        let sequence = loop {
            let acknowledged = match sent {
                Ok(acknowledged) => acknowledged.into_future().await,
                Err(error) => Err(error),
            };
            match acknowledged {
                Ok(acknowledged) => break acknowledged.sequence,
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {
                    match self.settle(told_sequence(&error.to_string())).await {
                        Err(AppendError::Conflict { at }) if self.is_only_filled(at).await? => {}
                        settled => break settled?,
                    }
                }
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                    return Err(JournalError(Box::new(error)).into());
                }
                Err(error) => self.streams.pause(&mut deadline, "appending", &error).await?,
            }
            sent = self.publish().await;
        };
        let place = StreamPosition { partition: self.partition, sequence };
        if self.is_news {
            // Whatever is written because of this comes after it in the news, also if it belongs to another partition.
            let what = "bringing a written record into the order of the news";
            self.streams.deadline().wait_for(what, relay.relayed(place)).await?;
        }
        Ok(self.streams.layout.position(place))
    }

    /// The record is refused for the sequence it follows: either another was first, or this very record was, and the
    /// answer was lost. What was taken directly follows `after`. `told` is where the subject stands, as the refusal says.
    async fn settle(&self, told: Option<u64>) -> Result<u64, AppendError> {
        let at = match told {
            Some(at) => at,
            None => self.last_sequence().await?,
        };
        if at > self.after {
            let wanted = Wanted::From(self.after + 1, &self.subject);
            let next = self.streams.get_existing(self.partition, wanted).await?;
            if message_id(&next) == Some(&self.id) {
                return Ok(next.sequence);
            }
        }
        let place = StreamPosition { partition: self.partition, sequence: at };
        Err(AppendError::Conflict { at: self.streams.layout.position(place) })
    }

    /// Whether the subject stands at a filler behind the very record that this one is to follow: it follows that.
    async fn is_only_filled(&mut self, at: Position) -> Result<bool, JournalError> {
        let layout = &self.streams.layout;
        let (Some(at), after) =
            (layout.stream_position(at), StreamPosition { partition: self.partition, sequence: self.after })
        else {
            return Ok(false);
        };
        let last = self.streams.get(self.partition, Wanted::At(at.sequence)).await?;
        let is_filled = last.as_ref().and_then(behind) == Some(layout.position(after)) && self.after > 0;
        if is_filled {
            self.after = at.sequence;
        }
        Ok(is_filled)
    }

    /// Where the subject stands, which is not where the record was to follow.
    async fn last_sequence(&self) -> Result<u64, JournalError> {
        let mut deadline = self.streams.deadline();
        loop {
            let last = self.streams.get(self.partition, Wanted::Last(&self.subject)).await?;
            let at = last.map_or(0, |message| message.sequence);
            if at != self.after {
                return Ok(at);
            }
            // A leader that has not caught up: what refused the record is not yet seen.
            self.streams.pause(&mut deadline, "reading what refused a record", "nothing new").await?;
        }
    }
}

/// Where a subject stands, by the text of a refusal (`wrong last sequence: 5 (…`), which is surer than to ask again: it
/// comes from the very moment of refusing. `None` if servers word it otherwise one day.
fn told_sequence(text: &str) -> Option<u64> {
    let (_, rest) = text.rsplit_once("sequence: ")?;
    rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use async_nats::jetstream::ContextBuilder;
    use nats_cluster::Cluster;

    use super::*;
    use crate::Record;
    use crate::jetstream::JetStreamSettings;

    fn attempt(streams: &Arc<Streams>, after: u64, id: &str) -> Attempt {
        let subject = Subject::new("table.a").expect("a subject");
        let record = Record { body: id.as_bytes().into(), is_news: false };
        let append = Append { subject, after: Position(after), record };
        Attempt::new(Arc::clone(streams), append, id.to_owned()).expect("there is one partition")
    }

    #[tokio::test]
    async fn ones_own_record_is_recognised_when_its_answer_was_lost_and_others_have_written_since() {
        let cluster = Cluster::start(1).expect("a server can be started");
        let settings = JetStreamSettings { servers: cluster.addresses(), ..JetStreamSettings::default() };
        let client = settings.connect().await.expect("the server can be reached");
        let layout = settings.layout().expect("the settings are good");
        let streams = Streams::open(ContextBuilder::new().build(client), layout, settings.timeout)
            .await
            .expect("streams are made");
        let streams = Arc::new(streams);

        let own = attempt(&streams, 0, "own");
        let stored = own.publish().await.expect("it is sent").await.expect("it is stored").sequence;
        // The same message again, as after a lost answer, is not stored twice.
        let again = own.publish().await.expect("it is sent").await.expect("it is answered");
        assert_eq!((again.sequence, again.duplicate), (stored, true));
        // Without the server's memory of ids it is refused, and found.
        assert_eq!(own.settle(None).await.ok(), Some(stored));
        let next = attempt(&streams, stored, "next");
        let last = next.publish().await.expect("it is sent").await.expect("it is stored").sequence;
        let late = attempt(&streams, 0, "late");
        let refusal = late.publish().await.expect("it is sent").await.expect_err("another was first").to_string();
        assert_eq!(told_sequence(&refusal), Some(last), "{refusal}");
        for told in [None, Some(last)] {
            assert_eq!(own.settle(told).await.ok(), Some(stored));
            let refused = late.settle(told).await;
            assert!(matches!(refused, Err(AppendError::Conflict { at }) if at == Position(last)), "{refused:?}");
        }
    }

    #[test]
    fn a_refusal_that_is_worded_otherwise_is_no_number() {
        assert_eq!(told_sequence("wrong last sequence: wrong last sequence: 0 (code 400, error code 10071)"), Some(0));
        for other in ["", "wrong last sequence", "wrong last sequence: unknown", "expected 5"] {
            assert_eq!(told_sequence(other), None, "{other}");
        }
    }
}
