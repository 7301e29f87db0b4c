//! Who holds a match up or spoils it, and what the clock, the host and the other players do about it.

use engine::GameId;
use host::{Act, Pace, open};
use wire::house::{
    Ask, BotLevel, Entry, PlayerId, ReplaceReason, Seating, Settings, SettingsFault, Speech, Stage, TableKey,
    TableRefusal, Visibility,
};

use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Came, Hall, START, seat, settings, with_options};

const DENIS: Asker = Asker { player: "p-denis", name: "Denis", ..BLAISE };

fn timed() -> Settings {
    Settings { turn_seconds: Some(30), ..settings(GameId::QuaranteSix, 2) }
}

fn rated() -> Settings {
    Settings { rated: true, hints: false, undo: false, ..timed() }
}

/// Anne, Blaise and Chloé in the first round.
fn three(settings: Settings) -> Hall {
    let mut hall = Hall::new(settings, &[]);
    hall.join(&BLAISE);
    hall.join(&CHLOE);
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    hall.deal();
    let _ = hall.agenda();
    hall
}

/// Goes on until it is somebody's turn; the others play.
fn until_turn_of(hall: &mut Hall, asker: &Asker, others: &[Asker]) {
    while hall.mover(&[*asker]).is_none() {
        assert_ne!(hall.room.stage(), Stage::Over);
        hall.play_on(others);
    }
    let _ = hall.agenda();
}

/// Lets the time of the turn under way run out.
fn let_run_out(hall: &mut Hall) {
    let mover = hall.room.clock(hall.now).seat;
    while hall.room.stage() == Stage::Playing && hall.room.clock(hall.now).seat == mover {
        assert_eq!(hall.go_on(), Some(Act::Timeout));
    }
}

fn is_bot(hall: &Hall, number: usize) -> bool {
    matches!(hall.room.sitters()[number].as_ref().map(|it| &it.seating), Some(Seating::Bot { .. }))
}

fn forfeits(hall: &Hall) -> Vec<PlayerId> {
    match hall.log.last().and_then(|entries| entries.last()) {
        Some(Entry::Ended { forfeits, .. }) => forfeits.clone(),
        other => panic!("the last entry is the end: {other:?}"),
    }
}

fn say() -> Ask {
    Ask::Say { speech: Speech::Text("hm".into()) }
}

#[test]
fn who_lets_three_turns_in_a_row_run_out_is_replaced_by_a_bot() {
    let mut hall = Hall::playing(timed());
    for _ in 0..3 {
        until_turn_of(&mut hall, &BLAISE, &[ANNE]);
        assert!(!is_bot(&hall, 1));
        let_run_out(&mut hall);
    }
    assert_eq!(hall.go_on(), Some(Act::Replace));
    assert!(is_bot(&hall, 1));
    assert_eq!(hall.last_happenings()[0]["replaced"]["why"], "timeouts");
    hall.do_it(&BLAISE, Ask::Sit { seat: None });
    assert_eq!(hall.room.seat_of(&BLAISE.id()), Some(seat(1)), "in an unrated match they may come back");
}

#[test]
fn a_turn_that_is_played_begins_the_count_anew() {
    let mut hall = Hall::playing(timed());
    for round in 0..5 {
        until_turn_of(&mut hall, &BLAISE, &[ANNE]);
        if round == 2 {
            hall.play_on(&[BLAISE]);
        } else {
            let_run_out(&mut hall);
        }
        assert_ne!(hall.agenda().map(|task| task.act), Some(Act::Replace));
    }
}

#[test]
fn who_is_replaced_in_a_rated_match_has_lost_it_and_does_not_come_back() {
    let mut hall = Hall::playing(rated());
    for _ in 0..3 {
        until_turn_of(&mut hall, &BLAISE, &[ANNE]);
        let_run_out(&mut hall);
    }
    assert_eq!(hall.go_on(), Some(Act::Replace));
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: None }), "match-begun");
    hall.play_to_the_end(&[ANNE]);
    assert_eq!(forfeits(&hall), [BLAISE.id()]);
    assert_eq!(hall.replayed().rematch(), None, "and the log fits");
}

