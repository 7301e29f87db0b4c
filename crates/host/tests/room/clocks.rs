//! The clock of a turn: whose it is, when it is up, what is played then; and what an outage or a pause does to it.

use engine::GameId;
use host::{Act, Room};
use wire::house::{Ask, By, Entry, Settings, TableRefusal};

use crate::hall::{ANNE, Asker, BLAISE, Hall, START, settings, with_options};

/// DOS with a clock of thirty seconds.
fn timed() -> Settings {
    Settings { turn_seconds: Some(30), ..settings(GameId::Dos, 2) }
}

fn left(hall: &Hall) -> Option<u64> {
    hall.room.clock(hall.now).left_ms
}

#[test]
fn a_turn_has_the_time_of_the_table_and_a_little_for_the_network() {
    let mut hall = Hall::playing(timed());
    let begun = hall.now;
    let task = hall.agenda().expect("the clock");
    assert_eq!((task.act, task.at), (Act::Timeout, begun + 30_000 + hall.pace.lag));
    assert_eq!(left(&hall), Some(30_000));
    hall.now += 12_000;
    let _ = hall.agenda();
    assert_eq!(left(&hall), Some(18_000));
    hall.now = begun + 30_500;
    assert_eq!(left(&hall), Some(0));
    let mover = *hall.mover(&[ANNE, BLAISE]).expect("a player");
    hall.submit(&mover, "draw");
}

#[test]
fn when_the_time_is_up_the_clock_plays_until_the_turn_is_over() {
    let mut hall = Hall::playing(timed());
    let _ = hall.agenda();
    let mover = hall.room.clock(hall.now).seat;
    let mut steps = Vec::new();
    while hall.room.clock(hall.now).seat == mover {
        assert_eq!(hall.go_on(), Some(Act::Timeout));
        let Some(Entry::Stepped { step, by, .. }) = hall.log.last().and_then(|entries| entries.first()) else {
            panic!("a step")
        };
        assert_eq!(*by, By::Clock);
        steps.push(step.clone());
    }
    assert_eq!(steps[0], "draw", "{steps:?}");
    assert_eq!(hall.now, START + 30_000 + hall.pace.lag, "at once");
    assert_eq!(left(&hall), Some(30_000), "the next has all their time");
}

#[test]
fn the_message_that_passes_the_turn_carries_the_time_of_the_new_one() {
    let mut hall = Hall::playing(timed());
    let _ = hall.agenda();
    hall.now += 10_000;
    let mover = *hall.mover(&[ANNE, BLAISE]).expect("a player");
    while hall.mover(&[mover]).is_some() {
        hall.play_on(&[mover]);
    }
    let message = hall.messages.last_key_value().expect("a message").1[0].clone();
    let message: serde_json::Value = serde_json::from_str(&message).expect("JSON");
    assert_eq!(message["happened"]["clock"]["left_ms"], 30_000);
}

#[test]
fn a_step_within_a_turn_gives_no_time_back_and_neither_does_undo() {
    let mut hall = Hall::playing(Settings { turn_seconds: Some(30), ..settings(GameId::QuaranteSix, 2) });
    for _ in 0..500 {
        let _ = hall.agenda();
        let before = left(&hall);
        let player = *hall.mover(&[ANNE, BLAISE]).expect("a player");
        hall.now += 1_000;
        hall.play_on(&[player]);
        let _ = hall.agenda();
        if hall.room.clock(hall.now).undo.is_some() {
            assert_eq!(left(&hall), before.map(|left| left - 1_000));
            hall.do_it(&player, Ask::Undo);
            let _ = hall.agenda();
            assert_eq!(left(&hall), before.map(|left| left - 1_000));
            return;
        }
    }
    panic!("no step could be taken back");
}

