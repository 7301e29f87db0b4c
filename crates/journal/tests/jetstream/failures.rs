//! Servers that are killed, hang and come back while nodes write: nothing that was acknowledged is lost, nothing is
//! there twice, writers go on, and those who follow the news miss none.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream;
use futures_util::StreamExt;
use futures_util::future::join_all;
use journal::{AppendError, Feed, JetStreamJournal, JetStreamSettings, Journal, Position, Stored};
use nats_cluster::Cluster;
use tokio::sync::watch;

use crate::nodes::take;
use crate::servers::{open, settings};
use crate::suite::{append, follow, news, plain, read, subject};

const WRITERS: usize = 8;
/// How many records all writers together have written when something happens to the servers.
const BEFORE: usize = WRITERS * 15;
/// How many records each writer writes after that.
const AFTER: usize = 25;

/// What the writers and the test tell each other.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// How many records were written.
    written: usize,
    /// Something has happened to the servers.
    is_disturbed: bool,
    /// How many news there are in the end.
    news: Option<usize>,
}

fn record(number: usize) -> journal::Record {
    let text = number.to_string();
    if number.is_multiple_of(3) { news(text) } else { plain(text) }
}

fn body(stored: &Stored) -> usize {
    std::str::from_utf8(&stored.record.body).expect("text").parse().expect("a number")
}

/// Writes a chain of records, each after the one before it, until enough were written after the disturbance; how many.
/// The writer is alone on its subject, so it is never refused unless its own record is taken for another's; what failed
/// is looked up, as the trait says.
async fn write(node: &JetStreamJournal, writer: usize, progress: &watch::Sender<Progress>) -> usize {
    let name = subject(&format!("writer.{writer}"));
    let (mut at, mut number, mut rest) = (Position::START, 0, AFTER);
    while rest > 0 {
        match node.append(&name, at, record(number)).await {
            Ok(position) => at = position,
            Err(AppendError::Failed(_)) => {
                let Ok(records) = node.read(&name, at).await else { continue };
                match records.last() {
                    Some(last) => at = last.position,
                    None => continue,
                }
            }
            Err(error) => panic!("writer {writer}, record {number}: {error}"),
        }
        number += 1;
        progress.send_modify(|progress| progress.written += 1);
        rest -= usize::from(progress.borrow().is_disturbed);
    }
    number
}

/// Follows the news until it has seen all.
async fn watch(node: &JetStreamJournal, mut progress: watch::Receiver<Progress>) -> Vec<Stored> {
    let mut seen: Vec<Stored> = Vec::new();
    let mut feed = follow(node, Position::START).await;
    loop {
        let count = seen.len();
        let next = tokio::select! {
            biased;
            told = progress.wait_for(|progress| progress.news.is_some_and(|news| news <= count)) => {
                told.expect("the test goes on");
                return seen;
            }
            next = feed.next() => next,
        };
        match next {
            Some(Ok(stored)) => seen.push(stored),
            // It may fail while there is no leader, and is followed again.
            Some(Err(_)) | None => feed = follow_again(node, &seen).await,
        }
    }
}

async fn follow_again(node: &JetStreamJournal, seen: &[Stored]) -> Feed {
    let after = seen.last().map_or(Position::START, |last| last.position);
    loop {
        if let Ok(feed) = node.news(after).await {
            return feed;
        }
    }
}

/// The server that leads a stream.
async fn leader(cluster: &Cluster, stream: &str) -> String {
    let client = async_nats::connect(cluster.addresses()).await.expect("a server can be reached");
    let context = jetstream::new(client);
    loop {
        // While a leader is elected there is none.
        if let Ok(stream) = context.get_stream(stream).await
            && let Some(leader) = stream.cached_info().cluster.as_ref().and_then(|cluster| cluster.leader.clone())
        {
            return leader;
        }
    }
}

/// Two nodes with eight writers, while something happens to the leader of a stream; then everything is looked at, by
/// these nodes and by a new one.
async fn survive(stream: &str, happen: impl Fn(&mut Cluster, &str), mend: impl Fn(&mut Cluster, &str)) {
    let mut cluster = Cluster::start(3).expect("servers can be started");
    let settings = settings(&cluster, 2, 3);
    let nodes = [Arc::new(open(&settings).await), Arc::new(open(&settings).await)];
    let leader = leader(&cluster, &format!("{}-{stream}", settings.prefix)).await;
    let progress = Arc::new(watch::Sender::new(Progress::default()));
    let start = |writer: usize| {
        let (node, progress) = (Arc::clone(&nodes[writer % 2]), Arc::clone(&progress));
        tokio::spawn(async move { write(&node, writer, &progress).await })
    };
    let writers: Vec<_> = (0..WRITERS).map(start).collect();
    let start = |node: &Arc<JetStreamJournal>| {
        let (node, progress) = (Arc::clone(node), progress.subscribe());
        tokio::spawn(async move { watch(&node, progress).await })
    };
    let watchers: Vec<_> = nodes.iter().map(start).collect();

    progress.subscribe().wait_for(|progress| progress.written >= BEFORE).await.expect("writers go on");
    happen(&mut cluster, &leader);
    progress.send_modify(|progress| progress.is_disturbed = true);
    // With two of three servers all goes on.
    let counts: Vec<usize> =
        join_all(writers).await.into_iter().map(|count| count.expect("no writer is refused")).collect();
    progress.send_modify(|progress| progress.news = Some(news_of(&counts)));
    let seen: Vec<Vec<Stored>> =
        join_all(watchers).await.into_iter().map(|seen| seen.expect("no watcher panics")).collect();
    check(&nodes[0], &counts, &seen).await;

    mend(&mut cluster, &leader);
    cluster.wait_until_ready().expect("the servers are well again");
    check(&open(&settings).await, &counts, &seen).await;
    let at = read(&*nodes[0], "writer.0", Position::START).await.last().map_or(Position::START, |last| last.position);
    append(&*nodes[1], "writer.0", at, news("1000")).await;
}

