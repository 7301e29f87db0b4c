//! What is counted and measured, in the words of Prometheus.
//!
//! Deliberately absent: who reads it.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};

/// The bounds of the buckets for what takes seconds.
const SECONDS: [f64; 12] = [0.0001, 0.0003, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.0, 10.0];

/// All figures of the house.
#[derive(Debug)]
pub struct Metrics {
    registry: Mutex<Registry>,
    /// Connections that are open.
    pub connections: Gauge,
    /// Connections that were too many.
    pub connections_refused: Counter,
    /// Tables in memory.
    pub tables: Gauge,
    /// Steps that were made.
    pub steps: Counter,
    /// How long the journal takes to acknowledge.
    pub append_seconds: Histogram,
    /// Appends that wait for the journal.
    pub appends_waiting: Gauge,
    /// How long bots think.
    pub thinking_seconds: Histogram,
    /// How long hints take to be worked out.
    pub hint_seconds: Histogram,
    /// Moves and hints that wait to be thought about.
    pub thinkers_waiting: Gauge,
    /// News of a shared log that this node's ledger does not hold yet.
    pub news_behind: Gauge,
    /// Nodes that live, this one included; 0 in a house of its own.
    pub nodes: Gauge,
    /// 1 while no server of a shared log can be reached.
    pub cut_off: Gauge,
    requests: Family<Status, Counter>,
    refusals: Family<Code, Counter>,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Status {
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Code {
    code: String,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("tapis");
        let seconds = || Histogram::new(SECONDS);
        let mut add = Adding(&mut registry);
        let metrics = Self {
            connections: add.one("connections", "Connections that are open", Gauge::default()),
            connections_refused: add.one(
                "connections_refused",
                "Connections that were too many",
                Counter::<u64, AtomicU64>::default(),
            ),
            tables: add.one("tables", "Tables in memory", Gauge::default()),
            steps: add.one("steps", "Steps that were made", Counter::default()),
            append_seconds: add.one("append_seconds", "How long the journal takes to acknowledge", seconds()),
            appends_waiting: add.one("appends_waiting", "Appends that wait for the journal", Gauge::default()),
            thinking_seconds: add.one("thinking_seconds", "How long bots think", seconds()),
            hint_seconds: add.one("hint_seconds", "How long hints take to be worked out", seconds()),
            thinkers_waiting: add.one(
                "thinkers_waiting",
                "Moves and hints that wait to be thought about",
                Gauge::default(),
            ),
            news_behind: add.one(
                "news_behind",
                "News of a shared log that this node's ledger does not hold yet",
                Gauge::default(),
            ),
            nodes: add.one("nodes", "Nodes that live, this one included; 0 in a house of its own", Gauge::default()),
            cut_off: add.one("cut_off", "1 while no server of a shared log can be reached", Gauge::default()),
            requests: add.one("requests", "Requests that were answered, by status", Family::default()),
            refusals: add.one("refusals", "Refusals, by code", Family::default()),
            registry: Mutex::default(),
        };
        Self { registry: Mutex::new(registry), ..metrics }
    }
}

struct Adding<'a>(&'a mut Registry);

impl Adding<'_> {
    fn one<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register(name, help, metric.clone());
        metric
    }
}

impl Metrics {
    /// Counts a request that was answered.
    pub fn answered(&self, status: u16) {
        self.requests.get_or_create(&Status { status }).inc();
    }

    /// Counts a refusal, of the house or of a table.
    pub fn refused(&self, code: &str) {
        self.refusals.get_or_create(&Code { code: code.into() }).inc();
    }

    /// All figures as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        // Writing to a string does not fail.
        let _ = encode(&mut text, &registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_told() {
        let metrics = Metrics::default();
        metrics.answered(200);
        metrics.answered(200);
        metrics.refused("bad-token");
        metrics.connections.inc();
        metrics.append_seconds.observe(0.0002);
        let text = metrics.text();
        for line in [
            "tapis_requests_total{status=\"200\"} 2",
            "tapis_refusals_total{code=\"bad-token\"} 1",
            "tapis_connections 1",
            "tapis_append_seconds_bucket{le=\"0.0003\"} 1",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }
}
