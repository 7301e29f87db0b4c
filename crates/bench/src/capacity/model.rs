//! The model: moves arrive at tables, their node decides them, the partition of their table stores them, the node
//! applies and shows them. Nodes and partitions do one thing after the other, each in a fixed time.
//!
//! Deliberately absent: faults, bots that think, and tables that are woken.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use engine::{Chance, Seed, Shuffle};

/// How busy a node or a partition is planned to be at most: the rest is for peaks and for the tables of a node that died.
const PLANNED: f64 = 0.6;
/// The most partitions a log can have.
const MAX_PARTITIONS: u32 = 64;
/// The most nodes the model looks at.
const MAX_NODES: u32 = 512;
/// How many moves are simulated.
const MOVES: usize = 200_000;
/// The time between two moves at a table of people.
const SECONDS_A_MOVE: f64 = 4.0;
/// People at a table.
const SEATS: u64 = 4;

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    /// What a move costs on its node, in nanoseconds of a core: to read, decide, apply and send it to four.
    pub(crate) node_ns: u64,
    /// How long a partition takes for an append when it has many to do.
    pub(crate) append_ns: u64,
    /// How long an append takes when there is nothing else: the way there and back, and a majority of three.
    pub(crate) way_ns: u64,
    /// What a node spends on the headers of a record that another node wrote.
    pub(crate) scan_ns: u64,
    /// What a table with its four connections takes in memory.
    pub(crate) table_bytes: u32,
    /// What an empty node takes.
    pub(crate) node_bytes: u32,
    /// What is sent to four people for a move, with the headers of WebSocket and TCP.
    pub(crate) sent_bytes: u32,
    /// What a record takes on the disk of each replica.
    pub(crate) stored_bytes: u32,
    /// What is sent to a node that hears of a record.
    pub(crate) header_bytes: u32,
}

impl Figures {
    /// Where they come from is in `docs/SCALING.md`.
    pub(crate) const MEASURED: Self = Self {
        node_ns: 294_000,
        append_ns: 53_000,
        way_ns: 1_000_000,
        scan_ns: 4_000,
        table_bytes: 39_000,
        node_bytes: 29_000_000,
        sent_bytes: 4 * (191 + 54),
        stored_bytes: 330,
        header_bytes: 260,
    };
}

/// What nodes hear of each other's records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scan {
    /// The headers of all of them, as it is now.
    AllHeaders,
    /// Those of news alone, as it would be if news had subjects of their own.
    NewsOnly,
}

impl Scan {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::AllHeaders => "all headers",
            Self::NewsOnly => "news only",
        }
    }
}

/// Of so many records one is news: a match of some hundred moves has three.
const RECORDS_A_PIECE_OF_NEWS: f64 = 50.0;

/// A house that was planned for so many people.
#[derive(Clone, Debug)]
pub(crate) struct House {
    pub(crate) figures: Figures,
    pub(crate) scan: Scan,
    pub(crate) people: u64,
    pub(crate) tables: u64,
    pub(crate) moves_per_second: f64,
    /// `None` if no number of nodes is enough.
    pub(crate) nodes: Option<u32>,
    /// `None` if no number of partitions is enough.
    pub(crate) partitions: Option<u32>,
}

/// How long moves take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Times {
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
}

impl House {
    /// The fewest nodes and partitions that are no busier than planned.
    pub(crate) fn of(people: u64, scan: Scan, figures: &Figures) -> Self {
        let tables = people / SEATS;
        let moves_per_second = tables as f64 / SECONDS_A_MOVE;
        let mut house =
            Self { figures: *figures, scan, people, tables, moves_per_second, nodes: None, partitions: None };
        let is_enough = |load: f64| load <= PLANNED;
        house.nodes = (3..=MAX_NODES).find(|nodes| is_enough(house.load_of_node(*nodes)));
        house.partitions = (1..=MAX_PARTITIONS).find(|partitions| is_enough(house.load_of_partition(*partitions)));
        house
    }

    /// How many records a second each node hears of.
    fn heard_per_second(&self) -> f64 {
        match self.scan {
            Scan::AllHeaders => self.moves_per_second,
            Scan::NewsOnly => self.moves_per_second / RECORDS_A_PIECE_OF_NEWS,
        }
    }

    /// The share of a core that takes.
    fn load_of_scan(&self) -> f64 {
        self.heard_per_second() * self.figures.scan_ns as f64 / 1e9
    }

    /// What the servers send to all nodes for it, in megabits a second.
    pub(crate) fn heard_mbit(&self) -> Option<f64> {
        let bytes = self.heard_per_second() * f64::from(self.figures.header_bytes) * f64::from(self.nodes?);
        Some((bytes * 8.0 / 1e6).round())
    }

    fn load_of_node(&self, nodes: u32) -> f64 {
        self.moves_per_second / f64::from(nodes) * self.figures.node_ns as f64 / 1e9 + self.load_of_scan()
    }

