//! Messages of a newer house: what is known of them is read, the rest is left.

use serde_json::Value;
use wire::house::{Recent, Summary, TableId, ToClient};
use wire::read_json;

/// The fields of a table's settings that this program knows; in messages of a newer house there may be more.
const SETTINGS: [&str; 11] = [
    "game",
    "options",
    "seats",
    "visibility",
    "turn_seconds",
    "rated",
    "hints",
    "undo",
    "begins_when_full",
    "takeover",
    "fast_calls",
];

/// What could be read.
pub(crate) enum Read {
    /// A message.
    Message(ToClient),
    /// Something happened at this table, or it is shown, and this program does not know how.
    Unfit {
        /// Which table.
        table: TableId,
        /// The sequence number, of what happened.
        seq: Option<u64>,
    },
    /// Nothing.
    Unknown,
}

/// Reads a message. Every message is read the lenient way, and the program is the smaller for it.
pub(crate) fn read(text: &str) -> Read {
    match serde_json::from_str(text) {
        Ok(Value::Object(message)) => {
            message.into_iter().find_map(|(kind, body)| read_body(&kind, body)).unwrap_or(Read::Unknown)
        }
        _ => Read::Unknown,
    }
}

fn read_body(kind: &str, mut body: Value) -> Option<Read> {
    let message = match kind {
        "welcome" => read_json(&body).map(ToClient::Welcome),
        "answer" => read_json(&body).map(ToClient::Answer),
        "refused" => read_json(&body).map(ToClient::Refused),
        "presence" => read_json(&body).map(ToClient::Presence),
        "lobby" => {
            let tables = body.get_mut("tables")?.as_array_mut()?;
            Some(ToClient::Lobby { tables: tables.iter_mut().filter_map(read_summary).collect() })
        }
        "nodes" => {
            let nodes = body.get("nodes").and_then(Value::as_array)?;
            Some(ToClient::Nodes { nodes: nodes.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect() })
        }
        "outage" => Some(ToClient::Outage { over: body.get("over").and_then(Value::as_bool).unwrap_or_default() }),
        "lobby_changed" => read_summary(&mut body).map(|summary| ToClient::LobbyChanged(Box::new(summary))),
        "announced" => {
            let text = read_json(body.get("text")?)?;
            Some(ToClient::Announced { text, at: body.get("at").and_then(Value::as_u64).unwrap_or_default() })
        }
        "lobby_lost" => Some(ToClient::LobbyLost { table: read_json(body.get("table")?)? }),
        "table" | "happened" => {
            let table: TableId = read_json(body.get("table")?)?;
            let seq = body.get("seq").filter(|_| kind == "happened").and_then(Value::as_u64);
            prune(&mut body);
            let whole = Value::from_iter([(kind, body)]);
            return Some(read_json(&whole).map_or(Read::Unfit { table, seq }, Read::Message));
        }
        _ => None,
    };
    message.map(Read::Message)
}

/// A table of the list; one that this program cannot read is left out.
fn read_summary(summary: &mut Value) -> Option<Summary> {
    prune(summary);
    read_json(summary)
}

/// Leaves out the settings that this program does not know, and the past if it cannot read it: it can do without.
fn prune(table: &mut Value) {
    if let Some(settings) = table.get_mut("settings").and_then(Value::as_object_mut) {
        settings.retain(|field, _| SETTINGS.contains(&field.as_str()));
    }
    if let Some(table) = table.as_object_mut()
        && table.get("recent").is_some_and(|recent| read_json::<Recent>(recent).is_none())
    {
        table.remove("recent");
    }
}

#[cfg(test)]
mod tests {
    use engine::GameId;
    use wire::house::{Settings, Visibility};

    use super::*;

    #[test]
    fn all_settings_of_this_program_are_known() {
        let settings = Settings {
            game: GameId::Dos,
            options: [("target".into(), 200.into())].into_iter().collect(),
            seats: 2,
            visibility: Visibility::Invited,
            turn_seconds: Some(60),
            rated: true,
            hints: true,
            undo: true,
            begins_when_full: true,
            takeover: Some(true),
            fast_calls: true,
        };
        let written = serde_json::to_value(&settings).expect("plain data");
        let fields: Vec<&str> = written.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(fields, SETTINGS);
    }
}
