//! The tables of one device, played by the client that browsers use.

use std::cell::Cell;

use client::{Client, News, Watched, legal_moves};
use engine::{GameId, Seed};
use host::{Pace, WrittenRecord};
use serde_json::{Value, json};
use web_worker::LocalTables;
use wire::house::{Ask, Stage, TableId};
use words::Lang;

/// Dice that are the same in every run.
fn dice(seed: u64) -> impl Fn() -> Seed {
    let thrown = Cell::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    move || {
        let mut bytes = Seed::default();
        for part in bytes.0.chunks_mut(8) {
            thrown.set(thrown.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
            part.copy_from_slice(&thrown.get().to_be_bytes());
        }
        bytes
    }
}

/// A device: its tables, the lines of its page, and a clock that stands still until something is due.
struct Device {
    tables: LocalTables,
    lines: Vec<(u32, Client)>,
    table: TableId,
    now: u64,
    written: Vec<WrittenRecord>,
    looks: u64,
}

impl Device {
    /// A table of this game for so many people and a bot, opened and begun.
    fn open(game: GameId, people: usize, seed: u64) -> Self {
        let mut tables = LocalTables::new(Pace { between: u64::MAX / 2, ..Pace::AT_ONCE }, dice(seed));
        let person = |number: usize| json!({ "person": { "name": format!("Personne {number}") } });
        let mut sitters: Vec<Value> = (1..=people).map(person).collect();
        sitters.push(json!({ "bot": { "level": "novice" } }));
        // Time leaps here to whatever is due next, so no clock may run.
        let options = if game == GameId::Rummy { json!({ "turn_seconds": 0 }) } else { json!({}) };
        let settings = json!({ "game": game.slug(), "options": options, "seats": people + 1 });
        let opened = tables.ask(&json!({ "open": { "settings": settings, "sitters": sitters } }).to_string(), 1_000);
        let opened: Value = serde_json::from_str(&opened).expect("JSON");
        let table = TableId::from(opened["opened"]["table"].as_str().expect("a table"));
        Self { tables, lines: Vec::new(), table, now: 1_000, written: Vec::new(), looks: 0 }
    }

    /// Looks at the table from a seat, or from none, on a line of its own.
    fn look(&mut self, line: u32, seat: Option<u8>) {
        self.tables.connect(line, self.table.as_str(), seat, Lang::English, self.now);
        // No two clients of a player use the same ids.
        self.looks += 1;
        let mut client = Client::new(self.looks);
        client.connected();
        client.watch(&self.table);
        self.lines.push((line, client));
        self.settle();
    }

    fn leave(&mut self, line: u32) {
        self.tables.disconnect(line, self.now);
        self.lines.retain(|(known, _)| *known != line);
        self.settle();
    }

    /// Carries everything both ways until nothing is left, and lets what is due happen.
    fn settle(&mut self) {
        for _ in 0..10_000 {
            let mut is_quiet = true;
            for (line, client) in &mut self.lines {
                for text in client.take_outgoing() {
                    is_quiet = false;
                    self.tables.receive(*line, &text, self.now);
                }
            }
            for (line, text) in self.tables.take_outgoing() {
                is_quiet = false;
                let known = self.lines.iter_mut().find(|(known, _)| *known == line);
                let (_, client) = known.expect("only lines that are there are told something");
                let news = client.receive(&text, self.now);
                assert!(!news.iter().any(|news| matches!(news, News::Refused { .. } | News::Lost { .. })), "{news:?}");
            }
            self.written.extend(self.tables.take_written());
            let due = self.tables.next_timeout().filter(|at| *at < self.now + 3_600_000);
            if let (true, Some(at)) = (is_quiet, due) {
                is_quiet = false;
                self.now = self.now.max(at);
                self.tables.on_time(self.now);
            }
            if is_quiet {
                return;
            }
        }
        panic!("the table never comes to rest");
    }

    fn watched(&self, line: u32) -> &Watched {
        let (_, client) = self.lines.iter().find(|(known, _)| *known == line).expect("a line");
        client.table(&self.table).expect("the table is shown")
    }

    fn ask(&mut self, line: u32, ask: Ask) {
        let (_, client) = self.lines.iter_mut().find(|(known, _)| *known == line).expect("a line");
        client.ask_table(&self.table, ask);
        self.settle();
    }

    /// The person on this line makes the first move there is.
    fn play(&mut self, line: u32) {
        let moves = legal_moves(self.watched(line).game().expect("a game")).moves;
        let step = moves.last().expect("a move").clone();
        self.ask(line, Ask::Submit { step });
    }

    fn turn(&self, line: u32) -> Option<u8> {
        self.watched(line).table().clock.seat.map(|seat| seat.index() as u8)
    }

    fn stage(&self, line: u32) -> Stage {
        self.watched(line).table().stage
    }
}

/// A round is enough: matches to a target would be long.
fn play_round(device: &mut Device, looker: u32) {
    let mut line = 100;
    for _ in 0..2_000 {
        if device.stage(looker) != Stage::Playing {
            return;
        }
        line += 1;
        let seat = device.turn(looker).expect("somebody's turn");
        device.look(line, Some(seat));
        assert_eq!(device.watched(line).table().seat.map(|seat| seat.index() as u8), Some(seat));
        device.play(line);
        device.leave(line);
    }
    panic!("the round never ends");
}

#[test]
fn alone_with_bots_a_table_goes_on_from_what_was_written() {
    for game in GameId::ALL {
        let mut device = Device::open(game, 2, 5);
        device.look(1, None);
        assert_eq!(device.stage(1), Stage::Playing, "{}: the first round is dealt at once", game.slug());
        for _ in 0..6 {
            if device.stage(1) != Stage::Playing {
                break;
            }
            let seat = device.turn(1).expect("somebody's turn");
            device.look(2, Some(seat));
            device.play(2);
            device.leave(2);
        }
        let before = device.watched(1).as_shown();
        // The browser is closed, and opened another day.
        let mut later = LocalTables::new(Pace::AT_ONCE, dice(9));
        let records: Vec<Vec<u8>> = device.written.iter().map(|written| written.record.to_vec()).collect();
        assert!(!later.has(device.table.as_str()));
        assert!(later.wake(device.table.as_str(), &records, device.now));
        device.tables = later;
        device.lines.clear();
        device.look(3, None);
        let after = device.watched(3).as_shown();
        assert_eq!((before.seq, &before.view), (after.seq, &after.view), "{}", game.slug());
    }
}

#[test]
fn who_passes_the_device_on_sees_no_hand_but_their_own() {
    let mut device = Device::open(GameId::Onze, 3, 7);
    device.look(1, None);
    assert!(device.watched(1).as_shown().view.is_some_and(|view| view.get("hand").is_none_or(Value::is_null)));
    assert_eq!(device.watched(1).game().map(client::GameView::viewer), Some(engine::Viewer::Spectator));
    play_round(&mut device, 1);
    assert!(matches!(device.stage(1), Stage::Between | Stage::Over));
    // One press is enough for all, and who pressed sees nothing of the hand that is dealt then.
    if device.stage(1) == Stage::Between {
        device.look(2, Some(0));
        let seq = device.watched(2).table().seq;
        device.ask(2, Ask::Ready { round: 2, entropy: None });
        assert_eq!(device.stage(1), Stage::Playing);
        assert_eq!(device.watched(2).table().seq, seq, "the line is cut before the deal");
    }
}

#[test]
fn nobody_is_away_while_another_one_plays_and_all_are_when_nobody_looks() {
    let mut device = Device::open(GameId::Dos, 3, 7);
    device.look(1, None);
    device.look(2, Some(0));
    device.leave(2);
    assert!(device.tables.next_timeout().is_none_or(|at| at > device.now), "nobody stands in");
    device.leave(1);
    assert_eq!(device.tables.next_timeout(), None, "the table waits");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut tables = LocalTables::new(Pace::AT_ONCE, dice(1));
    for (asked, code) in [
        ("nonsense", "bad-message"),
        (r#"{"open":{"settings":{"game":"onze","seats":3},"sitters":[{"bot":{"level":"novice"}}]}}"#, "no-people"),
        (r#"{"open":{"settings":{"game":"onze","seats":33},"sitters":[{"person":{"name":"A"}}]}}"#, "bad-settings"),
        (r#"{"submit":{"table":"nowhere","seat":0,"step":"draw"}}"#, "not-seated"),
    ] {
        let answer: Value = serde_json::from_str(&tables.ask(asked, 0)).expect("JSON");
        assert_eq!(answer["refused"]["code"], code, "{asked}: {answer}");
    }
    let answer: Value = serde_json::from_str(&tables.ask(r#"{"verify":{"record":"","lang":"en"}}"#, 0)).expect("JSON");
    assert_eq!(answer["breaks"]["line"], 1, "{answer}");
    assert!(!tables.wake("nowhere", &[vec![1, 2, 3]], 0));
    tables.connect(1, "nowhere", None, Lang::English, 0);
    tables.receive(1, r#"{"id":"a","table":"nowhere","ask":{"watch":{}}}"#, 0);
    assert!(tables.take_outgoing().iter().any(|(line, text)| *line == 1 && text.contains("no-such-table")));
}
