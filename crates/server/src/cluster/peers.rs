//! Which nodes there are: each greets the others, and is heard of many times a second for as long as it lives.
//!
//! What a node sends to another is numbered. Whoever misses a number knows that something was lost and begins anew with
//! that node, which every letter says from then on: so the other end learns of it, whatever else is lost, and does the
//! same.
//! Deliberately absent: what is in the letters.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::{Client, StatusCode, Subscriber};
use futures_util::StreamExt;
use journal::JournalError;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::time::Instant;
use wire::house::ToClient;

use super::Cluster;
use super::post::{Letter, Outgoing};
use crate::hosts::{Item, NodeId, read_item};

/// A node that was not heard of for so long is gone.
pub(super) const SILENCE: Duration = Duration::from_millis(2_000);
/// A node that no server knows of is gone after so long: it may only be changing its server.
const UNHEARD: Duration = Duration::from_millis(500);
/// How often nodes greet each other.
pub(super) const GREETING: Duration = Duration::from_secs(1);

/// The other nodes.
#[derive(Debug)]
pub(super) struct Peers {
    pub(super) client: Client,
    prefix: String,
    pub(super) me: NodeId,
    name: String,
    pub(super) state: Mutex<State>,
    /// Something is to be delivered.
    pub(super) wanted: Notify,
    is_leaving: AtomicBool,
}

#[derive(Debug)]
pub(super) struct State {
    address: String,
    pub(super) peers: BTreeMap<NodeId, Peer>,
    /// Since when this node hears what others say.
    listening: Instant,
    pub(super) is_greeting: bool,
    /// How many letters are being sent.
    pub(super) sending: usize,
    /// How often this node has begun with another.
    sessions: u64,
}

impl State {
    /// What is known of a node, which may be new.
    fn peer(&mut self, node: NodeId) -> &mut Peer {
        self.sessions += 1;
        self.peers.entry(node).or_insert_with(|| Peer::new(self.sessions))
    }
}

/// Another node.
#[derive(Debug)]
pub(super) struct Peer {
    name: String,
    address: String,
    is_leaving: bool,
    heard: Instant,
    /// Since when the servers say that nobody hears what is sent to it.
    unheard: Option<Instant>,
    /// Another whenever this node begins anew with it, as every letter to it says.
    pub(super) session: u64,
    /// The same of the letters that came from it, once one has.
    their_session: Option<u64>,
    /// The number of the last letter that came from it.
    received: u64,
    pub(super) outgoing: Outgoing,
}

/// Whether a node lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Life {
    /// It was heard of lately.
    Lives,
    /// It was not, or it hands its tables over.
    IsOver,
    /// This node has not listened long enough to know.
    Unknown {
        /// It does after this time.
        wait: Duration,
    },
}

/// What a node tells all others of itself.
#[derive(Debug, Serialize, Deserialize)]
struct Greeting {
    node: u64,
    name: String,
    address: String,
    is_leaving: bool,
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> JournalError {
    JournalError(Box::new(error))
}

impl Peers {
    pub(super) fn new(client: Client, prefix: &str, me: NodeId, name: String) -> Self {
        let state = State {
            address: String::new(),
            peers: BTreeMap::new(),
            listening: Instant::now(),
            is_greeting: false,
            sending: 0,
            sessions: 0,
        };
        let (state, is_leaving) = (Mutex::new(state), AtomicBool::new(false));
        Self { client, prefix: format!("{prefix}-node"), me, name, state, wanted: Notify::new(), is_leaving }
    }

    /// What is sent to this node.
    pub(super) async fn letters(&self) -> Result<Subscriber, JournalError> {
        self.client.subscribe(self.subject(self.me)).await.map_err(failed)
    }

    /// What is sent to all.
    pub(super) async fn greetings(&self) -> Result<Subscriber, JournalError> {
        self.client.subscribe(self.greeting_subject()).await.map_err(failed)
    }

    pub(super) fn subject(&self, node: NodeId) -> String {
        format!("{}.{node}", self.prefix)
    }

