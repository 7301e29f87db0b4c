//! What comes in, and what a host waits for.

use std::fmt;

use wire::house::{Ask, Entry, PlayerId, TableId, TableKey};

use super::{Look, WatchRequest};
use crate::decide::HouseAct;
use crate::effect::{ConnectionId, NotAppended, Person, ThoughtKey};
use crate::refusal::Refusal;

/// What waits while something is being written.
pub(super) enum Input {
    Watch { connection: ConnectionId, player: PlayerId, watch: WatchRequest },
    Unwatch { connection: ConnectionId, id: Option<String> },
    Resync { connection: ConnectionId },
    Ask(Request),
    Thought { thought: ThoughtKey, step: String },
    Look(Look),
    HouseAct(HouseAct),
    Reload,
    Grown,
    Close,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Watch { .. } => "Watch",
            Self::Unwatch { .. } => "Unwatch",
            Self::Resync { .. } => "Resync",
            Self::Ask(_) => "Ask",
            Self::Thought { .. } => "Thought",
            Self::Look(_) => "Look",
            Self::HouseAct(_) => "HouseAct",
            Self::Reload => "Reload",
            Self::Grown => "Grown",
            Self::Close => "Close",
        })
    }
}

/// An ask and who asked it.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) connection: ConnectionId,
    pub(super) person: Person,
    pub(super) key: Option<TableKey>,
    pub(super) id: String,
    pub(super) ask: Ask,
    /// How often another writer was first.
    pub(super) conflicts: u32,
}

/// What is being done outside; nothing else is decided meanwhile.
#[derive(Debug)]
pub(super) enum Pending {
    Append { entries: Vec<Entry>, cause: Cause },
    ReadLog { cause: Cause, reason: NotAppended },
    OpenTable { request: Request },
}

/// What entries are written for.
#[derive(Debug)]
pub(super) enum Cause {
    /// The table itself: a deal, a bot, a clock.
    Table,
    /// Somebody asked for it.
    Asked(Request),
    /// Somebody asked for something that is refused.
    Refused(Request, Refusal),
    /// Somebody asked for a rematch, whose table is open.
    Rematch(Request, TableId),
}

impl Cause {
    /// The connection that asked.
    pub(super) fn asker(&self) -> Option<ConnectionId> {
        match self {
            Self::Table => None,
            Self::Asked(request) | Self::Refused(request, _) | Self::Rematch(request, _) => Some(request.connection),
        }
    }
}
