//! The engine over text: the referee protocol line by line, and records replayed and verified.
//!
//! Deliberately absent: standard input and output, files, clocks, entropy; the caller brings them.

mod hint;
mod protocol;
mod refereed;
mod replay;

pub use protocol::Referee;
pub use refereed::{Refereed, SolveGoal, Solved};
pub use replay::{Broken, Recorder, Verified, read_aloud, record_random, trace, verify};
