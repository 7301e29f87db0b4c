//! An independent judge of a run, by what every client asked, was told and saw, in the order they saw it, and by the logs
//! of the tables afterwards, wherever these are kept. It knows nothing of nodes, owners and journals.
//!
//! - A table has one order: its log fits together record by record, and no step of a player is in it that nobody asked
//!   for.
//! - Whatever was acknowledged is in the log exactly once, at the place that was told; what is there was asked for.
//! - Every client saw a prefix of the log: in order, without gaps, and each moment as a replay shows it.
//! - No clock ran out twice: a turn that the clock ends has lasted as long as it may.
//!
//! Deliberately absent: how the logs were read; when to look.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Seat, Viewer};
use host::Room;
use wire::house::{By, Entry, PlayerId, TableId, ToClient};

use crate::crash::CrashError;
use crate::crash::audit::Audit;
use crate::crash::claims::{Claim, Statement};

/// What was found to be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Checked {
    /// How many tables there are.
    pub(crate) tables: u64,
    /// How many asks were acknowledged, each of which is in its log once.
    pub(crate) acknowledged: u64,
    /// How many moments were shown to somebody.
    pub(crate) shown: u64,
    /// How many turns were ended by the clock.
    pub(crate) timeouts: u64,
}

/// Judges everything that people were told against the logs of all tables.
///
/// # Errors
/// The first thing that is wrong.
pub(crate) fn check(audit: &mut Audit, claims: Vec<Claim>) -> Result<Checked, CrashError> {
    let shown = sequences(&claims)?;
    let acknowledged = acknowledgements(audit, &claims)?;
    let (mut tables, mut timeouts) = (0, 0);
    for (table, records) in audit.tables() {
        tables += 1;
        timeouts += clocks(table, records)?;
    }
    audit.judge(claims)?;
    Ok(Checked { tables, acknowledged, shown, timeouts })
}

/// Every client sees the moments of a table in order and without gaps; a whole view may leap ahead, never back.
fn sequences(claims: &[Claim]) -> Result<u64, CrashError> {
    let mut seen: BTreeMap<(&PlayerId, &TableId), u64> = BTreeMap::new();
    let mut shown = 0;
    for Claim { table, player, seq, statement } in claims {
        let last = seen.get(&(player, table)).copied();
        let wrong = match (statement, last) {
            (Statement::Happened(_), Some(last)) if *seq == last + 1 => None,
            (Statement::Happened(_), Some(last)) if *seq > last => Some("a gap"),
            (Statement::Happened(_), Some(_)) => Some("out of order"),
            (Statement::Happened(_), None) => Some("without having seen the table"),
            (Statement::Table(_), Some(last)) if *seq < last => Some("a step back"),
            (Statement::Table(_), _) => None,
            _ => continue,
        };
        if let Some(wrong) = wrong {
            return Err(CrashError::at(table, format!("after {last:?} {player} was shown {seq}: {wrong}")));
        }
        seen.insert((player, table), *seq);
        shown += 1;
    }
    Ok(shown)
}

