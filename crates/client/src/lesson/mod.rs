//! A guided first game: a prepared deal, one idea a step, and a table that speaks like any other.
//!
//! A [`Script`] is data: a position, what is said, which moves the learner may make then, and what the others play.
//! A [`Lesson`] plays it through the engine. It takes and gives the texts of the protocol, so a table's screen runs on it
//! as on a house; what is to be said meanwhile is [`Coach`].
//!
//! Deliberately absent: the files of the lessons (`words/lessons`), drawing, storage.

mod game;
mod run;
mod script;

pub use run::{Coach, Lesson, Moment};
pub use script::{LessonError, Script, ScriptStep, Sentence, StepKind};
