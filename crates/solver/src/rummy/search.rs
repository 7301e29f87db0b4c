//! Rank by rank through the tiles, cheapest first.
//!
//! A node is a rank with the suites open there and the jokers used so far; what lies behind it matters only by
//! its cost. Nodes are taken in the order of cost so far plus hope, so the first finished one is the best.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bound::{Jokers, Prospect, Step};
use super::problem::{JOKER, OPENING_POINTS};
use super::shapes::{COLOURS, GROUPED, JOINED, RANKS};
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

/// What was chosen at each rank.
pub(super) type Path = [Choice; RANKS];

/// What happens to the tiles of one rank.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// Tiles of each colour that stand in brelans.
    pub(super) grouped: [u8; COLOURS],
    /// Jokers in brelans.
    pub(super) group_jokers: u8,
    /// Tiles of each colour that stand in suites.
    pub(super) run: [u8; COLOURS],
    /// Jokers in suites of each colour.
    pub(super) run_jokers: [u8; COLOURS],
}

/// A node's identity: the open suites of each colour in a byte each, then jokers left, points, duty and rank.
#[derive(Clone, Copy)]
struct Place {
    states: [u8; COLOURS],
    jokers_left: u8,
    points: u8,
    laid: u8,
    rank: u8,
}

impl Place {
    fn pack(self) -> u64 {
        let tail = u32::from(self.jokers_left) | u32::from(self.points) << 2 | u32::from(self.laid) << 7;
        u64::from(u32::from_le_bytes(self.states)) | u64::from(tail | u32::from(self.rank) << 8) << 32
    }

    fn unpack(key: u64) -> Self {
        let tail = (key >> 32) as u32;
        Self {
            states: (key as u32).to_le_bytes(),
            jokers_left: tail as u8 & 3,
            points: (tail >> 2) as u8 & 31,
            laid: (tail >> 7) as u8 & 1,
            rank: (tail >> 8) as u8 & 15,
        }
    }
}

#[derive(Clone, Copy)]
struct Node {
    key: u64,
    cost: Cost,
    parent: u32,
    choice: Choice,
}

/// A search with its memory, to be used again and again.
pub(super) struct Search {
    prospect: Prospect,
    nodes: Vec<Node>,
    visited: Visited,
    /// Nodes as promising as the one just taken, the last to be taken next.
    level: Vec<(u32, Cost)>,
    /// Nodes that promise less.
    later: BinaryHeap<Reverse<(Cost, Reverse<u32>, Cost)>>,
    jokers: Jokers,
    duty: Duty,
    joker_worth: Cost,
    /// The most points that the tiles from each rank on can be worth.
    points_left: [u32; RANKS + 1],
    bound: Cost,
}

