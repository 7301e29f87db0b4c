//! What tests of all games share: the laws, random play, and scenes to test single rules in.
//!
//! A [`Specimen`] is a game with what the laws need beyond it: presets to play, cards to look
//! for in bytes, and every well-formed move. Each game has one file here, named like its folder
//! in the engine.
//!
//! Used by tests, benchmarks and `cargo xtask laws` only; nothing that ships depends on it.

mod disturb;
mod dos;
mod golden;
mod laws;
mod nain_jaune;
mod onze;
mod quarante_six;
mod random;
mod rummy;
mod scene;
mod specimen;

pub use disturb::disturb;
pub use golden::{golden, obey_golden};
pub use laws::{LawReport, obey_laws};
pub use random::{Dice, random_match};
pub use scene::Scene;
pub use specimen::Specimen;
