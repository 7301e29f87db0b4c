//! Advice: a hint for the seat to move, and a review of the moves of a record.
//!
//! Deliberately absent: requests and answers as lines of text (module `protocol`).

mod hint;
mod review;

pub use hint::advise;
pub(crate) use hint::{DEFAULT_MILLIS, Elapsed, Hint, MAX_MILLIS, NoHint};
pub use review::{Judged, Review, Reviewed, Verdict, Whose, review};
