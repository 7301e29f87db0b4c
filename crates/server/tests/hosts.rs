//! Tables of a house on a journal in memory, played through connections as a socket would drive them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use engine::{GameId, Seat, Seed};
use host::{Pace, Person, open, seats_of};
use journal::{
    Feed, Journal, JournalError, Later, MemoryJournal, OnAppended, Position, RedactError, Snapshot, Stored, Subject,
};
use serde_json::{Value, json};
use server::hosts::{Connection, House, HouseOptions, Outbox, Pulse, Sink, Taken, TimeAndDice};
use tokio::sync::Notify;
use tokio::time::Instant;
use wire::house::{BotLevel, Settings, Stage, TableId};
use words::Lang;

#[derive(Debug)]
struct TestClock {
    start: Instant,
    dice: AtomicU64,
}

impl TimeAndDice for TestClock {
    fn now(&self) -> u64 {
        1_000_000 + self.start.elapsed().as_millis() as u64
    }

    fn dice(&self) -> Seed {
        let number = self.dice.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Seed(std::array::from_fn(|index| (number.rotate_left(index as u32 * 5) >> 16) as u8))
    }
}

#[derive(Debug)]
struct NoPulse;

impl Pulse for NoPulse {
    fn stepped(&self) {}
    fn refused(&self, _: &str) {}
    fn woke(&self) {}
    fn slept(&self) {}
    fn thought(&self, _: Duration) {}
    fn advised(&self, _: Duration) {}
    fn thinking_waits(&self, _: usize) {}
}

fn house(journal: Arc<dyn Journal>, idle: Duration) -> House {
    let clock = Arc::new(TestClock { start: Instant::now(), dice: AtomicU64::new(1) });
    let options = HouseOptions { pace: Pace::AT_ONCE, idle, ..HouseOptions::default() };
    House::new(journal, clock, Arc::new(NoPulse), options)
}

fn settings(game: GameId, seats: u8) -> Settings {
    Settings { takeover: Some(true), ..Settings::new(game, seats) }
}

/// Tells a player that something waits in their outbox.
#[derive(Debug, Default)]
struct Notifier(Notify);

impl Sink for Notifier {
    fn flush(&self, _: &Outbox, _: &mut Vec<u8>) {
        self.0.notify_one();
    }
}

/// A player who plays the first legal move until the match is over, or they have had enough.
struct Player {
    connection: Connection,
    told: Arc<Notifier>,
    table: TableId,
    asked: u64,
    seq: u64,
    /// Once so much has happened they stop at their turn.
    stops_at: u64,
}

impl Player {
    async fn ask(&mut self, ask: Value) {
        self.asked += 1;
        let message = json!({ "id": self.asked.to_string(), "table": self.table, "ask": ask });
        self.connection.receive(&message.to_string()).await;
    }

    async fn next(&mut self) -> Vec<Value> {
        loop {
            let mut messages = Vec::new();
            let read = |text: &str| messages.push(serde_json::from_str(text).expect("JSON"));
            match self.connection.guest().outbox.take(read) {
                Taken::Messages => return messages,
                Taken::Nothing => self.told.0.notified().await,
                other => panic!("{other:?}"),
            }
        }
    }

    async fn play(mut self) -> Vec<u64> {
        let mut seat = Value::Null;
        loop {
            for message in self.next().await {
                let (clock, stage) = if let Some(view) = message.get("table") {
                    seat = view["seat"].clone();
                    self.seq = view["seq"].as_u64().expect("a number");
                    if let Some(round) = view["rounds"].as_array().and_then(|rounds| rounds.last())
                        && round.get("entropy").is_none()
                    {
                        self.ask(json!({ "ready": { "round": round["round"], "entropy": "abcd" } })).await;
                    }
                    (view["clock"].clone(), view["stage"].clone())
                } else if let Some(happened) = message.get("happened") {
                    let seq = happened["seq"].as_u64().expect("a number");
                    assert_eq!(seq, self.seq + 1, "no gap");
                    self.seq = seq;
                    let mut stage = Value::Null;
                    for happening in happened["happenings"].as_array().expect("a list") {
                        if let Some(committed) = happening.get("committed") {
                            self.ask(json!({ "ready": { "round": committed["round"], "entropy": "abcd" } })).await;
                        }
                        if let Some(ended) = happening.get("ended") {
                            return ended["places"]
                                .as_array()
                                .expect("places")
                                .iter()
                                .filter_map(Value::as_u64)
                                .collect();
                        }
                        stage = Value::Null;
                    }
                    (happened["clock"].clone(), stage)
                } else if let Some(moves) = message["answer"]["result"]["moves"].as_array() {
                    if let Some(step) = moves.first() {
                        let step = step.as_str().expect("text");
                        self.ask(json!({ "submit": { "move": step } })).await;
                    }
                    continue;
                } else {
                    continue;
                };
                let _ = stage;
                if !clock["seat"].is_null() && clock["seat"] == seat {
                    if self.seq >= self.stops_at {
                        return Vec::new();
                    }
                    self.ask(json!("legal")).await;
                }
            }
        }
    }
}

