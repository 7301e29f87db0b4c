//! The host of one table: what comes in is decided, written down, applied, acknowledged and shown, in this order.
//!
//! Inputs are the methods `on_…`, which bring the time and the dice; what is to be done comes out of
//! [`Host::poll_effect`], and [`Host::next_timeout`] says when [`Host::on_time`] is due. While something is being
//! written nothing else is decided: what comes in meanwhile waits in a bounded queue, in the order of arrival.
//!
//! Deliberately absent: sockets, storage, clocks, entropy, threads; whoever runs the host carries out its effects.

mod backoff;
mod input;
mod send;
mod work;

use std::collections::VecDeque;

use engine::Seed;
use wire::house::{
    AnswerResult, Ask, Entry, HintResult, HouseRefusal, PlayerId, TableId, TableKey, TableRefusal, ToClient,
    read_entries,
};

use self::backoff::Backoff;
use self::input::{Cause, Input, Pending, Request};
use crate::agenda::Pace;
use crate::decide::HouseAct;
use crate::effect::{
    ConnectionId, Effect, HintKey, HintOutcome, LogPosition, Message, NotAppended, Person, ThoughtKey,
};
use crate::hints::{HintAsker, Hints};
use crate::room::Room;
use crate::watchers::Watchers;

pub use self::work::is_news;

/// So many asks may wait while something is being written; more are refused.
pub const MAX_QUEUED: usize = 256;

/// A table whose match is over sleeps so many times sooner than others: people look at many of them, one after the other.
const OVER_SLEEPS_SOONER: u64 = 20;

/// Gives 32 bytes nobody can guess for a place of the table's log (a sequence number), the first throw there or a
/// later one.
pub type DiceAt<'a> = &'a mut dyn FnMut(u64, u32) -> Seed;

/// A look at the room.
pub type Look = Box<dyn FnOnce(&Room) + Send>;

/// How a host works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostOptions {
    /// How fast the table and its bots are.
    pub pace: Pace,
    /// After how many milliseconds without anybody the host wants to sleep, or after a twentieth of them once the match
    /// is over; `None`: never.
    pub idle: Option<u64>,
    /// The most records the log may have; `None`: any number. Talk and refusals get three quarters of them, so that they
    /// do not end a match.
    pub max_records: Option<u64>,
}

/// What somebody who watches a table asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchRequest {
    /// The id of the ask.
    pub id: String,
    /// The last sequence number the client has; `None`: it has nothing.
    pub after: Option<u64>,
    /// Whether a fresh view comes with what happened lately.
    pub recent: bool,
    /// Whether every update comes with the view as it is then, and with the moves of a seat that may act.
    pub views: bool,
    /// The key of the table's link, if they have it.
    pub key: Option<TableKey>,
}

/// What somebody asks of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct AskRequest {
    /// The id of the ask.
    pub id: String,
    /// What is asked.
    pub ask: Ask,
    /// The key of the table's link, if they have it.
    pub key: Option<TableKey>,
}

/// The host of one table.
#[derive(Debug)]
pub struct Host {
    options: HostOptions,
    room: Room,
    position: LogPosition,
    watchers: Watchers,
    hints: Hints,
    pending: Option<Pending>,
    queue: VecDeque<Input>,
    effects: VecDeque<Effect>,
    timeout: Option<u64>,
    backoff: Backoff,
    /// When something last came in.
    active_at: u64,
    is_parked: bool,
    /// Whether the host sleeps as soon as nothing is pending.
    is_leaving: bool,
    /// Whether the table is to be made from its log again.
    is_reloading: bool,
}

impl Host {
    /// The host of a room whose log stands at this position.
    #[must_use]
    pub fn new(room: Room, position: LogPosition, options: HostOptions, now: u64) -> Self {
        Self {
            options,
            timeout: idle(options, &room).map(|idle| now + idle),
            room,
            position,
            watchers: Watchers::default(),
            hints: Hints::default(),
            pending: None,
            queue: VecDeque::new(),
            effects: VecDeque::new(),
            backoff: Backoff::default(),
            active_at: now,
            is_parked: false,
            is_leaving: false,
            is_reloading: false,
        }
    }

