//! Nobody is sent a card they may not know, nor a seed before its time: over random matches of all games, every byte
//! that the room gives to a seat or to spectators is compared with what the engine alone says they may know.
//! `ROOM_MATCHES=100 cargo test -p room redaction` plays a hundred for each preset and number of players.

use std::sync::Arc;

use engine::{Game, GameId, Viewer, with_game};
use serde_json::{Value, json};
use testkit::Specimen;
use wire::house::Settings;

use crate::hall::{Hall, seat, settings};
use crate::truth::{Truth, options_of};
use crate::wander::{Answered, Wander};

/// So many things happen in each match.
const HAPPENINGS: usize = 120;

/// How many matches are played for each preset and number of players.
fn matches() -> u64 {
    std::env::var("ROOM_MATCHES").ok().and_then(|count| count.parse().ok()).unwrap_or(4)
}

/// How much was looked at.
#[derive(Default, Debug)]
struct Looked {
    matches: usize,
    messages: usize,
    bytes: usize,
    undone: usize,
    answers: usize,
}

#[test]
fn nobody_is_sent_what_he_may_not_know() {
    for game in GameId::ALL {
        let looked = with_game!(game, G => watch_all::<G>());
        assert!(looked.messages > 1_000 && looked.answers > 100, "{}: {looked:?}", game.slug());
        assert!(looked.undone > 0 || game == GameId::Rummy, "{}: {looked:?}", game.slug());
    }
}

fn watch_all<G: Specimen>() -> Looked {
    let mut looked = Looked::default();
    for (preset, rules) in G::presets() {
        for seats in <G as Game>::SEATS {
            for run in 0..matches() {
                let settings = Settings { options: options_of::<G>(&rules), ..settings(G::ID, seats as u8) };
                let found = watch::<G>(settings, run, &mut looked);
                assert_eq!(found, None, "{} {preset}, {seats} players, match {run}", G::ID.slug());
            }
        }
    }
    looked
}

