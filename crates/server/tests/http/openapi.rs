//! The description of the interface is up to date.

use std::path::Path;

use serde_json::Value;

#[test]
fn the_descriptions_in_docs_are_those_the_house_serves() {
    for (file, served) in [("openapi.json", server::openapi_json()), ("messages.json", server::messages_json())] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(file);
        if std::env::var_os("TAPIS_BLESS").is_some() {
            std::fs::write(&path, &served).expect("the file is written");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(written, served, "docs/{file} is not up to date: cargo xtask bless");
    }
}

#[test]
fn every_operation_says_what_it_is_for_and_how_it_refuses() {
    let api: Value = serde_json::from_str(&server::openapi_json()).expect("JSON");
    let mut operations = 0;
    for (path, item) in api["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            operations += 1;
            assert!(operation["summary"].is_string(), "{method} {path}");
            let answers = operation["responses"].as_object().expect("responses");
            let is_granted = |status: &String| status.starts_with('2') || status == "101";
            assert!(answers.keys().any(is_granted), "{method} {path}: {operation}");
            assert!(answers.contains_key("default"), "{method} {path}: {operation}");
        }
    }
    assert!(operations > 10, "the description lists {operations}");
}
