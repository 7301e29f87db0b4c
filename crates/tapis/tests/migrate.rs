//! `tapis migrate` as people run it: a house that people have played in goes onto a real server of NATS and back to a
//! file, is interrupted on the way, and finds what is different.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use harness::{Launcher, crash};
use journal::{JetStreamJournal, JetStreamSettings, Journal, Position, Record, Subject};
use nats_cluster::Cluster;
use serde_json::{Value, json};

const TAPIS: &str = env!("CARGO_BIN_EXE_tapis");
/// How many moves people make before the house is closed.
const MOVES: u64 = 300;

fn migrate(from: &str, to: &str) -> Command {
    let mut command = Command::new(TAPIS);
    command.args(["migrate", "--json", "--from", from, "--to", to]).env("LC_ALL", "en_GB.UTF-8");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn moved(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success(), "it is not refused");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn admin(data: &Path, command: &[&str]) -> Value {
    let mut admin = Command::new(TAPIS);
    let output = admin.args(["admin", "--json", "--data"]).arg(data).args(command).output().expect("it runs");
    moved(&output)
}

/// Asks an open house.
struct Asker(reqwest::Client, String);

impl Asker {
    fn of(launcher: &Launcher) -> Self {
        Self(reqwest::Client::new(), format!("http://{}", launcher.address()))
    }

    async fn post(&self, path: &str, token: &str, body: Value) -> Value {
        let request = self.0.post(format!("{}{path}", self.1)).bearer_auth(token).json(&body);
        let answer = request.send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.expect("JSON")
    }

    async fn get(&self, path: &str, token: &str) -> Value {
        let answer = self.0.get(format!("{}{path}", self.1)).bearer_auth(token).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.expect("JSON")
    }
}

fn launcher(folder: &Path) -> Launcher {
    std::fs::create_dir_all(folder).expect("a folder");
    Launcher::new(Path::new(TAPIS), folder).expect("a port").with_limits_of_its_own()
}

/// What the house tells of itself: its tables, their logs' last moments, players, histories, reports and keepers' acts.
async fn look(launcher: &Launcher, token: &str, me: &str) -> Value {
    let server = launcher.open().expect("it opens on this data");
    let asker = Asker::of(launcher);
    let tables = asker.get("/api/tables", token).await;
    let mut players = std::collections::BTreeSet::new();
    let mut seen = Vec::new();
    for table in tables["tables"].as_array().expect("a list") {
        let id = table["table"].as_str().expect("an id");
        seen.push(asker.get(&format!("/api/tables/{id}"), token).await);
    }
    collect_players(&tables, &mut players);
    players.insert(me.to_owned());
    for player in players {
        seen.push(asker.get(&format!("/api/players/{player}"), token).await);
        seen.push(without_positions(asker.get(&format!("/api/players/{player}/history"), token).await));
    }
    let reports = without_positions(admin(&launcher.data(), &["reports"]));
    let acts = without_positions(admin(&launcher.data(), &["audit"]));
    server.process.end().expect("it ends");
    json!({ "tables": tables, "seen": seen, "reports": reports, "acts": acts })
}

fn collect_players(value: &Value, players: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect_players(value, players)),
        Value::Object(fields) => {
            players.extend(fields.get("player").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| collect_players(value, players));
        }
        _ => {}
    }
}

