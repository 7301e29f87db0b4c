//! How many unfinished tables there may be that were opened by one player or from one network.
//!
//! Deliberately absent: those that are open; the ledger counts them, so that the house may be opened anew in between.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::config::Config;
use crate::hosts::Origin;
use crate::ledger::Ledger;
use crate::refusal::Refusal;

/// How many tables are just being opened by whom and from where.
#[derive(Debug, Default)]
pub struct TableCount {
    opening: Mutex<BTreeMap<Opener, u32>>,
}

/// Who opens a table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Opener {
    Player(String),
    Network(Origin),
}

impl TableCount {
    /// Another table is to be opened. It counts as being opened for as long as what is returned is held, so that asks at
    /// the same time are counted as well.
    ///
    /// # Errors
    /// If there are so many that are not finished, or the data cannot be read.
    pub async fn enter(
        &self,
        player: &str,
        origin: Origin,
        config: &Config,
        ledger: &Ledger,
    ) -> Result<[OpeningTable<'_>; 2], Refusal> {
        let within = |open: u32, opening: u32, most: u32| {
            if open.saturating_add(opening) <= most { Ok(()) } else { Err(Refusal::TooManyTables { most }) }
        };
        // Who has used up their own takes nothing from others of the same network.
        let (by_player, opening) = self.begin(Opener::Player(player.into()));
        within(ledger.tables_opened_by(player).await?, opening, config.tables_per_player.get())?;
        let (from_network, opening) = self.begin(Opener::Network(origin));
        within(ledger.tables_opened_from(origin.0).await?, opening, config.tables_per_network.get())?;
        Ok([by_player, from_network])
    }

    /// Counts one more; how many there are with it.
    fn begin(&self, opener: Opener) -> (OpeningTable<'_>, u32) {
        let mut opening = self.lock();
        let count = opening.entry(opener.clone()).or_default();
        *count += 1;
        (OpeningTable { count: self, opener }, *count)
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Opener, u32>> {
        self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table that is being opened.
#[derive(Debug)]
pub struct OpeningTable<'a> {
    count: &'a TableCount,
    opener: Opener,
}

impl Drop for OpeningTable<'_> {
    fn drop(&mut self) {
        let mut opening = self.count.lock();
        if let Some(count) = opening.get_mut(&self.opener) {
            *count -= 1;
            if *count == 0 {
                opening.remove(&self.opener);
            }
        }
    }
}
