//! Hosts in one process, for play without a server: what they want done is done at once.
//!
//! Every call brings the time. What is written down is handed out as the records of a journal, for whoever wants to
//! keep them, and a table goes on from their entries later.
//!
//! Deliberately absent: what a table does ([`Host`]), names and passwords, ratings, the list of tables, threads, storage.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use engine::{Seat, Seed};
use wire::house::{
    Ask, BotLevel, Entry, HouseRefusal, Settings, Stage, TableId, TableRefusal, ToClient, ToServer, Unread, Welcome,
    write_entries, write_message,
};

use crate::agenda::Pace;
use crate::decide::open;
use crate::effect::{ConnectionId, Effect, HintOutcome, LogPosition, Message, Person};
use crate::host::{AskRequest, DiceAt, Host, HostOptions, WatchRequest};
use crate::refusal::Refusal;
use crate::room::{Mismatch, Room};

/// A record that was written down: kept in order, the records of a table bring it back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenRecord {
    /// Of which table.
    pub table: TableId,
    /// Its number among the records of the table, from 1.
    pub seq: u64,
    /// The record, as a journal keeps it.
    pub record: Arc<[u8]>,
}

/// The hosts of some tables, and the clients that are connected to them.
pub struct Solo {
    options: HostOptions,
    dice: Box<dyn FnMut() -> Seed>,
    tables: BTreeMap<TableId, Host>,
    people: BTreeMap<ConnectionId, Person>,
    /// How many connections there ever were.
    connected: u64,
    outgoing: Vec<(ConnectionId, Arc<str>)>,
    written: Vec<WrittenRecord>,
}

impl fmt::Debug for Solo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solo").field("tables", &self.tables).field("people", &self.people).finish_non_exhaustive()
    }
}

impl Solo {
    /// No tables yet. Their seeds come from `dice`: 32 bytes a time that nobody can guess.
    #[must_use]
    pub fn new(pace: Pace, dice: impl FnMut() -> Seed + 'static) -> Self {
        Self {
            options: HostOptions { pace, idle: None, max_records: None },
            dice: Box::new(dice),
            tables: BTreeMap::new(),
            people: BTreeMap::new(),
            connected: 0,
            outgoing: Vec::new(),
            written: Vec::new(),
        }
    }

    /// Opens a table where the person sits on the first seat, and bots where they are wanted; returns its id.
    ///
    /// # Errors
    /// If the settings do not fit together.
    pub fn open(
        &mut self,
        settings: Settings,
        bots: &[(Seat, BotLevel)],
        person: &Person,
        now: u64,
    ) -> Result<TableId, TableRefusal> {
        let entries = open(settings, bots, person, now)?;
        Ok(self.open_with(&entries, now))
    }

    /// Lets a table go on from the entries of all its records; if it is here already it stays as it is.
    ///
    /// # Errors
    /// If they do not make a table.
    pub fn resume(&mut self, table: &TableId, records: &[Vec<Entry>], now: u64) -> Result<(), Mismatch> {
        let room = Room::replay(table, records.iter().map(Vec::as_slice))?;
        let position = LogPosition(records.len() as u64);
        self.tables.entry(table.clone()).or_insert_with(|| Host::new(room, position, self.options, now));
        Ok(())
    }

    /// Puts a table away that nobody watches; its records bring it back.
    pub fn put_away(&mut self, table: &TableId) {
        self.tables.remove(table);
    }

    /// Lets a client in.
    pub fn connect(&mut self, person: Person) -> ConnectionId {
        self.connected += 1;
        let connection = ConnectionId(self.connected);
        let is_own = |room: &Room| {
            room.seat_of(&person.player).is_some() && !matches!(room.stage(), Stage::Over | Stage::Closed)
        };
        let own = self.tables.iter().filter(|(_, host)| is_own(host.room()));
        let welcome = ToClient::Welcome(Welcome {
            player: person.player.clone(),
            name: person.name.to_string(),
            claimed: person.is_claimed,
            version: env!("CARGO_PKG_VERSION").into(),
            tables: own.map(|(table, _)| table.clone()).collect(),
            invite_url: None,
            nodes: Vec::new(),
        });
        self.people.insert(connection, person);
        self.send(connection, &Message::Update(write_message(&welcome)));
        connection
    }

    /// A client is gone.
    pub fn disconnect(&mut self, connection: ConnectionId, now: u64) {
        for table in self.tables.keys().cloned().collect::<Vec<_>>() {
            self.drive(&table, |host, dice| host.on_unwatch(connection, None, now, dice), now);
        }
        self.people.remove(&connection);
        self.outgoing.retain(|(to, _)| *to != connection);
    }

