//! What a table can refuse beyond the rules of its game, and the house before a table is asked.
//!
//! Deliberately absent: sentences (crate `words`).

use serde::{Deserialize, Serialize};

use crate::Fault;

/// Why a table refuses an ask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableRefusal {
    /// Only who sits at the table may do this.
    NotSeated,
    /// The asker already sits at the table.
    AlreadySeated,
    /// Somebody else sits there.
    SeatTaken,
    /// The asker has seen another hand of the round under way.
    SeenHand,
    /// Every seat is taken.
    TableFull,
    /// The table has no such seat.
    NoSuchSeat {
        /// How many it has.
        seats: usize,
    },
    /// Only the table's host may do this.
    NotHost,
    /// The match has begun: it is too late for this.
    MatchBegun,
    /// The match has not begun yet.
    MatchNotBegun,
    /// The match is not over yet.
    MatchNotOver,
    /// The match is over.
    MatchOver,
    /// Some seats are still free.
    SeatsFree,
    /// No round is under way.
    NoRound,
    /// This is not the round that is next.
    WrongRound {
        /// The round that is next.
        next: u16,
    },
    /// Entropy is 2 to 64 hexadecimal digits, an even number of them.
    BadEntropy,
    /// The asker is ready for the round already, and has added something else to its deal.
    AlreadyReady,
    /// The table does not allow undo.
    UndoOff,
    /// There is no own step of an unfinished turn that could be taken back.
    NothingToUndo,
    /// The table does not allow hints.
    HintsOff,
    /// Nothing to advise: it is not the asker's turn.
    NoHint,
    /// The host has silenced the asker.
    Silenced,
    /// The asker talks too fast.
    TooMuchTalk {
        /// After how many milliseconds they may speak again.
        wait_ms: u64,
    },
    /// What was said is empty or too long.
    BadSpeech {
        /// The most characters.
        most: usize,
    },
    /// There is no such player at the table.
    NoSuchPlayer,
    /// A step is too long to be one.
    StepTooLong,
    /// A rated match needs two players who are no bots of the house.
    RatedAlone,
    /// The host has locked the seats.
    SeatsLocked,
    /// A bot of the house sits there, and only who has sat at the table may take over from it.
    BotSeat,
    /// The host has sent the asker away from this table.
    SentAway,
    /// Nobody who plays a rated match is sent away or replaced by others.
    RatedMatch,
    /// Nobody waits for this player, or not for long enough yet.
    NotHoldingUp {
        /// After how many milliseconds it is long enough, if it is their turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wait_ms: Option<u64>,
    },
    /// A program calls faster than anybody could.
    CalledTooSoon {
        /// After how many milliseconds it may.
        wait_ms: u64,
    },
    /// The settings do not fit together. No table is opened then, so no log has it.
    #[serde(skip)]
    BadSettings(SettingsFault),
    /// The table belongs to an evening, where this would spoil the deals.
    EveningTable,
    /// The id was used before for another ask.
    IdReused,
}

/// What is wrong with the settings of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsFault {
    /// The game, its options or its number of seats.
    Options(Vec<Fault>),
    /// The game has a clock of its own.
    OwnClock,
    /// The time of a turn is out of bounds.
    TurnSeconds {
        /// The least.
        least: u16,
        /// The most.
        most: u16,
    },
    /// A rated match has neither hints nor undo.
    RatedWithHelp,
    /// A rated match is played at a public table.
    RatedInvited,
    /// A turn of a rated match has a limit.
    RatedClock {
        /// The most seconds.
        most: u16,
    },
}

