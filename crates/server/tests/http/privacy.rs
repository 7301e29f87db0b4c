//! What the house keeps of a person: it is shown to them, deleted when they want it, and some of it goes by itself.

use journal::{Position, Record, Subject};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use wire::house::{Entry, Seating, Sitter, Speech, write_entries};

use crate::fixture::{House, config};

/// Writes a finished match of two to the journal, as a table does; the first has opened the table and said something.
async fn play(house: &House, table: &str, players: [(&str, &str); 2]) {
    let sitter = |(player, name): (&str, &str)| Sitter {
        name: name.into(),
        claimed: true,
        seating: Seating::Human { player: player.into() },
    };
    let settings = json!({"game": "onze", "seats": 2, "rated": true});
    let settings = serde_json::from_value(settings).expect("good settings");
    let [first, second] = players;
    let sat = |seat: usize, who| Entry::Sat { seat: engine::Seat::new(seat).expect("a seat"), sitter: sitter(who) };
    let said = |(player, name): (&str, &str), text: &str| Entry::Said {
        player: player.into(),
        name: name.into(),
        speech: Speech::Text(text.into()),
        at: 1_800_000_000_000,
    };
    let opened = Entry::Opened {
        settings,
        host: first.0.into(),
        at: 1,
        key: None,
        guests: Vec::new(),
        origin: None,
        evening: None,
    };
    let ended = Entry::Ended {
        at: 2,
        places: vec![1, 2],
        scores: vec![-10, -20],
        sitters: vec![Some(sitter(first)), Some(sitter(second))],
        forfeits: Vec::new(),
    };
    let subject = Subject::new(&format!("table.{table}")).expect("a subject");
    let mut position = Position::START;
    let entries = [
        (opened, true),
        (sat(0, first), true),
        (sat(1, second), true),
        (said(first, "what only I say"), false),
        (said(second, "what another says"), false),
        (Entry::Began { at: 1 }, true),
        (ended, true),
    ];
    for (entry, is_news) in entries {
        let record = Record { body: write_entries(&[entry]).into(), is_news };
        position = house.app.journal.append(&subject, position, record).await.expect("appended");
    }
}

async fn id(house: &House, token: &str) -> String {
    house.get("/api/session", token).await.text("player.id")
}

#[tokio::test]
async fn a_person_is_shown_all_the_house_keeps_of_them_and_nothing_of_others() {
    let house = House::open(config()).await;
    let (anna, ben) = (house.named("Anna").await, house.named("Ben").await);
    let (anna_id, ben_id) = (id(&house, &anna).await, id(&house, &ben).await);
    play(&house, "t1", [(&anna_id, "Anna"), (&ben_id, "Ben")]).await;
    house.post("/api/reports", &anna, json!({"player": ben_id, "text": "a report of mine"})).await;
    house.post("/api/reports", &ben, json!({"player": anna_id, "text": "a report of another"})).await;
    house.post("/api/login", "", json!({"name": "Anna", "password": "a password"})).await;

    let answer = house.get("/api/session/data", &anna).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    assert!(answer.headers["content-disposition"].to_str().expect("text").starts_with("attachment"));
    let data = &answer.body;
    assert_eq!((&data["player"], &data["has_password"]), (&anna_id.clone().into(), &true.into()));
    let names: Vec<&Value> = data["names"].as_array().expect("names").iter().map(|name| &name["claimed"]).collect();
    assert_eq!(names, [false, true]);
    assert_eq!(data["names"][1]["name"], "Anna");
    let sessions = data["sessions"].as_array().expect("sessions");
    assert!(sessions.len() == 2 && sessions.iter().all(|one| one["device"] == "test device"), "{sessions:?}");
    assert_eq!(data["tables"].as_array().map(Vec::len), Some(1));
    let table = &data["tables"][0];
    assert_eq!((&table["table"], &table["opened"], &table["sat"]), (&"t1".into(), &true.into(), &true.into()));
    assert_eq!(table["result"]["places"][0]["place"], 1);
    assert_eq!(
        data["chat"],
        json!([{"table": "t1", "at": 1_800_000_000_000_u64, "speech": {"text": "what only I say"}}])
    );
    assert_eq!(data["reports"][0]["text"], "a report of mine");
    assert_eq!(data["ratings"][0]["game"], "onze");
    let whole = data.to_string();
    for foreign in ["what another says", "a report of another", "argon2", &anna] {
        assert!(!whole.contains(foreign), "{foreign}");
    }
    assert_eq!(house.get("/api/session/data", "").await.code(), "no-session");
}

