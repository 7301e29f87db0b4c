//! Who comes back or comes new is told what happened lately, as if they had been there.

use client::{Client, News};
use engine::games::{Dos, Onze};
use engine::{GameId, Seat, View, Viewer, with_game};
use serde_json::json;
use wire::house::{Ask, Happening};
use wire::{Codec, read_shown};
use words::{Lang, Words};

use crate::salon::{Salon, exchange, guest, seat, seats_for, settings};

/// What a log says of a happening at a game that was seen so before.
fn tell<G: Codec + Words>(before: &View<G>, happening: &Happening) -> Vec<String> {
    let (Happening::Dealt { events, .. } | Happening::Stepped { events, .. }) = happening else { return Vec::new() };
    let mut view = before.clone();
    let seats = view.public.sheet.seats();
    let names: Vec<String> = seats.seats().map(|seat: Seat| format!("n{}", seat.index())).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut told = Vec::new();
    for event in events {
        let shown = read_shown::<G>(event.clone(), seats).expect("an event");
        told.extend(words::tell::<G>(&view, &shown, &names, Lang::English));
        G::follow(&mut view, &shown).expect("it fits");
    }
    told
}

/// Plays on, and writes down what each person's log says of it, with its number.
fn play_on<G: Codec + Words>(salon: &mut Salon, steps: usize) -> Vec<Vec<(u64, String)>> {
    let mut logs = vec![Vec::new(); salon.people.len()];
    for _ in 0..steps {
        let known: Vec<View<G>> =
            (0..logs.len()).map(|person| salon.watched(person).view_of::<G>().expect("the game").clone()).collect();
        let seq = salon.watched(0).table().seq;
        for person in &mut salon.people {
            person.news.clear();
        }
        if !salon.go_on() {
            break;
        }
        for (person, log) in logs.iter_mut().enumerate() {
            let mut view = known[person].clone();
            let mut seq = seq;
            for news in &salon.people[person].news {
                let News::Happened { happenings, .. } = news else { continue };
                seq += 1;
                for happening in happenings {
                    log.extend(tell::<G>(&view, happening).into_iter().map(|told| (seq, told)));
                    follow(&mut view, happening);
                }
            }
        }
    }
    logs
}

fn follow<G: Codec>(view: &mut View<G>, happening: &Happening) {
    if let Happening::Dealt { events, .. } | Happening::Stepped { events, .. } = happening {
        let seats = view.public.sheet.seats();
        for event in events {
            G::follow(view, &read_shown::<G>(event.clone(), seats).expect("an event")).expect("it fits");
        }
    }
}

/// What the log of somebody says who comes to the table only now.
fn told_to_newcomer<G: Codec + Words>(salon: &mut Salon, name: &str) -> Vec<(u64, String)> {
    let line = salon.solo.connect(guest(name));
    let mut client = Client::new(salon.dice.next());
    client.connected();
    client.ask_table(&salon.table, Ask::Watch { after: None, recent: true, views: false });
    exchange(&mut salon.solo, line, &mut client, salon.now);
    let watched = client.table(&salon.table).expect("the table is watched");
    assert!(watched.table().recent.is_none() && watched.as_shown().recent.is_none(), "the past is kept apart");
    let past = watched.recent_of::<G>();
    assert!(past.iter().all(|past| past.seats == watched.table().seats), "nobody came or went");
    let now = watched.view_of::<G>().expect("the game");
    let mut last = past.last().expect("a past").clone();
    follow(&mut last.before, &last.happening);
    assert_eq!(last.before.viewer, now.viewer);
    assert_eq!(G::turn(&last.before.public), G::turn(&now.public), "the past leads to the present");
    past.iter()
        .flat_map(|past| tell::<G>(&past.before, &past.happening).into_iter().map(|told| (past.seq, told)))
        .collect()
}

#[test]
fn the_log_after_a_reload_says_what_it_said_before() {
    fn check<G: Codec + Words>(game: GameId) {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 5);
        let logs = play_on::<G>(&mut salon, 60);
        for (person, name) in ["Anne", "Blaise", "Cléo"].into_iter().enumerate() {
            let told = told_to_newcomer::<G>(&mut salon, name);
            assert!(!told.is_empty() && logs[person].ends_with(&told), "{name}: {told:#?} of {:#?}", logs[person]);
        }
        let spectators = told_to_newcomer::<G>(&mut salon, "Denis");
        assert!(logs[2].ends_with(&spectators), "{spectators:?}");
    }
    for game in GameId::ALL {
        with_game!(game, G => check::<G>(game));
    }
}

#[test]
fn the_first_round_is_told_from_its_deal_on() {
    let mut salon = Salon::begun(settings(GameId::Dos, 3), 2);
    let _ = play_on::<Dos>(&mut salon, 2);
    let told = told_to_newcomer::<Dos>(&mut salon, "Anne");
    assert!(!told.is_empty());
}

#[test]
fn who_took_a_seat_over_is_told_what_spectators_saw() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 3);
    let _ = play_on::<Onze>(&mut salon, 4);
    salon.ask(2, Ask::Sit { seat: Some(seat(2)) });
    salon.exchange();
    let line = salon.people[2].line;
    let client = &mut salon.people[2].client;
    client.disconnected();
    client.connected();
    client.ask_table(&salon.table, Ask::Unwatch);
    client.ask_table(&salon.table, Ask::Watch { after: None, recent: true, views: false });
    exchange(&mut salon.solo, line, client, salon.now);
    let watched = salon.watched(2);
    assert_eq!(watched.table().seat, Some(seat(2)));
    let past = watched.recent_of::<Onze>();
    assert!(past.iter().all(|past| past.before.viewer == Viewer::Spectator && past.before.hand.is_none()));
    let sat = past.last().expect("a past");
    assert!(matches!(&sat.happening, Happening::Sat { seat: sat, .. } if *sat == seat(2)), "{:?}", sat.happening);
    assert_ne!(sat.seats, watched.table().seats, "the bot sat there until then");
}

#[test]
fn a_past_that_cannot_be_read_is_left() {
    let mut salon = Salon::begun(settings(GameId::Dos, 3), 1);
    let _ = play_on::<Dos>(&mut salon, 4);
    let line = salon.people[2].line;
    let ask = json!({ "id": "x", "table": salon.table, "ask": { "watch": { "recent": true } } });
    salon.solo.receive(line, &ask.to_string(), salon.now);
    let texts = salon.solo.take_outgoing(line);
    let text = texts.iter().find(|text| text.starts_with(r#"{"table""#)).expect("the table");
    let mut message: serde_json::Value = serde_json::from_str(text).expect("JSON");
    message["table"]["recent"]["happened"][0]["happenings"][0] = json!({ "danced": { "seat": 0 } });
    let now = salon.now;
    let news = salon.people[2].client.receive(&message.to_string(), now);
    assert_eq!(news, [News::Shown { table: salon.table.clone() }]);
    assert_eq!(salon.watched(2).as_shown(), salon.truth(2));
    assert!(salon.watched(2).recent_of::<Dos>().is_empty());
}

#[test]
fn a_client_that_did_not_ask_for_the_past_is_not_told_it() {
    let mut salon = Salon::begun(settings(GameId::Dos, 3), 1);
    let _ = play_on::<Dos>(&mut salon, 4);
    salon.reconnect(2);
    salon.exchange();
    assert!(salon.watched(2).recent_of::<Dos>().is_empty());
}
