//! How many unfinished tables there may be that were opened from one network.
//!
//! Deliberately absent: those that are open; the ledger counts them, so that the house may be opened anew in between.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::hosts::Origin;
use crate::ledger::Ledger;
use crate::refusal::Refusal;

/// How many tables are just being opened from each network.
#[derive(Debug, Default)]
pub struct TableCount {
    opening: Mutex<BTreeMap<Origin, u32>>,
}

impl TableCount {
    /// Another table is to be opened. It counts as being opened for as long as what is returned is held.
    ///
    /// # Errors
    /// If there are so many that are not finished, or the data cannot be read.
    pub async fn enter(&self, origin: Origin, most: u32, ledger: &Ledger) -> Result<OpeningTable<'_>, Refusal> {
        let opening = {
            let mut opening = self.lock();
            let count = opening.entry(origin).or_default();
            *count += 1;
            *count
        };
        let entered = OpeningTable { count: self, origin };
        let open = ledger.tables_opened_from(origin.0).await?;
        if open.saturating_add(opening) <= most { Ok(entered) } else { Err(Refusal::TooManyTables { most }) }
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Origin, u32>> {
        self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table that is being opened.
#[derive(Debug)]
pub struct OpeningTable<'a> {
    count: &'a TableCount,
    origin: Origin,
}

impl Drop for OpeningTable<'_> {
    fn drop(&mut self) {
        let mut opening = self.count.lock();
        if let Some(count) = opening.get_mut(&self.origin) {
            *count -= 1;
            if *count == 0 {
                opening.remove(&self.origin);
            }
        }
    }
}
