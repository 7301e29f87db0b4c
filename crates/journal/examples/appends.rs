//! How many appends a second a journal takes, and what they cost:
//! `cargo run --release -p journal --example appends [path]`.
//!
//! First 1, 16 and 128 writers append as fast as they are answered, each to subjects of its own, 1,000 in all; then
//! a steady stream arrives, one append every fifth of a millisecond, whose cost includes that of keeping the pace.
//! Bodies have 200 bytes; one record in 64 is news.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use futures_util::future::join_all;
use journal::{AppendError, Durability, Journal, Options, Position, Record, SqliteJournal, Subject};

const SUBJECTS: usize = 1_000;
const APPENDS: usize = 100_000;
const STREAM: usize = 20_000;
/// Durabilities, and pauses in milliseconds.
const OPTIONS: [(Durability, u64); 4] =
    [(Durability::Full, 0), (Durability::Full, 2), (Durability::Normal, 0), (Durability::Normal, 2)];

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let path: PathBuf = std::env::args().nth(1).map_or_else(|| folder.path().join("journal.sqlite"), Into::into);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build()?;
    println!("durability  pause ms  writers  appends/s  CPU µs/append  p50 µs  p99 µs");
    for (durability, pause) in OPTIONS {
        let options = || Options { durability, pause: Duration::from_millis(pause), ..Options::default() };
        let say = |who: &str, (start, cpu): (Instant, ProcessTime), count: usize, waits: &str| {
            let rate = count as f64 / start.elapsed().as_secs_f64();
            let cost = cpu.elapsed().as_secs_f64() * 1e6 / count as f64;
            println!("{:10}  {pause:8}  {who:>7}  {rate:9.0}  {cost:13.1}  {waits}", format!("{durability:?}"));
        };
        for writers in [1, 16, 128] {
            let journal = Arc::new(open_new(&path, options())?);
            let start = (Instant::now(), ProcessTime::now());
            let mut waits = runtime.block_on(write(&journal, writers))?;
            waits.sort_unstable();
            let percentile = |percent: usize| waits[(waits.len() - 1) * percent / 100].as_micros();
            say(&writers.to_string(), start, waits.len(), &format!("{:6}  {:6}", percentile(50), percentile(99)));
        }
        let journal = open_new(&path, options())?;
        let start = (Instant::now(), ProcessTime::now());
        runtime.block_on(stream(&journal))?;
        say("stream", start, STREAM, "");
    }
    Ok(())
}

fn open_new(path: &Path, options: Options) -> Result<SqliteJournal, Failure> {
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    Ok(SqliteJournal::open(path, options)?)
}

fn record(number: usize) -> Record {
    Record { body: [7; 200].into(), is_news: number.is_multiple_of(64) }
}

fn subjects() -> Vec<(Subject, Position)> {
    let names = (0..SUBJECTS).map(|number| format!("table.{number:04}"));
    names.filter_map(|name| Subject::new(&name)).map(|subject| (subject, Position::START)).collect()
}

/// How long each append of some writers took.
async fn write(journal: &Arc<SqliteJournal>, writers: usize) -> Result<Vec<Duration>, Failure> {
    // One writer alone is slow, and a few thousand appends tell enough.
    let appends = APPENDS / writers / if writers == 1 { 20 } else { 1 };
    let write = |writer: usize| {
        let journal = Arc::clone(journal);
        let mut subjects: Vec<_> = subjects().into_iter().skip(writer).step_by(writers).collect();
        tokio::spawn(async move {
            let mut waits = Vec::with_capacity(appends);
            let count = subjects.len();
            for number in 0..appends {
                let (subject, at) = &mut subjects[number % count];
                let start = Instant::now();
                *at = journal.append(subject, *at, record(number)).await?;
                waits.push(start.elapsed());
            }
            Ok::<_, AppendError>(waits)
        })
    };
    let mut waits = Vec::new();
    for end in join_all((0..writers).map(write)).await {
        waits.extend(end??);
    }
    Ok(waits)
}

/// Appends at a steady pace without waiting for answers until the end.
async fn stream(journal: &SqliteJournal) -> Result<(), AppendError> {
    let subjects = subjects();
    let mut later = Vec::with_capacity(STREAM);
    for number in 0..STREAM {
        // The journal is empty, so the position of a record is its number; each subject gets every thousandth.
        let after = Position((number + 1).saturating_sub(SUBJECTS) as u64);
        later.push(journal.append(&subjects[number % SUBJECTS].0, after, record(number)));
        std::thread::sleep(Duration::from_micros(200));
    }
    join_all(later).await.into_iter().try_for_each(|end| end.map(|_| ()))
}
