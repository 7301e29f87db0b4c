//! The list of public tables, live.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use host::ConnectionId;
use wire::house::{Stage, Summary, TableId, ToClient, Visibility, write_message};

use crate::hosts::connection::Guest;

/// The most tables a client is listed.
const MAX_LISTED: usize = 200;

/// The tables one may join or watch, and who follows the list.
#[derive(Debug, Default)]
pub struct Lobby {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    tables: BTreeMap<TableId, Summary>,
    followers: BTreeMap<ConnectionId, Arc<Guest>>,
}

impl Lobby {
    /// Lists a table, or takes it off the list when it is no longer open or not for everybody.
    pub fn put(&self, summary: Summary) {
        let mut inner = self.lock();
        let is_listed =
            summary.settings.visibility == Visibility::Public && !matches!(summary.stage, Stage::Over | Stage::Closed);
        if !is_listed {
            if inner.tables.remove(&summary.table).is_some() {
                inner.tell(&ToClient::LobbyLost { table: summary.table });
            }
            return;
        }
        if inner.tables.get(&summary.table) == Some(&summary) {
            return;
        }
        inner.tables.insert(summary.table.clone(), summary.clone());
        inner.tell(&ToClient::LobbyChanged(Box::new(summary)));
    }

    /// The tables, the newest first.
    #[must_use]
    pub fn tables(&self) -> Vec<Summary> {
        self.lock().listed()
    }

    /// Tells a guest the whole list, and from now on what changes.
    pub(crate) fn follow(&self, guest: &Arc<Guest>) {
        let mut inner = self.lock();
        guest.tell(write_message(&ToClient::Lobby { tables: inner.listed() }));
        inner.followers.insert(guest.connection, guest.clone());
    }

    pub(crate) fn leave(&self, connection: ConnectionId) {
        self.lock().followers.remove(&connection);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn listed(&self) -> Vec<Summary> {
        let mut tables: Vec<Summary> = self.tables.values().cloned().collect();
        tables.sort_by_key(|summary| std::cmp::Reverse(summary.opened));
        tables.truncate(MAX_LISTED);
        tables
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
