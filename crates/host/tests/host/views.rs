//! Who watches with views is sent the game as they see it with every update, and their moves when they may act.

use std::sync::Arc;

use engine::{GameId, Viewer};
use host::{ConnectionId, Message};
use serde_json::Value;
use wire::house::{Ask, Settings};

use crate::rig::{ANNE, BLAISE, CHLOE, Rig, hello, seat, settings};

/// The bodies of the messages `happened` in what was sent.
fn happened(sent: &[Value]) -> Vec<&Value> {
    sent.iter().filter_map(|message| message.get("happened")).collect()
}

/// Makes the first legal step of whoever is to move.
fn step(rig: &mut Rig, mover: ConnectionId) -> String {
    let viewer = Viewer::Seat(seat(if mover == ANNE { 0 } else { 1 }));
    let legal = rig.host.room().legal_for(viewer).expect("it is their turn");
    let step = legal.moves.first().expect("a move").clone();
    rig.ask(mover, "step", Ask::Submit { step: step.clone() });
    step
}

#[test]
fn every_update_carries_the_view_and_the_moves_of_who_may_act() {
    for game in GameId::ALL.into_iter().filter(|game| host::seats_of(*game).contains(&2)) {
        let (mut rig, mover, other) = Rig::playing(Settings { game, ..settings() });
        for connection in [ANNE, BLAISE, CHLOE] {
            rig.watch_views(connection, None);
        }
        let table = |sent: &[Value]| sent.iter().find_map(|it| it.get("table")).expect("a table").clone();
        let legal = table(&rig.take(mover))["legal"].clone();
        assert!(legal["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "{game:?}: {legal}");
        assert_eq!(table(&rig.take(CHLOE))["legal"], Value::Null, "a spectator has no moves");
        rig.sent.clear();
        let made = step(&mut rig, mover);
        assert!(legal["moves"].as_array().expect("a list").iter().any(|mv| *mv == *made), "{game:?}: {made}");
        for connection in [mover, other, CHLOE] {
            let sent = rig.take(connection);
            let [update] = happened(&sent)[..] else { panic!("{game:?}: one update: {sent:?}") };
            let viewer = match connection {
                ANNE => Viewer::Seat(seat(0)),
                BLAISE => Viewer::Seat(seat(1)),
                _ => Viewer::Spectator,
            };
            let now = rig.host.room().table_view(viewer, rig.now);
            assert_eq!(Some(&update["view"]), now.view.as_ref(), "{game:?}");
            let legal = serde_json::to_value(rig.host.room().legal_for(viewer)).expect("plain data");
            assert_eq!(update["legal"], legal, "{game:?}");
        }
    }
}

#[test]
fn who_has_not_asked_for_views_is_sent_none() {
    let (mut rig, mover, other) = Rig::playing(settings());
    rig.watch_views(mover, None);
    rig.sent.clear();
    step(&mut rig, mover);
    let (own, others) = (rig.take(mover), rig.take(other));
    assert!(happened(&own)[0].get("view").is_some());
    assert!(happened(&others)[0].get("view").is_none() && happened(&others)[0].get("legal").is_none());
    // Watching again without them ends them.
    rig.watch(mover, None);
    rig.sent.clear();
    rig.ask(other, "hello", hello());
    assert!(happened(&rig.take(mover))[0].get("view").is_none());
}

#[test]
fn an_update_with_a_view_is_written_once_for_all_who_see_the_same() {
    let (mut rig, mover, _) = Rig::playing(settings());
    for number in 10..13 {
        rig.watch_views(ConnectionId(number), None);
    }
    rig.sent.clear();
    step(&mut rig, mover);
    let is_spectator = |connection: &ConnectionId| connection.0 >= 10;
    let spectators = rig.sent.iter().filter(|(connection, _)| is_spectator(connection));
    let texts: Vec<&Arc<str>> = spectators
        .filter_map(|(_, message)| match message {
            Message::Update(text) if text.contains("happened") => Some(text),
            _ => None,
        })
        .collect();
    assert_eq!(texts.len(), 3);
    assert!(texts.iter().all(|text| Arc::ptr_eq(text, texts[0]) && text.contains(r#""view":"#)));
}

#[test]
fn who_comes_back_for_views_is_shown_the_table_afresh() {
    let (mut rig, mover, _) = Rig::playing(settings());
    let seq = rig.seq();
    rig.watch_views(mover, Some(seq));
    let sent = rig.take(mover);
    let table = sent.iter().find_map(|it| it.get("table")).expect("a table, although nothing was missed");
    assert!(table["view"].is_object() && table["legal"].is_object(), "{table}");
    rig.input(|host, now, dice| host.on_resync(mover, now, dice));
    rig.carry_out();
    let sent = rig.take(mover);
    assert!(sent.iter().any(|it| it["table"]["legal"].is_object()), "so is who has lost updates: {sent:?}");
}
