//! `tapis hint`: what an expert would play in a position, and why.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use referee::protocol::{HintFile, hint};

use crate::commands::{LangArg, complain, print, read};

/// The position, who asks, and how long may be thought.
#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    /// A file that holds a position, or a view, as JSON; `-` is standard input.
    file: PathBuf,
    /// The file holds a view: what the seat that asks may know.
    #[arg(long)]
    view: bool,
    /// The seat that asks; without it, the one whose turn it is.
    #[arg(long)]
    seat: Option<usize>,
    /// How long to think, in milliseconds.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    millis: u64,
    /// The language of the text.
    #[arg(long, value_enum, default_value_t)]
    lang: LangArg,
}

impl HintArgs {
    /// Thinks, and prints the move, the candidates and the reason.
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let start = Instant::now();
        let file = if self.view { HintFile::View } else { HintFile::Position };
        match hint(&read(&self.file)?, file, self.seat, self.millis, self.lang.into(), &mut || start.elapsed()) {
            Ok(text) => print(&text),
            Err(message) => Ok(complain(&message)),
        }
    }
}
