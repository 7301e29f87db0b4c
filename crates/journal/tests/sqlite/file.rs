//! What only a journal in a file does: it is opened again, copied, checked, refused, and keeps derived tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::suite::{append, follow, news, next, plain, read, subject};
use futures_util::StreamExt;
use futures_util::future::join_all;
use journal::{
    AppendError, Durability, Existing, Journal, OpenError, Options, Position, Projection, Snapshot, SqliteJournal,
    Stored, check,
};
use rusqlite::{Connection, params};
use tempfile::TempDir;

fn new_path() -> (PathBuf, TempDir) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    (folder.path().join("journal.sqlite"), folder)
}

fn open(path: &Path) -> SqliteJournal {
    SqliteJournal::open(path, Options::default()).expect("the file can be opened")
}

fn open_with(path: &Path, projections: Vec<Box<dyn Projection>>) -> SqliteJournal {
    SqliteJournal::open(path, Options { projections, ..Options::default() }).expect("the file can be opened")
}

fn refused(path: &Path) -> OpenError {
    SqliteJournal::open(path, Options::default()).expect_err("the file cannot be opened")
}

/// Keeps the news of each subject, joined; it refuses the body `bad` and panics at `panic`.
struct Joined(&'static str);

impl Projection for Joined {
    fn version(&self) -> &str {
        self.0
    }

    fn schema(&self) -> &str {
        "CREATE TABLE joined (subject TEXT PRIMARY KEY, bodies TEXT NOT NULL);
         CREATE VIEW longest AS SELECT max(length(bodies)) AS length FROM joined;"
    }

    fn apply(&self, tables: &Connection, stored: &Stored, _: Position) -> rusqlite::Result<()> {
        let body = String::from_utf8_lossy(&stored.record.body);
        tables.execute(
            "INSERT INTO joined VALUES (?1, ?2) ON CONFLICT DO UPDATE SET bodies = bodies || ' ' || ?2",
            params![stored.subject.name(), body],
        )?;
        match &*body {
            "bad" => Err(rusqlite::Error::InvalidQuery),
            "panic" => panic!("a projection with a bug"),
            _ => Ok(()),
        }
    }

    fn redact(&self, tables: &Connection, stored: &Stored, _: Position) -> rusqlite::Result<()> {
        let body = String::from_utf8_lossy(&stored.record.body);
        tables.execute("UPDATE joined SET bodies = ?2 WHERE subject = ?1", params![stored.subject.name(), body])?;
        if body == "bad" { Err(rusqlite::Error::InvalidQuery) } else { Ok(()) }
    }
}

async fn joined(journal: &SqliteJournal, name: &str) -> Option<String> {
    use rusqlite::OptionalExtension;
    let name = name.to_owned();
    let query = move |connection: &Connection| {
        connection.query_row("SELECT bodies FROM joined WHERE subject = ?", [name], |row| row.get(0)).optional()
    };
    journal.query(query).await.expect("derived tables can be read")
}

#[tokio::test]
async fn what_was_written_is_there_when_it_is_opened_again() {
    let (path, _folder) = new_path();
    let mut at = Position::START;
    for durability in [Durability::Full, Durability::Normal, Durability::Full] {
        let options = Options { durability, ..Options::default() };
        let journal = SqliteJournal::open(&path, options).expect("the file can be opened");
        assert_eq!(journal.head().await.expect("there is a head"), at);
        for _ in 0..10 {
            at = append(&journal, "table.a", at, news("again")).await;
        }
        assert_eq!(follow(&journal, Position::START).await.take(1).count().await, 1);
    }
    let journal = open(&path);
    assert_eq!(read(&journal, "table.a", Position::START).await.len(), 30);
    let feed = follow(&journal, Position::START).await;
    assert_eq!(feed.take(30).filter(|stored| std::future::ready(stored.is_ok())).count().await, 30);
}

#[tokio::test]
async fn a_pause_between_transactions_loses_nothing() {
    let (path, _folder) = new_path();
    let options = Options { pause: Duration::from_millis(2), ..Options::default() };
    let journal = SqliteJournal::open(&path, options).expect("the file can be opened");
    let mut at = Position::START;
    for number in 0..20 {
        drop(journal.append(&subject(&format!("table.{number}")), Position::START, plain("meanwhile")));
        at = append(&journal, "table.a", at, plain("on")).await;
    }
    drop(journal.append(&subject("table.a"), at, plain("last")));
    drop(journal);
    assert_eq!(check(&path).expect("the file is sound").records, 41);
}

#[tokio::test]
async fn subjects_are_known_after_their_heads_were_bookmarked() {
    let (path, _folder) = new_path();
    let journal = open(&path);
    let subjects: Vec<_> = (0..200).map(|number| subject(&format!("table.{number}"))).collect();
    let mut heads = vec![Position::START; subjects.len()];
    // Enough for two bookmarks, so that heads are found in memory, in the file, and after the bookmark.
    for _ in 0..200 {
        let appends = subjects.iter().zip(&heads).map(|(subject, at)| journal.append(subject, *at, plain("on")));
        let ends = join_all(appends).await;
        heads = ends.into_iter().map(|end| end.expect("the head is right")).collect();
    }
    drop(journal);
    let journal = open(&path);
    for (subject, head) in subjects.iter().zip(&heads) {
        let records = journal.read(subject, Position::START).await.expect("the subject can be read");
        assert_eq!((records.len(), records.last().map(|last| last.position)), (200, Some(*head)));
    }
    let stale = journal.append(&subjects[7], Position::START, plain("late")).await;
    assert!(matches!(stale, Err(AppendError::Conflict { at }) if at == heads[7]), "{stale:?}");
}

#[tokio::test]
async fn closing_commits_what_was_accepted_even_if_nobody_waits() {
    let (path, _folder) = new_path();
    let journal = open(&path);
    let mut feed = follow(&journal, Position::START).await;
    for number in 0..500 {
        drop(journal.append(&subject(&format!("table.{number}")), Position::START, plain("dropped")));
    }
    journal.close().await;
    let late = journal.append(&subject("late"), Position::START, plain("late")).await;
    assert!(matches!(late, Err(AppendError::Failed(_))), "{late:?}");
    assert!(feed.next().await.is_none(), "a feed ends with its journal");
    assert_eq!(read(&journal, "table.499", Position::START).await.len(), 1);
    let feed = follow(&journal, Position::START).await;
    drop(journal);
    // Whoever still holds a feed holds nobody up.
    assert_eq!(feed.count().await, 0);
    assert_eq!(check(&path).expect("the file is sound").records, 500);
}

#[tokio::test]
async fn one_process_at_a_time_has_the_file() {
    let (path, _folder) = new_path();
    let journal = open(&path);
    let second = refused(&path);
    assert!(matches!(second, OpenError::InUse { .. }));
    assert!(second.to_string().ends_with("journal.sqlite is in use by another program"), "{second}");
    drop(journal);
    open(&path);
}

#[tokio::test]
async fn a_file_whose_first_opening_was_cut_short_is_opened() {
    let (path, _folder) = new_path();
    // A program killed between its first two writes leaves a header without a mark.
    let wal = |file: Connection| file.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()));
    Connection::open(&path).and_then(wal).expect("an empty file");
    assert_ne!(std::fs::metadata(&path).expect("it is there").len(), 0);
    open(&path);
    check(&path).expect("it is a journal now");
}

