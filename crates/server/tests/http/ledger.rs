//! Finished matches come to histories, ratings and leaderboards.

use engine::GameId;
use journal::{Position, Record, Subject};
use serde_json::Value;
use wire::house::{BotLevel, Entry, PlayerId, Seating, Settings, Sitter, Visibility, write_entries};

use crate::fixture::{House, config};

pub(crate) fn settings(game: GameId, rated: bool) -> Settings {
    let settings = serde_json::json!({"game": game.slug(), "seats": 3, "rated": rated});
    serde_json::from_value(settings).expect("good settings")
}

pub(crate) fn human(player: &str) -> Option<Sitter> {
    Some(Sitter { name: format!("named {player}"), claimed: false, seating: Seating::Human { player: player.into() } })
}

pub(crate) fn bot() -> Option<Sitter> {
    Some(Sitter { name: "Octave".into(), claimed: false, seating: Seating::Bot { level: BotLevel::Expert } })
}

/// The milliseconds of a day.
pub(crate) const DAY: u64 = 24 * 3_600 * 1_000;

/// Writes a whole match to the journal, as a table does.
pub(crate) async fn play(
    house: &House,
    table: &str,
    settings: Settings,
    sitters: Vec<Option<Sitter>>,
    places: Vec<u8>,
) {
    end(house, table, settings, (sitters, Vec::new()), places, 2).await;
}

/// The same with those who have lost by forfeit, at a time.
pub(crate) async fn end(
    house: &House,
    table: &str,
    settings: Settings,
    players: (Vec<Option<Sitter>>, Vec<PlayerId>),
    places: Vec<u8>,
    at: u64,
) {
    write(house, table, settings, Vec::new(), ended(players, places, at)).await;
}

/// A match ended so, every place with ten points less than the one before it.
pub(crate) fn ended((sitters, forfeits): (Vec<Option<Sitter>>, Vec<PlayerId>), places: Vec<u8>, at: u64) -> Entry {
    let scores = places.iter().map(|place| -10 * i64::from(*place)).collect();
    Entry::Ended { at, places, scores, sitters, forfeits }
}

/// Writes what happened at a table: it was opened, this, a match began, and ended.
pub(crate) async fn write(house: &House, table: &str, settings: Settings, between: Vec<Entry>, ended: Entry) {
    let subject = Subject::new(&format!("table.{table}")).expect("a subject");
    let opened = Entry::Opened {
        settings,
        host: "host".into(),
        at: 1,
        key: None,
        guests: Vec::new(),
        origin: None,
        evening: None,
    };
    let mut position = Position::START;
    for entry in [opened].into_iter().chain(between).chain([Entry::Began { at: 1 }, ended]) {
        let record = Record { body: write_entries(&[entry]).into(), is_news: true };
        position = house.app.journal.append(&subject, position, record).await.expect("appended");
    }
}

