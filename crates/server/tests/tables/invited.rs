//! A table for those who are invited, before, during and after its match: who has only its id, with a session or
//! without one, learns nothing; who was there and who has the link see everything.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house_at_port_zero::{House, Visitor, config};
use crate::person::{Person, SMOOTH};
use crate::tab::Tab;

const GAME: &str = "quarante-six";

/// What can be read of a table over HTTP.
const PATHS: [&str; 4] = ["", "/record", "/positions", "/qr.svg"];
/// What is dear to make, and for those who have a session alone.
const REPLAY: &str = "/positions";

/// A private match of two that is over.
struct Played {
    house: House,
    anne: Visitor,
    blaise: Visitor,
    /// As in the link: the id and the key.
    address: String,
}

impl Played {
    async fn new() -> Self {
        let house = House::open(config()).await;
        let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
        let address = house.invitation(&anne, json!({ "game": GAME, "seats": 2 })).await;
        let mut host = Person::at(&anne, &address, SMOOTH, 1).await;
        let mut guest = Person::at(&blaise, &address, SMOOTH, 2).await;
        guest.tab.granted(json!({ "sit": {} })).await;
        host.tab.granted(json!({ "begin": {} })).await;
        tokio::join!(host.play(), guest.play());
        Self { house, anne, blaise, address }
    }

    fn id(&self) -> &str {
        self.address.split_once('?').expect("a key").0
    }

    fn key(&self) -> &str {
        self.address.split_once("key=").expect("a key").1
    }

    /// The tables that somebody is told a player has played at.
    async fn history(&self, player: &Visitor, token: &str) -> Vec<String> {
        let path = format!("/api/players/{}/history", player.player);
        let (status, text) = match token {
            "" => self.house.get(&path).await,
            token => self.house.get_as(&path, token).await,
        };
        assert_eq!(status, StatusCode::OK, "{text}");
        let history: Value = serde_json::from_str(&text).expect("JSON");
        let matches = history["matches"].as_array().expect("matches").iter();
        matches.map(|one| one["table"].as_str().expect("an id").to_owned()).collect()
    }
}

/// Everything that can be asked of a table.
fn asks() -> Vec<Value> {
    vec![
        json!({ "watch": {} }),
        json!({ "watch": { "after": 0, "recent": true } }),
        json!({ "sit": {} }),
        json!("stand"),
        json!({ "say": { "speech": { "text": "hello" } } }),
        json!({ "begin": {} }),
        json!({ "ready": { "round": 1 } }),
        json!({ "submit": { "move": "draw" } }),
        json!("legal"),
        json!("hint"),
        json!("undo"),
        json!("rematch"),
        json!({ "mute": { "player": "somebody", "silent": true } }),
    ]
}

/// Asks everything by the bare id, and gives the codes.
async fn refusals(stranger: &Visitor, table: &str, key: Option<&str>) -> Vec<String> {
    let mut tab = Tab::connect(stranger).await;
    tab.table.id = table.into();
    tab.table.key = key.map(Into::into);
    let mut codes = Vec::new();
    for ask in asks() {
        codes.push(tab.refused(ask).await);
    }
    codes
}

#[tokio::test]
async fn who_has_only_the_id_of_a_private_table_learns_nothing_over_http() {
    let played = Played::new().await;
    let stranger = played.house.person("Stranger").await;
    for path in PATHS {
        let path = format!("/api/tables/{}{path}", played.id());
        let wrong = format!("{path}?key=0000000000000000");
        for asked in [&path, &wrong] {
            let (status, text) = played.house.get(asked).await;
            let (refused, code) = match asked.contains(REPLAY) {
                true => (StatusCode::UNAUTHORIZED, "no-session"),
                false => (StatusCode::FORBIDDEN, "not-invited"),
            };
            assert_eq!(status, refused, "{asked}: {text}");
            assert!(text.contains(code) && !text.contains("Anne"), "{asked}: {text}");
            let (status, text) = played.house.get_as(asked, &stranger.token).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{asked}: {text}");
        }
    }
}

#[tokio::test]
async fn who_was_there_or_has_the_link_reads_a_private_table_over_http() {
    let played = Played::new().await;
    let stranger = played.house.person("Stranger").await;
    for path in PATHS {
        let path = format!("/api/tables/{}{path}", played.id());
        for one in [&played.anne, &played.blaise] {
            let (status, text) = played.house.get_as(&path, &one.token).await;
            assert_eq!(status, StatusCode::OK, "{path}: {text}");
        }
        let with_key = format!("{path}?key={}", played.key());
        let without_session = if path.contains(REPLAY) { StatusCode::UNAUTHORIZED } else { StatusCode::OK };
        assert_eq!(played.house.get(&with_key).await.0, without_session, "{with_key}");
        assert_eq!(played.house.get_as(&with_key, &stranger.token).await.0, StatusCode::OK, "{with_key}");
    }
}

