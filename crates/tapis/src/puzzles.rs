//! `tapis puzzles`: positions in which one move is clearly the best, cut from rounds of bots.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};
use engine::GameId;
use referee::advice::{PuzzleOrder, make_puzzles, write_puzzles};
use sim::seed_from_text;

use crate::commands::{LangArg, game, print};
use crate::run::{at_least_one, progress_bar};

/// What can be done about puzzles.
#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesCommand {
    /// Make puzzles of a game and print them as one JSON object.
    Make(MakeArgs),
}

/// Which puzzles are made.
#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// onze, nain-jaune, dos, rummy or quarante-six.
    #[arg(value_parser = game)]
    game: GameId,
    /// Any text that fixes all rounds.
    #[arg(long, default_value = "tapis")]
    seed: String,
    /// How many.
    #[arg(long, default_value_t = 60)]
    count: usize,
    /// How long each is thought about, in milliseconds by a fixed price list: what comes out does not depend on the
    /// machine.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    millis: u64,
    /// The language of messages.
    #[arg(long, value_enum, default_value_t)]
    lang: LangArg,
}

impl PuzzlesCommand {
    /// Makes them, and prints them.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let Self::Make(MakeArgs { game, seed, count, millis, lang }) = self;
        at_least_one("--count", *count as u64, (*lang).into())?;
        let bar = progress_bar(*count as u64);
        let order = PuzzleOrder { game: *game, seed: seed_from_text(seed), count: *count, millis: *millis };
        let puzzles = make_puzzles(order, &mut |_| bar.inc(1));
        bar.finish_and_clear();
        let slug = game.slug();
        let command = format!("tapis puzzles make {slug} --seed {seed} --count {count} --millis {millis}");
        print(&write_puzzles(order, &command, &puzzles))
    }
}
