//! `cargo xtask bench server`: the game house under load, beside two game servers of Node and the floor that the
//! system sets, all in the same run.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::printed;
use crate::run::cargo;

/// How many tables play at once.
const TABLES: [usize; 3] = [100, 500, 1_000];
/// Games beside Onze, at the middle number of tables.
const OTHER_GAMES: [&str; 2] = ["dos", "quarante-six"];
const PEERS: [&str; 2] = ["colyseus", "boardgameio"];
/// Tables where people play while others abuse the house.
const TABLES_IN_PEACE: &str = "300";
const IDLE_CONNECTIONS: &str = "10000";

/// Builds the house and its load.
fn build() -> Result<()> {
    cargo(&[
        "build",
        "--release",
        "--quiet",
        "--package",
        "tapis",
        "--package",
        "bench",
        "--bin",
        "tapis",
        "--bin",
        "bench-server",
    ])
}

/// Measures how long moves take in quiet and under abuse, and prints it.
pub(super) fn run_abuse(json: bool, seconds: f64) -> Result<()> {
    build()?;
    let found = load(&["abuse", TABLES_IN_PEACE, &seconds.to_string()])?;
    if json {
        println!("{found}");
        return Ok(());
    }
    println!("One move a second at each of {TABLES_IN_PEACE} tables, in quiet and while others abuse the house:");
    let mut rows = [found["quiet"].clone(), found["abused"].clone()];
    for (row, name) in rows.iter_mut().zip(["in quiet", "under abuse"]) {
        row["server"] = json!(name);
    }
    print_rows(&json!(rows));
    println!();
    for (what, times) in found["did"].as_object().into_iter().flatten() {
        println!("{times:>10} times {what}");
    }
    println!("p99 under abuse is {:.2} times that in quiet", found["ratio_of_p99"].as_f64().unwrap_or_default());
    Ok(())
}

/// Measures houses of several nodes beside the house on its file, and prints it.
pub(super) fn run_cluster(json: bool, seconds: f64) -> Result<()> {
    build()?;
    let (tables, seconds) = (TABLES[0].to_string(), seconds.to_string());
    let mut rows = vec![ours(&["play", "onze", &tables, &seconds])?];
    for nodes in ["1", "2", "3"] {
        let mut row = load(&["cluster", "onze", nodes, &tables, &seconds])?;
        row["server"] = json!(format!("tapis, {nodes} nodes"));
        rows.push(row);
    }
    let rate = |row: &Value| row["moves_per_server_cpu_second"].as_f64();
    let alone = rate(&rows[0]);
    for row in &mut rows {
        row["cost_of_a_move"] = json!(alone.zip(rate(row)).map(|(alone, rate)| alone / rate));
    }
    let result = json!({ "bench": "cluster", "rows": rows });
    if json {
        println!("{result}");
        return Ok(());
    }
    println!("A move counts when all four players have received it; the next is made at once. All are on one core;");
    println!("the servers of NATS are not counted.");
    print_rows(&result["rows"]);
    for row in result["rows"].as_array().into_iter().flatten().skip(1) {
        let cost = row["cost_of_a_move"].as_f64().unwrap_or_default();
        println!("{}: a move costs {cost:.2} times that of the house on its file", row["server"]);
    }
    Ok(())
}

/// Measures and prints.
pub(super) fn run(json: bool, seconds: f64) -> Result<()> {
    build()?;
    let seconds = seconds.to_string();
    let mut rows = Vec::new();
    for tables in TABLES.map(|tables| tables.to_string()) {
        let ours = ours(&["play", "onze", &tables, &seconds])?;
        let bytes = ours["bytes_per_update"].as_f64().unwrap_or_default().round().to_string();
        rows.push(ours);
        rows.push(load(&["floor", &tables, &seconds, &bytes])?);
        rows.extend(PEERS.iter().filter_map(|peer| rooms(&[peer, &tables, &seconds])));
    }
    for game in OTHER_GAMES {
        rows.push(ours(&["play", game, &TABLES[1].to_string(), &seconds])?);
    }
    let most = TABLES[2].to_string();
    let mut paced = vec![ours(&["play", "onze", &most, &seconds, "--every", "1000"])?];
    paced.extend(PEERS.iter().filter_map(|peer| rooms(&[peer, &most, &seconds, "1000"])));
    let idle = load(&["idle", IDLE_CONNECTIONS])?;
    let result = json!({
        "bench": "server", "closed": rows, "paced": paced, "idle": idle, "ratios": ratios(&rows),
    });
    if json {
        println!("{result}");
    } else {
        print(&result);
    }
    Ok(())
}

