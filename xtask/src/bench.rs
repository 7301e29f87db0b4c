//! `cargo xtask bench`: our speed beside a peer's, measured in the same run.

mod bots;
mod capacity;
mod room;
mod server;
mod waking;
mod web;

use std::process::Stdio;

use anyhow::{Context, Result};
use clap::Subcommand;
use serde_json::{Value, json};

use crate::run::{cargo, program};

/// What to measure.
#[derive(Debug, Subcommand)]
pub(crate) enum What {
    /// Whole random games through the public trait, beside OpenSpiel's C++ rollouts.
    Engine {
        /// Print one JSON object instead of a table.
        #[arg(long)]
        json: bool,
        /// Seconds for each measurement.
        #[arg(long, default_value_t = 3.0)]
        seconds: f64,
    },
    /// The expert's playouts and the time it takes to decide; the Rummy solver beside an integer program.
    Bots {
        /// Print one JSON object instead of a table.
        #[arg(long)]
        json: bool,
        /// Decisions for each game and number of players.
        #[arg(long, default_value_t = 100)]
        decisions: usize,
    },
    /// How much of what is possible the expert takes: its lead over skilled, and that of one who sees everything.
    Room {
        /// The game.
        #[arg(long)]
        game: String,
        /// How many play.
        #[arg(long, default_value_t = 2)]
        players: usize,
        /// Deals, each played twice by each.
        #[arg(long, default_value_t = 200)]
        deals: u64,
        /// What the expert may think about a move, in milliseconds of the price list.
        #[arg(long, default_value_t = 20)]
        millis: u64,
        /// Print one JSON object instead of a sentence.
        #[arg(long)]
        json: bool,
    },
    /// The game house under load, beside two game servers of Node.
    Server {
        /// Print one JSON object instead of a table.
        #[arg(long)]
        json: bool,
        /// Seconds for each measurement.
        #[arg(long, default_value_t = 10.0)]
        seconds: f64,
    },
    /// A house of 1, 2 and 3 nodes on three servers of NATS, beside the house on its file.
    Cluster {
        /// Print one JSON object instead of a table.
        #[arg(long)]
        json: bool,
        /// Seconds for each measurement.
        #[arg(long, default_value_t = 10.0)]
        seconds: f64,
    },
    /// How long moves take in quiet, and while others abuse the house.
    Abuse {
        /// Print one JSON object instead of a table.
        #[arg(long)]
        json: bool,
        /// Seconds for each measurement.
        #[arg(long, default_value_t = 15.0)]
        seconds: f64,
    },
    /// How long a table that sleeps takes to wake, from its log and from a snapshot.
    Waking {
        /// Print one JSON object instead of a table.
        #[arg(long)]
        json: bool,
    },
    /// How many nodes and partitions so many people need, by a model that runs on measured figures.
    Capacity {
        /// Print one JSON object instead of a table.
        #[arg(long)]
        json: bool,
        /// What the moves arrive by.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Measure the figures of the log instead.
        #[arg(long)]
        measure: bool,
    },
    /// What the first visit of the web client loads, and how long people wait for its screens and its cards.
    Web {
        /// Print one JSON object instead of a table.
        #[arg(long)]
        json: bool,
        /// Count only the bytes of the program by its files, without a browser; too many fail.
        #[arg(long)]
        size: bool,
    },
}

/// Measures.
pub(crate) fn run(what: &What) -> Result<()> {
    match what {
        What::Engine { json, seconds } => engine(*json, *seconds),
        What::Bots { json, decisions } => bots::run(*json, *decisions),
        What::Room { game, players, deals, millis, json } => {
            room::run(*json, &[game, &players.to_string(), &deals.to_string(), &millis.to_string()])
        }
        What::Server { json, seconds } => server::run(*json, *seconds),
        What::Cluster { json, seconds } => server::run_cluster(*json, *seconds),
        What::Abuse { json, seconds } => server::run_abuse(*json, *seconds),
        What::Waking { json } => waking::run(*json),
        What::Capacity { json, seed, measure } => capacity::run(*json, *seed, *measure),
        What::Web { json, size: true } => web::size(*json),
        What::Web { json, size: false } => web::run(*json),
    }
}

/// Builds a benchmark, runs it, and reads what it printed.
fn ours(program: &str, arguments: &[&str]) -> Result<Value> {
    cargo(&["build", "--release", "--quiet", "--package", "bench", "--bin", program])?;
    printed(&format!("target/release/{program}"), arguments).with_context(|| format!("{program} failed"))
}

/// The JSON a program prints; it says on standard error what it lacks.
fn printed(name: &str, arguments: &[&str]) -> Option<Value> {
    let output = program(name).args(arguments).stderr(Stdio::inherit()).output().ok()?;
    serde_json::from_slice(&output.stdout).ok().filter(|_| output.status.success())
}

fn engine(json: bool, seconds: f64) -> Result<()> {
    let ours = ours("bench-engine", &[&seconds.to_string()])?;
    let peer = peer("openspiel.py", &seconds.to_string());
    let games = ours.as_array().cloned().unwrap_or_default();
    let mut rows = Vec::new();
    for game in games {
        let (name, target) = if game["game"] == "rummy" { ("gin_rummy", 5.0) } else { ("crazy_eights", 4.0) };
        let peer_rate = peer.as_ref().and_then(|peer| peer[name].as_f64());
        let ratio = peer_rate.zip(game["moves_per_second"].as_f64()).map(|(peer, ours)| ours / peer);
        rows.push(json!({
            "game": game["game"], "players": game["players"], "moves_per_second": game["moves_per_second"],
            "moves_per_match": game["moves_per_match"], "peer": name, "peer_moves_per_second": peer_rate,
            "ratio": ratio, "target": target,
        }));
    }
    if json {
        println!("{}", json!({ "bench": "engine", "seconds": seconds, "rows": rows }));
        return Ok(());
    }
    println!(
        "{:<14} {:>7} {:>12} {:>12} {:>14} {:>12} {:>7}",
        "game", "players", "moves/s", "moves/match", "peer", "peer moves/s", "ratio"
    );
    for row in rows {
        let number = |field: &str| row[field].as_f64().map_or("-".into(), |number| format!("{number:.0}"));
        let ratio = row["ratio"].as_f64().map_or("-".into(), |ratio| format!("{ratio:.1}×"));
        println!(
            "{:<14} {:>7} {:>12} {:>12} {:>14} {:>12} {:>7}",
            row["game"].as_str().unwrap_or_default(),
            row["players"],
            number("moves_per_second"),
            number("moves_per_match"),
            row["peer"].as_str().unwrap_or_default(),
            number("peer_moves_per_second"),
            ratio,
        );
    }
    if peer.is_none() {
        println!(
            "The peer is absent (it needs python3 and open_spiel from the package index): our figures stand alone."
        );
    }
    Ok(())
}

/// What a peer's script prints, if Python can have what it needs.
fn peer(script: &str, argument: &str) -> Option<Value> {
    printed("python3", &[&format!("crates/bench/peers/{script}"), argument])
}
