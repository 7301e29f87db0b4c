//! The house: its tables by id, awake or asleep.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::Seed;
use host::{ConnectionId, Host, HostOptions, HouseAct, LogPosition, Message, Mismatch, Pace, Person, Room, is_news};
use journal::{AppendError, Journal, JournalError, Position, Record, Snapshot, Stored, Subject};
use tokio::sync::{OnceCell, Semaphore, oneshot};
use wire::house::{
    Entry, EntryError, HouseRefusal, Invitation, PlayerId, TableId, TableKey, ToClient, Visibility, read_entries,
    read_snapshot, write_entries, write_message,
};

use crate::hosts::connection::{Connection, Guest, Sink};
use crate::hosts::invitations::Invitations;
use crate::hosts::lobby::{Lobby, Origin};
use crate::hosts::outbox::Outbox;
use crate::hosts::table::{Mail, Table};
use crate::hosts::thinkers::Thinkers;
use crate::hosts::timers::Timers;
use crate::hosts::turn::Turn;
use crate::logs::shortened;

/// So many tables are woken at a time.
const MAX_LOADERS: usize = 2;

/// A table that is being woken.
type Loading = OnceCell<Result<Arc<Table>, HouseError>>;

/// Where a house has the time and its dice from, so that a test can bring its own.
pub trait TimeAndDice: Send + Sync + fmt::Debug {
    /// Milliseconds since 1970.
    fn now(&self) -> u64;
    /// 32 bytes nobody can guess.
    fn dice(&self) -> Seed;
    /// 32 bytes for what a table decides at a place of its log, the first throw there or a later one. Nobody can guess
    /// them, unless the dice come from a seed: then the same place has the same dice.
    fn dice_at(&self, _table: &str, _seq: u64, _throw: u32) -> Seed {
        self.dice()
    }
}

/// What is counted, for those who look after the house. All of it may be ignored.
pub trait Pulse: Send + Sync + fmt::Debug {
    /// So many steps were made by players, bots and clocks.
    fn stepped(&self);
    /// An ask was refused.
    fn refused(&self, code: &str);
    /// A table woke up.
    fn woke(&self);
    /// A table went to sleep.
    fn slept(&self);
    /// A bot has thought for so long.
    fn thought(&self, took: Duration);
    /// A hint was worked out, and took so long.
    fn advised(&self, took: Duration);
    /// So many moves and hints wait to be thought about.
    fn thinking_waits(&self, count: usize);
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

/// Why a table cannot be reached.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HouseError {
    /// There is no such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// No new tables are opened for the time being.
    #[error("no new tables are opened")]
    Draining,
    /// The log of the table does not fit: it is parked, not guessed.
    #[error("the table is parked: {0}")]
    Parked(String),
    /// What was asked could not be written down.
    #[error("it could not be written down")]
    NotWritten,
    /// The journal failed.
    #[error(transparent)]
    Journal(Arc<JournalError>),
}

impl HouseError {
    /// What somebody is told who asked something of the table.
    pub(crate) fn refusal(&self) -> HouseRefusal {
        match self {
            Self::NoSuchTable => HouseRefusal::NoSuchTable,
            Self::Draining => HouseRefusal::Busy,
            Self::NotWritten => HouseRefusal::NotWritten,
            Self::Parked(_) | Self::Journal(_) => HouseRefusal::TableParked,
        }
    }
}

impl From<JournalError> for HouseError {
    fn from(error: JournalError) -> Self {
        Self::Journal(Arc::new(error))
    }
}

impl From<Mismatch> for HouseError {
    fn from(mismatch: Mismatch) -> Self {
        Self::Parked(mismatch.to_string())
    }
}

impl From<EntryError> for HouseError {
    fn from(error: EntryError) -> Self {
        Self::Parked(error.to_string())
    }
}

