//! A duplicate evening: what a table of it knows, and what the house tells of it over HTTP.

use engine::{GameId, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::id::{PlayerId, TableId};
use super::settings::{BotLevel, GameSchema, is_false, slug};
use crate::{evening_seed, write_seed};

/// The most deals of an evening.
pub const MAX_EVENING_DEALS: u16 = 24;
/// The longest an evening can be open, in hours: a week.
pub const MAX_EVENING_HOURS: u16 = 7 * 24;
/// The most players of an evening.
pub const MAX_EVENING_PLAYERS: usize = 64;

/// The deal of an evening that is played at a table, as the log has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EveningDeal {
    /// Which deal of which evening.
    #[serde(flatten)]
    pub place: EveningPlace,
    /// The seed of the evening. Nobody is shown it before the evening is over.
    #[serde(with = "seed")]
    pub seed: Seed,
}

impl EveningDeal {
    /// The seed of a round of this deal.
    #[must_use]
    pub fn round(&self, round: u16) -> Seed {
        evening_seed(&self.seed, self.place.deal, round)
    }
}

/// Which deal of which evening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EveningPlace {
    /// The id of the evening.
    pub evening: String,
    /// Which deal, from 1.
    #[schemars(range(min = 1))]
    pub deal: u16,
    /// How many deals the evening has.
    pub deals: u16,
}

/// What is played on an evening, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EveningSettings {
    /// onze, nain-jaune, dos, rummy or quarante-six.
    #[serde(with = "slug")]
    #[schemars(with = "GameSchema")]
    pub game: GameId,
    /// The game's options that differ from the default. Every deal is one round, whatever they say of rounds.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// How many seats every table has: one for its player, the others for bots of the house.
    #[schemars(range(min = 2, max = 8))]
    pub seats: u8,
    /// How well the bots play.
    pub level: BotLevel,
    /// How many deals everybody plays.
    #[schemars(range(min = 1, max = MAX_EVENING_DEALS))]
    pub deals: u16,
    /// Whether each player sits one seat further than the one before, and moves on with every deal; else everybody
    /// plays the first hand of every deal.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exchange: bool,
}

/// An evening, as it is shown to whoever asks.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EveningView {
    /// Its id.
    pub evening: String,
    /// What is played, and how.
    #[serde(flatten)]
    pub settings: EveningSettings,
    /// The name of who opened it.
    pub host: String,
    /// When it was opened, in milliseconds since 1970.
    pub opened: u64,
    /// When it is over, in milliseconds since 1970.
    pub closes: u64,
    /// Whether it is over.
    pub over: bool,
    /// The SHA-256 of its seed, in hexadecimal digits.
    pub commitment: String,
    /// Its seed, 64 hexadecimal digits; absent before it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The address to give to others.
    pub link: String,
    /// Who plays, in the order in which they came.
    pub players: Vec<EveningPlayer>,
    /// How many deals the asker has played; absent for who has not begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<u16>,
    /// The ranking; absent as long as the evening goes on for an asker who has deals left to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Vec<EveningLine>>,
}

/// How far a player of an evening is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EveningPlayer {
    /// The id of the player.
    pub player: PlayerId,
    /// Their name; empty once they are deleted.
    pub name: String,
    /// How many deals they have played.
    pub done: u16,
}

/// A line of the ranking: the points of a player, and how much of them was cards and how much was play.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EveningLine {
    /// The id of the player.
    pub player: PlayerId,
    /// Their name; empty once they are deleted.
    pub name: String,
    /// The rank, from 1; equals share one. Absent for who has not played all deals, and where nothing can be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u16>,
    /// The points of all deals together.
    pub points: i64,
    /// What the cards were worth: the means of their deals, added up. Absent while a deal was played at one table only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<f64>,
    /// What their play made of them: the points without the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<f64>,
    /// The standard error of the play, from how it differs between their deals; absent with fewer than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Deal by deal.
    pub deals: Vec<EveningResult>,
}

/// What a player made of a deal.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct EveningResult {
    /// Which deal, from 1.
    pub deal: u16,
    /// Where they played it.
    pub table: TableId,
    /// From which seat.
    pub seat: u8,
    /// Their points.
    pub points: i64,
    /// The mean of the points of that seat over all tables; absent while there is one table only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<f64>,
    /// The points without the cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<f64>,
}

/// A seed as 64 hexadecimal digits.
mod seed {
    use super::{Seed, write_seed};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use serde_json::Value;

    pub(super) fn serialize<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&write_seed(seed))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let text = String::deserialize(deserializer)?;
        let seed = crate::read_seed(&Value::String(text), &crate::Faults::default());
        seed.ok_or_else(|| D::Error::custom("a seed is 64 hexadecimal digits"))
    }
}
