//! How a table is set up.

use std::borrow::Cow;

use engine::GameId;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The shortest turn clock of a table, in seconds.
pub const MIN_TURN_SECONDS: u16 = 5;
/// The longest turn clock of a table, in seconds.
pub const MAX_TURN_SECONDS: u16 = 3_600;

/// What is played at a table, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// onze, nain-jaune, dos, rummy or quarante-six.
    #[serde(with = "slug")]
    #[schemars(with = "GameSchema")]
    pub game: GameId,
    /// The game's options that differ from the default, as in a position.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
    /// How many seats the table has; `GET /api/games` tells how many may play each game.
    #[schemars(range(min = 2, max = 8))]
    pub seats: u8,
    /// Who finds the table.
    #[serde(default)]
    pub visibility: Visibility,
    /// Seconds a turn may take, 5 to 3600; absent: no limit. Rummy has its own option, `turn_seconds`, and its penalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = MIN_TURN_SECONDS, max = MAX_TURN_SECONDS))]
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
    /// Whether anybody may sit down where a bot of the house sits; absent: where one is invited yes, at a public table
    /// no. Who has sat at the table may in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeover: Option<bool>,
    /// Whether programs may call and catch as fast as they can; else no faster than the quickest bot of the house.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fast_calls: bool,
}

impl Settings {
    /// A public table with the usual rules that counts for nothing: no clock, and hints and undo are allowed.
    #[must_use]
    pub fn new(game: GameId, seats: u8) -> Self {
        Self {
            game,
            options: Map::new(),
            seats,
            visibility: Visibility::Public,
            turn_seconds: None,
            rated: false,
            hints: true,
            undo: true,
            begins_when_full: false,
            takeover: None,
            fast_calls: false,
        }
    }

    /// Whether anybody may sit down where a bot of the house sits.
    #[must_use]
    pub fn allows_takeover(&self) -> bool {
        self.takeover.unwrap_or(self.visibility == Visibility::Invited)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(super) fn is_false(flag: &bool) -> bool {
    !flag
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

/// How schemas describe a game: by its slug.
pub struct GameSchema;

impl JsonSchema for GameSchema {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Game".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": GameId::ALL.map(GameId::slug) })
    }
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
