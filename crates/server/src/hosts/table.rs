//! One table that is awake: hands what comes in to the host and carries out what the host wants done, where it is
//! asked. No logic lives here.
//!
//! A table that panics is put to sleep and its watchers are disconnected; nobody else notices.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use host::{
    AskRequest, ConnectionId, DiceAt, Effect, HintKey, HintOutcome, Host, HouseAct, LogPosition, Look, Message,
    NotAppended, ThoughtKey, WatchRequest,
};
use journal::{Append, AppendError, JournalError, Outcome, Position, Record, Snapshot, Stored, Subject};
use wire::house::{Entry, TableId, TableSnapshot, write_snapshot};

use crate::hosts::connection::Guest;
use crate::hosts::error::HouseError;
use crate::hosts::house::House;
use crate::hosts::lobby::Origin;
use crate::logs::shortened;

/// The pause before a log on other machines is read again that could not be.
const READ_AGAIN: Duration = Duration::from_millis(250);

/// What a table is sent.
pub(crate) enum Mail {
    Watch {
        guest: Arc<Guest>,
        watch: WatchRequest,
    },
    Unwatch {
        connection: ConnectionId,
        id: Option<String>,
    },
    Resync {
        connection: ConnectionId,
    },
    Ask {
        guest: Arc<Guest>,
        asked: AskRequest,
    },
    Thought {
        thought: ThoughtKey,
        step: String,
    },
    Advice {
        hint: HintKey,
        advice: Box<HintOutcome>,
    },
    Look(Look),
    HouseAct(HouseAct),
    Reload,
    /// Another node may have written to its log.
    Grown,
    Close,
}

/// A table that was woken up.
#[derive(Debug)]
pub(crate) struct Table {
    id: TableId,
    subject: Subject,
    /// Where it was opened, if that is known: its rematch comes from there as well.
    origin: Option<Origin>,
    /// `None` once it sleeps: whoever still has it asks the house for it again.
    awake: Mutex<Option<Awake>>,
}

#[derive(Debug)]
struct Awake {
    host: Host,
    /// Who watches, so that what happens is sent without looking for them.
    watchers: Vec<Arc<Guest>>,
    /// The earliest alarm that is set.
    alarm: Option<u64>,
}

impl Table {
    pub(crate) fn new(id: TableId, subject: Subject, origin: Option<Origin>, host: Host) -> Self {
        Self { id, subject, origin, awake: Mutex::new(Some(Awake { host, watchers: Vec::new(), alarm: None })) }
    }

    /// The table goes on by itself.
    pub(crate) fn start(self: &Arc<Self>, house: &House) {
        self.drive(house, |_, _, _| {});
    }

    /// Takes mail, which is handled at once; it is given back if the table sleeps.
    pub(crate) fn receive(self: &Arc<Self>, house: &House, mail: Mail) -> Result<(), Mail> {
        let mut mail = Some(mail);
        self.drive(house, |awake, now, dice| {
            if let Some(mail) = mail.take() {
                awake.on_mail(mail, now, dice);
            }
        });
        mail.map_or(Ok(()), Err)
    }

    /// The journal has answered.
    pub(crate) fn on_written(self: &Arc<Self>, house: &House, written: Outcome) {
        let written = written.map(|position| LogPosition(position.0)).map_err(|error| {
            match error {
                AppendError::Conflict { .. } => {
                    tracing::warn!(table = shortened(&self.id), %error, "another writer was first");
                    if let Some(away) = house.away() {
                        away.nodes.doubt(&self.id);
                    }
                    NotAppended::Conflict
                }
                // Whoever watches the journal says when it begins to fail and when it works again.
                AppendError::TooLong { .. } | AppendError::Failed(_) => NotAppended::Failed,
            }
        });
        self.drive(house, |awake, now, dice| awake.host.on_written(written, now, dice));
    }

