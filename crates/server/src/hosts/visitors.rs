//! The clients of other nodes at the tables of this one: to a table they are connections like any other, and what they
//! are told goes to their node.
//!
//! Deliberately absent: the clients of this node at the tables of others ([`super::remote`]).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use host::{ConnectionId, Message, Person, Refusal};
use wire::house::{TableId, ToServer};
use words::Lang;

use crate::hosts::connection::{Guest, Sink, mail_of};
use crate::hosts::house::House;
use crate::hosts::nodes::{Item, LineNumber, NodeId, Nodes, TableAct};
use crate::hosts::outbox::Outbox;
use crate::hosts::remote::{TableLocation, lock};
use crate::hosts::table::{Mail, Table};

/// The clients of other nodes.
#[derive(Debug, Default)]
pub(crate) struct Visitors(Mutex<BTreeMap<(NodeId, LineNumber), Visitor>>);

#[derive(Debug)]
struct Visitor {
    guest: Arc<Guest>,
    /// The tables they have asked something of.
    tables: BTreeMap<TableId, Arc<Table>>,
}

/// The way to a client of another node.
pub(crate) struct Far {
    nodes: Arc<dyn Nodes>,
    node: NodeId,
    line: LineNumber,
}

impl fmt::Debug for Far {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Far").field("node", &self.node).field("line", &self.line).finish_non_exhaustive()
    }
}

impl Far {
    /// Sends a message about a table.
    pub(crate) fn send(&self, table: Option<&TableId>, message: &Message, lang: Lang) {
        let table = table.map(TableId::as_str).unwrap_or_default();
        let text = message.to_text(lang);
        match message {
            Message::Answer { id, .. } | Message::Refused { id, .. } => {
                self.nodes.send(self.node, &Item::Answered { line: self.line, table, id, text: &text });
            }
            Message::Update(_) => {
                self.nodes.send(self.node, &Item::Told { lines: vec![self.line], table, text: &text });
            }
        }
    }

    /// Says that a table is run here no more.
    pub(crate) fn lose(&self, table: &TableId) {
        self.nodes.send(self.node, &Item::Lost { table });
    }
}

/// What is sent to the client of another node does not wait here.
#[derive(Debug)]
struct NoSink;

impl Sink for NoSink {
    fn flush(&self, _: &Outbox, _: &mut Vec<u8>) {}
}

impl House {
    /// A client of another node asks something.
    pub(crate) fn on_visitor_asks(&self, from: NodeId, line: LineNumber, person: Person, message: &str) {
        // It was read before it was sent on.
        let Ok(ToServer { id, table: Some(table), key, ask }) = ToServer::read(message) else { return };
        let Some(guest) = self.visitor(from, line, person) else { return };
        let mut mail = mail_of(&guest, id.clone(), key, ask);
        if let Some(TableLocation::Here(here)) = self.known_location(&table) {
            match here.receive(self, mail) {
                Ok(()) => return self.note_visit(from, line, guest.connection, table, here),
                Err(again) => mail = again,
            }
        }
        let house = self.clone();
        tokio::spawn(async move {
            match house.send_here(&table, mail).await {
                Ok(Some(here)) => house.note_visit(from, line, guest.connection, table, here),
                Ok(None) => guest.lose(&table),
                Err(error) => {
                    let refusal = Refusal::House(error.refusal());
                    guest.send(Some(&table), &Message::Refused { id, refusal });
                }
            }
        });
    }

    /// A client of another node watches a table no more, or is gone.
    pub(crate) fn on_visitor_leaves(&self, from: NodeId, line: LineNumber, table: Option<&str>) {
        let Some(away) = self.away() else { return };
        let left = {
            let mut visitors = lock(&away.visitors.0);
            let Some(visitor) = visitors.get_mut(&(from, line)) else { return };
            let (connection, tables) = match table {
                Some(table) => (visitor.guest.connection, visitor.tables.remove(table).into_iter().collect::<Vec<_>>()),
                None => (visitor.guest.connection, std::mem::take(&mut visitor.tables).into_values().collect()),
            };
            if table.is_none() {
                visitors.remove(&(from, line));
                self.forget_guest(connection);
            }
            (connection, tables)
        };
        self.leave_tables(left);
    }

    /// A client of another node has lost updates.
    pub(crate) fn on_visitor_behind(&self, from: NodeId, line: LineNumber, table: &str) {
        let Some(away) = self.away() else { return };
        let visited = {
            let visitors = lock(&away.visitors.0);
            visitors.get(&(from, line)).and_then(|it| Some((it.guest.connection, it.tables.get(table)?.clone())))
        };
        if let Some((connection, table)) = visited {
            // A table that sleeps has nobody who watches.
            let _ = table.receive(self, Mail::Resync { connection });
        }
    }

    /// The house acts on a table, which this node runs or may run.
    pub(crate) fn on_act(&self, table: &str, act: TableAct) {
        let (house, table) = (self.clone(), table.to_owned());
        let mail = match act {
            TableAct::House(act) => Mail::HouseAct(act),
            TableAct::Close => Mail::Close,
            TableAct::Reload => {
                // One that sleeps reads its log when it wakes.
                return self.send_if_known(&table, Mail::Reload);
            }
        };
        tokio::spawn(async move {
            if let Err(error) = house.send_here(&table, mail).await {
                tracing::warn!(%error, "what the house wanted of a table was not done");
            }
        });
    }

    /// A node is gone, and its clients with it.
    pub(crate) fn drop_visitors(&self, node: NodeId) {
        let Some(away) = self.away() else { return };
        let lines: Vec<LineNumber> =
            lock(&away.visitors.0).range((node, 0)..=(node, LineNumber::MAX)).map(|((_, line), _)| *line).collect();
        lines.into_iter().for_each(|line| self.on_visitor_leaves(node, line, None));
    }

    fn leave_tables(&self, (connection, tables): (ConnectionId, Vec<Arc<Table>>)) {
        for table in tables {
            // A table that sleeps need not know.
            let _ = table.receive(self, Mail::Unwatch { connection, id: None });
        }
    }

    /// The client of another node as a guest of this one.
    fn visitor(&self, node: NodeId, line: LineNumber, person: Person) -> Option<Arc<Guest>> {
        let away = self.away()?;
        let mut visitors = lock(&away.visitors.0);
        let visitor = visitors.entry((node, line)).or_insert_with(|| {
            let far = Far { nodes: Arc::clone(&away.nodes), node, line };
            Visitor { guest: self.admit(person, Arc::new(NoSink), None, Some(far)), tables: BTreeMap::new() }
        });
        Some(Arc::clone(&visitor.guest))
    }

    /// A table has taken what a client of another node asked.
    fn note_visit(&self, node: NodeId, line: LineNumber, connection: ConnectionId, table: TableId, here: Arc<Table>) {
        let Some(away) = self.away() else { return };
        if let Some(visitor) = lock(&away.visitors.0).get_mut(&(node, line)) {
            visitor.tables.insert(table, here);
            return;
        }
        // They were gone before the table was awake.
        self.leave_tables((connection, vec![here]));
    }
}
