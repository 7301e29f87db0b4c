//! Matches that were played without the house: their records are replayed, kept once and shown to who sent them.

use std::num::NonZeroU32;

use engine::games::Onze;
use engine::{Game, SeatCount};
use referee::records::record_random;
use reqwest::StatusCode;
use serde_json::{Value, json};
use server::Config;
use wire::{Player, PlayerKind, write_record};

use crate::fixture::{House, config};

/// The record of a match of a person and two bots, which random numbers from a seed have played.
fn record(seed: u64) -> String {
    let player = |name: &str, kind| Player { name: name.into(), kind };
    let players =
        vec![player("Moi", PlayerKind::Human), player("Zoé", PlayerKind::Bot), player("Max", PlayerKind::Bot)];
    let mut state = seed;
    let mut draw = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let seats = SeatCount::new(3).expect("three");
    let rules = <Onze as Game>::Rules::default();
    write_record(&record_random::<Onze>(&rules, seats, players, "2026-11-15".into(), &mut draw))
}

fn body(record: &str) -> Value {
    json!({ "record": record, "bots": [{ "seat": 1, "level": "novice" }, { "seat": 2, "level": "expert" }], "ended": 5 })
}

#[tokio::test]
async fn a_match_played_without_the_house_is_kept_once_and_shown_to_its_player_alone() {
    let house = House::open(config()).await;
    let (anna, ben) = (house.named("Anna").await, house.named("Ben").await);
    let id = house.get("/api/session", &anna).await.text("player.id");
    let record = record(3);
    let sent = house.post("/api/offline-matches", &anna, body(&record)).await;
    assert_eq!(sent.status, StatusCode::OK, "{sent:?}");
    let again = house.post("/api/offline-matches", &anna, body(&record)).await;
    assert_eq!(again.text("table"), sent.text("table"), "the answer may have been lost");

    let history = house.get(&format!("/api/players/{id}/history"), &anna).await;
    let matches = history.body["matches"].as_array().expect("matches");
    assert_eq!(matches.len(), 1, "{matches:?}");
    let one = &matches[0];
    assert_eq!((&one["offline"], &one["rated"], &one["ended"]), (&true.into(), &false.into(), &5.into()));
    assert_eq!(one["places"][0]["sitter"]["player"], id.as_str(), "{one}");
    assert_eq!(one["places"][2]["sitter"]["level"], "expert", "{one}");
    assert!(
        house.get(&format!("/api/players/{id}"), &anna).await.body["ratings"].as_array().expect("ratings").is_empty()
    );
    let seen = house.get(&format!("/api/players/{id}/history"), &ben).await;
    assert_eq!(seen.body["matches"], json!([]), "it is nobody else's concern");

    let path = format!("/api/tables/{}/record", sent.text("table"));
    let request = house.request(reqwest::Method::GET, &path).bearer_auth(&anna);
    assert_eq!(request.send().await.expect("an answer").text().await.expect("a text"), record);
    assert_eq!(house.get(&path, &ben).await.code(), "no-such-table");

    // It is in the document of all that is kept, and goes with the account.
    let data = house.get("/api/session/data", &anna).await;
    assert_eq!(data.body["offline_matches"][0]["record"], record.as_str());
    let deleted = house
        .ask(reqwest::Method::DELETE, "/api/session/account", &anna, Some(json!({ "password": "a password" })))
        .await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT, "{deleted:?}");
    let house = house.reopen().await;
    assert_eq!(house.get(&path, &ben).await.code(), "no-such-table");
}

#[tokio::test]
async fn what_does_not_hold_or_does_not_fit_is_refused() {
    let house = House::open(config()).await;
    let token = house.guest().await.text("token");
    let record = record(4);
    let altered = record.replacen("\"ms\":", "\"ms\":1", 1);
    let unfinished = record.lines().take(6).collect::<Vec<_>>().join("\n");
    let unlike = |bots: Value| json!({ "record": record, "bots": bots });
    for (body, code) in [
        (body(&altered), "bad-record"),
        (body(&unfinished), "bad-record"),
        (body("nonsense"), "bad-record"),
        (unlike(json!([])), "bad-body"),
        (unlike(json!([{ "seat": 0, "level": "novice" }])), "bad-body"),
        (unlike(json!([{ "seat": 9, "level": "novice" }])), "bad-body"),
        (json!({ "record": record, "seat": 1, "bots": [] }), "bad-body"),
        (body(&"x".repeat(300 * 1024)), "too-large"),
    ] {
        assert_eq!(house.post("/api/offline-matches", &token, body).await.code(), code);
    }
    assert_eq!(house.post("/api/offline-matches", "", body(&record)).await.code(), "no-session");
}

#[tokio::test]
async fn records_without_end_are_refused_from_whatever_guests_they_come() {
    let few = |number: u32| NonZeroU32::new(number).expect("not zero");
    let house = House::open(Config { records: few(40), network_records: few(80), ..config() }).await;
    // A long one counts as fifty records and is paid for whatever it is; ten may come at once from a player, twenty
    // from a network.
    let long = body(&"x".repeat(200 * 1024));
    let rogue = house.guest().await.text("token");
    assert_eq!(house.post("/api/offline-matches", &rogue, long.clone()).await.code(), "bad-record");
    assert_eq!(house.post("/api/offline-matches", &rogue, long.clone()).await.code(), "too-fast");
    let other = house.guest().await.text("token");
    let refused = house.post("/api/offline-matches", &other, body(&record(5))).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::TOO_MANY_REQUESTS, "too-fast"));
    assert!(refused.headers.contains_key("retry-after"));
}
