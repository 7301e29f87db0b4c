//! A room, its log, a clock that stands still until something is to be done, and dice.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::{GameId, Seat, Seed, Viewer};
use host::{Act, Decision, Pace, Person, Refusal, Room, Task, open};
use serde_json::Value;
use testkit::Dice;
use wire::house::{
    AnswerResult, Ask, BotLevel, Entry, PlayerId, Settings, Stage, TableView, TextByViewer, ToClient, read_entries,
    write_entries,
};
use words::Lang;

/// Somebody who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asker {
    pub(crate) player: &'static str,
    pub(crate) name: &'static str,
    pub(crate) is_program: bool,
    pub(crate) lang: Lang,
}

impl Asker {
    pub(crate) fn id(&self) -> PlayerId {
        self.player.into()
    }

    pub(crate) fn person(&self) -> Person {
        Person {
            player: self.id(),
            name: self.name.into(),
            is_program: self.is_program,
            is_claimed: false,
            lang: self.lang,
        }
    }
}

pub(crate) const ANNE: Asker = Asker { player: "p-anne", name: "Anne", is_program: false, lang: Lang::French };
pub(crate) const BLAISE: Asker = Asker { player: "p-blaise", name: "Blaise", is_program: false, lang: Lang::English };
pub(crate) const CHLOE: Asker = Asker { player: "p-chloe", name: "Chloé", is_program: true, lang: Lang::French };

/// When every test begins, in milliseconds since 1970.
pub(crate) const START: u64 = 1_800_000_000_000;

/// An open table of a game with nothing special, hints and undo allowed.
pub(crate) fn settings(game: GameId, seats: u8) -> Settings {
    Settings { takeover: Some(true), ..Settings::new(game, seats) }
}

/// The same with options of the game.
pub(crate) fn with_options(game: GameId, seats: u8, options: Value) -> Settings {
    let Value::Object(options) = options else { panic!("options are an object") };
    Settings { options, ..settings(game, seats) }
}

