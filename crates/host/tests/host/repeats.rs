//! A repeat gets the first answer again, and an id is not used for another ask.

use host::{AskRequest, ConnectionId};
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
        let asked = AskRequest { id: "1".into(), ask, key: None };
        rig.input(|host, now, dice| host.on_ask(connection, blaise, asked, now, dice));
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
fn what_was_refused_is_refused_again_after_an_outage_too() {
    let mut rig = Rig::new(settings(), &[]);
    rig.ask(BLAISE, "1", Ask::Stand);
    let refused = rig.take(BLAISE);
    rig.ask(BLAISE, "2", Ask::Sit { seat: None });
    rig.take(BLAISE);
    rig.ask(BLAISE, "1", Ask::Stand);
    assert_eq!(rig.take(BLAISE), refused, "though it would be granted by now");
    let mut again = Rig::of(rig.log.clone(), rig.now);
    again.ask(BLAISE, "1", Ask::Stand);
    assert_eq!(again.take(BLAISE), refused);
    again.ask(BLAISE, "1", Ask::Undo);
    assert_eq!(again.kinds(BLAISE), ["refused 1 id-reused"]);
    assert_eq!(again.log.len(), rig.log.len(), "a repeat is not written down again");
}

#[test]
fn a_refusal_is_answered_when_it_is_written_down_and_has_no_sequence_number() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    rig.take(ANNE);
    let seq = rig.seq();
    rig.give_ask(BLAISE, "1", Ask::Stand);
    let (_, record) = rig.next_append();
    assert!(rig.take(BLAISE).is_empty(), "not before");
    rig.write(record);
    rig.carry_out();
    assert_eq!(rig.kinds(BLAISE), ["refused 1 not-seated"]);
    assert_eq!((rig.seq(), rig.take(ANNE).len()), (seq, 0), "nobody else is told");
    rig.watch(ANNE, Some(seq));
    assert_eq!(rig.kinds(ANNE), ["answer watch", "presence"], "and nothing was missed");
}

#[test]
fn a_kill_after_any_ask_leaves_every_answer_as_it_was() {
    let (mut rig, mover, other) = Rig::playing(settings());
    let ask = |step: &str| Ask::Submit { step: step.into() };
    let asks = [
        (other, ask("draw")),
        (mover, ask("no step at all")),
        (CHLOE, ask("draw")),
        (mover, Ask::Undo),
        (mover, say("")),
        (BLAISE, Ask::Mute { player: person(ANNE).player, silent: true }),
        (ANNE, Ask::Mute { player: person(CHLOE).player, silent: true }),
        (mover, Ask::Ready { round: 7, entropy: None }),
        (CHLOE, Ask::Sit { seat: None }),
        (mover, ask("draw")),
        (other, Ask::Undo),
        (mover, Ask::Rematch),
        (other, hello()),
    ];
    let mut answers = Vec::new();
    for (number, (connection, ask)) in asks.iter().enumerate() {
        rig.ask(*connection, &number.to_string(), ask.clone());
        answers.push(rig.take(*connection).into_iter().find(|message| message.get("happened").is_none()));
        let mut again = Rig::of(rig.log.clone(), rig.now);
        // Chloé has come meanwhile: what depends on who is there would be decided otherwise now.
        again.watch(CHLOE, None);
        again.ask(BLAISE, "meanwhile", say("back again"));
        again.sent.clear();
        for (number, answer) in answers.iter().enumerate() {
            let (connection, ask) = &asks[number];
            again.ask(*connection, &number.to_string(), ask.clone());
            let repeated = again.take(*connection).into_iter().find(|message| message.get("happened").is_none());
            assert_eq!(repeated, *answer, "{ask:?}");
        }
    }
    let refused = answers.iter().flatten().filter(|answer| answer.get("refused").is_some());
    assert!(refused.count() >= 10, "{answers:?}");
}

#[test]
fn a_refusal_that_could_not_be_written_down_is_not_told() {
    let mut rig = Rig::new(settings(), &[]);
    rig.give_ask(BLAISE, "1", Ask::Stand);
    rig.next_append();
    rig.input(|host, now, dice| host.on_written(Err(host::NotAppended::Failed), now, dice));
    assert!(matches!(rig.next_effect(), Some(host::Effect::ReadLog { .. })));
    rig.input(|host, now, dice| host.on_read::<&[u8]>(Ok(Vec::new()), now, dice));
    rig.carry_out();
    assert_eq!(rig.kinds(BLAISE), ["refused 1 not-written"]);
    rig.ask(BLAISE, "1", Ask::Stand);
    assert_eq!(rig.kinds(BLAISE), ["refused 1 not-seated"]);
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
