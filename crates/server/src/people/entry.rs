//! What the journal holds about people: the entries of `player.<id>` and `name.<skeleton>`.
//!
//! Whatever belongs together is one entry: a claim is the entry of the name alone, with the player and the
//! password in it, so of two claims exactly one wins and none is ever half done.
//! Every entry carries the number of its schema; a change adds a reader, never edits one.
//! Deliberately absent: what may be done when.

use data_encoding::HEXLOWER;
use journal::{Record, Subject};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::PlayerKind;

/// The number of this schema.
const SCHEMA: u32 = 1;

/// Something that happened to a player, with the time in milliseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlayerEntry {
    /// Somebody came in for the first time.
    Joined { name: String, kind: PlayerKind, session: Opened, at: u64 },
    /// A guest took another name.
    Renamed { name: String, at: u64 },
    /// They came in on another device.
    SessionOpened { session: Opened, at: u64 },
    /// A session was used; noted once a day at most, so that one that is not used expires.
    SessionUsed { session: String, at: u64 },
    /// A session was revoked.
    SessionRevoked { session: String, at: u64 },
    /// All sessions were revoked.
    AllRevoked { at: u64 },
    /// All sessions but one were revoked.
    OthersRevoked { kept: String, at: u64 },
    /// They have another password; all sessions but one were revoked.
    PasswordChanged { password: String, kept: String, at: u64 },
    /// The account is deleted: the player is nobody from here on, and what the log holds of them is being erased.
    Deleted { at: u64 },
    /// All the log held of a deleted player is erased.
    ErasureDone { at: u64 },
    /// What is left of `Joined` when the player is deleted: since which position they had a name of their own, for the
    /// ratings of those they played with.
    Anonymous { kind: PlayerKind, named: Option<u64> },
    /// What is left of any other entry when the player is deleted.
    Erased,
}

/// A session as it is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Opened {
    /// Its id: a hash of its token.
    pub(crate) id: String,
    /// The program that opened it, in its own words, so that people recognise their devices.
    pub(crate) device: String,
}

/// Something that happened to a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NameEntry {
    /// A player took it and gave up the one they had. A guest's first name comes with a password.
    Taken {
        player: String,
        name: String,
        password: Option<String>,
        at: u64,
        /// Guests who were called so, and what they are called now.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        displaced: Vec<Displaced>,
    },
    /// What is left when the player who took it is deleted: nobody has it through this entry.
    Erased {
        /// Guests who were called so, and what they are called now.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        displaced: Vec<Displaced>,
    },
}

/// A guest whose name somebody made their own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Displaced {
    /// The guest.
    pub(crate) player: String,
    /// What they are called now.
    pub(crate) name: String,
}

/// An entry that cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UnreadableEntry {
    #[error("the entry has schema {0}; this program knows {SCHEMA}")]
    Schema(u32),
    #[error("the entry cannot be read: {0}")]
    Json(#[from] serde_json::Error),
}

#[derive(Serialize, Deserialize)]
struct Versioned<E> {
    v: u32,
    entry: E,
}

/// Writes an entry as news, so that the ledger follows.
pub(crate) fn write(entry: &impl Serialize) -> Record {
    let Ok(body) = serde_json::to_vec(&Versioned { v: SCHEMA, entry }) else { unreachable!("entries are plain data") };
    Record { body: body.into(), is_news: true }
}

/// Reads an entry.
pub(crate) fn read<E: DeserializeOwned>(body: &[u8]) -> Result<E, UnreadableEntry> {
    let Versioned { v, entry } = serde_json::from_slice::<Versioned<serde_json::Value>>(body)?;
    if v == SCHEMA { Ok(serde_json::from_value(entry)?) } else { Err(UnreadableEntry::Schema(v)) }
}

/// The subject of a player.
pub(crate) fn player_subject(player: &str) -> Option<Subject> {
    Subject::new(&format!("player.{player}"))
}

/// The subject of a name, by what it looks like (older records have it by what it folds to); it is hashed where it would be too long, which needs no way back.
pub(crate) fn name_subject(skeleton: &str) -> Subject {
    use sha2::{Digest, Sha256};
    let mut word = HEXLOWER.encode(skeleton.as_bytes());
    if word.len() > 96 {
        word = format!("h{}", HEXLOWER.encode(&Sha256::digest(skeleton.as_bytes())));
    }
    let Some(subject) = Subject::new(&format!("name.{word}")) else { unreachable!("hexadecimal digits are a word") };
    subject
}
