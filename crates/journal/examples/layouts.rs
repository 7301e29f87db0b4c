//! What an append costs under three ways to find a subject's records: `cargo run --release -p journal --example layouts`.
//!
//! A chain of records whose ends are kept in memory, as the journal does; a chain whose end is written with each
//! append; and an index by subject. 200,000 bodies of 200 bytes for 1,000 subjects, in transactions of 1, 16 and 128.
//! Deliberately absent: threads and the journal itself.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::Instant;

use cpu_time::ProcessTime;
use rusqlite::{Connection, params};

const SUBJECTS: i64 = 1_000;
const APPENDS: i64 = 200_000;

const RECORD: &str = "CREATE TABLE record (position INTEGER PRIMARY KEY, subject INTEGER NOT NULL,
                      previous INTEGER NOT NULL, is_news INTEGER NOT NULL, body BLOB NOT NULL) STRICT;";
const LAYOUTS: [(&str, &str, Option<&str>); 3] = [
    ("chain", "", None),
    (
        "chain, end written",
        "CREATE TABLE subject (id INTEGER PRIMARY KEY, name TEXT NOT NULL, head INTEGER NOT NULL) STRICT",
        Some("UPDATE subject SET head = ? WHERE id = ?"),
    ),
    ("index", "CREATE INDEX by_subject ON record (subject, position)", None),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("layout              appends a transaction  appends/s  CPU µs/append  MB");
    for batch in [1, 16, 128] {
        for (name, more, update) in LAYOUTS {
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("layout.sqlite");
            let mut connection = Connection::open(&path)?;
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
            // Flushing costs the same for all and would hide what differs.
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.execute_batch(RECORD)?;
            connection.execute_batch(more)?;
            if update.is_some() {
                for subject in 0..SUBJECTS {
                    let row = params![subject, format!("table.{subject:04}")];
                    connection.execute("INSERT INTO subject VALUES (?, ?, 0)", row)?;
                }
            }
            let body = [7_u8; 200];
            let (start, cpu) = (Instant::now(), ProcessTime::now());
            let mut position = 0;
            while position < APPENDS {
                let transaction = connection.transaction()?;
                for _ in 0..batch {
                    position += 1;
                    // A stride that visits all subjects in no order of their numbers.
                    let subject = position * 617 % SUBJECTS;
                    let mut insert = transaction.prepare_cached("INSERT INTO record VALUES (?, ?, ?, 0, ?)")?;
                    insert.execute(params![position, subject, (position - SUBJECTS).max(0), body])?;
                    if let Some(update) = update {
                        transaction.prepare_cached(update)?.execute(params![position, subject])?;
                    }
                }
                transaction.commit()?;
            }
            let (took, cpu) = (start.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
            let megabytes = std::fs::metadata(&path)?.len() as f64 / 1e6;
            let (appends, per) = (position as f64, 1e6 / position as f64);
            println!("{name:18}  {batch:21}  {:9.0}  {:13.1}  {megabytes:2.0}", appends / took, cpu * per);
        }
    }
    Ok(())
}