#[test]
fn who_lets_a_bot_play_most_of_a_rated_match_has_lost_it() {
    let mut hall = Hall::playing(rated());
    hall.room.depart(&BLAISE.id(), hall.now);
    hall.play_to_the_end(&[ANNE]);
    assert_eq!(forfeits(&hall), [BLAISE.id()], "a stand-in's moves are not theirs");
    let mut hall = Hall::playing(rated());
    hall.play_to_the_end(&[ANNE, BLAISE]);
    assert!(forfeits(&hall).is_empty());
    let mut hall = Hall::playing(timed());
    hall.room.depart(&BLAISE.id(), hall.now);
    hall.play_to_the_end(&[ANNE]);
    assert!(forfeits(&hall).is_empty(), "nothing is lost that was not rated");
}

#[test]
fn the_host_replaces_who_holds_up_an_unrated_match_after_a_while() {
    let mut hall = three(settings(GameId::QuaranteSix, 3));
    until_turn_of(&mut hall, &BLAISE, &[ANNE, CHLOE]);
    let replace = Ask::Replace { seat: seat(1) };
    assert_eq!(hall.refused(&ANNE, replace.clone()), "not-holding-up");
    assert_eq!(hall.refused(&ANNE, Ask::Replace { seat: seat(2) }), "not-holding-up", "it is not Chloé's turn");
    hall.now += hall.pace.hold_up;
    assert_eq!(hall.refused(&BLAISE, replace.clone()), "not-holding-up", "nobody replaces themselves");
    hall.do_it(&ANNE, replace);
    assert!(is_bot(&hall, 1));
    assert_eq!(hall.last_happenings()[0]["replaced"]["why"], "host");
}

#[test]
fn the_other_players_replace_who_holds_up_an_unrated_match_by_vote() {
    let mut hall = three(settings(GameId::QuaranteSix, 3));
    until_turn_of(&mut hall, &ANNE, &[BLAISE, CHLOE]);
    hall.now += hall.pace.hold_up;
    let replace = Ask::Replace { seat: seat(0) };
    assert_eq!(hall.refused(&DENIS, replace.clone()), "not-seated");
    assert_eq!(hall.do_it(&BLAISE, replace.clone()), Came::Noted);
    assert_eq!(hall.do_it(&BLAISE, replace.clone()), Came::Noted, "one voice is one voice");
    assert_eq!(hall.room.presence().replace, [seat(1)]);
    hall.do_it(&CHLOE, replace);
    assert!(is_bot(&hall, 0));
    assert_eq!(hall.last_happenings()[0]["replaced"]["why"], "vote");
    assert!(hall.room.presence().replace.is_empty(), "the vote is over");
    assert_eq!(hall.views()[0].host, BLAISE.id(), "and another leads the table");
}

#[test]
fn a_step_ends_a_vote() {
    let mut hall = three(settings(GameId::QuaranteSix, 3));
    until_turn_of(&mut hall, &ANNE, &[BLAISE, CHLOE]);
    hall.now += hall.pace.hold_up;
    hall.do_it(&BLAISE, Ask::Replace { seat: seat(0) });
    hall.play_on(&[ANNE]);
    assert!(hall.room.presence().replace.is_empty());
    assert_eq!(hall.refused(&CHLOE, Ask::Replace { seat: seat(0) }), "not-holding-up");
}

#[test]
fn nobody_is_replaced_or_sent_away_by_others_in_a_rated_match() {
    let mut hall = Hall::playing(rated());
    until_turn_of(&mut hall, &BLAISE, &[ANNE]);
    assert_eq!(hall.refused(&ANNE, Ask::Replace { seat: seat(1) }), "rated-match");
    assert_eq!(hall.refused(&ANNE, Ask::Remove { player: BLAISE.id() }), "rated-match");
    hall.room.arrive(&CHLOE.id());
    hall.do_it(&ANNE, Ask::Remove { player: CHLOE.id() });
}

