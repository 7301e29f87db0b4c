//! The file: who may open it, what is in it, and how an older one becomes as this program wants it.
//!
//! Deliberately absent: records.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::Durability;
use super::mirror::MIRROR_DURABILITY;
use super::private::{make_private, open_private};

/// Says in the file's header that it is ours: "Tapi".
const APPLICATION_ID: i32 = 0x5461_7069;

/// How a file becomes what this program wants, one step for each version; a step is never changed once released.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE subject (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, head INTEGER NOT NULL) STRICT;
    CREATE TABLE record (
        position INTEGER PRIMARY KEY, subject INTEGER NOT NULL, previous INTEGER NOT NULL,
        is_news INTEGER NOT NULL, body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX news ON record (position) WHERE is_news = 1;
    CREATE TABLE progress (heads INTEGER NOT NULL, projections TEXT NOT NULL) STRICT;
    INSERT INTO progress VALUES (0, '');
",
    "
    CREATE TABLE snapshot (subject INTEGER PRIMARY KEY, position INTEGER NOT NULL, body BLOB) STRICT;
",
];

/// The journal's own tables; all others are derived.
pub(super) const OWN_TABLES: [&str; 4] = ["subject", "record", "progress", "snapshot"];

/// How many prepared statements a connection keeps, those of queries included.
const STATEMENTS_KEPT: usize = 128;

/// Why a file cannot be opened as a journal.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Someone has it open already.
    #[error("{} is in use by another program", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It is something else.
    #[error("{} is not a journal of Tapis", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A newer program wrote it.
    #[error("{} has version {version}, and this program knows versions up to {known}: use a newer one", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The file's version.
        version: usize,
        /// The newest version this program knows.
        known: usize,
    },
    /// It does not hold together.
    #[error("{} is damaged: {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        fault: String,
    },
    /// SQLite failed.
    #[error("{} cannot be opened", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// The world failed.
    #[error("{} cannot be opened", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

impl OpenError {
    /// What an error of SQLite says about a file.
    pub(super) fn from_sqlite(path: &Path, source: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match source.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => Self::Foreign { path },
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => Self::Damaged { path, fault: source.to_string() },
            _ => Self::Sqlite { path, source },
        }
    }
}

/// Takes the right to write: a lock on a file beside the journal's, which the system lifts when the process ends,
/// however it ends. A lock on the journal itself would get in the way of SQLite's own.
pub(super) fn lock(path: &Path) -> Result<File, OpenError> {
    let failed = |source| OpenError::File { path: path.to_owned(), source };
    let file = open_private(&beside(path, "-lock")).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

/// Opens a file for its one writer, made if it is not there and brought to the newest version.
pub(super) fn connect_to_write(path: &Path, durability: Durability) -> Result<Connection, OpenError> {
    let unwritable = |source| OpenError::File { path: path.to_owned(), source };
    if !path.exists() {
        open_private(path).map_err(unwritable)?;
    }
    let failed = |source| OpenError::from_sqlite(path, source);
    let mut connection = Connection::open(path).map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
    let is_new = is_empty(&connection).map_err(failed)?;
    let version = if is_new { 0 } else { known_version(&connection, path)? };
    // Only now is it known to be ours.
    make_files_private(path).map_err(unwritable)?;
    set_up(&connection, durability).map_err(failed)?;
    migrate(&mut connection, version).map_err(failed)?;
    Ok(connection)
}

/// Opens a file of another kind for its one writer, made if it is not there: it holds the tables of `schema`, and what
/// is derived.
pub(super) fn connect_to_write_as(path: &Path, application_id: i32, schema: &str) -> Result<Connection, OpenError> {
    let unwritable = |source| OpenError::File { path: path.to_owned(), source };
    if !path.exists() {
        open_private(path).map_err(unwritable)?;
    }
    let failed = |source| OpenError::from_sqlite(path, source);
    let connection = Connection::open(path).map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
    let is_new = is_empty(&connection).map_err(failed)?;
    let found: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(failed)?;
    if !is_new && found != application_id {
        return Err(OpenError::Foreign { path: path.to_owned() });
    }
    make_files_private(path).map_err(unwritable)?;
    set_up(&connection, MIRROR_DURABILITY).map_err(failed)?;
    if is_new {
        let made = format!("BEGIN IMMEDIATE; {schema} PRAGMA application_id = {application_id}; COMMIT;");
        connection.execute_batch(&made).map_err(failed)?;
    }
    Ok(connection)
}

/// Nobody but their owner reads the file and those SQLite keeps beside it; what SQLite makes takes after the file.
fn make_files_private(path: &Path) -> std::io::Result<()> {
    ["", "-wal", "-shm"].iter().try_for_each(|ending| make_private(&beside(path, ending)))
}

/// Opens a file only to read.
pub(super) fn connect_to_read(path: &Path) -> rusqlite::Result<Connection> {
    let connection =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
    Ok(connection)
}

/// The version of a file, if it is a journal and not newer than this program.
pub(super) fn known_version(connection: &Connection, path: &Path) -> Result<usize, OpenError> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let failed = |source| OpenError::from_sqlite(path, source);
    let version = usize::try_from(number("user_version").map_err(failed)?).unwrap_or_default();
    if number("application_id").map_err(failed)? != APPLICATION_ID || version == 0 {
        return Err(OpenError::Foreign { path: path.to_owned() });
    }
    if version > MIGRATIONS.len() {
        return Err(OpenError::Newer { path: path.to_owned(), version, known: MIGRATIONS.len() });
    }
    let page_size = u64::from(number("page_size").map_err(failed)?.unsigned_abs());
    if !length(path).is_multiple_of(page_size) && length(&beside(path, "-wal")) == 0 {
        // SQLite would take what is missing of the last page for zeros.
        return Err(OpenError::Damaged { path: path.to_owned(), fault: "its last page is cut short".into() });
    }
    Ok(version)
}

/// The name of a file that lies beside another.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// How long a file is; nothing if it is not there.
fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |file| file.len())
}

/// Whether there is nothing in a file: no table, and not even a foreign program's mark. A program that was killed
/// when it first opened the file leaves a header behind, and nothing else.
fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(tables == 0 && number("application_id")? == 0 && number("user_version")? == 0)
}

fn set_up(connection: &Connection, durability: Durability) -> rusqlite::Result<()> {
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    set_durability(connection, durability)?;
    // What is redacted or deleted is overwritten with zeros; else its bytes would stay in the free parts of the file.
    connection.pragma_update_and_check(None, "secure_delete", "ON", |_| Ok(()))?;
    // A backup or a long query lets the write-ahead log grow; afterwards it shrinks to this many bytes.
    connection.pragma_update_and_check(None, "journal_size_limit", 64 << 20, |_| Ok(()))
}

/// Whether transactions are flushed from now on.
pub(super) fn set_durability(connection: &Connection, durability: Durability) -> rusqlite::Result<()> {
    let synchronous = match durability {
        Durability::Full => "FULL",
        Durability::Normal => "NORMAL",
    };
    connection.pragma_update(None, "synchronous", synchronous)
}

fn migrate(connection: &mut Connection, version: usize) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for step in &MIGRATIONS[version..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i64)?;
    transaction.commit()
}
