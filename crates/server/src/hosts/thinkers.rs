//! Where bots think and hints are worked out: a bounded number of threads aside, of a lower priority than that of the
//! tables, so that people never wait for them.
//!
//! Moves come before hints. Tables take turns: each has at most one move waiting and one hint a seat, and who comes
//! again queues up behind the others. Hints that are too many are refused, and those nobody waits for any more are
//! dropped.
//! Deliberately absent: what is thought about.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Seat;
use host::{Advising, Thinking};
use wire::house::{HintResult, TableId};

use crate::hosts::outside::Pulse;
use crate::workers::{Priority, Workers};

/// No thought takes longer than this, whatever the machine does.
const MAX_THOUGHT: Duration = Duration::from_millis(1_500);
/// So many hints may wait, of all tables together.
const MAX_HINTS_WAITING: usize = 64;
/// How long a hint takes, by and large.
const TYPICAL_HINT: Duration = Duration::from_millis(150);

/// What is worked out aside; it gives what is then done on the thread of the tables.
type Job = Box<dyn FnOnce() -> Then + Send>;
type Then = Box<dyn FnOnce() + Send>;

/// Threads for thinking, and what waits for them.
#[derive(Clone, Debug)]
pub(crate) struct Thinkers {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    threads: usize,
    workers: Workers,
    pulse: Arc<dyn Pulse>,
    queues: Mutex<Queues>,
}

/// What waits, and how many threads are busy.
#[derive(Default)]
struct Queues {
    /// At most one for each table: one that wants to think again queues up behind the others.
    moves: VecDeque<(TableId, Job)>,
    hints: HintQueue,
    moving: usize,
    advising: usize,
}

impl fmt::Debug for Queues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queues").field("moves", &self.moves.len()).field("hints", &self.hints.count).finish()
    }
}

/// Hints that wait; the tables take turns.
#[derive(Default)]
struct HintQueue {
    /// The tables that have some, in the order of their turns.
    order: VecDeque<TableId>,
    tables: BTreeMap<TableId, VecDeque<(Seat, Job)>>,
    count: usize,
}

/// What a thread is busy with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Move,
    Hint,
}

impl Thinkers {
    pub(crate) fn new(threads: NonZeroUsize, pulse: Arc<dyn Pulse>) -> Self {
        let workers = Workers::start(threads, Priority::Low);
        Self { inner: Arc::new(Inner { threads: threads.get(), workers, pulse, queues: Mutex::default() }) }
    }

    /// Lets a bot think when it is its table's turn, then calls `on_thought` with its step. A thought of the same table
    /// that still waits is dropped: it was about a position that has passed.
    pub(crate) fn think(&self, table: &TableId, thinking: Thinking, on_thought: impl FnOnce(String) + Send + 'static) {
        let pulse = Arc::clone(&self.inner.pulse);
        let job: Job = Box::new(move || -> Then {
            let (step, took) = work_out(thinking);
            pulse.thought(took);
            Box::new(move || {
                if let Some(step) = step {
                    on_thought(step);
                }
            })
        });
        let mut queues = self.inner.lock();
        let overtaken = queues.take_move(table);
        queues.moves.push_back((table.clone(), job));
        drop(queues);
        drop(overtaken);
        self.inner.go_on();
    }

    /// Works out a hint for a seat when it is its table's turn, then calls `on_advice` with it.
    ///
    /// # Errors
    /// If too many wait already: after how long it is worth asking again.
    pub(crate) fn advise(
        &self,
        table: &TableId,
        seat: Seat,
        advising: Advising,
        on_advice: impl FnOnce(Option<HintResult>) + Send + 'static,
    ) -> Result<(), Duration> {
        let pulse = Arc::clone(&self.inner.pulse);
        let job: Job = Box::new(move || -> Then {
            let (advice, took) = work_out(advising);
            pulse.advised(took);
            Box::new(move || on_advice(advice.flatten()))
        });
        let mut queues = self.inner.lock();
        if queues.hints.count >= MAX_HINTS_WAITING {
            return Err(TYPICAL_HINT * (queues.hints.count / self.inner.threads) as u32);
        }
        let overtaken = queues.hints.take(table, seat);
        queues.hints.push(table, seat, job);
        drop(queues);
        drop(overtaken);
        self.inner.go_on();
        Ok(())
    }

