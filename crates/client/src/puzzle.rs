//! Puzzles as they are tried: one table, one try, then the answer; and the diary of those that were found.
//!
//! A puzzle holds what its seat sees and what each move is worth, as `tapis puzzles make` found out; in Rummy, how many
//! tiles can be laid. The table speaks the protocol, so a table's screen runs on it; a step that is made there is the
//! answer, and nothing happens on the table.
//!
//! Deliberately absent: the files of the puzzles (`client/puzzles`), what day it is, storage.

use std::sync::Arc;

use engine::{GameId, Seat, Viewer};
use serde::Deserialize;
use serde_json::{Value, from_value};
use wire::house::{TableId, write_answer};
use words::Lang;

use crate::game_view::{Followed, read, written};
use crate::lesson::LessonError;
use crate::local_table::{LocalPerson, LocalTable, TableNow, refused};

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
pub struct Verdict {
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

impl Verdict {
    /// Whether nothing better could have been found.
    #[must_use]
    pub fn is_found(&self) -> bool {
        match self.worth {
            TryWorth::Behind { .. } => self.step == self.best,
            TryWorth::Tiles { laid, most } => laid >= most,
        }
    }
}

/// A puzzle on its table.
pub struct Puzzle {
    written: WrittenPuzzle,
    game: Box<dyn Followed>,
    table: LocalTable,
    lang: Lang,
    verdict: Option<Verdict>,
}

impl std::fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { written, verdict, .. } = self;
        f.debug_struct("Puzzle").field("written", written).field("verdict", verdict).finish_non_exhaustive()
    }
}

impl Puzzle {
    /// A puzzle that was not tried yet, on a table of this id; `None` if it cannot be read.
    #[must_use]
    pub fn new(game: GameId, written: &WrittenPuzzle, id: TableId, person: LocalPerson, lang: Lang) -> Option<Self> {
        let seat = Seat::new(written.seat.into())?;
        let view = read(game, written.view.clone(), Viewer::Seat(seat)).ok()?;
        let seats = usize::try_from(written.view.get("players")?.as_u64()?).ok()?;
        let others: Vec<String> = OTHERS.iter().take(seats.saturating_sub(1)).map(|name| (*name).into()).collect();
        let table = LocalTable::new(id, (game, &written.view), person, seat, &others);
        Some(Self { written: written.clone(), game: view, table, lang, verdict: None })
    }

    /// The table it lies on.
    #[must_use]
    pub fn table(&self) -> &TableId {
        self.table.id()
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
        let now = || TableNow { seq: 1, view: written(&*self.game), turn: self.game.turn() };
        let (id, step) = match self.table.answer(text, || words::lesson::not_here(lang), now) {
            Ok(texts) => return texts,
            Err(submitted) => submitted,
        };
        if self.verdict.is_some() {
            return vec![refused(id, TRIED.into(), None, words::lesson::tried_already(lang))];
        }
        match self.judge(&step) {
            Ok(verdict) => {
                self.verdict = Some(verdict);
                vec![write_answer(&id, None, None)]
            }
            Err((code, rule, message)) => vec![refused(id, code, rule, message)],
        }
    }

    /// Tries a step that was tried before.
    pub fn try_again(&mut self, step: &str) {
        self.verdict = self.judge(step).ok();
    }

    /// What the try has come to.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    fn judge(&self, wished: &str) -> Result<Verdict, (String, Option<String>, String)> {
        let step = self.game.judge(wished).map_err(|refused| {
            let rule = refused.rule.as_deref().map(String::from);
            (refused.code.clone().into_owned(), rule, refused.say(self.lang))
        })?;
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
        Ok(Verdict { step, best, worth })
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

/// A day of the calendar, counted from 1 January 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Day(pub i64);

/// Days in 400 years, after which the calendar is the same again.
const ERA: i64 = 146_097;

impl Day {
    /// A day by its year, month and day of the month, as the calendar counts them.
    #[must_use]
    pub fn new(year: i64, month: i64, day: i64) -> Self {
        // A year is counted from March, so that its last day is the one that is sometimes missing.
        let year = if month <= 2 { year - 1 } else { year };
        let (era, month) = (year.div_euclid(400), (month + 9) % 12);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * month + 2) / 5 + day - 1;
        Self(era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }

    /// Reads `2026-11-18`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let read = Self::new(year, month, day);
        // What is no day of the calendar is another one written otherwise.
        (read.write() == text).then_some(read)
    }

