//! The task of one table: takes its mail in the order of arrival, writes down what was decided, and shows it.

use std::collections::{BTreeMap, VecDeque};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Seat, Viewer};
use journal::{AppendError, Position, Subject};
use host::{Act, Asker, Decision, Refusal, Room, Task};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::sleep;
use wire::house::{Answer, Ask, Entry, Presence, Refused, Sitter, Stage, ToClient, read_entries};

use crate::connection::Guest;
use crate::house::{House, HouseError, record_of};
use crate::lobby::text;

/// So many messages are kept for those who come back; who has missed more gets a fresh view.
const KEPT: usize = 64;
/// So many refusals are remembered, to give a repeat the first answer.
const REFUSALS_KEPT: usize = 64;

/// What a table is sent.
pub(crate) enum Mail {
    Watch { guest: Arc<Guest>, id: String, after: Option<u64>, recent: bool },
    Unwatch { connection: u64, answer: Option<(Arc<Guest>, String)> },
    Resync { connection: u64 },
    Ask { guest: Arc<Guest>, id: String, ask: Ask },
    Thought { seq: u64, seat: Seat, step: String },
    Look(Box<dyn FnOnce(&Room) + Send>),
    Close,
}

/// Whether those who follow the house as a whole want to know.
pub(crate) fn is_news(entry: &Entry) -> bool {
    match entry {
        Entry::Opened { .. }
        | Entry::Sat { .. }
        | Entry::Left { .. }
        | Entry::Began { .. }
        | Entry::Ended { .. }
        | Entry::Rematched { .. }
        | Entry::Closed { .. } => true,
        Entry::Asked { .. }
        | Entry::Committed { .. }
        | Entry::Dealt { .. }
        | Entry::Stepped { .. }
        | Entry::Undone { .. }
        | Entry::LastRound { .. }
        | Entry::Said { .. }
        | Entry::Muted { .. } => false,
    }
}

/// One table that is awake.
pub(crate) struct TableTask {
    house: House,
    subject: Subject,
    room: Room,
    position: Position,
    mailbox: mpsc::Receiver<Mail>,
    /// For bots that have thought: weak, so that the table can go to sleep.
    own: mpsc::WeakSender<Mail>,
    watchers: BTreeMap<u64, Arc<Guest>>,
    /// The last messages, by sequence number: for each seat one, and the spectators' last.
    kept: VecDeque<(u64, Vec<Arc<str>>)>,
    refused: VecDeque<(String, Refused)>,
    told: Option<Presence>,
    /// Why nothing can be done here any more.
    parked: Option<HouseError>,
}

impl TableTask {
    pub(crate) fn new(
        house: House,
        subject: Subject,
        room: Room,
        position: Position,
        mailbox: mpsc::Receiver<Mail>,
        own: mpsc::WeakSender<Mail>,
    ) -> Self {
        Self {
            house,
            subject,
            room,
            position,
            mailbox,
            own,
            watchers: BTreeMap::new(),
            kept: VecDeque::new(),
            refused: VecDeque::new(),
            told: None,
            parked: None,
        }
    }

    pub(crate) async fn run(mut self) {
        let mut alarm = pin!(sleep(self.house.options().idle));
        loop {
            let task = self.next_task();
            self.tell_presence();
            let now = self.house.now();
            let idle = self.watchers.is_empty();
            let wait = match &task {
                Some(task) => Duration::from_millis(task.at.saturating_sub(now)),
                None => self.house.options().idle,
            };
            if let Some(task) = task.filter(|task| task.at <= now) {
                // Mail that is there comes first: a person is never behind a bot.
                match self.mailbox.try_recv() {
                    Ok(mail) => self.open(mail).await,
                    Err(_) => self.act(task.act).await,
                }
                continue;
            }
            let until = tokio::time::Instant::now() + wait;
            // To set an alarm is dear, and mail mostly comes first: one that was set for earlier may ring in vain.
            if alarm.is_elapsed() || until < alarm.deadline() {
                alarm.as_mut().reset(until);
            }
            let mail = tokio::select! {
                mail = self.mailbox.recv() => mail,
                () = alarm.as_mut() => {
                    let is_late = tokio::time::Instant::now() >= until;
                    if is_late && idle && self.room.is_paused() | !self.is_under_way() {
                        if self.room.is_abandoned() {
                            self.close().await;
                        }
                        break;
                    }
                    continue;
                }
            };
            match mail {
                Some(mail) => self.open(mail).await,
                None => break,
            }
        }
        self.sleep().await;
    }

