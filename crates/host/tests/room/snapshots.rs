//! Snapshots: at every deal of random matches of all games, the room made from the snapshot and the rest of the log is
//! the room that the whole log makes; a snapshot that does not fit is refused.

use std::collections::BTreeMap;

use engine::{GameId, Viewer};
use host::{Act, Decision, Mismatch, Pace, Refusal, Room};
use serde_json::{Value, json};
use testkit::Dice;
use wire::house::{
    Ask, Entry, SNAPSHOT_SCHEMA, SnapshotError, TableSnapshot, read_entries, read_snapshot, write_entries,
    write_snapshot,
};
use words::Lang;

use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Hall, seat, settings, with_options};
use crate::logs::{looks, wanders};
use crate::wander::Wander;

/// A snapshot as it is kept, and how many records were before it.
type Kept = (usize, Vec<u8>);

fn whole(journal: &[Vec<Entry>]) -> Room {
    Room::replay(&"t1".into(), journal.iter().map(Vec::as_slice)).expect("the log fits")
}

fn restore(snapshot: TableSnapshot, rest: &[Vec<Entry>]) -> Result<Room, Mismatch> {
    Room::restore(&"t1".into(), snapshot, rest.iter().map(Vec::as_slice))
}

fn restored((before, bytes): &Kept, journal: &[Vec<Entry>]) -> Room {
    let snapshot = read_snapshot(bytes).expect("what was written can be read");
    restore(snapshot, &journal[*before..]).expect("the snapshot and the rest fit")
}

/// What a repeated ask comes to.
fn repeat(room: &mut Room, (asker, id, ask): &(Asker, String, Ask), now: u64) -> String {
    let mut dice = Dice::new(5);
    let decision = room.decide(&asker.person(), id, ask, now, &mut || dice.seed());
    let tell = |refusal: &Refusal| format!("{:?}", Lang::ALL.map(|lang| refusal.to_message(id, lang)));
    match decision {
        Ok(Decision::Repeat(seq)) => format!("repeat {seq}"),
        Ok(Decision::Refused(refusal)) | Err(refusal) => tell(&refusal),
        Ok(Decision::Write(entries)) => format!("{entries:?}"),
        Ok(Decision::Answer(answer)) => format!("{answer:?}"),
        Ok(Decision::Noted) => "noted".into(),
        Ok(Decision::Invite(player)) => format!("invite {player}"),
        Ok(Decision::Advise(_)) => "advise".into(),
        Ok(Decision::Rematch(entries)) => format!("rematch {entries:?}"),
    }
}

