//! `cargo xtask screenshots` and `cargo xtask bench web`: pictures of the screens, and how long people wait for them.
#![allow(clippy::print_stdout)]

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};
use harness::browser::{self, Size, Theme, Wanted};

/// Look at the screens of a program.
#[derive(Debug, Parser)]
struct Cli {
    /// The program, `tapis`.
    program: PathBuf,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Picture every screen in all sizes and both themes.
    Picture {
        /// Where the pictures go.
        folder: PathBuf,
        /// Only screens whose names contain this.
        #[arg(long)]
        only: Option<String>,
        /// Only windows of this size, e.g. 390x844.
        #[arg(long)]
        size: Option<Size>,
        /// Only these colours: light or dark.
        #[arg(long)]
        theme: Option<Theme>,
    },
    /// Measure what is loaded and how long it takes; prints one JSON object.
    Measure,
}

fn main() -> Result<()> {
    let Cli { program, what } = Cli::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match what {
        What::Picture { folder, only, size, theme } => {
            let wanted = Wanted { only, size, theme };
            for file in runtime.block_on(browser::picture(&program, &folder, &wanted))? {
                println!("{}", file.display());
            }
        }
        What::Measure => println!("{}", serde_json::to_string(&runtime.block_on(browser::measure(&program))?)?),
    }
    Ok(())
}
