//! The record of a match that is over.

use wire::house::{Seating, Stage};
use wire::{Header, Player, PlayerKind, Record, RecordLine, commitment};

use crate::fits::scores_of;
use crate::room::Room;

impl Room {
    /// The record of the match, once it is over; `date` is the day of play, as `2026-11-15`.
    #[must_use]
    pub fn record(&self, date: &str) -> Option<Record> {
        if self.stage != Stage::Over {
            return None;
        }
        let outcome = self.play.outcome()?;
        let header = Header {
            game: self.settings.game,
            options: self.settings.options.clone(),
            players: self.seats.iter().map(player).collect(),
            commitments: self.rounds.iter().map(|round| commitment(&round.seed)).collect(),
            date: date.into(),
            evening: self.evening_header(),
        };
        let winners = outcome.winners.iter().map(engine::Seat::index).collect();
        let result = RecordLine::Result { scores: scores_of(outcome), winners };
        let mut lines = self.lines.all()?;
        lines.push(result);
        Some(Record { header, lines })
    }
}

fn player(sitter: &Option<wire::house::Sitter>) -> Player {
    let kind = match sitter.as_ref().map(|sitter| &sitter.seating) {
        Some(Seating::Human { .. }) => PlayerKind::Human,
        _ => PlayerKind::Bot,
    };
    Player { name: sitter.as_ref().map(|sitter| sitter.name.clone()).unwrap_or_default(), kind }
}