#[test]
fn the_host_sends_somebody_away_before_the_match_and_in_it() {
    let remove = Ask::Remove { player: BLAISE.id() };
    let mut hall = Hall::new(settings(GameId::QuaranteSix, 2), &[]);
    assert_eq!(hall.refused(&ANNE, remove.clone()), "no-such-player");
    hall.join(&BLAISE);
    assert_eq!(hall.refused(&BLAISE, Ask::Remove { player: ANNE.id() }), "not-host");
    assert_eq!(hall.refused(&ANNE, Ask::Remove { player: ANNE.id() }), "no-such-player");
    hall.do_it(&ANNE, remove.clone());
    assert_eq!(hall.room.sitters()[1], None);
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: None }), "sent-away");
    assert_eq!(hall.refused(&BLAISE, say()), "sent-away");
    assert_eq!(hall.refused(&ANNE, remove.clone()), "no-such-player", "once is enough");
    let mut hall = Hall::playing(settings(GameId::QuaranteSix, 3));
    hall.do_it(&ANNE, remove);
    assert!(is_bot(&hall, 1));
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: Some(seat(1)) }), "sent-away");
    assert_eq!(hall.log.last().map(Vec::len), Some(3), "asked, removed and replaced belong together");
    assert!(matches!(&hall.log.last().expect("a record")[2], Entry::Replaced { why: ReplaceReason::Host, .. }));
    hall.play_to_the_end(&[ANNE]);
}

#[test]
fn who_was_sent_away_from_a_private_table_sees_nothing_of_it_any_more() {
    let private = Settings { visibility: Visibility::Invited, ..settings(GameId::QuaranteSix, 2) };
    let mut entries = open(private, &[], &ANNE.person(), START).expect("a table");
    let its_key = TableKey::from("0123456789abcdef");
    let Some(Entry::Opened { key, .. }) = entries.first_mut() else { panic!("an opening") };
    *key = Some(its_key.clone());
    let mut hall = Hall::of(entries);
    assert!(!hall.room.admits(Some(&BLAISE.id()), None) && hall.room.admits(Some(&BLAISE.id()), Some(&its_key)));
    hall.join(&BLAISE);
    assert!(hall.room.admits(Some(&BLAISE.id()), None), "who has sat here needs no key");
    hall.do_it(&ANNE, Ask::Remove { player: BLAISE.id() });
    assert!(!hall.room.admits(Some(&BLAISE.id()), Some(&its_key)));
    assert!(hall.room.admits(None, Some(&its_key)) && !hall.room.admits(None, None));
    hall.join(&CHLOE);
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    hall.play_to_the_end(&[ANNE, CHLOE]);
    let Came::Rematch(rematch) = hall.do_it(&ANNE, Ask::Rematch) else { panic!("a rematch") };
    let [Entry::Opened { key, guests, .. }, ..] = &rematch[..] else { panic!("an opening") };
    assert_eq!((key, &guests[..]), (&None, &[ANNE.id(), CHLOE.id()][..]), "another key, for the others");
}

#[test]
fn nobody_sits_down_where_the_host_has_locked_the_seats() {
    let mut hall = Hall::new(settings(GameId::QuaranteSix, 2), &[]);
    assert_eq!(hall.refused(&BLAISE, Ask::Lock { locked: true }), "not-host");
    hall.do_it(&ANNE, Ask::Lock { locked: true });
    assert!(hall.views()[0].locked);
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: None }), "seats-locked");
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: Some(seat(1)) }), "seats-locked");
    hall.do_it(&ANNE, Ask::Lock { locked: false });
    hall.join(&BLAISE);
}

