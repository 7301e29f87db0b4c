//! Nothing is sent before it is written; what comes in meanwhile waits its turn.

use std::sync::{Arc, Mutex};

use host::{ConnectionId, Effect, HintOutcome, MAX_QUEUED, Message};
use wire::house::{Ask, BotLevel, Stage, TableId};

use crate::rig::{ANNE, BLAISE, CHLOE, Rig, hello, say, settings};

#[test]
fn an_ask_is_written_then_acknowledged_then_shown() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    rig.sent.clear();
    rig.give_ask(BLAISE, "sit", Ask::Sit { seat: None });
    let (after, record) = rig.next_append();
    assert_eq!(after.0, 1);
    assert!(rig.next_effect().is_none() && rig.sent.is_empty(), "nothing is said before it is written");
    assert_eq!((rig.seq(), rig.host.next_timeout()), (1, None), "nor done");
    rig.write(record);
    assert!(rig.next_effect().is_none());
    assert!(
        matches!(&rig.sent[0], (BLAISE, Message::Answer { seq: Some(2), .. })),
        "the answer comes first: {:?}",
        rig.sent
    );
    assert_eq!(rig.kinds(BLAISE), ["answer sit"], "who does not watch is shown nothing");
    assert_eq!(rig.kinds(ANNE), ["happened 2", "presence"]);
}

#[test]
fn what_comes_in_while_something_is_written_waits_in_order() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    rig.sent.clear();
    rig.give_ask(ANNE, "1", say("one"));
    let (_, first) = rig.next_append();
    rig.give_ask(BLAISE, "2", say("two"));
    rig.give_watch(CHLOE, "watch", None);
    rig.give_ask(ANNE, "3", say("three"));
    let looked = Arc::new(Mutex::new(None));
    let seen = Arc::clone(&looked);
    rig.input(|host, now, dice| {
        host.on_look(Box::new(move |room| *seen.lock().expect("a lock") = Some(room.seq())), now, dice);
    });
    rig.input(|host, now, dice| host.on_unwatch(ANNE, Some("leave".into()), now, dice));
    assert!(rig.next_effect().is_none() && rig.sent.is_empty(), "all of it waits");
    assert_eq!(*looked.lock().expect("a lock"), None);
    rig.write(first);
    rig.carry_out();
    assert_eq!(*looked.lock().expect("a lock"), Some(4), "a look sees what came in before it");
    let anne = rig.kinds(ANNE);
    let numbered: Vec<&String> = anne.iter().filter(|kind| *kind != "presence").collect();
    assert_eq!(numbered, ["answer 1", "happened 2", "happened 3", "answer 3", "happened 4", "answer leave"]);
    assert_eq!(rig.kinds(BLAISE), ["answer 2"]);
    let chloe = rig.kinds(CHLOE);
    assert_eq!(chloe, ["answer watch", "table 3", "presence", "happened 4", "presence"], "no gap and no repeat");
}

#[test]
fn too_many_asks_at_once_are_refused() {
    let mut rig = Rig::new(settings(), &[]);
    rig.give_ask(ANNE, "first", hello());
    let (_, first) = rig.next_append();
    for number in 0..MAX_QUEUED {
        rig.give_ask(ConnectionId(100 + number as u64), "ask", Ask::Legal);
    }
    rig.give_ask(ANNE, "ask", Ask::Legal);
    rig.give_watch(BLAISE, "watch", None);
    assert!(rig.next_effect().is_none());
    assert_eq!(rig.kinds(ANNE), ["refused ask busy"]);
    assert_eq!(rig.kinds(BLAISE), ["refused watch busy"]);
    rig.write(first);
    rig.carry_out();
    assert_eq!(rig.kinds(ANNE), ["answer first"]);
    assert_eq!(rig.sent.len(), MAX_QUEUED, "what waited is answered");
    rig.watch(BLAISE, None);
    assert_eq!(rig.kinds(BLAISE)[0], "answer watch", "and there is room again");
}

#[test]
fn a_message_is_written_once_for_all_who_see_the_same() {
    let mut rig = Rig::new(settings(), &[]);
    for number in 10..13 {
        rig.watch(ConnectionId(number), None);
    }
    rig.sent.clear();
    rig.ask(ANNE, "1", hello());
    let texts: Vec<&Arc<str>> = rig
        .sent
        .iter()
        .filter_map(|(_, message)| match message {
            Message::Update(text) if text.contains("happened") => Some(text),
            _ => None,
        })
        .collect();
    assert_eq!(texts.len(), 3);
    assert!(texts.iter().all(|text| Arc::ptr_eq(text, texts[0])));
}

