//! How matches end: by the host's clock, for ratings, with a rematch, or put away; and what the end says.

use engine::GameId;
use host::{Act, Room, open};
use wire::house::{Ask, BotLevel, Entry, Here, Settings, Stage, TableRefusal};
use words::Lang;

use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Came, Hall, START, seat, settings, with_options};

fn rated(seats: u8) -> Settings {
    Settings { rated: true, hints: false, undo: false, ..settings(GameId::QuaranteSix, seats) }
}

#[test]
fn the_end_says_who_came_where_with_how_many_points_and_who_played() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 3));
    hall.play_to_the_end(&[ANNE, BLAISE]);
    let Some(Entry::Ended { at, places, scores, sitters, .. }) = hall.log.last().and_then(|entries| entries.last())
    else {
        panic!("the last entry is the end");
    };
    assert_eq!((*at, places.len(), scores.len()), (hall.now, 3, 3));
    assert_eq!(sitters, hall.room.sitters());
    assert!(places.contains(&1));
    assert_eq!(hall.views()[0].places.as_ref(), Some(places));
    assert_eq!(hall.agenda(), None);
    assert_eq!(hall.room.clock(hall.now), wire::house::Clock::default());
    assert_eq!(hall.room.decide_deal(hall.now), None);
    assert_eq!(hall.room.decide_last_round(hall.now), None);
    assert_eq!(hall.room.decide_close(hall.now), None);
}

#[test]
fn nobody_is_waited_for_once_the_match_is_over() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 3));
    hall.room.depart(&BLAISE.id(), hall.now);
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Away, Here::Bot]);
    hall.room.arrive(&BLAISE.id());
    hall.play_to_the_end(&[ANNE, BLAISE]);
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Here, Here::Bot]);
    let Came::Rematch(_) = hall.do_it(&BLAISE, Ask::Rematch) else { panic!("a rematch") };
    hall.room.depart(&BLAISE.id(), hall.now);
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Gone, Here::Bot], "they are at the rematch");
    assert_eq!(hall.agenda(), None, "and no bot stands in");
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Gone, Here::Bot]);
    hall.room.arrive(&BLAISE.id());
    assert_eq!(hall.room.presence().seats[1], Here::Here);
}

#[test]
fn when_the_hosts_minutes_are_over_the_round_under_way_is_the_last() {
    let mut hall = Hall::begun(with_options(GameId::NainJaune, 3, serde_json::json!({ "minutes": 10, "rounds": 90 })));
    let began = hall.now;
    hall.deal();
    while hall.mover(&[ANNE, BLAISE]).is_none() {
        hall.go_on();
    }
    let task = hall.agenda().expect("the host's clock");
    assert_eq!((task.act, task.at), (Act::LastRound, began + 600_000));
    hall.go_on();
    assert!(hall.last_happenings().iter().any(|it| it == "last_round"));
    assert_ne!(hall.agenda().map(|task| task.act), Some(Act::LastRound), "it is called once");
    assert_eq!(hall.room.decide_last_round(hall.now), None);
    let round = hall.room.summary().round;
    hall.play_to_the_end(&[ANNE, BLAISE]);
    assert_eq!(hall.room.summary().round, round);
    let record = hall.room.record("2026-11-16").expect("the match is over");
    referee::records::verify(&wire::write_record(&record), Lang::English).expect("the record holds");
}

#[test]
fn minutes_that_end_between_two_rounds_make_the_next_the_last() {
    let mut hall = Hall::begun(with_options(GameId::NainJaune, 3, serde_json::json!({ "minutes": 1, "rounds": 90 })));
    hall.now += 120_000;
    assert_eq!(hall.room.decide_last_round(hall.now), None, "there is no round to be the last");
    hall.go_on();
    assert_eq!(hall.go_on(), Some(Act::LastRound));
    hall.play_to_the_end(&[ANNE, BLAISE]);
    assert_eq!(hall.room.summary().round, 1);
}

