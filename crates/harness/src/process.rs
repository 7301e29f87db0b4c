//! A server as a process of its own: started on its data and port, waited for, killed without warning.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Ports the system does not give out by itself. Were the house's port one of those, a client that tries to reach it
/// while it is down could be given that very port, be connected to itself, and keep the house out.
const PORTS: std::ops::Range<u16> = 20_000..32_000;
/// How far apart the launchers of one run begin to look for a port.
const PORTS_APART: usize = 101;
/// How many launchers this process has made.
static LAUNCHERS: AtomicUsize = AtomicUsize::new(0);
/// A limit that nobody reaches.
const NO_LIMIT: &str = "100000000";
/// Settings under which bots answer at once and no limit gets in the way of a crowd from one address.
const SETTINGS: [(&str, &str); 12] = [
    ("absence-seconds", "1"),
    ("address-requests", NO_LIMIT),
    ("bot-pace-ms", "0"),
    ("connections-per-address", NO_LIMIT),
    ("messages", NO_LIMIT),
    ("network-messages", NO_LIMIT),
    ("records", NO_LIMIT),
    ("network-records", NO_LIMIT),
    ("new-guests", NO_LIMIT),
    ("session-requests", NO_LIMIT),
    ("tables-per-network", NO_LIMIT),
    ("tables-per-player", NO_LIMIT),
];
/// How long a server may take to open.
const MAX_OPENING: Duration = Duration::from_secs(60);

/// Why a process is not what it should be.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// It did not say that it is open.
    #[error("it does not open on its data; its log:\n{log}")]
    NotOpen {
        /// What it wrote to its log.
        log: String,
    },
    /// It was no longer running.
    #[error("it ended by itself: {0}")]
    Ended(ExitStatus),
    /// The program or its files could not be handled at all.
    #[error("{what}: {error}")]
    World {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        error: io::Error,
    },
}

impl ProcessError {
    fn world(what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::World { what, error }
    }
}

/// A process that does not outlive its owner.
#[derive(Debug)]
pub struct Process(Child);

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &mut Command) -> Result<Self, ProcessError> {
        command.spawn().map(Self).map_err(ProcessError::world("the program could not be started"))
    }

    /// Its number in the system.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// The first line it prints, by which a server says that it is open; its output must be piped. `None` if it ends
    /// before, or takes too long.
    #[must_use]
    pub fn first_line(&mut self) -> Option<String> {
        let output = self.0.stdout.take()?;
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let _ = BufReader::new(output).read_line(&mut line);
            let _ = sender.send(line);
        });
        receiver.recv_timeout(MAX_OPENING).ok().filter(|line| !line.is_empty())
    }

    /// Sends it a signal, by the name that `kill` knows it by.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn signal(&self, signal: &str) -> Result<(), ProcessError> {
        let failed = ProcessError::world("a signal could not be sent");
        match Command::new("kill").args([signal, &self.0.id().to_string()]).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(failed(io::Error::other(status.to_string()))),
            Err(error) => Err(failed(error)),
        }
    }

    /// Tells it to end, and waits until it has.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn end(mut self) -> Result<ExitStatus, ProcessError> {
        self.signal("-TERM")?;
        self.wait()
    }

    /// Kills it without warning.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn kill(mut self) -> Result<(), ProcessError> {
        self.0.kill().map_err(ProcessError::world("the program could not be killed"))?;
        self.wait().map(|_| ())
    }

    /// Waits until it ends by itself.
    pub(crate) fn wait(&mut self) -> Result<ExitStatus, ProcessError> {
        self.0.wait().map_err(ProcessError::world("the program could not be waited for"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Where it has ended already there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The command that runs a program on one core only.
#[must_use]
pub fn on_core(core: usize, program: &Path) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string()]).arg(program);
    command
}

/// Starts a house again and again on the same data, port and settings.
#[derive(Debug)]
pub struct Launcher {
    program: PathBuf,
    folder: PathBuf,
    address: SocketAddr,
    /// The UDP port of the same number: who holds it has the TCP port, open or not, among all runs on the machine.
    _reservation: UdpSocket,
    settings: BTreeMap<String, String>,
    core: Option<usize>,
}

