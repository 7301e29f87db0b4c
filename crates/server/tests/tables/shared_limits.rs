//! Limits that hold however one connects: they are a player's and a network's, not a connection's.

use std::num::NonZeroU32;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::Config;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::house_at_port_zero::{House, Visitor, config};
use crate::neighbours::Neighbours;
use crate::tab::{Tab, request};

/// A number of a setting.
fn so_many(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("not zero")
}

/// Sends so many pings of the protocol at once, and how many of them are refused.
async fn refused_of(tab: &mut Tab, asks: usize) -> usize {
    for number in 0..asks {
        let ask = json!({ "id": format!("ping-{number}"), "ask": "ping" });
        tab.send_raw(Message::text(ask.to_string())).await.expect("the socket is open");
    }
    let mut refused = 0;
    for _ in 0..asks {
        let message = tab.next().await;
        refused += usize::from(message["refused"]["code"] == "too-fast");
    }
    refused
}

#[tokio::test]
async fn who_connects_anew_has_no_new_allowance_of_messages() {
    let house = House::open(Config { messages: so_many(60), ..config() }).await;
    let rogue = house.person("Rogue").await;
    assert!(refused_of(&mut rogue.connect().await, 60).await > 0);
    // One a second comes back: of sixty more most are refused, on whatever connection.
    assert!(refused_of(&mut rogue.connect().await, 60).await > 0);
    let other = house.person("Other").await;
    assert_eq!(refused_of(&mut other.connect().await, 10).await, 0, "others have their own");
}

#[tokio::test]
async fn guests_without_end_share_the_allowance_of_their_network() {
    let house = House::open(Config { network_messages: so_many(60), ..config() }).await;
    let mut refused = 0;
    for number in 0..12 {
        let guest = house.person(&format!("Guest {number}")).await;
        refused += refused_of(&mut guest.connect().await, 5).await;
    }
    assert!(refused > 0, "sixty messages of twelve guests are too many");
}

/// How many of so many asks are refused as too fast, each of which comes to a record, be it only as refused.
async fn too_fast_of(tab: &mut Tab, asks: usize) -> usize {
    let mut too_fast = 0;
    for _ in 0..asks {
        let refused = tab.ask(json!("undo")).await.expect_err("nothing was played");
        let wait_ms = refused["wait_ms"].as_u64().unwrap_or_default();
        match refused["code"].as_str() {
            Some("too-fast") => assert!((1..=60_000).contains(&wait_ms), "{refused}"),
            code => assert_eq!(code, Some("match-not-begun"), "{refused}"),
        }
        too_fast += usize::from(refused["code"] == "too-fast");
    }
    too_fast
}

#[tokio::test]
async fn who_connects_anew_has_no_new_allowance_of_records() {
    let house = House::open(Config { records: so_many(12), ..config() }).await;
    let rogue = house.person("Rogue").await;
    let table = house.table(&rogue, json!({ "game": "onze", "seats": 2 }), &[(1, "novice")]).await;
    let records = async || house.app.house.look(&table, host::Room::records).await.expect("it is there");
    let opened = records().await;
    // Three come at once, and one in five seconds comes back.
    let first = too_fast_of(&mut rogue.watch(&table).await, 40).await;
    let second = too_fast_of(&mut rogue.watch(&table).await, 40).await;
    assert!(first > 0 && second > 0, "{first} and {second}, on whatever connection");
    assert_eq!(records().await - opened, (80 - first - second) as u64, "what is too fast is not written down");
    let other = house.person("Other").await;
    let own = house.table(&other, json!({ "game": "onze", "seats": 2 }), &[(1, "novice")]).await;
    assert_eq!(too_fast_of(&mut other.watch(&own).await, 3).await, 0, "others have their own");
}

#[tokio::test]
async fn guests_without_end_share_the_allowance_of_records_of_their_network() {
    let house = House::open(Config { network_records: so_many(12), ..config() }).await;
    let mut too_fast = 0;
    for number in 0..12 {
        let guest = house.person(&format!("Guest {number}")).await;
        let table = house.table(&guest, json!({ "game": "onze", "seats": 2 }), &[]).await;
        too_fast += too_fast_of(&mut guest.watch(&table).await, 3).await;
    }
    assert!(too_fast > 0, "36 records of twelve guests are too many");
}

