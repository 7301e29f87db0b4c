//! Asks that are not answered are sent again, with the same id, and done once.

use client::{Client, News};
use engine::GameId;
use wire::house::{Ask, Phrase, Speech, Stage, ToClient, ToServer, write_message};

use crate::salon::{Salon, seat, seats_for, settings};

fn sent(text: &str) -> ToServer {
    serde_json::from_str(text).expect("an ask")
}

#[test]
fn ids_begin_with_the_prefix_and_are_never_used_twice() {
    let mut client = Client::new(0xfeed);
    client.connected();
    let first = client.ask_house(Ask::Ping);
    let second = client.ask_table(&"t".into(), Ask::Legal);
    assert_eq!([first.as_str(), second.as_str()], ["000000000000feed-1", "000000000000feed-2"]);
    let texts = client.take_outgoing();
    assert_eq!(texts.iter().map(|text| sent(text).id).collect::<Vec<_>>(), [first, second]);
    assert!(client.take_outgoing().is_empty(), "what was taken is not sent again");
}

#[test]
fn what_is_asked_without_a_connection_waits_for_one() {
    let mut client = Client::new(1);
    client.watch(&"t".into());
    client.ask_house(Ask::Lobby);
    let id = client.ask_table(&"t".into(), Ask::Sit { seat: None });
    assert!(client.take_outgoing().is_empty());
    client.connected();
    let asks: Vec<ToServer> = client.take_outgoing().iter().map(|text| sent(text)).collect();
    assert_eq!(
        asks.iter().map(|asked| &asked.ask).collect::<Vec<_>>(),
        [&Ask::Watch { after: None, recent: false, views: false }, &Ask::Lobby, &Ask::Sit { seat: None }],
        "first what is followed, then what was asked"
    );
    assert_eq!(asks[2].id, id);
}

#[test]
fn a_move_whose_answer_was_lost_is_sent_again_with_its_id_and_made_once() {
    for game in GameId::ALL {
        let mut salon = Salon::begun(settings(game, seats_for(game)), 3);
        while salon.watched(0).table().clock.seat != Some(seat(0)) {
            salon.go_on();
        }
        let id = salon.step(0);
        let line = salon.people[0].line;
        for text in salon.people[0].client.take_outgoing() {
            assert_eq!(sent(&text).id, id);
            salon.solo.receive(line, &text, salon.now);
        }
        let seq = salon.solo.room(&salon.table).expect("the table").seq();
        // The house has made the move, and the connection breaks before it could say so.
        salon.reconnect(0);
        let again: Vec<ToServer> = salon.people[0].client.take_outgoing().iter().map(|text| sent(text)).collect();
        assert!(again.iter().any(|asked| asked.id == id), "{}: it is sent again", game.slug());
        for asked in again {
            let text = serde_json::to_string(&asked).expect("plain data");
            let line = salon.people[0].line;
            salon.solo.receive(line, &text, salon.now);
        }
        assert_eq!(salon.solo.room(&salon.table).expect("the table").seq(), seq, "it is made once");
        salon.people[0].news.clear();
        salon.exchange();
        let answers = salon.people[0].news.iter().filter_map(|news| match news {
            News::Answered { ask, answer } if ask.id == id => Some(answer.seq),
            _ => None,
        });
        assert_eq!(answers.collect::<Vec<_>>(), [Some(seq)], "the repeat gets the first answer");
        salon.assert_all_is_known(game.slug());
    }
}

#[test]
fn a_move_that_never_reached_the_house_is_made_after_the_next_connection() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 3);
    while salon.watched(0).table().clock.seat != Some(seat(0)) {
        salon.go_on();
    }
    let seq = salon.watched(0).table().seq;
    salon.step(0);
    let lost = salon.people[0].client.take_outgoing();
    assert_eq!(lost.len(), 1);
    salon.reconnect(0);
    salon.exchange();
    assert_eq!(salon.watched(0).table().seq, seq + 1);
    assert_eq!(salon.people[0].client.unanswered().count(), 0);
}

