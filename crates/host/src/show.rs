//! What is shown: of entries that were just applied, to each viewer; of the table as a whole, to who comes new.

use std::borrow::Cow;
use std::sync::Arc;

use engine::{SeatCount, Turn, Viewer};
use serde_json::Value;
use wire::house::{By, Clock, Happening, Published, SeatView, Stage, Summary, TableView, ToClient};
use wire::{commitment, write_entropy, write_seed};

use crate::play::{Play, Told};
use crate::room::Room;

/// What entries that were applied together look like.
#[derive(Debug)]
pub struct Shown {
    pub(crate) seq: u64,
    pub(crate) pieces: Arc<[Piece]>,
}

/// What one entry looks like, as JSON text.
#[derive(Debug)]
pub(crate) enum Piece {
    /// The same to all.
    All(String),
    /// To each what he may see, between two texts that are the same to all.
    Each(String, Told, &'static str),
}

impl Piece {
    pub(crate) fn all(happening: &Happening) -> Self {
        Self::All(write(happening))
    }

    pub(crate) fn dealt(round: u16, entropy: &[Option<String>], told: Told) -> Self {
        let entropy = write(&entropy);
        Self::Each(format!(r#"{{"dealt":{{"round":{round},"entropy":{entropy},"events":"#), told, "}}")
    }

    pub(crate) fn stepped(seat: u8, step: &str, by: By, told: Told) -> Self {
        let (step, by) = (write(&step), write(&by));
        Self::Each(format!(r#"{{"stepped":{{"seat":{seat},"move":{step},"by":{by},"events":"#), told, "}}")
    }

    /// The whole text for one viewer.
    pub(crate) fn to(&self, viewer: Viewer) -> Cow<'_, str> {
        match self {
            Self::All(text) => Cow::Borrowed(text),
            Self::Each(before, told, after) => Cow::Owned([before, &**told.to(viewer), *after].concat()),
        }
    }

    pub(crate) fn undone(seat: u8, seats: SeatCount, play: &dyn Play) -> Self {
        let view = |viewer| -> Arc<str> { play.view(viewer).to_string().into() };
        let told = Told {
            seats: seats.seats().map(|seat| view(Viewer::Seat(seat))).collect(),
            spectator: view(Viewer::Spectator),
        };
        Self::Each(format!(r#"{{"undone":{{"seat":{seat},"view":"#), told, "}}")
    }
}

/// JSON of plain data.
fn write(value: &impl serde::Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text,
        Err(error) => unreachable!("messages are plain data: {error}"),
    }
}

impl Shown {
    /// The messages for all: one for each seat, and the spectators' last. Those who saw the same share the text.
    #[must_use]
    pub fn messages(&self, room: &Room, now: u64) -> Vec<Arc<str>> {
        let clock = write(&room.clock(now));
        let spectator = self.message(room, Viewer::Spectator, &clock);
        let mut messages: Vec<Arc<str>> = Vec::with_capacity(room.seats.len() + 1);
        for seat in room.seat_count().seats() {
            let viewer = Viewer::Seat(seat);
            let is_same = self.pieces.iter().all(|piece| match piece {
                Piece::All(_) => true,
                Piece::Each(_, told, _) => Arc::ptr_eq(told.to(viewer), &told.spectator),
            });
            messages.push(if is_same { spectator.clone() } else { self.message(room, viewer, &clock) });
        }
        messages.push(spectator);
        messages
    }

    fn message(&self, room: &Room, viewer: Viewer, clock: &str) -> Arc<str> {
        let table = write(&room.id);
        let mut text = format!(r#"{{"happened":{{"table":{table},"seq":{},"happenings":["#, self.seq);
        for (index, piece) in self.pieces.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            match piece {
                Piece::All(piece) => text += piece,
                Piece::Each(before, told, after) => {
                    text += before;
                    text += told.to(viewer);
                    text += after;
                }
            }
        }
        text += r#"],"clock":"#;
        text += clock;
        text += "}}";
        text.into()
    }
}

impl Room {
    /// The table as one viewer may see it.
    #[must_use]
    pub fn view(&self, viewer: Viewer, now: u64) -> ToClient {
        ToClient::Table(Box::new(self.table_view(viewer, now)))
    }

    /// The same, with what happened lately as that viewer would have seen it.
    #[must_use]
    pub fn view_with_recent(&self, viewer: Viewer, now: u64) -> ToClient {
        let recent = self.history.shown_to(viewer);
        ToClient::Table(Box::new(TableView { recent, ..self.table_view(viewer, now) }))
    }

    fn table_view(&self, viewer: Viewer, now: u64) -> TableView {
        let rounds = (1..).zip(&self.rounds).map(|(round, log)| Published {
            round,
            commitment: commitment(&log.seed),
            entropy: log
                .entropy
                .as_ref()
                .map(|entropy| entropy.iter().map(|added| added.as_deref().map(write_entropy)).collect()),
            seed: log.is_over.then(|| write_seed(&log.seed)),
        });
        let is_dealt = self.play.round() > 0;
        let view: Option<Value> = is_dealt.then(|| self.play.view(viewer));
        TableView {
            table: self.id.clone(),
            seq: self.seq,
            settings: self.settings.clone(),
            host: self.host.clone(),
            stage: self.stage,
            seats: self.seat_views(),
            seat: match viewer {
                Viewer::Seat(seat) => Some(seat.index() as u8),
                Viewer::Spectator => None,
            },
            view,
            rounds: rounds.collect(),
            chat: self.chat.iter().cloned().collect(),
            clock: self.clock(now),
            places: self.places.clone(),
            rematch: self.rematch.clone(),
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
            seat: Some(seat.index() as u8),
            also: also.iter().map(|seat| seat.index() as u8).collect(),
            left_ms: self.deadline(now).map(|deadline| deadline.saturating_sub(now)),
            undo: self.play.undoable().filter(|_| self.settings.undo).map(|seat| seat.index() as u8),
        }
    }
}
