//! Bots against bots, many rounds on all cores, and what can be learned from it.
//!
//! Everything is a function of a seed: which deals are played, and what each bot's generator draws.
//! Rounds are spread over threads and gathered in order, so the number of threads changes nothing.
//!
//! [`report`] writes down what was found; [`work`] cuts a run into pieces that others can do.
//!
//! Deliberately absent: files, clocks.

mod arena;
mod chronicle;
mod counts;
mod interval;
mod play;
pub mod report;
mod simulation;
pub mod work;

pub use arena::{Arena, Better, Deal, Duel, PlayDeals, Ranking, Rated, Stop};
pub use chronicle::{Chronicle, End, Mark};
pub use counts::Counts;
pub use interval::{Interval, Sample};
pub use play::{Entrant, Hall, Played, TurnToChoose};
pub use simulation::{Figure, Findings, Simulation, Survey, Unit};

use engine::Seed;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use sha2::{Digest, Sha256};

/// The seed that any text stands for.
#[must_use]
pub fn seed_from_text(text: &str) -> Seed {
    Seed(Sha256::digest(text).into())
}

/// The seed with this number among those that grow from one.
fn numbered_seed(seed: &Seed, number: u64) -> Seed {
    let hash = Sha256::new().chain_update(seed.0).chain_update(number.to_le_bytes()).finalize();
    Seed(hash.into())
}

/// Does some work on so many threads; 0 is as many as there are cores.
///
/// # Errors
/// If the machine gives no threads.
pub fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, ThreadPoolBuildError> {
    Ok(ThreadPoolBuilder::new().num_threads(threads).build()?.install(work))
}
