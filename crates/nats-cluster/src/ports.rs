//! Ports that nobody else on the machine is given, also while the server that listens there is down.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Ports the system does not give out by itself. Were a server's port one of those, a client that tries to reach it
/// while it is down could be given that very port and be connected to itself.
const PORTS: std::ops::Range<u16> = 12_000..20_000;
/// How many ports this process has looked for.
static RESERVED: AtomicUsize = AtomicUsize::new(0);

/// A port of loopback.
#[derive(Debug)]
pub(crate) struct Port {
    number: u16,
    /// The UDP port of the same number: who holds it has the TCP port, open or not, among all runs on the machine.
    _reservation: UdpSocket,
}

impl Port {
    pub(crate) fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.number).into()
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.address().fmt(f)
    }
}

/// A port that is free, until it is dropped.
pub(crate) fn reserve() -> io::Result<Port> {
    // Runs at the same time begin at different ports.
    let first = std::process::id() as usize * 31 + RESERVED.fetch_add(1, Ordering::Relaxed);
    let free = PORTS.cycle().skip(first % PORTS.len()).take(PORTS.len()).find_map(|number| {
        let _reservation = UdpSocket::bind((Ipv4Addr::LOCALHOST, number)).ok()?;
        TcpListener::bind((Ipv4Addr::LOCALHOST, number)).ok()?;
        Some(Port { number, _reservation })
    });
    free.ok_or_else(|| io::ErrorKind::AddrInUse.into())
}
