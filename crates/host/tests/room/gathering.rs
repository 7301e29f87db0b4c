//! Before the match: who sits where, who leads the table, how it begins; and who comes and goes in the middle.

use engine::GameId;
use host::{Room, open};
use wire::house::{Ask, BotLevel, Entry, Here, PlayerId, Seating, Settings, Stage, TableRefusal};

use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Came, Hall, START, on_seats, seat, settings};

fn names(hall: &Hall) -> Vec<String> {
    hall.room.sitters().iter().map(|sitter| sitter.as_ref().map(|it| it.name.clone()).unwrap_or_default()).collect()
}

fn host(hall: &Hall) -> PlayerId {
    hall.views()[0].host.clone()
}

#[test]
fn who_opens_a_table_sits_first_and_bots_where_they_are_wanted() {
    let hall = Hall::new(settings(GameId::Onze, 4), &[(2, BotLevel::Expert)]);
    assert_eq!(names(&hall), ["Anne", "", "Basile", ""]);
    assert_eq!(host(&hall), ANNE.player);
    assert_eq!(hall.room.stage(), Stage::Gathering);
    assert_eq!(hall.views()[0].view, None, "nothing is dealt");
}

#[test]
fn bots_are_wanted_on_seats_that_are_there_and_free() {
    let opened = |bots: &[(usize, BotLevel)]| open(settings(GameId::Onze, 3), &on_seats(bots), &ANNE.person(), START);
    assert_eq!(opened(&[(3, BotLevel::Novice)]), Err(TableRefusal::NoSuchSeat { seats: 3 }));
    assert_eq!(opened(&[(0, BotLevel::Novice)]), Err(TableRefusal::SeatTaken));
    assert_eq!(opened(&[(1, BotLevel::Novice), (1, BotLevel::Expert)]), Err(TableRefusal::SeatTaken));
}

#[test]
fn one_sits_on_the_seat_one_asks_for_or_on_any() {
    let mut hall = Hall::new(settings(GameId::Onze, 4), &[(1, BotLevel::Casual)]);
    hall.do_it(&BLAISE, Ask::Sit { seat: Some(seat(3)) });
    hall.do_it(&CHLOE, Ask::Sit { seat: None });
    assert_eq!(names(&hall), ["Anne", "Ondine", "Chloé", "Blaise"]);
    let chloe = hall.room.sitters()[2].clone().expect("Chloé sits there");
    assert_eq!(chloe.seating, Seating::Program { player: CHLOE.player.into() });
    assert_eq!(hall.refused(&CHLOE, Ask::Sit { seat: Some(seat(1)) }), "already-seated");
}

#[test]
fn a_free_seat_is_taken_before_that_of_a_bot() {
    let mut hall = Hall::new(settings(GameId::Onze, 3), &[(1, BotLevel::Casual)]);
    hall.do_it(&BLAISE, Ask::Sit { seat: None });
    assert_eq!(names(&hall), ["Anne", "Ondine", "Blaise"]);
    hall.do_it(&CHLOE, Ask::Sit { seat: None });
    assert_eq!(names(&hall), ["Anne", "Chloé", "Blaise"]);
}

#[test]
fn seats_that_are_not_there_or_taken_are_refused() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: Some(seat(2)) }), "no-such-seat");
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: Some(seat(0)) }), "seat-taken");
    hall.do_it(&BLAISE, Ask::Sit { seat: Some(seat(1)) });
    assert_eq!(hall.refused(&CHLOE, Ask::Sit { seat: None }), "table-full");
}

#[test]
fn who_stands_up_before_the_match_leaves_the_seat_free() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    hall.do_it(&BLAISE, Ask::Sit { seat: None });
    hall.do_it(&BLAISE, Ask::Stand);
    assert_eq!(names(&hall), ["Anne", ""]);
    assert_eq!(hall.refused(&BLAISE, Ask::Stand), "not-seated");
}

