//! The lines of the record so far, without the header.
//!
//! Those of rounds that are over never change again, so they are kept as text: it takes less room, a snapshot takes it as
//! it is, and a room made from a snapshot reads it only when somebody wants the record.

use std::sync::Arc;

use wire::{RecordLine, read_lines, write_lines};

/// The lines of the record so far.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Those of the rounds that are over.
    over: Arc<String>,
    /// Those of the round under way.
    current: Vec<RecordLine>,
}

impl Lines {
    /// The lines of a match whose rounds that are over have these.
    pub(crate) fn of_rounds_over(over: Arc<String>) -> Self {
        Self { over, current: Vec::new() }
    }

    /// The lines of the rounds that are over, as text.
    pub(crate) fn rounds_over(&self) -> Arc<String> {
        Arc::clone(&self.over)
    }

    pub(crate) fn push(&mut self, line: RecordLine) {
        self.current.push(line);
    }

    /// How many steps the round under way has.
    pub(crate) fn steps(&self) -> usize {
        self.current.iter().filter(|line| matches!(line, RecordLine::Move { .. })).count()
    }

    /// The round is over, and this is its last line.
    pub(crate) fn end_round(&mut self, seed: RecordLine) {
        self.current.push(seed);
        // A snapshot that is still being written has the text as it was.
        Arc::make_mut(&mut self.over).push_str(&write_lines(&self.current));
        self.current.clear();
    }

    /// The last step was taken back. No other step lies in between, but the host's clock may have run out.
    pub(crate) fn take_back(&mut self) {
        if let Some(step) = self.current.iter().rposition(|line| matches!(line, RecordLine::Move { .. })) {
            self.current.remove(step);
        }
    }

    /// The round under way does not count.
    pub(crate) fn void_round(&mut self) {
        self.current.clear();
    }

    /// All lines.
    pub(crate) fn all(&self) -> Option<Vec<RecordLine>> {
        let mut lines = read_lines(&self.over)?;
        lines.extend(self.current.iter().cloned());
        Some(lines)
    }
}
