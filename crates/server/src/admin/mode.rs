//! What the house lets people do.

use std::sync::atomic::{AtomicU8, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the house lets people do. It is open again whenever it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Everything.
    #[default]
    Open,
    /// No new guests and no new tables: matches under way are played to their end.
    Draining,
    /// Nothing is written: nobody plays, what there is can be read.
    ReadOnly,
}

/// The mode of the house, for all who ask.
#[derive(Debug, Default)]
pub(crate) struct CurrentMode(AtomicU8);

impl CurrentMode {
    pub(crate) fn get(&self) -> Mode {
        match self.0.load(Ordering::Relaxed) {
            0 => Mode::Open,
            1 => Mode::Draining,
            _ => Mode::ReadOnly,
        }
    }

    pub(crate) fn set(&self, mode: Mode) {
        let number = match mode {
            Mode::Open => 0,
            Mode::Draining => 1,
            Mode::ReadOnly => 2,
        };
        self.0.store(number, Ordering::Relaxed);
    }
}
