//! Who runs which table: one message for each table that is awake, in a stream of its own, changed by compare and set.
//! An entry of a node that is gone may be replaced by any other; whoever replaces it first runs the table.
//!
//! Nothing depends on it but that nodes do not get in each other's way.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::Subscriber;
use async_nats::jetstream::Context;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RawMessageErrorKind, Stream};
use futures_util::StreamExt;
use journal::{JetStreamJournal, JetStreamSettings, JournalError};
use tokio::sync::mpsc;
use tokio::time::sleep;
use wire::house::TableId;

use super::Cluster;
use super::peers::Life;
use crate::hosts::{NodeId, Owner};
use crate::logs::shortened;

/// How often something is tried with the servers.
const TRIES: usize = 10;
/// The pause before it is tried again.
const PAUSE: Duration = Duration::from_millis(100);
/// The pause before it is looked again whether all entries are removed.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// Who runs which table.
#[derive(Debug)]
pub(super) struct Owners {
    context: Context,
    stream: Stream<()>,
    /// What subjects begin with.
    prefix: String,
    /// What this node writes into its entries.
    entry: String,
    tables: Mutex<Tables>,
    doubts: mpsc::UnboundedSender<TableId>,
    /// Taken by the task that looks into doubts.
    doubted: Mutex<Option<mpsc::UnboundedReceiver<TableId>>>,
    /// How many entries are being removed.
    leaving: Arc<AtomicUsize>,
}

#[derive(Debug, Default)]
struct Tables {
    /// The tables this node runs, each with the sequence of its entry.
    own: BTreeMap<TableId, u64>,
    /// The tables that another runs, which this node still has to stop running.
    lost: BTreeMap<TableId, NodeId>,
}

/// An entry as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    sequence: u64,
    node: NodeId,
    name: String,
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> JournalError {
    JournalError(Box::new(error))
}

impl Owners {
    pub(super) async fn open(
        log: &JetStreamJournal,
        settings: &JetStreamSettings,
        me: NodeId,
        name: &str,
    ) -> Result<Self, JournalError> {
        let context = log.context().clone();
        let prefix = format!("{}-owners", settings.prefix);
        let config = Config {
            name: prefix.clone(),
            subjects: vec![format!("{prefix}.>")],
            description: Some("which node runs which table".into()),
            max_messages_per_subject: 1,
            discard: DiscardPolicy::Old,
            num_replicas: settings.replicas,
            ..Config::default()
        };
        let mut tries = 0;
        // Of two nodes that make it at once one may be refused, and finds the other's when it looks again.
        while let Err(error) = context.get_or_create_stream(config.clone()).await {
            tries += 1;
            if tries == 5 * TRIES {
                return Err(failed(error));
            }
            sleep(PAUSE).await;
        }
        let stream = context.get_stream_no_info(&prefix).await.map_err(failed)?;
        let (doubts, doubted) = mpsc::unbounded_channel();
        Ok(Self {
            context,
            stream,
            prefix,
            entry: format!("{me} {name}"),
            tables: Mutex::default(),
            doubts,
            doubted: Mutex::new(Some(doubted)),
            leaving: Arc::default(),
        })
    }

    /// What nodes want to write into entries; it may never be stored, so it is only a reason to look.
    pub(super) async fn changes(&self) -> Result<Subscriber, JournalError> {
        self.context.client().subscribe(format!("{}.>", self.prefix)).await.map_err(failed)
    }

    /// The entry of a table, if there is one.
    async fn get(&self, table: &TableId) -> Result<Option<Entry>, JournalError> {
        let subject = self.subject(table);
        let mut tries = 0;
        loop {
            match self.stream.raw_message_builder().last_by_subject(&subject).send().await {
                Ok(message) => {
                    let text = std::str::from_utf8(&message.payload).unwrap_or_default();
                    let (node, name) = text.split_once(' ').unwrap_or_default();
                    // An entry nobody can read is one of nobody.
                    let node = NodeId(u64::from_str_radix(node, 16).unwrap_or_default());
                    return Ok(Some(Entry { sequence: message.sequence, node, name: name.to_owned() }));
                }
                Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => return Ok(None),
                Err(error) => {
                    tries += 1;
                    if tries >= TRIES {
                        return Err(failed(error));
                    }
                }
            }
            sleep(PAUSE).await;
        }
    }

    fn subject(&self, table: &TableId) -> String {
        format!("{}.{table}", self.prefix)
    }

    /// This node runs a table no more. If another does, that one.
    pub(super) fn release(&self, table: &TableId) -> Option<NodeId> {
        let mut tables = self.lock();
        if let Some(node) = tables.lost.remove(table) {
            return Some(node);
        }
        let sequence = tables.own.remove(table)?;
        drop(tables);
        self.leaving.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(self.remove(sequence));
        None
    }

