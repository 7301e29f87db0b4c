//! Deals that can be proved: what the house commits to before, what the players add, what is revealed after.

use std::time::Duration;

use referee::protocol::Referee;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use words::Lang;

use crate::house_at_port_zero::{House, config};
use crate::person::{Person, SMOOTH};

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&hexadecimal[at..at + 2], 16).expect("hexadecimal digits");
    (0..hexadecimal.len()).step_by(2).map(byte).collect()
}

fn written(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The seed that deals a round, worked out from what is published and from the documentation alone.
fn seed_of_deal(seed: &str, entropy: &Value) -> String {
    let mut hash = Sha256::new();
    hash.update("tapis-deal-1");
    hash.update(bytes(seed));
    for added in entropy.as_array().expect("one for each seat") {
        let added = bytes(added.as_str().unwrap_or_default());
        hash.update([added.len() as u8]);
        hash.update(added);
    }
    written(&hash.finalize())
}

/// The cards of a hand, in one order.
fn cards(hand: &Value) -> Vec<String> {
    let mut cards: Vec<String> = hand.as_array().expect("a hand").iter().map(Value::to_string).collect();
    cards.sort_unstable();
    cards
}

#[tokio::test]
async fn the_deal_is_what_was_committed_to_and_what_everybody_added() {
    let house = House::open(config()).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let table = house.table(&anne, json!({ "game": "quarante-six", "seats": 3 }), &[(2, "casual")]).await;
    let mut anne = Person::at(&anne, &table, SMOOTH, 1).await;
    let mut blaise = Person::at(&blaise, &table, SMOOTH, 2).await;
    blaise.tab.granted(json!({ "sit": {} })).await;
    anne.tab.granted(json!({ "begin": {} })).await;
    let committed = anne.tab.happening("committed").await;
    assert_eq!(committed["round"], 1);
    blaise.tab.until(|table| table.next_round == Some(1)).await;

    let ready = |round: u64, entropy: &str| json!({ "ready": { "round": round, "entropy": entropy } });
    assert_eq!(anne.tab.refused(ready(2, "aa")).await, "wrong-round");
    for wrong in ["", "a", "xy", "aaa", &"ab".repeat(33)] {
        assert_eq!(anne.tab.refused_as_described(ready(1, wrong)).await["code"], "bad-entropy", "{wrong}");
    }
    anne.tab.granted(ready(1, "0A0b")).await;
    assert_eq!(anne.tab.refused(ready(1, "ffff")).await, "already-ready");
    blaise.tab.until(|table| table.presence["ready"] == json!([0])).await;
    blaise.tab.granted(ready(1, "c0ffee")).await;
    let dealt = anne.tab.happening("dealt").await;
    assert_eq!(dealt["entropy"], json!(["0a0b", "c0ffee", null]), "the first word counts");
    assert_eq!(anne.tab.refused(ready(1, "ffff")).await, "wrong-round", "after the deal nothing can be added");

    let mut fresh = anne.tab.visitor.watch(&table).await;
    let published = &fresh.table.view["rounds"][0];
    assert_eq!(published["commitment"], committed["commitment"]);
    assert!(published.get("seed").is_none(), "the seed is secret while the round lasts");

    let (anne, _) = tokio::join!(anne.play(), blaise.play());
    let revealed: Vec<&Value> = anne.tab.table.all("revealed").map(|(_, revealed)| revealed).collect();
    assert_eq!(revealed[0]["round"], 1);
    let seed = revealed[0]["seed"].as_str().expect("a seed");
    assert_eq!(committed["commitment"], written(&Sha256::digest(bytes(seed))), "the seed is the one committed to");

    // Whoever deals with that seed finds the very hand that Anne had.
    let deal = seed_of_deal(seed, &dealt["entropy"]);
    let mut referee = Referee::new(Lang::English, || panic!("the seed is given"), || Duration::ZERO);
    let mut ask = |request: Value| -> Value {
        let answer: Value = serde_json::from_str(&referee.answer(&request.to_string())).expect("JSON");
        assert_eq!(answer["ok"], true, "{answer}");
        answer
    };
    let position = ask(json!({ "op": "new", "game": "quarante-six", "players": 3, "seed": deal }))["position"].clone();
    let view = ask(json!({ "op": "view", "position": position, "seat": 0 }))["view"].clone();
    let (_, dealt_to_anne) = anne.tab.table.all("dealt").next().expect("the first deal");
    let hand = cards(&dealt_to_anne["events"][0]["hand"]);
    assert!(!hand.is_empty());
    assert_eq!(hand, cards(&view["hands"][0]), "{deal}");

    fresh.until(|table| table.stage == "over").await;
    let last = anne.tab.visitor.watch(&table).await;
    for round in last.table.view["rounds"].as_array().expect("rounds") {
        let seed = round["seed"].as_str().expect("every round is over");
        assert_eq!(round["commitment"], written(&Sha256::digest(bytes(seed))));
        assert!(round["entropy"][0].is_string() && round["entropy"][2].is_null(), "{round}");
    }
}
