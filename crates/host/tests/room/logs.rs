//! The log of a table: the room built again from it is the same room; a log that was damaged is refused, or is the
//! log of another table that could have been, and never brings the program down.

use std::collections::BTreeMap;

use engine::{Game, GameId, Seed, with_game};
use host::{Act, Mismatch, Pace, Room};
use serde_json::Value;
use testkit::{Dice, Specimen};
use wire::house::{Entry, Settings, read_entries, write_entries};

use crate::hall::{ANNE, BLAISE, Hall, settings};
use crate::truth::options_of;
use crate::wander::Wander;

/// A random match of every preset, by the least and the most that can play it.
pub(crate) fn wanders(mut each: impl FnMut(Wander)) {
    fn of<G: Specimen>(each: &mut dyn FnMut(Wander)) {
        for (run, (_, rules)) in (0..).zip(G::presets()) {
            for seats in [*<G as Game>::SEATS.start(), *<G as Game>::SEATS.end()] {
                let settings = Settings { options: options_of::<G>(&rules), ..settings(G::ID, seats as u8) };
                each(Wander::new(settings, 100 + run));
            }
        }
    }
    for game in GameId::ALL {
        with_game!(game, G => of::<G>(&mut each));
    }
}

/// All that can be asked of a room, whoever is there.
pub(crate) fn looks(hall: &Hall, room: &Room) -> Vec<Value> {
    let view = |viewer| {
        let mut view = serde_json::to_value(room.view(viewer, hall.now)).expect("plain data");
        // How long the turn has been is not written down: after an outage it begins anew.
        view["table"]["clock"]["left_ms"] = Value::Null;
        view
    };
    let summary = serde_json::to_value(room.summary()).expect("plain data");
    hall.viewers().into_iter().map(view).chain([summary]).collect()
}

#[test]
fn after_everything_that_happens_the_room_built_from_its_log_is_the_same() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut agendas, mut thoughts) = (0, 0);
    wanders(|mut wander| {
        // To replay is to apply one record after the other, so one room that only ever applies is enough.
        let mut again = Room::opened(&"t1".into(), &wander.hall.log[0]).expect("the log fits");
        let mut applied = 1;
        for _ in 0..250 {
            for entries in &wander.hall.log[applied..] {
                let read = read_entries(&write_entries(entries)).expect("what was written can be read");
                let shown = again.apply(&read).expect("what was decided fits");
                for entry in entries {
                    let kind = serde_json::to_value(entry).expect("plain data");
                    let kind = kind.as_object().and_then(|map| map.keys().next().cloned()).expect("a kind");
                    *kinds.entry(kind).or_default() += 1;
                    if let Entry::Asked { player, id, .. } = entry {
                        assert_eq!(again.answer_to(player, id), Some(again.seq()));
                    }
                }
                drop(shown);
            }
            applied = wander.hall.log.len();
            assert_eq!(again.seq(), wander.hall.room.seq());
            assert_eq!(looks(&wander.hall, &again), looks(&wander.hall, &wander.hall.room));
            if wander.is_over() {
                break;
            }
            let is_fresh = |entry: &Entry| matches!(entry, Entry::Dealt { .. } | Entry::Stepped { .. });
            if wander.are_all_here()
                && wander.hall.dice.below(5) == 0
                && wander.hall.log.last().is_some_and(|entries| entries.iter().any(is_fresh))
            {
                agendas += 1;
                thoughts += usize::from(plan_the_same(&mut wander));
            }
            wander.go_on();
        }
        let end = wander.hall.replayed();
        assert_eq!(looks(&wander.hall, &end), looks(&wander.hall, &wander.hall.room));
        assert_eq!(end.record("2026-11-16"), wander.hall.room.record("2026-11-16"));
    });
    for kind in [
        "asked",
        "sat",
        "left",
        "began",
        "committed",
        "dealt",
        "stepped",
        "undone",
        "last_round",
        "ended",
        "said",
        "muted",
    ] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
    assert!(agendas > 100 && thoughts > 20, "{agendas} agendas and {thoughts} thoughts were compared");
}

