//! The one binary: reads the command line, brings files, standard streams, entropy and the date,
//! and leaves the rest to the other crates.

mod admin;
mod arena;
mod cluster;
mod commands;
mod hint;
mod migrate;
mod puzzles;
mod review;
mod run;
mod serve;
mod simulate;
mod work;

use std::process::ExitCode;

use clap::Parser;

use commands::Cli;

/// Many small pieces of memory come and go with every message; the system's own allocator costs a server more.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(code) => code,
        Err(error) => commands::complain(&format!("{error:#}")),
    }
}
