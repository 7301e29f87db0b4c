//! A table of a duplicate evening: its deal is the evening's, in its log, after an outage and in a snapshot.

use engine::{GameId, Seat, Seed};
use host::{Mismatch, Room, evening_settings, evening_start, open_evening};
use serde_json::{Map, json};
use wire::house::{
    Ask, BotLevel, Entry, EveningDeal, EveningPlace, TableRefusal, read_entries, read_snapshot, write_entries,
    write_snapshot,
};
use wire::{Value, evening_seed, write_seed};

use crate::hall::{ANNE, BLAISE, START, seat};

const EVENING: Seed = Seed([9; 32]);

fn deal(number: u16) -> EveningDeal {
    EveningDeal { place: EveningPlace { evening: "k3v9".into(), deal: number, deals: 3 }, seed: EVENING }
}

/// What opens a table of the second deal, as it is read from a log.
fn opening(game: GameId, seats: u8, own: Seat) -> Result<Vec<Entry>, TableRefusal> {
    let options = json!({ "minutes": 10 }).as_object().cloned().unwrap_or_default();
    let options = if game == GameId::NainJaune { options } else { Map::new() };
    let settings = evening_settings(game, options, seats);
    let entries = open_evening(settings, deal(2), own, BotLevel::Casual, &ANNE.person(), START)?;
    Ok(read_entries(&write_entries(&entries)).expect("what was written can be read"))
}

fn dice() -> Seed {
    panic!("an evening's table throws no dice of its own");
}

/// The code of the refusal of an ask at such a table.
pub(crate) fn refused(ask: &Ask) -> String {
    let entries = opening(GameId::Onze, 2, seat(0)).expect("good settings");
    let mut room = Room::opened(&"t1".into(), &entries).expect("the log fits");
    match room.decide(&ANNE.person(), "1", ask, START, &mut dice) {
        Err(refusal) => refusal.code().into(),
        Ok(_) => panic!("{ask:?} was granted"),
    }
}

#[test]
fn what_would_spoil_the_deal_is_refused() {
    let ready = Ask::Ready { round: 1, entropy: Some("c0ffee".into()) };
    for ask in [ready, Ask::Invite { player: BLAISE.id() }, Ask::Stand, Ask::Rematch] {
        assert_eq!(refused(&ask), "evening-table", "{ask:?}");
    }
}

#[test]
fn every_game_opens_with_one_round_from_the_evenings_seed_and_bots_all_around() {
    for game in GameId::ALL {
        let entries = opening(game, 4, seat(2)).expect("good settings");
        let room = Room::opened(&"t1".into(), &entries).expect("the log fits");
        let settings = room.settings();
        let rounds = ["rounds", "target"].iter().find_map(|option| settings.options.get(*option));
        // Onze has one round where nothing else is said.
        assert!(rounds.is_none_or(|rounds| *rounds == 1) && !settings.options.contains_key("minutes"), "{settings:?}");
        assert!(!settings.hints && !settings.undo && !settings.rated);
        assert_eq!(room.seat_of(&ANNE.id()), Some(seat(2)));
        assert_eq!(room.sitters().iter().flatten().count(), 4);
        let committed = Entry::Committed { round: 1, seed: write_seed(&evening_seed(&EVENING, 2, 1)) };
        assert_eq!(entries.last(), Some(&committed));
        assert!(
            room.admits(Some(&ANNE.id()), None) && !room.admits(Some(&BLAISE.id()), None) && !room.admits(None, None)
        );
        assert!(room.decide_void(&mut dice).is_none(), "a copy that is put back deals the same");
    }
}

#[test]
fn a_log_with_another_seed_than_the_evenings_is_refused() {
    let mut entries = opening(GameId::Dos, 2, seat(0)).expect("good settings");
    if let Some(Entry::Committed { seed, .. }) = entries.last_mut() {
        *seed = write_seed(&evening_seed(&EVENING, 3, 1));
    }
    let why = "the seed is not the evening's";
    assert!(matches!(Room::opened(&"t1".into(), &entries), Err(Mismatch::Entry { why: found, .. }) if found == why));
}

#[test]
fn a_snapshot_of_the_table_knows_the_evening() {
    let entries = opening(GameId::Onze, 3, seat(0)).expect("good settings");
    let room = Room::opened(&"t1".into(), &entries).expect("the log fits");
    let snapshot = room.snapshot().expect("a round is about to be dealt");
    let snapshot = read_snapshot(&write_snapshot(&snapshot)).expect("what was written can be read");
    let dealt = room.decide_deal(START + 1).expect("a deal");
    let room = Room::restore(&"t1".into(), snapshot, [dealt.as_slice()].into_iter()).expect("it fits");
    assert_eq!(room.evening(), Some(&deal(2)));
}

#[test]
fn what_no_table_can_be_opened_with_is_refused() {
    assert!(matches!(opening(GameId::NainJaune, 2, seat(0)), Err(TableRefusal::BadSettings(_))));
    assert_eq!(opening(GameId::Onze, 3, seat(3)), Err(TableRefusal::NoSuchSeat { seats: 3 }));
}

#[test]
fn in_nain_jaune_everybody_begins_with_tokens() {
    let start = |game, options: Value| {
        evening_start(&evening_settings(game, options.as_object().cloned().unwrap_or_default(), 4))
    };
    assert_eq!(start(GameId::NainJaune, json!({ "tokens": 40 })), 40);
    assert!(start(GameId::NainJaune, json!({})) > 0);
    assert_eq!(start(GameId::Rummy, json!({})), 0);
}