    /// Nobody is here: what is still in the mailbox is answered, then the table is gone from memory.
    async fn sleep(mut self) {
        self.house.sleeps(&self.table());
        self.mailbox.close();
        while let Some(mail) = self.mailbox.recv().await {
            self.open(mail).await;
        }
        for guest in self.watchers.values() {
            // Who came in the last moment is shown the table again when it wakes.
            guest.outbox.close();
        }
    }

    fn is_under_way(&self) -> bool {
        matches!(self.room.stage(), Stage::Between | Stage::Playing)
    }

    fn table(&self) -> String {
        self.subject.name().strip_prefix("table.").unwrap_or_default().into()
    }

    fn next_task(&mut self) -> Option<Task> {
        if self.parked.is_some() {
            return None;
        }
        let Self { house, subject, room, .. } = self;
        let seq = room.seq();
        room.agenda(house.now(), &house.options().pace, &mut house.dice_at(subject, seq))
    }

    async fn open(&mut self, mail: Mail) {
        match mail {
            Mail::Watch { guest, id, after, recent } => self.watch(guest, id, after, recent),
            Mail::Unwatch { connection, answer } => {
                if let Some(guest) = self.watchers.remove(&connection) {
                    self.room.depart(&guest.player, self.house.now());
                }
                if let Some((guest, id)) = answer {
                    guest.answer(Answer { id, seq: None, result: None });
                }
            }
            Mail::Resync { connection } => {
                if let Some(guest) = self.watchers.get(&connection) {
                    self.show_all(guest);
                    guest.outbox.tell(text(&ToClient::Presence(self.room.presence())));
                }
            }
            Mail::Ask { guest, id, ask } => self.ask(&guest, id, &ask).await,
            Mail::Thought { seq, seat, step } => {
                if seq == self.room.seq() {
                    let Self { house, subject, room, .. } = self;
                    let entries = room.decide_for_bot(seat, &step, house.now(), &mut house.dice_at(subject, seq));
                    self.write_if(entries).await;
                }
            }
            Mail::Look(look) => look(&self.room),
            Mail::Close => {
                if self.watchers.is_empty() {
                    self.close().await;
                }
            }
        }
    }

    /// Puts the table away.
    async fn close(&mut self) {
        let entries = self.room.decide_close(self.house.now());
        self.write_if(entries).await;
    }

    fn watch(&mut self, guest: Arc<Guest>, id: String, after: Option<u64>, recent: bool) {
        if self.parked.is_some() {
            return guest.refuse(parked(id, &guest));
        }
        if self.watchers.insert(guest.connection, guest.clone()).is_none() {
            self.room.arrive(&guest.player);
        }
        // The clock of a turn may begin only now that somebody is here.
        let _ = self.next_task();
        guest.answer(Answer { id, seq: Some(self.room.seq()), result: None });
        let viewer = self.viewer(&guest.player);
        match after.and_then(|after| self.missed(after, viewer)) {
            Some(missed) => missed.into_iter().for_each(|message| guest.outbox.tell(message)),
            None if recent => guest.outbox.tell(text(&self.room.view_with_recent(viewer, self.house.now()))),
            None => self.show_all(&guest),
        }
        guest.outbox.tell(text(&ToClient::Presence(self.room.presence())));
    }

    /// The messages after a sequence number, if all of them are still here.
    fn missed(&self, after: u64, viewer: Viewer) -> Option<Vec<Arc<str>>> {
        if after == self.room.seq() {
            return Some(Vec::new());
        }
        let (oldest, _) = self.kept.front()?;
        if after + 1 < *oldest || after > self.room.seq() {
            return None;
        }
        let missed = self.kept.iter().filter(|(seq, _)| *seq > after);
        missed.map(|(_, messages)| to(messages, viewer).cloned()).collect()
    }

    fn show_all(&self, guest: &Guest) {
        guest.outbox.tell(text(&self.room.view(self.viewer(&guest.player), self.house.now())));
    }

    fn viewer(&self, player: &str) -> Viewer {
        self.room.seat_of(player).map_or(Viewer::Spectator, Viewer::Seat)
    }