#[test]
fn the_host_seats_bots_and_frees_seats_before_the_match() {
    let mut hall = Hall::new(settings(GameId::Onze, 3), &[]);
    hall.do_it(&BLAISE, Ask::Sit { seat: Some(seat(1)) });
    hall.do_it(&ANNE, Ask::SeatBot { seat: seat(2), level: BotLevel::Novice });
    hall.do_it(&ANNE, Ask::SeatBot { seat: seat(2), level: BotLevel::Expert });
    assert_eq!(hall.refused(&ANNE, Ask::SeatBot { seat: seat(1), level: BotLevel::Novice }), "seat-taken");
    assert_eq!(hall.refused(&ANNE, Ask::SeatBot { seat: seat(3), level: BotLevel::Novice }), "no-such-seat");
    assert_eq!(hall.refused(&ANNE, Ask::FreeSeat { seat: seat(3) }), "no-such-seat");
    hall.do_it(&ANNE, Ask::FreeSeat { seat: seat(1) });
    hall.do_it(&ANNE, Ask::FreeSeat { seat: seat(2) });
    assert_eq!(names(&hall), ["Anne", "", ""]);
    assert_eq!(hall.refused(&ANNE, Ask::FreeSeat { seat: seat(1) }), "no-such-player");
}

#[test]
fn only_the_host_leads_and_only_before_the_match() {
    let mut hall = Hall::new(settings(GameId::Onze, 3), &[(2, BotLevel::Casual)]);
    hall.join(&BLAISE);
    let leading = [
        Ask::SeatBot { seat: seat(2), level: BotLevel::Novice },
        Ask::FreeSeat { seat: seat(2) },
        Ask::Begin { fill: None },
        Ask::Mute { player: ANNE.player.into(), silent: true },
    ];
    for ask in leading {
        assert_eq!(hall.refused(&BLAISE, ask), "not-host");
    }
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    for ask in [
        Ask::SeatBot { seat: seat(2), level: BotLevel::Novice },
        Ask::FreeSeat { seat: seat(1) },
        Ask::Begin { fill: None },
    ] {
        assert_eq!(hall.refused(&ANNE, ask), "match-begun");
    }
}

#[test]
fn when_the_host_leaves_the_next_who_sits_there_is_host() {
    let mut hall = Hall::new(settings(GameId::Onze, 3), &[(1, BotLevel::Casual)]);
    hall.join(&BLAISE);
    hall.do_it(&ANNE, Ask::Stand);
    assert_eq!(host(&hall), BLAISE.player, "a bot is never host");
    hall.do_it(&ANNE, Ask::Sit { seat: Some(seat(0)) });
    assert_eq!(host(&hall), BLAISE.player, "who comes back does not get the role back");
    hall.do_it(&BLAISE, Ask::FreeSeat { seat: seat(2) });
    assert_eq!(host(&hall), ANNE.player);
    hall.do_it(&ANNE, Ask::Stand);
    assert_eq!(host(&hall), ANNE.player, "an empty table keeps its host until somebody sits down");
    hall.do_it(&CHLOE, Ask::Sit { seat: None });
    assert_eq!(host(&hall), CHLOE.player);
}

#[test]
fn a_match_begins_when_all_seats_are_taken_or_are_to_be_filled() {
    let mut hall = Hall::new(settings(GameId::Onze, 3), &[]);
    hall.join(&BLAISE);
    assert_eq!(hall.refused(&ANNE, Ask::Begin { fill: None }), "seats-free");
    hall.do_it(&ANNE, Ask::Begin { fill: Some(BotLevel::Novice) });
    assert_eq!(names(&hall), ["Anne", "Blaise", "Basile"]);
    assert_eq!(hall.room.stage(), Stage::Between);
}

#[test]
fn bots_are_called_like_nobody_else_at_the_table() {
    let namesake = Asker { player: "p-ondine", name: "Ondine", ..CHLOE };
    let mut hall = Hall::new(settings(GameId::NainJaune, 8), &[]);
    hall.do_it(&namesake, Ask::Sit { seat: Some(seat(5)) });
    hall.do_it(&ANNE, Ask::Begin { fill: Some(BotLevel::Novice) });
    let mut names = names(&hall);
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 8, "{names:?}");
}

#[test]
fn a_bots_seat_can_be_taken_over_in_the_middle_of_a_round() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 3));
    let hand = hall.views()[2].view.clone().expect("a view")["hands"][2].clone();
    assert!(hand.is_array(), "the bot's hand is seen from its seat");
    hall.join(&CHLOE);
    assert_eq!(hall.room.seat_of(&CHLOE.id()), Some(seat(2)));
    assert_eq!(hall.views()[2].view.clone().expect("a view")["hands"][2], hand, "with the hand it had");
    assert_eq!(hall.refused(&Asker { player: "p-denis", ..BLAISE }, Ask::Sit { seat: None }), "table-full");
}

