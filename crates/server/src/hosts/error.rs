//! Why a table cannot be reached.

use std::sync::Arc;

use host::Mismatch;
use journal::JournalError;
use wire::house::{EntryError, HouseRefusal};

/// Why a table cannot be reached.
#[derive(Clone, Debug, thiserror::Error)]
pub enum HouseError {
    /// There is no such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// No new tables are opened for the time being.
    #[error("no new tables are opened")]
    Draining,
    /// The log of the table does not fit: it is parked, not guessed.
    #[error("the table is parked: {0}")]
    Parked(String),
    /// What was asked could not be written down.
    #[error("it could not be written down")]
    NotWritten,
    /// The journal failed.
    #[error(transparent)]
    Journal(Arc<JournalError>),
}

impl HouseError {
    /// What somebody is told who asked something of the table.
    pub(crate) fn refusal(&self) -> HouseRefusal {
        match self {
            Self::NoSuchTable => HouseRefusal::NoSuchTable,
            Self::Draining => HouseRefusal::Busy,
            Self::NotWritten => HouseRefusal::NotWritten,
            Self::Parked(_) | Self::Journal(_) => HouseRefusal::TableParked,
        }
    }
}

impl From<JournalError> for HouseError {
    fn from(error: JournalError) -> Self {
        Self::Journal(Arc::new(error))
    }
}

impl From<Mismatch> for HouseError {
    fn from(mismatch: Mismatch) -> Self {
        Self::Parked(mismatch.to_string())
    }
}

impl From<EntryError> for HouseError {
    fn from(error: EntryError) -> Self {
        Self::Parked(error.to_string())
    }
}