/// Our server under load, named by its game.
fn ours(arguments: &[&str]) -> Result<Value> {
    let mut row = load(arguments)?;
    row["server"] = json!(format!("tapis, {}", row["game"].as_str().unwrap_or_default()));
    Ok(row)
}

/// What the load says; it has the second core, and gives the server the first.
fn load(arguments: &[&str]) -> Result<Value> {
    let arguments: Vec<&str> = ["-c", "1", "target/release/bench-server"].iter().chain(arguments).copied().collect();
    let mut row = printed("taskset", &arguments).context("bench-server failed; it needs taskset and two cores")?;
    if row.get("server").is_none() {
        row["server"] = json!("floor: bare sockets");
    }
    Ok(row)
}

/// What a peer's script says, if Node can have what it needs.
fn rooms(arguments: &[&str]) -> Option<Value> {
    let arguments: Vec<&str> =
        ["-c", "1", "node", "crates/bench/peers/rooms.js"].iter().chain(arguments).copied().collect();
    let row = printed("taskset", &arguments);
    if row.is_none() {
        eprintln!("{} is absent: it needs node and npm.", arguments[4]);
    }
    row
}

/// How many times as many moves per CPU second as each of the others, at each number of tables.
fn ratios(rows: &[Value]) -> Value {
    let rate = |row: &Value| row["moves_per_server_cpu_second"].as_f64();
    let mut ratios = Vec::new();
    for ours in rows.iter().filter(|row| row["game"] == "onze") {
        for other in rows.iter().filter(|row| row["game"].is_null() && row["tables"] == ours["tables"]) {
            let ratio = rate(ours).zip(rate(other)).map(|(ours, other)| ours / other);
            ratios.push(json!({ "tables": ours["tables"], "to": other["server"], "ratio": ratio }));
        }
    }
    ratios.into()
}

fn print(result: &Value) {
    println!("A move counts when all four players have received it; the next is made at once. Ours are durable.");
    print_rows(&result["closed"]);
    println!();
    println!("One move a second at each table:");
    print_rows(&result["paced"]);
    println!();
    for ratio in result["ratios"].as_array().into_iter().flatten() {
        let (to, times) = (ratio["to"].as_str().unwrap_or_default(), ratio["ratio"].as_f64().unwrap_or_default());
        println!("{:>5} tables: {times:.2} times the moves per CPU second of {to}", ratio["tables"]);
    }
    let idle = &result["idle"];
    println!(
        "{} idle connections: {:.1} kB each over a house of {:.0} MB",
        idle["connections"],
        idle["kb_per_connection"].as_f64().unwrap_or_default(),
        idle["idle_mb"].as_f64().unwrap_or_default(),
    );
}

fn print_rows(rows: &Value) {
    println!(
        "{:<20} {:>6} {:>8} {:>14} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7} {:>9}",
        "server",
        "tables",
        "moves/s",
        "per CPU second",
        "p50 ms",
        "p99 ms",
        "max ms",
        "server %",
        "client %",
        "others %",
        "bytes",
        "kB/table"
    );
    for row in rows.as_array().into_iter().flatten() {
        let number =
            |field: &str, digits: usize| row[field].as_f64().map_or("-".into(), |number| format!("{number:.digits$}"));
        println!(
            "{:<20} {:>6} {:>8} {:>14} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7} {:>9}",
            row["server"].as_str().unwrap_or_default(),
            row["tables"],
            number("moves_per_second", 0),
            number("moves_per_server_cpu_second", 0),
            number("p50_ms", 2),
            number("p99_ms", 1),
            number("max_ms", 1),
            number("server_cpu_percent", 0),
            number("client_cpu_percent", 0),
            number("others_cpu_percent", 0),
            number("bytes_per_update", 0),
            number("kb_per_table", 0),
        );
    }
}
