//! The log of a table: what happened, in the order it was decided, each entry enough to do it again.
//!
//! Steps are written in notation and deals as seeds; replaying them through the engine gives the same table.
//! One record of the journal holds the entries that were decided together, and the number of this schema.

use engine::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::evening::EveningDeal;
use super::id::{PlayerId, TableId, TableKey, seat_number};
use super::message::Speech;
use super::refused::TableRefusal;
use super::settings::{BotLevel, Settings, is_false};

/// The number of this schema. A later one gets a reader of its own; this one stays as it is.
pub const TABLE_SCHEMA: u32 = 1;

/// One thing that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The table was set up.
    Opened {
        /// What is played, and how.
        settings: Settings,
        /// The player who may begin, seat bots and free seats.
        host: PlayerId,
        /// When, in milliseconds since 1970.
        at: u64,
        /// The key of its link, where only those who are invited find it; absent in old records, where the id was the
        /// link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<TableKey>,
        /// Who is invited without the link: the players of the match it is the rematch of.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        guests: Vec<PlayerId>,
        /// A number of 24 bits that tables opened from the same network share, with some of other networks; absent in
        /// old records, and where it is not known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        origin: Option<u32>,
        /// The deal of an evening that is played here; absent at all other tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        evening: Option<EveningDeal>,
    },
    /// What follows in this record was asked for: a repeat with the same id gets the first answer again.
    Asked {
        /// The id of the player.
        player: PlayerId,
        /// What the client calls its ask.
        id: String,
        /// A hash of what was asked, to tell a repeat from another ask with the same id; absent in old records.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<u32>,
    },
    /// Something that was asked was refused, and nothing changed: a repeat with the same id gets the same refusal.
    /// It is a record of its own and has no sequence number.
    Refused {
        /// The id of the player.
        player: PlayerId,
        /// What the client calls its ask.
        id: String,
        /// A hash of what was asked, to tell a repeat from another ask with the same id.
        hash: u32,
        /// Why.
        reason: RefusalReason,
    },
    /// Somebody sat down on a free seat, or took over from a bot.
    Sat {
        /// Where.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// Who.
        sitter: Sitter,
    },
    /// A seat became free; in a match a bot sits down there in the same record.
    Left {
        /// Which.
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// Everybody sits, and the match begins.
    Began {
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// The house has drawn its seed for the next round. Nobody is shown the seed before the round is over.
    Committed {
        /// Which round.
        round: u16,
        /// 64 hexadecimal digits.
        seed: String,
    },
    /// The round was dealt from the committed seed and what the players added.
    Dealt {
        /// Which round.
        round: u16,
        /// What each seat added, in hexadecimal digits; nothing where nobody did.
        entropy: Vec<Option<String>>,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// The round that was committed to or dealt does not count and is dealt anew: the data was put back from a copy, so
    /// somebody may know its seed. The next seed is committed to in the same record.
    Voided {
        /// Which round.
        round: u16,
    },
    /// A seat made a step.
    Stepped {
        /// Who.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// The step in canonical notation, without a seat.
        step: String,
        /// Milliseconds since the deal.
        ms: u64,
        /// Who chose it.
        by: By,
    },
    /// The seat took its last step back.
    Undone {
        /// Who.
        #[serde(with = "seat_number")]
        seat: Seat,
    },
    /// The host's clock ran out: the round under way is the last.
    LastRound {
        /// Milliseconds since the deal.
        ms: u64,
    },
    /// The match is over.
    Ended {
        /// When, in milliseconds since 1970.
        at: u64,
        /// The rank of each seat, from 1; equals share one.
        places: Vec<u8>,
        /// The totals.
        scores: Vec<i64>,
        /// The players at the end, for whoever keeps ratings.
        sitters: Vec<Option<Sitter>>,
        /// The players who come last for ratings, whatever their seats came to: of a rated match most of which they did
        /// not play themselves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        forfeits: Vec<PlayerId>,
    },
    /// Somebody said something.
    Said {
        /// Who.
        player: PlayerId,
        /// The name shown.
        name: String,
        /// What.
        speech: Speech,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// A keeper of the house deleted what a player had said here.
    ChatDeleted {
        /// Who had said it.
        player: PlayerId,
        /// When it had been said, in milliseconds since 1970; absent: all they had said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<u64>,
    },
    /// The host silenced a player at this table, or let them speak again.
    Muted {
        /// Whom.
        player: PlayerId,
        /// Whether they are silent now.
        silent: bool,
    },
    /// The host locked the seats, or opened them again.
    Locked {
        /// Whether nobody may sit down.
        locked: bool,
    },
    /// The host sent a player away from this table for good.
    Removed {
        /// Whom.
        player: PlayerId,
    },
    /// A bot goes on in a match where a player sat.
    Replaced {
        /// Where.
        #[serde(with = "seat_number")]
        seat: Seat,
        /// The bot.
        sitter: Sitter,
        /// Why.
        why: ReplaceReason,
    },
    /// The same people may play again at another table.
    Rematched {
        /// The new table.
        table: TableId,
    },
    /// The table was put away before its match was over.
    Closed {
        /// When, in milliseconds since 1970.
        at: u64,
    },
}

/// Why an ask was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    /// The game refused this step, and refuses it again when the log is replayed.
    Step(String),
    /// The table refused it.
    Table(TableRefusal),
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sitter {
    /// The name shown; empty once the player is deleted.
    pub name: String,
    /// Whether the name is the player's own for ever; guests may share theirs.
    #[serde(default, skip_serializing_if = "is_false")]
    pub claimed: bool,
    /// What kind of player.
    #[serde(flatten)]
    pub seating: Seating,
}

/// What kind of player sits there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Seating {
    /// A person.
    Human {
        /// The id of the player.
        player: PlayerId,
    },
    /// A program that plays over the network like a person.
    Program {
        /// The id of the player.
        player: PlayerId,
    },
    /// A bot of the house.
    Bot {
        /// How well it plays.
        level: BotLevel,
    },
}

impl Seating {
    /// The id of the player, unless a bot of the house sits there.
    #[must_use]
    pub fn player(&self) -> Option<&PlayerId> {
        match self {
            Self::Human { player } | Self::Program { player } => Some(player),
            Self::Bot { .. } => None,
        }
    }
}

/// Why a bot goes on where a player sat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplaceReason {
    /// The player let their time run out several turns in a row.
    Timeouts,
    /// The host wanted it.
    Host,
    /// The other players wanted it.
    Vote,
}

/// Who chose a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The player.
    Player,
    /// A bot, on its own seat or for a player who is away.
    Bot,
    /// The clock.
    Clock,
}

