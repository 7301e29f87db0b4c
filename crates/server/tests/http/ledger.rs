//! Finished matches come to histories, ratings and leaderboards.

use engine::GameId;
use journal::{Position, Record, Subject};
use serde_json::Value;
use wire::house::{BotLevel, Entry, Seating, Settings, Sitter, write_entries};

use crate::fixture::{House, config};

fn settings(game: GameId, rated: bool) -> Settings {
    let settings = serde_json::json!({"game": game.slug(), "seats": 3, "rated": rated});
    serde_json::from_value(settings).expect("good settings")
}

fn human(player: &str) -> Option<Sitter> {
    Some(Sitter { name: format!("named {player}"), claimed: false, seating: Seating::Human { player: player.into() } })
}

fn bot() -> Option<Sitter> {
    Some(Sitter { name: "Octave".into(), claimed: false, seating: Seating::Bot { level: BotLevel::Expert } })
}

/// Writes a whole match to the journal, as a table does.
async fn play(house: &House, table: &str, settings: Settings, sitters: Vec<Option<Sitter>>, places: Vec<u8>) {
    let subject = Subject::new(&format!("table.{table}")).expect("a subject");
    let opened = Entry::Opened { settings, host: "host".into(), at: 1, key: None, guests: Vec::new() };
    let scores = places.iter().map(|place| -10 * i64::from(*place)).collect();
    let ended = Entry::Ended { at: 2, places, scores, sitters };
    let mut position = Position::START;
    for entry in [opened, Entry::Began { at: 1 }, ended] {
        let record = Record { body: write_entries(&[entry]).into(), is_news: true };
        position = house.app.journal.append(&subject, position, record).await.expect("appended");
    }
}

async fn id(house: &House, token: &str) -> String {
    house.get("/api/session", token).await.text("player.id")
}

#[tokio::test]
async fn a_finished_match_is_in_the_history_of_its_players_and_moves_their_ratings() {
    let house = House::open(config()).await;
    let (anna, ben) = (house.named("Anna").await, house.named("Ben").await);
    let (anna, ben) = (id(&house, &anna).await, id(&house, &ben).await);
    play(&house, "t1", settings(GameId::Onze, true), vec![human(&anna), bot(), human(&ben)], vec![2, 1, 3]).await;

    let history = house.get(&format!("/api/players/{ben}/history"), "").await;
    let only = &history.body["matches"][0];
    assert_eq!(history.body["matches"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&only["table"], &only["game"], &only["rated"], &only["ended"]),
        (&"t1".into(), &"onze".into(), &true.into(), &2.into())
    );
    assert_eq!(only["places"][1]["sitter"]["kind"], "bot");
    assert_eq!(
        only["places"][2],
        serde_json::json!({
            "sitter": {"name": format!("named {ben}"), "kind": "human", "player": ben}, "place": 3, "score": -30,
        })
    );

    let mean = async |player: &str| {
        let profile = house.get(&format!("/api/players/{player}"), "").await;
        assert_eq!(profile.body["ratings"].as_array().map(Vec::len), Some(1), "{profile:?}");
        assert_eq!(profile.body["ratings"][0]["matches"], 1);
        profile.body["ratings"][0]["mean"].as_f64().expect("a number")
    };
    assert!(mean(&anna).await > 25.0 && mean(&ben).await < 25.0);
    let board = house.get("/api/leaderboards/onze", "").await;
    let names: Vec<&Value> =
        board.body["players"].as_array().expect("players").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Anna", "Ben"]);
    assert_eq!(house.get("/api/leaderboards/dos", "").await.body["players"], serde_json::json!([]));
}

#[tokio::test]
async fn what_does_not_count_moves_no_rating() {
    let house = House::open(config()).await;
    let (anna, ben) = (house.named("Anna").await, house.named("Ben").await);
    let (anna, ben) = (id(&house, &anna).await, id(&house, &ben).await);
    play(&house, "friendly", settings(GameId::Dos, false), vec![human(&anna), human(&ben)], vec![1, 2]).await;
    play(&house, "alone", settings(GameId::Dos, true), vec![human(&anna), bot(), bot()], vec![1, 2, 3]).await;
    let profile = house.get(&format!("/api/players/{anna}"), "").await;
    assert_eq!(profile.body["ratings"], serde_json::json!([]));
    assert_eq!(
        house.get(&format!("/api/players/{anna}/history"), "").await.body["matches"].as_array().map(Vec::len),
        Some(2)
    );
}

#[tokio::test]
async fn guests_are_rated_but_only_names_of_one_s_own_are_on_the_board() {
    let house = House::open(config()).await;
    let guest = house.guest().await;
    let anna = id(&house, &house.named("Anna").await).await;
    let player = guest.text("player.id");
    play(&house, "t1", settings(GameId::Rummy, true), vec![human(&player), human(&anna)], vec![1, 2]).await;
    let board = house.get("/api/leaderboards/rummy", "").await;
    assert_eq!(board.body["players"].as_array().map(Vec::len), Some(1));
    let body = serde_json::json!({"name": "Zoé", "password": "a password"});
    house.post("/api/claim", &guest.text("token"), body).await;
    let board = house.get("/api/leaderboards/rummy", "").await;
    assert_eq!(board.body["players"][0]["name"], "Zoé", "who takes a name keeps what they have won");
}

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_repeat_and_survive_a_rebuild() {
    let house = House::open(config()).await;
    let mut players = Vec::new();
    for number in 0..5 {
        players.push(id(&house, &house.named(&format!("Player {number}")).await).await);
    }
    for round in 0..7 {
        let sitters = players.iter().map(|player| human(player)).collect();
        // Two of them are always equal, so that the order needs more than the rating.
        play(&house, &format!("t{round}"), settings(GameId::Onze, true), sitters, vec![1, 2, 2, 4, 5]).await;
    }
    let read = async || {
        let mut tables = Vec::new();
        let mut page = format!("/api/players/{}/history?most=3", players[0]);
        loop {
            let answer = house.get(&page, "").await;
            tables.extend(answer.body["matches"].as_array().expect("matches").iter().map(|one| one["table"].clone()));
            let Some(next) = answer.body["next"].as_u64() else { break };
            page = format!("/api/players/{}/history?most=3&before={next}", players[0]);
        }
        let mut board = Vec::new();
        let mut page = "/api/leaderboards/onze?most=2".to_owned();
        loop {
            let answer = house.get(&page, "").await;
            board.extend(answer.body["players"].as_array().expect("players").clone());
            let Some(next) = answer.body["next"].as_str() else { break };
            page = format!("/api/leaderboards/onze?most=2&after={next}");
        }
        (tables, board)
    };
    let (tables, board) = read().await;
    assert_eq!(tables, ["t6", "t5", "t4", "t3", "t2", "t1", "t0"]);
    assert_eq!(board.len(), 5);
    assert_eq!((&board[0]["player"], &board[4]["player"]), (&players[0].clone().into(), &players[4].clone().into()));
    assert_eq!(board[1]["rating"], board[2]["rating"]);
    assert!(board.iter().all(|line| line["matches"] == 7));
    house.app.file.rebuild().await.expect("rebuilt");
    assert_eq!(read().await, (tables, board));
}
