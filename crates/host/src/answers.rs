//! The last asks that were granted, to answer a repeat as before.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

/// So many asks are remembered.
const KEPT: usize = 64;

/// The last asks that were granted.
#[derive(Debug, Default)]
pub(crate) struct Answers(VecDeque<Granted>);

#[derive(Debug)]
struct Granted {
    /// Every ask is looked up among all of them: this tells nearly always without a look at the texts.
    fingerprint: u64,
    player: String,
    id: String,
    seq: u64,
}

impl Answers {
    /// Remembers an ask, and forgets the oldest if there are too many.
    pub(crate) fn keep(&mut self, player: &str, id: &str, seq: u64) {
        let fingerprint = fingerprint(player, id);
        self.0.push_back(Granted { fingerprint, player: player.into(), id: id.into(), seq });
        if self.0.len() > KEPT {
            self.0.pop_front();
        }
    }

    /// The sequence number an ask was granted with, if it was.
    pub(crate) fn find(&self, player: &str, id: &str) -> Option<u64> {
        let wanted = fingerprint(player, id);
        let is_it = |it: &&Granted| it.fingerprint == wanted && it.player == player && it.id == id;
        self.0.iter().rev().find(is_it).map(|granted| granted.seq)
    }
}

fn fingerprint(player: &str, id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (player, id).hash(&mut hasher);
    hasher.finish()
}
