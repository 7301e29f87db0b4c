//! The tables of the house, with its clock, its dice and its figures.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use engine::Seed;
use host::Pace;
use journal::Journal;

use crate::app::App;
use crate::clock::WallClock;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::hosts::{House, HouseError, HouseOptions, Nodes, Pulse};
use crate::logs::shortened;
use crate::metrics::Metrics;

/// How often is looked for tables that nobody came back to.
const SWEEP: Duration = Duration::from_secs(3_600);

/// The tables over this journal.
pub(crate) fn open_house(
    config: &Config,
    journal: Arc<dyn Journal>,
    clock: WallClock,
    entropy: Entropy,
    metrics: Arc<Metrics>,
    nodes: Option<Arc<dyn Nodes>>,
) -> House {
    let least = u64::from(config.bot_pace_ms);
    let pace = Pace {
        bot_move: (least, least * 20 / 9),
        // As slow as a person: a call is a race, a move is not.
        bot_call: (least * 2, least * 50 / 9),
        grace: u64::from(config.absence_seconds) * 1_000,
        between: u64::from(config.between_seconds) * 1_000,
        ..Pace::default()
    };
    let idle = Duration::from_secs(config.idle_table_seconds.get().into());
    let max_records = config.table_records.get().into();
    let options = HouseOptions { pace, idle, thinkers: config.thinkers, max_records };
    House::with_nodes(journal, Arc::new(HouseClock { clock, entropy }), metrics, options, nodes)
}

/// Puts away tables that nobody came back to, from time to time, until the house closes.
pub(crate) async fn sweep(app: Arc<App>) {
    loop {
        let days = |days: NonZeroU32| u64::from(days.get()) * 24 * 3_600 * 1_000;
        let then = app.clock.now().saturating_sub(days(app.config.table_days));
        match app.ledger.tables_opened_before(then).await {
            Ok(tables) => {
                for table in tables {
                    if let Err(error) = put_away(&app, &table, then).await {
                        tracing::warn!(table = shortened(&table), %error, "a table could not be put away");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "old tables could not be looked for"),
        }
        tokio::select! {
            () = app.closing.cancelled() => return,
            () = tokio::time::sleep(SWEEP) => {}
        }
    }
}

/// Puts a table away where nothing has happened since then.
async fn put_away(app: &App, table: &str, then: u64) -> Result<(), HouseError> {
    let last_active = app.house.look(table, host::Room::last_active).await?;
    if last_active < then { app.house.close(table).await } else { Ok(()) }
}

/// The clock of the house and its entropy.
#[derive(Debug)]
struct HouseClock {
    clock: WallClock,
    entropy: Entropy,
}

impl crate::hosts::TimeAndDice for HouseClock {
    fn now(&self) -> u64 {
        self.clock.now()
    }

    fn dice(&self) -> Seed {
        let mut seed = Seed::default();
        if let Err(error) = self.entropy.fill(&mut seed.0) {
            // Without entropy no deal can be fair: the house must not go on.
            panic!("{error}");
        }
        seed
    }

    fn dice_at(&self, table: &str, seq: u64, throw: u32) -> Seed {
        self.entropy.dice_at(table, seq, throw).unwrap_or_else(|| self.dice())
    }
}

impl Pulse for Metrics {
    fn stepped(&self) {
        self.steps.inc();
    }

    fn refused(&self, code: &str) {
        Metrics::refused(self, code);
    }

    fn woke(&self) {
        self.tables.inc();
    }

    fn slept(&self) {
        self.tables.dec();
    }

    fn thought(&self, took: Duration) {
        self.thinking_seconds.observe(took.as_secs_f64());
    }

    fn advised(&self, took: Duration) {
        self.hint_seconds.observe(took.as_secs_f64());
    }

    fn thinking_waits(&self, count: usize) {
        self.thinkers_waiting.set(i64::try_from(count).unwrap_or(i64::MAX));
    }
}
