//! The asks that were granted, to answer a repeat as before. What is remembered is a function of the log alone, so a
//! room that is built again remembers the same.

use std::collections::{BTreeMap, VecDeque};

/// So many asks of a player are remembered.
const MAX_PER_PLAYER: usize = 64;
/// So many players' asks are remembered; those of players who sit at the table always are.
const MAX_PLAYERS: usize = 64;
/// No log has the same ask twice within so many: it is damaged then. Old logs may have it later.
const NEVER_TWICE_WITHIN: u64 = 64;

/// The asks that were granted, by player.
#[derive(Debug, Default)]
pub(crate) struct Granted {
    players: BTreeMap<String, VecDeque<GrantedAsk>>,
    /// How many there ever were.
    count: u64,
}

/// An ask that was granted.
#[derive(Debug)]
pub(crate) struct GrantedAsk {
    id: String,
    /// A hash of what was asked; old logs do not tell.
    hash: Option<u32>,
    /// The sequence number it was granted with.
    pub(crate) seq: u64,
    /// Its number among all that were granted at the table.
    number: u64,
}

impl GrantedAsk {
    /// Whether an ask with the same id is a repeat of this one.
    pub(crate) fn is_same(&self, hash: u32) -> bool {
        self.hash.is_none_or(|own| own == hash)
    }
}

impl Granted {
    /// Remembers an ask; the player's oldest is forgotten if there are too many, and so is the player who was granted
    /// something longest ago and does not sit at the table.
    pub(crate) fn keep(
        &mut self,
        player: &str,
        id: &str,
        hash: Option<u32>,
        seq: u64,
        is_seated: impl Fn(&str) -> bool,
    ) {
        self.count += 1;
        let ask = GrantedAsk { id: id.into(), hash, seq, number: self.count };
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
        self.players.insert(player.into(), VecDeque::from([ask]));
    }

    /// The ask of a player with this id, if it was granted.
    pub(crate) fn find(&self, player: &str, id: &str) -> Option<&GrantedAsk> {
        self.players.get(player)?.iter().rev().find(|ask| ask.id == id)
    }

    /// Whether an ask cannot follow in the log because it was granted a short while ago.
    pub(crate) fn is_doubled(&self, player: &str, id: &str) -> bool {
        self.find(player, id).is_some_and(|ask| self.count - ask.number < NEVER_TWICE_WITHIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_remembered_however_much_others_ask() {
        let mut granted = Granted::default();
        granted.keep("p", "1", Some(7), 1, |_| false);
        for other in 0..1_000 {
            granted.keep("q", &other.to_string(), Some(7), 2 + other, |_| false);
        }
        assert_eq!(granted.find("p", "1").map(|ask| (ask.seq, ask.is_same(7), ask.is_same(8))), Some((1, true, false)));
        assert!(granted.find("q", "935").is_none() && granted.find("q", "936").is_some());
    }

    #[test]
    fn who_sits_at_the_table_is_never_forgotten_for_the_sake_of_others() {
        let mut granted = Granted::default();
        for player in ["seated", "gone"] {
            granted.keep(player, "1", None, 1, |_| false);
        }
        for other in 0..1_000 {
            granted.keep(&format!("talker-{other}"), "1", None, 2, |player| player == "seated");
        }
        assert!(granted.find("seated", "1").is_some_and(|ask| ask.is_same(1) && ask.is_same(2)));
        assert!(granted.find("gone", "1").is_none());
        assert_eq!(granted.players.len(), MAX_PLAYERS);
    }
}