/// One colour's possible steps at a node, for nought, one and two tiles in brelans.
type Steps = [[Option<StepList>; 3]; COLOURS];
type StepList = ([Step; 12], usize);

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
        }
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
        let start = Place { states: [0; COLOURS], jokers_left: supply.jokers, points: 0, laid, rank: 0 };
        self.reach(start, supply.base, u32::MAX, Choice::default(), supply.base);
        loop {
            let (node, cost) = match self.level.pop() {
                Some(next) => next,
                None => {
                    let Reverse((_, Reverse(node), cost)) = self.later.pop()?;
                    (node, cost)
                }
            };
            // A cheaper way to the same place was found meanwhile.
            let Node { key, cost: best, .. } = self.nodes[node as usize];
            if best < cost {
                continue;
            }
            let place = Place::unpack(key);
            if usize::from(place.rank) == RANKS {
                return Some((cost, self.path(node)));
            }
            let promise = cost + self.hope(place);
            self.expand(node, place, cost, promise);
        }
    }

    fn hope(&mut self, place: Place) -> Cost {
        let rank = usize::from(place.rank);
        (0..COLOURS).map(|colour| self.prospect.hope(colour, rank, place.states[colour], place.jokers_left)).sum()
    }

    fn expand(&mut self, node: u32, place: Place, cost: Cost, promise: Cost) {
        let rank = usize::from(place.rank);
        let mut steps: Steps = [[None; 3]; COLOURS];
        for at in self.prospect.groupings(rank) {
            let code = self.prospect.grouping(at);
            let tiles = GROUPED[code];
            let least = JOINED[code].trailing_zeros() as u8;
            if least > place.jokers_left {
                continue;
            }
            let mut is_possible = true;
            for colour in 0..COLOURS {
                let grouped = tiles[colour];
                let list = &mut steps[colour][usize::from(grouped)];
                if list.is_none() {
                    *list = Some(step_list(&mut self.prospect, self.jokers, place, colour, grouped));
                }
                is_possible &= list.is_some_and(|(_, count)| count > 0);
            }
            if !is_possible {
                continue;
            }
            let most = if self.jokers == Jokers::Sparing { least } else { place.jokers_left };
            for group_jokers in least..=most {
                if JOINED[code] >> group_jokers & 1 == 1 {
                    let choice = Choice { grouped: tiles, group_jokers, ..Choice::default() };
                    let after = Place { jokers_left: place.jokers_left - group_jokers, rank: place.rank + 1, ..place };
                    self.combine(node, &steps, 0, choice, after, cost, promise);
                }
            }
        }
    }

    /// Goes through all combinations of the colours' steps.
    #[expect(clippy::too_many_arguments, reason = "one frame of a recursion over four colours")]
    fn combine(
        &mut self,
        parent: u32,
        steps: &Steps,
        colour: usize,
        choice: Choice,
        place: Place,
        cost: Cost,
        promise: Cost,
    ) {
        if colour == COLOURS {
            self.finish_rank(parent, choice, place, cost, promise);
            return;
        }
        let Some((list, count)) = &steps[colour][usize::from(choice.grouped[colour])] else { return };
        for step in &list[..*count] {
            if step.jokers > place.jokers_left || cost + step.cost >= self.bound {
                continue;
            }
            let mut choice = choice;
            choice.run[colour] = step.run;
            choice.run_jokers[colour] = step.jokers;
            let mut place = place;
            place.states[colour] = step.next;
            place.jokers_left -= step.jokers;
            place.laid |= u8::from(step.laid > 0 && self.duty == Duty::Lay);
            self.combine(parent, steps, colour + 1, choice, place, cost + step.cost, promise);
        }
    }

    fn finish_rank(&mut self, parent: u32, choice: Choice, mut place: Place, mut cost: Cost, promise: Cost) {
        let rank = usize::from(place.rank);
        if self.duty == Duty::Open {
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
        self.reach(place, cost, parent, choice, promise);
    }

    /// Notes that a place can be reached at some cost, if that is news.
    fn reach(&mut self, place: Place, cost: Cost, parent: u32, choice: Choice, promise: Cost) {
        let total = cost + self.hope(place);
        if total >= self.bound {
            return;
        }
        let key = place.pack();
        let node = Node { key, cost, parent, choice };
        let fresh = self.nodes.len() as u32;
        let at = self.visited.find_or_insert(key, fresh);
        if at == fresh {
            self.nodes.push(node);
        } else if self.nodes[at as usize].cost > cost {
            self.nodes[at as usize] = node;
        } else {
            return;
        }
        if total <= promise {
            self.level.push((at, cost));
        } else {
            self.later.push(Reverse((total, Reverse(at), cost)));
        }
    }

    fn path(&self, mut node: u32) -> Path {
        let mut path = Path::default();
        for choice in path.iter_mut().rev() {
            let Node { parent, choice: chosen, .. } = self.nodes[node as usize];
            *choice = chosen;
            node = parent;
        }
        path
    }
}

/// The steps of a colour that leave hope.
fn step_list(prospect: &mut Prospect, jokers: Jokers, place: Place, colour: usize, grouped: u8) -> StepList {
    let mut list = [Step::default(); 12];
    let mut count = 0;
    let cell = (usize::from(place.rank), colour);
    prospect.steps(cell, place.states[colour], grouped, place.jokers_left, jokers, |step| {
        list[count] = step;
        count += 1;
    });
    let mut kept = 0;
    for at in 0..count {
        let Step { next, jokers, .. } = list[at];
        if prospect.hope(colour, cell.0 + 1, next, place.jokers_left - jokers) < BEYOND {
            list[kept] = list[at];
            kept += 1;
        }
    }
    (list, kept)
}

#[cfg(test)]
mod tests {
    use super::super::arrange::house_jokers;
    use super::super::problem::{KINDS, Tile};
    use super::super::readings::cases;
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
            for supply in cases(&table, &free, &worth).into_iter().chain([free.clone()]) {
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
