//! Three servers and three nodes that can be killed, frozen, cut off and started again.
//!
//! Deliberately absent: when.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use futures_util::future::try_join_all;
use journal::JetStreamSettings;
use nats_cluster::Cluster;
use tempfile::TempDir;

use crate::crash::CrashError;
use crate::{Launcher, Proxy, Server};

/// How many nodes there are, and how many servers.
pub(crate) const COUNT: usize = 3;

/// A node, and what stands between it and the servers.
struct Node {
    launcher: Arc<Launcher>,
    proxies: Vec<Proxy>,
    running: Option<Server>,
}

/// Servers and nodes.
pub(crate) struct Nodes {
    servers: Cluster,
    nodes: Vec<Node>,
    _folder: TempDir,
}

fn servers_failed(error: nats_cluster::ClusterError) -> CrashError {
    CrashError::house(format!("the servers: {error}"))
}

impl Nodes {
    /// All of them, running.
    pub(crate) async fn start(program: &Path) -> Result<Self, CrashError> {
        let folder = tempfile::tempdir().map_err(CrashError::world("a folder"))?;
        let servers = Cluster::start(COUNT).map_err(servers_failed)?;
        let mut nodes = Vec::new();
        for number in 0..COUNT {
            let mut proxies = Vec::new();
            for address in servers.addresses() {
                let address: SocketAddr = address
                    .trim_start_matches("nats://")
                    .parse()
                    .map_err(|_| CrashError::house(format!("a server has the address {address}")))?;
                proxies.push(Proxy::to(address).await.map_err(CrashError::world("a proxy"))?);
            }
            let urls: Vec<String> = proxies.iter().map(|proxy| format!("nats://{}", proxy.address())).collect();
            let folder = folder.path().join(format!("node-{number}"));
            std::fs::create_dir(&folder).map_err(CrashError::world("a folder"))?;
            let launcher = Launcher::new(program, &folder)?;
            let launcher = launcher.with("cluster", &urls.join(",")).with("node", &format!("node-{number}"));
            nodes.push(Node { launcher: Arc::new(launcher), proxies, running: None });
        }
        let mut house = Self { servers, nodes, _folder: folder };
        house.start_nodes().await?;
        Ok(house)
    }

    /// Where people find the nodes.
    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.launcher.address()).collect()
    }

    /// Where the log is, past all proxies.
    pub(crate) fn settings(&self) -> JetStreamSettings {
        JetStreamSettings { servers: self.servers.addresses(), replicas: COUNT, ..JetStreamSettings::default() }
    }

    /// What a node has written to its log.
    pub(crate) fn logs(&self) -> String {
        let log = |node: &Node| node.launcher.log().lines().rev().take(20).collect::<Vec<_>>().join("\n");
        self.nodes.iter().map(log).collect::<Vec<_>>().join("\n--\n")
    }

    /// Starts the nodes that do not run, and waits until they are open.
    pub(crate) async fn start_nodes(&mut self) -> Result<(), CrashError> {
        let starts = self.nodes.iter_mut().filter(|node| node.running.is_none()).map(async |node| {
            let launcher = Arc::clone(&node.launcher);
            let opened = tokio::task::spawn_blocking(move || launcher.open()).await;
            node.running = Some(opened.map_err(|error| CrashError::house(error.to_string()))??);
            Ok::<_, CrashError>(())
        });
        try_join_all(starts).await.map(|_| ())
    }

    pub(crate) fn kill_node(&mut self, number: usize) -> Result<(), CrashError> {
        match self.nodes[number].running.take() {
            Some(server) => Ok(server.kill()?),
            None => Ok(()),
        }
    }

    /// Tells a node to end, and waits until it has.
    pub(crate) async fn drain_node(&mut self, number: usize) -> Result<(), CrashError> {
        let Some(server) = self.nodes[number].running.take() else { return Ok(()) };
        let ended = tokio::task::spawn_blocking(move || server.process.end()).await;
        let status = ended.map_err(|error| CrashError::house(error.to_string()))??;
        if status.success() { Ok(()) } else { Err(CrashError::house(format!("a node that was told to end: {status}"))) }
    }

    pub(crate) fn signal_node(&self, number: usize, signal: &str) -> Result<(), CrashError> {
        match &self.nodes[number].running {
            Some(server) => Ok(server.process.signal(signal)?),
            None => Ok(()),
        }
    }

    pub(crate) fn cut_node(&self, number: usize) {
        self.nodes[number].proxies.iter().for_each(Proxy::cut);
    }

    pub(crate) fn restore_node(&self, number: usize) {
        self.nodes[number].proxies.iter().for_each(Proxy::restore);
    }

    pub(crate) fn kill_server(&mut self, number: usize) -> Result<(), CrashError> {
        self.servers.kill(&format!("n{number}")).map_err(servers_failed)
    }

    /// Waits for servers on a thread of its own, so that the proxies go on meanwhile.
    pub(crate) fn start_servers(&mut self) -> Result<(), CrashError> {
        tokio::task::block_in_place(|| self.servers.start_all()).map_err(servers_failed)
    }

    pub(crate) fn freeze_server(&mut self, number: usize) -> Result<(), CrashError> {
        self.servers.freeze(&format!("n{number}")).map_err(servers_failed)
    }

    pub(crate) fn thaw_server(&mut self, number: usize) -> Result<(), CrashError> {
        self.servers.thaw(&format!("n{number}")).map_err(servers_failed)?;
        tokio::task::block_in_place(|| self.servers.wait_until_ready()).map_err(servers_failed)
    }

    /// Kills everything at once.
    pub(crate) fn kill_all(&mut self) -> Result<(), CrashError> {
        (0..COUNT).try_for_each(|number| self.kill_node(number))?;
        self.servers.kill_all().map_err(servers_failed)
    }
}
