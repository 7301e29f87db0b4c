//! The best play in Rummy, exactly.
//!
//! The tiles are taken rank by rank, from ace to king, after van Rijn, Takes and Vis, *The Complexity of
//! Rummikub Problems* (arXiv 1604.07553): behind a rank only the lengths of the open suites matter. The ranks
//! are searched cheapest first, with a bound that looks at each colour on its own.
//!
//! Read `problem` (what is asked), `shapes` (what one rank can do), `supply` (the tiles), `readings` (the joker
//! rule), `bound`, `place`, `search`, `arrange` (writing the sets), `solver` (all together), and `repair` with
//! `fewest` (a table that is not valid). Tiles are plain numbers here; `view` asks the questions from what a seat of
//! the engine's table knows.
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
mod fewest;
mod problem;
mod readings;
mod repair;
mod search;
mod search_state;
mod shapes;
mod solver;
mod supply;
mod view;
mod visited;

pub use problem::{Goal, JOKER, JokerRule, KINDS, OPENING_POINTS, Problem, Solution, Stage, Tile};
pub use repair::{Diagnosis, Fault, Repair, Tangle, repair};
pub use solver::{Solver, solve, solve_gently};
pub use view::{BestPlay, best_play, gentlest_play, repair_table};
