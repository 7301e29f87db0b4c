//! The house: its tables by id, awake or asleep.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use engine::Seed;
use host::{ConnectionId, Host, HostOptions, HouseAct, LogPosition, Mismatch, Pace, Person, Room, is_news};
use journal::{AppendError, Journal, JournalError, Position, Record, Snapshot, Stored, Subject};
use tokio::sync::{OnceCell, Semaphore, oneshot};
use tokio::time::{sleep, timeout};
use wire::house::{
    Entry, EntryError, HouseRefusal, Invitation, PlayerId, Summary, TableId, TableKey, ToClient, Visibility,
    read_entries, read_snapshot, write_entries, write_message,
};

use crate::hosts::connection::{Connection, Guest, Sink};
use crate::hosts::invitations::Invitations;
use crate::hosts::lobby::{Lobby, Origin};
use crate::hosts::nodes::{Item, Nodes, Owner};
use crate::hosts::outbox::Outbox;
use crate::hosts::remote::{Away, Place, RemoteTable};
use crate::hosts::table::{Mail, Table};
use crate::hosts::thinkers::Thinkers;
use crate::hosts::timers::Timers;
use crate::hosts::turn::Turn;
use crate::hosts::visitors::Far;
use crate::logs::shortened;
use crate::safety::RecordLimit;

/// How long somebody who wants to watch a table waits until this node knows whether it still runs it.
const MAX_UNSURE: Duration = Duration::from_secs(5);
/// The pause before that is looked at again.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// So many tables are woken at a time.
const MAX_LOADERS: usize = 2;
/// The pause before it is looked again whether all tables sleep.
const HANDING_OVER: Duration = Duration::from_millis(20);
/// How many milliseconds clocks wait before they look again whether they may run out.
const CLOCKS_WAIT: u64 = 100;

/// A table that is being woken, or looked for on other nodes.
type Loading = OnceCell<Result<Place, HouseError>>;

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

