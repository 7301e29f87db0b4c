//! Attacks that take from the house what others need, on a house with the limits it has by itself, while neighbours play
//! on it from the same network: their match goes on.
//!
//! Deliberately absent: what is merely refused (`abuse`), and who reads nothing (`slow_reader`).

use std::num::NonZeroU32;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use crate::house_at_port_zero::{House, Visitor, config};
use crate::neighbours::Neighbours;
use crate::person::{Person, SMOOTH};
use crate::tab::{Tab, fresh_id};

/// So many steps the neighbours make after each attack.
const STEPS: u64 = 10;

/// A number of a setting.
fn so_many(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("not zero")
}

/// A house where neighbours play, and somebody with bad intentions.
async fn besieged(config: Config) -> (House, Neighbours, Visitor) {
    let house = House::open(config).await;
    let neighbours = Neighbours::at(&house).await;
    let rogue = house.person("Rogue").await;
    (house, neighbours, rogue)
}

/// Sends so many asks at once about the table that is watched, and gives the codes of their answers: empty if granted.
async fn flood(tab: &mut Tab, asks: usize, ask: &Value) -> Vec<String> {
    let ids: Vec<String> = (0..asks).map(|_| fresh_id()).collect();
    for id in &ids {
        tab.send_as(id, ask.clone()).await;
    }
    let mut codes = Vec::with_capacity(asks);
    while codes.len() < asks {
        let message = tab.next().await;
        if message["answer"].is_object() {
            codes.push(String::new());
        } else if message["refused"].is_object() {
            codes.push(message["refused"]["code"].as_str().expect("a code").to_owned());
        }
    }
    codes
}

#[tokio::test]
async fn hints_without_end() {
    let (house, neighbours, rogue) = besieged(config()).await;
    let settings = json!({ "game": "quarante-six", "seats": 2, "hints": true });
    let table = house.table(&rogue, settings, &[(1, "casual")]).await;
    let mut person = Person::at(&rogue, &table, SMOOTH, 3).await;
    person.tab.granted(json!({ "begin": {} })).await;
    while !person.tab.table.is_my_turn() {
        person.go_on().await;
    }
    let codes = flood(&mut person.tab, 280, &json!("hint")).await;
    assert!(codes.iter().all(|code| code.is_empty() || code == "hints-busy"), "{codes:?}");
    neighbours.make_steps(STEPS).await;
}

#[tokio::test]
async fn records_without_end_on_ever_new_connections() {
    let limits = Config::default();
    let (records, network_records) = (limits.records, limits.network_records);
    let (house, neighbours, rogue) = besieged(Config { records, network_records, ..config() }).await;
    let table = house.table(&rogue, json!({ "game": "onze", "seats": 2 }), &[]).await;
    let mut too_fast = 0;
    for _ in 0..4 {
        let codes = flood(&mut rogue.watch(&table).await, 120, &json!("undo")).await;
        assert!(codes.iter().all(|code| code == "too-fast" || code == "match-not-begun"), "{codes:?}");
        too_fast += codes.iter().filter(|code| *code == "too-fast").count();
    }
    assert!(too_fast > 0, "480 asks are more than ten a second");
    neighbours.make_steps(STEPS).await;
}

#[tokio::test]
async fn a_log_without_end() {
    const MOST: u32 = 800;
    let (house, neighbours, rogue) = besieged(Config { table_records: so_many(MOST), ..config() }).await;
    let table = house.table(&rogue, json!({ "game": "onze", "seats": 2 }), &[(1, "novice")]).await;
    let mut tab = rogue.watch(&table).await;
    for _ in 0..9 {
        flood(&mut tab, 100, &json!("undo")).await;
    }
    let records = house.app.house.look(&table, host::Room::records).await.expect("it is there");
    assert_eq!(records, u64::from(MOST) * 3 / 4, "what is refused gets three quarters of a log");
    // The match itself still has room.
    tab.granted(json!({ "begin": {} })).await;
    neighbours.make_steps(STEPS).await;
}

