//! Compares the file of a dead house with everything anybody was told.
//!
//! The file is opened only to read, so that the house itself has to recover it when it starts again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use engine::Viewer;
use host::{Room, Shown};
use rusqlite::{Connection, OpenFlags};
use wire::house::{Ask, Clock, Entry, PlayerId, TableId, TableView, ToClient, read_entries};
use words::Lang;

use crate::crash::CrashError;
use crate::crash::claims::{Claim, Statement};

/// What was read of a file so far, and what came of it.
#[derive(Debug, Default)]
pub(crate) struct Audit {
    /// The last position that was read.
    position: i64,
    /// How many records were read, of tables and of everything else.
    records: u64,
    tables: BTreeMap<TableId, Log>,
    /// How many moves were found where their players were told they are.
    pub(crate) moves: u64,
    /// How many records of matches held.
    pub(crate) matches: u64,
}

/// The log of a table.
#[derive(Debug, Default)]
struct Log {
    /// The records that have a sequence number, from 1; refusals have none.
    records: Vec<Vec<Entry>>,
    asks: BTreeSet<(PlayerId, String)>,
    /// The room the records make, as far as it was needed.
    room: Option<Room>,
}

impl Audit {
    /// Compares the file with what people were told since it was last compared.
    pub(crate) fn compare(&mut self, path: &Path, claims: Vec<Claim>) -> Result<(), CrashError> {
        let health = journal::check(path).map_err(|error| CrashError::house(error.to_string()))?;
        self.read(path).map_err(|error| CrashError::house(format!("its data cannot be read: {error}")))??;
        if self.records != health.records {
            let (then, now) = (self.records, health.records);
            return Err(CrashError::house(format!("{then} records were there in all, and {now} are left")));
        }
        self.judge(claims)
    }

    /// Compares what was read with what people were told.
    pub(crate) fn judge(&mut self, claims: Vec<Claim>) -> Result<(), CrashError> {
        let mut told: BTreeMap<TableId, Vec<Claim>> = BTreeMap::new();
        for claim in claims {
            told.entry(claim.table.clone()).or_default().push(claim);
        }
        for (table, mut claims) in told {
            let Some(log) = self.tables.get_mut(&table) else {
                return Err(CrashError::at(&table, "people were told of it, and it is not there"));
            };
            claims.sort_by_key(|claim| claim.seq);
            log.compare(&table, &claims)?;
            let is_move =
                |claim: &&Claim| matches!(&claim.statement, Statement::Granted { ask: Ask::Submit { .. }, .. });
            self.moves += claims.iter().filter(is_move).count() as u64;
            self.matches +=
                claims.iter().filter(|claim| matches!(claim.statement, Statement::Record(_))).count() as u64;
        }
        Ok(())
    }

    /// Reads everything once more from the beginning: it must be what was read piece by piece, and every table must
    /// come to the same for every viewer.
    pub(crate) fn compare_all(&mut self, path: &Path) -> Result<(), CrashError> {
        let mut again = Self::default();
        again.compare(path, Vec::new())?;
        for (table, log) in &mut self.tables {
            let records = again.tables.get(table).map(|log| &log.records);
            if records != Some(&log.records) {
                return Err(CrashError::at(table, "its log is not what it was"));
            }
            let fresh = replay(table, &log.records)?;
            log.reach(table, log.records.len(), |_, _, _| Ok(()))?;
            let Some(room) = &log.room else { continue };
            let spectator = std::iter::once(Viewer::Spectator);
            for viewer in spectator.chain(seats(&fresh).map(Viewer::Seat)) {
                if timeless(fresh.view(viewer, 0)) != timeless(room.view(viewer, 0)) {
                    return Err(CrashError::at(table, format!("replayed at once it is another for {viewer:?}")));
                }
            }
        }
        Ok(())
    }

