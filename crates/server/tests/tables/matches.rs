//! Whole matches of all five games between people, programs and bots, on bad lines, to the end and beyond.

use reqwest::StatusCode;
use serde_json::{Value, json};
use words::Lang;

use crate::house_at_port_zero::{House, Visitor, config};
use crate::person::{Person, ROUGH, SMOOTH};

/// A match: which game, how many seats, the bots that sit there at first.
struct Plan {
    game: &'static str,
    options: Value,
    seats: u8,
    bots: &'static [(u8, &'static str)],
}

#[tokio::test]
async fn a_match_of_onze_among_six() {
    let bots = &[(4, "casual"), (5, "expert")];
    play(Plan { game: "onze", options: json!({}), seats: 6, bots }).await;
}

#[tokio::test]
async fn a_match_of_nain_jaune_among_eight() {
    let bots = &[(3, "novice"), (4, "casual"), (5, "skilled"), (7, "expert")];
    play(Plan { game: "nain-jaune", options: json!({}), seats: 8, bots }).await;
}

#[tokio::test]
async fn a_match_of_dos_among_four() {
    play(Plan { game: "dos", options: json!({ "target": 100 }), seats: 4, bots: &[(3, "casual")] }).await;
}

#[tokio::test]
async fn a_match_of_rummy_among_four() {
    play(Plan { game: "rummy", options: json!({ "turn_seconds": 0 }), seats: 4, bots: &[(2, "skilled")] }).await;
}

#[tokio::test]
async fn a_match_of_quarante_six_among_five() {
    let bots = &[(3, "novice"), (4, "skilled")];
    play(Plan { game: "quarante-six", options: json!({}), seats: 5, bots }).await;
}

/// The whole story of a table. Anne opens it and has two tabs; Blaise leaves in mid-match; a program plays on; Denise
/// looks on and takes over from a bot; others come and go. They all have bad lines.
async fn play(plan: Plan) {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let blaise = house.person("Blaise").await;
    let program = house.visitor("Program", "program").await;
    let denise = house.person("Denise").await;
    let settings = json!({
        "game": plan.game, "seats": plan.seats, "options": plan.options, "hints": true, "undo": true, "takeover": true,
    });
    let table = house.table(&anne, settings, plan.bots).await;

    let mut anne = Person::at(&anne, &table, ROUGH, 1).await.with_other_tab().await;
    let mut blaise = Person::at(&blaise, &table, ROUGH, 2).await;
    let mut program = Person::at(&program, &table, ROUGH, 3).await;
    let denise = Person::at(&denise, &table, ROUGH, 4).await;
    assert_eq!(anne.tab.table.seat, Some(0), "who opens a table sits at it");
    assert_eq!(denise.tab.table.seat, None);
    blaise.tab.granted(json!({ "sit": {} })).await;
    let has_free_seat = anne.tab.refused(json!({ "begin": {} })).await;
    assert_eq!(has_free_seat, "seats-free");
    program.tab.granted(json!({ "sit": {} })).await;
    assert_eq!(blaise.tab.refused(json!({ "begin": {} })).await, "not-host");
    let free = usize::from(plan.seats) - plan.bots.len() - 3;
    assert!(free <= 1, "the plan fits");
    anne.tab.granted(json!({ "begin": { "fill": "casual" } })).await;

    let bot = u64::from(plan.bots[0].0);
    let leaving = async {
        let mut blaise = blaise.play_until(|table| table.seq > 14).await;
        let seat = blaise.tab.table.seat.expect("a seat");
        blaise.check_steps(seat);
        assert_ne!(blaise.tab.table.stage, "over", "the match is long enough to leave it");
        blaise.tab.granted(json!("stand")).await;
        blaise.tab.until(|table| table.seat.is_none()).await;
        assert_eq!(blaise.tab.refused(json!("legal")).await, "not-seated");
        blaise.play().await
    };
    let joining = async {
        let mut denise = denise.play_until(|table| table.seq > 10).await;
        assert_ne!(denise.tab.table.stage, "over", "the match is long enough to join it");
        let views = denise.tab.table.views;
        denise.tab.granted(json!({ "sit": { "seat": bot } })).await;
        denise.tab.until(|table| table.views > views).await;
        assert_eq!(denise.tab.table.seat, Some(bot), "who sits down in mid-match is shown the hand");
        let denise = denise.play().await;
        denise.check_steps(bot);
        denise
    };
    let spectator = house.person("Passer-by").await;
    let (mut anne, blaise, program, denise, visits) =
        tokio::join!(anne.play(), leaving, program.play(), joining, come_and_go(&spectator, &table));

    assert!(visits > 0);
    anne.check_steps(0);
    program.check_steps(program.tab.table.seat.expect("it sits"));
    for person in [&blaise, &program, &denise] {
        assert_eq!(person.tab.table.places, anne.tab.table.places, "everybody knows who has won");
    }
    let wrong = |count: fn(&Person) -> u32| [&anne, &blaise, &program, &denise].map(count).iter().sum::<u32>();
    assert!(wrong(|person| person.reconnected) > 1, "lines were bad");
    assert!(wrong(|person| person.repeated) > 3, "fingers slipped");
    anne.check_tabs().await;
    check_rematch(&mut anne, program).await;
    check_finished(house, &table, &anne, Rated::No).await;
}

