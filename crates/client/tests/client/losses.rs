//! Whatever is lost, doubled or cut off: after the next connection the client knows what the house would show.

use std::collections::BTreeMap;

use client::News;
use engine::GameId;
use serde_json::Value;
use wire::house::{Ask, Speech, Stage};

use crate::salon::{Salon, seats_for, settings};

/// Carries texts both ways once, over a line that loses some and doubles others.
fn exchange_badly(salon: &mut Salon, one_in: usize) {
    for index in 0..salon.people.len() {
        let person = &mut salon.people[index];
        for text in person.client.take_outgoing() {
            match salon.dice.below(one_in * 2) {
                0 => {}
                1 => {
                    salon.solo.receive(person.line, &text, salon.now);
                    salon.solo.receive(person.line, &text, salon.now);
                }
                _ => salon.solo.receive(person.line, &text, salon.now),
            }
        }
        for text in salon.solo.take_outgoing(person.line) {
            let times = match salon.dice.below(one_in * 2) {
                0 => 0,
                1 => 2,
                _ => 1,
            };
            for _ in 0..times {
                person.news.extend(person.client.receive(&text, salon.now));
            }
        }
    }
}

/// Something somebody does, with what their client knows, right or wrong.
fn act_somehow(salon: &mut Salon, said: &mut Vec<String>) {
    let person = salon.dice.below(salon.people.len());
    let Some(watched) = salon.people[person].client.table(&salon.table) else { return };
    let may_act = watched.may_act() && watched.game().is_some_and(|game| !client::legal_moves(game).moves.is_empty());
    match salon.dice.below(8) {
        0 => {
            let text = format!("words {}", said.len());
            salon.now += 5_000;
            salon.ask(person, Ask::Say { speech: Speech::Text(text.clone()) });
            said.push(text);
        }
        1 => {
            salon.ask(person, Ask::Undo);
        }
        _ if may_act => {
            salon.step(person);
        }
        _ => {
            if let Some(round) = salon.wanted_round(person) {
                salon.ready(person, round);
            }
            salon.tick();
        }
    }
}

/// How often each thing was said, by what was written down.
fn times_said(salon: &mut Salon) -> BTreeMap<String, usize> {
    let mut times = BTreeMap::new();
    for written in salon.solo.take_written() {
        let record: Value = serde_json::from_slice(&written.record).expect("a record is JSON");
        for entry in record["entries"].as_array().expect("entries") {
            if let Some(text) = entry["said"]["speech"]["text"].as_str() {
                *times.entry(text.to_string()).or_default() += 1;
            }
        }
    }
    times
}

#[test]
fn whatever_is_lost_or_doubled_the_next_connection_mends_it_and_nothing_is_done_twice() {
    for game in GameId::ALL {
        for seed in 0..12 {
            let mut salon = Salon::begun(settings(game, seats_for(game)), 100 + seed);
            let mut said = Vec::new();
            for turn in 0..400 {
                act_somehow(&mut salon, &mut said);
                exchange_badly(&mut salon, 6);
                // Bots go on meanwhile, and connections break.
                salon.tick();
                if salon.dice.below(12) == 0 {
                    let person = salon.dice.below(3);
                    salon.reconnect(person);
                }
                if turn % 40 == 39 {
                    (0..3).for_each(|person| salon.reconnect(person));
                    salon.exchange();
                    salon.assert_all_is_known(&format!("{}, seed {seed}, turn {turn}", game.slug()));
                    for person in &salon.people {
                        assert_eq!(person.client.unanswered().count(), 0, "every ask is answered in the end");
                    }
                }
            }
            let times = times_said(&mut salon);
            assert!(times.values().all(|times| *times == 1), "{}: said once, written once", game.slug());
            let refused = |text: &String| {
                salon.people.iter().flat_map(|person| &person.news).any(|news| match news {
                    News::Refused { ask: Some(ask), .. } => ask.ask == Ask::Say { speech: Speech::Text(text.clone()) },
                    _ => false,
                })
            };
            let lost = said.iter().filter(|text| !times.contains_key(*text) && !refused(text));
            assert_eq!(lost.count(), 0, "{}: nothing that was said is lost", game.slug());
        }
    }
}

#[test]
fn a_connection_that_breaks_at_any_point_of_a_round_is_mended() {
    for game in GameId::ALL {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 31);
        for step in 0..120 {
            let is_on = salon.go_on();
            salon.reconnect(step % 3);
            salon.exchange();
            salon.assert_all_is_known(&format!("{}, step {step}", game.slug()));
            if !is_on {
                break;
            }
        }
    }
}

