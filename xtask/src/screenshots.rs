//! `cargo xtask screenshots`: pictures of the screens; which ones is listed in `crates/harness/src/browser/screens.rs`.

use anyhow::Result;
use clap::Args;

use crate::run::{build_tapis, cargo, target};
use crate::setup;

/// Which pictures are wanted: all, unless told otherwise.
#[derive(Debug, Args)]
pub(crate) struct Screenshots {
    /// Only screens whose names contain this.
    #[arg(long)]
    only: Option<String>,
    /// Only windows of this size, e.g. 390x844.
    #[arg(long)]
    size: Option<String>,
    /// Only these colours: light or dark.
    #[arg(long)]
    theme: Option<String>,
}

/// Builds the program and pictures its screens.
pub(crate) fn run(wanted: &Screenshots) -> Result<()> {
    setup::browser()?;
    let (program, folder) = (build_tapis("dev")?, target().join("screenshots"));
    let (program, folder) = (program.to_string_lossy(), folder.to_string_lossy());
    let mut arguments =
        vec!["run", "--quiet", "--package", "harness", "--bin", "browser", "--", &program, "picture", &folder];
    for (flag, value) in [("--only", &wanted.only), ("--size", &wanted.size), ("--theme", &wanted.theme)] {
        if let Some(value) = value {
            arguments.extend([flag, value]);
        }
    }
    cargo(&arguments)
}
