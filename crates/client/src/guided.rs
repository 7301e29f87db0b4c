//! Tables at which somebody is guided, a lesson or a puzzle: how they take an ask, and both of them behind a line of text,
//! so that they can be played beside the thread that draws.
//!
//! Deliberately absent: what is taught (`lesson`), and what is to be found (`puzzle`).

use std::fmt::Debug;
use std::sync::Arc;

use engine::GameId;
use referee::judge::StepRefused;
use serde::{Deserialize, Serialize};
use wire::house::{TableId, write_answer};
use words::Lang;

use crate::lesson::{Lesson, Script};
use crate::local_table::{LocalPerson, LocalTable, TableNow, refused};
use crate::puzzle::{Day, Puzzle, PuzzleBook};

/// Who one is at such a table.
const LEARNER: &str = "local";
/// What is noted of a step that was only read.
pub(crate) const READ: &str = "";

/// What is said beside the table, and what is lit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Coach {
    /// It is to be shown when the table has come so far.
    pub seq: u64,
    /// The idea it is, from 1.
    pub number: usize,
    /// Of so many.
    pub count: usize,
    /// What is said.
    pub text: String,
    /// What is to be done.
    pub state: GuideState,
    /// The steps one of which is meant; what the first needs is lit.
    pub wanted: Vec<String>,
    /// Whether what was looked for is found; a lesson looks for nothing.
    pub is_found: bool,
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GuideState {
    /// Read, and say when to go on.
    Read,
    /// Make a step.
    Play,
    /// Nothing more: it is over.
    Over,
}

/// Why a step is not made: the code, the rule if a rule says no, and the sentence.
pub(crate) type Denied = (String, Option<String>, String);

/// Why the rules do not allow a step.
pub(crate) fn denied(refused: &StepRefused, lang: Lang) -> Denied {
    (refused.code.clone().into_owned(), refused.rule.as_deref().map(String::from), refused.say(lang))
}

/// What happens at such a table.
pub(crate) trait Course: Debug {
    /// The table as it is now, and where it is in its sequence.
    fn now(&self) -> TableNow;
    /// A step is wished for: the texts for the client after the answer, or why it is not made.
    fn play(&mut self, step: &str, lang: Lang) -> Result<Vec<Arc<str>>, Denied>;
    /// What was said is read: the texts for the client; nothing where there is nothing to read.
    fn read_on(&mut self) -> Option<Vec<Arc<str>>>;
    /// What was done so far; what was only read is an empty text.
    fn made(&self) -> &[String];
    /// What is said now.
    fn coach(&self, lang: Lang) -> Coach;
}

/// A lesson or a puzzle on its table. It takes and gives the texts of the protocol, so a table's screen runs on it as on
/// a house.
#[derive(Debug)]
pub struct Guided {
    course: Box<dyn Course>,
    table: LocalTable,
    lang: Lang,
}

impl Guided {
    /// A lesson, for somebody of this name.
    #[must_use]
    pub fn lesson(lesson: Lesson, name: &str, lang: Lang) -> Self {
        let table = lesson.table(person(name));
        Self { course: Box::new(lesson), table, lang }
    }

    /// A puzzle that was not tried yet, for somebody of this name.
    #[must_use]
    pub fn puzzle(puzzle: Puzzle, name: &str, lang: Lang) -> Self {
        let table = puzzle.table(person(name));
        Self { course: Box::new(puzzle), table, lang }
    }

    /// Goes on from what was [`made`](Self::made), as far as it still fits.
    pub fn resume(&mut self, made: &[String]) {
        for step in made {
            let is_done = match step.as_str() {
                READ => self.course.read_on().is_some(),
                step => self.course.play(step, self.lang).is_ok(),
            };
            if !is_done {
                return;
            }
        }
    }

    /// The table it is played at.
    #[must_use]
    pub fn table(&self) -> &TableId {
        self.table.id()
    }

    /// What was done so far, to go on from later.
    #[must_use]
    pub fn made(&self) -> &[String] {
        self.course.made()
    }

    /// What is said now, in a language.
    #[must_use]
    pub fn coach(&self, lang: Lang) -> Coach {
        self.course.coach(lang)
    }

