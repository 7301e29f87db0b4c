//! `cargo xtask screenshots` and `cargo xtask bench web`: pictures of the screens, and how long people wait for them.
#![allow(clippy::print_stdout)]

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

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
    /// Picture every screen in both sizes and both themes.
    Picture {
        /// Where the pictures go.
        folder: PathBuf,
    },
    /// Measure what is loaded and how long it takes; prints one JSON object.
    Measure,
}

fn main() -> Result<()> {
    let Cli { program, what } = Cli::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match what {
        What::Picture { folder } => {
            for file in runtime.block_on(browser::picture(&program, &folder))? {
                println!("{}", file.display());
            }
        }
        What::Measure => println!("{}", serde_json::to_string(&runtime.block_on(browser::measure(&program))?)?),
    }
    Ok(())
}
