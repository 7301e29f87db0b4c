//! The relay: brings the news of all partitions into one order, that of the news stream.
//!
//! A record is written to its partition, and that is the truth. The news stream holds pointers: each says where a piece
//! of news stands, and how far each partition has been looked through ([`Pointer::cleared`]): all news up to there are
//! in the news stream. Every node runs a relay. It looks through all partitions (`scan`), and appends what it found
//! under the condition that the news stream ends where it believes; so of several relays one wins, the others learn
//! what it wrote, and a relay that stops in between leaves nothing half done. What is published together is chained by
//! message ids: each is only taken directly after the one before it.
//!
//! A node relays at once what it has written itself; what others wrote only when they seem not to.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::Subscriber;
use async_nats::jetstream::message::PublishMessage;
use futures_util::future::join_all;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until};

use super::layout::StreamPosition;
use super::streams::{Streams, Wanted};
use crate::JournalError;

/// How long a node leaves news to the one that wrote them.
const GRACE: Duration = Duration::from_millis(500);
/// How often the end of the news stream is looked at, should nobody have said that it moved.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// The pause after another relay was faster.
const PAUSE: Duration = Duration::from_millis(10);
/// How many pointers are published together.
const MAX_BATCH: usize = 256;

/// A pointer cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("message {sequence} of the news stream is not a pointer")]
struct Foreign {
    sequence: u64,
}

/// A piece of news, as the news stream holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pointer {
    /// Where it stands.
    pub(super) place: StreamPosition,
    /// Of each partition the sequence up to which all news are in the news stream, this one included.
    pub(super) cleared: Vec<u64>,
}

impl Pointer {
    /// As text: the partition, the sequence, and how far each partition is cleared.
    fn write(&self) -> String {
        let StreamPosition { partition, sequence } = self.place;
        let numbers = [u64::from(partition), sequence].into_iter().chain(self.cleared.iter().copied());
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn read(text: &[u8], partitions: u16) -> Option<Self> {
        let mut words = std::str::from_utf8(text).ok()?.split(' ');
        let place = StreamPosition { partition: words.next()?.parse().ok()?, sequence: words.next()?.parse().ok()? };
        let cleared: Vec<u64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        (place.partition < partitions && cleared.len() == usize::from(partitions)).then_some(Self { place, cleared })
    }
}

/// What is known of the news, and what is to be relayed.
#[derive(Debug)]
pub(super) struct Relay {
    pub(super) streams: Arc<Streams>,
    state: Mutex<State>,
    changed: Notify,
    /// What this relay's message ids begin with: nobody else's do.
    name: String,
    published: AtomicU64,
}

#[derive(Debug)]
struct State {
    /// The last sequence of the news stream.
    last: u64,
    /// Of each partition.
    parts: Vec<Part>,
}

/// What is known of a partition.
#[derive(Debug, Default)]
struct Part {
    /// All news up to here are in the news stream.
    cleared: u64,
    /// All records up to here were looked at.
    scanned: u64,
    /// News beyond `cleared`, in order, and since when they are known.
    found: VecDeque<(u64, Instant)>,
    /// Who waits until the news at a sequence are in the news stream.
    waiting: BTreeMap<u64, Vec<oneshot::Sender<()>>>,
}

impl Part {
    /// How many of the news that were found are to be relayed now.
    fn due(&self, now: Instant) -> usize {
        let wanted = self.waiting.last_key_value().map_or(0, |(sequence, _)| *sequence);
        let is_due = |(sequence, since): &(u64, Instant)| *sequence <= wanted || now >= *since + GRACE;
        self.found.iter().rposition(is_due).map_or(0, |last| last + 1)
    }

