//! The data of a lesson.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, from_value};
use wire::Fault;
use words::Lang;

/// A lesson as it is written in its file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The prepared deal, as a position. The learner sits on seat 0.
    pub position: Value,
    /// What the others are called, from seat 1 on.
    pub others: Vec<String>,
    /// What comes one after the other.
    pub steps: Vec<ScriptStep>,
    /// What is said when the round is over.
    pub end: Sentence,
}

/// One step, of the learner, of another seat, or to be read; see [`StepKind`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ScriptStep {
    /// What is said to the learner.
    pub say: Option<Sentence>,
    /// The moves of the learner that do the step; what the first legal one needs is lit.
    pub expect: Vec<String>,
    /// What is answered to moves that are legal but do not do the step; `*` is any other.
    pub instead: BTreeMap<String, Sentence>,
    /// The other seat that makes a move.
    pub seat: Option<u8>,
    /// What it plays: the first of these that is legal.
    pub play: Vec<String>,
}

/// What kind of step it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// The learner makes a move.
    Learner,
    /// Another seat makes one.
    Other,
    /// The learner reads, and says when to go on.
    Read,
}

impl ScriptStep {
    /// What kind of step it is.
    #[must_use]
    pub fn kind(&self) -> StepKind {
        match self {
            Self { seat: Some(_), .. } => StepKind::Other,
            Self { expect, .. } if !expect.is_empty() => StepKind::Learner,
            _ => StepKind::Read,
        }
    }
}

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// In French, with plain spaces.
    pub fr: String,
    /// In English.
    pub en: String,
}

impl Sentence {
    /// The sentence as it is printed.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        words::lesson::print(&self.fr, &self.en, lang)
    }
}

/// Why something is no lesson.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// It is not written like one.
    #[error("the lesson cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// Its position is of no game, or not one of its game.
    #[error("the position of the lesson is wrong: {0:?}")]
    BadPosition(Vec<Fault>),
}

impl From<Vec<Fault>> for LessonError {
    fn from(faults: Vec<Fault>) -> Self {
        Self::BadPosition(faults)
    }
}

impl Script {
    /// Reads a lesson.
    ///
    /// # Errors
    /// If it is not written like one.
    pub fn read(text: &str) -> Result<Self, LessonError> {
        // As all JSON is read in a browser, which keeps the program small.
        let value: Value = serde_json::from_str(text)?;
        Ok(from_value(value)?)
    }
}
