//! An event as JSON text, written at once: it is written at every move, for every viewer.
//!
//! Deliberately absent: escapes. What stands in an event is notation, which needs none.

use std::fmt::{Display, Write};

/// An event that is being written, field by field.
#[derive(Debug)]
pub(crate) struct EventText(String);

impl EventText {
    /// Begins an event of this name.
    #[must_use]
    pub(crate) fn new(event: &str) -> Self {
        // Room for most events, so that the text is seldom moved.
        let mut text = String::with_capacity(96);
        text.push_str("{\"event\":\"");
        text.push_str(event);
        text.push('"');
        Self(text)
    }

    /// A field that is a word, a card or a square.
    #[must_use]
    pub(crate) fn text(self, field: &str, text: impl Display) -> Self {
        self.json(field, format_args!("\"{text}\""))
    }

    /// A field whose value shows itself as JSON: a number, a seat, a [`Value`](serde_json::Value).
    #[must_use]
    pub(crate) fn json(mut self, field: &str, json: impl Display) -> Self {
        self.0.push_str(",\"");
        self.0.push_str(field);
        self.0.push_str("\":");
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{json}");
        self
    }

    /// The whole text.
    #[must_use]
    pub(crate) fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}