    /// A client has come, and is spoken to in this language: the texts for it.
    #[must_use]
    pub fn connect(&mut self, lang: Lang) -> Vec<Arc<str>> {
        self.lang = lang;
        vec![self.table.welcome()]
    }

    /// Takes what the client sent: the texts for it.
    pub fn receive(&mut self, text: &str) -> Vec<Arc<str>> {
        let lang = self.lang;
        let asked = self.table.answer(text, || words::lesson::not_here(lang), || self.course.now());
        let (id, step) = match asked {
            Ok(texts) => return texts,
            Err(submitted) => submitted,
        };
        match self.course.play(&step, lang) {
            Ok(mut happened) => {
                happened.insert(0, write_answer(&id, Some(self.course.now().seq), None));
                happened
            }
            Err((code, rule, message)) => vec![refused(id, code, rule, message)],
        }
    }

    /// What was said is read: the texts for the client; nothing where there is nothing to read.
    pub fn go_on(&mut self) -> Vec<Arc<str>> {
        self.course.read_on().unwrap_or_default()
    }
}

fn person(name: &str) -> LocalPerson {
    LocalPerson { player: LEARNER.into(), name: name.into() }
}

/// What is asked of [`Guides`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GuideAsk {
    /// Open a lesson or a puzzle, in the place of what was open.
    Open {
        /// The game, by its slug.
        game: String,
        /// The file of the lesson or of the puzzles.
        file: String,
        /// The day of the puzzle; without one it is a lesson.
        day: Option<Day>,
        /// What was made of it already.
        made: Vec<String>,
        /// What one is called.
        name: String,
        /// The language in which to speak.
        lang: String,
    },
    /// A client has come.
    Connect {
        /// The language in which to speak to it.
        lang: String,
    },
    /// Take what the client of the table sends.
    Receive {
        /// The text.
        text: String,
    },
    /// What was said is read.
    GoOn,
}

/// How a table is at which somebody is guided, and what is new there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GuideNews {
    /// The table.
    pub table: TableId,
    /// These texts are for the client.
    pub texts: Vec<String>,
    /// What is said now.
    pub coach: Coach,
    /// What was made so far.
    pub made: Vec<String>,
}

/// Guides at one table at a time.
#[derive(Debug, Default)]
pub struct Guides {
    guided: Option<Guided>,
}

impl Guides {
    /// Answers a [`GuideAsk`] with [`GuideNews`], both as JSON; with `null` if nothing is open, or cannot be opened.
    pub fn answer(&mut self, asked: &str) -> String {
        let news = serde_json::from_str(asked).ok().and_then(|ask| self.take(ask));
        serde_json::to_string(&news).unwrap_or_default()
    }

    fn take(&mut self, ask: GuideAsk) -> Option<GuideNews> {
        let texts = match ask {
            GuideAsk::Open { game, file, day, made, name, lang } => {
                let lang = Lang::from_code(&lang).unwrap_or_default();
                self.guided = open(&game, &file, day, &name, lang);
                self.guided.as_mut()?.resume(&made);
                Vec::new()
            }
            GuideAsk::Connect { lang } => self.guided.as_mut()?.connect(Lang::from_code(&lang).unwrap_or_default()),
            GuideAsk::Receive { text } => self.guided.as_mut()?.receive(&text),
            GuideAsk::GoOn => self.guided.as_mut()?.go_on(),
        };
        let guided = self.guided.as_ref()?;
        Some(GuideNews {
            table: guided.table().clone(),
            texts: texts.iter().map(ToString::to_string).collect(),
            coach: guided.coach(guided.lang),
            made: guided.made().to_vec(),
        })
    }
}

fn open(game: &str, file: &str, day: Option<Day>, name: &str, lang: Lang) -> Option<Guided> {
    match day {
        None => Some(Guided::lesson(Lesson::new(Script::read(file).ok()?).ok()?, name, lang)),
        Some(day) => {
            let puzzle = Puzzle::new(GameId::from_slug(game)?, PuzzleBook::read(file).ok()?.of(day)?)?;
            Some(Guided::puzzle(puzzle, name, lang))
        }
    }
}
