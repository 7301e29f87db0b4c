//! `tapis simulate`: many rounds or matches, and statistics about them.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Error, Result};
use clap::Args;
use engine::with_game;
use sim::report::Simulated;
use sim::{Entrant, Simulation, Unit, work};
use words::sim as say;

use crate::commands::print;
use crate::run::{Run, at_least_one, progress_bar, read_json};
use crate::work::SpreadArgs;

/// The options of a simulation.
#[derive(Debug, Args)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    run: Run,
    /// Who plays: one level for all (novice, casual, skilled, expert), or a list by seat.
    #[arg(long, default_value = "skilled")]
    bots: String,
    /// How many rounds to play.
    #[arg(long, default_value_t = 10_000)]
    rounds: u64,
    /// Play so many whole matches instead.
    #[arg(long, conflicts_with = "rounds")]
    matches: Option<u64>,
    /// Other options as JSON, to be played on the same deals and compared.
    #[arg(long)]
    compare: Option<String>,
    /// Write a report to this file, too: one page with plots.
    #[arg(long)]
    html: Option<PathBuf>,
    #[command(flatten)]
    spread: SpreadArgs,
}

impl SimulateArgs {
    /// Plays, and prints what was found.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let lang = self.run.lang();
        let settings = self.run.settings()?;
        let players = self.players()?;
        let (unit, count) = match self.matches {
            Some(matches) => (Unit::Match, matches),
            None => (Unit::Round, self.rounds),
        };
        at_least_one(if self.matches.is_some() { "--matches" } else { "--rounds" }, count, lang)?;
        let others = self.compare.as_ref().map(|text| read_json("--compare", text, lang)).transpose()?;
        let bar = progress_bar(count);
        let findings = with_game!(self.run.game, G => {
            let (_, rules) = self.run.table::<G>(&settings.options)?;
            let other_rules = others.as_ref().map(|options| self.run.table::<G>(options)).transpose()?;
            let simulation: Simulation<G> = Simulation {
                rules,
                others: other_rules.map(|(_, rules)| rules),
                players: players.clone(),
                unit,
                count,
                seed: settings.seed,
            };
            match self.spread.begin(lang)? {
                None => self.run.on_threads(|| simulation.run(&|| bar.inc(1)))?,
                Some(mut spread) => {
                    let pieces = work::simulation_pieces(&settings, &players, others.as_ref(), unit, count);
                    let results = spread.perform(&pieces, &bar, count);
                    spread.end();
                    work::simulation_findings(players.len(), others.is_some(), results?)?
                }
            }
        });
        bar.finish_and_clear();
        let simulated = Simulated { settings, others, players, unit, count, command: command_line(), findings };
        if let Some(path) = &self.html {
            std::fs::write(path, simulated.page(lang)).with_context(|| path.display().to_string())?;
        }
        if self.run.json {
            return print(&format!("{}\n", simulated.json()));
        }
        print(&simulated.table(lang))
    }

    /// A bot for every seat.
    fn players(&self) -> Result<Vec<Entrant>> {
        let players = self.run.players;
        let entrants = self.run.entrants(&self.bots)?;
        match entrants.len() {
            1 => Ok(entrants.repeat(players.min(engine::Seat::MAX))),
            count if count == players => Ok(entrants),
            count => Err(Error::msg(say::wrong_bots(count, players, self.run.lang()))),
        }
    }
}

/// The command as it was typed, to be typed again; who does the work changes nothing, so it is left out.
fn command_line() -> String {
    let is_plain =
        |word: &str| word.chars().all(|character| character.is_ascii_alphanumeric() || "-_,@./=".contains(character));
    let quoted = |word: String| if is_plain(&word) { word } else { format!("'{}'", word.replace('\'', r"'\''")) };
    let mut words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut line = String::from("tapis");
    while let Some(word) = words.next() {
        if word.starts_with("--cluster") {
            // Each of these options has a value.
            if !word.contains('=') {
                words.next();
            }
            continue;
        }
        line.push(' ');
        line.push_str(&quoted(word));
    }
    line
}