/// What was acknowledged is in the log once, where it was told to be; what is in the log was asked for before.
fn acknowledgements(audit: &Audit, claims: &[Claim]) -> Result<u64, CrashError> {
    let mut asked: BTreeMap<(&TableId, &PlayerId), BTreeSet<&str>> = BTreeMap::new();
    let mut granted: BTreeMap<(&TableId, &PlayerId, &str), u64> = BTreeMap::new();
    for Claim { table, player, seq, statement } in claims {
        match statement {
            Statement::Asked { id } => {
                asked.entry((table, player)).or_default().insert(id);
            }
            Statement::Granted { id, .. } => {
                if !asked.get(&(table, player)).is_some_and(|asked| asked.contains(id.as_str())) {
                    return Err(CrashError::at(table, format!("{player} was granted {id} before they asked")));
                }
                if granted.insert((table, player, id), *seq).is_some_and(|first| first != *seq) {
                    return Err(CrashError::at(table, format!("{player} was told two places of {id}")));
                }
            }
            _ => {}
        }
    }
    let clients: BTreeSet<&PlayerId> = claims.iter().map(|claim| &claim.player).collect();
    let mut logged: BTreeMap<(&TableId, &PlayerId, &str), Vec<u64>> = BTreeMap::new();
    for (table, records) in audit.tables() {
        for (seq, record) in (1..).zip(records) {
            let mut is_asked = false;
            for entry in record {
                match entry {
                    Entry::Asked { player, id, .. } => {
                        is_asked = true;
                        logged.entry((table, player, id)).or_default().push(seq);
                        let known = asked.get(&(table, player)).is_some_and(|asked| asked.contains(id.as_str()));
                        if clients.contains(player) && !known {
                            return Err(CrashError::at(
                                table,
                                format!("at {seq} {player} is granted {id}, never asked"),
                            ));
                        }
                    }
                    Entry::Stepped { by: By::Player, seat, .. } if !is_asked => {
                        return Err(CrashError::at(
                            table,
                            format!("at {seq} {seat} makes a step that nobody asked for"),
                        ));
                    }
                    _ => {}
                }
            }
        }
    }
    for ((table, player, id), seq) in &granted {
        let places = logged.get(&(*table, *player, *id)).map_or(&[][..], Vec::as_slice);
        if places != [*seq] {
            let what = format!("{player} was told that {id} is at {seq}; the log has it at {places:?}");
            return Err(CrashError::at(table, what));
        }
    }
    Ok(granted.len() as u64)
}

/// A turn that the clock ends has lasted as long as turns may; returns how many there are.
fn clocks(table: &TableId, records: &[Vec<Entry>]) -> Result<u64, CrashError> {
    let Some((opened, rest)) = records.split_first() else { return Ok(0) };
    let mismatch = |error: host::Mismatch| CrashError::at(table, error.to_string());
    let mut room = Room::opened(table, opened).map_err(mismatch)?;
    let mut timeouts = 0;
    // Whose turn it is, since when in milliseconds of the round, and whether the clock has ended it already.
    let mut turn: Option<(Seat, u64, bool)> = None;
    let mut now = 0;
    for (seq, record) in (2..).zip(rest) {
        let full = full_turn(&mut room);
        let mut by_clock = None;
        for entry in record {
            match entry {
                Entry::Dealt { .. } => (turn, now) = (None, 0),
                Entry::Stepped { seat, ms, by, .. } => {
                    now = *ms;
                    by_clock = (*by == By::Clock).then_some(*seat);
                }
                _ => {}
            }
        }
        if let (Some(seat), Some(full)) = (by_clock, full) {
            match &mut turn {
                Some((mover, since, is_ended)) if *mover == seat && (*is_ended || now >= *since + full) => {
                    timeouts += u64::from(!*is_ended);
                    *is_ended = true;
                }
                other => {
                    let what =
                        format!("at {seq} the clock of {seat} runs out after {now} ms, the turn being {other:?}");
                    return Err(CrashError::at(table, what));
                }
            }
        }
        room.apply(record).map_err(mismatch)?;
        turn = match (mover(&room), turn) {
            (Some(mover), Some(turn)) if turn.0 == mover => Some(turn),
            (Some(mover), _) => Some((mover, now, false)),
            (None, _) => None,
        };
    }
    Ok(timeouts)
}

fn mover(room: &Room) -> Option<Seat> {
    match room.view(Viewer::Spectator, 0) {
        ToClient::Table(view) => view.clock.seat,
        _ => None,
    }
}

/// How long a turn may last, in milliseconds.
fn full_turn(room: &mut Room) -> Option<u64> {
    // A table that nobody is at is paused and shows no time.
    let players: Vec<PlayerId> =
        room.sitters().iter().flatten().filter_map(|sitter| sitter.seating.player().cloned()).collect();
    players.iter().for_each(|player| room.arrive(player));
    match room.view(Viewer::Spectator, 0) {
        ToClient::Table(view) => view.clock.left_ms,
        _ => None,
    }
}

#[cfg(test)]
mod planted;
