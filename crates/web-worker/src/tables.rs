//! The tables of one device: who plays there, and their clients in the page.
//!
//! At a table of one person only the page is there. Where several people share the device each of them is always there,
//! on a connection of their own, whoever looks at the page: nobody is away because another one plays.
//!
//! Deliberately absent: what a table does (crate `host`), and who may look when, which the page sees to.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use engine::{Seat, Seed};
use host::{ConnectionId, Pace, Person, Room, Solo, WrittenRecord};
use referee::records::verify;
use wire::house::{Ask, BotLevel, PlayerId, Seating, Stage, TableId, ToServer, Visibility, read_entries};
use wire::local::{LocalAnswer, LocalAsk, LocalSitter};
use wire::write_entropy;
use words::Lang;

/// The tables of one device.
pub struct LocalTables {
    solo: Solo,
    dice: Rc<dyn Fn() -> Seed>,
    lines: BTreeMap<u32, PageClient>,
    /// Where several people share the device, the connection of each of them.
    residents: BTreeMap<TableId, Vec<(Seat, ConnectionId)>>,
    /// How much was asked on behalf of somebody.
    asked: u64,
}

/// A client of the page.
#[derive(Debug)]
struct PageClient {
    table: TableId,
    connection: ConnectionId,
}

impl std::fmt::Debug for LocalTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalTables").field("solo", &self.solo).field("lines", &self.lines).finish_non_exhaustive()
    }
}

impl LocalTables {
    /// No tables yet. Seeds come from `dice`: 32 bytes a time that nobody can guess.
    #[must_use]
    pub fn new(pace: Pace, dice: impl Fn() -> Seed + 'static) -> Self {
        let dice: Rc<dyn Fn() -> Seed> = Rc::new(dice);
        let own = Rc::clone(&dice);
        Self {
            solo: Solo::new(pace, move || own()),
            dice,
            lines: BTreeMap::new(),
            residents: BTreeMap::new(),
            asked: 0,
        }
    }

    /// Whether a table is awake.
    #[must_use]
    pub fn has(&self, table: &str) -> bool {
        self.solo.room(&table.into()).is_some()
    }

    /// Wakes a table with its records, in order; says whether they make one.
    pub fn wake(&mut self, table: &str, records: &[Vec<u8>], now: u64) -> bool {
        let entries: Result<Vec<_>, _> = records.iter().map(|record| read_entries(record)).collect();
        entries.is_ok_and(|entries| self.solo.resume(&table.into(), &entries, now).is_ok())
    }

    /// Puts a table away.
    pub fn put_away(&mut self, table: &str) {
        let table = TableId::from(table);
        self.residents.remove(&table);
        self.solo.put_away(&table);
    }

    /// A client of the page comes to a table, on a line of its own: as the person on a seat, or to look on.
    pub fn connect(&mut self, line: u32, table: &str, seat: Option<u8>, lang: Lang, now: u64) {
        let table = TableId::from(table);
        let seat = seat.and_then(|seat| Seat::new(seat.into()));
        let person = seat.and_then(|seat| self.person(&table, seat, lang)).unwrap_or_else(|| looker(lang));
        let connection = self.solo.connect(person);
        self.house_residents(&table, now);
        if let Some(before) = self.lines.insert(line, PageClient { table, connection }) {
            self.solo.disconnect(before.connection, now);
        }
    }

    /// Takes what a client sends.
    pub fn receive(&mut self, line: u32, text: &str, now: u64) {
        let Some(PageClient { table, connection }) = self.lines.get(&line) else { return };
        let (table, connection) = (table.clone(), *connection);
        if self.residents.contains_key(&table)
            && let Ok(ToServer { ask: Ask::Ready { round, .. }, .. }) = ToServer::read(text)
        {
            // The next hand is for one pair of eyes: who has just looked is shown no more, and one press is enough for
            // all who sit around the device.
            self.disconnect(line, now);
            return self.be_ready(&table, round, now);
        }
        self.solo.receive(connection, text, now);
        self.fill_rematch(&table, now);
    }

    /// A client is gone. A table of several people pauses when nobody looks any more.
    pub fn disconnect(&mut self, line: u32, now: u64) {
        let Some(PageClient { table, connection }) = self.lines.remove(&line) else { return };
        self.solo.disconnect(connection, now);
        if self.lines.values().all(|line| line.table != table) {
            for (_, resident) in self.residents.remove(&table).unwrap_or_default() {
                self.solo.disconnect(resident, now);
            }
        }
    }

