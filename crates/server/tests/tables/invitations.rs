//! Invitations arrive as messages, are kept until one comes or the match is over, and flood nobody.

use serde_json::{Value, json};

use crate::house_at_port_zero::{House, Visitor, config};
use crate::tab::Tab;

fn invite(visitor: &Visitor) -> Value {
    json!({ "invite": { "player": visitor.player } })
}

/// Everything a tab is told until its next answer: the tables it is asked to.
async fn invitations(tab: &mut Tab) -> Vec<String> {
    let id = tab.send(json!("ping")).await;
    let mut tables = Vec::new();
    loop {
        let message = tab.next().await;
        if message["answer"]["id"] == *id {
            return tables;
        }
        tables.extend(message["invited"]["table"]["table"].as_str().map(String::from));
    }
}

#[tokio::test]
async fn an_invitation_reaches_a_program_at_once_and_whoever_connects_later_until_they_sit() {
    let house = House::open(config()).await;
    let (anne, robot) = (house.person("Anne").await, house.visitor("Robot 7", "program").await);
    let table = house.table(&anne, json!({ "game": "dos", "seats": 3, "visibility": "invited" }), &[]).await;
    let mut host = anne.watch(&table).await;
    let mut early = robot.connect().await;
    host.granted(invite(&robot)).await;
    let invited = loop {
        let message = early.next().await;
        if let Some(invited) = message.get("invited") {
            break invited.clone();
        }
    };
    assert_eq!((&invited["player"], &invited["name"]), (&json!(anne.player), &json!("Anne")));
    assert_eq!(invited["table"]["table"], *table);
    // Asked twice is asked once.
    host.granted(invite(&robot)).await;
    let mut late = robot.connect().await;
    assert_eq!(invitations(&mut late).await, [table.as_str()]);
    assert_eq!(invitations(&mut house.person("Blaise").await.connect().await).await, Vec::<String>::new());
    // The invitation brings the key of the table's link, and who has that is let in.
    late.watch(&format!("{table}?key={}", invited["key"].as_str().expect("a key"))).await;
    late.granted(json!({ "sit": {} })).await;
    assert_eq!(invitations(&mut robot.connect().await).await, Vec::<String>::new(), "who has come is not asked again");
}

#[tokio::test]
async fn nobody_is_asked_to_a_match_that_is_over() {
    let house = House::open(config()).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let settings = json!({ "game": "quarante-six", "seats": 2, "options": { "rounds": 1 } });
    let table = house.table(&anne, settings, &[(1, "novice")]).await;
    let mut person = crate::person::Person::at(&anne, &table, crate::person::SMOOTH, 1).await;
    person.tab.granted(invite(&blaise)).await;
    assert_eq!(invitations(&mut blaise.connect().await).await, [table.as_str()]);
    person.tab.granted(json!({ "begin": {} })).await;
    let person = person.play().await;
    assert_eq!(person.tab.table.stage, "over");
    assert_eq!(invitations(&mut blaise.connect().await).await, Vec::<String>::new());
}

#[tokio::test]
async fn nobody_is_flooded_with_invitations() {
    let house = House::open(config()).await;
    let (rogue, victim) = (house.person("Rogue").await, house.person("Victim").await);
    let table = house.table(&rogue, json!({ "game": "dos", "seats": 2 }), &[]).await;
    let (mut tab, mut other) = (rogue.watch(&table).await, rogue.watch(&table).await);
    // All at once, so that it is a matter of the house alone how far apart they come.
    let mut ids = Vec::new();
    for _ in 0..12 {
        ids.push(tab.send(invite(&victim)).await);
    }
    let mut refused = Vec::new();
    for id in ids {
        refused.extend(tab.answer_to(&id).await.err());
    }
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert!(refused.iter().all(|it| it["code"] == "too-fast" && it["wait_ms"].is_u64()), "{refused:?}");
    assert_eq!(other.refused(invite(&victim)).await, "too-fast", "another connection does not help");
    assert_eq!(invitations(&mut victim.connect().await).await, [table.as_str()]);
}
