//! Servers of NATS with JetStream on loopback: one alone or a cluster, each a process that can be killed, frozen and
//! started again on its own data and port. They end with their owner, and so does their data.
//!
//! Deliberately absent: clients and streams; what is asked of a server here is asked over its monitoring port.

mod ports;

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ports::Port;
use tempfile::TempDir;

/// The program.
const PROGRAM: &str = "nats-server";
/// How long servers may take until they are ready; electing a leader takes some seconds on an idle machine.
const MAX_START: Duration = Duration::from_secs(60);
/// The time between two looks at a server that is not ready.
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// How long a server may take to answer on its monitoring port.
const MAX_ANSWER: Duration = Duration::from_secs(1);

/// Why servers are not as they should be.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// A server did not become ready.
    #[error("the server {name} is not ready after {MAX_START:?}: {status}; its log:\n{log}")]
    NotReady {
        /// The server's name.
        name: String,
        /// What it said of its health.
        status: String,
        /// The end of its log.
        log: String,
    },
    /// There is no server of this name.
    #[error("no server is called {0}")]
    Unknown(String),
    /// A program or a file could not be handled.
    #[error("{what}: {error}")]
    World {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        error: io::Error,
    },
}

fn world(what: &'static str) -> impl FnOnce(io::Error) -> ClusterError {
    move |error| ClusterError::World { what, error }
}

/// Servers that know each other.
#[derive(Debug)]
pub struct Cluster {
    servers: Vec<Server>,
    /// Dropped after the servers, which write into it.
    _folder: TempDir,
}

#[derive(Debug)]
struct Server {
    name: String,
    /// Its configuration, its log and its data are here.
    folder: PathBuf,
    clients: Port,
    monitoring: Port,
    routes: Port,
    process: Option<Child>,
}

impl Cluster {
    /// So many servers, called `n0`, `n1` and so on, all of them ready.
    ///
    /// # Errors
    /// If the program is not installed, or does not get ready.
    pub fn start(count: usize) -> Result<Self, ClusterError> {
        Self::start_with(count, "")
    }

    /// The same with more lines in the configuration of each, e.g. who may log in.
    ///
    /// # Errors
    /// If the program is not installed, or does not get ready.
    pub fn start_with(count: usize, configuration: &str) -> Result<Self, ClusterError> {
        let folder = tempfile::tempdir().map_err(world("a folder could not be made"))?;
        let mut servers = Vec::new();
        for number in 0..count {
            let name = format!("n{number}");
            let port = || ports::reserve().map_err(world("no port is free"));
            let (clients, monitoring, routes) = (port()?, port()?, port()?);
            let folder = folder.path().join(&name);
            servers.push(Server { name, folder, clients, monitoring, routes, process: None });
        }
        let routes: Vec<String> = servers.iter().map(|server| format!("nats-route://{}", server.routes)).collect();
        for server in &servers {
            let written = std::fs::create_dir(&server.folder).and_then(|()| {
                std::fs::write(server.folder.join("nats.conf"), server.configuration(&routes) + configuration)
            });
            written.map_err(world("the configuration could not be written"))?;
        }
        let mut cluster = Self { servers, _folder: folder };
        cluster.start_all()?;
        Ok(cluster)
    }

    /// The addresses for clients, of all servers.
    #[must_use]
    pub fn addresses(&self) -> Vec<String> {
        self.servers.iter().map(|server| format!("nats://{}", server.clients)).collect()
    }

