//! Rank by rank through the tiles, cheapest first.
//!
//! A node is a rank with the suites open there and the jokers used so far; what lies behind it matters only by
//! its cost. Nodes are taken in the order of cost so far plus hope, so the first finished one is the best.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bound::{Jokers, Prospect, StepList};
use super::problem::{JOKER, OPENING_POINTS};
use super::search_state::{Packed, Path, SearchState};
use super::shapes::{BETTER, BROKEN, COLOURS, GROUPED, JOINED, RANKS};
use super::supply::{BEYOND, Cost, Supply, Worth, shortfall};
use super::visited::Visited;

/// What an arrangement has to do besides using the tiles it must.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    /// Nothing.
    None,
    /// Lay at least one tile of the rack.
    Lay,
    /// Be worth enough points to open.
    Open,
}

#[derive(Clone, Copy)]
struct Node {
    key: u64,
    cost: Cost,
    parent: u32,
    choice: Packed,
    /// What the best of the successors promises that have been put off.
    put_off: Cost,
}

/// A search with its memory, to be used again and again.
pub(super) struct Search {
    prospect: Prospect,
    nodes: Vec<Node>,
    visited: Visited,
    /// Nodes as promising as the one just taken, the last to be taken next.
    level: Vec<Open>,
    /// Nodes that promise less.
    later: BinaryHeap<Later>,
    jokers: Jokers,
    duty: Duty,
    joker_worth: Cost,
    /// The most points that the tiles from each rank on can be worth.
    points_left: [u32; RANKS + 1],
    bound: Cost,
    steps: Steps,
    /// What the successors now looked for have to promise to be taken next.
    promise: Cost,
    /// What they have to promise to be made at all.
    window: Cost,
    /// The least that any of the others promises.
    put_off: Cost,
    /// How many nodes may still be made for the question under way.
    nodes_left: usize,
}

/// What may become a node: the choice at its rank so far.
#[derive(Clone, Copy)]
struct Draft {
    parent: u32,
    choice: Packed,
    place: SearchState,
    cost: Cost,
    /// What it promises so far.
    total: Cost,
}

/// A node to be taken.
#[derive(Clone, Copy)]
struct Open {
    node: u32,
    /// How many of its groupings have been gone through.
    done: u32,
    cost: Cost,
    pass: Pass,
}

/// A node to be taken later: what it promises, itself, its cost, and what to look for. The youngest of equals comes
/// first.
type Later = Reverse<(Cost, Reverse<u32>, Cost, Pass)>;

/// Which successors of a node are looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Pass {
    /// Those that promise as much as the node itself; the others are put off, for mostly they are never needed.
    Best,
    /// All that remain.
    Rest,
}

/// Each colour's possible steps at a node, for nought, one and two tiles in brelans, as far as they were needed.
#[derive(Default)]
struct Steps {
    known: [[bool; 3]; COLOURS],
    lists: [[StepList; 3]; COLOURS],
}

impl Search {
    pub(super) fn new() -> Self {
        Self {
            prospect: Prospect::new(Supply::new(&[0; JOKER + 1], &[0; JOKER + 1])),
            nodes: Vec::new(),
            visited: Visited::new(),
            level: Vec::new(),
            later: BinaryHeap::new(),
            jokers: Jokers::Sparing,
            duty: Duty::None,
            joker_worth: 0,
            points_left: [0; RANKS + 1],
            bound: BEYOND,
            steps: Steps::default(),
            promise: 0,
            window: BEYOND,
            put_off: BEYOND,
            nodes_left: usize::MAX,
        }
    }

    /// Begins a new question, for which so many nodes may be made.
    pub(super) fn allow(&mut self, nodes: usize) {
        self.nodes_left = nodes;
    }

    /// Whether the question was given up.
    pub(super) fn gave_up(&self) -> bool {
        self.nodes_left == 0
    }

    /// How many nodes the last run made.
    pub(super) fn effort(&self) -> usize {
        self.nodes.len()
    }

    /// The cheapest arrangement below `bound` and its cost.
    ///
    /// With [`Jokers::Sparing`] jokers cost nothing and none needs to be used: the cost is then a lower bound of
    /// the true one, reached if room is found for the jokers left.
    pub(super) fn run(
        &mut self,
        supply: &Supply,
        worth: &Worth,
        jokers: Jokers,
        duty: Duty,
        bound: Cost,
    ) -> Option<(Cost, Path)> {
        let found = self.look(supply, worth, jokers, duty, bound);
        self.nodes_left = self.nodes_left.saturating_sub(self.nodes.len());
        found
    }

