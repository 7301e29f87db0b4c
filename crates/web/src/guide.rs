//! What stands beside a table where nobody plays a match: a lesson or a puzzle. It says something, lights what is meant,
//! and has buttons of its own.
//!
//! Deliberately absent: what is said, and when (`client::guided`).

use leptos::prelude::*;
use words::screen::Label;

use crate::reactive::Memo;

/// The guide at a table, found by whatever is drawn there.
#[derive(Clone, Copy)]
pub(crate) struct Guide {
    pub(crate) cue: Memo<Cue>,
    /// What a button of the cue does, by its name.
    pub(crate) press: Callback<&'static str>,
}

/// What a guide says at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cue {
    /// It is said when the table has come so far.
    pub(crate) seq: u64,
    /// How far one is, in few characters.
    pub(crate) note: String,
    pub(crate) text: String,
    /// The steps one of which is meant; what they need is lit.
    pub(crate) wanted: Vec<String>,
    /// The buttons.
    pub(crate) ways: Vec<Way>,
    /// Whether it is the last thing that is said.
    pub(crate) is_last: bool,
}

/// A button of a cue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// What it is called in the page.
    pub(crate) id: &'static str,
    pub(crate) label: Label,
    /// Whether it is the one that is meant.
    pub(crate) is_main: bool,
}

/// The button that leaves.
pub(crate) const LEAVE: &str = "guide-leave";
