//! A process that writes is killed at many moments: all it acknowledged is there, and nobody else could write meanwhile.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use futures_util::StreamExt;
use journal::{Journal, OpenError, Options, Position, Projection, Record, SqliteJournal, Subject, check};
use rusqlite::{Connection, params};

/// Says to a child process which file it writes.
const CHILD: &str = "JOURNAL_OF_A_CHILD";
const WRITERS: usize = 8;

/// Keeps the position of the last news of each subject.
struct LastNews;

impl Projection for LastNews {
    fn version(&self) -> &str {
        "last news 1"
    }

    fn schema(&self) -> &str {
        "CREATE TABLE last_news (subject TEXT PRIMARY KEY, position INTEGER NOT NULL, count INTEGER NOT NULL)"
    }

    fn apply(&self, tables: &Connection, stored: &journal::Stored, _: Position) -> rusqlite::Result<()> {
        let sql = "INSERT INTO last_news VALUES (?1, ?2, 1)
                   ON CONFLICT DO UPDATE SET position = ?2, count = count + 1";
        tables.prepare_cached(sql)?.execute(params![stored.subject.name(), stored.position]).map(|_| ())
    }

    fn redact(&self, _: &Connection, _: &journal::Stored, _: Position) -> rusqlite::Result<()> {
        Ok(())
    }
}

fn open(path: &Path) -> Result<SqliteJournal, OpenError> {
    SqliteJournal::open(path, Options { projections: vec![Box::new(LastNews)], ..Options::default() })
}

fn name(writer: usize) -> Subject {
    Subject::new(&format!("writer.{writer}")).expect("it is a name")
}

/// Appends for ever and says each position on standard output once it is acknowledged.
async fn write_until_killed(path: &Path) {
    let journal = Arc::new(open(path).expect("the file can be opened"));
    let write = |writer: usize| {
        let journal = Arc::clone(&journal);
        tokio::spawn(async move {
            let subject = name(writer);
            let records = journal.read(&subject, Position::START).await.expect("the subject can be read");
            let mut at = records.last().map_or(Position::START, |last| last.position);
            for number in records.len().. {
                let record =
                    Record { body: format!("{writer} {number}").into_bytes().into(), is_news: number % 3 == 0 };
                at = journal.append(&subject, at, record).await.expect("nobody else writes");
                let line = format!("\nacknowledged {writer} {}\n", at.0);
                std::io::stdout().write_all(line.as_bytes()).expect("the parent listens");
            }
        })
    };
    futures_util::future::join_all((0..WRITERS).map(write)).await;
}

/// Runs this very test in another process, where it only writes.
fn start_child(path: &Path) -> Child {
    let program = std::env::current_exe().expect("a test has a program");
    Command::new(program)
        .args(["crash::what_was_acknowledged_survives_a_kill", "--exact", "--nocapture"])
        .env(CHILD, path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started again")
}

/// What a child acknowledged until it was killed after so many acknowledgements: the last position of each writer.
fn kill_after(path: &Path, acknowledgements: usize) -> BTreeMap<usize, Position> {
    let mut child = start_child(path);
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
    let mut heard = 0;
    let mut last = BTreeMap::new();
    for line in lines {
        let words: Vec<_> = line.split(' ').collect();
        let ["acknowledged", writer, position] = words[..] else { continue };
        // The kill can cut the last line short; a position without its last digits would be an earlier one.
        let position = Position(position.parse().unwrap_or_default());
        let writer = writer.parse().expect("the child writes numbers");
        last.entry(writer).and_modify(|at: &mut Position| *at = position.max(*at)).or_insert(position);
        heard += 1;
        if heard == 1 {
            let refused = open(path).expect_err("the child has the file");
            assert!(matches!(refused, OpenError::InUse { .. }), "{refused}");
        }
        if heard == acknowledgements {
            child.kill().expect("the child runs until it is killed");
        }
    }
    assert!(heard >= acknowledgements, "the child ended by itself");
    child.wait().expect("the child is ours");
    last
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_a_kill() {
    if let Some(path) = std::env::var_os(CHILD) {
        return write_until_killed(&PathBuf::from(path)).await;
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("journal.sqlite");
    for acknowledgements in [1, 2, 3, 10, 40, 100, 250, 600, 1_000, 2_000] {
        let acknowledged = kill_after(&path, acknowledgements);
        check(&path).expect("the file is sound as the kill left it");

        let journal = open(&path).expect("a killed process leaves no lock");
        let (mut records, mut news) = (0, BTreeMap::new());
        for writer in 0..WRITERS {
            let its = journal.read(&name(writer), Position::START).await.expect("the subject can be read");
            for (number, stored) in its.iter().enumerate() {
                assert_eq!(&stored.record.body[..], format!("{writer} {number}").as_bytes());
                if stored.record.is_news {
                    let (last, count) = news.entry(name(writer).name().to_owned()).or_insert((Position::START, 0));
                    (*last, *count) = (stored.position, *count + 1);
                }
            }
            let last = its.last().map_or(Position::START, |last| last.position);
            let heard = acknowledged.get(&writer).copied().unwrap_or_default();
            assert!(last >= heard, "writer {writer} was told of {heard:?}, but its last is {last:?}");
            records += its.len() as u64;
        }
        let derived = journal
            .query(|connection| {
                let mut rows = connection.prepare("SELECT subject, position, count FROM last_news")?;
                let rows = rows.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
                rows.collect::<rusqlite::Result<BTreeMap<String, (Position, u32)>>>()
            })
            .await
            .expect("derived tables can be read");
        assert_eq!(derived, news);
        let head = journal.head().await.expect("there is a head");
        let followed = journal.news(Position::START).await.expect("the news can be followed");
        let count: u32 = news.values().map(|(_, count)| count).sum();
        assert_eq!(followed.take(count as usize).count().await, count as usize);
        drop(journal);
        let health = check(&path).expect("the file is sound");
        assert_eq!((health.records, health.head), (records, head));
    }
}
