//! A match looked at again: from its record, or from what was shown of it while it is still played.
//!
//! [`Replay`] is a house of one table for one client: it shows the table as it was at a moment, from the eyes that are
//! chosen, in the messages in which it was shown when it was played. So a screen that draws a table draws a replay.
//! What somebody saw then is worked out by [`View::of`](engine::View::of) from the truth of that moment, or is what the
//! house has shown; nothing is ever taken out of what somebody else knows.
//!
//! Deliberately absent: time. Whoever plays a replay says when it goes on.

mod judged;
mod moments;
mod projector;
mod record;
mod tape;

use std::fmt::Debug;

use engine::{Seat, Viewer};
use referee::records::Broken;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::house::{
    Ask, Clock, Happening, Past, Recent, TableId, TableView, ToClient, ToServer, write_answer, write_message,
};
use words::Lang;

pub use judged::{CurvePoint, KeyMoment, ReviewNews};
pub use moments::{Overview, ReplayMoment, ReplayPlayer};
pub use projector::{Projector, ReplayAnswer, ReplayAsk};
pub use tape::Tape;

use crate::tally::RoundScores;

/// So many moments of the round are told with one that is jumped to.
const TOLD: usize = 24;

/// Through whose eyes a replay is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Eyes {
    /// Those of who sat on a seat, by its number.
    Seat(u8),
    /// Those of who only looked on.
    Watching,
    /// All hands lie open.
    All,
}

impl Eyes {
    /// As it stands in an address: the number of a seat, `watching` or `all`.
    #[must_use]
    pub fn write(self) -> String {
        match self {
            Self::Seat(seat) => seat.to_string(),
            Self::Watching => "watching".into(),
            Self::All => "all".into(),
        }
    }

    /// Reads what [`write`](Self::write) wrote.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "watching" => Some(Self::Watching),
            "all" => Some(Self::All),
            seat => seat.parse().ok().map(Self::Seat),
        }
    }

    /// Whoever sees that much.
    #[must_use]
    pub fn viewer(self) -> Viewer {
        match self {
            Self::Seat(seat) => Seat::new(seat.into()).map_or(Viewer::Spectator, Viewer::Seat),
            Self::Watching | Self::All => Viewer::Spectator,
        }
    }
}

/// What a replay is made of.
trait Film: Debug + Send {
    fn overview(&self) -> &Overview;
    /// The table at a moment, as a viewer saw it; without a number, and without what happened before.
    fn table(&self, at: usize, viewer: Viewer) -> TableView;
    /// The table just before that moment.
    fn table_before(&self, at: usize, viewer: Viewer) -> TableView;
    /// What happened to come to a moment from the one before it.
    fn happened(&self, at: usize, viewer: Viewer) -> Vec<Happening>;
    /// The promise for the round that was dealt at that moment, if one was.
    fn commitment(&self, at: usize) -> Option<(u16, String)>;
    /// What each seat saw at a moment, where all hands may be seen.
    fn hands(&self, at: usize) -> Option<Vec<Value>>;
}

/// What is to be drawn of a replay now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReplayScene {
    /// The number of the moment.
    pub at: usize,
    /// Through whose eyes.
    pub eyes: Eyes,
    /// The messages that bring a client there, in order.
    pub texts: Vec<String>,
    /// Whether it is the next moment, and follows from the one that was shown last; else the table is shown afresh.
    pub is_next: bool,
    /// What each seat saw, where all hands lie open.
    pub hands: Option<Vec<Value>>,
}

/// A match that can be looked at again.
#[derive(Debug)]
pub struct Replay {
    film: Box<dyn Film>,
    table: TableId,
    /// The number of the last thing that was shown: it only ever rises, also when the replay goes back.
    seq: u64,
    at: usize,
    eyes: Eyes,
    /// Whether the client was shown anything yet.
    is_shown: bool,
}

impl Replay {
    /// A match from its record, which has to hold from the first line to the last; it is to be shown as this table.
    ///
    /// # Errors
    /// Where the record breaks.
    pub fn of_record(record: &str, table: &TableId, lang: Lang) -> Result<Self, Broken> {
        Ok(Self::new(record::read(record, table, lang)?, table))
    }

