//! One of the two journals of a move, and what those of its records are named by that others name.
//!
//! Deliberately absent: the other.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::timeout;

use super::{ListedJournal, References};
use crate::{JournalError, Position, Stored, Subject};

/// How long a feed may be silent that is known to go on. Of a cluster the relay may have to find a piece of news first.
const MAX_SILENCE: Duration = Duration::from_secs(60);

/// One of the two journals.
pub(super) struct Side<'a> {
    pub(super) journal: &'a dyn ListedJournal,
    pub(super) references: &'a dyn References,
    /// Whether records are named by their number among the news, rather than by their position.
    is_numbered: bool,
    /// What records that may be named are named by, in their order.
    named: Mutex<BTreeMap<Subject, Vec<Position>>>,
}

impl<'a> Side<'a> {
    pub(super) async fn open(
        journal: &'a dyn ListedJournal,
        references: &'a dyn References,
    ) -> Result<Self, JournalError> {
        let side = Self { journal, references, is_numbered: false, named: Mutex::default() };
        let mut named: BTreeMap<Subject, Vec<Position>> =
            references.subjects().into_iter().map(|subject| (subject, Vec::new())).collect();
        let numbered = journal.numbered_news().await?;
        match numbered {
            None => {
                for (subject, positions) in &mut named {
                    let records = journal.read(subject, Position::START).await?;
                    positions.extend(records.iter().map(|stored| stored.position));
                }
            }
            Some(count) if !named.is_empty() => {
                for (number, (subject, _)) in (1..).zip(side.news(count).await?) {
                    if let Some(numbers) = named.get_mut(&subject) {
                        numbers.push(Position(number));
                    }
                }
            }
            Some(_) => {}
        }
        Ok(Self { is_numbered: numbered.is_some(), named: Mutex::new(named), ..side })
    }

    /// Which record of a subject, from 1, is named so.
    pub(super) fn number(&self, subject: &Subject, position: Position) -> Option<usize> {
        let named = self.lock();
        named.get(subject)?.binary_search(&position).ok().map(|index| index + 1)
    }

    /// What this record of a subject is named by.
    pub(super) fn position(&self, subject: &Subject, number: usize) -> Option<Position> {
        self.lock().get(subject)?.get(number.checked_sub(1)?).copied()
    }

    /// A record was appended; if it is news, with its place among them, from 0.
    pub(super) fn note(&self, subject: &Subject, position: Position, number: Option<usize>) {
        let number = number.map_or(0, |number| number as u64 + 1);
        if let Some(named) = self.lock().get_mut(subject) {
            named.push(if self.is_numbered { Position(number) } else { position });
        }
    }

    /// A record's body as it is on both sides alike: what it names is told by its number.
    pub(super) fn canonical(&self, stored: &Stored) -> std::sync::Arc<[u8]> {
        match self.references.named(stored) {
            None => std::sync::Arc::clone(&stored.record.body),
            Some((subject, position)) => {
                let number = self.number(&subject, position).unwrap_or_default();
                self.references.renamed(stored, number as u64)
            }
        }
    }

    /// So many news from the beginning: of what, and where they stand.
    pub(super) async fn news(&self, count: u64) -> Result<Vec<(Subject, Position)>, JournalError> {
        let mut news: Vec<(Subject, Position)> = Vec::new();
        while (news.len() as u64) < count {
            // A feed may end before its time; it is followed again from where it was.
            let after = news.last().map_or(Position::START, |(_, position)| *position);
            let mut feed = self.journal.news(after).await?;
            while (news.len() as u64) < count {
                match timeout(MAX_SILENCE, feed.next()).await {
                    Ok(Some(stored)) => {
                        let Stored { position, subject, .. } = stored?;
                        news.push((subject, position));
                    }
                    Ok(None) => break,
                    Err(_) => return Err(JournalError("a piece of news that is there does not come".into())),
                }
            }
        }
        Ok(news)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Subject, Vec<Position>>> {
        self.named.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
