//! Three nodes as processes, three servers, and the log as an outsider reads it.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use harness::{Launcher, Proxy, Server};
use journal::{JetStreamJournal, JetStreamSettings, Journal, Position, Subject};
use nats_cluster::Cluster;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use wire::house::{Entry, PlayerId, TableId, read_entries};

use super::TIMEOUT;
use super::person::{Person, Played, Progress};

/// The pause between two looks at something.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// One house of three nodes.
pub(crate) struct House {
    pub(crate) servers: Cluster,
    nodes: Vec<Node>,
    log: JetStreamJournal,
    _folders: Vec<TempDir>,
}

struct Node {
    launcher: Arc<Launcher>,
    server: Option<Server>,
    /// What stands between it and the servers.
    proxies: Vec<Proxy>,
}

impl Node {
    /// Opens it on a thread of its own, so that the proxies go on meanwhile.
    async fn open(&mut self) {
        let launcher = Arc::clone(&self.launcher);
        let opened = spawn_blocking(move || launcher.open()).await.expect("nobody panics");
        self.server = Some(opened.expect("the node opens"));
    }
}

/// What went wrong stands in the logs of the nodes.
impl Drop for House {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for node in &self.nodes {
                println!("{}:\n{}", node.launcher.address(), node.launcher.log());
            }
        }
    }
}

impl House {
    /// Starts it, its nodes with these settings besides their own.
    pub(crate) async fn start_with(settings: &[(&str, &str)]) -> Self {
        let servers = Cluster::start(3).expect("nats-server is installed");
        let log = JetStreamSettings { servers: servers.addresses(), replicas: 3, ..JetStreamSettings::default() };
        let (mut nodes, mut folders) = (Vec::new(), Vec::new());
        for number in 0..3 {
            let mut proxies = Vec::new();
            for address in servers.addresses() {
                let address = address.trim_start_matches("nats://").parse().expect("an address");
                proxies.push(Proxy::to(address).await.expect("a proxy"));
            }
            let addresses: Vec<String> = proxies.iter().map(|proxy| format!("nats://{}", proxy.address())).collect();
            let folder = tempfile::tempdir().expect("a folder");
            let launcher = Launcher::new(env!("CARGO_BIN_EXE_tapis").as_ref(), folder.path()).expect("a port");
            let launcher = launcher.with("cluster", &addresses.join(",")).with("node", &format!("n{number}"));
            let launcher = settings.iter().fold(launcher, |launcher, (name, value)| launcher.with(name, value));
            let mut node = Node { launcher: Arc::new(launcher), server: None, proxies };
            node.open().await;
            nodes.push(node);
            folders.push(folder);
        }
        let log = JetStreamJournal::open(&log).await.expect("the log can be read");
        Self { servers, nodes, log, _folders: folders }
    }

    /// Where the nodes listen.
    pub(crate) fn addresses(&self) -> Vec<String> {
        self.nodes.iter().map(|node| format!("http://{}", node.launcher.address())).collect()
    }

    pub(crate) fn kill(&mut self, node: usize) {
        self.nodes[node].server.take().expect("it runs").kill().expect("it did not end by itself");
    }

    pub(crate) async fn open(&mut self, node: usize) {
        self.nodes[node].open().await;
    }

    /// Cuts a node off from all servers.
    pub(crate) fn cut_off(&self, node: usize) {
        self.nodes[node].proxies.iter().for_each(Proxy::cut);
    }

    pub(crate) fn restore(&self, node: usize) {
        self.nodes[node].proxies.iter().for_each(Proxy::restore);
    }

    pub(crate) fn signal(&self, node: usize, signal: &str) {
        let id = self.nodes[node].server.as_ref().expect("it runs").process.id();
        let status = Command::new("kill").args([signal, &id.to_string()]).status().expect("kill runs");
        assert!(status.success(), "{signal}");
    }

    /// Waits until a node that was told to end has.
    pub(crate) async fn wait_for_end(&mut self, node: usize) {
        let id = self.nodes[node].server.as_ref().expect("it ran").process.id();
        let is_there = || {
            let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            !status.is_empty() && !status.contains(") Z ")
        };
        let ended = async {
            while is_there() {
                sleep(LOOK_AGAIN).await;
            }
        };
        timeout(TIMEOUT, ended).await.expect("the node ends");
        self.nodes[node].server = None;
    }

    /// Waits until a node says that it is ready, or that it is not.
    pub(crate) async fn until_ready(&self, node: usize, is_ready: bool) {
        let url = format!("http://{}/readyz", self.nodes[node].launcher.address());
        let wanted = if is_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        let said = async {
            while reqwest::get(&url).await.map(|answer| answer.status()).ok() != Some(wanted) {
                sleep(LOOK_AGAIN).await;
            }
        };
        timeout(TIMEOUT, said).await.unwrap_or_else(|_| panic!("node {node} does not answer {wanted}"));
    }

    /// Which node runs a table.
    pub(crate) async fn owner(&self, table: &TableId) -> usize {
        let stream = self.log.context().get_stream_no_info("tapis-owners").await.expect("the stream is there");
        let subject = format!("tapis-owners.{table}");
        let found = async {
            loop {
                if let Ok(entry) = stream.get_last_raw_message_by_subject(&subject).await {
                    return String::from_utf8_lossy(&entry.payload).into_owned();
                }
                sleep(LOOK_AGAIN).await;
            }
        };
        let entry = timeout(TIMEOUT, found).await.expect("somebody runs the table");
        let name = entry.split_once(" n").expect("a name").1;
        name.parse().expect("a number")
    }

