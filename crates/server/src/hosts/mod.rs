//! All tables of a house: the shell that runs a [`Host`](host::Host) for each, with a journal, timers and connections.
//!
//! A [`House`] opens tables, wakes them from the journal when somebody comes, and puts them to sleep when nobody has
//! been there for a while. A [`Connection`] is one client: what it asks of a table is decided at once, what it is told
//! waits in its [`Outbox`] until the turn of the loop ends, when its [`Sink`] is called. The outbox is bounded: a client
//! that reads too slowly is given a fresh view later, and never holds up anybody else.
//!
//! Deliberately absent: HTTP, sockets, identity, SQL and settings, which are the rest of this crate: nothing in this
//! module uses them. What a table decides and the rules are the crates `host` and `engine`.

mod connection;
mod error;
mod house;
mod invitations;
mod lobby;
mod nodes;
mod outbox;
mod outside;
mod parcel;
mod remote;
mod table;
mod thinkers;
mod timers;
mod turn;
mod visitors;

pub use connection::{Connection, Guest, Refreshed, Sink};
pub use error::HouseError;
pub use house::{House, HouseOptions, OpenOutcome, WeakHouse};
pub use lobby::{Lobby, Origin};
pub use nodes::{Item, LineNumber, NodeId, Nodes, Owner, Soon, TableAct};
pub use outbox::{Outbox, Taken};
pub use outside::{Pulse, TimeAndDice};
pub(crate) use parcel::{read_item, write_item};