fn anne() -> Person {
    Person { player: "p-anne".into(), name: "Anne".into(), is_program: false, is_claimed: false, lang: Lang::French }
}

#[tokio::test]
async fn people_and_bots_play_a_match_of_every_game() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let house = house(journal.clone(), Duration::from_secs(600));
    for game in GameId::ALL {
        let seats = *seats_of(game).start() as u8 + 1;
        let anne = anne();
        let bots: Vec<(Seat, BotLevel)> =
            (2..seats.into()).filter_map(Seat::new).map(|seat| (seat, BotLevel::Casual)).collect();
        let table =
            house.open(open(settings(game, seats), &bots, &anne, 1).expect("a table"), None).await.expect("open");
        let mut anne = player(&house, "p-anne", "Anne", &table);
        let mut blaise = player(&house, "p-blaise", "Blaise", &table);
        anne.ask(json!({ "watch": {} })).await;
        blaise.ask(json!({ "sit": {} })).await;
        blaise.ask(json!({ "watch": {} })).await;
        let opened = wait_for(&house, &table, |room| room.sitters().iter().all(Option::is_some)).await;
        assert!(opened);
        anne.ask(json!({ "begin": {} })).await;
        let (first, second) = tokio::join!(anne.play(), blaise.play());
        assert_eq!(first, second, "{}", game.slug());
        let record = house.look(&table, |room| room.record("2026-11-16")).await.expect("a table").expect("over");
        referee::records::verify(&wire::write_record(&record), Lang::English).expect("the record holds");
    }
    assert!(house.lobby().tables().is_empty(), "finished tables are not listed");
}

fn player(house: &House, id: &str, name: &str, table: &TableId) -> Player {
    let told = Arc::new(Notifier::default());
    let person =
        Person { player: id.into(), name: name.into(), is_program: false, is_claimed: false, lang: Lang::English };
    let connection = house.connect(person, told.clone());
    Player { connection, told, table: table.clone(), asked: 0, seq: 0, stops_at: u64::MAX }
}

async fn wait_for(house: &House, table: &str, holds: fn(&host::Room) -> bool) -> bool {
    for _ in 0..1_000 {
        if house.look(table, holds).await.expect("a table") {
            return true;
        }
        tokio::task::yield_now().await;
    }
    false
}

#[tokio::test(start_paused = true)]
async fn a_match_that_only_bots_are_left_at_is_put_away_when_nobody_looks_on() {
    let idle = Duration::from_secs(600);
    let house = house(Arc::new(MemoryJournal::new()), idle);
    let anne = anne();
    let seat = Seat::new(1).expect("a seat");
    let table = open(settings(GameId::Onze, 2), &[(seat, BotLevel::Novice)], &anne, 1).expect("a table");
    let table = house.open(table, None).await.expect("open");
    let mut anne = player(&house, "p-anne", "Anne", &table);
    anne.ask(json!({ "watch": {} })).await;
    anne.ask(json!({ "begin": {} })).await;
    assert!(wait_for(&house, &table, |room| room.stage() != Stage::Gathering).await);
    drop(anne);
    tokio::time::sleep(2 * idle).await;
    let stage = house.look(&table, host::Room::stage).await.expect("a table");
    assert_ne!(stage, Stage::Closed, "she may come back to her seat");
    let mut anne = player(&house, "p-anne", "Anne", &table);
    anne.ask(json!("stand")).await;
    drop(anne);
    tokio::time::sleep(2 * idle).await;
    assert_eq!(house.look(&table, host::Room::stage).await.expect("a table"), Stage::Closed);
}

/// A journal that counts how often a log is read, and how many records; its snapshots may be damaged.
#[derive(Debug, Default)]
struct CountingJournal {
    journal: MemoryJournal,
    reads: AtomicU64,
    records: AtomicU64,
    damages_snapshots: AtomicBool,
}

impl CountingJournal {
    /// How many records were read since this was last asked.
    fn take_records(&self) -> u64 {
        self.records.swap(0, Ordering::Relaxed)
    }
}

impl Journal for CountingJournal {
    fn append_all(&self, appends: Vec<journal::Append>, on_appended: OnAppended) {
        self.journal.append_all(appends, on_appended);
    }