/// The room and the one built again, with the same people there, do the same next by themselves; if that is to think,
/// they think the same. Returns whether they did.
fn plan_the_same(wander: &mut Wander) -> bool {
    let (seed, now) = (wander.hall.dice.seed(), wander.hall.now);
    let mut again = wander.hall.replayed();
    wander.here().for_each(|player| again.arrive(&player.into()));
    let acts = [&mut wander.hall.room, &mut again]
        .map(|room| room.agenda(now, &Pace::AT_ONCE, &mut || seed).map(|task| task.act));
    // A word that was about to be said before the outage comes as soon as it was going to, and now anew.
    if acts.iter().flatten().any(|act| matches!(act, Act::Speak(..))) {
        return false;
    }
    assert_eq!(acts[0], acts[1]);
    let Some(Act::Think(seat)) = acts[0] else { return false };
    let think = |room: &Room| room.think(seat, &mut || seed).expect("a bot")(&mut || false);
    assert_eq!(think(&wander.hall.room), think(&again));
    true
}

fn replay(log: &[Vec<Entry>]) -> Result<Room, Mismatch> {
    Room::replay(&"t1".into(), log.iter().map(Vec::as_slice))
}

/// A match of every game, played to the end by two people and bots.
fn logs() -> Vec<(GameId, Vec<Vec<Entry>>)> {
    let play = |game: GameId| {
        let mut hall = Hall::begun(settings(game, 3));
        hall.play_to_the_end(&[ANNE, BLAISE]);
        (game, hall.log)
    };
    GameId::ALL.into_iter().map(play).collect()
}

#[test]
fn a_log_cut_off_between_records_is_the_table_as_it_was_then() {
    wanders(|mut wander| {
        let mut seen = vec![looks(&wander.hall, &wander.hall.room)];
        let first = wander.hall.log.len();
        for _ in 0..40 {
            let before = wander.hall.log.len();
            wander.go_on();
            // One record at a time is looked at: a few acts write two.
            if wander.hall.log.len() == before + 1 {
                seen.push(looks(&wander.hall, &wander.hall.room));
            } else if wander.hall.log.len() > before {
                break;
            }
        }
        for (cut, seen) in (first..).zip(&seen) {
            let room = replay(&wander.hall.log[..cut]).expect("an earlier moment of the same table");
            assert_eq!(looks(&wander.hall, &room), *seen);
        }
    });
}

#[test]
fn a_record_cut_short_is_refused_when_it_would_leave_the_table_half_way() {
    for (game, log) in logs() {
        let mut refused = 0;
        for (index, entries) in log.iter().enumerate() {
            for cut in 0..entries.len() {
                let mut log = log[..=index].to_vec();
                log[index].truncate(cut);
                let is_half = matches!(entries.get(cut), Some(Entry::Committed { .. } | Entry::Ended { .. }));
                let replayed = replay(&log);
                assert!(!is_half || replayed.is_err(), "{}: record {index} cut at {cut}", game.slug());
                refused += usize::from(replayed.is_err());
            }
        }
        assert!(refused > 1, "{}", game.slug());
    }
}

#[test]
fn a_log_that_lacks_a_record_is_refused_where_the_rest_does_not_fit() {
    for (game, log) in logs() {
        let (mut refused, mut tried) = (0, 0);
        for index in 0..log.len() - 1 {
            let mut damaged = log.clone();
            let lost = damaged.remove(index);
            let replayed = replay(&damaged);
            let pivotal = |entry: &Entry| {
                matches!(
                    entry,
                    Entry::Opened { .. } | Entry::Began { .. } | Entry::Committed { .. } | Entry::Dealt { .. }
                )
            };
            let is_pivotal = lost.iter().any(pivotal);
            assert!(!is_pivotal || replayed.is_err(), "{}: without {lost:?}", game.slug());
            refused += usize::from(replayed.is_err());
            tried += 1;
        }
        assert!(refused * 10 > tried * 9, "{}: {refused} of {tried} are found out", game.slug());
    }
}

