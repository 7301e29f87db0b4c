//! `cargo xtask crash`: kills a house as often as one likes.
#![allow(clippy::print_stdout)]

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;

/// Kill a house in the middle of its games, again and again, and check that it keeps its word: `cargo xtask crash` builds
/// the program and knows how often, if nothing else is said.
#[derive(Debug, Parser)]
struct Cli {
    /// The program, `tapis`.
    program: PathBuf,
    /// How often.
    kills: u32,
    /// How many tables are played at.
    tables: u16,
    /// What the moments and the moves are drawn from.
    seed: u64,
}

fn main() -> Result<()> {
    let Cli { program, kills, tables, seed } = Cli::parse();
    let options = harness::crash::Options { program, kills, tables, seed };
    let report = harness::crash::run(&options).with_context(|| format!("seed {seed}"))?;
    print!("{report}");
    Ok(())
}
