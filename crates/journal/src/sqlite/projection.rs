//! Tables derived from the news, in the same file and the same transaction as the records they come from.
//!
//! Derived tables hold nothing of their own: they are thrown away and made again from the log whenever the
//! projections are others than those that made them. All tables but the journal's own are derived.
//! Deliberately absent: what is derived.

use rusqlite::{Connection, params};

use super::file::OWN_TABLES;
use super::records;
use crate::{Position, Stored};

/// What keeps tables up to date with the news. It remembers nothing itself: all it knows is in its tables, so
/// that a transaction that is undone leaves no trace.
pub trait Projection: Send {
    /// Its name and version, e.g. `ratings 2`. With another version, or other projections beside it, all derived
    /// tables are made again when the journal is opened; so whoever changes the tables or what `apply` does
    /// changes the version.
    fn version(&self) -> &str;

    /// The SQL that makes its tables.
    fn schema(&self) -> &str;

    /// Brings its tables up to date with one record of news, the next in order. `order` grows from one piece of news to
    /// the next; in a file it is the position, where news come in another order than that of positions their number. It
    /// neither begins nor ends a transaction. If it fails the record is not appended.
    fn apply(&self, tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()>;

    /// Takes out of its tables what a record of news does not hold any more: this is how it reads after it was redacted.
    /// It neither begins nor ends a transaction. If it fails the record is not redacted.
    fn redact(&self, tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()>;
}

/// All projections of a journal.
pub(super) struct Projections(pub(super) Vec<Box<dyn Projection>>);

impl Projections {
    /// Brings all derived tables up to date with a record.
    pub(super) fn apply(&self, tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()> {
        self.0.iter().try_for_each(|projection| projection.apply(tables, stored, order))
    }

    /// Takes out of all derived tables what a record does not hold any more.
    pub(super) fn redact(&self, tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()> {
        self.0.iter().try_for_each(|projection| projection.redact(tables, stored, order))
    }

    /// Makes all derived tables again if other projections made those that are there.
    pub(super) fn rebuild_if_changed(&self, transaction: &Connection) -> rusqlite::Result<()> {
        let made_by: String = transaction.query_row("SELECT projections FROM progress", [], |row| row.get(0))?;
        if made_by == self.versions() { Ok(()) } else { self.rebuild(transaction) }
    }

    /// Throws all derived tables away and makes them from the log.
    pub(super) fn rebuild(&self, transaction: &Connection) -> rusqlite::Result<()> {
        self.make_tables(transaction, &OWN_TABLES)?;
        transaction.execute("UPDATE progress SET projections = ?", [self.versions()])?;
        let mut seen = Position::START;
        loop {
            let some = records::news_after(transaction, seen)?;
            let Some(last) = some.last() else { return Ok(()) };
            seen = last.position;
            some.iter().try_for_each(|stored| self.apply(transaction, stored, stored.position))?;
        }
    }

    /// Throws all tables away but those of the file itself, and makes empty ones.
    pub(super) fn make_tables(&self, transaction: &Connection, own: &[&str]) -> rusqlite::Result<()> {
        for (kind, name) in derived(transaction, own)? {
            let quoted = name.replace('"', "\"\"");
            transaction.execute_batch(&format!("DROP {kind} IF EXISTS \"{quoted}\""))?;
        }
        self.0.iter().try_for_each(|projection| transaction.execute_batch(projection.schema()))
    }

    pub(super) fn versions(&self) -> String {
        self.0.iter().map(|projection| projection.version()).collect::<Vec<_>>().join("\n")
    }
}

/// Kind and name of everything that is not the file's own; views first, for they rest on tables.
fn derived(transaction: &Connection, own: &[&str]) -> rusqlite::Result<Vec<(String, String)>> {
    let mut all = transaction.prepare(
        "SELECT type, name FROM sqlite_schema
         WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type DESC, rowid DESC",
    )?;
    let rows = all.query_map(params![], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let is_derived =
        |row: &rusqlite::Result<(String, String)>| row.as_ref().map_or(true, |(_, name)| !own.contains(&name.as_str()));
    rows.filter(is_derived).collect()
}
