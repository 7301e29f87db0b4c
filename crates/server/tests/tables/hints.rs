//! Somebody who asks for hundreds of hints at once: one is worked out, and bots at other tables move all the while.

use std::num::NonZeroUsize;

use serde_json::json;

use crate::house_at_port_zero::{House, Visitor, config};
use crate::person::{Person, SMOOTH};

/// How many hints are asked for at once.
const HINTS: usize = 300;

/// Somebody who plays against a bot, and has begun.
async fn against_a_bot(house: &House, visitor: &Visitor, game: &str, seed: u64) -> Person {
    let settings = json!({ "game": game, "seats": 2, "hints": true });
    let table = house.table(visitor, settings, &[(1, "casual")]).await;
    let mut person = Person::at(visitor, &table, SMOOTH, seed).await;
    person.tab.granted(json!({ "begin": {} })).await;
    person
}

/// A figure of the house.
async fn figure(house: &House, name: &str) -> u64 {
    let (_, figures) = house.get("/metrics").await;
    let line = figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).expect("a figure");
    line.parse().expect("a number")
}

#[tokio::test]
async fn who_asks_for_hundreds_of_hints_has_one_worked_out_and_freezes_no_bot() {
    let mut config = config();
    config.thinkers = NonZeroUsize::MIN;
    let house = House::open(config).await;
    let (rogue, anne) = (house.person("Rogue").await, house.person("Anne").await);
    let mut rogue = against_a_bot(&house, &rogue, "quarante-six", 1).await;
    while !rogue.tab.table.is_my_turn() {
        rogue.go_on().await;
    }
    let anne = against_a_bot(&house, &anne, "quarante-six", 2).await;
    let playing = tokio::spawn(anne.play());
    let ids: Vec<String> = (0..HINTS).map(|number| format!("hint-{number}")).collect();
    for id in &ids {
        rogue.tab.send_as(id, json!("hint")).await;
    }
    let (mut hints, mut refused) = (Vec::new(), 0);
    while hints.len() + refused < HINTS {
        let message = rogue.tab.next().await;
        if message["answer"]["result"]["move"].is_string() {
            hints.push(message["answer"]["result"].clone());
        } else if message["refused"].is_object() {
            assert_eq!(message["refused"]["code"], "hints-busy", "{message}");
            assert!(message["refused"]["wait_ms"].as_u64().is_some_and(|wait| wait > 0), "{message}");
            refused += 1;
        }
    }
    assert!(!hints.is_empty() && hints.iter().all(|hint| *hint == hints[0]), "one position has one hint");
    assert_eq!(figure(&house, "tapis_hint_seconds_count").await, 1, "it was worked out once");
    let anne = playing.await.expect("she plays to the end");
    assert!(anne.tab.table.all("stepped").any(|(_, stepped)| stepped["by"] == "bot"));
}

#[tokio::test]
async fn who_is_gone_leaves_no_hint_behind() {
    let house = House::open(config()).await;
    let rogue = house.person("Rogue").await;
    let mut rogue = against_a_bot(&house, &rogue, "quarante-six", 1).await;
    while !rogue.tab.table.is_my_turn() {
        rogue.go_on().await;
    }
    let seat = rogue.tab.table.seat;
    rogue.tab.send(json!("hint")).await;
    rogue.reconnect().await;
    // Whoever comes back asks anew and is answered.
    let hint = loop {
        match rogue.tab.ask(json!("hint")).await {
            Ok(answer) => break answer,
            Err(refused) => assert_eq!(refused["code"], "hints-busy", "{refused}"),
        }
    };
    assert!(hint["result"]["move"].is_string() && rogue.tab.table.seat == seat);
}