    /// Removes this very entry; if another took its place it is gone already.
    fn remove(&self, sequence: u64) -> impl Future<Output = ()> + Send + 'static {
        let (context, stream, leaving) = (self.context.clone(), self.prefix.clone(), Arc::clone(&self.leaving));
        async move {
            if let Ok(stream) = context.get_stream_no_info(&stream).await {
                // Whoever wants the table finds out that nobody runs it in any case.
                let _ = stream.delete_message(sequence).await;
            }
            leaving.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Waits until the entries of tables that were released are removed.
    pub(super) async fn released(&self) {
        while self.leaving.load(Ordering::Relaxed) > 0 {
            sleep(LOOK_AGAIN).await;
        }
    }

    pub(super) fn doubt(&self, table: &TableId) {
        // The task that looks into it lives as long as the node.
        let _ = self.doubts.send(table.clone());
    }

    /// The tables this node believes to run.
    pub(super) fn own(&self) -> Vec<TableId> {
        self.lock().own.keys().cloned().collect()
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cluster {
    pub(super) async fn find_owner(&self, table: &TableId) -> Result<Option<Owner>, JournalError> {
        loop {
            let Some(entry) = self.owners.get(table).await? else { return Ok(None) };
            if entry.node == self.me {
                return Ok(Some(Owner::Here));
            }
            match self.peers.life(entry.node, &entry.name) {
                Life::Lives => return Ok(Some(Owner::There(entry.node))),
                Life::IsOver => return Ok(None),
                Life::Unknown { wait } => sleep(wait).await,
            }
        }
    }

    pub(super) async fn claim_table(&self, table: &TableId) -> Result<Owner, JournalError> {
        let subject = self.owners.subject(table);
        let mut last = JournalError("the entry of a table keeps changing".into());
        for _ in 0..TRIES {
            if self.peers.is_leaving() {
                return Err(JournalError("a node that leaves takes no tables".into()));
            }
            let entry = self.owners.get(table).await?;
            if let Some(entry) = &entry {
                let is_own = self.owners.lock().own.get(table) == Some(&entry.sequence);
                if is_own && entry.node == self.me {
                    return Ok(Owner::Here);
                }
                if entry.node != self.me {
                    match self.peers.life(entry.node, &entry.name) {
                        Life::Lives => return Ok(Owner::There(entry.node)),
                        Life::IsOver => {}
                        Life::Unknown { wait } => {
                            sleep(wait).await;
                            continue;
                        }
                    }
                }
            }
            let message = PublishMessage::build()
                .payload(self.owners.entry.clone().into())
                .expected_last_subject_sequence(entry.map_or(0, |entry| entry.sequence));
            let sent = self.owners.context.send_publish(subject.clone(), message).await;
            let acknowledged = match sent {
                Ok(sent) => sent.await,
                Err(error) => Err(error),
            };
            match acknowledged {
                Ok(acknowledged) => {
                    let mut tables = self.owners.lock();
                    tables.lost.remove(table);
                    tables.own.insert(table.clone(), acknowledged.sequence);
                    return Ok(Owner::Here);
                }
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {}
                Err(error) => {
                    last = failed(error);
                    sleep(PAUSE).await;
                }
            }
        }
        Err(last)
    }

    /// Finds out whether this node still runs a table, and stops running it if not; whether that is known.
    pub(super) async fn verify(&self, table: &TableId) -> bool {
        let Ok(entry) = self.owners.get(table).await else { return false };
        let node = match entry {
            Some(entry) if entry.node == self.me => return true,
            // It was removed by somebody: it is claimed again when it is wanted.
            None => None,
            Some(entry) => Some(entry.node),
        };
        {
            let mut tables = self.owners.lock();
            if tables.own.remove(table).is_none() {
                return true;
            }
            if let Some(node) = node {
                tables.lost.insert(table.clone(), node);
            }
        }
        tracing::warn!(table = shortened(table), "another node has taken a table over");
        if let Some(house) = self.house() {
            house.step_down(table);
        }
        true
    }

    /// Hears who wants to run which table, and looks into doubts, until it is aborted.
    pub(super) async fn hear_changes(self: Arc<Self>, mut changes: Subscriber) {
        let doubted = self.owners.doubted.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut doubted) = doubted else { return };
        loop {
            let table = tokio::select! {
                change = changes.next() => {
                    let Some(change) = change else { return };
                    let Some(table) = change.subject.strip_prefix(&self.owners.prefix) else { continue };
                    let table = TableId::from(table.trim_start_matches('.'));
                    if change.payload == self.owners.entry.as_bytes() {
                        continue;
                    }
                    table
                }
                table = doubted.recv() => {
                    let Some(table) = table else { return };
                    table
                }
            };
            if self.owners.lock().own.contains_key(&table) {
                let cluster = Arc::clone(&self);
                // What is on its way to the servers is there by the time they answer.
                tokio::spawn(async move {
                    while !cluster.verify(&table).await {
                        sleep(PAUSE).await;
                    }
                });
            }
        }
    }
}
