//! Where bots think: a bounded number of threads aside, so that people never wait for them.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

/// No thought takes longer than this, whatever the machine does.
const THOUGHT_MOST: Duration = Duration::from_millis(1_500);

/// Threads for thinking.
#[derive(Clone, Debug)]
pub(crate) struct Thinkers {
    free: Arc<Semaphore>,
}

impl Thinkers {
    pub(crate) fn new(threads: NonZeroUsize) -> Self {
        Self { free: Arc::new(Semaphore::new(threads.get())) }
    }

    /// Thinks aside, when a thread is free, then tells what came of it. `thinking` may ask whether there is time left.
    pub(crate) fn think<T: Send + 'static>(
        &self,
        thinking: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send + 'static,
        tell: impl FnOnce(T) + Send + 'static,
    ) {
        let free = self.free.clone();
        tokio::spawn(async move {
            // The semaphore is never closed.
            let Ok(permit) = free.acquire_owned().await else { return };
            tokio::task::spawn_blocking(move || {
                let start = Instant::now();
                tell(thinking(&mut || start.elapsed() < THOUGHT_MOST));
                drop(permit);
            });
        });
    }
}
