//! Clocks, presence and sleep, by `next_timeout`.

use host::Effect;
use wire::house::{Ask, BotLevel, Settings, Stage};

use crate::rig::{ANNE, BLAISE, CHLOE, IDLE, Rig, START, hello, settings};

#[test]
fn a_turn_that_takes_too_long_is_ended_by_the_clock_and_not_before() {
    let (mut rig, mover, _) = Rig::playing(Settings { turn_seconds: Some(30), ..settings() });
    let (seq, began) = (rig.seq(), rig.now);
    assert_eq!(rig.host.next_timeout(), Some(began + 31_000), "with a second for the network");
    rig.now += 30_999;
    rig.input(|host, now, dice| host.on_time(now, dice));
    assert!(rig.next_effect().is_none() && rig.seq() == seq);
    rig.ask(mover, "talk", hello());
    assert_eq!(rig.host.next_timeout(), Some(began + 31_000), "talk gives no time");
    rig.sent.clear();
    rig.go_on();
    assert_eq!(rig.now, began + 31_000);
    let stepped = rig.take(mover)[0]["happened"]["happenings"][0]["stepped"].clone();
    assert_eq!(stepped["by"], "clock");
}

#[test]
fn while_something_is_written_no_time_runs_out() {
    let (mut rig, mover, _) = Rig::playing(Settings { turn_seconds: Some(30), ..settings() });
    rig.give_ask(mover, "talk", hello());
    let (_, record) = rig.next_append();
    rig.now += 60_000;
    assert_eq!(rig.host.next_timeout(), None);
    rig.input(|host, now, dice| host.on_time(now, dice));
    assert!(rig.next_effect().is_none());
    rig.write(record);
    assert!(rig.host.next_timeout().is_some_and(|at| at <= rig.now), "it is due afterwards");
}

#[test]
fn a_round_is_dealt_when_all_are_ready_or_have_been_waited_for() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    rig.watch(BLAISE, None);
    rig.ask(BLAISE, "sit", Ask::Sit { seat: None });
    rig.ask(ANNE, "begin", Ask::Begin { fill: None });
    assert_eq!(rig.host.next_timeout(), Some(START + 20_000));
    rig.now += 5_000;
    rig.ask(ANNE, "ready", Ask::Ready { round: 1, entropy: None });
    assert_eq!(rig.host.next_timeout(), Some(START + 20_000));
    rig.ask(BLAISE, "ready", Ask::Ready { round: 1, entropy: None });
    assert_eq!(rig.host.next_timeout(), Some(rig.now));
    rig.go_on();
    assert_eq!(rig.host.room().stage(), Stage::Playing);
}

#[test]
fn presence_is_sent_when_it_changes_and_only_then() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    rig.sent.clear();
    rig.watch(ANNE, None);
    assert_eq!(rig.kinds(ANNE).last().map(String::as_str), Some("presence"), "who watches is shown it");
    rig.ask(ANNE, "talk", hello());
    assert!(!rig.kinds(ANNE).contains(&"presence".into()));
    rig.watch(CHLOE, None);
    let presence = rig.take(ANNE).pop().expect("news")["presence"].clone();
    assert_eq!(presence["spectators"], 1);
    rig.unwatch(CHLOE);
    let presence = rig.take(ANNE).pop().expect("news")["presence"].clone();
    assert_eq!(presence["spectators"], 0);
}

#[test]
fn for_who_stays_away_a_bot_stands_in_after_the_grace() {
    let (mut rig, mover, other) = Rig::playing(settings());
    rig.unwatch(mover);
    let left = rig.now;
    let seat = |rig: &mut Rig| {
        let messages = rig.take(other);
        let presence = messages.iter().rev().find_map(|message| message.get("presence")).expect("who is there");
        presence["seats"][usize::from(mover != ANNE)].as_str().map(String::from)
    };
    assert_eq!(seat(&mut rig).as_deref(), Some("away"));
    assert_eq!(rig.host.next_timeout(), Some(left + 30_000));
    let seq = rig.seq();
    rig.go_on();
    assert_eq!((rig.now, rig.seq()), (left + 30_000, seq + 1), "it plays at once");
    assert_eq!(seat(&mut rig).as_deref(), Some("stand_in"));
    rig.watch(mover, None);
    assert_eq!(seat(&mut rig).as_deref(), Some("here"));
}