/// Records stand elsewhere in another journal.
fn without_positions(mut value: Value) -> Value {
    match &mut value {
        Value::Array(values) => values.iter_mut().for_each(|value| *value = without_positions(value.take())),
        Value::Object(fields) => {
            fields.retain(|name, _| !matches!(name.as_str(), "position" | "number" | "report" | "before"));
            fields.values_mut().for_each(|value| *value = without_positions(value.take()));
        }
        _ => {}
    }
    value
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_goes_into_a_cluster_and_back_and_is_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("old");
    std::fs::create_dir_all(&old).expect("a folder");
    let played = tokio::task::spawn_blocking({
        let old = old.clone();
        move || crash::populate(Launcher::new(Path::new(TAPIS), &old).expect("a port"), 6, MOVES, 7)
    });
    drop(played.await.expect("nothing panics").expect("people play"));

    // Somebody takes a name, and reports twice; one report is dealt with.
    let first = launcher(&old);
    let server = first.open().expect("it opens");
    let asker = Asker::of(&first);
    let session = asker.post("/api/session", "", json!({})).await;
    let word = |value: &Value| value.as_str().expect("a word").to_owned();
    let (token, me) = (word(&session["token"]), word(&session["player"]["id"]));
    asker.post("/api/claim", &token, json!({ "name": "Anna", "password": "correct horse" })).await;
    for text in ["The first.", "The second."] {
        asker.post("/api/reports", &token, json!({ "text": text })).await;
    }
    let reports = admin(&first.data(), &["reports"]);
    let number = reports["rows"][0]["report"].as_u64().unwrap_or_else(|| panic!("{reports}"));
    admin(&first.data(), &["close-report", &number.to_string()]);
    server.process.end().expect("it ends");
    let before = look(&first, &token, &me).await;

    let cluster = Cluster::start(1).expect("a server can be started");
    let (source, servers) = (first.data().display().to_string(), cluster.addresses().join(","));
    interrupted(&source, &servers, &cluster).await;
    let there = moved(&migrate(&source, &servers).output().expect("it runs"));
    let again = moved(&migrate(&source, &servers).output().expect("it runs"));
    assert_eq!(again["written"], 0, "all of it is there");
    assert!(there["records"].as_u64() > Some(MOVES) && there["news"].as_u64() > Some(10), "{there}");

    let second = launcher(&folder.path().join("new"));
    let copy = second.data().display().to_string();
    let back = moved(&migrate(&servers, &copy).output().expect("it runs"));
    for same in ["digest", "records", "subjects", "news", "snapshots"] {
        assert_eq!([&there[same], &again[same]], [&back[same]; 2], "{same}");
    }
    journal::check(&second.data()).expect("the new file is sound");
    assert_eq!(look(&second, &token, &me).await, before, "the house is as it was");

    // What is planted on the way is found, and named.
    let settings = JetStreamSettings { servers: cluster.addresses(), ..JetStreamSettings::default() };
    let planted = JetStreamJournal::open(&settings).await.expect("it opens");
    let subject = Subject::new("house.acts").expect("a subject");
    let acts = planted.read(&subject, Position::START).await.expect("readable");
    let last = acts.last().expect("a report was dealt with").position;
    let foreign = Record { body: b"{}".as_slice().into(), is_news: false };
    planted.append(&subject, last, foreign).await.expect("it is appended");
    for (from, to) in [(&source, &servers), (&servers, &copy)] {
        let output = migrate(from, to).output().expect("it runs");
        if from == &source {
            assert!(refused(&output).contains("house.acts"), "{}", refused(&output));
        } else {
            // The file simply lacks it, so it is brought along.
            assert_eq!(moved(&output)["written"], 1);
        }
    }
    let nowhere = folder.path().join("nowhere.db").display().to_string();
    assert!(refused(&migrate(&nowhere, &servers).output().expect("it runs")).contains("There is no house"));
    assert!(!Path::new(&nowhere).exists(), "a source is never made");
}

/// Starts to move a house and kills that when about half is there.
async fn interrupted(source: &str, servers: &str, cluster: &Cluster) {
    let settings = JetStreamSettings { servers: cluster.addresses(), ..JetStreamSettings::default() };
    let target = JetStreamJournal::open(&settings).await.expect("it opens");
    let mut moving = migrate(source, servers).spawn().expect("it starts");
    let half = MOVES / 2;
    while moving.try_wait().expect("it can be asked").is_none() {
        if target.head().await.expect("there is a head").0 > half {
            moving.kill().expect("it is killed");
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    target.close().await;
}
