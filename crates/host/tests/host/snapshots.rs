//! When the host wants a snapshot kept, and that the host made from one goes on as the others.

use host::{ConnectionId, LogPosition, Room};
use serde_json::{Value, json};
use wire::house::{Ask, Entry, Settings, read_entries};

use crate::rig::{ANNE, BLAISE, Rig, hello, settings};

/// Plays on until the log has so many records.
fn play_until(rig: &mut Rig, records: usize) {
    let mut asked = 0;
    while rig.log.len() < records {
        asked += 1;
        let room = rig.host.room();
        let mover = room.clock(rig.now).seat;
        let is_mover = |connection: &ConnectionId| {
            mover.is_some() && room.seat_of(&crate::rig::person(*connection).player) == mover
        };
        let id = format!("step-{asked}");
        match [ANNE, BLAISE].into_iter().find(is_mover) {
            Some(connection) => {
                let legal = room.legal_for(engine::Viewer::Seat(mover.expect("a mover"))).expect("it is their turn");
                let step = legal.moves[rig.dice.below(legal.moves.len())].clone();
                rig.ask(connection, &id, Ask::Submit { step });
            }
            None => {
                let round = room.summary().round + 1;
                for connection in [ANNE, BLAISE] {
                    rig.ask(connection, &format!("{id}-{}", connection.0), Ask::Ready { round, entropy: None });
                }
                let now = rig.now;
                rig.input(|host, _, dice| host.on_time(now, dice));
                rig.carry_out();
            }
        }
    }
}

fn long() -> Settings {
    let Value::Object(options) = json!({ "rounds": 9999 }) else { panic!("an object") };
    Settings { options, ..settings() }
}

#[test]
fn a_snapshot_is_wanted_at_a_deal_once_in_so_many_records_and_makes_the_same_room() {
    let (mut rig, ..) = Rig::playing(long());
    play_until(&mut rig, 1_000);
    let log: Vec<Vec<Entry>> = rig.log.iter().map(|record| read_entries(record).expect("a record")).collect();
    let deals: Vec<usize> = (0..log.len()).filter(|index| matches!(log[*index][..], [Entry::Dealt { .. }])).collect();
    let positions: Vec<u64> = rig.snapshots.iter().map(|(LogPosition(position), _)| *position).collect();
    let parts = |index: usize| index / 64;
    let due = deals.windows(2).filter(|pair| parts(pair[1]) > parts(pair[0] + 1)).map(|pair| pair[1] as u64);
    assert_eq!(positions, due.collect::<Vec<_>>(), "the first deal in every part of the log");
    assert!(positions.len() > 5 && deals.len() > positions.len() + 1, "{positions:?} of {deals:?}");
    let whole = Room::replay(&"t1".into(), log.iter().map(Vec::as_slice)).expect("the log fits");
    for (LogPosition(position), snapshot) in rig.snapshots {
        let rest = log[position as usize..].iter().map(Vec::as_slice);
        let room = Room::restore(&"t1".into(), snapshot, rest).expect("it fits");
        assert_eq!(format!("{room:?}"), format!("{whole:?}"));
    }
}

#[test]
fn a_snapshot_is_wanted_too_where_another_writer_has_dealt() {
    let (mut rig, ..) = Rig::playing(long());
    // A whole match on another machine, which this one has not seen.
    let (mut other, ..) = Rig::playing(long());
    play_until(&mut other, 300);
    assert_eq!(rig.log[..], other.log[..rig.log.len()], "the same dice deal the same");
    rig.give_ask(ANNE, "hello", hello());
    rig.next_append();
    let rest: Vec<_> = (rig.log.len()..other.log.len())
        .map(|index| (LogPosition(index as u64 + 1), other.log[index].clone()))
        .collect();
    rig.input(|host, now, dice| host.on_written(Err(host::NotAppended::Conflict), now, dice));
    rig.input(|host, now, dice| host.on_read(Ok(rest.clone()), now, dice));
    while rig.next_effect().is_some() {}
    let positions = |rig: &Rig| rig.snapshots.iter().map(|(position, _)| *position).collect::<Vec<_>>();
    assert!(!rig.snapshots.is_empty());
    assert_eq!(positions(&rig), positions(&other));
}
