//! The engine over text, in three parts of which only the last knows the others: [`records`] replayed and verified,
//! [`advice`] for who plays or has played, and the line [`protocol`] of the referee.
//!
//! Deliberately absent: standard input and output, files, clocks, entropy; the caller brings them.

pub mod advice;
pub mod protocol;
pub mod records;
mod refereed;

pub use refereed::{Refereed, SolveGoal, Solved};