    /// Answers what the page asks, both as JSON.
    #[must_use]
    pub fn ask(&mut self, asked: &str, now: u64) -> String {
        let answer = match serde_json::from_str(asked) {
            Ok(LocalAsk::Open { settings, sitters }) => {
                let settings = wire::house::Settings { visibility: Visibility::Public, rated: false, ..settings };
                self.open(settings, &sitters, now)
            }
            Ok(LocalAsk::Submit { table, seat, step }) => {
                let resident = Seat::new(seat.into()).and_then(|seat| self.resident(&table, seat));
                if let Some(resident) = resident {
                    self.say(resident, &table, Ask::Submit { step }, now);
                }
                resident.map_or_else(|| refused("not-seated"), |_| LocalAnswer::Submitted)
            }
            Ok(LocalAsk::Verify { record, lang }) => {
                match verify(&record, Lang::from_code(&lang).unwrap_or_default()) {
                    Ok(verified) => LocalAnswer::Holds { rounds: verified.rounds, moves: verified.moves },
                    Err(broken) => LocalAnswer::Breaks { line: broken.line, message: broken.message },
                }
            }
            Err(_) => refused("bad-message"),
        };
        serde_json::to_string(&answer).unwrap_or_default()
    }

    /// Does what is due.
    pub fn on_time(&mut self, now: u64) {
        self.solo.on_time(now);
    }

    /// When something is due next.
    #[must_use]
    pub fn next_timeout(&self) -> Option<u64> {
        self.solo.next_timeout()
    }

    /// The texts for the page, each with its line.
    pub fn take_outgoing(&mut self) -> Vec<(u32, Arc<str>)> {
        let residents = self.residents.values().flatten().map(|(_, connection)| *connection);
        for resident in residents.collect::<Vec<_>>() {
            // They play on this device, and look at it through the lines of the page.
            drop(self.solo.take_outgoing(resident));
        }
        let lines = self.lines.iter().map(|(line, it)| (*line, it.connection)).collect::<Vec<_>>();
        lines
            .into_iter()
            .flat_map(|(line, connection)| self.solo.take_outgoing(connection).into_iter().map(move |it| (line, it)))
            .collect()
    }

    /// What is to be kept, in order.
    pub fn take_written(&mut self) -> Vec<WrittenRecord> {
        self.solo.take_written()
    }

    /// A table in short, as JSON.
    #[must_use]
    pub fn summary(&self, table: &str) -> Option<String> {
        serde_json::to_string(&self.solo.room(&table.into())?.summary()).ok()
    }

    /// The record of a match that is over; `date` is the day of play.
    #[must_use]
    pub fn record(&self, table: &str, date: &str) -> Option<String> {
        self.solo.room(&table.into())?.record(date).map(|record| wire::write_record(&record))
    }

    fn open(&mut self, settings: wire::house::Settings, sitters: &[LocalSitter], now: u64) -> LocalAnswer {
        let people: Vec<(Seat, Person)> = seats(sitters)
            .filter_map(|(seat, sitter)| match sitter {
                LocalSitter::Person { name } => Some((seat, named(seat, name, Lang::default()))),
                LocalSitter::Bot { .. } => None,
            })
            .collect();
        let bots: Vec<(Seat, BotLevel)> = seats(sitters)
            .filter_map(|(seat, sitter)| match sitter {
                LocalSitter::Bot { level } => Some((seat, *level)),
                LocalSitter::Person { .. } => None,
            })
            .collect();
        // A table is opened from its first seat.
        let Some((_, host)) = people.first().filter(|(seat, _)| seat.index() == 0) else { return refused("no-people") };
        let table = match self.solo.open(settings, &bots, host, now) {
            Ok(table) => table,
            Err(refusal) => return refused(refusal.code()),
        };
        self.gather(&table, &people, now);
        LocalAnswer::Opened { table }
    }

    /// Lets everybody sit down who is not there yet, and begins.
    fn gather(&mut self, table: &TableId, people: &[(Seat, Person)], now: u64) {
        for (index, (seat, person)) in people.iter().enumerate() {
            let connection = self.solo.connect(person.clone());
            if index > 0 {
                self.say(connection, table, Ask::Sit { seat: Some(*seat) }, now);
            }
            if index + 1 == people.len() {
                let host = self.solo.connect(people[0].1.clone());
                self.say(host, table, Ask::Begin { fill: None }, now);
                self.solo.disconnect(host, now);
            }
            self.solo.disconnect(connection, now);
        }
    }

