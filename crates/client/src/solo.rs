//! A house in the same process, for play without a server: the same rooms, the same messages, the same client.
//!
//! Every call brings the time. What is written down is handed out as the records of a journal, for whoever wants to
//! keep them, and a table goes on from them later. Bots think at once, within their budget.
//!
//! Deliberately absent: names and passwords, ratings, threads, storage.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use engine::{Seed, Viewer};
use host::{Act, Asker, Decision, Mismatch, Pace, Refusal, Room, open};
use serde_json::json;
use wire::house::{
    Answer, Ask, BotLevel, Entry, EntryError, Presence, Refused, Settings, TableRefusal, ToClient, ToServer, Welcome,
    read_entries, write_entries,
};
use words::Lang;

use crate::client::Client;
use crate::news::News;

/// So many messages are kept for those who come back; who has missed more gets a fresh view.
const KEPT: usize = 64;

/// Somebody who plays here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    /// The id of the player.
    pub player: String,
    /// The name shown.
    pub name: String,
    /// The language to answer in.
    pub lang: Lang,
}

impl Guest {
    fn asker(&self) -> Asker<'_> {
        Asker { player: &self.player, name: &self.name, is_program: false, lang: self.lang }
    }
}

/// A client's line to the house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Line(u64);

/// A record that was written down: kept in order, the records of a table bring it back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Of which table.
    pub table: String,
    /// Its number among the records of the table, from 1.
    pub seq: u64,
    /// The record, as a journal keeps it.
    pub record: Vec<u8>,
}

/// Why a table cannot go on from its records.
#[derive(Debug, thiserror::Error)]
pub enum Unresumed {
    /// A record cannot be read.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// The records do not fit together.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
}

/// A house in the same process.
pub struct Solo {
    pace: Pace,
    dice: Box<dyn FnMut() -> Seed + Send>,
    tables: BTreeMap<String, Hosted>,
    lines: BTreeMap<Line, Connected>,
    /// How many lines there ever were.
    connected: u64,
    written: Vec<Written>,
}

/// Somebody at the other end of a line.
#[derive(Debug)]
struct Connected {
    guest: Guest,
    outgoing: Vec<Arc<str>>,
    follows_lobby: bool,
}

/// A table and who watches it.
#[derive(Debug)]
struct Hosted {
    room: Room,
    watchers: BTreeSet<Line>,
    /// The last messages, for each seat one and the spectators' last; the last one has the room's sequence number.
    kept: VecDeque<Vec<Arc<str>>>,
    /// The presence that was last told.
    told: Option<Presence>,
}

impl fmt::Debug for Solo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pace, tables, lines, .. } = self;
        f.debug_struct("Solo").field("pace", pace).field("tables", tables).field("lines", lines).finish_non_exhaustive()
    }
}

impl Solo {
    /// A house without tables. Its seeds come from `dice`: 32 bytes a time that nobody can guess.
    #[must_use]
    pub fn new(pace: Pace, dice: impl FnMut() -> Seed + Send + 'static) -> Self {
        Self {
            pace,
            dice: Box::new(dice),
            tables: BTreeMap::new(),
            lines: BTreeMap::new(),
            connected: 0,
            written: Vec::new(),
        }
    }

    /// Opens a table where the guest sits on the first seat, and bots where they are wanted; returns its id.
    ///
    /// # Errors
    /// If the settings do not fit together.
    pub fn open(
        &mut self,
        settings: Settings,
        bots: &[(u8, BotLevel)],
        guest: &Guest,
        now: u64,
    ) -> Result<String, TableRefusal> {
        let entries = open(settings, bots, &guest.asker(), now)?;
        Ok(self.open_with(&entries))
    }

