//! A journal on NATS JetStream, which several nodes share: an append is acknowledged when a majority of the servers
//! has it, and the servers go on when a minority of them fails.
//!
//! | | in JetStream |
//! |---|---|
//! | a subject's records | messages of one subject, in the stream of its partition (`layout`) |
//! | an append | a message that names the sequence its subject stands at (`appends`) |
//! | reading | messages of a subject, one by one, from the stream's leader (`reading`, `streams`) |
//! | a redaction | a message in a stream of its own, which stands in the place of a deleted one (`redactions`) |
//! | snapshots | the last message of each part, in a stream of their own (`snapshots`) |
//! | news | pointers in a stream of their own, written by the relay (`relay`, `scan`), and read there (`news`) |
//!
//! With one partition positions are one order of the whole log. With several they are an order within a subject only;
//! the order of the news is that of the feed, the same for all nodes, and [`Journal::news`] goes on from the position
//! of any piece of news.
//! Deliberately absent: who owns which subject.

mod appends;
mod existing;
mod layout;
mod news;
mod reading;
mod redactions;
mod relay;
mod scan;
mod settings;
mod snapshots;
mod streams;

use std::sync::{Arc, Mutex, PoisonError};

use async_nats::connection::State;
use async_nats::jetstream::{Context, ContextBuilder};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

pub use settings::{ClientCertificate, JetStreamError, JetStreamSettings, Login, Tls};

use appends::{Request, Writer};
use layout::StreamPosition;
use relay::Relay;
use streams::{REQUEST_TIMEOUT, Streams};

use crate::follow::follow_pages;
use crate::{
    Append, Feed, Found, Journal, JournalError, Later, OnAppended, Position, RedactError, Snapshot, Stored, Subject,
};

/// A journal on JetStream. When it is dropped, what was accepted is still written, for as long as the runtime lives.
#[derive(Debug)]
pub struct JetStreamJournal {
    streams: Arc<Streams>,
    relay: Arc<Relay>,
    /// `None` once it is closed.
    requests: Mutex<Option<mpsc::UnboundedSender<Vec<Request>>>>,
    last_news: watch::Receiver<u64>,
}

impl JetStreamJournal {
    /// Opens a journal, made if it is not there. It works in tasks of the runtime that this is called in.
    ///
    /// # Errors
    /// If no server can be reached, or its streams are other than the settings say.
    pub async fn open(settings: &JetStreamSettings) -> Result<Self, JetStreamError> {
        let layout = settings.layout()?;
        let client = settings.connect().await?;
        let context = ContextBuilder::new()
            .timeout(REQUEST_TIMEOUT)
            .ack_timeout(REQUEST_TIMEOUT)
            // Bounded by the writer instead; here it would be refused.
            .max_ack_inflight(1 << 16)
            .build(client.clone());
        let streams = Arc::new(Streams::open(context, layout, settings.timeout).await?);
        let hints = client.subscribe(streams.layout.news_subject()).await;
        let hints = hints.map_err(|error| JournalError(Box::new(error)))?;
        let relay = Arc::new(Relay::open(Arc::clone(&streams)).await?);

        let (news, last_news) = watch::channel(relay.last());
        let mut background = JoinSet::new();
        background.spawn(Arc::clone(&relay).run(news, hints));
        for partition in streams.layout.partitions() {
            background.spawn(scan::scan(Arc::clone(&relay), partition));
        }
        let (requests, receiver) = mpsc::unbounded_channel();
        let writer = Writer::new(Arc::clone(&streams), Arc::clone(&relay));
        tokio::spawn(async move {
            writer.run(receiver).await;
            // The last appends may be news, so the relay ends after them, and feeds end with it.
            drop(background);
        });
        Ok(Self { streams, relay, requests: Mutex::new(Some(requests)), last_news })
    }

