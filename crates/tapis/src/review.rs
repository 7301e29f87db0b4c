//! `tapis review`: the moves of a record, judged.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use referee::advice::{Whose, review};

use crate::commands::{LangArg, print_result, read};

/// What to review, and how it is printed.
#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// The record; `-` is standard input.
    record: PathBuf,
    /// The seat whose moves are judged; without it, those of all people.
    #[arg(long, conflicts_with = "all")]
    seat: Option<usize>,
    /// Judge everybody's moves, bots' too.
    #[arg(long)]
    all: bool,
    /// How long to think about each move, in milliseconds of one idle core.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    millis: u64,
    /// The language of the text.
    #[arg(long, value_enum, default_value_t)]
    lang: LangArg,
    /// Print one JSON object instead of a text.
    #[arg(long)]
    json: bool,
}

impl ReviewArgs {
    /// Judges the moves and prints what there is to say.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let whose = match self.seat {
            Some(seat) => Whose::Seat(seat),
            None if self.all => Whose::All,
            None => Whose::Humans,
        };
        let lang = self.lang.into();
        let review = review(&read(&self.record)?, whose, self.millis, lang);
        print_result(review.map(|it| if self.json { format!("{}\n", it.json()) } else { it.read_aloud(lang) }), lang)
    }
}
