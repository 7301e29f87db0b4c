//! Several nodes on the same streams, with eight partitions: one winner of each race, one order of news for all.

use std::sync::Arc;

use async_nats::jetstream;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use futures_util::future::join_all;
use journal::{Append, AppendError, JetStreamJournal, Journal, Position, Stored};

use crate::servers::{alone, one_server, open, settings};
use crate::suite::{append, follow, news, next, plain, read, subject};

fn body(stored: &Stored) -> String {
    String::from_utf8(stored.record.body.to_vec()).expect("the test wrote text")
}

/// So many news of a feed, which may end and is then followed again.
pub(crate) async fn take(journal: &JetStreamJournal, count: usize) -> Vec<Stored> {
    let mut seen: Vec<Stored> = Vec::new();
    let mut feed = follow(journal, Position::START).await;
    while seen.len() < count {
        match feed.next().await {
            Some(Ok(stored)) => seen.push(stored),
            Some(Err(_)) | None => {
                feed = follow(journal, seen.last().map_or(Position::START, |last| last.position)).await;
            }
        }
    }
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_writers_on_several_nodes_exactly_one_wins_each_race() {
    let cluster = one_server();
    let settings = settings(&cluster, 8, 1);
    let nodes = [open(&settings).await, open(&settings).await, open(&settings).await];
    let mut at = Position::START;
    for round in 0..60 {
        let race = |writer: usize| {
            let record = plain(format!("{round} {writer}"));
            nodes[writer % nodes.len()].append(&subject("race"), at, record)
        };
        let ends = join_all((0..6).map(race)).await;
        let winners: Vec<_> = ends.iter().filter_map(|end| end.as_ref().ok()).collect();
        let [winner] = winners[..] else { panic!("exactly one wins: {ends:?}") };
        let lost =
            |end: &Result<Position, AppendError>| matches!(end, Err(AppendError::Conflict { at }) if at == winner);
        assert_eq!(ends.iter().filter(|end| lost(end)).count(), 5, "{ends:?}");
        at = *winner;
    }
    assert_eq!(read(&nodes[0], "race", Position::START).await.len(), 60);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_nodes_see_the_same_news_in_the_same_order_without_gap_or_repeat() {
    const WRITERS: usize = 12;
    const EACH: usize = 40;
    let cluster = one_server();
    let settings = settings(&cluster, 8, 1);
    let nodes: Vec<Arc<JetStreamJournal>> =
        join_all((0..3).map(|_| open(&settings))).await.into_iter().map(Arc::new).collect();
    let write = |writer: usize| {
        let node = Arc::clone(&nodes[writer % nodes.len()]);
        tokio::spawn(async move {
            let mut at = Position::START;
            for number in 0..EACH * 2 {
                let text = number.to_string();
                let record = if number % 2 == 0 { news(text) } else { plain(text) };
                at = append(&*node, &format!("writer.{writer}"), at, record).await;
            }
        })
    };
    let writers: Vec<_> = (0..WRITERS).map(write).collect();
    let seen = join_all(nodes.iter().map(|node| take(node, WRITERS * EACH))).await;
    join_all(writers).await.into_iter().for_each(|end| end.expect("no writer panics"));
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "the order is another on another node");
    let partitions: std::collections::BTreeSet<u64> = seen[0].iter().map(|stored| stored.position.0 % 8).collect();
    assert!(partitions.len() > 2, "the writers are spread over partitions: {partitions:?}");
    for writer in 0..WRITERS {
        let name = subject(&format!("writer.{writer}"));
        let its: Vec<String> = seen[0].iter().filter(|stored| stored.subject == name).map(body).collect();
        assert_eq!(its, (0..EACH * 2).step_by(2).map(|number| number.to_string()).collect::<Vec<_>>());
    }
    // From the position of any of them on, and on any node, come those that followed it.
    for (number, stored) in seen[0].iter().enumerate().step_by(37) {
        let mut feed = follow(&*nodes[number % 3], stored.position).await;
        for expected in seen[0].iter().skip(number + 1).take(5) {
            assert_eq!(&next(&mut feed).await, expected);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_written_because_of_news_comes_after_them_whatever_the_partition() {
    let cluster = one_server();
    let settings = settings(&cluster, 8, 1);
    let nodes = [open(&settings).await, open(&settings).await];
    for number in 0..100 {
        let name = format!("chain.{number}");
        append(&nodes[number % 2], &name, Position::START, news(number.to_string())).await;
    }
    let seen: Vec<String> = take(&nodes[0], 100).await.iter().map(body).collect();
    assert_eq!(seen, (0..100).map(|number| number.to_string()).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn news_of_a_node_that_died_before_they_were_relayed_are_relayed_by_another() {
    let cluster = one_server();
    let settings = settings(&cluster, 1, 1);
    let journal = open(&settings).await;
    let first = append(&journal, "table.a", Position::START, news("first")).await;
    // A node that gets no further than its partition.
    let client = async_nats::connect(cluster.addresses()).await.expect("the server can be reached");
    let message = PublishMessage::build().payload("orphan".into()).header("Tapis-News", "1");
    let message = message.expected_last_subject_sequence(first.0).message_id("orphan");
    let context = jetstream::new(client);
    let sent = context.send_publish(format!("{}.0.table.a", settings.prefix), message).await;
    let orphan = sent.expect("it is sent").await.expect("it is stored").sequence;
    let seen = take(&journal, 2).await;
    assert_eq!(seen.iter().map(body).collect::<Vec<_>>(), ["first", "orphan"]);
    assert_eq!(seen[1].position, Position(orphan));
    // What follows comes after it, also for those who begin anew.
    append(&journal, "table.a", seen[1].position, news("last")).await;
    let again = open(&settings).await;
    assert_eq!(take(&again, 3).await.iter().map(body).collect::<Vec<_>>(), ["first", "orphan", "last"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_log_among_others_is_read_whole_and_in_order() {
    let (journal, _cluster) = alone(2).await;
    let mut heads = vec![Position::START; 8];
    for number in 0..300 {
        let appends: Vec<_> = heads
            .iter()
            .enumerate()
            .map(|(log, at)| journal.append(&subject(&format!("log.{log}")), *at, plain(format!("{log} {number}"))))
            .collect();
        heads = join_all(appends).await.into_iter().map(|end| end.expect("nobody else writes")).collect();
    }
    for (log, head) in heads.iter().enumerate() {
        let records = read(&journal, &format!("log.{log}"), Position::START).await;
        let expected: Vec<_> = (0..300).map(|number| format!("{log} {number}")).collect();
        assert_eq!(records.iter().map(body).collect::<Vec<_>>(), expected);
        assert_eq!(records[299].position, *head);
        let rest = read(&journal, &format!("log.{log}"), records[149].position).await;
        assert_eq!(rest, records[150..]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_call_is_answered_once_with_all_its_outcomes_in_order() {
    let (journal, _cluster) = alone(8).await;
    let stands = append(&journal, "table.3", Position::START, plain("there already")).await;
    let appends: Vec<Append> = (0..20)
        .map(|number| {
            let record = if number % 3 == 0 { news("news") } else { plain("quiet") };
            Append { subject: subject(&format!("table.{number}")), after: Position::START, record }
        })
        .collect();
    let (sender, outcomes) = tokio::sync::oneshot::channel();
    journal.append_all(appends, Box::new(move |outcomes| drop(sender.send(outcomes))));
    let outcomes = outcomes.await.expect("the call is answered");
    assert_eq!(outcomes.len(), 20);
    for (number, outcome) in outcomes.iter().enumerate() {
        let last = read(&journal, &format!("table.{number}"), Position::START).await.pop().map(|last| last.position);
        match outcome {
            Ok(position) => assert_eq!(last, Some(*position)),
            Err(AppendError::Conflict { at }) => assert_eq!((number, *at), (3, stands)),
            Err(error) => panic!("{number}: {error}"),
        }
    }
    // Nothing to do is done at once.
    let (sender, outcomes) = tokio::sync::oneshot::channel();
    journal.append_all(
        Vec::new(),
        Box::new(move |outcomes| {
            let _ = sender.send(outcomes.len());
        }),
    );
    assert_eq!(outcomes.await.expect("the call is answered"), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_writes_what_was_accepted_and_ends_feeds() {
    let (journal, _cluster) = alone(2).await;
    let mut feed = follow(&journal, Position::START).await;
    for number in 0..200 {
        drop(journal.append(&subject(&format!("table.{number}")), Position::START, plain("dropped")));
    }
    journal.close().await;
    let late = journal.append(&subject("late"), Position::START, plain("late")).await;
    assert!(matches!(late, Err(AppendError::Failed(_))), "{late:?}");
    assert!(feed.next().await.is_none(), "a feed ends with its journal");
    for number in [0, 100, 199] {
        assert_eq!(read(&journal, &format!("table.{number}"), Position::START).await.len(), 1);
    }
}
