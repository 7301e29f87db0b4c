//! The task of one table: hands its mail to the host and carries out what the host wants done. No logic lives here.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use host::{ConnectionId, Effect, Host, LogPosition, Look, Message, NotAppended, Thought, WatchRequest};
use journal::{AppendError, JournalError, Later, Position, Record, Stored, Subject};
use tokio::sync::mpsc;
use tokio::time::sleep;
use wire::house::{Ask, HintResult, TableId};

use crate::hosts::connection::Guest;
use crate::hosts::house::{House, HouseError};

/// What a table is sent.
pub(crate) enum Mail {
    Watch { guest: Arc<Guest>, watch: WatchRequest },
    Unwatch { connection: ConnectionId, id: Option<String> },
    Resync { connection: ConnectionId },
    Ask { guest: Arc<Guest>, id: String, ask: Ask },
    Thought { thought: Thought, step: String },
    Advice { connection: ConnectionId, id: String, advice: Option<HintResult> },
    Look(Look),
    Close,
}

/// One table that is awake.
pub(crate) struct TableTask {
    house: House,
    table: TableId,
    subject: Subject,
    host: Host,
    mailbox: mpsc::Receiver<Mail>,
    /// For what was thought aside: weak, so that the table can go to sleep.
    own: mpsc::WeakSender<Mail>,
    is_leaving: bool,
}

