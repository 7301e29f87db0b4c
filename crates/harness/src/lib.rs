//! The program as its users run it: a `tapis` process over its own data and port, killed without warning ([`crash`]),
//! as several nodes under all kinds of faults ([`chaos`]), or looked at with real browsers ([`browser`]).
//!
//! Deliberately absent: anything the program needs; the rules.

#[cfg(feature = "browser")]
pub mod browser;
pub mod chaos;
pub mod crash;
mod process;
mod proxy;

pub use process::{Launcher, Process, ProcessError, Server, on_core};
pub use proxy::Proxy;