pub(crate) async fn id(house: &House, token: &str) -> String {
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

/// In how many matches of Onze a player is rated, and the mean.
async fn rating(house: &House, player: &str) -> (u64, f64) {
    let profile = house.get(&format!("/api/players/{player}"), "").await;
    let rating = &profile.body["ratings"][0];
    (rating["matches"].as_u64().unwrap_or(0), rating["mean"].as_f64().unwrap_or(25.0))
}

#[tokio::test]
async fn only_players_with_a_name_of_their_own_are_rated() {
    let house = House::open(config()).await;
    let guest = house.guest().await;
    let (anna, ben) = (id(&house, &house.named("Anna").await).await, id(&house, &house.named("Ben").await).await);
    let player = guest.text("player.id");
    let onze = || settings(GameId::Onze, true);
    play(&house, "t1", onze(), vec![human(&player), human(&anna)], vec![1, 2]).await;
    assert_eq!((rating(&house, &anna).await.0, rating(&house, &player).await.0), (0, 0), "there is nobody to compare");
    play(&house, "t2", onze(), vec![human(&player), human(&anna), human(&ben)], vec![1, 2, 3]).await;
    assert_eq!((rating(&house, &anna).await.0, rating(&house, &player).await.0), (1, 0), "a guest is left out");
    let body = serde_json::json!({"name": "Zoé", "password": "a password"});
    house.post("/api/claim", &guest.text("token"), body).await;
    play(&house, "t3", onze(), vec![human(&player), human(&anna)], vec![1, 2]).await;
    assert_eq!(rating(&house, &player).await.0, 1, "from the name on it counts");
    let matches = house.get(&format!("/api/players/{player}/history"), "").await.body["matches"].clone();
    assert_eq!([&matches[0]["rated"], &matches[1]["rated"], &matches[2]["rated"]], [true, true, false]);
}

#[tokio::test]
async fn matches_at_private_tables_move_no_rating() {
    let house = House::open(config()).await;
    let (anna, ben) = (id(&house, &house.named("Anna").await).await, id(&house, &house.named("Ben").await).await);
    let private = Settings { visibility: Visibility::Invited, ..settings(GameId::Onze, true) };
    play(&house, "t1", private, vec![human(&anna), human(&ben)], vec![1, 2]).await;
    assert_eq!(rating(&house, &anna).await.0, 0);
}

#[tokio::test]
async fn the_same_two_players_are_rated_a_few_times_a_day() {
    let house = House::open(config()).await;
    let (anna, ben) = (id(&house, &house.named("Anna").await).await, id(&house, &house.named("Ben").await).await);
    let cleo = id(&house, &house.named("Cléo").await).await;
    let meet = async |table: &str, players: &[&String], at: u64| {
        let sitters = players.iter().map(|player| human(player)).collect();
        let places = (1..).take(players.len()).collect();
        end(&house, table, settings(GameId::Onze, true), (sitters, Vec::new()), places, at).await;
    };
    for number in 0..7 {
        meet(&format!("t{number}"), &[&anna, &ben], DAY + number).await;
    }
    assert_eq!(rating(&house, &anna).await.0, 5, "the rest of the day does not count");
    meet("t7", &[&anna, &cleo], DAY + 8).await;
    meet("t8", &[&anna, &ben, &cleo], DAY + 9).await;
    assert_eq!(rating(&house, &anna).await.0, 6, "two of three have met too often");
    meet("t9", &[&anna, &ben], 2 * DAY).await;
    assert_eq!(rating(&house, &anna).await.0, 7);
    house.app.storage.rebuild().await.expect("rebuilt");
    assert_eq!(rating(&house, &anna).await.0, 7);
}

#[tokio::test]
async fn who_has_not_played_a_rated_match_themselves_comes_last_whatever_their_seat_came_to() {
    let house = House::open(config()).await;
    let (anna, ben) = (id(&house, &house.named("Anna").await).await, id(&house, &house.named("Ben").await).await);
    let cleo = id(&house, &house.named("Cléo").await).await;
    let onze = || settings(GameId::Onze, true);
    // A bot won for Anna, and another went on for Cléo, who was replaced.
    let gone = vec![anna.as_str().into(), cleo.as_str().into()];
    end(&house, "t1", onze(), (vec![human(&anna), human(&ben), bot()], gone), vec![1, 3, 2], 2).await;
    let means = [rating(&house, &anna).await, rating(&house, &ben).await, rating(&house, &cleo).await];
    assert!(means.iter().all(|(matches, _)| *matches == 1), "{means:?}");
    assert!(means[0].1 < 25.0 && means[1].1 > 25.0 && means[2].1 < 25.0, "{means:?}");
    let history = house.get(&format!("/api/players/{cleo}/history"), "").await;
    assert_eq!(history.body["matches"][0]["table"], "t1", "it stays in the history of who was replaced");
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
        let (onze, places) = (settings(GameId::Onze, true), vec![1, 2, 2, 4, 5]);
        end(&house, &format!("t{round}"), onze, (sitters, Vec::new()), places, round * DAY).await;
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
    house.app.storage.rebuild().await.expect("rebuilt");
    assert_eq!(read().await, (tables, board));
}
