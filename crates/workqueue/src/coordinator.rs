//! The coordinator: puts the pieces of a run into the queue, a bounded number ahead, and reads their results as they
//! come.
//!
//! Results are asked for one after the other by their sequence, so none is missed or read twice; what is heard of them
//! over a plain subscription only says when to look.
//! Deliberately absent: what to do about a piece that no worker can do; it ends the run.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::Subscriber;
use async_nats::header::HeaderName;
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use async_nats::jetstream::stream::{RawMessageErrorKind, Stream};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::time::{Instant, sleep, timeout};

use crate::names::Names;
use crate::{PAUSE, WorkError, WorkQueue};

/// What marks a result as a failure; the body says what failed.
pub(crate) const FAILED: HeaderName = HeaderName::from_static("Tapis-Failed");
/// How many pieces may be in the queue or in work at once, so that a coordinator that dies leaves little behind.
const MAX_AHEAD: usize = 1024;
/// How long the coordinator waits for word of a result before it looks by itself.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// After so long without any result somebody may want to know.
const SILENCE: Duration = Duration::from_secs(10);

/// What is heard while a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// So many pieces more are done.
    Done(usize),
    /// Nothing was done for a while: there may be no worker.
    Silence,
}

/// A run: its pieces and results mix with nobody else's.
#[derive(Debug)]
pub struct Run {
    queue: WorkQueue,
    /// What its subjects have that no others have.
    name: String,
    results: Stream<()>,
    hints: Subscriber,
    /// The next piece's number.
    next: usize,
    /// Up to where results were read.
    seen: u64,
    /// The pieces that have no result yet, with their sequence in the queue.
    waiting: BTreeMap<usize, u64>,
}

impl WorkQueue {
    /// Begins a run.
    ///
    /// # Errors
    /// If the servers do not answer.
    pub async fn begin(&self) -> Result<Run, WorkError> {
        let failed = |error: &dyn std::fmt::Display| WorkError::Servers(error.to_string());
        // A random name, as clients give to their inboxes.
        let inbox = self.context.client().new_inbox();
        let name = inbox.rsplit('.').next().unwrap_or_default().to_owned();
        let hints = self.context.client().subscribe(self.names.results_of(&name)).await;
        let hints = hints.map_err(|error| failed(&error))?;
        let results = self.context.get_stream_no_info(self.names.result_stream()).await;
        let results = results.map_err(|error| failed(&error))?;
        Ok(Run { queue: self.clone(), name, results, hints, next: 0, seen: 0, waiting: BTreeMap::new() })
    }
}

impl Run {
    /// Has pieces of work done, and gives their results in the same order.
    ///
    /// # Errors
    /// If a piece cannot be done, or the servers do not answer for long.
    pub async fn perform(&mut self, pieces: &[Bytes], news: &(dyn Fn(News) + Sync)) -> Result<Vec<Bytes>, WorkError> {
        let first = self.next;
        self.next += pieces.len();
        let mut results: Vec<Option<Bytes>> = vec![None; pieces.len()];
        let mut sent = 0;
        let mut last_heard = Instant::now();
        loop {
            let end = pieces.len().min(sent + MAX_AHEAD.saturating_sub(self.waiting.len()));
            let sequences = self.send(first + sent, &pieces[sent..end]).await?;
            self.waiting.extend((first + sent..).zip(sequences));
            sent = end;
            if self.waiting.is_empty() {
                return Ok(results.into_iter().flatten().collect());
            }
            match self.next_result().await? {
                Some(message) => {
                    self.seen = message.sequence;
                    if message.headers.get(FAILED).is_some() {
                        return Err(WorkError::Worker(String::from_utf8_lossy(&message.payload).into_owned()));
                    }
                    let number = Names::number(&message.subject);
                    if let Some(number) = number.filter(|number| self.waiting.remove(number).is_some()) {
                        results[number - first] = Some(message.payload);
                        news(News::Done(1));
                    }
                    last_heard = Instant::now();
                }
                None => {
                    // Whether it was a hint or not, the next look tells.
                    let _ = timeout(LOOK_AGAIN, self.hints.next()).await;
                    if last_heard.elapsed() > SILENCE {
                        last_heard = Instant::now();
                        news(News::Silence);
                    }
                }
            }
        }
    }

    /// Takes everything of this run out of the queue; what workers have begun they finish in vain.
    pub async fn end(self) {
        // What is left here ages away. Pieces are deleted one by one: servers of version 2.9 that purge the pieces of one
        // run let the workers skip those of others.
        if let Ok(work) = self.queue.context.get_stream_no_info(self.queue.names.work_stream()).await {
            for sequence in self.waiting.values() {
                let _ = work.delete_message(*sequence).await;
            }
        }
        let _ = self.results.purge().filter(self.queue.names.results_of(&self.name)).await;
    }

    /// Puts pieces into the queue, the first of them with this number; each is there once. Returns
    /// where they stand.
    async fn send(&self, first: usize, pieces: &[Bytes]) -> Result<Vec<u64>, WorkError> {
        let publish = |(number, piece): (usize, &Bytes)| {
            let subject = self.queue.names.piece(&self.name, number);
            let id = format!("{}.{number}", self.name);
            // A piece that was taken and done while its acknowledgement was lost is known by its id.
            let message = PublishMessage::build().payload(piece.clone()).message_id(id);
            async move {
                let deadline = Instant::now() + self.queue.timeout;
                loop {
                    let sent = self.queue.context.send_publish(subject.clone(), message.clone()).await;
                    let acknowledged = match sent {
                        Ok(sent) => sent.await.map(|stored| stored.sequence),
                        Err(error) => Err(error),
                    };
                    match acknowledged {
                        Ok(sequence) => return Ok(sequence),
                        Err(error) if Instant::now() > deadline => return Err(WorkError::Servers(error.to_string())),
                        Err(_) => sleep(PAUSE).await,
                    }
                }
            }
        };
        futures_util::future::try_join_all((first..).zip(pieces).map(publish)).await
    }

    async fn next_result(&self) -> Result<Option<StreamMessage>, WorkError> {
        let subject = self.queue.names.results_of(&self.name);
        let deadline = Instant::now() + self.queue.timeout;
        loop {
            let request = self.results.raw_message_builder().sequence(self.seen + 1).next_by_subject(subject.clone());
            match request.send().await {
                Ok(message) => return Ok(Some(message)),
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => return Ok(None),
                Err(error) if Instant::now() > deadline => return Err(WorkError::Servers(error.to_string())),
                Err(_) => sleep(PAUSE).await,
            }
        }
    }
}
