//! `cargo xtask crash`: the long run of what `cargo xtask test` does with a few kills.

use anyhow::Result;
use clap::Args;

use crate::run::harness;

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
        harness("crash", profile, [self.kills.into(), self.tables.into(), self.seed])
    }
}
