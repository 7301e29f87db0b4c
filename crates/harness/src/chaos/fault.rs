//! What can go wrong.
//!
//! Deliberately absent: how it is brought about.

use std::fmt;

/// A kind of fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// A node is killed, and started again later.
    KillNode,
    /// A node is told to end, and started again later.
    DrainNode,
    /// A node hangs, and goes on later: meanwhile another may have taken its tables, and it does not know.
    FreezeNode,
    /// A node cannot reach the servers, later it can.
    CutNode,
    /// A server is killed, and started again later.
    KillServer,
    /// A server hangs, and goes on later.
    FreezeServer,
    /// All nodes and servers are killed and started again.
    KillAll,
}

impl Fault {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::KillNode,
        Self::DrainNode,
        Self::FreezeNode,
        Self::CutNode,
        Self::KillServer,
        Self::FreezeServer,
        Self::KillAll,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::KillNode => "node killed",
            Self::DrainNode => "node drained",
            Self::FreezeNode => "node frozen",
            Self::CutNode => "node cut off",
            Self::KillServer => "server killed",
            Self::FreezeServer => "server frozen",
            Self::KillAll => "all killed",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
