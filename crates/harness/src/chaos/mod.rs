//! A house of several nodes under all kinds of faults, while people play at it.
//!
//! Three servers of NATS and three nodes, the real programs, run on loopback. People play at many tables, spread over the
//! nodes; whoever's node does not answer goes to the next by themselves and sends again what was not answered. Faults
//! come one after the other, drawn from a seed; after each the people of every table must get on. In the end everything
//! anybody was told is judged against the logs of all tables (`crash/check`).
//!
//! Deliberately absent: faults of disks and of power; networks that lose only some packets.

mod drive;
mod fault;
mod house;
mod report;

pub use drive::{Options, run};
pub use fault::Fault;
pub use report::Report;
