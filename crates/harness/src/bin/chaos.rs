//! `cargo xtask chaos`: breaks a house of several nodes as often as one likes.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use harness::chaos::{Options, run};

/// Kill, freeze, drain and cut off nodes and servers while people play, and check that the house keeps its word:
/// `cargo xtask chaos` builds the program and knows how often, if nothing else is said.
#[derive(Debug, Parser)]
struct Cli {
    /// The program, `tapis`.
    program: PathBuf,
    /// How many faults.
    faults: u32,
    /// How many tables are played at.
    tables: u16,
    /// What the faults, the moments and the moves are drawn from.
    seed: u64,
}

fn main() -> Result<()> {
    let Cli { program, faults, tables, seed } = Cli::parse();
    let options = Options::random(program, faults, tables, seed);
    let report = run(&options, &|line| eprintln!("{line}")).with_context(|| format!("seed {seed}"))?;
    print!("{report}");
    Ok(())
}