    fn look(
        &mut self,
        supply: &Supply,
        worth: &Worth,
        jokers: Jokers,
        duty: Duty,
        bound: Cost,
    ) -> Option<(Cost, Path)> {
        self.prospect.reset(supply, worth);
        self.nodes.clear();
        self.visited.clear();
        self.level.clear();
        self.later.clear();
        (self.jokers, self.duty, self.joker_worth, self.bound) = (jokers, duty, worth[JOKER], bound);
        for rank in (0..RANKS).rev() {
            let tiles: u8 = (0..COLOURS).map(|colour| supply.available(rank, colour)).sum();
            self.points_left[rank] = self.points_left[rank + 1] + u32::from(tiles) * (rank as u32 + 1);
        }
        let laid = u8::from(duty == Duty::Lay && supply.pledged > 0);
        let start = SearchState { states: [0; COLOURS], jokers_left: supply.jokers, points: 0, laid, rank: 0 };
        self.promise = supply.base;
        self.reach(start, supply.base, u32::MAX, Packed::new(0, 0));
        loop {
            let open = match self.level.pop() {
                Some(open) => open,
                None => {
                    let Reverse((total, Reverse(node), cost, pass)) = self.later.pop()?;
                    self.promise = total;
                    Open { node, done: 0, cost, pass }
                }
            };
            // A cheaper way to the same place may have been found meanwhile.
            let Node { key, cost, .. } = self.nodes[open.node as usize];
            if cost < open.cost {
                continue;
            }
            let place = SearchState::unpack(key);
            if usize::from(place.rank) == RANKS {
                return Some((cost, self.path(open.node)));
            }
            if self.nodes.len() >= self.nodes_left {
                return None;
            }
            self.expand(open, place);
        }
    }

    fn hope(&mut self, place: SearchState) -> Cost {
        let rank = usize::from(place.rank);
        (0..COLOURS).map(|colour| self.prospect.hope(colour, rank, place.states[colour], place.jokers_left)).sum()
    }

    /// Goes through the groupings of a node: at first only until one of them promises as much as the node did,
    /// then through the rest.
    fn expand(&mut self, open: Open, place: SearchState) {
        let hope = open.cost + self.hope(place);
        self.steps.known = [[false; 3]; COLOURS];
        let all = self.prospect.groupings(usize::from(place.rank));
        if open.pass == Pass::Rest {
            self.window = BEYOND;
            for at in all.rev() {
                self.try_grouping(open, place, self.prospect.grouping(at), hope);
            }
            return;
        }
        self.window = self.promise;
        self.put_off = self.nodes[open.node as usize].put_off;
        if open.done > 0 {
            for at in (all.start + open.done as usize..all.end).rev() {
                self.try_grouping(open, place, self.prospect.grouping(at), hope);
            }
        } else {
            let mine = self.level.len();
            self.level.push(open);
            for at in all.clone() {
                self.try_grouping(open, place, self.prospect.grouping(at), hope);
                if self.level.len() > mine + 1 {
                    self.level[mine].done = (at + 1 - all.start) as u32;
                    self.nodes[open.node as usize].put_off = self.put_off;
                    return;
                }
            }
            self.level.pop();
        }
        if self.put_off < self.bound {
            self.later.push(Reverse((self.put_off, Reverse(open.node), open.cost, Pass::Rest)));
        }
    }

    fn try_grouping(&mut self, open: Open, place: SearchState, code: usize, hope: Cost) {
        let tiles = GROUPED[code];
        let least = JOINED[code].trailing_zeros() as u8;
        if least > place.jokers_left {
            return;
        }
        for (colour, &tiles) in tiles.iter().enumerate() {
            let grouped = usize::from(tiles);
            if !self.steps.known[colour][grouped] {
                self.steps.known[colour][grouped] = true;
                self.list_steps(place, colour, tiles);
            }
            if self.steps.lists[colour][grouped].as_slice().is_empty() {
                return;
            }
        }
        let most = if self.jokers == Jokers::Sparing { least } else { place.jokers_left };
        for group_jokers in least..=most {
            if JOINED[code] >> group_jokers & 1 == 1 {
                let choice = Packed::new(code, group_jokers);
                let after =
                    SearchState { jokers_left: place.jokers_left - group_jokers, rank: place.rank + 1, ..place };
                self.combine(Draft { parent: open.node, choice, place: after, cost: open.cost, total: hope }, tiles, 0);
            }
        }
    }

