//! All WebSockets that are open: they are ended with their sessions and with the house, and asked now and then whether
//! anybody is there.
//!
//! Deliberately absent: what is said on them.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::interval;

use super::outgoing::{Farewell, Outgoing};
use crate::app::App;
use crate::people::{Cause, Disconnection, Who};
use crate::safety::Prefix;
use crate::websocket::close_code;

/// How often is looked whether clients were heard.
const LOOK: Duration = Duration::from_secs(5);
/// After so many looks without a word a client is asked whether it is there: 30 seconds. It is asked again after as
/// many.
const SILENCE: u32 = 6;
/// After so many looks without an answer it is not: 75 seconds.
const ABSENCE: u32 = 15;

/// The WebSockets that are open.
#[derive(Debug, Default)]
pub struct OpenSockets {
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    sockets: BTreeMap<u64, OpenSocket>,
    /// How many there ever were.
    count: u64,
    is_closing: bool,
}

#[derive(Debug)]
struct OpenSocket {
    who: Who,
    address: IpAddr,
    /// In milliseconds since 1970.
    since: u64,
    outgoing: Arc<Outgoing>,
    /// How often in a row it was looked at without having been heard.
    silent: u32,
}

/// Somebody who is connected.
#[derive(Debug)]
pub(crate) struct Connected {
    /// Who.
    pub(crate) who: Who,
    /// From where, shortened.
    pub(crate) network: Prefix,
    /// Since when, in milliseconds since 1970.
    pub(crate) since: u64,
}

/// A WebSocket is listed for as long as this is held.
pub(super) struct Listed<'a> {
    open: &'a OpenSockets,
    number: u64,
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.open.lock().sockets.remove(&self.number);
    }
}

impl OpenSockets {
    /// Lists a WebSocket. If the house closes already, so does it.
    pub(super) fn list(&self, who: Who, address: IpAddr, since: u64, outgoing: Arc<Outgoing>) -> Listed<'_> {
        let mut open = self.lock();
        if open.is_closing {
            outgoing.end(THE_HOUSE_CLOSES);
        }
        open.count += 1;
        let number = open.count;
        open.sockets.insert(number, OpenSocket { who, address, since, outgoing, silent: 0 });
        Listed { open: self, number }
    }

    /// Who is connected, those who came first first.
    pub(crate) fn connected(&self) -> Vec<Connected> {
        let connected = |socket: &OpenSocket| Connected {
            who: socket.who.clone(),
            network: Prefix::shortened(socket.address),
            since: socket.since,
        };
        self.lock().sockets.values().map(connected).collect()
    }

    /// Ends the connections from a network.
    pub(crate) fn end_network(&self, network: Prefix) {
        self.end_if(Some((close_code::POLICY, "the network was banned")), |socket| network.contains(socket.address));
    }

    /// Ends all connections; whoever is still welcome comes back.
    pub(crate) fn end_all(&self) {
        self.end(PLEASE_COME_BACK, |_| true);
    }

    fn end(&self, farewell: Farewell, is_ended: impl Fn(&Who) -> bool) {
        self.end_if(farewell, |socket| is_ended(&socket.who));
    }

    fn end_if(&self, farewell: Farewell, is_ended: impl Fn(&OpenSocket) -> bool) {
        for socket in self.lock().sockets.values().filter(|socket| is_ended(socket)) {
            socket.outgoing.end(farewell);
        }
    }

    fn look(&self) {
        for socket in self.lock().sockets.values_mut() {
            socket.silent += 1;
            if socket.outgoing.is_heard.swap(false, Ordering::Relaxed) {
                socket.silent = 0;
            } else if socket.silent >= ABSENCE {
                socket.outgoing.end(Some((close_code::GOING_AWAY, "are you still there?")));
            } else if socket.silent.is_multiple_of(SILENCE) {
                socket.outgoing.ping();
            }
        }
    }

    /// Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const THE_HOUSE_CLOSES: Farewell = Some((close_code::GOING_AWAY, "the house closes"));
const PLEASE_COME_BACK: Farewell = Some((close_code::GOING_AWAY, "please come back"));

/// Looks after all WebSockets until the house closes.
pub(crate) async fn look_after(app: Arc<App>, mut disconnections: Receiver<Disconnection>) {
    let mut looks = interval(LOOK);
    loop {
        tokio::select! {
            () = app.closing.cancelled() => {
                app.sockets.lock().is_closing = true;
                return app.sockets.end(THE_HOUSE_CLOSES, |_| true);
            }
            disconnection = disconnections.recv() => match disconnection {
                Ok(disconnection) => {
                    let farewell = match disconnection.cause {
                        Cause::Revoked => Some((close_code::POLICY, "the session was revoked")),
                        Cause::Renamed => PLEASE_COME_BACK,
                    };
                    app.sockets.end(farewell, |who| disconnection.ends(who));
                }
                // Too many at once to tell: whoever is still welcome comes back at once.
                Err(RecvError::Lagged(_)) => app.sockets.end(PLEASE_COME_BACK, |_| true),
                Err(RecvError::Closed) => return,
            },
            _ = looks.tick() => app.sockets.look(),
        }
    }
}
