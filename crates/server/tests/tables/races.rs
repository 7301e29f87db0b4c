//! DOS: who owes the call and who catches them race, and the order of arrival decides.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::house_at_port_zero::{House, config};
use crate::tab::{Tab, fresh_id};

/// How a race is run.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Start {
    /// The culprit calls before anybody catches.
    CallFirst,
    /// They are caught before they call.
    CatchFirst,
    /// Everybody at once.
    AllAtOnce,
}

#[tokio::test]
async fn of_all_who_call_and_catch_at_the_same_time_exactly_one_wins() {
    let house = House::open(config()).await;
    let (anne, blaise, chloe) = (house.person("Anne").await, house.person("Blaise").await, house.person("Chloé").await);
    let settings = json!({ "game": "dos", "seats": 3, "options": { "target": 500 } });
    let table = house.table(&anne, settings, &[]).await;
    let mut tabs = [anne.watch(&table).await, blaise.watch(&table).await, chloe.watch(&table).await];
    tabs[1].granted(json!({ "sit": { "seat": 1 } })).await;
    tabs[2].granted(json!({ "sit": { "seat": 2 } })).await;
    tabs[0].granted(json!({ "begin": {} })).await;
    tabs[0].until(|table| table.next_round == Some(1)).await;

    let mut dice = Dice::new(11);
    let starts = [Start::CallFirst, Start::CatchFirst, Start::AllAtOnce];
    let (mut races, mut steps) = (0, 0);
    while races < 24 {
        until_play(&mut tabs).await;
        assert_ne!(tabs[0].table.stage, "over", "races come often enough");
        let mut legal = Vec::new();
        for tab in &mut tabs {
            legal.push(moves(tab).await);
        }
        if let Some(culprit) = legal.iter().position(|moves| moves.iter().any(|step| word(step) == "dos")) {
            race(&mut tabs, culprit, starts[races % starts.len()]).await;
            races += 1;
            continue;
        }
        let mover = tabs[0].table.clock["seat"].as_u64().expect("somebody's turn") as usize;
        let step = legal[mover][dice.below(legal[mover].len())].clone();
        let answer = tabs[mover].granted(json!({ "submit": { "move": step } })).await;
        let seq = answer["seq"].as_u64().expect("a number");
        tabs[mover].until(|table| table.seq >= seq).await;
        steps += 1;
        assert!(steps < 20_000, "races come often enough");
    }
}

/// Waits until all have seen the same, and has the next round dealt where one is over.
pub(crate) async fn until_play(tabs: &mut [Tab]) {
    loop {
        let seq = tabs.iter().map(|tab| tab.table.seq).max().unwrap_or_default();
        for tab in &mut *tabs {
            tab.until(|table| table.seq >= seq).await;
        }
        let Some(round) = tabs[0].table.next_round else { return };
        for tab in &mut *tabs {
            tab.granted(json!({ "ready": { "round": round } })).await;
        }
        tabs[0].until(|table| table.next_round != Some(round)).await;
    }
}

pub(crate) async fn moves(tab: &mut Tab) -> Vec<String> {
    let legal = tab.granted(json!("legal")).await;
    let moves = legal["result"]["moves"].as_array().expect("moves").iter();
    moves.map(|step| step.as_str().expect("text").to_owned()).collect()
}

/// A move without the seat before it.
pub(crate) fn word(step: &str) -> &str {
    step.split_once(':').map_or(step, |(_, word)| word)
}

async fn race(tabs: &mut [Tab; 3], culprit: usize, start: Start) {
    let seq = tabs[0].table.seq;
    let mut order: Vec<usize> = (0..3).map(|step| (culprit + step) % 3).collect();
    if start == Start::CatchFirst {
        order.rotate_left(1);
    }
    let step_of = |seat: usize| if seat == culprit { "dos".to_owned() } else { format!("catch {culprit}") };
    let mut answers: Vec<(usize, Result<Value, Value>)> = Vec::new();
    if start == Start::AllAtOnce {
        let [first, second, third] = tabs;
        let run = async |seat: usize, tab: &mut Tab| {
            let id = fresh_id();
            tab.send_as(&id, json!({ "submit": { "move": step_of(seat) } })).await;
            (seat, tab.answer_to(&id).await)
        };
        let (first, second, third) = tokio::join!(run(0, first), run(1, second), run(2, third));
        answers.extend([first, second, third]);
    } else {
        for seat in &order {
            let answer = tabs[*seat].ask(json!({ "submit": { "move": step_of(*seat) } })).await;
            answers.push((*seat, answer));
        }
        assert!(answers[0].1.is_ok(), "who is first wins: {answers:?}");
    }
    let winners: Vec<usize> = answers.iter().filter(|(_, answer)| answer.is_ok()).map(|(seat, _)| *seat).collect();
    assert_eq!(winners.len(), 1, "exactly one wins: {answers:?}");
    for (seat, answer) in answers {
        if let Err(refused) = answer {
            assert_eq!(refused["code"], "no-call-owed", "{seat}: {refused}");
            assert_eq!(refused["rule"], "R31");
        }
    }
    for tab in tabs {
        tab.until(|table| table.seq > seq).await;
        assert_eq!(tab.table.seq, seq + 1, "one thing happened");
        let happened = &tab.table.log[&(seq + 1)]["happenings"][0]["stepped"];
        assert_eq!(happened["seat"], winners[0], "all see the same winner");
    }
}
