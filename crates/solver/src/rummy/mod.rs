//! The best play in Rummy, exactly.
//!
//! The tiles are taken rank by rank, from ace to king, after van Rijn, Takes and Vis, *The Complexity of
//! Rummikub Problems* (arXiv 1604.07553): behind a rank only the lengths of the open suites matter. The ranks
//! are searched cheapest first, with a bound that looks at each colour on its own.
//!
//! Read `shapes` (what one rank can do), `supply` (the tiles), `readings` (the joker rule), `bound`, `search`,
//! `arrange` (writing the sets). Tiles are plain numbers here; what a tile looks like is not known.
//!
//! ```
//! use solver::rummy::{Goal, JokerRule, Problem, Stage, solve};
//!
//! // On the table 3 4 5 of black; on the rack 6 of black and an ace of red.
//! let table = vec![vec![2, 3, 4]];
//! let mut rack = [0; 53];
//! rack[5] = 1;
//! rack[13] = 1;
//! let problem = Problem {
//!     table: &table,
//!     rack,
//!     stage: Stage::Opened,
//!     jokers: JokerRule::Replace,
//!     goal: Goal::Tiles,
//!     joker_points: 30,
//! };
//! let solution = solve(&problem).expect("the six fits");
//! assert_eq!((solution.placed, solution.points), (1, 6));
//! assert_eq!(solution.table, [[2, 3, 4, 5]]);
//! ```

mod arrange;
mod bound;
mod readings;
mod search;
mod shapes;
mod supply;
mod visited;

use bound::Jokers;
use search::{Duty, Path, Search};
use shapes::{COLOURS, RANKS};
use supply::{BEYOND, Cost, Supply, Worth, tile_at};

/// A tile: colour (black, red, blue, yellow: 0 to 3) times 13 plus rank (ace 0 to king 12), or [`JOKER`].
pub type Tile = u8;
/// The code of a joker.
pub const JOKER: usize = 52;
/// Kinds of tiles, jokers included.
pub const KINDS: usize = JOKER + 1;
/// What the first play of a seat must be worth at least.
pub const OPENING_POINTS: u32 = 30;

/// A seat's turn: what lies on the table, what is on the rack, and what is wanted.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    /// The sets on the table as they are written, suites ascending.
    pub table: &'a [Vec<Tile>],
    /// How many tiles of each kind are on the rack.
    pub rack: [u8; KINDS],
    /// Whether the seat has opened.
    pub stage: Stage,
    /// What may become of the jokers on the table.
    pub jokers: JokerRule,
    /// What to make as great as possible.
    pub goal: Goal<'a>,
    /// What a joker of the rack counts in [`Goal::Points`] and in [`Solution::points`].
    pub joker_points: i32,
}

/// Whether a seat has opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Not yet: the play is new sets of the rack's tiles only, worth [`OPENING_POINTS`] together, where a joker
    /// counts as the tile it stands for. The old sets stay as they are.
    Unopened,
    /// The whole table may be rearranged.
    Opened,
}

/// What may become of the jokers on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JokerRule {
    /// They may stand for any tile.
    Free,
    /// Each can still stand for the tile it stood for, or a natural tile of that kind lies on the table; one
    /// natural frees one joker.
    Replace,
}

/// What to make as great as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal<'a> {
    /// The number of tiles laid.
    Tiles,
    /// The face value of the tiles laid; of equal plays one with most tiles.
    Points,
    /// The sum of what each tile laid is worth by its kind, less than nothing if need be; of equal plays one
    /// with most tiles.
    Worth(&'a [i32; KINDS]),
}

/// A best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// How many tiles of the rack it lays: at least one.
    pub placed: u8,
    /// Their face value.
    pub points: i32,
    /// The whole table afterwards: old sets that stay as they were written, in their order, then the others,
    /// suites ascending with jokers in their places, brelans in the order of colours with jokers last.
    pub table: Vec<Vec<Tile>>,
}

/// The best play, or nothing if no tile can be laid. See [`Solver::solve`].
#[must_use]
pub fn solve(problem: &Problem<'_>) -> Option<Solution> {
    Solver::new().solve(problem)
}

/// A solver that keeps its memory from one problem to the next, which saves time and changes nothing else.
pub struct Solver {
    search: Search,
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

/// Tile counts that fit the game, or nothing.
struct Counts {
    table: [u8; KINDS],
    rack: [u8; KINDS],
}

impl Solver {
    /// A solver with empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self { search: Search::new() }
    }