/// A record of a table's log as it is written.
#[derive(Serialize, Deserialize)]
struct Versioned {
    v: u32,
    entries: Vec<Entry>,
}

/// Why a record of a table's log cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// It is of a schema this program does not know: it was written by a newer one.
    #[error("the record has schema {found}; this program knows {TABLE_SCHEMA}")]
    Schema {
        /// The schema it names.
        found: u32,
    },
    /// It is no record.
    #[error("the record cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

/// Writes the entries that were decided together as one record.
///
/// # Panics
/// Never: entries are plain data.
#[must_use]
pub fn write_entries(entries: &[Entry]) -> Vec<u8> {
    #[derive(Serialize)]
    struct Borrowed<'a> {
        v: u32,
        entries: &'a [Entry],
    }
    match serde_json::to_vec(&Borrowed { v: TABLE_SCHEMA, entries }) {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("entries are plain data: {error}"),
    }
}

/// Reads the entries of one record.
///
/// # Errors
/// If it is no record of a known schema.
pub fn read_entries(bytes: &[u8]) -> Result<Vec<Entry>, EntryError> {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    let Version { v } = serde_json::from_slice(bytes)?;
    if v != TABLE_SCHEMA {
        return Err(EntryError::Schema { found: v });
    }
    let Versioned { entries, .. } = serde_json::from_slice(bytes)?;
    Ok(entries)
}
