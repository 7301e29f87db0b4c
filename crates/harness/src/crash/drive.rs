//! The run: start, let them play, kill, compare, start again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::crash::CrashError;
use crate::crash::audit::Audit;
use crate::crash::dice::Dice;
use crate::crash::party;
use crate::crash::report::Report;
use crate::crash::scene::Scene;
use crate::{Launcher, Server};

/// After so many kills a new house is opened, on a new file: a house is never young for long otherwise, and young
/// ones are killed too.
const KILLS_PER_HOUSE: u32 = 50;
/// The people of a house that is up get on within this time.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);
/// The power of two up to which moves are waited for between two kills.
const MOVES_BETWEEN: u32 = 8;

/// How the house is to be killed.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program, `tapis`.
    pub program: PathBuf,
    /// How often.
    pub kills: u32,
    /// How many tables are played at.
    pub tables: u16,
    /// What the moments and the moves are drawn from.
    pub seed: u64,
}

/// Kills a house so often, and returns what was seen if it kept its word.
///
/// After every kill, and once more at the end from the beginning, these hold:
/// the file passes SQLite's integrity check, and no record is gone;
/// every ask that was granted is in the table's log at the sequence number of its answer, with its id and its move;
/// no ask was done twice; whatever anybody was shown of any moment is what a replay of the log shows them of it;
/// the records of finished matches are those of their logs, and verify.
/// While it is up: nobody is shown an earlier moment than before, or one twice, or misses one; a repeated ask gets its
/// first answer; no table is parked; every session is still known; people get on.
///
/// # Errors
/// The first promise that was broken.
pub fn run(options: &Options) -> Result<Report, CrashError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(CrashError::world("a runtime"))?.block_on(async {
        let mut report = Report::default();
        let mut house = 0;
        while report.kills < options.kills {
            let kills = KILLS_PER_HOUSE.min(options.kills - report.kills);
            let folder = tempfile::tempdir().map_err(CrashError::world("a folder"))?;
            let launcher = Arc::new(Launcher::new(&options.program, folder.path())?);
            let seed = options.seed.wrapping_add(house << 32);
            let told = one_house(options, &launcher, kills, seed, &mut report).await;
            if let Err(error) = told {
                // The data is kept, to be inspected.
                let kept = folder.keep();
                let CrashError::Breach { table, what } = error else { return Err(error) };
                return Err(CrashError::Breach { table, what: format!("{what} (its data is in {})", kept.display()) });
            }
            house += 1;
        }
        Ok(report)
    })
}

/// The life of one house and its many deaths.
async fn one_house(
    options: &Options,
    launcher: &Arc<Launcher>,
    kills: u32,
    seed: u64,
    report: &mut Report,
) -> Result<(), CrashError> {
    let mut dice = Dice::new(seed, 0);
    let scene = Arc::new(Scene::new(launcher.address()));
    let mut audit = Audit::default();
    let mut people = JoinSet::new();
    let mut left = kills;
    // The very first start, on a file that is not there or not yet whole.
    while left > 1 && dice.once_in(2) {
        kill_at_start(launcher, Duration::from_millis(30), &mut dice).await?;
        (left, report.kills, report.kills_at_start) = (left - 1, report.kills + 1, report.kills_at_start + 1);
    }
    let mut server = open(launcher).await?;
    for number in 1..=options.tables {
        people.spawn(party::play(scene.clone(), number, seed));
    }
    loop {
        let more = u64::from(dice.magnitude(MOVES_BETWEEN));
        let played = timeout(TIMEOUT, scene.moves_reach(scene.moves() + more)).await;
        played.unwrap_or_else(|_| Err(CrashError::house("people do not get on")))?;
        // A random delay, so that the kill does not always follow an answer.
        sleep(Duration::from_micros(dice.below(20_000).into())).await;
        let took = server.took;
        let is_copied = dice.once_in(8);
        if is_copied {
            kill_at_backup(launcher, server, &mut dice).await?;
        } else {
            server.kill()?;
        }
        (left, report.kills) = (left - 1, report.kills + 1);
        report.kills_at_backup += u32::from(is_copied);
        scene.check()?;
        audit.compare(&launcher.data(), scene.claims.take())?;
        while left > 0 && dice.once_in(8) {
            kill_at_start(launcher, took, &mut dice).await?;
            (left, report.kills, report.kills_at_start) = (left - 1, report.kills + 1, report.kills_at_start + 1);
            audit.compare(&launcher.data(), scene.claims.take())?;
        }
        if left == 0 {
            break;
        }
        server = open(launcher).await?;
        report.restarts.push(server.took);
    }
    scene.stop.cancel();
    while people.join_next().await.is_some() {}
    scene.check()?;
    // The last messages may have been read after the process was killed.
    audit.compare(&launcher.data(), scene.claims.take())?;
    audit.compare_all(&launcher.data())?;
    report.moves += audit.moves;
    report.matches += audit.matches;
    report.repeats += scene.repeats();
    Ok(())
}

/// Opens the house while people are trying to come back.
pub(crate) async fn open(launcher: &Arc<Launcher>) -> Result<Server, CrashError> {
    let launcher = Arc::clone(launcher);
    match tokio::task::spawn_blocking(move || launcher.open()).await {
        Ok(opened) => Ok(opened?),
        Err(error) => Err(CrashError::house(error.to_string())),
    }
}

/// Kills the house while it starts, at a moment within the time it takes.
async fn kill_at_start(launcher: &Launcher, took: Duration, dice: &mut Dice) -> Result<(), CrashError> {
    let process = launcher.start()?;
    let most = u32::try_from(took.as_micros()).unwrap_or(u32::MAX).max(1);
    sleep(Duration::from_micros(dice.below(most).into())).await;
    Ok(process.kill()?)
}

/// Kills the house while its data is copied; now and then the copying too. A copy is whole or not there.
async fn kill_at_backup(launcher: &Launcher, server: Server, dice: &mut Dice) -> Result<(), CrashError> {
    let mut backup = launcher.start_backup()?;
    sleep(Duration::from_micros(dice.below(30_000).into())).await;
    server.kill()?;
    if dice.once_in(2) {
        backup.kill()?;
    } else {
        if !backup.wait()?.success() {
            return Err(CrashError::house("a backup failed when the house was killed"));
        }
    }
    check_copy(&launcher.copy())
}

fn check_copy(copy: &Path) -> Result<(), CrashError> {
    if !copy.exists() {
        return Ok(());
    }
    journal::check(copy).map(|_| ()).map_err(|error| CrashError::house(format!("a copy is not sound: {error}")))
}
