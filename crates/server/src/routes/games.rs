//! The games of the house, for programs that open tables: who may play them, and with which options.
//!
//! Deliberately absent: the options themselves; they come from the tables that the form of a new table comes from.

use axum::Json;
use engine::{GameId, SeatCount};
use host::{has_clock, seats_of};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use wire::house::{GameSchema, MAX_TURN_SECONDS, MIN_TURN_SECONDS};
use words::Lang;
use words::options::{TableOption, Values};

use crate::safety::Asker;

/// The games of the house.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Games {
    /// In the order of the house.
    games: Vec<OfferedGame>,
}

/// A game, and the tables it can be played at.
#[derive(Debug, Serialize, JsonSchema)]
struct OfferedGame {
    /// Its name in settings, positions and addresses.
    #[schemars(with = "GameSchema")]
    game: &'static str,
    /// What people call it.
    name: &'static str,
    /// The range of `turn_seconds` in a table's settings; absent: the game has a clock among its own options.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_seconds: Option<Range>,
    /// One for each number of seats, since options and their defaults may depend on it.
    tables: Vec<OfferedTable>,
}

/// What can be set at a table of so many seats.
#[derive(Debug, Serialize, JsonSchema)]
struct OfferedTable {
    /// How many play.
    #[schemars(range(min = 2, max = 8))]
    seats: u8,
    /// The options of the game; what is left out of a table's settings has its default.
    options: Vec<OfferedOption>,
}

/// One option of a game.
#[derive(Debug, Serialize, JsonSchema)]
struct OfferedOption {
    /// Its name in `options`.
    key: &'static str,
    /// What people call it, in the language of the request.
    label: String,
    /// What it does, in one line.
    help: String,
    /// What it may be.
    values: OfferedValues,
    /// What its values do to the game, as it was measured between bots: a sentence for each.
    effects: Vec<String>,
}

/// What an option may be.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum OfferedValues {
    /// One of these; the first is the default.
    OneOf(Vec<OfferedChoice>),
    /// A whole number.
    Number {
        #[serde(flatten)]
        range: Range,
        /// What holds when the option is left out; absent: no limit.
        #[serde(skip_serializing_if = "Option::is_none")]
        default: Option<i64>,
    },
}

/// One of the things an option may be.
#[derive(Debug, Serialize, JsonSchema)]
struct OfferedChoice {
    /// As it stands in `options`; `null` is leaving the option out.
    value: Value,
    /// In words.
    label: String,
}

/// The lowest and the highest value.
#[derive(Debug, Serialize, JsonSchema)]
struct Range {
    /// The lowest.
    least: i64,
    /// The highest.
    most: i64,
}

pub(super) async fn games(asker: Asker) -> Json<Games> {
    Json(Games { games: GameId::ALL.map(|game| offered(game, asker.lang)).into() })
}

fn offered(game: GameId, lang: Lang) -> OfferedGame {
    let table = |seats: SeatCount| OfferedTable {
        seats: seats.get() as u8,
        options: words::options::of(game, seats, lang).into_iter().map(OfferedOption::from).collect(),
    };
    let turn_seconds = Range { least: MIN_TURN_SECONDS.into(), most: MAX_TURN_SECONDS.into() };
    OfferedGame {
        game: game.slug(),
        name: words::game_name(game),
        turn_seconds: Some(turn_seconds).filter(|_| !has_clock(game)),
        tables: seats_of(game).filter_map(SeatCount::new).map(table).collect(),
    }
}

impl From<TableOption> for OfferedOption {
    fn from(TableOption { key, label, help, values, effects }: TableOption) -> Self {
        let values = match values {
            Values::OneOf(choices) => {
                let choices = choices.into_iter().map(|it| OfferedChoice { value: it.value, label: it.label });
                OfferedValues::OneOf(choices.collect())
            }
            Values::Number { least, most, default } => OfferedValues::Number { range: Range { least, most }, default },
        };
        Self { key, label, help, values, effects }
    }
}
