//! What a page asks of the house in its own worker, beside the messages of [`house`](crate::house) that pass between
//! its clients and the tables.
//!
//! Deliberately absent: how it is carried, and what it comes to.

use serde::{Deserialize, Serialize};

use crate::house::{BotLevel, Settings, TableId};

/// What a page asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalAsk {
    /// Open a table at which everybody sits already, and begin; the answer is its id.
    Open {
        /// What is played, and how.
        settings: Settings,
        /// Who sits there, seat by seat.
        sitters: Vec<LocalSitter>,
    },
    /// Make a step for a person who does not look at the table now: a call out of turn.
    Submit {
        /// At which table.
        table: TableId,
        /// For the person on which seat.
        seat: u8,
        /// The step, in notation.
        step: String,
    },
    /// Replay a record, and say whether it holds.
    Verify {
        /// The record.
        record: String,
        /// The language of the answer.
        lang: String,
    },
}

/// Who sits at a table of one device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalSitter {
    /// Somebody who plays on this device.
    Person {
        /// What they are called.
        name: String,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: BotLevel,
    },
}

/// What comes of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalAnswer {
    /// The table is open.
    Opened {
        /// Its id.
        table: TableId,
    },
    /// The step is made, or refused at the table like any other.
    Submitted,
    /// The record holds.
    Holds {
        /// How many rounds were played.
        rounds: u16,
        /// How many steps.
        moves: usize,
    },
    /// The record breaks.
    Breaks {
        /// At which line, from 1.
        line: usize,
        /// Why, in one sentence.
        message: String,
    },
    /// It cannot be done; the code is that of the refusal.
    Refused {
        /// The stable name of the reason.
        code: String,
    },
}
