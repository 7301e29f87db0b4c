//! A newer house, a broken one, or none at all: what the client does not know it leaves.

use client::{Client, News};
use engine::GameId;
use serde_json::{Value, json};
use wire::house::{Ask, Stage};

use crate::salon::{Dice, Salon, seats_for, settings};

#[test]
fn unknown_kinds_of_messages_change_nothing() {
    let mut salon = Salon::begun(settings(GameId::Dos, 3), 1);
    let before = salon.watched(2).as_shown();
    let client = &mut salon.people[2].client;
    for text in [r#"{"confetti":{"table":"t"}}"#, r#"{"table":5}"#, r#"{"happened":{}}"#, "[]", "", "{}", "nonsense"] {
        assert_eq!(client.receive(text, 0), [News::Unknown], "{text}");
    }
    assert!(client.take_outgoing().is_empty());
    assert_eq!(salon.watched(2).as_shown(), before);
}

/// The table as Cléo is shown it when she watches it anew.
fn shown_table(salon: &mut Salon) -> Value {
    salon.reconnect(2);
    let line = salon.people[2].line;
    let _ = salon.people[2].client.take_outgoing();
    let ask = Ask::Watch { after: None, recent: false, views: false };
    let asked = wire::house::ToServer { id: "x".into(), table: Some(salon.table.clone()), key: None, ask };
    salon.solo.receive(line, &asked.to_text(), salon.now);
    let texts = salon.solo.take_outgoing(line);
    let messages = texts.iter().map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
    messages.rev().find(|message| message.get("table").is_some()).expect("the table")
}

#[test]
fn unknown_fields_are_left_even_in_settings() {
    let mut salon = Salon::begun(settings(GameId::Dos, 3), 1);
    let mut message = shown_table(&mut salon);
    message["table"]["weather"] = json!("fine");
    message["table"]["settings"]["candles"] = json!(3);
    message["table"]["clock"]["moon"] = json!(true);
    let now = salon.now;
    let news = salon.people[2].client.receive(&message.to_string(), now);
    assert_eq!(news, [News::Shown { table: salon.table.clone() }]);
    assert_eq!(salon.watched(2).as_shown(), salon.truth(2));
}

#[test]
fn a_list_with_a_game_this_program_does_not_know_shows_the_others() {
    let mut salon = Salon::new(settings(GameId::Dos, 3), 1);
    let mut message: Value = serde_json::from_str(&salon.list()).expect("JSON");
    let mut other = message["lobby"]["tables"][0].clone();
    other["settings"]["game"] = json!("belote");
    message["lobby"]["tables"].as_array_mut().expect("tables").push(other);
    let client = &mut salon.people[2].client;
    client.ask_house(Ask::Lobby);
    assert_eq!(client.receive(&message.to_string(), 0), [News::Lobby]);
    assert_eq!(client.lobby().count(), 1);
}

#[test]
fn an_unknown_happening_makes_the_client_ask_for_the_whole_table() {
    let mut salon = Salon::begun(settings(GameId::Dos, 3), 1);
    let seq = salon.watched(2).table().seq + 1;
    let happened = json!({ "happened": {
        "table": salon.table, "seq": seq, "happenings": [{ "danced": { "seat": 0 } }], "clock": {},
    } });
    let news = salon.people[2].client.receive(&happened.to_string(), 0);
    assert_eq!(news, [News::Missed { table: salon.table.clone() }]);
    let asks: Vec<Ask> = salon.people[2].client.unanswered().map(|sent| sent.ask.clone()).collect();
    assert_eq!(asks, [Ask::Watch { after: None, recent: false, views: false }]);
}

#[test]
fn a_view_this_program_cannot_read_is_kept_as_it_is() {
    let mut salon = Salon::begun(settings(GameId::Dos, 3), 1);
    while salon.stage() != Stage::Playing {
        salon.go_on();
    }
    let mut message = shown_table(&mut salon);
    message["table"]["view"]["new_pile"] = json!(["R7"]);
    let now = salon.now;
    salon.people[2].client.receive(&message.to_string(), now);
    assert!(salon.watched(2).game().is_none());
    assert_eq!(salon.watched(2).as_shown().view.as_ref(), message.pointer("/table/view"));
    let _ = salon.people[2].client.take_outgoing();
    // Whatever happens next cannot be followed: it is shown whole.
    salon.exchange();
    while !salon.people[2].news.iter().any(|news| matches!(news, News::Missed { .. })) {
        salon.go_on();
    }
    assert!(salon.watched(2).game().is_some(), "the house of today is understood again");
}

#[test]
fn disturbed_messages_never_bring_the_client_down() {
    for game in GameId::ALL {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 3);
        let mut dice = Dice::new(game as u64);
        let mut victim = Client::new(1);
        victim.connected();
        victim.watch(&salon.table);
        let line = salon.solo.connect(salon.people[0].guest.clone());
        for turn in 0..150 {
            if !salon.go_on() {
                break;
            }
            // Every now and then it is shown the truth, so that there is something to disturb.
            if turn % 10 == 0 {
                victim.connected();
            }
            for text in victim.take_outgoing() {
                salon.solo.receive(line, &text, salon.now);
            }
            for text in salon.solo.take_outgoing(line) {
                for _ in 0..5 {
                    let disturbed = disturb(&text, &mut dice);
                    victim.receive(&disturbed, salon.now);
                }
                victim.receive(&text, salon.now);
            }
            if let Some(game) = victim.table(&salon.table).and_then(client::Watched::game) {
                let legal = client::legal_moves(game);
                let _ = game.judge(legal.moves.first().map_or("", String::as_str));
                let shown = victim.table(&salon.table).map(client::Watched::as_shown);
                assert!(shown.is_some_and(|shown| shown.table == salon.table));
            }
        }
    }
}

/// The text with a few of its bytes changed, dropped or doubled; digits more often than the rest.
fn disturb(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(3) {
        let mut place = dice.below(letters.len());
        if let Some(digit) = (place..letters.len()).find(|place| letters[*place].is_ascii_digit()) {
            place = digit;
        }
        match dice.below(4) {
            0 => {
                letters.remove(place);
            }
            1 => letters.insert(place, '9'),
            _ => letters[place] = char::from(b'0' + dice.below(10) as u8),
        }
    }
    letters.into_iter().collect()
}
