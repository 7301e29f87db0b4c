//! Steps: who may make them and when, which rule refuses them, and that none is made twice.

use engine::GameId;
use host::Refusal;
use wire::house::{Ask, Entry, Speech, TableRefusal};

use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Came, Hall, seat, settings};

fn submit(step: &str) -> Ask {
    Ask::Submit { step: step.into() }
}

/// Who is to move, and who is not.
fn sides(hall: &Hall) -> (Asker, Asker) {
    if hall.room.clock(hall.now).seat == Some(seat(0)) { (ANNE, BLAISE) } else { (BLAISE, ANNE) }
}

#[test]
fn a_rule_of_the_game_refuses_with_its_number_and_a_sentence() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    let (mover, other) = sides(&hall);
    let Err(Refusal::Step(refused)) = hall.ask(&mover, submit("end")) else { panic!("nothing was laid") };
    assert!(refused.rule.as_ref().is_some_and(|rule| rule.starts_with('R')), "{refused:?}");
    let sent = Refusal::Step(refused.clone()).to_message("e1", mover.lang);
    assert_eq!((sent.id.as_str(), sent.code.as_str()), ("e1", &*refused.code));
    assert!(!sent.message.is_empty());
    assert_eq!(hall.refused_step(&other, "draw"), "not-your-turn");
}

#[test]
fn what_is_no_move_is_refused() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    let (mover, _) = sides(&hall);
    for text in ["", "  ", "hello", "draw draw", "99", "\u{0}", "drâw"] {
        assert_eq!(hall.refused_step(&mover, text), "bad-notation", "{text:?}");
    }
    assert_eq!(hall.refused_step(&mover, &"draw ".repeat(201)), "step-too-long");
}

#[test]
fn nobody_moves_for_another_seat() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    let (mover, other) = sides(&hall);
    let own = hall.room.seat_of(&mover.id()).expect("a seat").index();
    assert_eq!(hall.refused_step(&other, &format!("{own}:draw")), "bad-notation");
    hall.submit(&mover, &format!("{own}:draw"));
    let Some(Entry::Stepped { step, .. }) = hall.log.last().and_then(|entries| entries.get(1)) else {
        panic!("a step")
    };
    assert_eq!(step, "draw", "written down without the seat");
}

#[test]
fn steps_are_made_in_a_round_by_those_who_sit_there() {
    let mut hall = Hall::new(settings(GameId::QuaranteSix, 2), &[]);
    hall.join(&BLAISE);
    for ask in [submit("draw"), Ask::Legal, Ask::Hint, Ask::Undo] {
        assert_eq!(hall.refused(&ANNE, ask.clone()), "match-not-begun");
        assert_eq!(hall.refused(&CHLOE, ask), "not-seated");
    }
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    for ask in [submit("draw"), Ask::Legal, Ask::Hint, Ask::Undo] {
        assert_eq!(hall.refused(&ANNE, ask), "no-round");
    }
    hall.play_to_the_end(&[ANNE, BLAISE]);
    for ask in [submit("draw"), Ask::Legal, Ask::Hint, Ask::Undo] {
        assert_eq!(hall.refused(&ANNE, ask), "match-over");
    }
}

#[test]
fn the_clocks_move_is_no_players_and_no_bots() {
    let mut hall = Hall::playing(settings(GameId::Rummy, 3));
    for (asker, place) in [(ANNE, 0), (BLAISE, 1)] {
        assert_eq!(hall.refused_step(&asker, "timeout"), "bad-notation", "seat {place}");
    }
    while hall.room.clock(hall.now).seat != Some(seat(2)) {
        hall.play_on(&[ANNE, BLAISE]);
    }
    let Hall { room, dice, now, .. } = &mut hall;
    assert_eq!(room.decide_for_bot(seat(2), "timeout", *now, &mut || dice.seed()), None);
    assert!(room.decide_for_bot(seat(2), "draw", *now, &mut || dice.seed()).is_some());
    assert_eq!(room.decide_for_bot(seat(0), "draw", *now, &mut || dice.seed()), None, "no bot plays there");
}

