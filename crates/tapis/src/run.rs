//! What `arena` and `simulate` have in common: a game, its options, bots, a seed, threads and a progress bar.

use anyhow::{Error, Result};
use bots::Level;
use clap::Args;
use engine::{GameId, SeatCount, Seed};
use indicatif::{ProgressBar, ProgressStyle};
use sim::report::Settings;
use sim::{Entrant, seed_from_text};
use wire::{Codec, Faults, Value, read_options, read_seed};
use words::{Lang, sim as say};

use crate::commands::{LangArg, first_fault, game};

/// The options that both commands share.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// onze, nain-jaune, dos, rummy or quarante-six.
    #[arg(value_parser = game)]
    pub(crate) game: GameId,
    /// How many play.
    #[arg(long, default_value_t = 4)]
    pub(crate) players: usize,
    /// Options as JSON, e.g. '{"rounds":2}'.
    #[arg(long, default_value = "{}")]
    options: String,
    /// How long an expert may think about a move, in milliseconds by a fixed price list:
    /// what comes out does not depend on the machine.
    #[arg(long, default_value_t = 20)]
    pub(crate) millis: u64,
    /// 64 hexadecimal digits, or any text, that fix all deals.
    #[arg(long, default_value = "tapis")]
    seed: String,
    /// How many threads to use; all cores if absent. What comes out does not depend on it.
    #[arg(long)]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// The language of the report and of messages.
    #[arg(long, value_enum, default_value_t)]
    lang: LangArg,
}

impl Run {
    /// The language to speak.
    pub(crate) fn lang(&self) -> Lang {
        self.lang.into()
    }

    /// What stands at the head of the report.
    pub(crate) fn settings(&self) -> Result<Settings> {
        let options = read_json("--options", &self.options, self.lang())?;
        Ok(Settings { game: self.game, players: self.players, options, seed: self.seed() })
    }

    /// The table asked for.
    pub(crate) fn table<G: Codec>(&self, options: &Value) -> Result<(SeatCount, G::Rules)> {
        let players = i64::try_from(self.players).unwrap_or(i64::MAX);
        read_options::<G>(players, Some(options.clone())).map_err(|faults| first_fault(&faults, self.lang()))
    }

    /// The bots of a list like `expert@100,skilled`.
    pub(crate) fn entrants(&self, list: &str) -> Result<Vec<Entrant>> {
        list.split(',').map(|text| self.entrant(text.trim())).collect()
    }

    fn entrant(&self, text: &str) -> Result<Entrant> {
        let (level, millis) = match text.split_once('@') {
            Some((level, millis)) => (level, millis.parse().ok()),
            None => (text, Some(self.millis)),
        };
        let entrant = Level::from_slug(level).zip(millis).map(|(level, millis)| Entrant { level, millis });
        let known = || Level::ALL.map(Level::slug).join(", ");
        entrant.ok_or_else(|| Error::msg(say::unknown_level(text, &known(), self.lang())))
    }

    /// A seed as it is written, or the one that any other text stands for.
    fn seed(&self) -> Seed {
        let written = read_seed(&Value::String(self.seed.clone()), &Faults::default());
        written.unwrap_or_else(|| seed_from_text(&self.seed))
    }

    /// Does the work on as many threads as were asked for.
    pub(crate) fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T> {
        Ok(sim::on_threads(self.threads.map_or(0, std::num::NonZeroUsize::get), work)?)
    }
}

/// Reads an option of the command that is JSON.
pub(crate) fn read_json(option: &str, text: &str, lang: Lang) -> Result<Value> {
    serde_json::from_str(text).map_err(|error| Error::msg(say::not_json(option, &error.to_string(), lang)))
}

/// Refuses a number of things to play that is none.
pub(crate) fn at_least_one(option: &str, count: u64, lang: Lang) -> Result<()> {
    if count == 0 { Err(Error::msg(say::nothing_to_play(option, lang))) } else { Ok(()) }
}

/// A bar on standard error; it shows itself only on a terminal.
pub(crate) fn progress_bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {percent:>3} %  {eta:>4}").ok();
    let bar = ProgressBar::new(length);
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}
