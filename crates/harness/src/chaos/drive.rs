//! The run: start, let them play, break something, wait until everybody gets on, mend it, go on; judge in the end.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use journal::{JetStreamJournal, Journal, ListedJournal, Position};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::house::{COUNT, Nodes};
use super::{Fault, Report};
use crate::crash::audit::Audit;
use crate::crash::check::check;
use crate::crash::dice::Dice;
use crate::crash::scene::{Kind, Scene};
use crate::crash::{CrashError, party};

/// After a fault the people of every table get on within this time, or the run has failed.
const TIMEOUT: Duration = Duration::from_secs(90);
/// The longest pause between two faults, in milliseconds.
const MAX_PAUSE: u32 = 1_500;
/// How many parties there are beside whose clocks run out now and then.
const SLOW: u16 = 2;
/// How long what hangs or is cut off may stay so after everybody has got on, in milliseconds.
const MAX_ABSENCE: u32 = 4_000;

/// What is to be broken, and how often.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program, `tapis`.
    pub program: PathBuf,
    /// The faults, in their order; see [`Options::random`].
    pub faults: Vec<Fault>,
    /// How many tables are played at.
    pub tables: u16,
    /// What the faults, the moments and the moves are drawn from.
    pub seed: u64,
}

impl Options {
    /// So many faults of any kind, drawn from the seed; everything at once is killed less often than the rest.
    #[must_use]
    pub fn random(program: PathBuf, faults: u32, tables: u16, seed: u64) -> Self {
        let mut dice = Dice::new(seed, 1);
        let last = Fault::ALL.len() - 1;
        let draw = |_| match dice.once_in(20) {
            true => Fault::ALL[last],
            false => *dice.pick(&Fault::ALL[..last]).unwrap_or(&Fault::KillNode),
        };
        let faults = (0..faults).map(draw).collect();
        Self { program, faults, tables, seed }
    }
}

/// Breaks things, one after the other, and returns what was seen if the house kept its word.
///
/// # Errors
/// The first promise that was broken.
pub fn run(options: &Options, tell: &dyn Fn(&str)) -> Result<Report, CrashError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.map_err(CrashError::world("a runtime"))?.block_on(async {
        let mut nodes = Nodes::start(&options.program).await?;
        let done = play(options, &mut nodes, tell).await;
        done.map_err(|error| match error {
            CrashError::Breach { table, what } => {
                CrashError::Breach { table, what: format!("{what}\nthe ends of the nodes' logs:\n{}", nodes.logs()) }
            }
            error => error,
        })
    })
}

async fn play(options: &Options, nodes: &mut Nodes, tell: &dyn Fn(&str)) -> Result<Report, CrashError> {
    let mut dice = Dice::new(options.seed, 0);
    let scene = Arc::new(Scene::of(nodes.addresses(), Kind::Nodes, options.tables));
    let mut people = JoinSet::new();
    for number in 1..=options.tables + SLOW {
        people.spawn(party::play(Arc::clone(&scene), number, options.seed));
    }
    let everybody = (1..=options.tables).map(|party| (party, 0)).collect();
    get_on(&scene, &everybody, "at first").await?;
    let mut report = Report::default();
    for fault in &options.faults {
        sleep(Duration::from_millis(dice.below(MAX_PAUSE).into())).await;
        let number = dice.below(COUNT as u32) as usize;
        // One answer may have been on its way before.
        let then = scene.moves_of_parties().into_iter().map(|(party, moves)| (party, moves + 1)).collect();
        let start = Instant::now();
        strike(nodes, *fault, number).await?;
        let what = format!("{fault} ({number})");
        get_on(&scene, &then, &what).await?;
        let took = start.elapsed();
        tell(&format!("{what}: all tables go on after {} ms", took.as_millis()));
        report.recoveries.entry(*fault).or_default().push(took);
        if matches!(fault, Fault::FreezeNode | Fault::CutNode | Fault::FreezeServer) {
            // Some are gone for so long that others take over what was theirs, and some are not.
            sleep(Duration::from_millis(dice.below(MAX_ABSENCE).into())).await;
        }
        mend(nodes, *fault, number).await?;
        get_on(&scene, &scene.moves_of_parties(), &format!("{what}, mended")).await?;
    }
    scene.stop.cancel();
    while people.join_next().await.is_some() {}
    scene.check()?;

    let settings = nodes.settings();
    let failed = |error: &dyn std::fmt::Display| CrashError::house(format!("the log cannot be read: {error}"));
    let journal = JetStreamJournal::open(&settings).await.map_err(|error| failed(&error))?;
    let mut audit = read(&journal).await.map_err(|error| failed(&error))??;
    let checked = check(&mut audit, scene.claims.take())?;
    report.tables = checked.tables;
    report.acknowledged = checked.acknowledged;
    report.shown = checked.shown;
    report.timeouts = checked.timeouts;
    report.moves = audit.moves;
    report.matches = audit.matches;
    report.repeats = scene.repeats();
    Ok(report)
}

/// Waits until the people of every table have made a move more than then.
async fn get_on(scene: &Scene, then: &std::collections::BTreeMap<u16, u64>, what: &str) -> Result<(), CrashError> {
    match timeout(TIMEOUT, scene.all_move_on(then)).await {
        Ok(moved) => moved,
        Err(_) => {
            let waiting = scene.waiting(then);
            Err(CrashError::house(format!("{what}: the parties {waiting:?} do not get on within {TIMEOUT:?}")))
        }
    }
}

async fn strike(nodes: &mut Nodes, fault: Fault, number: usize) -> Result<(), CrashError> {
    match fault {
        Fault::KillNode => nodes.kill_node(number),
        Fault::DrainNode => nodes.drain_node(number).await,
        Fault::FreezeNode => nodes.signal_node(number, "-STOP"),
        Fault::CutNode => {
            nodes.cut_node(number);
            Ok(())
        }
        Fault::KillServer => nodes.kill_server(number),
        Fault::FreezeServer => nodes.freeze_server(number),
        Fault::KillAll => {
            nodes.kill_all()?;
            nodes.start_servers()?;
            nodes.start_nodes().await
        }
    }
}

async fn mend(nodes: &mut Nodes, fault: Fault, number: usize) -> Result<(), CrashError> {
    match fault {
        Fault::KillNode | Fault::DrainNode => nodes.start_nodes().await,
        Fault::FreezeNode => nodes.signal_node(number, "-CONT"),
        Fault::CutNode => {
            nodes.restore_node(number);
            Ok(())
        }
        Fault::KillServer => nodes.start_servers(),
        Fault::FreezeServer => nodes.thaw_server(number),
        Fault::KillAll => Ok(()),
    }
}

/// The logs of all tables. Those of one table stand in the order of their positions.
async fn read(journal: &JetStreamJournal) -> Result<Result<Audit, CrashError>, journal::JournalError> {
    let mut audit = Audit::default();
    for subject in journal.subjects().await? {
        let mut last = Position::START;
        for stored in journal.read(&subject, Position::START).await? {
            let taken = match stored.position > last {
                true => audit.take(subject.name(), &stored.record.body),
                false => Err(CrashError::at(subject.name(), "its records have no order")),
            };
            if let Err(breach) = taken {
                return Ok(Err(breach));
            }
            last = stored.position;
        }
    }
    Ok(Ok(audit))
}