#[test]
fn who_comes_back_gets_what_was_missed_or_a_fresh_view() {
    let mut rig = Rig::new(settings(), &[]);
    rig.watch(ANNE, None);
    for number in 0..70 {
        rig.now += 10_000;
        rig.ask(ANNE, &number.to_string(), hello());
    }
    let seq = rig.seq();
    rig.watch(BLAISE, Some(seq - 2));
    let missed = [format!("happened {}", seq - 1), format!("happened {seq}")];
    assert_eq!(rig.kinds(BLAISE)[1..3], missed);
    for after in [seq - 65, 0, seq + 1, u64::MAX] {
        rig.watch(BLAISE, Some(after));
        assert_eq!(rig.kinds(BLAISE)[1], format!("table {seq}"), "after {after}");
    }
    rig.watch(BLAISE, Some(seq));
    assert_eq!(rig.kinds(BLAISE), ["answer watch", "presence"], "nothing was missed");
    rig.input(|host, now, dice| host.on_resync(BLAISE, now, dice));
    rig.carry_out();
    assert_eq!(rig.kinds(BLAISE), [format!("table {seq}"), "presence".into()]);
    rig.input(|host, now, dice| host.on_resync(CHLOE, now, dice));
    rig.carry_out();
    assert_eq!(rig.kinds(CHLOE), Vec::<String>::new(), "who does not watch is shown nothing");
}

#[test]
fn who_changes_seats_in_a_match_is_shown_it_afresh() {
    let (mut rig, mover, other) = Rig::playing(settings());
    let seq = rig.seq();
    rig.ask(mover, "stand", Ask::Stand);
    assert_eq!(
        rig.kinds(mover)[..3],
        ["answer stand".into(), format!("happened {}", seq + 1), format!("table {}", seq + 1)]
    );
    assert_eq!(rig.kinds(other)[0], format!("happened {}", seq + 1));
    rig.unwatch(mover);
    rig.watch(mover, Some(seq));
    assert_eq!(rig.kinds(mover)[1], format!("table {}", rig.seq()), "what was sent before does not go on");
}

#[test]
fn a_rematch_is_opened_then_written_then_acknowledged() {
    let (mut rig, _, _) = Rig::playing(settings());
    while rig.host.room().stage() != Stage::Over {
        let (seat, now) = (rig.host.room().clock(rig.now).seat, rig.now);
        match seat.map(|seat| if seat.index() == 0 { ANNE } else { BLAISE }) {
            Some(mover) => {
                rig.ask(mover, &format!("legal-{}-{now}", rig.seq()), Ask::Legal);
                let legal = rig.take(mover).pop().expect("an answer");
                let step = legal["answer"]["result"]["moves"][0].as_str().expect("a move").to_owned();
                let id = format!("step-{}", rig.seq());
                rig.ask(mover, &id, Ask::Submit { step });
            }
            None => drop(rig.go_on()),
        }
    }
    rig.sent.clear();
    rig.give_ask(ANNE, "again", Ask::Rematch);
    assert!(matches!(rig.next_effect(), Some(Effect::OpenTable { .. })));
    rig.give_ask(BLAISE, "again", Ask::Rematch);
    rig.input(|host, now, dice| host.on_opened(None, now, dice));
    assert!(matches!(rig.next_effect(), Some(Effect::OpenTable { .. })), "the second asks after the first has failed");
    assert_eq!(rig.kinds(ANNE), ["refused again not-written"]);
    rig.give_ask(ANNE, "again", Ask::Rematch);
    rig.input(|host, now, dice| host.on_opened(Some(TableId::from("t2")), now, dice));
    assert!(rig.sent.is_empty());
    rig.carry_out();
    let anne = rig.take(ANNE);
    assert_eq!(anne[0]["happened"]["happenings"][0]["rematched"]["table"], "t2");
    assert_eq!(anne[1]["answer"]["result"]["table"], "t2", "there is one rematch");
    assert_eq!(rig.kinds(BLAISE), ["answer again".into(), format!("happened {}", rig.seq())]);
}

#[test]
fn a_hint_is_worked_out_aside() {
    let (mut rig, mover, other) = Rig::playing(settings());
    let (hint, advising) = rig.hint(mover, "hint");
    rig.ask(other, "1", hello());
    assert!(rig.kinds(other).contains(&"answer 1".into()), "nobody waits for it");
    rig.sent.clear();
    rig.host.on_advice(hint, HintOutcome::Found(advising(&mut || false)));
    rig.carry_out();
    assert!(rig.take(mover)[0]["answer"]["result"]["move"].is_string());
}

