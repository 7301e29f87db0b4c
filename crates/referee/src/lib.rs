//! The engine over text, in three parts of which only the last knows the others: [`records`] verified, by a [`replay`],
//! [`advice`] for who plays or has played, and the line [`protocol`] of the referee. [`judge`] is whether a step may be
//! made; [`evening`] ranks those who have played the same deals.
//!
//! Deliberately absent: standard input and output, files, clocks, entropy; the caller brings them.

pub mod advice;
pub mod evening;
pub mod judge;
pub mod protocol;
pub mod records;
mod refereed;
pub mod replay;

pub use refereed::{Refereed, SolveGoal, Solved};
