//! Everything a shell script would otherwise do: `cargo xtask test`, `tidy`, `laws`, `crash`, `chaos`, `screenshots`, `bench`,
//! `bless`, `fuzz`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod chaos;
mod crash;
mod run;
mod screenshots;
mod setup;
mod test;
mod tidy;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::run::cargo;

/// The chores of the project.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Set up what is missing, run every check and every test, and print the counts.
    Test(test::Test),
    /// Check what the compiler cannot: arrows between crates, rule numbers, file headers, links, styles that leak.
    Tidy,
    /// Play many random games of every game, preset and number of players under the laws.
    Laws {
        /// Matches for each preset and number of players.
        #[arg(long, default_value_t = 10_000)]
        games: u64,
        /// Only this game.
        #[arg(long)]
        game: Option<String>,
    },
    /// Measure speed, beside a peer where there is one.
    Bench {
        #[command(subcommand)]
        what: bench::What,
    },
    /// Kill a house in the middle of its games, again and again, and check that it keeps its word.
    Crash(crash::Crash),
    /// Break a house of several nodes in all kinds of ways while people play, and check that it keeps its word.
    Chaos(chaos::Chaos),
    /// Picture the screens in all sizes and both themes, into `target/screenshots`.
    Screenshots(screenshots::Screenshots),
    /// Renew the golden files; review them as a diff.
    Bless,
    /// Fuzz the referee with coverage guidance (needs a nightly toolchain and cargo-fuzz).
    Fuzz {
        /// For how long.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
}

fn main() -> Result<()> {
    match Cli::parse().command {
        Command::Test(wanted) => test::run(&wanted),
        Command::Tidy => tidy::run(),
        Command::Laws { games, game } => {
            let games = games.to_string();
            let mut arguments =
                vec!["run", "--release", "--quiet", "--package", "testkit", "--bin", "laws", "--", &games];
            arguments.extend(game.as_deref());
            cargo(&arguments)
        }
        Command::Crash(crash) => crash.run(),
        Command::Chaos(chaos) => chaos.run(),
        Command::Screenshots(wanted) => screenshots::run(&wanted),
        Command::Bench { what } => bench::run(&what),
        Command::Bless => {
            for [package, test, filter] in [
                ["engine", "golden", ""],
                ["words", "talk", "reads"],
                ["server", "http", "openapi"],
                ["tapis", "cli", "effects"],
            ] {
                let arguments = ["test", "--package", package, "--test", test, filter];
                run::command("cargo", &arguments, &[("TAPIS_BLESS", "1")])?;
            }
            Ok(())
        }
        Command::Fuzz { seconds } => setup::fuzz(seconds),
    }
}
