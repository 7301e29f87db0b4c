//! The asks a table remembers, to tell a repeat from another ask with the same id.

use std::collections::{BTreeMap, VecDeque};

use wire::house::PlayerId;

/// So many asks of a player are remembered.
const MAX_PER_PLAYER: usize = 64;
/// So many players' asks are remembered; those of players who sit at the table always are.
const MAX_PLAYERS: usize = 64;

/// The last asks of each player, with what is remembered of the answer.
#[derive(Debug)]
pub(crate) struct AskMemory<T> {
    pub(crate) players: BTreeMap<PlayerId, VecDeque<RememberedAsk<T>>>,
    /// How many there ever were.
    pub(crate) count: u64,
}

/// An ask that is remembered.
#[derive(Debug)]
pub(crate) struct RememberedAsk<T> {
    pub(crate) id: String,
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
            asks.push_back(ask);
            if asks.len() > MAX_PER_PLAYER {
                asks.pop_front();
            }
            return;
        }
        if self.players.len() >= MAX_PLAYERS {
            let others = self.players.iter().filter(|(player, _)| !is_seated(player));
            let oldest = others.min_by_key(|(_, asks)| asks.back().map(|ask| ask.number));
            if let Some(oldest) = oldest.map(|(player, _)| player.clone()) {
                self.players.remove(&oldest);
            }
        }
        self.players.insert(player.clone(), VecDeque::from([ask]));
    }

    /// The ask of a player with this id, if it is remembered.
    pub(crate) fn find(&self, player: &PlayerId, id: &str) -> Option<&RememberedAsk<T>> {
        self.players.get(player)?.iter().rev().find(|ask| ask.id == id)
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
