//! Who watches a table, and what they were sent: the last messages are kept for those who come back.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use engine::Viewer;
use wire::house::{PlayerId, Presence, TextByViewer};

use crate::effect::ConnectionId;

/// So many messages are kept for those who come back; who has missed more gets a fresh view.
const MAX_KEPT: usize = 64;

/// Who watches a table.
#[derive(Debug, Default)]
pub(crate) struct Watchers {
    pub(crate) connections: BTreeMap<ConnectionId, PlayerId>,
    /// Those of them that are sent the view with every update.
    pub(crate) with_views: BTreeSet<ConnectionId>,
    /// The last messages, by sequence number, without a gap.
    kept: VecDeque<(u64, TextByViewer)>,
    /// The presence that was last sent.
    pub(crate) presence: Option<Presence>,
}

impl Watchers {
    /// A connection watches no more; who it was.
    pub(crate) fn remove(&mut self, connection: ConnectionId) -> Option<PlayerId> {
        self.with_views.remove(&connection);
        self.connections.remove(&connection)
    }

    pub(crate) fn keep(&mut self, seq: u64, messages: TextByViewer) {
        self.kept.push_back((seq, messages));
        if self.kept.len() > MAX_KEPT {
            self.kept.pop_front();
        }
    }

    /// What was sent before does not go on: whoever comes back gets a fresh view.
    pub(crate) fn forget(&mut self) {
        self.kept.clear();
    }

    /// The messages after a sequence number, if all of them are still here; `seq` is the table's.
    pub(crate) fn missed(&self, after: u64, seq: u64, viewer: Viewer) -> Option<Vec<Arc<str>>> {
        if after == seq {
            return Some(Vec::new());
        }
        if after > seq {
            return None;
        }
        let (oldest, _) = self.kept.front()?;
        if after + 1 < *oldest {
            return None;
        }
        let missed = self.kept.iter().filter(|(seq, _)| *seq > after);
        Some(missed.map(|(_, messages)| messages.get(viewer).clone()).collect())
    }
}