/// Whether some text is anywhere in the files of a house.
fn is_on_disk(house: &House, text: &str) -> bool {
    let has = |ending: &str| {
        let mut name = house.data().into_os_string();
        name.push(ending);
        std::fs::read(name).is_ok_and(|file| file.windows(text.len()).any(|window| window == text.as_bytes()))
    };
    ["", "-wal", "-shm"].iter().any(|ending| has(ending))
}

/// Waits until none of these texts is on the disk: where somebody reads meanwhile, they go a moment later.
async fn until_gone<'a>(house: &House, texts: impl IntoIterator<Item = &'a str>) {
    for text in texts {
        while is_on_disk(house, text) {
            tokio::task::yield_now().await;
        }
    }
}

async fn delete(house: &House, token: &str, body: Value) -> crate::fixture::Answer {
    house.ask(Method::DELETE, "/api/session/account", token, Some(body)).await
}

/// The records of a subject.
async fn records(house: &House, subject: &str) -> Vec<String> {
    let subject = Subject::new(subject).expect("a subject");
    let records = house.app.journal.read(&subject, Position::START).await.expect("read");
    records.iter().map(|stored| String::from_utf8_lossy(&stored.record.body).into_owned()).collect()
}

/// Waits until the records of a subject are as wanted.
async fn until(house: &House, subject: &str, is_wanted: impl Fn(&[String]) -> bool) {
    while !is_wanted(&records(house, subject).await) {
        tokio::task::yield_now().await;
    }
}

/// Somebody with a name, a device and things they said that are found nowhere else, and somebody they played with.
async fn zephyrine_and_ben(house: &House) -> (String, String, String, String) {
    let request = house.request(Method::POST, "/api/session").header("user-agent", "a telling device");
    let zephyrine = house.send(request.json(&json!({"name": "Zéphyrine"}))).await.text("token");
    house.post("/api/claim", &zephyrine, json!({"name": "Zéphyrine", "password": "her password"})).await;
    let ben = house.named("Ben").await;
    let (id, ben_id) = (id(house, &zephyrine).await, id(house, &ben).await);
    play(house, "t1", [(&id, "Zéphyrine"), (&ben_id, "Ben")]).await;
    house.post("/api/reports", &zephyrine, json!({"player": ben_id, "text": "what she reported"})).await;
    (zephyrine, id, ben, ben_id)
}

const TELLING: [&str; 5] = ["Zéphyrine", "zephyrine", "a telling device", "what only I say", "what she reported"];