#[test]
fn a_rated_match_is_played_without_help_by_those_who_began_it() {
    for help in [Settings { hints: true, ..rated(2) }, Settings { undo: true, ..rated(2) }] {
        assert!(matches!(open(help, &[], &ANNE.person(), START), Err(TableRefusal::BadSettings { .. })));
    }
    let mut hall = Hall::new(rated(3), &[]);
    assert_eq!(hall.refused(&ANNE, Ask::Begin { fill: Some(BotLevel::Expert) }), "rated-alone");
    hall.join(&CHLOE);
    hall.do_it(&ANNE, Ask::Begin { fill: Some(BotLevel::Expert) });
    assert_eq!(hall.refused(&CHLOE, Ask::Stand), "match-begun", "a program is a player, too");
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: None }), "match-begun");
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: Some(seat(2)) }), "match-begun");
    hall.deal();
    assert_eq!(hall.refused(&ANNE, Ask::Hint), "hints-off");
    assert_eq!(hall.refused(&ANNE, Ask::Undo), "undo-off");
    assert_eq!(hall.refused(&CHLOE, Ask::Stand), "match-begun");
    hall.play_to_the_end(&[ANNE, CHLOE]);
}

#[test]
fn before_a_rated_match_people_come_and_go() {
    let mut hall = Hall::new(rated(2), &[]);
    hall.join(&BLAISE);
    hall.do_it(&BLAISE, Ask::Stand);
    hall.do_it(&CHLOE, Ask::Sit { seat: None });
    hall.do_it(&ANNE, Ask::Begin { fill: None });
}

#[test]
fn a_rematch_is_another_table_where_everyone_finds_his_seat() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 3));
    assert_eq!(hall.refused(&ANNE, Ask::Rematch), "match-not-over");
    hall.play_to_the_end(&[ANNE, BLAISE]);
    assert_eq!(hall.refused(&CHLOE, Ask::Rematch), "not-seated");
    let renamed = Asker { name: "Blaise II", ..BLAISE };
    let Came::Rematch(entries) = hall.do_it(&renamed, Ask::Rematch) else { panic!("a table is opened") };
    let mut again = Hall::of(entries);
    assert_eq!(again.views()[0].host, BLAISE.player);
    assert_eq!(again.room.settings(), hall.room.settings());
    let names: Vec<Option<&str>> =
        again.room.sitters().iter().map(|it| it.as_ref().map(|it| it.name.as_str())).collect();
    assert_eq!(names, [None, Some("Blaise II"), Some("Basile")]);
    again.do_it(&ANNE, Ask::Sit { seat: Some(seat(0)) });

    hall.write(vec![Entry::Rematched { table: "t2".into() }]);
    assert_eq!(hall.room.rematch(), Some(&"t2".into()));
    let told = Came::Answered(serde_json::json!({ "table": "t2" }));
    assert_eq!(hall.do_it(&ANNE, Ask::Rematch), told, "there is one rematch");
    assert_eq!(hall.views()[0].rematch.as_deref(), Some("t2"));
}

#[test]
fn a_table_put_away_answers_no_more() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    let entries = hall.room.decide_close(hall.now).expect("it is open");
    hall.write(entries);
    assert_eq!(hall.last_happenings(), ["closed"]);
    assert_eq!(hall.room.stage(), Stage::Closed);
    assert_eq!((hall.agenda(), hall.room.decide_close(hall.now)), (None, None));
    assert_eq!(hall.room.record("2026-11-16"), None);
    let asks = [Ask::Submit { step: "draw".into() }, Ask::Stand, Ask::Rematch, Ask::Begin { fill: None }, Ask::Legal];
    for ask in asks {
        assert_eq!(hall.refused(&ANNE, ask), "match-over");
    }
    assert_eq!(hall.refused(&CHLOE, Ask::Sit { seat: None }), "match-over");
    assert!(Room::replay(&"t1".into(), hall.log.iter().map(Vec::as_slice)).is_ok());
}

#[test]
fn a_table_knows_when_something_last_happened_also_after_it_slept() {
    let mut hall = Hall::playing(settings(GameId::Onze, 2));
    assert!(hall.room.last_active() >= START);
    hall.now = START + 40 * 24 * 3_600_000;
    let mover = *hall.mover(&[ANNE, BLAISE]).expect("it is somebody's turn");
    let step = hall.legal(&mover)[0].clone();
    hall.submit(&mover, &step);
    assert_eq!(hall.room.last_active(), hall.now, "a table opened long ago is not an old table");
    assert_eq!(hall.replayed().last_active(), hall.now);
}
