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
    most_per_network: u32,
    /// Behind a proxy all connections are the proxy's: there only clients are counted by network.
    is_behind_proxy: bool,
    open: Mutex<Open>,
    metrics: Arc<Metrics>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    connections: BTreeMap<Network, u32>,
    /// Those that are WebSockets, by the network of the client: a proxy in front of us names it.
    clients: BTreeMap<Network, u32>,
}

/// Counts one more for a network, unless it has so many; whether it was counted.
fn enter(counts: &mut BTreeMap<Network, u32>, network: Network, most: u32) -> bool {
    let count = counts.get(&network).copied().unwrap_or(0);
    if count < most {
        counts.insert(network, count + 1);
    }
    count < most
}

/// Counts one less.
fn leave(counts: &mut BTreeMap<Network, u32>, network: Network) {
    if let Some(count) = counts.get_mut(&network) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&network);
        }
    }
}

impl Connections {
    pub(crate) fn new(most: usize, most_per_network: u32, is_behind_proxy: bool, metrics: Arc<Metrics>) -> Self {
        Self { most, most_per_network, is_behind_proxy, open: Mutex::default(), metrics }
    }

    /// The most connections of one network.
    #[must_use]
    pub fn most_per_network(&self) -> u32 {
        self.most_per_network
    }

    /// Lets a connection in, unless there are too many. It counts for as long as what is returned is held: its stream
    /// holds it, and takes it along to whoever takes the connection over, as a WebSocket does.
    pub fn admit(self: &Arc<Self>, peer: SocketAddr) -> Option<Arc<Connection>> {
        let network = Network::from(peer.ip());
        let mut open = self.lock();
        let most = if self.is_behind_proxy { u32::MAX } else { self.most_per_network };
        if open.all >= self.most || !enter(&mut open.connections, network, most) {
            self.metrics.connections_refused.inc();
            return None;
        }
        open.all += 1;
        self.metrics.connections.inc();
        Some(Arc::new(Connection { peer: peer.ip(), network, connections: Arc::clone(self) }))
    }

    /// Lets a WebSocket in, unless its network has too many. It counts for as long as what is returned is held.
    pub fn admit_client(self: &Arc<Self>, network: Network) -> Option<CountedClient> {
        if !enter(&mut self.lock().clients, network, self.most_per_network) {
            self.metrics.connections_refused.inc();
            return None;
        }
        Some(CountedClient { network, connections: Arc::clone(self) })
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
        let mut open = self.connections.lock();
        open.all -= 1;
        leave(&mut open.connections, self.network);
        self.connections.metrics.connections.dec();
    }
}

/// A WebSocket that was let in.
#[derive(Debug)]
pub struct CountedClient {
    network: Network,
    connections: Arc<Connections>,
}

impl Drop for CountedClient {
    fn drop(&mut self) {
        leave(&mut self.connections.lock().clients, self.network);
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
        let connections = Arc::new(Connections::new(3, 2, false, Arc::default()));
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
    fn behind_a_proxy_all_connections_are_its_own_and_clients_are_counted_by_network() {
        let connections = Arc::new(Connections::new(3, 2, true, Arc::default()));
        let open: Vec<_> = (0..4).map(|_| connections.admit(peer(1))).collect();
        assert_eq!(open.iter().flatten().count(), 3);
        drop(open);
        let network = |last| Network::from(peer(last).ip());
        let clients: Vec<_> = (0..3).map(|_| connections.admit_client(network(1))).collect();
        assert_eq!(clients.iter().flatten().count(), 2);
        assert!(connections.admit_client(network(2)).is_some(), "others have their own share");
        drop(clients);
        assert!(connections.admit_client(network(1)).is_some(), "who leaves makes room");
        let open = connections.lock();
        assert!(open.connections.is_empty() && open.clients.is_empty(), "nothing is kept of those who left");
    }
}
