//! Where bots think: a bounded number of threads aside, so that people never wait for them.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

/// No thought takes longer than this, whatever the machine does.
const MAX_THOUGHT: Duration = Duration::from_millis(1_500);

/// Threads for thinking.
#[derive(Clone, Debug)]
pub(crate) struct Thinkers {
    free: Arc<Semaphore>,
}

impl Thinkers {
    pub(crate) fn new(threads: NonZeroUsize) -> Self {
        Self { free: Arc::new(Semaphore::new(threads.get())) }
    }

    /// Thinks aside, when a thread is free, then calls `on_thought` with what came of it. `thinking` may ask whether
    /// there is time left.
    pub(crate) fn think<T: Send + 'static>(
        &self,
        thinking: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send + 'static,
        on_thought: impl FnOnce(T) + Send + 'static,
    ) {
        let free = self.free.clone();
        tokio::spawn(async move {
            // The semaphore is never closed.
            let Ok(permit) = free.acquire_owned().await else { return };
            let thought = tokio::task::spawn_blocking(move || {
                let start = Instant::now();
                thinking(&mut || start.elapsed() < MAX_THOUGHT)
            });
            let thought = thought.await;
            drop(permit);
            match thought {
                Ok(thought) => on_thought(thought),
                Err(error) => tracing::error!(%error, "a bot failed to think"),
            }
        });
    }
}
