//! The program as its users run it: a `tapis` process over its own data and port, killed without warning ([`crash`]) or
//! looked at with real browsers ([`browser`]).
//!
//! Deliberately absent: anything the program needs; the rules.

#[cfg(feature = "browser")]
pub mod browser;
pub mod crash;
mod process;

pub use process::{Launcher, Process, ProcessError, Server, on_core};
