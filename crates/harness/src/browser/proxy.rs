//! A proxy in front of the house that can be cut: the network going away under a page that is open.
//!
//! The browser can pretend to be offline itself ([`Page::set_network`](crate::browser::Page::set_network)), but then sockets
//! that are open stay open.
//!
//! Deliberately absent: slowness and loss; the proxy passes everything on or nothing.

use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::browser::BrowserError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Whole,
    Cut,
}

/// A TCP proxy to a house; it closes with the test.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    state: watch::Sender<State>,
    listening: JoinHandle<()>,
}

impl Proxy {
    /// A proxy to whoever listens at an address.
    ///
    /// # Errors
    /// If no port is free.
    pub async fn to(house: SocketAddr) -> Result<Self, BrowserError> {
        let failed = "no port for a proxy";
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(BrowserError::world(failed))?;
        let address = listener.local_addr().map_err(BrowserError::world(failed))?;
        let (state, seen) = watch::channel(State::Whole);
        let listening = tokio::spawn(async move {
            // Connections made while it is cut are closed at once: the port stays ours.
            while let Ok((caller, _)) = listener.accept().await {
                if *seen.borrow() == State::Whole {
                    tokio::spawn(carry(caller, house, seen.clone()));
                }
            }
        });
        Ok(Self { address, state, listening })
    }

    /// The address of a page of the house at the other end.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Breaks every connection, and lets none through until it is restored.
    pub fn cut(&self) {
        self.state.send_replace(State::Cut);
    }

    /// Lets connections through again; those that were broken stay broken.
    pub fn restore(&self) {
        self.state.send_replace(State::Whole);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.listening.abort();
        self.cut();
    }
}

/// Carries one connection until one end closes it or the proxy is cut.
async fn carry(mut caller: TcpStream, house: SocketAddr, mut state: watch::Receiver<State>) {
    // Where the house does not answer, the connection is closed.
    let Ok(mut house) = TcpStream::connect(house).await else { return };
    let cut = async move {
        // A proxy that was dropped counts as cut.
        let _ = state.wait_for(|state| *state == State::Cut).await;
    };
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut caller, &mut house) => {}
        () = cut => {}
    }
}
