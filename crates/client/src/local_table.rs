//! A table without a house, for one person: what a client is told of it, as texts of the protocol.
//!
//! Deliberately absent: what happens there; lessons and puzzles know.

use std::sync::Arc;

use engine::{GameId, Seat, Turn};
use serde_json::{Map, Value};
use wire::house::{
    Ask, BotLevel, Clock, Here, PlayerId, Presence, Refused, SeatView, Seating, Settings, Sitter, Stage, TableId,
    TableView, ToClient, ToServer, Visibility, Welcome, write_answer, write_message, write_refused,
};

/// What is not granted at such a table.
const NOT_HERE: &str = "not-here";

/// Who one is at a table without a house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LocalPerson {
    /// The id the client is to go by.
    pub(crate) player: PlayerId,
    /// The name shown.
    pub(crate) name: String,
}

/// A table without a house.
#[derive(Debug)]
pub(crate) struct LocalTable {
    id: TableId,
    person: LocalPerson,
    /// Where the person sits.
    seat: Seat,
    settings: Settings,
    seats: Vec<SeatView>,
}

/// How such a table is now.
pub(crate) struct TableNow {
    pub(crate) seq: u64,
    pub(crate) view: Value,
    pub(crate) turn: Turn,
}

impl LocalTable {
    /// A table for the game of a position or view; the others are called as `others` says, in the order of the seats.
    pub(crate) fn new(
        id: TableId,
        (game, position): (GameId, &Value),
        person: LocalPerson,
        seat: Seat,
        others: &[String],
    ) -> Self {
        let options = position.get("options").and_then(Value::as_object).cloned().unwrap_or_else(Map::new);
        let seats = others.len() as u8 + 1;
        let mut names = others.iter();
        let sitter = |number: usize| {
            if number == seat.index() {
                let seating = Seating::Human { player: person.player.clone() };
                return Sitter { name: person.name.clone(), claimed: false, seating };
            }
            let name = names.next().cloned().unwrap_or_default();
            Sitter { name, claimed: false, seating: Seating::Bot { level: BotLevel::Casual } }
        };
        let seats_taken = (0..usize::from(seats)).map(sitter).map(|sitter| SeatView { sitter: Some(sitter) }).collect();
        let settings = Settings {
            options,
            visibility: Visibility::Invited,
            hints: false,
            undo: false,
            ..Settings::new(game, seats)
        };
        Self { id, person, seat, settings, seats: seats_taken }
    }

    pub(crate) fn id(&self) -> &TableId {
        &self.id
    }

    /// The first text for a client.
    pub(crate) fn welcome(&self) -> Arc<str> {
        write_message(&ToClient::Welcome(Welcome {
            player: self.person.player.clone(),
            name: self.person.name.clone(),
            claimed: false,
            version: env!("CARGO_PKG_VERSION").into(),
            tables: Vec::new(),
            invite_url: None,
            nodes: Vec::new(),
        }))
    }

    /// Whose turn it is.
    pub(crate) fn clock(turn: &Turn) -> Clock {
        match turn {
            Turn::Seat { seat, also } => Clock { seat: Some(*seat), also: also.iter().collect(), ..Clock::default() },
            Turn::Dealer(_) | Turn::Over(_) => Clock::default(),
        }
    }

    /// The table with everybody around it.
    fn shown(&self, now: TableNow) -> [Arc<str>; 2] {
        let (stage, places) = match &now.turn {
            Turn::Seat { .. } => (Stage::Playing, None),
            Turn::Dealer(_) => (Stage::Between, None),
            Turn::Over(standings) => (Stage::Over, Some(standings.values().to_vec())),
        };
        let table = TableView {
            table: self.id.clone(),
            seq: now.seq,
            settings: self.settings.clone(),
            host: self.person.player.clone(),
            stage,
            seats: self.seats.clone(),
            seat: Some(self.seat),
            view: Some(now.view),
            rounds: Vec::new(),
            chat: Vec::new(),
            clock: Self::clock(&now.turn),
            places,
            rematch: None,
            key: None,
            locked: false,
            evening: None,
            legal: None,
            recent: None,
        };
        let here = |number| if number == self.seat.index() { Here::Here } else { Here::Bot };
        let presence = Presence {
            table: self.id.clone(),
            seats: (0..self.seats.len()).map(here).collect(),
            ready: Vec::new(),
            spectators: 0,
            paused: false,
            replace: Vec::new(),
        };
        [ToClient::Table(Box::new(table)), ToClient::Presence(presence)].map(|message| write_message(&message))
    }

    /// Answers what needs nothing but a look at the table; gives back an attempt to make a step, with its id.
    pub(crate) fn answer(
        &self,
        text: &str,
        refuse: impl Fn() -> String,
        now: impl FnOnce() -> TableNow,
    ) -> Result<Vec<Arc<str>>, (String, String)> {
        let Ok(ToServer { id, ask, .. }) = ToServer::read(text) else { return Ok(Vec::new()) };
        Ok(match ask {
            Ask::Submit { step } => return Err((id, step)),
            Ask::Watch { after, .. } => {
                let now = now();
                let mut texts = vec![write_answer(&id, None, None)];
                if after != Some(now.seq) {
                    texts.extend(self.shown(now));
                }
                texts
            }
            Ask::Ping | Ask::Unwatch | Ask::Lobby | Ask::LeaveLobby => vec![write_answer(&id, None, None)],
            _ => vec![refused(id, NOT_HERE.into(), None, refuse())],
        })
    }
}

/// A refusal.
pub(crate) fn refused(id: String, code: String, rule: Option<String>, message: String) -> Arc<str> {
    write_refused(Refused { id, code, rule, message, wait_ms: None })
}
