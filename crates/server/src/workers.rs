//! Threads for what takes long and can wait: passwords, bots. Where the system allows it they have a low priority, so
//! that the thread of the tables goes first even where it shares one core with them.
//!
//! Deliberately absent: what is worked out, and how much may wait for it.

use std::fmt;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// How much the threads stand back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Priority {
    /// Somebody sees how long it takes, but others come first: a third of what the tables get where they want all.
    Low,
    /// Whoever waits for it expects to wait.
    Lowest,
}

impl Priority {
    /// As the system counts it.
    fn niceness(self) -> i32 {
        match self {
            Self::Low => 5,
            Self::Lowest => 19,
        }
    }
}

/// Some threads. They end when what they were given is done and nobody can give them more.
#[derive(Clone)]
pub(crate) struct Workers {
    jobs: Sender<Job>,
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers").finish_non_exhaustive()
    }
}

impl Workers {
    /// So many threads.
    pub(crate) fn start(threads: NonZeroUsize, priority: Priority) -> Self {
        let (jobs, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads.get() {
            let waiting = Arc::clone(&waiting);
            std::thread::spawn(move || {
                stand_back(priority);
                while let Some(job) = next(&waiting) {
                    // Whoever waits for it sees that nothing came of it.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            });
        }
        Self { jobs }
    }

    /// Works something out when a thread is free, in the order it was asked for; an error if it panics.
    pub(crate) fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> oneshot::Receiver<T> {
        let (sender, result) = oneshot::channel();
        let job = move || {
            // Whoever asked may have stopped waiting.
            let _ = sender.send(work());
        };
        // The threads are there for as long as this is.
        let _ = self.jobs.send(Box::new(job));
        result
    }
}

/// The next job; nothing once there will be no more.
fn next(waiting: &Mutex<Receiver<Job>>) -> Option<Job> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Lowers the priority of this thread. Elsewhere than on Linux priorities are those of whole processes.
#[cfg(target_os = "linux")]
fn stand_back(priority: Priority) {
    use rustix::process::{getpriority_process, setpriority_process};

    // Where the whole process stands back already, none of its threads comes forward.
    let wanted = getpriority_process(None).unwrap_or(0).max(priority.niceness());
    if let Err(error) = setpriority_process(None, wanted) {
        tracing::debug!(%error, "a thread has no priority of its own");
    }
}

/// Nothing is done about it here.
#[cfg(not(target_os = "linux"))]
fn stand_back(priority: Priority) {
    let _ = priority.niceness();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_panics_ends_no_thread_and_is_noticed() {
        let workers = Workers::start(NonZeroUsize::MIN, Priority::Lowest);
        let failed = workers.run(|| -> u32 { panic!("a test of what panics") });
        let done = workers.run(|| 7);
        assert_eq!((failed.await.is_err(), done.await), (true, Ok(7)));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn only_the_threads_that_can_wait_stand_back() {
        let own = || rustix::process::getpriority_process(None).expect("a priority");
        let before = own();
        for priority in [Priority::Low, Priority::Lowest] {
            let workers = Workers::start(NonZeroUsize::MIN, priority);
            // The tests may run at a low priority themselves.
            assert_eq!(workers.run(own).await, Ok(priority.niceness().max(before)));
        }
        assert_eq!(own(), before);
    }
}
