//! `cargo xtask bench bots`: the expert's speed and punctuality, and the Rummy solver beside a peer.

use anyhow::Result;
use serde_json::{Value, json};

use super::{ours, peer};

/// Measures and prints.
pub(super) fn run(json: bool, decisions: usize) -> Result<()> {
    let ours = ours("bench-bots", &[&decisions.to_string()])?;
    let peer = peer("rummy_ilp.py", "crates/solver/tests/data/rummy_positions.jsonl");
    let ratio = |field: &str| {
        let of = |value: &Value| value["cpu_ms"][field].as_f64();
        Some(of(peer.as_ref()?)? / of(&ours["solver"])?)
    };
    let result = json!({
        "bench": "bots", "games": ours["games"], "peak_mib": ours["peak_mib"],
        "solver": { "ours": ours["solver"], "peer": peer, "ratio": { "p50": ratio("p50"), "p99": ratio("p99") } },
    });
    if json {
        println!("{result}");
    } else {
        print_games(&result);
        print_solver(&result["solver"]);
    }
    Ok(())
}

fn print_games(result: &Value) {
    println!("The expert, on positions of rounds between skilled bots. Rates are per CPU second; `price spent` is the");
    println!(
        "share of the budget that thinking by the price list uses before all is clear; `time/price` is the CPU time"
    );
    println!("of what costs one by that list.");
    println!(
        "{:<13} {:>7} {:>10} {:>10} {:>11} {:>10}  {:<34} {:<20}",
        "game",
        "players",
        "playouts/s",
        "moves/s",
        "price spent",
        "time/price",
        "clock: wall ms p50 / p99 / worst",
        "CPU ms p50 / p99 / worst"
    );
    for game in result["games"].as_array().into_iter().flatten() {
        let number = |field: &str| game[field].as_f64().unwrap_or_default();
        for (row, clock) in game["clocks"].as_array().into_iter().flatten().enumerate() {
            let head = if row == 0 {
                format!(
                    "{:<13} {:>7} {:>10.0} {:>10.0} {:>10.0}% {:>10.2}",
                    game["game"].as_str().unwrap_or_default(),
                    number("players"),
                    number("playouts_per_second"),
                    number("moves_per_second"),
                    number("price_spent") * 100.0,
                    number("time_per_price"),
                )
            } else {
                " ".repeat(66)
            };
            let times = |of: &str| {
                let time = |field: &str| clock[of][field].as_f64().unwrap_or_default();
                format!("{:.1} / {:.1} / {:.1}", time("p50"), time("p99"), time("worst"))
            };
            let granted = format!("{} ms:", clock["millis"]);
            println!("{head}  {granted:<7} {:<26} {}", times("wall_ms"), times("cpu_ms"));
        }
    }
    if let Some(peak) = result["peak_mib"].as_f64() {
        println!("Peak memory of the whole run, with a thought of a second in each game: {peak:.0} MiB.");
    }
}

fn print_solver(solver: &Value) {
    println!();
    println!("The best Rummy play, {} positions, CPU milliseconds on one core:", solver["ours"]["positions"]);
    println!("{:<24} {:>10} {:>10} {:>10} {:>10}", "", "p50", "p90", "p99", "worst");
    let row = |name: &str, side: &Value| {
        let time = |field: &str| side["cpu_ms"][field].as_f64().unwrap_or_default();
        println!(
            "{name:<24} {:>10.3} {:>10.3} {:>10.3} {:>10.3}",
            time("p50"),
            time("p90"),
            time("p99"),
            time("worst")
        );
    };
    row("ours", &solver["ours"]);
    if solver["peer"].is_null() {
        println!("The peer is absent (it needs python3 and highspy from the package index): our figures stand alone.");
        return;
    }
    row(&format!("peer ({})", solver["peer"]["solver"].as_str().unwrap_or_default()), &solver["peer"]);
    let ratio = |field: &str| solver["ratio"][field].as_f64().unwrap_or_default();
    println!("The peer takes {:.0} times as long in the median, {:.0} times at p99.", ratio("p50"), ratio("p99"));
}
