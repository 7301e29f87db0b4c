//! The headless client of a house: browser, terminal, tests and load generators all use this one.
//!
//! Text in, text out, and state to look at: [`Client`] makes asks and keeps those that are not answered,
//! takes what the house says and keeps the watched tables, the lobby and the presence up to date.
//! After a lost connection it asks for what it missed and sends again what was not answered.
//! A number that is missing or an event that does not fit makes it ask again; it never guesses.
//! [`form`] is a new table as a person sets it up, [`lobby`] what the list of tables says to one player,
//! [`gesture`] what a person holds and points at as a step.
//! [`replay`] shows a match again; [`lesson`] is a first game that a script plays, [`puzzle`] a position whose best move is
//! looked for, and [`guided`] the table of either.
//!
//! Deliberately absent: sockets, clocks, entropy, threads, screens; whoever uses the client brings them.

mod advice;
mod client;
mod deals;
mod device;
mod few;
pub mod form;
mod game_view;
pub mod gesture;
pub mod guided;
mod lenient;
pub mod lesson;
pub mod lobby;
mod local_table;
mod news;
pub mod puzzle;
mod recent;
pub mod replay;
mod tally;
mod watched;

pub use advice::Advice;
pub use client::Client;
pub use deals::{Added, DealCheck, OwnEntropy, Proof, verify_round};
pub use device::device_name;
pub use few::Few;
pub use game_view::{GameView, ShownEvents, legal_moves};
pub use news::News;
pub use recent::PastHappening;
pub use tally::{RoundScores, Tally};
pub use watched::Watched;
pub use wire::house::Legal;