    async fn ask(&mut self, guest: &Arc<Guest>, id: String, ask: &Ask) {
        if self.parked.is_some() {
            return guest.refuse(parked(id, guest));
        }
        if let Some((_, refused)) = self.refused.iter().find(|(who, refused)| *who == guest.player && refused.id == id)
        {
            return guest.refuse(refused.clone());
        }
        // Another writer may have been first: then it is decided once more.
        for _ in 0..2 {
            match self.decide(guest, &id, ask) {
                Err(refusal) => return self.refuse(guest, &id, refusal),
                Ok(Decision::Repeat(seq)) => return guest.answer(Answer { id, seq: Some(seq), result: None }),
                Ok(Decision::Noted) => return guest.answer(Answer { id, seq: None, result: None }),
                Ok(Decision::Tell(value)) => return guest.answer(Answer { id, seq: None, result: Some(value) }),
                Ok(Decision::Advise(advising)) => return self.advise(guest.clone(), id, advising),
                Ok(Decision::Rematch(entries)) => return self.rematch(guest, id, entries).await,
                Ok(Decision::Write(entries)) => match self.write(&entries, Some((guest, &id))).await {
                    Ok(()) => return,
                    Err(Unwritten::Outrun) => {}
                    Err(Unwritten::Failed) => return guest.refuse(failed(id, guest)),
                },
            }
        }
        guest.refuse(failed(id, guest));
    }

    fn decide(&mut self, guest: &Guest, id: &str, ask: &Ask) -> Result<Decision, Refusal> {
        let name = guest.name();
        let asker = Asker { player: &guest.player, name: &name, is_program: guest.is_program, lang: guest.lang };
        let Self { house, subject, room, .. } = self;
        let seq = room.seq();
        room.decide(&asker, id, ask, house.now(), &mut house.dice_at(subject, seq))
    }

    fn refuse(&mut self, guest: &Guest, id: &str, refusal: Refusal) {
        let refused = refusal.sent(id, guest.lang);
        self.house.pulse().refused(&refused.code);
        self.refused.push_back((guest.player.clone(), refused.clone()));
        if self.refused.len() > REFUSALS_KEPT {
            self.refused.pop_front();
        }
        guest.refuse(refused);
    }

    fn advise(&self, guest: Arc<Guest>, id: String, advising: host::Advising) {
        let lang = guest.lang;
        self.house.thinkers().think(advising, move |advice: Option<Value>| match advice {
            Some(advice) => guest.answer(Answer { id, seq: None, result: Some(advice) }),
            None => {
                let refusal = Refusal::Table(wire::house::TableRefusal::NoHint);
                guest.refuse(refusal.sent(&id, lang));
            }
        });
    }

    async fn rematch(&mut self, guest: &Arc<Guest>, id: String, entries: Vec<Entry>) {
        // Opening a table wakes it, and that one never waits for this one.
        let opened = Box::pin(self.house.clone().open(entries)).await;
        let Ok(table) = opened else { return guest.refuse(failed(id, guest)) };
        match self.write(&[Entry::Rematched { table: table.clone() }], None).await {
            Ok(()) => guest.answer(Answer { id, seq: None, result: Some(json!({ "table": table })) }),
            Err(_) => guest.refuse(failed(id, guest)),
        }
    }

    async fn act(&mut self, act: Act) {
        let Self { house, subject, room, .. } = self;
        let (now, seq) = (house.now(), room.seq());
        let entries = match act {
            Act::Deal => room.decide_deal(now),
            Act::Timeout => room.decide_timeout(now, &mut house.dice_at(subject, seq)),
            Act::LastRound => room.decide_last_round(now),
            Act::Speak(seat, step) => room.decide_for_bot(seat, &step, now, &mut house.dice_at(subject, seq)),
            Act::StandIn => None,
            Act::Think(seat) => {
                self.think(seat);
                None
            }
        };
        self.write_if(entries).await;
    }

    fn think(&mut self, seat: Seat) {
        self.room.thinking_begins();
        let (house, seq) = (self.house.clone(), self.room.seq());
        let Some(thinking) = self.room.think(seat, &mut house.dice_at(&self.subject, seq)) else { return };
        let (own, start) = (self.own.clone(), Instant::now());
        self.house.thinkers().think(thinking, move |step| {
            house.pulse().thought(start.elapsed());
            let Some(mailbox) = own.upgrade() else { return };
            // The mailbox is full of what people ask: the bot waits its turn on a thread of its own.
            let _ = mailbox.blocking_send(Mail::Thought { seq, seat, step });
        });
    }

    async fn write_if(&mut self, entries: Option<Vec<Entry>>) {
        if let Some(entries) = entries {
            // Outrun or failed: the table has been read again, and its agenda says what is due now.
            let _ = self.write(&entries, None).await;
        }
    }