#[tokio::test]
async fn passwords_without_end() {
    let often = so_many(1_000_000);
    let config = Config { login_attempts: often, account_attempts: often, ..config() };
    let (house, neighbours, _) = besieged(config).await;
    let mut guesses = JoinSet::new();
    for number in 0..40 {
        let (client, url) = (reqwest::Client::builder().no_proxy().build().expect("a client"), house.url("/api/login"));
        let guess = json!({ "name": "Camille", "password": format!("correct horse {number}") });
        guesses.spawn(async move { client.post(url).json(&guess).send().await.expect("an answer").status() });
    }
    neighbours.make_steps(STEPS).await;
    for status in guesses.join_all().await {
        // Who would wait too long for their turn is told to come back.
        assert!(matches!(status, StatusCode::UNAUTHORIZED | StatusCode::SERVICE_UNAVAILABLE), "{status}");
    }
}

#[tokio::test]
async fn lists_and_tables_without_end() {
    let (house, neighbours, rogue) = besieged(Config { tables_per_player: so_many(30), ..config() }).await;
    let open = json!({ "settings": { "game": "onze", "seats": 4 } });
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(house.ask(Method::POST, "/api/tables", &rogue.token, open.clone()).await.0);
    }
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::OK).count(), 30);
    let mut tab = rogue.connect().await;
    for _ in 0..100 {
        for ask in ["lobby", "leave_lobby"] {
            let ask = json!({ "id": fresh_id(), "ask": ask });
            tab.send_raw(Message::text(ask.to_string())).await.expect("the socket is open");
        }
    }
    let (mut lists, mut answers) = (0, 0);
    while answers < 200 {
        let message = tab.next().await;
        lists += usize::from(message["lobby"].is_object());
        answers += usize::from(message["answer"].is_object());
    }
    assert_eq!(lists, 100);
    neighbours.make_steps(STEPS).await;
}

#[tokio::test]
async fn a_private_table_that_everybody_tries_to_look_into() {
    let (house, neighbours, rogue) = besieged(config()).await;
    let anne = house.person("Anne").await;
    let address = house.invitation(&anne, json!({ "game": "quarante-six", "seats": 2 })).await;
    let id = address.split_once('?').expect("a key").0;
    let mut tab = rogue.connect().await;
    tab.table.id = id.to_owned();
    for ask in [json!({ "watch": {} }), json!({ "sit": {} }), json!("rematch"), json!("legal")] {
        let codes = flood(&mut tab, 50, &ask).await;
        assert!(codes.iter().all(|code| code == "not-invited"), "{codes:?}");
    }
    for path in ["", "/record", "/positions"] {
        let (status, text) = house.get_as(&format!("/api/tables/{id}{path}"), &rogue.token).await;
        assert!(status == StatusCode::FORBIDDEN && !text.contains("Anne"), "{path}: {status} {text}");
    }
    let records = house.app.house.look(id, host::Room::records).await.expect("it is there");
    assert_eq!(records, 1, "who is not let in leaves no trace in its log");
    neighbours.make_steps(STEPS).await;
}

#[tokio::test]
async fn numbers_that_nobody_has_seen() {
    let (house, neighbours, rogue) = besieged(config()).await;
    let table = house.table(&rogue, json!({ "game": "onze", "seats": 2 }), &[(1, "novice")]).await;
    let mut tab = rogue.watch(&table).await;
    for after in [u64::MAX, u64::MAX - 1, 1 << 53] {
        let views = tab.table.views;
        tab.granted(json!({ "watch": { "after": after } })).await;
        tab.until(|table| table.views > views).await;
    }
    neighbours.make_steps(STEPS).await;
}

