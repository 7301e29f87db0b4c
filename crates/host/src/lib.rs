//! The host of one table, without I/O: who sits and watches, what is asked, decided, written down and shown.
//!
//! [`Host`] is the state machine that a server and a browser run alike: inputs are its methods `on_…`, what is to be
//! done comes out of [`Host::poll_effect`], the time and the dice are arguments.
//! [`Room`] is the table and the people around it: [`Room::decide`] says which entries an ask comes to, or refuses it,
//! and changes nothing; once they are written down [`Room::apply`] makes them true and says what each viewer is shown.
//! A room that is built again from its entries is the same room, and so is one from a snapshot ([`Room::snapshot`]) and
//! the entries after it.
//! [`Solo`] runs hosts in one process, for play without a server.
//!
//! Deliberately absent: sockets, storage, clocks, threads, entropy; whoever runs the host brings them.

mod access;
mod agenda;
mod conduct;
mod decide;
mod effect;
mod evening;
mod fits;
mod hints;
mod host;
mod hosted;
mod lines;
mod memory;
mod people;
mod play;
mod recent;
mod record;
mod refusal;
mod room;
mod show;
mod snapshot;
mod solo;
mod watchers;

pub use agenda::{Act, Pace, Task};
pub use decide::{Decision, Dice, HouseAct, open};
pub use effect::{
    ConnectionId, Effect, HintKey, HintOutcome, LogPosition, LogRecord, Message, NotAppended, Person, ThoughtKey,
};
pub use evening::{evening_settings, evening_start, open_evening};
pub use host::{AskRequest, DiceAt, Host, HostOptions, Look, MAX_QUEUED, WatchRequest, is_news};
pub use play::{Advising, Thinking, has_clock, seats_of};
pub use referee::judge::{Chooser, StepRefused, judge};
pub use refusal::Refusal;
pub use room::{Mismatch, Room};
pub use show::Shown;
pub use solo::{Solo, WrittenRecord};
