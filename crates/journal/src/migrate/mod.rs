//! Moving a whole log into another journal, of whatever kind: subject by subject, each record at the place it is
//! expected at, the news in their order.
//!
//! It can be interrupted at any moment and done again: what is there already is compared and left, and the rest
//! follows. A target that holds anything else is refused before anything is written.
//! What is moved must not change meanwhile: that it did is found out at the end, when both sides are read once more and
//! compared, record by record as hashes.
//!
//! Records stand at other positions than before. What names positions is told by [`References`]; snapshots, which name
//! one, are moved along.
//! Deliberately absent: what the bytes mean; which journals there are to be opened, and how.

mod compare;
mod side;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::future::try_join_all;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::sync::watch;

use crate::{AppendError, Journal, JournalError, Later, Position, Record, Stored, Subject};
use compare::Found;
use side::Side;

/// How many subjects are worked on at once.
const SUBJECTS_AT_ONCE: usize = 32;
/// How many news are moved at once: their subjects are copied side by side up to them.
const NEWS_AT_ONCE: usize = 256;

/// A journal that can say which subjects it has.
pub trait ListedJournal: Journal {
    /// All subjects that have a record, in the order of their names.
    fn subjects(&self) -> Later<'_, Result<Vec<Subject>, JournalError>>;

    /// How many news there are, if those who keep tables from them know records by their number among them; `None` if
    /// they know them by their positions, which are in order.
    fn numbered_news(&self) -> Later<'_, Result<Option<u64>, JournalError>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}

/// Which records name the position of another, or its number among the news, and how that is changed. What is named is
/// news.
pub trait References: Send + Sync {
    /// The subjects whose records are named.
    fn subjects(&self) -> Vec<Subject>;

    /// The record that this one names, if it names one.
    fn named(&self, stored: &Stored) -> Option<(Subject, Position)>;

    /// The body of a record that names one, with another number in its place.
    fn renamed(&self, stored: &Stored, number: u64) -> Arc<[u8]>;
}

/// No record names another.
#[derive(Clone, Copy, Debug)]
pub struct NoReferences;

impl References for NoReferences {
    fn subjects(&self) -> Vec<Subject> {
        Vec::new()
    }

    fn named(&self, _: &Stored) -> Option<(Subject, Position)> {
        None
    }

    fn renamed(&self, stored: &Stored, _: u64) -> Arc<[u8]> {
        Arc::clone(&stored.record.body)
    }
}

/// Whether snapshots are moved as well. Without them a subject is read from its beginning once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Snapshots {
    /// They are.
    Moved,
    /// They are not.
    LeftOut,
}

/// How far a move has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is being done.
    pub step: MigrateStep,
    /// How much of it is done: records when they are copied, otherwise subjects.
    pub done: u64,
    /// How much there is.
    pub of: u64,
}

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MigrateStep {
    /// Both sides are read and compared.
    Comparing,
    /// What is missing is written.
    Copying,
    /// Both sides are read once more.
    Verifying,
}

/// What was moved, or was there already: the same on both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// How many subjects.
    pub subjects: u64,
    /// How many records.
    pub records: u64,
    /// How many of them are news.
    pub news: u64,
    /// The bytes of all bodies.
    pub bytes: u64,
    /// How many snapshots.
    pub snapshots: u64,
    /// How many records were written this time.
    pub written: u64,
    /// The SHA-256 of the names and the hashes of all subjects and of the order of the news.
    pub digest: Digest,
}

/// A SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Why a log was not moved, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The target has a subject of its own.
    #[error("the target has records of {subject}, which the source has not")]
    Foreign {
        /// Which.
        subject: Subject,
    },
    /// A subject is another on the two sides.
    #[error("record {number} of {subject} is another in the target than in the source")]
    Differs {
        /// Which subject.
        subject: Subject,
        /// Which of its records, from 1.
        number: u64,
    },
    /// The news of the target have another order.
    #[error("the news of the target have another order: number {number} is one of {subject} in the source")]
    Order {
        /// The subject of the first that is another.
        subject: Subject,
        /// Which piece of news, from 1.
        number: u64,
    },
    /// Somebody wrote to one of the sides meanwhile.
    #[error("somebody wrote to {subject} meanwhile: close the house, and do it again")]
    Changed {
        /// To what.
        subject: Subject,
    },
    /// One of the sides failed.
    #[error(transparent)]
    Failed(#[from] JournalError),
}

/// Moves everything from one journal into another, and compares both when it is done. Nobody else may write to either.
///
/// # Errors
/// If the target holds something else, one of the two was changed meanwhile, or one fails. What was written remains, and
/// the next call goes on from there.
pub async fn migrate(
    from: &dyn ListedJournal,
    to: &dyn ListedJournal,
    references: &dyn References,
    snapshots: Snapshots,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Moved, MigrateError> {
    let work = Move { from: Side::open(from, references).await?, to: Side::open(to, references).await?, progress };
    let found = work.compare().await?;
    let of = found.values().map(|found| found.digest.records).sum();
    let there: u64 = found.values().map(|found| found.copied).sum();
    let news = work.news(&found).await?;
    work.copy(&found, &news, Done { records: AtomicU64::new(there), of, progress }).await?;
    let moved = work.verify(&found, &news, snapshots).await?;
    Ok(Moved { written: of - there, ..moved })
}

/// A move under way.
struct Move<'a> {
    from: Side<'a>,
    to: Side<'a>,
    progress: &'a (dyn Fn(Progress) + Sync),
}

