//! The list of games for programs: what it offers can be opened, and nothing beyond.

use std::num::NonZeroU32;

use reqwest::StatusCode;
use serde_json::{Map, Value, json};
use server::Config;

use crate::fixture::{House, config};

/// The settings of a table with every option at one end of its range, and those with one option beyond it.
fn settings(game: &Value, table: &Value) -> (Value, Vec<Value>) {
    let (mut options, mut beyond) = (Map::new(), Vec::new());
    let with = |options: Map<String, Value>| json!({ "settings": { "game": game["game"], "seats": table["seats"], "options": options } });
    for option in table["options"].as_array().expect("options") {
        let key = option["key"].as_str().expect("a key").to_owned();
        let value = match option["values"]["one_of"].as_array() {
            Some(choices) => choices.last().expect("a choice")["value"].clone(),
            None => {
                let [least, most] =
                    ["least", "most"].map(|end| option["values"]["number"][end].as_i64().expect("a number"));
                for value in [least - 1, most + 1] {
                    beyond.push(with(Map::from_iter([(key.clone(), value.into())])));
                }
                most.into()
            }
        };
        options.insert(key, value);
    }
    (with(options), beyond)
}

#[tokio::test]
async fn every_table_that_the_list_of_games_offers_can_be_opened_and_none_beyond() {
    let tables_per_player = NonZeroU32::new(1_000).expect("not zero");
    let house = House::open(Config { tables_per_player, ..config() }).await;
    let token = house.guest().await.text("token");
    let answer = house.get("/api/games?lang=en", "").await;
    let games = answer.body["games"].as_array().expect("games").clone();
    let slugs: Vec<&str> = games.iter().filter_map(|game| game["game"].as_str()).collect();
    assert_eq!(slugs, ["onze", "nain-jaune", "dos", "rummy", "quarante-six"]);
    for game in &games {
        let tables = game["tables"].as_array().expect("tables");
        for table in tables {
            let (fits, beyond) = settings(game, table);
            let opened = house.post("/api/tables", &token, fits.clone()).await;
            assert_eq!(opened.status, StatusCode::OK, "{fits}: {opened:?}");
            for settings in beyond {
                let refused = house.post("/api/tables", &token, settings.clone()).await;
                assert_eq!((refused.status, refused.code()), (StatusCode::BAD_REQUEST, "bad-settings"), "{settings}");
            }
        }
        let [fewest, most] =
            [tables.first(), tables.last()].map(|it| it.expect("a table")["seats"].as_u64().expect("seats"));
        for seats in [fewest - 1, most + 1] {
            let settings = json!({ "settings": { "game": game["game"], "seats": seats } });
            assert_eq!(house.post("/api/tables", &token, settings).await.status, StatusCode::BAD_REQUEST, "{seats}");
        }
        // Only a table without a clock of the game has one of its own, in the range that is told.
        let clock =
            |seconds: i64| json!({ "settings": { "game": game["game"], "seats": most, "turn_seconds": seconds } });
        let (least, most) = (game["turn_seconds"]["least"].as_i64(), game["turn_seconds"]["most"].as_i64());
        let (Some(least), Some(most)) = (least, most) else {
            assert_eq!(house.post("/api/tables", &token, clock(60)).await.code(), "bad-settings", "{game}");
            continue;
        };
        for (seconds, is_granted) in [(least, true), (most, true), (least - 1, false), (most + 1, false)] {
            let answer = house.post("/api/tables", &token, clock(seconds)).await;
            assert_eq!(answer.status == StatusCode::OK, is_granted, "{seconds}: {answer:?}");
        }
    }
    let french = house.get("/api/games?lang=fr", "").await;
    assert_ne!(french.body, answer.body, "its sentences are in the language of the request");
}
