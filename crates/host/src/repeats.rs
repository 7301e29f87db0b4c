//! The asks that were refused or only wanted to know something: a repeat of a refused one gets the same refusal, and
//! an id is not used for another ask. None of it is written down: after an outage such a repeat is decided anew, as if
//! it had arrived only then. What was granted is remembered by the room, from its log.

use std::collections::{BTreeMap, VecDeque};

use wire::house::PlayerId;

use crate::refusal::Refusal;

/// So many asks of a player are remembered.
const MAX_PER_PLAYER: usize = 64;
/// So many players' asks are remembered.
const MAX_PLAYERS: usize = 64;

/// The last asks that changed nothing, by player.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    players: BTreeMap<PlayerId, Asks>,
    count: u64,
}

#[derive(Debug, Default)]
struct Asks {
    last: u64,
    asks: VecDeque<Known>,
}

#[derive(Debug)]
struct Known {
    id: String,
    hash: u32,
    refusal: Option<Refusal>,
}

/// What is known of an ask that comes with an id.
pub(crate) enum Repeat<'a> {
    /// Nothing stands against deciding it.
    None,
    /// It was refused before.
    Refused(&'a Refusal),
    /// The id was used for another ask.
    OtherAsk,
}

impl Repeats {
    pub(crate) fn find(&self, player: &PlayerId, id: &str, hash: u32) -> Repeat<'_> {
        let known = self.players.get(player).and_then(|asks| asks.asks.iter().rev().find(|known| known.id == id));
        match known {
            Some(known) if known.hash != hash => Repeat::OtherAsk,
            Some(Known { refusal: Some(refusal), .. }) => Repeat::Refused(refusal),
            Some(_) | None => Repeat::None,
        }
    }

    /// Remembers an ask; if it is a repeat, the first stands.
    pub(crate) fn keep(&mut self, player: &PlayerId, id: &str, hash: u32, refusal: Option<&Refusal>) {
        self.count += 1;
        if self.players.len() >= MAX_PLAYERS && !self.players.contains_key(player) {
            let oldest = self.players.iter().min_by_key(|(_, asks)| asks.last).map(|(player, _)| player.clone());
            self.players.retain(|player, _| Some(player) != oldest.as_ref());
        }
        let asks = self.players.entry(player.clone()).or_default();
        asks.last = self.count;
        if asks.asks.iter().any(|known| known.id == id) {
            return;
        }
        asks.asks.push_back(Known { id: id.into(), hash, refusal: refusal.cloned() });
        if asks.asks.len() > MAX_PER_PLAYER {
            asks.asks.pop_front();
        }
    }
}