    /// An alarm rings that was set for this time. One that was set for earlier than it is wanted by now rings in vain:
    /// mostly something happens first, and to set it again each time would cost more.
    pub(crate) fn on_alarm(self: &Arc<Self>, house: &House, at: u64) {
        self.drive(house, |awake, now, dice| {
            if awake.alarm == Some(at) {
                awake.alarm = None;
                if house.may_clocks_run_out() && awake.host.next_timeout().is_some_and(|timeout| timeout <= now) {
                    awake.host.on_time(now, dice);
                }
            }
        });
    }

    fn on_read(self: &Arc<Self>, house: &House, records: Result<Vec<Stored>, JournalError>) {
        let read = |stored: Stored| (LogPosition(stored.position.0), stored.record.body);
        let records = records.map(|records| records.into_iter().map(read).collect());
        let records = records.map_err(|error| error.to_string());
        self.drive(house, |awake, now, dice| awake.host.on_read(records, now, dice));
    }

    fn on_opened(self: &Arc<Self>, house: &House, opened: Result<TableId, HouseError>) {
        let opened = opened.inspect_err(|error| tracing::debug!(%error, "a rematch was not opened"));
        self.drive(house, |awake, now, dice| awake.host.on_opened(opened.ok(), now, dice));
    }

    /// Gives the host an input, does what it wants done, and sets its alarm. Nothing happens if the table sleeps.
    fn drive(self: &Arc<Self>, house: &House, input: impl FnOnce(&mut Awake, u64, DiceAt<'_>)) {
        let mut state = self.lock();
        let Some(awake) = state.as_mut() else { return };
        let driven = catch_unwind(AssertUnwindSafe(|| {
            input(awake, house.now(), &mut house.dice_of(&self.id));
            let goes_on = self.carry_out(house, awake);
            let timeout = awake.host.next_timeout().map(|at| house.delay_alarm(at));
            if let (true, Some(at)) = (goes_on, timeout)
                && awake.alarm.is_none_or(|alarm| at < alarm)
            {
                awake.alarm = Some(at);
                house.timers().set(at, Arc::clone(self), house);
            }
            goes_on
        }));
        if driven.is_err() {
            tracing::error!(table = shortened(&self.id), "the table panicked");
        }
        if !driven.unwrap_or(false)
            && let Some(awake) = state.take()
        {
            house.sleeps(&self.id);
            for guest in awake.watchers {
                // Who comes back is shown the table again when it wakes.
                guest.lose(&self.id);
            }
        }
    }

    /// Does what the host wants done; false if it wants to sleep.
    fn carry_out(self: &Arc<Self>, house: &House, awake: &mut Awake) -> bool {
        let mut goes_on = true;
        while let Some(effect) = awake.host.poll_effect() {
            match effect {
                Effect::Append { after, record } => {
                    if let Some(asker) = record.asker {
                        awake.with_guest(asker, house, |guest| guest.on_record());
                    }
                    let record = Record { body: record.body, is_news: record.is_news };
                    let append = Append { subject: self.subject.clone(), after: Position(after.0), record };
                    house.turn().append(Arc::clone(self), append);
                }
                Effect::ReadLog { after } => self.read_log(house, Position(after.0)),
                Effect::KeepSnapshot { position, snapshot } => {
                    self.keep_snapshot(house, Position(position.0), snapshot);
                }
                Effect::OpenTable { entries } => self.open_table(house, entries),
                Effect::Think { thought, thinking } => {
                    let (table, house) = (Arc::clone(self), house.clone());
                    house.clone().thinkers().think(&self.id, thinking, move |step| {
                        // A table that sleeps has no use for it.
                        let _ = table.receive(&house, Mail::Thought { thought, step });
                    });
                }
                Effect::Advise { hint, advising } => {
                    let (table, to_house) = (Arc::clone(self), house.clone());
                    let on_advice = move |advice| {
                        let advice = Box::new(HintOutcome::Found(advice));
                        let _ = table.receive(&to_house, Mail::Advice { hint, advice });
                    };
                    if let Err(wait) = house.thinkers().advise(&self.id, hint.seat, advising, on_advice) {
                        let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
                        awake.host.on_advice(hint, HintOutcome::Busy { wait_ms });
                    }
                }
                Effect::CancelAdvice { seat } => house.thinkers().cancel(&self.id, seat),
                Effect::Send { connection, message } => {
                    if let Message::Refused { refusal, .. } = &message {
                        house.pulse().refused(refusal.code());
                    }
                    awake.with_guest(connection, house, |guest| guest.send(Some(&self.id), &message));
                }
                Effect::Invite { player, invitation } => house.invite(player, invitation),
                Effect::Lobby(summary) => house.list(*summary),
                Effect::Stepped => house.pulse().stepped(),
                Effect::Parked(why) => tracing::error!(table = shortened(&self.id), why, "the table is parked"),
                Effect::Sleep => goes_on = false,
            }
        }
        goes_on
    }

    fn read_log(self: &Arc<Self>, house: &House, after: Position) {
        let (table, house) = (Arc::clone(self), house.clone());
        tokio::spawn(async move {
            let mut records = house.journal().read(&table.subject, after).await;
            // Servers that cannot be reached come back; the log itself is not in doubt.
            while house.away().is_some() && records.is_err() {
                tokio::time::sleep(READ_AGAIN).await;
                records = house.journal().read(&table.subject, after).await;
            }
            table.on_read(&house, records);
        });
    }

    fn keep_snapshot(&self, house: &House, position: Position, snapshot: Box<TableSnapshot>) {
        let (id, subject, house) = (self.id.clone(), self.subject.clone(), house.clone());
        tokio::spawn(async move {
            // What a long match leaves takes a while to write: not on the thread of the tables.
            let Ok(body) = tokio::task::spawn_blocking(move || write_snapshot(&snapshot)).await else { return };
            let snapshot = Snapshot { position, body: body.into() };
            if let Err(error) = house.journal().keep_snapshot(&subject, snapshot).await {
                tracing::debug!(table = shortened(&id), %error, "a snapshot was not kept");
            }
        });
    }

    fn open_table(self: &Arc<Self>, house: &House, entries: Vec<Entry>) {
        let (table, house) = (Arc::clone(self), house.clone());
        tokio::spawn(async move {
            let opened = house.open(entries, table.origin).await;
            table.on_opened(&house, opened);
        });
    }

    /// A panic is caught within the lock.
    fn lock(&self) -> MutexGuard<'_, Option<Awake>> {
        self.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Awake {
    /// Does something with who is on a connection, mostly somebody who watches; nothing once it is gone.
    fn with_guest(&self, connection: ConnectionId, house: &House, act: impl FnOnce(&Arc<Guest>)) {
        match self.watchers.iter().find(|guest| guest.connection == connection) {
            Some(guest) => act(guest),
            None => drop(house.guest(connection).as_ref().map(act)),
        }
    }

    /// Hands mail to the host.
    fn on_mail(&mut self, mail: Mail, now: u64, dice: DiceAt<'_>) {
        let Self { host, watchers, .. } = self;
        match mail {
            Mail::Watch { guest, watch } => {
                host.on_watch(guest.connection, guest.player.clone(), watch, now, dice);
                if watchers.iter().all(|watcher| watcher.connection != guest.connection) {
                    watchers.push(guest);
                }
            }
            Mail::Unwatch { connection, id } => {
                watchers.retain(|watcher| watcher.connection != connection);
                host.on_unwatch(connection, id, now, dice);
            }
            Mail::Resync { connection } => host.on_resync(connection, now, dice),
            Mail::Ask { guest, asked } => host.on_ask(guest.connection, guest.person(), asked, now, dice),
            Mail::Thought { thought, step } => host.on_thought(thought, step, now, dice),
            Mail::Advice { hint, advice } => host.on_advice(hint, *advice),
            Mail::Look(look) => host.on_look(look, now, dice),
            Mail::HouseAct(act) => host.on_house_act(act, now, dice),
            Mail::Reload => host.on_reload(now, dice),
            Mail::Grown => host.on_grown(now, dice),
            Mail::Close => host.on_close(now, dice),
        }
    }
}