    /// Up to where all news would be in the news stream if the first so many of those found were.
    fn cleared_with(&self, count: usize) -> u64 {
        self.found.get(count).map_or(self.scanned.max(self.cleared), |(next, _)| next - 1)
    }
}

/// What is to be published, and after which message.
struct Batch {
    after: u64,
    pointers: Vec<Pointer>,
}

impl Relay {
    /// A relay that knows where the news stream ends.
    pub(super) async fn open(streams: Arc<Streams>) -> Result<Self, JournalError> {
        let parts = streams.layout.partitions().map(|_| Part::default()).collect();
        let name = streams.context.client().new_inbox();
        let state = Mutex::new(State { last: 0, parts });
        let relay = Self { streams, state, changed: Notify::new(), name, published: AtomicU64::new(0) };
        relay.learn().await?;
        for part in &mut relay.lock().parts {
            part.scanned = part.cleared;
        }
        Ok(relay)
    }

    /// The last sequence of the news stream, as far as it is known.
    pub(super) fn last(&self) -> u64 {
        self.lock().last
    }

    /// Up to where a partition was looked through.
    pub(super) fn scanned(&self, partition: u16) -> u64 {
        self.lock().parts[usize::from(partition)].scanned
    }

    /// A record of a partition, the next in order, was looked at; it is news or not.
    pub(super) fn on_scanned(&self, StreamPosition { partition, sequence }: StreamPosition, is_news: bool) {
        let mut state = self.lock();
        let part = &mut state.parts[usize::from(partition)];
        if sequence <= part.scanned {
            return;
        }
        part.scanned = sequence;
        if is_news && sequence > part.cleared {
            part.found.push_back((sequence, Instant::now()));
            drop(state);
            self.changed.notify_one();
        }
    }

    /// Resolves when the news at a place are in the news stream.
    pub(super) async fn relayed(&self, StreamPosition { partition, sequence }: StreamPosition) {
        let (sender, relayed) = oneshot::channel();
        {
            let mut state = self.lock();
            let part = &mut state.parts[usize::from(partition)];
            if sequence <= part.cleared {
                return;
            }
            part.waiting.entry(sequence).or_default().push(sender);
        }
        self.changed.notify_one();
        // The sender goes only when it has sent, or with the relay.
        let _ = relayed.await;
    }

    /// Relays until it is aborted, and tells where the news stream ends. `hints` are messages on their way to the news
    /// stream: they may never be stored, so they are only a reason to look.
    pub(super) async fn run(self: Arc<Self>, last: watch::Sender<u64>, mut hints: Subscriber) {
        loop {
            let (batch, next) = self.batch();
            if batch.pointers.is_empty() {
                tokio::select! {
                    () = self.changed.notified() => continue,
                    hint = hints.next() => if hint.is_none() { return },
                    () = sleep_until(next) => {}
                }
                while hints.next().now_or_never().flatten().is_some() {}
            } else if self.publish(batch).await {
                last.send_replace(self.last());
                continue;
            } else {
                sleep(PAUSE).await;
            }
            // If this fails it has been tried for long, and is tried again.
            let _ = self.learn().await;
            let known = self.last();
            last.send_if_modified(|last| std::mem::replace(last, known) != known);
        }
    }

    /// Looks at the end of the news stream.
    pub(super) async fn learn(&self) -> Result<(), JournalError> {
        let subject = self.streams.layout.news_subject();
        if let Some(message) = self.streams.get_news(Wanted::Last(&subject)).await? {
            let pointer = self.pointer(message.sequence, &message.payload)?;
            self.on_end(message.sequence, &pointer.cleared);
        }
        Ok(())
    }

    /// The pointer that a message of the news stream is.
    pub(super) fn pointer(&self, sequence: u64, payload: &[u8]) -> Result<Pointer, JournalError> {
        let pointer = Pointer::read(payload, self.streams.layout.partitions);
        pointer.ok_or_else(|| JournalError(Box::new(Foreign { sequence })))
    }

    /// The news stream ends here, and its partitions are cleared up to there. A leader that was replaced and does not
    /// know it yet may tell of an older end.
    fn on_end(&self, last: u64, cleared: &[u64]) {
        let mut state = self.lock();
        if last <= state.last {
            return;
        }
        state.last = last;
        for (part, cleared) in state.parts.iter_mut().zip(cleared) {
            part.cleared = part.cleared.max(*cleared);
            while part.found.front().is_some_and(|(sequence, _)| *sequence <= part.cleared) {
                part.found.pop_front();
            }
            let waiting = part.waiting.split_off(&(part.cleared + 1));
            let relayed = std::mem::replace(&mut part.waiting, waiting);
            for sender in relayed.into_values().flatten() {
                // Whoever waited may have given up.
                let _ = sender.send(());
            }
        }
    }

