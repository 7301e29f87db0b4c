//! What a host wants done by whoever runs it: nothing of it happens here.

use std::fmt;
use std::sync::Arc;

use engine::Seat;
use wire::house::{
    AnswerResult, Entry, HintResult, Invitation, PlayerId, Summary, TableSnapshot, write_answer, write_refused,
};
use words::Lang;

use crate::play::{Advising, Thinking};
use crate::refusal::Refusal;

/// The number of a connection, never used twice while a host runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConnectionId(pub u64);

/// A position in the log of the table, as the journal numbers them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct LogPosition(pub u64);

/// Who is at the other end of a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The id of the player.
    pub player: PlayerId,
    /// The name shown.
    pub name: Arc<str>,
    /// Whether it is a program that plays over the network.
    pub is_program: bool,
    /// Whether the name is their own for ever.
    pub is_claimed: bool,
    /// The language of hints.
    pub lang: Lang,
}

/// What a host wants done.
pub enum Effect {
    /// Append a record to the table's log, whose last position is `after`; then
    /// [`Host::on_written`](crate::Host::on_written).
    Append {
        /// The position it follows.
        after: LogPosition,
        /// The record.
        record: LogRecord,
    },
    /// Read the records of the table's log after this position; then [`Host::on_read`](crate::Host::on_read).
    ReadLog {
        /// The last position that is known.
        after: LogPosition,
    },
    /// Keep a snapshot of the table, in place of the one before: whoever builds the room again from it reads only the
    /// records after its position. Nothing depends on it, and nothing waits for it: it is to be written aside, for it
    /// takes a while where a match is long.
    KeepSnapshot {
        /// The last record that is in it.
        position: LogPosition,
        /// The snapshot.
        snapshot: Box<TableSnapshot>,
    },
    /// Open a table with these entries; then [`Host::on_opened`](crate::Host::on_opened).
    OpenTable {
        /// Its first record.
        entries: Vec<Entry>,
    },
    /// Let a bot think aside; then [`Host::on_thought`](crate::Host::on_thought).
    Think {
        /// To be handed back with the step.
        thought: ThoughtKey,
        /// What gives the step; it may take a while.
        thinking: Thinking,
    },
    /// Work out a hint aside; then [`Host::on_advice`](crate::Host::on_advice). There is one for a seat at a time.
    Advise {
        /// To be handed back with the hint.
        hint: HintKey,
        /// What gives the hint; it may take a while.
        advising: Advising,
    },
    /// Nobody waits any more for the hint that is being worked out for this seat.
    CancelAdvice {
        /// Which seat.
        seat: Seat,
    },
    /// Send a message.
    Send {
        /// To whom; they may be gone.
        connection: ConnectionId,
        /// What.
        message: Message,
    },
    /// Tell a player, now or when they connect, that they are asked to this table.
    Invite {
        /// Whom.
        player: PlayerId,
        /// By whom, and where.
        invitation: Box<Invitation>,
    },
    /// The table's line in the list of tables may have changed.
    Lobby(Box<Summary>),
    /// A step was made, for whoever counts them.
    Stepped,
    /// The table cannot go on, for this reason; every ask is refused from now on.
    Parked(String),
    /// Nobody has been here for long: the host may be dropped.
    Sleep,
}

/// Only what can be compared and told apart in a test.
impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Append { after, .. } => f.debug_struct("Append").field("after", after).finish_non_exhaustive(),
            Self::ReadLog { after } => f.debug_struct("ReadLog").field("after", after).finish(),
            Self::KeepSnapshot { position, .. } => {
                f.debug_struct("KeepSnapshot").field("position", position).finish_non_exhaustive()
            }
            Self::OpenTable { .. } => f.write_str("OpenTable"),
            Self::Think { thought, .. } => f.debug_tuple("Think").field(thought).finish(),
            Self::Advise { hint, .. } => f.debug_tuple("Advise").field(hint).finish(),
            Self::CancelAdvice { seat } => f.debug_struct("CancelAdvice").field("seat", seat).finish(),
            Self::Send { connection, message } => f.debug_tuple("Send").field(connection).field(message).finish(),
            Self::Invite { player, .. } => f.debug_tuple("Invite").field(player).finish(),
            Self::Lobby(_) => f.write_str("Lobby"),
            Self::Stepped => f.write_str("Stepped"),
            Self::Parked(why) => f.debug_tuple("Parked").field(why).finish(),
            Self::Sleep => f.write_str("Sleep"),
        }
    }
}

/// A record for the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogRecord {
    /// Its bytes.
    pub body: Arc<[u8]>,
    /// Whether those who follow the journal as a whole want it.
    pub is_news: bool,
    /// The connection that asked for it; `None`: the table does it by itself.
    pub asker: Option<ConnectionId>,
}

/// Which thought of a bot it is: one whose position has passed is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThoughtKey {
    /// The [`Room::game_seq`](crate::Room::game_seq) of the position.
    pub(crate) game_seq: u64,
    pub(crate) seat: Seat,
}

/// Which hint it is: for which seat, in which position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HintKey {
    /// The seat that is advised.
    pub seat: Seat,
    /// The [`Room::game_seq`](crate::Room::game_seq) of the position.
    pub(crate) game_seq: u64,
}

/// What became of a hint that was to be worked out.
#[derive(Clone, PartialEq, Debug)]
pub enum HintOutcome {
    /// It was worked out; `None` if there is nothing to advise.
    Found(Option<HintResult>),
    /// There is too much to do.
    Busy {
        /// After how many milliseconds it is worth asking again.
        wait_ms: u64,
    },
}

/// Why a record was not appended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAppended {
    /// Another writer was first; nothing was written.
    Conflict,
    /// The journal failed; whether it was written is known when the log is read again.
    Failed,
}

/// A message to a connection.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// The answer to an ask: it is never dropped.
    Answer {
        /// The id of the ask.
        id: String,
        /// The table's sequence number that holds it, for asks that changed the table.
        seq: Option<u64>,
        /// What was asked for, if something was.
        result: Option<AnswerResult>,
    },
    /// The refusal of an ask: it is never dropped.
    Refused {
        /// The id of the ask.
        id: String,
        /// Why.
        refusal: Refusal,
    },
    /// What happened, a view or the presence. It may be dropped for who reads too slowly, who is then shown the
    /// table afresh ([`Host::on_resync`](crate::Host::on_resync)).
    Update(Arc<str>),
}

impl Message {
    /// The message as it is sent, in the language of the connection.
    #[must_use]
    pub fn to_text(&self, lang: Lang) -> Arc<str> {
        match self {
            Self::Answer { id, seq, result } => write_answer(id, *seq, result.as_ref()),
            Self::Refused { id, refusal } => write_refused(refusal.to_message(id, lang)),
            Self::Update(text) => text.clone(),
        }
    }
}