    /// The names of all servers.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.servers.iter().map(|server| server.name.clone()).collect()
    }

    /// Starts all servers that do not run, and waits until all are ready.
    ///
    /// # Errors
    /// If one does not get ready.
    pub fn start_all(&mut self) -> Result<(), ClusterError> {
        self.servers.iter_mut().try_for_each(Server::start)?;
        self.wait_until_ready()
    }

    /// Waits until all servers that run are ready: they have a leader, and their streams are up to date.
    ///
    /// # Errors
    /// If one does not get ready.
    pub fn wait_until_ready(&self) -> Result<(), ClusterError> {
        let deadline = Instant::now() + MAX_START;
        self.servers.iter().filter(|server| server.process.is_some()).try_for_each(|server| server.wait(deadline))
    }

    /// Kills a server without warning.
    ///
    /// # Errors
    /// If there is none of this name, or the system does not allow it.
    pub fn kill(&mut self, name: &str) -> Result<(), ClusterError> {
        self.server(name)?.kill().map_err(world("a server could not be killed"))
    }

    /// Kills all servers without warning.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn kill_all(&mut self) -> Result<(), ClusterError> {
        self.servers.iter_mut().try_for_each(Server::kill).map_err(world("a server could not be killed"))
    }

    /// Starts a server again on its data, and waits until all that run are ready.
    ///
    /// # Errors
    /// If there is none of this name, or it does not get ready.
    pub fn restart(&mut self, name: &str) -> Result<(), ClusterError> {
        self.server(name)?.start()?;
        self.wait_until_ready()
    }

    /// Stops a server from running while its connections stay open, as when a machine hangs.
    ///
    /// # Errors
    /// If there is none of this name, or the system does not allow it.
    pub fn freeze(&mut self, name: &str) -> Result<(), ClusterError> {
        self.server(name)?.signal("-STOP")
    }

    /// Lets a frozen server go on.
    ///
    /// # Errors
    /// If there is none of this name, or the system does not allow it.
    pub fn thaw(&mut self, name: &str) -> Result<(), ClusterError> {
        self.server(name)?.signal("-CONT")
    }

    /// Leaves a server no room to write, as when its disk is full, until it is started again.
    ///
    /// # Errors
    /// If there is none of this name, or the system does not allow it.
    pub fn fill_disk(&mut self, name: &str) -> Result<(), ClusterError> {
        self.server(name)?.fill_disk()
    }

    fn server(&mut self, name: &str) -> Result<&mut Server, ClusterError> {
        let server = self.servers.iter_mut().find(|server| server.name == name);
        server.ok_or_else(|| ClusterError::Unknown(name.to_owned()))
    }
}

impl Server {
    fn configuration(&self, routes: &[String]) -> String {
        let Self { name, clients, monitoring, .. } = self;
        let data = self.folder.join("data");
        let mut text = format!(
            "server_name: {name}\nlisten: {clients}\nhttp: {monitoring}\n\
             jetstream {{ store_dir: {data:?}, max_mem: 64MB, max_file: 4GB }}\n"
        );
        if routes.len() > 1 {
            let (listen, routes) = (&self.routes, routes.join(", "));
            // Clients keep to the addresses they are given, so that a proxy between them is not gone round.
            text += &format!("cluster {{ name: test, no_advertise: true, listen: {listen}, routes: [{routes}] }}\n");
        }
        text
    }

    fn start(&mut self) -> Result<(), ClusterError> {
        if self.process.is_some() {
            return Ok(());
        }
        let log = File::options().create(true).append(true).open(self.log());
        let log = log.map_err(world("a log could not be opened"))?;
        let mut command = Command::new(PROGRAM);
        command.arg("--config").arg(self.folder.join("nats.conf")).stdin(Stdio::null()).stdout(Stdio::null());
        self.process = Some(command.stderr(log).spawn().map_err(world("nats-server could not be started"))?);
        Ok(())
    }

    fn kill(&mut self) -> io::Result<()> {
        if let Some(mut process) = self.process.take() {
            process.kill()?;
            process.wait()?;
        }
        Ok(())
    }

    fn signal(&self, signal: &str) -> Result<(), ClusterError> {
        let Some(process) = &self.process else { return Err(ClusterError::Unknown(self.name.clone())) };
        let status = Command::new("kill").args([signal, &process.id().to_string()]).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(world("a signal could not be sent")(io::Error::other(status.to_string()))),
            Err(error) => Err(world("kill could not be run")(error)),
        }
    }

    /// No file may grow any more: who writes is refused by the system, without a file system of its own to fill.
    fn fill_disk(&self) -> Result<(), ClusterError> {
        let Some(process) = &self.process else { return Err(ClusterError::Unknown(self.name.clone())) };
        let status = Command::new("prlimit").args(["--pid", &process.id().to_string(), "--fsize=0:"]).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(world("a limit could not be set")(io::Error::other(status.to_string()))),
            Err(error) => Err(world("prlimit could not be run")(error)),
        }
    }

    fn wait(&self, deadline: Instant) -> Result<(), ClusterError> {
        loop {
            let status = match health(self.monitoring.address()) {
                Ok(answer) if answer.starts_with("HTTP/1.1 200") => return Ok(()),
                Ok(answer) => answer.lines().last().unwrap_or_default().to_owned(),
                Err(error) => error.to_string(),
            };
            if Instant::now() > deadline {
                return Err(ClusterError::NotReady { name: self.name.clone(), status, log: last_lines(&self.log()) });
            }
            std::thread::sleep(LOOK_AGAIN);
        }
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Where it has ended already there is nothing to do.
        let _ = self.kill();
    }
}

/// What a server says of its health: the status 200 when it has a leader and its streams are up to date.
fn health(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, MAX_ANSWER)?;
    stream.set_read_timeout(Some(MAX_ANSWER))?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", Ipv4Addr::LOCALHOST)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn last_lines(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}