    /// What is to be published now, and when to look again.
    fn batch(&self) -> (Batch, Instant) {
        let (state, now) = (self.lock(), Instant::now());
        let mut cleared: Vec<u64> = state.parts.iter().map(|part| part.cleared).collect();
        let mut pointers: Vec<Pointer> = Vec::new();
        let mut counts = vec![0; state.parts.len()];
        for (number, part) in state.parts.iter().enumerate() {
            for (sequence, _) in part.found.iter().take(part.due(now).min(MAX_BATCH - pointers.len())) {
                cleared[number] = *sequence;
                counts[number] += 1;
                let place = StreamPosition { partition: number as u16, sequence: *sequence };
                pointers.push(Pointer { place, cleared: cleared.clone() });
            }
        }
        if let Some(last) = pointers.last_mut() {
            // Also what was looked through and is no news, so that nobody has to look through it again.
            last.cleared = state.parts.iter().zip(&counts).map(|(part, count)| part.cleared_with(*count)).collect();
        }
        let oldest = state.parts.iter().filter_map(|part| part.found.front()).map(|(_, since)| *since + GRACE).min();
        let next = oldest.map_or(now + LOOK_AGAIN, |oldest| oldest.min(now + LOOK_AGAIN));
        (Batch { after: state.last, pointers }, next)
    }

    /// Publishes pointers, without waiting for one before the next is sent; whether all were taken.
    async fn publish(&self, Batch { after, pointers }: Batch) -> bool {
        let mut previous: Option<String> = None;
        let mut sent = Vec::new();
        for (expected, pointer) in (after..).zip(&pointers) {
            let id = format!("{}.{}", self.name, self.published.fetch_add(1, Ordering::Relaxed));
            let message = PublishMessage::build().payload(pointer.write().into()).message_id(&id);
            let mut message = message.expected_last_sequence(expected);
            // The sequence alone would let it in after another relay's, and the one before it would be left out.
            if let Some(previous) = previous.replace(id) {
                message = message.expected_last_message_id(previous);
            }
            match self.streams.context.send_publish(self.streams.layout.news_subject(), message).await {
                Ok(acknowledged) => sent.push(acknowledged.into_future()),
                Err(_) => break,
            }
        }
        let taken = join_all(sent).await.into_iter().take_while(Result::is_ok).count();
        if let Some(last) = taken.checked_sub(1) {
            self.on_end(after + taken as u64, &pointers[last].cleared);
        }
        taken == pointers.len()
    }

    /// Nothing panics while it is locked, so it is whole even if the lock says otherwise.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_read_as_they_were_written() {
        let place = StreamPosition { partition: 2, sequence: 77 };
        let pointer = Pointer { place, cleared: vec![1, 0, 77] };
        assert_eq!(pointer.write(), "2 77 1 0 77");
        assert_eq!(Pointer::read(b"2 77 1 0 77", 3), Some(pointer));
        for foreign in ["", "2", "3 1 0 0 0", "2 77 1 0", "2 77 1 0 77 5", "2 x 1 0 77", "2 77 1 0 77 "] {
            assert_eq!(Pointer::read(foreign.as_bytes(), 3), None, "{foreign}");
        }
    }

    #[test]
    fn news_of_others_are_left_to_them_for_a_while() {
        let now = Instant::now();
        let mut part = Part { scanned: 9, ..Part::default() };
        part.found.extend([(3, now - GRACE), (5, now), (8, now)]);
        assert_eq!((part.due(now), part.cleared_with(1), part.cleared_with(3)), (1, 4, 9));
        part.waiting.insert(5, Vec::new());
        assert_eq!((part.due(now), part.cleared_with(2)), (2, 7));
        // Who waits for what was not looked at yet needs all that was.
        part.waiting.insert(11, Vec::new());
        assert_eq!(part.due(now), 3);
    }
}