#[test]
fn strangers_take_over_from_a_bot_only_where_the_host_allows_it() {
    let bots = &[(1, BotLevel::Novice)];
    let closed = Settings { takeover: None, ..settings(GameId::QuaranteSix, 3) };
    let mut hall = Hall::new(closed.clone(), bots);
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: Some(seat(1)) }), "bot-seat");
    hall.do_it(&BLAISE, Ask::Sit { seat: None });
    assert_eq!(hall.room.seat_of(&BLAISE.id()), Some(seat(2)), "a free seat is for everybody");
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    assert_eq!(hall.refused(&CHLOE, Ask::Sit { seat: None }), "bot-seat", "neither in the match");
    hall.deal();
    hall.do_it(&BLAISE, Ask::Stand);
    hall.do_it(&BLAISE, Ask::Sit { seat: None });
    assert_eq!(hall.room.seat_of(&BLAISE.id()), Some(seat(2)), "who has played here finds their seat again");
    for settings in [
        Settings { takeover: Some(true), ..closed.clone() },
        Settings { visibility: Visibility::Invited, ..closed.clone() },
    ] {
        let mut hall = Hall::new(settings, bots);
        hall.do_it(&BLAISE, Ask::Sit { seat: Some(seat(1)) });
    }
    let strict = Settings { visibility: Visibility::Invited, takeover: Some(false), ..closed };
    let mut hall = Hall::new(strict, bots);
    assert_eq!(hall.refused(&BLAISE, Ask::Sit { seat: Some(seat(1)) }), "bot-seat");
}

#[test]
fn a_rated_match_has_a_clock_and_a_public_table() {
    let opened = |settings: Settings| match open(settings, &[], &ANNE.person(), START) {
        Ok(entries) => match entries.into_iter().next() {
            Some(Entry::Opened { settings, .. }) => Ok(settings.turn_seconds),
            other => panic!("{other:?}"),
        },
        Err(TableRefusal::BadSettings(fault)) => Err(fault),
        Err(refusal) => panic!("{refusal:?}"),
    };
    let too_long = SettingsFault::RatedClock { most: 300 };
    assert_eq!(opened(Settings { turn_seconds: None, ..rated() }), Ok(Some(60)));
    assert_eq!(opened(Settings { turn_seconds: Some(300), ..rated() }), Ok(Some(300)));
    assert_eq!(opened(Settings { turn_seconds: Some(301), ..rated() }), Err(too_long.clone()));
    assert_eq!(opened(Settings { visibility: Visibility::Invited, ..rated() }), Err(SettingsFault::RatedInvited));
    let rummy = |seconds: u16| {
        let options = with_options(GameId::Rummy, 2, serde_json::json!({ "turn_seconds": seconds }));
        opened(Settings { rated: true, hints: false, undo: false, ..options })
    };
    assert_eq!(rummy(90), Ok(None), "its own clock does");
    assert_eq!(rummy(0), Err(too_long));
}

/// A program and Anne, just after Anne went down to two cards without a call, at the pace of people.
pub(crate) fn owing(settings: Settings) -> (Hall, String) {
    for run in 0..50 {
        let mut hall = Hall::seeded(settings.clone(), &[], run);
        hall.join(&CHLOE);
        hall.do_it(&ANNE, Ask::Begin { fill: None });
        while hall.room.stage() != Stage::Over {
            let step = "catch 0".to_owned();
            if hall.room.stage() == Stage::Playing && hall.legal(&CHLOE).iter().any(|legal| legal.contains(&step)) {
                hall.pace = Pace::default();
                let _ = hall.agenda();
                return (hall, step);
            }
            hall.play_on(&[ANNE, CHLOE]);
        }
    }
    panic!("Anne always calls");
}

#[test]
fn a_program_calls_and_catches_no_faster_than_the_quickest_bot() {
    let (mut hall, catch) = owing(settings(GameId::Dos, 2));
    let soonest = hall.now + hall.pace.bot_call.0;
    assert_eq!(hall.refused_step(&CHLOE, &catch), "called-too-soon");
    hall.now = soonest - 1;
    assert_eq!(hall.refused_step(&CHLOE, &catch), "called-too-soon");
    hall.now = soonest;
    hall.submit(&CHLOE, &catch);
    let (mut hall, catch) = owing(Settings { fast_calls: true, ..settings(GameId::Dos, 2) });
    hall.submit(&CHLOE, &catch);
}

#[test]
fn people_call_and_catch_as_fast_as_they_can() {
    let (mut hall, catch) = owing(settings(GameId::Dos, 2));
    let person = Asker { is_program: false, ..CHLOE };
    hall.submit(&person, &catch);
}
