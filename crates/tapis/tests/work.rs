//! Work at scale as people run it: real workers over a real server of NATS, one of which is killed in the middle. What
//! comes out is to the byte what one machine finds.
#![cfg(unix)]

use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use async_nats::jetstream;
use journal::JetStreamSettings;
use nats_cluster::Cluster;

/// A run of each command, which takes a while but not long.
const SIMULATE: [&str; 10] = [
    "simulate",
    "onze",
    "--rounds",
    "600",
    "--bots",
    "skilled",
    "--compare",
    r#"{"variant":"debutant"}"#,
    "--seed",
    "cluster",
];
const ARENA: [&str; 8] = ["arena", "dos", "--players", "2", "--bots", "skilled,casual,novice", "--deals", "150"];
const DUEL: [&str; 7] = ["arena", "quarante-six", "--bots", "casual,novice", "--until-clear", "--deals", "3000"];

/// A worker that ends with its owner.
struct Worker(Child);

impl Worker {
    fn start(servers: &str) -> Self {
        let mut command = tapis(&["worker", "--threads", "1", "--cluster", servers]);
        Self(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a worker starts"))
    }

    fn kill(&mut self) {
        self.0.kill().expect("it is killed");
        self.0.wait().expect("it has ended");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // One of them was killed already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn tapis(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tapis"));
    command.args(arguments).env("LC_ALL", "en_GB.UTF-8");
    command
}

fn start(arguments: &[&str], more: &[&str]) -> Child {
    let mut command = tapis(arguments);
    command.args(more).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

fn printed(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Waits until so many results are there, of all runs.
async fn results_reach(cluster: &Cluster, count: u64) {
    let settings = JetStreamSettings { servers: cluster.addresses(), ..JetStreamSettings::default() };
    let context = jetstream::new(settings.connect().await.expect("the server is there"));
    loop {
        if let Ok(stream) = context.get_stream("tapis-results").await
            && stream.cached_info().state.last_sequence >= count
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn two_runs_at_once_are_what_one_machine_finds_also_when_a_worker_is_killed() {
    let cluster = Cluster::start(1).expect("a server can be started");
    let servers = cluster.addresses().join(",");
    let folder = tempfile::tempdir().expect("a folder");
    let page = |name: &str| folder.path().join(name).display().to_string();
    let (own_page, far_page) = (page("own/page.html"), page("far/page.html"));
    for folder_of in ["own", "far"] {
        std::fs::create_dir(folder.path().join(folder_of)).expect("a folder");
    }

    let (mut killed, _living) = (Worker::start(&servers), Worker::start(&servers));
    let far = ["--cluster", &servers];
    let simulating = start(&SIMULATE, &[&far[..], &["--html", &far_page]].concat());
    let arena = start(&ARENA, &[&far[..], &["--json"]].concat());
    results_reach(&cluster, 20).await;
    killed.kill();
    let simulated = printed(simulating.wait_with_output().expect("it ends"));
    let arena = printed(arena.wait_with_output().expect("it ends"));
    let duel = printed(start(&DUEL, &far).wait_with_output().expect("it ends"));

    let own = |arguments: &[&str], more: &[&str]| printed(tapis(arguments).args(more).output().expect("it runs"));
    assert_eq!(simulated, own(&SIMULATE, &["--html", &own_page]));
    assert_eq!(arena, own(&ARENA, &["--json"]));
    assert_eq!(duel, own(&DUEL, &[]));
    let read = |path: &str| std::fs::read_to_string(path).expect("a page");
    assert_eq!(read(&far_page).replace(&far_page, &own_page), read(&own_page));
}

#[test]
fn a_cluster_that_is_not_there_is_said() {
    let output = tapis(&SIMULATE).args(["--cluster", "nats://127.0.0.1:9"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("127.0.0.1:9"));
    let output = tapis(&["worker", "--cluster", "127.0.0.1:4222"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "an address begins with nats://");
}
