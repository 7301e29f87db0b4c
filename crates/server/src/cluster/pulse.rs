//! Whether this node is whole: connected to the servers, not held up, sure of the tables it runs. It is heard of by the
//! others as long as it lives.
//!
//! A node that was frozen or cut off does not know what happened meanwhile: until it has looked whether its tables are
//! still its own it lets no clock run out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use wire::house::ToClient;

use super::Cluster;
use super::peers::{GREETING, SILENCE};

/// How often a node is heard of.
const BEAT: Duration = Duration::from_millis(250);
/// A beat that comes so late says that the node was held up.
const LATE: Duration = Duration::from_millis(1_000);
/// After so long without a server the node tells its players, and refuses what they ask.
const CUT_OFF: Duration = Duration::from_secs(2);
/// The pause before it is tried again to look who runs a table.
const PAUSE: Duration = Duration::from_millis(250);

/// Whether this node is sure of what it runs.
#[derive(Debug)]
pub(super) struct Pulse {
    is_sure: AtomicBool,
    last: std::sync::Mutex<Instant>,
}

impl Default for Pulse {
    fn default() -> Self {
        Self { is_sure: AtomicBool::new(true), last: std::sync::Mutex::new(Instant::now()) }
    }
}

impl Pulse {
    /// Whether clocks may run out: the node knows what it runs, and was not held up just now.
    pub(super) fn is_sure(&self) -> bool {
        self.is_sure.load(Ordering::Relaxed) && self.last().elapsed() < LATE
    }

    fn last(&self) -> Instant {
        *self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// A beat; how long after the last.
    fn beat(&self) -> Duration {
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        std::mem::replace(&mut *last, Instant::now()).elapsed()
    }
}

impl Cluster {
    /// Beats until it is aborted.
    pub(super) async fn beat(self: Arc<Self>) {
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut greeted = Instant::now();
        let mut disconnected: Option<Instant> = None;
        // The time until the first beat says nothing.
        self.pulse.beat();
        loop {
            beats.tick().await;
            // Before clocks may run out again, they may not.
            let is_late = self.pulse.last().elapsed() >= LATE;
            if is_late {
                self.pulse.is_sure.store(false, Ordering::Relaxed);
            }
            self.pulse.beat();
            if !self.log.is_connected() {
                let since = *disconnected.get_or_insert_with(Instant::now);
                self.pulse.is_sure.store(false, Ordering::Relaxed);
                if since.elapsed() >= CUT_OFF && !self.is_cut_off.swap(true, Ordering::Relaxed) {
                    tracing::warn!("no server of the log can be reached: what is asked is refused until one can");
                    self.tell_everybody(&ToClient::Outage { over: false });
                }
                self.measure();
                continue;
            }
            if disconnected.take().is_some() || is_late {
                self.peers.listen_anew();
                tokio::spawn(Arc::clone(&self).become_sure());
                if self.is_cut_off.swap(false, Ordering::Relaxed) {
                    tracing::warn!("a server of the log can be reached again");
                    self.tell_everybody(&ToClient::Outage { over: true });
                }
            }
            if greeted.elapsed() >= GREETING {
                greeted = Instant::now();
                self.peers.greet_soon();
            }
            self.peers.beat_soon();
            self.bury_gone();
            self.measure();
        }
    }

    /// Looks whether the tables of this node are still its own; then clocks may run out again.
    async fn become_sure(self: Arc<Self>) {
        for table in self.owners.own() {
            while !self.verify(&table).await {
                sleep(PAUSE).await;
            }
        }
        // If it was held up again meanwhile the next beat says so.
        self.pulse.is_sure.store(true, Ordering::Relaxed);
    }

    fn measure(&self) {
        if let Some(metrics) = self.metrics.get() {
            let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
            metrics.news_behind.set(number(self.behind()));
            metrics.nodes.set(number(self.peers.count() as u64 + 1));
            metrics.cut_off.set(i64::from(self.is_cut_off.load(Ordering::Relaxed)));
        }
    }
}

const _: () = assert!(BEAT.as_millis() * 4 <= SILENCE.as_millis(), "a few beats may be lost");