    /// Writes entries down, applies them, acknowledges them and shows them, in this order.
    async fn write(&mut self, entries: &[Entry], asked: Option<(&Guest, &str)>) -> Result<(), Unwritten> {
        let record = record_of(entries);
        match self.house.journal().append(&self.subject, self.position, record).await {
            Ok(position) => {
                self.position = position;
                if let Some((guest, id)) = asked {
                    let seq = Some(self.room.seq() + 1);
                    guest.answer(Answer { id: id.into(), seq, result: None });
                }
                self.apply(entries);
                Ok(())
            }
            Err(error) => {
                tracing::warn!(table = self.table(), %error, "an append was not acknowledged");
                let is_outrun = matches!(error, AppendError::Conflict { .. });
                if let Err(error) = self.catch_up().await {
                    tracing::error!(table = self.table(), %error, "the table is parked");
                    self.parked = Some(error);
                }
                // What was written after all is granted when it is asked again with the same id.
                Err(if is_outrun { Unwritten::Outrun } else { Unwritten::Failed })
            }
        }
    }

    /// Applies what the journal holds beyond what this table knows.
    async fn catch_up(&mut self) -> Result<(), HouseError> {
        for stored in self.house.journal().read(&self.subject, self.position).await? {
            let entries = read_entries(&stored.record.body)?;
            self.position = stored.position;
            self.apply(&entries);
        }
        Ok(())
    }

    fn apply(&mut self, entries: &[Entry]) {
        let moved = self.moved_by(entries);
        let shown = match self.room.apply(entries) {
            Ok(shown) => shown,
            Err(mismatch) => {
                tracing::error!(table = self.table(), %mismatch, "the table is parked");
                self.parked = Some(mismatch.into());
                return;
            }
        };
        for entry in entries {
            match entry {
                Entry::Stepped { .. } => self.house.pulse().stepped(),
                Entry::Dealt { .. } => self.house.lobby().put(self.room.summary()),
                _ => {}
            }
        }
        if entries.iter().any(is_news) {
            self.house.lobby().put(self.room.summary());
        }
        // The clock of a new turn begins before it is told.
        let _ = self.next_task();
        let messages = shown.messages(&self.room, self.house.now());
        for guest in self.watchers.values() {
            if let Some(message) = to(&messages, self.viewer(&guest.player)) {
                guest.outbox.tell(message.clone());
            }
        }
        self.kept.push_back((self.room.seq(), messages));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
        if self.is_under_way() && !moved.is_empty() {
            // Who sits down in a match does not know the hand yet, and who gets up is no longer told of it: what either
            // was told before does not go on, neither here nor for a tab of his that comes back later.
            self.kept.clear();
            let is_moved = |guest: &&Arc<Guest>| moved.contains(&guest.player);
            self.watchers.values().filter(is_moved).for_each(|guest| self.show_all(guest));
        }
    }

    /// The players who sit down or get up with these entries.
    fn moved_by(&self, entries: &[Entry]) -> Vec<String> {
        let player = |sitter: &Sitter| sitter.seating.player().map(String::from);
        let moved = |entry: &Entry| match entry {
            Entry::Sat { sitter, .. } => player(sitter),
            Entry::Left { seat } => self.room.sitters().get(usize::from(*seat))?.as_ref().and_then(player),
            _ => None,
        };
        entries.iter().filter_map(moved).collect()
    }

    fn tell_presence(&mut self) {
        if self.watchers.is_empty() {
            self.told = None;
            return;
        }
        let presence = self.room.presence();
        if self.told.as_ref() == Some(&presence) {
            return;
        }
        let message = text(&ToClient::Presence(presence.clone()));
        for guest in self.watchers.values() {
            guest.outbox.tell(message.clone());
        }
        self.told = Some(presence);
    }
}

/// Why entries are not written.
enum Unwritten {
    /// Another writer was first; the table has caught up with it.
    Outrun,
    /// The journal failed.
    Failed,
}

/// The message for a viewer; the spectators' is the last.
fn to(messages: &[Arc<str>], viewer: Viewer) -> Option<&Arc<str>> {
    match viewer {
        Viewer::Seat(seat) => messages.get(seat.index()),
        Viewer::Spectator => messages.last(),
    }
}

fn parked(id: String, guest: &Guest) -> Refused {
    Refused { id, code: "table-parked".into(), rule: None, message: words::house::parked(guest.lang) }
}

fn failed(id: String, guest: &Guest) -> Refused {
    Refused { id, code: "not-written".into(), rule: None, message: words::house::not_written(guest.lang) }
}