    fn load_of_partition(&self, partitions: u32) -> f64 {
        self.moves_per_second / f64::from(partitions) * self.figures.append_ns as f64 / 1e9
    }

    pub(crate) fn node_busy(&self) -> Option<f64> {
        self.nodes.map(|nodes| hundredth(self.load_of_node(nodes)))
    }

    pub(crate) fn partition_busy(&self) -> Option<f64> {
        self.partitions.map(|partitions| hundredth(self.load_of_partition(partitions)))
    }

    /// What a node takes in memory.
    pub(crate) fn memory_gb(&self) -> Option<f64> {
        let nodes = f64::from(self.nodes?);
        let bytes =
            self.tables as f64 / nodes * f64::from(self.figures.table_bytes) + f64::from(self.figures.node_bytes);
        Some(hundredth(bytes / 1e9))
    }

    /// Lets moves arrive at random, and tells how long they take; nothing if the house cannot be built.
    pub(crate) fn simulate(&self, seed: u64) -> Option<Times> {
        let (nodes, partitions) = (self.nodes?, self.partitions?);
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut chance = Chance::new(&Seed(bytes), Shuffle { round: 0, reshuffle: 0 });
        // What is spent on others' records slows down everything else.
        let slowed = 1.0 / (1.0 - self.load_of_scan());
        let half = (self.figures.node_ns as f64 / 2.0 * slowed) as u64;
        let mut node_free = vec![0; nodes as usize];
        let mut partition_free = vec![0; partitions as usize];
        let mut events: BinaryHeap<Reverse<Event>> = BinaryHeap::new();
        let mut now = 0;
        for number in 0..MOVES {
            now += pause(&mut chance, self.moves_per_second);
            let (node, partition) = (chance.below(nodes), chance.below(partitions));
            events.push(Reverse(Event { at: now, number, began: now, node, partition, stage: Stage::Decide }));
        }
        let mut times = Vec::with_capacity(MOVES);
        // Whoever comes first is served first, for events are taken in the order of time.
        while let Some(Reverse(event)) = events.pop() {
            let Event { at, began, node, partition, stage, .. } = event;
            let (free, takes) = match stage {
                Stage::Decide | Stage::Apply => (&mut node_free[node as usize], half),
                Stage::Append => (&mut partition_free[partition as usize], self.figures.append_ns),
            };
            let done = at.max(*free) + takes;
            *free = done;
            let (stage, at) = match stage {
                Stage::Decide => (Stage::Append, done + self.figures.way_ns / 2),
                Stage::Append => (Stage::Apply, done + self.figures.way_ns / 2),
                Stage::Apply => {
                    times.push(done - began);
                    continue;
                }
            };
            events.push(Reverse(Event { at, stage, ..event }));
        }
        times.sort_unstable();
        let at = |share: usize| hundredth(times[times.len() * share / 100] as f64 / 1e6);
        Some(Times { p50_ms: at(50), p99_ms: at(99) })
    }
}

/// Where a move is on its way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Decide,
    Append,
    Apply,
}

/// A move that comes to a node or a partition; ordered by time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Event {
    at: u64,
    number: usize,
    began: u64,
    node: u32,
    partition: u32,
    stage: Stage,
}

/// The time until the next move, in nanoseconds: moves know nothing of each other.
fn pause(chance: &mut Chance, per_second: f64) -> u64 {
    let uniform = (f64::from(chance.below(1 << 24)) + 1.0) / f64::from(1 << 24);
    (-uniform.ln() / per_second * 1e9) as u64
}

fn hundredth(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_tells_the_same() {
        let house = House::of(100_000, Scan::NewsOnly, &Figures::MEASURED);
        assert_eq!(house.simulate(3), house.simulate(3));
    }

    #[test]
    fn a_move_takes_as_long_as_its_parts_when_nobody_else_moves() {
        let figures = Figures { scan_ns: 0, ..Figures::MEASURED };
        let alone = House::of(4, Scan::NewsOnly, &figures).simulate(1).expect("it can be built");
        let parts = (figures.node_ns + figures.append_ns + figures.way_ns) as f64 / 1e6;
        assert!((alone.p50_ms - parts).abs() < 0.02, "{alone:?} beside {parts}");
    }

    #[test]
    fn waiting_is_what_queues_of_this_kind_wait() {
        // One node that is half busy: by the formula of Pollaczek and Khinchine a visit waits half its service on average.
        let figures = Figures { append_ns: 0, way_ns: 0, scan_ns: 0, ..Figures::MEASURED };
        let mut house = House::of(4, Scan::NewsOnly, &figures);
        (house.nodes, house.partitions) = (Some(1), Some(1));
        house.moves_per_second = 0.5 / (figures.node_ns as f64 / 1e9);
        let times = house.simulate(1).expect("it can be built");
        let alone = figures.node_ns as f64 / 1e6;
        assert!(times.p50_ms > alone && times.p50_ms < alone * 2.0, "{times:?}");
    }
}
