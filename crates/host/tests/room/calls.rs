//! Calls and catches of DOS: out of turn, in order of arrival, by people and by bots who take their time.

use engine::GameId;
use host::{Act, Pace};
use wire::house::{Ask, BotLevel, By, Entry, Stage};

use crate::hall::{ANNE, Asker, BLAISE, Hall, seat, settings};

/// Anne and Blaise, just after one of them went down to two cards without a call: who owes it, and who does not.
fn owing(run: u64) -> (Hall, Asker, Asker) {
    let mut hall = Hall::seeded(settings(GameId::Dos, 2), &[], run);
    hall.join(&BLAISE);
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    for _ in 0..5_000 {
        for (culprit, other) in [(ANNE, BLAISE), (BLAISE, ANNE)] {
            if hall.room.stage() == Stage::Playing && hall.legal(&other).iter().any(|step| step.contains("catch")) {
                return (hall, culprit, other);
            }
        }
        hall.play_on(&[ANNE, BLAISE]);
    }
    panic!("nobody ever owes a call");
}

fn catch(hall: &Hall, culprit: &Asker) -> String {
    format!("catch {}", hall.room.seat_of(&culprit.id()).expect("a seat"))
}

#[test]
fn who_calls_first_cannot_be_caught() {
    for run in 0..20 {
        let (mut hall, culprit, other) = owing(run);
        hall.submit(&culprit, "dos");
        let catch = catch(&hall, &culprit);
        assert_eq!(hall.refused_step(&other, &catch), "no-call-owed");
    }
}

#[test]
fn who_is_caught_first_calls_in_vain() {
    for run in 0..20 {
        let (mut hall, culprit, other) = owing(run);
        let catch = catch(&hall, &culprit);
        hall.submit(&other, &catch);
        assert_eq!(hall.refused_step(&culprit, "dos"), "no-call-owed");
        assert_eq!(hall.refused_step(&other, &catch), "no-call-owed", "and is caught once");
    }
}

#[test]
fn the_clock_names_those_who_may_act_out_of_turn() {
    let (hall, culprit, other) = owing(3);
    let clock = hall.room.clock(hall.now);
    let mut may_act = clock.also.clone();
    may_act.extend(clock.seat);
    for player in [culprit, other] {
        let seat = hall.room.seat_of(&player.id()).expect("a seat");
        assert!(may_act.contains(&seat), "{clock:?}");
    }
}

/// Plays Anne's seat against bots until one of them is about to say something, at the pace of people: what, and
/// since when a call has been owed. `None` if that never happens in this match.
fn bot_about_to_speak(run: u64) -> Option<(Hall, host::Task, u64)> {
    let mut hall = Hall::seeded(settings(GameId::Dos, 3), &[(1, BotLevel::Skilled), (2, BotLevel::Casual)], run);
    hall.pace = Pace::default();
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    let mut owed_since = None;
    while hall.room.stage() != Stage::Over {
        let is_owed = !hall.room.clock(hall.now).also.is_empty();
        owed_since = if is_owed { owed_since.or(Some(hall.now)) } else { None };
        let task = hall.agenda().filter(|task| matches!(task.act, Act::Speak(..)));
        if let (Some(since), Some(task)) = (owed_since, task) {
            return Some((hall, task, since));
        }
        hall.play_on(&[ANNE]);
    }
    None
}

#[test]
fn a_bot_takes_as_long_as_a_person_to_speak() {
    let mut waits = Vec::new();
    for (mut hall, task, since) in (0..60).filter_map(bot_about_to_speak) {
        let (least, most) = hall.pace.bot_call;
        assert!(task.at >= since + least && task.at <= hall.now + most, "{task:?}, owed since {since}");
        waits.push(task.at - since);
        hall.go_on();
        let Act::Speak(speaker, step) = &task.act else { panic!("it speaks") };
        let spoke = |entry: &Entry| {
            matches!(entry, Entry::Stepped { seat, step: said, by: By::Bot, .. }
                if seat == speaker && said == step)
        };
        assert!(hall.log.last().is_some_and(|entries| entries.iter().any(spoke)), "it is said when its time has come");
    }
    waits.sort_unstable();
    waits.dedup();
    assert!(waits.len() > 10, "not always the same: {waits:?}");
}

#[test]
fn a_person_can_be_faster_than_a_bot() {
    for (mut hall, task, _) in (0..60).filter_map(bot_about_to_speak) {
        let Act::Speak(speaker, step) = &task.act else { panic!("it speaks") };
        if step != "dos" {
            continue;
        }
        let catch = format!("catch {speaker}");
        hall.submit(&ANNE, &catch);
        let Hall { room, dice, now, .. } = &mut hall;
        assert_eq!(room.decide_for_bot(*speaker, step, *now, &mut || dice.seed()), None, "too late");
        return;
    }
    panic!("no bot ever calls");
}

#[test]
fn what_a_bot_is_about_to_say_keeps_its_time_while_others_talk_and_move() {
    for (mut hall, task, _) in (0..200).filter_map(bot_about_to_speak) {
        let hello = wire::house::Speech::Phrase(wire::house::Phrase::Hello);
        hall.do_it(&ANNE, Ask::Say { speech: hello });
        assert_eq!(hall.agenda(), Some(task.clone()), "nobody silences a bot by talking");
        if hall.room.clock(hall.now).seat != Some(seat(0)) {
            continue;
        }
        let moves = hall.legal(&ANNE);
        let Some(step) = moves.iter().find(|step| step.contains('>')) else { continue };
        hall.submit(&ANNE, step);
        if hall.room.stage() == Stage::Playing {
            let _ = hall.agenda();
            let Act::Speak(speaker, step) = &task.act else { panic!("it speaks") };
            let Hall { room, dice, now, .. } = &mut hall;
            if room.decide_for_bot(*speaker, step, *now, &mut || dice.seed()).is_some() {
                assert_eq!(hall.agenda(), Some(task), "nor by moving");
                return;
            }
        }
    }
    panic!("nobody ever moves before a bot speaks");
}

#[test]
fn a_bot_that_thinks_is_not_asked_again_until_the_game_goes_on() {
    let mut hall = Hall::seeded(settings(GameId::Dos, 2), &[(1, BotLevel::Casual)], 1);
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    hall.deal();
    while hall.room.clock(hall.now).seat != Some(seat(1)) {
        hall.play_on(&[ANNE]);
    }
    let think = hall.agenda().expect("the bot is to think");
    assert_eq!(think.act, Act::Think(seat(1)));
    hall.room.thinking_begins();
    assert_eq!(hall.agenda(), None);
    hall.room.arrive(&"p-spectator".into());
    assert_eq!(hall.agenda(), None, "somebody comes to look: no reason to think again");
    hall.do_it(&ANNE, Ask::Say { speech: wire::house::Speech::Text("?".into()) });
    assert_eq!(hall.agenda(), None, "somebody talks: neither is that");
}
