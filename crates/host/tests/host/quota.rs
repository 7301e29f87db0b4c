//! A log has an end: talk and refusals stop first, so that they do not end a match; then nothing more is written.

use wire::house::{Ask, BotLevel, Stage};

use crate::rig::{ANNE, BLAISE, MAX_RECORDS, Rig, hello, seat, settings};

/// How many records talk and refusals may fill.
const TALK: u64 = MAX_RECORDS - MAX_RECORDS / 4;

/// Talks until no more is written.
fn fill_with_talk(rig: &mut Rig) {
    while rig.log.len() < TALK as usize {
        rig.now += 10_000;
        let id = format!("talk-{}", rig.log.len());
        rig.ask(ANNE, &id, hello());
    }
    rig.sent.clear();
}

#[test]
fn talk_and_refusals_leave_room_for_the_game() {
    let (mut rig, mover, other) = Rig::playing(settings());
    fill_with_talk(&mut rig);
    rig.now += 10_000;
    rig.ask(ANNE, "more", hello());
    assert_eq!(rig.kinds(ANNE), ["refused more log-full"]);
    rig.ask(other, "sit", Ask::Sit { seat: None });
    assert_eq!(rig.kinds(other), ["refused sit already-seated"], "a refusal is told all the same");
    assert_eq!(rig.log.len() as u64, TALK, "and not written down");
    rig.make_a_step(mover);
    assert_eq!(rig.log.len() as u64, TALK + 1, "the match goes on");
}

#[test]
fn a_log_that_is_full_takes_nothing_more_and_is_counted_after_an_outage() {
    let mut rig = Rig::new(settings(), &[]);
    fill_with_talk(&mut rig);
    let mut seated = false;
    while (rig.log.len() as u64) < MAX_RECORDS {
        let ask = if seated { Ask::Stand } else { Ask::Sit { seat: None } };
        seated = !seated;
        rig.ask(BLAISE, &format!("seat-{}", rig.log.len()), ask);
    }
    let mut rig = Rig::of(rig.log, rig.now);
    assert_eq!(rig.host.room().records(), MAX_RECORDS);
    let ask = if seated { Ask::Stand } else { Ask::Sit { seat: None } };
    rig.ask(BLAISE, "more", ask);
    assert_eq!(rig.kinds(BLAISE), ["refused more log-full"]);
    assert_eq!(rig.log.len() as u64, MAX_RECORDS);
}

#[test]
fn a_table_that_cannot_go_on_by_itself_for_want_of_room_is_put_away() {
    let mut rig = Rig::new(settings(), &[(1, BotLevel::Novice)]);
    rig.watch(ANNE, None);
    fill_with_talk(&mut rig);
    let mut has_bot = true;
    while (rig.log.len() as u64) < MAX_RECORDS - 1 {
        let ask = match has_bot {
            true => Ask::FreeSeat { seat: seat(1) },
            false => Ask::SeatBot { seat: seat(1), level: BotLevel::Novice },
        };
        has_bot = !has_bot;
        rig.ask(ANNE, &format!("bot-{}", rig.log.len()), ask);
    }
    rig.ask(ANNE, "begin", Ask::Begin { fill: Some(BotLevel::Novice) });
    assert_eq!((rig.log.len() as u64, rig.host.room().stage()), (MAX_RECORDS, Stage::Between));
    rig.go_on();
    assert_eq!(rig.host.room().stage(), Stage::Closed, "it cannot be dealt");
    assert_eq!(rig.log.len() as u64, MAX_RECORDS + 1, "the last record says so");
}
