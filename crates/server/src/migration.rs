//! What the log of a house says about its own positions, for whoever moves it into another journal: a keeper deals with
//! a report by its position.
//!
//! Nothing else that is stored names a position: tables count their own records, and the ledger is made from the log.
//! Deliberately absent: moving.

use std::sync::Arc;

use journal::{Position, References, Stored, Subject};

use crate::admin::Act;
use crate::admin::entry::{ACTS, ActEntry, REPORTS};
use crate::people::entry::{read, write};

/// Acts of keepers name reports.
#[derive(Clone, Copy, Debug)]
pub struct HouseReferences;

impl References for HouseReferences {
    fn subjects(&self) -> Vec<Subject> {
        Subject::new(REPORTS).into_iter().collect()
    }

    fn named(&self, stored: &Stored) -> Option<(Subject, Position)> {
        match read_act(stored)?.act {
            Act::ReportClosed { report } => Some((Subject::new(REPORTS)?, Position(report))),
            _ => None,
        }
    }

    fn renamed(&self, stored: &Stored, number: u64) -> Arc<[u8]> {
        match read_act(stored) {
            Some(ActEntry { by, at, act: Act::ReportClosed { .. } }) => {
                write(&ActEntry { by, at, act: Act::ReportClosed { report: number } }).body
            }
            _ => Arc::clone(&stored.record.body),
        }
    }
}

/// The act that a record is; one that cannot be read names nothing that could be changed.
fn read_act(stored: &Stored) -> Option<ActEntry> {
    (stored.subject.name() == ACTS).then(|| read(&stored.record.body).ok()).flatten()
}