#[test]
fn one_hint_a_seat_is_worked_out_and_kept_while_the_position_lasts() {
    let (mut rig, mover, _) = Rig::playing(settings());
    let (hint, advising) = rig.hint(mover, "0");
    for number in 1..300 {
        rig.give_ask(mover, &number.to_string(), Ask::Hint);
    }
    assert!(rig.next_effect().is_none(), "nothing more is worked out");
    let refused = rig.take(mover);
    assert!(refused.iter().all(|message| message["refused"]["code"] == "hints-busy"));
    assert!(refused.iter().all(|message| message["refused"]["wait_ms"].as_u64().is_some_and(|wait| wait > 0)));
    let advice = advising(&mut || false);
    rig.host.on_advice(hint, HintOutcome::Found(advice));
    rig.carry_out();
    assert_eq!(refused.len() + rig.kinds(mover).len(), 300, "every ask is answered once");
    rig.ask(mover, "talk", hello());
    rig.sent.clear();
    rig.give_ask(mover, "again", Ask::Hint);
    assert!(rig.next_effect().is_none(), "it is known, whatever was said meanwhile");
    assert_eq!(rig.kinds(mover), ["answer again"]);
    rig.make_a_step(mover);
    rig.sent.clear();
    let mover = rig.mover();
    drop(rig.hint(mover, "anew"));
}

#[test]
fn a_hint_that_cannot_be_worked_out_is_refused_with_how_long_to_wait() {
    let (mut rig, mover, _) = Rig::playing(settings());
    let (hint, _) = rig.hint(mover, "1");
    rig.host.on_advice(hint, HintOutcome::Busy { wait_ms: 700 });
    rig.carry_out();
    let refused = rig.take(mover)[0]["refused"].clone();
    assert_eq!((refused["code"].as_str(), refused["wait_ms"].as_u64()), (Some("hints-busy"), Some(700)));
    let (hint, _) = rig.hint(mover, "2");
    rig.host.on_advice(hint, HintOutcome::Found(None));
    rig.carry_out();
    assert_eq!(rig.kinds(mover), ["refused 2 no-hint"]);
}

#[test]
fn a_hint_is_cancelled_when_its_position_has_passed_or_the_asker_is_gone() {
    let (mut rig, mover, _) = Rig::playing(settings());
    let (hint, advising) = rig.hint(mover, "1");
    rig.give_step(mover);
    let (_, record) = rig.next_append();
    rig.write(record);
    assert!(matches!(rig.next_effect(), Some(Effect::CancelAdvice { seat }) if seat == hint.seat));
    rig.carry_out();
    assert!(rig.kinds(mover).contains(&"refused 1 hint-lapsed".into()));
    rig.host.on_advice(hint, HintOutcome::Found(advising(&mut || false)));
    rig.carry_out();
    assert_eq!(rig.kinds(mover), Vec::<String>::new(), "what comes too late is dropped");

    let mover = rig.mover();
    let (hint, _) = rig.hint(mover, "2");
    rig.input(|host, now, dice| host.on_unwatch(mover, None, now, dice));
    assert!(matches!(rig.next_effect(), Some(Effect::CancelAdvice { seat }) if seat == hint.seat));
}

#[test]
fn bots_think_aside_and_only_a_thought_whose_position_has_passed_is_dropped() {
    let mut rig = Rig::new(settings(), &[(1, BotLevel::Novice)]);
    rig.watch(ANNE, None);
    rig.ask(ANNE, "begin", Ask::Begin { fill: None });
    rig.ask(ANNE, "ready", Ask::Ready { round: 1, entropy: None });
    rig.go_on();
    let mut asked = 0;
    let thought = loop {
        let at = rig.host.next_timeout();
        if at.is_some_and(|at| at <= rig.now) {
            rig.input(|host, now, dice| host.on_time(now, dice));
            match rig.next_effect() {
                Some(Effect::Think { thought, thinking }) => break (thought, thinking),
                other => panic!("{other:?}"),
            }
        }
        asked += 1;
        rig.ask(ANNE, &format!("legal-{asked}"), Ask::Legal);
        let legal = rig.take(ANNE).pop().expect("an answer");
        let step = legal["answer"]["result"]["moves"][0].as_str().expect("a move").to_owned();
        rig.ask(ANNE, &format!("step-{asked}"), Ask::Submit { step });
    };
    let (thought, thinking) = thought;
    let step = thinking(&mut || false);
    let seq = rig.seq();
    rig.ask(ANNE, "talk", hello());
    assert_eq!(rig.host.next_timeout(), None, "the bot goes on thinking, whatever is said");
    rig.input(|host, now, dice| host.on_thought(thought, step.clone(), now, dice));
    rig.carry_out();
    assert_eq!(rig.seq(), seq + 2, "and plays what it has thought of");
    rig.input(|host, now, dice| host.on_thought(thought, step, now, dice));
    assert!(rig.next_effect().is_none() && rig.seq() == seq + 2, "but not twice");
}
