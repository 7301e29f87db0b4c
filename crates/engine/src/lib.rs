//! The rules of five French family shedding games, and nothing else.
//!
//! Start with [`Game`]: two verbs for the truth (`decide`, `apply`), what is seen
//! (`show`, `follow`, `imagine`), what is allowed (`permit`, `moves`), and one door for chance (`deal`).
//! What the games hold alike is [`State`] and [`Public`].
//! Every game is the same six files under [`games`].
//!
//! Deliberately absent: bytes and text (crate `wire`), sentences for people (crate `words`),
//! clocks, files, sockets, logging, and any randomness but [`Chance`].

mod chance;
mod game;
pub mod games;
mod seat;
mod set;
mod sheet;
mod state;
mod table;

pub use chance::{Chance, Seed, Shuffle};
pub use game::{Coverage, EventMismatch, Events, Game, GameId, RefusalCode, Refuse, Turn};
pub use seat::{PerSeat, Seat, SeatCount, SeatSet};
pub(crate) use set::numbered_member;
pub use set::{Member, Set};
pub use sheet::{Outcome, Scores, Sheet, Standings};
pub(crate) use state::draw_top;
pub use state::{Ending, Phase, Public, State, View, Viewer};
pub use table::{Decided, Observer, Table};
