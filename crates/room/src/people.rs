//! Who is connected, who is away and since when, who is ready, who talks how much. None of it is written down.

use std::collections::BTreeMap;

/// The people around a table.
#[derive(Debug)]
pub(crate) struct People {
    /// How many connections each player has here.
    connections: BTreeMap<String, u32>,
    /// For each seat, since when its player has been away; `None` while he is here.
    pub(crate) away_since: Vec<Option<u64>>,
    /// For each seat, whether it is ready for the next round, and what it adds to the deal.
    pub(crate) ready: Vec<Option<Option<String>>>,
    /// When each player last spoke: the most recent few.
    pub(crate) spoke: BTreeMap<String, Vec<u64>>,
}

impl People {
    pub(crate) fn new(seats: usize) -> Self {
        Self {
            connections: BTreeMap::new(),
            away_since: vec![Some(0); seats],
            ready: vec![None; seats],
            spoke: BTreeMap::new(),
        }
    }

    pub(crate) fn is_here(&self, player: &str) -> bool {
        self.connections.contains_key(player)
    }

    pub(crate) fn nobody_is_ready(&mut self) {
        self.ready.fill(None);
    }

    pub(crate) fn seat_changed(&mut self, seat: usize) {
        if let Some(ready) = self.ready.get_mut(seat) {
            *ready = None;
        }
    }

    pub(crate) fn arrive(&mut self, player: &str) {
        *self.connections.entry(player.into()).or_default() += 1;
    }

    pub(crate) fn depart(&mut self, player: &str) {
        if let Some(count) = self.connections.get_mut(player) {
            *count -= 1;
            if *count == 0 {
                self.connections.remove(player);
            }
        }
    }

    pub(crate) fn players(&self) -> impl Iterator<Item = &str> {
        self.connections.keys().map(String::as_str)
    }
}
