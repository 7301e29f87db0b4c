//! From the commitment to the deal: who is waited for, what goes into the deal, what is published when.

use engine::GameId;
use host::Act;
use wire::house::{Ask, Entry, Stage};

use crate::hall::{ANNE, BLAISE, CHLOE, Came, Hall, seat, settings};

fn ready(round: u16, entropy: &str) -> Ask {
    Ask::Ready { round, entropy: Some(entropy.into()) }
}

/// What each seat added to the last deal.
fn added(hall: &Hall) -> Vec<Option<String>> {
    let dealt = hall.log.iter().flatten().rev().find_map(|entry| match entry {
        Entry::Dealt { entropy, .. } => Some(entropy.clone()),
        _ => None,
    });
    dealt.expect("a deal")
}

#[test]
fn the_house_commits_itself_before_anybody_adds_anything() {
    let hall = Hall::begun(settings(GameId::Dos, 2));
    for view in hall.views() {
        let [round] = &view.rounds[..] else { panic!("one round") };
        assert_eq!((round.round, round.commitment.len()), (1, 64));
        assert_eq!((&round.entropy, &round.seed), (&None, &None));
        assert_eq!(view.view, None);
    }
}

/// Deals the round under way or committed to anew, from another seed.
fn void(hall: &mut Hall, seed: u8) {
    let entries = hall.room.decide_void(&mut || engine::Seed([seed; 32])).expect("a round is open");
    hall.write(entries);
}

fn commitment(hall: &Hall) -> String {
    let rounds = hall.views()[0].rounds.clone();
    rounds.last().expect("a round").commitment.clone()
}

#[test]
fn a_round_that_is_voided_is_dealt_anew_from_another_seed() {
    for game in GameId::ALL {
        let mut hall = Hall::seeded(settings(game, 3), &[(2, wire::house::BotLevel::Casual)], 7);
        hall.join(&BLAISE);
        hall.do_it(&ANNE, Ask::Begin { fill: None });
        let first = commitment(&hall);
        void(&mut hall, 9);
        let second = commitment(&hall);
        assert_ne!(first, second, "a seed that was not used yet is not used either");
        hall.deal();
        let hands: Vec<_> = hall.views().into_iter().map(|view| view.view).collect();
        hall.play_on(&[ANNE, BLAISE]);
        void(&mut hall, 8);
        assert_eq!((hall.room.stage(), hall.views()[0].rounds.len()), (Stage::Between, 1));
        assert_ne!(commitment(&hall), second);
        hall.deal();
        let other_hands: Vec<_> = hall.views().into_iter().map(|view| view.view).collect();
        assert_ne!(hands, other_hands, "{}", game.slug());
        hall.play_to_the_end(&[ANNE, BLAISE]);
        let record = hall.room.record("2026-11-16").expect("the match is over");
        let verified = referee::records::verify(&wire::write_record(&record), words::Lang::English);
        verified.expect("nothing of the voided rounds is in the record");
        assert_eq!(hall.replayed().record("2026-11-16"), Some(record), "{}", game.slug());
    }
}

#[test]
fn the_round_is_dealt_as_soon_as_all_who_are_here_are_ready() {
    let mut hall = Hall::begun(settings(GameId::Dos, 2));
    let begun = hall.now;
    assert_eq!(hall.agenda().map(|task| (task.at, task.act)), Some((begun + hall.pace.between, Act::Deal)));
    assert_eq!(hall.do_it(&ANNE, ready(1, "aa")), Came::Noted);
    assert_eq!(hall.room.presence().ready, [seat(0)]);
    hall.now += 5_000;
    assert_eq!(hall.agenda().map(|task| task.at), Some(begun + hall.pace.between), "Blaise is waited for");
    hall.do_it(&BLAISE, ready(1, "bb"));
    assert_eq!(hall.agenda().map(|task| task.at), Some(hall.now), "nobody is waited for");
    hall.go_on();
    assert_eq!(hall.room.stage(), Stage::Playing);
    assert_eq!(added(&hall), [Some("aa".into()), Some("bb".into())]);
}

