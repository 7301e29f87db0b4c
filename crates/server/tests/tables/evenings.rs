//! Duplicate evenings: the same deals at every table, nothing to be seen before one has played, one table a deal for
//! everybody whatever happens, and what comes of it in the end.

use engine::GameId;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use words::Lang;

use crate::house_at_port_zero::{House, Visitor, config};
use crate::person::{Person, SMOOTH};

/// Opens an evening; gives its path.
async fn evening(house: &House, host: &Visitor, settings: Value) -> String {
    let opened = house.post("/api/evenings", &host.token, json!({ "settings": settings, "hours": 2 })).await;
    let id = opened["evening"].as_str().expect("an id");
    assert_eq!(opened["link"], house.url(&format!("/evening/{id}")));
    format!("/api/evenings/{id}")
}

/// One's table for the deal that is next, and which deal it is.
async fn next_table(house: &House, visitor: &Visitor, evening: &str) -> (String, u64) {
    let next = house.post(&format!("{evening}/tables"), &visitor.token, json!({})).await;
    (next["table"].as_str().expect("an id").to_owned(), next["deal"].as_u64().expect("a number"))
}

/// The code of a refusal.
async fn refused(house: &House, method: Method, path: &str, visitor: &Visitor, body: Value) -> (StatusCode, String) {
    let (status, answer) = house.ask(method, path, &visitor.token, body).await;
    assert!(answer["error"]["message"].as_str().is_some_and(|message| message.ends_with('.')), "{path}: {answer}");
    (status, answer["error"]["code"].as_str().expect("a code").to_owned())
}

/// Plays the deal that is next to its end.
async fn play(house: &House, visitor: &Visitor, evening: &str, dice: u64) -> Person {
    let (table, _) = next_table(house, visitor, evening).await;
    Person::at(visitor, &table, SMOOTH, dice).await.play().await
}

/// What everybody was shown of the first deal from a seat: hands, what lies open, who begins.
fn dealt(person: &Person) -> Value {
    let (_, dealt) = person.tab.table.all("dealt").next().expect("a deal");
    dealt["events"].clone()
}

fn settings(game: GameId, seats: u8, deals: u16) -> Value {
    json!({ "game": game.slug(), "seats": seats, "level": "casual", "deals": deals })
}

#[tokio::test]
async fn every_table_has_the_same_deals_in_every_game() {
    let house = House::open(config()).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    for game in GameId::ALL {
        let evening = evening(&house, &anne, settings(game, 3, 2)).await;
        let mut seeds = Vec::new();
        for deal in 1..=2 {
            let mut seen = Vec::new();
            for (visitor, dice) in [(&anne, 1), (&blaise, 2)] {
                let (table, number) = next_table(&house, visitor, &evening).await;
                assert_eq!(number, deal);
                let person = Person::at(visitor, &table, SMOOTH, dice).await.play().await;
                let revealed = person.tab.table.all("revealed").next().expect("a seed").1["seed"].clone();
                let (_, ended) = person.tab.table.all("dealt").next().expect("a deal");
                assert!(ended["entropy"].as_array().expect("seats").iter().all(Value::is_null), "nobody adds anything");
                // The seed decides the stock as well, and every shuffle of the round.
                seen.push((dealt(&person), revealed));
            }
            assert_eq!(seen[0], seen[1], "{} deal {deal}", game.slug());
            assert!(!seeds.contains(&seen[0].1), "{}: a deal of its own", game.slug());
            seeds.push(seen[0].1.clone());
        }
        let view = house.get_json_as(&anne, &evening).await;
        assert_eq!(view["ranking"].as_array().map(Vec::len), Some(2), "{view}");
        for line in view["ranking"].as_array().expect("lines") {
            let (points, cards) = (line["points"].as_f64().expect("points"), line["cards"].as_f64().expect("cards"));
            let play = line["play"].as_f64().expect("play");
            assert!((points - cards - play).abs() < 1e-9 && line["place"].is_u64(), "{line}");
        }
    }
}

#[tokio::test]
async fn bots_go_on_in_the_same_way_where_play_went_the_same_way() {
    let house = House::open(config()).await;
    let mut matches = Vec::new();
    let anne = house.person("Anne").await;
    let evening = evening(&house, &anne, settings(GameId::QuaranteSix, 4, 1)).await;
    for name in ["Blaise", "Chloé"] {
        // The same dice choose the same moves from the same lists.
        let person = play(&house, &house.person(name).await, &evening, 5).await;
        let step = |(_, step): (u64, &Value)| (step["seat"].clone(), step["move"].clone());
        matches.push(person.tab.table.all("stepped").map(step).collect::<Vec<_>>());
    }
    assert!(matches[0].len() > 4);
    assert_eq!(matches[0], matches[1]);
}

