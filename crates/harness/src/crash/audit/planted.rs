//! Breaches that were planted: whoever looks for them must be able to find them.

use std::path::{Path, PathBuf};

use engine::{GameId, Seat, Seed, Viewer};
use host::{Decision, Person, Room, open};
use journal::{Journal, Position, Record, SqliteJournal, Subject};
use rusqlite::Connection;
use tempfile::TempDir;
use wire::house::{AnswerResult, Ask, BotLevel, Entry, Settings, Stage, ToClient, write_entries};
use words::Lang;

use super::Audit;
use crate::crash::claims::{Claim, Statement};

pub(crate) const TABLE: &str = "0123456789abcdef";

/// When the first moves are made: long after the deal, so that no clock is early.
const PLAYED: u64 = 40_000;

pub(crate) fn anne() -> Person {
    Person { player: "p-anne".into(), name: "Anne".into(), is_program: false, is_claimed: false, lang: Lang::English }
}

/// The log of one table, and what its one player was told.
#[derive(Clone)]
pub(crate) struct Fixture {
    pub(crate) records: Vec<Vec<Entry>>,
    pub(crate) claims: Vec<Claim>,
    step: String,
}

impl Fixture {
    /// A table of Quarante-Six is opened, begun and dealt, and Anne makes the first move.
    pub(crate) fn new() -> Self {
        Self::timed(None)
    }

    /// The same with a clock.
    pub(crate) fn timed(turn_seconds: Option<u16>) -> Self {
        let settings = Settings { turn_seconds, ..Settings::new(GameId::QuaranteSix, 2) };
        let opened = open(settings, &[(Seat::new(1).expect("a seat"), BotLevel::Novice)], &anne(), 1).expect("a table");
        let mut room = Room::opened(&TABLE.into(), &opened).expect("it opens");
        let mut fixture = Self { records: vec![opened], claims: Vec::new(), step: String::new() };
        fixture.claim(1, Statement::Opened);
        let viewer = room.seat_of(&anne().player).map_or(Viewer::Spectator, Viewer::Seat);
        if let ToClient::Table(view) = room.view(viewer, 1) {
            fixture.claim(1, Statement::Table(view));
        }
        fixture.ask(&mut room, "begin", Ask::Begin { fill: None });
        let dealt = room.decide_deal(2).expect("a deal is due");
        fixture.write(&mut room, dealt);
        loop {
            let Ok(Decision::Answer(AnswerResult::Legal(legal))) =
                room.decide(&anne(), "legal", &Ask::Legal, 3, &mut Seed::default)
            else {
                panic!("the player may ask")
            };
            if let Some(step) = legal.moves.first() {
                fixture.step = step.clone();
                break;
            }
            let bot = room.decide_timeout(PLAYED, &mut Seed::default).expect("a move of the other");
            fixture.write(&mut room, bot);
        }
        fixture.ask(&mut room, "step", Ask::Submit { step: fixture.step.clone() });
        fixture
    }

    fn claim(&mut self, seq: u64, statement: Statement) {
        self.claims.push(Claim { table: TABLE.into(), player: anne().player, seq, statement });
    }

    /// The clock of whoever's turn it is ends it.
    pub(crate) fn time_out(&mut self, now: u64) {
        let mut room = self.room();
        let entries = room.decide_timeout(now, &mut Seed::default).expect("a turn is under way");
        self.write(&mut room, entries);
    }

    /// The clock makes what other steps the turn has, if it has any.
    pub(crate) fn finish_turn(&mut self, now: u64) -> usize {
        let seat = |room: &Room| match room.view(Viewer::Spectator, 0) {
            ToClient::Table(view) => view.clock.seat,
            _ => None,
        };
        let stepped = |entry: &Entry| match entry {
            Entry::Stepped { seat, .. } => Some(*seat),
            _ => None,
        };
        let mut steps = 0;
        while self.records.last().and_then(|record| record.iter().find_map(stepped)) == seat(&self.room()) {
            self.time_out(now);
            steps += 1;
        }
        steps
    }

    fn room(&self) -> Room {
        Room::replay(&TABLE.into(), self.records.iter().map(Vec::as_slice)).expect("it fits")
    }

    fn ask(&mut self, room: &mut Room, id: &str, ask: Ask) {
        self.claim(0, Statement::Asked { id: id.into() });
        let Ok(Decision::Write(entries)) = room.decide(&anne(), id, &ask, PLAYED, &mut Seed::default) else {
            panic!("{ask:?} is granted")
        };
        self.write(room, entries);
        self.claim(room.seq(), Statement::Granted { id: id.into(), ask });
    }

    fn write(&mut self, room: &mut Room, entries: Vec<Entry>) {
        let shown = room.apply(&entries).expect("it fits");
        self.records.push(entries);
        let seat = room.seat_of(&anne().player).expect("she sits");
        let messages = shown.messages(room, 2);
        let message = messages.get(Viewer::Seat(seat));
        let Ok(ToClient::Happened { seq, happenings, .. }) = serde_json::from_str(message) else { panic!("news") };
        self.claim(seq, Statement::Happened(happenings));
        let ToClient::Table(view) = room.view(Viewer::Seat(seat), 2) else { panic!("a view") };
        self.claim(seq, Statement::Table(view));
    }

