//! A worker: takes pieces, says all the while that it works, stores the result, and only then acknowledges the piece.
//!
//! Deliberately absent: doing the work; that is a function of the piece.

use std::sync::Arc;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::future::try_join_all;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, sleep, timeout};

use crate::coordinator::FAILED;
use crate::{ACK_WAIT, PAUSE, WorkError, WorkQueue};

/// Does a piece of work, on a thread of its own; what it cannot do it says in words.
pub type Perform = Arc<dyn Fn(&[u8]) -> Result<Vec<u8>, String> + Send + Sync>;

/// How often a piece is given out. One that so many workers did not survive would be the end of all of them.
const MAX_ATTEMPTS: i64 = 10;

impl WorkQueue {
    /// Works until the future is dropped, at so many pieces at once; `on_done` hears of each.
    ///
    /// # Errors
    /// If the queue cannot be read at all.
    pub async fn work(&self, at_once: usize, perform: Perform, on_done: &(dyn Fn() + Sync)) -> Result<(), WorkError> {
        let consumer = self.consumer().await?;
        let slots = (0..at_once.max(1)).map(|_| self.slot(&consumer, &perform, on_done));
        try_join_all(slots).await.map(|_: Vec<()>| ())
    }

    async fn consumer(&self) -> Result<Consumer<pull::Config>, WorkError> {
        let name = self.names.workers();
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: self.names.all_work(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            // Workers bound it themselves; a server's own bound would hold back a large cluster.
            max_ack_pending: 100_000,
            ..pull::Config::default()
        };
        let deadline = Instant::now() + self.timeout;
        loop {
            let stream = self.context.get_stream_no_info(self.names.work_stream()).await;
            let error = match stream {
                Ok(stream) => match stream.get_or_create_consumer(&name, config.clone()).await {
                    Ok(consumer) => return Ok(consumer),
                    Err(error) => error.to_string(),
                },
                Err(error) => error.to_string(),
            };
            if Instant::now() > deadline {
                return Err(WorkError::Servers(error));
            }
            sleep(PAUSE).await;
        }
    }

    /// Takes one piece after the other.
    async fn slot(
        &self,
        consumer: &Consumer<pull::Config>,
        perform: &Perform,
        on_done: &(dyn Fn() + Sync),
    ) -> Result<(), WorkError> {
        loop {
            // A request that is lost with a server is simply made again.
            let Ok(mut taken) = consumer.batch().max_messages(1).expires(ACK_WAIT).messages().await else {
                sleep(PAUSE).await;
                continue;
            };
            match timeout(ACK_WAIT * 2, taken.next()).await {
                Ok(Some(Ok(piece))) => {
                    self.finish(piece, perform).await;
                    on_done();
                }
                Ok(Some(Err(_))) => sleep(PAUSE).await,
                // There was nothing to do.
                Ok(None) | Err(_) => {}
            }
        }
    }

    /// Does a piece and stores its result. Whatever fails here is tried by another worker, or by this one later.
    async fn finish(&self, piece: Message, perform: &Perform) {
        let Some(subject) = self.names.result_of(&piece.subject) else {
            let _ = piece.ack_with(AckKind::Term).await;
            return;
        };
        let attempts = piece.info().map_or(1, |info| info.delivered);
        let result = if attempts > MAX_ATTEMPTS {
            Err(format!("a piece of work was given out {MAX_ATTEMPTS} times and never finished"))
        } else {
            let (perform, payload) = (Arc::clone(perform), piece.payload.clone());
            let working = spawn_blocking(move || perform(&payload));
            heartbeat(&piece, working).await
        };
        if self.store(subject, result).await {
            let _ = piece.double_ack().await;
        }
    }

    /// Stores the result of a piece, if it has none; false if that failed.
    async fn store(&self, subject: String, result: Result<Vec<u8>, String>) -> bool {
        let message = match result {
            Ok(body) => PublishMessage::build().payload(Bytes::from(body)),
            Err(why) => PublishMessage::build().payload(Bytes::from(why)).header(FAILED, "1"),
        };
        let message = message.expected_last_subject_sequence(0);
        let deadline = Instant::now() + self.timeout;
        loop {
            let sent = self.context.send_publish(subject.clone(), message.clone()).await;
            let stored = match sent {
                Ok(sent) => sent.await.map(|_| ()),
                Err(error) => Err(error),
            };
            match stored {
                Ok(()) => return true,
                // Another was first, or this very result was, and its acknowledgement was lost.
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => return true,
                Err(_) if Instant::now() > deadline => return false,
                Err(_) => sleep(PAUSE).await,
            }
        }
    }
}

/// Waits for a piece to be done, and tells the queue meanwhile that somebody works at it.
async fn heartbeat(piece: &Message, mut working: JoinHandle<Result<Vec<u8>, String>>) -> Result<Vec<u8>, String> {
    loop {
        match timeout(ACK_WAIT / 4, &mut working).await {
            Ok(Ok(result)) => return result,
            Ok(Err(panicked)) => return Err(format!("the work panicked: {panicked}")),
            Err(_) => {
                let _ = piece.ack_with(AckKind::Progress).await;
            }
        }
    }
}
