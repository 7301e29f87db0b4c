//! `cargo xtask bench web`: what the first visit loads, and how long people wait.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::printed;
use crate::run::{build_tapis, cargo};
use crate::setup;

/// Measures and prints.
pub(super) fn run(json: bool) -> Result<()> {
    setup::browser()?;
    let program = build_tapis("release")?;
    cargo(&["build", "--quiet", "--package", "harness", "--bin", "browser"])?;
    let figures =
        printed("target/debug/browser", &[&program.to_string_lossy(), "measure"]).context("browser failed")?;
    let loaded = figures["loaded"].as_array().cloned().unwrap_or_default();
    let sum = |field: &str| loaded.iter().filter_map(|one| one[field].as_u64()).sum::<u64>();
    let [first_screen, hand, lifts] = ["first_screen", "hand", "lifts"].map(|field| Waits::of(&figures[field]));
    if json {
        let waits = json!({
            "first_screen": first_screen.write(), "hand": hand.write(), "lifts": lifts.write(),
        });
        println!("{}", json!({ "bench": "web", "loaded": loaded, "sent": sum("sent"), "milliseconds": waits }));
        return Ok(());
    }
    println!("What the first visit loads, in KiB:");
    for one in &loaded {
        println!(
            "{:>9.1} of {:>7.1}  {}",
            kib(&one["sent"]),
            kib(&one["whole"]),
            one["path"].as_str().unwrap_or_default()
        );
    }
    println!("{:>9.1} of {:>7.1}  in all\n", kib(&sum("sent").into()), kib(&sum("whole").into()));
    println!("{:<52}{:>9}{:>9}{:>9}", "milliseconds", "half", "95 %", "worst");
    for (name, waits) in [
        ("from a first visit to a screen one can play from", &first_screen),
        ("from pressing play to the own hand", &hand),
        ("from pressing a card to seeing it, experts thinking", &lifts),
    ] {
        println!("{name:<52}{:>9.1}{:>9.1}{:>9.1}", waits.half, waits.most, waits.worst);
    }
    Ok(())
}

/// How long something took: in half of all cases, in 95 of 100, and at worst, or less.
struct Waits {
    half: f64,
    most: f64,
    worst: f64,
}

impl Waits {
    fn of(milliseconds: &Value) -> Self {
        let mut sorted: Vec<f64> = milliseconds.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (share * sorted.len() as f64).ceil() as usize;
            sorted.get(index.saturating_sub(1)).copied().unwrap_or_default()
        };
        Self { half: at(0.5), most: at(0.95), worst: at(1.0) }
    }

    fn write(&self) -> Value {
        json!({ "p50": self.half, "p95": self.most, "worst": self.worst })
    }
}

fn kib(bytes: &Value) -> f64 {
    bytes.as_f64().unwrap_or_default() / 1024.0
}
