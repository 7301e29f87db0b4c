//! The game house: people, their sessions and names, what they have played, and the addresses they come in by.
//!
//! [`App`] is what all parts share, [`router`] its addresses, [`serve`] the loop that listens, [`run`] all of it.
//! One thread serves sockets and tables; nothing here blocks it.
//! Deliberately absent: the rules of any game, and of a table.

pub mod admin;
mod app;
mod clock;
mod cluster;
pub mod config;
mod entropy;
mod evening;
pub mod hosts;
mod invite;
pub mod ledger;
pub mod logs;
mod measured;
mod metrics;
mod migration;
mod offline;
pub mod people;
mod privacy;
mod refusal;
mod restore;
mod routes;
pub mod safety;
mod serve;
mod socket;
mod storage;
mod tables;
pub mod websocket;
mod workers;
mod writable;

pub use app::{App, AppError};
pub use clock::WallClock;
pub use cluster::{Cluster, ClusterError};
pub use config::{Config, ConfigError, Settings};
pub use entropy::{Entropy, NoEntropy};
pub use invite::{lan_address, terminal_code};
pub use measured::MeasuredJournal;
pub use metrics::Metrics;
pub use migration::HouseReferences;
pub use refusal::{Problem, Reason, Refusal};
pub use restore::{RestoreError, restore};
pub use routes::{Page, messages_json, openapi_json, router};
pub use serve::{ServeError, listen, run, serve};
pub use socket::OpenSockets;
pub use storage::Storage;
pub use writable::Writability;
