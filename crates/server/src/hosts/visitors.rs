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

    /// Says that a record is written because they asked for something: their own node counts it.
    pub(crate) fn on_record(&self) {
        self.nodes.send(self.node, &Item::Recorded { line: self.line });
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

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use engine::GameId;
    use journal::{JournalError, MemoryJournal};
    use serde_json::{Value, json};
    use tokio::sync::Notify;
    use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
    use wire::house::Settings;

    use super::*;
    use crate::clock::WallClock;
    use crate::config::Config;
    use crate::entropy::Entropy;
    use crate::hosts::nodes::{Owner, Soon};
    use crate::hosts::outbox::Taken;
    use crate::hosts::{read_item, write_item};
    use crate::metrics::Metrics;
    use crate::safety::Limits;
    use crate::tables::open_house;

    const FIRST: NodeId = NodeId(1);
    const SECOND: NodeId = NodeId(2);

    /// A node of a house of two, of which the first runs all tables.
    #[derive(Debug)]
    struct OneOfTwo {
        me: NodeId,
        to_other: UnboundedSender<Vec<u8>>,
    }

    impl OneOfTwo {
        fn runs(&self) -> Owner {
            if self.me == FIRST { Owner::Here } else { Owner::There(FIRST) }
        }
    }

    impl Nodes for OneOfTwo {
        fn owner<'a>(&'a self, _: &'a TableId) -> Soon<'a, Result<Option<Owner>, JournalError>> {
            Box::pin(async { Ok(Some(self.runs())) })
        }

        fn claim<'a>(&'a self, _: &'a TableId) -> Soon<'a, Result<Owner, JournalError>> {
            Box::pin(async { Ok(self.runs()) })
        }

        fn release(&self, _: &TableId) {}

        fn doubt(&self, _: &TableId) {}

        fn is_sure(&self) -> bool {
            true
        }

        fn is_cut_off(&self) -> bool {
            false
        }

        fn send(&self, _: NodeId, item: &Item<'_>) {
            self.send_all(item);
        }

        fn send_all(&self, item: &Item<'_>) {
            let mut bytes = Vec::new();
            write_item(item, &mut bytes);
            // The other may be gone at the end of a test.
            let _ = self.to_other.send(bytes);
        }
    }

    /// Two nodes over one log, which hear each other.
    fn two_nodes() -> (House, House) {
        let journal = Arc::new(MemoryJournal::new());
        let (to_first, for_first) = unbounded_channel();
        let (to_second, for_second) = unbounded_channel();
        let node = |me, to_other| {
            let nodes: Arc<dyn Nodes> = Arc::new(OneOfTwo { me, to_other });
            let (clock, entropy) = (WallClock::system(), Entropy::of_the_machine());
            let metrics = Arc::new(Metrics::default());
            open_house(&Config::default(), Arc::<MemoryJournal>::clone(&journal), clock, entropy, metrics, Some(nodes))
        };
        let (first, second) = (node(FIRST, to_second), node(SECOND, to_first));
        for (house, from, mut letters) in [(first.clone(), SECOND, for_first), (second.clone(), FIRST, for_second)] {
            tokio::spawn(async move {
                while let Some(bytes) = letters.recv().await {
                    let mut rest = &bytes[..];
                    while let Some(item) = read_item(&mut rest) {
                        house.on_item(from, item);
                    }
                }
            });
        }
        (first, second)
    }

    #[derive(Debug, Default)]
    struct Told(Notify);

    impl Sink for Told {
        fn flush(&self, _: &Outbox, _: &mut Vec<u8>) {
            self.0.notify_one();
        }
    }

    #[tokio::test]
    async fn records_of_a_table_that_another_node_runs_are_counted() {
        let (first, second) = two_nodes();
        let anne = Person {
            player: "anne".into(),
            name: "Anne".into(),
            is_program: false,
            is_claimed: false,
            lang: Lang::French,
        };
        let entries = host::open(Settings::new(GameId::Onze, 2), &[], &anne, 1).expect("a table");
        let table = first.open(entries, None).await.expect("it opens");

        // Three come at once, and one in five seconds comes back.
        let config = Config { records: NonZeroU32::new(12).expect("not zero"), ..Config::default() };
        let records = Limits::new(&config).records("anne", std::net::IpAddr::from([10, 0, 0, 1]).into());
        let told = Arc::new(Told::default());
        let mut connection = second.connect_limited(anne, Arc::<Told>::clone(&told), Some(records));
        let mut too_fast = 0;
        for id in 0..40 {
            connection.receive(&json!({ "id": id.to_string(), "table": table, "ask": "undo" }).to_string()).await;
            let mut code = None;
            while code.is_none() {
                let read = |text: &str| {
                    let message: Value = serde_json::from_str(text).expect("JSON");
                    code = code.take().or_else(|| message["refused"]["code"].as_str().map(String::from));
                };
                match connection.guest().outbox.take(read) {
                    Taken::Messages => {}
                    Taken::Nothing => told.0.notified().await,
                    other => panic!("{other:?}"),
                }
            }
            too_fast += u64::from(code.as_deref() == Some("too-fast"));
        }
        assert!(too_fast > 0, "forty refusals are too many records");
        let written = first.look(&table, host::Room::records).await.expect("it is there");
        assert_eq!(written, 1 + 40 - too_fast, "what is too fast is not written down");
    }
}
