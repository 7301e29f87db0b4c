//! What the arena and simulations found, for people and for programs: as a table, as JSON, as a page.
//!
//! Deliberately absent: files and standard streams; sentences, which are in crate `words`.

mod arena;
mod page;
mod plot;
mod rows;
mod settings;
mod simulation;
mod table;

pub use arena::{arena_json, arena_table};
pub use settings::Settings;
pub use simulation::Simulated;