    /// Where several people played on, all of them play the next match as well.
    fn fill_rematch(&mut self, table: &TableId, now: u64) {
        let Some(before) = self.solo.room(table).filter(|room| room.stage() == Stage::Over) else { return };
        let Some(rematch) = before.rematch().cloned() else { return };
        let is_new = self.solo.room(&rematch).is_some_and(|room| room.stage() == Stage::Gathering);
        let mut people = people(before);
        if is_new && people.len() > 1 {
            // Who asked sits there already, as the host.
            let host = self.solo.room(&rematch).map(Room::summary);
            let sits = |seat: Seat| {
                host.as_ref()
                    .is_some_and(|summary| summary.seats.get(seat.index()).is_some_and(|it| it.sitter.is_some()))
            };
            people.sort_by_key(|(seat, _)| !sits(*seat));
            self.gather(&rematch, &people, now);
        }
    }

    /// At a table of several people all of them are there, from the first look on.
    fn house_residents(&mut self, table: &TableId, now: u64) {
        let Some(room) = self.solo.room(table) else { return };
        let people = people(room);
        if people.len() < 2 || self.residents.contains_key(table) {
            return;
        }
        let mut residents = Vec::new();
        for (seat, person) in people {
            let connection = self.solo.connect(person);
            self.say(connection, table, Ask::Watch { after: None, recent: false, views: false }, now);
            residents.push((seat, connection));
        }
        self.residents.insert(table.clone(), residents);
        // The first hand is covered like any other, so nobody is there to say so.
        if self.solo.room(table).is_some_and(|room| room.stage() == Stage::Between && room.summary().round == 0) {
            self.be_ready(table, 1, now);
        }
    }

    /// All who share the device are ready, each with something of their own for the deal.
    fn be_ready(&mut self, table: &TableId, round: u16, now: u64) {
        for (_, resident) in self.residents.get(table).cloned().unwrap_or_default() {
            let entropy = Some(write_entropy(&(self.dice)().0[..16]));
            self.say(resident, table, Ask::Ready { round, entropy }, now);
        }
    }

    fn resident(&self, table: &TableId, seat: Seat) -> Option<ConnectionId> {
        self.residents.get(table)?.iter().find(|(own, _)| *own == seat).map(|(_, connection)| *connection)
    }

    /// Asks something at a table on behalf of somebody.
    fn say(&mut self, connection: ConnectionId, table: &TableId, ask: Ask, now: u64) {
        // A table remembers ids for as long as it lives, and this house lives shorter.
        self.asked += 1;
        let id = format!("{}-{now}-{}", connection.0, self.asked);
        let text = ToServer { id, table: Some(table.clone()), key: None, ask }.to_text();
        self.solo.receive(connection, &text, now);
    }

    /// The person on a seat.
    fn person(&self, table: &TableId, seat: Seat, lang: Lang) -> Option<Person> {
        let (_, person) = people(self.solo.room(table)?).into_iter().find(|(own, _)| *own == seat)?;
        Some(Person { lang, ..person })
    }
}

/// The people of a table, by their seats.
fn people(room: &Room) -> Vec<(Seat, Person)> {
    let is_person = |(seat, view): (usize, &wire::house::SeatView)| {
        let sitter = view.sitter.as_ref()?;
        let Seating::Human { player } = &sitter.seating else { return None };
        Some((
            Seat::new(seat)?,
            Person { player: player.clone(), ..named(Seat::new(seat)?, &sitter.name, Lang::default()) },
        ))
    };
    room.summary().seats.iter().enumerate().filter_map(is_person).collect()
}

fn seats(sitters: &[LocalSitter]) -> impl Iterator<Item = (Seat, &LocalSitter)> {
    sitters.iter().enumerate().filter_map(|(seat, sitter)| Some((Seat::new(seat)?, sitter)))
}

fn named(seat: Seat, name: &str, lang: Lang) -> Person {
    let player = PlayerId::from(format!("local-{}", seat.index()));
    Person { player, name: name.into(), is_program: false, is_claimed: false, lang }
}

/// Who looks on: the page, while no hand is to be seen.
fn looker(lang: Lang) -> Person {
    Person { player: "local".into(), name: "".into(), is_program: false, is_claimed: false, lang }
}

fn refused(code: &str) -> LocalAnswer {
    LocalAnswer::Refused { code: code.into() }
}
