//! Somebody who played and talked has their account deleted, and what those who are there see of it.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use words::Lang;

use crate::house_at_port_zero::{House, Visitor, config};
use crate::person::{Person, SMOOTH};

async fn delete(house: &House, visitor: &Visitor) {
    let body = json!({ "password": "a password" });
    let (status, answer) = house.ask(Method::DELETE, "/api/session/account", &visitor.token, body).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{answer}");
}

fn say(text: &str) -> Value {
    json!({ "say": { "speech": { "text": text } } })
}

#[tokio::test]
async fn the_record_of_a_deleted_player_still_verifies_and_names_nobody() {
    let house = House::open(config()).await;
    let (anne, ben) = (house.person("Anne-Sophie").await, house.person("Ben").await);
    let table = house.table(&anne, json!({ "game": "quarante-six", "seats": 2 }), &[]).await;
    let mut first = Person::at(&anne, &table, SMOOTH, 1).await;
    let mut second = Person::at(&ben, &table, SMOOTH, 2).await;
    second.tab.granted(json!({ "sit": {} })).await;
    first.tab.granted(say("mine alone")).await;
    second.tab.granted(say("another's")).await;
    first.tab.granted(json!({ "begin": {} })).await;
    let (_first, mut second) = tokio::join!(first.play(), second.play());
    let before = house.get(&format!("/api/tables/{table}/record")).await.1;
    assert!(before.contains("Anne-Sophie"));

    delete(&house, &anne).await;
    second.tab.closed().await;
    let (status, record) = house.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(status, StatusCode::OK, "{record}");
    referee::records::verify(&record, Lang::English).unwrap_or_else(|broken| panic!("{broken:?}"));
    assert!(!record.contains("Anne-Sophie"));
    let moves = |record: &str| -> Vec<Value> {
        let lines = record.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.map(|line| line["move"].clone()).collect()
    };
    assert_eq!(moves(&record), moves(&before), "the game is as it was played");
    // Who comes back is shown the table without the name and without what was said under it.
    let tab = ben.watch(&table).await;
    assert_eq!(tab.table.sitters[0]["name"], "");
    let log = house
        .app
        .journal
        .read(&journal::Subject::new(&format!("table.{table}")).expect("a subject"), journal::Position::START);
    let log = log.await.expect("read");
    let has = |text: &str| log.iter().any(|stored| String::from_utf8_lossy(&stored.record.body).contains(text));
    assert!(!has("Anne-Sophie") && !has("mine alone") && has("another's"));
}

#[tokio::test]
async fn who_is_deleted_leaves_the_tables_they_sit_at() {
    let house = House::open(config()).await;
    let (anne, ben) = (house.person("Anne-Sophie").await, house.person("Ben").await);
    let gathering = house.table(&ben, json!({ "game": "onze", "seats": 2 }), &[]).await;
    let mut tab = anne.watch(&gathering).await;
    tab.granted(json!({ "sit": {} })).await;
    let playing = house.table(&anne, json!({ "game": "onze", "seats": 2 }), &[(1, "novice")]).await;
    let mut tab = anne.watch(&playing).await;
    tab.granted(json!({ "begin": {} })).await;
    delete(&house, &anne).await;
    tab.closed().await;

    let mut tab = ben.watch(&gathering).await;
    tab.until(|table| table.sitters[1].is_null()).await;
    let mut tab = ben.watch(&playing).await;
    tab.until(|table| table.sitters[0]["kind"] == "bot").await;
    let listed = house.get("/api/tables").await.1;
    assert!(listed.contains(&gathering) && !listed.contains("Anne-Sophie"), "{listed}");
    let again = house.ask(Method::DELETE, "/api/session/account", &anne.token, json!({})).await;
    assert_eq!(again.1["error"]["code"], "bad-token");
}

#[tokio::test]
async fn of_a_rated_match_who_is_deleted_loses_the_name_and_a_bot_stands_in() {
    let house = House::open(config()).await;
    let (anne, ben) = (house.person("Anne-Sophie").await, house.person("Ben").await);
    for (one, name) in [(&anne, "Anne-Sophie"), (&ben, "Ben")] {
        house.post("/api/claim", &one.token, json!({ "name": name, "password": "a password" })).await;
    }
    let settings = json!({ "game": "dos", "seats": 2, "rated": true });
    let table = house.table(&anne, settings, &[]).await;
    let mut first = anne.watch(&table).await;
    let mut second = ben.watch(&table).await;
    second.granted(json!({ "sit": {} })).await;
    first.granted(json!({ "begin": {} })).await;
    delete(&house, &anne).await;
    let tab = ben.watch(&table).await;
    assert_eq!((&tab.table.sitters[0]["name"], &tab.table.sitters[0]["kind"]), (&json!(""), &json!("human")));
}
