//! The journal in a file, under the suite that every journal passes and the tests that only a file has to pass.
#![allow(missing_docs, reason = "test names are sentences")]
#![cfg(feature = "sqlite")]

mod crash;
mod file;
#[cfg(unix)]
mod private;
#[path = "../suite/mod.rs"]
mod suite;

use journal::{Options, SqliteJournal};
use tempfile::TempDir;

behaviours!(opened());
redactions!(opened());

/// A journal in a new file, and its folder.
fn opened() -> (SqliteJournal, TempDir) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let journal = SqliteJournal::open(&folder.path().join("journal.sqlite"), Options::default());
    (journal.expect("a new file can be opened"), folder)
}
