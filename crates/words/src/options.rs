//! The options of a table as people set them up: what each is called, what it does, what it may be.
//!
//! Deliberately absent: which values are legal; `wire` reads options and refuses what it does not know.

use engine::{GameId, SeatCount, with_game};
use wire::Value;

use crate::effects::effects;
use crate::lang::set_type;
use crate::{Lang, Words};

/// One option of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct TableOption {
    /// Its name in a position's `options`.
    pub key: &'static str,
    /// What it is called.
    pub label: String,
    /// What it does, in one line.
    pub help: String,
    /// What it may be.
    pub values: Values,
    /// What its values do to the game, as it was measured: a sentence for each.
    pub effects: Vec<String>,
}

/// What an option may be.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// One of these; the first is the default.
    OneOf(Vec<Choice>),
    /// A whole number.
    Number {
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
        /// What holds when nothing is said; none is no limit.
        default: Option<i64>,
    },
}

/// One of the things an option may be.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// As it stands in a position; `null` leaves the option out.
    pub value: Value,
    /// In words.
    pub label: String,
}

/// The options of a game at a table of so many seats, in the order they are asked for.
#[must_use]
pub fn of(game: GameId, seats: SeatCount, lang: Lang) -> Vec<TableOption> {
    let mut options = with_game!(game, G => <G as Words>::options(seats, lang));
    for option in &mut options {
        option.effects = effects(game, option, lang);
        let choices = if let Values::OneOf(choices) = &mut option.values { choices.as_mut_slice() } else { &mut [] };
        let labels = choices.iter_mut().map(|choice| &mut choice.label);
        for text in labels.chain([&mut option.label, &mut option.help]).chain(&mut option.effects) {
            *text = set_type(text, lang);
        }
    }
    options
}

impl TableOption {
    /// An option that is a number.
    pub(crate) fn number(
        key: &'static str,
        label: &str,
        help: &str,
        [least, most]: [i64; 2],
        default: Option<i64>,
    ) -> Self {
        let values = Values::Number { least, most, default };
        Self { key, label: label.into(), help: help.into(), values, effects: Vec::new() }
    }

    /// An option that is one of some things, the default first.
    pub(crate) fn one_of<V: Into<Value>, L: Into<String>>(
        key: &'static str,
        label: &str,
        help: &str,
        choices: impl IntoIterator<Item = (V, L)>,
    ) -> Self {
        let choices = choices.into_iter().map(|(value, label)| Choice { value: value.into(), label: label.into() });
        let values = Values::OneOf(choices.collect());
        Self { key, label: label.into(), help: help.into(), values, effects: Vec::new() }
    }
}
