//! Logs of random contents, and what a journal holds, told without positions.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::StreamExt;
use journal::{Journal, ListedJournal, MemoryJournal, Position, Record, References, Snapshot, Stored, Subject};

pub(crate) fn subject(name: &str) -> Subject {
    Subject::new(name).expect("a subject")
}

/// A record `see 17` names the one of `reports` at 17.
pub(crate) struct ByNumber;

impl References for ByNumber {
    fn subjects(&self) -> Vec<Subject> {
        vec![subject("reports")]
    }

    fn named(&self, stored: &Stored) -> Option<(Subject, Position)> {
        let text = std::str::from_utf8(&stored.record.body).ok()?;
        Some((subject("reports"), Position(text.strip_prefix("see ")?.parse().ok()?)))
    }

    fn renamed(&self, _: &Stored, number: u64) -> Arc<[u8]> {
        format!("see {number}").into_bytes().into()
    }
}

/// A few hundred records of some twenty subjects, a third of them news, some of which name others; with snapshots.
pub(crate) async fn random_log(seed: u64) -> MemoryJournal {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = move |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % bound
    };
    let journal = MemoryJournal::new();
    let mut heads: BTreeMap<String, Position> = BTreeMap::new();
    let mut reports = Vec::new();
    for number in 0..300 {
        let choice = below(22);
        let (name, body) = match choice {
            0 => ("reports".to_owned(), format!("report {number}")),
            1 => {
                let at = reports.get(below(reports.len().max(1) as u64) as usize);
                ("acts".to_owned(), format!("see {}", at.unwrap_or(&Position(999_999)).0))
            }
            other => (format!("table.{other}"), format!("{number} {}", "x".repeat(below(50) as usize))),
        };
        let record = Record { body: body.into_bytes().into(), is_news: choice < 2 || below(4) == 0 };
        let after = heads.get(&name).copied().unwrap_or_default();
        let position = journal.append(&subject(&name), after, record).await.expect("nobody else writes");
        if choice == 0 {
            reports.push(position);
        }
        if choice >= 2 && below(20) == 0 {
            let body = format!("all up to {number}").into_bytes().into();
            journal.keep_snapshot(&subject(&name), Snapshot { position, body }).await.expect("it is kept");
        }
        heads.insert(name, position);
    }
    journal
}

/// The records of a subject, each with whether it is news, and what its snapshot leaves to be read.
type SubjectContents = (Vec<(String, bool)>, Option<(usize, String)>);

/// What a journal holds: of each subject its records and what its snapshot leaves to be read, and the order of the news.
#[derive(PartialEq, Debug)]
pub(crate) struct Contents {
    pub(crate) subjects: BTreeMap<String, SubjectContents>,
    news: Vec<(String, String)>,
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the test wrote text")
}

pub(crate) async fn contents(journal: &dyn ListedJournal) -> Contents {
    let read = async |subject: &Subject| journal.read(subject, Position::START).await.expect("it can be read");
    let reports = read(&subject("reports")).await;
    // What is named is told by its number.
    let body = |stored: &Stored| match ByNumber.named(stored) {
        None => text(&stored.record.body),
        Some((_, position)) => {
            format!("see number {:?}", reports.binary_search_by_key(&position, |stored| stored.position).ok())
        }
    };
    let mut subjects = BTreeMap::new();
    for subject in journal.subjects().await.expect("they can be listed") {
        let records: Vec<Stored> = read(&subject).await;
        let snapshot = journal.snapshot(&subject).await.expect("it can be read").map(|snapshot| {
            let rest = records.iter().filter(|stored| stored.position > snapshot.position).count();
            (rest, text(&snapshot.body))
        });
        let records = records.iter().map(|stored| (body(stored), stored.record.is_news)).collect();
        subjects.insert(subject.name().to_owned(), (records, snapshot));
    }
    let count = subjects.values().flat_map(|(records, _)| records).filter(|record: &&(String, bool)| record.1).count();
    let feed = journal.news(Position::START).await.expect("it can be followed");
    let news: Vec<_> = feed.take(count).map(|stored| stored.expect("it is sound")).collect().await;
    let news = news.iter().map(|stored| (stored.subject.name().to_owned(), body(stored))).collect();
    Contents { subjects, news }
}
