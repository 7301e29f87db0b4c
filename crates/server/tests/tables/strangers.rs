//! People who do not know each other at one table: what a stranger may not do there, and what its host may do about
//! them.
//!
//! Deliberately absent: who lets others wait (`waiting`).

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::house_at_port_zero::{House, config};
use crate::races::{moves, until_play, word};
use crate::tab::Tab;

fn hello() -> Value {
    json!({ "say": { "speech": { "phrase": "hello" } } })
}

/// Who sits on a seat: `human`, `bot`, or nobody.
fn kind(tab: &Tab, seat: usize) -> &str {
    tab.table.sitters[seat]["kind"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn strangers_take_the_seat_of_a_bot_only_where_the_host_allows_it() {
    let house = House::open(config()).await;
    let (anne, rogue) = (house.person("Anne").await, house.person("Rogue").await);
    let bots = &[(1, "novice"), (2, "novice")];
    let table = house.table(&anne, json!({ "game": "quarante-six", "seats": 3 }), bots).await;
    let (mut host, mut stranger) = (anne.watch(&table).await, rogue.watch(&table).await);
    let sits = [json!({ "sit": {} }), json!({ "sit": { "seat": 1 } }), json!({ "sit": { "seat": 2 } })];
    for sit in &sits {
        assert_eq!(stranger.refused(sit.clone()).await, "bot-seat", "while players gather");
    }
    host.granted(json!({ "begin": {} })).await;
    host.until(|table| table.next_round == Some(1)).await;
    for sit in &sits {
        assert_eq!(stranger.refused(sit.clone()).await, "bot-seat", "before the deal");
    }
    host.granted(json!({ "ready": { "round": 1 } })).await;
    host.until(|table| table.stage == "playing").await;
    for sit in &sits {
        assert_eq!(stranger.refused(sit.clone()).await, "bot-seat", "in the match");
    }
    let open = json!({ "game": "quarante-six", "seats": 3, "takeover": true });
    let table = house.table(&anne, open, bots).await;
    let mut guest = rogue.watch(&table).await;
    guest.granted(json!({ "sit": { "seat": 1 } })).await;
    guest.until(|table| table.seat == Some(1)).await;
}

#[tokio::test]
async fn nobody_but_the_host_leads_a_table() {
    let house = House::open(config()).await;
    let (anne, rogue) = (house.person("Anne").await, house.person("Rogue").await);
    let table = house.table(&anne, json!({ "game": "onze", "seats": 3 }), &[(1, "novice")]).await;
    let (host, mut stranger) = (anne.watch(&table).await, rogue.watch(&table).await);
    stranger.granted(json!({ "sit": {} })).await;
    for ask in [
        json!({ "lock": { "locked": true } }),
        json!({ "remove": { "player": anne.player } }),
        json!({ "mute": { "player": anne.player, "silent": true } }),
        json!({ "invite": { "player": rogue.player } }),
        json!({ "seat_bot": { "seat": 2, "level": "novice" } }),
        json!({ "free_seat": { "seat": 0 } }),
        json!({ "begin": { "fill": "novice" } }),
    ] {
        assert_eq!(stranger.refused(ask.clone()).await, "not-host", "{ask}");
    }
    assert_eq!((kind(&host, 0), &*host.table.stage), ("human", "gathering"));
}

#[tokio::test]
async fn the_host_locks_seats_and_sends_people_away_who_do_not_come_back() {
    let house = House::open(config()).await;
    let (anne, blaise, rogue) = (house.person("Anne").await, house.person("Blaise").await, house.person("Rogue").await);
    let table = house.table(&anne, json!({ "game": "quarante-six", "seats": 3 }), &[]).await;
    let (mut host, mut stranger) = (anne.watch(&table).await, rogue.watch(&table).await);
    host.granted(json!({ "lock": { "locked": true } })).await;
    for sit in [json!({ "sit": {} }), json!({ "sit": { "seat": 1 } })] {
        assert_eq!(stranger.refused(sit).await, "seats-locked");
    }
    host.granted(json!({ "lock": { "locked": false } })).await;

    // Before the match.
    stranger.granted(json!({ "sit": { "seat": 1 } })).await;
    host.granted(json!({ "remove": { "player": rogue.player } })).await;
    host.until(|table| table.sitters[1].is_null()).await;
    let mut again = rogue.watch(&table).await;
    for tab in [&mut stranger, &mut again] {
        for ask in [json!({ "sit": {} }), json!({ "sit": { "seat": 1 } }), hello()] {
            assert_eq!(tab.refused(ask).await, "sent-away", "on whatever connection");
        }
    }

    // In it: a bot goes on.
    let mut guest = blaise.watch(&table).await;
    guest.granted(json!({ "sit": { "seat": 1 } })).await;
    host.granted(json!({ "begin": { "fill": "novice" } })).await;
    for tab in [&mut host, &mut guest] {
        tab.until(|table| table.next_round == Some(1)).await;
        tab.granted(json!({ "ready": { "round": 1 } })).await;
    }
    host.until(|table| table.stage == "playing").await;
    host.granted(json!({ "remove": { "player": blaise.player } })).await;
    let replaced = host.happening("replaced").await;
    assert_eq!((&replaced["seat"], &replaced["why"]), (&json!(1), &json!("host")), "{replaced}");
    assert_eq!(replaced["sitter"]["kind"], "bot", "{replaced}");
    assert_eq!(guest.refused(json!({ "sit": { "seat": 1 } })).await, "sent-away");
    assert_eq!(guest.refused(hello()).await, "sent-away");

    // Nor after the house was closed and opened.
    let house = house.reopen().await;
    for mut visitor in [rogue, blaise] {
        visitor.address = house.address;
        let mut tab = visitor.watch(&table).await;
        assert_eq!(tab.refused(json!({ "sit": {} })).await, "sent-away");
    }
}

#[tokio::test]
async fn a_program_calls_no_faster_than_a_person_could() {
    // A bot of the house takes twice as long over a call as over a move, at least.
    let mut config = config();
    config.bot_pace_ms = 450;
    let house = House::open_at_rest(config).await;
    let (anne, robot) = (house.person("Anne").await, house.visitor("Robot", "program").await);
    let settings = json!({ "game": "dos", "seats": 2, "options": { "target": 500 } });
    let table = house.table(&anne, settings, &[]).await;
    let mut tabs = [anne.watch(&table).await, robot.watch(&table).await];
    tabs[1].granted(json!({ "sit": {} })).await;
    tabs[0].granted(json!({ "begin": {} })).await;
    tabs[0].until(|table| table.next_round == Some(1)).await;

    let is_call = |step: &&String| word(step) == "dos" || word(step).starts_with("catch");
    let mut dice = Dice::new(3);
    let (mut calls, mut fast) = (0, 0);
    while calls < 3 || fast < 3 {
        until_play(&mut tabs).await;
        assert_ne!(tabs[0].table.stage, "over", "calls come often enough");
        let legal = [moves(&mut tabs[0]).await, moves(&mut tabs[1]).await];
        let call = |seat: usize| legal[seat].iter().find(is_call).map(|step| json!({ "submit": { "move": step } }));
        let (caller, submit) = match (call(1), call(0)) {
            // They take turns at being the first.
            (Some(submit), _) if calls <= fast => {
                let refused = tabs[1].ask(submit.clone()).await.expect_err("nobody is as fast");
                assert_eq!(
                    (&refused["code"], &refused["wait_ms"]),
                    (&json!("called-too-soon"), &json!(900)),
                    "{refused}"
                );
                let [anne, robot] = &mut tabs;
                house.advance(1, &mut [anne, robot]).await;
                calls += 1;
                (1, submit)
            }
            (_, Some(submit)) => {
                fast += 1;
                (0, submit)
            }
            _ => {
                let mover = tabs[0].table.clock["seat"].as_u64().expect("somebody's turn") as usize;
                let step = &legal[mover][dice.below(legal[mover].len())];
                (mover, json!({ "submit": { "move": step } }))
            }
        };
        let granted = tabs[caller].ask(submit).await;
        let seq = match granted {
            Ok(answer) => answer["seq"].as_u64().expect("a number"),
            // Chance may have chosen a call for the program.
            Err(refused) => {
                assert_eq!((caller, &refused["code"]), (1, &json!("called-too-soon")), "{refused}");
                continue;
            }
        };
        tabs[caller].until(|table| table.seq >= seq).await;
    }
}