    pub(super) fn greeting_subject(&self) -> String {
        format!("{}.all", self.prefix)
    }

    /// Where servers say that nobody hears what is sent to a node.
    pub(super) fn unheard_subject(&self, node: NodeId) -> String {
        format!("{}.{}.unheard.{node}", self.prefix, self.me)
    }

    /// What servers say of nodes that do not hear this one.
    pub(super) async fn unheard(&self) -> Result<Subscriber, JournalError> {
        self.client.subscribe(format!("{}.{}.unheard.*", self.prefix, self.me)).await.map_err(failed)
    }

    pub(super) fn greeting(&self) -> Vec<u8> {
        let (node, name, address) = (self.me.0, self.name.clone(), self.lock().address.clone());
        let greeting = Greeting { node, name, address, is_leaving: self.is_leaving() };
        serde_json::to_vec(&greeting).unwrap_or_default()
    }

    pub(super) fn set_address(&self, address: String) {
        self.lock().address = address;
    }

    /// The addresses of the others.
    pub(super) fn addresses(&self) -> Vec<String> {
        let state = self.lock();
        let reachable = state.peers.values().filter(|peer| !peer.is_leaving && !peer.address.is_empty());
        reachable.map(|peer| peer.address.clone()).collect()
    }

    pub(super) fn count(&self) -> usize {
        self.lock().peers.len()
    }

    pub(super) fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::Relaxed)
    }

    pub(super) fn leave(&self) {
        self.is_leaving.store(true, Ordering::Relaxed);
        self.greet_soon();
    }

    pub(super) fn greet_soon(&self) {
        self.lock().is_greeting = true;
        self.wanted.notify_one();
    }

    /// Everybody is to be heard of soon.
    pub(super) fn beat_soon(&self) {
        self.lock().peers.values_mut().for_each(|peer| peer.outgoing.is_beating = true);
        self.wanted.notify_one();
    }

    /// Whether the node that wrote an entry lives.
    pub(super) fn life(&self, node: NodeId, name: &str) -> Life {
        let state = self.lock();
        if let Some(peer) = state.peers.get(&node) {
            let lives = !peer.is_leaving && !peer.is_gone();
            return if lives { Life::Lives } else { Life::IsOver };
        }
        let listened = state.listening.elapsed();
        // An entry of a former life of a node that is here again is nobody's.
        if listened >= SILENCE || name == self.name || state.peers.values().any(|peer| peer.name == name) {
            Life::IsOver
        } else {
            Life::Unknown { wait: (SILENCE - listened).min(SILENCE / 5) }
        }
    }

    /// This node could not hear the others for some time, and may have been taken for dead itself.
    pub(super) fn listen_anew(&self) {
        let mut state = self.lock();
        state.listening = Instant::now();
        state.peers.values_mut().for_each(Peer::on_heard);
        drop(state);
        self.greet_soon();
    }

    /// Takes the nodes away that were not heard of.
    fn take_gone(&self) -> Vec<NodeId> {
        self.lock().peers.extract_if(.., |_, peer| peer.is_gone()).map(|(node, _)| node).collect()
    }

    /// A server says that nobody hears what is sent to a node.
    fn on_unheard(&self, node: NodeId) {
        if let Some(peer) = self.lock().peers.get_mut(&node) {
            peer.unheard.get_or_insert_with(Instant::now);
        }
    }

    pub(super) fn send(&self, node: NodeId, item: &Item<'_>) {
        if let Some(peer) = self.lock().peers.get_mut(&node) {
            peer.outgoing.add(item);
        }
        self.wanted.notify_one();
    }

    pub(super) fn send_all(&self, item: &Item<'_>) {
        self.lock().peers.values_mut().for_each(|peer| peer.outgoing.add(item));
        self.wanted.notify_one();
    }

    /// Nothing panics while it is locked.
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Peer {
    fn new(session: u64) -> Self {
        Self {
            session,
            their_session: None,
            name: String::new(),
            address: String::new(),
            is_leaving: false,
            heard: Instant::now(),
            unheard: None,
            received: 0,
            outgoing: Outgoing::default(),
        }
    }

    /// It was heard of.
    fn on_heard(&mut self) {
        (self.heard, self.unheard) = (Instant::now(), None);
    }

    fn is_gone(&self) -> bool {
        self.heard.elapsed() >= SILENCE || self.unheard.is_some_and(|since| since.elapsed() >= UNHEARD)
    }
}