    /// Lists the steps of a colour that leave hope.
    fn list_steps(&mut self, place: SearchState, colour: usize, grouped: u8) {
        let rank = usize::from(place.rank);
        let state = place.states[colour];
        let list = &mut self.steps.lists[colour][usize::from(grouped)];
        list.clear();
        self.prospect.steps((rank, colour), state, grouped, place.jokers_left, self.jokers, |step| list.push(step));
        let prospect = &mut self.prospect;
        let before = prospect.hope(colour, rank, state, place.jokers_left);
        list.retain(|step| {
            let after = prospect.hope(colour, rank + 1, step.next, place.jokers_left - step.jokers);
            step.excess = step.cost + after - before;
            after < BEYOND
        });
    }

    /// Goes through all combinations of the steps of the colours from `colour` on.
    fn combine(&mut self, draft: Draft, tiles: [u8; COLOURS], colour: usize) {
        if colour == COLOURS {
            self.finish_rank(draft);
            return;
        }
        let grouped = usize::from(tiles[colour]);
        for at in 0..self.steps.lists[colour][grouped].as_slice().len() {
            let step = self.steps.lists[colour][grouped].as_slice()[at];
            if step.jokers > draft.place.jokers_left {
                continue;
            }
            let total = draft.total + step.excess;
            if total > self.window || total >= self.bound {
                self.put_off = self.put_off.min(total);
                continue;
            }
            let mut draft = draft;
            draft.choice = draft.choice.with(colour, step.run, step.jokers);
            draft.place.states[colour] = step.next;
            draft.place.jokers_left -= step.jokers;
            draft.place.laid |= u8::from(step.laid > 0 && self.duty == Duty::Lay);
            draft.cost += step.cost;
            draft.total = total;
            self.combine(draft, tiles, colour + 1);
        }
    }

    fn finish_rank(&mut self, draft: Draft) {
        let Draft { parent, choice, mut place, mut cost, .. } = draft;
        let rank = usize::from(place.rank);
        if self.duty == Duty::Open {
            let choice = choice.unpack();
            let tiles = choice.grouped.iter().chain(&choice.run).chain(&choice.run_jokers).sum::<u8>();
            let points = u32::from(place.points) + u32::from(tiles + choice.group_jokers) * rank as u32;
            place.points = points.min(OPENING_POINTS) as u8;
            let jokers_left = if rank < RANKS { u32::from(place.jokers_left) } else { 0 };
            if points + self.points_left[rank] + jokers_left * (RANKS as u32) < OPENING_POINTS {
                return;
            }
        }
        if rank == RANKS && self.jokers == Jokers::Anywhere {
            let supply = self.prospect.supply();
            let used = supply.jokers - place.jokers_left;
            if used < supply.jokers_owed {
                return;
            }
            if self.duty == Duty::Lay && place.laid == 0 && used == supply.jokers_owed {
                return;
            }
            cost += shortfall(self.joker_worth, used - supply.jokers_owed, supply.jokers - supply.jokers_owed);
        }
        self.reach(place, cost, parent, choice);
    }

    /// Notes that a place can be reached at some cost, if that is news.
    fn reach(&mut self, mut place: SearchState, cost: Cost, parent: u32, choice: Packed) {
        let unsettled = place;
        place.states = self.settled(place, place.jokers_left);
        let key = place.pack();
        let known = self.visited.find(key);
        if known.is_some_and(|at| self.nodes[at as usize].cost <= cost) {
            return;
        }
        let total = cost + self.hope(place);
        if total >= self.bound {
            return;
        }
        if self.jokers == Jokers::Sparing && self.is_outdone(unsettled, place, cost) {
            return;
        }
        let node = Node { key, cost, parent, choice, put_off: BEYOND };
        let at = match known {
            Some(at) => {
                self.nodes[at as usize] = node;
                at
            }
            None => {
                let at = self.nodes.len() as u32;
                self.visited.insert(key, at);
                self.nodes.push(node);
                at
            }
        };
        if total <= self.promise {
            self.level.push(Open { node: at, done: 0, cost, pass: Pass::Best });
        } else {
            self.later.push(Reverse((total, Reverse(at), cost, Pass::Best)));
        }
    }

