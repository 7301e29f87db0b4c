//! `cargo xtask crash`: the long run of what `cargo xtask test` does with a few kills.

use anyhow::Result;
use clap::Args;

use crate::run::{build_tapis, cargo};

/// How the house is to be killed.
#[derive(Debug, Args)]
pub(crate) struct Crash {
    /// How often.
    #[arg(long, default_value_t = 1_000)]
    kills: u32,
    /// How many tables are played at.
    #[arg(long, default_value_t = 30)]
    tables: u16,
    /// What the moments and the moves are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Kill the program as it is built for users.
    #[arg(long)]
    release: bool,
}

impl Crash {
    /// Builds the program and kills it as often as wanted.
    pub(crate) fn run(&self) -> Result<()> {
        let profile = if self.release { "release" } else { "dev" };
        let program = build_tapis(profile)?;
        let (kills, tables, seed) = (self.kills.to_string(), self.tables.to_string(), self.seed.to_string());
        let mut arguments =
            vec!["run", "--quiet", "--profile", profile, "--package", "harness", "--no-default-features"];
        arguments.extend(["--bin", "crash", "--"]);
        let program = program.to_string_lossy();
        arguments.extend([&*program, "--kills", &kills, "--tables", &tables, "--seed", &seed]);
        cargo(&arguments)
    }
}
