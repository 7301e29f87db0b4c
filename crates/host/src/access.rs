//! Who may come to a table: everybody to a public one; to one for those who are invited, who was there or has its link.

use std::collections::BTreeSet;

use wire::house::{PlayerId, TableKey, Visibility};

use crate::room::Room;

/// Who finds a table that is for those who are invited.
#[derive(Debug)]
pub(crate) struct Access {
    /// The key of the table's link; tables from before there were keys have none.
    pub(crate) key: Option<TableKey>,
    /// Who needs no key: whoever has ever sat here, and the players of the match before.
    pub(crate) guests: BTreeSet<PlayerId>,
    /// Who was sent away by the host.
    pub(crate) removed: BTreeSet<PlayerId>,
    /// Whether nobody may sit down.
    pub(crate) locked: bool,
}

impl Room {
    /// Whether somebody may know of this table and ask something of it: who they are, if that is known, and the key
    /// that came with the request.
    #[must_use]
    pub fn admits(&self, player: Option<&PlayerId>, key: Option<&TableKey>) -> bool {
        if self.evening.is_some() {
            // Nobody else sees the deal, whatever link they have; what they saw they could play.
            return player.is_some_and(|player| self.access.guests.contains(player));
        }
        if self.settings.visibility == Visibility::Public {
            return true;
        }
        if player.is_some_and(|player| self.access.removed.contains(player)) {
            return false;
        }
        if player.is_some_and(|player| self.access.guests.contains(player)) {
            return true;
        }
        match &self.access.key {
            Some(own) => key == Some(own),
            // Its id was its link; when the match is over its id is in histories.
            None => self.is_open(),
        }
    }

    /// Whether somebody can hear what is said at this table: who may know of it, and who watches it.
    #[must_use]
    pub fn hears(&self, player: &PlayerId) -> bool {
        self.admits(Some(player), None) || self.people.is_here(player)
    }

    /// The key of the table's link, where only those who are invited find it.
    #[must_use]
    pub fn key(&self) -> Option<&TableKey> {
        self.access.key.as_ref()
    }
}
