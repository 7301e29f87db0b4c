//! What a house of several nodes carries, worked out from measured figures.
//!
//! `bench-capacity model` lets a discrete-event model of nodes and partitions run with them, and prints how many of each
//! so many people need and how long a move takes then; the same seed prints the same.
//! `bench-capacity measure` measures those of the figures that are about the log, with real servers.
#![allow(clippy::print_stdout)]

mod measure;
mod model;

use anyhow::{Result, bail};
use serde_json::json;

use model::{Figures, House, Scan};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("measure") => {
            println!("{}", serde_json::to_string_pretty(&measure::run()?)?);
            Ok(())
        }
        Some("model") => {
            let seed = arguments.get(1).map_or(Ok(1), |seed| seed.parse())?;
            let mut rows = Vec::new();
            for scan in [Scan::AllHeaders, Scan::NewsOnly] {
                for people in [10_000, 100_000, 300_000, 1_000_000, 3_000_000] {
                    rows.push(row(&House::of(people, scan, &Figures::MEASURED), seed));
                }
            }
            println!("{}", json!(rows));
            Ok(())
        }
        _ => bail!("bench-capacity model [SEED] | measure"),
    }
}

fn row(house: &House, seed: u64) -> serde_json::Value {
    let times = house.simulate(seed);
    let per_day = house.moves_per_second * f64::from(house.figures.stored_bytes) * 86_400.0 / 1e9;
    let out = house.moves_per_second * f64::from(house.figures.sent_bytes) * 8.0 / 1e6;
    json!({
        "scan": house.scan.name(), "people": house.people, "tables": house.tables,
        "moves_per_second": house.moves_per_second.round(),
        "nodes": house.nodes, "partitions": house.partitions,
        "node_busy": house.node_busy(), "partition_busy": house.partition_busy(),
        "p50_ms": times.map(|times| times.p50_ms), "p99_ms": times.map(|times| times.p99_ms),
        "memory_gb": house.memory_gb(), "heard_mbit": house.heard_mbit(), "sent_mbit": out.round(), "stored_gb_a_day": per_day.round(),
    })
}
