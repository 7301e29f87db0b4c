//! The house: its tables by id, awake or asleep.

mod guests;
mod waking;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use engine::Seed;
use host::{ConnectionId, HouseAct, Pace, Person, Room, is_news};
use journal::{AppendError, Journal, JournalError, Position, Record};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{sleep, timeout};
use wire::house::{Entry, TableId, TableKey, Visibility, write_entries};

use crate::hosts::connection::{Connection, Guest, Sink};
use crate::hosts::error::HouseError;
use crate::hosts::invitations::Invitations;
use crate::hosts::lobby::{Lobby, Origin};
use crate::hosts::nodes::{Nodes, Owner};
use crate::hosts::outside::{Pulse, TimeAndDice};
use crate::hosts::remote::{Away, RemoteTable, TableLocation};
use crate::hosts::table::Mail;
use crate::hosts::thinkers::Thinkers;
use crate::hosts::timers::Timers;
use crate::hosts::turn::Turn;
use crate::safety::RecordLimit;
use waking::{Loading, subject};

/// How long somebody who wants to watch a table waits until this node knows whether it still runs it.
const MAX_UNSURE: Duration = Duration::from_secs(5);
/// The pause before that is looked at again.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// So many tables are woken at a time.
const MAX_LOADERS: usize = 2;
/// How many milliseconds clocks wait before they look again whether they may run out.
const CLOCKS_WAIT: u64 = 100;

/// What came of opening a table under an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenOutcome {
    /// It is open.
    Opened,
    /// There is a table with this id.
    Taken,
}

/// How a house is run.
#[derive(Clone, Debug)]
pub struct HouseOptions {
    /// How fast tables and bots are.
    pub pace: Pace,
    /// After how long a table nobody looks at goes to sleep.
    pub idle: Duration,
    /// How many bots think at a time.
    pub thinkers: NonZeroUsize,
    /// The most records the log of a table may have.
    pub max_records: u64,
}

impl Default for HouseOptions {
    fn default() -> Self {
        let (idle, thinkers) = (Duration::from_secs(600), NonZeroUsize::MIN);
        Self { pace: Pace::default(), idle, thinkers, max_records: 20_000 }
    }
}

/// A house full of tables. It is cheap to clone; all clones are the same house.
#[derive(Clone, Debug)]
pub struct House {
    inner: Arc<Inner>,
}

/// A house that does not stay because it is known.
#[derive(Clone, Debug)]
pub struct WeakHouse(Weak<Inner>);

impl WeakHouse {
    /// The house, if it is still there.
    #[must_use]
    pub fn upgrade(&self) -> Option<House> {
        self.0.upgrade().map(House::from_inner)
    }
}

#[derive(Debug)]
pub(crate) struct Inner {
    journal: Arc<dyn Journal>,
    clock: Arc<dyn TimeAndDice>,
    pulse: Arc<dyn Pulse>,
    options: HouseOptions,
    thinkers: Thinkers,
    lobby: Lobby,
    invitations: Invitations,
    timers: Timers,
    turn: Arc<Turn>,
    /// The tables that are awake here, and those of other nodes that somebody here watches.
    tables: Mutex<BTreeMap<TableId, TableLocation>>,
    /// The tables that are being woken, for all who wait for them.
    loading: Mutex<BTreeMap<TableId, Arc<Loading>>>,
    /// How many are woken at a time.
    loaders: Semaphore,
    /// Who is connected.
    guests: Mutex<BTreeMap<ConnectionId, Arc<Guest>>>,
    /// How many connections there ever were.
    connected: AtomicU64,
    /// Whether new tables are opened.
    is_opening: AtomicBool,
    /// What is known of other nodes; nothing in a house of its own.
    away: Option<Away>,
}

impl House {
    /// A house over a journal. It is made within the runtime that serves it.
    ///
    /// # Panics
    /// Outside of a runtime of tokio.
    #[must_use]
    pub fn new(
        journal: Arc<dyn Journal>,
        clock: Arc<dyn TimeAndDice>,
        pulse: Arc<dyn Pulse>,
        options: HouseOptions,
    ) -> Self {
        Self::with_nodes(journal, clock, pulse, options, None)
    }

