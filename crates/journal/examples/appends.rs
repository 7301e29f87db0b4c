//! How many appends a second a journal takes, and what they cost:
//! `cargo run --release -p journal --example appends [path]`.
//!
//! Each of 1, 16 and 128 writers appends bodies of 200 bytes to subjects of its own, 1,000 in all, one after another.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use journal::{Durability, Journal, Options, Position, Record, SqliteJournal, Subject};

const SUBJECTS: usize = 1_000;
const APPENDS: usize = 100_000;

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let folder = tempfile::tempdir()?;
    let path = std::env::args().nth(1).map_or_else(|| folder.path().join("journal.sqlite"), Into::into);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build()?;
    println!("durability  writers  appends/s  CPU µs/append  p50 µs  p99 µs");
    for durability in [Durability::Full, Durability::Normal] {
        for writers in [1, 16, 128] {
            let (took, cpu, mut waits) = runtime.block_on(run(&path, durability, writers))?;
            waits.sort_unstable();
            let percentile = |percent: usize| waits[(waits.len() - 1) * percent / 100].as_micros();
            println!(
                "{:10}  {writers:7}  {:9.0}  {:13.1}  {:6}  {:6}",
                format!("{durability:?}"),
                waits.len() as f64 / took.as_secs_f64(),
                cpu.as_secs_f64() * 1e6 / waits.len() as f64,
                percentile(50),
                percentile(99),
            );
        }
    }
    Ok(())
}

type Measured = (Duration, Duration, Vec<Duration>);

async fn run(
    path: &Path,
    durability: Durability,
    writers: usize,
) -> Result<Measured, Box<dyn std::error::Error + Send + Sync>> {
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    let journal = Arc::new(SqliteJournal::open(path, Options { durability, ..Options::default() })?);
    let appends = APPENDS / writers / if writers == 1 { 5 } else { 1 };
    let (start, cpu) = (Instant::now(), ProcessTime::now());
    let tasks: Vec<_> =
        (0..writers).map(|writer| tokio::spawn(write(Arc::clone(&journal), writer, writers, appends))).collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await??);
    }
    Ok((start.elapsed(), cpu.elapsed(), waits))
}

async fn write(
    journal: Arc<SqliteJournal>,
    writer: usize,
    writers: usize,
    appends: usize,
) -> Result<Vec<Duration>, Box<dyn std::error::Error + Send + Sync>> {
    let names = (writer..SUBJECTS).step_by(writers).map(|number| format!("table.{number:04}"));
    let mut subjects: Vec<_> =
        names.filter_map(|name| Subject::new(&name)).map(|name| (name, Position::START)).collect();
    let body: Arc<[u8]> = vec![7; 200].into();
    let mut waits = Vec::with_capacity(appends);
    let count = subjects.len();
    for turn in 0..appends {
        let (subject, at) = &mut subjects[turn % count];
        let start = Instant::now();
        *at = journal.append(subject, *at, Record { body: Arc::clone(&body), is_news: turn % 64 == 0 }).await?;
        waits.push(start.elapsed());
    }
    Ok(waits)
}
