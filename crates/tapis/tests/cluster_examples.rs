//! The examples of `docs/examples/cluster`: the files can be read, the dashboard draws figures that exist, and the plain
//! processes become a house of three nodes.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::net::{TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use harness::{Launcher, Process};
use serde_json::Value;

const TAPIS: &str = env!("CARGO_BIN_EXE_tapis");
/// Nothing takes that long; a test that waits longer waits for ever.
const HANGS: Duration = Duration::from_secs(90);

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/cluster").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(example(name)).expect("an example")
}

/// The names of figures in a text, without what is added for the kind of figure.
fn figures(text: &str) -> BTreeSet<String> {
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let names = text.split(|letter| !is_name(letter)).filter(|word| word.starts_with("tapis_"));
    let bare = |name: &str| {
        let endings = ["_total", "_bucket", "_sum", "_count"];
        endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name).to_owned()
    };
    names.map(bare).collect()
}

async fn get(address: &str, path: &str) -> Option<(u16, String)> {
    let answer = reqwest::get(format!("http://{address}{path}")).await.ok()?;
    Some((answer.status().as_u16(), answer.text().await.ok()?))
}

#[tokio::test]
async fn the_dashboard_draws_every_figure_there_is_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let launcher = Launcher::new(TAPIS.as_ref(), folder.path()).expect("a port");
    let _server = launcher.open().expect("it opens");
    let address = launcher.address().to_string();
    // What is counted by kind is there once it was counted.
    assert_eq!(get(&address, "/api/nothing").await.map(|(status, _)| status), Some(404));
    let (_, metrics) = get(&address, "/metrics").await.expect("figures");
    let known = figures(&metrics);
    let dashboard: Value = serde_json::from_str(&text("dashboard.json")).expect("JSON");
    let drawn: Vec<&str> = dashboard["panels"]
        .as_array()
        .expect("panels")
        .iter()
        .flat_map(|panel| panel["targets"].as_array().expect("targets"))
        .map(|target| target["expr"].as_str().expect("an expression"))
        .collect();
    assert!(!drawn.is_empty());
    assert_eq!(figures(&drawn.join(" ")), known);
}

#[test]
fn the_files_can_be_read_and_name_each_other() {
    let read = |name: &str| -> serde_yaml_ng::Value { serde_yaml_ng::from_str(&text(name)).expect("YAML") };
    let compose = read("compose.yaml");
    let scraped = read("prometheus.yaml");
    let targets = &scraped["scrape_configs"][0]["static_configs"][0]["targets"];
    let targets: Vec<&str> =
        targets.as_sequence().expect("a list").iter().filter_map(|target| target.as_str()).collect();
    assert_eq!(targets.len(), 3);
    for target in targets {
        let (name, port) = target.split_once(':').expect("a port");
        let command = compose["services"][name]["command"].as_str().expect("a node of this name");
        assert!(command.contains(&format!("--listen 0.0.0.0:{port}")), "{command}");
        for server in ["nats-1", "nats-2", "nats-3"] {
            assert!(command.contains(&format!("nats://{server}:4222")), "{command}");
            let server = compose["services"][server]["command"].as_str().expect("a server of this name");
            assert!(server.contains("--jetstream"), "{server}");
        }
        // What is given to a node are settings that a node has.
        let settings: Vec<&str> = command.split(' ').filter(|word| word.starts_with("--")).collect();
        let help = Command::new(TAPIS).args(["serve", "--help"]).output().expect("it runs").stdout;
        let help = String::from_utf8(help).expect("text");
        assert!(settings.iter().all(|setting| help.contains(&format!("{setting} <"))), "{settings:?}");
    }
    for volume in compose["services"]["grafana"]["volumes"].as_sequence().expect("a list") {
        let file = volume.as_str().and_then(|volume| volume.split(':').next()).expect("a file");
        assert!(example(file).exists(), "{file}");
    }
    for name in ["grafana-datasource.yaml", "grafana-provider.yaml"] {
        assert_eq!(read(name)["apiVersion"], 1);
    }
}

#[tokio::test]
async fn the_plain_processes_become_a_house_of_three_nodes() {
    let folder = tempfile::tempdir().expect("a folder");
    let ((house, _reserved), (servers, _also_reserved)) = (free_ports(3), free_ports(13));
    let addresses = (house..house + 3).map(|port| format!("127.0.0.1:{port}"));
    let mut command = Command::new("sh");
    command.arg(example("run.sh")).env("TAPIS", TAPIS).env("FOLDER", folder.path().join("data"));
    command.env("HOUSE_PORT", house.to_string());
    command.env("NATS_PORT", servers.to_string());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let process = Process::start(&mut command).expect("a shell");
    let deadline = Instant::now() + HANGS;
    for address in addresses.clone() {
        loop {
            let ready = get(&address, "/readyz").await.is_some_and(|(status, _)| status == 200);
            let figures = get(&address, "/metrics").await.map(|(_, text)| text).unwrap_or_default();
            if ready && figures.lines().any(|line| line == "tapis_nodes 3") {
                break;
            }
            assert!(Instant::now() < deadline, "{address} is not one of three nodes:\n{figures}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    process.end().expect("it ends");
    for address in addresses {
        assert_eq!(get(&address, "/healthz").await, None, "the nodes end with the script");
    }
}

/// So many free ports in a row. Who holds the UDP port of the same number has it, among all tests on the machine.
fn free_ports(count: u16) -> (u16, Vec<UdpSocket>) {
    let first = 20_000 + (std::process::id() % 10_000) as u16;
    let reserve = |first: u16| {
        (first..first + count)
            .map(|port| {
                TcpListener::bind(("127.0.0.1", port)).ok()?;
                UdpSocket::bind(("127.0.0.1", port)).ok()
            })
            .collect::<Option<Vec<UdpSocket>>>()
    };
    let found = (first..first + 1_500).find_map(|first| Some((first, reserve(first)?)));
    found.expect("ports are free")
}