    /// A house that shares its journal with other nodes.
    ///
    /// # Panics
    /// Outside of a runtime of tokio.
    #[must_use]
    pub fn with_nodes(
        journal: Arc<dyn Journal>,
        clock: Arc<dyn TimeAndDice>,
        pulse: Arc<dyn Pulse>,
        options: HouseOptions,
        nodes: Option<Arc<dyn Nodes>>,
    ) -> Self {
        let inner = Arc::new_cyclic(|house| Inner {
            journal,
            clock,
            thinkers: Thinkers::new(options.thinkers, Arc::clone(&pulse)),
            pulse,
            options,
            lobby: Lobby::default(),
            invitations: Invitations::default(),
            timers: Timers::default(),
            turn: Arc::new(Turn::new(house.clone())),
            tables: Mutex::default(),
            loading: Mutex::default(),
            loaders: Semaphore::new(MAX_LOADERS),
            guests: Mutex::default(),
            connected: AtomicU64::new(0),
            is_opening: AtomicBool::new(true),
            away: nodes.map(Away::new),
        });
        Self { inner }
    }

    pub(crate) fn from_inner(inner: Arc<Inner>) -> Self {
        Self { inner }
    }

    /// The same house, which does not stay because of it.
    #[must_use]
    pub fn downgrade(&self) -> WeakHouse {
        WeakHouse(Arc::downgrade(&self.inner))
    }

    /// Lets a client in, whose messages go into a sink.
    #[must_use]
    pub fn connect(&self, person: Person, sink: Arc<dyn Sink>) -> Connection {
        self.connect_limited(person, sink, None)
    }

    /// Lets a client in of whom only so many records are written down.
    #[must_use]
    pub fn connect_limited(&self, person: Person, sink: Arc<dyn Sink>, records: Option<RecordLimit>) -> Connection {
        Connection::new(self.clone(), self.admit(person, sink, records, None))
    }

    /// The list of public tables.
    #[must_use]
    pub fn lobby(&self) -> &Lobby {
        &self.inner.lobby
    }

    /// Opens a table with its first entries, and gives its id. Where it comes from, if that is known, decides with which
    /// others it shares its place in the list.
    ///
    /// # Errors
    /// If the journal fails, or the entries open no table.
    pub async fn open(&self, mut entries: Vec<Entry>, origin: Option<Origin>) -> Result<TableId, HouseError> {
        loop {
            let dice = self.draw().0;
            let id = TableId::from_bytes(&dice);
            if let Some(Entry::Opened { settings, key: key @ None, .. }) = entries.first_mut()
                && settings.visibility == Visibility::Invited
            {
                *key = Some(TableKey::from_bytes(&dice));
            }
            // A random id of 80 bits that is taken already is next to impossible; another one is drawn.
            if self.open_as(&id, entries.clone(), origin).await? == OpenOutcome::Opened {
                return Ok(id);
            }
        }
    }

    /// Opens a table under an id that is known, unless there is one.
    ///
    /// # Errors
    /// If the journal fails, or the entries open no table.
    pub async fn open_as(
        &self,
        id: &TableId,
        mut entries: Vec<Entry>,
        origin: Option<Origin>,
    ) -> Result<OpenOutcome, HouseError> {
        if !self.inner.is_opening.load(Ordering::Relaxed) {
            return Err(HouseError::Draining);
        }
        if let Some(Entry::Opened { origin: written @ None, .. }) = entries.first_mut() {
            *written = origin.map(|Origin(number)| number);
        }
        let room = Room::opened(id, &entries)?;
        let is_news = entries.iter().any(is_news);
        let record = Record { body: write_entries(&entries).into(), is_news };
        match self.journal().append(&subject(id)?, Position::START, record).await {
            Ok(position) => {
                self.lobby().open(room.summary(), origin);
                // A table nobody could claim is woken when somebody comes.
                let is_ours = match self.away() {
                    None => true,
                    Some(away) => matches!(away.nodes.claim(id).await, Ok(Owner::Here)),
                };
                if is_ours {
                    self.wake(id, room, position);
                }
                Ok(OpenOutcome::Opened)
            }
            Err(AppendError::Conflict { .. }) => Ok(OpenOutcome::Taken),
            Err(AppendError::Failed(_)) => Err(HouseError::NotWritten),
            Err(error @ AppendError::TooLong { .. }) => Err(JournalError(Box::new(error)).into()),
        }
    }

