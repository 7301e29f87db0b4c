//! The description of the interface is up to date.

use std::path::Path;

use serde_json::Value;

use crate::fixture::{House, config};

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

/// Asks for everything that is not JSON, and compares what comes with what the description says.
#[tokio::test]
async fn what_is_not_json_is_described_as_what_it_is() {
    let house = House::open(config()).await;
    let token = house.guest().await.text("token");
    let settings = serde_json::json!({ "settings": { "game": "onze", "seats": 2 } });
    let table = house.post("/api/tables", &token, settings).await.text("table");
    let api: Value = serde_json::from_str(&server::openapi_json()).expect("JSON");
    for (described, path) in [
        ("/metrics", "/metrics".to_owned()),
        ("/api/tables/{id}/qr.svg", format!("/api/tables/{table}/qr.svg")),
        ("/api/rules/{game}", "/api/rules/dos".to_owned()),
    ] {
        let answer = house.get(&path, "").await;
        let sent = answer.headers["content-type"].to_str().expect("text");
        let content = &api["paths"][described]["get"]["responses"]["200"]["content"];
        let described: Vec<&String> = content.as_object().expect("content").keys().collect();
        // What comes may say more than its type: its character set.
        let is_same = |name: &&String| sent == name.as_str() || sent.starts_with(&format!("{name};"));
        assert!(described.len() == 1 && described.iter().all(is_same), "{path}: {described:?} is {sent}");
    }
    let record = &api["paths"]["/api/tables/{id}/record"]["get"]["responses"]["200"]["content"];
    assert!(record.get("application/jsonl").is_some(), "{record}");
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
