//! What a client has learnt from a message.

use wire::house::{Answer, Happening, Refused, TableId, ToServer};

use crate::deals::DealCheck;

/// Something new; the state to look at has changed already.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// The house has said who one is.
    Welcomed,
    /// Something that was asked is done.
    Answered {
        /// What was asked.
        ask: Box<ToServer>,
        /// The answer.
        answer: Answer,
    },
    /// Something that was asked is refused.
    Refused {
        /// What was asked; absent if the house could not read it.
        ask: Option<Box<ToServer>>,
        /// Why not.
        refused: Refused,
    },
    /// A table is shown afresh: it may have changed in any way.
    Shown {
        /// Which.
        table: TableId,
    },
    /// Something happened at a table, next in its sequence.
    Happened {
        /// Which.
        table: TableId,
        /// What, in order.
        happenings: Vec<Happening>,
    },
    /// Something was missed or did not fit; the client has asked the house to show the table again.
    Missed {
        /// Which table.
        table: TableId,
    },
    /// The house does not let one watch a table any more; it is forgotten.
    Lost {
        /// Which.
        table: TableId,
        /// Why.
        refused: Refused,
    },
    /// Who is at a table has changed.
    Presence {
        /// Which table.
        table: TableId,
    },
    /// The list of tables has changed.
    Lobby,
    /// The deal of a round was checked: it holds, or the house did not keep its word.
    Deal {
        /// Which table.
        table: TableId,
        /// Which round.
        round: u16,
        /// What was found.
        check: DealCheck,
    },
    /// A keeper of the house tells everybody something.
    Announced {
        /// What.
        text: String,
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// A round was dealt without what one adds to deals.
    OwnEntropyMissing {
        /// Which table.
        table: TableId,
        /// Which round.
        round: u16,
    },
    /// The house cannot write anything down for the moment, and refuses what is asked; or it can again.
    Outage {
        /// Whether it is over.
        over: bool,
    },
    /// The other nodes of the house are found elsewhere by now.
    Nodes,
    /// A message this program does not know: the house is newer. It changed nothing.
    Unknown,
}