impl Cluster {
    /// Reads what other nodes send to this one until it is aborted.
    pub(super) async fn read_letters(self: Arc<Self>, mut letters: Subscriber) {
        while let Some(message) = letters.next().await {
            if let Some(letter) = Letter::read(&message.payload) {
                self.on_letter(&letter);
            }
        }
    }

    fn on_letter(&self, letter: &Letter<'_>) {
        let Letter { from, session, number, items } = *letter;
        let (is_lost, is_new) = {
            let mut state = self.peers.lock();
            let is_new = !state.peers.contains_key(&from);
            let anew = state.sessions + 1;
            let peer = state.peer(from);
            peer.on_heard();
            // A letter without anything in it says how many there were.
            let step = u64::from(!items.is_empty());
            let (is_same, before) = match peer.their_session {
                Some(theirs) => (theirs == session, peer.received),
                // What it sent before it was known here is lost.
                None => (true, 0),
            };
            let is_whole = number == before + step;
            if is_same && !is_whole {
                // It begins anew as well when it sees this.
                peer.session = anew;
                peer.outgoing.is_beating = true;
            }
            (peer.their_session, peer.received) = (Some(session), number);
            (!is_same || !is_whole, is_new)
        };
        let Some(house) = self.house() else { return };
        if is_lost {
            tracing::debug!(%from, "something that a node sent is missing, or it has begun anew");
            self.peers.wanted.notify_one();
            house.on_node_lost(from);
        }
        let mut rest = items;
        while let Some(item) = read_item(&mut rest) {
            house.on_item(from, item);
        }
        if is_new {
            self.peers.greet_soon();
        }
    }

    /// Hears which nodes are not there until it is aborted.
    pub(super) async fn hear_unheard(self: Arc<Self>, mut unheard: Subscriber) {
        while let Some(message) = unheard.next().await {
            let node = message.subject.rsplit('.').next().and_then(|node| u64::from_str_radix(node, 16).ok());
            if let Some(node) = node.filter(|_| message.status == Some(StatusCode::NO_RESPONDERS)) {
                self.peers.on_unheard(NodeId(node));
            }
        }
    }

    /// Hears of other nodes until it is aborted.
    pub(super) async fn hear_greetings(self: Arc<Self>, mut greetings: Subscriber) {
        while let Some(message) = greetings.next().await {
            let Ok(greeting) = serde_json::from_slice::<Greeting>(&message.payload) else { continue };
            let node = NodeId(greeting.node);
            if node == self.me {
                continue;
            }
            let (is_new, is_changed) = {
                let mut state = self.peers.lock();
                let is_new = !state.peers.contains_key(&node);
                let peer = state.peer(node);
                let is_changed = peer.address != greeting.address || peer.is_leaving != greeting.is_leaving;
                peer.on_heard();
                (peer.name, peer.address, peer.is_leaving) = (greeting.name, greeting.address, greeting.is_leaving);
                (is_new, is_changed)
            };
            if is_new {
                tracing::info!(%node, "another node is there");
                // It is known to the others at once.
                self.peers.greet_soon();
            }
            if is_new || is_changed {
                self.tell_addresses();
            }
        }
    }

    /// Tells the clients where they find the other nodes.
    pub(super) fn tell_addresses(&self) {
        self.tell_everybody(&ToClient::Nodes { nodes: self.peers.addresses() });
    }

    /// Nodes that were not heard of are gone.
    pub(super) fn bury_gone(&self) {
        let gone = self.peers.take_gone();
        let Some(house) = self.house().filter(|_| !gone.is_empty()) else { return };
        for node in gone {
            tracing::warn!(%node, "a node is gone");
            house.on_node_lost(node);
        }
        self.tell_addresses();
    }
}
