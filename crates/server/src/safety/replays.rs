//! How much of what takes long is done at a time: matches that are replayed, and the log that is searched for a person.
//!
//! Deliberately absent: whoever waits; who finds the house busy asks again.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Network;
use crate::refusal::Refusal;

/// A few things at a time in the whole house, one for a network: whoever asks without end leaves room for others.
#[derive(Debug)]
pub struct Replays {
    most: usize,
    under_way: Mutex<BTreeSet<Network>>,
}

/// Something is under way for as long as this is held.
#[derive(Debug)]
pub struct Replaying<'a> {
    replays: &'a Replays,
    network: Network,
}

impl Replays {
    /// So many at a time.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most, under_way: Mutex::default() }
    }

    /// Something begins for who asks from this network.
    ///
    /// # Errors
    /// If something is under way for them, or as much as there may be for others.
    pub fn enter(&self, network: Network) -> Result<Replaying<'_>, Refusal> {
        let mut under_way = self.lock();
        let is_room = under_way.len() < self.most && under_way.insert(network);
        if is_room { Ok(Replaying { replays: self, network }) } else { Err(Refusal::Busy) }
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, BTreeSet<Network>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Replaying<'_> {
    fn drop(&mut self) {
        self.replays.lock().remove(&self.network);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_one_at_a_time_and_all_together_a_few() {
        let network = |last: u8| Network::from(std::net::IpAddr::from([10, 0, 0, last]));
        let replays = Replays::new(2);
        let first = replays.enter(network(1));
        assert!(first.is_ok());
        assert_eq!(replays.enter(network(1)).err(), Some(Refusal::Busy), "one is theirs already");
        let second = replays.enter(network(2));
        assert!(second.is_ok(), "others have room");
        assert_eq!(replays.enter(network(3)).err(), Some(Refusal::Busy), "two are as many as there may be");
        drop(first);
        assert!(replays.enter(network(1)).is_ok());
    }
}
