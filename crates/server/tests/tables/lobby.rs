//! The list of tables, live; quick matches; and the code that is held before a telephone.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::house_at_port_zero::{House, config};
use crate::person::{Person, SMOOTH};
use crate::tab::Tab;

/// Reads on until the list is as wanted.
async fn listed(tab: &mut Tab, is_wanted: impl Fn(&Tab) -> bool) {
    while !is_wanted(tab) {
        tab.next().await;
    }
}

#[tokio::test]
async fn tables_appear_change_and_disappear_as_they_are_opened_filled_begun_and_finished() {
    let house = House::open(config()).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let mut onlooker = house.person("Onlooker").await.connect().await;
    onlooker.granted(json!("lobby")).await;
    listed(&mut onlooker, |tab| tab.lobby.is_empty()).await;

    let secret = house.table(&anne, json!({ "game": "dos", "seats": 2, "visibility": "invited" }), &[]).await;
    let table = house.table(&anne, json!({ "game": "dos", "seats": 2, "options": { "target": 50 } }), &[]).await;
    listed(&mut onlooker, |tab| tab.lobby.contains_key(&table)).await;
    assert_eq!(onlooker.lobby[&table]["stage"], "gathering");
    assert_eq!(onlooker.lobby[&table]["seats"][0]["sitter"]["name"], "Anne");
    assert!(onlooker.lobby[&table]["seats"][1].get("sitter").is_none());

    let anne = Person::at(&anne, &table, SMOOTH, 1).await;
    let mut blaise = Person::at(&blaise, &table, SMOOTH, 2).await;
    blaise.tab.granted(json!({ "sit": {} })).await;
    listed(&mut onlooker, |tab| tab.lobby[&table]["seats"][1]["sitter"]["name"] == "Blaise").await;
    let mut anne = anne;
    anne.tab.granted(json!({ "begin": {} })).await;
    listed(&mut onlooker, |tab| tab.lobby[&table]["stage"] != "gathering").await;
    let playing = tokio::spawn(async move { tokio::join!(anne.play(), blaise.play()) });
    listed(&mut onlooker, |tab| tab.lobby[&table]["stage"] == "playing").await;
    assert_eq!(onlooker.lobby[&table]["round"], 1);
    listed(&mut onlooker, |tab| !tab.lobby.contains_key(&table)).await;
    playing.await.expect("they play to the end");

    assert!(onlooker.lobby.is_empty(), "an invited table is never listed");
    let listed = house.get_json("/api/tables").await;
    assert_eq!(listed["tables"], json!([]));
    let (status, found) = house.get(&format!("/api/tables/{secret}")).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "its id alone is not its link: {found}");
    onlooker.granted(json!("leave_lobby")).await;
}

#[tokio::test]
async fn a_quick_match_pairs_two_strangers_and_begins_when_both_are_there() {
    let house = House::open(config()).await;
    let (anne, blaise, chloe) = (house.person("Anne").await, house.person("Blaise").await, house.person("Chloé").await);
    let wanted = json!({ "game": "quarante-six", "seats": 2 });
    let first = house.post("/api/quick-match", &anne.token, wanted.clone()).await;
    let again = house.post("/api/quick-match", &anne.token, wanted.clone()).await;
    assert_eq!(first["table"], again["table"], "who waits already goes on waiting");
    let table = first["table"].as_str().expect("an id").to_owned();
    let mut waiting = anne.watch(&table).await;
    assert_eq!(waiting.table.stage, "gathering");
    let other = house.post("/api/quick-match", &chloe.token, json!({ "game": "quarante-six", "seats": 3 })).await;
    assert_ne!(other["table"], table, "who wants three does not sit with two");

    let second = house.post("/api/quick-match", &blaise.token, wanted.clone()).await;
    assert_eq!(second["table"], table);
    waiting.until(|table| table.stage == "between").await;
    assert_eq!(waiting.table.sitters[1]["player"], blaise.player);
    assert!(waiting.table.all("sat").count() == 1 && waiting.table.next_round == Some(1));
    let (anne, blaise) = (Person::at(&anne, &table, SMOOTH, 1).await, Person::at(&blaise, &table, SMOOTH, 2).await);
    let (anne, _) = tokio::join!(anne.play(), blaise.play());
    assert_eq!(anne.tab.table.stage, "over");
    let third = house.post("/api/quick-match", &anne.tab.visitor.token, wanted).await;
    assert_ne!(third["table"], table, "a table that is over finds nobody");
}

