//! The best play: every reading of the jokers searched, the best one written down.

use super::arrange::{self, WrittenSets};
use super::bound::Jokers;
use super::fewest::{Items, fewest};
use super::problem::{Goal, JOKER, JokerRule, KINDS, OPENING_POINTS, Problem, Solution, Stage, Tile};
use super::readings;
use super::search::{Duty, Search};
use super::search_state::Path;
use super::shapes::RANKS;
use super::supply::{BEYOND, Cost, Supply, Worth, cells_of};

/// How many nodes may be made to find out which best play disturbs least.
const MAX_NODES_FOR_GENTLEST: usize = 20_000;

/// The best play, or nothing if no tile can be laid. See [`Solver::solve`].
#[must_use]
pub fn solve(problem: &Problem<'_>) -> Option<Solution> {
    Solver::new().solve(problem)
}

/// A best play that leaves more sets alone, or nothing if no tile can be laid. See [`Solver::solve_gently`].
#[must_use]
pub fn solve_gently(problem: &Problem<'_>) -> Option<Solution> {
    Solver::new().solve_gently(problem)
}

/// A solver that keeps its memory from one problem to the next, which saves time and changes nothing else.
pub struct Solver {
    search: Search,
    max_nodes: usize,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Solver").finish_non_exhaustive()
    }
}

/// A problem with what is derived from it.
struct Task<'a> {
    problem: &'a Problem<'a>,
    table: [u8; KINDS],
    worth: Worth,
    /// Whether laying some tile of the rack is worth less than nothing.
    is_grudging: bool,
}

/// A way to arrange the tiles: what it costs, what happens at each rank, and under which reading.
pub(super) struct Arrangement {
    pub(super) cost: Cost,
    pub(super) path: Path,
    pub(super) supply: Supply,
}

