//! What the matches of a player come to: every figure worked out by hand, who may know what, and the same from the log
//! again.

use engine::{GameId, Seat};
use serde_json::{Value, json};
use wire::house::{Entry, Settings, Sitter, Visibility};

use crate::fixture::{House, config};
use crate::ledger::{DAY, bot, end, ended, human, id, play, settings, write};

async fn figures(house: &House, player: &str, token: &str) -> Value {
    let answer = house.get(&format!("/api/players/{player}/figures?game=dos"), token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!((answer.text("player.id"), answer.text("game")), (player.to_owned(), "dos".into()));
    answer.body["figures"].clone()
}

fn dos(rated: bool) -> Settings {
    settings(GameId::Dos, rated)
}

#[tokio::test]
async fn figures_are_what_was_played() {
    let house = House::open(config()).await;
    let (anna, ben) = (id(&house, &house.named("Anna").await).await, id(&house, &house.named("Ben").await).await);
    // A place is worth ten points less than the one before it, so leads are easily told.
    let us = || vec![human(&anna), human(&ben), bot()];
    end(&house, "t1", dos(true), (us(), Vec::new()), vec![1, 2, 3], DAY).await;
    end(&house, "t2", dos(false), (us(), Vec::new()), vec![1, 3, 2], 2 * DAY).await;
    end(&house, "t3", dos(true), (us(), vec![anna.as_str().into()]), vec![1, 2, 3], 3 * DAY).await;
    end(&house, "t4", dos(false), (vec![human(&anna), bot(), bot()], Vec::new()), vec![1, 3, 3], 4 * DAY).await;
    end(&house, "t5", dos(false), (vec![human(&anna), human(&ben)], Vec::new()), vec![2, 1], 5 * DAY).await;
    play(&house, "other", settings(GameId::Onze, false), us(), vec![3, 2, 1]).await;

    let found = figures(&house, &anna, "").await;
    assert_eq!((&found["matches"], &found["places"], &found["forfeits"]), (&json!(5), &json!([3, 1]), &json!(1)));
    assert_eq!(found["streak"], json!({ "current": 0, "best": 2 }));
    // She led the bots by 20, 10 and 20.
    assert_eq!(found["over_bots"]["matches"], 3);
    let number = |value: &Value| value.as_f64().expect("a number");
    assert!((number(&found["over_bots"]["mean"]) - 50.0 / 3.0).abs() < 1e-9, "{found}");
    assert!((number(&found["over_bots"]["error"]) - 10.0 / 3.0).abs() < 1e-9, "{found}");
    assert_eq!(
        found["leads"],
        json!([{ "at": DAY, "lead": 20.0 }, { "at": 2 * DAY, "lead": 10.0 }, { "at": 4 * DAY, "lead": 20.0 }])
    );
    assert_eq!(
        found["best"],
        json!({
            "score": { "table": "t1", "ended": DAY, "value": -10 },
            "lead": { "table": "t4", "ended": 4 * DAY, "value": 20 },
            "fastest": { "table": "t1", "ended": DAY, "value": DAY - 1 },
        })
    );
    // The last point of the curve is the rating that is shown.
    let profile = house.get(&format!("/api/players/{anna}"), "").await;
    let ratings = found["ratings"].as_array().expect("ratings");
    assert_eq!(ratings.iter().map(|one| &one["at"]).collect::<Vec<_>>(), [DAY, 3 * DAY]);
    assert_eq!(ratings[1]["rating"], profile.body["ratings"][0]["rating"]);
    assert!(ratings[0]["rating"].as_i64() > ratings[1]["rating"].as_i64(), "a forfeit costs");

    house.app.storage.rebuild().await.expect("rebuilt");
    assert_eq!(figures(&house, &anna, "").await, found, "the log says the same");
}

/// Writes the match of a table at which players sat down, one after another.
async fn sit_and_play(house: &House, table: &str, settings: Settings, players: &[&str], places: Vec<u8>) {
    let sitters: Vec<Option<Sitter>> = players.iter().map(|player| human(player)).collect();
    let sat = sitters.iter().flatten().zip((0..).map_while(Seat::new));
    let sat = sat.map(|(sitter, seat)| Entry::Sat { seat, sitter: sitter.clone() }).collect();
    write(house, table, settings, sat, ended((sitters, Vec::new()), places, 2)).await;
}

#[tokio::test]
async fn who_may_not_know_of_a_match_is_not_told_by_figures() {
    let house = House::open(config()).await;
    let (anna_token, ben_token, stranger) =
        (house.named("Anna").await, house.named("Ben").await, house.named("Cléo").await);
    let (anna, ben) = (id(&house, &anna_token).await, id(&house, &ben_token).await);
    let us = || vec![human(&anna), human(&ben)];
    play(&house, "open", dos(false), us(), vec![2, 1]).await;
    // Who sits there is written down as they sit down.
    let private = Settings { visibility: Visibility::Invited, ..dos(false) };
    sit_and_play(&house, "private", private, &[&anna, &ben], vec![1, 2]).await;

    for token in ["", "no.such.token", &stranger] {
        let found = figures(&house, &anna, token).await;
        assert_eq!((&found["matches"], &found["places"]), (&json!(1), &json!([0, 1])), "{token}");
        assert!(!found.to_string().contains("private"), "{found}");
    }
    for token in [&anna_token, &ben_token] {
        let found = figures(&house, &anna, token).await;
        assert_eq!((&found["matches"], &found["places"]), (&json!(2), &json!([1, 1])));
        assert_eq!(found["best"]["lead"]["table"], "private");
    }
}

#[tokio::test]
async fn a_player_without_matches_has_figures_and_what_is_unknown_is_refused() {
    let house = House::open(config()).await;
    let anna = id(&house, &house.named("Anna").await).await;
    let nothing = json!({
        "matches": 0, "places": [], "forfeits": 0, "streak": { "current": 0, "best": 0 }, "best": {}, "leads": [],
        "ratings": [],
    });
    assert_eq!(figures(&house, &anna, "").await, nothing);
    for (path, code) in [
        (format!("{anna}/figures?game=chess"), "no-such-game"),
        (format!("{anna}/figures"), "bad-query"),
        (format!("{anna}/figures?game=dos&most=3"), "bad-query"),
        ("nobody/figures?game=dos".into(), "no-such-player"),
    ] {
        assert_eq!(house.get(&format!("/api/players/{path}"), "").await.code(), code, "{path}");
    }
    let refused = house.get(&format!("/api/players/{anna}/figures?game=chess&lang=en"), "").await;
    assert!(refused.text("error.message").contains("quarante-six"), "it says which there are: {refused:?}");
}
