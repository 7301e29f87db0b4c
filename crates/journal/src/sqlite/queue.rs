//! A queue between threads that can be closed and emptied at one stroke.
//!
//! Deliberately absent: a limit. Who appends waits for the answer, so there are never more appends than writers.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What waits to be done.
#[derive(Debug)]
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    arrival: Condvar,
}

#[derive(Debug)]
struct State<T> {
    waiting: VecDeque<T>,
    is_closed: bool,
    /// Waking a thread is dear, so it is only done for one that sleeps.
    sleepers: usize,
}

impl<T> Queue<T> {
    pub(super) fn new() -> Self {
        let state = State { waiting: VecDeque::new(), is_closed: false, sleepers: 0 };
        Self { state: Mutex::new(state), arrival: Condvar::new() }
    }

    /// Adds one to the end; once closed, it is dropped instead.
    pub(super) fn push(&self, one: T) {
        let mut state = self.lock();
        if !state.is_closed {
            state.waiting.push_back(one);
            if state.sleepers > 0 {
                self.arrival.notify_one();
            }
        }
    }

    /// Takes the first, sleeping until there is one; nothing once the queue is closed and empty.
    pub(super) fn take(&self) -> Option<T> {
        self.await_arrival()?.waiting.pop_front()
    }

    /// Sleeps until there is one; false once the queue is closed and empty.
    pub(super) fn wait(&self) -> bool {
        self.await_arrival().is_some()
    }

    /// Sleeps until there is one or the queue is closed, and at most so long; false if nothing came of it.
    pub(super) fn wait_at_most(&self, timeout: Duration) -> bool {
        let mut state = self.lock();
        if state.waiting.is_empty() && !state.is_closed {
            state.sleepers += 1;
            state = self.arrival.wait_timeout(state, timeout).unwrap_or_else(PoisonError::into_inner).0;
            state.sleepers -= 1;
        }
        !state.waiting.is_empty() || state.is_closed
    }

    /// Takes all there are.
    pub(super) fn take_all(&self) -> VecDeque<T> {
        std::mem::take(&mut self.lock().waiting)
    }

    /// Lets nothing more in; what waits is still taken.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.arrival.notify_all();
    }

    /// Lets nothing more in and drops what waits.
    pub(super) fn abandon(&self) {
        self.close();
        // What is dropped may wake others, so not under the lock.
        drop(self.take_all());
    }

    fn await_arrival(&self) -> Option<MutexGuard<'_, State<T>>> {
        let mut state = self.lock();
        while state.waiting.is_empty() {
            if state.is_closed {
                return None;
            }
            state.sleepers += 1;
            state = self.arrival.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.sleepers -= 1;
        }
        Some(state)
    }

    /// Nothing panics while the queue is locked, so it is whole even if the lock says otherwise.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
