//! Another writer was first, or the journal failed: the host catches up with the log and never guesses.

use std::sync::Arc;

use host::{Effect, LogPosition, NotAppended};
use wire::house::{Ask, BotLevel};

use crate::rig::{ANNE, BLAISE, CHLOE, Rig, hello, seat, settings};

fn fail(rig: &mut Rig, reason: NotAppended) -> LogPosition {
    rig.input(|host, now, dice| host.on_written(Err(reason), now, dice));
    match rig.next_effect() {
        Some(Effect::ReadLog { after }) => after,
        other => panic!("the log is to be read: {other:?}"),
    }
}

/// Records with their positions.
type Records<'a> = &'a [(u64, Arc<[u8]>)];

fn read(rig: &mut Rig, records: Result<Records<'_>, &str>) {
    let records = records.map(|it| it.iter().map(|(at, record)| (LogPosition(*at), record.clone())).collect());
    rig.input(|host, now, dice| host.on_read(records.map_err(String::from), now, dice));
}

/// What another writer has written in the meantime.
fn sat_elsewhere() -> Arc<[u8]> {
    let mut other = Rig::new(settings(), &[]);
    other.ask(CHLOE, "sit", Ask::Sit { seat: None });
    other.log[1].clone()
}

#[test]
fn after_a_conflict_the_host_catches_up_and_decides_once_more() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    rig.sent.clear();
    rig.give_ask(BLAISE, "1", hello());
    rig.next_append();
    assert_eq!(fail(&mut rig, NotAppended::Conflict), LogPosition(1));
    read(&mut rig, Ok(&[(7, sat_elsewhere())]));
    let (after, record) = rig.next_append();
    assert_eq!(after, LogPosition(7), "it follows what was read");
    assert_eq!(rig.kinds(ANNE), ["happened 2"], "what another wrote is shown");
    rig.input(|host, now, dice| host.on_written(Ok(LogPosition(8)), now, dice));
    rig.carry_out();
    assert_eq!(rig.kinds(BLAISE), ["answer 1"]);
    assert_eq!(rig.seq(), 3);
    assert!(String::from_utf8_lossy(&record).contains("said"));
}

#[test]
fn what_no_longer_fits_after_a_conflict_is_refused() {
    let mut rig = Rig::new(settings(), &[]);
    rig.give_ask(BLAISE, "1", Ask::Sit { seat: Some(seat(1)) });
    rig.next_append();
    fail(&mut rig, NotAppended::Conflict);
    read(&mut rig, Ok(&[(2, sat_elsewhere())]));
    let (after, _) = rig.next_append();
    assert_eq!(after, LogPosition(2), "the refusal is written down");
    rig.input(|host, now, dice| host.on_written(Ok(LogPosition(3)), now, dice));
    assert!(rig.next_effect().is_none());
    assert_eq!(rig.kinds(BLAISE), ["refused 1 seat-taken"]);
}

#[test]
fn after_two_conflicts_the_ask_is_refused() {
    let mut rig = Rig::new(settings(), &[]);
    rig.give_ask(BLAISE, "1", hello());
    rig.next_append();
    fail(&mut rig, NotAppended::Conflict);
    read(&mut rig, Ok(&[]));
    rig.next_append();
    fail(&mut rig, NotAppended::Conflict);
    rig.give_ask(BLAISE, "2", hello());
    read(&mut rig, Ok(&[]));
    rig.carry_out();
    assert_eq!(rig.kinds(BLAISE), ["refused 1 not-written", "answer 2"], "and what waited goes on");
    rig.ask(BLAISE, "1", hello());
    assert_eq!(rig.kinds(BLAISE), ["answer 1"], "it may be asked again");
}

#[test]
fn what_was_written_though_the_journal_failed_is_granted_when_it_is_asked_again() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    rig.sent.clear();
    rig.give_ask(BLAISE, "1", Ask::Sit { seat: None });
    let (_, record) = rig.next_append();
    fail(&mut rig, NotAppended::Failed);
    rig.log.push(record.clone());
    read(&mut rig, Ok(&[(2, record)]));
    rig.carry_out();
    assert_eq!(rig.kinds(BLAISE), ["refused 1 not-written"]);
    assert_eq!(rig.kinds(ANNE)[0], "happened 2", "it is there, and it is shown");
    rig.ask(BLAISE, "1", Ask::Sit { seat: None });
    assert_eq!((rig.kinds(BLAISE), rig.seq()), (vec!["answer 1".into()], 2));
}

