//! Whole matches of every game, with a client on each human seat and one that looks on.

use client::{News, OwnEntropy, Proof, legal_moves};
use engine::games::{Dos, Onze};
use engine::{GameId, Viewer};
use referee::records::verify;
use wire::house::{AnswerResult, Ask, BotLevel, Happening, Stage};
use words::Lang;

use crate::salon::{Salon, seat, seats_for, settings};

#[test]
fn every_client_knows_after_every_message_what_the_house_would_show() {
    for game in GameId::ALL {
        for seed in 0..3 {
            let mut salon = Salon::begun(settings(game, seats_for(game)), seed);
            while salon.go_on() {
                salon.assert_all_is_known(game.slug());
            }
            salon.assert_all_is_known(game.slug());
            for person in &salon.people {
                let missed = person.news.iter().filter(|news| matches!(news, News::Missed { .. } | News::Unknown));
                assert_eq!(missed.count(), 0, "{}: nothing was lost on the way", game.slug());
            }
        }
    }
}

#[test]
fn every_deal_of_a_match_is_proven_to_those_who_saw_it() {
    for game in GameId::ALL {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 11);
        salon.play_to_the_end();
        let rounds = salon.watched(0).table().rounds.len();
        assert!(rounds > 0);
        let record = salon.solo.room(&salon.table).and_then(|room| room.record("2026-11-16")).expect("it is over");
        let verified = verify(&wire::write_record(&record), Lang::English).expect("the record holds");
        assert_eq!(usize::from(verified.rounds), rounds);
        for (index, person) in salon.people.iter().enumerate() {
            let checks: Vec<_> = person
                .news
                .iter()
                .filter_map(|news| match news {
                    News::Deal { round, check, .. } => Some((usize::from(*round), check.clone())),
                    _ => None,
                })
                .collect();
            let own_entropy = if index < 2 { OwnEntropy::Present } else { OwnEntropy::NotKnown };
            let proof = Proof { promised: true, own_entropy, cards: true };
            let expected: Vec<_> = (1..=rounds).map(|round| (round, Ok(proof))).collect();
            assert_eq!(checks, expected, "{}: {}", game.slug(), person.guest.name);
            assert_eq!(salon.watched(index).compare_deals(&record), Ok(()));
        }
    }
}

#[test]
fn a_client_refuses_just_what_the_house_refuses_and_says_it_alike() {
    for game in GameId::ALL {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 5);
        let mut texts: Vec<String> = ["draw", "pass", "sans", "nonsense", "2:draw", ""].map(String::from).into();
        let (mut granted, mut refused) = (0, 0);
        for _ in 0..400 {
            if !salon.go_on() {
                break;
            }
            for person in 0..2 {
                let game = salon.watched(person).game().expect("a game");
                texts.extend(legal_moves(game).moves);
                let step = texts[salon.dice.below(texts.len())].clone();
                let judged = salon.watched(person).game().expect("a game").judge(&step);
                salon.people[person].news.clear();
                let id = salon.ask(person, Ask::Submit { step: step.clone() });
                salon.exchange();
                let mut answers = salon.people[person].news.iter().filter_map(|news| match news {
                    News::Answered { ask, .. } if ask.id == id => Some(Ok(())),
                    News::Refused { refused, .. } if refused.id == id => Some(Err(refused.clone())),
                    _ => None,
                });
                match (judged, answers.next_back().expect("every ask is answered")) {
                    (Ok(_), Ok(())) => granted += 1,
                    (Err(foreseen), Err(real)) => {
                        let real = (real.code.as_str(), real.rule.as_deref(), real.message.as_str());
                        let said = foreseen.say(Lang::English);
                        assert_eq!((&*foreseen.code, foreseen.rule.as_deref(), said.as_str()), real, "{step}");
                        refused += 1;
                    }
                    (foreseen, real) => panic!("{step}: foreseen {foreseen:?}, but the house says {real:?}"),
                }
            }
        }
        assert!(granted > 0 && refused > 0, "{}: {granted} granted, {refused} refused", game.slug());
    }
}

