//! What a host sends: answers, what happened, views, the presence.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::{Seat, Viewer};
use wire::house::{Entry, HouseRefusal, PlayerId, Sitter, Stage, TableView, ToClient, write_message};

use super::{DiceAt, Host, WatchRequest, is_news};
use crate::effect::{ConnectionId, Effect, Message};
use crate::refusal::Refusal;
use crate::show::seat_of;

impl Host {
    pub(super) fn watch(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        watch: WatchRequest,
        now: u64,
        dice: DiceAt<'_>,
    ) {
        let WatchRequest { id, after, recent, views, key } = watch;
        if self.is_parked {
            return self.refuse(connection, id, HouseRefusal::TableParked.into());
        }
        let is_let_in =
            self.watchers.connections.contains_key(&connection) || self.room.admits(Some(&player), key.as_ref());
        if !is_let_in {
            return self.refuse(connection, id, HouseRefusal::NotInvited.into());
        }
        let viewer = self.viewer(&player);
        if !self.watchers.connections.contains_key(&connection) {
            self.room.arrive(&player);
            self.watchers.connections.insert(connection, player);
        }
        if views {
            self.watchers.with_views.insert(connection);
        } else {
            self.watchers.with_views.remove(&connection);
        }
        // The clock of a turn may begin only now that somebody is here.
        let _ = self.next_task(now, dice);
        let seq = self.room.seq();
        self.send(connection, Message::Answer { id, seq: Some(seq), result: None });
        // What was missed is kept without views.
        let after = after.filter(|_| !views);
        match after.and_then(|after| self.watchers.missed(after, seq, viewer)) {
            Some(missed) => missed.into_iter().for_each(|text| self.send(connection, Message::Update(text))),
            None => {
                let table = self.table_view(connection, viewer, now);
                let text = match recent {
                    true => self.room.write_with_recent(table, viewer),
                    false => write_message(&ToClient::Table(Box::new(table))),
                };
                self.send(connection, Message::Update(text));
            }
        }
        // If it has changed everybody is told at once, this connection among them.
        let presence = self.room.presence();
        if self.watchers.presence.as_ref() == Some(&presence) {
            self.send_update(connection, &ToClient::Presence(presence));
        }
    }

    /// Makes entries true that are written down, and shows them.
    pub(super) fn apply(&mut self, entries: &[Entry], now: u64, dice: DiceAt<'_>) {
        let moved = self.moved_by(entries);
        let game_seq = self.room.game_seq();
        let shown = match self.room.apply(entries) {
            Ok(shown) => shown,
            Err(mismatch) => return self.park(mismatch.to_string()),
        };
        if shown.is_empty() {
            return;
        }
        if self.room.game_seq() != game_seq {
            self.lapse_hints();
        }
        let steps = entries.iter().filter(|entry| matches!(entry, Entry::Stepped { .. }));
        self.effects.extend(steps.map(|_| Effect::Stepped));
        if entries.iter().any(|entry| is_news(entry) || matches!(entry, Entry::Dealt { .. })) {
            self.effects.push_back(Effect::Lobby(Box::new(self.room.summary())));
        }
        // The clock of a new turn begins before it is shown.
        let _ = self.next_task(now, dice);
        let messages = shown.messages(&self.room, now);
        // As the messages themselves, those with a view are written once for all who see the same.
        let mut with_views: BTreeMap<Option<Seat>, Arc<str>> = BTreeMap::new();
        for (connection, player) in &self.watchers.connections {
            let viewer = self.viewer(player);
            let text = messages.get(viewer);
            let text = match self.watchers.with_views.contains(connection) {
                true => with_views.entry(seat_of(viewer)).or_insert_with(|| self.room.write_with_view(text, viewer)),
                false => text,
            };
            let message = Message::Update(text.clone());
            self.effects.push_back(Effect::Send { connection: *connection, message });
        }
        self.watchers.keep(self.room.seq(), messages);
        self.show_out(entries, now);
        if matches!(self.room.stage(), Stage::Between | Stage::Playing) && !moved.is_empty() {
            // Who sits down in a match does not know the hand yet, and who gets up is no longer shown it: what either
            // was sent before does not go on, neither here nor for a tab of theirs that comes back later.
            self.watchers.forget();
            for (connection, player) in &self.watchers.connections {
                if moved.contains(player) {
                    let table = self.table_view(*connection, self.viewer(player), now);
                    let message = Message::Update(write_message(&ToClient::Table(Box::new(table))));
                    self.effects.push_back(Effect::Send { connection: *connection, message });
                }
            }
        }
    }

    /// The table as a connection is to be shown it: with its moves if it asked for views.
    pub(super) fn table_view(&self, connection: ConnectionId, viewer: Viewer, now: u64) -> TableView {
        let has_views = self.watchers.with_views.contains(&connection);
        let legal = if has_views { self.room.legal_for(viewer) } else { None };
        TableView { legal, ..self.room.table_view(viewer, now) }
    }

    /// Who was sent away from a table for those who are invited is not shown it any more.
    fn show_out(&mut self, entries: &[Entry], now: u64) {
        for entry in entries {
            let Entry::Removed { player } = entry else { continue };
            if self.room.admits(Some(player), None) {
                continue;
            }
            let is_theirs = |(_, watcher): &(&ConnectionId, &PlayerId)| *watcher == player;
            let connections: Vec<_> = self.watchers.connections.iter().filter(is_theirs).map(|(it, _)| *it).collect();
            for connection in connections {
                self.watchers.connections.remove(&connection);
                self.room.depart(player, now);
            }
        }
    }

    /// The players who sit down or get up with these entries.
    pub(super) fn moved_by(&self, entries: &[Entry]) -> Vec<PlayerId> {
        let player = |sitter: &Sitter| sitter.seating.player().cloned();
        let moved = |entry: &Entry| match entry {
            Entry::Sat { sitter, .. } => player(sitter),
            Entry::Left { seat } | Entry::Replaced { seat, .. } => {
                self.room.sitters().get(seat.index())?.as_ref().and_then(player)
            }
            _ => None,
        };
        entries.iter().filter_map(moved).collect()
    }

    /// Sends who is there, if that has changed.
    pub(super) fn send_presence(&mut self) {
        if self.watchers.connections.is_empty() {
            self.watchers.presence = None;
            return;
        }
        if self.watchers.presence.as_ref().is_some_and(|presence| self.room.is_presence(presence)) {
            return;
        }
        let presence = self.room.presence();
        let text = write_message(&ToClient::Presence(presence.clone()));
        for connection in self.watchers.connections.keys() {
            let message = Message::Update(text.clone());
            self.effects.push_back(Effect::Send { connection: *connection, message });
        }
        self.watchers.presence = Some(presence);
    }

    pub(super) fn park(&mut self, why: String) {
        self.is_parked = true;
        self.effects.push_back(Effect::Parked(why));
    }

    pub(super) fn viewer(&self, player: &PlayerId) -> Viewer {
        self.room.seat_of(player).map_or(Viewer::Spectator, Viewer::Seat)
    }

    pub(super) fn refuse(&mut self, connection: ConnectionId, id: String, refusal: Refusal) {
        self.send(connection, Message::Refused { id, refusal });
    }

    pub(super) fn send_update(&mut self, connection: ConnectionId, message: &ToClient) {
        self.send(connection, Message::Update(write_message(message)));
    }

    pub(super) fn send(&mut self, connection: ConnectionId, message: Message) {
        self.effects.push_back(Effect::Send { connection, message });
    }
}