#[tokio::test]
async fn pings_and_binary_frames_count_as_messages() {
    let house = House::open(Config { messages: so_many(60), ..config() }).await;
    for first in [0x89_u8, 0x82] {
        let rogue = house.person("Rogue").await;
        let mut tab = rogue.connect().await;
        let frames: Vec<u8> = [first, 0x80, 0, 0, 0, 0].repeat(1_000);
        // The house may have hung up before all of it is sent.
        let _ = tab.socket.get_mut().write_all(&frames).await;
        assert_eq!(tab.closed().await, 1008, "frames of the kind {first:02x}");
    }
}

#[tokio::test]
async fn parts_of_a_message_that_never_end_are_hung_up_on() {
    let house = House::open(config()).await;
    let mut tab = house.person("Rogue").await.connect().await;
    let mut frames = vec![0x01, 0x80, 0, 0, 0, 0];
    frames.extend([0x00, 0x80, 0, 0, 0, 0].repeat(1_000));
    let _ = tab.socket.get_mut().write_all(&frames).await;
    assert_eq!(tab.closed().await, 1009);
}

/// Opens a WebSocket as a proxy would for somebody at this address.
async fn connect_from(visitor: &Visitor, address: &str) -> Result<Tab, (u16, String)> {
    let mut request = request(visitor);
    request.headers_mut().insert("x-forwarded-for", address.parse().expect("a header"));
    match Tab::connect_with(visitor, request).await {
        Ok(tab) => Ok(tab),
        Err(Error::Http(response)) => {
            let body: Value = serde_json::from_slice(response.body().as_deref().unwrap_or_default()).expect("JSON");
            Err((response.status().as_u16(), body["error"]["code"].as_str().unwrap_or_default().to_owned()))
        }
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn behind_a_proxy_a_network_gets_only_its_share_of_websockets() {
    let proxy_header = "x-forwarded-for".parse().expect("a header");
    let house = House::open(Config { proxy_header, connections_per_address: so_many(3), ..config() }).await;
    let rogue = house.person("Rogue").await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(connect_from(&rogue, "10.0.0.1").await.map_err(|refused| panic!("{refused:?}")));
    }
    let refused = connect_from(&rogue, "10.0.0.1").await.err();
    assert_eq!(refused, Some((429, "too-many-connections".into())));
    assert!(connect_from(&rogue, "10.0.0.2").await.is_ok(), "others have their own share");
    drop(open);
    while connect_from(&rogue, "10.0.0.1").await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn unfinished_tables_count_for_the_network_and_finished_ones_do_not() {
    let house = House::open(Config { tables_per_network: so_many(3), ..config() }).await;
    let opened = json!({ "settings": { "game": "onze", "seats": 2 }, "bots": [{ "seat": 1, "level": "novice" }] });
    let mut tables = Vec::new();
    for number in 0..3 {
        let guest = house.person(&format!("Guest {number}")).await;
        let table = house.post("/api/tables", &guest.token, opened.clone()).await["table"].as_str().map(String::from);
        tables.push((guest, table.expect("an id")));
    }
    // It is counted from the log, so an outage changes nothing.
    let house = house.reopen().await;
    let late = house.person("Late").await;
    let (status, answer) = house.ask(Method::POST, "/api/tables", &late.token, opened.clone()).await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::CONFLICT, &json!("too-many-tables")), "{answer}");
    let (_, table) = &tables[0];
    house.app.house.close(table).await.expect("nobody looks at it");
    loop {
        let (status, _) = house.ask(Method::POST, "/api/tables", &late.token, opened.clone()).await;
        if status == StatusCode::OK {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn asks_at_the_same_time_open_no_more_tables_than_one_after_the_other() {
    let house = House::open(Config { tables_per_player: so_many(5), ..config() }).await;
    let rogue = house.person("Rogue").await;
    let open =
        || house.ask(Method::POST, "/api/tables", &rogue.token, json!({ "settings": { "game": "onze", "seats": 4 } }));
    let answers = futures_util::future::join_all((0..40).map(|_| open())).await;
    assert_eq!(answers.iter().filter(|(status, _)| status.is_success()).count(), 5);
    assert_eq!(open().await.1["error"]["code"], "too-many-tables");
    assert_eq!(house.get_json("/api/tables").await["tables"].as_array().map(Vec::len), Some(5));
}

#[tokio::test]
async fn what_is_written_otherwise_than_at_a_table_counts_as_records_too() {
    let house = House::open(Config { network_records: so_many(12), ..config() }).await;
    let mut granted = 0;
    let evening = json!({ "settings": { "game": "onze", "seats": 2, "level": "novice", "deals": 1 }, "hours": 1 });
    for number in 0..8 {
        let guest = house.person(&format!("Guest {number}")).await;
        let name = json!({ "name": format!("Renamed {number}") });
        for (method, path, body) in
            [(Method::PATCH, "/api/session", name), (Method::POST, "/api/evenings", evening.clone())]
        {
            let (status, answer) = house.ask(method, path, &guest.token, body).await;
            let code = answer["error"]["code"].as_str().unwrap_or_default();
            assert!(status.is_success() || code == "too-fast", "{path}: {answer}");
            granted += usize::from(status.is_success());
        }
    }
    assert!(granted < 16, "sixteen records of eight guests are too many");
}

#[tokio::test]
async fn who_looks_for_a_table_again_and_again_does_not_fill_the_logs_of_others() {
    let house = House::open(Config { records: so_many(4), ..config() }).await;
    let mut tables = Vec::new();
    for name in ["Anne", "Blaise", "Chloé"] {
        let host = house.person(name).await;
        let settings = json!({ "game": "onze", "seats": 2, "turn_seconds": 60 });
        let table = house.table(&host, settings, &[]).await;
        host.watch(&table).await.granted(json!({ "lock": { "locked": true } })).await;
        tables.push(table);
    }
    let records = async || {
        let mut all = 0;
        for table in &tables {
            all += house.app.house.look(table, host::Room::records).await.expect("it is there");
        }
        all
    };
    let before = records().await;
    let rogue = house.person("Rogue").await;
    for _ in 0..40 {
        let (status, found) =
            house.ask(Method::POST, "/api/quick-match", &rogue.token, json!({ "game": "onze" })).await;
        assert!(status.is_success() || found["error"]["code"] == "too-fast", "{found}");
        assert!(tables.iter().all(|table| found["table"] != **table), "its seats are locked");
    }
    // One refusal comes at once, and one in fifteen seconds comes back.
    let written = records().await - before;
    assert!((1..10).contains(&written), "{written} refusals are in the logs of others");
}

#[tokio::test]
async fn a_flood_of_tables_pushes_no_other_off_the_list() {
    let proxy_header = "x-forwarded-for".parse().expect("a header");
    let house = House::open(Config { proxy_header, tables_per_player: so_many(1_000), ..config() }).await;
    let neighbours = Neighbours::at(&house).await;
    let (anne, rogue) = (house.person("Anne").await, house.person("Rogue").await);
    let open_from = async |visitor: &Visitor, address: &str| -> String {
        let body = json!({ "settings": { "game": "onze", "seats": 2 } });
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let request = client.post(house.url("/api/tables")).header("x-forwarded-for", address);
        let answer = request.bearer_auth(&visitor.token).json(&body).send().await.expect("an answer");
        let found: Value = serde_json::from_str(&answer.text().await.expect("text")).expect("JSON");
        found["table"].as_str().expect("an id").to_owned()
    };
    let real = open_from(&anne, "10.0.0.1").await;
    for _ in 0..250 {
        open_from(&rogue, "10.0.0.2").await;
    }
    let tables = house.get_json("/api/tables").await;
    let listed: Vec<&Value> = tables["tables"].as_array().expect("tables").iter().map(|it| &it["table"]).collect();
    assert!(listed.contains(&&json!(real)), "it is still there among {}", listed.len());
    assert!(listed.len() < 50, "and the flood is not: {}", listed.len());
    neighbours.make_steps(10).await;
}
