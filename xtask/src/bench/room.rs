//! `cargo xtask bench room`: how much of what is possible the expert takes.

use anyhow::Result;
use serde_json::{Value, json};

use super::ours;

/// Measures and prints.
pub(super) fn run(json: bool, arguments: &[&str]) -> Result<()> {
    let room = ours("bench-room", arguments)?;
    if json {
        println!("{}", json!({ "bench": "room", "room": room }));
        return Ok(());
    }
    let interval = |of: &Value, scale: f64| {
        let number = |field: &str| of[field].as_f64().unwrap_or_default() * scale;
        format!("{:.1} ± {:.1}", number("mean"), number("half_width"))
    };
    println!(
        "{}, {} players, {} deals played twice, {} ms a move; 95 % intervals.",
        room["game"].as_str().unwrap_or_default(),
        room["players"],
        room["deals"],
        room["millis"],
    );
    println!("The expert leads skilled by {} points a round.", interval(&room["expert"], 1.0));
    println!("Seeing everything it would lead by {}.", interval(&room["seeing"], 1.0));
    println!("It takes {} % of what is possible.", interval(&room["share"], 100.0));
    Ok(())
}
