//! How many unfinished tables were opened from one network, since the house opened.
//!
//! Deliberately absent: which are still unfinished; that is asked of the ledger when a network has its share.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Network;
use crate::ledger::Ledger;
use crate::refusal::Refusal;

/// The tables that were opened from each network. It is nowhere written down.
#[derive(Debug, Default)]
pub struct TableCount {
    opened: Mutex<BTreeMap<Network, BTreeSet<String>>>,
}

impl TableCount {
    /// Whether another table may be opened from a network.
    ///
    /// # Errors
    /// If it has so many that are not finished, or the data cannot be read.
    pub async fn check(&self, network: Network, most: u32, ledger: &Ledger) -> Result<(), Refusal> {
        let opened = self.lock().get(&network).cloned().unwrap_or_default();
        if opened.len() < most as usize {
            return Ok(());
        }
        let finished = ledger.finished_of(opened.into_iter().collect()).await?;
        let mut all = self.lock();
        let Some(opened) = all.get_mut(&network) else { return Ok(()) };
        for table in &finished {
            opened.remove(table);
        }
        if opened.len() < most as usize { Ok(()) } else { Err(Refusal::TooManyTables { most }) }
    }

    /// A table was opened.
    pub fn on_opened(&self, network: Network, table: &str) {
        self.lock().entry(network).or_default().insert(table.into());
    }

    /// Forgets tables that are finished.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn sweep(&self, ledger: &Ledger) -> Result<(), Refusal> {
        let all: Vec<String> = self.lock().values().flatten().cloned().collect();
        let finished: BTreeSet<String> = ledger.finished_of(all).await?.into_iter().collect();
        self.lock().retain(|_, opened| {
            opened.retain(|table| !finished.contains(table));
            !opened.is_empty()
        });
        Ok(())
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Network, BTreeSet<String>>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