    /// What happens at the table, for those who look without watching.
    #[must_use]
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// The connections that watch the table.
    pub fn watchers(&self) -> impl Iterator<Item = ConnectionId> {
        self.watchers.connections.keys().copied()
    }

    /// The next thing to be done, in order.
    pub fn poll_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// When [`on_time`](Self::on_time) is due, in milliseconds since 1970. It may change with every input.
    #[must_use]
    pub fn next_timeout(&self) -> Option<u64> {
        self.timeout.filter(|_| self.pending.is_none())
    }

    /// A connection watches the table, from its player's seat or as a spectator.
    pub fn on_watch(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        watch: WatchRequest,
        now: u64,
        dice: DiceAt<'_>,
    ) {
        if self.queue.len() >= MAX_QUEUED {
            return self.refuse(connection, watch.id, HouseRefusal::Busy.into());
        }
        self.accept(Input::Watch { connection, player, watch }, now, dice);
    }

    /// A connection watches the table no more: it has asked so, or it is gone.
    pub fn on_unwatch(&mut self, connection: ConnectionId, id: Option<String>, now: u64, dice: DiceAt<'_>) {
        self.accept(Input::Unwatch { connection, id }, now, dice);
    }

    /// A connection has lost updates: it is shown the table afresh.
    pub fn on_resync(&mut self, connection: ConnectionId, now: u64, dice: DiceAt<'_>) {
        self.accept(Input::Resync { connection }, now, dice);
    }

    /// Somebody asks something of the table.
    pub fn on_ask(&mut self, connection: ConnectionId, person: Person, asked: AskRequest, now: u64, dice: DiceAt<'_>) {
        let AskRequest { id, ask, key } = asked;
        if self.queue.len() >= MAX_QUEUED {
            return self.refuse(connection, id, HouseRefusal::Busy.into());
        }
        self.accept(Input::Ask(Request { connection, person, key, id, ask, conflicts: 0 }), now, dice);
    }

    /// Somebody wants to look at the room, after everything that came in before.
    pub fn on_look(&mut self, look: Look, now: u64, dice: DiceAt<'_>) {
        self.accept(Input::Look(look), now, dice);
    }

    /// A bot has thought.
    pub fn on_thought(&mut self, thought: ThoughtKey, step: String, now: u64, dice: DiceAt<'_>) {
        self.accept(Input::Thought { thought, step }, now, dice);
    }

    /// The table is to be put away for good, unless somebody watches it.
    pub fn on_close(&mut self, now: u64, dice: DiceAt<'_>) {
        self.accept(Input::Close, now, dice);
    }

    /// The house acts on the table, whoever sits there.
    pub fn on_house_act(&mut self, act: HouseAct, now: u64, dice: DiceAt<'_>) {
        self.accept(Input::HouseAct(act), now, dice);
    }

    /// The log reads otherwise now: the table sleeps as soon as nothing is being written, whoever watches, to be made
    /// from it again.
    pub fn on_reload(&mut self, now: u64, dice: DiceAt<'_>) {
        self.accept(Input::Reload, now, dice);
    }

    /// Another writer may have appended to the log: what is new there is made true and shown.
    pub fn on_grown(&mut self, now: u64, dice: DiceAt<'_>) {
        self.accept(Input::Grown, now, dice);
    }

    /// The hint of [`Effect::Advise`] was worked out, or is not going to be.
    pub fn on_advice(&mut self, hint: HintKey, advice: HintOutcome) {
        match advice {
            HintOutcome::Found(advice) => {
                for HintAsker { connection, id } in self.hints.on_known(hint, advice.clone()) {
                    self.send_advice(connection, id, advice.clone());
                }
            }
            HintOutcome::Busy { wait_ms } => {
                for HintAsker { connection, id } in self.hints.on_refused(hint) {
                    self.refuse(connection, id, HouseRefusal::HintsBusy { wait_ms }.into());
                }
            }
        }
    }

