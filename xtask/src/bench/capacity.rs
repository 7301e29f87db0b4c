//! `cargo xtask bench capacity`: how many nodes and partitions so many people need.

use anyhow::Result;
use serde_json::json;

use super::ours;

/// Runs the model, or measures what it is fed with.
pub(super) fn run(json: bool, seed: u64, measure: bool) -> Result<()> {
    if measure {
        println!("{}", ours("bench-capacity", &["measure"])?);
        return Ok(());
    }
    let rows = ours("bench-capacity", &["model", &seed.to_string()])?;
    if json {
        println!("{}", json!({ "bench": "capacity", "seed": seed, "rows": rows }));
        return Ok(());
    }
    println!(
        "| nodes hear | people | moves/s | nodes | busy | partitions | busy | p50 ms | p99 ms | GB a node | Mbit/s to nodes | Mbit/s to people | GB a day on each replica |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for row in rows.as_array().into_iter().flatten() {
        let number = |field: &str| row[field].as_f64().map_or("–".into(), |number| format!("{number}"));
        let fields = [
            "people",
            "moves_per_second",
            "nodes",
            "node_busy",
            "partitions",
            "partition_busy",
            "p50_ms",
            "p99_ms",
            "memory_gb",
            "sent_mbit",
            "stored_gb_a_day",
        ];
        let cells: Vec<String> = fields.iter().map(|field| number(field)).collect();
        println!("| {} | {} |", row["scan"].as_str().unwrap_or_default(), cells.join(" | "));
    }
    Ok(())
}