/// Watches one match; the first leak, if there is one.
fn watch<G: Specimen>(settings: Settings, run: u64, looked: &mut Looked) -> Option<String> {
    let mut wander = Wander::new(settings, run);
    let mut truth: Truth<G> = Truth::new(wander.hall.room.settings());
    let mut seen = 0;
    looked.matches += 1;
    for _ in 0..HAPPENINGS {
        while seen < wander.hall.log.len() {
            let entries = wander.hall.log[seen].clone();
            truth.follow(&entries);
            seen += 1;
            // The opening is not told to anybody: nobody was there.
            if let Some(messages) = wander.hall.messages.get(&(seen as u64)).cloned() {
                looked.messages += messages.len();
                looked.bytes += messages.iter().map(|message| message.len()).sum::<usize>();
                looked.undone += usize::from(messages[0].contains(r#"{"undone""#));
                if let Some(leak) = leak_in_messages(&wander.hall, &truth, &messages) {
                    return Some(leak);
                }
            }
        }
        for Answered { viewer, answer, step } in wander.told.drain(..) {
            let mut known = truth.known_now(viewer);
            known.extend(truth.cards_in(&json!(step)));
            looked.answers += 1;
            if let Some(leak) = truth.leak(&answer, &known) {
                return Some(format!("{leak} in {answer} to {viewer:?}"));
            }
        }
        if wander.hall.dice.below(6) == 0 {
            for viewer in wander.hall.viewers() {
                if let Some(leak) = leak_in_view(&wander.hall, &truth, viewer) {
                    return Some(leak);
                }
            }
        }
        let presence = serde_json::to_value(wander.hall.room.presence()).expect("plain data");
        if let Some(leak) = truth.leak(&presence, &Default::default()) {
            return Some(format!("{leak} in {presence}"));
        }
        if wander.is_over() {
            break;
        }
        wander.go_on();
    }
    None
}

fn leak_in_messages<G: Specimen>(hall: &Hall, truth: &Truth<G>, messages: &[Arc<str>]) -> Option<String> {
    let spectators = messages.last().expect("spectators");
    hall.viewers().into_iter().zip(messages).find_map(|(viewer, message)| {
        // Whoever reads what spectators read may know at least as much as they.
        if viewer != Viewer::Spectator && Arc::ptr_eq(message, spectators) {
            let is_same = truth.events(viewer) == truth.events(Viewer::Spectator);
            return (!is_same).then(|| format!("{viewer:?} is told less than they saw"));
        }
        let message: Value = serde_json::from_str(message).expect("JSON");
        leak_in_message(truth, viewer, &message)
    })
}

/// What is wrong with a message to a viewer about what the last record brought about.
fn leak_in_message<G: Specimen>(truth: &Truth<G>, viewer: Viewer, message: &Value) -> Option<String> {
    let happenings = message["happened"]["happenings"].as_array().expect("happenings");
    let mut events = truth.events(viewer).into_iter().filter(|events| !events.is_empty());
    for happening in happenings {
        let told = [&happening["dealt"]["events"], &happening["stepped"]["events"]];
        if let Some(told) = told.into_iter().find(|told| !told.is_null())
            && Some(told) != events.next().map(Value::Array).as_ref()
        {
            return Some(format!("{told} is not what {viewer:?} saw"));
        }
        let view = &happening["undone"]["view"];
        if !view.is_null() && *view != truth.view(viewer) {
            return Some(format!("{view} is not what {viewer:?} sees"));
        }
    }
    let leak = truth.leak(message, &truth.known_of_last(viewer))?;
    Some(format!("{leak} in {message} to {viewer:?}"))
}

fn leak_in_view<G: Specimen>(hall: &Hall, truth: &Truth<G>, viewer: Viewer) -> Option<String> {
    let view = serde_json::to_value(hall.room.view(viewer, hall.now)).expect("plain data");
    let game = &view["table"]["view"];
    if !game.is_null() && *game != truth.view(viewer) {
        return Some(format!("{game} is not what {viewer:?} sees"));
    }
    let leak = truth.leak(&view, &truth.known_now(viewer))?;
    Some(format!("{leak} in {view} to {viewer:?}"))
}

/// A round just dealt, and the truth of it.
fn dealt<G: Specimen>() -> (Hall, Truth<G>) {
    let seats = *<G as Game>::SEATS.start() as u8;
    let hall = Hall::playing(settings(G::ID, seats));
    let mut truth = Truth::new(hall.room.settings());
    hall.log.iter().for_each(|entries| truth.follow(entries));
    (hall, truth)
}

#[test]
fn a_message_to_another_seat_is_found_out() {
    fn check<G: Specimen>() {
        let (hall, truth) = dealt::<G>();
        let messages = &hall.messages[&hall.room.seq()];
        assert_eq!(leak_in_messages(&hall, &truth, messages), None);
        let message: Value = serde_json::from_str(&messages[1]).expect("JSON");
        for viewer in [Viewer::Seat(seat(0)), Viewer::Spectator] {
            assert!(leak_in_message(&truth, viewer, &message).is_some(), "by what was seen");
            assert!(truth.leak(&message, &truth.known_of_last(viewer)).is_some(), "by its cards");
        }
    }
    for game in GameId::ALL {
        with_game!(game, G => check::<G>());
    }
}

#[test]
fn a_card_or_a_seed_planted_anywhere_is_found_out() {
    fn check<G: Specimen>() {
        let (hall, truth) = dealt::<G>();
        let viewer = Viewer::Seat(seat(0));
        let known = truth.known_now(viewer);
        let hidden = truth.hidden_card(viewer).expect("after the deal much is hidden");
        let mut view = serde_json::to_value(hall.room.view(viewer, hall.now)).expect("plain data");
        assert_eq!(truth.leak(&view, &known), None);
        let clean = view.clone();
        view["table"]["chat"] = json!([{ "speech": { "text": format!("il a {hidden}, je crois") } }]);
        assert_eq!(truth.leak(&view, &known), Some(hidden.clone()));
        let planted = json!({ "moves": ["draw", hidden], "complete": true });
        assert_eq!(truth.leak(&planted, &known), Some(hidden));
        assert_eq!(truth.secrets().len(), 2, "the house's seed, and the one that dealt");
        for secret in truth.secrets() {
            let mut view = clean.clone();
            view["table"]["rounds"][0]["seed"] = json!(secret);
            assert_eq!(truth.leak(&view, &known), Some(format!("the seed {secret}")));
        }
    }
    for game in GameId::ALL {
        with_game!(game, G => check::<G>());
    }
}
