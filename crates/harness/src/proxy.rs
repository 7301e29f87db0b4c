//! A proxy in front of a server that can be cut: the network going away under whoever uses it.
//!
//! A browser can pretend to be offline itself, but then sockets that are open stay open.
//!
//! Deliberately absent: slowness and loss; the proxy passes everything on or nothing.

use std::io;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Whole,
    Cut,
}

/// A TCP proxy to a server; it closes with the test.
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
    pub async fn to(server: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let (state, seen) = watch::channel(State::Whole);
        let listening = tokio::spawn(async move {
            // Connections made while it is cut are closed at once: the port stays ours.
            while let Ok((caller, _)) = listener.accept().await {
                if *seen.borrow() == State::Whole {
                    tokio::spawn(carry(caller, server, seen.clone()));
                }
            }
        });
        Ok(Self { address, state, listening })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
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
async fn carry(mut caller: TcpStream, server: SocketAddr, mut state: watch::Receiver<State>) {
    // Where the server does not answer, the connection is closed.
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    // What is passed on is passed on at once, or every answer would wait for an acknowledgement. Where this cannot be
    // set the connection is gone already.
    let _ = (caller.set_nodelay(true), server.set_nodelay(true));
    let cut = async move {
        // A proxy that was dropped counts as cut.
        let _ = state.wait_for(|state| *state == State::Cut).await;
    };
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut caller, &mut server) => {}
        () = cut => {}
    }
}
