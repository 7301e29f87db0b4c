//! Advice: a hint for the seat to move, a review of the moves of a record, and puzzles.
//!
//! Deliberately absent: requests and answers as lines of text (module `protocol`).

mod hint;
mod puzzle;
mod review;

pub use hint::advise;
pub(crate) use hint::{DEFAULT_MILLIS, Elapsed, Hint, MAX_MILLIS, NoHint};
pub use puzzle::{Puzzle, PuzzleAnswer, PuzzleOrder, WeighedMove, judge_puzzle, make_puzzles, write_puzzles};
pub use review::{Judged, Review, Reviewed, Reviewing, SaidMoves, Verdict, Whose, review};