#[test]
fn the_list_of_moves_is_that_of_the_seat_that_asks() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    let (mover, other) = sides(&hall);
    assert!(hall.legal(&mover).contains(&"draw".to_string()));
    assert_eq!(hall.legal(&other), Vec::<String>::new());
}

#[test]
fn a_repeat_gets_the_first_answer_and_is_not_done_again_even_after_an_outage() {
    let mut hall = Hall::playing(settings(GameId::Dos, 2));
    let (mover, other) = sides(&hall);
    let Ok(Came::Written(seq)) = hall.ask_as(&mover, "m1", &submit("draw")) else { panic!("a draw") };
    let cards = |hall: &Hall| hall.views()[2].view.clone().expect("a view")["hands"].clone();
    let before = cards(&hall);
    assert_eq!(hall.ask_as(&mover, "m1", &submit("draw")), Ok(Came::Repeated(seq)));
    let reused = Err(TableRefusal::IdReused.into());
    assert_eq!(hall.ask_as(&mover, "m1", &submit("no move at all")), reused);
    hall.room = hall.replayed();
    assert_eq!(hall.ask_as(&mover, "m1", &submit("no move at all")), reused, "the log tells what was asked");
    assert_eq!(hall.ask_as(&mover, "m1", &submit("draw")), Ok(Came::Repeated(seq)));
    assert_eq!((hall.room.seq(), cards(&hall)), (seq, before));
    assert_eq!(hall.room.answer_to(&other.id(), "m1"), None, "an id is its player's own");
}

#[test]
fn what_was_refused_may_be_asked_again_with_another_id_when_it_is_in_order() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    let (mover, other) = sides(&hall);
    let refused = hall.ask_as(&other, "d", &submit("draw")).expect_err("it is not their turn");
    hall.submit(&mover, "draw");
    while hall.room.clock(hall.now).seat == hall.room.seat_of(&mover.id()) {
        hall.play_on(&[mover]);
    }
    assert_eq!(hall.ask_as(&other, "d", &submit("draw")), Err(refused), "a repeat gets the first answer");
    assert!(matches!(hall.ask_as(&other, "e", &submit("draw")), Ok(Came::Written(_))));
}

#[test]
fn the_last_answers_of_each_player_are_kept_however_much_others_ask() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 2));
    let say = |text: &str| Ask::Say { speech: Speech::Text(text.into()) };
    let Ok(Came::Written(first)) = hall.ask_as(&BLAISE, "m0", &say("hello")) else { panic!("they may speak") };
    for number in 0..80 {
        hall.now += 10_000;
        hall.ask_as(&ANNE, &format!("m{number}"), &say("well")).expect("sthey may speak");
    }
    for room in [&hall.room, &hall.replayed()] {
        let known = |number: u64| room.answer_to(&ANNE.id(), &format!("m{number}"));
        assert!((0..16).all(|old| known(old).is_none()));
        assert!((16..80).all(|recent| known(recent) == Some(first + 1 + recent)));
        assert_eq!(room.answer_to(&BLAISE.id(), "m0"), Some(first));
    }
}

#[test]
fn hints_are_given_to_who_may_move_where_the_table_allows_them() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    let (mover, other) = sides(&hall);
    let Came::Answered(hint) = hall.do_it(&mover, Ask::Hint) else { panic!("a hint is told") };
    let moves = hall.legal(&mover);
    assert!(moves.iter().any(|legal| hint["move"] == *legal), "{hint}");
    assert!(!hint["info"]["why"].as_str().expect("a reason").is_empty());
    assert_eq!(hall.refused(&other, Ask::Hint), "no-hint");
    let mut without = Hall::playing(wire::house::Settings { hints: false, ..settings(GameId::QuaranteSix, 2) });
    assert_eq!(without.refused(&ANNE, Ask::Hint), "hints-off");
}
