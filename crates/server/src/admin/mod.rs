//! The keeping of the house: what was done to it, by whom and when.
//!
//! Deliberately absent: the rules of a table.

mod entry;
mod mode;

pub use entry::{Act, Actor, BanTarget};
pub(crate) use entry::{ActEntry, ReportEntry, append_act};
pub use mode::Mode;