#[test]
fn when_all_players_are_gone_the_table_is_paused_and_then_sleeps() {
    let (mut rig, mover, other) = Rig::playing(Settings { turn_seconds: Some(30), ..settings() });
    rig.unwatch(mover);
    rig.now += 10_000;
    rig.unwatch(other);
    assert_eq!(rig.host.next_timeout(), Some(rig.now + IDLE), "no clock runs");
    let seq = rig.seq();
    assert!(rig.go_on(), "it wants to sleep");
    assert_eq!((rig.seq(), rig.host.room().stage()), (seq, Stage::Playing), "they may come back");
}

#[test]
fn who_looks_in_keeps_a_table_awake() {
    let mut rig = Rig::new(settings(), &[]);
    assert_eq!(rig.host.next_timeout(), Some(START + IDLE));
    rig.now += IDLE - 1;
    rig.ask(ANNE, "talk", hello());
    assert_eq!(rig.host.next_timeout(), Some(rig.now + IDLE));
    rig.watch(BLAISE, None);
    assert_eq!(rig.host.next_timeout(), None, "while somebody watches it does not sleep");
    rig.now += 2 * IDLE;
    rig.input(|host, now, dice| host.on_time(now, dice));
    assert!(!rig.carry_out());
}

#[test]
fn a_table_whose_match_is_over_sleeps_soon() {
    let mut rig = Rig::new(settings(), &[]);
    rig.input(|host, now, dice| host.on_close(now, dice));
    let (_, closed) = rig.next_append();
    rig.write(closed);
    assert!(!rig.carry_out());
    assert_eq!(rig.host.next_timeout(), Some(rig.now + IDLE / 20));
    let woken = Rig::of(rig.log.clone(), rig.now);
    assert_eq!(woken.host.next_timeout(), Some(woken.now + IDLE / 20), "so does one that was woken to be looked at");
}

#[test]
fn a_match_that_only_bots_are_left_at_is_put_away_before_the_table_sleeps() {
    let mut rig = Rig::new(settings(), &[(1, BotLevel::Novice)]);
    rig.watch(ANNE, None);
    rig.ask(ANNE, "begin", Ask::Begin { fill: None });
    rig.ask(ANNE, "stand", Ask::Stand);
    rig.unwatch(ANNE);
    let at = rig.host.next_timeout().expect("it is idle");
    rig.now = at;
    rig.input(|host, now, dice| host.on_time(now, dice));
    let (_, closed) = rig.next_append();
    // Somebody comes in the last moment: the table is put away, and they see it.
    rig.give_watch(BLAISE, "watch", None);
    rig.write(closed);
    assert!(!rig.carry_out(), "nobody sleeps while somebody looks");
    assert_eq!(rig.host.room().stage(), Stage::Closed);
    assert_eq!(rig.kinds(BLAISE)[0], "answer watch");
    rig.unwatch(BLAISE);
    assert!(rig.go_on());
}

#[test]
fn a_table_is_put_away_on_request_unless_somebody_watches() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    rig.input(|host, now, dice| host.on_close(now, dice));
    assert!(rig.next_effect().is_none());
    rig.unwatch(ANNE);
    rig.input(|host, now, dice| host.on_close(now, dice));
    assert!(matches!(rig.next_effect(), Some(Effect::Append { .. })));
}

#[test]
fn presence_is_sent_once_when_it_changes_and_nobody_is_ready_after_the_deal() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    assert_eq!(rig.kinds(ANNE), ["answer watch", "table 1", "presence"]);
    rig.watch(BLAISE, None);
    assert_eq!(rig.kinds(ANNE), ["presence"]);
    assert_eq!(rig.kinds(BLAISE), ["answer watch", "table 1", "presence"]);
    rig.watch(BLAISE, None);
    assert_eq!(rig.kinds(BLAISE), ["answer watch", "table 1", "presence"], "who asks again is told again");
    assert_eq!(rig.kinds(ANNE), Vec::<String>::new(), "and nobody else");
    rig.ask(BLAISE, "sit", Ask::Sit { seat: None });
    rig.ask(ANNE, "begin", Ask::Begin { fill: None });
    for connection in [ANNE, BLAISE] {
        rig.ask(connection, "ready", Ask::Ready { round: 1, entropy: None });
    }
    assert_eq!(rig.host.room().presence().ready.len(), 2);
    rig.go_on();
    assert_eq!(rig.host.room().stage(), Stage::Playing);
    assert!(rig.host.room().presence().ready.is_empty());
}