    /// Takes what a client sent; whatever it is, it is answered.
    pub fn receive(&mut self, connection: ConnectionId, text: &str, now: u64) {
        let Some(person) = self.people.get(&connection).cloned() else { return };
        let ToServer { id, table, key, ask } = match ToServer::read(text) {
            Ok(asked) => asked,
            Err(Unread { id, refusal }) => return self.refuse(connection, id, refusal),
        };
        // Nobody else is here, so nothing ever happens to a list of tables.
        if matches!(ask, Ask::Ping | Ask::Lobby | Ask::LeaveLobby) {
            return self.send(connection, &Message::Answer { id, seq: None, result: None });
        }
        let Some(table) = table else { return self.refuse(connection, id, HouseRefusal::NoTable) };
        if !self.tables.contains_key(&table) {
            return self.refuse(connection, id, HouseRefusal::NoSuchTable);
        }
        let input = |host: &mut Host, dice: DiceAt<'_>| match ask {
            Ask::Watch { after, recent, views } => {
                let watch = WatchRequest { id, after, recent, views, key };
                host.on_watch(connection, person.player, watch, now, dice);
            }
            Ask::Unwatch => host.on_unwatch(connection, Some(id), now, dice),
            ask => host.on_ask(connection, person, AskRequest { id, ask, key }, now, dice),
        };
        self.drive(&table, input, now);
    }

    /// The texts for a client, in order.
    #[must_use]
    pub fn take_outgoing(&mut self, connection: ConnectionId) -> Vec<Arc<str>> {
        self.outgoing.extract_if(.., |(to, _)| *to == connection).map(|(_, text)| text).collect()
    }

    /// What was written down since it was last asked, in order.
    #[must_use]
    pub fn take_written(&mut self) -> Vec<WrittenRecord> {
        std::mem::take(&mut self.written)
    }

    /// When a table has something to do by itself next. Ask again after everything that happens.
    #[must_use]
    pub fn next_timeout(&self) -> Option<u64> {
        self.tables.values().filter_map(Host::next_timeout).min()
    }

    /// Lets every table do what is due, one thing each.
    pub fn on_time(&mut self, now: u64) {
        let is_due = |host: &Host| host.next_timeout().is_some_and(|at| at <= now);
        let due = self.tables.iter().filter(|(_, host)| is_due(host)).map(|(table, _)| table.clone());
        for table in due.collect::<Vec<_>>() {
            self.drive(&table, |host, dice| host.on_time(now, dice), now);
        }
    }

    /// A table, for those who keep records or look at it without a client.
    #[must_use]
    pub fn room(&self, table: &TableId) -> Option<&Room> {
        self.tables.get(table).map(Host::room)
    }

    fn open_with(&mut self, entries: &[Entry], now: u64) -> TableId {
        let table = TableId::from_bytes(&(self.dice)().0);
        let room = match Room::opened(&table, entries) {
            Ok(room) => room,
            Err(mismatch) => unreachable!("a table was opened with entries that do not fit: {mismatch}"),
        };
        self.written.push(WrittenRecord { table: table.clone(), seq: 1, record: write_entries(entries).into() });
        self.tables.insert(table.clone(), Host::new(room, LogPosition(1), self.options, now));
        table
    }

    /// Gives a host an input, and carries out what it then wants done.
    fn drive(&mut self, table: &TableId, input: impl FnOnce(&mut Host, DiceAt<'_>), now: u64) {
        let Some(host) = self.tables.get_mut(table) else { return };
        input(host, &mut |_, _| (self.dice)());
        while let Some(effect) = self.tables.get_mut(table).and_then(Host::poll_effect) {
            self.carry_out(table, effect, now);
        }
    }

    fn carry_out(&mut self, table: &TableId, effect: Effect, now: u64) {
        match effect {
            Effect::Append { after, record } => {
                let seq = after.0 + 1;
                self.written.push(WrittenRecord { table: table.clone(), seq, record: record.body });
                self.drive(table, |host, dice| host.on_written(Ok(LogPosition(seq)), now, dice), now);
            }
            Effect::OpenTable { entries } => {
                let opened = self.open_with(&entries, now);
                self.drive(table, |host, dice| host.on_opened(Some(opened), now, dice), now);
            }
            // What is thought about has its price, and so an end.
            Effect::Think { thought, thinking } => {
                let step = thinking(&mut || true);
                self.drive(table, |host, dice| host.on_thought(thought, step, now, dice), now);
            }
            Effect::Advise { hint, advising } => {
                let advice = HintOutcome::Found(advising(&mut || true));
                self.drive(table, |host, _| host.on_advice(hint, advice), now);
            }
            Effect::Send { connection, message } => self.send(connection, &message),
            Effect::ReadLog { .. } => unreachable!("nothing fails to be written here"),
            // Nobody else can be asked or follows the list, and a table is brought back from all its records.
            Effect::Invite { .. }
            | Effect::Lobby(_)
            | Effect::KeepSnapshot { .. }
            | Effect::CancelAdvice { .. }
            | Effect::Stepped
            | Effect::Parked(_)
            | Effect::Sleep => {}
        }
    }

    fn refuse(&mut self, connection: ConnectionId, id: String, refusal: HouseRefusal) {
        self.send(connection, &Message::Refused { id, refusal: Refusal::House(refusal) });
    }

    fn send(&mut self, connection: ConnectionId, message: &Message) {
        if let Some(person) = self.people.get(&connection) {
            self.outgoing.push((connection, message.to_text(person.lang)));
        }
    }
}