#[test]
fn who_was_away_for_long_is_shown_the_table_afresh() {
    let mut salon = Salon::begun(settings(GameId::Rummy, 3), 9);
    while salon.stage() != Stage::Playing {
        salon.go_on();
    }
    let cleo = salon.people.pop().expect("Cléo");
    salon.solo.disconnect(cleo.line, salon.now);
    for line in 0..70 {
        // Slow enough for the house's patience with talkers.
        salon.now += 3_000;
        salon.ask(0, Ask::Say { speech: Speech::Text(format!("line {line}")) });
        salon.exchange();
    }
    salon.people.push(cleo);
    salon.people[2].news.clear();
    salon.reconnect(2);
    salon.exchange();
    let shown = |news: &News| matches!(news, News::Shown { .. });
    assert_eq!(salon.people[2].news.iter().filter(|news| shown(news)).count(), 1);
    salon.assert_all_is_known("after a long absence");
}

/// Lets the match go on until something happens, and takes it off Cléo's line before she reads it.
fn intercept(salon: &mut Salon) -> Vec<String> {
    loop {
        let cleo = salon.people.pop().expect("Cléo");
        salon.go_on();
        salon.people.push(cleo);
        let texts: Vec<String> =
            salon.solo.take_outgoing(salon.people[2].line).iter().map(ToString::to_string).collect();
        if texts.iter().any(|text| text.contains(r#"{"happened""#)) {
            return texts;
        }
    }
}

#[test]
fn a_gap_makes_the_client_ask_for_what_it_missed_and_only_once() {
    let mut salon = Salon::begun(settings(GameId::Dos, 3), 1);
    let last = salon.watched(2).table().seq;
    intercept(&mut salon);
    for _ in 0..2 {
        for text in intercept(&mut salon) {
            let now = salon.now;
            let news = salon.people[2].client.receive(&text, now);
            assert!(!news.iter().any(|news| matches!(news, News::Happened { .. })), "what has a gap is not followed");
        }
    }
    assert_eq!(salon.watched(2).table().seq, last);
    let asks: Vec<Ask> = salon.people[2].client.unanswered().map(|sent| sent.ask.clone()).collect();
    assert_eq!(asks, [Ask::Watch { after: Some(last), recent: false, views: false }]);
    salon.people[2].news.clear();
    salon.exchange();
    salon.assert_all_is_known("after the gap");
    assert!(!salon.people[2].news.iter().any(|news| matches!(news, News::Shown { .. })), "only what was missed came");
}

#[test]
fn an_event_that_does_not_fit_makes_the_client_ask_for_the_whole_table() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 1);
    while salon.stage() != Stage::Playing {
        salon.go_on();
    }
    let before = salon.watched(2).as_shown();
    let texts = intercept(&mut salon);
    let mut forged = 0;
    for text in texts {
        let mut message: Value = serde_json::from_str(&text).expect("JSON");
        if let Some(events) = message.pointer_mut("/happened/happenings/0/stepped/events") {
            *events = serde_json::json!([{ "event": "laid", "seat": 0, "card": "no card" }]);
            forged += 1;
        }
        let now = salon.now;
        let news = salon.people[2].client.receive(&message.to_string(), now);
        assert!(!news.iter().any(|news| matches!(news, News::Happened { .. })));
    }
    assert_eq!(forged, 1);
    assert_eq!(salon.watched(2).as_shown(), before, "what does not fit changes nothing");
    let asks: Vec<Ask> = salon.people[2].client.unanswered().map(|sent| sent.ask.clone()).collect();
    assert_eq!(asks, [Ask::Watch { after: None, recent: false, views: false }]);
    salon.exchange();
    salon.assert_all_is_known("after the whole table was shown");
}

#[test]
fn what_comes_twice_or_late_changes_nothing() {
    let mut salon = Salon::begun(settings(GameId::NainJaune, 4), 1);
    let mut heard: Vec<String> = Vec::new();
    for _ in 0..40 {
        heard.extend(intercept(&mut salon));
        let line = salon.people[2].line;
        for text in &heard {
            let now = salon.now;
            salon.people[2].client.receive(text, now);
        }
        for text in salon.people[2].client.take_outgoing() {
            salon.solo.receive(line, &text, salon.now);
        }
        let truth = salon.truth(2);
        assert_eq!(salon.watched(2).table().seq, truth.seq);
        assert_eq!(salon.watched(2).as_shown().view, truth.view);
        assert_eq!(salon.watched(2).as_shown().rounds, truth.rounds);
    }
}
