//! The snapshot of a table just before a round is dealt: what its log comes to, so that only the rest need be read.
//!
//! Between two rounds nobody holds a card and nothing can be taken back, so it is little: what carries over from one
//! round to the next, and the lines of the record as text that was written when each round was over.
//! It begins with a line that tells its schema and a hash of what follows. A snapshot of another schema, or one that was
//! damaged, is no loss: the log tells the same.
//!
//! Deliberately absent: a round under way, who is connected, and readers of older schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::entry::Sitter;
use super::evening::EveningDeal;
use super::id::{PlayerId, TableId, TableKey};
use super::message::ChatLine;
use super::refused::TableRefusal;
use super::settings::Settings;
use crate::record::hexadecimal;

/// The number of this schema. Whoever changes what a snapshot holds, or what it means, changes the number.
pub const SNAPSHOT_SCHEMA: u32 = 3;

/// A table just before a round is dealt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSnapshot {
    /// Which table.
    pub table: TableId,
    /// What is played, and how.
    pub settings: Settings,
    /// The table's host.
    pub host: PlayerId,
    /// The key of its link.
    pub key: Option<TableKey>,
    /// What tables opened from the same network share.
    pub origin: Option<u32>,
    /// Who needs no key.
    pub guests: BTreeSet<PlayerId>,
    /// Who was sent away.
    pub removed: BTreeSet<PlayerId>,
    /// Whether nobody may sit down.
    pub locked: bool,
    /// The deal of an evening that is played here.
    pub evening: Option<EveningDeal>,
    /// When it was opened, in milliseconds since 1970.
    pub opened: u64,
    /// When the match began, in milliseconds since 1970.
    pub began: u64,
    /// Who sits where, and how they have played.
    pub seats: Vec<SeatSnapshot>,
    /// The players of a rated match for whom a bot goes on.
    pub replaced: Vec<PlayerId>,
    /// The sequence number of what happened last.
    pub seq: u64,
    /// The sequence number of what last changed more than the talk.
    pub game_seq: u64,
    /// How many records the log has.
    pub records: u64,
    /// How many it had at the deal before.
    pub dealt_records: u64,
    /// The position in which the last round ended; absent before the first deal.
    pub position: Option<Value>,
    /// The rounds that are over, and the one that is committed to.
    pub rounds: Vec<RoundSnapshot>,
    /// What was last said.
    pub chat: Vec<ChatLine>,
    /// Who is silenced.
    pub muted: BTreeSet<PlayerId>,
    /// The asks that were answered for good, by player, the oldest first.
    pub asks: BTreeMap<PlayerId, Vec<AskSnapshot>>,
    /// How many asks were ever answered for good.
    pub ask_count: u64,
    /// The lines of the record of the rounds that are over, see [`write_lines`](crate::write_lines).
    #[serde(skip)]
    pub lines: Arc<String>,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSnapshot {
    /// Who sits there.
    pub sitter: Sitter,
    /// The sequence number with which the seat last changed hands.
    pub changed: u64,
    /// How many turns in a row the clock has ended.
    pub timeouts: u8,
    /// How many steps the player made themselves.
    pub own_steps: u32,
    /// How many steps a bot or the clock made for them.
    pub other_steps: u32,
}

/// The deal of a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundSnapshot {
    /// The seed that was committed to: 64 hexadecimal digits.
    pub seed: String,
    /// What each seat added, in hexadecimal digits; absent before it is dealt.
    pub entropy: Option<Vec<Option<String>>>,
    /// When it was dealt, in milliseconds since 1970.
    pub dealt: u64,
}

/// An ask that was answered for good.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskSnapshot {
    /// What the client calls its ask.
    pub id: String,
    /// A hash of what was asked; absent where the log does not tell.
    pub hash: Option<u32>,
    /// Its number among all that were answered for good.
    pub number: u64,
    /// The answer.
    pub answer: AnswerSnapshot,
}

/// How an ask was answered for good.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerSnapshot {
    /// It was granted, with this sequence number.
    Granted(u64),
    /// The table refused it.
    Table(TableRefusal),
    /// The game refused a step. The position it was refused in is gone, so the sentences are kept.
    Step {
        /// The stable name of the reason.
        code: String,
        /// The rule, if a rule said no.
        rule: Option<String>,
        /// The reason in French.
        fr: String,
        /// The reason in English.
        en: String,
    },
}

/// What a snapshot begins with.
#[derive(Serialize, Deserialize)]
struct Head {
    v: u32,
    hash: String,
}

/// Why a snapshot cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// It is of a schema this program does not know.
    #[error("the snapshot has schema {found}; this program knows {SNAPSHOT_SCHEMA}")]
    Schema {
        /// The schema it names.
        found: u32,
    },
    /// It is not as it was written.
    #[error("the snapshot is damaged")]
    Damaged,
    /// It is no snapshot.
    #[error("the snapshot cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

/// Writes a snapshot. It takes longer the longer the match is.
///
/// # Panics
/// Never: a snapshot is plain data.
#[must_use]
pub fn write_snapshot(snapshot: &TableSnapshot) -> Vec<u8> {
    let written = || -> Result<Vec<u8>, serde_json::Error> {
        let table = serde_json::to_string(snapshot)?;
        let head = serde_json::to_string(&Head { v: SNAPSHOT_SCHEMA, hash: hash_of(&table, &snapshot.lines) })?;
        Ok([&head, "\n", &table, "\n", &snapshot.lines].concat().into_bytes())
    };
    match written() {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("a snapshot is plain data: {error}"),
    }
}

/// Reads a snapshot.
///
/// # Errors
/// If it is no snapshot of this schema, or it was damaged.
pub fn read_snapshot(bytes: &[u8]) -> Result<TableSnapshot, SnapshotError> {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    let text = str::from_utf8(bytes).map_err(|_| SnapshotError::Damaged)?;
    let (head, rest) = text.split_once('\n').ok_or(SnapshotError::Damaged)?;
    let Version { v } = serde_json::from_str(head)?;
    if v != SNAPSHOT_SCHEMA {
        return Err(SnapshotError::Schema { found: v });
    }
    let Head { hash, .. } = serde_json::from_str(head)?;
    let (table, lines) = rest.split_once('\n').ok_or(SnapshotError::Damaged)?;
    if hash != hash_of(table, lines) {
        return Err(SnapshotError::Damaged);
    }
    let snapshot: TableSnapshot = serde_json::from_str(table)?;
    Ok(TableSnapshot { lines: Arc::new(lines.into()), ..snapshot })
}

/// The first 16 hexadecimal digits of the SHA-256 of what follows the head.
fn hash_of(table: &str, lines: &str) -> String {
    let hash = Sha256::new().chain_update(table).chain_update("\n").chain_update(lines).finalize();
    hexadecimal(&hash[..8])
}
