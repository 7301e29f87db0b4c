//! Moving a log into another journal: whole, in pieces, refused where the target is another; between journals in memory,
//! a file, and real servers with several partitions.
#![allow(missing_docs, reason = "test names are sentences")]
#![cfg(all(feature = "jetstream", feature = "sqlite"))]

mod failing;
mod logs;

use futures_util::StreamExt;
use journal::{
    JetStreamJournal, JetStreamSettings, Journal, ListedJournal, MemoryJournal, MigrateError, Moved, NoReferences,
    Position, Record, Snapshot, Snapshots, SqliteJournal, Subject, migrate,
};
use nats_cluster::Cluster;

use failing::Failing;
use logs::{ByNumber, contents, random_log, subject};

async fn all(from: &dyn ListedJournal, to: &dyn ListedJournal) -> Result<Moved, MigrateError> {
    migrate(from, to, &ByNumber, Snapshots::Moved, &|_| {}).await
}

#[tokio::test]
async fn a_log_arrives_whole_with_its_news_in_order_and_what_names_positions_names_the_new_ones() {
    for seed in 0..20 {
        let (source, target) = (random_log(seed).await, MemoryJournal::new());
        let moved = all(&source, &target).await.expect("it is moved");
        assert_eq!(contents(&target).await, contents(&source).await, "seed {seed}");
        assert_eq!(moved.written, moved.records);
        let again = all(&source, &target).await.expect("it is there");
        assert_eq!(again, Moved { written: 0, ..moved }, "it can be done again");
    }
}

#[tokio::test]
async fn wherever_it_is_interrupted_it_goes_on() {
    for seed in 0..20 {
        let source = random_log(seed).await;
        let target = Failing::new(MemoryJournal::new());
        let mut times = 0;
        let moved = loop {
            // Each time a little more; what fails may have been written or not.
            target.fail_after(seed % 7 * 3 + 1);
            match all(&source, &target).await {
                Ok(moved) => break moved,
                Err(MigrateError::Failed(_)) => times += 1,
                Err(error) => panic!("seed {seed}: {error}"),
            }
            assert!(times < 10_000, "it gets on");
        };
        assert!(times > 1, "it was interrupted");
        assert_eq!(contents(target.inner()).await, contents(&source).await, "seed {seed}");
        let whole = all(&source, &MemoryJournal::new()).await.expect("it is moved");
        assert_eq!(moved.digest, whole.digest);
    }
}

async fn append(journal: &dyn Journal, name: &str, record: Record) {
    let records = journal.read(&subject(name), Position::START).await.expect("it can be read");
    let after = records.last().map_or(Position::START, |stored| stored.position);
    journal.append(&subject(name), after, record).await.expect("nobody else writes");
}

fn record(body: &str, is_news: bool) -> Record {
    Record { body: body.as_bytes().into(), is_news }
}

#[tokio::test]
async fn a_target_that_is_another_is_refused_with_what_is_different() {
    let source = MemoryJournal::new();
    for number in 0..4 {
        append(&source, "table.a", record(&format!("a{number}"), false)).await;
        append(&source, "table.b", record(&format!("b{number}"), true)).await;
    }
    append(&source, "table.c", record("c", true)).await;

    let target = MemoryJournal::new();
    append(&target, "table.other", record("", false)).await;
    let refused = all(&source, &target).await.expect_err("it has a subject of its own");
    assert!(matches!(refused, MigrateError::Foreign { subject } if subject.name() == "table.other"));

    for (name, records, number) in [
        ("table.a", vec![record("a0", false), record("x", false)], 2),
        ("table.b", vec![record("b0", false)], 1),
        ("table.c", vec![record("c", true), record("c", true)], 2),
    ] {
        let target = MemoryJournal::new();
        for record in records {
            append(&target, name, record).await;
        }
        let before = contents(&target).await;
        let refused = all(&source, &target).await.expect_err("a record is another");
        let MigrateError::Differs { subject, number: found } = refused else { panic!("{refused}") };
        assert_eq!((subject.name(), found), (name, number));
        assert_eq!(contents(&target).await, before, "nothing was written");
    }

    let target = MemoryJournal::new();
    append(&target, "table.c", record("c", true)).await;
    append(&target, "table.b", record("b0", true)).await;
    let refused = all(&source, &target).await.expect_err("the news are in another order");
    assert!(matches!(&refused, MigrateError::Order { subject, number: 1 } if subject.name() == "table.b"), "{refused}");
}

