//! What is said at a table: by anybody there, within limits, unless the host has silenced them.

use engine::GameId;
use wire::house::{Ask, Phrase, Speech, Stage};
use words::{Lang, house::say_phrase};

use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Came, Hall, settings};

fn say(text: &str) -> Ask {
    Ask::Say { speech: Speech::Text(text.into()) }
}

fn said(hall: &Hall) -> Vec<String> {
    let text = |speech: Speech| match speech {
        Speech::Text(text) => text,
        Speech::Phrase(phrase) => format!("{phrase:?}"),
    };
    hall.views()[0].chat.iter().map(|line| text(line.speech.clone())).collect()
}

#[test]
fn players_and_spectators_talk_and_everyone_reads_it() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    hall.do_it(&ANNE, say("Bonsoir !"));
    hall.do_it(&CHLOE, Ask::Say { speech: Speech::Phrase(Phrase::GoodLuck) });
    assert_eq!(said(&hall), ["Bonsoir !", "GoodLuck"]);
    let happening = &hall.last_happenings()[0]["said"];
    assert_eq!((&happening["player"], &happening["name"]), (&CHLOE.player.into(), &CHLOE.name.into()));
    let chats: Vec<_> = hall.views().into_iter().map(|view| view.chat).collect();
    assert!(chats.iter().all(|chat| *chat == chats[0]), "the same to all");
}

#[test]
fn what_breaks_a_line_is_left_out() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    hall.do_it(&ANNE, say("  un\u{0}\n deux\u{1b}[31m \u{202e}siort\u{2028} 👩‍👧 \t"));
    assert_eq!(said(&hall), ["un deux[31m siort 👩‍👧"]);
    for empty in ["", "   ", "\n\t", "\u{202e}\u{2069}"] {
        assert_eq!(hall.refused(&ANNE, say(empty)), "bad-speech", "{empty:?}");
    }
}

#[test]
fn a_line_has_three_hundred_characters_at_most() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    hall.do_it(&ANNE, say(&"é".repeat(300)));
    assert_eq!(hall.refused(&ANNE, say(&"é".repeat(301))), "bad-speech");
}

#[test]
fn nobody_says_more_than_six_things_in_ten_seconds() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    for count in 0..6 {
        hall.do_it(&ANNE, say(&format!("{count}")));
        hall.now += 1_000;
    }
    assert_eq!(hall.refused(&ANNE, say("6")), "too-much-talk");
    assert_eq!(hall.refused(&ANNE, Ask::Say { speech: Speech::Phrase(Phrase::Sorry) }), "too-much-talk");
    hall.do_it(&BLAISE, say("others may"));
    hall.now += 3_999;
    assert_eq!(hall.refused(&ANNE, say("6")), "too-much-talk");
    hall.now += 1;
    hall.do_it(&ANNE, say("ten seconds after the first"));
    assert_eq!(hall.refused(&ANNE, say("and no more")), "too-much-talk");
}

#[test]
fn the_host_silences_who_is_there_and_lets_him_speak_again() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    hall.join(&BLAISE);
    let mute = |asker: &Asker, silent| Ask::Mute { player: asker.player.into(), silent };
    assert_eq!(hall.refused(&ANNE, mute(&ANNE, true)), "no-such-player", "not oneself");
    assert_eq!(hall.refused(&ANNE, mute(&CHLOE, true)), "no-such-player", "nobody who is not there");
    hall.room.arrive(&CHLOE.id());
    for silenced in [&BLAISE, &CHLOE] {
        hall.do_it(&ANNE, mute(silenced, true));
        assert_eq!(hall.refused(silenced, say("hm")), "silenced");
    }
    hall.room.depart(&CHLOE.id(), hall.now);
    hall.room = hall.replayed();
    assert_eq!(hall.refused(&CHLOE, say("hm")), "silenced", "that is written down");
    hall.do_it(&ANNE, mute(&CHLOE, false));
    hall.do_it(&CHLOE, say("thank you"));
    assert_eq!(hall.refused(&BLAISE, say("and I?")), "silenced");
}

#[test]
fn the_last_fifty_lines_are_kept_for_those_who_come_later() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    for count in 0..60 {
        hall.do_it(&ANNE, say(&format!("{count}")));
        hall.now += 2_000;
    }
    assert_eq!(said(&hall), (10..60).map(|count| format!("{count}")).collect::<Vec<_>>());
}

#[test]
fn a_line_that_is_sent_twice_is_said_once() {
    let mut hall = Hall::new(settings(GameId::Onze, 2), &[]);
    let Ok(Came::Written(seq)) = hall.ask_as(&ANNE, "s", &say("Bonsoir")) else { panic!("said") };
    assert_eq!(hall.ask_as(&ANNE, "s", &say("Bonsoir")), Ok(Came::Repeated(seq)));
    assert_eq!(said(&hall), ["Bonsoir"]);
}

#[test]
fn people_talk_on_after_the_match_but_not_at_a_table_put_away() {
    let mut hall = Hall::begun(settings(GameId::QuaranteSix, 2));
    hall.play_to_the_end(&[ANNE, BLAISE]);
    hall.do_it(&BLAISE, Ask::Say { speech: Speech::Phrase(Phrase::WellPlayed) });
    let mut closed = Hall::new(settings(GameId::Onze, 2), &[]);
    let entries = closed.room.decide_close(closed.now).expect("it is open");
    closed.write(entries);
    assert_eq!(closed.room.stage(), Stage::Closed);
    assert_eq!(closed.refused(&ANNE, say("hello?")), "match-over");
    assert_eq!(closed.refused(&ANNE, Ask::Mute { player: BLAISE.player.into(), silent: true }), "match-over");
}

#[test]
fn every_phrase_is_said_in_both_languages() {
    for phrase in Phrase::ALL {
        let (french, english) = (say_phrase(phrase, Lang::French), say_phrase(phrase, Lang::English));
        assert!(!french.is_empty() && !english.is_empty() && french != english, "{phrase:?}");
    }
}
