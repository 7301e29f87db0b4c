//! Bots against bots, many rounds on all cores, and what can be learned from it.
//!
//! Everything is a function of a seed: which deals are played, and what each bot's generator draws.
//! Rounds are spread over threads and gathered in order, so the number of threads changes nothing.
//!
//! Deliberately absent: text for people, files, clocks.

mod arena;
mod interval;
mod play;

pub use arena::{Arena, Duel, Rated, Report, Stop};
pub use interval::Interval;
pub use play::{Entrant, Moment, Played, play_round, play_round_by};

use engine::Seed;
use sha2::{Digest, Sha256};

/// The seed of one deal of a run.
fn deal_seed(run: &Seed, deal: u64) -> Seed {
    let hash = Sha256::new().chain_update(run.0).chain_update(deal.to_le_bytes()).finalize();
    Seed(hash.into())
}
