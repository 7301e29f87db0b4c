//! Puzzles as they are tried: one try, then the answer; and the diary of those that were found.
//!
//! A puzzle holds what its seat sees and what each move is worth, as `tapis puzzles make` found out; in Rummy, how many
//! tiles can be laid. A step that is made at its table ([`Guided`](crate::guided::Guided)) is the answer, and nothing
//! happens there.
//!
//! Deliberately absent: the files of the puzzles (`client/puzzles`), what day it is, storage.

mod diary;

use std::sync::Arc;

use engine::{GameId, Seat, View, Viewer, with_game};
use referee::judge::StepRefused;
use serde::Deserialize;
use serde_json::{Value, from_value};
use wire::Codec;
use words::lesson::{TryResult, ask_puzzle, say_try, tried_already};
use words::{Lang, Words};

pub use diary::{Day, Diary};

use crate::game_view::{Followed, read, view_of, written};
use crate::guided::{Coach, Course, Denied, GuideState, denied};
use crate::lesson::LessonError;
use crate::local_table::{LocalPerson, LocalTable, TableNow};

/// What the others are called.
const OTHERS: [&str; 7] = ["Léa", "Hugo", "Zoé", "Noé", "Lou", "Max", "Eva"];
/// The code of a refusal of a second try.
const TRIED: &str = "tried-already";

/// The puzzles of a game, as they are written in their file.
#[derive(Clone, Debug, Deserialize)]
pub struct PuzzleBook {
    /// The game.
    pub game: String,
    /// The command that made them.
    pub command: String,
    /// How long each was thought about, in milliseconds by the price list of the bots.
    pub millis: u64,
    /// The puzzles.
    pub puzzles: Vec<WrittenPuzzle>,
}

/// One puzzle of a file.
#[derive(Clone, Debug, Deserialize)]
pub struct WrittenPuzzle {
    /// Whose view it is.
    pub seat: u8,
    /// The view.
    pub view: Value,
    /// All moves, the best one first; empty where tiles are counted.
    #[serde(default)]
    pub moves: Vec<Worth>,
    /// The most tiles that can be laid, where that is what is to be found.
    #[serde(default)]
    pub tiles: u8,
    /// A play that lays so many.
    #[serde(default)]
    pub play: String,
}

/// What a move is worth.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Worth {
    /// The move.
    #[serde(rename = "move")]
    pub step: String,
    /// By how much it ends behind the best one, on average.
    pub behind: f64,
    /// One standard error of that.
    pub error: f64,
}

impl PuzzleBook {
    /// Reads a file of puzzles.
    ///
    /// # Errors
    /// If it is not written like one.
    pub fn read(text: &str) -> Result<Self, LessonError> {
        let value: Value = serde_json::from_str(text)?;
        Ok(from_value(value)?)
    }

    /// The puzzle of a day, the same for everybody.
    #[must_use]
    pub fn of(&self, day: Day) -> Option<&WrittenPuzzle> {
        let count = i64::try_from(self.puzzles.len()).ok().filter(|count| *count > 0)?;
        self.puzzles.get(usize::try_from(day.0.rem_euclid(count)).ok()?)
    }
}

impl WrittenPuzzle {
    /// What is to be found, in notation.
    #[must_use]
    pub fn best(&self) -> &str {
        self.moves.first().map_or(&self.play, |best| &best.step)
    }
}

/// What a try comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedTry {
    /// The step that was made.
    pub step: String,
    /// The best one.
    pub best: String,
    /// What the try is worth.
    pub worth: TryWorth,
}

/// What a try is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TryWorth {
    /// It ends so far behind the best on average, or is the best; and the next best so far.
    Behind {
        /// How far the try is behind; 0 if it is the best.
        own: f64,
        /// How far the second best is.
        second: f64,
    },
    /// It lays so many tiles of so many.
    Tiles {
        /// How many were laid.
        laid: u8,
        /// How many could have been.
        most: u8,
    },
}

impl JudgedTry {
    /// Whether nothing better could have been found.
    #[must_use]
    pub fn is_found(&self) -> bool {
        match self.worth {
            TryWorth::Behind { .. } => self.step == self.best,
            TryWorth::Tiles { laid, most } => laid >= most,
        }
    }
}

/// A puzzle, and the one try at it.
pub struct Puzzle {
    written: WrittenPuzzle,
    seat: Seat,
    /// How many sit around the table.
    seats: usize,
    game: Box<dyn Followed>,
    judged: Option<JudgedTry>,
    /// The step that was tried.
    made: Vec<String>,
}

impl std::fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { written, judged, .. } = self;
        f.debug_struct("Puzzle").field("written", written).field("judged", judged).finish_non_exhaustive()
    }
}

