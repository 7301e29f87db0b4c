//! How a table is set up.

use engine::GameId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What is played at a table, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// onze, nain-jaune, dos, rummy or quarante-six.
    #[serde(with = "slug")]
    #[schemars(with = "String")]
    pub game: GameId,
    /// The game's options that differ from the default, as in a position.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// How many seats the table has.
    pub seats: u8,
    /// Who finds the table.
    #[serde(default)]
    pub visibility: Visibility,
    /// Seconds a turn may take; absent: no limit. Rummy has its own option, `turn_seconds`, and its penalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_seconds: Option<u16>,
    /// Whether the match counts for ratings; there is no undo and no hint then.
    #[serde(default)]
    pub rated: bool,
    /// Whether players may ask for hints.
    #[serde(default)]
    pub hints: bool,
    /// Whether a player may take back a step of an unfinished turn that revealed nothing.
    #[serde(default)]
    pub undo: bool,
    /// Whether the match begins by itself as soon as every seat is taken.
    #[serde(default)]
    pub begins_when_full: bool,
}

/// Who finds a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// It is listed in the lobby.
    #[default]
    Public,
    /// Only who has its link or was there finds it, and knows anything of it.
    Invited,
}

/// How well a bot of the house plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// Legal and distracted.
    Novice,
    /// The obvious.
    Casual,
    /// Good rules of thumb.
    Skilled,
    /// Imagines how it may go on.
    Expert,
}

/// A game by its slug.
pub(crate) mod slug {
    use engine::GameId;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(game: &GameId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(game.slug())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        let slug = String::deserialize(deserializer)?;
        GameId::from_slug(&slug).ok_or_else(|| {
            let known = GameId::ALL.map(GameId::slug).join(", ");
            D::Error::custom(format!("`{slug}` is no game; there are {known}"))
        })
    }
}
