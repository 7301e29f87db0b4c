//! Who keeps others waiting, and for how long they are waited for, at a house whose clock the test moves.

use serde_json::{Value, json};

use crate::house_at_port_zero::{House, Visitor, config};
use crate::person::{Person, SMOOTH};
use crate::tab::Tab;

/// So many people at a table, the first of them its host, before the first deal.
async fn gather(house: &House, names: &[&str], mut settings: Value) -> Vec<Person> {
    settings["seats"] = json!(names.len());
    let mut people = Vec::new();
    let mut table = String::new();
    for (seed, name) in (1..).zip(names) {
        let visitor = house.person(name).await;
        house.post("/api/claim", &visitor.token, json!({ "name": name, "password": "a password" })).await;
        if people.is_empty() {
            table = house.table(&visitor, settings.clone(), &[]).await;
        }
        let mut person = Person::at(&visitor, &table, SMOOTH, seed).await;
        if !people.is_empty() {
            person.tab.granted(json!({ "sit": {} })).await;
        }
        people.push(person);
    }
    people[0].tab.granted(json!({ "begin": {} })).await;
    for person in &mut people {
        person.tab.until(|table| table.next_round == Some(1)).await;
    }
    people
}

/// The same with the first round dealt.
async fn play(house: &House, names: &[&str], settings: Value) -> Vec<Person> {
    let mut people = gather(house, names, settings).await;
    for person in &mut people {
        person.tab.granted(json!({ "ready": { "round": 1 } })).await;
    }
    for person in &mut people {
        person.tab.until(|table| table.stage == "playing").await;
    }
    people
}

fn tabs(people: &mut [Person]) -> Vec<&mut Tab> {
    people.iter_mut().map(|person| &mut person.tab).collect()
}

/// Everybody has heard of all that has happened.
async fn settle(people: &mut [Person]) {
    let seq = people.iter().map(|person| person.tab.table.seq).max().unwrap_or_default();
    for person in people {
        person.tab.until(|table| table.seq >= seq).await;
    }
}

#[tokio::test]
async fn most_of_those_who_wait_may_let_a_bot_go_on_for_who_holds_up_the_table() {
    let house = House::open_at_rest(config()).await;
    let names = ["Anne", "Blaise", "Chloe", "Denis"];
    let mut people = play(&house, &names, json!({ "game": "quarante-six" })).await;
    // It is the turn of somebody who is not the host, whose word alone would do.
    while people[0].tab.table.is_my_turn() {
        people[0].go_on().await;
    }
    settle(&mut people).await;
    let mover = people[0].tab.table.clock["seat"].as_u64().expect("a turn") as usize;
    assert_ne!(mover, 0);
    let voters: Vec<usize> = (1..4).filter(|seat| *seat != mover).collect();
    let replace = json!({ "replace": { "seat": mover } });

    let refused = people[voters[0]].tab.ask(replace.clone()).await.expect_err("nobody has waited");
    assert_eq!((&refused["code"], &refused["wait_ms"]), (&json!("not-holding-up"), &json!(60_000)), "{refused}");
    house.advance(59, &mut tabs(&mut people)).await;
    let refused = people[voters[0]].tab.ask(replace.clone()).await.expect_err("not for long enough");
    assert_eq!(refused["wait_ms"], 1_000, "{refused}");
    house.advance(1, &mut tabs(&mut people)).await;

    people[voters[0]].tab.granted(replace.clone()).await;
    for person in &mut people {
        person.tab.until(|table| table.presence["replace"] == json!([voters[0]])).await;
        assert_eq!(person.tab.table.sitters[mover]["kind"], "human", "one of three is not most");
    }
    people[voters[1]].tab.granted(replace).await;
    let seat = people[mover].tab.visitor.player.clone();
    for person in &mut people {
        let replaced = person.tab.happening("replaced").await;
        assert_eq!((&replaced["seat"], &replaced["why"]), (&json!(mover), &json!("vote")), "{replaced}");
        assert_eq!(replaced["sitter"]["kind"], "bot", "{replaced} for {seat}");
    }
    let stepped = people[0].tab.happening("stepped").await;
    assert_eq!((&stepped["seat"], &stepped["by"]), (&json!(mover), &json!("bot")), "the match goes on");
}

