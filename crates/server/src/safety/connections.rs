//! How many connections there may be, in all and from one address.
//!
//! Deliberately absent: what is said on them.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use super::Network;
use crate::metrics::Metrics;

/// Counts connections and refuses those that are too many.
#[derive(Debug)]
pub struct Connections {
    most: usize,
    /// Nobody counts by address behind a proxy: all connections are the proxy's.
    most_per_address: Option<u32>,
    open: Mutex<Open>,
    metrics: Arc<Metrics>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_network: BTreeMap<Network, u32>,
}

impl Connections {
    pub(crate) fn new(most: usize, most_per_address: Option<u32>, metrics: Arc<Metrics>) -> Self {
        Self { most, most_per_address, open: Mutex::default(), metrics }
    }

    /// Lets a connection in, unless there are too many. It counts for as long as what is returned is held: its stream
    /// holds it, and takes it along to whoever takes the connection over, as a WebSocket does.
    pub fn admit(self: &Arc<Self>, peer: SocketAddr) -> Option<Arc<Connection>> {
        let network = Network::from(peer.ip());
        let mut open = self.lock();
        let from_there = open.by_network.get(&network).copied().unwrap_or(0);
        if open.all >= self.most || self.most_per_address.is_some_and(|most| from_there >= most) {
            self.metrics.connections_refused.inc();
            return None;
        }
        open.all += 1;
        open.by_network.insert(network, from_there + 1);
        self.metrics.connections.inc();
        Some(Arc::new(Connection { peer: peer.ip(), network, connections: Arc::clone(self) }))
    }

    fn leave(&self, network: Network) {
        let mut open = self.lock();
        open.all -= 1;
        if let Some(count) = open.by_network.get_mut(&network) {
            *count -= 1;
            if *count == 0 {
                open.by_network.remove(&network);
            }
        }
        self.metrics.connections.dec();
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> std::sync::MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that was let in; every request on it carries it as an extension.
#[derive(Debug)]
pub struct Connection {
    /// The other end.
    pub peer: IpAddr,
    network: Network,
    connections: Arc<Connections>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.leave(self.network);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(last: u8) -> SocketAddr {
        SocketAddr::from(([10, 0, 0, last], 1000))
    }

    #[test]
    fn no_address_takes_more_than_its_share_and_all_together_not_more_than_there_is() {
        let connections = Arc::new(Connections::new(3, Some(2), Arc::default()));
        let first = connections.admit(peer(1));
        let second = connections.admit(peer(1));
        assert!(first.is_some() && second.is_some());
        assert!(connections.admit(peer(1)).is_none(), "two from one address are enough");
        let third = connections.admit(peer(2));
        assert!(third.is_some());
        assert!(connections.admit(peer(3)).is_none(), "three are enough");
        drop(first);
        assert!(connections.admit(peer(1)).is_some(), "who leaves makes room");
    }

    #[test]
    fn behind_a_proxy_all_connections_are_its_own() {
        let connections = Arc::new(Connections::new(3, None, Arc::default()));
        let open: Vec<_> = (0..4).map(|_| connections.admit(peer(1))).collect();
        assert_eq!(open.iter().flatten().count(), 3);
        drop(open);
        assert_eq!(connections.lock().by_network.len(), 0, "nothing is kept of those who left");
    }
}
