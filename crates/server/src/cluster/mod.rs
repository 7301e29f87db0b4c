//! One of several nodes of a house: a log on servers of NATS that all share, a ledger of its own, and messages between
//! nodes about the tables that one of them runs and others use.
//!
//! | | |
//! |---|---|
//! | the log, and what a node may acknowledge | `journal` |
//! | the node's ledger, which follows the news | `following` |
//! | who runs a table | `owners` |
//! | which nodes there are, and what they send each other | `peers`, `post` |
//! | whether this node is whole: connected, not held up, sure of its tables | `pulse` |
//! | what else is to be done when news come | `news` |
//!
//! Safety rests on the log alone: two nodes that both believe to run a table do no harm, since each append names the
//! position it follows. All here is about not getting in each other's way.
//! Deliberately absent: what a table does with what it is sent (`hosts`), and how records get to the servers (`journal`).

mod following;
mod journal;
mod news;
mod owners;
mod peers;
mod post;
mod pulse;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use ::journal::{
    ClientCertificate, Found, JetStreamError, JetStreamJournal, JetStreamSettings, Journal, JournalError, Login,
    OpenError, Position, Tls,
};
use tokio::task::JoinSet;
use tokio::time::timeout;
use wire::house::{TableId, ToClient};

use crate::config::Config;
use crate::entropy::Entropy;
use crate::hosts::{House, Item, NodeId, Nodes, Owner, Soon, WeakHouse};
use crate::ledger::Ledger;
use crate::metrics::Metrics;

pub(crate) use self::following::Following;
use self::journal::NodeJournal;
pub(crate) use self::news::heed;
use self::owners::Owners;
use self::peers::Peers;
use self::pulse::Pulse;

/// How long an append is tried before it is refused. Servers elect a new leader within five to ten seconds.
const TIMEOUT: Duration = Duration::from_secs(15);
/// How long a node that leaves waits until the others have its tables.
const LEAVING: Duration = Duration::from_secs(2);

/// One of several nodes of a house.
#[derive(Debug)]
pub struct Cluster {
    me: NodeId,
    /// What this node is called.
    name: String,
    log: Arc<JetStreamJournal>,
    journal: Arc<NodeJournal>,
    following: Arc<Following>,
    owners: Owners,
    peers: Peers,
    pulse: Pulse,
    /// Whether the servers of the log have been out of reach for some time.
    is_cut_off: Arc<AtomicBool>,
    house: OnceLock<WeakHouse>,
    metrics: OnceLock<Arc<Metrics>>,
    background: Mutex<JoinSet<()>>,
}

