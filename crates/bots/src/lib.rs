//! Opponents of four levels for every game, and the expert's thoughts for hints and reviews.
//!
//! A bot is a pure function of what its seat knows ([`Seated`]: the view, and notes on what was shown),
//! of a [`Budget`] and of its own seeded generator. The only states it ever holds are those it imagines.
//!
//! Read `skill` (what a game brings), `choose` (the four levels), `search` (the expert), then one game.
//!
//! Deliberately absent: the true state, clocks (a budget may hold one), threads, text.

mod budget;
mod choose;
mod dos;
mod level;
mod nain_jaune;
mod onze;
mod quarante_six;
mod rummy;
mod search;
mod seated;
mod skill;
mod tree;

pub use budget::Budget;
pub use choose::{asked, choose, speak};
pub use level::Level;
pub use search::{Candidate, Thought, think, think_in};
pub use seated::Seated;
pub use skill::{Knowledge, Skill};
