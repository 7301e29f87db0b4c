//! What a keeper is answered: that it is done, a new password, or rows of a list. A row is an object of JSON, so that
//! every shell can show every list.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wire::house::{ChatLine, Seating, Sitter, Summary};

use super::{BanTarget, Mode};
use crate::ledger::{ActRow, BanRow, PlayerRow, ReportRow};
use crate::socket::Connected;

/// A row of a list.
pub type Row = Map<String, Value>;

/// What a keeper is answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// It is done.
    Done,
    /// The mode of the house has changed.
    Mode(Mode),
    /// The password that a player has now; nobody is told it again.
    Password(String),
    /// What was asked for.
    Rows(Vec<Row>),
}

/// Rows of things that are written as objects.
pub(super) fn rows<T: Serialize>(things: impl IntoIterator<Item = T>) -> Reply {
    let row = |thing: T| match serde_json::to_value(thing) {
        Ok(Value::Object(row)) => row,
        _ => unreachable!("a row is a plain struct"),
    };
    Reply::Rows(things.into_iter().map(row).collect())
}

/// Somebody who is connected.
#[derive(Serialize)]
pub(super) struct PlayerHere {
    player: String,
    name: String,
    claimed: bool,
    kind: &'static str,
    network: String,
    since: u64,
}

impl From<Connected> for PlayerHere {
    fn from(connected: Connected) -> Self {
        let player = connected.who.player;
        Self {
            claimed: player.is_claimed(),
            player: player.id,
            name: player.name,
            kind: player.kind.word(),
            network: connected.network.to_string(),
            since: connected.since,
        }
    }
}

/// A table that is not finished.
#[derive(Serialize)]
pub(super) struct OpenTable {
    table: String,
    game: &'static str,
    visibility: wire::house::Visibility,
    stage: wire::house::Stage,
    seats: String,
    opened: u64,
}

impl From<Summary> for OpenTable {
    fn from(summary: Summary) -> Self {
        let name = |sitter: &Sitter| match &sitter.seating {
            Seating::Bot { .. } => format!("({})", sitter.name),
            _ => sitter.name.clone(),
        };
        let seats = summary.seats.iter().map(|seat| seat.sitter.as_ref().map_or_else(|| "–".into(), name));
        Self {
            seats: seats.collect::<Vec<String>>().join(", "),
            table: summary.table.to_string(),
            game: summary.settings.game.slug(),
            visibility: summary.settings.visibility,
            stage: summary.stage,
            opened: summary.opened,
        }
    }
}

/// A line of chat.
#[derive(Serialize)]
pub(super) struct SaidLine {
    said: u64,
    player: String,
    name: String,
    text: String,
}

impl From<ChatLine> for SaidLine {
    fn from(line: ChatLine) -> Self {
        let text = match line.speech {
            wire::house::Speech::Text(text) => text,
            wire::house::Speech::Phrase(phrase) => format!("{phrase:?}"),
        };
        Self { said: line.at, player: line.player.to_string(), name: line.name, text }
    }
}

/// Somebody who may not come in.
#[derive(Serialize)]
pub(super) struct Banned {
    target: String,
    since: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<u64>,
    reason: String,
}

impl From<BanRow> for Banned {
    fn from(row: BanRow) -> Self {
        let (BanTarget::Player(target) | BanTarget::Network(target)) = row.target;
        Self { target, since: row.at, until: row.until, reason: row.reason }
    }
}

/// A report that was not dealt with.
#[derive(Serialize)]
pub(super) struct OpenReport {
    report: u64,
    at: u64,
    reporter: String,
    player: String,
    table: String,
    text: String,
    lines: String,
}

impl From<ReportRow> for OpenReport {
    fn from(row: ReportRow) -> Self {
        let report = row.report;
        let lines = report.lines.into_iter().map(|line| SaidLine::from(line).text);
        Self {
            report: row.number,
            at: report.at,
            reporter: report.reporter,
            player: report.player.unwrap_or_default(),
            table: report.table.unwrap_or_default(),
            text: report.text,
            lines: lines.collect::<Vec<String>>().join(" | "),
        }
    }
}

/// A player who may keep the house.
#[derive(Serialize)]
pub(super) struct KeeperLine {
    player: String,
    name: String,
}

impl From<PlayerRow> for KeeperLine {
    fn from(row: PlayerRow) -> Self {
        Self { player: row.id, name: row.name }
    }
}

/// An act of a keeper.
#[derive(Serialize)]
pub(super) struct AuditLine {
    at: u64,
    by: super::Actor,
    act: super::Act,
}

impl From<ActRow> for AuditLine {
    fn from(row: ActRow) -> Self {
        Self { at: row.at, by: row.by, act: row.act }
    }
}
