//! What happened at a table as text: written once for all viewers who see the same.

use std::sync::Arc;

use engine::{Seat, Viewer};
use serde_json::Value;

use super::answer::{Legal, write};
use super::entry::By;
use super::id::TableId;
use super::message::{Clock, Happening, Recent, TableView};

/// JSON for each seat and for spectators; those who see the same share the text.
#[derive(Clone, Debug)]
pub struct TextByViewer {
    /// For each seat.
    pub seats: Vec<Arc<str>>,
    /// For spectators.
    pub spectator: Arc<str>,
}

impl TextByViewer {
    /// The text for one viewer.
    #[must_use]
    pub fn get(&self, viewer: Viewer) -> &Arc<str> {
        match viewer {
            Viewer::Seat(seat) => self.seats.get(seat.index()).unwrap_or(&self.spectator),
            Viewer::Spectator => &self.spectator,
        }
    }
}

/// One happening as text.
#[derive(Debug)]
pub enum HappeningText {
    /// The same to all.
    Same(String),
    /// To each viewer what they may see, between two texts that are the same to all.
    ByViewer(String, TextByViewer, &'static str),
}

impl HappeningText {
    /// Something that everybody is shown alike.
    #[must_use]
    pub fn same(happening: &Happening) -> Self {
        Self::Same(write(happening))
    }

    /// A round was dealt.
    #[must_use]
    pub fn dealt(round: u16, entropy: &[Option<String>], events: TextByViewer) -> Self {
        let entropy = write(&entropy);
        Self::ByViewer(format!(r#"{{"dealt":{{"round":{round},"entropy":{entropy},"events":"#), events, "}}")
    }

    /// A seat made a step.
    #[must_use]
    pub fn stepped(seat: Seat, step: &str, by: By, events: TextByViewer) -> Self {
        let (step, by) = (write(&step), write(&by));
        Self::ByViewer(format!(r#"{{"stepped":{{"seat":{seat},"move":{step},"by":{by},"events":"#), events, "}}")
    }

    /// A seat took its last step back.
    #[must_use]
    pub fn undone(seat: Seat, seats: impl IntoIterator<Item = Viewer>, view: impl Fn(Viewer) -> Value) -> Self {
        let view = |viewer| -> Arc<str> { view(viewer).to_string().into() };
        let views = TextByViewer { seats: seats.into_iter().map(view).collect(), spectator: view(Viewer::Spectator) };
        Self::ByViewer(format!(r#"{{"undone":{{"seat":{seat},"view":"#), views, "}}")
    }

    fn write_to(&self, message: &mut String, viewer: Viewer) {
        match self {
            Self::Same(text) => *message += text,
            Self::ByViewer(before, texts, after) => {
                *message += before;
                *message += texts.get(viewer);
                *message += after;
            }
        }
    }

    fn is_same_for_spectators(&self, viewer: Viewer) -> bool {
        match self {
            Self::Same(_) => true,
            Self::ByViewer(_, texts, _) => Arc::ptr_eq(texts.get(viewer), &texts.spectator),
        }
    }
}

/// The message `happened` for all viewers: for these seats, and for spectators.
#[must_use]
pub fn write_happened(
    table: &TableId,
    seq: u64,
    happenings: &[HappeningText],
    clock: &Clock,
    seats: impl IntoIterator<Item = Viewer>,
) -> TextByViewer {
    let (table, clock) = (write(table), write(clock));
    let message = |viewer| -> Arc<str> {
        // Most messages are of a step, and shorter than this.
        let mut message = String::with_capacity(256);
        message += r#"{"happened":{"table":"#;
        message += &table;
        message += r#","seq":"#;
        message += &seq.to_string();
        message += r#","happenings":["#;
        write_all(&mut message, happenings, viewer);
        message += r#"],"clock":"#;
        message += &clock;
        message += "}}";
        message.into()
    };
    let spectator = message(Viewer::Spectator);
    let for_seat = |viewer| {
        let is_same = happenings.iter().all(|happening| happening.is_same_for_spectators(viewer));
        if is_same { spectator.clone() } else { message(viewer) }
    };
    TextByViewer { seats: seats.into_iter().map(for_seat).collect(), spectator }
}

/// A message `happened` with the game as its viewer sees it now and, if their seat may act, with its moves.
#[must_use]
pub fn write_happened_with_view(happened: &str, view: Option<&Value>, legal: Option<&Legal>) -> Arc<str> {
    let Some(open) = happened.strip_suffix("}}") else { unreachable!("it ends with two objects") };
    let mut message = open.to_owned();
    if let Some(view) = view {
        message += r#","view":"#;
        message += &write(view);
    }
    if let Some(legal) = legal {
        message += r#","legal":"#;
        message += &write(legal);
    }
    message += "}}";
    message.into()
}

fn write_all(message: &mut String, happenings: &[HappeningText], viewer: Viewer) {
    for (index, happening) in happenings.iter().enumerate() {
        if index > 0 {
            message.push(',');
        }
        happening.write_to(message, viewer);
    }
}

/// The message `table` with what happened lately, by sequence number, as a viewer saw it. `before` says how it was
/// before that; its own list is empty.
#[must_use]
pub fn write_table_with_recent<'a>(
    table: &TableView,
    before: &Recent,
    happened: impl Iterator<Item = (u64, &'a [HappeningText])>,
    viewer: Viewer,
) -> Arc<str> {
    let (table, before) = (write(table), write(before));
    // What happened is put into both texts at their ends: it is the last field of a table, and its list the last of it.
    let (Some(table), Some(before)) = (table.strip_suffix('}'), before.strip_suffix("]}")) else {
        unreachable!("both are objects, and the second ends with a list")
    };
    let mut message = format!(r#"{{"table":{table},"recent":{before}"#);
    for (index, (seq, happenings)) in happened.enumerate() {
        if index > 0 {
            message.push(',');
        }
        message += &format!(r#"{{"seq":{seq},"happenings":["#);
        write_all(&mut message, happenings, viewer);
        message += "]}";
    }
    message += "]}}}";
    message.into()
}
