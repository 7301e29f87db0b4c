//! A repeat gets the first answer again, and an id is not used for another ask.

use host::ConnectionId;
use wire::house::{Ask, Entry, read_entries, write_entries};

use crate::rig::{ANNE, BLAISE, CHLOE, Rig, hello, person, say, settings};

#[test]
fn what_was_granted_is_answered_again_and_not_done_again() {
    let mut rig = Rig::new(settings(), &[]);
    rig.ask(BLAISE, "1", Ask::Sit { seat: None });
    let answer = rig.take(BLAISE);
    let seq = rig.seq();
    // From whatever connection of the same player.
    let elsewhere = ConnectionId(9);
    for connection in [BLAISE, elsewhere] {
        let (blaise, ask) = (person(BLAISE), Ask::Sit { seat: None });
        rig.input(|host, now, dice| host.on_ask(connection, blaise, "1".into(), ask, now, dice));
        rig.carry_out();
        assert_eq!(rig.take(connection), answer);
    }
    let mut again = Rig::of(rig.log.clone(), rig.now);
    again.ask(BLAISE, "1", Ask::Sit { seat: None });
    assert_eq!((again.take(BLAISE), again.seq()), (answer, seq), "nor after an outage");
    again.ask(CHLOE, "1", Ask::Sit { seat: None });
    assert_eq!(again.kinds(CHLOE), ["refused 1 table-full"], "an id is its player's own");
}

#[test]
fn a_repeat_that_comes_while_the_first_is_written_gets_the_same_answer() {
    let mut rig = Rig::new(settings(), &[]);
    rig.give_ask(BLAISE, "1", Ask::Sit { seat: None });
    rig.give_ask(BLAISE, "1", Ask::Sit { seat: None });
    rig.carry_out();
    let answers = rig.take(BLAISE);
    assert_eq!((answers.len(), rig.seq()), (2, 2));
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn an_id_that_is_used_for_another_ask_is_refused() {
    let mut rig = Rig::new(settings(), &[]);
    rig.ask(ANNE, "granted", hello());
    rig.ask(ANNE, "refused", Ask::Undo);
    rig.ask(ANNE, "asked", Ask::Legal);
    rig.ask(ANNE, "noted", Ask::Ready { round: 1, entropy: None });
    rig.sent.clear();
    for id in ["granted", "refused", "asked", "noted"] {
        rig.ask(ANNE, id, say("something else"));
        assert_eq!(rig.kinds(ANNE), [format!("refused {id} id-reused")]);
    }
    rig.ask(ANNE, "granted", hello());
    assert_eq!(rig.kinds(ANNE), ["answer granted"], "the first stands");
    let mut again = Rig::of(rig.log.clone(), rig.now);
    again.ask(ANNE, "granted", say("something else"));
    assert_eq!(again.kinds(ANNE), ["refused granted id-reused"], "the log tells what was asked");
}

#[test]
fn a_log_that_does_not_tell_what_was_asked_is_read_and_its_asks_are_repeats() {
    let mut rig = Rig::new(settings(), &[]);
    rig.ask(ANNE, "1", hello());
    let without = |record: &std::sync::Arc<[u8]>| {
        let mut entries = read_entries(record).expect("a record");
        for entry in &mut entries {
            if let Entry::Asked { hash, .. } = entry {
                *hash = None;
            }
        }
        write_entries(&entries).into()
    };
    let old: Vec<std::sync::Arc<[u8]>> = rig.log.iter().map(without).collect();
    assert!(!String::from_utf8_lossy(&old[1]).contains("hash"), "as it was written before");
    let mut again = Rig::of(old, rig.now);
    for ask in [hello(), say("whatever it was")] {
        again.ask(ANNE, "1", ask);
        assert_eq!(again.kinds(ANNE), ["answer 1"]);
    }
}

#[test]
fn what_was_refused_is_refused_again_until_an_outage() {
    let mut rig = Rig::new(settings(), &[]);
    rig.ask(BLAISE, "1", Ask::Stand);
    let refused = rig.take(BLAISE);
    rig.ask(BLAISE, "2", Ask::Sit { seat: None });
    rig.take(BLAISE);
    rig.ask(BLAISE, "1", Ask::Stand);
    assert_eq!(rig.take(BLAISE), refused, "though it would be granted by now");
    let mut again = Rig::of(rig.log.clone(), rig.now);
    again.ask(BLAISE, "1", Ask::Stand);
    assert_eq!(again.kinds(BLAISE), ["answer 1"], "as if it had arrived only then");
}

#[test]
fn a_players_repeats_are_recognised_however_much_others_ask() {
    let mut rig = Rig::new(settings(), &[]);
    rig.ask(BLAISE, "sit", Ask::Sit { seat: None });
    let granted = rig.take(BLAISE);
    rig.ask(BLAISE, "undo", Ask::Undo);
    let refused = rig.take(BLAISE);
    for number in 0..300 {
        rig.now += 2_000;
        rig.ask(ANNE, &format!("say-{number}"), hello());
        rig.ask(ANNE, &format!("undo-{number}"), Ask::Undo);
    }
    rig.ask(BLAISE, "sit", Ask::Sit { seat: None });
    assert_eq!(rig.take(BLAISE), granted);
    rig.ask(BLAISE, "undo", Ask::Undo);
    assert_eq!(rig.take(BLAISE), refused);
}

#[test]
fn who_talks_too_much_is_told_how_long_to_wait() {
    let mut rig = Rig::new(settings(), &[]);
    for number in 0..6 {
        rig.ask(ANNE, &number.to_string(), hello());
    }
    rig.now += 4_000;
    rig.take(ANNE);
    rig.ask(ANNE, "more", hello());
    let refused = rig.take(ANNE)[0]["refused"].clone();
    assert_eq!((refused["code"].as_str(), refused["wait_ms"].as_u64()), (Some("too-much-talk"), Some(6_000)));
    rig.now += 6_000;
    rig.ask(ANNE, "later", hello());
    assert_eq!(rig.kinds(ANNE), ["answer later"]);
}
