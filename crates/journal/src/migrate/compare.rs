//! What the two sides hold: compared before anything is written, and once more at the end.
//!
//! Deliberately absent: writing records.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{StreamExt, TryStreamExt, stream};
use sha2::{Digest as _, Sha256};

use super::side::Side;
use super::{CopiedUpTo, Digest, MigrateError, MigrateStep, Move, Moved, News, Progress, SUBJECTS_AT_ONCE, Snapshots};
use crate::{JournalError, Later, Position, Snapshot, Stored, Subject};

/// What a subject comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SubjectDigest {
    pub(super) records: u64,
    news: u64,
    bytes: u64,
    digest: Digest,
}

/// What was found of a subject before anything was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The subject in the source.
    pub(super) digest: SubjectDigest,
    /// Its last position there.
    pub(super) source_head: Position,
    /// How many of its records the target has.
    pub(super) copied: u64,
    /// How many of those are news.
    copied_news: u64,
    /// Where the last of them stands on both sides.
    pub(super) place: CopiedUpTo,
}

/// The records of a subject, with hashes of their bodies as they are on both sides alike.
fn digest_of(side: &Side<'_>, records: &[Stored]) -> SubjectDigest {
    let mut hash = Sha256::new();
    let (mut news, mut bytes) = (0, 0);
    for stored in records {
        let body = side.canonical(stored);
        news += u64::from(stored.record.is_news);
        bytes += stored.record.body.len() as u64;
        hash.update([u8::from(stored.record.is_news)]);
        hash.update((body.len() as u64).to_le_bytes());
        hash.update(&body);
    }
    SubjectDigest { records: records.len() as u64, news, bytes, digest: Digest(hash.finalize().into()) }
}

