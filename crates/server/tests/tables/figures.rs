//! The figures of people who played real matches over real sockets, against what their histories say.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house_at_port_zero::{House, Visitor, config};
use crate::person::{Person, SMOOTH};

const GAME: &str = "quarante-six";

/// What a player's figures are for whoever has a token.
async fn figures(house: &House, player: &Visitor, token: &str) -> Value {
    let path = format!("/api/players/{}/figures?game={GAME}", player.player);
    let (status, text) = if token.is_empty() { house.get(&path).await } else { house.get_as(&path, token).await };
    assert_eq!(status, StatusCode::OK, "{text}");
    serde_json::from_str::<Value>(&text).expect("JSON")["figures"].clone()
}

/// What the figures have to be: summed up from the history of the player, as the asker may see it.
async fn summed_up(house: &House, player: &Visitor, asker: &Visitor) -> (Value, Value, Value) {
    let history = house.get_json_as(asker, &format!("/api/players/{}/history", player.player)).await;
    let mut places = vec![0; 3];
    let (mut best, mut leads) = (i64::MIN, Vec::new());
    let matches = history["matches"].as_array().expect("matches");
    for one in matches.iter().rev() {
        let seats = one["places"].as_array().expect("places");
        let score = |seat: &Value| seat["score"].as_i64().expect("a score");
        let own = seats.iter().find(|seat| seat["sitter"]["player"] == player.player).expect("the player");
        places[own["place"].as_u64().expect("a place") as usize - 1] += 1;
        best = best.max(score(own));
        let bots: Vec<i64> = seats.iter().filter(|seat| seat["sitter"]["kind"] == "bot").map(score).collect();
        if let [bot] = bots[..] {
            leads.push((score(own) - bot) as f64);
        }
    }
    while places.last() == Some(&0) {
        places.pop();
    }
    (json!(places), json!(best), json!(leads))
}

/// That the figures of a player are what their history comes to for this asker.
async fn check(house: &House, player: &Visitor, asker: &Visitor, matches: u32) {
    let found = figures(house, player, &asker.token).await;
    let (places, best, leads) = summed_up(house, player, asker).await;
    assert_eq!((&found["matches"], &found["places"]), (&json!(matches), &places), "{found}");
    assert_eq!(found["best"]["score"]["value"], best, "{found}");
    let shown: Vec<Value> =
        found["leads"].as_array().expect("leads").iter().map(|point| point["lead"].clone()).collect();
    assert_eq!(json!(shown), leads, "{found}");
}

#[tokio::test]
async fn figures_are_what_the_history_of_real_matches_comes_to_for_whoever_asks() {
    let house = House::open(config()).await;
    let (anne, blaise, stranger) =
        (house.person("Anne").await, house.person("Blaise").await, house.person("Stranger").await);
    for seed in 1..=2 {
        let settings = json!({ "game": GAME, "seats": 2 });
        let table = house.table(&anne, settings, &[(1, "novice")]).await;
        let mut alone = Person::at(&anne, &table, SMOOTH, seed).await;
        alone.tab.granted(json!({ "begin": {} })).await;
        alone.play().await;
    }
    let address = house.invitation(&anne, json!({ "game": GAME, "seats": 2 })).await;
    let mut host = Person::at(&anne, &address, SMOOTH, 3).await;
    let mut guest = Person::at(&blaise, &address, SMOOTH, 4).await;
    guest.tab.granted(json!({ "sit": {} })).await;
    host.tab.granted(json!({ "begin": {} })).await;
    tokio::join!(host.play(), guest.play());
    let private = address.split_once('?').expect("a key").0;

    for is_again in [false, true] {
        if is_again {
            house.app.storage.rebuild().await.expect("rebuilt");
        }
        for asker in [&anne, &blaise] {
            check(&house, &anne, asker, 3).await;
            check(&house, &blaise, asker, 1).await;
        }
        check(&house, &anne, &stranger, 2).await;
        for token in ["", &stranger.token] {
            assert_eq!(figures(&house, &blaise, token).await["matches"], 0);
            assert!(!figures(&house, &anne, token).await.to_string().contains(private));
        }
    }
}
