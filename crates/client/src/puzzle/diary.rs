//! The days of puzzles, and the diary of those that were found.
//!
//! Deliberately absent: what day it is, storage.

use serde::{Deserialize, Serialize};

/// A day of the calendar, counted from 1 January 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
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

    /// Notes a step that was tried at the puzzle of a day, and is what was to be found or not; the first one counts.
    pub fn note(&mut self, day: Day, today: Day, (step, is_found): (&str, bool)) {
        if self.tried(day).is_some() {
            return;
        }
        let is_scored = is_found && day == today;
        let at = self.entries.partition_point(|entry| entry.day < day);
        self.entries.insert(at, DiaryEntry { day, is_scored, step: step.into() });
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
        let tried = |is_found: bool| (if is_found { "R10" } else { "draw" }, is_found);
        let mut diary = Diary::default();
        assert_eq!(diary.streak(today), 0);
        for days in [-4, -2, -1] {
            diary.note(today.plus(days), today.plus(days), tried(true));
        }
        assert_eq!(diary.streak(today), 2, "today's is still to come");
        // A day that was missed is not made up for.
        diary.note(today.plus(-3), today, tried(true));
        diary.note(today, today, tried(true));
        assert_eq!(diary.streak(today), 3);
        let mut other = Diary::read(&diary.write());
        assert_eq!(other, diary);
        assert_eq!(other.tried(today.plus(-3)), Some("R10"));
        other.note(today.plus(1), today.plus(1), tried(false));
        other.note(today.plus(1), today.plus(1), tried(true));
        assert_eq!(other.streak(today.plus(1)), 0, "the first try counts");
        for days in 2..100 {
            other.note(today.plus(days), today.plus(days), tried(true));
        }
        assert_eq!(other.write().lines().count(), KEPT);
    }
}
