//! Faults that are planted into a good history, each of which the judge has to find.

use wire::house::{Entry, write_entries};

use super::{Checked, check};
use crate::crash::CrashError;
use crate::crash::audit::Audit;
use crate::crash::audit::planted::{Fixture, TABLE, assert_contains};
use crate::crash::claims::{Claim, Statement};

fn judged(fixture: Fixture) -> Result<Checked, CrashError> {
    let mut audit = Audit::default();
    for record in &fixture.records {
        audit.take(&format!("table.{TABLE}"), &write_entries(record))?;
    }
    check(&mut audit, fixture.claims)
}

/// What is found wrong.
fn breach(fixture: Fixture) -> String {
    judged(fixture).expect_err("a fault was planted").to_string()
}

/// How many clocks ran out in a history without faults: that of the other, who may have begun, and what a test adds.
fn timeouts(fixture: &Fixture) -> u64 {
    judged(fixture.clone()).expect("nothing is wrong").timeouts
}

fn is_shown(claim: &Claim) -> bool {
    matches!(claim.statement, Statement::Happened(_) | Statement::Table(_))
}

/// Where news begin that follow on a view.
fn news(fixture: &Fixture) -> Vec<usize> {
    let is_news = |(_, claim): &(usize, &Claim)| matches!(claim.statement, Statement::Happened(_));
    fixture.claims.iter().enumerate().filter(is_news).map(|(index, _)| index).collect()
}

#[test]
fn a_history_without_faults_holds() {
    let checked = judged(Fixture::new()).expect("nothing is wrong");
    assert_eq!((checked.tables, checked.acknowledged), (1, 2), "to begin and one step");
    assert!(checked.shown > 2);
}

#[test]
fn an_acknowledgement_that_was_lost_is_found() {
    let mut fixture = Fixture::new();
    fixture.records.pop();
    fixture.claims.retain(|claim| !is_shown(claim));
    assert_contains(&breach(fixture), "the log has it at []");
}

#[test]
fn a_move_that_was_made_twice_is_found() {
    let mut fixture = Fixture::new();
    let last = fixture.records.last().cloned().expect("a step");
    fixture.records.push(last);
    assert_contains(&breach(fixture), "done twice");
    // Also if the second time tells nothing of the ask.
    let mut fixture = Fixture::new();
    let mut last = fixture.records.last().cloned().expect("a step");
    last.retain(|entry| !matches!(entry, Entry::Asked { .. }));
    fixture.records.push(last);
    assert_contains(&breach(fixture), "nobody asked for");
}

#[test]
fn a_move_that_was_never_asked_for_is_found() {
    let mut fixture = Fixture::new();
    fixture.claims.retain(|claim| {
        let is_step = |id: &str| id == "step";
        !matches!(&claim.statement, Statement::Asked { id } | Statement::Granted { id, .. } if is_step(id))
    });
    assert_contains(&breach(fixture), "never asked");
}

#[test]
fn an_acknowledgement_of_another_place_is_found() {
    let mut fixture = Fixture::new();
    let granted = fixture.claims.iter_mut().rfind(|claim| matches!(claim.statement, Statement::Granted { .. }));
    granted.expect("a step was granted").seq -= 1;
    assert_contains(&breach(fixture), "was told that step is at");
}

#[test]
fn an_acknowledgement_before_the_ask_is_found() {
    let mut fixture = Fixture::new();
    let asked = fixture.claims.iter().rposition(|claim| matches!(claim.statement, Statement::Asked { .. }));
    let asked = fixture.claims.remove(asked.expect("a step was asked for"));
    fixture.claims.push(asked);
    assert_contains(&breach(fixture), "before they asked");
}

#[test]
fn a_gap_in_what_somebody_saw_is_found() {
    let mut fixture = Fixture::new();
    // Only news tell of a gap: a view leaps.
    fixture.claims.retain(|claim| claim.seq <= 1 || !matches!(claim.statement, Statement::Table(_)));
    let middle = news(&fixture)[1];
    fixture.claims.remove(middle);
    assert_contains(&breach(fixture), "a gap");
}

#[test]
fn moments_in_another_order_are_found() {
    let mut fixture = Fixture::new();
    fixture.claims.retain(|claim| claim.seq <= 1 || !matches!(claim.statement, Statement::Table(_)));
    let news = news(&fixture);
    let (one, other) = (news[0], news[1]);
    let late = fixture.claims[one].clone();
    fixture.claims.insert(other + 1, late);
    assert_contains(&breach(fixture), "out of order");
}

#[test]
fn a_view_that_goes_back_is_found() {
    let mut fixture = Fixture::new();
    let early = fixture.claims.iter().find(|claim| matches!(claim.statement, Statement::Table(_)));
    let early = early.cloned().expect("a view");
    fixture.claims.push(early);
    assert_contains(&breach(fixture), "a step back");
}

#[test]
fn a_view_of_another_order_of_events_is_found() {
    let mut fixture = Fixture::new();
    let news = news(&fixture);
    let (one, other) = (news[0], news[news.len() - 1]);
    let statement = fixture.claims[one].statement.clone();
    fixture.claims[other].statement = statement;
    assert_contains(&breach(fixture), "shown something else");
}

#[test]
fn a_clock_that_ran_out_once_is_no_fault_and_twice_is_one() {
    let mut fixture = Fixture::timed(Some(30));
    let before = timeouts(&fixture);
    fixture.time_out(31_000 + 60_000);
    assert_eq!(timeouts(&fixture), before + 1);
    // A second node ends the next turn at once.
    fixture.time_out(31_000 + 60_000);
    assert_contains(&breach(fixture), "runs out after");
}

#[test]
fn a_clock_that_ran_out_before_its_time_is_found() {
    let mut fixture = Fixture::timed(Some(30));
    fixture.time_out(29_000);
    assert_contains(&breach(fixture), "runs out after");
}

#[test]
fn the_steps_of_a_turn_that_the_clock_has_ended_are_one_timeout() {
    let mut fixture = Fixture::timed(Some(30));
    let before = timeouts(&fixture);
    fixture.time_out(91_000);
    let steps = fixture.finish_turn(91_000);
    assert_eq!(timeouts(&fixture), before + 1, "{steps} more steps belong to the same turn");
}