    fn send_advice(&mut self, connection: ConnectionId, id: String, advice: Option<HintResult>) {
        let message = match advice {
            Some(advice) => Message::Answer { id, seq: None, result: Some(AnswerResult::Hint(advice)) },
            None => Message::Refused { id, refusal: TableRefusal::NoHint.into() },
        };
        self.send(connection, message);
    }

    /// The time has come that [`next_timeout`](Self::next_timeout) named.
    pub fn on_time(&mut self, now: u64, dice: DiceAt<'_>) {
        if self.pending.is_some() {
            return;
        }
        if let Some(task) = self.next_task(now, dice).filter(|task| task.at <= now) {
            self.act(task.act, now, dice);
        } else if self.idle_at().is_some_and(|at| at <= now) {
            self.is_leaving = true;
            if self.room.is_abandoned() && !self.is_parked {
                self.write_if(self.room.decide_close(now));
            }
        }
        self.settle(now, dice);
    }

    /// The record of [`Effect::Append`] was appended at a position, or not.
    pub fn on_written(&mut self, written: Result<LogPosition, NotAppended>, now: u64, dice: DiceAt<'_>) {
        let Some(Pending::Append { entries, cause }) = self.pending.take() else { return };
        match written {
            Ok(position) => {
                self.advance(position, &entries);
                self.backoff = Backoff::default();
                match cause {
                    Cause::Table => {}
                    Cause::Asked(Request { connection, id, .. }) => {
                        let seq = Some(self.room.seq() + 1);
                        self.send(connection, Message::Answer { id, seq, result: None });
                    }
                    Cause::Refused(Request { connection, id, .. }, refusal) => self.refuse(connection, id, refusal),
                    Cause::Rematch(Request { connection, id, .. }, table) => {
                        let result = Some(AnswerResult::Rematch { table });
                        self.send(connection, Message::Answer { id, seq: None, result });
                    }
                }
                self.apply(&entries, now, dice);
            }
            Err(reason) => {
                if reason == NotAppended::Failed {
                    self.backoff.on_failure(now);
                }
                self.pending = Some(Pending::ReadLog { cause, reason });
                self.effects.push_back(Effect::ReadLog { after: self.position });
            }
        }
        self.settle(now, dice);
    }

    /// The records that [`Effect::ReadLog`] asked for, with their positions; `Err` says why they cannot be had.
    pub fn on_read<R: AsRef<[u8]>>(
        &mut self,
        records: Result<Vec<(LogPosition, R)>, String>,
        now: u64,
        dice: DiceAt<'_>,
    ) {
        let Some(Pending::ReadLog { cause, reason }) = self.pending.take() else { return };
        match records {
            Ok(records) => {
                for (position, record) in records {
                    match read_entries(record.as_ref()) {
                        Ok(entries) if !self.is_parked => {
                            self.advance(position, &entries);
                            self.apply(&entries, now, dice);
                        }
                        Ok(_) => {}
                        Err(error) => self.park(error.to_string()),
                    }
                }
            }
            Err(why) => self.park(why),
        }
        self.conclude(cause, reason, now, dice);
        self.settle(now, dice);
    }

    /// The log has grown to this position by entries that are about to be applied. If they deal a round, this is the
    /// moment for a snapshot.
    fn advance(&mut self, position: LogPosition, entries: &[Entry]) {
        let before = std::mem::replace(&mut self.position, position);
        let is_deal = entries.iter().any(|entry| matches!(entry, Entry::Dealt { .. }));
        if is_deal
            && self.room.is_snapshot_due()
            && let Some(snapshot) = self.room.snapshot()
        {
            self.effects.push_back(Effect::KeepSnapshot { position: before, snapshot: Box::new(snapshot) });
        }
    }

