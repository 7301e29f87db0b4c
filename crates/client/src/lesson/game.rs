//! The game of a lesson, for those who do not care which: the whole truth, and steps as text.

use std::sync::Arc;

use engine::{GameId, Seat, Table, Turn, View, Viewer, with_game};
use referee::Refereed;
use referee::judge::{Chooser, StepRefused, judge};
use serde_json::Value;
use wire::house::TextByViewer;
use wire::{read_position, read_step, write_view};

use super::script::LessonError;

/// The game of a lesson.
pub(super) trait LessonGame {
    fn game(&self) -> GameId;
    fn turn(&self) -> Turn;
    /// The totals with the round that is over; absent while it is played.
    fn totals(&self) -> Option<Vec<i64>>;
    /// A step in canonical notation, if it is legal.
    fn judge(&self, seat: Seat, step: &str) -> Result<String, StepRefused>;
    /// Whether two steps come to the same.
    fn is_same(&self, one: &str, other: &str) -> bool;
    /// Makes a step, and returns what everybody is shown of it.
    fn step(&mut self, seat: Seat, step: &str) -> Result<TextByViewer, StepRefused>;
    /// The game as a seat sees it.
    fn view(&self, seat: Seat) -> Value;
}

/// The game of a position.
pub(super) fn read_game(position: &Value) -> Result<Box<dyn LessonGame>, LessonError> {
    let slug = position.get("game").and_then(Value::as_str).unwrap_or_default();
    let game = GameId::from_slug(slug).ok_or_else(|| LessonError::BadPosition(Vec::new()))?;
    with_game!(game, G => {
        let (state, seed) = read_position::<G>(position.clone())?;
        Ok(Box::new(Table::<G> { seed, state }))
    })
}

impl<G: Refereed> LessonGame for Table<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn turn(&self) -> Turn {
        Table::turn(self)
    }

    fn totals(&self) -> Option<Vec<i64>> {
        let outcome = self.state.public.outcome()?;
        Some(outcome.totals.values().iter().map(|total| i64::from(*total)).collect())
    }

    fn judge(&self, seat: Seat, step: &str) -> Result<String, StepRefused> {
        judge(self, seat, step, Chooser::Player).map(|(step, _)| step)
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        let (Ok(one), Ok(other)) = (read_step::<G>(one), read_step::<G>(other)) else { return false };
        one.moves.len() == other.moves.len()
            && one.moves.iter().zip(&other.moves).all(|(one, other)| G::is_same(one, other))
    }

    fn step(&mut self, seat: Seat, step: &str) -> Result<TextByViewer, StepRefused> {
        let (_, decided) = judge(self, seat, step, Chooser::Player)?;
        let count = self.state.public.sheet.seats();
        let write = |viewer| -> Arc<str> {
            let shown = decided.events.iter().map(|event| G::write_shown(&G::show(count, event, viewer)));
            format!("[{}]", shown.collect::<Vec<_>>().join(",")).into()
        };
        // Only seats are shown anything in a lesson, and only the learner looks.
        let learner = write(Viewer::Seat(Seat::default()));
        let texts = TextByViewer { seats: vec![learner.clone()], spectator: learner };
        *self = decided.after;
        Ok(texts)
    }

    fn view(&self, seat: Seat) -> Value {
        write_view::<G>(&View::of(&self.state, Viewer::Seat(seat)))
    }
}