/// What came of opening a table under an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
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
    tables: Mutex<BTreeMap<TableId, Place>>,
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

    /// A new guest, connected here or, `far`, to another node.
    pub(crate) fn admit(
        &self,
        person: Person,
        sink: Arc<dyn Sink>,
        records: Option<RecordLimit>,
        far: Option<Far>,
    ) -> Arc<Guest> {
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
            records,
            name,
            far,
        });
        self.guests().insert(connection, guest.clone());
        guest
    }

    /// A connection is gone: nothing is sent to it any more.
    pub(crate) fn forget_guest(&self, connection: ConnectionId) {
        self.guests().remove(&connection);
    }

    /// A connection is gone: other nodes that it has asked something are told.
    pub(crate) fn forget_line(&self, connection: ConnectionId) {
        if let Some(away) = self.away() {
            away.forget(connection);
        }
    }

    /// Who has a connection.
    pub(crate) fn guest(&self, connection: ConnectionId) -> Option<Arc<Guest>> {
        self.guests().get(&connection).cloned()
    }

    /// Keeps an invitation, on all nodes, and tells it to whoever is asked if they are connected.
    pub(crate) fn invite(&self, player: PlayerId, invitation: Box<Invitation>) {
        if let Some(away) = self.away()
            && let Ok(text) = serde_json::to_string(&invitation)
        {
            away.nodes.send_all(&Item::Invited { player: &player, invitation: &text });
        }
        self.keep_invitation(player, invitation);
    }

    /// Keeps an invitation on this node, and tells it to whoever is asked if they are connected here.
    pub(crate) fn keep_invitation(&self, player: PlayerId, invitation: Box<Invitation>) {
        let is_asked = |guest: &&Arc<Guest>| guest.player == player && guest.far.is_none();
        let asked: Vec<Arc<Guest>> = self.guests().values().filter(is_asked).cloned().collect();
        let text = self.inner.invitations.keep(player, invitation);
        asked.iter().for_each(|guest| guest.tell(text.clone()));
    }

    /// Who is asked to which table.
    pub(crate) fn invitations(&self) -> &Invitations {
        &self.inner.invitations
    }

    /// The line of a table in the list has changed, which all nodes are told.
    pub(crate) fn list(&self, summary: Summary) {
        if let Some(away) = self.away()
            && let Ok(text) = serde_json::to_string(&summary)
        {
            away.nodes.send_all(&Item::Listed { summary: &text });
        }
        self.invitations().on_changed(&summary);
        self.lobby().put(summary);
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
            if self.open_as(&id, entries.clone(), origin).await? == Opening::Opened {
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
    ) -> Result<Opening, HouseError> {
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
                Ok(Opening::Opened)
            }
            Err(AppendError::Conflict { .. }) => Ok(Opening::Taken),
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
        if self.away().is_some() && !matches!(self.place_known(table), Some(Place::Here(_))) {
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
        let mut awake = if is_loading { self.place(table).await.ok() } else { self.place_known(table) };
        if let Some(away) = self.away()
            && awake.is_none()
            && let Ok(Some(Owner::There(node))) = away.nodes.owner(&table.into()).await
        {
            awake = Some(Place::There(Arc::new(RemoteTable::new(table.into(), node))));
        }
        if let Some(awake) = awake {
            // It is given back by a table that sleeps.
            let _ = awake.receive(self, Mail::Reload);
        }
    }

    /// Tells everybody who is connected to this node something.
    pub fn tell_everybody(&self, message: &ToClient) {
        let text = write_message(message);
        let guests: Vec<Arc<Guest>> = self.guests().values().filter(|guest| guest.far.is_none()).cloned().collect();
        for guest in guests {
            guest.tell(text.clone());
        }
    }

    /// Whether new tables are opened from now on.
    pub fn set_opening(&self, is_opening: bool) {
        self.inner.is_opening.store(is_opening, Ordering::Relaxed);
    }

    /// Hands something to a table, which is woken up if it sleeps.
    pub(crate) async fn send(&self, table: &str, mail: Mail) -> Result<Place, HouseError> {
        let mut mail = mail;
        loop {
            let place = self.place(table).await?;
            match place.receive(self, mail) {
                Ok(()) => return Ok(place),
                // It went to sleep in between: it is woken again.
                Err(again) => mail = again,
            }
        }
    }

    /// Hands something to a table if this node runs it, or may; nothing if another does.
    pub(crate) async fn send_here(&self, table: &str, mail: Mail) -> Result<Option<Arc<Table>>, HouseError> {
        let mut mail = mail;
        loop {
            let Place::Here(here) = self.place(table).await? else { return Ok(None) };
            match here.receive(self, mail) {
                Ok(()) => return Ok(Some(here)),
                Err(again) => mail = again,
            }
        }
    }

    /// Hands something to a table if it is known where it is run.
    pub(crate) fn send_if_known(&self, table: &str, mail: Mail) {
        if let Some(place) = self.place_known(table) {
            // A table that sleeps need not know.
            let _ = place.receive(self, mail);
        }
    }

    /// Where a table is run: it is woken here, unless another node runs it.
    pub(crate) async fn place(&self, table: &str) -> Result<Place, HouseError> {
        match self.place_known(table) {
            Some(place) => Ok(place),
            None => self.load(table).await,
        }
    }

    /// Where a table is run, as far as it is known here.
    pub(crate) fn place_known(&self, table: &str) -> Option<Place> {
        self.tables().get(table).cloned()
    }

    /// It is not known any more where a table is run, if it was known to be there.
    pub(crate) fn forget_place(&self, table: &TableId, place: &Place) {
        let mut tables = self.tables();
        if tables.get(table).is_some_and(|known| known.is(place)) {
            tables.remove(table);
        }
    }

    /// Wakes a table from the journal, or finds the node that runs it, once for all who want it at the same time.
    async fn load(&self, table: &str) -> Result<Place, HouseError> {
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

    async fn load_alone(&self, table: &str) -> Result<Place, HouseError> {
        let id = TableId::from(table);
        let Some(away) = self.away() else {
            let (room, last) = self.read(table).await?;
            return Ok(Place::Here(self.wake(table, room, last)));
        };
        subject(table)?;
        if let Some(Owner::There(node)) = away.nodes.owner(&id).await.map_err(out_of_reach)? {
            return Ok(self.go_to(id, RemoteTable::new(table.into(), node)));
        }
        let read = async || {
            self.read(table).await.map_err(|error| match error {
                HouseError::Journal(_) => HouseError::NotWritten,
                error => error,
            })
        };
        // What cannot be read is not claimed.
        read().await?;
        match away.nodes.claim(&id).await.map_err(out_of_reach)? {
            Owner::Here => {
                // Who ran it before may have written until it was claimed: nobody is shown less than they have seen. What
                // it writes even then is a conflict later, and read then.
                let (room, last) = read().await?;
                Ok(Place::Here(self.wake(table, room, last)))
            }
            Owner::There(node) => Ok(self.go_to(id, RemoteTable::new(table.into(), node))),
        }
    }

    /// A table is run by another node, from now on.
    fn go_to(&self, table: TableId, remote: RemoteTable) -> Place {
        let place = Place::There(Arc::new(remote));
        self.tables().insert(table, place.clone());
        place
    }

    /// A table as its log has it.
    async fn read(&self, table: &str) -> Result<(Room, Position), HouseError> {
        let subject = subject(table)?;
        // The semaphore is never closed.
        let _permit = self.inner.loaders.acquire().await;
        match self.load_from_snapshot(table, &subject).await {
            Some(loaded) => Ok(loaded),
            None => self.replay(table, &subject).await,
        }
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
    fn wake(&self, table: &str, room: Room, position: Position) -> Arc<Table> {
        let origin = room.origin().map(Origin);
        let Ok(subject) = subject(table) else { unreachable!("a table that was loaded has a subject") };
        let HouseOptions { pace, idle, max_records, .. } = *self.options();
        let idle = Some(u64::try_from(idle.as_millis()).unwrap_or(u64::MAX));
        let options = HostOptions { pace, idle, max_records: Some(max_records) };
        let mut tables = self.tables();
        if let Some(Place::Here(awake)) = tables.get(table) {
            return awake.clone();
        }
        let id = TableId::from(table);
        let host = Host::new(room, LogPosition(position.0), options, self.now());
        let awake = Arc::new(Table::new(id.clone(), subject, origin, host));
        tables.insert(id, Place::Here(awake.clone()));
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
        if let Some(away) = self.away() {
            away.nodes.release(table);
        }
    }

    /// Puts all tables of this node to sleep as soon as nothing is being written, so that other nodes go on with them;
    /// resolves when all sleep.
    pub async fn hand_over(&self) {
        loop {
            let here: Vec<Place> =
                self.tables().values().filter(|place| matches!(place, Place::Here(_))).cloned().collect();
            if here.is_empty() {
                return;
            }
            for table in here {
                // One that sleeps already is what is wanted.
                let _ = table.receive(self, Mail::Reload);
            }
            sleep(HANDING_OVER).await;
        }
    }

    /// This node runs a table no more, because another does.
    pub fn step_down(&self, table: &TableId) {
        if let Some(place @ Place::Here(_)) = self.place_known(table) {
            // One that sleeps already is what is wanted.
            let _ = place.receive(self, Mail::Reload);
        }
    }

    /// Waits until all that a connection has asked of other nodes is answered; not for long.
    pub(crate) async fn settle(&self, connection: ConnectionId) {
        if let Some(away) = self.away() {
            away.settle(connection).await;
        }
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

    fn guests(&self) -> MutexGuard<'_, BTreeMap<ConnectionId, Arc<Guest>>> {
        self.inner.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn loading(&self) -> MutexGuard<'_, BTreeMap<TableId, Arc<Loading>>> {
        self.inner.loading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where each table is run, as far as it is known here.
    pub(crate) fn places(&self) -> MutexGuard<'_, BTreeMap<TableId, Place>> {
        self.tables()
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<TableId, Place>> {
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

/// The entries of each record.
fn read_all(records: &[Stored]) -> Result<Vec<Vec<Entry>>, EntryError> {
    records.iter().map(|stored| read_entries(&stored.record.body)).collect()
}

/// Who runs a table cannot be found out.
fn out_of_reach(error: JournalError) -> HouseError {
    tracing::debug!(%error, "it cannot be found out who runs a table");
    HouseError::NotWritten
}

/// What a table's records are filed under.
fn subject(table: &str) -> Result<Subject, HouseError> {
    let subject = if TableId::is_valid(table) { Subject::new(&format!("table.{table}")) } else { None };
    subject.ok_or(HouseError::NoSuchTable)
}
