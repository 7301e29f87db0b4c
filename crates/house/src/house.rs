//! The house: its tables by id, awake or asleep.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::Seed;
use journal::{AppendError, Journal, JournalError, Position, Record, Subject};
use host::{Mismatch, Pace, Room};
use tokio::sync::{mpsc, oneshot};
use wire::house::{Entry, EntryError, read_entries, write_entries};
use words::Lang;

use crate::connection::Connection;
use crate::lobby::Lobby;
use crate::table::{Mail, TableTask, is_news};
use crate::thinkers::Thinkers;

/// So many asks may wait at one table; more are refused.
const MAILBOX: usize = 256;

/// Where a house has the time and its dice from, so that a test can bring its own.
pub trait Clock: Send + Sync + fmt::Debug {
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
}

impl Default for HouseOptions {
    fn default() -> Self {
        Self { pace: Pace::default(), idle: Duration::from_secs(600), thinkers: NonZeroUsize::MIN }
    }
}

/// Why a table cannot be reached.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// There is no such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// Too much waits at the table already.
    #[error("too much waits at this table")]
    Busy,
    /// The log of the table does not fit: it is parked, not guessed.
    #[error("the table is parked: {0}")]
    Parked(String),
    /// The journal failed.
    #[error(transparent)]
    Journal(#[from] JournalError),
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
struct Inner {
    journal: Arc<dyn Journal>,
    clock: Arc<dyn Clock>,
    pulse: Arc<dyn Pulse>,
    options: HouseOptions,
    thinkers: Thinkers,
    lobby: Lobby,
    tables: Mutex<BTreeMap<String, mpsc::Sender<Mail>>>,
    connections: AtomicU64,
}

impl House {
    /// A house over a journal.
    #[must_use]
    pub fn new(journal: Arc<dyn Journal>, clock: Arc<dyn Clock>, pulse: Arc<dyn Pulse>, options: HouseOptions) -> Self {
        let thinkers = Thinkers::new(options.thinkers);
        let (lobby, tables, connections) = (Lobby::default(), Mutex::default(), AtomicU64::new(1));
        Self { inner: Arc::new(Inner { journal, clock, pulse, options, thinkers, lobby, tables, connections }) }
    }

    /// Lets a client in.
    #[must_use]
    pub fn connect(&self, player: &str, name: &str, is_program: bool, lang: Lang) -> Connection {
        let number = self.inner.connections.fetch_add(1, Ordering::Relaxed);
        Connection::new(self.clone(), number, player, name, is_program, lang)
    }

    /// The list of public tables.
    #[must_use]
    pub fn lobby(&self) -> &Lobby {
        &self.inner.lobby
    }

    /// Opens a table with its first entries, and gives its id.
    ///
    /// # Errors
    /// If the journal fails, or the entries open no table.
    pub async fn open(&self, entries: Vec<Entry>) -> Result<String, HouseError> {
        loop {
            let id = table_id(&self.dice());
            let room = Room::opened(&id, &entries)?;
            let record = Record { body: write_entries(&entries).into(), is_news: true };
            match self.journal().append(&subject(&id)?, Position::START, record).await {
                Ok(position) => {
                    self.lobby().put(room.summary());
                    self.wake(&id, room, position);
                    return Ok(id);
                }
                // As likely as being struck by lightning twice; another id will do.
                Err(AppendError::Conflict { .. }) => {}
                Err(AppendError::Failed(error)) => return Err(error.into()),
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
        self.send(table, Mail::Close).await
    }

    /// Puts something into the mailbox of a table, which is woken up if it sleeps.
    pub(crate) async fn send(&self, table: &str, mail: Mail) -> Result<(), HouseError> {
        let mut mail = mail;
        loop {
            let awake = self.tables().get(table).cloned();
            let mailbox = match awake {
                Some(mailbox) => mailbox,
                None => {
                    let (room, position) = self.load(table).await?;
                    self.wake(table, room, position)
                }
            };
            match mailbox.try_send(mail) {
                Ok(()) => return Ok(()),
                Err(mpsc::error::TrySendError::Full(_)) => return Err(HouseError::Busy),
                // It went to sleep in between: it is woken again.
                Err(mpsc::error::TrySendError::Closed(again)) => {
                    mail = again;
                    self.tables().retain(|_, mailbox| !mailbox.is_closed());
                }
            }
        }
    }

    /// A connection is gone; a table that sleeps need not know.
    pub(crate) fn tell_gone(&self, table: &str, connection: u64) {
        let mailbox = self.tables().get(table).cloned();
        let Some(mailbox) = mailbox else { return };
        let mail = Mail::Unwatch { connection, answer: None };
        if let Err(mpsc::error::TrySendError::Full(mail)) = mailbox.try_send(mail) {
            // Nobody waits for the news that somebody left: it gets there when there is room.
            tokio::spawn(async move {
                let _ = mailbox.send(mail).await;
            });
        }
    }

    /// The room that the journal has kept, and where its log stands.
    async fn load(&self, table: &str) -> Result<(Room, Position), HouseError> {
        let subject = subject(table)?;
        let records = self.journal().read(&subject, Position::START).await?;
        let last = records.last().ok_or(HouseError::NoSuchTable)?.position;
        let entries: Vec<Vec<Entry>> =
            records.iter().map(|stored| read_entries(&stored.record.body)).collect::<Result<_, _>>()?;
        Ok((Room::replay(table, entries.iter().map(Vec::as_slice))?, last))
    }

    /// Runs a table; if another has woken it in the meantime, that one stays.
    fn wake(&self, table: &str, room: Room, position: Position) -> mpsc::Sender<Mail> {
        let mut tables = self.tables();
        if let Some(mailbox) = tables.get(table).filter(|mailbox| !mailbox.is_closed()) {
            return mailbox.clone();
        }
        let (sender, receiver) = mpsc::channel(MAILBOX);
        tables.insert(table.into(), sender.clone());
        drop(tables);
        let Ok(subject) = subject(table) else { unreachable!("a table that was loaded has a subject") };
        self.inner.pulse.woke();
        let task = TableTask::new(self.clone(), subject, room, position, receiver, sender.downgrade());
        tokio::spawn(task.run());
        sender
    }

    /// A table goes to sleep.
    pub(crate) fn sleeps(&self, table: &str) {
        self.tables().remove(table);
        self.inner.pulse.slept();
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<String, mpsc::Sender<Mail>>> {
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

    /// The dice of a table at a place of its log.
    pub(crate) fn dice_at<'a>(&'a self, subject: &'a Subject, seq: u64) -> impl FnMut() -> Seed + 'a {
        let table = subject.name().strip_prefix("table.").unwrap_or_default();
        let mut throws = 0..;
        move || self.inner.clock.dice_at(table, seq, throws.next().unwrap_or_default())
    }
}

/// What a table's records are filed under.
fn subject(table: &str) -> Result<Subject, HouseError> {
    let is_id = table.len() == ID_LENGTH && table.bytes().all(|letter| ALPHABET.contains(&letter));
    let subject = if is_id { Subject::new(&format!("table.{table}")) } else { None };
    subject.ok_or(HouseError::NoSuchTable)
}

/// Letters and digits that are not taken for one another.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Eighty bits: whoever has the id of a table was given it.
const ID_LENGTH: usize = 16;

/// An id nobody can guess: it is also the invitation.
fn table_id(seed: &Seed) -> String {
    seed.0.iter().take(ID_LENGTH).map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// The news of a record, as the ledger and the lobby want it.
#[must_use]
pub(crate) fn record_of(entries: &[Entry]) -> Record {
    Record { body: write_entries(entries).into(), is_news: entries.iter().any(is_news) }
}