    fn read(&self, subject: &Subject, after: Position) -> Later<'_, Result<Vec<Stored>, JournalError>> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let records = self.journal.read(subject, after);
        Box::pin(async move {
            let records = records.await?;
            self.records.fetch_add(records.len() as u64, Ordering::Relaxed);
            Ok(records)
        })
    }

    fn snapshot(&self, subject: &Subject) -> Later<'_, Result<Option<Snapshot>, JournalError>> {
        let snapshot = self.journal.snapshot(subject);
        Box::pin(async move {
            let mut snapshot = snapshot.await?;
            if let Some(snapshot) = snapshot.as_mut().filter(|_| self.damages_snapshots.load(Ordering::Relaxed)) {
                let mut body = snapshot.body.to_vec();
                let middle = body.len() / 2;
                body[middle] ^= 1;
                snapshot.body = body.into();
            }
            Ok(snapshot)
        })
    }

    fn keep_snapshot(&self, subject: &Subject, snapshot: Snapshot) -> Later<'_, Result<(), JournalError>> {
        self.journal.keep_snapshot(subject, snapshot)
    }

    fn drop_snapshot(&self, subject: &Subject) -> Later<'_, Result<(), JournalError>> {
        self.journal.drop_snapshot(subject)
    }

    fn news(&self, after: Position) -> Later<'_, Result<Feed, JournalError>> {
        self.journal.news(after)
    }

    fn redact(&self, subject: &Subject, position: Position, body: Arc<[u8]>) -> Later<'_, Result<(), RedactError>> {
        self.journal.redact(subject, position, body)
    }

    fn head(&self) -> Later<'_, Result<Position, JournalError>> {
        self.journal.head()
    }
}

#[tokio::test]
async fn a_table_is_woken_once_for_all_who_wait_for_it() {
    let journal = Arc::new(CountingJournal::default());
    let first: Arc<dyn Journal> = journal.clone();
    let anne = anne();
    let opened = open(settings(GameId::Onze, 2), &[], &anne, 1).expect("a table");
    let table = house(first, Duration::from_secs(600)).open(opened, None).await.expect("open");
    let second: Arc<dyn Journal> = journal.clone();
    let house = house(second, Duration::from_secs(600));
    let looks = (0..50).map(|_| house.look(&table, host::Room::seq));
    let seen = futures_util::future::join_all(looks).await;
    assert!(seen.iter().all(|seq| matches!(seq, Ok(1))), "{seen:?}");
    assert_eq!(journal.reads.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_long_table_is_woken_by_what_follows_its_snapshot_and_by_all_if_that_is_damaged() {
    let journal = Arc::new(CountingJournal::default());
    let new_house = || {
        let journal: Arc<dyn Journal> = journal.clone();
        house(journal, Duration::from_secs(600))
    };
    let anne = anne();
    let Value::Object(options) = json!({ "rounds": 9999 }) else { panic!("an object") };
    let long = Settings { options, ..settings(GameId::Onze, 2) };
    let bot = (Seat::new(1).expect("a seat"), BotLevel::Novice);
    let first = new_house();
    let table = first.open(open(long, &[bot], &anne, 1).expect("a table"), None).await.expect("open");
    let subject = Subject::new(&format!("table.{table}")).expect("a subject");
    let mut anne = player(&first, "p-anne", "Anne", &table);
    anne.ask(json!({ "watch": {} })).await;
    anne.ask(json!({ "begin": {} })).await;
    // It is her turn when she stops, so nothing more happens.
    anne.stops_at = 3_000;
    anne.play().await;
    let total = first.look(&table, host::Room::records).await.expect("a table");
    // The last snapshot may still be on its way.
    let snapshot = loop {
        match journal.journal.snapshot(&subject).await.expect("it can be read") {
            Some(snapshot) if snapshot.position.0 + 500 > total => break snapshot,
            _ => tokio::task::yield_now().await,
        }
    };
    journal.take_records();
    let look = |room: &host::Room| (room.records(), room.seq(), format!("{room:?}"));
    let woken = new_house().look(&table, look).await.expect("a table");
    let read = journal.take_records();
    assert_eq!((woken.0, read), (total, total - snapshot.position.0), "only what follows is read");
    assert!(read < 500 && total >= 3_000, "{read} of {total}");

    journal.damages_snapshots.store(true, Ordering::Relaxed);
    let replayed = new_house().look(&table, look).await.expect("a table");
    assert_eq!(journal.take_records(), total + read, "the whole log is read when the snapshot is of no use");
    assert_eq!(replayed, woken, "it is the same table");
    assert_eq!(journal.journal.snapshot(&subject).await.expect("it can be read"), None, "it is thrown away");

    let again = new_house().look(&table, look).await.expect("a table");
    assert_eq!(journal.take_records(), total);
    assert_eq!(again, woken);
}
