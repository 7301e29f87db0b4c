//! One house of three nodes on three servers of NATS: whole matches of all games with their players spread over the
//! nodes, while nodes are killed, frozen, told to end and cut off, and servers are killed. Every match comes to its end,
//! and what was acknowledged is in the log exactly once.
//!
//! Deliberately absent: an audit of all that anybody was shown; that is the crash test's.

#![allow(clippy::print_stdout)]

mod browser;
mod house;
mod person;

use std::time::Duration;

use engine::GameId;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};
use wire::house::TableId;

use house::House;
use person::{Person, Played, Progress, Role};

/// What must happen on a machine that is busy with other things takes no longer.
const TIMEOUT: Duration = Duration::from_secs(120);
/// So many moves are made before something goes wrong, and at least so many after.
const SOME_MOVES: u64 = 10;

/// Three servers and three nodes are enough for one machine.
static ONE_HOUSE: Mutex<()> = Mutex::const_new(());

/// A match under way, one player connected to each node first.
struct Match {
    table: TableId,
    progress: Progress,
    people: JoinSet<Played>,
}

impl Match {
    async fn begin(house: &House, game: GameId) -> Self {
        let nodes = house.addresses();
        let progress = Progress::default();
        let mut people = Vec::new();
        for number in 0..nodes.len() {
            people.push(Person::come_in(&nodes, number, progress.clone()).await);
        }
        let options = match game {
            GameId::Dos => json!({ "target": 150 }),
            GameId::Rummy => json!({ "rounds": 2 }),
            _ => json!({ "rounds": 8 }),
        };
        let wanted = json!({
            "settings": { "game": game.slug(), "seats": 4, "options": options },
            "bots": [{ "seat": 3, "level": "novice" }],
        });
        let opened: Value = people[0].post("/api/tables", &wanted).await;
        let table = TableId::from(opened["table"].as_str().expect("a table is opened"));
        let mut playing = JoinSet::new();
        for (number, person) in people.into_iter().enumerate() {
            let role = if number == 0 { Role::Host } else { Role::Guest };
            playing.spawn(person.play(table.clone(), role));
        }
        Self { table, progress, people: playing }
    }

    /// Waits until so many more moves were acknowledged, or the match is over; how long that took.
    async fn go_on(&self, what: &str) -> Duration {
        let (begun, wanted) = (Instant::now(), self.progress.moves() + SOME_MOVES);
        let reached = timeout(TIMEOUT, self.progress.reach(wanted)).await;
        reached.unwrap_or_else(|_| {
            let (moves, standing) = (self.progress.moves(), self.progress.standing());
            panic!("{what}: the match does not go on after {moves} moves{standing}");
        });
        begun.elapsed()
    }

    /// Waits for the end of the match, and checks what everybody was told against the log.
    async fn end(mut self, house: &House, what: &str) {
        let mut all = Vec::new();
        while let Some(played) = timeout(TIMEOUT, self.people.join_next()).await.unwrap_or_else(|_| {
            let (moves, standing) = (self.progress.moves(), self.progress.standing());
            panic!("{what}: the match does not end after {moves} moves{standing}");
        }) {
            all.push(played.expect("nobody panics"));
        }
        house.check(&self.table, &all, what).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_go_on_whatever_happens_to_nodes_and_servers() {
    let _one = ONE_HOUSE.lock().await;
    let mut house = House::start_with(&[]).await;

    let game = Match::begin(&house, GameId::Dos).await;
    game.go_on("nothing goes wrong").await;
    let owner = house.owner(&game.table).await;
    house.kill(owner);
    let took = game.go_on("a node is killed").await;
    println!("{SOME_MOVES} moves after a node was killed: {took:?}");
    house.open(owner).await;
    game.end(&house, "a node is killed").await;

    let game = Match::begin(&house, GameId::Onze).await;
    game.go_on("a node came back").await;
    let leader = house.leader().await;
    house.servers.kill(&leader).expect("a server is killed");
    let took = game.go_on("the leader of the log is killed").await;
    println!("{SOME_MOVES} moves after the leader was killed: {took:?}");
    house.servers.restart(&leader).expect("the server comes back");
    game.end(&house, "the leader of the log is killed").await;

    let game = Match::begin(&house, GameId::Rummy).await;
    game.go_on("a server came back").await;
    let owner = house.owner(&game.table).await;
    house.signal(owner, "-STOP");
    let took = game.go_on("a node is frozen").await;
    println!("{SOME_MOVES} moves after a node was frozen: {took:?}");
    assert_ne!(house.owner(&game.table).await, owner, "another node runs the table");
    house.signal(owner, "-CONT");
    game.go_on("two nodes believe to run a table").await;
    game.end(&house, "a node is frozen").await;

    let game = Match::begin(&house, GameId::NainJaune).await;
    game.go_on("a node is well again").await;
    let owner = house.owner(&game.table).await;
    house.signal(owner, "-TERM");
    let took = game.go_on("a node leaves").await;
    println!("{SOME_MOVES} moves after a node was told to end: {took:?}");
    house.wait_for_end(owner).await;
    house.open(owner).await;
    game.end(&house, "a node leaves").await;

    let game = Match::begin(&house, GameId::Onze).await;
    game.go_on("all nodes are there").await;
    let owner = house.owner(&game.table).await;
    game.progress.hold(true);
    house.cut_off(owner);
    house.until_ready(owner, false).await;
    timeout(TIMEOUT, game.progress.told_of_outage()).await.expect("players are told");
    assert!(!game.progress.is_over(), "the match is under way");
    game.progress.hold(false);
    let took = game.go_on("a node is cut off").await;
    println!("{SOME_MOVES} moves after a node was cut off: {took:?}");
    assert_ne!(house.owner(&game.table).await, owner, "another node runs the table");
    house.restore(owner);
    house.until_ready(owner, true).await;
    game.go_on("a node is back at the log").await;
    game.end(&house, "a node is cut off").await;

    let game = Match::begin(&house, GameId::Dos).await;
    game.go_on("no disk is full").await;
    let leader = house.leader().await;
    house.servers.fill_disk(&leader).expect("a server has no room");
    let took = game.go_on("the disk of the leader is full").await;
    println!("{SOME_MOVES} moves after the disk of the leader was full: {took:?}");
    house.servers.kill(&leader).expect("a server is killed");
    house.servers.restart(&leader).expect("the server comes back with room");
    game.end(&house, "the disk of the leader is full").await;

    let game = Match::begin(&house, GameId::QuaranteSix).await;
    game.go_on("all servers have room").await;
    house.servers.kill_all().expect("the servers are killed");
    assert!(!game.progress.is_over(), "the match is under way");
    for node in 0..house.addresses().len() {
        house.until_ready(node, false).await;
    }
    timeout(TIMEOUT, game.progress.told_of_outage()).await.expect("players are told");
    house.servers.start_all().expect("the servers come back");
    for node in 0..house.addresses().len() {
        house.until_ready(node, true).await;
    }
    game.end(&house, "the servers were gone").await;

    let game = Match::begin(&house, GameId::Dos).await;
    game.go_on("the servers are well again").await;
    for node in 0..house.addresses().len() {
        house.kill(node);
    }
    assert!(!game.progress.is_over(), "the match is under way");
    for node in 0..house.addresses().len() {
        house.open(node).await;
    }
    game.end(&house, "all nodes are started again").await;
    house.holds_an_evening_everywhere().await;
    house.knows_everybody_everywhere().await;
}
