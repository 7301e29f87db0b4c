//! `cargo xtask screenshots`: pictures of the screens.
#![allow(clippy::print_stdout)]

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

/// Picture every screen in both sizes and both themes.
#[derive(Debug, Parser)]
struct Cli {
    /// The program, `tapis`.
    program: PathBuf,
    /// Where the pictures go.
    folder: PathBuf,
}

fn main() -> Result<()> {
    let Cli { program, folder } = Cli::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    for file in runtime.block_on(browser::picture(&program, &folder))? {
        println!("{}", file.display());
    }
    Ok(())
}
