//! What a game house writes down and says: the entries of a table's log, and the messages of its WebSocket.
//!
//! Engine types have no serde; what stands here is the public form, and a change adds a reader, never edits one.
//!
//! Deliberately absent: what is allowed (crate `room`), sentences (crate `words`).

mod deal;
mod entry;
mod message;
mod refused;
mod settings;

pub use deal::DealFault;
pub use entry::{By, Entry, EntryError, Seating, Sitter, TABLE_SCHEMA, read_entries, write_entries};
pub use message::{
    Answer, Ask, ChatLine, Clock, Happening, Here, Past, Phrase, Presence, Published, Recent, Refused, SeatView,
    Speech, Stage, Summary, TableView, ToClient, ToServer, Welcome,
};
pub use refused::TableRefusal;
pub use settings::{BotLevel, Settings, Visibility};
