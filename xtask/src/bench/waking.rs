//! `cargo xtask bench waking`: how long a table that sleeps takes to wake, from its log and from a snapshot.

use anyhow::Result;
use serde_json::json;

use super::ours;

/// Measures and prints.
pub(super) fn run(json: bool) -> Result<()> {
    let rows = ours("bench-waking", &["100", "1000", "10000", "20000"])?;
    if json {
        println!("{}", json!({ "bench": "waking", "rows": rows }));
        return Ok(());
    }
    println!(
        "| records | after the snapshot | woken from the log, ms | from the snapshot, ms | its kB | taken in ms | written in ms |"
    );
    println!("|---|---|---|---|---|---|---|");
    for row in rows.as_array().into_iter().flatten() {
        let thousandth = |field: &str| format!("{:.2}", row[field].as_f64().unwrap_or_default() / 1_000.0);
        let number = |field: &str| row[field].as_u64().unwrap_or_default();
        println!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            number("records"),
            number("after_snapshot"),
            thousandth("log_us"),
            thousandth("snapshot_us"),
            number("snapshot_bytes") / 1_000,
            thousandth("take_us"),
            thousandth("write_us"),
        );
    }
    Ok(())
}
