//! The threads that read: each has a connection of its own that cannot write, so no reader waits for the writer.
//!
//! Deliberately absent: what is read.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::file;
use super::queue::Queue;
use crate::JournalError;

type Job = Box<dyn FnOnce(&Connection) + Send>;

/// Where jobs for the reading threads go.
#[derive(Clone)]
pub(super) struct Readers {
    jobs: Arc<Queue<Job>>,
}

impl Readers {
    /// Starts as many reading threads as asked for.
    pub(super) fn start(path: &Path, count: usize) -> rusqlite::Result<(Self, Vec<JoinHandle<()>>)> {
        let jobs = Arc::new(Queue::<Job>::new());
        let connections = (0..count).map(|_| file::connect_to_read(path)).collect::<rusqlite::Result<Vec<_>>>()?;
        let start = |connection| {
            let jobs = Arc::clone(&jobs);
            std::thread::spawn(move || {
                while let Some(job) = jobs.take() {
                    job(&connection);
                }
            })
        };
        let threads = connections.into_iter().map(start).collect();
        Ok((Self { jobs }, threads))
    }

    /// Runs a function on one of the threads; everything it reads is as of one moment.
    pub(super) async fn run<T, R>(&self, read: R) -> Result<T, JournalError>
    where
        T: Send + 'static,
        R: FnOnce(&Connection) -> Result<T, JournalError> + Send + 'static,
    {
        let (answer, later) = oneshot::channel();
        self.jobs.push(Box::new(move |connection| {
            let read_at_once = || {
                // The moment is that of the first statement, so what was committed until then is seen.
                let _snapshot = connection.unchecked_transaction().map_err(JournalError::new)?;
                read(connection)
            };
            // A query that panics is a bug of its own; the thread has to serve the others.
            if let Ok(result) = catch_unwind(AssertUnwindSafe(read_at_once)) {
                // Whoever asked may have stopped waiting.
                let _ = answer.send(result);
            }
        }));
        later.await.unwrap_or_else(|_| Err(JournalError::stopped()))
    }

    /// Lets the threads end when they have done what waits.
    pub(super) fn close(&self) {
        self.jobs.close();
    }
}
