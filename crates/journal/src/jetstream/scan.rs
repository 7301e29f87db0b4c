//! Looks through one partition for news, from where all were relayed on, for as long as the journal is open.
//!
//! A consumer brings the headers of all records in order, and their bodies stay where they are. After a failover a
//! consumer may be silent for ever, so silence is not believed: the stream is asked for what comes next.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::push::OrderedConfig;
use futures_util::StreamExt;
use tokio::time::{sleep, timeout};

use super::layout::StreamPosition;
use super::reading::NEWS;
use super::relay::Relay;
use super::streams::Wanted;

/// How long a consumer may be silent before it is mistrusted.
const MAX_SILENCE: Duration = Duration::from_secs(1);
/// The pause before another consumer is made.
const PAUSE: Duration = Duration::from_millis(100);

/// Scans a partition until it is aborted.
pub(super) async fn scan(relay: Arc<Relay>, partition: u16) {
    loop {
        // Why a consumer ended does not matter: the next begins where it was.
        let _ = follow(&relay, partition).await;
        sleep(PAUSE).await;
    }
}

/// Scans with one consumer, for as long as it does its work.
async fn follow(relay: &Relay, partition: u16) -> Result<(), async_nats::Error> {
    let streams = &relay.streams;
    let config = OrderedConfig {
        deliver_subject: streams.context.client().new_inbox(),
        deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: relay.scanned(partition) + 1 },
        headers_only: true,
        ..OrderedConfig::default()
    };
    let mut messages = streams.partition(partition).create_consumer(config).await?.messages().await?;
    loop {
        match timeout(MAX_SILENCE, messages.next()).await {
            Ok(Some(message)) => {
                let message = message?;
                let is_news = message.headers.as_ref().is_some_and(|headers| headers.get(NEWS).is_some());
                relay.on_scanned(StreamPosition { partition, sequence: message.info()?.stream_sequence }, is_news);
            }
            Ok(None) => return Ok(()),
            Err(_) => {
                let (next, all) = (relay.scanned(partition) + 1, streams.layout.all_subjects(partition));
                if streams.get(partition, Wanted::From(next, &all)).await?.is_some() {
                    return Ok(());
                }
            }
        }
    }
}