    /// Writes a file, and says where it is.
    fn file(&self) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tapis.db");
        let journal = SqliteJournal::open(&path, journal::Options::default()).expect("a file");
        let subject = Subject::new(&format!("table.{TABLE}")).expect("a subject");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let mut position = Position::START;
        for entries in &self.records {
            let record = Record { body: write_entries(entries).into(), is_news: false };
            position = runtime.block_on(journal.append(&subject, position, record)).expect("it is appended");
        }
        drop(journal);
        (folder, path)
    }

    /// What is found wrong.
    fn breach(self) -> String {
        let (_folder, path) = self.file();
        let mut audit = Audit::default();
        let found = audit.compare(&path, self.claims).and_then(|()| audit.compare_all(&path));
        found.expect_err("a breach was planted").to_string()
    }

    fn last(&mut self, is_wanted: impl Fn(&Statement) -> bool) -> &mut Claim {
        self.claims.iter_mut().rfind(|claim| is_wanted(&claim.statement)).expect("there is one")
    }
}

#[track_caller]
pub(crate) fn assert_contains(found: &str, wanted: &str) {
    assert!(found.contains(wanted), "{found}");
}

#[test]
fn what_is_true_is_no_breach() {
    let fixture = Fixture::new();
    let (_folder, path) = fixture.file();
    let mut audit = Audit::default();
    audit.compare(&path, fixture.claims).expect("all of it is true");
    audit.compare_all(&path).expect("and stays so");
    assert_eq!(audit.moves, 1);
}

#[test]
fn a_move_that_was_acknowledged_and_lost_is_found() {
    let mut fixture = Fixture::new();
    fixture.records.pop();
    assert_contains(&fixture.breach(), "the log ends at");
}

#[test]
fn a_move_that_is_another_than_was_acknowledged_is_found() {
    let mut fixture = Fixture::new();
    let claim = fixture.last(|statement| matches!(statement, Statement::Granted { .. }));
    claim.statement = Statement::Granted { id: "step".into(), ask: Ask::Submit { step: "end".into() } };
    assert_contains(&fixture.breach(), "was told Granted");
}

#[test]
fn a_move_that_is_elsewhere_than_was_acknowledged_is_found() {
    let mut fixture = Fixture::new();
    fixture.last(|statement| matches!(statement, Statement::Granted { .. })).seq -= 1;
    assert_contains(&fixture.breach(), "was told Granted");
}

#[test]
fn a_move_that_was_made_twice_is_found() {
    let mut fixture = Fixture::new();
    fixture.records.extend(fixture.records.last().cloned());
    assert_contains(&fixture.breach(), "done twice");
}

#[test]
fn news_that_differ_from_the_log_are_found() {
    let mut fixture = Fixture::new();
    fixture.last(|statement| matches!(statement, Statement::Happened(_))).statement = Statement::Happened(Vec::new());
    assert_contains(&fixture.breach(), "shown something else");
}

#[test]
fn a_view_that_differs_from_the_log_is_found() {
    let mut fixture = Fixture::new();
    let claim = fixture.last(|statement| matches!(statement, Statement::Table(_)));
    let Statement::Table(view) = &mut claim.statement else { unreachable!("it was looked for") };
    view.stage = Stage::Closed;
    assert_contains(&fixture.breach(), "shown something else");
}

#[test]
fn a_table_that_was_opened_and_is_not_there_is_found() {
    let mut fixture = Fixture::new();
    fixture.last(|statement| matches!(statement, Statement::Opened)).table = "fedcba9876543210".into();
    assert_contains(&fixture.breach(), "it is not there");
}

#[test]
fn a_record_that_is_none_is_found() {
    let mut fixture = Fixture::new();
    fixture.claim(0, Statement::Record("{}".into()));
    assert_contains(&fixture.breach(), "does not hold");
}

#[test]
fn a_log_that_does_not_fit_together_is_found() {
    let mut fixture = Fixture::new();
    let last = fixture.records.len() - 1;
    fixture.records.remove(last - 1);
    fixture.claims.truncate(1);
    assert_contains(&fixture.breach(), "does not fit");
}

/// Changes a file behind the back of whoever has read it, and says what they find.
fn altered(change: &str, look: impl Fn(&mut Audit, &Path) -> Result<(), crate::crash::CrashError>) -> String {
    let fixture = Fixture::new();
    let (_folder, path) = fixture.file();
    let mut audit = Audit::default();
    audit.compare(&path, fixture.claims).expect("all of it is true");
    Connection::open(&path).expect("a file").execute(change, []).expect("it is changed");
    look(&mut audit, &path).expect_err("a breach was planted").to_string()
}

#[test]
fn a_record_that_vanished_later_is_found() {
    let change = "DELETE FROM record WHERE position = (SELECT max(position) FROM record)";
    assert_contains(&altered(change, |audit, path| audit.compare(path, Vec::new())), "are left");
}

#[test]
fn a_record_that_changed_later_is_found() {
    let change = "UPDATE record SET body = (SELECT body FROM record WHERE position = 1) WHERE position = 2";
    assert_contains(&altered(change, Audit::compare_all), "not what it was");
}