#[tokio::test]
async fn nothing_is_seen_of_deals_one_has_not_played() {
    let house = House::open(config()).await;
    let (anne, blaise, chloé) = (house.person("Anne").await, house.person("Blaise").await, house.person("Chloé").await);
    let evening = evening(&house, &anne, settings(GameId::QuaranteSix, 2, 2)).await;
    let first = play(&house, &anne, &evening, 1).await;
    let table = first.tab.table.id.clone();

    // Her own table is hers alone, link or not; its record is closed even to her.
    let mut other = blaise.connect().await;
    other.table.id = table.clone();
    assert_eq!(other.refused(json!({ "watch": {} })).await, "not-invited");
    assert_eq!(other.refused(json!({ "sit": {} })).await, "not-invited");
    for path in ["", "/qr.svg"] {
        let path = format!("/api/tables/{table}{path}");
        let code = refused(&house, Method::GET, &path, &blaise, json!({})).await;
        assert_eq!(code, (StatusCode::FORBIDDEN, "not-invited".into()), "{path}");
    }
    for path in ["/record", "/positions"] {
        let path = format!("/api/tables/{table}{path}");
        for visitor in [&anne, &blaise] {
            let code = refused(&house, Method::GET, &path, visitor, json!({})).await;
            assert_eq!(code, (StatusCode::CONFLICT, "evening-open".into()), "{path}");
        }
    }
    let history = house.get_json_as(&blaise, &format!("/api/players/{}/history", anne.player)).await;
    assert_eq!(history["matches"], json!([]), "nor is it in her history");

    // Who has one deal left, who has not begun and who has no session see how far everybody is, and no more.
    let strange = house.get_json(&evening).await;
    for view in [&strange, &house.get_json_as(&anne, &evening).await, &house.get_json_as(&chloé, &evening).await] {
        assert_eq!(view["players"][0]["done"], 1);
        assert!(view.get("ranking").is_none() && view.get("seed").is_none(), "{view}");
    }
    let second = play(&house, &anne, &evening, 2).await;
    assert_ne!(second.tab.table.id, table);
    let view = house.get_json_as(&anne, &evening).await;
    assert_eq!((&view["done"], &view["ranking"][0]["points"]), (&json!(2), &view["ranking"][0]["points"]));
    assert!(view["ranking"][0].get("play").is_none(), "one table cannot tell: {view}");
    assert!(house.get_json_as(&blaise, &evening).await.get("ranking").is_none());
    let (status, page) = house.get_as(&format!("{evening}/page?lang=fr"), &blaise.token).await;
    assert!(
        status.is_success() && page.contains("evening-hidden") && page.contains("Jouer la donne 1 sur 2"),
        "{page}"
    );
}

#[tokio::test]
async fn a_table_of_an_evening_allows_nothing_that_would_spoil_it() {
    let house = House::open(config()).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let evening = evening(&house, &anne, settings(GameId::Onze, 2, 1)).await;
    let (table, _) = next_table(&house, &anne, &evening).await;
    let mut tab = anne.watch(&table).await;
    assert_eq!(tab.table.view["evening"]["deal"], 1);
    assert!(tab.table.view.get("key").is_none() && tab.table.stage == "between");
    assert_eq!(tab.refused(json!({ "ready": { "round": 1, "entropy": "c0ffee" } })).await, "evening-table");
    for ask in [json!({ "invite": { "player": blaise.player } }), json!("stand"), json!("rematch")] {
        assert_eq!(tab.refused(ask).await, "evening-table");
    }
    tab.granted(json!({ "ready": { "round": 1 } })).await;
    tab.until(|table| table.stage == "playing").await;
    assert_eq!(tab.refused(json!("hint")).await, "hints-off");
    assert_eq!(tab.refused(json!("undo")).await, "undo-off");
    let tables = house.get_json("/api/tables").await;
    assert_eq!(tables["tables"], json!([]), "it is on no list");
}

#[tokio::test]
async fn a_player_has_one_table_a_deal_whatever_happens() {
    let house = House::open(config()).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let evening = evening(&house, &anne, settings(GameId::QuaranteSix, 2, 2)).await;
    let first = next_table(&house, &anne, &evening).await;
    let asks = (0..8).map(|_| next_table(&house, &blaise, &evening));
    let all = futures_util::future::join_all(asks).await;
    assert!(all.iter().all(|next| *next == all[0] && *next != first), "{all:?}");
    let view = house.get_json(&evening).await;
    assert_eq!(view["players"].as_array().map(Vec::len), Some(2), "who asks eight times has joined once");

    // In the middle of a deal the house is closed and opened again.
    let person = Person::at(&anne, &first.0, SMOOTH, 1).await.play_until(|table| table.steps() > 2).await;
    let before = dealt(&person);
    drop(person);
    let house = house.reopen().await;
    let moved = |visitor: &Visitor| Visitor { address: house.address, ..visitor.clone() };
    let (anne, blaise) = (moved(&anne), moved(&blaise));
    assert_eq!(next_table(&house, &anne, &evening).await, first);
    assert_eq!(next_table(&house, &blaise, &evening).await, all[0]);
    let mut watched = anne.watch(&first.0).await;
    let anne_again = Person::at(&anne, &first.0, SMOOTH, 1).await.play().await;
    watched.until(|table| table.stage == "over").await;
    let blaise_too = play(&house, &blaise, &evening, 1).await;
    assert_eq!(dealt(&blaise_too), before, "the deal is the one from before");
    let seed = |person: &Person| person.tab.table.all("revealed").next().expect("a seed").1["seed"].clone();
    assert_eq!(seed(&anne_again), seed(&blaise_too));
    assert_eq!(next_table(&house, &anne, &evening).await.1, 2, "a deal is played once");
}

