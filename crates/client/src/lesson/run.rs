//! A lesson as it is played: whose step is due, what the learner may do, what the others do by themselves.

use std::sync::Arc;

use engine::{Seat, Turn};
use wire::house::{By, Happening, HappeningText, TableId, write_happened};
use words::Lang;
use words::lesson::not_now;

use super::game::{LessonGame, read_game};
use super::script::{LessonError, Script, ScriptStep, StepKind};
use crate::guided::{Coach, Course, Denied, GuideState, READ, denied};
use crate::local_table::{LocalPerson, LocalTable, TableNow};

/// The code of a refusal of a legal move that is not what the step is about.
const NOT_NOW: &str = "not-now";
/// What answers every other move.
const ANY: &str = "*";

/// A lesson that is being played.
pub struct Lesson {
    script: Script,
    game: Box<dyn LessonGame>,
    table: TableId,
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
    pub fn new(script: Script) -> Result<Self, LessonError> {
        let game = read_game(&script.position)?;
        let table = TableId::from(format!("lesson-{}", game.game().slug()));
        let mut lesson = Self { script, game, table, at: 0, seq: 1, made: Vec::new() };
        lesson.let_others_play();
        Ok(lesson)
    }

    /// The table it is played at.
    pub(crate) fn table(&self, person: LocalPerson) -> LocalTable {
        let game = (self.game.game(), &self.script.position);
        LocalTable::new(self.table.clone(), game, person, Seat::default(), &self.script.others)
    }

    /// The legal ones of the moves that are expected.
    fn expected(&self, step: &ScriptStep) -> Vec<String> {
        step.expect.iter().filter_map(|step| self.game.judge(Seat::default(), step).ok()).collect()
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
        let told = write_happened(&self.table, self.seq, &happenings, &LocalTable::clock(&turn), []);
        Some(told.spectator)
    }
}

impl Course for Lesson {
    fn now(&self) -> TableNow {
        TableNow { seq: self.seq, view: self.game.view(Seat::default()), turn: self.game.turn() }
    }

    fn play(&mut self, wished: &str, lang: Lang) -> Result<Vec<Arc<str>>, Denied> {
        let step = self.game.judge(Seat::default(), wished).map_err(|refused| denied(&refused, lang))?;
        let due = self.script.steps.get(self.at).filter(|due| due.kind() == StepKind::Learner);
        let is_meant = |due: &ScriptStep| due.expect.iter().any(|expected| self.game.is_same(expected, &step));
        if !due.is_some_and(is_meant) {
            let answers = due.map(|due| &due.instead);
            let answer = answers.and_then(|answers| answers.get(&step).or_else(|| answers.get(ANY)));
            let text = answer.map_or_else(|| not_now(lang), |answer| answer.say(lang));
            return Err((NOT_NOW.into(), None, text));
        }
        self.made.push(step.clone());
        self.at += 1;
        let mut texts: Vec<Arc<str>> = self.make(Seat::default(), &step, By::Player).into_iter().collect();
        texts.extend(self.let_others_play());
        Ok(texts)
    }

    fn read_on(&mut self) -> Option<Vec<Arc<str>>> {
        self.script.steps.get(self.at).filter(|step| step.kind() == StepKind::Read)?;
        self.made.push(READ.into());
        self.at += 1;
        Some(self.let_others_play())
    }

    fn made(&self) -> &[String] {
        &self.made
    }

    fn coach(&self, lang: Lang) -> Coach {
        let is_said = |step: &&ScriptStep| step.say.is_some();
        let count = self.script.steps.iter().filter(is_said).count();
        let number = self.script.steps.iter().take(self.at + 1).filter(is_said).count();
        let step = self.script.steps.get(self.at);
        let (said, state, wanted) = match step {
            None => (Some(&self.script.end), GuideState::Over, Vec::new()),
            Some(step) if step.kind() == StepKind::Read => (step.say.as_ref(), GuideState::Read, Vec::new()),
            Some(step) => (step.say.as_ref(), GuideState::Play, self.expected(step)),
        };
        let text = said.map(|said| said.say(lang)).unwrap_or_default();
        Coach { seq: self.seq, number, count, text, state, wanted, is_found: false }
    }
}
