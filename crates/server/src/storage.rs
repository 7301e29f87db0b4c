//! Where the house keeps its log and what is derived from it: in one file, or on servers that several nodes share.
//!
//! Deliberately absent: what is in the log.

use std::sync::Arc;

use journal::{Found, Journal, JournalError, Position, SqliteJournal};

use crate::cluster::Cluster;
use crate::ledger::Ledger;

/// Where the house keeps its log.
#[derive(Clone, Debug)]
pub enum Storage {
    /// In one file of this machine.
    File(Arc<SqliteJournal>),
    /// On servers that several nodes share.
    Cluster(Arc<Cluster>),
}

impl Storage {
    /// The log.
    #[must_use]
    pub fn journal(&self) -> Arc<dyn Journal> {
        match self {
            Self::File(file) => Arc::clone(file) as Arc<dyn Journal>,
            Self::Cluster(cluster) => cluster.journal(),
        }
    }

    /// What the log comes to.
    #[must_use]
    pub fn ledger(&self) -> Ledger {
        match self {
            Self::File(file) => Ledger::new(Arc::clone(file)),
            Self::Cluster(cluster) => cluster.ledger(),
        }
    }

    /// The other nodes, if there can be some.
    #[must_use]
    pub fn cluster(&self) -> Option<&Arc<Cluster>> {
        match self {
            Self::File(_) => None,
            Self::Cluster(cluster) => Some(cluster),
        }
    }

    /// Looks for bytes in the next `most` records after a position.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub async fn find(&self, bytes: &[u8], after: Position, most: u32) -> Result<Found, JournalError> {
        match self {
            Self::File(file) => file.find(bytes, after, most).await,
            Self::Cluster(cluster) => cluster.find(bytes, after, most).await,
        }
    }

    /// Makes the ledger again from the log.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub async fn rebuild(&self) -> Result<(), JournalError> {
        match self {
            Self::File(file) => file.rebuild().await,
            Self::Cluster(cluster) => cluster.rebuild().await,
        }
    }

    /// Accepts no more records, and resolves when all that were accepted are written.
    pub async fn close(&self) {
        match self {
            Self::File(file) => file.close().await,
            Self::Cluster(cluster) => cluster.close().await,
        }
    }
}
