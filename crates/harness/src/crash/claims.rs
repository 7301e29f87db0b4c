//! What people were told by the house: it has to be true for ever.

use std::sync::{Mutex, PoisonError};

use wire::house::{Ask, Happening, PlayerId, TableId, TableView};

/// Something somebody was told; those of one person stand in the order in which they were told.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    /// The table it is about.
    pub(crate) table: TableId,
    /// Who was told.
    pub(crate) player: PlayerId,
    /// The sequence number it is about.
    pub(crate) seq: u64,
    /// What they were told.
    pub(crate) statement: Statement,
}

/// What somebody was told.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// Nothing yet: they asked this.
    Asked {
        /// The id of their ask.
        id: String,
    },
    /// Their table is open.
    Opened,
    /// What they asked is done.
    Granted {
        /// The id of their ask.
        id: String,
        /// What they asked.
        ask: Ask,
    },
    /// This happened.
    Happened(Vec<Happening>),
    /// The table looks like this.
    Table(Box<TableView>),
    /// The match is over, and this is its record.
    Record(String),
}

/// What people were told since it was last compared with the file.
#[derive(Debug, Default)]
pub(crate) struct Claims(Mutex<Vec<Claim>>);

impl Claims {
    pub(crate) fn add(&self, claim: Claim) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(claim);
    }

    pub(crate) fn take(&self) -> Vec<Claim> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
