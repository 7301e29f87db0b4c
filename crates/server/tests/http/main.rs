//! The house as the world sees it: real sockets, a real file, real programs at the other end.

mod config;
mod figures;
mod fixture;
mod games;
mod ledger;
mod offline;
mod openapi;
mod people;
mod preview;
mod privacy;
mod safety;