impl Solver {
    /// A solver with empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self::with_max_nodes(usize::MAX)
    }

    /// A solver that gives a question up after so many nodes (about a microsecond each): for those to whom a play in
    /// time is worth more than the best one. See [`Self::gave_up`].
    #[must_use]
    pub fn with_max_nodes(nodes: usize) -> Self {
        Self { search: Search::new(), max_nodes: nodes }
    }

    /// Whether the last question was given up: the answer then is nothing, or a play that may not be the best.
    #[must_use]
    pub fn gave_up(&self) -> bool {
        self.search.gave_up()
    }

    /// The best play, or nothing if no tile can be laid. Among equals it tends to one that leaves many sets as
    /// they are.
    ///
    /// The table must be legal. A position that no game can reach (a tile code above [`JOKER`], more than two
    /// tiles of a kind, a joker on the table in what is no set) has no solution.
    pub fn solve(&mut self, problem: &Problem<'_>) -> Option<Solution> {
        self.search.allow(self.max_nodes);
        let task = Task::new(problem)?;
        match problem.stage {
            Stage::Unopened => {
                let Arrangement { path, supply, .. } = self.opening(&task)?;
                let WrittenSets { others, .. } = arrange::written(&path, &supply, &[]);
                task.solution(&vec![true; problem.table.len()], others)
            }
            Stage::Opened => {
                let Arrangement { path, supply, .. } = self.rearrangement(&task, problem.table, &[0; KINDS], BEYOND)?;
                let WrittenSets { stays, others } = arrange::written(&path, &supply, problem.table);
                task.solution(&stays, others)
            }
        }
    }

    /// A best play like [`Self::solve`] such that no further set of the table could be left as it is without
    /// disturbing one that is; several times slower.
    pub fn solve_gently(&mut self, problem: &Problem<'_>) -> Option<Solution> {
        if problem.stage == Stage::Unopened {
            return self.solve(problem);
        }
        self.search.allow(self.max_nodes);
        let task = Task::new(problem)?;
        let Arrangement { cost, path, supply } = self.rearrangement(&task, problem.table, &[0; KINDS], BEYOND)?;
        let WrittenSets { mut stays, mut others } = arrange::written(&path, &supply, problem.table);
        for tried in 0..problem.table.len() {
            if stays[tried] {
                continue;
            }
            let (mut apart, mut loose, mut places) = ([0; KINDS], Vec::new(), Vec::new());
            for (place, set) in problem.table.iter().enumerate() {
                if stays[place] || place == tried {
                    set.iter().for_each(|&tile| apart[usize::from(tile)] += 1);
                } else {
                    loose.push(set.clone());
                    places.push(place);
                }
            }
            if let Some(gentler) = self.rearrangement(&task, &loose, &apart, cost + 1) {
                let written = arrange::written(&gentler.path, &gentler.supply, &loose);
                stays[tried] = true;
                for (place, stay) in places.into_iter().zip(written.stays) {
                    stays[place] |= stay;
                }
                others = written.others;
            }
        }
        task.solution(&stays, others)
    }

    /// A best play like [`Self::solve`] that disturbs the table least: no other best play leaves more of its sets as they
    /// are. Where that takes too long to find out, about thirty milliseconds, it is [`Self::solve_gently`]'s.
    pub fn solve_gentlest(&mut self, problem: &Problem<'_>) -> Option<Solution> {
        let gentle = self.solve_gently(problem)?;
        if problem.stage == Stage::Unopened {
            return Some(gentle);
        }
        self.search.allow(self.max_nodes.min(MAX_NODES_FOR_GENTLEST));
        Some(self.gentlest(problem).unwrap_or(gentle))
    }

    fn gentlest(&mut self, problem: &Problem<'_>) -> Option<Solution> {
        let task = Task::new(problem)?;
        let bound = self.rearrangement(&task, problem.table, &[0; KINDS], BEYOND)?.cost + 1;
        let disturbed = fewest(problem.table.len(), |disturbed| {
            let found = self.disturbing(&task, disturbed, bound).is_some();
            (!self.search.gave_up()).then_some(found)
        })?;
        let Arrangement { path, supply, .. } = self.disturbing(&task, disturbed, bound)?;
        let (loose, _) = parted(problem.table, disturbed);
        let WrittenSets { stays, others } = arrange::written(&path, &supply, &loose);
        let mut loose_stays = stays.into_iter();
        let stays =
            (0..problem.table.len()).map(|place| disturbed >> place & 1 == 0 || loose_stays.next() == Some(true));
        task.solution(&stays.collect::<Vec<bool>>(), others)
    }

    /// The best arrangement below `bound` that disturbs no sets but these.
    fn disturbing(&mut self, task: &Task<'_>, disturbed: Items, bound: Cost) -> Option<Arrangement> {
        let (loose, apart) = parted(task.problem.table, disturbed);
        self.rearrangement(task, &loose, &apart, bound)
    }

    /// How many nodes the last search made.
    #[doc(hidden)]
    #[must_use]
    pub fn effort(&self) -> usize {
        self.search.effort()
    }

    fn opening(&mut self, task: &Task<'_>) -> Option<Arrangement> {
        let supply = Supply::new(&[0; KINDS], &task.problem.rack);
        if !task.is_grudging {
            // Mostly the best play without the threshold passes it.
            let (cost, path) = self.search.run(&supply, &task.worth, Jokers::Sparing, Duty::None, BEYOND)?;
            if let Some(path) = arrange::house_jokers(&path, &supply, &[])
                && arrange::opening_points(&path) >= OPENING_POINTS
            {
                return Some(Arrangement { cost, path, supply });
            }
        }
        let (cost, path) = self.search.run(&supply, &task.worth, Jokers::Anywhere, Duty::Open, BEYOND)?;
        Some(Arrangement { cost, path, supply })
    }

    /// The best arrangement below `bound` of some sets of the table and the rack; the tiles `apart` stay where
    /// they are.
    fn rearrangement(
        &mut self,
        task: &Task<'_>,
        sets: &[Vec<Tile>],
        apart: &[u8; KINDS],
        bound: Cost,
    ) -> Option<Arrangement> {
        let table = std::array::from_fn(|kind| task.table[kind] - apart[kind]);
        let mut free = Supply::new(&table, &task.problem.rack);
        free.apart = cells_of(apart);
        readings::note_brelans(sets, &mut free);
        let cases = match task.problem.jokers {
            JokerRule::Replace if table[JOKER] > 0 => {
                readings::cases(readings::table_readings(sets), &free, &task.worth)
            }
            JokerRule::Free | JokerRule::Replace => vec![free],
        };
        self.best_case(cases, bound, |solver, supply, bound| {
            if task.is_grudging {
                return solver.search.run(supply, &task.worth, Jokers::Anywhere, Duty::Lay, bound);
            }
            solver.housed(&task.worth, sets, supply, bound)
        })
    }

    /// The best arrangement below `bound` in any of some cases, each asked for one that is better than the last.
    pub(super) fn best_case(
        &mut self,
        cases: Vec<Supply>,
        mut bound: Cost,
        mut ask: impl FnMut(&mut Self, &Supply, Cost) -> Option<(Cost, Path)>,
    ) -> Option<Arrangement> {
        let mut best = None;
        for supply in cases {
            if let Some((cost, path)) = ask(self, &supply, bound) {
                bound = cost;
                best = Some(Arrangement { cost, path, supply });
            }
        }
        best
    }

    /// The best arrangement of a supply below `bound` that houses every joker it must, if possible where one lay
    /// in the `sets` before.
    pub(super) fn housed(
        &mut self,
        worth: &Worth,
        sets: &[Vec<Tile>],
        supply: &Supply,
        bound: Cost,
    ) -> Option<(Cost, Path)> {
        let (cost, path) = self.search.run(supply, worth, Jokers::Sparing, Duty::None, bound)?;
        match arrange::house_jokers(&path, supply, sets) {
            Some(path) => Some((cost, path)),
            None => self.search.run(supply, worth, Jokers::Anywhere, Duty::None, bound),
        }
    }
}

