//! The other nodes of a house, as its tables need them: who runs which table, and what nodes tell each other.
//!
//! Deliberately absent: how messages travel, and how it is found out that a node is gone.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use host::{HouseAct, Person};
use journal::JournalError;
use wire::house::TableId;

/// One life of a node: another begins when it is started again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u64);

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Which node runs a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// This one.
    Here,
    /// Another.
    There(NodeId),
}

/// What other nodes do later.
pub type Soon<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The other nodes of a house.
///
/// Who owns a table is only a habit that spares conflicts: if two nodes believe to own it, each append still names the
/// position it follows, and of two that name the same one is refused.
pub trait Nodes: Send + Sync + fmt::Debug {
    /// The node that runs a table, if there is one and it lives.
    fn owner<'a>(&'a self, table: &'a TableId) -> Soon<'a, Result<Option<Owner>, JournalError>>;

    /// This node wants to run a table: whether it does, or which other.
    fn claim<'a>(&'a self, table: &'a TableId) -> Soon<'a, Result<Owner, JournalError>>;

    /// This node runs a table no more.
    fn release(&self, table: &TableId);

    /// Whether this node still owns a table is to be found out.
    fn doubt(&self, table: &TableId);

    /// Whether this node may let clocks run out: not while it cannot know what it still owns.
    fn is_sure(&self) -> bool;

    /// Whether nothing can be written down, for some time already.
    fn is_cut_off(&self) -> bool;

    /// Sends something to a node, soon and in order; it is lost if the node is.
    fn send(&self, node: NodeId, item: &Item<'_>);

    /// Sends something to all other nodes that are known.
    fn send_all(&self, item: &Item<'_>);
}

/// The number of a connection at the node it is made to.
pub type LineNumber = u64;

/// What nodes tell each other.
#[derive(Clone, PartialEq, Debug)]
pub enum Item<'a> {
    /// To the owner of a table: a client asks something.
    Asked {
        /// Which client.
        line: LineNumber,
        /// Who they are.
        person: Person,
        /// The message as the client sent it.
        message: &'a str,
    },
    /// To the owner: a client watches a table no more.
    Unwatched {
        /// Which client.
        line: LineNumber,
        /// Which table.
        table: &'a str,
    },
    /// To the owner: a client has lost updates.
    Behind {
        /// Which client.
        line: LineNumber,
        /// Which table.
        table: &'a str,
    },
    /// To whoever owned something that a client has asked for: the client is gone.
    Gone {
        /// Which client.
        line: LineNumber,
    },
    /// To the owner: the house acts on a table.
    Act {
        /// Which table.
        table: &'a str,
        /// What is to be done.
        act: TableAct,
    },
    /// From the owner: an ask is answered or refused.
    Answered {
        /// Which client.
        line: LineNumber,
        /// Which table.
        table: &'a str,
        /// The id of the ask.
        id: &'a str,
        /// The message.
        text: &'a str,
    },
    /// From the owner: a record is written because a client asked for something.
    Recorded {
        /// Which client.
        line: LineNumber,
    },
    /// From the owner: clients are told something.
    Told {
        /// Which clients.
        lines: Vec<LineNumber>,
        /// Which table it is about.
        table: &'a str,
        /// The message.
        text: &'a str,
    },
    /// From who owned a table: it does so no more.
    Lost {
        /// Which table.
        table: &'a str,
    },
    /// The log of a table may have grown without its owner: by who owned it before.
    Grown {
        /// Which table.
        table: &'a str,
    },
    /// A table of the list has changed, as JSON.
    Listed {
        /// Its line.
        summary: &'a str,
    },
    /// A player is asked to a table, as JSON.
    Invited {
        /// Whom.
        player: &'a str,
        /// By whom, and where.
        invitation: &'a str,
    },
}

/// What the house does to a table that another node runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableAct {
    /// A keeper's act.
    House(HouseAct),
    /// It is put away unless somebody is there.
    Close,
    /// Its log reads otherwise now.
    Reload,
}
