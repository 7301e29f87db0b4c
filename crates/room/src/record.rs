//! The record of a match that is over.

use serde_json::Map;
use wire::house::{Seating, Stage};
use wire::{Header, Line, Player, PlayerKind, Record, commitment};

use crate::play::set_up;
use crate::room::Room;

impl Room {
    /// The record of the match, once it is over; `date` is the day of play, as `2026-11-15`.
    #[must_use]
    pub fn record(&self, date: &str) -> Option<Record> {
        if self.stage != Stage::Over {
            return None;
        }
        let outcome = self.play.outcome()?;
        let (_, options) = set_up(self.settings.game, self.settings.seats, &self.settings.options)
            .unwrap_or_else(|_| unreachable!("the table was set up with these"));
        let header = Header {
            game: self.settings.game,
            options: Map::from_iter(options),
            players: self.seats.iter().map(player).collect(),
            commitments: self.rounds.iter().map(|round| commitment(&round.seed)).collect(),
            date: date.into(),
        };
        let scores = outcome.totals.values().iter().map(|score| i64::from(*score)).collect();
        let winners = outcome.winners.iter().map(engine::Seat::index).collect();
        let result = Line::Result { scores, winners };
        Some(Record { header, lines: self.lines.iter().cloned().chain([result]).collect() })
    }
}

fn player(sitter: &Option<wire::house::Sitter>) -> Player {
    let kind = match sitter.as_ref().map(|sitter| &sitter.seating) {
        Some(Seating::Human { .. }) => PlayerKind::Human,
        _ => PlayerKind::Bot,
    };
    Player { name: sitter.as_ref().map(|sitter| sitter.name.clone()).unwrap_or_default(), kind }
}
