//! What a game house writes down and says: the entries of a table's log, snapshots of it, and the messages
//! of its WebSocket.
//!
//! Engine types have no serde; what stands here is the public form, and a change adds a reader, never edits one.
//!
//! Deliberately absent: what is allowed (crate `host`), sentences (crate `words`).

mod answer;
mod deal;
mod entry;
mod evening;
mod happened;
mod id;
mod message;
mod refused;
mod settings;
mod snapshot;

pub use answer::{
    AnswerResult, HintCandidate, HintFigures, HintInfo, HintResult, Legal, MAX_ASK_ID_LENGTH, Unread, read_ask_id,
    write_answer, write_message, write_refused,
};
pub use deal::DealFault;
pub use entry::{
    By, Entry, EntryError, RefusalReason, ReplaceReason, Seating, Sitter, TABLE_SCHEMA, read_entries, write_entries,
};
pub use evening::{
    EveningDeal, EveningLine, EveningPlace, EveningPlayer, EveningResult, EveningSettings, EveningView,
    MAX_EVENING_DEALS, MAX_EVENING_HOURS, MAX_EVENING_PLAYERS,
};
pub use happened::{HappeningText, TextByViewer, write_happened, write_happened_with_view, write_table_with_recent};
pub use id::{PlayerId, TableId, TableKey};
pub use message::{
    Answer, Ask, CHAT_KEPT, ChatLine, Clock, Happening, Here, Invitation, MAX_SPEECH_LENGTH, MAX_STEP_LENGTH, Past,
    Phrase, Presence, Published, Recent, Refused, SeatView, Speech, Stage, Summary, TableView, ToClient, ToServer,
    Welcome, is_deleted,
};
pub use refused::{HouseRefusal, SettingsFault, TableRefusal};
pub use settings::{BotLevel, GameSchema, MAX_TURN_SECONDS, MIN_TURN_SECONDS, Settings, Visibility};
pub use snapshot::{
    AnswerSnapshot, AskSnapshot, RoundSnapshot, SNAPSHOT_SCHEMA, SeatSnapshot, SnapshotError, TableSnapshot,
    read_snapshot, write_snapshot,
};
