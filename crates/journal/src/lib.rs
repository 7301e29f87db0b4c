//! An append-only log: what was acknowledged is there for ever, and every reader sees it in one order.
//! One thing can be taken back: the body of a record, where a person's data has to go ([`Journal::redact`]); the record
//! keeps its place.
//!
//! A [`Record`] belongs to a [`Subject`] (one table, one player, one name) and gets a [`Position`] in the order of
//! the whole log. An append names the position its writer believes to be the subject's last; of two writers
//! who believe the same, exactly one wins, and the other learns where the subject stands now.
//! One record is written whole or not at all; several facts that belong together go into one record.
//!
//! A subject may have a [`Snapshot`], which spares whoever reads it the records before; the records stay the truth.
//!
//! Deliberately absent: games, players, what the bytes mean. A record may carry a mark, `news`, for those who
//! follow the log as a whole and care only for a few of its records.
//!
//! [`MemoryJournal`] forgets everything when it goes; `SqliteJournal` keeps it in one file (feature `sqlite`);
//! `JetStreamJournal` keeps it on servers that several nodes share (feature `jetstream`).

mod follow;
#[cfg(feature = "jetstream")]
mod jetstream;
mod memory;
#[cfg(feature = "jetstream")]
mod migrate;
#[cfg(feature = "sqlite")]
mod sqlite;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use futures_util::Stream;
use tokio::sync::oneshot;

#[cfg(feature = "jetstream")]
pub use jetstream::{ClientCertificate, JetStreamError, JetStreamJournal, JetStreamSettings, Login, Tls};
pub use memory::MemoryJournal;
#[cfg(feature = "jetstream")]
pub use migrate::{
    Digest, ListedJournal, MigrateError, MigrateStep, Moved, NoReferences, Progress, References, Snapshots, migrate,
};
#[cfg(feature = "sqlite")]
pub use sqlite::{
    CopyError, Durability, Existing, Health, Mirrored, NewsOrder, OpenError, Options, Projection, SqliteJournal,
    SqliteMirror, backup, check, create_private_folder, is_open_to_others, make_folder_private, restore,
};

/// What a record is about, e.g. `table.k3v9`: words of lower-case letters, digits, `-` and `_`, joined by dots.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Subject(Arc<str>);

impl Subject {
    /// The longest name of a subject.
    pub const MAX_LENGTH: usize = 120;

    /// The subject with this name, if it can be one.
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let is_word = |word: &str| {
            let fits = |letter: u8| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
            !word.is_empty() && word.bytes().all(fits)
        };
        (name.len() <= Self::MAX_LENGTH && name.split('.').all(is_word)).then(|| Self(name.into()))
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A place in the order of the whole log, from 1; positions grow, and may leave gaps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Position(pub u64);

impl Position {
    /// Before the first record.
    pub const START: Self = Self(0);
}

/// What is appended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The bytes, which only the writer understands.
    pub body: Arc<[u8]>,
    /// Whether those who follow the news want it.
    pub is_news: bool,
}

impl Record {
    /// The longest body, in bytes; every journal takes this much.
    pub const MAX_LENGTH: usize = 512 * 1024;

    /// Fails if its body is too long to be appended.
    fn check_length(&self) -> Result<(), AppendError> {
        let length = self.body.len();
        if length > Self::MAX_LENGTH { Err(AppendError::TooLong { length }) } else { Ok(()) }
    }
}

/// A record to be appended, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// What it is about.
    pub subject: Subject,
    /// The last position of the subject, as the writer believes; [`Position::START`] if it has none.
    pub after: Position,
    /// What is appended.
    pub record: Record,
}

/// A record with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Where it stands.
    pub position: Position,
    /// What it is about.
    pub subject: Subject,
    /// What was appended.
    pub record: Record,
}

/// What the records of a subject come to, up to one of them. It only spares reading them: it may be gone at any time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The last record that is in it.
    pub position: Position,
    /// The bytes, which only the writer understands.
    pub body: Arc<[u8]>,
}

impl Snapshot {
    /// The longest body, in bytes; every journal takes this much.
    pub const MAX_LENGTH: usize = 16 * 1024 * 1024;

    /// Fails if its body is too long to be kept, or the subject, which stands at `head`, does not reach so far.
    fn check(&self, head: Position) -> Result<(), JournalError> {
        let (length, most) = (self.body.len(), Self::MAX_LENGTH);
        if length > most {
            return Err(JournalError(format!("a snapshot of {length} bytes is longer than {most} bytes").into()));
        }
        if self.position == Position::START || self.position > head {
            let (position, head) = (self.position.0, head.0);
            let why = format!("there is no record {position} in the snapshot of a subject that stands at {head}");
            return Err(JournalError(why.into()));
        }
        Ok(())
    }
}

/// What a search of the log has found in one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The records, in order.
    pub records: Vec<Stored>,
    /// Where the next step begins; `None`: there was nothing more to look at.
    pub until: Option<Position>,
}

