//! What is shown: of entries that were just applied, to each viewer; of the table as a whole, to who comes new.

use std::sync::Arc;

use engine::{Seat, Turn, Viewer};
use serde_json::Value;
use wire::house::{
    Clock, HappeningText, Legal, Published, SeatView, Stage, Summary, TableView, TextByViewer, ToClient,
    write_happened, write_happened_with_view, write_message,
};
use wire::{commitment, write_entropy, write_seed};

use crate::room::Room;

/// What entries that were applied together look like.
#[derive(Debug)]
pub struct Shown {
    pub(crate) seq: u64,
    pub(crate) happenings: Arc<[HappeningText]>,
}

impl Shown {
    /// Whether there is nothing to show, as of a refusal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.happenings.is_empty()
    }

    /// The message for each viewer. Those who see the same share the text.
    #[must_use]
    pub fn messages(&self, room: &Room, now: u64) -> TextByViewer {
        let seats = room.seat_count().seats().map(Viewer::Seat);
        write_happened(&room.id, self.seq, &self.happenings, &room.clock(now), seats)
    }
}

impl Room {
    /// The table as one viewer may see it.
    #[must_use]
    pub fn view(&self, viewer: Viewer, now: u64) -> ToClient {
        ToClient::Table(Box::new(self.table_view(viewer, now)))
    }

    /// A table as it is sent, with what happened lately as that viewer would have seen it.
    #[must_use]
    pub fn write_with_recent(&self, table: TableView, viewer: Viewer) -> Arc<str> {
        let written = self.history.write(&table, viewer);
        written.unwrap_or_else(|| write_message(&ToClient::Table(Box::new(table))))
    }

    /// A message `happened` that was just written, with the game as that viewer sees it now, and their moves.
    #[must_use]
    pub fn write_with_view(&self, happened: &str, viewer: Viewer) -> Arc<str> {
        write_happened_with_view(happened, self.game_view(viewer).as_ref(), self.legal_for(viewer).as_ref())
    }

    /// What a viewer may do now, if their seat may act.
    #[must_use]
    pub fn legal_for(&self, viewer: Viewer) -> Option<Legal> {
        let seat = seat_of(viewer).filter(|_| self.stage == Stage::Playing)?;
        match self.play.turn() {
            Turn::Seat { seat: mover, also } if mover == seat || also.has(seat) => Some(self.play.legal(seat)),
            _ => None,
        }
    }

    /// The game as one viewer sees it; absent before the first deal.
    fn game_view(&self, viewer: Viewer) -> Option<Value> {
        (self.play.round() > 0).then(|| self.play.view(viewer))
    }

    /// What the message `table` tells one viewer.
    #[must_use]
    pub fn table_view(&self, viewer: Viewer, now: u64) -> TableView {
        let rounds = (1..).zip(&self.rounds).map(|(round, log)| Published {
            round,
            commitment: commitment(&log.seed),
            entropy: log
                .entropy
                .as_ref()
                .map(|entropy| entropy.iter().map(|added| added.as_deref().map(write_entropy)).collect()),
            seed: log.is_over.then(|| write_seed(&log.seed)),
        });
        TableView {
            table: self.id.clone(),
            seq: self.seq,
            settings: self.settings.clone(),
            host: self.host.clone(),
            stage: self.stage,
            seats: self.seat_views(),
            seat: seat_of(viewer),
            view: self.game_view(viewer),
            rounds: rounds.collect(),
            chat: self.chat.iter().cloned().collect(),
            clock: self.clock(now),
            places: self.places.clone(),
            rematch: self.rematch.clone(),
            key: self.access.key.clone(),
            locked: self.access.locked,
            evening: self.evening.as_ref().map(|evening| evening.place.clone()),
            legal: None,
            recent: None,
        }
    }

    fn seat_views(&self) -> Vec<SeatView> {
        self.seats.iter().map(|sitter| SeatView { sitter: sitter.clone() }).collect()
    }

    /// The table as it stands in the list.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary {
            table: self.id.clone(),
            settings: self.settings.clone(),
            stage: self.stage,
            seats: self.seat_views(),
            round: self.play.round(),
            opened: self.opened,
        }
    }

    /// Whose turn it is, and how long it may take.
    #[must_use]
    pub fn clock(&self, now: u64) -> Clock {
        let Turn::Seat { seat, also } = self.play.turn() else { return Clock::default() };
        if self.stage != Stage::Playing {
            return Clock::default();
        }
        Clock {
            seat: Some(seat),
            also: also.iter().collect(),
            left_ms: self.deadline(now).map(|deadline| deadline.saturating_sub(now)),
            undo: self.play.undoable().filter(|_| self.settings.undo),
        }
    }
}

/// The seat a viewer looks from, if they sit.
pub(crate) fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    }
}
