//! What happened lately, over real sockets: who looks in later finds it, also after the house was closed.

use serde_json::{Value, json};

use crate::house_at_port_zero::{House, Visitor, config};
use crate::person::{Person, SMOOTH};
use crate::tab::{Followed, Tab};

/// What a viewer is told of the past.
async fn recent(tab: &mut Tab, table: &str) -> Value {
    tab.table = Followed { id: table.into(), ..Followed::default() };
    tab.send(json!({ "watch": { "recent": true } })).await;
    loop {
        let message = tab.next().await;
        if message["table"]["table"] == table {
            return message["table"]["recent"].clone();
        }
    }
}

#[tokio::test]
async fn who_looks_in_later_is_told_what_happened_lately() {
    let house = House::open(config()).await;
    let (anne, blaise, chloe) = (house.person("Anne").await, house.person("Blaise").await, house.person("Chloé").await);
    let table = house.table(&anne, json!({ "game": "quarante-six", "seats": 2 }), &[]).await;
    let mut host = Person::at(&anne, &table, SMOOTH, 1).await;
    let mut guest = Person::at(&blaise, &table, SMOOTH, 2).await;
    guest.tab.granted(json!({ "sit": {} })).await;
    host.tab.granted(json!({ "begin": {} })).await;
    tokio::join!(host.play(), guest.play());
    let mut tab = chloe.connect().await;
    let told = recent(&mut tab, &table).await;
    let last = told["happened"].as_array().and_then(|happened| happened.last()).expect("something happened");
    assert_eq!(last["seq"], tab.table.seq, "{last}");
    assert!(last.to_string().contains(r#"{"ended""#), "{last}");
    assert_eq!(told.get("seat"), None, "it is told as a spectator saw it");
    let own = recent(&mut anne.connect().await, &table).await;
    assert_eq!((&own["seat"], &own["happened"][0]["seq"]), (&json!(0), &told["happened"][0]["seq"]));
    let house = house.reopen().await;
    let mut tab = Visitor { address: house.address, ..chloe }.connect().await;
    assert_eq!(recent(&mut tab, &table).await, told, "the log makes the past again");
}