/// Why a node cannot join its house.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The servers of the log cannot be used.
    #[error(transparent)]
    Log(#[from] JetStreamError),
    /// The file of the node's ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] OpenError),
    /// The log failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The machine gives nothing to draw the node's number from.
    #[error(transparent)]
    Entropy(#[from] crate::entropy::NoEntropy),
}

/// Where the log is, by the settings.
fn settings(config: &Config) -> JetStreamSettings {
    let servers: Vec<String> = config.cluster.each().map(str::to_owned).collect();
    let path = |setting: &crate::config::OptionalFile| (!setting.as_str().is_empty()).then(|| setting.as_str().into());
    let certificate = path(&config.cluster_certificate).zip(path(&config.cluster_key));
    let tls = Tls {
        authorities: path(&config.cluster_ca),
        certificate: certificate.map(|(certificate, key)| ClientCertificate { certificate, key }),
    };
    let is_encrypted = tls.authorities.is_some()
        || tls.certificate.is_some()
        || servers.iter().any(|server| server.starts_with("tls://"));
    let replicas = match config.cluster_replicas {
        0 if servers.len() >= 3 => 3,
        0 => 1,
        replicas => replicas.into(),
    };
    JetStreamSettings {
        servers,
        tls: is_encrypted.then_some(tls),
        login: path(&config.cluster_credentials).map_or(Login::None, Login::Credentials),
        prefix: config.cluster_prefix.or_default().to_owned(),
        partitions: config.cluster_partitions.get(),
        replicas,
        timeout: TIMEOUT,
    }
}

impl Cluster {
    /// Joins the house: opens the log, made if it is not there, and reads what is new into the node's ledger.
    pub(crate) async fn open(config: &Config, path: &Path) -> Result<Arc<Self>, ClusterError> {
        let settings = settings(config);
        let log = Arc::new(JetStreamJournal::open(&settings).await?);
        let following = Following::open(path, Arc::clone(&log), settings.partitions).await??;
        let mut number = [0; 8];
        Entropy::of_the_machine().fill(&mut number)?;
        let me = NodeId(u64::from_le_bytes(number));
        let name = match config.node.as_str() {
            "" => me.to_string(),
            name => name.to_owned(),
        };
        let is_cut_off = Arc::new(AtomicBool::new(false));
        let owners = Owners::open(&log, &settings, me, &name).await?;
        let peers = Peers::new(log.context().client().clone(), &settings.prefix, me, name.clone());
        let journal = NodeJournal {
            journal: Arc::clone(&log),
            following: Arc::clone(&following),
            is_cut_off: Arc::clone(&is_cut_off),
        };
        let mut background = JoinSet::new();
        background.spawn(Arc::clone(&following).run());
        background.spawn(Arc::clone(&following).heed_redactions());
        following.catch_up_wholly().await?;
        tracing::info!(node = name, id = %me, "this node has joined its house");
        Ok(Arc::new(Self {
            me,
            name,
            log,
            journal: Arc::new(journal),
            following,
            owners,
            peers,
            pulse: Pulse::default(),
            is_cut_off,
            house: OnceLock::new(),
            metrics: OnceLock::new(),
            background: Mutex::new(background),
        }))
    }

    /// Tells and hears from now on what nodes tell each other about the tables of this house.
    pub(crate) async fn start(self: &Arc<Self>, house: &House, metrics: Arc<Metrics>) -> Result<(), JournalError> {
        // It is started once.
        let _ = (self.house.set(house.downgrade()), self.metrics.set(metrics));
        let (letters, greetings) = (self.peers.letters().await?, self.peers.greetings().await?);
        let (unheard, changes) = (self.peers.unheard().await?, self.owners.changes().await?);
        let mut background = self.background.lock().unwrap_or_else(PoisonError::into_inner);
        background.spawn(Arc::clone(self).read_letters(letters));
        background.spawn(Arc::clone(self).hear_greetings(greetings));
        background.spawn(Arc::clone(self).hear_unheard(unheard));
        background.spawn(Arc::clone(self).hear_changes(changes));
        background.spawn(Arc::clone(self).deliver());
        background.spawn(Arc::clone(self).beat());
        Ok(())
    }

    /// Where clients reach this node; empty if they are not to know.
    pub(crate) fn set_address(&self, config: &Config, listening: SocketAddr) {
        let address = match (config.advertise.as_str(), config.public_url.as_str()) {
            ("", "") if !listening.ip().is_unspecified() => format!("http://{listening}"),
            ("", _) => String::new(),
            (address, _) => address.to_owned(),
        };
        self.peers.set_address(address);
        self.peers.greet_soon();
    }

    /// What this node is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The addresses of the other nodes that live, for clients.
    #[must_use]
    pub fn other_addresses(&self) -> Vec<String> {
        self.peers.addresses()
    }

    /// How many news of the log this node's ledger does not hold yet.
    #[must_use]
    pub fn behind(&self) -> u64 {
        self.following.behind()
    }

    /// Why this node should be sent nobody, if so.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        if self.peers.is_leaving() {
            Some("the node is leaving".into())
        } else if !self.log.is_connected() || self.is_cut_off.load(Ordering::Relaxed) {
            Some("no server of the log can be reached".into())
        } else {
            None
        }
    }

    pub(crate) fn journal(&self) -> Arc<dyn Journal> {
        Arc::clone(&self.journal) as Arc<dyn Journal>
    }

    pub(crate) fn ledger(&self) -> Ledger {
        Ledger::of_node(Arc::clone(&self.following))
    }

    pub(crate) fn following(&self) -> &Arc<Following> {
        &self.following
    }

    pub(crate) async fn find(&self, bytes: &[u8], after: Position, most: u32) -> Result<Found, JournalError> {
        self.log.find(bytes, after, most).await
    }

    pub(crate) async fn rebuild(&self) -> Result<(), JournalError> {
        self.following.rebuild().await
    }

    /// Hands the tables of this node over to others.
    pub(crate) async fn leave(&self, house: &House) {
        self.peers.leave();
        if timeout(LEAVING, house.hand_over()).await.is_err() {
            tracing::warn!("some tables could not be handed over in time; others take them over later");
        }
        let told = async {
            self.owners.released().await;
            self.peers.delivered().await;
        };
        // Who is not told finds out by itself.
        let _ = timeout(LEAVING, told).await;
    }

    pub(crate) async fn close(&self) {
        self.background.lock().unwrap_or_else(PoisonError::into_inner).abort_all();
        self.log.close().await;
    }

    fn house(&self) -> Option<House> {
        self.house.get()?.upgrade()
    }

    fn tell_everybody(&self, message: &ToClient) {
        if let Some(house) = self.house() {
            house.tell_everybody(message);
        }
    }
}

impl Nodes for Cluster {
    fn owner<'a>(&'a self, table: &'a TableId) -> Soon<'a, Result<Option<Owner>, JournalError>> {
        Box::pin(self.find_owner(table))
    }

    fn claim<'a>(&'a self, table: &'a TableId) -> Soon<'a, Result<Owner, JournalError>> {
        Box::pin(self.claim_table(table))
    }

    fn release(&self, table: &TableId) {
        if let Some(node) = self.owners.release(table) {
            // What this node wrote before it noticed, the other has not seen.
            self.send(node, &Item::Grown { table });
        }
    }

    fn doubt(&self, table: &TableId) {
        self.owners.doubt(table);
    }

    fn is_sure(&self) -> bool {
        self.pulse.is_sure()
    }

    fn is_cut_off(&self) -> bool {
        self.is_cut_off.load(Ordering::Relaxed)
    }

    fn send(&self, node: NodeId, item: &Item<'_>) {
        self.peers.send(node, item);
    }

    fn send_all(&self, item: &Item<'_>) {
        self.peers.send_all(item);
    }
}
