//! The queue with a real server: every piece has one result, whoever dies, and runs do not mix.
#![allow(missing_docs, reason = "test names are sentences")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use journal::JetStreamSettings;
use nats_cluster::Cluster;
use tokio::sync::Notify;
use workqueue::{News, Perform, WorkError, WorkQueue};

async fn queue(cluster: &Cluster) -> WorkQueue {
    let settings = JetStreamSettings { servers: cluster.addresses(), ..JetStreamSettings::default() };
    WorkQueue::open(&settings, "1.0").await.expect("the queue can be had")
}

fn pieces(name: &str, count: usize) -> Vec<Bytes> {
    (0..count).map(|number| format!("{name} {number}").into()).collect()
}

/// Says a piece aloud; those that say `impossible` fail.
fn aloud() -> Perform {
    Arc::new(|piece| {
        let text = String::from_utf8_lossy(piece).to_uppercase();
        if text.contains("IMPOSSIBLE") { Err(format!("{text} cannot be done")) } else { Ok(text.into_bytes()) }
    })
}

fn expected(name: &str, count: usize) -> Vec<Bytes> {
    (0..count).map(|number| format!("{name} {number}").to_uppercase().into()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_piece_has_its_result_in_its_place_and_runs_do_not_mix() {
    let cluster = Cluster::start(1).expect("a server can be started");
    let queue = queue(&cluster).await;
    let workers: Vec<_> = (0..3)
        .map(|_| {
            let queue = queue.clone();
            tokio::spawn(async move { queue.work(2, aloud(), &|| {}).await })
        })
        .collect();
    let run = async |name: &str, counts: [usize; 2]| {
        let mut run = queue.begin().await.expect("it begins");
        for count in counts {
            let heard = AtomicUsize::new(0);
            let news = |news: News| {
                heard.fetch_add(usize::from(matches!(news, News::Done(1))), Ordering::Relaxed);
            };
            let results = run.perform(&pieces(name, count), &news).await.expect("they are done");
            assert_eq!(results, expected(name, count));
            assert_eq!(heard.into_inner(), count);
        }
        run.end().await;
    };
    // The first is longer than what may be ahead at once.
    tokio::join!(run("one", [1500, 3]), run("other", [40, 41]));

    let mut run = queue.begin().await.expect("it begins");
    let failed = run.perform(&pieces("impossible", 2), &|_| {}).await.expect_err("no worker can");
    assert!(matches!(&failed, WorkError::Worker(why) if why.contains("cannot be done")), "{failed}");
    workers.into_iter().for_each(|worker| worker.abort());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_worker_does_not_finish_is_done_by_another_and_slow_ones_are_not_disturbed() {
    let cluster = Cluster::start(1).expect("a server can be started");
    let queue = queue(&cluster).await;
    // The first worker takes a piece and dies over it.
    let taken = Arc::new(Notify::new());
    let dying: Perform = {
        let taken = Arc::clone(&taken);
        Arc::new(move |_| {
            taken.notify_one();
            std::thread::sleep(Duration::from_secs(2));
            Err("nobody hears of this".into())
        })
    };
    let first = {
        let queue = queue.clone();
        tokio::spawn(async move { queue.work(1, dying, &|| {}).await })
    };
    let mut run = queue.begin().await.expect("it begins");
    let performing = tokio::spawn(async move { run.perform(&pieces("piece", 3), &|_| {}).await });
    taken.notified().await;
    first.abort();

    // The second takes longer for one than a worker may be silent.
    let slowly_done = Arc::new(AtomicUsize::new(0));
    let slow: Perform = {
        let done = Arc::clone(&slowly_done);
        Arc::new(move |piece| {
            if piece.ends_with(b" 2") {
                std::thread::sleep(workqueue::ACK_WAIT + Duration::from_secs(1));
                done.fetch_add(1, Ordering::Relaxed);
            }
            Ok(String::from_utf8_lossy(piece).to_uppercase().into_bytes())
        })
    };
    let second = {
        let queue = queue.clone();
        tokio::spawn(async move { queue.work(2, slow, &|| {}).await })
    };
    let results = performing.await.expect("nothing panics").expect("they are done");
    assert_eq!(results, expected("piece", 3));
    assert_eq!(slowly_done.load(Ordering::Relaxed), 1, "it was given out once");
    second.abort();
}
