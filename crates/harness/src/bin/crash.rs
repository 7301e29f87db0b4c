//! `cargo xtask crash`: kills a house as often as one likes.
#![allow(clippy::print_stdout)]

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;

/// Kill a house in the middle of its games, again and again, and check that it keeps its word.
#[derive(Debug, Parser)]
struct Cli {
    /// The program, `tapis`.
    program: PathBuf,
    /// How often.
    #[arg(long, default_value_t = 1_000)]
    kills: u32,
    /// How many tables are played at.
    #[arg(long, default_value_t = 30)]
    tables: u16,
    /// What the moments and the moves are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<()> {
    let Cli { program, kills, tables, seed } = Cli::parse();
    let options = harness::crash::Options { program, kills, tables, seed };
    let report = harness::crash::run(&options).with_context(|| format!("seed {seed}"))?;
    print!("{report}");
    Ok(())
}