#[test]
fn a_second_answer_to_the_same_ask_is_no_news() {
    let mut client = Client::new(1);
    client.connected();
    let id = client.ask_house(Ask::Ping);
    let answer = format!(r#"{{"answer":{{"id":"{id}"}}}}"#);
    assert_eq!(client.receive(&answer, 0).len(), 1);
    assert_eq!(client.receive(&answer, 0).len(), 0);
    let refused = format!(r#"{{"refused":{{"id":"{id}","code":"late","message":"Too late."}}}}"#);
    assert_eq!(client.receive(&refused, 0).len(), 0);
}

#[test]
fn what_the_house_could_not_read_is_news_without_an_ask() {
    let mut client = Client::new(1);
    let refused = r#"{"refused":{"id":"","code":"bad-message","message":"This message cannot be read."}}"#;
    assert!(matches!(client.receive(refused, 0).as_slice(), [News::Refused { ask: None, .. }]));
}

#[test]
fn a_table_that_does_not_exist_is_lost_and_one_that_is_busy_is_not() {
    let mut salon = Salon::new(settings(GameId::Onze, 3), 1);
    salon.people[2].client.watch(&"nowhere".into());
    salon.people[2].news.clear();
    salon.exchange();
    let news = &salon.people[2].news;
    assert!(
        matches!(news.as_slice(), [News::Lost { table, refused }] if table == "nowhere" && refused.code == "no-such-table")
    );
    salon.reconnect(2);
    let texts = salon.people[2].client.take_outgoing();
    assert!(!texts.iter().any(|text| text.contains("nowhere")), "it is not asked for again");

    let mut client = Client::new(1);
    client.connected();
    let id = client.watch(&"somewhere".into());
    let busy = format!(r#"{{"refused":{{"id":"{id}","code":"busy","message":"Try again."}}}}"#);
    assert!(matches!(client.receive(&busy, 0).as_slice(), [News::Refused { ask: Some(_), .. }]));
    client.connected();
    assert!(client.take_outgoing().last().is_some_and(|text| text.contains("somewhere")));
}

#[test]
fn a_table_that_is_watched_no_more_is_forgotten() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 1);
    salon.ask(2, Ask::Unwatch);
    salon.exchange();
    assert!(salon.people[2].client.table(&salon.table).is_none());
    let spectators = salon.people[0].client.presence(&salon.table).expect("presence").spectators;
    assert_eq!(spectators, 0, "nobody looks on any more");
    salon.reconnect(2);
    salon.exchange();
    assert!(salon.people[2].client.table(&salon.table).is_none());
}

#[test]
fn the_lobby_is_followed_across_connections() {
    let mut salon = Salon::new(settings(GameId::Onze, 3), 1);
    let stage = |salon: &Salon| salon.people[2].client.lobby().map(|summary| summary.stage).collect::<Vec<_>>();
    assert_eq!(stage(&salon), []);
    salon.people[2].client.ask_house(Ask::Lobby);
    salon.exchange();
    let list = salon.list();
    assert_eq!(salon.people[2].client.receive(&list, 0), [News::Lobby]);
    assert_eq!(stage(&salon), [Stage::Gathering]);
    salon.reconnect(2);
    let is_asked_again = salon.people[2].client.unanswered().any(|asked| asked.ask == Ask::Lobby);
    assert!(is_asked_again, "another connection follows nothing by itself");
    salon.exchange();
    salon.ask(0, Ask::Begin { fill: None });
    salon.exchange();
    let change = write_message(&ToClient::LobbyChanged(Box::new(salon.summary())));
    assert_eq!(salon.people[2].client.receive(&change, 0), [News::Lobby]);
    assert_eq!(stage(&salon), [Stage::Between]);
    salon.people[2].client.ask_house(Ask::LeaveLobby);
    salon.exchange();
    assert_eq!(stage(&salon), []);
    let lost = format!(r#"{{"lobby_lost":{{"table":"{}"}}}}"#, salon.table);
    assert!(salon.people[2].client.receive(&lost, 0).is_empty(), "who does not follow hears nothing");
}

#[test]
fn who_was_ready_is_ready_again_after_a_lost_connection_with_the_same_entropy() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 1);
    let entropy = Some("00ff".to_string());
    salon.ask(0, Ask::Ready { round: 1, entropy: entropy.clone() });
    salon.exchange();
    salon.reconnect(0);
    salon.exchange();
    assert_eq!(salon.people[0].client.presence(&salon.table).expect("presence").ready, [seat(0)]);
    salon.ready(1, 1);
    salon.exchange();
    assert!(salon.tick());
    salon.exchange();
    let table = salon.watched(0).table();
    assert_eq!(table.rounds[0].entropy.as_ref().map(|added| &added[0]), Some(&entropy));
    assert!(!salon.people[0].news.iter().any(|news| matches!(news, News::Deal { .. })), "nothing is wrong with it");
}

#[test]
fn hints_and_phrases_are_answered_like_any_ask() {
    let mut salon = Salon::begun(settings(GameId::Onze, 3), 1);
    while salon.watched(0).table().clock.seat != Some(seat(0)) {
        salon.go_on();
    }
    salon.people[0].news.clear();
    let hint = salon.ask(0, Ask::Hint);
    salon.ask(0, Ask::Say { speech: Speech::Phrase(Phrase::OneMoment) });
    salon.exchange();
    let advice = salon.people[0].news.iter().find_map(|news| match news {
        News::Answered { ask, answer } if ask.id == hint => client::Advice::read(answer),
        _ => None,
    });
    let advice = advice.expect("advice");
    let judged = salon.watched(0).game().expect("a game").judge(&advice.step);
    assert_eq!(judged, Ok(advice.step));
    assert_eq!(salon.watched(1).table().chat.last().map(|line| &line.speech), Some(&Speech::Phrase(Phrase::OneMoment)));
}