    /// Whether a place that can do all that this one can was reached at no greater cost: with more jokers left, or
    /// with one suite further on. That holds only where jokers are spared.
    fn is_outdone(&self, unsettled: SearchState, place: SearchState, cost: Cost) -> bool {
        let is_cheap = |place: SearchState| {
            let node = self.visited.find(place.pack());
            node.is_some_and(|node| self.nodes[node as usize].cost <= cost)
        };
        let more_jokers = (place.jokers_left + 1..=self.prospect.supply().jokers).any(|jokers_left| {
            let states = self.settled(unsettled, jokers_left);
            is_cheap(SearchState { states, jokers_left, ..place })
        });
        if more_jokers {
            return true;
        }
        let rank = usize::from(place.rank);
        (0..COLOURS).any(|colour| {
            let state = place.states[colour];
            BETTER[usize::from(state)].into_iter().filter(|&better| better != BROKEN).any(|better| {
                let better = self.prospect.settled(colour, rank, better, place.jokers_left);
                let mut states = place.states;
                states[colour] = better;
                better != state && is_cheap(SearchState { states, ..place })
            })
        })
    }

    /// The open suites of a place without the long ones that cannot go on.
    fn settled(&self, place: SearchState, jokers_left: u8) -> [u8; COLOURS] {
        let rank = usize::from(place.rank);
        std::array::from_fn(|colour| self.prospect.settled(colour, rank, place.states[colour], jokers_left))
    }

    fn path(&self, mut node: u32) -> Path {
        let mut path = Path::default();
        for choice in path.iter_mut().rev() {
            let Node { parent, choice: chosen, .. } = self.nodes[node as usize];
            *choice = chosen.unpack();
            node = parent;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::super::arrange::house_jokers;
    use super::super::problem::{KINDS, Tile};
    use super::super::readings::{cases, table_readings};
    use super::*;

    /// Where room is found for the jokers, the sparing search costs what the full one does: on large tables too,
    /// where brute force cannot follow.
    #[test]
    fn sparing_jokers_loses_nothing() {
        let positions = include_str!("../../tests/data/rummy_positions.jsonl");
        let mut search = Search::new();
        let mut compared = 0;
        for line in positions.lines() {
            let (table, rack) = position(line);
            let worth = std::array::from_fn(|kind| 1 + 128 * (kind as Cost * 7 % 5));
            let mut counts = [0; KINDS];
            table.concat().iter().for_each(|&tile| counts[usize::from(tile)] += 1);
            let free = Supply::new(&counts, &rack);
            for supply in cases(table_readings(&table), &free, &worth).into_iter().chain([free.clone()]) {
                let sparing = search.run(&supply, &worth, Jokers::Sparing, Duty::None, BEYOND);
                let full = search.run(&supply, &worth, Jokers::Anywhere, Duty::None, BEYOND).map(|(cost, _)| cost);
                match sparing {
                    Some((cost, path)) if house_jokers(&path, &supply, &table).is_some() => {
                        assert_eq!(Some(cost), full, "{line}");
                        compared += 1;
                    }
                    Some((cost, _)) => assert!(full.is_none_or(|full| full >= cost), "{line}"),
                    None => assert_eq!(full, None, "{line}"),
                }
            }
        }
        assert!(compared > 200, "{compared} positions compared");
    }

    fn position(line: &str) -> (Vec<Vec<Tile>>, [u8; KINDS]) {
        let record: serde_json::Value = serde_json::from_str(line).expect("a line is a JSON object");
        let tiles = |value: &serde_json::Value| -> Vec<Tile> {
            value.as_array().expect("a list").iter().map(|tile| tile.as_u64().expect("a tile") as Tile).collect()
        };
        let mut rack = [0; KINDS];
        tiles(&record["rack"]).iter().for_each(|&tile| rack[usize::from(tile)] += 1);
        (record["table"].as_array().expect("a list").iter().map(tiles).collect(), rack)
    }
}
