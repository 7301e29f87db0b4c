//! Tables that another node runs, as the clients of this node use them: what they ask goes there, what they are told
//! comes from there. If the node is gone the table is looked for anew, everybody watches it again, and what was not
//! answered is asked again with the same id.
//!
//! Deliberately absent: what a node does for the clients of others ([`super::visitors`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use host::{AskRequest, ConnectionId, Message, Refusal, WatchRequest};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use wire::house::{Ask, Invitation, PlayerId, Summary, TableId, TableKey, ToServer};

use crate::hosts::connection::{Guest, mail_of};
use crate::hosts::error::HouseError;
use crate::hosts::house::House;
use crate::hosts::nodes::{Item, NodeId, Nodes, TableAct};
use crate::hosts::table::{Mail, Table};
use crate::hosts::visitors::Visitors;

/// The id under which a table is watched again where the client did not ask for it: nobody is told the answer.
pub(crate) const REWATCH: &str = "tapis-node-rewatch";
/// The pause before a table is looked for again that could not be found.
const PAUSE: Duration = Duration::from_millis(200);
/// How long somebody waits until their asks are answered, who wants to look at what came of them.
const SETTLING: Duration = Duration::from_secs(10);

/// Where a table is run.
#[derive(Clone, Debug)]
pub(crate) enum TableLocation {
    /// On this node.
    Here(Arc<Table>),
    /// On another.
    There(Arc<RemoteTable>),
}

impl TableLocation {
    /// Takes mail; it is given back if the table is there no more.
    pub(crate) fn receive(&self, house: &House, mail: Mail) -> Result<(), Mail> {
        match self {
            Self::Here(table) => table.receive(house, mail),
            Self::There(table) => table.receive(house, mail),
        }
    }