#[test]
fn patience_ends_and_the_round_is_dealt_without_those_who_said_nothing() {
    let mut hall = Hall::begun(settings(GameId::Dos, 2));
    let end = hall.now + hall.pace.between;
    hall.do_it(&BLAISE, ready(1, "bb"));
    assert_eq!(hall.go_on(), Some(Act::Deal));
    assert_eq!(hall.now, end);
    assert_eq!(added(&hall), [None, Some("bb".into())]);
}

#[test]
fn who_is_away_does_not_hold_up_the_deal() {
    let mut hall = Hall::begun(settings(GameId::Dos, 2));
    hall.do_it(&BLAISE, ready(1, "bb"));
    hall.room.depart(&BLAISE.id(), hall.now);
    assert_eq!(hall.room.presence().ready, Vec::new(), "who leaves takes their word with them");
    hall.do_it(&ANNE, Ask::Ready { round: 1, entropy: None });
    assert_eq!(hall.agenda().map(|task| task.at), Some(hall.now));
    hall.go_on();
    assert_eq!(added(&hall), [None, None]);
}

#[test]
fn the_first_word_counts_and_another_is_refused() {
    let mut hall = Hall::begun(settings(GameId::Dos, 2));
    hall.do_it(&ANNE, ready(1, "AB"));
    assert_eq!(hall.refused(&ANNE, ready(1, "cd")), "already-ready");
    assert_eq!(hall.refused(&ANNE, Ask::Ready { round: 1, entropy: None }), "already-ready");
    assert_eq!(hall.do_it(&ANNE, ready(1, "ab")), Came::Noted, "the same bytes again are the same word");
    hall.do_it(&BLAISE, Ask::Ready { round: 1, entropy: None });
    assert_eq!(hall.refused(&BLAISE, ready(1, "ee")), "already-ready");
    hall.go_on();
    assert_eq!(added(&hall), [Some("ab".into()), None]);
    assert_eq!(hall.views()[0].rounds[0].entropy, Some(added(&hall)), "and is published with the deal");
}

#[test]
fn after_a_restart_the_deal_waits_a_little_for_those_who_were_ready() {
    let mut hall = Hall::new(settings(GameId::Dos, 3), &[]);
    hall.join(&BLAISE);
    hall.join(&CHLOE);
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    for (asker, entropy) in [(&ANNE, "aa"), (&BLAISE, "bb")] {
        hall.do_it(asker, ready(1, entropy));
    }
    hall.room = hall.replayed();
    hall.room.arrive(&ANNE.id());
    hall.do_it(&ANNE, ready(1, "aa"));
    let back = hall.now;
    assert_eq!(hall.agenda().map(|task| (task.at, task.act)), Some((back + hall.pace.rejoin, Act::Deal)));
    hall.now += hall.pace.rejoin / 2;
    hall.room.arrive(&BLAISE.id());
    hall.do_it(&BLAISE, ready(1, "bb"));
    assert_eq!(hall.agenda().map(|task| task.at), Some(back + hall.pace.rejoin), "Chloé may still come");
    hall.room.arrive(&CHLOE.id());
    hall.do_it(&CHLOE, ready(1, "cc"));
    assert_eq!(hall.agenda().map(|task| task.at), Some(hall.now), "all are back");
    hall.go_on();
    assert_eq!(added(&hall), ["aa", "bb", "cc"].map(|entropy| Some(entropy.into())));
}

#[test]
fn after_a_restart_who_does_not_come_back_is_not_waited_for_long() {
    let mut hall = Hall::begun(settings(GameId::Dos, 2));
    hall.room = hall.replayed();
    hall.room.arrive(&ANNE.id());
    hall.do_it(&ANNE, ready(1, "aa"));
    let end = hall.now + hall.pace.rejoin;
    assert_eq!(hall.go_on(), Some(Act::Deal));
    assert_eq!((hall.now, added(&hall)), (end, vec![Some("aa".into()), None]));
}

#[test]
fn what_is_added_goes_into_the_deal() {
    let hands = |entropy: &str| {
        let mut hall = Hall::begun(settings(GameId::QuaranteSix, 2));
        hall.do_it(&ANNE, ready(1, entropy));
        hall.do_it(&BLAISE, ready(1, "00"));
        hall.go_on();
        hall.views()[0].view.clone().expect("a view")["hands"].clone()
    };
    assert_eq!(hands("aa"), hands("aa"));
    assert_ne!(hands("aa"), hands("ab"));
}

