//! What a table can refuse beyond the rules of its game.

/// Why a table refuses an ask.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    TooMuchTalk,
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
    /// The settings do not fit together; the sentence says how.
    BadSettings {
        /// The faults, each in words.
        why: String,
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
            Self::UndoOff => "undo-off",
            Self::NothingToUndo => "nothing-to-undo",
            Self::HintsOff => "hints-off",
            Self::NoHint => "no-hint",
            Self::Silenced => "silenced",
            Self::TooMuchTalk => "too-much-talk",
            Self::BadSpeech { .. } => "bad-speech",
            Self::NoSuchPlayer => "no-such-player",
            Self::StepTooLong => "step-too-long",
            Self::RatedAlone => "rated-alone",
            Self::BadSettings { .. } => "bad-settings",
        }
    }
}