impl<'a> Task<'a> {
    fn new(problem: &'a Problem<'a>) -> Option<Self> {
        let mut table = [0_u8; KINDS];
        for &tile in problem.table.iter().flatten() {
            let count = table.get_mut(usize::from(tile))?;
            *count = count.saturating_add(1);
        }
        let worth = worth(problem);
        let is_possible = (0..KINDS).all(|kind| table[kind].saturating_add(problem.rack[kind]) <= 2);
        let is_grudging = (0..KINDS).any(|kind| problem.rack[kind] > 0 && worth[kind] < 0);
        is_possible.then_some(Self { problem, table, worth, is_grudging })
    }

    /// The play that leaves some sets as they are and has others beside, unless it lays nothing.
    fn solution(&self, stays: &[bool], others: Vec<Vec<Tile>>) -> Option<Solution> {
        let kept = self.problem.table.iter().zip(stays).filter(|&(_, &stays)| stays);
        let mut table: Vec<Vec<Tile>> = kept.map(|(set, _)| set.clone()).collect();
        table.extend(others);
        let (mut placed, mut points) = (0, 0);
        let mut after = [0_u8; KINDS];
        for &tile in table.iter().flatten() {
            after[usize::from(tile)] += 1;
        }
        for (kind, (after, before)) in after.iter().zip(self.table).enumerate() {
            let laid = after - before;
            placed += laid;
            points += i32::from(laid) * if kind == JOKER { self.problem.joker_points } else { face(kind) };
        }
        (placed > 0).then_some(Solution { placed, points, table })
    }
}

/// The sets that may be disturbed, and the tiles of the others.
fn parted(table: &[Vec<Tile>], disturbed: Items) -> (Vec<Vec<Tile>>, [u8; KINDS]) {
    let (mut loose, mut apart) = (Vec::new(), [0; KINDS]);
    for (place, set) in table.iter().enumerate() {
        if disturbed >> place & 1 == 1 {
            loose.push(set.clone());
        } else {
            set.iter().for_each(|&tile| apart[usize::from(tile)] += 1);
        }
    }
    (loose, apart)
}

/// What a tile of each kind is worth in goal units, a tile more breaking ties.
fn worth(problem: &Problem<'_>) -> Worth {
    // More than there are tiles.
    const UNIT: Cost = 128;
    std::array::from_fn(|kind| match problem.goal {
        Goal::Tiles => 1,
        Goal::Points if kind == JOKER => Cost::from(problem.joker_points) * UNIT + 1,
        Goal::Points => Cost::from(face(kind)) * UNIT + 1,
        Goal::Worth(worth) => Cost::from(worth[kind]) * UNIT + 1,
    })
}

/// The face value of a natural tile.
fn face(kind: usize) -> i32 {
    (kind % RANKS) as i32 + 1
}
