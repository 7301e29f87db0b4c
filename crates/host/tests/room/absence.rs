//! Who is away: waited for, then stood in for by a bot; back, they play themselves. When all are gone, nothing happens.

use engine::GameId;
use host::Act;
use wire::house::{Ask, By, Entry, Here, Stage};

use crate::hall::{ANNE, BLAISE, CHLOE, Hall, seat, settings};

const DAY: u64 = 86_400_000;

/// Anne and Blaise in a round, and it is Blaise's turn.
fn blaises_turn() -> Hall {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    while hall.room.clock(hall.now).seat != Some(seat(1)) {
        hall.play_on(&[ANNE]);
    }
    hall
}

#[test]
fn who_is_away_is_waited_for_and_then_stood_in_for() {
    let mut hall = blaises_turn();
    assert_eq!(hall.agenda(), None, "they are here: they have all the time in the world");
    hall.room.depart(&BLAISE.id(), hall.now);
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Away]);
    let gone = hall.now;
    let task = hall.agenda().expect("the end of patience");
    assert_eq!((task.act, task.at), (Act::StandIn, gone + hall.pace.grace));
    hall.now = gone + hall.pace.grace - 1;
    assert_eq!(hall.agenda().map(|task| task.act), Some(Act::StandIn));
    hall.now += 1;
    assert_eq!(hall.agenda().map(|task| task.act), Some(Act::Think(seat(1))));
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::StandIn]);
    hall.go_on();
    let Some(Entry::Stepped { by, .. }) = hall.log.last().and_then(|it| it.first()) else { panic!("a step") };
    assert_eq!(*by, By::Bot);
    assert_eq!(hall.room.seat_of(&BLAISE.id()), Some(seat(1)), "the seat is still theirs");
}

#[test]
fn who_comes_back_in_time_was_never_away() {
    let mut hall = blaises_turn();
    hall.room.depart(&BLAISE.id(), hall.now);
    let _ = hall.agenda();
    hall.now += hall.pace.grace - 1;
    hall.room.arrive(&BLAISE.id());
    assert_eq!(hall.agenda(), None);
    hall.now += DAY;
    assert_eq!(hall.agenda(), None);
    hall.room.depart(&BLAISE.id(), hall.now);
    assert_eq!(hall.agenda().map(|task| task.at), Some(hall.now + hall.pace.grace), "waited for from the beginning");
}

#[test]
fn who_comes_back_plays_himself_at_once() {
    let mut hall = blaises_turn();
    hall.room.depart(&BLAISE.id(), hall.now);
    let _ = hall.agenda();
    hall.now += hall.pace.grace;
    assert_eq!(hall.agenda().map(|task| task.act), Some(Act::Think(seat(1))));
    hall.room.thinking_begins();
    hall.room.arrive(&BLAISE.id());
    let Hall { room, dice, now, .. } = &mut hall;
    assert_eq!(room.decide_for_bot(seat(1), "draw", *now, &mut || dice.seed()), None, "the thought comes too late");
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Here]);
    assert_eq!(hall.agenda(), None);
    hall.submit(&BLAISE, "draw");
}

#[test]
fn one_connection_of_several_is_enough_to_be_here() {
    let mut hall = blaises_turn();
    hall.room.arrive(&BLAISE.id());
    hall.room.depart(&BLAISE.id(), hall.now);
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Here]);
    hall.room.depart(&BLAISE.id(), hall.now);
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Away]);
    hall.room.depart(&BLAISE.id(), hall.now);
    hall.room.arrive(&BLAISE.id());
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Here]);
}

#[test]
fn when_all_are_gone_nothing_happens_for_days_and_then_play_goes_on() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 3));
    hall.room.arrive(&CHLOE.id());
    for player in [ANNE, BLAISE] {
        hall.room.depart(&player.id(), hall.now);
    }
    assert!(hall.room.is_paused() && hall.room.presence().paused, "a spectator does not keep the players' table going");
    let before = hall.room.seq();
    for _ in 0..10 {
        hall.now += DAY;
        assert_eq!(hall.agenda(), None);
    }
    assert_eq!(hall.room.presence().seats, [Here::Away, Here::Away, Here::Bot]);
    assert_eq!(hall.room.seq(), before);
    hall.room.arrive(&ANNE.id());
    assert!(!hall.room.is_paused());
    let back = hall.now;
    let _ = hall.agenda();
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Away, Here::Bot], "Blaise is waited for anew");
    hall.go_on_until(back + hall.pace.grace - 1);
    assert_eq!(hall.room.presence().seats[1], Here::Away);
    hall.now = back + hall.pace.grace;
    let _ = hall.agenda();
    assert_eq!(hall.room.presence().seats[1], Here::StandIn);
}

#[test]
fn between_two_rounds_too_nothing_happens_while_all_are_gone() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 2));
    for player in [ANNE, BLAISE] {
        hall.room.depart(&player.id(), hall.now);
    }
    hall.now += DAY;
    assert_eq!(hall.agenda(), None);
    hall.room.arrive(&ANNE.id());
    assert_eq!(hall.agenda().map(|task| task.at), Some(hall.now + hall.pace.between), "she has time to be ready");
}

#[test]
fn a_match_is_played_to_its_end_by_one_who_stays() {
    let mut hall = Hall::begun(settings(GameId::Dos, 2));
    hall.room.depart(&BLAISE.id(), hall.now);
    hall.play_to_the_end(&[ANNE]);
    let by_bot = |entry: &Entry| matches!(entry, Entry::Stepped { seat, by: By::Bot, .. } if seat.index() == 1);
    assert!(hall.log.iter().flatten().any(by_bot));
    let record = hall.room.record("2026-11-16").expect("the match is over");
    assert_eq!(record.header.players[1].name, "Blaise", "it is still their match");
}

#[test]
fn bots_alone_play_for_who_looks_on() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    for player in [ANNE, BLAISE] {
        hall.do_it(&player, Ask::Stand);
    }
    assert!(!hall.room.is_paused(), "both look on");
    assert!(matches!(hall.agenda().map(|task| task.act), Some(Act::Think(_))));
    assert_eq!(hall.room.presence().spectators, 2);
    for player in [ANNE, BLAISE] {
        hall.room.depart(&player.id(), hall.now);
    }
    assert_eq!((hall.room.is_paused(), hall.agenda()), (true, None));
}

#[test]
fn before_the_match_nobody_is_stood_in_for() {
    let mut hall = Hall::new(settings(GameId::QuaranteSix, 2), &[]);
    hall.do_it(&BLAISE, Ask::Sit { seat: None });
    assert_eq!(hall.agenda(), None);
    hall.now += DAY;
    assert_eq!(hall.agenda(), None);
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Away]);
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    let _ = hall.agenda();
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Away], "the waiting begins with the match");
}

#[test]
fn whoever_sits_down_where_somebody_was_away_is_waited_for_himself() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 3));
    hall.room.depart(&BLAISE.id(), hall.now);
    let _ = hall.agenda();
    hall.now += hall.pace.grace;
    let _ = hall.agenda();
    assert_eq!(hall.room.presence().seats[1], Here::StandIn);
    hall.do_it(&BLAISE, Ask::Stand);
    hall.do_it(&CHLOE, Ask::Sit { seat: Some(seat(1)) });
    let _ = hall.agenda();
    assert_eq!(hall.room.presence().seats[1], Here::Away, "Chloé has not connected yet, and has her own time for it");
    assert_eq!(hall.room.stage(), Stage::Playing);
}