impl Move<'_> {
    /// Reads the source, and what the target has of it already.
    pub(super) async fn compare(&self) -> Result<BTreeMap<Subject, Found>, MigrateError> {
        let subjects = self.from.journal.subjects().await?;
        let there = self.to.journal.subjects().await?;
        if let Some(foreign) = there.iter().find(|subject| subjects.binary_search(subject).is_err()) {
            return Err(MigrateError::Foreign { subject: foreign.clone() });
        }
        let (done, of) = (AtomicU64::new(0), subjects.len() as u64);
        let compare = |subject: Subject| -> Later<'_, Result<(Subject, Found), MigrateError>> {
            let is_there = there.binary_search(&subject).is_ok();
            let done = &done;
            Box::pin(async move {
                let found = self.compare_subject(&subject, is_there).await?;
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.progress)(Progress { step: MigrateStep::Comparing, done, of });
                Ok((subject, found))
            })
        };
        stream::iter(subjects).map(compare).buffer_unordered(SUBJECTS_AT_ONCE).try_collect().await
    }

    async fn compare_subject(&self, subject: &Subject, is_there: bool) -> Result<Found, MigrateError> {
        let source = self.from.journal.read(subject, Position::START).await?;
        let target = if is_there { self.to.journal.read(subject, Position::START).await? } else { Vec::new() };
        let is_same = |(source, target): (&Stored, &Stored)| {
            source.record.is_news == target.record.is_news && self.from.canonical(source) == self.to.canonical(target)
        };
        let same = source.iter().zip(&target).take_while(|pair| is_same(*pair)).count();
        if same < target.len() {
            return Err(MigrateError::Differs { subject: subject.clone(), number: same as u64 + 1 });
        }
        let last = |records: &[Stored]| records.last().map_or(Position::START, |stored| stored.position);
        Ok(Found {
            digest: digest_of(&self.from, &source),
            source_head: last(&source),
            copied: same as u64,
            copied_news: target.iter().filter(|stored| stored.record.is_news).count() as u64,
            place: CopiedUpTo { source: last(&source[..same]), target: last(&target) },
        })
    }

    /// The order of the news of the source, which those of the target must follow.
    pub(super) async fn news(&self, found: &BTreeMap<Subject, Found>) -> Result<News, MigrateError> {
        let order = self.from.news(found.values().map(|found| found.digest.news).sum()).await?;
        let there = self.to.news(found.values().map(|found| found.copied_news).sum()).await?;
        in_order(&order, &there)?;
        Ok(News { order, there: there.len() })
    }

    /// Reads both sides once more, and moves the snapshots.
    pub(super) async fn verify(
        &self,
        found: &BTreeMap<Subject, Found>,
        news: &News,
        snapshots: Snapshots,
    ) -> Result<Moved, MigrateError> {
        for side in [&self.from, &self.to] {
            let mut subjects = side.journal.subjects().await?;
            subjects.retain(|subject| !found.contains_key(subject));
            if let Some(subject) = subjects.pop() {
                return Err(MigrateError::Changed { subject });
            }
        }
        let (done, of) = (AtomicU64::new(0), found.len() as u64);
        let verify = |(subject, found): (&Subject, &Found)| -> Later<'_, Result<bool, MigrateError>> {
            let (subject, digest, done) = (subject.clone(), found.digest, &done);
            Box::pin(async move {
                let has_snapshot = self.verify_subject(&subject, digest, snapshots).await?;
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.progress)(Progress { step: MigrateStep::Verifying, done, of });
                Ok(has_snapshot)
            })
        };
        let verified: Vec<bool> =
            stream::iter(found).map(verify).buffer_unordered(SUBJECTS_AT_ONCE).try_collect().await?;
        in_order(&news.order, &self.to.news(news.order.len() as u64).await?)?;

        let mut hash = Sha256::new();
        for (subject, found) in found {
            hash.update((subject.name().len() as u64).to_le_bytes());
            hash.update(subject.name());
            hash.update(found.digest.digest.0);
        }
        for (subject, _) in &news.order {
            hash.update((subject.name().len() as u64).to_le_bytes());
            hash.update(subject.name());
        }
        let sum = |of: fn(&SubjectDigest) -> u64| found.values().map(|found| of(&found.digest)).sum();
        Ok(Moved {
            subjects: found.len() as u64,
            records: sum(|digest| digest.records),
            news: sum(|digest| digest.news),
            bytes: sum(|digest| digest.bytes),
            snapshots: verified.into_iter().filter(|has_snapshot| *has_snapshot).count() as u64,
            written: 0,
            digest: Digest(hash.finalize().into()),
        })
    }

    /// Whether a subject is the same on both sides, and in the source still what it was; true if it has a snapshot, which
    /// then is in the target as well.
    async fn verify_subject(
        &self,
        subject: &Subject,
        expected: SubjectDigest,
        snapshots: Snapshots,
    ) -> Result<bool, MigrateError> {
        let source = self.from.journal.read(subject, Position::START).await?;
        if digest_of(&self.from, &source) != expected {
            return Err(MigrateError::Changed { subject: subject.clone() });
        }
        let target = self.to.journal.read(subject, Position::START).await?;
        let alike = |side: SubjectDigest| (side.records, side.news, side.digest);
        if alike(digest_of(&self.to, &target)) != alike(expected) {
            return Err(MigrateError::Changed { subject: subject.clone() });
        }
        match snapshots {
            Snapshots::LeftOut => Ok(false),
            Snapshots::Moved => Ok(self.move_snapshot(subject, &source, &target).await?),
        }
    }

    async fn move_snapshot(
        &self,
        subject: &Subject,
        source: &[Stored],
        target: &[Stored],
    ) -> Result<bool, JournalError> {
        let Some(Snapshot { position, body }) = self.from.journal.snapshot(subject).await? else { return Ok(false) };
        let Ok(index) = source.binary_search_by_key(&position, |stored| stored.position) else { return Ok(false) };
        // One that is there already is left.
        let position = target[index].position;
        self.to.journal.keep_snapshot(subject, Snapshot { position, body }).await?;
        Ok(true)
    }
}

/// Fails unless these news are the first of those.
fn in_order(order: &[(Subject, Position)], there: &[(Subject, Position)]) -> Result<(), MigrateError> {
    let other = order.iter().zip(there).position(|((subject, _), (there, _))| subject != there);
    match other {
        None => Ok(()),
        Some(index) => Err(MigrateError::Order { subject: order[index].0.clone(), number: index as u64 + 1 }),
    }
}