/// An answer as a client reads it.
fn json(result: &AnswerResult) -> Value {
    serde_json::to_value(result).expect("plain data")
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

/// Bots on the seats with these numbers.
pub(crate) fn on_seats(bots: &[(usize, BotLevel)]) -> Vec<(Seat, BotLevel)> {
    bots.iter().map(|(number, level)| (seat(*number), *level)).collect()
}

/// What an ask came to.
#[derive(Debug, PartialEq)]
pub(crate) enum Came {
    /// Something was written down.
    Written(u64),
    /// It had been before.
    Repeated(u64),
    /// Nothing was written down.
    Noted,
    /// It was answered.
    Answered(Value),
    /// Another table is opened.
    Rematch(Vec<Entry>),
}

pub(crate) struct Hall {
    pub(crate) room: Room,
    /// The records that have a sequence number, in order from 1.
    pub(crate) log: Vec<Vec<Entry>>,
    /// All records, refusals as well.
    pub(crate) journal: Vec<Vec<Entry>>,
    pub(crate) now: u64,
    pub(crate) pace: Pace,
    pub(crate) dice: Dice,
    /// For each sequence number what each seat was sent, and spectators last.
    pub(crate) messages: BTreeMap<u64, Vec<Arc<str>>>,
    /// Everything that was asked, with its id.
    pub(crate) asked: Vec<(Asker, String, Ask)>,
}

impl Hall {
    /// A table that Anne has opened; she is there.
    pub(crate) fn new(settings: Settings, bots: &[(usize, BotLevel)]) -> Self {
        Self::seeded(settings, bots, 7)
    }

    pub(crate) fn seeded(settings: Settings, bots: &[(usize, BotLevel)], run: u64) -> Self {
        let mut hall = Self::of(open(settings, &on_seats(bots), &ANNE.person(), START).expect("a table"));
        hall.dice = Dice::new(run);
        hall.room.arrive(&ANNE.id());
        hall
    }

    /// The table that these entries open, with nobody there.
    pub(crate) fn of(entries: Vec<Entry>) -> Self {
        let room = Room::opened(&"t1".into(), &entries).expect("a room");
        Self {
            room,
            journal: vec![entries.clone()],
            log: vec![entries],
            now: START,
            pace: Pace::AT_ONCE,
            dice: Dice::new(7),
            messages: BTreeMap::new(),
            asked: Vec::new(),
        }
    }

    /// Anne, Blaise and bots, in the first round.
    pub(crate) fn playing(settings: Settings) -> Self {
        let mut hall = Self::begun(settings);
        hall.deal();
        hall
    }

    /// Anne, Blaise and bots, before the first deal.
    pub(crate) fn begun(settings: Settings) -> Self {
        let mut hall = Self::new(settings, &[]);
        hall.join(&BLAISE);
        hall.do_it(&ANNE, Ask::Begin { fill: Some(BotLevel::Casual) });
        hall
    }

    pub(crate) fn join(&mut self, asker: &Asker) {
        self.room.arrive(&asker.id());
        self.do_it(asker, Ask::Sit { seat: None });
    }

    /// Deals with nothing added.
    pub(crate) fn deal(&mut self) {
        let entries = self.room.decide_deal(self.now).expect("a round to deal");
        self.write(entries);
    }

    pub(crate) fn write(&mut self, entries: Vec<Entry>) {
        // What is applied is what would be read from a journal.
        let read = read_entries(&write_entries(&entries)).expect("what was written can be read");
        assert_eq!(read, entries);
        let shown = self.room.apply(&entries).expect("what was decided fits");
        self.journal.push(entries.clone());
        if shown.is_empty() {
            return;
        }
        self.log.push(entries);
        let TextByViewer { mut seats, spectator } = shown.messages(&self.room, self.now);
        seats.push(spectator);
        self.messages.insert(self.room.seq(), seats);
    }

    pub(crate) fn decide(&mut self, asker: &Asker, id: &str, ask: &Ask) -> Result<Decision, Refusal> {
        let Self { room, dice, now, .. } = self;
        room.decide(&asker.person(), id, ask, *now, &mut || dice.seed())
    }

    pub(crate) fn ask_as(&mut self, asker: &Asker, id: &str, ask: &Ask) -> Result<Came, Refusal> {
        let decision = match self.decide(asker, id, ask) {
            Ok(decision) => decision,
            Err(refusal) => {
                let entry = Room::refusal_entry(&asker.person(), id, ask, &refusal).expect("the table refuses");
                self.write(vec![entry]);
                return Err(refusal);
            }
        };
        Ok(match decision {
            Decision::Refused(refusal) => return Err(refusal),
            Decision::Write(entries) => {
                self.write(entries);
                Came::Written(self.room.seq())
            }
            Decision::Repeat(seq) => Came::Repeated(seq),
            Decision::Noted | Decision::Invite(_) => Came::Noted,
            Decision::Answer(result) => Came::Answered(json(&result)),
            Decision::Advise(advising) => {
                Came::Answered(json(&AnswerResult::Hint(advising(&mut || false).expect("advice"))))
            }
            Decision::Rematch(entries) => Came::Rematch(entries),
        })
    }

    /// Asks with an id that was never used.
    pub(crate) fn ask(&mut self, asker: &Asker, ask: Ask) -> Result<Came, Refusal> {
        let id = format!("ask-{}", self.asked.len() + 1);
        self.asked.push((*asker, id.clone(), ask.clone()));
        self.ask_as(asker, &id, &ask)
    }

    /// Asks for what must be granted.
    pub(crate) fn do_it(&mut self, asker: &Asker, ask: Ask) -> Came {
        self.ask(asker, ask.clone()).unwrap_or_else(|refusal| panic!("{ask:?} is refused: {refusal:?}"))
    }

    /// Asks for what must be refused, which changes nothing; says with which code.
    pub(crate) fn refused(&mut self, asker: &Asker, ask: Ask) -> String {
        let before = self.views();
        let refusal = match self.ask(asker, ask.clone()) {
            Err(refusal) => refusal,
            Ok(came) => panic!("{ask:?} is granted: {came:?}"),
        };
        assert_eq!(self.views(), before, "a refusal changes nothing");
        refusal.code().into()
    }

    pub(crate) fn submit(&mut self, asker: &Asker, step: &str) -> Came {
        self.do_it(asker, Ask::Submit { step: step.into() })
    }

    pub(crate) fn refused_step(&mut self, asker: &Asker, step: &str) -> String {
        self.refused(asker, Ask::Submit { step: step.into() })
    }

    /// The steps a player may make now.
    pub(crate) fn legal(&mut self, asker: &Asker) -> Vec<String> {
        let Came::Answered(legal) = self.do_it(asker, Ask::Legal) else { panic!("moves are told") };
        let moves = legal["moves"].as_array().expect("a list");
        moves.iter().map(|step| step.as_str().expect("a text").into()).collect()
    }

    pub(crate) fn agenda(&mut self) -> Option<Task> {
        let Self { room, dice, now, pace, .. } = self;
        room.agenda(*now, pace, &mut || dice.seed())
    }

    /// Does what the table does by itself at this time.
    pub(crate) fn act(&mut self, act: &Act) {
        let Self { room, dice, now, .. } = self;
        let dice = &mut || -> Seed { dice.seed() };
        let entries = match act {
            Act::Deal => room.decide_deal(*now),
            Act::Timeout => room.decide_timeout(*now, dice),
            Act::LastRound => room.decide_last_round(*now),
            Act::Replace => room.decide_replacement(),
            Act::StandIn => None,
            Act::Speak(seat, step) => room.decide_for_bot(*seat, step, *now, dice),
            Act::Think(seat) => {
                room.thinking_begins();
                let step = room.think(*seat, dice).expect("a bot")(&mut || false);
                room.decide_for_bot(*seat, &step, *now, dice)
            }
        };
        if let Some(entries) = entries {
            self.write(entries);
        }
    }

    /// Lets the table do what it would do next, when its time has come; says what that was.
    pub(crate) fn go_on(&mut self) -> Option<Act> {
        let task = self.agenda()?;
        self.now = self.now.max(task.at);
        self.act(&task.act);
        Some(task.act)
    }

    /// Lets the table do what is due until this time, and not a moment longer.
    pub(crate) fn go_on_until(&mut self, time: u64) {
        for _ in 0..10_000 {
            match self.agenda().filter(|task| task.at <= time) {
                None => {
                    self.now = time;
                    return;
                }
                Some(task) => {
                    self.now = self.now.max(task.at);
                    self.act(&task.act);
                }
            }
        }
        panic!("the table does not come to rest");
    }

    pub(crate) fn ready(&mut self, asker: &Asker) {
        let round = self.room.summary().round + 1;
        let entropy = format!("{:016x}", self.dice.below(1 << 30) + 1);
        self.do_it(asker, Ask::Ready { round, entropy: Some(entropy) });
    }

    /// Who of these is to move.
    pub(crate) fn mover<'a>(&self, players: &'a [Asker]) -> Option<&'a Asker> {
        let mover = self.room.clock(self.now).seat?;
        players.iter().find(|player| self.room.seat_of(&player.id()) == Some(mover))
    }

    /// One thing happens: a player moves at random, or the table goes on.
    pub(crate) fn play_on(&mut self, players: &[Asker]) {
        if self.room.stage() == Stage::Between {
            let ready = self.room.presence().ready;
            let is_ready = |player: &&Asker| self.room.seat_of(&player.id()).is_some_and(|seat| ready.contains(&seat));
            let late: Vec<Asker> = players.iter().filter(|player| !is_ready(player)).copied().collect();
            for player in late {
                self.ready(&player);
            }
        }
        match self.mover(players) {
            Some(player) => {
                let moves = self.legal(player);
                let step = moves[self.dice.below(moves.len())].clone();
                self.submit(player, &step);
            }
            None => assert!(self.go_on().is_some(), "the table is stuck in {:?}", self.room.stage()),
        }
    }

    pub(crate) fn play_to_the_end(&mut self, players: &[Asker]) {
        for _ in 0..50_000 {
            if self.room.stage() == Stage::Over {
                return;
            }
            self.play_on(players);
        }
        panic!("the match does not end");
    }

    /// Everybody who can look: the seats, then spectators.
    pub(crate) fn viewers(&self) -> Vec<Viewer> {
        let seats = self.room.sitters().len();
        (0..seats).map(|index| Viewer::Seat(seat(index))).chain([Viewer::Spectator]).collect()
    }

    pub(crate) fn view(&self, viewer: Viewer) -> TableView {
        match self.room.view(viewer, self.now) {
            ToClient::Table(view) => *view,
            other => panic!("no table: {other:?}"),
        }
    }

    pub(crate) fn views(&self) -> Vec<TableView> {
        self.viewers().into_iter().map(|viewer| self.view(viewer)).collect()
    }

    /// The room built again from its log, with nobody there.
    pub(crate) fn replayed(&self) -> Room {
        Room::replay(&"t1".into(), self.journal.iter().map(Vec::as_slice)).expect("the log fits")
    }

    /// The happenings that spectators were sent with the last message.
    pub(crate) fn last_happenings(&self) -> Vec<Value> {
        let (_, messages) = self.messages.last_key_value().expect("a message");
        let message: Value = serde_json::from_str(messages.last().expect("spectators")).expect("JSON");
        message["happened"]["happenings"].as_array().expect("a list").clone()
    }
}
