//! Every byte that leaves the process: the notation of cards and moves, positions, views,
//! events and records, and the way back.
//!
//! [`Codec`] is what a game needs beyond its rules; each game has one file here, named like its
//! folder in the engine. What cannot be read is answered with a [`NotationError`] or with
//! [`Fault`]s that say where and what.
//!
//! Deliberately absent: sockets, storage, sentences for people (crate `words`).

mod codec;
pub mod dos;
mod evening;
mod fault;
mod fields;
pub mod house;
mod json;
pub mod local;
mod material;
pub mod nain_jaune;
pub mod onze;
mod position;
pub mod quarante_six;
mod record;
pub mod rummy;
mod text;

pub use codec::{Codec, Found, NotationError, Sight, Step, read_step, write_step};
pub use evening::{EveningHeader, evening_dice, evening_seed};
pub use fault::{Fault, Faults, Kind};
pub use fields::{Fields, read_card, read_cards};
pub use json::{read_json, read_json_text};
pub use material::{CardsAs, FaceDown, Material};
pub use position::{
    Common, read_options, read_position, read_seed, read_shown, read_view, write_event, write_position, write_seed,
    write_view,
};
pub use record::{
    Entropy, Header, MAX_ENTROPY, Player, PlayerKind, RECORD_FORMAT, Record, RecordError, RecordLine, RecordProblem,
    commitment, deal_seed, read_entropy, read_lines, read_record, write_entropy, write_lines, write_record,
};
/// JSON as it is read and written here, the order of fields kept.
pub use serde_json::{Map, Value, json};
