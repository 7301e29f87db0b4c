//! A table and the people around it: who sits where, what is asked, what is decided, written down and shown.
//!
//! The order is law: [`Room::decide`] says which entries an ask comes to, or refuses it, and changes nothing;
//! the entries are written down; only then [`Room::apply`] makes them true and says what each viewer is shown of them.
//! A room that is built again from its entries is the same room.
//! What is not written down (who is connected, whose turn began when, what a bot will do and when) is kept here
//! too and asked for by [`Room::agenda`]; time comes in from outside, so the same room runs in a server,
//! in a browser and in a test.
//!
//! Deliberately absent: sockets, storage, clocks, threads, entropy; whoever runs the room brings them.

mod agenda;
mod answers;
mod decide;
mod fits;
mod hosted;
mod judge;
mod people;
mod play;
mod recent;
mod record;
mod room;
mod show;

pub use agenda::{Act, Pace, Task};
pub use decide::{Asker, Decision, Dice, Refusal, open};
pub use judge::{Chooser, StepRefused, judge};
pub use play::{Advising, Thinking, seats_of};
pub use room::{CHAT_KEPT, Mismatch, Room};
pub use show::Shown;