impl TableRefusal {
    /// The stable name of the refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotSeated => "not-seated",
            Self::AlreadySeated => "already-seated",
            Self::SeatTaken => "seat-taken",
            Self::SeenHand => "seen-hand",
            Self::TableFull => "table-full",
            Self::NoSuchSeat { .. } => "no-such-seat",
            Self::NotHost => "not-host",
            Self::MatchBegun => "match-begun",
            Self::MatchNotBegun => "match-not-begun",
            Self::MatchNotOver => "match-not-over",
            Self::MatchOver => "match-over",
            Self::SeatsFree => "seats-free",
            Self::NoRound => "no-round",
            Self::WrongRound { .. } => "wrong-round",
            Self::BadEntropy => "bad-entropy",
            Self::AlreadyReady => "already-ready",
            Self::UndoOff => "undo-off",
            Self::NothingToUndo => "nothing-to-undo",
            Self::HintsOff => "hints-off",
            Self::NoHint => "no-hint",
            Self::Silenced => "silenced",
            Self::TooMuchTalk { .. } => "too-much-talk",
            Self::BadSpeech { .. } => "bad-speech",
            Self::NoSuchPlayer => "no-such-player",
            Self::StepTooLong => "step-too-long",
            Self::RatedAlone => "rated-alone",
            Self::SeatsLocked => "seats-locked",
            Self::BotSeat => "bot-seat",
            Self::SentAway => "sent-away",
            Self::RatedMatch => "rated-match",
            Self::NotHoldingUp { .. } => "not-holding-up",
            Self::CalledTooSoon { .. } => "called-too-soon",
            Self::BadSettings(_) => "bad-settings",
            Self::EveningTable => "evening-table",
            Self::IdReused => "id-reused",
        }
    }

    /// After how many milliseconds the same can be asked again, where time alone is in the way.
    #[must_use]
    pub fn wait_ms(&self) -> Option<u64> {
        match self {
            Self::TooMuchTalk { wait_ms } | Self::CalledTooSoon { wait_ms } => Some(*wait_ms),
            Self::NotHoldingUp { wait_ms } => *wait_ms,
            _ => None,
        }
    }
}

/// Why the house refuses a message, whatever the table would say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HouseRefusal {
    /// The message cannot be read.
    BadMessage {
        /// What is wrong with it, for whoever writes the client.
        why: String,
    },
    /// The id of the ask is empty or too long.
    BadId,
    /// The ask is about a table, and names none.
    NoTable,
    /// There is no such table.
    NoSuchTable,
    /// The table is for those who are invited: who was there, or has its link.
    NotInvited,
    /// One connection watches too many tables.
    TooManyTables {
        /// The most it may watch.
        most: usize,
    },
    /// Too many messages at a time.
    TooFast {
        /// After how many milliseconds there may be another.
        wait_ms: u64,
    },
    /// Too many asks wait at the table.
    Busy,
    /// A hint for this seat is being worked out already, or too many hints are.
    HintsBusy {
        /// After how many milliseconds it is worth asking again.
        wait_ms: u64,
    },
    /// The position has changed before the hint was worked out.
    HintLapsed,
    /// The log of the table has as many records as it may.
    LogFull,
    /// The log of the table does not fit, and the table cannot go on.
    TableParked,
    /// The journal failed; whether it was written after all is known when it is asked again with the same id.
    NotWritten,
}

impl HouseRefusal {
    /// The stable name of the refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadMessage { .. } => "bad-message",
            Self::BadId => "bad-id",
            Self::NoTable => "no-table",
            Self::NoSuchTable => "no-such-table",
            Self::NotInvited => "not-invited",
            Self::TooManyTables { .. } => "too-many-tables",
            Self::TooFast { .. } => "too-fast",
            Self::Busy => "busy",
            Self::HintsBusy { .. } => "hints-busy",
            Self::HintLapsed => "hint-lapsed",
            Self::LogFull => "log-full",
            Self::TableParked => "table-parked",
            Self::NotWritten => "not-written",
        }
    }

    /// After how many milliseconds the same can be asked again, where time alone is in the way.
    #[must_use]
    pub fn wait_ms(&self) -> Option<u64> {
        match self {
            Self::TooFast { wait_ms } | Self::HintsBusy { wait_ms } => Some(*wait_ms),
            _ => None,
        }
    }
}
