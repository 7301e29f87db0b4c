//! What the journal holds about the keeping of the house: the entries of `house.acts` and `house.reports`.
//!
//! Every act of a keeper is an entry with who, when and what; the bans, the keepers and the audit log are only ever sums
//! of them ([`crate::ledger`]). Entries are versioned as those of people are.
//! Deliberately absent: who may act.

use journal::{AppendError, Journal, Position, Record, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::house::ChatLine;

use super::Mode;
use crate::people::entry::write;

/// The subject of what keepers did.
pub(crate) const ACTS: &str = "house.acts";
/// The subject of the reports of players.
pub(crate) const REPORTS: &str = "house.reports";
/// How often an append is tried again when another writer was first.
const TRIES: usize = 16;

/// Who acted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// Somebody at the machine, over the local socket.
    Console,
    /// A keeper who logged in.
    Keeper(String),
    /// The program that put a copy of the data back.
    Restore,
}

/// An act, as the journal holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ActEntry {
    /// Who acted.
    pub(crate) by: Actor,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// What was done.
    pub(crate) act: Act,
}

/// What was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// A copy of the data was put back; all sessions ended.
    Restored,
    /// All sessions of everybody ended.
    SessionsEnded,
    /// A table was put away.
    TableClosed {
        /// Which.
        table: String,
    },
    /// A player's sessions ended and their seats were freed.
    PlayerRemoved {
        /// Who.
        player: String,
    },
    /// A player's account was deleted.
    PlayerDeleted {
        /// Who they were; the id leads to nothing any more.
        player: String,
    },
    /// Somebody may not come in.
    Banned {
        /// Who.
        target: BanTarget,
        /// Until when, in milliseconds since 1970; absent: for ever.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
        /// Why.
        reason: String,
    },
    /// Somebody may come in again.
    BanLifted {
        /// Who.
        target: BanTarget,
    },
    /// What a player said at a table was deleted.
    ChatDeleted {
        /// Where.
        table: String,
        /// Who had said it.
        player: String,
        /// When it had been said; absent: all they had said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<u64>,
    },
    /// A player was given another password; their sessions ended.
    PasswordReset {
        /// Who.
        player: String,
    },
    /// Everybody was told something.
    Announced {
        /// What.
        text: String,
    },
    /// What the house lets people do has changed.
    ModeSet {
        /// What it lets them do now.
        mode: Mode,
    },
    /// A report was dealt with.
    ReportClosed {
        /// Which.
        report: u64,
    },
    /// A player may keep the house.
    KeeperAdded {
        /// Who.
        player: String,
    },
    /// A player may keep the house no more.
    KeeperRemoved {
        /// Who.
        player: String,
    },
}

/// Who may not come in.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BanTarget {
    /// A player, by id.
    Player(String),
    /// All addresses of a network, as `203.0.113.0/24`.
    Network(String),
}

/// A report, as the journal holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ReportEntry {
    /// Who reports.
    pub(crate) reporter: String,
    /// From where, as a number of 24 bits that some networks share; absent in old records, and once the reporter is
    /// deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) origin: Option<u32>,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// Whom they report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) player: Option<String>,
    /// Where it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<String>,
    /// What they say.
    pub(crate) text: String,
    /// What was said at the table before, by the one who is reported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) lines: Vec<ChatLine>,
}

/// Writes an act down.
pub(crate) async fn append_act(journal: &dyn Journal, by: Actor, act: Act, at: u64) -> Result<(), AppendError> {
    append(journal, ACTS, write(&ActEntry { by, at, act })).await
}

/// Writes a report down.
pub(crate) async fn append_report(journal: &dyn Journal, report: &ReportEntry) -> Result<(), AppendError> {
    append(journal, REPORTS, write(report)).await
}

/// Appends to a subject of the house, wherever it stands.
async fn append(journal: &dyn Journal, subject: &str, record: Record) -> Result<(), AppendError> {
    let Some(subject) = Subject::new(subject) else { unreachable!("a constant that is a subject") };
    let mut after = Position::START;
    for _ in 0..TRIES {
        match journal.append(&subject, after, record.clone()).await {
            Ok(_) => return Ok(()),
            // The journal says where the subject stands.
            Err(AppendError::Conflict { at }) => after = at,
            Err(error) => return Err(error),
        }
    }
    Err(AppendError::Conflict { at: after })
}