#[tokio::test]
async fn the_code_of_a_table_holds_its_link() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let body = json!({ "settings": { "game": "onze", "seats": 2 } });
    let found = house.post("/api/tables", &anne.token, body).await;
    let (table, link) = (found["table"].as_str().expect("an id"), found["link"].as_str().expect("a link"));
    assert_eq!(link, house.url(&format!("/table/{table}")));
    let (status, drawing) = house.get(&format!("/api/tables/{table}/qr.svg")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(decoded(&drawing), link);
    let (status, _) = house.get("/api/tables/0000000000000000/qr.svg").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn on_a_home_network_invitations_carry_the_address_of_the_house_there() {
    let house = House::open(server::Config { lan: true, ..config() }).await;
    let anne = house.person("Anne").await;
    let body = json!({ "settings": { "game": "onze", "seats": 2 } });
    let found = house.post("/api/tables", &anne.token, body).await;
    let (table, link) = (found["table"].as_str().expect("an id"), found["link"].as_str().expect("a link"));
    // The test asks at 127.0.0.1. A machine without a network has no better address to give.
    let origin = server::lan_address().map(|ip| format!("http://{ip}:{}", house.address.port()));
    assert_eq!(link, format!("{}/table/{table}", origin.clone().unwrap_or_else(|| house.url(""))));
    let (_, drawing) = house.get(&format!("/api/tables/{table}/qr.svg")).await;
    assert_eq!(decoded(&drawing), link);
    let tab = anne.connect().await;
    assert_eq!(tab.welcome["invite_url"], json!(origin));
    let closed = House::open(config()).await;
    let tab = closed.person("Anne").await.connect().await;
    assert_eq!(tab.welcome.get("invite_url"), None, "without the setting nothing is said");
}

/// What a telephone reads in a drawing: its dark rectangles, put before a camera.
fn decoded(drawing: &str) -> String {
    let attribute = |name: &str| -> usize {
        let (_, rest) = drawing.split_once(&format!(" {name}=\"")).expect("an attribute");
        rest.split_once('"').expect("a value").0.parse().expect("a number")
    };
    let (width, height) = (attribute("width"), attribute("height"));
    let (_, path) = drawing.split_once(" d=\"").expect("a path");
    let (path, _) = path.split_once('"').expect("the end of the path");
    let mut image = vec![255_u8; width * height];
    for rectangle in path.split('M').skip(1) {
        // Each is drawn as `x yhWvH…`: from a corner, so far to the right, so far down, and back.
        let numbers: Vec<usize> =
            rectangle.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
        let [x, y, wide, high, ..] = numbers[..] else { panic!("{rectangle}") };
        for row in y..y + high {
            image[row * width + x..row * width + x + wide].fill(0);
        }
    }
    let mut seen = rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| image[y * width + x]);
    let codes = seen.detect_grids();
    assert_eq!(codes.len(), 1, "one code is seen");
    codes[0].decode().expect("it can be read").1
}

#[tokio::test]
async fn after_the_house_has_closed_and_opened_again_unfinished_tables_are_still_listed() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let open = house.table(&anne, json!({ "game": "onze", "seats": 2 }), &[]).await;
    let secret = house.table(&anne, json!({ "game": "onze", "seats": 2, "visibility": "invited" }), &[]).await;
    let house = house.reopen().await;
    let tables = house.get_json("/api/tables").await;
    let ids: Vec<&Value> = tables["tables"].as_array().expect("tables").iter().map(|it| &it["table"]).collect();
    assert_eq!(ids, [&json!(open)]);
    let tab = crate::house_at_port_zero::Visitor { address: house.address, ..anne }.connect().await;
    let mut mine: Vec<&str> =
        tab.welcome["tables"].as_array().expect("tables").iter().filter_map(Value::as_str).collect();
    mine.sort_unstable();
    let mut both = [open.as_str(), secret.as_str()];
    both.sort_unstable();
    assert_eq!(mine, both, "the welcome names the tables where one sits");
}
