//! A guided first game: a prepared deal, one idea a step.
//!
//! A [`Script`] is data: a position, what is said, which moves the learner may make then, and what the others play.
//! A [`Lesson`] plays it through the engine, at a table of its own ([`Guided`](crate::guided::Guided)).
//!
//! Deliberately absent: the files of the lessons (`words/lessons`), drawing, storage.

mod game;
mod run;
mod script;

pub use run::Lesson;
pub use script::{LessonError, Script, ScriptStep, Sentence, StepKind};