    /// The day as `2026-11-18`.
    #[must_use]
    pub fn write(self) -> String {
        let days = self.0 + 719_468;
        let (era, of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// The day so many days later.
    #[must_use]
    pub fn plus(self, days: i64) -> Self {
        Self(self.0 + days)
    }
}

/// So many tries are kept.
const KEPT: usize = 60;

/// What was tried, by day.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diary {
    /// The latest day last.
    entries: Vec<DiaryEntry>,
}

/// One try.
#[derive(Clone, PartialEq, Eq, Debug)]
struct DiaryEntry {
    day: Day,
    /// Whether it was found, and on the very day.
    is_scored: bool,
    step: String,
}

impl Diary {
    /// Reads what [`write`](Self::write) has written; what cannot be read is left out.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let read = |line: &str| {
            let mut parts = line.splitn(3, ' ');
            let (day, mark, step) = (parts.next()?, parts.next()?, parts.next()?);
            Some(DiaryEntry { day: Day::read(day)?, is_scored: mark == "+", step: step.into() })
        };
        Self { entries: text.lines().filter_map(read).collect() }
    }

    /// The diary as text, one try a line.
    #[must_use]
    pub fn write(&self) -> String {
        let write = |entry: &DiaryEntry| {
            format!("{} {} {}", entry.day.write(), if entry.is_scored { "+" } else { "-" }, entry.step)
        };
        self.entries.iter().map(write).collect::<Vec<_>>().join("\n")
    }

    /// Notes a try at the puzzle of a day, made today; the first one counts.
    pub fn note(&mut self, day: Day, today: Day, verdict: &Verdict) {
        if self.tried(day).is_some() {
            return;
        }
        let is_scored = verdict.is_found() && day == today;
        self.entries.push(DiaryEntry { day, is_scored, step: verdict.step.clone() });
        self.entries.sort_by_key(|entry| entry.day);
        let surplus = self.entries.len().saturating_sub(KEPT);
        self.entries.drain(..surplus);
    }

    /// What was tried on the puzzle of a day.
    #[must_use]
    pub fn tried(&self, day: Day) -> Option<&str> {
        self.entries.iter().find(|entry| entry.day == day).map(|entry| entry.step.as_str())
    }

    /// On how many days in a row up to today the puzzle was found; today's may still be to come.
    #[must_use]
    pub fn streak(&self, today: Day) -> usize {
        let is_scored = |day: Day| self.entries.iter().any(|entry| entry.day == day && entry.is_scored);
        let last = if self.tried(today).is_some() { today } else { today.plus(-1) };
        (0_i64..).take_while(|days| is_scored(last.plus(-days))).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        for (text, number) in [("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-11-18", 20_775)] {
            assert_eq!(Day::read(text), Some(Day(number)), "{text}");
            assert_eq!(Day(number).write(), text);
        }
        for number in -200_000..200_000 {
            assert_eq!(Day::read(&Day(number).write()), Some(Day(number)));
        }
        for text in ["", "2026-11", "2026-02-30", "2026-13-01", "26-1-1", "2026-11-18x", "a-b-c"] {
            assert_eq!(Day::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_streak_is_of_days_in_a_row_and_found_on_the_day() {
        let today = Day::new(2026, 11, 18);
        let verdict = |is_found: bool| Verdict {
            step: if is_found { "R10" } else { "draw" }.into(),
            best: "R10".into(),
            worth: TryWorth::Behind { own: 0.0, second: 5.0 },
        };
        let mut diary = Diary::default();
        assert_eq!(diary.streak(today), 0);
        for days in [-4, -2, -1] {
            diary.note(today.plus(days), today.plus(days), &verdict(true));
        }
        assert_eq!(diary.streak(today), 2, "today's is still to come");
        // A day that was missed is not made up for.
        diary.note(today.plus(-3), today, &verdict(true));
        diary.note(today, today, &verdict(true));
        assert_eq!(diary.streak(today), 3);
        let mut other = Diary::read(&diary.write());
        assert_eq!(other, diary);
        assert_eq!(other.tried(today.plus(-3)), Some("R10"));
        other.note(today.plus(1), today.plus(1), &verdict(false));
        other.note(today.plus(1), today.plus(1), &verdict(true));
        assert_eq!(other.streak(today.plus(1)), 0, "the first try counts");
        for days in 2..100 {
            other.note(today.plus(days), today.plus(days), &verdict(true));
        }
        assert_eq!(other.write().lines().count(), KEPT);
    }
}