    /// Reads what is new in the file.
    fn read(&mut self, path: &Path) -> rusqlite::Result<Result<(), CrashError>> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let mut statement = connection.prepare(
            "SELECT position, name, body FROM record JOIN subject ON subject.id = record.subject
             WHERE position > ? ORDER BY position",
        )?;
        let mut rows = statement.query([self.position])?;
        while let Some(row) = rows.next()? {
            let (subject, body): (String, Vec<u8>) = (row.get(1)?, row.get(2)?);
            self.position = row.get(0)?;
            self.records += 1;
            if let Err(breach) = self.take(&subject, &body) {
                return Ok(Err(breach));
            }
        }
        Ok(Ok(()))
    }

    /// Takes the next record of a subject.
    pub(crate) fn take(&mut self, subject: &str, body: &[u8]) -> Result<(), CrashError> {
        let Some(table) = subject.strip_prefix("table.") else { return Ok(()) };
        let entries = read_entries(body).map_err(|error| CrashError::at(table, error.to_string()))?;
        if let [Entry::Refused { .. }] = entries.as_slice() {
            return Ok(());
        }
        let log = self.tables.entry(table.into()).or_default();
        log.records.push(entries);
        log.note_asks().map_err(|twice| CrashError::at(table, twice))
    }

    /// The records of each table that have a sequence number.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&TableId, &[Vec<Entry>])> {
        self.tables.iter().map(|(table, log)| (table, log.records.as_slice()))
    }
}

impl Log {
    /// Notes what was asked for in the last record; each ask is done once.
    fn note_asks(&mut self) -> Result<(), String> {
        let seq = self.records.len();
        for entry in self.records.last().into_iter().flatten() {
            if let Entry::Asked { player, id, .. } = entry
                && !self.asks.insert((player.clone(), id.clone()))
            {
                return Err(format!("ask {id} of {player} was done twice, the second time at {seq}"));
            }
        }
        Ok(())
    }

    /// Compares the log with what people were told, in the order of sequence numbers.
    fn compare(&mut self, table: &TableId, claims: &[Claim]) -> Result<(), CrashError> {
        if let Some(claim) = claims.last().filter(|claim| claim.seq > self.records.len() as u64) {
            let (seq, last) = (claim.seq, self.records.len());
            let what = format!("{} was told of {seq}, and the log ends at {last}: {:?}", claim.player, claim.statement);
            return Err(CrashError::at(table, what));
        }
        for claim in claims {
            let record = usize::try_from(claim.seq).ok().and_then(|seq| self.records.get(seq.checked_sub(1)?));
            let is_there = match (&claim.statement, record) {
                (Statement::Granted { id, ask }, Some(record)) => grants(record, &claim.player, id, ask),
                (Statement::Opened, Some(record)) => {
                    matches!(record.first(), Some(Entry::Opened { host, .. }) if *host == claim.player)
                }
                _ => true,
            };
            if !is_there {
                let what =
                    format!("{} was told {:?}; at {} there is {record:?}", claim.player, claim.statement, claim.seq);
                return Err(CrashError::at(table, what));
            }
        }
        // What is about a moment before the room's is compared with a room that has not come so far.
        let shown = |claim: &&Claim| matches!(claim.statement, Statement::Happened(_) | Statement::Table(_));
        let needed = claims.iter().filter(shown).map(|claim| match claim.statement {
            // News are shown on the way from the moment before.
            Statement::Happened(_) => claim.seq.saturating_sub(1),
            _ => claim.seq,
        });
        let first = needed.min();
        if self.room.as_ref().is_some_and(|room| first.is_some_and(|first| first < room.seq())) {
            self.room = None;
        }
        let mut left = claims.iter().filter(shown).peekable();
        self.reach(table, self.records.len(), |table, room, shown| {
            while let Some(claim) = left.next_if(|claim| claim.seq <= room.seq()) {
                compare_shown(table, room, shown, claim)?;
            }
            Ok(())
        })?;
        self.verify(table, claims)
    }