    /// The best play, or nothing if no tile can be laid.
    ///
    /// The table must be legal. A position that no game can reach (a tile code above [`JOKER`], more than two
    /// tiles of a kind, a joker on the table in what is no set) has no solution.
    pub fn solve(&mut self, problem: &Problem<'_>) -> Option<Solution> {
        let counts = Counts::of(problem)?;
        let worth = worth(problem);
        let grudging = (0..KINDS).any(|kind| counts.rack[kind] > 0 && worth[kind] < 0);
        match problem.stage {
            Stage::Unopened => {
                let supply = Supply::new(&[0; KINDS], &counts.rack);
                let (_, path) = self.opening(&supply, &worth, grudging)?;
                let mut table = problem.table.to_vec();
                table.extend(arrange::written(&path, &supply, &[]));
                solution(problem, &counts, &path, &supply, table)
            }
            Stage::Opened => {
                let free = Supply::new(&counts.table, &counts.rack);
                let cases = match problem.jokers {
                    JokerRule::Replace if counts.table[JOKER] > 0 => readings::cases(problem.table, &free, &worth),
                    JokerRule::Free | JokerRule::Replace => vec![free],
                };
                let mut best: Option<(Cost, Path, &Supply)> = None;
                for supply in &cases {
                    let bound = best.as_ref().map_or(BEYOND, |&(cost, ..)| cost);
                    if let Some((cost, path)) = self.rearrangement(problem, supply, &worth, grudging, bound) {
                        best = Some((cost, path, supply));
                    }
                }
                let (_, path, supply) = best?;
                let table = arrange::written(&path, supply, problem.table);
                solution(problem, &counts, &path, supply, table)
            }
        }
    }

    /// How many nodes the last search made.
    #[doc(hidden)]
    #[must_use]
    pub fn effort(&self) -> usize {
        self.search.effort()
    }

    fn opening(&mut self, supply: &Supply, worth: &Worth, grudging: bool) -> Option<(Cost, Path)> {
        if !grudging {
            // Mostly the best play without the threshold passes it.
            let (cost, path) = self.search.run(supply, worth, Jokers::Sparing, Duty::None, BEYOND)?;
            if let Some(path) = arrange::house_jokers(&path, supply, &[])
                && arrange::opening_points(&path) >= OPENING_POINTS
            {
                return Some((cost, path));
            }
        }
        self.search.run(supply, worth, Jokers::Anywhere, Duty::Open, BEYOND)
    }

    fn rearrangement(
        &mut self,
        problem: &Problem<'_>,
        supply: &Supply,
        worth: &Worth,
        grudging: bool,
        bound: Cost,
    ) -> Option<(Cost, Path)> {
        if grudging {
            return self.search.run(supply, worth, Jokers::Anywhere, Duty::Lay, bound);
        }
        let (cost, path) = self.search.run(supply, worth, Jokers::Sparing, Duty::None, bound)?;
        match arrange::house_jokers(&path, supply, problem.table) {
            Some(path) => Some((cost, path)),
            None => self.search.run(supply, worth, Jokers::Anywhere, Duty::None, bound),
        }
    }
}

impl Counts {
    fn of(problem: &Problem<'_>) -> Option<Self> {
        let mut table = [0_u8; KINDS];
        for &tile in problem.table.iter().flatten() {
            let count = table.get_mut(usize::from(tile))?;
            *count = count.saturating_add(1);
        }
        let fits = (0..KINDS).all(|kind| table[kind].saturating_add(problem.rack[kind]) <= 2);
        fits.then_some(Self { table, rack: problem.rack })
    }
}

/// What a tile of each kind is worth in goal units, a tile more breaking ties.
fn worth(problem: &Problem<'_>) -> Worth {
    // More than there are tiles.
    const UNIT: Cost = 128;
    std::array::from_fn(|kind| match problem.goal {
        Goal::Tiles => 1,
        Goal::Points if kind == JOKER => Cost::from(problem.joker_points) * UNIT + 1,
        Goal::Points => (kind % RANKS + 1) as Cost * UNIT + 1,
        Goal::Worth(worth) => Cost::from(worth[kind]) * UNIT + 1,
    })
}

fn solution(
    problem: &Problem<'_>,
    counts: &Counts,
    path: &Path,
    supply: &Supply,
    table: Vec<Vec<Tile>>,
) -> Option<Solution> {
    let (mut placed, mut points) = (0, 0);
    for (rank, choice) in path.iter().enumerate() {
        for colour in 0..COLOURS {
            let lying = choice.grouped[colour] + choice.run[colour] - supply.standing[rank][colour];
            let before = if problem.stage == Stage::Opened { counts.table[tile_at(rank, colour)] } else { 0 };
            placed += lying - before;
            points += i32::from(lying - before) * (rank as i32 + 1);
        }
    }
    let jokers = arrange::jokers_used(path) - supply.jokers_owed;
    placed += jokers;
    points += i32::from(jokers) * problem.joker_points;
    (placed > 0).then_some(Solution { placed, points, table })
}
