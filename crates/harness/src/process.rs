//! The house as a process: started on its file and port, killed without warning.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::crash::CrashError;

/// Ports the system does not give out by itself. Were the house's port one of those, a client that tries to reach it
/// while it is down could be given that very port, be connected to itself, and keep the house out.
const PORTS: std::ops::Range<u16> = 20_000..32_000;
/// How far apart the places of one run begin to look.
const PORTS_APART: usize = 101;
/// How many places this process has looked for.
static PLACES: AtomicUsize = AtomicUsize::new(0);
/// Settings under which bots answer at once and no limit gets in the way of a crowd from one address.
const CROWD: [(&str, &str); 8] = [
    ("absence-seconds", "1"),
    ("address-requests", "1000000"),
    ("bot-pace-ms", "0"),
    ("connections-per-address", "1000000"),
    ("messages", "1000000"),
    ("new-guests", "1000000"),
    ("session-requests", "1000000"),
    ("tables-per-player", "1000000"),
];
/// So long a house may take to open.
const OPENING_MOST: Duration = Duration::from_secs(60);

/// Where a house is: its program, its folder and its address.
#[derive(Debug)]
pub struct Place {
    program: PathBuf,
    folder: PathBuf,
    address: SocketAddr,
    settings: BTreeMap<String, String>,
}

/// A process that does not outlive its owner.
#[derive(Debug)]
pub(crate) struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Result<Self, CrashError> {
        command.spawn().map(Self).map_err(CrashError::world("the program could not be started"))
    }

    /// Kills it without warning.
    pub(crate) fn kill(mut self) -> Result<(), CrashError> {
        self.0.kill().map_err(CrashError::world("the program could not be killed"))?;
        self.wait().map(|_| ())
    }

    /// Waits until it ends by itself.
    pub(crate) fn wait(&mut self) -> Result<ExitStatus, CrashError> {
        self.0.wait().map_err(CrashError::world("the program could not be waited for"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Where it has ended already there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A house that is open.
#[derive(Debug)]
pub struct Server {
    process: Process,
    /// How long it took to open.
    pub took: Duration,
}

impl Place {
    /// A place for a house in a folder, on a port that is free. Its bots answer at once, who is away is soon stood in
    /// for, and its limits do not get in the way of a crowd.
    ///
    /// # Errors
    /// If no port is free.
    pub fn new(program: &Path, folder: &Path) -> Result<Self, CrashError> {
        // Runs at the same time look in different places first; and no two places of one run are given the same port,
        // which stays free until the house is started.
        let first = std::process::id() as usize + PLACES.fetch_add(1, Ordering::Relaxed) * PORTS_APART;
        let free = PORTS.cycle().skip(first % PORTS.len()).take(PORTS.len()).find_map(|port| {
            let listener = TcpListener::bind(("127.0.0.1", port)).ok()?;
            listener.local_addr().ok()
        });
        let none = || CrashError::World { what: "no port is free", error: io::ErrorKind::AddrInUse.into() };
        let settings = CROWD.iter().map(|(setting, value)| ((*setting).into(), (*value).into())).collect();
        Ok(Self { program: program.into(), folder: folder.into(), address: free.ok_or_else(none)?, settings })
    }

    /// The same place with another value for a setting of the house, by the name of its flag.
    #[must_use]
    pub fn with(mut self, setting: &str, value: &str) -> Self {
        self.settings.insert(setting.into(), value.into());
        self
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

    /// Starts the house.
    pub(crate) fn start(&self) -> Result<Process, CrashError> {
        let log = File::options().create(true).append(true).open(self.folder.join("log.txt"));
        let mut command = Command::new(&self.program);
        command.arg("serve").args(["--listen", &self.address.to_string()]).arg("--data").arg(self.data());
        command.args(["--log", "warn"]);
        for (setting, value) in &self.settings {
            command.args([&format!("--{setting}"), value]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        Process::start(command.stderr(log.map_err(CrashError::world("the log of the house"))?))
    }

    /// Starts the house and waits until it is open.
    ///
    /// # Errors
    /// If it does not open.
    pub fn open(&self) -> Result<Server, CrashError> {
        let start = Instant::now();
        let mut process = self.start()?;
        let (sender, receiver) = mpsc::channel();
        if let Some(output) = process.0.stdout.take() {
            std::thread::spawn(move || {
                // It says one line when it is open; if it ends before, there is none.
                let mut line = String::new();
                let _ = BufReader::new(output).read_line(&mut line);
                let _ = sender.send(line);
            });
        }
        match receiver.recv_timeout(OPENING_MOST) {
            Ok(line) if !line.is_empty() => Ok(Server { process, took: start.elapsed() }),
            _ => Err(CrashError::house(format!("it does not open on its data; its log:\n{}", self.log()))),
        }
    }

    /// Starts to copy the data of the house.
    pub(crate) fn start_backup(&self) -> Result<Process, CrashError> {
        let mut command = Command::new(&self.program);
        command.arg("backup").arg(self.copy()).arg("--force").arg("--data").arg(self.data());
        Process::start(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()))
    }
}

impl Server {
    /// Kills the house without warning.
    ///
    /// # Errors
    /// If it ended by itself before: it should not have.
    pub fn kill(mut self) -> Result<(), CrashError> {
        if let Ok(Some(status)) = self.process.0.try_wait() {
            return Err(CrashError::house(format!("it ended by itself: {status}")));
        }
        self.process.kill()
    }
}