/// What both rooms do next by themselves, with these people there; says whether a bot was to think.
fn plan_the_same(rooms: &mut [Room; 2], here: &[&'static str], now: u64) -> bool {
    let acts = rooms.each_mut().map(|room| {
        here.iter().for_each(|player| room.arrive(&(*player).into()));
        let mut dice = Dice::new(11);
        room.agenda(now, &Pace::AT_ONCE, &mut || dice.seed())
    });
    assert_eq!(acts[0], acts[1]);
    let Some(Act::Think(seat)) = acts[0].as_ref().map(|task| task.act.clone()) else { return false };
    let thoughts = rooms.each_mut().map(|room| {
        let mut dice = Dice::new(12);
        room.think(seat, &mut || dice.seed()).expect("a bot")(&mut || false)
    });
    assert_eq!(thoughts[0], thoughts[1]);
    true
}

/// How much was compared.
#[derive(Default, Debug)]
struct Compared {
    snapshots: usize,
    rooms: usize,
    thoughts: usize,
    repeats: BTreeMap<&'static str, usize>,
}

/// Compares the room of a snapshot with that of the whole log, up to this record, in all there is to compare.
fn compare(kept: &Kept, wander: &Wander, journal: &[Vec<Entry>], compared: &mut Compared) {
    let hall = &wander.hall;
    let mut rooms = [whole(journal), restored(kept, journal)];
    let [first, second] = rooms.each_ref().map(|room| format!("{room:#?}"));
    if first != second {
        let differ = first.lines().zip(second.lines()).find(|(first, second)| first != second);
        panic!("{:?} of {}: {differ:?}", hall.room.settings().game, journal.len());
    }
    assert_eq!(looks(hall, &rooms[0]), looks(hall, &rooms[1]));
    for viewer in hall.viewers() {
        let [first, second] =
            rooms.each_ref().map(|room| room.write_with_recent(room.table_view(viewer, hall.now), viewer));
        assert_eq!(first, second);
    }
    let record = |room: &Room| room.record("2026-11-16");
    assert_eq!(record(&rooms[0]), record(&rooms[1]));
    for asked in hall.asked.iter().rev().take(150) {
        let [first, second] = rooms.each_mut().map(|room| repeat(room, asked, hall.now));
        assert_eq!(first, second, "{asked:?}");
        let kind = match (first.starts_with("repeat"), first.contains("rule: Some")) {
            (true, _) => "granted",
            (false, true) => "refused by a rule",
            (false, false) if first.contains("Refused {") => "refused by the table",
            _ => "not remembered",
        };
        *compared.repeats.entry(kind).or_default() += 1;
    }
    let here: Vec<&'static str> = wander.here().collect();
    compared.thoughts += usize::from(plan_the_same(&mut rooms, &here, hall.now));
    compared.rooms += 1;
}

/// What only the house and the table's host do, and what is refused.
fn disturb(wander: &mut Wander) {
    let hall = &mut wander.hall;
    let asker = [ANNE, BLAISE, CHLOE][hall.dice.below(3)];
    match hall.dice.below(40) {
        0 => {
            let Hall { room, dice, .. } = hall;
            if let Some(entries) = room.decide_void(&mut || dice.seed()) {
                hall.write(entries);
            }
        }
        1 => {
            let _ = hall.ask(&ANNE, Ask::Remove { player: BLAISE.player.into() });
        }
        2 => {
            let locked = hall.dice.below(3) == 0;
            let _ = hall.ask(&ANNE, Ask::Lock { locked });
        }
        3 => {
            hall.now += 61_000;
            let seat = seat(hall.dice.below(hall.room.sitters().len()));
            let _ = hall.ask(&asker, Ask::Replace { seat });
        }
        4 | 5 => {
            let _ = hall.ask(&asker, Ask::Submit { step: "nonsense".into() });
        }
        6..10 => {
            // What another may do is refused by a rule where it is not their turn.
            let mover = hall.mover(&[ANNE, BLAISE, CHLOE]).copied();
            if let Some(step) = mover.and_then(|mover| hall.legal(&mover).pop()) {
                let _ = hall.ask(&asker, Ask::Submit { step });
            }
        }
        _ => {}
    }
}

#[test]
fn at_every_deal_the_room_of_a_snapshot_and_the_rest_is_that_of_the_whole_log() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut compared = Compared::default();
    wanders(|mut wander| {
        // To replay is to apply one record after the other, so one room that only ever applies takes all snapshots.
        let mut again = Room::opened(&"t1".into(), &wander.hall.journal[0]).expect("the log fits");
        let mut applied = 1;
        let mut kept: Vec<Kept> = Vec::new();
        for _ in 0..250 {
            while applied < wander.hall.journal.len() {
                let entries = wander.hall.journal[applied].clone();
                let read = read_entries(&write_entries(&entries)).expect("what was written can be read");
                let is_deal = entries.iter().any(|entry| matches!(entry, Entry::Dealt { .. }));
                assert_eq!(again.snapshot().is_some(), again.decide_deal(wander.hall.now).is_some());
                if is_deal {
                    let snapshot = again.snapshot().expect("a round is about to be dealt");
                    let bytes = write_snapshot(&snapshot);
                    assert_eq!(read_snapshot(&bytes).expect("what was written can be read"), snapshot);
                    kept.push((applied, bytes));
                    compared.snapshots += 1;
                }
                again.apply(&read).expect("what was decided fits");
                applied += 1;
                for entry in &entries {
                    let kind = serde_json::to_value(entry).expect("plain data");
                    let kind = kind.as_object().and_then(|map| map.keys().next().cloned()).expect("a kind");
                    *kinds.entry(kind).or_default() += 1;
                }
                if is_deal {
                    let journal = &wander.hall.journal[..applied];
                    compare(kept.last().expect("a snapshot"), &wander, journal, &mut compared);
                }
            }
            if wander.is_over() {
                break;
            }
            disturb(&mut wander);
            wander.go_on();
        }
        // The last deal, the one before, and the first: with all that came after.
        let journal = wander.hall.journal.clone();
        for kept in kept.iter().rev().take(2).chain(kept.first()) {
            compare(kept, &wander, &journal, &mut compared);
        }
    });
    for kind in [
        "asked",
        "refused",
        "sat",
        "left",
        "began",
        "committed",
        "dealt",
        "voided",
        "stepped",
        "undone",
        "last_round",
        "ended",
        "said",
        "muted",
        "locked",
        "removed",
        "replaced",
    ] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
    let Compared { snapshots, rooms, thoughts, ref repeats } = compared;
    assert!(snapshots > 100 && rooms > snapshots && thoughts > 20, "{compared:?}");
    for kind in ["granted", "refused by a rule", "refused by the table"] {
        assert!(repeats.get(kind).is_some_and(|count| *count > 50), "{kind}: {compared:?}");
    }
}