/// A house full of tables. It is cheap to clone; all clones are the same house.
#[derive(Clone, Debug)]
pub struct House {
    inner: Arc<Inner>,
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
    /// The tables that are awake.
    tables: Mutex<BTreeMap<TableId, Arc<Table>>>,
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
        });
        Self { inner }
    }

    pub(crate) fn from_inner(inner: Arc<Inner>) -> Self {
        Self { inner }
    }

    /// Lets a client in, whose messages go into a sink.
    #[must_use]
    pub fn connect(&self, person: Person, sink: Arc<dyn Sink>) -> Connection {
        let Person { player, name, is_program, is_claimed, lang } = person;
        let connection = ConnectionId(self.inner.connected.fetch_add(1, Ordering::Relaxed) + 1);
        let guest = Arc::new(Guest {
            connection,
            player,
            is_program,
            is_claimed,
            lang,
            outbox: Outbox::default(),
            sink,
            turn: self.inner.turn.clone(),
            name,
        });
        self.guests().insert(connection, guest.clone());
        Connection::new(self.clone(), guest)
    }

    /// A connection is gone: nothing is sent to it any more.
    pub(crate) fn forget_connection(&self, connection: ConnectionId) {
        self.guests().remove(&connection);
    }

    /// Sends a message, unless the connection is gone.
    pub(crate) fn send_to(&self, connection: ConnectionId, message: &Message) {
        let guest = self.guests().get(&connection).cloned();
        if let Some(guest) = guest {
            guest.send(message);
        }
    }

    /// Keeps an invitation, and tells it to whoever is asked if they are connected.
    pub(crate) fn invite(&self, player: PlayerId, invitation: Box<Invitation>) {
        let asked: Vec<Arc<Guest>> = self.guests().values().filter(|guest| guest.player == player).cloned().collect();
        let text = self.inner.invitations.keep(player, invitation);
        asked.iter().for_each(|guest| guest.tell(text.clone()));
    }

    /// Who is asked to which table.
    pub(crate) fn invitations(&self) -> &Invitations {
        &self.inner.invitations
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
        if !self.inner.is_opening.load(Ordering::Relaxed) {
            return Err(HouseError::Draining);
        }
        loop {
            let dice = self.dice().0;
            let id = TableId::from_bytes(&dice);
            if let Some(Entry::Opened { settings, key: key @ None, .. }) = entries.first_mut()
                && settings.visibility == Visibility::Invited
            {
                *key = Some(TableKey::from_bytes(&dice));
            }
            let room = Room::opened(&id, &entries)?;
            let is_news = entries.iter().any(is_news);
            let record = Record { body: write_entries(&entries).into(), is_news };
            match self.journal().append(&subject(&id)?, Position::START, record).await {
                Ok(position) => {
                    self.lobby().open(room.summary(), origin);
                    self.wake(&id, room, position, origin);
                    return Ok(id);
                }
                // A random id of 80 bits that is taken already is next to impossible; another one is drawn.
                Err(AppendError::Conflict { .. }) => {}
                Err(AppendError::Failed(_)) => return Err(HouseError::NotWritten),
                Err(error @ AppendError::TooLong { .. }) => return Err(JournalError(Box::new(error)).into()),
            }
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
        self.send(table, Mail::Look(Box::new(look))).await?;
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
        let awake = if is_loading { self.load(table).await.ok() } else { self.tables().get(table).cloned() };
        if let Some(awake) = awake {
            // It is given back by a table that sleeps.
            let _ = awake.receive(self, Mail::Reload);
        }
    }

    /// Tells everybody who is connected something.
    pub fn tell_everybody(&self, message: &ToClient) {
        let text = write_message(message);
        let guests: Vec<Arc<Guest>> = self.guests().values().cloned().collect();
        for guest in guests {
            guest.tell(text.clone());
        }
    }

    /// Whether new tables are opened from now on.
    pub fn set_opening(&self, is_opening: bool) {
        self.inner.is_opening.store(is_opening, Ordering::Relaxed);
    }

    /// Hands something to a table, which is woken up if it sleeps.
    pub(crate) async fn send(&self, table: &str, mail: Mail) -> Result<Arc<Table>, HouseError> {
        let mut mail = mail;
        loop {
            let awake = self.tables().get(table).cloned();
            let awake = match awake {
                Some(awake) => awake,
                None => self.load(table).await?,
            };
            match awake.receive(self, mail) {
                Ok(()) => return Ok(awake),
                // It went to sleep in between: it is woken again.
                Err(again) => mail = again,
            }
        }
    }

    /// Wakes a table from the journal, once for all who want it at the same time.
    async fn load(&self, table: &str) -> Result<Arc<Table>, HouseError> {
        let id = TableId::from(table);
        let loading = Arc::clone(self.loading().entry(id.clone()).or_default());
        // Whoever is first loads it; if they give up the next one goes on.
        let loaded = loading.get_or_init(|| self.load_alone(table)).await.clone();
        let mut others = self.loading();
        if others.get(&id).is_some_and(|other| Arc::ptr_eq(other, &loading)) {
            others.remove(&id);
        }
        loaded
    }

    async fn load_alone(&self, table: &str) -> Result<Arc<Table>, HouseError> {
        let subject = subject(table)?;
        // The semaphore is never closed.
        let _permit = self.inner.loaders.acquire().await;
        let (room, last) = match self.load_from_snapshot(table, &subject).await {
            Some(loaded) => loaded,
            None => self.replay(table, &subject).await?,
        };
        Ok(self.wake(table, room, last, None))
    }

    /// The room that its snapshot and the records after it make, and its last position; `None` if there is no snapshot,
    /// or it is of no use.
    async fn load_from_snapshot(&self, table: &str, subject: &Subject) -> Option<(Room, Position)> {
        // If the journal fails, reading the log says so.
        let Snapshot { position, body } = self.journal().snapshot(subject).await.ok()??;
        let records = self.journal().read(subject, position).await.ok()?;
        let last = records.last().map_or(position, |stored| stored.position);
        let id = TableId::from(table);
        let restore = tokio::task::spawn_blocking(move || -> Result<Room, String> {
            let snapshot = read_snapshot(&body).map_err(|error| error.to_string())?;
            let entries = read_all(&records).map_err(|error| error.to_string())?;
            Room::restore(&id, snapshot, entries.iter().map(Vec::as_slice)).map_err(|mismatch| mismatch.to_string())
        });
        match restore.await.unwrap_or_else(|error| Err(error.to_string())) {
            Ok(room) => Some((room, last)),
            Err(why) => {
                tracing::warn!(table = shortened(table), why, "the table is woken from its whole log");
                // It would be of no more use the next time; if this fails, the next time says so again.
                let _ = self.journal().drop_snapshot(subject).await;
                None
            }
        }
    }

    /// The room that all its records make, and its last position.
    async fn replay(&self, table: &str, subject: &Subject) -> Result<(Room, Position), HouseError> {
        let records = self.journal().read(subject, Position::START).await?;
        let last = records.last().ok_or(HouseError::NoSuchTable)?.position;
        let id = TableId::from(table);
        // A long log takes a while to replay: not on the thread of the tables.
        let replay = tokio::task::spawn_blocking(move || -> Result<Room, HouseError> {
            let entries = read_all(&records)?;
            Ok(Room::replay(&id, entries.iter().map(Vec::as_slice))?)
        });
        let room = replay.await.map_err(|error| HouseError::Parked(error.to_string()))??;
        Ok((room, last))
    }

    /// Runs a table; if another has woken it in the meantime, that one stays.
    fn wake(&self, table: &str, room: Room, position: Position, origin: Option<Origin>) -> Arc<Table> {
        let Ok(subject) = subject(table) else { unreachable!("a table that was loaded has a subject") };
        let HouseOptions { pace, idle, max_records, .. } = *self.options();
        let idle = Some(u64::try_from(idle.as_millis()).unwrap_or(u64::MAX));
        let options = HostOptions { pace, idle, max_records: Some(max_records) };
        let mut tables = self.tables();
        if let Some(awake) = tables.get(table) {
            return awake.clone();
        }
        let id = TableId::from(table);
        let host = Host::new(room, LogPosition(position.0), options, self.now());
        let awake = Arc::new(Table::new(id.clone(), subject, origin, host));
        tables.insert(id, awake.clone());
        drop(tables);
        self.inner.pulse.woke();
        awake.start(self);
        awake
    }

    /// A table goes to sleep.
    pub(crate) fn sleeps(&self, table: &TableId) {
        self.tables().remove(table);
        self.thinkers().forget(table);
        self.inner.pulse.slept();
    }

    fn guests(&self) -> MutexGuard<'_, BTreeMap<ConnectionId, Arc<Guest>>> {
        self.inner.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn loading(&self) -> MutexGuard<'_, BTreeMap<TableId, Arc<Loading>>> {
        self.inner.loading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<TableId, Arc<Table>>> {
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

    fn dice(&self) -> Seed {
        self.inner.clock.dice()
    }

    /// The dice of a table at the places of its log.
    pub(crate) fn dice_of<'a>(&'a self, table: &'a TableId) -> impl FnMut(u64, u32) -> Seed + 'a {
        |seq, throw| self.inner.clock.dice_at(table, seq, throw)
    }
}

/// The entries of each record.
fn read_all(records: &[Stored]) -> Result<Vec<Vec<Entry>>, EntryError> {
    records.iter().map(|stored| read_entries(&stored.record.body)).collect()
}

/// What a table's records are filed under.
fn subject(table: &str) -> Result<Subject, HouseError> {
    let subject = if TableId::is_valid(table) { Subject::new(&format!("table.{table}")) } else { None };
    subject.ok_or(HouseError::NoSuchTable)
}
