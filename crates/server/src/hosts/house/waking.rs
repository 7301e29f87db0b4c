//! How a table is reached: where it is run, woken from the journal if it sleeps, put to sleep.

use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use host::{Host, HostOptions, LogPosition, Room};
use journal::{JournalError, Position, Snapshot, Stored, Subject};
use tokio::sync::OnceCell;
use tokio::time::sleep;
use wire::house::{Entry, EntryError, TableId, read_entries, read_snapshot};

use super::{House, HouseOptions};
use crate::hosts::error::HouseError;
use crate::hosts::lobby::Origin;
use crate::hosts::nodes::Owner;
use crate::hosts::remote::{RemoteTable, TableLocation};
use crate::hosts::table::{Mail, Table};
use crate::logs::shortened;

/// The pause before it is looked again whether all tables sleep.
const HANDING_OVER: Duration = Duration::from_millis(20);

/// A table that is being woken, or looked for on other nodes.
pub(super) type Loading = OnceCell<Result<TableLocation, HouseError>>;

impl House {
    /// Hands something to a table, which is woken up if it sleeps.
    pub(crate) async fn send(&self, table: &str, mail: Mail) -> Result<TableLocation, HouseError> {
        let mut mail = mail;
        loop {
            let location = self.locate(table).await?;
            match location.receive(self, mail) {
                Ok(()) => return Ok(location),
                // It went to sleep in between: it is woken again.
                Err(again) => mail = again,
            }
        }
    }

    /// Hands something to a table if this node runs it, or may; nothing if another does.
    pub(crate) async fn send_here(&self, table: &str, mail: Mail) -> Result<Option<Arc<Table>>, HouseError> {
        let mut mail = mail;
        loop {
            let TableLocation::Here(here) = self.locate(table).await? else { return Ok(None) };
            match here.receive(self, mail) {
                Ok(()) => return Ok(Some(here)),
                Err(again) => mail = again,
            }
        }
    }

    /// Hands something to a table if it is known where it is run.
    pub(crate) fn send_if_known(&self, table: &str, mail: Mail) {
        if let Some(location) = self.known_location(table) {
            // A table that sleeps need not know.
            let _ = location.receive(self, mail);
        }
    }

    /// Where a table is run: it is woken here, unless another node runs it.
    pub(crate) async fn locate(&self, table: &str) -> Result<TableLocation, HouseError> {
        match self.known_location(table) {
            Some(location) => Ok(location),
            None => self.load(table).await,
        }
    }

    /// Where a table is run, as far as it is known here.
    pub(crate) fn known_location(&self, table: &str) -> Option<TableLocation> {
        self.tables().get(table).cloned()
    }

    /// It is not known any more where a table is run, if it was known to be there.
    pub(crate) fn forget_location(&self, table: &TableId, location: &TableLocation) {
        let mut tables = self.tables();
        if tables.get(table).is_some_and(|known| known.is(location)) {
            tables.remove(table);
        }
    }

    /// Wakes a table from the journal, or finds the node that runs it, once for all who want it at the same time.
    async fn load(&self, table: &str) -> Result<TableLocation, HouseError> {
        let id = TableId::from(table);
        let loading = Arc::clone(self.loading().entry(id.clone()).or_default());
        // Whoever is first loads it; if they give up the next one goes on.
        let loaded = loading.get_or_init(|| self.load_alone(table)).await.clone();
        let mut others = self.loading();
        if others.get(&id).is_some_and(|other| Arc::ptr_eq(other, &loading)) {
            others.remove(&id);
        }
        loaded
    }

    async fn load_alone(&self, table: &str) -> Result<TableLocation, HouseError> {
        let id = TableId::from(table);
        let Some(away) = self.away() else {
            let (room, last) = self.read(table).await?;
            return Ok(TableLocation::Here(self.wake(table, room, last)));
        };
        subject(table)?;
        if let Some(Owner::There(node)) = away.nodes.owner(&id).await.map_err(out_of_reach)? {
            return Ok(self.go_to(id, RemoteTable::new(table.into(), node)));
        }
        let read = async || {
            self.read(table).await.map_err(|error| match error {
                HouseError::Journal(_) => HouseError::NotWritten,
                error => error,
            })
        };
        // What cannot be read is not claimed.
        read().await?;
        match away.nodes.claim(&id).await.map_err(out_of_reach)? {
            Owner::Here => {
                // Who ran it before may have written until it was claimed: nobody is shown less than they have seen. What
                // it writes even then is a conflict later, and read then.
                let (room, last) = read().await?;
                Ok(TableLocation::Here(self.wake(table, room, last)))
            }
            Owner::There(node) => Ok(self.go_to(id, RemoteTable::new(table.into(), node))),
        }
    }

    /// A table is run by another node, from now on.
    fn go_to(&self, table: TableId, remote: RemoteTable) -> TableLocation {
        let location = TableLocation::There(Arc::new(remote));
        self.tables().insert(table, location.clone());
        location
    }