/// A match of which some rounds are over, its records, and the snapshot of the last deal.
fn some_rounds(game: GameId) -> (Vec<Vec<Entry>>, Kept) {
    let options = match game {
        GameId::Dos => json!({ "target": 100_000 }),
        GameId::NainJaune => json!({ "rounds": 9, "tokens": 999 }),
        GameId::Onze | GameId::Rummy | GameId::QuaranteSix => json!({ "rounds": 9 }),
    };
    let mut hall = Hall::begun(with_options(game, 3, options));
    let mut kept = None;
    while hall.room.summary().round < 3 {
        if let Some(snapshot) = hall.room.snapshot() {
            kept = Some((hall.journal.len(), write_snapshot(&snapshot)));
        }
        hall.play_on(&[ANNE, BLAISE]);
    }
    let is_deal = |record: &Vec<Entry>| record.iter().any(|entry| matches!(entry, Entry::Dealt { .. }));
    let deal = hall.journal.iter().rposition(is_deal).expect("a deal");
    let (before, bytes) = kept.expect("a snapshot");
    assert_eq!(before, deal, "the deal is what follows");
    (hall.journal, (before, bytes))
}

#[test]
fn there_is_no_snapshot_but_before_a_deal() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    assert!(hall.room.snapshot().is_none(), "the match has not begun");
    hall.join(&BLAISE);
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    assert!(hall.room.snapshot().is_some());
    hall.deal();
    assert!(hall.room.snapshot().is_none(), "a round is under way");
    hall.play_to_the_end(&[ANNE, BLAISE]);
    assert!(hall.room.snapshot().is_none(), "the match is over");
}

#[test]
fn a_snapshot_of_another_table_or_another_moment_is_refused() {
    let (journal, (before, bytes)) = some_rounds(GameId::QuaranteSix);
    let snapshot = || read_snapshot(&bytes).expect("a snapshot");
    assert!(restore(snapshot(), &journal[before..]).is_ok());
    for rest in [&journal[before - 1..], &journal[before + 1..], &journal[journal.len()..]] {
        assert!(matches!(restore(snapshot(), rest), Err(Mismatch::Snapshot { .. })));
    }
    let rest = || journal[before..].iter().map(Vec::as_slice);
    assert!(matches!(Room::restore(&"t2".into(), snapshot(), rest()), Err(Mismatch::Snapshot { .. })));
}

#[test]
fn a_snapshot_that_was_altered_anywhere_is_refused_and_never_brings_the_program_down() {
    for game in GameId::ALL {
        let (journal, (before, bytes)) = some_rounds(game);
        let mut dice = Dice::new(3);
        for _ in 0..200 {
            let mut altered = bytes.clone();
            let index = dice.below(altered.len());
            altered[index] ^= 1 << dice.below(8);
            assert!(read_snapshot(&altered).is_err(), "{} at {index}", game.slug());
            assert!(read_snapshot(&bytes[..index]).is_err(), "{} cut at {index}", game.slug());
        }
        let head = bytes.iter().position(|byte| *byte == b'\n').expect("a line");
        let next = SNAPSHOT_SCHEMA + 1;
        let newer = [format!(r#"{{"v":{next},"hash":""}}"#).as_bytes(), &bytes[head..]].concat();
        assert!(matches!(read_snapshot(&newer), Err(SnapshotError::Schema { found }) if found == next));
        // One that was written by a program gone mad is refused as well, or makes a table that could have been.
        let snapshot = read_snapshot(&bytes).expect("a snapshot");
        let sound = serde_json::to_value(&snapshot).expect("plain data");
        let mut refused = 0;
        for _ in 0..300 {
            let mut altered = sound.clone();
            crate::logs::alter(&mut altered, &mut dice);
            let Ok(read) = serde_json::from_value::<TableSnapshot>(altered) else {
                refused += 1;
                continue;
            };
            let lines = snapshot.lines.clone();
            match restore(TableSnapshot { lines, ..read }, &journal[before..]) {
                Err(mismatch) => {
                    assert!(!mismatch.to_string().is_empty());
                    refused += 1;
                }
                Ok(mut room) => {
                    room.arrive(&ANNE.id());
                    let _ = room.agenda(1, &Pace::default(), &mut engine::Seed::default);
                    let _: Value = serde_json::to_value(room.table_view(Viewer::Spectator, 1)).expect("plain data");
                }
            }
        }
        assert!(refused > 50, "{}: {refused} of 300", game.slug());
    }
}
