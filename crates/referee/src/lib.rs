//! The engine over text: the referee protocol line by line, records replayed and verified, hints and reviews.
//!
//! Deliberately absent: standard input and output, files, clocks, entropy; the caller brings them.

mod hint;
mod protocol;
mod refereed;
mod replay;
mod review;

pub use hint::advise;
pub use protocol::{Referee, hint};
pub use refereed::{Refereed, SolveGoal, Solved};
pub use replay::{Broken, Recorder, Verified, read_aloud, record_random, trace, verify};
pub use review::{Judged, Review, Reviewed, Verdict, Whose, review};
