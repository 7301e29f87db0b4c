//! When tables want to do something by themselves: one timer for all of them.
//!
//! Deliberately absent: what they do.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::hosts::house::House;
use crate::hosts::table::Table;

/// The alarms of all tables. A task waits for the earliest, for as long as there is one.
#[derive(Debug, Default)]
pub(crate) struct Timers {
    alarms: Mutex<Alarms>,
    /// There is an earlier alarm than the one that is waited for.
    is_earlier: Notify,
}

#[derive(Debug, Default)]
struct Alarms {
    /// By time, in milliseconds since 1970, and number.
    tables: BTreeMap<(u64, u64), Arc<Table>>,
    /// How many there ever were.
    count: u64,
    is_waiting: bool,
}

/// Which alarms ring.
enum Due {
    /// These, and when each was set for.
    Now(Vec<(u64, Arc<Table>)>),
    /// The earliest rings then.
    At(u64),
    /// There are none.
    Never,
}

impl Timers {
    /// Lets a table know when the time has come.
    pub(crate) fn set(&self, at: u64, table: Arc<Table>, house: &House) {
        let mut alarms = self.lock();
        let is_earliest = alarms.tables.first_key_value().is_none_or(|((earliest, _), _)| at < *earliest);
        alarms.count += 1;
        let number = alarms.count;
        alarms.tables.insert((at, number), table);
        if !std::mem::replace(&mut alarms.is_waiting, true) {
            tokio::spawn(wait(house.clone()));
        } else if is_earliest {
            self.is_earlier.notify_one();
        }
    }

    /// Takes the alarms whose time has come.
    fn due(&self, now: u64) -> Due {
        let mut alarms = self.lock();
        let Some(((earliest, _), _)) = alarms.tables.first_key_value() else {
            alarms.is_waiting = false;
            return Due::Never;
        };
        if *earliest > now {
            return Due::At(*earliest);
        }
        let later = alarms.tables.split_off(&(now + 1, 0));
        let due = std::mem::replace(&mut alarms.tables, later);
        Due::Now(due.into_iter().map(|((at, _), table)| (at, table)).collect())
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, Alarms> {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for the alarms of a house until there are none.
async fn wait(house: House) {
    loop {
        match house.timers().due(house.now()) {
            Due::Now(tables) => {
                for (at, table) in tables {
                    table.on_alarm(&house, at);
                }
                // Who asks something is never behind a bot that wants to go on at once.
                tokio::task::yield_now().await;
            }
            Due::At(at) => {
                let left = Duration::from_millis(at.saturating_sub(house.now()));
                tokio::select! {
                    () = tokio::time::sleep(left) => {}
                    () = house.timers().is_earlier.notified() => {}
                }
            }
            Due::Never => return,
        }
    }
}
