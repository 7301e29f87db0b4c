//! The best value by trying every way to put the tiles into sets. Slow, and simple enough to be believed.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use solver::rummy::{JOKER, JokerRule, Problem, Stage};

use super::checker::{are_jokers_accounted, table_readings, values, worth};

/// A set: the tiles it reads as, and which of them are jokers.
pub(crate) struct Set {
    pub(crate) tiles: Vec<usize>,
    pub(crate) jokers: Vec<usize>,
    naturals: Vec<usize>,
}

/// Every set of up to seven tiles, with every choice of jokers: no small position needs a longer one.
fn sets() -> &'static [Set] {
    static SETS: OnceLock<Vec<Set>> = OnceLock::new();
    SETS.get_or_init(|| {
        let mut readings = BTreeSet::new();
        for first in 0..52 {
            for length in 3..=7 {
                if first % 13 + length <= 13 {
                    readings.insert((first..first + length).collect::<Vec<usize>>());
                }
            }
        }
        for rank in 0..13 {
            for mask in 0..16_u32 {
                if mask.count_ones() >= 3 {
                    readings.insert((0..4).filter(|colour| mask >> colour & 1 == 1).map(|c| c * 13 + rank).collect());
                }
            }
        }
        let mut sets = Vec::new();
        for tiles in readings {
            for mask in 0..1_u32 << tiles.len() {
                if mask.count_ones() <= 2 {
                    let part = |bit| (0..tiles.len()).filter(|at| mask >> at & 1 == bit).map(|at| tiles[at]).collect();
                    sets.push(Set { jokers: part(1), naturals: part(0), tiles: tiles.clone() });
                }
            }
        }
        sets
    })
}

/// What is done with each way: the sets, and how many tiles of each kind they use.
type Visit<'a> = &'a mut dyn FnMut(&[&'static Set], &[u8; 53]);

/// Visits every way to put tiles into sets that uses at least `must` and at most `all` of them.
pub(crate) fn every_way(must: [u8; 53], all: [u8; 53], visit: Visit<'_>) {
    let mut by_lowest: Vec<Vec<&Set>> = (0..52).map(|_| Vec::new()).collect();
    for set in sets() {
        if set.jokers.len() <= usize::from(all[JOKER]) && set.naturals.iter().all(|&tile| all[tile] > 0) {
            by_lowest[set.naturals[0]].push(set);
        }
    }
    put(&Trial { must, sets: by_lowest }, 0, all, &mut Vec::new(), [0; 53], visit);
}

struct Trial {
    /// The tiles that must be used.
    must: [u8; 53],
    /// The sets that can be made of the tiles, by their lowest natural.
    sets: Vec<Vec<&'static Set>>,
}

/// Puts the tiles from `kind` on into sets or leaves them on the rack.
fn put(trial: &Trial, kind: usize, left: [u8; 53], chosen: &mut Vec<&'static Set>, used: [u8; 53], visit: Visit<'_>) {
    if kind == 52 {
        if used[JOKER] >= trial.must[JOKER] {
            visit(chosen, &used);
        }
        return;
    }
    if used[kind] >= trial.must[kind] {
        put(trial, kind + 1, left, chosen, used, visit);
    }
    for &set in &trial.sets[kind] {
        let is_there = set.naturals.iter().all(|&tile| left[tile] > 0) && set.jokers.len() as u8 <= left[JOKER];
        if is_there {
            let (mut left, mut used) = (left, used);
            for &tile in &set.naturals {
                left[tile] -= 1;
                used[tile] += 1;
            }
            left[JOKER] -= set.jokers.len() as u8;
            used[JOKER] += set.jokers.len() as u8;
            chosen.push(set);
            put(trial, kind, left, chosen, used, visit);
            chosen.pop();
        }
    }
}

/// The tiles the jokers of some sets stand for.
pub(crate) fn stands(chosen: &[&Set]) -> Vec<usize> {
    chosen.iter().flat_map(|set| set.jokers.iter().copied()).collect()
}

/// The greatest value of the goal, if anything can be laid.
pub(crate) fn best(problem: &Problem<'_>) -> Option<i64> {
    let must = match problem.stage {
        Stage::Unopened => [0; 53],
        Stage::Opened => super::counted(&problem.table.concat()),
    };
    let all = std::array::from_fn(|kind| must[kind] + problem.rack[kind]);
    let old = table_readings(if problem.stage == Stage::Opened { problem.table } else { &[] });
    let mut best = None;
    every_way(must, all, &mut |chosen, used| {
        let value: i64 = (0..53).map(|kind| worth(problem, kind) * i64::from(used[kind] - must[kind])).sum();
        if used == &must || best.is_some_and(|best| best >= value) {
            return;
        }
        let is_legal = match problem.stage {
            Stage::Unopened => chosen.iter().map(|set| values(&set.tiles)).sum::<usize>() >= 30,
            Stage::Opened if problem.jokers == JokerRule::Free => true,
            Stage::Opened => old.iter().any(|old| are_jokers_accounted(old, &stands(chosen), used)),
        };
        if is_legal {
            best = Some(value);
        }
    });
    best
}