    /// Lets a table go on from all its records; if it is here already it stays as it is.
    ///
    /// # Errors
    /// If the records do not make a table.
    pub fn resume<'a>(&mut self, table: &str, records: impl IntoIterator<Item = &'a [u8]>) -> Result<(), Unresumed> {
        let entries: Vec<Vec<Entry>> = records.into_iter().map(read_entries).collect::<Result<_, _>>()?;
        let room = Room::replay(table, entries.iter().map(Vec::as_slice))?;
        self.tables.entry(table.into()).or_insert_with(|| Hosted::new(room));
        Ok(())
    }

    /// Lets a client in.
    pub fn connect(&mut self, guest: Guest) -> Line {
        self.connected += 1;
        let line = Line(self.connected);
        let seated = self.tables.iter().filter(|(_, hosted)| hosted.is_open_to(&guest.player));
        let welcome = ToClient::Welcome(Welcome {
            player: guest.player.clone(),
            name: guest.name.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            tables: seated.map(|(table, _)| table.clone()).collect(),
            invite_url: None,
        });
        self.lines.insert(line, Connected { guest, outgoing: Vec::new(), follows_lobby: false });
        self.tell(line, &welcome);
        line
    }

    /// A client is gone.
    pub fn disconnect(&mut self, line: Line, now: u64) {
        let tables: Vec<String> = self.tables.keys().cloned().collect();
        for table in tables {
            self.unwatch(line, &table, now);
        }
        self.lines.remove(&line);
    }

    /// Takes what a client sent; whatever it is, it is answered.
    pub fn receive(&mut self, line: Line, text: &str, now: u64) {
        let Some(connected) = self.lines.get_mut(&line) else { return };
        let lang = connected.guest.lang;
        let asked: ToServer = match serde_json::from_str(text) {
            Ok(asked) => asked,
            Err(error) => {
                let message = words::house::bad_message(&error.to_string(), lang);
                return self.refuse(line, "", "bad-message", message);
            }
        };
        let ToServer { id, table, ask } = asked;
        match (ask, table) {
            (Ask::Ping, _) => self.answer(line, Answer { id, seq: None, result: None }),
            (Ask::Lobby, _) => {
                connected.follows_lobby = true;
                self.answer(line, Answer { id, seq: None, result: None });
                let tables = self.tables.values().map(|hosted| hosted.room.summary()).collect();
                self.tell(line, &ToClient::Lobby { tables });
            }
            (Ask::LeaveLobby, _) => {
                connected.follows_lobby = false;
                self.answer(line, Answer { id, seq: None, result: None });
            }
            (_, None) => self.refuse(line, &id, "no-table", words::house::no_table_named(lang)),
            (_, Some(table)) if !self.tables.contains_key(&table) => {
                self.refuse(line, &id, "no-such-table", words::house::no_such_table(lang));
            }
            (Ask::Watch { after, recent }, Some(table)) => self.watch(line, id, &table, after, recent, now),
            (Ask::Unwatch, Some(table)) => {
                self.unwatch(line, &table, now);
                self.answer(line, Answer { id, seq: None, result: None });
            }
            (ask, Some(table)) => self.ask(line, id, &table, &ask, now),
        }
    }

    /// The texts for a client, in order.
    #[must_use]
    pub fn take_outgoing(&mut self, line: Line) -> Vec<Arc<str>> {
        self.lines.get_mut(&line).map(|connected| std::mem::take(&mut connected.outgoing)).unwrap_or_default()
    }

    /// What was written down since it was last asked, in order.
    #[must_use]
    pub fn take_written(&mut self) -> Vec<Written> {
        std::mem::take(&mut self.written)
    }

    /// When a table has something to do by itself next. Ask again after everything that happens.
    #[must_use]
    pub fn next_at(&mut self, now: u64) -> Option<u64> {
        let Self { pace, dice, tables, .. } = self;
        tables.values_mut().filter_map(|hosted| Some(hosted.room.agenda(now, pace, dice)?.at)).min()
    }

    /// Lets every table do what is due, one thing each.
    pub fn tick(&mut self, now: u64) {
        let tables: Vec<String> = self.tables.keys().cloned().collect();
        for table in tables {
            let Self { pace, dice, tables, .. } = self;
            let Some(hosted) = tables.get_mut(&table) else { continue };
            let task = hosted.room.agenda(now, pace, dice);
            let Some(task) = task.filter(|task| task.at <= now) else { continue };
            let entries = match task.act {
                Act::Deal => hosted.room.decide_deal(now),
                Act::Timeout => hosted.room.decide_timeout(now, dice),
                Act::LastRound => hosted.room.decide_last_round(now),
                Act::StandIn => None,
                Act::Speak(seat, step) => hosted.room.decide_for_bot(seat, &step, now, dice),
                Act::Think(seat) => {
                    hosted.room.thinking_begins();
                    let step = hosted.room.think(seat, dice).map(|thinking| thinking(&mut || false));
                    step.and_then(|step| hosted.room.decide_for_bot(seat, &step, now, dice))
                }
            };
            if let Some(entries) = entries {
                self.write(&table, &entries, None, now);
            }
            self.tell_presence(&table);
        }
    }

    /// Carries texts both ways until there are none left, and returns what the client has learnt.
    pub fn exchange(&mut self, line: Line, client: &mut Client, now: u64) -> Vec<News> {
        let mut news = Vec::new();
        loop {
            let asks = client.take_outgoing();
            for text in &asks {
                self.receive(line, text, now);
            }
            let told = self.take_outgoing(line);
            if asks.is_empty() && told.is_empty() {
                return news;
            }
            news.extend(told.iter().flat_map(|text| client.receive(text, now)));
        }
    }

    /// A table, for those who keep records or look at it without a client.
    #[must_use]
    pub fn room(&self, table: &str) -> Option<&Room> {
        self.tables.get(table).map(|hosted| &hosted.room)
    }

    fn open_with(&mut self, entries: &[Entry]) -> String {
        let table = loop {
            let table: String = (self.dice)().0.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            if !self.tables.contains_key(&table) {
                break table;
            }
        };
        let room = match Room::opened(&table, entries) {
            Ok(room) => room,
            Err(mismatch) => unreachable!("a table was opened with entries that do not fit: {mismatch}"),
        };
        self.written.push(Written { table: table.clone(), seq: room.seq(), record: write_entries(entries) });
        self.tables.insert(table.clone(), Hosted::new(room));
        self.tell_lobby(&table);
        table
    }

    fn watch(&mut self, line: Line, id: String, table: &str, after: Option<u64>, recent: bool, now: u64) {
        let (Some(connected), Some(hosted)) = (self.lines.get_mut(&line), self.tables.get_mut(table)) else { return };
        if hosted.watchers.insert(line) {
            hosted.room.arrive(&connected.guest.player);
        }
        // The clock of a turn may begin only now that somebody is here.
        let _ = hosted.room.agenda(now, &self.pace, &mut self.dice);
        let answer = Answer { id, seq: Some(hosted.room.seq()), result: None };
        connected.outgoing.push(text(&ToClient::Answer(answer)));
        let viewer = hosted.viewer(&connected.guest.player);
        match after.and_then(|after| hosted.missed(after, viewer)) {
            Some(missed) => connected.outgoing.extend(missed),
            None if recent => connected.outgoing.push(text(&hosted.room.view_with_recent(viewer, now))),
            None => connected.outgoing.push(text(&hosted.room.view(viewer, now))),
        }
        connected.outgoing.push(text(&ToClient::Presence(hosted.room.presence())));
        self.tell_presence(table);
    }

    fn unwatch(&mut self, line: Line, table: &str, now: u64) {
        let (Some(connected), Some(hosted)) = (self.lines.get(&line), self.tables.get_mut(table)) else { return };
        if hosted.watchers.remove(&line) {
            hosted.room.depart(&connected.guest.player, now);
            self.tell_presence(table);
        }
    }

    fn ask(&mut self, line: Line, id: String, table: &str, ask: &Ask, now: u64) {
        let (Some(connected), Some(hosted)) = (self.lines.get(&line), self.tables.get_mut(table)) else { return };
        let guest = connected.guest.clone();
        let refuse = |refusal: Refusal| ToClient::Refused(refusal.sent(&id, guest.lang));
        let answer = |seq, result| ToClient::Answer(Answer { id: id.clone(), seq, result });
        let message = match hosted.room.decide(&guest.asker(), &id, ask, now, &mut self.dice) {
            Err(refusal) => refuse(refusal),
            Ok(Decision::Repeat(seq)) => answer(Some(seq), None),
            Ok(Decision::Noted) => answer(None, None),
            Ok(Decision::Tell(value)) => answer(None, Some(value)),
            Ok(Decision::Advise(advising)) => match advising(&mut || false) {
                Some(advice) => answer(None, Some(advice)),
                None => refuse(TableRefusal::NoHint.into()),
            },
            Ok(Decision::Rematch(entries)) => {
                let rematch = self.open_with(&entries);
                self.write(table, &[Entry::Rematched { table: rematch.clone() }], None, now);
                answer(None, Some(json!({ "table": rematch })))
            }
            Ok(Decision::Write(entries)) => return self.write(table, &entries, Some((line, id)), now),
        };
        self.tell(line, &message);
        self.tell_presence(table);
    }

    /// Writes entries down, applies them, acknowledges them and shows them, in this order.
    fn write(&mut self, table: &str, entries: &[Entry], asked: Option<(Line, String)>, now: u64) {
        let Some(hosted) = self.tables.get_mut(table) else { return };
        let seq = hosted.room.seq() + 1;
        self.written.push(Written { table: table.into(), seq, record: write_entries(entries) });
        let shown = match hosted.room.apply(entries) {
            Ok(shown) => shown,
            Err(mismatch) => unreachable!("the room has decided what does not fit: {mismatch}"),
        };
        // The clock of a new turn begins before it is told.
        let _ = hosted.room.agenda(now, &self.pace, &mut self.dice);
        let messages = shown.messages(&hosted.room, now);
        if let Some((line, id)) = asked {
            self.tell(line, &ToClient::Answer(Answer { id, seq: Some(seq), result: None }));
        }
        let Some(hosted) = self.tables.get_mut(table) else { return };
        for line in &hosted.watchers {
            if let Some(connected) = self.lines.get_mut(line) {
                let viewer = hosted.viewer(&connected.guest.player);
                connected.outgoing.extend(to(&messages, viewer).cloned());
            }
        }
        hosted.kept.push_back(messages);
        if hosted.kept.len() > KEPT {
            hosted.kept.pop_front();
        }
        self.tell_presence(table);
        self.tell_lobby(table);
    }

    fn tell(&mut self, line: Line, message: &ToClient) {
        if let Some(connected) = self.lines.get_mut(&line) {
            connected.outgoing.push(text(message));
        }
    }

    fn answer(&mut self, line: Line, answer: Answer) {
        self.tell(line, &ToClient::Answer(answer));
    }

    fn refuse(&mut self, line: Line, id: &str, code: &str, message: String) {
        self.tell(line, &ToClient::Refused(Refused { id: id.into(), code: code.into(), rule: None, message }));
    }

    fn tell_presence(&mut self, table: &str) {
        let Some(hosted) = self.tables.get_mut(table) else { return };
        let presence = hosted.room.presence();
        if hosted.told.as_ref() == Some(&presence) {
            return;
        }
        let message = text(&ToClient::Presence(presence.clone()));
        hosted.told = Some(presence);
        for line in &hosted.watchers {
            if let Some(connected) = self.lines.get_mut(line) {
                connected.outgoing.push(message.clone());
            }
        }
    }

    fn tell_lobby(&mut self, table: &str) {
        let Some(hosted) = self.tables.get(table) else { return };
        if !self.lines.values().any(|connected| connected.follows_lobby) {
            return;
        }
        let message = text(&ToClient::LobbyChanged(Box::new(hosted.room.summary())));
        for connected in self.lines.values_mut().filter(|connected| connected.follows_lobby) {
            connected.outgoing.push(message.clone());
        }
    }
}