#[test]
fn a_word_for_another_round_or_at_another_time_is_refused() {
    let mut hall = Hall::new(settings(GameId::Dos, 2), &[]);
    hall.join(&BLAISE);
    assert_eq!(hall.refused(&ANNE, ready(1, "aa")), "match-not-begun");
    hall.do_it(&ANNE, Ask::Begin { fill: None });
    assert_eq!(hall.refused(&ANNE, ready(2, "aa")), "wrong-round");
    assert_eq!(hall.refused(&ANNE, ready(0, "aa")), "wrong-round");
    assert_eq!(hall.refused(&CHLOE, ready(1, "aa")), "not-seated");
    hall.deal();
    assert_eq!(hall.refused(&ANNE, ready(1, "aa")), "wrong-round");
    hall.play_to_the_end(&[ANNE, BLAISE]);
    assert_eq!(hall.refused(&ANNE, ready(2, "aa")), "match-over");
}

#[test]
fn entropy_is_one_to_thirty_two_bytes_in_hexadecimal_digits() {
    let mut hall = Hall::begun(settings(GameId::Dos, 2));
    for bad in ["", "a", "abc", "xy", "é0", "0x", " aa", &"a".repeat(66)] {
        assert_eq!(hall.refused(&ANNE, ready(1, bad)), "bad-entropy", "{bad:?}");
    }
    hall.do_it(&ANNE, ready(1, &"f".repeat(64)));
}

#[test]
fn the_seed_is_published_with_the_end_of_its_round_and_fits_its_commitment() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 2));
    while hall.room.seq() < 4 || hall.room.stage() == Stage::Playing {
        assert!(hall.views().iter().all(|view| view.rounds[0].seed.is_none()));
        hall.play_on(&[ANNE, BLAISE]);
    }
    let names: Vec<String> = hall
        .last_happenings()
        .iter()
        .flat_map(|it| it.as_object().cloned().unwrap_or_default())
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["stepped", "revealed", "committed"], "the next commitment comes with it");
    let view = &hall.views()[0];
    let seed = view.rounds[0].seed.clone().expect("the round is over");
    let seed = wire::read_seed(&serde_json::Value::String(seed), &wire::Faults::default()).expect("a seed");
    assert_eq!(wire::commitment(&seed), view.rounds[0].commitment);
    assert_eq!((view.rounds.len(), &view.rounds[1].seed), (2, &None));
}

#[test]
fn bots_alone_are_not_waited_for() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 3));
    hall.ready(&ANNE);
    hall.ready(&BLAISE);
    assert_eq!(hall.agenda().map(|task| task.at), Some(hall.now));
}

#[test]
fn the_deal_is_mixed_as_the_document_says() {
    let document = include_str!("../../../../docs/DEALS.md");
    let seed = engine::Seed(std::array::from_fn(|index| index as u8));
    let entropy = vec![wire::read_entropy("cafe"), None, wire::read_entropy("07")];
    let worked_out =
        [wire::write_seed(&seed), wire::commitment(&seed), wire::write_seed(&wire::deal_seed(&seed, &entropy))];
    for number in worked_out {
        assert!(document.contains(&number), "{number}");
    }
    assert_eq!(wire::deal_seed(&seed, &vec![None; 3]), seed, "if nobody adds anything the house's seed deals");
}

#[test]
fn a_word_counts_for_one_round_alone() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 2));
    hall.ready(&ANNE);
    hall.ready(&BLAISE);
    hall.go_on();
    while hall.room.stage() == Stage::Playing {
        hall.play_on(&[ANNE, BLAISE]);
    }
    assert_eq!(hall.room.stage(), Stage::Between, "the match goes on");
    assert_eq!(hall.room.presence().ready, Vec::new());
    assert_eq!(hall.agenda().map(|task| task.at), Some(hall.now + hall.pace.between), "both are waited for");
    hall.go_on();
    assert_eq!(added(&hall), [None, None]);
}