#[tokio::test]
async fn a_private_match_is_in_the_history_for_those_who_were_there_alone() {
    let played = Played::new().await;
    let stranger = played.house.person("Stranger").await;
    assert_eq!(played.history(&played.anne, "").await, Vec::<String>::new());
    assert_eq!(played.history(&played.anne, "no.such.token").await, Vec::<String>::new());
    assert_eq!(played.history(&played.anne, &stranger.token).await, Vec::<String>::new());
    for one in [&played.anne, &played.blaise] {
        assert_eq!(played.history(&played.anne, &one.token).await, [played.id()]);
    }
    played.house.app.storage.rebuild().await.expect("rebuilt");
    assert_eq!(played.history(&played.anne, &stranger.token).await, Vec::<String>::new(), "the log says who may know");
    assert_eq!(played.history(&played.anne, &played.blaise.token).await, [played.id()]);
}

#[tokio::test]
async fn who_has_only_the_id_of_a_private_table_is_refused_whatever_they_ask() {
    let house = House::open(config()).await;
    let (anne, stranger) = (house.person("Anne").await, house.person("Stranger").await);
    let address = house.invitation(&anne, json!({ "game": GAME, "seats": 3 })).await;
    let (id, _) = address.split_once('?').expect("a key");
    let everything_refused = vec!["not-invited"; asks().len()];
    assert_eq!(refusals(&stranger, id, None).await, everything_refused, "while players gather");
    assert_eq!(refusals(&stranger, id, Some("0000000000000000")).await, everything_refused, "with another key");
    let mut host = anne.watch(id).await;
    host.granted(json!({ "begin": { "fill": "novice" } })).await;
    let seq = host.table.seq;
    assert_eq!(refusals(&stranger, id, None).await, everything_refused, "in the match");
    assert_eq!(host.table.presence["spectators"], 0);
    let played = Played::new().await;
    let stranger = played.house.person("Stranger").await;
    assert_eq!(refusals(&stranger, played.id(), None).await, everything_refused, "when it is over");
    assert!(host.table.seq >= seq);
}

#[tokio::test]
async fn who_has_the_link_of_a_private_table_watches_talks_and_sits_down() {
    let house = House::open(config()).await;
    let (anne, blaise, chloe) = (house.person("Anne").await, house.person("Blaise").await, house.person("Chloé").await);
    let address = house.invitation(&anne, json!({ "game": GAME, "seats": 2 })).await;
    let mut tab = blaise.watch(&address).await;
    assert_eq!(tab.table.view["key"], address.split_once("key=").expect("a key").1, "who is there can invite others");
    tab.granted(json!({ "say": { "speech": { "text": "hello" } } })).await;
    tab.granted(json!({ "sit": {} })).await;
    drop(tab);
    let (id, key) = address.split_once("?key=").expect("a key");
    let mut again = blaise.watch(id).await;
    again.granted(json!({ "say": { "speech": { "text": "I have sat here" } } })).await;
    let mut tab = chloe.connect().await;
    (tab.table.id, tab.table.key) = (id.into(), Some(key.into()));
    tab.granted(json!({ "say": { "speech": { "text": "without watching" } } })).await;
}

#[tokio::test]
async fn the_rematch_of_a_private_match_is_for_the_same_people() {
    let played = Played::new().await;
    let stranger = played.house.person("Stranger").await;
    let mut host = played.anne.watch(played.id()).await;
    let rematch = host.granted(json!("rematch")).await["result"]["table"].as_str().expect("an id").to_owned();
    assert_eq!(refusals(&stranger, &rematch, None).await, vec!["not-invited"; asks().len()]);
    let mut other = played.blaise.watch(&rematch).await;
    other.granted(json!({ "sit": {} })).await;
    let onlooker = stranger.watch(&format!("{rematch}?key={}", played.key())).await;
    assert_eq!(onlooker.table.seat, None, "who has the link of the one match has that of the other");
}

#[tokio::test]
async fn who_is_sent_away_from_a_private_table_is_shown_nothing_more() {
    let house = House::open(config()).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let address = house.invitation(&anne, json!({ "game": GAME, "seats": 2 })).await;
    let mut host = anne.watch(&address).await;
    let mut guest = blaise.watch(&address).await;
    guest.granted(json!({ "sit": {} })).await;
    host.granted(json!({ "remove": { "player": blaise.player } })).await;
    assert_eq!(guest.happening("removed").await["player"], blaise.player);
    let everything_refused = vec!["not-invited"; asks().len()];
    let (id, key) = address.split_once("?key=").expect("a key");
    assert_eq!(refusals(&blaise, id, Some(key)).await, everything_refused);
    assert_eq!(guest.refused(json!({ "say": { "speech": { "text": "let me in" } } })).await, "not-invited");
    let path = format!("/api/tables/{address}");
    assert_eq!(house.get_as(&path, &blaise.token).await.0, StatusCode::FORBIDDEN);
}
