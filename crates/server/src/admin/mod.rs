//! What a keeper of the house can do: typed commands, carried out in one place and written to the journal, behind two
//! shells: a local socket for whoever runs the machine (`serve_socket`), and a page for a keeper who logged in
//! (`routes/keeper.rs`).
//!
//! Deliberately absent: the rules of a table; a keeper closes tables and deletes what was said, and never plays.

mod bans;
mod command;
pub(crate) mod entry;
mod mode;
mod reply;
mod run;
mod socket;

pub(crate) use bans::Bans;
pub use command::{Command, KeeperCommand};
pub use entry::{Act, Actor, BanTarget};
pub(crate) use entry::{ActEntry, ReportEntry, append_act, append_report};
pub(crate) use mode::CurrentMode;
pub use mode::Mode;
pub use reply::{Reply, Row};
pub use run::run;
pub(crate) use socket::serve_socket;
pub use socket::{ask_socket, socket_path};
