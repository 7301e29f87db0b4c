//! All tables of a house: one task each, written to the journal, shown to whoever is connected.
//!
//! A [`House`] opens tables, wakes them from the journal when somebody comes, and puts them to sleep when nobody has
//! been there for a while. A [`Connection`] is one client: what it asks goes to the table's mailbox in the order of
//! arrival, what it is told waits in its [`Outbox`], which is bounded: a client that reads too slowly is given a fresh
//! view later, and never holds up anybody else.
//!
//! The order is law: decide, append to the journal, apply, acknowledge, show.
//!
//! Deliberately absent: HTTP and sockets, identity, SQL (crate `server`); rules (crates `room` and `engine`).

mod connection;
mod house;
mod lobby;
mod outbox;
mod table;
mod thinkers;

pub use connection::{Connection, Guest};
pub use house::{Clock, House, HouseError, HouseOptions, Pulse};
pub use lobby::Lobby;
pub use outbox::{Outbox, Taken};
