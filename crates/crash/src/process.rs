//! The house as a process: started on its file and port, killed without warning.

use std::fs::File;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::CrashError;

/// Ports the system does not give out by itself. Were the house's port one of those, a client that tries to reach it
/// while it is down could be given that very port, be connected to itself, and keep the house out.
const PORTS: std::ops::Range<u16> = 20_000..32_000;
/// So long a house may take to open.
const OPENING_MOST: Duration = Duration::from_secs(60);

/// Where a house is: its program, its folder and its address.
#[derive(Debug)]
pub struct Place {
    program: PathBuf,
    folder: PathBuf,
    address: SocketAddr,
}

/// A house that is open.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// How long it took to open.
    pub took: Duration,
}

impl Place {
    /// A place for a house in a folder, on a port that is free.
    ///
    /// # Errors
    /// If no port is free.
    pub fn new(program: &Path, folder: &Path) -> Result<Self, CrashError> {
        // Runs at the same time look in different places first.
        let first = std::process::id() as usize % PORTS.len();
        let free = PORTS.cycle().skip(first).take(PORTS.len()).find_map(|port| {
            let listener = TcpListener::bind(("127.0.0.1", port)).ok()?;
            listener.local_addr().ok()
        });
        let none = || CrashError::World { what: "no port is free", error: io::ErrorKind::AddrInUse.into() };
        Ok(Self { program: program.into(), folder: folder.into(), address: free.ok_or_else(none)? })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its data.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.folder.join("tapis.db")
    }

    /// The copy that is made of it now and then.
    pub(crate) fn copy(&self) -> PathBuf {
        self.folder.join("copy.db")
    }

    /// What it wrote to its log.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log.txt")).unwrap_or_default()
    }

    /// Starts the house, with bots that answer at once and limits that do not get in the way of a crowd from one
    /// address. It is killed when the child is dropped.
    pub(crate) fn start(&self) -> Result<Child, CrashError> {
        let log = File::options().create(true).append(true).open(self.folder.join("log.txt"));
        let mut command = Command::new(&self.program);
        command.arg("serve").args(["--listen", &self.address.to_string()]).arg("--data").arg(self.data());
        command.args(["--bot-pace-ms", "0", "--absence-seconds", "1", "--log", "warn"]);
        for limit in ["messages", "new-guests", "address-requests", "session-requests", "connections-per-address"] {
            command.args([&format!("--{limit}"), "1000000"]);
        }
        command.args(["--tables-per-player", "1000000"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(log.map_err(CrashError::world("the log of the house"))?);
        command.kill_on_drop(true).spawn().map_err(CrashError::world("the house could not be started"))
    }

    /// Starts the house and waits until it is open.
    ///
    /// # Errors
    /// If it does not open.
    pub async fn open(&self) -> Result<Server, CrashError> {
        let start = Instant::now();
        let mut child = self.start()?;
        let mut line = String::new();
        if let Some(output) = child.stdout.as_mut() {
            // It says one line when it is open; if it ends before, there is none.
            let read = BufReader::new(output).read_line(&mut line);
            let _ = tokio::time::timeout(OPENING_MOST, read).await;
        }
        if line.is_empty() {
            return Err(CrashError::house(format!("it does not open on its data; its log:\n{}", self.log())));
        }
        Ok(Server { child, took: start.elapsed() })
    }

    /// Starts to copy the data of the house.
    pub(crate) fn start_backup(&self) -> Result<Child, CrashError> {
        let mut command = Command::new(&self.program);
        command.arg("backup").arg(self.copy()).arg("--force").arg("--data").arg(self.data());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.kill_on_drop(true).spawn().map_err(CrashError::world("the backup could not be started"))
    }
}

impl Server {
    /// Kills the house without warning.
    ///
    /// # Errors
    /// If it ended by itself before: it should not have.
    pub async fn kill(mut self) -> Result<(), CrashError> {
        if let Ok(Some(status)) = self.child.try_wait() {
            return Err(CrashError::house(format!("it ended by itself: {status}")));
        }
        self.child.kill().await.map_err(CrashError::world("the house could not be killed"))
    }
}