/// How many of the records are news, if the writers wrote so many.
fn news_of(counts: &[usize]) -> usize {
    counts.iter().map(|count| count.div_ceil(3)).sum()
}

/// All records are there once and in order, and so are the news, in the same order for all.
async fn check(node: &JetStreamJournal, counts: &[usize], seen: &[Vec<Stored>]) {
    for (writer, count) in counts.iter().enumerate() {
        let records = read(node, &format!("writer.{writer}"), Position::START).await;
        assert_eq!(records.iter().map(body).collect::<Vec<_>>(), (0..*count).collect::<Vec<_>>());
        let news: Vec<Stored> = records.into_iter().filter(|stored| stored.record.is_news).collect();
        let name = subject(&format!("writer.{writer}"));
        for one in seen {
            assert_eq!(one.iter().filter(|stored| stored.subject == name).cloned().collect::<Vec<_>>(), news);
        }
    }
    assert!(seen.iter().all(|one| one.len() == news_of(counts) && *one == seen[0]));
    assert_eq!(take(node, news_of(counts)).await, seen[0]);
}

fn kill(cluster: &mut Cluster, server: &str) {
    cluster.kill(server).expect("it can be killed");
}

fn restart(cluster: &mut Cluster, server: &str) {
    cluster.restart(server).expect("it comes back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_leader_of_a_partition_is_killed() {
    survive("0", kill, restart).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_leader_of_the_news_is_killed() {
    survive("news", kill, restart).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_leader_of_a_partition_hangs_and_goes_on() {
    let freeze = |cluster: &mut Cluster, server: &str| cluster.freeze(server).expect("it can be frozen");
    let thaw = |cluster: &mut Cluster, server: &str| cluster.thaw(server).expect("it can go on");
    survive("0", freeze, thaw).await;
}

async fn write_and_check_again(cluster: &mut Cluster, settings: &JetStreamSettings) {
    let node = open(settings).await;
    let progress = watch::Sender::new(Progress { is_disturbed: true, ..Progress::default() });
    let counts = join_all((0..WRITERS).map(|writer| write(&node, writer, &progress))).await;
    let seen = take(&node, news_of(&counts)).await;
    cluster.kill_all().expect("servers can be killed");
    cluster.start_all().expect("servers come back");
    // The node that was there goes on, and a new one finds everything.
    check(&node, &counts, std::slice::from_ref(&seen)).await;
    check(&open(settings).await, &counts, &[seen]).await;
    append(&node, "after", Position::START, news("0")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_servers_are_killed_and_come_back() {
    let mut cluster = Cluster::start(3).expect("servers can be started");
    let settings = settings(&cluster, 2, 3);
    write_and_check_again(&mut cluster, &settings).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_only_server_is_killed_and_comes_back() {
    let mut cluster = Cluster::start(1).expect("a server can be started");
    let settings = settings(&cluster, 2, 1);
    write_and_check_again(&mut cluster, &settings).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_majority_appends_fail_with_a_reason_and_go_on_afterwards() {
    let mut cluster = Cluster::start(3).expect("servers can be started");
    let timeout = Duration::from_secs(2);
    let settings = JetStreamSettings { timeout, ..settings(&cluster, 1, 3) };
    let node = open(&settings).await;
    let at = append(&node, "table.a", Position::START, plain("before")).await;
    cluster.kill("n0").expect("it can be killed");
    cluster.kill("n1").expect("it can be killed");
    let refused = node.append(&subject("table.a"), at, news("meanwhile")).await;
    let Err(AppendError::Failed(error)) = refused else { panic!("two of three servers are gone: {refused:?}") };
    assert!(error.to_string().starts_with("the journal failed: appending was tried for 2s: "), "{error}");
    // A leader that is left alone may answer reads until it notices; nobody does not.
    cluster.kill_all().expect("the last can be killed");
    let refused = node.read(&subject("table.a"), Position::START).await;
    let Err(error) = refused else { panic!("all servers are gone: {refused:?}") };
    assert!(error.to_string().starts_with("the journal failed: reading was tried for 2s: "), "{error}");

    cluster.start_all().expect("servers come back");
    let node = open(&JetStreamSettings { timeout: Duration::from_secs(30), ..settings }).await;
    // Whether it was written is unknown until the subject is read.
    let records = read(&node, "table.a", Position::START).await;
    let last = records.last().map_or(Position::START, |last| last.position);
    assert!(last >= at, "{records:?}");
    append(&node, "table.a", last, news("after")).await;
}