#[tokio::test]
async fn a_deleted_account_leaves_the_game_and_nothing_of_the_person() {
    let house = House::open(config()).await;
    let (token, player, ben, ben_id) = zephyrine_and_ben(&house).await;
    let second = house.post("/api/login", "", json!({"name": "Zéphyrine", "password": "her password"})).await;
    let ratings = house.get(&format!("/api/players/{ben_id}"), "").await.body["ratings"].clone();
    // What the name looks like, in hexadecimal digits: of a small i and a small l only one is left.
    let hash = records(&house, "name.7a65706879726c6e65").await[0].clone();
    let hash = hash.split("$argon2id").nth(1).expect("a hash").split('"').next().expect("its end").to_owned();
    assert!(TELLING.iter().all(|text| is_on_disk(&house, text)) && is_on_disk(&house, &hash));

    for wrong in [json!({}), json!({"password": "no password"})] {
        assert_eq!(delete(&house, &token, wrong).await.code(), "wrong-login");
    }
    let deleted = delete(&house, &token, json!({"password": "her password"})).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT, "{deleted:?}");
    assert!(deleted.headers["set-cookie"].to_str().expect("text").starts_with("tapis=; Path=/; Max-Age=0"));
    for token in [&token, &second.text("token")] {
        assert_eq!(house.get("/api/session", token).await.code(), "bad-token");
    }
    assert_eq!(house.get(&format!("/api/players/{player}"), "").await.code(), "no-such-player");
    let login = house.post("/api/login", "", json!({"name": "Zéphyrine", "password": "her password"})).await;
    assert_eq!(login.code(), "wrong-login");
    until_gone(&house, TELLING.iter().copied().chain([hash.as_str()])).await;

    // The match is still in the history of the other, who is rated for it, and so it is when all is worked out anew.
    let check = async |house: &House| {
        let history = house.get(&format!("/api/players/{ben_id}/history"), "").await;
        let place = &history.body["matches"][0]["places"][0];
        assert_eq!((&place["sitter"]["name"], &place["place"]), (&"".into(), &1.into()));
        assert_eq!(house.get(&format!("/api/players/{ben_id}"), "").await.body["ratings"], ratings);
        let board = house.get("/api/leaderboards/onze", "").await;
        assert_eq!(board.body["players"].as_array().map(Vec::len), Some(1));
        assert_eq!(house.get("/api/session/data", &ben).await.body["chat"][0]["speech"]["text"], "what another says");
    };
    check(&house).await;
    house.app.storage.rebuild().await.expect("rebuilt");
    check(&house).await;

    let taker = house.named("Zéphyrine").await;
    assert_eq!(house.get("/api/session", &taker).await.text("player.name"), "Zéphyrine", "the name is free again");
    let house = house.reopen().await;
    assert_eq!(house.get("/api/session", &taker).await.text("player.name"), "Zéphyrine");
    house.close().await;
}

