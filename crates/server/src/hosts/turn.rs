//! What waits for the end of a turn of the loop: records to be appended, what the journal said, clients to be sent
//! something.
//!
//! All tasks that are ready run before the turn ends, since it is ended by a task that queues up behind them. So all
//! tables that moved share one call to the journal, and a client is written to once, however much it is told.
//! Deliberately absent: what is appended and sent.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use journal::{Append, Outcome};
use tokio::runtime::Handle;

use crate::hosts::connection::Guest;
use crate::hosts::house::{House, Inner};
use crate::hosts::table::Table;

/// What waits for the end of the turn.
#[derive(Debug)]
pub(crate) struct Turn {
    /// Weak, because the journal's thread holds the turn, and must not be the last to hold the journal.
    house: Weak<Inner>,
    runtime: Handle,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    is_ending: bool,
    appends: Vec<Append>,
    /// The table of each append.
    appending: Vec<Arc<Table>>,
    outcomes: Vec<(Arc<Table>, Outcome)>,
    guests: Vec<Arc<Guest>>,
    /// What is written to each client, kept for the next turn.
    frames: Vec<u8>,
}

impl Turn {
    /// # Panics
    /// Outside of a runtime of tokio.
    pub(crate) fn new(house: Weak<Inner>) -> Self {
        Self { house, runtime: Handle::current(), waiting: Mutex::default() }
    }

    /// Something is to be appended to the log of a table.
    pub(crate) fn append(&self, table: Arc<Table>, append: Append) {
        let mut waiting = self.lock();
        waiting.appends.push(append);
        waiting.appending.push(table);
        self.end_later(waiting);
    }

    /// Something waits in the outbox of a client.
    pub(crate) fn flush(&self, guest: Arc<Guest>) {
        let mut waiting = self.lock();
        waiting.guests.push(guest);
        self.end_later(waiting);
    }

    /// The journal has answered, on a thread of its own.
    fn on_appended(&self, tables: Vec<Arc<Table>>, outcomes: Vec<Outcome>) {
        let mut waiting = self.lock();
        waiting.outcomes.extend(tables.into_iter().zip(outcomes));
        self.end_later(waiting);
    }

    /// Queues up behind all that is ready to run.
    fn end_later(&self, mut waiting: MutexGuard<'_, Waiting>) {
        if std::mem::replace(&mut waiting.is_ending, true) {
            return;
        }
        drop(waiting);
        let house = Weak::clone(&self.house);
        self.runtime.spawn(async move {
            if let Some(inner) = house.upgrade() {
                let house = House::from_inner(inner);
                house.turn().end(&house);
            }
        });
    }

    /// Hands what the journal said to the tables, what is to be appended to the journal, and sends what is to be sent.
    fn end(self: &Arc<Self>, house: &House) {
        let outcomes = {
            let mut waiting = self.lock();
            waiting.is_ending = false;
            std::mem::take(&mut waiting.outcomes)
        };
        for (table, outcome) in outcomes {
            table.on_written(house, outcome);
        }
        let (appends, appending, guests, mut frames) = {
            let waiting = &mut *self.lock();
            let (appends, appending) = (std::mem::take(&mut waiting.appends), std::mem::take(&mut waiting.appending));
            (appends, appending, std::mem::take(&mut waiting.guests), std::mem::take(&mut waiting.frames))
        };
        if house.away().is_some() {
            // Servers answer each record by itself: nobody waits for the slowest.
            for (append, table) in appends.into_iter().zip(appending) {
                let turn = Arc::clone(self);
                let on_appended = move |outcomes| turn.on_appended(vec![table], outcomes);
                house.journal().append_all(vec![append], Box::new(on_appended));
            }
        } else if !appends.is_empty() {
            let turn = Arc::clone(self);
            house.journal().append_all(appends, Box::new(move |outcomes| turn.on_appended(appending, outcomes)));
        }
        for guest in guests {
            guest.sink.flush(&guest.outbox, &mut frames);
        }
        self.lock().frames = frames;
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