    /// Nobody waits any more for the hint of a seat.
    pub(crate) fn cancel(&self, table: &TableId, seat: Seat) {
        let job = self.inner.lock().hints.take(table, seat);
        // Outside of the lock: it holds its table.
        drop(job);
    }

    /// A table sleeps: nothing of it is worth thinking about.
    pub(crate) fn forget(&self, table: &TableId) {
        let mut queues = self.inner.lock();
        let jobs = (queues.take_move(table), queues.hints.take_all(table));
        drop(queues);
        drop(jobs);
    }
}

/// Works something out within its time; nothing came of it if it panicked.
fn work_out<T>(work: impl FnOnce(&mut dyn FnMut() -> bool) -> T) -> (Option<T>, Duration) {
    let start = Instant::now();
    let done = catch_unwind(AssertUnwindSafe(|| work(&mut || start.elapsed() < MAX_THOUGHT)));
    if done.is_err() {
        tracing::error!("a bot failed to think");
    }
    (done.ok(), start.elapsed())
}

impl Inner {
    /// Lets free threads take what waits.
    fn go_on(self: &Arc<Self>) {
        loop {
            let mut queues = self.lock();
            let next = queues.next(self.threads);
            self.pulse.thinking_waits(queues.moves.len() + queues.hints.count);
            drop(queues);
            let Some((kind, job)) = next else { return };
            let inner = Arc::clone(self);
            tokio::spawn(async move {
                let then = inner.workers.run(job).await;
                inner.lock().is_free(kind);
                inner.go_on();
                if let Ok(then) = then {
                    then();
                }
            });
        }
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queues {
    /// The next thing to be worked out, if a thread is free for it. Where there are several threads one is kept for
    /// moves.
    fn next(&mut self, threads: usize) -> Option<(Kind, Job)> {
        if self.moving + self.advising >= threads {
            return None;
        }
        if let Some((_, job)) = self.moves.pop_front() {
            self.moving += 1;
            return Some((Kind::Move, job));
        }
        if self.advising >= (threads - 1).max(1) {
            return None;
        }
        let job = self.hints.pop()?;
        self.advising += 1;
        Some((Kind::Hint, job))
    }

    fn is_free(&mut self, kind: Kind) {
        match kind {
            Kind::Move => self.moving -= 1,
            Kind::Hint => self.advising -= 1,
        }
    }

    fn take_move(&mut self, table: &TableId) -> Option<Job> {
        let place = self.moves.iter().position(|(waiting, _)| waiting == table)?;
        self.moves.remove(place).map(|(_, job)| job)
    }
}

impl HintQueue {
    fn push(&mut self, table: &TableId, seat: Seat, job: Job) {
        let waiting = self.tables.entry(table.clone()).or_default();
        if waiting.is_empty() {
            self.order.push_back(table.clone());
        }
        waiting.push_back((seat, job));
        self.count += 1;
    }

    /// The next hint of the table whose turn it is.
    fn pop(&mut self) -> Option<Job> {
        let table = self.order.pop_front()?;
        let waiting = self.tables.get_mut(&table)?;
        let (_, job) = waiting.pop_front()?;
        self.count -= 1;
        if waiting.is_empty() {
            self.tables.remove(&table);
        } else {
            self.order.push_back(table);
        }
        Some(job)
    }

    fn take(&mut self, table: &TableId, seat: Seat) -> Option<Job> {
        let waiting = self.tables.get_mut(table)?;
        let place = waiting.iter().position(|(advised, _)| *advised == seat)?;
        let (_, job) = waiting.remove(place)?;
        self.count -= 1;
        if waiting.is_empty() {
            self.take_all(table);
        }
        Some(job)
    }

    fn take_all(&mut self, table: &TableId) -> VecDeque<(Seat, Job)> {
        let waiting = self.tables.remove(table).unwrap_or_default();
        self.count -= waiting.len();
        self.order.retain(|other| other != table);
        waiting
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

    use super::*;

    #[derive(Debug)]
    struct NoPulse;

    impl Pulse for NoPulse {
        fn stepped(&self) {}
        fn refused(&self, _: &str) {}
        fn woke(&self) {}
        fn slept(&self) {}
        fn thought(&self, _: Duration) {}
        fn advised(&self, _: Duration) {}
        fn thinking_waits(&self, _: usize) {}
    }

    /// One thread that is held up until the test lets it go on, and what was worked out on it, in order.
    struct Bench {
        thinkers: Thinkers,
        done: UnboundedSender<String>,
        told: UnboundedReceiver<String>,
    }

    impl Bench {
        /// The thread is busy until what is returned is dropped.
        fn new() -> (Self, mpsc::Sender<()>) {
            let thinkers = Thinkers::new(NonZeroUsize::MIN, Arc::new(NoPulse));
            let (hold, held) = mpsc::channel::<()>();
            let wait = move |_: &mut dyn FnMut() -> bool| {
                let _ = held.recv();
                String::new()
            };
            thinkers.think(&TableId::from("busy"), Box::new(wait), |_| {});
            let (done, told) = unbounded_channel();
            (Self { thinkers, done, told }, hold)
        }

        fn think(&self, table: &str, name: &str) {
            let (name, done) = (name.to_owned(), self.done.clone());
            self.thinkers.think(&table.into(), Box::new(move |_| name), move |step| done.send(step).expect("told"));
        }

        fn advise(&self, table: &str, seat: usize, name: &str) -> Result<(), Duration> {
            let (name, done) = (name.to_owned(), self.done.clone());
            let seat = Seat::new(seat).expect("a seat");
            let on_advice = move |_: Option<HintResult>| done.send(name).expect("told");
            self.thinkers.advise(&table.into(), seat, Box::new(|_| None), on_advice)
        }

        /// What was worked out, once the thread goes on and nothing waits.
        async fn order(mut self, hold: mpsc::Sender<()>) -> Vec<String> {
            drop(hold);
            let Self { thinkers, done, told } = &mut self;
            drop(std::mem::replace(done, unbounded_channel().0));
            let mut order = Vec::new();
            while let Some(name) = told.recv().await {
                order.push(name);
            }
            assert_eq!(thinkers.inner.lock().hints.count, 0);
            order
        }
    }

    #[tokio::test]
    async fn moves_come_before_hints_and_tables_take_turns() {
        let (bench, hold) = Bench::new();
        for seat in 0..4 {
            bench.advise("rogue", seat, &format!("rogue hint {seat}")).expect("there is room");
        }
        bench.advise("other", 0, "other hint").expect("there is room");
        bench.think("rogue", "rogue move");
        bench.think("other", "other move");
        let order = bench.order(hold).await;
        let expected =
            ["rogue move", "other move", "rogue hint 0", "other hint", "rogue hint 1", "rogue hint 2", "rogue hint 3"];
        assert_eq!(order, expected);
    }

    #[tokio::test]
    async fn a_table_has_one_move_waiting_and_a_seat_one_hint() {
        let (bench, hold) = Bench::new();
        bench.think("one", "old move");
        bench.think("two", "move of another table");
        bench.think("one", "new move");
        bench.advise("one", 0, "old hint").expect("there is room");
        bench.advise("one", 0, "new hint").expect("there is room");
        assert_eq!(bench.order(hold).await, ["move of another table", "new move", "new hint"]);
    }

    #[tokio::test]
    async fn hints_that_are_too_many_are_refused_and_those_nobody_waits_for_are_dropped() {
        let (bench, hold) = Bench::new();
        for table in 0..MAX_HINTS_WAITING {
            bench.advise(&format!("t{table}"), 0, &format!("hint {table}")).expect("there is room");
        }
        let wait = bench.advise("late", 0, "late hint").expect_err("too many wait");
        assert!(wait > Duration::ZERO);
        bench.think("late", "move");
        let seat = Seat::new(0).expect("a seat");
        for table in 2..MAX_HINTS_WAITING {
            bench.thinkers.cancel(&format!("t{table}").as_str().into(), seat);
        }
        bench.thinkers.forget(&"t1".into());
        bench.advise("late", 0, "late hint").expect("there is room again");
        assert_eq!(bench.order(hold).await, ["move", "hint 0", "late hint"]);
    }

    #[tokio::test]
    async fn a_thought_that_panics_holds_up_nobody() {
        let (bench, hold) = Bench::new();
        bench.thinkers.think(&"one".into(), Box::new(|_| panic!("on purpose")), |_| {});
        bench.think("two", "move");
        assert_eq!(bench.order(hold).await, ["move"]);
    }
}
