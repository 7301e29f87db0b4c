//! Who may read the files: their owner alone, whoever made them and however.

use std::fs::{Permissions, metadata, set_permissions, write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::suite::{append, plain};
use journal::{
    Existing, Options, Position, SqliteJournal, backup, create_private_folder, is_open_to_others, make_folder_private,
    restore,
};

fn mode(path: &Path) -> u32 {
    metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).permissions().mode() & 0o777
}

fn beside(path: &Path, ending: &str) -> std::path::PathBuf {
    format!("{}{ending}", path.display()).into()
}

async fn open_and_write(path: &Path) -> SqliteJournal {
    let journal = SqliteJournal::open(path, Options::default()).expect("it opens");
    append(&journal, "player.a", Position::START, plain("secret")).await;
    journal
}

#[tokio::test]
async fn a_new_journal_and_what_lies_beside_it_are_its_owner_s_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.sqlite");
    let _journal = open_and_write(&path).await;
    for ending in ["", "-wal", "-shm", "-lock"] {
        assert_eq!(mode(&beside(&path, ending)), 0o600, "{ending}");
    }
}

#[tokio::test]
async fn a_journal_that_was_left_open_to_others_is_closed_when_it_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.sqlite");
    drop(open_and_write(&path).await);
    set_permissions(&path, Permissions::from_mode(0o664)).expect("changed");
    set_permissions(beside(&path, "-lock"), Permissions::from_mode(0o644)).expect("changed");
    let _journal = SqliteJournal::open(&path, Options::default()).expect("it opens");
    assert_eq!((mode(&path), mode(&beside(&path, "-lock"))), (0o600, 0o600));
}

/// Another process tries to lock the byte of the shared memory by which SQLite knows that somebody uses it. Whoever gets
/// it truncates the memory, and whoever still uses that dies of it.
const TAKE_SHARED_MEMORY: &str = "\
import fcntl, sys
with open(sys.argv[1], 'r+b') as shared_memory:
    fcntl.lockf(shared_memory, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 128)
";

#[tokio::test]
async fn to_make_files_private_drops_no_lock_of_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.sqlite");
    drop(open_and_write(&path).await);
    let journal = SqliteJournal::open(&path, Options::default()).expect("it opens");
    append(&journal, "player.b", Position::START, plain("more")).await;
    let arguments = ["-c", TAKE_SHARED_MEMORY];
    let other = Command::new("python3").args(arguments).arg(beside(&path, "-shm")).output().expect("python3 runs");
    let told = String::from_utf8_lossy(&other.stderr);
    assert!(told.contains("BlockingIOError"), "the shared memory could be taken from under the journal: {told}");
}

#[tokio::test]
async fn copies_are_as_private_as_the_journal_and_so_is_what_is_put_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, copy, back) =
        (folder.path().join("journal.sqlite"), folder.path().join("copy.sqlite"), folder.path().join("back.sqlite"));
    drop(open_and_write(&path).await);
    // What an interrupted copy of an older program left.
    write(beside(&copy, "-partial"), "half").expect("written");
    backup(&path, &copy, Existing::Keep).expect("copied");
    restore(&copy, &back, Existing::Keep).expect("put back");
    assert_eq!((mode(&copy), mode(&back)), (0o600, 0o600));
}

#[test]
fn a_file_that_is_no_journal_keeps_its_permissions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("letter.txt");
    write(&path, "this is a letter, and no journal at all, however long it is".repeat(40)).expect("written");
    set_permissions(&path, Permissions::from_mode(0o644)).expect("changed");
    assert!(SqliteJournal::open(&path, Options::default()).is_err());
    assert_eq!(mode(&path), 0o644);
}

#[test]
fn a_folder_that_is_made_is_private_and_one_that_was_there_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let shared = folder.path().join("shared");
    std::fs::create_dir(&shared).expect("made");
    set_permissions(&shared, Permissions::from_mode(0o755)).expect("changed");
    create_private_folder(&shared.join("deep").join("data")).expect("made");
    create_private_folder(&shared).expect("it is there");
    assert_eq!((mode(&shared), mode(&shared.join("deep")), mode(&shared.join("deep/data"))), (0o755, 0o700, 0o700));
    assert_eq!(is_open_to_others(&shared).ok(), Some(true));
    make_folder_private(&shared).expect("it is ours");
    assert_eq!(mode(&shared), 0o700);
    assert_eq!(is_open_to_others(&shared.join("deep/data")).ok(), Some(false));
}
