//! The list of public tables, live. It is kept in order, and of those who open many tables only the newest are shown,
//! so that nobody pushes the others off it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use host::ConnectionId;
use wire::house::{PlayerId, Stage, Summary, TableId, ToClient, Visibility, write_message};

use crate::hosts::connection::Guest;

/// The most tables a client is listed.
const MAX_LISTED: usize = 200;
/// The most tables of one origin in the list: its newest.
const MAX_OF_ORIGIN: usize = 10;

/// Where a table comes from: those with the same number share their places in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Origin(pub u32);

/// The tables one may join or watch, and who follows the list.
#[derive(Debug, Default)]
pub struct Lobby {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    tables: BTreeMap<TableId, Entry>,
    /// The tables of each group, the newest first.
    groups: BTreeMap<Group, BTreeSet<ListKey>>,
    /// Those that are shown, the newest first.
    shown: BTreeSet<ListKey>,
    followers: BTreeMap<ConnectionId, Arc<Guest>>,
    /// The message with the whole list, once somebody has asked for it since it last changed: to write it takes longer
    /// than all else that one message can ask for.
    written: Option<Arc<str>>,
}

#[derive(Debug)]
struct Entry {
    summary: Summary,
    group: Group,
}

/// Who shares their places in the list: those of one origin; of tables whose origin is not known, the same player.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Group {
    Origin(Origin),
    Player(Option<PlayerId>),
}

/// Where a table stands in the list: by when it was opened.
type ListKey = (Reverse<u64>, TableId);

impl Lobby {
    /// Lists a table that was just opened.
    pub(crate) fn open(&self, summary: Summary, origin: Option<Origin>) {
        let group = origin.map_or_else(|| group_of(&summary), Group::Origin);
        self.lock().put(summary, group);
    }

    /// Lists a table, or takes it off the list when it is no longer open or not for everybody.
    pub fn put(&self, summary: Summary) {
        let mut inner = self.lock();
        let group = match inner.tables.get(&summary.table) {
            Some(entry) if entry.summary == summary => return,
            Some(entry) => entry.group.clone(),
            None => group_of(&summary),
        };
        inner.put(summary, group);
    }

    /// Brings the line of a table that another node runs up to date, as far as the ledger knows it: how far its match is
    /// that node tells.
    pub(crate) fn refresh(&self, kept: Summary) {
        let known = self.lock().tables.get(&kept.table).map(|entry| (entry.summary.stage, entry.summary.round));
        let is_under_way = |stage: Stage| matches!(stage, Stage::Between | Stage::Playing);
        let (stage, round) = match known {
            Some((stage, round)) if is_under_way(stage) && is_under_way(kept.stage) => (stage, round),
            _ => (kept.stage, kept.round),
        };
        self.put(Summary { stage, round, ..kept });
    }

    /// Takes a table off the list.
    pub(crate) fn remove(&self, table: &str) {
        let known = self.lock().tables.get(table).map(|entry| entry.summary.clone());
        if let Some(known) = known {
            self.put(Summary { stage: Stage::Closed, ..known });
        }
    }

    /// The tables, the newest first.
    #[must_use]
    pub fn tables(&self) -> Vec<Summary> {
        self.lock().listed()
    }

    /// Tells a guest the whole list, and from now on what changes.
    pub(crate) fn follow(&self, guest: &Arc<Guest>) {
        let mut inner = self.lock();
        guest.tell(inner.write());
        inner.followers.insert(guest.connection, guest.clone());
    }