#[tokio::test]
async fn what_is_no_journal_is_refused() {
    let (path, folder) = new_path();
    std::fs::write(&path, "dear diary, ".repeat(1_000)).expect("there is room");
    assert!(matches!(refused(&path), OpenError::Foreign { .. }), "{}", refused(&path));
    assert!(matches!(check(&path), Err(OpenError::Foreign { .. })));
    assert_eq!(std::fs::read(&path).expect("it is still there").len(), 12_000);

    let other = folder.path().join("other.sqlite");
    Connection::open(&other).and_then(|file| file.execute_batch("CREATE TABLE holiday (day)")).expect("a plain file");
    assert!(matches!(refused(&other), OpenError::Foreign { .. }), "{}", refused(&other));
    assert!(matches!(check(&other), Err(OpenError::Foreign { .. })));

    let missing = folder.path().join("nowhere").join("journal.sqlite");
    assert!(matches!(refused(&missing), OpenError::File { .. }), "{}", refused(&missing));
    assert!(check(&missing).is_err());
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_refused_and_left_alone() {
    let (path, _folder) = new_path();
    append(&open(&path), "table.a", Position::START, plain("future")).await;
    let set_version = |version| {
        let file = Connection::open(&path).expect("it is a file of SQLite");
        file.pragma_update(None, "user_version", version).expect("it can be written");
    };
    set_version(99);
    let newer = refused(&path);
    assert!(matches!(newer, OpenError::Newer { version: 99, .. }));
    assert!(newer.to_string().contains("has version 99"), "{newer}");
    set_version(2);
    assert_eq!(read(&open(&path), "table.a", Position::START).await.len(), 1);
}

#[tokio::test]
async fn a_file_from_before_there_were_snapshots_gets_them() {
    let (path, folder) = new_path();
    let first = append(&open(&path), "table.a", Position::START, plain("old")).await;
    let file = Connection::open(&path).expect("it is a file of SQLite");
    file.execute_batch("DROP TABLE snapshot; PRAGMA user_version = 1").expect("it can be written");
    drop(file);
    assert_eq!(check(&path).expect("an old file is sound").records, 1);
    let copy = folder.path().join("copy.sqlite");
    journal::backup(&path, &copy, Existing::Keep).expect("an old file is copied as it is");
    let journal = open(&path);
    let snapshot = Snapshot { position: first, body: b"sum".as_slice().into() };
    journal.keep_snapshot(&subject("table.a"), snapshot.clone()).await.expect("it is kept");
    assert_eq!(journal.snapshot(&subject("table.a")).await.expect("it can be read"), Some(snapshot));
    assert_eq!(open(&copy).snapshot(&subject("table.a")).await.expect("it can be read"), None);
}

#[tokio::test]
async fn snapshots_are_there_when_it_is_opened_again_and_in_copies_and_are_not_derived() {
    let (path, folder) = new_path();
    let snapshot = |position, body: &str| Snapshot { position, body: body.as_bytes().into() };
    let (a, b) = (subject("table.a"), subject("table.b"));
    let journal = open(&path);
    let first = append(&journal, "table.a", Position::START, news("1")).await;
    let second = append(&journal, "table.b", Position::START, news("2")).await;
    journal.keep_snapshot(&a, snapshot(first, "a")).await.expect("it is kept");
    journal.keep_snapshot(&b, snapshot(second, "b")).await.expect("it is kept");
    journal.drop_snapshot(&b).await.expect("it is dropped");
    journal.rebuild().await.expect("the derived tables are made again");
    drop(journal);
    let copy = folder.path().join("copy.sqlite");
    assert_eq!(journal::backup(&path, &copy, Existing::Keep).expect("a copy").records, 2);
    for path in [path, copy] {
        check(&path).expect("it is sound");
        let journal = open(&path);
        assert_eq!(journal.snapshot(&a).await.expect("it can be read"), Some(snapshot(first, "a")));
        assert_eq!(journal.snapshot(&b).await.expect("it can be read"), None);
        journal.keep_snapshot(&b, snapshot(second, "late")).await.expect("it is ignored");
        assert_eq!(journal.snapshot(&b).await.expect("it can be read"), None, "what was dropped does not come back");
        // Appends are made as before.
        append(&journal, "table.b", second, plain("3")).await;
    }
}

#[tokio::test]
async fn a_torn_file_is_refused() {
    let (path, _folder) = new_path();
    {
        let journal = open(&path);
        let mut at = Position::START;
        for _ in 0..200 {
            at = append(&journal, "table.a", at, plain([7; 1_000])).await;
        }
    }
    let whole = std::fs::read(&path).expect("it can be read");
    assert!(check(&path).is_ok());
    for length in [whole.len() - 1, whole.len() / 2, 4_096, 1_000, 50] {
        std::fs::write(&path, &whole[..length]).expect("it can be written");
        let torn = SqliteJournal::open(&path, Options::default());
        let is_refused = matches!(torn, Err(OpenError::Damaged { .. } | OpenError::Foreign { .. }));
        assert!(is_refused, "{length} of {} bytes: {torn:?}", whole.len());
        assert!(check(&path).is_err(), "{length} bytes");
    }
    // A page in the middle is lost: this only a full check can see.
    let mut holed = whole.clone();
    let middle = whole.len() / 2 / 4_096 * 4_096;
    holed[middle..middle + 4_096].fill(0);
    std::fs::write(&path, &holed).expect("it can be written");
    let fault = check(&path).expect_err("a page is lost");
    assert!(matches!(fault, OpenError::Damaged { .. }), "{fault}");
}

#[tokio::test]
async fn a_record_that_does_not_follow_the_one_before_it_is_found() {
    let (path, _folder) = new_path();
    {
        let journal = open(&path);
        let first = append(&journal, "table.a", Position::START, plain("1")).await;
        let second = append(&journal, "table.a", first, plain("2")).await;
        append(&journal, "table.a", second, plain("3")).await;
    }
    let file = Connection::open(&path).expect("it is a file of SQLite");
    file.execute("DELETE FROM record WHERE position = 2", []).expect("it can be written");
    drop(file);
    let fault = check(&path).expect_err("a record is missing");
    assert!(fault.to_string().contains("the record at 3 does not follow"), "{fault}");
    let error = open(&path).read(&subject("table.a"), Position::START).await;
    assert!(error.is_err(), "{error:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_whole_although_appends_go_on() {
    let (path, folder) = new_path();
    let journal = Arc::new(open(&path));
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    let writer = tokio::spawn({
        let journal = Arc::clone(&journal);
        async move {
            let mut at = Position::START;
            while !*stopped.borrow_and_update() {
                at = append(&*journal, "table.a", at, news([7; 3_000])).await;
            }
            at
        }
    });
    let copy = folder.path().join("copy.sqlite");
    let mut earlier = 0;
    for _ in 0..5 {
        // There is something new for each copy.
        let mut feed = follow(&*journal, Position(earlier)).await;
        next(&mut feed).await;
        let head = journal.head().await.expect("there is a head");
        journal.backup_to(&copy).await.expect("there is room for a copy");
        let health = check(&copy).expect("the copy is sound");
        assert!(health.head >= head, "what was acknowledged before is in the copy");
        assert_eq!(health.records, health.head.0);
        earlier = health.head.0;
    }
    stop.send(true).expect("the writer listens");
    writer.await.expect("the writer ends");
    let restored = open(&copy);
    assert_eq!(read(&restored, "table.a", Position::START).await.len() as u64, earlier);
    append(&restored, "table.a", Position(earlier), plain("on from here")).await;
    let nowhere = journal.backup_to(&folder.path().join("nowhere").join("copy.sqlite")).await;
    assert!(nowhere.is_err(), "a folder that is not there is an error");
}

#[tokio::test]
async fn derived_tables_are_never_behind() {
    let (path, _folder) = new_path();
    let journal = open_with(&path, vec![Box::new(Joined("joined 1"))]);
    let mut at = append(&journal, "table.a", Position::START, news("one")).await;
    assert_eq!(joined(&journal, "table.a").await.as_deref(), Some("one"));
    at = append(&journal, "table.a", at, plain("no news")).await;
    append(&journal, "table.a", at, news("two")).await;
    assert_eq!(joined(&journal, "table.a").await.as_deref(), Some("one two"));
}

#[tokio::test]
async fn a_record_that_cannot_be_projected_is_not_appended_and_spares_the_others() {
    let (path, _folder) = new_path();
    let journal = open_with(&path, vec![Box::new(Joined("joined 1"))]);
    let append = |name: &str, record| journal.append(&subject(name), Position::START, record);
    let (before, bad, after) =
        (append("before", news("good")), append("bad", news("bad")), append("after", plain("good")));
    let (before, after) = (before.await.expect("it is good"), after.await.expect("it is good"));
    let bad = bad.await;
    assert!(matches!(bad, Err(AppendError::Failed(_))), "{bad:?}");
    assert!(before < after);
    assert_eq!(read(&journal, "bad", Position::START).await, []);
    assert_eq!((joined(&journal, "bad").await, joined(&journal, "before").await), (None, Some("good".into())));
    append("bad", news("better")).await.expect("the subject is still new");
    drop(journal);
    check(&path).expect("the file is sound");
}

#[tokio::test]
async fn derived_tables_are_made_again_when_asked_and_when_projections_change() {
    let (path, _folder) = new_path();
    let journal = open_with(&path, vec![Box::new(Joined("joined 1"))]);
    let mut at = Position::START;
    for number in 0..150 {
        at = append(&journal, "table.a", at, news(number.to_string())).await;
    }
    let all = joined(&journal, "table.a").await;
    journal.rebuild().await.expect("all can be made again");
    assert_eq!(joined(&journal, "table.a").await, all);
    drop(journal);

    let spoil = || {
        let file = Connection::open(&path).expect("it is a file of SQLite");
        file.execute("UPDATE joined SET bodies = 'spoilt'", []).expect("it can be written");
    };
    spoil();
    let journal = open_with(&path, vec![Box::new(Joined("joined 1"))]);
    assert_eq!(joined(&journal, "table.a").await.as_deref(), Some("spoilt"), "the same version is left alone");
    drop(journal);
    let journal = open_with(&path, vec![Box::new(Joined("joined 2"))]);
    assert_eq!(joined(&journal, "table.a").await, all, "another version is made again");
    drop(journal);
    spoil();
    append(&open(&path), "table.a", at, news("unseen")).await;
    let journal = open_with(&path, vec![Box::new(Joined("joined 2"))]);
    let with_unseen = format!("{} unseen", all.unwrap_or_default());
    assert_eq!(joined(&journal, "table.a").await, Some(with_unseen), "nothing is missed without a projection");
}

#[tokio::test]
async fn a_query_cannot_write_and_one_that_panics_harms_no_other() {
    let (path, _folder) = new_path();
    let journal = open(&path);
    append(&journal, "table.a", Position::START, plain("kept")).await;
    let error = journal.query(|connection| connection.execute("DELETE FROM record", [])).await;
    assert!(error.is_err(), "{error:?}");
    for _ in 0..4 {
        let error = journal.query(|_| -> rusqlite::Result<()> { panic!("a query with a bug") }).await;
        assert!(error.is_err(), "{error:?}");
    }
    let count: u32 = journal
        .query(|connection| connection.query_row("SELECT count(*) FROM record", [], |row| row.get(0)))
        .await
        .expect("the readers go on");
    assert_eq!(count, 1);
}

#[tokio::test]
async fn a_projection_that_panics_stops_the_journal_and_nobody_waits_in_vain() {
    let (path, _folder) = new_path();
    let journal = open_with(&path, vec![Box::new(Joined("joined 1"))]);
    append(&journal, "table.a", Position::START, news("kept")).await;
    let failed = journal.append(&subject("table.b"), Position::START, news("panic")).await;
    assert!(matches!(failed, Err(AppendError::Failed(_))), "{failed:?}");
    let stopped = journal.append(&subject("table.c"), Position::START, plain("late")).await;
    assert!(matches!(stopped, Err(AppendError::Failed(_))), "{stopped:?}");
    drop(journal);
    let journal = open_with(&path, vec![Box::new(Joined("joined 1"))]);
    assert_eq!(joined(&journal, "table.a").await.as_deref(), Some("kept"));
    assert_eq!(read(&journal, "table.b", Position::START).await, []);
}

/// Whether some bytes are anywhere in the files of a journal.
fn is_on_disk(path: &Path, bytes: &[u8]) -> bool {
    let has = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        std::fs::read(PathBuf::from(name)).is_ok_and(|file| file.windows(bytes.len()).any(|window| window == bytes))
    };
    ["", "-wal", "-shm"].iter().any(|ending| has(ending))
}

#[tokio::test]
async fn what_was_redacted_is_not_in_the_file_any_more() {
    let (path, _folder) = new_path();
    let journal = open_with(&path, vec![Box::new(Joined("joined 1"))]);
    let secret = "Éléonore-of-the-secret";
    // In the middle of a page, over many pages, and at the end of the file.
    let bodies = [secret.to_owned(), format!("{}{secret}", "x".repeat(50_000)), secret.repeat(300)];
    let mut at = Position::START;
    let mut secrets = Vec::new();
    for number in 0..60 {
        at = append(&journal, "table.a", at, plain(format!("around {number}"))).await;
        if let Some(body) = bodies.get(number / 20).filter(|_| number % 20 == 0) {
            let position = append(&journal, &format!("table.{number}"), Position::START, news(body)).await;
            secrets.push((format!("table.{number}"), position));
        }
    }
    assert!(is_on_disk(&path, secret.as_bytes()));
    for (name, position) in &secrets {
        journal.redact(&subject(name), *position, b"-"[..].into()).await.expect("it is there");
    }
    assert!(!is_on_disk(&path, secret.as_bytes()), "while it is open");
    assert_eq!(joined(&journal, "table.0").await.as_deref(), Some("-"), "derived tables follow");
    drop(journal);
    assert!(!is_on_disk(&path, secret.as_bytes()), "when it is closed");
    assert_eq!(check(&path).expect("the file is sound").records, 63);
}

#[tokio::test]
async fn what_a_projection_cannot_follow_is_not_redacted() {
    let (path, _folder) = new_path();
    let journal = open_with(&path, vec![Box::new(Joined("joined 1"))]);
    let at = append(&journal, "table.a", Position::START, news("good")).await;
    let refused = journal.redact(&subject("table.a"), at, b"bad"[..].into()).await;
    assert!(matches!(refused, Err(journal::RedactError::Failed(_))), "{refused:?}");
    assert_eq!(&read(&journal, "table.a", Position::START).await[0].record.body[..], b"good");
    assert_eq!(joined(&journal, "table.a").await.as_deref(), Some("good"));
}

#[tokio::test]
async fn bytes_are_found_in_all_subjects_step_by_step() {
    let (path, _folder) = new_path();
    let journal = open(&path);
    for number in 0..50 {
        let body = if number % 7 == 0 { format!("has needle {number}") } else { format!("has none {number}") };
        append(&journal, &format!("table.{number}"), Position::START, plain(body)).await;
    }
    let mut found = Vec::new();
    let (mut after, mut steps) = (Position::START, 0);
    loop {
        let step = journal.find(b"needle", after, 8).await.expect("it can be searched");
        found.extend(step.records.iter().map(|stored| stored.subject.name().to_owned()));
        let Some(until) = step.until else { break };
        (after, steps) = (until, steps + 1);
    }
    assert_eq!(found, (0..50).step_by(7).map(|number| format!("table.{number}")).collect::<Vec<_>>());
    assert_eq!(steps, 7, "50 records, 8 a step");
}

#[tokio::test]
async fn what_somebody_reads_while_it_is_redacted_goes_when_they_have_done() {
    let (path, _folder) = new_path();
    let journal = open(&path);
    let secret = b"read-while-it-was-redacted";
    let at = append(&journal, "table.a", Position::START, plain(secret)).await;
    let (go, gone) = std::sync::mpsc::channel::<()>();
    let (started, begun) = std::sync::mpsc::channel();
    let reading = journal.query(move |connection| {
        connection.query_row("SELECT count(*) FROM record", [], |row| row.get::<_, i64>(0))?;
        let _ = started.send(());
        let _ = gone.recv();
        Ok(())
    });
    let redacting = async {
        begun.recv().expect("it reads");
        journal.redact(&subject("table.a"), at, b"-"[..].into()).await.expect("it is there");
        go.send(()).expect("it still reads");
    };
    let (read, ()) = tokio::join!(reading, redacting);
    read.expect("it was read");
    while is_on_disk(&path, secret) {
        tokio::task::yield_now().await;
    }
}
