//! A server as a process of its own on its own core, and what the system says about it.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};
use harness::{Launcher, Process, on_core};

/// The system counts CPU time in hundredths of a second.
const TICKS_A_SECOND: f64 = 100.0;
const PAGE_KB: f64 = 4.0;

/// The core that is the server's alone.
pub(crate) const SERVER_CORE: usize = 0;

/// A server that runs until this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    process: Process,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Opens a house.
    pub(crate) fn open(launcher: &Launcher) -> Result<Self> {
        Ok(Self { process: launcher.open()?.process, address: launcher.address() })
    }

    /// Starts a program on the server's core; its first line is the address where it listens.
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> Result<Self> {
        let mut command = on_core(SERVER_CORE, program);
        let mut process = Process::start(command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()))?;
        let line = process.first_line().context("the server does not open")?;
        Ok(Self { process, address: line.trim().parse()? })
    }

    /// The CPU seconds it has used.
    pub(crate) fn cpu_seconds(&self) -> Result<f64> {
        cpu_seconds(&format!("/proc/{}/stat", self.process.id()))
    }

    /// The memory it occupies, in kB.
    pub(crate) fn memory_kb(&self) -> Result<f64> {
        let pages = std::fs::read_to_string(format!("/proc/{}/statm", self.process.id()))?;
        let resident = pages.split(' ').nth(1).context("no resident size")?;
        Ok(resident.parse::<f64>()? * PAGE_KB)
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
