//! The asks a table remembers, to tell a repeat from another ask with the same id.

use std::collections::BTreeMap;
use std::fmt;

use wire::house::PlayerId;

/// So many asks of a player are remembered.
const MAX_PER_PLAYER: usize = 64;
/// So many players' asks are remembered; those of players who sit at the table always are.
const MAX_PLAYERS: usize = 64;

/// The last asks of each player, with what is remembered of the answer.
#[derive(Debug)]
pub(crate) struct AskMemory<T> {
    players: BTreeMap<PlayerId, PlayerAsks<T>>,
    /// How many there ever were.
    pub(crate) count: u64,
}

/// The last asks of a player.
///
/// Each ask is looked for among all of them before it is new, so it is looked for by a number that is made from its id:
/// they lie side by side, and ids are compared only where the numbers are the same.
struct PlayerAsks<T> {
    /// The number of each id, in no order: the oldest is overwritten.
    id_hashes: Vec<u32>,
    /// The ask of each number.
    asks: Vec<RememberedAsk<T>>,
    /// Where the oldest is, once there are as many as are remembered.
    oldest: usize,
}

impl<T> Default for PlayerAsks<T> {
    fn default() -> Self {
        Self { id_hashes: Vec::new(), asks: Vec::new(), oldest: 0 }
    }
}

/// How they lie does not matter.
impl<T: fmt::Debug> fmt::Debug for PlayerAsks<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T> PlayerAsks<T> {
    fn keep(&mut self, ask: RememberedAsk<T>) {
        let id_hash = hash_of(&ask.id);
        if self.asks.len() < MAX_PER_PLAYER {
            self.id_hashes.push(id_hash);
            self.asks.push(ask);
        } else {
            self.id_hashes[self.oldest] = id_hash;
            self.asks[self.oldest] = ask;
            self.oldest = (self.oldest + 1) % MAX_PER_PLAYER;
        }
    }

    fn find(&self, id: &str) -> Option<&RememberedAsk<T>> {
        let id_hash = hash_of(id);
        let same = self.id_hashes.iter().zip(&self.asks).filter(|(hash, ask)| **hash == id_hash && *ask.id == *id);
        // Old logs may have an id twice; the last one counts.
        same.map(|(_, ask)| ask).max_by_key(|ask| ask.number)
    }

    /// All of them, the oldest first.
    fn iter(&self) -> impl Iterator<Item = &RememberedAsk<T>> {
        self.asks[self.oldest..].iter().chain(&self.asks[..self.oldest])
    }

    /// The number of the last.
    fn last(&self) -> Option<u64> {
        self.asks.iter().map(|ask| ask.number).max()
    }
}

/// The number of an id (FNV-1a): the same for the same id, and hardly ever for another. It is written down nowhere.
fn hash_of(id: &str) -> u32 {
    id.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// An ask that is remembered.
#[derive(Debug)]
pub(crate) struct RememberedAsk<T> {
    pub(crate) id: Box<str>,
    /// A hash of what was asked; old logs do not tell.
    pub(crate) hash: Option<u32>,
    /// Its number among all that were ever remembered.
    pub(crate) number: u64,
    pub(crate) answer: T,
}

impl<T> RememberedAsk<T> {
    /// Whether an ask with the same id is a repeat of this one.
    pub(crate) fn is_same(&self, hash: u32) -> bool {
        self.hash.is_none_or(|own| own == hash)
    }
}

impl<T> Default for AskMemory<T> {
    fn default() -> Self {
        Self { players: BTreeMap::new(), count: 0 }
    }
}

impl<T> AskMemory<T> {
    /// Remembers an ask; the player's oldest is forgotten if there are too many, and so is the player who asked
    /// longest ago and does not sit at the table.
    pub(crate) fn keep(
        &mut self,
        player: &PlayerId,
        id: &str,
        hash: Option<u32>,
        answer: T,
        is_seated: impl Fn(&PlayerId) -> bool,
    ) {
        self.count += 1;
        let ask = RememberedAsk { id: id.into(), hash, number: self.count, answer };
        if let Some(asks) = self.players.get_mut(player) {
            return asks.keep(ask);
        }
        if self.players.len() >= MAX_PLAYERS {
            let others = self.players.iter().filter(|(player, _)| !is_seated(player));
            let oldest = others.min_by_key(|(_, asks)| asks.last());
            if let Some(oldest) = oldest.map(|(player, _)| player.clone()) {
                self.players.remove(&oldest);
            }
        }
        self.players.entry(player.clone()).or_default().keep(ask);
    }

    /// What is remembered of each player, the oldest ask first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&PlayerId, impl Iterator<Item = &RememberedAsk<T>>)> {
        self.players.iter().map(|(player, asks)| (player, asks.iter()))
    }

    /// The memory that holds these asks, the oldest of a player first, of so many there ever were.
    pub(crate) fn restored(
        players: impl IntoIterator<Item = (PlayerId, impl IntoIterator<Item = RememberedAsk<T>>)>,
        count: u64,
    ) -> Self {
        let mut memory = Self { count, ..Self::default() };
        for (player, asks) in players {
            let kept = memory.players.entry(player).or_default();
            asks.into_iter().for_each(|ask| kept.keep(ask));
        }
        memory
    }

    /// The ask of a player with this id, if it is remembered.
    pub(crate) fn find(&self, player: &PlayerId, id: &str) -> Option<&RememberedAsk<T>> {
        self.players.get(player)?.find(id)
    }

    /// How many asks were remembered since this one.
    pub(crate) fn age(&self, ask: &RememberedAsk<T>) -> u64 {
        self.count - ask.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_remembered_however_much_others_ask() {
        let (anne, blaise) = (PlayerId::from("anne"), PlayerId::from("blaise"));
        let mut memory = AskMemory::default();
        memory.keep(&anne, "1", Some(7), 1, |_| false);
        for other in 0..1_000 {
            memory.keep(&blaise, &other.to_string(), Some(7), 2 + other, |_| false);
        }
        let found = memory.find(&anne, "1").map(|ask| (ask.answer, ask.is_same(7), ask.is_same(8)));
        assert_eq!(found, Some((1, true, false)));
        assert!(memory.find(&blaise, "935").is_none() && memory.find(&blaise, "936").is_some());
    }

    #[test]
    fn who_sits_at_the_table_is_never_forgotten_for_the_sake_of_others() {
        let (seated, gone) = (PlayerId::from("seated"), PlayerId::from("gone"));
        let mut memory = AskMemory::default();
        for player in [&seated, &gone] {
            memory.keep(player, "1", None, (), |_| false);
        }
        for other in 0..1_000 {
            memory.keep(&format!("talker-{other}").into(), "1", None, (), |player| *player == seated);
        }
        assert!(memory.find(&seated, "1").is_some_and(|ask| ask.is_same(1) && ask.is_same(2)));
        assert!(memory.find(&gone, "1").is_none());
        assert_eq!(memory.players.len(), MAX_PLAYERS);
    }
}