#[test]
fn a_log_with_records_exchanged_or_doubled_is_refused_where_they_do_not_fit() {
    for (game, log) in logs() {
        let (mut refused, mut tried) = (0, 0);
        for index in 0..log.len() - 1 {
            let mut swapped = log.clone();
            swapped.swap(index, index + 1);
            let mut doubled = log.clone();
            doubled.insert(index, log[index].clone());
            for damaged in [swapped, doubled] {
                refused += usize::from(replay(&damaged).is_err());
                tried += 1;
            }
        }
        assert!(refused * 10 > tried * 9, "{}: {refused} of {tried} are found out", game.slug());
    }
}

/// Changes one thing somewhere in a value; says whether there was anything to change.
pub(crate) fn alter(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let index = dice.below(map.len());
            let (_, inner) = map.iter_mut().nth(index).expect("an index below the length");
            alter(inner, dice);
        }
        Value::Array(list) if !list.is_empty() => {
            let index = dice.below(list.len());
            match dice.below(8) {
                0 => drop(list.remove(index)),
                1 => list.push(list[index].clone()),
                _ => alter(&mut list[index], dice),
            }
        }
        Value::Number(number) => {
            let old = number.as_u64().unwrap_or(0);
            let new = [old + 1, old.wrapping_sub(1), 0, 255, 65_535, u64::MAX][dice.below(6)];
            *value = new.into();
        }
        Value::String(text) => {
            let other = ["", "draw", "end", "pass", "timeout", "0:dos", "aa", "é", "R7>0 R7>0"];
            *value = match dice.below(3) {
                0 => other[dice.below(other.len())].into(),
                1 => text.chars().rev().collect::<String>().into(),
                _ => format!("{text}0").into(),
            };
        }
        Value::Bool(flag) => *flag = !*flag,
        _ => *value = "aa".into(),
    }
}

#[test]
fn a_log_that_was_altered_anywhere_never_brings_the_program_down() {
    let mut dice = Dice::new(11);
    for (game, log) in logs() {
        let (mut unreadable, mut refused, mut tried) = (0, 0, 0);
        for _ in 0..200 {
            let index = dice.below(log.len());
            let mut record: Value = serde_json::from_slice(&write_entries(&log[index])).expect("JSON");
            alter(&mut record["entries"], &mut dice);
            tried += 1;
            let Ok(entries) = read_entries(record.to_string().as_bytes()) else {
                unreadable += 1;
                continue;
            };
            let mut damaged = log.clone();
            damaged[index] = entries;
            match replay(&damaged) {
                Err(mismatch) => {
                    assert!(!mismatch.to_string().is_empty());
                    refused += 1;
                }
                // It might have been so: then the table goes on as any other.
                Ok(mut room) => {
                    room.arrive(&ANNE.id());
                    let _ = room.agenda(1, &Pace::default(), &mut Seed::default);
                    let _ = room.record("2026-11-16");
                }
            }
        }
        assert!(refused > tried / 4, "{}: {unreadable} unreadable, {refused} refused of {tried}", game.slug());
    }
}

#[test]
fn the_clocks_step_in_a_players_name_does_not_fit() {
    let mut hall = Hall::playing(settings(GameId::Rummy, 2));
    let entries = {
        let Hall { room, dice, now, .. } = &mut hall;
        room.decide_timeout(*now, &mut || dice.seed()).expect("a turn")
    };
    let forged: Vec<Entry> = entries
        .iter()
        .cloned()
        .map(|entry| match entry {
            Entry::Stepped { seat, step, ms, .. } => Entry::Stepped { seat, step, ms, by: wire::house::By::Player },
            other => other,
        })
        .collect();
    let mut log = hall.log.clone();
    log.push(forged);
    assert!(matches!(replay(&log), Err(Mismatch::Entry { seq, .. }) if seq == log.len() as u64));
    log.pop();
    log.push(entries);
    assert!(replay(&log).is_ok());
}

#[test]
fn an_end_with_other_places_scores_or_players_does_not_fit() {
    for (game, log) in logs() {
        for forge in 0..3 {
            let mut forged = log.clone();
            let Some(Entry::Ended { places, scores, sitters, .. }) = forged.last_mut().and_then(|it| it.last_mut())
            else {
                panic!("the last entry is the end");
            };
            match forge {
                0 => places[0] += 1,
                1 => scores[0] += 1,
                _ => sitters.swap(0, 1),
            }
            assert!(replay(&forged).is_err(), "{}", game.slug());
        }
    }
}