#[test]
fn legal_moves_are_those_the_house_would_list() {
    for game in GameId::ALL {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 8);
        for _ in 0..60 {
            if !salon.go_on() || salon.stage() != Stage::Playing {
                continue;
            }
            for person in 0..2 {
                salon.people[person].news.clear();
                salon.ask(person, Ask::Legal);
                salon.exchange();
                let [News::Answered { answer, .. }] = salon.people[person].news.as_slice() else { panic!("an answer") };
                let legal = legal_moves(salon.watched(person).game().expect("a game"));
                assert_eq!(answer.result, Some(AnswerResult::Legal(legal.clone())));
                assert_ne!(salon.watched(person).may_act(), legal.moves.is_empty(), "{}", game.slug());
            }
            assert!(
                legal_moves(salon.watched(2).game().expect("a game")).moves.is_empty(),
                "who looks on has no moves"
            );
        }
    }
}

#[test]
fn a_screen_gets_the_view_of_its_own_game_and_of_no_other() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 2);
    while salon.stage() != Stage::Playing {
        salon.go_on();
    }
    let view = salon.watched(0).view_of::<Onze>().expect("it is Onze");
    assert!(matches!(view.viewer, Viewer::Seat(seat) if seat.index() == 0) && view.hand.is_some());
    assert!(salon.watched(0).view_of::<Dos>().is_none());
    assert!(salon.watched(2).view_of::<Onze>().is_some_and(|view| view.hand.is_none()), "who looks on has no hand");
}

#[test]
fn who_takes_over_from_a_bot_sees_its_hand_and_who_stands_up_sees_it_no_more() {
    for game in GameId::ALL {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 4);
        while salon.stage() != Stage::Playing {
            salon.go_on();
        }
        salon.ask(2, Ask::Sit { seat: Some(seat(2)) });
        salon.exchange();
        assert_eq!(salon.watched(2).table().seat, Some(seat(2)));
        assert!(salon.watched(2).game().is_some_and(|game| matches!(game.viewer(), Viewer::Seat(_))));
        salon.assert_all_is_known("after sitting down");
        // Anne is host: when she leaves another one is, and a bot goes on.
        salon.ask(0, Ask::Stand);
        salon.exchange();
        assert_eq!(salon.watched(0).table().seat, None);
        assert_eq!(salon.watched(2).table().host, "p-blaise");
        salon.assert_all_is_known("after standing up");
        for _ in 0..30 {
            salon.go_on();
            salon.assert_all_is_known(game.slug());
        }
    }
}

#[test]
fn undo_talk_and_the_comings_and_goings_before_a_match_are_followed() {
    let mut salon = Salon::new(settings(GameId::Onze, 4), 6);
    salon.ask(0, Ask::FreeSeat { seat: seat(3) });
    salon.ask(0, Ask::SeatBot { seat: seat(3), level: BotLevel::Novice });
    salon.ask(1, Ask::Stand);
    salon.exchange();
    salon.assert_all_is_known("before the match");
    salon.ask(1, Ask::Sit { seat: Some(seat(1)) });
    salon.exchange();
    salon.ask(0, Ask::Begin { fill: None });
    salon.exchange();
    let mut undone = 0;
    for line in 0..200 {
        salon.go_on();
        // Slow enough for the house's patience with talkers, long enough for old lines to go.
        salon.now += 3_000;
        let text = format!("line {line}");
        salon.ask(line % 3, Ask::Say { speech: wire::house::Speech::Text(text) });
        salon.exchange();
        if let Some(seat) = salon.watched(2).table().clock.undo.filter(|seat| seat.index() < 2) {
            salon.ask(seat.index(), Ask::Undo);
            salon.exchange();
            undone += 1;
        }
        salon.assert_all_is_known("while playing");
    }
    assert!(undone > 0, "something was taken back");
    let happened = |news: &News| match news {
        News::Happened { happenings, .. } => happenings.iter().any(|it| matches!(it, Happening::Undone { .. })),
        _ => false,
    };
    assert_eq!(salon.people[2].news.iter().filter(|news| happened(news)).count(), undone);
}

#[test]
fn a_clock_counts_down_by_the_clock_of_who_looks_at_it() {
    let clocked = wire::house::Settings { turn_seconds: Some(30), ..settings(GameId::Onze, 3) };
    let mut salon = Salon::begun(clocked, 3);
    while salon.watched(0).table().clock.seat != Some(seat(0)) {
        salon.go_on();
    }
    let now = salon.now;
    assert_eq!(salon.watched(0).time_left(now), Some(30_000));
    assert_eq!(salon.watched(0).time_left(now + 12_000), Some(18_000));
    assert_eq!(salon.watched(0).time_left(now + 99_000), Some(0));
    let free = Salon::begun(settings(GameId::Onze, 3), 3);
    assert_eq!(free.watched(0).time_left(free.now), None, "without a limit there is nothing to count");
}