#[tokio::test]
async fn a_guest_needs_no_password_to_go() {
    let house = House::open(config()).await;
    let guest = house.guest().await;
    let (token, player) = (guest.text("token"), guest.text("player.id"));
    assert_eq!(delete(&house, &token, json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(delete(&house, &token, json!({})).await.code(), "bad-token");
    let left = records(&house, &format!("player.{player}")).await;
    assert_eq!(left.len(), 3, "what is left of coming in, that they went, and that it is done: {left:?}");
    assert!(!left.concat().contains("test device"));
}

#[tokio::test]
async fn a_deletion_that_was_interrupted_is_finished_when_the_house_opens() {
    let house = House::open(config()).await;
    let (token, player, ..) = zephyrine_and_ben(&house).await;
    let name = format!("player.{player}");
    let subject = Subject::new(&name).expect("a subject");
    let last = house.app.journal.read(&subject, Position::START).await.expect("read");
    let last = last.last().map_or(Position::START, |stored| stored.position);
    // The house was killed right after it had written that the account is deleted, and in the middle of the rest.
    let body = json!({"v": 1, "entry": {"deleted": {"at": 3}}}).to_string();
    let record = Record { body: body.into_bytes().into(), is_news: true };
    house.app.journal.append(&subject, last, record).await.expect("appended");
    let mut entries = records(&house, "table.t1").await;
    let sat = entries.remove(1).replace("Zéphyrine", "").replace("\"claimed\":true,", "");
    let at = Subject::new("table.t1").expect("a subject");
    let position = house.app.journal.read(&at, Position::START).await.expect("read")[1].position;
    house.app.journal.redact(&at, position, sat.into_bytes().into()).await.expect("redacted");
    assert!(is_on_disk(&house, "what only I say"));

    let house = house.reopen().await;
    until(&house, &name, |records| records.last().is_some_and(|last| last.contains("erasure_done"))).await;
    assert_eq!(house.get("/api/session", &token).await.code(), "bad-token");
    until_gone(&house, TELLING).await;
    let left = records(&house, &name).await;
    let house = house.reopen().await;
    assert_eq!(records(&house, &name).await, left, "what is done is not done again");
    house.close().await;
}

#[tokio::test]
async fn a_guest_who_lost_a_name_to_its_holder_is_deleted_from_that_record_too() {
    let house = House::open(config()).await;
    let guest = house.post("/api/session", "", json!({"name": "Odile"})).await;
    let holder = house.named("Odile").await;
    let player = guest.text("player.id");
    assert!(is_on_disk(&house, &player));
    delete(&house, &guest.text("token"), json!({})).await;
    assert!(records(&house, "name.6f64696c65").await.iter().all(|record| !record.contains(&player)));
    assert_eq!(house.get("/api/session", &holder).await.text("player.name"), "Odile");
}

#[tokio::test]
async fn what_was_said_and_what_devices_call_themselves_goes_after_some_days() {
    let house = House::open(server::Config { chat_days: 30, device_days: 60, ..config() }).await;
    let (anna, ben) = (house.named("Anna").await, house.named("Ben").await);
    let (anna_id, ben_id) = (id(&house, &anna).await, id(&house, &ben).await);
    play(&house, "t1", [(&anna_id, "Anna"), (&ben_id, "Ben")]).await;
    let own = format!("player.{anna_id}");
    let sweep = async |is_wanted: &dyn Fn(&[String]) -> bool, subject: &str| {
        house.app.sweep_now.notify_one();
        until(&house, subject, is_wanted).await;
    };
    house.wait_days(29);
    let late = house.guest().await;
    let speech = Entry::Said {
        player: anna_id.as_str().into(),
        name: "Anna".into(),
        speech: Speech::Text("said later".into()),
        at: 1_800_000_000_000 + 29 * 24 * 60 * 60 * 1_000,
    };
    let record = Record { body: write_entries(&[speech]).into(), is_news: false };
    let later = Subject::new("table.t2").expect("a subject");
    house.app.journal.append(&later, Position::START, record).await.expect("appended");
    house.wait_days(2);
    let has = |text: &'static str| move |records: &[String]| records.iter().any(|record| record.contains(text));
    sweep(&|records| !has("what only I say")(records), "table.t1").await;
    until_gone(&house, ["what only I say", "what another says"]).await;
    assert!(is_on_disk(&house, "said later"), "it is two days old");
    assert!(has("test device")(&records(&house, &own).await), "devices are kept for longer");
    house.wait_days(30);
    sweep(&|records| !has("test device")(records), &own).await;
    sweep(&|records| !has("said later")(records), "table.t2").await;
    let sessions = house.get("/api/sessions", &anna).await;
    assert_eq!(sessions.body["sessions"][0]["device"], "");
    let sessions = house.get("/api/sessions", &late.text("token")).await;
    assert_eq!(sessions.body["sessions"][0]["device"], "test device", "its session is younger");
    assert_eq!(house.get("/api/session", &anna).await.text("player.name"), "Anna");
    house.close().await;
}

#[tokio::test]
async fn what_is_kept_for_ever_does_not_go() {
    let house = House::open(server::Config { chat_days: 0, device_days: 1, ..config() }).await;
    let (anna, ben) = (house.named("Anna").await, house.named("Ben").await);
    play(&house, "t1", [(&id(&house, &anna).await, "Anna"), (&id(&house, &ben).await, "Ben")]).await;
    let own = format!("player.{}", id(&house, &anna).await);
    house.wait_days(4_000);
    let house = house.reopen().await;
    // Devices are swept after what was said.
    until(&house, &own, |records| !records.concat().contains("test device")).await;
    assert!(is_on_disk(&house, "what only I say"));
    house.close().await;
}