#[tokio::test]
async fn when_it_is_over_everything_is_open_and_holds() {
    let house = House::open(config()).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let settings = json!({ "game": "nain-jaune", "seats": 3, "level": "novice", "deals": 2, "exchange": true });
    let evening = evening(&house, &anne, settings).await;
    let commitment = house.get_json(&evening).await["commitment"].as_str().expect("a commitment").to_owned();
    for dice in 1..=2 {
        play(&house, &anne, &evening, dice).await;
    }
    // Blaise plays one deal of two.
    play(&house, &blaise, &evening, 3).await;

    let house = house.reopen_later(2 * 3_600).await;
    let moved = |visitor: &Visitor| Visitor { address: house.address, ..visitor.clone() };
    let (anne, blaise) = (moved(&anne), moved(&blaise));
    let late = refused(&house, Method::POST, &format!("{evening}/tables"), &blaise, json!({})).await;
    assert_eq!(late, (StatusCode::CONFLICT, "evening-over".into()));
    let view = house.get_json(&evening).await;
    assert_eq!((&view["over"], &view["commitment"]), (&json!(true), &json!(commitment)));
    let seed = view["seed"].as_str().expect("the seed is open");
    let bytes: Vec<u8> =
        (0..64).step_by(2).map(|at| u8::from_str_radix(&seed[at..at + 2], 16).expect("digits")).collect();
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, commitment, "it is the one the house had committed itself to");

    let lines = view["ranking"].as_array().expect("a ranking");
    let [first, second] = &lines[..] else { panic!("two players: {view}") };
    let seats = |line: &Value| -> Vec<u64> {
        line["deals"].as_array().expect("deals").iter().map(|it| it["seat"].as_u64().expect("a seat")).collect()
    };
    let (of_anne, of_blaise) = if first["name"] == "Anne" { (first, second) } else { (second, first) };
    assert_eq!((seats(of_anne), seats(of_blaise)), (vec![0, 1], vec![1]), "seats are exchanged");
    assert!(of_blaise.get("place").is_none() && of_anne.get("place").is_none(), "the second deal has one table");
    let table = of_anne["deals"][0]["table"].as_str().expect("a table");
    // Records are for everybody now, and say what they are.
    let (status, record) = house.get_as(&format!("/api/tables/{table}/record"), &blaise.token).await;
    assert_eq!(status, StatusCode::OK, "{record}");
    let verified = referee::records::verify(&record, Lang::English).unwrap_or_else(|broken| panic!("{broken:?}"));
    let deal = verified.evening.expect("it says that it is a deal of an evening");
    assert_eq!(
        (format!("/api/evenings/{}", deal.evening), deal.deal, deal.commitment),
        (evening.clone(), 1, commitment)
    );
    let (status, page) = house.get_as(&format!("{evening}/page?lang=en"), &anne.token).await;
    assert!(status.is_success() && page.contains(&format!("/table/{table}/replay")) && page.contains(seed), "{page}");
}

#[tokio::test]
async fn what_cannot_be_an_evening_is_refused_with_its_reason() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let open = async |settings: Value, hours: u64| {
        refused(&house, Method::POST, "/api/evenings", &anne, json!({ "settings": settings, "hours": hours })).await
    };
    let bad = |code: &str| (StatusCode::BAD_REQUEST, code.to_owned());
    for (deals, hours) in [(0, 2), (25, 2), (3, 0), (3, 169)] {
        assert_eq!(open(settings(GameId::Dos, 4, deals), hours).await, bad("bad-evening"), "{deals} {hours}");
    }
    assert_eq!(open(settings(GameId::NainJaune, 2, 3), 2).await, bad("bad-settings"), "three play it at least");
    let mut odd = settings(GameId::Onze, 3, 3);
    odd["options"] = json!({ "variant": "nonsense" });
    assert_eq!(open(odd, 2).await, bad("bad-settings"));
    let (status, _) = house.ask(Method::POST, "/api/evenings", "", json!({})).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    for id in ["nowhere", "k3v9abcdefghij23", "..%2f"] {
        let code = refused(&house, Method::GET, &format!("/api/evenings/{id}"), &anne, json!({})).await;
        assert_eq!(code, (StatusCode::NOT_FOUND, "no-such-evening".into()), "{id}");
    }
    let most = house.app.config.tables_per_player.get();
    for _ in 0..most {
        evening(&house, &anne, settings(GameId::Onze, 2, 1)).await;
    }
    let full = open(settings(GameId::Onze, 2, 1), 2).await;
    assert_eq!(full, (StatusCode::CONFLICT, "too-many-evenings".into()));
    let data = house.get_json_as(&anne, "/api/session/data").await;
    assert_eq!(data["evenings"].as_array().map(Vec::len), Some(most as usize), "{}", data["evenings"]);
}
