//! Kills a house in the middle of its games, again and again, and checks that it keeps its word.
//!
//! The real program serves a real file. People and bots play at many tables at once; the program is killed with
//! SIGKILL at moments nobody chose, while it plays, while it starts and while its data is copied, and started again
//! on the same file and port. The people come back by themselves. After every kill the file is compared with
//! everything anybody was ever told ([`run`] says how).
//!
//! Deliberately absent: loss of power, which takes what the system had not written yet; a kill does not.

pub(crate) mod audit;
pub(crate) mod check;
pub(crate) mod claims;
pub(crate) mod dice;
mod drive;
pub(crate) mod party;
mod player;
mod populate;
mod report;
pub(crate) mod scene;

pub use drive::{Options, run};
pub use populate::populate;
pub use report::Report;

use crate::ProcessError;

/// Why a run ends early.
#[derive(Debug, thiserror::Error)]
pub enum CrashError {
    /// The house did not keep its word.
    #[error("{}: {what}", match table { Some(table) => format!("table {table}"), None => "the house".into() })]
    Breach {
        /// The table, if it is about one.
        table: Option<String>,
        /// What is missing, twice there, or different.
        what: String,
    },
    /// The program or its files could not be handled at all.
    #[error("{what}: {error}")]
    World {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        error: std::io::Error,
    },
}

impl CrashError {
    pub(crate) fn at(table: &str, what: impl Into<String>) -> Self {
        Self::Breach { table: Some(table.into()), what: what.into() }
    }

    pub(crate) fn house(what: impl Into<String>) -> Self {
        Self::Breach { table: None, what: what.into() }
    }

    pub(crate) fn world(what: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self::World { what, error }
    }
}

impl From<ProcessError> for CrashError {
    fn from(error: ProcessError) -> Self {
        match error {
            ProcessError::World { what, error } => Self::World { what, error },
            // A house that does not open again, or ends by itself, has not kept its word.
            ProcessError::NotOpen { .. } | ProcessError::Ended(_) => Self::house(error.to_string()),
        }
    }
}
