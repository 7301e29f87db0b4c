//! `cargo xtask chaos`: the long run of what `cargo xtask test` does with one fault of each kind.

use anyhow::Result;
use clap::Args;

use crate::run::harness;

/// What is to be broken, and how often.
#[derive(Debug, Args)]
pub(crate) struct Chaos {
    /// How many faults.
    #[arg(long, default_value_t = 200)]
    faults: u32,
    /// How many tables are played at.
    #[arg(long, default_value_t = 10)]
    tables: u16,
    /// What the faults, the moments and the moves are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Break the program as it is built for users.
    #[arg(long)]
    release: bool,
}

impl Chaos {
    /// Builds the program and breaks what is around it.
    pub(crate) fn run(&self) -> Result<()> {
        let profile = if self.release { "release" } else { "dev" };
        harness("chaos", profile, [self.faults.into(), self.tables.into(), self.seed])
    }
}