/// Looks on for a while again and again, until the match is over; how often.
async fn come_and_go(visitor: &Visitor, table: &str) -> u32 {
    let mut visits = 0;
    loop {
        let mut tab = visitor.watch(table).await;
        visits += 1;
        assert_eq!(tab.table.seat, None);
        let from = tab.table.seq;
        tab.until(|table| table.stage == "over" || table.seq > from + 15).await;
        if tab.table.stage == "over" {
            return visits;
        }
        assert!(tab.table.presence["spectators"].as_u64() >= Some(1), "{}", tab.table.presence);
        tab.granted(json!("unwatch")).await;
    }
}

/// The same people can play again; everyone finds their seat free, and bots sit where they sat.
async fn check_rematch(host: &mut Person, mut other: Person) {
    let seat = other.tab.table.seat.expect("a seat");
    let table = host.tab.granted(json!("rematch")).await["result"]["table"].as_str().expect("an id").to_owned();
    let again = host.tab.granted(json!("rematch")).await;
    assert_eq!(again["result"]["table"], table, "one rematch is enough");
    other.tab.until(|followed| followed.rematch == table).await;
    other.tab.watch(&table).await;
    assert_eq!(other.tab.table.stage, "gathering");
    assert!(other.tab.table.sitters[0].is_object(), "who asked sits there");
    assert!(other.tab.table.sitters[seat as usize].is_null(), "the seat is kept by being free");
    other.tab.granted(json!({ "sit": { "seat": seat } })).await;
    other.tab.until(|followed| followed.seat == Some(seat)).await;
}

#[derive(Clone, Copy, PartialEq)]
enum Rated {
    No,
    Yes,
}

/// The record holds, the match is in the history, it can be replayed from any step; and all of it is still so after
/// the house has closed and opened again.
async fn check_finished(house: House, table: &str, person: &Person, rated: Rated) {
    let player = person.tab.visitor.player.clone();
    let places = person.tab.table.places.clone();
    let (status, record) = house.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(status, StatusCode::OK, "{record}");
    let verified = referee::records::verify(&record, Lang::English).unwrap_or_else(|broken| panic!("{broken:?}"));
    assert!(verified.rounds > 0 && verified.moves > 0);

    let history = house.get_json(&format!("/api/players/{player}/history")).await;
    let entry = &history["matches"][0];
    assert_eq!(entry["table"], table);
    assert_eq!(entry["rated"], rated == Rated::Yes);
    let told: Vec<Value> = entry["places"].as_array().expect("places").iter().map(|it| it["place"].clone()).collect();
    assert_eq!(Value::Array(told), places);
    let profile = house.get_json(&format!("/api/players/{player}")).await;
    let ratings = profile["ratings"].as_array().expect("ratings");
    assert_eq!(ratings.len(), usize::from(rated == Rated::Yes), "{profile}");

    let (status, _) = house.get(&format!("/api/tables/{table}/positions")).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED, "a replay is dear: it is for those who have a session");
    let reader = person.tab.visitor.clone();
    let page = house.get_json_as(&reader, &format!("/api/tables/{table}/positions?from=0&most=3")).await;
    let count = page["count"].as_u64().expect("a number") as usize;
    assert_eq!(count, verified.moves + usize::from(verified.rounds), "every deal and every step");
    let mut all = Vec::new();
    while all.len() < count {
        let page =
            house.get_json_as(&reader, &format!("/api/tables/{table}/positions?from={}&most=150", all.len())).await;
        assert_eq!(page["from"], all.len());
        let positions = page["positions"].as_array().expect("positions");
        assert!(!positions.is_empty());
        all.extend(positions.iter().cloned());
    }
    assert_eq!(all.len(), count);
    assert_eq!(page["positions"].as_array().map(Vec::as_slice), all.get(..3));
    let after = house.get_json_as(&reader, &format!("/api/tables/{table}/positions?from={}", count + 1)).await;
    assert_eq!(after["positions"], json!([]), "there is nothing behind the end");

    let house = house.reopen().await;
    assert_eq!(house.get(&format!("/api/tables/{table}/record")).await, (StatusCode::OK, record));
    let last = house.get_json_as(&reader, &format!("/api/tables/{table}/positions?from={}", count - 1)).await;
    assert_eq!(last["positions"][0], all[count - 1]);
    let visitor = Visitor { address: house.address, ..person.tab.visitor.clone() };
    let tab = visitor.watch(table).await;
    assert_eq!((tab.table.stage.as_str(), &tab.table.places), ("over", &places));
    assert_eq!(tab.table.seat, person.tab.table.seat);
    assert_eq!(house.get_json(&format!("/api/players/{player}/history")).await, history);
    assert_eq!(house.get_json(&format!("/api/players/{player}")).await, profile);
}

