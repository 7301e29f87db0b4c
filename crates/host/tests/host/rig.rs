//! A host whose effects are carried out by hand or at once, on a log in memory.

use std::sync::Arc;

use engine::{GameId, Seat, Seed};
use host::{
    Advising, AskRequest, ConnectionId, Effect, HintKey, HintOutcome, Host, HostOptions, LogPosition, Message, Pace,
    Person, Room, WatchRequest, open,
};
use serde_json::Value;
use testkit::Dice;
use wire::house::{
    Ask, BotLevel, Entry, Invitation, Phrase, PlayerId, Settings, Speech, TableSnapshot, read_entries, write_entries,
};
use words::Lang;

/// When every test begins, in milliseconds since 1970.
pub(crate) const START: u64 = 1_800_000_000_000;
/// After how long the host wants to sleep.
pub(crate) const IDLE: u64 = 600_000;

/// The most records the log may have.
pub(crate) const MAX_RECORDS: u64 = 2_000;

pub(crate) const ANNE: ConnectionId = ConnectionId(1);
pub(crate) const BLAISE: ConnectionId = ConnectionId(2);
pub(crate) const CHLOE: ConnectionId = ConnectionId(3);

/// The person whose connection it is; those after the third have none but their number.
pub(crate) fn person(connection: ConnectionId) -> Person {
    let name = match connection {
        ANNE => "anne".to_owned(),
        BLAISE => "blaise".to_owned(),
        CHLOE => "chloe".to_owned(),
        ConnectionId(number) => number.to_string(),
    };
    Person {
        player: format!("p-{name}").into(),
        name: name.into(),
        is_program: false,
        is_claimed: false,
        lang: Lang::English,
    }
}

pub(crate) fn settings() -> Settings {
    Settings { takeover: Some(true), ..Settings::new(GameId::QuaranteSix, 2) }
}

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

pub(crate) fn hello() -> Ask {
    Ask::Say { speech: Speech::Phrase(Phrase::Hello) }
}

pub(crate) fn say(text: &str) -> Ask {
    Ask::Say { speech: Speech::Text(text.into()) }
}

pub(crate) struct Rig {
    pub(crate) host: Host,
    pub(crate) now: u64,
    /// The records of the log; the position of the first is 1.
    pub(crate) log: Vec<Arc<[u8]>>,
    pub(crate) dice: Dice,
    /// What was sent and not looked at yet.
    pub(crate) sent: Vec<(ConnectionId, Message)>,
    /// Who was asked to the table.
    pub(crate) invited: Vec<(PlayerId, Invitation)>,
    /// The snapshots that were to be kept.
    pub(crate) snapshots: Vec<(LogPosition, TableSnapshot)>,
}

impl Rig {
    /// A table that Anne has opened; nobody watches it.
    pub(crate) fn new(settings: Settings, bots: &[(usize, BotLevel)]) -> Self {
        let bots: Vec<(Seat, BotLevel)> = bots.iter().map(|(number, level)| (seat(*number), *level)).collect();
        let opened = open(settings, &bots, &person(ANNE), START).expect("a table");
        Self::of(vec![write_entries(&opened).into()], START)
    }

    /// The table of these records, as after an outage.
    pub(crate) fn of(log: Vec<Arc<[u8]>>, now: u64) -> Self {
        let entries: Vec<Vec<Entry>> = log.iter().map(|record| read_entries(record).expect("a record")).collect();
        let room = Room::replay(&"t1".into(), entries.iter().map(Vec::as_slice)).expect("the log fits");
        let options = HostOptions { pace: Pace::AT_ONCE, idle: Some(IDLE), max_records: Some(MAX_RECORDS) };
        let host = Host::new(room, LogPosition(log.len() as u64), options, now);
        let (dice, sent, invited, snapshots) = (Dice::new(7), Vec::new(), Vec::new(), Vec::new());
        Self { host, now, log, dice, sent, invited, snapshots }
    }

