//! Clocks that run out, players who lose the connection, tables that everybody has left. Every test waits for what
//! is to happen, never for a time.

use std::num::NonZeroU32;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::house_at_port_zero::{House, Visitor, config};
use crate::person::{Person, SMOOTH};
use crate::tab::Tab;

/// Two people at a table, the first round dealt.
async fn two_at(house: &House, settings: Value) -> (Tab, Tab) {
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let table = house.table(&anne, settings, &[]).await;
    let (mut anne, mut blaise) = (anne.watch(&table).await, blaise.watch(&table).await);
    blaise.granted(json!({ "sit": {} })).await;
    anne.granted(json!({ "begin": {} })).await;
    for tab in [&mut anne, &mut blaise] {
        tab.until(|table| table.next_round == Some(1)).await;
        tab.granted(json!({ "ready": { "round": 1 } })).await;
    }
    anne.until(|table| table.stage == "playing").await;
    blaise.until(|table| table.stage == "playing").await;
    (anne, blaise)
}

#[tokio::test]
async fn the_clock_of_rummy_runs_out_and_its_penalty_is_paid() {
    let house = House::open(config()).await;
    let settings = json!({ "game": "rummy", "seats": 2, "options": { "turn_seconds": 1 } });
    let (mut anne, mut blaise) = two_at(&house, settings).await;
    let mover = anne.table.clock["seat"].clone();
    assert!(anne.table.clock["left_ms"].as_u64().expect("a clock") <= 1_000, "{}", anne.table.clock);
    let stepped = anne.happening("stepped").await;
    assert_eq!((&stepped["seat"], &stepped["by"], &stepped["move"]), (&mover, &json!("clock"), &json!("timeout")));
    assert_ne!(anne.table.clock["seat"], mover, "it is the other's turn");
    let seen = blaise.happening("stepped").await;
    assert_eq!(seen["move"], "timeout");
    let tab = if blaise.table.is_my_turn() { &mut blaise } else { &mut anne };
    let refused = tab.ask(json!({ "submit": { "move": "timeout" } })).await.expect_err("it is the clock's");
    assert_eq!(refused["code"], "bad-notation", "{refused}");
}

#[tokio::test]
async fn the_clock_of_a_table_runs_out_and_the_house_plays_for_whoever_sleeps() {
    let house = House::open(config()).await;
    let (mut anne, mut blaise) = two_at(&house, json!({ "game": "dos", "seats": 2, "turn_seconds": 5 })).await;
    let mover = anne.table.clock["seat"].clone();
    let left = anne.table.clock["left_ms"].as_u64().expect("a clock");
    assert!((1..=5_000).contains(&left), "{left}");
    let stepped = blaise.happening("stepped").await;
    assert_eq!((&stepped["seat"], &stepped["by"]), (&mover, &json!("clock")));
    assert_eq!(anne.happening("stepped").await["by"], "clock");
}

#[tokio::test]
async fn a_clock_that_makes_no_sense_is_refused() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    for settings in [
        json!({ "game": "rummy", "seats": 2, "turn_seconds": 30 }),
        json!({ "game": "dos", "seats": 2, "turn_seconds": 4 }),
        json!({ "game": "dos", "seats": 2, "turn_seconds": 3601 }),
    ] {
        let body = json!({ "settings": settings });
        let (status, answer) = house.ask(Method::POST, "/api/tables", &anne.token, body).await;
        assert_eq!((status, &answer["error"]["code"]), (StatusCode::BAD_REQUEST, &json!("bad-settings")), "{answer}");
    }
}

