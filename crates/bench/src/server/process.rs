//! A server as a process of its own on its own core, and what the system says about it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

/// The system counts CPU time in hundredths of a second.
const TICKS_A_SECOND: f64 = 100.0;
const PAGE_KB: f64 = 4.0;

/// A server that runs until this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a program on the first core; its first line names the address where it listens.
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        let mut command = Command::new("taskset");
        command.args(["-c", "0"]).arg(program).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().context("taskset cannot start")?;
        let output = child.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let (_, rest) = line.split_once("127.0.0.1:").with_context(|| format!("no address in {line:?}"))?;
        let port: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let address = SocketAddr::from(([127, 0, 0, 1], port.parse()?));
        Ok(Self { child, address })
    }

    /// The CPU seconds it has used.
    pub(crate) fn cpu_seconds(&self) -> Result<f64> {
        cpu_seconds(&format!("/proc/{}/stat", self.child.id()))
    }

    /// The memory it occupies, in kB.
    pub(crate) fn memory_kb(&self) -> Result<f64> {
        let pages = std::fs::read_to_string(format!("/proc/{}/statm", self.child.id()))?;
        let resident = pages.split(' ').nth(1).context("no resident size")?;
        Ok(resident.parse::<f64>()? * PAGE_KB)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The CPU seconds this process has used.
pub(crate) fn own_cpu_seconds() -> Result<f64> {
    cpu_seconds("/proc/self/stat")
}

/// The CPU seconds everybody has used.
pub(crate) fn machine_cpu_seconds() -> Result<f64> {
    let stat = std::fs::read_to_string("/proc/stat")?;
    let line = stat.lines().next().context("no figures")?;
    let ticks: Vec<f64> = line.split_whitespace().skip(1).filter_map(|ticks| ticks.parse().ok()).collect();
    // User, nice, system, interrupts; neither idle nor waiting for the disk.
    Ok([0, 1, 2, 5, 6].iter().filter_map(|at| ticks.get(*at)).sum::<f64>() / TICKS_A_SECOND)
}

fn cpu_seconds(path: &str) -> Result<f64> {
    let stat = std::fs::read_to_string(path)?;
    let (_, figures) = stat.rsplit_once(')').context("no figures")?;
    let ticks = |at: usize| figures.split_whitespace().nth(at).and_then(|ticks| ticks.parse::<f64>().ok());
    // Counted after the name: the state is the first, user and system time are the twelfth and thirteenth.
    let (user, system) = ticks(11).zip(ticks(12)).context("no times")?;
    Ok((user + system) / TICKS_A_SECOND)
}
