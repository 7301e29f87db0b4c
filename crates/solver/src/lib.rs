//! Exact solvers for positions of our games.
//!
//! Pure computation: no clocks, no threads, no chance, no I/O, so that the same code serves the server, a bot
//! and the browser. What a *good* move is beyond the stated goal is the business of the bots.

pub mod rummy;
