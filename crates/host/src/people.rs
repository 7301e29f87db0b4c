//! Who is connected, who is away and since when, who is ready, who talks how much. None of it is written down.

use std::collections::{BTreeMap, BTreeSet};

use engine::Seat;
use wire::house::PlayerId;

/// So many things may be said…
const MAX_TALK: usize = 6;
/// …in so many milliseconds.
const TALK_WITHIN: u64 = 10_000;

/// The people around a table.
#[derive(Debug)]
pub(crate) struct People {
    /// How many connections each player has here.
    connections: BTreeMap<PlayerId, u32>,
    /// For each seat, whether its player is connected: noted whenever somebody comes or goes or a seat changes hands,
    /// since it is looked at after everything that happens.
    pub(crate) here: Vec<bool>,
    /// How many are connected who do not sit; noted with it.
    pub(crate) spectators: u32,
    /// For each seat, since when its player has been waited for; `None` while they are here, or nobody waits.
    pub(crate) away_since: Vec<Option<u64>>,
    /// For each seat, whether it is ready for the next round, and what it adds to the deal.
    pub(crate) ready: Vec<Option<Option<String>>>,
    /// For each seat, whether its player was here before the table was woken and has not been seen since.
    pub(crate) expected: Vec<bool>,
    /// The seats that want a bot to go on for the player whose turn it is.
    pub(crate) votes: BTreeSet<Seat>,
    /// When each player last spoke: the most recent few.
    spoke: BTreeMap<PlayerId, Vec<u64>>,
}

impl People {
    pub(crate) fn new(seats: usize) -> Self {
        Self {
            connections: BTreeMap::new(),
            here: vec![false; seats],
            spectators: 0,
            away_since: vec![None; seats],
            ready: vec![None; seats],
            expected: vec![false; seats],
            votes: BTreeSet::new(),
            spoke: BTreeMap::new(),
        }
    }

    pub(crate) fn is_here(&self, player: &PlayerId) -> bool {
        self.connections.contains_key(player)
    }

    pub(crate) fn nobody_is_ready(&mut self) {
        self.ready.fill(None);
    }

    /// Nobody is waited for while the table is paused; who is still away when it goes on is waited for anew.
    pub(crate) fn nobody_is_waited_for(&mut self) {
        self.away_since.fill(None);
    }

    /// Somebody else sits there now: what was known of the seat was known of another.
    pub(crate) fn seat_changed(&mut self, seat: usize) {
        self.ready[seat] = None;
        self.away_since[seat] = None;
        self.expected[seat] = false;
        self.votes.clear();
    }

    /// Whether a player may say something more now; if so, it counts as said, else it is how long they must wait.
    pub(crate) fn may_speak(&mut self, player: &PlayerId, now: u64) -> Result<(), u64> {
        self.spoke.retain(|_, spoke| {
            spoke.retain(|at| at + TALK_WITHIN > now);
            !spoke.is_empty()
        });
        let spoke = self.spoke.entry(player.clone()).or_default();
        match spoke.first() {
            Some(first) if spoke.len() >= MAX_TALK => Err((first + TALK_WITHIN).saturating_sub(now)),
            _ => {
                spoke.push(now);
                Ok(())
            }
        }
    }

    pub(crate) fn arrive(&mut self, player: &PlayerId) {
        *self.connections.entry(player.clone()).or_default() += 1;
    }

    pub(crate) fn depart(&mut self, player: &PlayerId) {
        if let Some(count) = self.connections.get_mut(player) {
            *count -= 1;
            if *count == 0 {
                self.connections.remove(player);
            }
        }
    }

    pub(crate) fn players(&self) -> impl Iterator<Item = &PlayerId> {
        self.connections.keys()
    }
}
