//! What was asked for: it stands at the head of every report, so that a run can be repeated.

use bots::Level;
use engine::{GameId, Seed};
use serde_json::{Map, Value, json};
use wire::write_seed;
use words::{Lang, game_name};

use crate::Entrant;

/// What a run was asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub game: GameId,
    /// How many sit at a table.
    pub players: usize,
    /// The options that differ from the booklet's game, as they were given.
    pub options: Value,
    /// What all deals grow from.
    pub seed: Seed,
}

impl Settings {
    /// The name of the game, and what is special about its tables.
    pub(crate) fn parts(&self, lang: Lang) -> Vec<String> {
        let players = lang.count(self.players, words::sim::players(lang));
        let mut parts = vec![game_name(self.game).to_string(), players];
        if self.options.as_object().is_some_and(|options| !options.is_empty()) {
            parts.push(self.options.to_string());
        }
        parts
    }

    /// As the first fields of a JSON object.
    pub(crate) fn fields(&self, command: &str) -> Map<String, Value> {
        let fields = json!({
            "command": command,
            "game": self.game.slug(),
            "players": self.players,
            "options": self.options,
            "seed": write_seed(&self.seed),
        });
        match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        }
    }
}

/// An entrant as it is named on the command line.
pub(crate) fn entrant_name(entrant: &Entrant) -> String {
    match entrant.level {
        Level::Expert => format!("{}@{}", entrant.level.slug(), entrant.millis),
        // The others do not think.
        Level::Novice | Level::Casual | Level::Skilled => entrant.level.slug().into(),
    }
}

/// An entrant in JSON.
pub(crate) fn entrant_json(entrant: &Entrant) -> Value {
    json!({ "level": entrant.level.slug(), "millis": entrant.millis })
}