#[tokio::test]
async fn whoever_writes_meanwhile_is_noticed() {
    let (source, target) = (random_log(1).await, Failing::new(MemoryJournal::new()));
    all(&source, &target).await.expect("it is moved");
    let log = contents(&source).await;
    let first = log.subjects.keys().next().expect("there is one").clone();
    let source = Failing::new(source);
    // What may be named is read once, then each subject; nothing is to be copied, so what comes next is verifying.
    source.append_after_reads(&first, 1 + log.subjects.len() + 1);
    let noticed = all(&source, &target).await.expect_err("the house is not closed");
    assert!(matches!(&noticed, MigrateError::Changed { subject } if subject.name() == first), "{noticed}");
}

#[tokio::test]
async fn snapshots_are_moved_only_if_wanted_and_stand_for_the_same_records() {
    let source = random_log(3).await;
    for (wanted, expected) in [(Snapshots::Moved, true), (Snapshots::LeftOut, false)] {
        let target = MemoryJournal::new();
        // A record before all others moves every position.
        let _ = target.append(&subject("gone"), Position(7), record("", false)).await;
        let moved = migrate(&source, &target, &ByNumber, wanted, &|_| {}).await.expect("it is moved");
        assert_eq!(moved.snapshots > 0, expected);
        for name in source.subjects().await.expect("a list") {
            let own = source.snapshot(&name).await.expect("readable");
            let there = target.snapshot(&name).await.expect("readable");
            if !expected {
                assert_eq!(there, None);
                continue;
            }
            let covered = async |journal: &MemoryJournal, snapshot: Option<Snapshot>| {
                let Snapshot { position, body } = snapshot?;
                Some((journal.read(&name, position).await.expect("readable").len(), body))
            };
            assert_eq!(covered(&target, there).await, covered(&source, own).await);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_a_file_to_servers_with_several_partitions_and_back_to_a_file_it_is_the_same_log() {
    let cluster = Cluster::start(1).expect("a server can be started");
    let settings = JetStreamSettings { servers: cluster.addresses(), partitions: 4, ..JetStreamSettings::default() };
    let servers = JetStreamJournal::open(&settings).await.expect("the journal can be opened");
    let folder = tempfile::tempdir().expect("a folder");
    let open = |name: &str| {
        SqliteJournal::open(&folder.path().join(name), journal::Options::default()).expect("a file can be opened")
    };
    let (memory, first, second) = (random_log(5).await, open("first.db"), open("second.db"));
    let whole = all(&memory, &first).await.expect("into a file");
    let moved = all(&first, &servers).await.expect("onto servers");
    // Where positions are no order, what is named is named by its number among the news.
    let feed = servers.news(Position::START).await.expect("it can be followed");
    let news: Vec<_> = feed.take(usize::try_from(moved.news).expect("few")).collect().await;
    let reports: Vec<String> = (1..)
        .zip(&news)
        .filter(|(_, stored)| stored.as_ref().is_ok_and(|stored| stored.subject.name() == "reports"))
        .map(|(number, _): (u64, _)| format!("see {number}"))
        .collect();
    let acts = servers.read(&subject("acts"), Position::START).await.expect("readable");
    assert!(!acts.is_empty());
    for act in acts {
        let text = String::from_utf8(act.record.body.to_vec()).expect("text");
        assert!(reports.contains(&text) || text == "see 0", "{text} names no report");
    }
    let back = all(&servers, &second).await.expect("and back");
    assert_eq!([moved.digest, back.digest], [whole.digest; 2]);
    assert_eq!([moved.snapshots, back.snapshots], [whole.snapshots; 2]);
    assert_eq!(contents(&second).await, contents(&memory).await);
}

#[tokio::test]
async fn nothing_is_moved_as_well() {
    let moved = migrate(&MemoryJournal::new(), &MemoryJournal::new(), &NoReferences, Snapshots::Moved, &|_| {}).await;
    let moved = moved.expect("there is nothing to fail");
    assert_eq!((moved.subjects, moved.records), (0, 0));
    assert!(Subject::new("table.a").is_some());
}
