//! Tables over real sockets: a house on a port of its own with a file of its own, and clients that speak plain JSON.
//!
//! The clients are written against the messages as they are documented, not against our own client, and every message
//! that comes or goes is held against their schema.

mod abuse;
mod clocks;
mod deals;
mod dice;
mod evenings;
mod figures;
mod full_disk;
mod hints;
mod house_at_port_zero;
mod invitations;
mod invited;
mod keeper;
mod lobby;
mod matches;
mod neighbours;
mod person;
mod privacy;
mod races;
mod recent;
mod schema;
mod shared_limits;
mod siege;
mod slow_reader;
mod strangers;
mod tab;
mod waiting;