    /// Whether this is the very same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Here(one), Self::Here(other)) => Arc::ptr_eq(one, other),
            (Self::There(one), Self::There(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// What a house with several nodes knows beyond one that is alone.
#[derive(Debug)]
pub(crate) struct Away {
    pub(crate) nodes: Arc<dyn Nodes>,
    pub(crate) visitors: Visitors,
    /// What was asked of other nodes and is not answered.
    asked: Mutex<BTreeMap<(ConnectionId, String), Asked>>,
    /// How much was ever asked.
    count: AtomicU64,
    /// Something was answered.
    answered: Notify,
    /// To which nodes each connection has spoken.
    spoken: Mutex<BTreeMap<ConnectionId, BTreeSet<NodeId>>>,
}

/// Something that was asked of another node.
#[derive(Debug)]
struct Asked {
    node: NodeId,
    guest: Arc<Guest>,
    message: ToServer,
    /// How often it was asked, and so will be answered.
    count: u32,
    /// In which order asks were made.
    number: u64,
}

impl Away {
    pub(crate) fn new(nodes: Arc<dyn Nodes>) -> Self {
        let (asked, spoken) = (Mutex::default(), Mutex::default());
        Self { nodes, visitors: Visitors::default(), asked, count: AtomicU64::new(0), answered: Notify::new(), spoken }
    }

    /// Asks a node something for a client.
    fn ask(&self, node: NodeId, guest: &Arc<Guest>, message: ToServer) {
        let text = message.to_text();
        self.nodes.send(node, &Item::Asked { line: guest.connection.0, person: guest.person(), message: &text });
        lock(&self.spoken).entry(guest.connection).or_default().insert(node);
        if message.id != REWATCH {
            let mut asked = lock(&self.asked);
            let number = self.count.fetch_add(1, Ordering::Relaxed);
            let key = (guest.connection, message.id.clone());
            let new = Asked { node, guest: Arc::clone(guest), message, count: 0, number };
            let entry = asked.entry(key).or_insert(new);
            entry.count += 1;
            entry.node = node;
        }
    }

    /// A node has answered an ask: who asked it, unless that is known already, or it is not theirs to answer.
    fn answered(&self, from: NodeId, connection: ConnectionId, id: &str) -> Option<Arc<Guest>> {
        let mut asked = lock(&self.asked);
        let key = (connection, id.to_owned());
        let entry = asked.get_mut(&key).filter(|entry| entry.node == from)?;
        entry.count -= 1;
        let guest = Arc::clone(&entry.guest);
        if entry.count == 0 {
            asked.remove(&key);
        }
        drop(asked);
        self.answered.notify_waiters();
        Some(guest)
    }

    /// What a node has not answered, about one table or all, in the order it was asked.
    fn take_asked(&self, node: NodeId, table: &str) -> Vec<(Arc<Guest>, ToServer)> {
        let mut asked = lock(&self.asked);
        let is_meant = |entry: &Asked| entry.node == node && entry.message.table.as_deref() == Some(table);
        let mut taken: Vec<Asked> = asked.extract_if(.., |_, entry| is_meant(entry)).map(|(_, entry)| entry).collect();
        taken.sort_by_key(|entry| entry.number);
        let times = |entry: Asked| (0..entry.count).map(move |_| (Arc::clone(&entry.guest), entry.message.clone()));
        taken.into_iter().flat_map(times).collect()
    }

    /// The tables about which a node was asked something that it has not answered.
    fn asked_about(&self, node: NodeId) -> BTreeSet<TableId> {
        let asked = lock(&self.asked);
        asked.values().filter(|entry| entry.node == node).filter_map(|entry| entry.message.table.clone()).collect()
    }

    /// A client is gone.
    pub(crate) fn forget(&self, connection: ConnectionId) {
        for node in lock(&self.spoken).remove(&connection).unwrap_or_default() {
            self.nodes.send(node, &Item::Gone { line: connection.0 });
        }
        lock(&self.asked).retain(|(asker, _), _| *asker != connection);
        self.answered.notify_waiters();
    }

    /// Waits until all that a client has asked of other nodes is answered; not for long.
    pub(crate) async fn settle(&self, connection: ConnectionId) {
        let settled = async {
            loop {
                let answered = self.answered.notified();
                if !lock(&self.asked).keys().any(|(asker, _)| *asker == connection) {
                    return;
                }
                answered.await;
            }
        };
        // Who waits looks at what there is then.
        let _ = timeout(SETTLING, settled).await;
    }
}

/// A table that another node runs.
#[derive(Debug)]
pub(crate) struct RemoteTable {
    id: TableId,
    node: NodeId,
    /// Who watches it from here; `None` once it is to be looked for anew.
    watching: Mutex<Option<BTreeMap<ConnectionId, Watching>>>,
}

/// Somebody who watches a table that another node runs.
#[derive(Clone, Debug)]
struct Watching {
    guest: Arc<Guest>,
    views: bool,
    key: Option<TableKey>,
}

impl RemoteTable {
    pub(crate) fn new(id: TableId, node: NodeId) -> Self {
        Self { id, node, watching: Mutex::new(Some(BTreeMap::new())) }
    }

    fn receive(self: &Arc<Self>, house: &House, mail: Mail) -> Result<(), Mail> {
        let Some(away) = house.away() else { return Err(mail) };
        let mut state = lock(&self.watching);
        let Some(watching) = state.as_mut() else { return Err(mail) };
        let (table, node) = (&*self.id, self.node);
        let asks = |id, key, ask| ToServer { id, table: Some(self.id.clone()), key, ask };
        match mail {
            Mail::Watch { guest, watch: WatchRequest { id, after, recent, views, key } } => {
                let watcher = Watching { guest: Arc::clone(&guest), views, key: key.clone() };
                watching.insert(guest.connection, watcher);
                away.ask(node, &guest, asks(id, key, Ask::Watch { after, recent, views }));
            }
            Mail::Ask { guest, asked: AskRequest { id, ask, key } } => away.ask(node, &guest, asks(id, key, ask)),
            Mail::Unwatch { connection, id } => {
                watching.remove(&connection);
                match (id, house.guest(connection)) {
                    (Some(id), Some(guest)) => away.ask(node, &guest, asks(id, None, Ask::Unwatch)),
                    _ => away.nodes.send(node, &Item::Unwatched { line: connection.0, table }),
                }
            }
            Mail::Resync { connection } => away.nodes.send(node, &Item::Behind { line: connection.0, table }),
            Mail::HouseAct(act) => away.nodes.send(node, &Item::Act { table, act: TableAct::House(act) }),
            Mail::Close => away.nodes.send(node, &Item::Act { table, act: TableAct::Close }),
            Mail::Reload => away.nodes.send(node, &Item::Act { table, act: TableAct::Reload }),
            // These are for tables of this node alone.
            Mail::Look(_) | Mail::Thought { .. } | Mail::Advice { .. } | Mail::Grown => {}
        }
        if watching.is_empty() {
            // Who asks the next time looks for it anew.
            *state = None;
            drop(state);
            house.forget_location(&self.id, &TableLocation::There(Arc::clone(self)));
        }
        Ok(())
    }

    /// Who of these clients watches it, if it is that node that tells them.
    fn watchers(&self, from: NodeId, lines: &[u64]) -> Vec<Arc<Guest>> {
        let state = lock(&self.watching);
        let Some(watching) = state.as_ref().filter(|_| from == self.node) else { return Vec::new() };
        let guest = |line: &u64| watching.get(&ConnectionId(*line)).map(|watching| Arc::clone(&watching.guest));
        lines.iter().filter_map(guest).collect()
    }
}

impl House {
    /// Another node tells something.
    pub fn on_item(&self, from: NodeId, item: Item<'_>) {
        let Some(away) = self.away() else { return };
        match item {
            Item::Asked { line, person, message } => self.on_visitor_asks(from, line, person, message),
            Item::Unwatched { line, table } => self.on_visitor_leaves(from, line, Some(table)),
            Item::Behind { line, table } => self.on_visitor_behind(from, line, table),
            Item::Gone { line } => self.on_visitor_leaves(from, line, None),
            Item::Act { table, act } => self.on_act(table, act),
            Item::Answered { line, id, text, .. } => {
                if let Some(guest) = away.answered(from, ConnectionId(line), id) {
                    guest.pass_answer(text.into());
                }
            }
            Item::Recorded { line } => {
                if let Some(guest) = self.guest(ConnectionId(line)) {
                    guest.on_record();
                }
            }
            Item::Told { lines, table, text } => {
                let Some(TableLocation::There(remote)) = self.known_location(table) else { return };
                let text: Arc<str> = text.into();
                remote.watchers(from, &lines).iter().for_each(|guest| guest.tell(Arc::clone(&text)));
            }
            Item::Lost { table } => self.on_owner_lost(&table.into(), from),
            Item::Grown { table } => {
                if let Some(TableLocation::Here(table)) = self.known_location(table) {
                    // One that went to sleep reads its log when it wakes.
                    let _ = table.receive(self, Mail::Grown);
                }
            }
            Item::Listed { summary } => {
                if let Ok(summary) = serde_json::from_str::<Summary>(summary)
                    && !matches!(self.known_location(&summary.table), Some(TableLocation::Here(_)))
                {
                    self.invitations().on_changed(&summary);
                    self.lobby().put(summary);
                }
            }
            Item::Invited { player, invitation } => {
                if let Ok(invitation) = serde_json::from_str::<Invitation>(invitation) {
                    self.keep_invitation(PlayerId::from(player), Box::new(invitation));
                }
            }
        }
    }

    /// A node is gone, or what it told may have been lost: what its tables are wanted for is asked for anew, and its own
    /// clients are here no more.
    pub fn on_node_lost(&self, node: NodeId) {
        let Some(away) = self.away() else { return };
        let mut tables = away.asked_about(node);
        tables.extend(self.remote_tables(|remote| remote.node == node));
        tables.iter().for_each(|table| self.on_owner_lost(table, node));
        self.drop_visitors(node);
    }

    /// The ids of the tables that other nodes run and this one uses.
    fn remote_tables(&self, is_wanted: impl Fn(&RemoteTable) -> bool) -> Vec<TableId> {
        let locations = self.locations();
        let wanted = locations
            .iter()
            .filter(|(_, location)| matches!(location, TableLocation::There(remote) if is_wanted(remote)));
        wanted.map(|(table, _)| table.clone()).collect()
    }

    /// A node does not run a table any more: it is looked for anew, for all who watch it or have asked something.
    pub(crate) fn on_owner_lost(&self, table: &TableId, node: NodeId) {
        let Some(away) = self.away() else { return };
        let mut watching = BTreeMap::new();
        if let Some(TableLocation::There(remote)) = self.known_location(table)
            && remote.node == node
        {
            watching = lock(&remote.watching).take().unwrap_or_default();
            self.forget_location(table, &TableLocation::There(remote));
        }
        let asked = away.take_asked(node, table);
        if !watching.is_empty() || !asked.is_empty() {
            tokio::spawn(self.clone().reacquire(table.clone(), watching.into_values().collect(), asked));
        }
    }

    /// Looks for a table until it is found, lets everybody watch it again, and asks again what was not answered.
    async fn reacquire(self, table: TableId, watching: Vec<Watching>, asked: Vec<(Arc<Guest>, ToServer)>) {
        loop {
            match self.locate(&table).await {
                Err(HouseError::NotWritten) => {}
                // Whoever asks is told what is wrong with it.
                Ok(_) | Err(_) => break,
            }
            if watching.iter().all(|watching| watching.guest.outbox.is_closed()) && asked.is_empty() {
                return;
            }
            sleep(PAUSE).await;
        }
        // Who has asked to watch it and has no answer asks again: watched twice, the table would be shown twice.
        let is_watch = |message: &ToServer| matches!(message.ask, Ask::Watch { .. });
        let watchers = asked.iter().filter(|(_, message)| is_watch(message));
        let watchers: BTreeSet<ConnectionId> = watchers.map(|(guest, _)| guest.connection).collect();
        for Watching { guest, views, key } in watching {
            if guest.outbox.is_closed() || watchers.contains(&guest.connection) {
                continue;
            }
            let connection = guest.connection;
            let watch = WatchRequest { id: REWATCH.into(), after: None, recent: false, views, key };
            if self.send(&table, Mail::Watch { guest: Arc::clone(&guest), watch }).await.is_err() {
                // Its client comes back by itself, and is told what is wrong.
                guest.close();
            } else if guest.outbox.is_closed() {
                self.send_if_known(&table, Mail::Unwatch { connection, id: None });
            }
        }
        for (guest, ToServer { id, key, ask, .. }) in asked {
            if guest.outbox.is_closed() {
                continue;
            }
            let ask = match ask {
                // The node before may have told a part of what was missed: the whole view leaves nothing open.
                Ask::Watch { recent, views, .. } => Ask::Watch { after: None, recent, views },
                ask => ask,
            };
            if let Err(error) = self.send(&table, mail_of(&guest, id.clone(), key, ask)).await {
                let refusal = Refusal::House(error.refusal());
                guest.send(Some(&table), &Message::Refused { id, refusal });
            }
        }
    }
}

/// Nothing panics while it is locked.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
