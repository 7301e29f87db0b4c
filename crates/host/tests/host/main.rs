//! The host of a table, driven input by input: order, repeats, the queue, conflicts, clocks, presence, sleep.

mod conflicts;
mod invitations;
mod order;
mod quota;
mod repeats;
mod rig;
mod snapshots;
mod time;
mod views;