    /// The server that leads the stream of the log.
    pub(crate) async fn leader(&self) -> String {
        let stream = self.log.context().get_stream("tapis-0").await.expect("the stream is there");
        let cluster = stream.cached_info().cluster.clone().expect("it is on several servers");
        cluster.leader.expect("it has a leader")
    }

    /// Checks what people were told of a match that is over against the log.
    pub(crate) async fn check(&self, table: &TableId, all: &[Played], what: &str) {
        let subject = Subject::new(&format!("table.{table}")).expect("a subject");
        let records = self.log.read(&subject, Position::START).await.expect("the log can be read");
        let mut asked: BTreeSet<(PlayerId, String)> = BTreeSet::new();
        let mut ends = 0;
        for stored in &records {
            for entry in read_entries(&stored.record.body).expect("entries") {
                match entry {
                    Entry::Asked { player, id, .. } => {
                        assert!(asked.insert((player, id.clone())), "{what}: {id} was done twice");
                    }
                    Entry::Ended { .. } => ends += 1,
                    _ => {}
                }
            }
        }
        assert_eq!(ends, 1, "{what}: the match has one end");
        for Played { player, acknowledged } in all {
            assert!(!acknowledged.is_empty(), "{what}: everybody played");
            for id in acknowledged {
                assert!(asked.contains(&(player.clone(), id.clone())), "{what}: {id} was acknowledged and is lost");
            }
        }
    }

    /// Whoever plays along on an evening has one table for a deal, at whichever node they ask and whoever joins at the same
    /// moment elsewhere.
    pub(crate) async fn holds_an_evening_everywhere(&self) {
        let nodes = self.addresses();
        let mut people = Vec::new();
        for node in 0..nodes.len() {
            people.push(Person::come_in(&nodes, node, Progress::default()).await);
        }
        let settings = json!({ "game": "onze", "seats": 2, "level": "novice", "deals": 2 });
        let opened = people[0].post("/api/evenings", &json!({ "settings": settings, "hours": 1 })).await;
        let evening = format!("/api/evenings/{}", opened["evening"].as_str().expect("an evening is opened"));
        let (tables, nothing) = (format!("{evening}/tables"), json!({}));
        let first = futures_util::future::join_all(people.iter().map(|person| person.post(&tables, &nothing))).await;
        for (person, table) in people.iter_mut().zip(&first) {
            assert_eq!(first.iter().filter(|other| *other == table).count(), 1, "each has their own: {first:?}");
            for node in 0..nodes.len() {
                person.go_to(node);
                assert_eq!(person.post(&tables, &nothing).await, *table, "at node {node}");
                let view = person.get(&evening).await;
                assert_eq!(view["players"].as_array().map(Vec::len), Some(first.len()), "{view}");
            }
        }
    }

    /// Whoever came in at one node is known at all, at once; names are one's own in the whole house; and a node whose
    /// own tables are gone makes them again from the log.
    pub(crate) async fn knows_everybody_everywhere(&mut self) {
        let nodes = self.addresses();
        let mut anne = Person::come_in(&nodes, 0, Progress::default()).await;
        anne.post("/api/claim", &json!({ "name": "Anne", "password": "a long password" })).await;
        for node in 0..nodes.len() {
            anne.go_to(node);
            // Who they are is known at once; what they are called now a moment later.
            assert_eq!(anne.get("/api/session").await["player"]["id"], anne.id.as_str(), "at node {node}");
            anne.until_called("Anne").await;
        }
        let other = Person::come_in(&nodes, 1, Progress::default()).await;
        let wanted = json!({ "name": "ANNE", "password": "another password" });
        let refused = other.post("/api/claim", &wanted).await;
        assert_eq!(refused["error"]["code"], "name-taken", "{refused}");

        self.kill(2);
        let data = self.nodes[2].launcher.data();
        std::fs::remove_file(&data).expect("the node's tables are gone");
        for ending in ["-wal", "-shm"] {
            let mut name = data.as_os_str().to_owned();
            name.push(ending);
            // Some are there and some are not.
            let _ = std::fs::remove_file(name);
        }
        self.open(2).await;
        anne.go_to(2);
        assert_eq!(anne.get("/api/session").await["player"]["name"], "Anne", "after its tables were lost");
        let data: Value = anne.get("/api/session/data").await;
        assert_eq!(data["names"][1]["name"], "Anne", "the whole log is searched: {data}");

        let deleted = anne.delete("/api/session/account", &json!({ "password": "a long password" })).await;
        assert!(deleted["error"].is_null(), "{deleted}");
        let mut claimed = other.post("/api/claim", &wanted).await;
        while claimed["error"]["code"] == "name-taken" {
            // The other node hears of it a moment later.
            sleep(LOOK_AGAIN).await;
            claimed = other.post("/api/claim", &wanted).await;
        }
        assert!(claimed["error"].is_null(), "{claimed}");
        let found = self.log.find(b"\"Anne\"", Position::START, u32::MAX).await.expect("the log can be read");
        assert_eq!(found.records, [], "nothing of her is in the log");
    }
}