    /// A table as its log has it.
    pub(super) async fn read(&self, table: &str) -> Result<(Room, Position), HouseError> {
        let subject = subject(table)?;
        // The semaphore is never closed.
        let _permit = self.inner.loaders.acquire().await;
        match self.load_from_snapshot(table, &subject).await {
            Some(loaded) => Ok(loaded),
            None => self.replay(table, &subject).await,
        }
    }

    /// The room that its snapshot and the records after it make, and its last position; `None` if there is no snapshot,
    /// or it is of no use.
    async fn load_from_snapshot(&self, table: &str, subject: &Subject) -> Option<(Room, Position)> {
        // If the journal fails, reading the log says so.
        let Snapshot { position, body } = self.journal().snapshot(subject).await.ok()??;
        let records = self.journal().read(subject, position).await.ok()?;
        let last = records.last().map_or(position, |stored| stored.position);
        let id = TableId::from(table);
        let restore = tokio::task::spawn_blocking(move || -> Result<Room, String> {
            let snapshot = read_snapshot(&body).map_err(|error| error.to_string())?;
            let entries = read_all(&records).map_err(|error| error.to_string())?;
            Room::restore(&id, snapshot, entries.iter().map(Vec::as_slice)).map_err(|mismatch| mismatch.to_string())
        });
        match restore.await.unwrap_or_else(|error| Err(error.to_string())) {
            Ok(room) => Some((room, last)),
            Err(why) => {
                tracing::warn!(table = shortened(table), why, "the table is woken from its whole log");
                // It would be of no more use the next time; if this fails, the next time says so again.
                let _ = self.journal().drop_snapshot(subject).await;
                None
            }
        }
    }

    /// The room that all its records make, and its last position.
    async fn replay(&self, table: &str, subject: &Subject) -> Result<(Room, Position), HouseError> {
        let records = self.journal().read(subject, Position::START).await?;
        let last = records.last().ok_or(HouseError::NoSuchTable)?.position;
        let id = TableId::from(table);
        // A long log takes a while to replay: not on the thread of the tables.
        let replay = tokio::task::spawn_blocking(move || -> Result<Room, HouseError> {
            let entries = read_all(&records)?;
            Ok(Room::replay(&id, entries.iter().map(Vec::as_slice))?)
        });
        let room = replay.await.map_err(|error| HouseError::Parked(error.to_string()))??;
        Ok((room, last))
    }

    /// Runs a table; if another has woken it in the meantime, that one stays.
    pub(super) fn wake(&self, table: &str, room: Room, position: Position) -> Arc<Table> {
        let origin = room.origin().map(Origin);
        let Ok(subject) = subject(table) else { unreachable!("a table that was loaded has a subject") };
        let HouseOptions { pace, idle, max_records, .. } = *self.options();
        let idle = Some(u64::try_from(idle.as_millis()).unwrap_or(u64::MAX));
        let options = HostOptions { pace, idle, max_records: Some(max_records) };
        let mut tables = self.tables();
        if let Some(TableLocation::Here(awake)) = tables.get(table) {
            return awake.clone();
        }
        let id = TableId::from(table);
        let host = Host::new(room, LogPosition(position.0), options, self.now());
        let awake = Arc::new(Table::new(id.clone(), subject, origin, host));
        tables.insert(id, TableLocation::Here(awake.clone()));
        drop(tables);
        self.inner.pulse.woke();
        awake.start(self);
        awake
    }

    /// A table goes to sleep.
    pub(crate) fn sleeps(&self, table: &TableId) {
        self.tables().remove(table);
        self.thinkers().forget(table);
        self.inner.pulse.slept();
        if let Some(away) = self.away() {
            away.nodes.release(table);
        }
    }

    /// Puts all tables of this node to sleep as soon as nothing is being written, so that other nodes go on with them;
    /// resolves when all sleep.
    pub async fn hand_over(&self) {
        loop {
            let here: Vec<TableLocation> =
                self.tables().values().filter(|location| matches!(location, TableLocation::Here(_))).cloned().collect();
            if here.is_empty() {
                return;
            }
            for table in here {
                // One that sleeps already is what is wanted.
                let _ = table.receive(self, Mail::Reload);
            }
            sleep(HANDING_OVER).await;
        }
    }

    /// This node runs a table no more, because another does.
    pub fn step_down(&self, table: &TableId) {
        if let Some(location @ TableLocation::Here(_)) = self.known_location(table) {
            // One that sleeps already is what is wanted.
            let _ = location.receive(self, Mail::Reload);
        }
    }

    pub(super) fn loading(&self) -> MutexGuard<'_, BTreeMap<TableId, Arc<Loading>>> {
        self.inner.loading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The entries of each record.
fn read_all(records: &[Stored]) -> Result<Vec<Vec<Entry>>, EntryError> {
    records.iter().map(|stored| read_entries(&stored.record.body)).collect()
}

/// Who runs a table cannot be found out.
fn out_of_reach(error: JournalError) -> HouseError {
    tracing::debug!(%error, "it cannot be found out who runs a table");
    HouseError::NotWritten
}

/// What a table's records are filed under.
pub(super) fn subject(table: &str) -> Result<Subject, HouseError> {
    let subject = if TableId::is_valid(table) { Subject::new(&format!("table.{table}")) } else { None };
    subject.ok_or(HouseError::NoSuchTable)
}
