//! A house with a past: people and bots play in it for a while, then it is closed.
//!
//! Deliberately absent: killing it.

use std::sync::Arc;

use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::Launcher;
use crate::crash::audit::Audit;
use crate::crash::drive::{TIMEOUT, open};
use crate::crash::scene::Scene;
use crate::crash::{CrashError, party};

/// Lets people and bots play at so many tables until they have made so many moves, and closes the house.
///
/// # Errors
/// If they do not get on, or the house does not keep its word.
pub fn populate(launcher: Launcher, tables: u16, moves: u64, seed: u64) -> Result<Launcher, CrashError> {
    let launcher = Arc::new(launcher);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(CrashError::world("a runtime"))?.block_on(async {
        let scene = Arc::new(Scene::new(launcher.address()));
        let server = open(&launcher).await?;
        let mut people = JoinSet::new();
        for number in 1..=tables {
            people.spawn(party::play(Arc::clone(&scene), number, seed));
        }
        let played = timeout(TIMEOUT, scene.moves_reach(moves)).await;
        played.unwrap_or_else(|_| Err(CrashError::house("people do not get on")))?;
        scene.stop.cancel();
        while people.join_next().await.is_some() {}
        scene.check()?;
        server.process.end()?;
        Audit::default().compare(&launcher.data(), scene.claims.take())
    })?;
    Arc::into_inner(launcher).ok_or_else(|| CrashError::house("somebody still opens it"))
}