    /// A match from what was shown of it; nothing if that is too little.
    #[must_use]
    pub fn of_tape(tape: &Tape) -> Option<Self> {
        let film = tape::read(tape)?;
        Some(Self::new(Box::new(film), tape.table()))
    }

    fn new(film: Box<dyn Film>, table: &TableId) -> Self {
        let eyes = film.overview().eyes.first().copied().unwrap_or(Eyes::Watching);
        Self { film, table: table.clone(), seq: 0, at: 0, eyes, is_shown: false }
    }

    /// What there is to be seen.
    #[must_use]
    pub fn overview(&self) -> &Overview {
        self.film.overview()
    }

    /// Goes to a moment and sees it through these eyes; what there is not is as near to it as can be.
    pub fn show(&mut self, at: usize, eyes: Eyes) -> ReplayScene {
        let overview = self.film.overview();
        let at = at.min(overview.moments.len().saturating_sub(1));
        let eyes = if overview.eyes.contains(&eyes) { eyes } else { overview.eyes[0] };
        let is_next = self.is_shown && eyes == self.eyes && at == self.at + 1;
        (self.at, self.eyes, self.is_shown) = (at, eyes, true);
        let texts = if is_next { self.write_next() } else { vec![self.write_table()] };
        ReplayScene { at, eyes, texts, is_next, hands: if eyes == Eyes::All { self.film.hands(at) } else { None } }
    }

    /// Takes what a client sends. To watch is all that can be asked of a replay; nothing else has an effect.
    pub fn receive(&mut self, text: &str) -> Vec<String> {
        let Ok(ToServer { id, ask, .. }) = ToServer::read(text) else { return Vec::new() };
        let mut texts = vec![write_answer(&id, None, None).to_string()];
        if matches!(ask, Ask::Watch { .. }) && self.is_shown {
            texts.push(self.write_table());
        }
        texts
    }

    /// The table as it is now, with what happened before it in the round.
    fn write_table(&mut self) -> String {
        let viewer = self.eyes.viewer();
        let moments = &self.film.overview().moments;
        let round = moments[self.at].round;
        let is_told = |index: &usize| moments[*index].round == round;
        let first = (0..=self.at).rev().take(TOLD).take_while(is_told).last().unwrap_or(self.at);
        let mut table = self.film.table(self.at, viewer);
        let before = self.film.table_before(first, viewer);
        let mut happened = Vec::new();
        for index in first..=self.at {
            self.seq += 1;
            happened.push(Past { seq: self.seq, happenings: self.film.happened(index, viewer) });
        }
        table.seq = self.seq;
        table.recent = Some(Recent { seat: before.seat, seats: before.seats, view: before.view, happened });
        write_message(&ToClient::Table(Box::new(table))).to_string()
    }

    /// What happened to come to this moment, as it was shown.
    fn write_next(&mut self) -> Vec<String> {
        let viewer = self.eyes.viewer();
        let promise = self.film.commitment(self.at);
        let promise = promise.map(|(round, commitment)| vec![Happening::Committed { round, commitment }]);
        let clock = self.film.table(self.at, viewer).clock;
        let messages = [promise, Some(self.film.happened(self.at, viewer))];
        messages.into_iter().flatten().map(|happenings| self.write_happened(happenings, &clock)).collect()
    }

    fn write_happened(&mut self, happenings: Vec<Happening>, clock: &Clock) -> String {
        self.seq += 1;
        let (table, seq, clock) = (self.table.clone(), self.seq, clock.clone());
        let message = ToClient::Happened { table, seq, happenings, clock, view: None, legal: None };
        write_message(&message).to_string()
    }
}

/// What the rounds brought that were over at a moment.
#[must_use]
pub fn rounds_until(overview: &Overview, at: usize) -> Vec<RoundScores> {
    let over =
        overview.moments.get(at).map_or(0, |moment| if moment.is_over { moment.round } else { moment.round - 1 });
    overview.rounds.iter().filter(|scores| scores.round <= over).cloned().collect()
}
