//! A lesson as it is played: whose step is due, what the learner may do, what the others do by themselves.

use std::sync::Arc;

use engine::{GameId, Seat, Turn};
use wire::house::{By, Happening, HappeningText, TableId, write_answer, write_happened};
use words::Lang;

use super::game::{LessonGame, read_game};
use super::script::{LessonError, Script, ScriptStep, StepKind};
use crate::local_table::{LocalPerson, LocalTable, TableNow, refused};

/// What is noted of a step that was only read.
const READ: &str = "";
/// The code of a refusal of a legal move that is not what the step is about.
const NOT_NOW: &str = "not-now";
/// What answers every other move.
const ANY: &str = "*";

/// What is said beside the table, and what is lit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coach {
    /// It is to be shown when the table has come so far.
    pub seq: u64,
    /// The idea it is, from 1.
    pub number: usize,
    /// Of so many.
    pub count: usize,
    /// What is said.
    pub text: String,
    /// What the learner is to do.
    pub moment: Moment,
}

/// What the learner is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Read, and say when to go on.
    Read,
    /// Make one of these moves; what the first needs is lit.
    Play(Vec<String>),
    /// Nothing more: the lesson is over.
    Over,
}

/// A lesson that is being played.
pub struct Lesson {
    script: Script,
    game: Box<dyn LessonGame>,
    table: LocalTable,
    lang: Lang,
    /// The step that is due.
    at: usize,
    seq: u64,
    made: Vec<String>,
}

impl std::fmt::Debug for Lesson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { at, seq, made, .. } = self;
        f.debug_struct("Lesson").field("at", at).field("seq", seq).field("made", made).finish_non_exhaustive()
    }
}

impl Lesson {
    /// A lesson, at its beginning.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub fn new(script: Script, person: LocalPerson, lang: Lang) -> Result<Self, LessonError> {
        let game = read_game(&script.position)?;
        let id = TableId::from(format!("lesson-{}", game.game().slug()));
        let table = LocalTable::new(id, (game.game(), &script.position), person, Seat::default(), &script.others);
        let mut lesson = Self { script, game, table, lang, at: 0, seq: 1, made: Vec::new() };
        lesson.let_others_play();
        Ok(lesson)
    }

    /// Goes on from what was [`made`](Self::made) of the lesson, as far as it still fits.
    pub fn resume(&mut self, made: &[String]) {
        for step in made {
            let is_done = match step.as_str() {
                READ => self.read_on().is_some(),
                step => self.play(step).is_ok(),
            };
            if !is_done {
                return;
            }
        }
    }

    /// The game it is about.
    #[must_use]
    pub fn game(&self) -> GameId {
        self.game.game()
    }

    /// The table it is played at.
    #[must_use]
    pub fn table(&self) -> &TableId {
        self.table.id()
    }

    /// What the learner has done so far, to go on from later.
    #[must_use]
    pub fn made(&self) -> &[String] {
        &self.made
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
        let asked = self.table.answer(text, || words::lesson::not_here(lang), || self.now());
        let (id, step) = match asked {
            Ok(texts) => return texts,
            Err(submitted) => submitted,
        };
        match self.play(&step) {
            Ok(mut happened) => {
                happened.insert(0, write_answer(&id, Some(self.seq), None));
                happened
            }
            Err((code, rule, message)) => vec![refused(id, code, rule, message)],
        }
    }

    /// The learner has read what was said: the texts for the client; nothing where there is nothing to read.
    pub fn go_on(&mut self) -> Vec<Arc<str>> {
        self.read_on().unwrap_or_default()
    }

    /// What is said now, in a language.
    #[must_use]
    pub fn coach(&self, lang: Lang) -> Coach {
        let is_said = |step: &&ScriptStep| step.say.is_some();
        let count = self.script.steps.iter().filter(is_said).count();
        let number = self.script.steps.iter().take(self.at + 1).filter(is_said).count();
        let step = self.script.steps.get(self.at);
        let (said, moment) = match step {
            None => (Some(&self.script.end), Moment::Over),
            Some(step) if step.kind() == StepKind::Read => (step.say.as_ref(), Moment::Read),
            Some(step) => (step.say.as_ref(), Moment::Play(self.expected(step))),
        };
        let text = said.map(|said| said.say(lang)).unwrap_or_default();
        Coach { seq: self.seq, number, count, text, moment }
    }

    /// The game as it is now, and where it is in its sequence.
    fn now(&self) -> TableNow {
        TableNow { seq: self.seq, view: self.game.view(Seat::default()), turn: self.game.turn() }
    }

    /// The legal ones of the moves that are expected.
    fn expected(&self, step: &ScriptStep) -> Vec<String> {
        step.expect.iter().filter_map(|step| self.game.judge(Seat::default(), step).ok()).collect()
    }

    fn read_on(&mut self) -> Option<Vec<Arc<str>>> {
        self.script.steps.get(self.at).filter(|step| step.kind() == StepKind::Read)?;
        self.made.push(READ.into());
        self.at += 1;
        Some(self.let_others_play())
    }

    /// The learner makes a move: what happens then, or why not.
    fn play(&mut self, wished: &str) -> Result<Vec<Arc<str>>, (String, Option<String>, String)> {
        let lang = self.lang;
        let step = self.game.judge(Seat::default(), wished).map_err(|refused| {
            let rule = refused.rule.as_deref().map(String::from);
            (refused.code.clone().into_owned(), rule, refused.say(lang))
        })?;
        let due = self.script.steps.get(self.at).filter(|due| due.kind() == StepKind::Learner);
        let is_meant = |due: &ScriptStep| due.expect.iter().any(|expected| self.game.is_same(expected, &step));
        if !due.is_some_and(is_meant) {
            let answers = due.map(|due| &due.instead);
            let answer = answers.and_then(|answers| answers.get(&step).or_else(|| answers.get(ANY)));
            let text = answer.map_or_else(|| words::lesson::not_now(lang), |answer| answer.say(lang));
            return Err((NOT_NOW.into(), None, text));
        }
        self.made.push(step.clone());
        self.at += 1;
        let mut texts: Vec<Arc<str>> = self.make(Seat::default(), &step, By::Player).into_iter().collect();
        texts.extend(self.let_others_play());
        Ok(texts)
    }

    /// What the others do before the learner is wanted again.
    fn let_others_play(&mut self) -> Vec<Arc<str>> {
        let mut texts = Vec::new();
        while let Some(step) = self.script.steps.get(self.at).filter(|step| step.kind() == StepKind::Other) {
            let Some(seat) = step.seat.and_then(|seat| Seat::new(seat.into())) else { break };
            let legal = step.play.iter().find_map(|step| self.game.judge(seat, step).ok());
            let Some(happened) = legal.and_then(|step| self.make(seat, &step, By::Bot)) else { break };
            texts.push(happened);
            self.at += 1;
        }
        texts
    }

    /// Makes a legal step: what the client is told of it.
    fn make(&mut self, seat: Seat, step: &str, by: By) -> Option<Arc<str>> {
        let events = self.game.step(seat, step).ok()?;
        self.seq += 1;
        let mut happenings = vec![HappeningText::stepped(seat, step, by, events)];
        let turn = self.game.turn();
        if let (Turn::Over(standings), Some(scores)) = (&turn, self.game.totals()) {
            happenings.push(HappeningText::same(&Happening::Ended { places: standings.values().to_vec(), scores }));
        }
        let told = write_happened(self.table.id(), self.seq, &happenings, &LocalTable::clock(&turn), []);
        Some(told.spectator)
    }
}
