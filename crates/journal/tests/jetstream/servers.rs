//! Servers that tests share, and journals on them, each with streams of its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use journal::{JetStreamJournal, JetStreamSettings};
use nats_cluster::Cluster;

/// The servers that run, for as long as some test uses them. A test that finds none starts them.
static ALONE: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
static IN_A_CLUSTER: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
/// How many journals there were.
static JOURNALS: AtomicUsize = AtomicUsize::new(0);

fn shared(running: &Mutex<Weak<Cluster>>, count: usize) -> Arc<Cluster> {
    let mut running = running.lock().unwrap_or_else(PoisonError::into_inner);
    running.upgrade().unwrap_or_else(|| {
        let cluster = Arc::new(Cluster::start(count).expect("servers can be started"));
        *running = Arc::downgrade(&cluster);
        cluster
    })
}

/// Settings for a journal that nobody else uses.
pub(crate) fn settings(cluster: &Cluster, partitions: u16, replicas: usize) -> JetStreamSettings {
    let prefix = format!("test-{}", JOURNALS.fetch_add(1, Ordering::Relaxed));
    JetStreamSettings { servers: cluster.addresses(), prefix, partitions, replicas, ..JetStreamSettings::default() }
}

/// A node: a journal with a connection of its own.
pub(crate) async fn open(settings: &JetStreamSettings) -> JetStreamJournal {
    JetStreamJournal::open(settings).await.expect("the journal can be opened")
}

/// One server that tests share.
pub(crate) fn one_server() -> Arc<Cluster> {
    shared(&ALONE, 1)
}

/// An empty journal on one server.
pub(crate) async fn alone(partitions: u16) -> (JetStreamJournal, Arc<Cluster>) {
    let cluster = one_server();
    (open(&settings(&cluster, partitions, 1)).await, cluster)
}

/// An empty journal on three servers.
pub(crate) async fn in_a_cluster(partitions: u16) -> (JetStreamJournal, Arc<Cluster>) {
    let cluster = shared(&IN_A_CLUSTER, 3);
    (open(&settings(&cluster, partitions, 3)).await, cluster)
}