    /// Anne and Blaise watch the table, sit and play; it is the turn of the one who is returned, then the other.
    pub(crate) fn playing(settings: Settings) -> (Self, ConnectionId, ConnectionId) {
        let mut rig = Self::new(settings, &[]);
        for connection in [ANNE, BLAISE] {
            rig.watch(connection, None);
        }
        rig.ask(BLAISE, "sit", Ask::Sit { seat: None });
        rig.ask(ANNE, "begin", Ask::Begin { fill: None });
        for connection in [ANNE, BLAISE] {
            rig.ask(connection, "ready", Ask::Ready { round: 1, entropy: None });
        }
        rig.go_on();
        rig.sent.clear();
        let mover = rig.host.room().clock(rig.now).seat.expect("somebody's turn");
        if mover == seat(0) { (rig, ANNE, BLAISE) } else { (rig, BLAISE, ANNE) }
    }

    /// Gives the host an input.
    pub(crate) fn input<T>(&mut self, input: impl FnOnce(&mut Host, u64, host::DiceAt<'_>) -> T) -> T {
        let Self { host, now, dice, .. } = self;
        input(host, *now, &mut |_, _| -> Seed { dice.seed() })
    }

    pub(crate) fn give_watch(&mut self, connection: ConnectionId, id: &str, after: Option<u64>) {
        self.give_watch_as(connection, WatchRequest { id: id.into(), after, recent: false, views: false, key: None });
    }

    fn give_watch_as(&mut self, connection: ConnectionId, watch: WatchRequest) {
        let player = person(connection).player;
        self.input(|host, now, dice| host.on_watch(connection, player, watch, now, dice));
    }

    pub(crate) fn give_ask(&mut self, connection: ConnectionId, id: &str, ask: Ask) {
        let person = person(connection);
        self.input(|host, now, dice| {
            host.on_ask(connection, person, AskRequest { id: id.into(), ask, key: None }, now, dice);
        });
    }

    pub(crate) fn watch(&mut self, connection: ConnectionId, after: Option<u64>) {
        self.give_watch(connection, "watch", after);
        self.carry_out();
    }

    /// Watches with the view in every update.
    pub(crate) fn watch_views(&mut self, connection: ConnectionId, after: Option<u64>) {
        self.give_watch_as(
            connection,
            WatchRequest { id: "watch".into(), after, recent: false, views: true, key: None },
        );
        self.carry_out();
    }

    pub(crate) fn unwatch(&mut self, connection: ConnectionId) {
        self.input(|host, now, dice| host.on_unwatch(connection, None, now, dice));
        self.carry_out();
    }

    pub(crate) fn ask(&mut self, connection: ConnectionId, id: &str, ask: Ask) {
        self.give_ask(connection, id, ask);
        self.carry_out();
    }

    /// Takes the effects until one is not a message.
    pub(crate) fn next_effect(&mut self) -> Option<Effect> {
        loop {
            match self.host.poll_effect()? {
                Effect::Send { connection, message } => self.sent.push((connection, message)),
                Effect::Invite { player, invitation } => self.invited.push((player, *invitation)),
                Effect::KeepSnapshot { position, snapshot } => self.snapshots.push((position, *snapshot)),
                Effect::Lobby(_) | Effect::Stepped => {}
                effect => return Some(effect),
            }
        }
    }

    /// Takes the append that the host wants; it is not answered yet.
    pub(crate) fn next_append(&mut self) -> (LogPosition, Arc<[u8]>) {
        match self.next_effect() {
            Some(Effect::Append { after, record }) => (after, record.body),
            other => panic!("no append: {other:?}"),
        }
    }

    /// Writes a record down and tells the host.
    pub(crate) fn write(&mut self, record: Arc<[u8]>) {
        self.log.push(record);
        let position = LogPosition(self.log.len() as u64);
        self.input(|host, now, dice| host.on_written(Ok(position), now, dice));
    }

    /// Carries out all that the host wants at once; says whether it wants to sleep.
    pub(crate) fn carry_out(&mut self) -> bool {
        let mut sleeps = false;
        while let Some(effect) = self.next_effect() {
            match effect {
                Effect::Append { after, record } => {
                    assert_eq!(after, LogPosition(self.log.len() as u64), "an append follows the last");
                    self.write(record.body);
                }
                Effect::Think { thought, thinking } => {
                    let step = thinking(&mut || false);
                    self.input(|host, now, dice| host.on_thought(thought, step, now, dice));
                }
                Effect::Advise { hint, advising } => {
                    self.host.on_advice(hint, HintOutcome::Found(advising(&mut || false)));
                }
                Effect::CancelAdvice { .. } => {}
                Effect::Sleep => sleeps = true,
                other => panic!("{other:?}"),
            }
        }
        sleeps
    }

    /// Asks for a hint that is to be worked out.
    pub(crate) fn hint(&mut self, connection: ConnectionId, id: &str) -> (HintKey, Advising) {
        self.give_ask(connection, id, Ask::Hint);
        match self.next_effect() {
            Some(Effect::Advise { hint, advising }) => (hint, advising),
            other => panic!("no hint is worked out: {other:?}"),
        }
    }

    /// Whose turn it is.
    pub(crate) fn mover(&self) -> ConnectionId {
        let mover = self.host.room().clock(self.now).seat.expect("somebody's turn");
        if mover == seat(0) { ANNE } else { BLAISE }
    }

    /// Asks for the first step that is legal; nothing of it is carried out yet.
    pub(crate) fn give_step(&mut self, mover: ConnectionId) {
        let (seq, before) = (self.seq(), self.sent.len());
        self.give_ask(mover, &format!("legal-{seq}"), Ask::Legal);
        assert!(self.next_effect().is_none());
        let (_, legal) = self.sent.split_off(before).pop().expect("an answer");
        let legal: Value = serde_json::from_str(&legal.to_text(Lang::English)).expect("JSON");
        let step = legal["answer"]["result"]["moves"][0].as_str().expect("a move").to_owned();
        self.give_ask(mover, &format!("step-{seq}"), Ask::Submit { step });
    }

    /// Makes the first step that is legal.
    pub(crate) fn make_a_step(&mut self, mover: ConnectionId) {
        self.give_step(mover);
        self.carry_out();
    }

    /// Lets the host do what is due next, when its time has come; says whether it wants to sleep.
    pub(crate) fn go_on(&mut self) -> bool {
        let at = self.host.next_timeout().expect("something is due");
        self.now = self.now.max(at);
        self.input(|host, now, dice| host.on_time(now, dice));
        self.carry_out()
    }

    /// What was sent to a connection since this was last asked, as JSON.
    pub(crate) fn take(&mut self, connection: ConnectionId) -> Vec<Value> {
        let (own, others) = std::mem::take(&mut self.sent).into_iter().partition(|(to, _)| *to == connection);
        self.sent = others;
        let own: Vec<(ConnectionId, Message)> = own;
        let read = |message: &Message| serde_json::from_str(&message.to_text(Lang::English)).expect("JSON");
        own.iter().map(|(_, message)| read(message)).collect()
    }

    /// The kinds of messages sent to a connection, with their codes and numbers.
    pub(crate) fn kinds(&mut self, connection: ConnectionId) -> Vec<String> {
        let kind = |message: &Value| {
            let (kind, body) = message.as_object().and_then(|it| it.iter().next()).expect("a message");
            match kind.as_str() {
                "answer" => format!("answer {}", body["id"].as_str().expect("an id")),
                "refused" => format!(
                    "refused {} {}",
                    body["id"].as_str().expect("an id"),
                    body["code"].as_str().expect("a code")
                ),
                "happened" | "table" => format!("{kind} {}", body["seq"]),
                _ => kind.clone(),
            }
        };
        self.take(connection).iter().map(kind).collect()
    }

    pub(crate) fn seq(&self) -> u64 {
        self.host.room().seq()
    }
}