/// Whether each player of a table is there.
fn presence(tab: &Tab, seat: usize) -> &str {
    tab.table.presence["seats"][seat].as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_bot_stands_in_for_who_is_away_and_hands_back() {
    let mut config = config();
    config.absence_seconds = 1;
    let house = House::open(config).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let table = house.table(&anne, json!({ "game": "quarante-six", "seats": 2 }), &[]).await;
    let mut anne = Person::at(&anne, &table, SMOOTH, 1).await;
    let mut tab = blaise.watch(&table).await;
    tab.granted(json!({ "sit": {} })).await;
    anne.tab.granted(json!({ "begin": {} })).await;
    tab.granted(json!({ "ready": { "round": 1 } })).await;
    drop(tab);

    anne.tab.until(|table| table.presence["seats"][1] == "away").await;
    let is_stood_in = |stepped: (u64, &Value)| stepped.1["seat"] == 1 && stepped.1["by"] == "bot";
    let mut anne = anne.play_until(|table| table.all("stepped").any(is_stood_in)).await;
    assert_eq!(presence(&anne.tab, 1), "stand_in");
    assert_eq!(anne.tab.table.sitters[1]["player"], blaise.player, "the seat is still theirs");

    // They come back while it is not their turn, so that the next is their own.
    anne.tab.until(|table| table.stage != "playing" || table.is_my_turn()).await;
    let mut blaise = Person::at(&blaise, &table, SMOOTH, 2).await;
    assert_eq!(blaise.tab.table.seat, Some(1));
    anne.tab.until(|table| table.presence["seats"][1] == "here").await;
    let came_back = anne.tab.table.seq;
    while blaise.granted.is_empty() {
        assert_ne!(blaise.tab.table.stage, "over");
        tokio::join!(
            async {
                if anne.tab.table.is_my_turn() || anne.tab.table.next_round.is_some() {
                    anne.go_on().await;
                }
            },
            blaise.go_on()
        );
        let seq = blaise.tab.table.seq;
        anne.tab.until(|table| table.seq >= seq).await;
        let seq = anne.tab.table.seq;
        blaise.tab.until(|table| table.seq >= seq).await;
    }
    let by_bot = anne.tab.table.all("stepped").filter(|(seq, it)| *seq > came_back && it["by"] == "bot").count();
    assert_eq!(by_bot, 0, "who is back plays again");
}

#[tokio::test]
async fn a_table_waits_when_all_have_left_and_goes_on_when_one_is_back() {
    let mut config = config();
    config.absence_seconds = 1;
    config.idle_table_seconds = NonZeroU32::MIN;
    let house = House::open(config).await;
    let anne = house.person("Anne").await;
    let bots = &[(1, "casual"), (2, "casual")];
    let table = house.table(&anne, json!({ "game": "nain-jaune", "seats": 3 }), bots).await;
    let mut tab = Person::at(&anne, &table, SMOOTH, 1).await;
    tab.tab.granted(json!({ "begin": {} })).await;
    let tab = tab.play_until(|table| table.steps() > 2 && table.is_my_turn()).await;
    let mut spectator = house.person("Passer-by").await.watch(&table).await;
    drop(tab);
    spectator.until(|table| table.presence["paused"] == true).await;
    let paused_at = spectator.table.seq;

    // At another table, begun later, the time has come for a stand-in: here nothing has happened meanwhile.
    other_table_is_stood_in(&house).await;
    let answer = spectator.granted(json!({ "watch": { "after": paused_at } })).await;
    assert_eq!((&answer["seq"], spectator.table.seq), (&json!(paused_at), paused_at), "nobody plays");

    let back = Person::at(&anne, &table, SMOOTH, 2).await;
    assert_eq!(back.tab.table.seq, paused_at);
    assert!(back.tab.table.is_my_turn(), "the turn is still hers");
    spectator.until(|table| table.presence["paused"] == false).await;
    let back = back.play().await;
    assert_eq!(back.tab.table.stage, "over");
}

async fn other_table_is_stood_in(house: &House) {
    let (chloe, denis) = (house.person("Chloé").await, house.person("Denis").await);
    let table = house.table(&chloe, json!({ "game": "onze", "seats": 2 }), &[]).await;
    let mut chloe = chloe.watch(&table).await;
    let mut denis: Tab = Visitor::watch(&denis, &table).await;
    denis.granted(json!({ "sit": {} })).await;
    chloe.granted(json!({ "begin": {} })).await;
    drop(denis);
    chloe.until(|table| table.presence["seats"][1] == "stand_in").await;
}