#[test]
fn rummy_has_its_own_sixty_seconds_and_its_penalty() {
    let mut hall = Hall::playing(settings(GameId::Rummy, 2));
    let _ = hall.agenda();
    assert_eq!(left(&hall), Some(60_000));
    let tiles = |hall: &Hall| hall.views()[2].view.clone().expect("a view")["pile"].as_u64().expect("a count");
    let before = tiles(&hall);
    let mover = hall.room.clock(hall.now).seat;
    assert_eq!(hall.go_on(), Some(Act::Timeout));
    assert_eq!(tiles(&hall), before - 3, "R21");
    assert_ne!(hall.room.clock(hall.now).seat, mover);
    let Some(Entry::Stepped { step, by: By::Clock, .. }) = hall.log.last().and_then(|it| it.first()) else {
        panic!("a step")
    };
    assert_eq!(step, "timeout");
}

#[test]
fn rummy_without_its_clock_has_none() {
    let mut hall = Hall::playing(with_options(GameId::Rummy, 2, serde_json::json!({ "turn_seconds": 0 })));
    assert_eq!(hall.agenda(), None);
    assert_eq!(left(&hall), None);
}

#[test]
fn settings_of_a_clock_that_make_no_sense_are_refused_in_both_languages() {
    let bad = [
        Settings { turn_seconds: Some(60), ..settings(GameId::Rummy, 2) },
        Settings { turn_seconds: Some(4), ..settings(GameId::Dos, 2) },
        Settings { turn_seconds: Some(3_601), ..settings(GameId::Dos, 2) },
    ];
    for settings in bad {
        let why = |asker: Asker| match host::open(settings.clone(), &[], &asker.person(), START) {
            Err(refusal @ TableRefusal::BadSettings(_)) => words::house::say_table_refusal(&refusal, asker.lang),
            other => panic!("{other:?}"),
        };
        let (french, english) = (why(ANNE), why(BLAISE));
        assert!(!french.is_empty() && french != english, "{french}");
    }
}

#[test]
fn after_an_outage_the_turn_begins_anew() {
    let mut hall = Hall::playing(timed());
    let _ = hall.agenda();
    hall.now += 29_000;
    hall.room = hall.replayed();
    assert_eq!(hall.agenda(), None, "nobody is there yet");
    assert_eq!(left(&hall), None);
    hall.now += 3_600_000;
    hall.room.arrive(&BLAISE.id());
    let _ = hall.agenda();
    assert_eq!(left(&hall), Some(30_000));
}

#[test]
fn a_pause_stops_the_clock() {
    let mut hall = Hall::playing(timed());
    let _ = hall.agenda();
    hall.now += 20_000;
    for player in [ANNE, BLAISE] {
        hall.room.depart(&player.id(), hall.now);
    }
    assert_eq!((hall.agenda(), left(&hall)), (None, None));
    hall.now += 3 * 86_400_000;
    assert_eq!((hall.agenda(), left(&hall)), (None, None));
    hall.room.arrive(&ANNE.id());
    assert_eq!(left(&hall), Some(30_000));
    assert!(hall.agenda().is_some_and(|task| task.at >= hall.now), "nothing is overdue");
}

#[test]
fn steps_are_timed_from_the_deal_and_never_backwards() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    let times = |room: &Room, log: &[Vec<Entry>]| {
        assert!(room.seq() > 0);
        log.iter()
            .flatten()
            .filter_map(|entry| if let Entry::Stepped { ms, .. } = entry { Some(*ms) } else { None })
            .collect::<Vec<u64>>()
    };
    for pause in [500, 250] {
        hall.now += pause;
        hall.play_on(&[ANNE, BLAISE]);
    }
    hall.now -= 400;
    hall.play_on(&[ANNE, BLAISE]);
    assert_eq!(times(&hall.room, &hall.log), [500, 750, 750]);
}

#[test]
fn who_has_the_turn_again_has_all_his_time_again() {
    let mut hall = Hall::playing(timed());
    let _ = hall.agenda();
    let first = *hall.mover(&[ANNE, BLAISE]).expect("a player");
    hall.now += 20_000;
    // The table is not asked in between what it would do: it notices all the same.
    for player in [first, if first.player == ANNE.player { BLAISE } else { ANNE }] {
        while hall.mover(&[player]).is_some() {
            hall.play_on(&[player]);
        }
    }
    assert!(hall.mover(&[first]).is_some());
    assert_eq!(left(&hall), Some(30_000));
}
