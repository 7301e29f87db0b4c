//! The tables of the keeping of the house: acts, bans, keepers and reports.
//!
//! Deliberately absent: decisions; an act was done when its entry is written.

use journal::{Position, Stored};
use rusqlite::{Connection, Row, params};
use serde::de::DeserializeOwned;

use super::{unreadable, whole};
use crate::admin::{Act, ActEntry, Actor, BanTarget, ReportEntry};
use crate::people::entry::read;

/// An act of a keeper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActRow {
    /// Its position in the journal.
    pub position: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who acted.
    pub by: Actor,
    /// What was done.
    pub act: Act,
}

/// Somebody who may not come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BanRow {
    /// Who.
    pub target: BanTarget,
    /// Since when, in milliseconds since 1970.
    pub at: u64,
    /// Until when; absent: for ever.
    pub until: Option<u64>,
    /// Why.
    pub reason: String,
}

/// A report that was not dealt with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// Its number.
    pub number: u64,
    /// What it says.
    pub(crate) report: ReportEntry,
}

pub(super) fn apply_act(tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()> {
    let ActEntry { by, at, act } = read(&stored.record.body).map_err(unreadable)?;
    match &act {
        Act::Restored | Act::SessionsEnded => {
            tables.execute("DELETE FROM sessions", [])?;
        }
        Act::Banned { target, until, reason } => {
            tables.execute(
                "INSERT OR REPLACE INTO bans (target, at, until, reason) VALUES (?, ?, ?, ?)",
                params![json(target)?, whole(at), until.map(whole), reason],
            )?;
        }
        Act::BanLifted { target } => {
            tables.execute("DELETE FROM bans WHERE target = ?", [json(target)?])?;
        }
        Act::ReportClosed { report } => {
            tables.execute("UPDATE reports SET is_open = 0 WHERE position = ?", [whole(*report)])?;
        }
        Act::KeeperAdded { player } => {
            tables.execute("INSERT OR IGNORE INTO keepers (player) VALUES (?)", [player])?;
        }
        Act::KeeperRemoved { player } => {
            tables.execute("DELETE FROM keepers WHERE player = ?", [player])?;
        }
        Act::TableClosed { .. }
        | Act::PlayerRemoved { .. }
        | Act::PlayerDeleted { .. }
        | Act::ChatDeleted { .. }
        | Act::PasswordReset { .. }
        | Act::Announced { .. }
        | Act::ModeSet { .. } => {}
    }
    tables.execute(
        "INSERT INTO acts (position, at, actor, act) VALUES (?, ?, ?, ?)",
        params![order, whole(at), json(&by)?, json(&act)?],
    )?;
    Ok(())
}

pub(super) fn apply_report(tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()> {
    let report: ReportEntry = read(&stored.record.body).map_err(unreadable)?;
    tables.execute(
        "INSERT INTO reports (position, reporter, origin, is_open, report) VALUES (?, ?, ?, 1, ?)",
        params![order, report.reporter, report.origin, json(&report)?],
    )?;
    Ok(())
}

/// Takes out what a report does not hold any more; one without a text is nothing to deal with.
pub(super) fn redact_report(tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()> {
    let report: ReportEntry = read(&stored.record.body).map_err(unreadable)?;
    tables.execute(
        "UPDATE reports SET origin = ?, report = ?, is_open = is_open AND ? WHERE position = ?",
        params![report.origin, json(&report)?, !report.text.is_empty(), order],
    )?;
    Ok(())
}

fn json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(unreadable)
}

fn from_json<T: DeserializeOwned>(row: &Row<'_>, index: usize) -> rusqlite::Result<T> {
    serde_json::from_str(&row.get::<_, String>(index)?).map_err(unreadable)
}

fn number(row: &Row<'_>, index: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(index).map(i64::unsigned_abs)
}

/// The last acts, newest first.
pub(super) fn acts(tables: &Connection, most: u32) -> rusqlite::Result<Vec<ActRow>> {
    let row = |row: &Row<'_>| {
        Ok(ActRow { position: number(row, 0)?, at: number(row, 1)?, by: from_json(row, 2)?, act: from_json(row, 3)? })
    };
    tables
        .prepare_cached("SELECT position, at, actor, act FROM acts ORDER BY position DESC LIMIT ?")?
        .query_map([most], row)?
        .collect()
}

pub(super) fn bans(tables: &Connection) -> rusqlite::Result<Vec<BanRow>> {
    let row = |row: &Row<'_>| {
        let until = row.get::<_, Option<i64>>(2)?.map(i64::unsigned_abs);
        Ok(BanRow { target: from_json(row, 0)?, at: number(row, 1)?, until, reason: row.get(3)? })
    };
    tables.prepare_cached("SELECT target, at, until, reason FROM bans ORDER BY at")?.query_map([], row)?.collect()
}

pub(super) fn keepers(tables: &Connection) -> rusqlite::Result<Vec<String>> {
    tables.prepare_cached("SELECT player FROM keepers")?.query_map([], |row| row.get(0))?.collect()
}

/// The reports that were not dealt with, oldest first.
pub(super) fn open_reports(tables: &Connection) -> rusqlite::Result<Vec<ReportRow>> {
    let row = |row: &Row<'_>| Ok(ReportRow { number: number(row, 0)?, report: from_json(row, 1)? });
    tables
        .prepare_cached("SELECT position, report FROM reports WHERE is_open ORDER BY position LIMIT 1000")?
        .query_map([], row)?
        .collect()
}

/// How many reports of a player, and of all players of a network, were not dealt with.
pub(super) fn open_reports_by(tables: &Connection, reporter: &str, origin: u32) -> rusqlite::Result<(u32, u32)> {
    tables
        .prepare_cached(
            "SELECT (SELECT count(*) FROM reports WHERE is_open AND reporter = ?),
                    (SELECT count(*) FROM reports WHERE is_open AND origin = ?)",
        )?
        .query_row(params![reporter, origin], |row| Ok((row.get(0)?, row.get(1)?)))
}