/// The news of the source in their order, and how many of them the target has.
struct News {
    order: Vec<(Subject, Position)>,
    there: usize,
}

/// How far a subject has been copied.
#[derive(Clone, Copy, Debug, Default)]
struct CopiedUpTo {
    /// The last of its records that is in the target, where it stands in the source.
    source: Position,
    /// And where it stands in the target.
    target: Position,
}

impl Move<'_> {
    /// Copies what is missing, the news in their order: subjects are copied side by side, and whoever comes to a piece of
    /// news waits until all before it are written.
    async fn copy(&self, found: &BTreeMap<Subject, Found>, news: &News, done: Done<'_>) -> Result<(), MigrateError> {
        let mut places: BTreeMap<&Subject, CopiedUpTo> =
            found.iter().map(|(subject, found)| (subject, found.place)).collect();
        let mut begins = news.there;
        for some in news.order[news.there..].chunks(NEWS_AT_ONCE) {
            let turn = watch::Sender::new(begins);
            let mut wanted: BTreeMap<&Subject, Vec<(usize, Position)>> = BTreeMap::new();
            for (number, (subject, position)) in (begins..).zip(some) {
                wanted.entry(subject).or_default().push((number, *position));
            }
            let copies = wanted.into_iter().map(async |(subject, numbers)| {
                let mut place = places.get(subject).copied().unwrap_or_default();
                self.copy_up_to(subject, &numbers, &turn, &mut place, &done).await?;
                Ok::<_, MigrateError>((subject, place))
            });
            let reached = try_join_all(copies).await?;
            places.extend(reached);
            begins += some.len();
        }
        let rests = places.into_iter().filter(|(subject, place)| place.source < found[*subject].source_head);
        let copies = rests.map(async |(subject, mut place)| {
            for stored in self.from.journal.read(subject, place.source).await? {
                self.append(&stored, None, &mut place).await?;
                done.one_more();
            }
            Ok::<_, MigrateError>(())
        });
        // Boxed, for a stream of futures that borrow is more than the compiler follows.
        let copies: Vec<Later<'_, Result<(), MigrateError>>> = copies.map(|copy| Box::pin(copy) as _).collect();
        stream::iter(copies).buffer_unordered(SUBJECTS_AT_ONCE).try_collect().await
    }

    /// Copies the records of a subject up to the last of these news, each piece of news when it is its turn.
    async fn copy_up_to(
        &self,
        subject: &Subject,
        news: &[(usize, Position)],
        turn: &watch::Sender<usize>,
        place: &mut CopiedUpTo,
        done: &Done<'_>,
    ) -> Result<(), MigrateError> {
        let mut rest = self.from.journal.read(subject, place.source).await?.into_iter().peekable();
        for (number, position) in news {
            while let Some(stored) = rest.next_if(|stored| stored.position <= *position) {
                let number = (stored.position == *position).then_some(*number);
                if let Some(number) = number {
                    // The sender lives longer than this.
                    let _ = turn.subscribe().wait_for(|turn| *turn == number).await;
                }
                self.append(&stored, number, place).await?;
                done.one_more();
            }
            turn.send_replace(number + 1);
        }
        Ok(())
    }

    /// Appends a record to the target, where its subject is expected to stand; news with their place among them, from 0.
    async fn append(&self, stored: &Stored, number: Option<usize>, place: &mut CopiedUpTo) -> Result<(), MigrateError> {
        let Stored { position, subject, record } = stored;
        let body = match self.from.references.named(stored) {
            None => Arc::clone(&record.body),
            // What is named was written before, so it has been copied.
            Some((named, at)) => {
                let there = self.from.number(&named, at).and_then(|number| self.to.position(&named, number));
                self.from.references.renamed(stored, there.unwrap_or_default().0)
            }
        };
        let record = Record { body, is_news: record.is_news };
        match self.to.journal.append(subject, place.target, record).await {
            Ok(target) => {
                self.to.note(subject, target, number);
                *place = CopiedUpTo { source: *position, target };
                Ok(())
            }
            Err(AppendError::Conflict { .. }) => Err(MigrateError::Changed { subject: subject.clone() }),
            Err(AppendError::Failed(error)) => Err(error.into()),
            Err(error @ AppendError::TooLong { .. }) => Err(JournalError(Box::new(error)).into()),
        }
    }
}

/// Counts what is copied.
struct Done<'a> {
    records: AtomicU64,
    of: u64,
    progress: &'a (dyn Fn(Progress) + Sync),
}

impl Done<'_> {
    fn one_more(&self) {
        let done = self.records.fetch_add(1, Ordering::Relaxed) + 1;
        (self.progress)(Progress { step: MigrateStep::Copying, done, of: self.of });
    }
}
