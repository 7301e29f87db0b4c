//! The seeds of a duplicate evening: one seed, from which the deals of all its tables come.
//!
//! The house draws 32 bytes and publishes their [`commitment`](crate::commitment) when the evening is opened; they are
//! revealed when it is over. Nobody adds anything to such a deal, so that every table gets the same.
//!
//! Deliberately absent: who plays when, and the ranking (crates `server` and `referee`).

use engine::{Seat, Seed};
use sha2::{Digest, Sha256};

/// A deal of an evening, as a record tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EveningHeader {
    /// The id of the evening.
    pub evening: String,
    /// Which deal, from 1.
    pub deal: u16,
    /// The commitment that was published with the evening, in hexadecimal digits.
    pub commitment: String,
    /// The seed of the evening.
    pub seed: Seed,
}

/// The seed of a round of a deal of an evening, both counted from 1; nearly every deal is one round.
///
/// It is the SHA-256 of `tapis-evening-1`, the seed of the evening, the deal and the round as two bytes each, the higher
/// first.
#[must_use]
pub fn evening_seed(evening: &Seed, deal: u16, round: u16) -> Seed {
    let hash = Sha256::new_with_prefix("tapis-evening-1").chain_update(evening.0);
    Seed(hash.chain_update(deal.to_be_bytes()).chain_update(round.to_be_bytes()).finalize().into())
}

/// The dice of the bots of an evening's table after so many steps of a round: where two tables went the same way, a bot
/// goes on in the same way. `None` stands for what bots say out of turn.
#[must_use]
pub fn evening_dice(round: &Seed, steps: usize, seat: Option<Seat>) -> Seed {
    let seat = seat.map_or(u8::MAX, |seat| seat.index() as u8);
    let hash = Sha256::new_with_prefix("tapis-evening-bots-1").chain_update(round.0);
    Seed(hash.chain_update((steps as u64).to_be_bytes()).chain_update([seat]).finalize().into())
}