/// A house that is open.
#[derive(Debug)]
pub struct Server {
    /// The process it runs in.
    pub process: Process,
    /// How long it took to open.
    pub took: Duration,
}

impl Launcher {
    /// A launcher of houses in a folder, on a port that is free. Their bots answer at once, who is away is soon stood in
    /// for, and their limits do not get in the way of a crowd.
    ///
    /// # Errors
    /// If no port is free.
    pub fn new(program: &Path, folder: &Path) -> Result<Self, ProcessError> {
        // Runs at the same time begin at different ports. A port is free until the house is started and while it is
        // down, so that it is reserved.
        let first = std::process::id() as usize + LAUNCHERS.fetch_add(1, Ordering::Relaxed) * PORTS_APART;
        let free = PORTS.cycle().skip(first % PORTS.len()).take(PORTS.len()).find_map(|port| {
            let reservation = UdpSocket::bind(("127.0.0.1", port)).ok()?;
            let listener = TcpListener::bind(("127.0.0.1", port)).ok()?;
            Some((listener.local_addr().ok()?, reservation))
        });
        let none = || ProcessError::World { what: "no port is free", error: io::ErrorKind::AddrInUse.into() };
        let settings = SETTINGS.iter().map(|(setting, value)| ((*setting).into(), (*value).into())).collect();
        let (address, _reservation) = free.ok_or_else(none)?;
        Ok(Self { program: program.into(), folder: folder.into(), address, _reservation, settings, core: None })
    }

    /// The same with another value for a setting of the house, by the name of its flag.
    #[must_use]
    pub fn with(mut self, setting: &str, value: &str) -> Self {
        self.settings.insert(setting.into(), value.into());
        self
    }

    /// The same with the settings a house has by itself.
    #[must_use]
    pub fn with_limits_of_its_own(mut self) -> Self {
        self.settings.clear();
        self
    }

    /// The same on one core only.
    #[must_use]
    pub fn on_core(mut self, core: usize) -> Self {
        self.core = Some(core);
        self
    }

    /// Where the house listens.
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

    fn command(&self) -> Command {
        let mut command = match self.core {
            Some(core) => on_core(core, &self.program),
            None => Command::new(&self.program),
        };
        command.stdin(Stdio::null());
        command
    }

    /// Starts the house.
    pub(crate) fn start(&self) -> Result<Process, ProcessError> {
        let log = File::options().create(true).append(true).open(self.folder.join("log.txt"));
        let mut command = self.command();
        command.arg("serve").args(["--listen", &self.address.to_string()]).arg("--data").arg(self.data());
        command.args(["--log", "warn"]);
        for (setting, value) in &self.settings {
            command.args([&format!("--{setting}"), value]);
        }
        command.stdout(Stdio::piped());
        Process::start(command.stderr(log.map_err(ProcessError::world("the log of the house"))?))
    }

    /// Starts the house and waits until it is open.
    ///
    /// # Errors
    /// If it does not open.
    pub fn open(&self) -> Result<Server, ProcessError> {
        let start = Instant::now();
        let mut process = self.start()?;
        match process.first_line() {
            Some(_) => Ok(Server { process, took: start.elapsed() }),
            None => Err(ProcessError::NotOpen { log: self.log() }),
        }
    }

    /// Starts to copy the data of the house.
    pub(crate) fn start_backup(&self) -> Result<Process, ProcessError> {
        let mut command = self.command();
        command.arg("backup").arg(self.copy()).arg("--force").arg("--data").arg(self.data());
        Process::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
    }
}

impl Server {
    /// Kills the house without warning.
    ///
    /// # Errors
    /// If it ended by itself before: it should not have.
    pub fn kill(mut self) -> Result<(), ProcessError> {
        if let Ok(Some(status)) = self.process.0.try_wait() {
            return Err(ProcessError::Ended(status));
        }
        self.process.kill()
    }
}