#[test]
fn where_somebody_leaves_a_match_a_bot_goes_on_and_everybody_is_told() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 2));
    hall.do_it(&BLAISE, Ask::Stand);
    let happenings = hall.last_happenings();
    assert_eq!(happenings[0]["left"]["seat"], 1);
    assert_eq!(happenings[1]["sat"]["seat"], 1);
    assert_eq!(happenings[1]["sat"]["sitter"]["name"], "Ondine");
    assert_eq!(hall.room.presence().seats, [Here::Here, Here::Bot]);
    hall.do_it(&BLAISE, Ask::Sit { seat: None });
    assert_eq!(hall.room.seat_of(&BLAISE.id()), Some(seat(1)), "their own seat is found again");
}

#[test]
fn who_has_seen_a_hand_takes_no_other_before_the_next_deal() {
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 3));
    hall.do_it(&BLAISE, Ask::Stand);
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: Some(seat(2)) }), "seen-hand");
    hall.do_it(&CHLOE, Ask::Sit { seat: Some(seat(1)) });
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: None }), "seen-hand");
    hall.do_it(&CHLOE, Ask::Stand);
    assert_eq!(hall.refused(&CHLOE, Ask::Sit { seat: Some(seat(2)) }), "seen-hand");
    hall.room.arrive(&CHLOE.id());
    while hall.room.stage() == Stage::Playing {
        hall.play_on(&[ANNE]);
    }
    assert_eq!(hall.room.stage(), Stage::Between);
    hall.do_it(&BLAISE, Ask::Sit { seat: Some(seat(2)) });
    hall.do_it(&CHLOE, Ask::Sit { seat: Some(seat(1)) });
}

#[test]
fn nobody_sits_or_stands_or_leads_when_the_match_is_over() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 2));
    hall.play_to_the_end(&[ANNE, BLAISE]);
    assert_eq!(hall.refused(&CHLOE, Ask::Sit { seat: None }), "match-over");
    assert_eq!(hall.refused(&ANNE, Ask::Stand), "match-over");
    assert_eq!(hall.refused(&ANNE, Ask::Begin { fill: None }), "match-over");
}

#[test]
fn every_ask_that_changes_the_table_is_done_once() {
    let mut hall = Hall::new(settings(GameId::Onze, 3), &[]);
    let sit = Ask::Sit { seat: Some(seat(1)) };
    let first = hall.ask_as(&BLAISE, "sit", &sit).expect("a free seat");
    let Came::Written(seq) = first else { panic!("{first:?}") };
    assert_eq!(hall.ask_as(&BLAISE, "sit", &sit), Ok(Came::Repeated(seq)));
    // Somebody else sits there when the host's ask comes a second time: it does not send them away.
    let Ok(Came::Written(freed)) = hall.ask_as(&ANNE, "free", &Ask::FreeSeat { seat: seat(1) }) else {
        panic!("freed")
    };
    hall.do_it(&CHLOE, Ask::Sit { seat: Some(seat(1)) });
    assert_eq!(hall.ask_as(&ANNE, "free", &Ask::FreeSeat { seat: seat(1) }), Ok(Came::Repeated(freed)));
    assert_eq!(names(&hall), ["Anne", "Chloé", ""]);
    assert_eq!(hall.ask_as(&CHLOE, "free", &Ask::Stand), Ok(Came::Written(freed + 2)), "another player's id");
}

#[test]
fn a_table_is_opened_by_its_first_record_alone() {
    let sat = Entry::Left { seat: seat(0) };
    assert_eq!(Room::opened(&"t1".into(), &[]).err(), Some(host::Mismatch::NoOpening));
    assert_eq!(Room::opened(&"t1".into(), &[sat]).err(), Some(host::Mismatch::NoOpening));
    assert_eq!(Room::replay(&"t1".into(), std::iter::empty()).err(), Some(host::Mismatch::NoOpening));
}

#[test]
fn a_table_may_begin_by_itself_when_the_last_seat_is_taken() {
    let mut hall = Hall::new(Settings { begins_when_full: true, ..settings(GameId::Onze, 3) }, &[]);
    hall.do_it(&BLAISE, Ask::Sit { seat: None });
    assert_eq!(hall.room.stage(), Stage::Gathering);
    hall.do_it(&CHLOE, Ask::Sit { seat: None });
    assert_eq!(hall.room.stage(), Stage::Between);
    assert_eq!(hall.views()[0].rounds.len(), 1, "the house has committed itself to the first round");
}