    /// Looks at a table, and gives what was seen.
    ///
    /// # Errors
    /// If there is no such table, or it cannot be read.
    pub async fn look<T: Send + 'static>(
        &self,
        table: &str,
        look: impl FnOnce(&Room) -> T + Send + 'static,
    ) -> Result<T, HouseError> {
        let (sender, receiver) = oneshot::channel();
        let look = move |room: &Room| {
            // Whoever asked may be gone.
            let _ = sender.send(look(room));
        };
        if self.away().is_some() && !matches!(self.known_location(table), Some(TableLocation::Here(_))) {
            // All that was acknowledged is in the log, whichever node runs the table.
            let (room, _) = self.read(table).await?;
            look(&room);
        } else {
            self.send(table, Mail::Look(Box::new(look))).await?;
        }
        receiver.await.map_err(|_| HouseError::Parked("it went to sleep in the middle of a question".into()))
    }

    /// Puts an unfinished table away for good, if nobody is there.
    ///
    /// # Errors
    /// If there is no such table, or it cannot be read.
    pub async fn close(&self, table: &str) -> Result<(), HouseError> {
        self.send(table, Mail::Close).await.map(|_| ())
    }

    /// Acts on a table, whoever sits there.
    ///
    /// # Errors
    /// If there is no such table, or it cannot be read.
    pub async fn act_on(&self, table: &str, act: HouseAct) -> Result<(), HouseError> {
        self.send(table, Mail::HouseAct(act)).await.map(|_| ())
    }

    /// Forgets what a table was made from, because its log reads otherwise now. Who is there is disconnected, and shown
    /// the table anew when they come back.
    pub(crate) async fn reload(&self, table: &str) {
        // One that is just being woken may have read its log before.
        let is_loading = self.loading().contains_key(table);
        let mut awake = if is_loading { self.locate(table).await.ok() } else { self.known_location(table) };
        if let Some(away) = self.away()
            && awake.is_none()
            && let Ok(Some(Owner::There(node))) = away.nodes.owner(&table.into()).await
        {
            awake = Some(TableLocation::There(Arc::new(RemoteTable::new(table.into(), node))));
        }
        if let Some(awake) = awake {
            // It is given back by a table that sleeps.
            let _ = awake.receive(self, Mail::Reload);
        }
    }

    /// Whether new tables are opened from now on.
    pub fn set_opening(&self, is_opening: bool) {
        self.inner.is_opening.store(is_opening, Ordering::Relaxed);
    }

    /// What is known of other nodes, if there can be some.
    pub(crate) fn away(&self) -> Option<&Away> {
        self.inner.away.as_ref()
    }

    /// Whether nothing can be written down because no server of the log can be reached.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.away().is_some_and(|away| away.nodes.is_cut_off())
    }

    /// Whether clocks may run out: not while another node may have gone on with their tables.
    pub(crate) fn may_clocks_run_out(&self) -> bool {
        self.away().is_none_or(|away| away.nodes.is_sure())
    }

    /// Waits until this node knows which tables it runs: one that was held up or cut off would show what is long past.
    /// Whether it does; it is not waited for long.
    pub(crate) async fn knows_its_tables(&self) -> bool {
        let known = async {
            while !self.may_clocks_run_out() {
                sleep(LOOK_AGAIN).await;
            }
        };
        self.may_clocks_run_out() || timeout(MAX_UNSURE, known).await.is_ok()
    }

    /// When an alarm is to ring: later than it is wanted if clocks may not run out now.
    pub(crate) fn delay_alarm(&self, at: u64) -> u64 {
        if self.may_clocks_run_out() { at } else { at.max(self.now() + CLOCKS_WAIT) }
    }

    /// Where each table is run, as far as it is known here.
    pub(crate) fn locations(&self) -> MutexGuard<'_, BTreeMap<TableId, TableLocation>> {
        self.tables()
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<TableId, TableLocation>> {
        self.inner.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn journal(&self) -> &dyn Journal {
        &*self.inner.journal
    }

    pub(crate) fn pulse(&self) -> &dyn Pulse {
        &*self.inner.pulse
    }

    pub(crate) fn options(&self) -> &HouseOptions {
        &self.inner.options
    }

    pub(crate) fn timers(&self) -> &Timers {
        &self.inner.timers
    }

    pub(crate) fn turn(&self) -> &Arc<Turn> {
        &self.inner.turn
    }

    pub(crate) fn thinkers(&self) -> &Thinkers {
        &self.inner.thinkers
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.inner.clock.now()
    }

    /// 32 bytes nobody can guess.
    pub(crate) fn draw(&self) -> Seed {
        self.inner.clock.dice()
    }

    /// The dice of a table at the places of its log.
    pub(crate) fn dice_of<'a>(&'a self, table: &'a TableId) -> impl FnMut(u64, u32) -> Seed + 'a {
        |seq, throw| self.inner.clock.dice_at(table, seq, throw)
    }
}