/// What the host waits for.
enum Job<'a> {
    None,
    Append(Later<'a, Result<Position, AppendError>>),
    Read(Later<'a, Result<Vec<Stored>, JournalError>>),
    Open(Later<'a, Result<TableId, HouseError>>),
}

/// What a job came to.
enum Done {
    Written(Result<Position, AppendError>),
    Read(Result<Vec<Stored>, JournalError>),
    Opened(Result<TableId, HouseError>),
}

impl Job<'_> {
    /// Waits for the job, for ever if there is none. It may be waited for again if this is dropped.
    async fn done(&mut self) -> Done {
        match self {
            Self::None => std::future::pending().await,
            Self::Append(written) => Done::Written(written.await),
            Self::Read(records) => Done::Read(records.await),
            Self::Open(opened) => Done::Opened(opened.await),
        }
    }
}

impl TableTask {
    pub(crate) fn new(
        house: House,
        table: TableId,
        subject: Subject,
        host: Host,
        mailbox: mpsc::Receiver<Mail>,
        own: mpsc::WeakSender<Mail>,
    ) -> Self {
        Self { house, table, subject, host, mailbox, own, is_leaving: false }
    }

    pub(crate) async fn run(mut self) {
        let house = self.house.clone();
        let mut job = Job::None;
        let mut alarm = pin!(sleep(house.options().idle));
        loop {
            self.carry_out(&house, &mut job);
            let timeout = self.host.next_timeout();
            if timeout.is_some_and(|at| at <= house.now()) && !self.is_leaving {
                // Mail that is there comes first: a person is never behind a bot.
                match self.mailbox.try_recv() {
                    Ok(mail) => self.receive(mail),
                    Err(_) => self.host.on_time(house.now(), &mut house.dice_of(&self.table)),
                }
                continue;
            }
            if let Some(at) = timeout {
                let until = tokio::time::Instant::now() + Duration::from_millis(at.saturating_sub(house.now()));
                // To set an alarm is dear, and mail mostly comes first: one that was set for earlier may ring in vain.
                if alarm.is_elapsed() || until < alarm.deadline() {
                    alarm.as_mut().reset(until);
                }
            }
            tokio::select! {
                biased;
                done = job.done() => {
                    job = Job::None;
                    self.on_done(done);
                }
                mail = self.mailbox.recv() => match mail {
                    Some(mail) => self.receive(mail),
                    None if matches!(job, Job::None) => break,
                    None => {
                        let done = job.done().await;
                        job = Job::None;
                        self.on_done(done);
                    }
                },
                // Whether something is due is asked above.
                () = alarm.as_mut(), if timeout.is_some() => {}
            }
        }
        for connection in self.host.watchers() {
            // Who came in the last moment is shown the table again when it wakes.
            house.close_connection(connection);
        }
    }

    /// Hands mail to the host.
    fn receive(&mut self, mail: Mail) {
        let Self { house, table, host, .. } = self;
        let (now, dice) = (house.now(), &mut house.dice_of(table));
        match mail {
            Mail::Watch { guest, watch } => {
                host.on_watch(guest.connection, guest.player.clone(), watch, now, dice);
            }
            Mail::Unwatch { connection, id } => host.on_unwatch(connection, id, now, dice),
            Mail::Resync { connection } => host.on_resync(connection, now, dice),
            Mail::Ask { guest, id, ask } => host.on_ask(guest.connection, guest.person(), id, ask, now, dice),
            Mail::Thought { thought, step } => host.on_thought(thought, step, now, dice),
            Mail::Advice { connection, id, advice } => host.on_advice(connection, id, advice),
            Mail::Look(look) => host.on_look(look, now, dice),
            Mail::Close => host.on_close(now, dice),
        }
    }

    /// Hands what a job came to to the host.
    fn on_done(&mut self, done: Done) {
        let Self { house, table, host, .. } = self;
        let (now, dice) = (house.now(), &mut house.dice_of(table));
        match done {
            Done::Written(written) => {
                let written = written.map(|position| LogPosition(position.0)).map_err(|error| {
                    tracing::warn!(table = table.as_str(), %error, "an append was not acknowledged");
                    match error {
                        AppendError::Conflict { .. } => NotAppended::Conflict,
                        AppendError::TooLong { .. } | AppendError::Failed(_) => NotAppended::Failed,
                    }
                });
                host.on_written(written, now, dice);
            }
            Done::Read(records) => {
                let read = |stored: Stored| (LogPosition(stored.position.0), stored.record.body);
                let records = records.map(|records| records.into_iter().map(read).collect());
                host.on_read(records.map_err(|error| error.to_string()), now, dice);
            }
            Done::Opened(opened) => {
                let opened = opened.inspect_err(|error| tracing::warn!(%error, "a rematch was not opened"));
                host.on_opened(opened.ok(), now, dice);
            }
        }
    }

    /// Does what the host wants done; what takes long becomes the job.
    fn carry_out<'a>(&mut self, house: &'a House, job: &mut Job<'a>) {
        while let Some(effect) = self.host.poll_effect() {
            match effect {
                Effect::Append { after, record } => {
                    let record = Record { body: record.body, is_news: record.is_news };
                    *job = Job::Append(house.journal().append(&self.subject, Position(after.0), record));
                }
                Effect::ReadLog { after } => *job = Job::Read(house.journal().read(&self.subject, Position(after.0))),
                Effect::OpenTable { entries } => *job = Job::Open(Box::pin(house.open(entries))),
                Effect::Think { thought, thinking } => {
                    let (house, own, start) = (house.clone(), self.own.clone(), Instant::now());
                    house.clone().thinkers().think(thinking, move |step| {
                        house.pulse().thought(start.elapsed());
                        post(&own, Mail::Thought { thought, step });
                    });
                }
                Effect::Advise { connection, id, advising } => {
                    let own = self.own.clone();
                    let tell = move |advice| post(&own, Mail::Advice { connection, id, advice });
                    house.thinkers().think(advising, tell);
                }
                Effect::Send { connection, message } => {
                    if let Message::Refused { refusal, .. } = &message {
                        house.pulse().refused(refusal.code());
                    }
                    house.send_to(connection, &message);
                }
                Effect::Lobby(summary) => house.lobby().put(*summary),
                Effect::Stepped => house.pulse().stepped(),
                Effect::Parked(why) => tracing::error!(table = self.table.as_str(), why, "the table is parked"),
                Effect::Sleep => {
                    if !std::mem::replace(&mut self.is_leaving, true) {
                        // What is still in the mailbox is answered before the table is gone.
                        house.sleeps(&self.table);
                        self.mailbox.close();
                    }
                }
            }
        }
    }
}

/// Puts what was thought aside into the mailbox; if that is full of what people ask, it waits on a thread of its own.
fn post(mailbox: &mpsc::WeakSender<Mail>, mail: Mail) {
    if let Some(mailbox) = mailbox.upgrade() {
        let _ = mailbox.blocking_send(mail);
    }
}