#[tokio::test]
async fn reports_evenings_and_matches_of_devices_without_end() {
    let limits = Config::default();
    let (records, network_records) = (limits.records, limits.network_records);
    let (house, neighbours, rogue) = besieged(Config { records, network_records, ..config() }).await;
    let report = json!({ "text": "They insult people." });
    let evening = json!({ "settings": { "game": "onze", "seats": 2, "level": "novice", "deals": 1 }, "hours": 1 });
    // It counts as sixteen records, whatever it is.
    let sent = json!({ "record": "x".repeat(60 * 1024) });
    let flood = async |path: &str, body: &Value| {
        let ask = || house.ask(Method::POST, path, &rogue.token, body.clone());
        let answers = futures_util::future::join_all((0..60).map(|_| ask())).await;
        let granted = answers.iter().filter(|(status, _)| status.is_success()).count();
        let code = |(_, answer): &(StatusCode, Value)| answer["error"]["code"].as_str().unwrap_or_default().to_owned();
        (granted, answers.iter().map(code).filter(|code| !code.is_empty()).collect::<Vec<String>>())
    };
    let (reports, evenings, matches, ()) = tokio::join!(
        flood("/api/reports", &report),
        flood("/api/evenings", &evening),
        flood("/api/offline-matches", &sent),
        neighbours.make_steps(STEPS),
    );
    assert_eq!(reports.0, 10, "{:?}", reports.1);
    assert!(reports.1.iter().all(|code| code == "too-many-reports"), "{:?}", reports.1);
    assert!(evenings.0 <= 20, "{} are open", evenings.0);
    assert!(evenings.1.iter().all(|code| code == "too-many-evenings" || code == "too-fast"), "{:?}", evenings.1);
    assert_eq!(matches.0, 0);
    let expected = ["bad-record", "too-fast", "busy"];
    assert!(matches.1.iter().all(|code| expected.contains(&code.as_str())), "{:?}", matches.1);
    assert!(matches.1.iter().any(|code| code == "too-fast"), "sixty are too many");
    neighbours.make_steps(STEPS).await;
}

#[tokio::test]
async fn what_takes_long_is_not_kept_from_others() {
    let proxy_header = "x-forwarded-for".parse().expect("a header");
    let (house, neighbours, rogue) = besieged(Config { proxy_header, ..config() }).await;
    let anne = house.person("Anne").await;
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let export = async |visitor: &Visitor, address: &str| {
        let request = client.get(house.url("/api/session/data")).header("x-forwarded-for", address);
        let status = request.bearer_auth(&visitor.token).send().await.expect("an answer").status();
        assert!(matches!(status, StatusCode::OK | StatusCode::SERVICE_UNAVAILABLE), "{status}");
        status.is_success()
    };
    for _ in 0..5 {
        let flood = futures_util::future::join_all((0..20).map(|_| export(&rogue, "10.0.0.2")));
        let (_, is_served) = tokio::join!(flood, export(&anne, "10.0.0.1"));
        assert!(is_served, "one of the two is left to others");
    }
    neighbours.make_steps(STEPS).await;
}

#[tokio::test]
async fn everything_of_an_evening_and_of_players_that_everybody_asks_for() {
    let (house, neighbours, rogue) = besieged(config()).await;
    let evening = json!({ "settings": { "game": "onze", "seats": 2, "level": "novice", "deals": 24 }, "hours": 1 });
    let opened = house.post("/api/evenings", &rogue.token, evening).await;
    let evening = format!("/api/evenings/{}", opened["evening"].as_str().expect("an id"));
    for number in 0..20 {
        let guest = house.person(&format!("Guest {number}")).await;
        house.post(&format!("{evening}/tables"), &guest.token, json!({})).await;
    }
    let paths = [
        evening.clone(),
        format!("{evening}/page"),
        format!("/api/players/{}/history", rogue.player),
        format!("/api/players/{}/figures?game=onze", rogue.player),
        "/api/session/data".into(),
    ];
    for path in &paths {
        let asks = (0..40).map(|_| house.get_as(path, &rogue.token));
        let (answers, ()) = tokio::join!(futures_util::future::join_all(asks), neighbours.make_steps(STEPS));
        for (status, text) in answers {
            assert!(status.is_success() || text.contains("\"busy\""), "{path}: {status} {text}");
        }
    }
}