#[tokio::test]
async fn who_lets_three_turns_of_a_rated_match_run_out_is_replaced_and_loses_it() {
    let house = House::open_at_rest(config()).await;
    let settings = json!({ "game": "quarante-six", "rated": true, "turn_seconds": 5, "options": { "rounds": 1 } });
    let mut people = play(&house, &["Anne", "Blaise"], settings).await;
    let mut timeouts = 0;
    while timeouts < 3 {
        settle(&mut people).await;
        if people[0].tab.table.is_my_turn() {
            people[0].go_on().await;
            continue;
        }
        assert_eq!(people[0].tab.table.stage, "playing", "the round is longer than three turns");
        let seq = people[0].tab.table.seq;
        // Five seconds, and one for the network.
        house.advance(6, &mut tabs(&mut people)).await;
        people[0].tab.until(|table| table.seq > seq).await;
        let own = |(at, stepped): (u64, &Value)| at > seq && stepped["seat"] == 1;
        let by: Vec<Value> = people[0]
            .tab
            .table
            .all("stepped")
            .filter(|stepped| own(*stepped))
            .map(|(_, it)| it["by"].clone())
            .collect();
        assert!(!by.is_empty() && by.iter().all(|by| by == "clock"), "{by:?}");
        // What the clock plays may take more than one step.
        timeouts += u32::from(people[0].tab.table.clock["seat"] != 1);
    }
    let [mut anne, mut blaise] = <[Person; 2]>::try_from(people).ok().expect("two people");
    anne.tab.until(|table| table.all("replaced").next().is_some()).await;
    let (_, replaced) = anne.tab.table.all("replaced").next().expect("it was just seen");
    assert_eq!((&replaced["seat"], &replaced["why"]), (&json!(1), &json!("timeouts")), "{replaced}");
    assert_eq!(replaced["sitter"]["kind"], "bot", "{replaced}");

    let anne = anne.play().await;
    blaise.tab.until(|table| table.stage == "over").await;
    assert_eq!(anne.tab.table.places, blaise.tab.table.places);
    // Whatever the bot on that seat came to, it was Blaise who has lost.
    let rating = async |person: &Person| {
        let profile = house.get_json(&format!("/api/players/{}", person.tab.visitor.player)).await;
        let rating = &profile["ratings"][0];
        assert_eq!(rating["matches"], 1, "{profile}");
        rating["mean"].as_f64().expect("a number")
    };
    let (winner, loser) = (rating(&anne).await, rating(&blaise).await);
    assert!(winner > loser, "{winner} and {loser}");
}

/// A table that was about to deal when the house was closed and opened again; Anne is back and ready.
async fn reopened() -> (House, Tab, Visitor) {
    let house = House::open_at_rest(config()).await;
    // Nobody is ready yet: a house that closes lets people go one after the other, and would deal to those who are left.
    let people = gather(&house, &["Anne", "Blaise", "Chloe"], json!({ "game": "onze" })).await;
    let table = people[0].tab.table.id.clone();
    let house = house.reopen().await;
    let back = |person: &Person| Visitor { address: house.address, ..person.tab.visitor.clone() };
    let (anne, blaise) = (back(&people[0]), back(&people[1]));
    let mut anne = anne.watch(&table).await;
    anne.granted(json!({ "ready": { "round": 1, "entropy": "0a0b" } })).await;
    (house, anne, blaise)
}

#[tokio::test]
async fn after_a_restart_a_deal_waits_for_those_who_come_back() {
    let (house, mut anne, blaise) = reopened().await;
    house.advance(4, &mut [&mut anne]).await;
    assert_eq!(anne.table.stage, "between", "the others are expected");
    let mut blaise = blaise.watch(&anne.table.id).await;
    blaise.granted(json!({ "ready": { "round": 1, "entropy": "c0ffee" } })).await;
    house.advance(1, &mut [&mut anne, &mut blaise]).await;
    for tab in [&mut anne, &mut blaise] {
        tab.until(|table| table.stage == "playing").await;
        let (_, dealt) = tab.table.all("dealt").next().expect("it was just seen");
        assert_eq!(dealt["entropy"], json!(["0a0b", "c0ffee", null]), "who was in time is in the deal");
    }
}

#[tokio::test]
async fn after_a_restart_a_deal_waits_no_longer_than_it_should_for_who_does_not_come_back() {
    let (house, mut anne, _) = reopened().await;
    house.advance(4, &mut [&mut anne]).await;
    assert_eq!(anne.table.stage, "between");
    house.advance(1, &mut [&mut anne]).await;
    anne.until(|table| table.stage == "playing").await;
    let (_, dealt) = anne.table.all("dealt").next().expect("it was just seen");
    assert_eq!(dealt["entropy"], json!(["0a0b", null, null]));
}
