//! `tapis arena`: bots against bots, until it is known who is better.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Error, Result};
use clap::Args;
use engine::with_game;
use sim::report::{arena_json, arena_table};
use sim::{Arena, Stop, work};
use words::sim as say;

use crate::commands::print;
use crate::run::{Run, at_least_one, progress_bar};
use crate::work::SpreadArgs;

/// The options of the arena.
#[derive(Debug, Args)]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    run: Run,
    /// Who takes part: levels (novice, casual, skilled, expert), each with its own thinking time if you like
    /// (expert@100); every two meet.
    #[arg(long, default_value = "skilled,casual,novice")]
    bots: String,
    /// How many deals every two play, each twice with exchanged seats.
    #[arg(long, default_value_t = 2000)]
    deals: u64,
    /// Stop a duel as soon as it is clear who is better; --deals is then the most.
    #[arg(long)]
    until_clear: bool,
    #[command(flatten)]
    spread: SpreadArgs,
}

impl ArenaArgs {
    /// Plays, and prints what came out.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let lang = self.run.lang();
        let settings = self.run.settings()?;
        let entrants = self.run.entrants(&self.bots)?;
        if entrants.len() < 2 {
            return Err(Error::msg(say::too_few_bots(lang)));
        }
        at_least_one("--deals", self.deals, lang)?;
        let stop = if self.until_clear { Stop::WhenClear(self.deals) } else { Stop::After(self.deals) };
        let duels = (entrants.len() * (entrants.len() - 1) / 2) as u64;
        let bar = progress_bar(duels.saturating_mul(self.deals));
        let ranking = with_game!(self.run.game, G => {
            let (seats, rules) = self.run.table::<G>(&settings.options)?;
            let arena: Arena<G> = Arena { rules, seats, entrants, stop, seed: settings.seed };
            // A duel that stops early leaves its share of the bar behind.
            let begun = AtomicUsize::new(0);
            let begin = |duel: usize| {
                if begun.swap(duel, Ordering::Relaxed) < duel {
                    bar.set_position(duel as u64 * self.deals);
                }
            };
            match self.spread.begin(lang)? {
                None => self.run.on_threads(|| arena.run(&|duel| {
                    begin(duel);
                    bar.inc(1);
                }))?,
                Some(mut spread) => {
                    let ranking = arena.run_with(&mut |duel, two, numbers| {
                        begin(duel);
                        let deals = numbers.end - numbers.start;
                        let results = spread.perform(&work::duel_pieces(&settings, two, numbers), &bar, deals)?;
                        Ok::<_, Error>(work::duel_deals(self.run.players, results)?)
                    });
                    spread.end();
                    ranking?
                }
            }
        });
        bar.finish_and_clear();
        if self.run.json {
            return print(&format!("{}\n", arena_json(&settings, stop, &ranking)));
        }
        print(&arena_table(&settings, stop, &ranking, lang))
    }
}