#[test]
fn a_log_that_cannot_be_read_or_does_not_fit_parks_the_table() {
    let begun: Arc<[u8]> = br#"{"v":1,"entries":[{"began":{"at":1}}]}"#.as_slice().into();
    let torn: Arc<[u8]> = br#"{"v":1,"ent"#.as_slice().into();
    for records in [Err("the disk is gone"), Ok([(2, begun)].as_slice()), Ok([(2, torn)].as_slice())] {
        let mut rig = Rig::new(settings(), &[]);
        rig.watch(ANNE, None);
        rig.sent.clear();
        rig.give_ask(BLAISE, "1", hello());
        rig.next_append();
        fail(&mut rig, NotAppended::Conflict);
        read(&mut rig, records);
        assert!(matches!(rig.next_effect(), Some(Effect::Parked(_))));
        assert!(rig.next_effect().is_none());
        assert_eq!(rig.kinds(BLAISE), ["refused 1 not-written"]);
        rig.ask(BLAISE, "2", hello());
        rig.give_watch(CHLOE, "watch", None);
        rig.carry_out();
        assert_eq!(rig.kinds(BLAISE), ["refused 2 table-parked"]);
        assert_eq!(rig.kinds(CHLOE), ["refused watch table-parked"]);
        rig.unwatch(ANNE);
        assert!(rig.go_on(), "it sleeps like any other");
    }
}

#[test]
fn a_deal_that_another_has_dealt_is_not_dealt_again() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    rig.watch(BLAISE, None);
    rig.ask(BLAISE, "sit", Ask::Sit { seat: None });
    rig.ask(ANNE, "begin", Ask::Begin { fill: None });
    for connection in [ANNE, BLAISE] {
        rig.ask(connection, "ready", Ask::Ready { round: 1, entropy: None });
    }
    rig.input(|host, now, dice| host.on_time(now, dice));
    let (_, deal) = rig.next_append();
    fail(&mut rig, NotAppended::Conflict);
    rig.log.push(deal.clone());
    let at = rig.log.len() as u64;
    read(&mut rig, Ok(&[(at, deal)]));
    rig.carry_out();
    assert_eq!(rig.host.room().summary().round, 1);
    assert_eq!(rig.host.next_timeout(), None, "somebody's turn, and there is no clock");
}

#[test]
fn what_the_table_does_by_itself_is_tried_again_ever_more_slowly_while_the_journal_fails() {
    let mut rig = Rig::new(settings(), &[(1, BotLevel::Novice)]);
    rig.watch(ANNE, None);
    rig.ask(ANNE, "begin", Ask::Begin { fill: None });
    rig.ask(ANNE, "ready", Ask::Ready { round: 1, entropy: None });
    let mut waits = Vec::new();
    for _ in 0..8 {
        rig.input(|host, now, dice| host.on_time(now, dice));
        rig.next_append();
        fail(&mut rig, NotAppended::Failed);
        read(&mut rig, Ok(&[]));
        assert!(rig.next_effect().is_none(), "nothing is tried at once");
        let at = rig.host.next_timeout().expect("it is tried again");
        waits.push(at - rig.now);
        rig.now = at;
    }
    assert_eq!(waits, [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    rig.go_on();
    assert_eq!(rig.host.room().summary().round, 1, "when it can be written again it is dealt");
}

#[test]
fn a_bot_whose_move_could_not_be_written_moves_when_it_can_be() {
    let mut rig = Rig::new(settings(), &[(1, BotLevel::Novice)]);
    rig.watch(ANNE, None);
    rig.ask(ANNE, "begin", Ask::Begin { fill: None });
    rig.ask(ANNE, "ready", Ask::Ready { round: 1, entropy: None });
    rig.go_on();
    while rig.host.room().clock(rig.now).seat == Some(seat(0)) {
        rig.make_a_step(ANNE);
    }
    rig.input(|host, now, dice| host.on_time(now, dice));
    let Some(Effect::Think { thought, thinking }) = rig.next_effect() else { panic!("the bot thinks") };
    let step = thinking(&mut || false);
    rig.input(|host, now, dice| host.on_thought(thought, step, now, dice));
    rig.next_append();
    fail(&mut rig, NotAppended::Failed);
    read(&mut rig, Ok(&[]));
    let seq = rig.seq();
    rig.go_on();
    assert_eq!(rig.seq(), seq + 1);
}
