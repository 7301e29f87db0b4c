//! What the house keeps of a person: they can read it and have it deleted, and some of it goes by itself.
//!
//! The journal is the truth, so all of it is found there: a person's id is in every record that is about them. An id
//! is random and says nothing by itself; once its player is deleted it leads to nothing.
//! Deliberately absent: HTTP, and who may ask.

mod data;
mod deletion;
mod erase;
mod retention;

use journal::{JournalError, Position, Stored};

use crate::storage::Storage;

pub(crate) use data::{PersonalData, collect};
pub(crate) use deletion::{delete_player, free_seats};
pub(crate) use retention::sweep;

/// So many records are looked at in one step of a search, so that others who read are served in between.
const STEP: u32 = 4_096;

/// A search of the whole log for some bytes, step by step.
pub(crate) struct Search<'a> {
    storage: &'a Storage,
    bytes: Vec<u8>,
    /// Where the next step begins.
    pub(crate) after: Position,
}

impl<'a> Search<'a> {
    /// Looks for these bytes in the records after a position.
    pub(crate) fn new(storage: &'a Storage, bytes: &str, after: Position) -> Self {
        Self { storage, bytes: bytes.as_bytes().to_owned(), after }
    }

    /// The records that the next step finds, maybe none; `None` at the end of the log.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<Stored>>, JournalError> {
        let found = self.storage.find(&self.bytes, self.after, STEP).await?;
        let Some(until) = found.until else { return Ok(None) };
        self.after = until;
        Ok(Some(found.records))
    }
}
