//! The schema of the messages, as the house publishes it, and what does not fit it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Value, json};

static TO_SERVER: LazyLock<Validator> = LazyLock::new(|| validator("ToServer"));
static TO_CLIENT: LazyLock<Validator> = LazyLock::new(|| validator("ToClient"));

fn validator(name: &str) -> Validator {
    let published: Value = serde_json::from_str(&server::messages_json()).expect("JSON");
    let schema = json!({ "$ref": format!("#/$defs/{name}"), "$defs": published["$defs"] });
    jsonschema::validator_for(&schema).expect("a schema")
}

/// Panics if a client could not have sent this.
#[track_caller]
pub(crate) fn check_to_server(message: &Value) {
    if let Err(error) = TO_SERVER.validate(message) {
        panic!("{error} in {message}");
    }
}

/// Whether a client may send this.
pub(crate) fn is_to_server(message: &Value) -> bool {
    TO_SERVER.is_valid(message)
}

/// Panics if the house says it would not send this.
#[track_caller]
pub(crate) fn check_to_client(message: &Value) {
    if let Err(error) = TO_CLIENT.validate(message) {
        panic!("{error} in {message}");
    }
}

#[test]
fn the_schema_lets_messages_through_and_nothing_else() {
    assert!(is_to_server(&json!({ "id": "1", "ask": "ping" })));
    assert!(is_to_server(&json!({ "id": "1", "table": "t", "ask": { "submit": { "move": "draw" } } })));
    for wrong in [
        json!({ "ask": "ping" }),
        json!({ "id": 1, "ask": "ping" }),
        json!({ "id": "1", "ask": "pong" }),
        json!({ "id": "1", "ask": "ping", "more": true }),
        json!({ "id": "1", "ask": { "submit": { "move": "draw", "seat": 1 } } }),
        json!({ "id": "1", "ask": { "watch": { "after": -1 } } }),
    ] {
        assert!(!is_to_server(&wrong), "{wrong}");
    }
    assert!(!TO_CLIENT.is_valid(&json!({ "answer": {} })));
    assert!(!TO_CLIENT.is_valid(&json!({ "news": {} })));
}

#[test]
fn every_example_in_the_documentation_fits_the_schema() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/PROTOCOL.md");
    let text = std::fs::read_to_string(path).expect("the documentation");
    let blocks = text.split("```json\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let mut names = BTreeSet::new();
    for line in blocks.flat_map(|(block, _)| block.lines()) {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        if message.get("ask").is_some() {
            check_to_server(&message);
            names.insert(name_of(&message["ask"]));
        } else {
            check_to_client(&message);
            names.insert(name_of(&message));
            let happenings = message["happened"]["happenings"].as_array().into_iter().flatten();
            names.extend(happenings.map(name_of));
        }
    }
    // Whatever can be asked or told has an example.
    let published: Value = serde_json::from_str(&server::messages_json()).expect("JSON");
    for family in ["Ask", "ToClient", "Happening"] {
        for variant in published["$defs"][family]["oneOf"].as_array().expect("variants") {
            let name = match variant["properties"].as_object() {
                Some(fields) => fields.keys().next().expect("one field").clone(),
                None => variant["const"].as_str().expect("a name").to_owned(),
            };
            assert!(names.contains(&name), "{family} {name} has no example");
        }
    }
}

/// The name of what is asked or told.
fn name_of(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        Value::Object(fields) => fields.keys().next().expect("one field").clone(),
        _ => panic!("{value}"),
    }
}
