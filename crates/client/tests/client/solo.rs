//! Play without a server: what is written down brings a table back.

use std::collections::BTreeMap;
use std::sync::Arc;

use client::{Client, News};
use engine::GameId;
use host::{Mismatch, Pace, Solo, WrittenRecord};
use wire::house::{Ask, Entry, Stage, TableId, TableRefusal, read_entries};

use crate::salon::{Dice, Salon, exchange, guest, seat, seats_for, settings};

/// Keeps what was written, by table.
fn keep(kept: &mut BTreeMap<TableId, Vec<Arc<[u8]>>>, written: Vec<WrittenRecord>) {
    for WrittenRecord { table, seq, record } in written {
        let records = kept.entry(table).or_default();
        records.push(record);
        assert_eq!(records.len() as u64, seq, "records are numbered without a gap");
    }
}

/// The entries of each record.
fn read_all(records: &[Arc<[u8]>]) -> Vec<Vec<Entry>> {
    records.iter().map(|record| read_entries(record).expect("a record")).collect()
}

#[test]
fn a_table_goes_on_from_its_records_at_any_point() {
    for game in GameId::ALL {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 17);
        let mut kept = BTreeMap::new();
        let mut step = 0;
        while salon.go_on() {
            step += 1;
            if step % 25 != 0 {
                continue;
            }
            keep(&mut kept, salon.solo.take_written());
            // The process ends, with all that was on its way, and another begins.
            let mut dice = Dice::new(step);
            salon.solo = Solo::new(Pace::AT_ONCE, move || dice.seed());
            let records = &kept[salon.table.as_str()];
            salon.solo.resume(&salon.table, &read_all(records), salon.now).expect("the records fit");
            for person in &mut salon.people {
                person.line = salon.solo.connect(person.guest.clone());
                person.client.connected();
            }
            salon.exchange();
            salon.assert_all_is_known(&format!("{}, step {step}", game.slug()));
        }
        assert_eq!(salon.stage(), Stage::Over, "{}", game.slug());
        for person in &salon.people {
            let doubts = person.news.iter().filter(|news| matches!(news, News::Deal { check: Err(_), .. }));
            assert_eq!(doubts.count(), 0, "{}", game.slug());
        }
    }
}

#[test]
fn records_that_do_not_make_a_table_are_refused() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 17);
    let records: Vec<Arc<[u8]>> = salon.solo.take_written().into_iter().map(|written| written.record).collect();
    let mut solo = Solo::new(Pace::AT_ONCE, Default::default);
    let records = read_all(&records);
    assert_eq!(solo.resume(&"t".into(), &[], 0), Err(Mismatch::NoOpening));
    assert_eq!(solo.resume(&"t".into(), &records[1..], 0), Err(Mismatch::NoOpening));
    let repeated = [records[0].clone(), records[0].clone()];
    assert!(matches!(solo.resume(&"t".into(), &repeated, 0), Err(Mismatch::Entry { .. })));
    assert!(solo.room(&"t".into()).is_none());
    assert_eq!(solo.resume(&"t".into(), &records, 0), Ok(()));
    assert!(solo.room(&"t".into()).is_some());
}

#[test]
fn settings_that_do_not_fit_open_no_table() {
    let mut solo = Solo::new(Pace::AT_ONCE, Default::default);
    let refused = solo.open(settings(GameId::Onze, 77), &[], &guest("Anne"), 0);
    assert!(matches!(refused, Err(TableRefusal::BadSettings(_))));
    assert!(solo.take_written().is_empty());
}

#[test]
fn alone_with_bots_one_plays_a_match_and_another() {
    for game in GameId::ALL {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 23);
        salon.play_to_the_end();
        let places = salon.watched(0).table().places.clone().expect("the final ranks");
        assert_eq!(places.len(), usize::from(seats_for(game)));
        salon.people[0].news.clear();
        salon.ask(0, Ask::Rematch);
        salon.exchange();
        let rematch = salon.watched(1).table().rematch.clone().expect("everybody is told");
        salon.people[0].client.watch(&rematch);
        salon.exchange();
        let again = salon.people[0].client.table(&rematch).expect("the other table");
        assert_eq!((again.table().stage, again.table().seat), (Stage::Gathering, Some(seat(0))));
        assert_eq!(salon.solo.take_written().last().map(|written| written.table.clone()), Some(salon.table.clone()));
    }
}

#[test]
fn what_makes_no_sense_is_answered() {
    let mut salon = Salon::new(settings(GameId::Onze, 3), 1);
    let line = salon.people[0].line;
    for (text, code) in [
        ("nonsense", "bad-message"),
        (r#"{"id":"1","ask":"dance"}"#, "bad-message"),
        (r#"{"id":"1","ask":"legal"}"#, "no-table"),
        (r#"{"id":"1","table":"nowhere","ask":"legal"}"#, "no-such-table"),
    ] {
        salon.solo.receive(line, text, 0);
        let told = salon.solo.take_outgoing(line);
        assert!(told.len() == 1 && told[0].contains(&format!(r#""code":"{code}""#)), "{text}: {told:?}");
    }
}

#[test]
fn a_client_may_come_back_to_where_it_sat() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 1);
    // Another device of Anne's: it knows nothing but what the house says in its welcome.
    let line = salon.solo.connect(guest("Anne"));
    let mut client = Client::new(99);
    client.connected();
    exchange(&mut salon.solo, line, &mut client, salon.now);
    let tables = client.welcome().expect("a welcome").tables.clone();
    assert_eq!(tables, [salon.table.clone()]);
    client.watch(&tables[0]);
    exchange(&mut salon.solo, line, &mut client, salon.now);
    assert_eq!(client.table(&salon.table).map(|watched| watched.table().seat), Some(Some(seat(0))));
}