    /// The line to the servers, for what else nodes tell each other.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.streams.context
    }

    /// Whether a server is connected at this moment.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.streams.context.client().connection_state() == State::Connected
    }

    /// How many news there are, as far as it is known here.
    #[must_use]
    pub fn known_news(&self) -> u64 {
        *self.last_news.borrow()
    }

    /// How many news there are, as the servers say.
    pub fn count_news(&self) -> Later<'_, Result<u64, JournalError>> {
        Box::pin(async {
            self.relay.learn().await?;
            Ok(self.relay.last())
        })
    }

    /// What tells this log from any other: one that was made anew under the same name has another.
    pub fn identity(&self) -> Later<'_, Result<String, JournalError>> {
        Box::pin(self.streams.identity())
    }

    /// Looks for bytes in the records of the next `most` positions after one, whatever their subjects.
    pub fn find(&self, bytes: &[u8], after: Position, most: u32) -> Later<'_, Result<Found, JournalError>> {
        let bytes = bytes.to_owned();
        Box::pin(async move {
            let (records, until) = self.streams.find(&bytes, after, most).await?;
            Ok(Found { records, until })
        })
    }

    /// Some redactions after a number, in the order they were made: each with its number, and the record as it reads now.
    pub fn redactions(&self, after: u64) -> Later<'_, Result<Vec<(u64, Stored)>, JournalError>> {
        Box::pin(self.streams.redactions_after(after))
    }

    /// Accepts no more appends, and resolves when all that were accepted are answered. Reading goes on; feeds end.
    pub fn close(&self) -> Later<'_, ()> {
        drop(self.requests.lock().unwrap_or_else(PoisonError::into_inner).take());
        let mut last_news = self.last_news.clone();
        Box::pin(async move {
            // The relay holds the other end for as long as it works.
            let _ = last_news.wait_for(|_| false).await;
        })
    }
}

impl Journal for JetStreamJournal {
    fn append_all(&self, appends: Vec<Append>, on_appended: OnAppended) {
        let requests = appends::requests(appends, on_appended);
        if let Some(sender) = &*self.requests.lock().unwrap_or_else(PoisonError::into_inner) {
            // If the writer is gone the requests are dropped, and so answered.
            let _ = sender.send(requests);
        }
    }

    fn read(&self, subject: &Subject, after: Position) -> Later<'_, Result<Vec<Stored>, JournalError>> {
        let subject = subject.clone();
        Box::pin(async move { self.streams.read(&subject, after).await })
    }

    fn snapshot(&self, subject: &Subject) -> Later<'_, Result<Option<Snapshot>, JournalError>> {
        let subject = subject.clone();
        Box::pin(async move { self.streams.snapshot(&subject).await })
    }

    fn keep_snapshot(&self, subject: &Subject, snapshot: Snapshot) -> Later<'_, Result<(), JournalError>> {
        let subject = subject.clone();
        Box::pin(async move { self.streams.keep_snapshot(&subject, snapshot).await })
    }

    fn drop_snapshot(&self, subject: &Subject) -> Later<'_, Result<(), JournalError>> {
        let subject = subject.clone();
        Box::pin(async move { self.streams.drop_snapshot(&subject).await })
    }

    fn redact(&self, subject: &Subject, position: Position, body: Arc<[u8]>) -> Later<'_, Result<(), RedactError>> {
        let subject = subject.clone();
        Box::pin(async move { self.streams.redact(&subject, position, body).await })
    }

    fn news(&self, after: Position) -> Later<'_, Result<Feed, JournalError>> {
        let (relay, last) = (Arc::clone(&self.relay), self.last_news.clone());
        Box::pin(async move {
            let beginning = relay.beginning(after).await?;
            let read = move |seen| Arc::clone(&relay).page(seen, beginning);
            Ok(follow_pages(beginning.after, last, read))
        })
    }

    fn head(&self) -> Later<'_, Result<Position, JournalError>> {
        Box::pin(async move {
            let mut head = Position::START;
            for partition in self.streams.layout.partitions() {
                let sequence = self.streams.last_sequence(partition).await?;
                head = head.max(self.streams.layout.position(StreamPosition { partition, sequence }));
            }
            Ok(head)
        })
    }
}

impl crate::ListedJournal for JetStreamJournal {
    fn subjects(&self) -> Later<'_, Result<Vec<Subject>, JournalError>> {
        Box::pin(async move {
            let layout = &self.streams.layout;
            let mut subjects = Vec::new();
            for partition in layout.partitions() {
                let names = self.streams.subjects(partition).await?;
                subjects.extend(names.iter().filter_map(|name| layout.subject_from(name)));
            }
            subjects.sort_unstable();
            Ok(subjects)
        })
    }

    /// With several partitions positions are no order, so nodes count the news as they come.
    fn numbered_news(&self) -> Later<'_, Result<Option<u64>, JournalError>> {
        Box::pin(async {
            if self.streams.layout.partitions > 1 { self.count_news().await.map(Some) } else { Ok(None) }
        })
    }
}
