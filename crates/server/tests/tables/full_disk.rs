//! A journal that cannot be written for a while: who asks is told, bots wait, and everything goes on when it can be.

use reqwest::StatusCode;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::house_at_port_zero::{House, config};
use crate::person::{Person, SMOOTH};

/// Every record.
const ALL: &str = "true";
/// The moves of bots, and what the house writes to see whether it can.
const BOTS: &str = "CAST(NEW.body AS TEXT) LIKE '%\"by\":\"bot\"%' OR length(NEW.body) > 10000";

/// Makes the file refuse some records, as if there were no room for them.
fn refuse_records(house: &House, when: &str) {
    let file = Connection::open(house.app.config.data.path()).expect("the file");
    let trigger = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
    file.execute_batch(&format!("CREATE TRIGGER no_room BEFORE INSERT ON record WHEN {when} {trigger}")).expect("done");
}

/// There is room again.
fn take_records(house: &House) {
    let file = Connection::open(house.app.config.data.path()).expect("the file");
    file.execute_batch("DROP TRIGGER no_room").expect("done");
}

/// Waits until the house is ready, or is not.
async fn until_ready(house: &House, status: StatusCode) -> Value {
    loop {
        let (found, body) = house.get("/readyz").await;
        if found == status {
            return serde_json::from_str(&body).expect("JSON");
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_bot_whose_move_cannot_be_written_goes_on_when_it_can_and_the_house_says_so() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, json!({ "game": "quarante-six", "seats": 2 }), &[(1, "novice")]).await;
    let mut anne = Person::at(&anne, &table, SMOOTH, 1).await;
    until_ready(&house, StatusCode::OK).await;
    refuse_records(&house, BOTS);
    anne.tab.granted(json!({ "begin": {} })).await;
    let in_trouble = async {
        while house.app.writability.trouble().is_none() {
            tokio::task::yield_now().await;
        }
    };
    let playing = async {
        loop {
            anne.go_on().await;
        }
    };
    tokio::select! {
        () = in_trouble => {}
        () = playing => {}
    }
    let not_ready = until_ready(&house, StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(not_ready["error"]["code"], "not-writable");
    assert!(not_ready["error"]["message"].as_str().is_some_and(|why| why.contains("disk is full")), "{not_ready}");
    let (status, health) = house.get("/healthz").await;
    assert!(status == StatusCode::OK && health.contains("\"writable\":false"), "it still answers: {health}");
    take_records(&house);
    let anne = anne.play().await;
    assert!(anne.tab.table.all("stepped").any(|(_, stepped)| stepped["by"] == "bot"), "the bot has gone on");
    until_ready(&house, StatusCode::OK).await;
}

#[tokio::test]
async fn what_people_ask_is_refused_while_nothing_can_be_written_and_granted_afterwards() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let table = house.table(&anne, json!({ "game": "onze", "seats": 2 }), &[]).await;
    let mut tab = anne.watch(&table).await;
    refuse_records(&house, ALL);
    let hello = json!({ "say": { "speech": { "phrase": "hello" } } });
    let refused = tab.ask_as("hello", hello.clone()).await.expect_err("nothing can be written");
    assert_eq!(refused["code"], "not-written");
    let opened = json!({ "settings": { "game": "onze", "seats": 2 } });
    let (status, answer) = house.ask(reqwest::Method::POST, "/api/tables", &anne.token, opened).await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("not-written")));
    take_records(&house);
    tab.ask_as("hello", hello).await.expect("the same ask, once it can be written");
    tab.until(|table| table.all("said").count() == 1).await;
    until_ready(&house, StatusCode::OK).await;
}
