//! What all parts of the house share.
//!
//! Deliberately absent: what they do with it.

use std::sync::Arc;

use axum::http::{HeaderMap, header};
use journal::{Journal, JournalError, OpenError, Options, SqliteJournal};
use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::admin::{Act, Bans, CurrentMode, Mode};
use crate::clock::WallClock;
use crate::cluster::{Cluster, ClusterError};
use crate::config::{Config, Durability};
use crate::entropy::Entropy;
use crate::hosts::{House, Nodes, Origin};
use crate::ledger::{Ledger, LedgerProjection};
use crate::measured::MeasuredJournal;
use crate::metrics::Metrics;
use crate::people::{People, Token, Who};
use crate::refusal::Refusal;
use crate::routes::Page;
use crate::safety::{Connections, Limits, Replays, TableCount};
use crate::socket::OpenSockets;
use crate::storage::Storage;
use crate::tables::open_house;
use crate::writable::Writability;

/// So many records are replayed at a time, or logs searched.
const MAX_REPLAYS: usize = 2;

/// Among so many acts of keepers the last one is looked for that says what the house lets people do.
const MAX_ACTS: u32 = 10_000;

/// The cookie that holds a browser's token.
pub(crate) const COOKIE: &str = "tapis";

/// What all parts of the house share.
#[derive(Debug)]
pub struct App {
    /// The settings.
    pub config: Config,
    /// The log everything is written to; its appends are watched.
    pub journal: Arc<dyn Journal>,
    /// Whether it can be written.
    pub writability: Arc<Writability>,
    /// Where it is kept.
    pub storage: Storage,
    /// What the log comes to.
    pub ledger: Ledger,
    /// Who people are.
    pub people: People,
    /// The tables.
    pub house: House,
    /// Who may not come in.
    pub(crate) bans: Bans,
    /// What people may do.
    pub(crate) mode: Arc<CurrentMode>,
    /// How often one may ask.
    pub limits: Limits,
    /// How many tables were opened from where.
    pub table_count: TableCount,
    /// What may be replayed at a time.
    pub replays: Replays,
    /// Held by who counts the reports or evenings somebody has made, to make another: those at the same time are counted
    /// as well.
    pub(crate) counting: Mutex<()>,
    /// How many connections there may be.
    pub connections: Arc<Connections>,
    /// The WebSockets that are open.
    pub sockets: OpenSockets,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// What time it is.
    pub clock: WallClock,
    /// The files of the web client.
    pub pages: Vec<Page>,
    /// Has what is too old looked for at once; tests use it when they have moved the time.
    pub sweep_now: Notify,
    /// Cancelled when the house closes: whoever holds a connection open says goodbye then.
    pub closing: CancellationToken,
    /// What is waited for when the house closes.
    pub tasks: TaskTracker,
}

/// Why the house cannot open.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The folder of the data cannot be made.
    #[error("the folder {} cannot be made: {error}", path.display())]
    Folder {
        /// The folder.
        path: std::path::PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The data cannot be opened.
    #[error(transparent)]
    Data(#[from] OpenError),
    /// The journal failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The node cannot join its house.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
}

impl App {
    /// Opens the data and what rests on it; the file and its folder are made if they are not there.
    ///
    /// # Errors
    /// If the data cannot be opened.
    pub async fn open(config: Config, clock: WallClock, pages: Vec<Page>) -> Result<Arc<Self>, AppError> {
        let storage = open_storage(&config).await?;
        let metrics = Arc::new(Metrics::default());
        let writability = Arc::new(Writability::default());
        let measured = MeasuredJournal::new(storage.journal(), Arc::clone(&metrics), Arc::clone(&writability));
        let journal: Arc<dyn Journal> = Arc::new(measured);
        let node = storage.cluster().map(|cluster| cluster.name().to_owned()).unwrap_or_default();
        let entropy = Entropy::new(&config.seed, journal.head().await?.0, &node);
        if config.seed.number().is_some() {
            tracing::warn!("the house has a seed, for tests: whoever knows it can foretell every deal");
        }
        let ledger = storage.ledger();
        let mode = Arc::new(CurrentMode::default());
        let (people_journal, people_mode) = (Arc::clone(&journal), Arc::clone(&mode));
        let people = People::new(people_journal, ledger.clone(), clock.clone(), entropy.clone(), people_mode, &config);
        let bans = Bans::default();
        bans.set(ledger.bans().await?);
        let nodes = storage.cluster().map(|cluster| Arc::clone(cluster) as Arc<dyn Nodes>);
        let house = open_house(&config, Arc::clone(&journal), clock.clone(), entropy, Arc::clone(&metrics), nodes);
        for (summary, origin) in ledger.open_tables().await? {
            house.lobby().open(summary, origin.map(Origin));
        }
        if let Some(cluster) = storage.cluster() {
            // What a keeper has set holds on all nodes, until another is set.
            let set = |act: &Act| if let Act::ModeSet { mode } = act { Some(*mode) } else { None };
            if let Some(set) = ledger.acts(MAX_ACTS).await?.iter().find_map(|row| set(&row.act)) {
                mode.set(set);
                house.set_opening(set == Mode::Open);
            }
            cluster.start(&house, Arc::clone(&metrics)).await?;
        }
        let is_behind_proxy = !config.proxy_header.as_str().is_empty();
        let per_network = config.connections_per_address.get();
        let connections =
            Connections::new(config.connections.get(), per_network, is_behind_proxy, Arc::clone(&metrics));
        Ok(Arc::new(Self {
            bans,
            mode,
            limits: Limits::new(&config),
            table_count: TableCount::default(),
            replays: Replays::new(MAX_REPLAYS),
            counting: Mutex::default(),
            connections: Arc::new(connections),
            sockets: OpenSockets::default(),
            config,
            journal,
            writability,
            storage,
            ledger,
            people,
            house,
            metrics,
            clock,
            pages,
            sweep_now: Notify::new(),
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }))
    }

    /// What the house lets people do from now on.
    pub(crate) fn set_mode(&self, mode: Mode) {
        self.mode.set(mode);
        self.house.set_opening(mode == Mode::Open);
        if mode == Mode::ReadOnly {
            self.sockets.end_all();
        }
    }

    /// Who asks, by the token in `Authorization: Bearer` or, for browsers, in the cookie.
    ///
    /// # Errors
    /// If there is none, it is not of this house, its session was revoked or asks too often, or the player is banned.
    pub async fn who(&self, headers: &HeaderMap) -> Result<Who, Refusal> {
        let token = bearer(headers).or_else(|| cookie(headers)).ok_or(Refusal::NoSession)?;
        let session = Token::read(token).ok_or(Refusal::BadToken)?.session();
        self.limits.session_request(&session)?;
        let who = self.people.who(&session).await?;
        if self.bans.has_player(&who.player.id, self.clock.now()) { Err(Refusal::Banned) } else { Ok(who) }
    }
}

/// Opens the file of a house of its own, or joins one with several nodes.
async fn open_storage(config: &Config) -> Result<Storage, AppError> {
    config.data.prepare_folder().map_err(|(path, error)| AppError::Folder { path, error })?;
    if !config.cluster.is_empty() {
        return Ok(Storage::Cluster(Cluster::open(config, config.data.path()).await?));
    }
    let durability = match config.durability {
        Durability::Full => journal::Durability::Full,
        Durability::Normal => journal::Durability::Normal,
    };
    let options = Options { durability, projections: vec![Box::new(LedgerProjection)], ..Options::default() };
    Ok(Storage::File(Arc::new(SqliteJournal::open(config.data.path(), options)?)))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let pairs = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = pairs.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token)
}
