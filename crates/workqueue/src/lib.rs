//! Work that many programs share: a coordinator puts pieces of it into a queue of JetStream, workers take them, and each
//! piece gets exactly one result, which the coordinator reads in the order of the pieces.
//!
//! | | in JetStream |
//! |---|---|
//! | a piece | a message of `<prefix>-work`, which is gone when it was acknowledged |
//! | a worker | a reader of the queue of its release; what it does not finish comes again to another |
//! | a result | the only message of its subject in `<prefix>-results`: a second one is refused |
//! | a run | a word in all its subjects that nobody else has, so runs do not mix |
//!
//! A worker that is killed lets go of its piece after [`ACK_WAIT`]; one that is slow says all the while that it works.
//! The result is stored before the piece is acknowledged, so no piece is lost in between.
//! Deliberately absent: what work is. A piece that is done twice has to come to the same.

mod coordinator;
mod names;
mod worker;

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use journal::{JetStreamError, JetStreamSettings};

pub use coordinator::{News, Run};
pub use worker::Perform;

use names::Names;

/// How long a worker may be silent before its piece is given to another.
pub const ACK_WAIT: Duration = Duration::from_secs(5);
/// After so long what nobody fetched is thrown away.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);
/// The pause before something that failed is tried again.
const PAUSE: Duration = Duration::from_millis(100);

/// Why work was not done.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The servers cannot be used.
    #[error(transparent)]
    Unreachable(#[from] JetStreamError),
    /// The queue is there, but is another.
    #[error("the stream {stream} cannot be had: {error}")]
    NoStream {
        /// Its name.
        stream: String,
        /// What the servers said.
        error: String,
    },
    /// A worker could not do a piece.
    #[error("a worker failed: {0}")]
    Worker(String),
    /// The servers did not answer within the timeout.
    #[error("the servers do not answer: {0}")]
    Servers(String),
}

/// A queue of work, and the way to it.
#[derive(Clone, Debug)]
pub struct WorkQueue {
    context: Context,
    names: Names,
    /// How long something is tried.
    timeout: Duration,
}

impl WorkQueue {
    /// The queue of all programs of the same release; it is made if it is not there.
    ///
    /// # Errors
    /// If no server can be reached, or the streams cannot be made.
    pub async fn open(settings: &JetStreamSettings, release: &str) -> Result<Self, WorkError> {
        let client = settings.connect().await?;
        let context = async_nats::jetstream::new(client);
        let names = Names::new(&settings.prefix, release);
        let config = |name: String, retention| Config {
            subjects: vec![format!("{name}.>")],
            name,
            retention,
            // Where there is no room, new work is refused rather than old work forgotten.
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            num_replicas: settings.replicas,
            max_age: MAX_AGE,
            ..Config::default()
        };
        for wanted in [
            config(names.work_stream(), RetentionPolicy::WorkQueue),
            config(names.result_stream(), RetentionPolicy::Limits),
        ] {
            let stream = wanted.name.clone();
            let deadline = tokio::time::Instant::now() + settings.timeout;
            // Of two programs that make it at once one may be refused, and finds the other's.
            while let Err(error) = context.get_or_create_stream(wanted.clone()).await {
                if tokio::time::Instant::now() > deadline {
                    return Err(WorkError::NoStream { stream, error: error.to_string() });
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
        Ok(Self { context, names, timeout: settings.timeout })
    }
}