#[tokio::test]
async fn a_rated_match_cannot_be_left_and_changes_both_ratings() {
    let house = House::open(config()).await;
    let anne = house.person("Anne").await;
    let program = house.visitor("Program", "program").await;
    for (one, name) in [(&anne, "Anne"), (&program, "Program")] {
        house.post("/api/claim", &one.token, json!({ "name": name, "password": "a password" })).await;
    }
    let settings = json!({ "game": "dos", "seats": 2, "options": { "target": 50 }, "rated": true });
    let table = house.table(&anne, settings, &[]).await;
    let mut anne = Person::at(&anne, &table, SMOOTH, 5).await;
    assert_eq!(anne.tab.refused(json!({ "begin": { "fill": "casual" } })).await, "rated-alone");
    let mut program = Person::at(&program, &table, SMOOTH, 6).await;
    program.tab.granted(json!({ "sit": {} })).await;
    anne.tab.granted(json!({ "begin": {} })).await;
    program.tab.until(|table| table.stage == "between").await;
    assert_eq!(program.tab.refused(json!("stand")).await, "match-begun");
    assert_eq!(anne.tab.refused(json!("undo")).await, "no-round");
    let (anne, program) = tokio::join!(anne.play(), program.play());
    let rating = async |person: &Person| {
        let profile = house.get_json(&format!("/api/players/{}", person.tab.visitor.player)).await;
        assert_eq!(profile["ratings"][0]["matches"], 1, "{profile}");
        profile["ratings"][0]["mean"].as_f64().expect("a number")
    };
    let (of_anne, of_program) = (rating(&anne).await, rating(&program).await);
    let anne_won = anne.tab.table.places[0] == 1;
    assert_eq!(of_anne > of_program, anne_won, "who won is thought to be better: {of_anne}, {of_program}");
    check_finished(house, &table, &anne, Rated::Yes).await;
}

#[tokio::test]
async fn what_was_refused_is_refused_alike_after_the_house_was_opened_again() {
    let house = House::open(config()).await;
    let (anne, blaise) = (house.person("Anne").await, house.person("Blaise").await);
    let table = house.table(&anne, json!({ "game": "quarante-six", "seats": 2 }), &[]).await;
    let mut tab = blaise.watch(&table).await;
    let asks = [("stand", json!("stand")), ("step", json!({ "submit": { "move": "draw" } }))];
    let mut refused = Vec::new();
    for (id, ask) in &asks {
        refused.push(tab.ask_as(id, ask.clone()).await.expect_err("they do not sit there"));
    }
    let house = house.reopen().await;
    let blaise = Visitor { address: house.address, ..blaise };
    let mut tab = blaise.watch(&table).await;
    tab.granted(json!({ "sit": {} })).await;
    for ((id, ask), refused) in asks.iter().zip(refused) {
        assert_eq!(tab.ask_as(id, ask.clone()).await, Err(refused), "though it could be granted by now");
        assert_eq!(tab.ask_as(id, json!("undo")).await.expect_err("another ask")["code"], "id-reused");
    }
    tab.granted(json!("stand")).await;
}
