//! What the log costs, with three real servers: an append on the servers, what a node spends on the records of others,
//! and what a record takes on the disk and a subject in memory.
//!
//! Deliberately absent: what a table costs; `bench-server` measures that.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use cpu_time::ProcessTime;
use futures_util::future::try_join_all;
use journal::{JetStreamJournal, JetStreamSettings, Journal, Position, Record, Subject};
use nats_cluster::Cluster;
use serde_json::{Value, json};

/// How many tables write at once.
const WRITERS: usize = 128;
/// How many records each writes.
const EACH: usize = 60;
/// How many nodes only listen.
const LISTENERS: usize = 4;
/// The body of a record: by and large that of a move.
const BODY: usize = 170;

/// Measures.
pub(crate) fn run() -> Result<Value> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let cluster = Cluster::start(3)?;
        let settings = JetStreamSettings { servers: cluster.addresses(), replicas: 3, ..JetStreamSettings::default() };
        let node = JetStreamJournal::open(&settings).await?;
        let alone = write(&node, "alone").await?;
        let mut listeners = Vec::new();
        for _ in 0..LISTENERS {
            listeners.push(JetStreamJournal::open(&settings).await?);
        }
        let heard = write(&node, "heard").await?;
        let records = (WRITERS * EACH) as f64;
        let context = async_nats::jetstream::new(settings.connect().await?);
        let stream = context.get_stream("tapis-0").await?;
        let state = &stream.cached_info().state;
        let memory: u64 = servers()?.iter().map(|server| server.memory).sum();
        drop(listeners);
        Ok(json!({
            "appends_per_second": (records / alone.seconds).round(),
            "node_us_an_append": (alone.node_us / records).round(),
            "servers_us_an_append": (alone.servers_us / records).round(),
            "listener_us_a_record": ((heard.node_us - alone.node_us) / LISTENERS as f64 / records * 10.0).round() / 10.0,
            "stored_bytes_a_record": state.bytes / state.messages.max(1),
            "servers_mb": memory / 3 / 1_000_000,
            "subjects": WRITERS * 2,
        }))
    })
}

/// What some appends took.
struct Took {
    seconds: f64,
    node_us: f64,
    servers_us: f64,
}

async fn write(node: &JetStreamJournal, name: &str) -> Result<Took> {
    let body: Arc<[u8]> = vec![b'x'; BODY].into();
    let write = async |writer: usize| {
        let subject = Subject::new(&format!("table.{name}{writer}")).context("a subject")?;
        let mut after = Position::START;
        for _ in 0..EACH {
            after = node.append(&subject, after, Record { body: Arc::clone(&body), is_news: false }).await?;
        }
        Ok::<_, anyhow::Error>(())
    };
    let (began, own) = (Instant::now(), ProcessTime::now());
    let before: f64 = servers()?.iter().map(|server| server.cpu_us).sum();
    try_join_all((0..WRITERS).map(write)).await?;
    let after: f64 = servers()?.iter().map(|server| server.cpu_us).sum();
    Ok(Took {
        seconds: began.elapsed().as_secs_f64(),
        node_us: own.elapsed().as_secs_f64() * 1e6,
        servers_us: after - before,
    })
}

/// A server that this process has started.
struct Running {
    cpu_us: f64,
    memory: u64,
}

/// What the servers have used so far, as the system tells.
fn servers() -> Result<Vec<Running>> {
    /// The ticks of a second and the bytes of a page, on every Linux we know.
    const TICK_US: f64 = 10_000.0;
    const PAGE: u64 = 4096;
    let own = std::process::id().to_string();
    let mut running = Vec::new();
    for entry in std::fs::read_dir("/proc")? {
        let Ok(stat) = std::fs::read_to_string(entry?.path().join("stat")) else { continue };
        // What is in brackets is the name; the rest is numbers.
        let Some((_, rest)) = stat.rsplit_once(") ") else { continue };
        let fields: Vec<&str> = rest.split(' ').collect();
        if fields.get(1) != Some(&own.as_str()) || !stat.contains("(nats-server)") {
            continue;
        }
        let number = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok()).unwrap_or_default();
        running.push(Running { cpu_us: (number(11) + number(12)) as f64 * TICK_US, memory: number(21) * PAGE });
    }
    Ok(running)
}