    /// The table of [`Effect::OpenTable`] is open, or could not be opened.
    pub fn on_opened(&mut self, opened: Option<TableId>, now: u64, dice: DiceAt<'_>) {
        let Some(Pending::OpenTable { request }) = self.pending.take() else { return };
        match opened {
            Some(table) => self.write_rematch(request, table),
            None => self.refuse(request.connection, request.id, HouseRefusal::NotWritten.into()),
        }
        self.settle(now, dice);
    }

    /// Handles an input, now or when what is being written is written.
    fn accept(&mut self, input: Input, now: u64, dice: DiceAt<'_>) {
        self.active_at = now;
        if self.pending.is_some() {
            return self.queue.push_back(input);
        }
        self.handle(input, now, dice);
        self.settle(now, dice);
    }

    /// Something was handled: what waits comes next, one after the other, until something is being written or nothing
    /// waits.
    fn settle(&mut self, now: u64, dice: DiceAt<'_>) {
        while self.pending.is_none() {
            if self.is_reloading {
                return self.effects.push_back(Effect::Sleep);
            }
            let task = self.next_task(now, dice);
            self.send_presence();
            let Some(input) = self.queue.pop_front() else {
                self.timeout = task.map(|task| task.at).or_else(|| self.idle_at());
                if std::mem::take(&mut self.is_leaving) && self.watchers.connections.is_empty() {
                    self.effects.push_back(Effect::Sleep);
                }
                return;
            };
            self.handle(input, now, dice);
        }
    }

    /// When the host wants to sleep, unless somebody comes.
    fn idle_at(&self) -> Option<u64> {
        let idle = idle(self.options, &self.room).filter(|_| self.watchers.connections.is_empty())?;
        Some(self.active_at + idle)
    }

    fn handle(&mut self, input: Input, now: u64, dice: DiceAt<'_>) {
        match input {
            Input::Watch { connection, player, watch } => self.watch(connection, player, watch, now, dice),
            Input::Unwatch { connection, id } => {
                if let Some(player) = self.watchers.remove(connection) {
                    self.room.depart(&player, now);
                }
                let unwanted = self.hints.forget(connection);
                self.effects.extend(unwanted.into_iter().map(|seat| Effect::CancelAdvice { seat }));
                if let Some(id) = id {
                    self.send(connection, Message::Answer { id, seq: None, result: None });
                }
            }
            Input::Resync { connection } => {
                if let Some(player) = self.watchers.connections.get(&connection) {
                    let table = self.table_view(connection, self.viewer(player), now);
                    self.send_update(connection, &ToClient::Table(Box::new(table)));
                    self.send_update(connection, &ToClient::Presence(self.room.presence()));
                }
            }
            Input::Ask(request) => self.ask(request, now, dice),
            Input::Thought { thought: ThoughtKey { game_seq, seat }, step } => {
                if game_seq == self.room.game_seq() && !self.is_parked {
                    let seq = self.room.seq();
                    let entries = self.room.decide_for_bot(seat, &step, now, &mut throws(dice, seq));
                    self.write_if(entries);
                }
            }
            Input::Look(look) => look(&self.room),
            Input::HouseAct(act) => {
                if !self.is_parked {
                    self.write_if(self.room.decide_house_act(&act, now));
                }
            }
            Input::Reload => self.is_reloading = true,
            Input::Grown => {
                self.pending = Some(Pending::ReadLog { cause: Cause::Table, reason: NotAppended::Conflict });
                self.effects.push_back(Effect::ReadLog { after: self.position });
            }
            Input::Close => {
                if self.watchers.connections.is_empty() && !self.is_parked {
                    self.write_if(self.room.decide_close(now));
                }
            }
        }
    }
}

/// How long the host of a room stays awake without anybody.
fn idle(options: HostOptions, room: &Room) -> Option<u64> {
    options.idle.map(|idle| if room.is_open() { idle } else { idle / OVER_SLEEPS_SOONER })
}

/// The throws of the dice at one place of the log.
fn throws(dice: DiceAt<'_>, seq: u64) -> impl FnMut() -> Seed {
    let mut throws = 0..;
    move || dice(seq, throws.next().unwrap_or_default())
}
