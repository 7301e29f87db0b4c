//! What happened lately in the round, kept for viewers who come new: as each of them would have seen it.
//!
//! It is kept in spans, so that the game is copied once in a while and not with every step.
//! Deliberately absent: what was said, which the table shows by itself; rounds before the last deal.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::Viewer;
use wire::house::{Entry, HappeningText, Recent, SeatView, Sitter, TableView, write_table_with_recent};

use crate::play::{PastGame, Play};
use crate::room::is_talk;
use crate::show::seat_of;

/// So many records are in one span.
const SPAN: usize = 12;
/// So many spans are kept; there are at least `SPAN` records in them once the round has had so many.
const SPANS_KEPT: usize = 2;

/// The last records of the round.
#[derive(Debug)]
pub(crate) struct History {
    spans: VecDeque<Span>,
    /// For each seat, the sequence number with which it last changed hands.
    pub(crate) changed: Vec<u64>,
}

/// Records that follow one another, and how the table was before them.
#[derive(Debug)]
struct Span {
    /// The sequence number of what happened before.
    after: u64,
    seats: Vec<SeatView>,
    game: Box<dyn PastGame>,
    records: Vec<(u64, Arc<[HappeningText]>)>,
}

impl History {
    pub(crate) fn new(seats: usize) -> Self {
        Self { spans: VecDeque::new(), changed: vec![0; seats] }
    }

    /// What happened does not count any more.
    pub(crate) fn forget(&mut self) {
        self.spans.clear();
    }

    pub(crate) fn on_seat_changed(&mut self, seat: usize, seq: u64) {
        self.changed[seat] = seq;
    }

    /// Entries are about to be applied; `seq` is the number of what happened before them.
    pub(crate) fn prepare(&mut self, entries: &[Entry], seq: u64, seats: &[Option<Sitter>], play: &dyn Play) {
        let is_deal = entries.iter().any(|entry| matches!(entry, Entry::Dealt { .. }));
        let is_full = self.spans.back().is_some_and(|span| span.records.len() >= SPAN);
        if is_deal {
            self.spans.clear();
        } else if !is_full || is_talk(entries) {
            return;
        }
        if self.spans.len() >= SPANS_KEPT {
            self.spans.pop_front();
        }
        let seats = seats.iter().map(|sitter| SeatView { sitter: sitter.clone() }).collect();
        self.spans.push_back(Span { after: seq, seats, game: play.past(), records: Vec::new() });
    }

    /// Entries were applied, and this is what is shown of them.
    pub(crate) fn keep(&mut self, entries: &[Entry], seq: u64, happenings: &Arc<[HappeningText]>) {
        if let Some(span) = self.spans.back_mut().filter(|_| !is_talk(entries)) {
            span.records.push((seq, happenings.clone()));
        }
    }

    /// The message that shows a table with what this viewer would have seen of it lately; absent before the first deal.
    ///
    /// Who took a seat meanwhile did not see what was shown there, so they are shown what spectators saw.
    pub(crate) fn write(&self, table: &TableView, viewer: Viewer) -> Option<Arc<str>> {
        let first = self.spans.front()?;
        let has_changed = |seat: engine::Seat| self.changed.get(seat.index()).is_none_or(|seq| *seq > first.after);
        let viewer = match viewer {
            Viewer::Seat(seat) if !has_changed(seat) => viewer,
            _ => Viewer::Spectator,
        };
        let before = Recent {
            seat: seat_of(viewer),
            seats: first.seats.clone(),
            view: first.game.view(viewer),
            happened: Vec::new(),
        };
        let records = self.spans.iter().flat_map(|span| &span.records).map(|(seq, texts)| (*seq, &**texts));
        Some(write_table_with_recent(table, &before, records, viewer))
    }
}