    pub(crate) fn leave(&self, connection: ConnectionId) {
        self.lock().followers.remove(&connection);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The group of a table whose origin is not known.
fn group_of(summary: &Summary) -> Group {
    let sitters = summary.seats.iter().filter_map(|seat| seat.sitter.as_ref());
    Group::Player(sitters.filter_map(|sitter| sitter.seating.player()).next().cloned())
}

impl Inner {
    fn put(&mut self, summary: Summary, group: Group) {
        self.written = None;
        let key = (Reverse(summary.opened), summary.table.clone());
        let is_listed =
            summary.settings.visibility == Visibility::Public && !matches!(summary.stage, Stage::Over | Stage::Closed);
        if is_listed {
            self.groups.entry(group.clone()).or_default().insert(key.clone());
            self.tables.insert(summary.table.clone(), Entry { summary, group: group.clone() });
        } else if self.tables.remove(&summary.table).is_none() {
            return;
        } else if let Some(keys) = self.groups.get_mut(&group) {
            keys.remove(&key);
        }
        self.show_group(&group, &key);
    }

    /// Brings what is shown of a group up to date after one of its tables has changed, come or gone, and tells it.
    fn show_group(&mut self, group: &Group, changed: &ListKey) {
        let Some(keys) = self.groups.get(group) else { return };
        let shown: Vec<ListKey> = keys.iter().take(MAX_OF_ORIGIN).cloned().collect();
        // Of the others only the next can have been shown before.
        let pushed_off = keys.iter().nth(MAX_OF_ORIGIN).cloned();
        if keys.is_empty() {
            self.groups.remove(group);
        }
        for lost in [Some(changed), pushed_off.as_ref()].into_iter().flatten() {
            if !shown.contains(lost) && self.shown.remove(lost) {
                self.tell(&ToClient::LobbyLost { table: lost.1.clone() });
            }
        }
        for key in shown {
            let is_new = self.shown.insert(key.clone());
            if (is_new || key == *changed)
                && let Some(entry) = self.tables.get(&key.1)
            {
                self.tell(&ToClient::LobbyChanged(Box::new(entry.summary.clone())));
            }
        }
    }

    /// The message with the whole list.
    fn write(&mut self) -> Arc<str> {
        if let Some(written) = &self.written {
            return Arc::clone(written);
        }
        let written = write_message(&ToClient::Lobby { tables: self.listed() });
        Arc::clone(self.written.insert(written))
    }

    fn listed(&self) -> Vec<Summary> {
        let shown = self.shown.iter().take(MAX_LISTED);
        shown.filter_map(|(_, table)| Some(self.tables.get(table)?.summary.clone())).collect()
    }

    fn tell(&self, message: &ToClient) {
        if self.followers.is_empty() {
            return;
        }
        let text = write_message(message);
        for follower in self.followers.values() {
            follower.tell(text.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::GameId;
    use wire::house::Settings;

    use super::*;

    fn summary(table: &str, opened: u64, stage: Stage) -> Summary {
        let settings = Settings::new(GameId::Onze, 2);
        Summary { table: table.into(), settings, stage, seats: Vec::new(), round: 0, opened }
    }

    fn listed(lobby: &Lobby) -> Vec<String> {
        lobby.tables().iter().map(|summary| summary.table.to_string()).collect()
    }

    #[test]
    fn a_flood_of_tables_pushes_nobody_else_off_the_list() {
        let lobby = Lobby::default();
        lobby.open(summary("real", 1, Stage::Gathering), Some(Origin(1)));
        for number in 0..1_000 {
            lobby.open(summary(&format!("flood{number}"), 10 + number, Stage::Gathering), Some(Origin(2)));
        }
        let tables = listed(&lobby);
        assert_eq!(tables.len(), MAX_OF_ORIGIN + 1);
        assert_eq!((tables[0].as_str(), tables.last().map(String::as_str)), ("flood999", Some("real")));
    }

    #[test]
    fn the_list_is_written_once_for_all_who_ask_and_anew_when_it_has_changed() {
        let lobby = Lobby::default();
        lobby.open(summary("first", 1, Stage::Gathering), Some(Origin(1)));
        let written = lobby.lock().write();
        let again = lobby.lock().write();
        assert!(Arc::ptr_eq(&written, &again) && written.contains("first"));
        lobby.open(summary("second", 2, Stage::Gathering), Some(Origin(2)));
        assert!(lobby.lock().write().contains("second"));
        lobby.put(summary("second", 2, Stage::Over));
        assert!(!lobby.lock().write().contains("second"));
    }

    #[test]
    fn when_a_table_is_over_the_next_of_its_origin_is_shown() {
        let lobby = Lobby::default();
        for number in 0..=MAX_OF_ORIGIN as u64 {
            lobby.open(summary(&format!("t{number}"), number, Stage::Gathering), Some(Origin(1)));
        }
        assert!(!listed(&lobby).contains(&"t0".into()), "the oldest has no place");
        lobby.put(summary("t5", 5, Stage::Over));
        let tables = listed(&lobby);
        assert!(tables.contains(&"t0".into()) && !tables.contains(&"t5".into()), "{tables:?}");
        for number in 0..=MAX_OF_ORIGIN as u64 {
            lobby.put(summary(&format!("t{number}"), number, Stage::Closed));
        }
        assert!(listed(&lobby).is_empty());
        let inner = lobby.lock();
        assert!(inner.groups.is_empty() && inner.tables.is_empty(), "nothing is kept of those that are gone");
    }

    #[test]
    fn the_list_stays_in_order_whatever_changes() {
        let lobby = Lobby::default();
        for (number, opened) in [30, 10, 20].into_iter().enumerate() {
            lobby.open(summary(&format!("t{opened}"), opened, Stage::Gathering), Some(Origin(number as u32)));
        }
        lobby.put(summary("t10", 10, Stage::Playing));
        assert_eq!(listed(&lobby), ["t30", "t20", "t10"]);
    }
}