    /// Applies records until there are so many, and shows each moment, beginning with the one the room stands at.
    fn reach(
        &mut self,
        table: &TableId,
        records: usize,
        mut moment: impl FnMut(&TableId, &Room, Option<&Shown>) -> Result<(), CrashError>,
    ) -> Result<(), CrashError> {
        let mut room = match self.room.take() {
            Some(room) => room,
            None => replay(table, &self.records[..1])?,
        };
        moment(table, &room, None)?;
        while (room.seq() as usize) < records {
            let entries = &self.records[room.seq() as usize];
            let shown = room.apply(entries).map_err(|mismatch| CrashError::at(table, mismatch.to_string()))?;
            moment(table, &room, Some(&shown))?;
        }
        self.room = Some(room);
        Ok(())
    }

    /// The records of the match that people were given are those of the log, and hold.
    fn verify(&self, table: &TableId, claims: &[Claim]) -> Result<(), CrashError> {
        for claim in claims {
            let (Statement::Record(text), Some(room)) = (&claim.statement, &self.room) else { continue };
            referee::records::verify(text, Lang::English).map_err(|broken| {
                CrashError::at(table, format!("the record of the match does not hold: {broken:?}"))
            })?;
            let record = wire::read_record(text).ok();
            let own = record.as_ref().and_then(|record| room.record(&record.header.date));
            if own.map(|own| wire::write_record(&own)).as_ref() != Some(text) {
                return Err(CrashError::at(table, "the record of the match is not that of its log"));
            }
        }
        Ok(())
    }
}

fn replay(table: &TableId, records: &[Vec<Entry>]) -> Result<Room, CrashError> {
    let replayed = Room::replay(table, records.iter().map(Vec::as_slice));
    replayed.map_err(|mismatch| CrashError::at(table, mismatch.to_string()))
}

fn seats(room: &Room) -> impl Iterator<Item = engine::Seat> {
    (0..room.sitters().len()).filter_map(engine::Seat::new)
}

/// Whether a record holds what was asked, under the id it was asked with.
fn grants(record: &[Entry], player: &PlayerId, asked: &str, ask: &Ask) -> bool {
    let has_id = |entry: &Entry| matches!(entry, Entry::Asked { player: who, id, .. } if who == player && id == asked);
    let is_done = |entry: &Entry| match (ask, entry) {
        // A move out of turn is asked with its seat and written without.
        (Ask::Submit { step }, Entry::Stepped { step: made, .. }) => step.rsplit(':').next() == Some(made),
        (Ask::Undo, Entry::Undone { .. })
        | (Ask::Begin { .. }, Entry::Began { .. })
        | (Ask::Say { .. }, Entry::Said { .. }) => true,
        (Ask::Sit { .. }, Entry::Sat { sitter, .. }) => sitter.seating.player() == Some(player),
        _ => false,
    };
    record.iter().any(has_id) && record.iter().any(is_done)
}

/// Compares what somebody was shown with what the room shows.
fn compare_shown(table: &TableId, room: &Room, shown: Option<&Shown>, claim: &Claim) -> Result<(), CrashError> {
    let viewer = room.seat_of(&claim.player).map_or(Viewer::Spectator, Viewer::Seat);
    let is_same = match (&claim.statement, shown) {
        (Statement::Happened(happenings), Some(shown)) => {
            let messages = shown.messages(room, 0);
            let message = serde_json::from_str(messages.get(viewer)).ok();
            matches!(message, Some(ToClient::Happened { happenings: own, .. }) if own == *happenings)
        }
        (Statement::Table(view), _) => timeless(ToClient::Table(view.clone())) == timeless(room.view(viewer, 0)),
        _ => false,
    };
    if is_same {
        return Ok(());
    }
    let what =
        format!("{} was shown something else at {} than the log says: {:?}", claim.player, claim.seq, claim.statement);
    Err(CrashError::at(table, what))
}

/// A view without the time that is left.
fn timeless(message: ToClient) -> Option<Box<TableView>> {
    let ToClient::Table(mut view) = message else { return None };
    view.clock = Clock { left_ms: None, ..view.clock };
    Some(view)
}

#[cfg(test)]
pub(crate) mod planted;