impl Puzzle {
    /// A puzzle that was not tried yet; `None` if it cannot be read.
    #[must_use]
    pub fn new(game: GameId, written: &WrittenPuzzle) -> Option<Self> {
        let seat = Seat::new(written.seat.into())?;
        let view = read(game, written.view.clone(), Viewer::Seat(seat)).ok()?;
        let seats = usize::try_from(written.view.get("players")?.as_u64()?).ok()?;
        Some(Self { written: written.clone(), seat, seats, game: view, judged: None, made: Vec::new() })
    }

    /// The table it lies on.
    pub(crate) fn table(&self, person: LocalPerson) -> LocalTable {
        let game = self.game.game();
        let others: Vec<String> = OTHERS.iter().take(self.seats.saturating_sub(1)).map(|name| (*name).into()).collect();
        let id = format!("puzzle-{}", game.slug());
        LocalTable::new(id.as_str().into(), (game, &self.written.view), person, self.seat, &others)
    }

    /// What a try would come to.
    ///
    /// # Errors
    /// If the rules do not allow the step.
    pub fn judge(&self, wished: &str) -> Result<JudgedTry, StepRefused> {
        let step = self.game.judge(wished)?;
        let best = self.written.best().to_owned();
        let worth = match &self.written.moves[..] {
            [] => TryWorth::Tiles { laid: self.count_laid(&step), most: self.written.tiles },
            moves => {
                // What is said together with a play changes nothing about it.
                let own = moves.iter().find(|it| it.step == step || step.starts_with(&format!("{} ", it.step)));
                let second = moves.get(1).map_or(0.0, |second| second.behind);
                TryWorth::Behind { own: own.map_or(second, |own| own.behind), second }
            }
        };
        let step = if step.starts_with(&format!("{best} ")) { best.clone() } else { step };
        Ok(JudgedTry { step, best, worth })
    }

    /// What a try has come to, in words.
    fn say(&self, judged: &JudgedTry, lang: Lang) -> String {
        let game = self.game.game();
        let result = match judged.worth {
            TryWorth::Behind { second, .. } if judged.is_found() => TryResult::Found { second },
            TryWorth::Behind { own, .. } => TryResult::Missed { behind: own },
            TryWorth::Tiles { laid, most } => TryResult::Tiles { laid, most },
        };
        let best = with_game!(game, G => view_of::<G>(&*self.game).and_then(|view| name(view, &judged.best, lang)));
        let (said, merit) = best.unwrap_or_default();
        say_try(result, game, (&said, &merit), lang)
    }

    /// How many tiles a play has put on the table.
    fn count_laid(&self, step: &str) -> u8 {
        let Some(play) = step.strip_prefix("play ") else { return 0 };
        let lying = self.written.view.get("table").and_then(Value::as_array);
        let lying = lying.into_iter().flatten().filter_map(Value::as_array).map(Vec::len).sum::<usize>();
        let tiles = play.split_whitespace().filter(|word| *word != "|").count();
        u8::try_from(tiles.saturating_sub(lying)).unwrap_or(u8::MAX)
    }
}

impl Course for Puzzle {
    fn now(&self) -> TableNow {
        TableNow { seq: 1, view: written(&*self.game), turn: self.game.turn() }
    }

    fn play(&mut self, step: &str, lang: Lang) -> Result<Vec<Arc<str>>, Denied> {
        if self.judged.is_some() {
            return Err((TRIED.into(), None, tried_already(lang)));
        }
        let judged = self.judge(step).map_err(|refused| denied(&refused, lang))?;
        self.made.push(judged.step.clone());
        self.judged = Some(judged);
        Ok(Vec::new())
    }

    fn read_on(&mut self) -> Option<Vec<Arc<str>>> {
        None
    }

    fn made(&self) -> &[String] {
        &self.made
    }

    fn coach(&self, lang: Lang) -> Coach {
        let (text, state, wanted) = match &self.judged {
            None => (ask_puzzle(self.written.moves.is_empty(), lang), GuideState::Play, Vec::new()),
            Some(judged) => (self.say(judged, lang), GuideState::Over, vec![judged.best.clone()]),
        };
        let is_found = self.judged.as_ref().is_some_and(JudgedTry::is_found);
        Coach { seq: 1, number: 1, count: 1, text, state, wanted, is_found }
    }
}

/// A step in words, and what it is good for.
fn name<G: Codec + Words>(view: &View<G>, step: &str, lang: Lang) -> Option<(String, String)> {
    let said = words::say_step::<G>(step, view, &[], lang)?;
    Some((said, words::say_merit::<G>(step, view, &[], lang).unwrap_or_default()))
}