impl Hosted {
    fn new(room: Room) -> Self {
        Self { room, watchers: BTreeSet::new(), kept: VecDeque::new(), told: None }
    }

    fn viewer(&self, player: &str) -> Viewer {
        self.room.seat_of(player).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Whether the player sits here and the match is not over.
    fn is_open_to(&self, player: &str) -> bool {
        use wire::house::Stage;
        self.room.seat_of(player).is_some() && !matches!(self.room.stage(), Stage::Over | Stage::Closed)
    }

    /// The messages after a sequence number, if all of them are still here.
    fn missed(&self, after: u64, viewer: Viewer) -> Option<Vec<Arc<str>>> {
        let count = usize::try_from(self.room.seq().checked_sub(after)?).ok()?;
        let first = self.kept.len().checked_sub(count)?;
        self.kept.iter().skip(first).map(|messages| to(messages, viewer).cloned()).collect()
    }
}

/// The message for a viewer; the spectators' is the last.
fn to(messages: &[Arc<str>], viewer: Viewer) -> Option<&Arc<str>> {
    match viewer {
        Viewer::Seat(seat) => messages.get(seat.index()),
        Viewer::Spectator => messages.last(),
    }
}

/// A message as it is sent.
fn text(message: &ToClient) -> Arc<str> {
    match serde_json::to_string(message) {
        Ok(text) => text.into(),
        Err(error) => unreachable!("messages are plain data: {error}"),
    }
}