/// Why a record was not appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another writer was first; nothing was written.
    #[error("the subject stands at {}, not where the writer believed", at.0)]
    Conflict {
        /// The subject's last position.
        at: Position,
    },
    /// The body is longer than [`Record::MAX_LENGTH`]; nothing was written.
    #[error("a body of {length} bytes is longer than {} bytes", Record::MAX_LENGTH)]
    TooLong {
        /// How long the body is.
        length: usize,
    },
    /// The log failed; whether the record was written is unknown until the subject is read again.
    #[error(transparent)]
    Failed(#[from] JournalError),
}

/// Why a record was not redacted.
#[derive(Debug, thiserror::Error)]
pub enum RedactError {
    /// The subject has no record at this position; nothing was written.
    #[error("the subject has no record at this position")]
    NoSuchRecord,
    /// The body is longer than [`Record::MAX_LENGTH`]; nothing was written.
    #[error("a body of {length} bytes is longer than {} bytes", Record::MAX_LENGTH)]
    TooLong {
        /// How long the body is.
        length: usize,
    },
    /// The log failed; whether the record has the new body is unknown until it is read again.
    #[error(transparent)]
    Failed(#[from] JournalError),
}

/// The log itself failed.
#[derive(Debug, thiserror::Error)]
#[error("the journal failed: {0}")]
pub struct JournalError(pub Box<dyn std::error::Error + Send + Sync>);

impl JournalError {
    /// The journal has closed, or a part of it has broken down.
    fn stopped() -> Self {
        Self("it has stopped".into())
    }
}

/// Where an append ended up, or why it was not made.
pub type Outcome = Result<Position, AppendError>;
/// What is called with the outcomes of appends, in their order. It may be called by a thread of the journal, so it
/// must not take long.
pub type OnAppended = Box<dyn FnOnce(Vec<Outcome>) + Send>;

/// What a journal does later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
/// Records as they come; it ends when the journal closes, and it may end when its reader has fallen too far behind:
/// whoever wants more follows again from the last position seen.
pub type Feed = Pin<Box<dyn Stream<Item = Result<Stored, JournalError>> + Send>>;

/// An append-only log.
pub trait Journal: Send + Sync + fmt::Debug {
    /// Appends records, each to a subject whose last position is the one it names, and calls `on_appended` when those
    /// that could be appended are durable, or the journal has failed. One that is refused does not keep the others out.
    /// The order of calls counts: a caller may append to a subject again before the outcome is known.
    fn append_all(&self, appends: Vec<Append>, on_appended: OnAppended);

    /// Appends one record. When this resolves the record is durable. If the caller stops waiting the record may be
    /// written or not.
    fn append(&self, subject: &Subject, after: Position, record: Record) -> Later<'_, Outcome> {
        let (sender, outcome) = oneshot::channel();
        let on_appended = move |mut outcomes: Vec<Outcome>| {
            if let Some(outcome) = outcomes.pop() {
                // Whoever asked may have stopped waiting.
                let _ = sender.send(outcome);
            }
        };
        self.append_all(vec![Append { subject: subject.clone(), after, record }], Box::new(on_appended));
        Box::pin(async { outcome.await.unwrap_or_else(|_| Err(JournalError::stopped().into())) })
    }

    /// The records of a subject after a position, in order.
    fn read(&self, subject: &Subject, after: Position) -> Later<'_, Result<Vec<Stored>, JournalError>>;

    /// The snapshot of a subject, if there is one.
    fn snapshot(&self, subject: &Subject) -> Later<'_, Result<Option<Snapshot>, JournalError>>;

    /// Keeps a snapshot of a subject in place of an older one; one that is not newer than what is kept, or than
    /// [`drop_snapshot`](Self::drop_snapshot), is ignored. It need not survive a loss of power.
    fn keep_snapshot(&self, subject: &Subject, snapshot: Snapshot) -> Later<'_, Result<(), JournalError>>;

    /// Throws the snapshot of a subject away. From now on only one is kept that holds a record yet to be appended, so
    /// one that was made before and is still on its way does not come back.
    fn drop_snapshot(&self, subject: &Subject) -> Later<'_, Result<(), JournalError>>;

    /// All news after a position, in order: first what is there, then what comes, without a gap and without
    /// repeats.
    fn news(&self, after: Position) -> Later<'_, Result<Feed, JournalError>>;

    /// Replaces the body of one record; its position, its order and whether it is news stay as they are. When this
    /// resolves the new body is durable and the old bytes are overwritten wherever the journal keeps them; those that
    /// somebody is reading at this moment, as a backup does, go soon after. The subject's snapshot goes with them, as
    /// by [`drop_snapshot`](Self::drop_snapshot). Followers are not told.
    fn redact(&self, subject: &Subject, position: Position, body: Arc<[u8]>) -> Later<'_, Result<(), RedactError>>;

    /// The last position of the log.
    fn head(&self) -> Later<'_, Result<Position, JournalError>>;
}
