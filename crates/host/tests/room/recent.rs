//! What a viewer who comes new is told of the past: over random matches of all games it is compared with what was shown
//! at the time, and with what the engine alone says that viewer could see then.

use engine::{Game, GameId, Seat, Viewer, with_game};
use host::Room;
use serde_json::Value;
use testkit::Specimen;
use wire::house::{Ask, BotLevel, Entry, Phrase, Settings, Speech, Stage, TableView, ToClient};

use crate::hall::{ANNE, Asker, BLAISE, CHLOE, Hall, seat, settings};
use crate::truth::{Truth, options_of};
use crate::wander::Wander;

/// So many things happen in each match.
const HAPPENINGS: usize = 90;
/// So many matches are played for each preset and number of players.
const RUNS: u64 = 3;
/// The most records that are told.
const MAX: usize = 24;
/// At least so many are told, once the round has had so many.
const LEAST: usize = 12;

/// How much was looked at.
#[derive(Default, Debug)]
struct Looked {
    told: usize,
    full: usize,
    undone: usize,
    /// Seated viewers who were told what spectators saw.
    newcomers: usize,
}

/// A match, and the views that its viewers had after each record.
struct Watched<G: Specimen> {
    truth: Truth<G>,
    /// For each record the views of all, spectators last; the first is of the empty table.
    views: Vec<Vec<Value>>,
}

impl<G: Specimen> Watched<G> {
    fn new(hall: &Hall) -> Self {
        let mut watched = Self { truth: Truth::new(hall.room.settings()), views: Vec::new() };
        watched.note(hall);
        watched
    }

    fn note(&mut self, hall: &Hall) {
        self.views.push(hall.viewers().into_iter().map(|viewer| self.truth.view(viewer)).collect());
    }

    fn follow(&mut self, hall: &Hall) {
        while self.views.len() <= hall.log.len() {
            self.truth.follow(&hall.log[self.views.len() - 1]);
            self.note(hall);
        }
    }
}

fn shown(hall: &Hall, viewer: Viewer) -> TableView {
    shown_by(&hall.room, viewer, hall.now)
}

fn shown_by(room: &Room, viewer: Viewer, now: u64) -> TableView {
    let text = room.write_with_recent(room.table_view(viewer, now), viewer);
    let message: ToClient = serde_json::from_str(&text).expect("a message");
    assert_eq!(*wire::house::write_message(&message), *text, "it is written as any message");
    match message {
        ToClient::Table(view) => *view,
        other => panic!("no table: {other:?}"),
    }
}

fn is_talk(entries: &[Entry]) -> bool {
    entries.iter().all(|entry| matches!(entry, Entry::Asked { .. } | Entry::Said { .. } | Entry::Muted { .. }))
}

/// What is wrong with the past that a viewer is told, if anything is.
fn fault_in<G: Specimen>(hall: &Hall, watched: &Watched<G>, viewer: Viewer, looked: &mut Looked) -> Option<String> {
    let deals = hall.log.iter().rposition(|entries| entries.iter().any(|it| matches!(it, Entry::Dealt { .. })));
    let table = shown(hall, viewer);
    let Some(recent) = table.recent else {
        return deals.map(|_| "a round was dealt, and nothing is told".into());
    };
    let Some(deal) = deals else { return Some("something is told before the first deal".into()) };
    let Some(first) = recent.happened.first().map(|past| past.seq as usize - 1) else {
        return Some("nothing is told".into());
    };
    let since: Vec<u64> = (first..hall.log.len()).filter(|index| !is_talk(&hall.log[*index])).map(seq_of).collect();
    if recent.happened.iter().map(|past| past.seq).ne(since.iter().copied()) {
        return Some(format!("{since:?} should be told"));
    }
    if first < deal || since.len() > MAX || (since.len() < LEAST && first > deal) {
        return Some(format!("{} records are told from {first} on, and the deal was {deal}", since.len()));
    }
    let changed = |own: Seat| {
        let touches = |entry: &Entry| match entry {
            Entry::Sat { seat, .. } | Entry::Left { seat } => *seat == own,
            _ => false,
        };
        hall.log[first..].iter().flatten().any(touches)
    };
    let own = match viewer {
        Viewer::Seat(seat) => Some(seat).filter(|seat| !changed(*seat)),
        Viewer::Spectator => None,
    };
    looked.newcomers += usize::from(own.is_none() && viewer != Viewer::Spectator);
    if recent.seat != own {
        return Some(format!("it is told as {:?} saw it, not as {own:?}", recent.seat));
    }
    let index = own.map_or(hall.room.sitters().len(), Seat::index);
    let seen = &watched.views[first][index];
    let is_first_round = seen["round"] == 0;
    if recent.view.as_ref() != Some(seen).filter(|_| !is_first_round) {
        return Some(format!("{:?} is not {seen}", recent.view));
    }
    looked.told += 1;
    looked.full += usize::from(since.len() == MAX);
    recent.happened.iter().find_map(|past| {
        let message: Value = serde_json::from_str(&hall.messages[&past.seq][index]).expect("JSON");
        let told = serde_json::to_value(&past.happenings).expect("plain data");
        looked.undone += usize::from(told.to_string().contains(r#"{"undone""#));
        (told != message["happened"]["happenings"]).then(|| format!("{told} is not what {message} was"))
    })
}

/// The sequence number of a record of the log.
fn seq_of(index: usize) -> u64 {
    index as u64 + 1
}

/// Watches one match; the first fault, if there is one.
fn watch<G: Specimen>(settings: Settings, run: u64, looked: &mut Looked) -> Option<String> {
    let mut wander = Wander::new(settings, run);
    let mut watched: Watched<G> = Watched::new(&wander.hall);
    for _ in 0..HAPPENINGS {
        watched.follow(&wander.hall);
        if wander.hall.dice.below(4) == 0 {
            let viewers = wander.hall.viewers().into_iter();
            let fault = viewers.filter_map(|viewer| fault_in(&wander.hall, &watched, viewer, looked)).next();
            if fault.is_some() {
                return fault;
            }
        }
        if wander.is_over() {
            break;
        }
        wander.go_on();
    }
    let again = wander.hall.replayed();
    wander.hall.viewers().into_iter().find_map(|viewer| {
        let again = shown_by(&again, viewer, 0);
        let is_same = shown(&wander.hall, viewer).recent == again.recent;
        (!is_same).then(|| format!("the log makes another past for {viewer:?}"))
    })
}

#[test]
fn the_past_is_told_as_its_viewer_saw_it() {
    fn check<G: Specimen>(looked: &mut Looked) {
        for (preset, rules) in G::presets() {
            for seats in <G as Game>::SEATS {
                for run in 0..RUNS {
                    let settings = Settings { options: options_of::<G>(&rules), ..settings(G::ID, seats as u8) };
                    let fault = watch::<G>(settings, run, looked);
                    assert_eq!(fault, None, "{} {preset}, {seats} players, match {run}", G::ID.slug());
                }
            }
        }
    }
    for game in GameId::ALL {
        let mut looked = Looked::default();
        with_game!(game, G => check::<G>(&mut looked));
        assert!(looked.told > 500 && looked.full > 10 && looked.newcomers > 20, "{}: {looked:?}", game.slug());
        assert!(looked.undone > 0 || game == GameId::Rummy, "{}: {looked:?}", game.slug());
    }
}

#[test]
fn who_takes_a_seat_over_is_not_told_the_hand_that_was_dealt_there() {
    let mut hall = Hall::new(settings(GameId::Onze, 3), &[]);
    hall.join(&BLAISE);
    hall.do_it(&ANNE, Ask::Begin { fill: Some(BotLevel::Casual) });
    hall.deal();
    let seat_of = |hall: &Hall, player: Asker| Viewer::Seat(hall.room.seat_of(&player.id()).expect("a seat"));
    let dealt = |hall: &Hall, viewer| {
        let recent = shown(hall, viewer).recent.expect("a round was dealt");
        let dealt = serde_json::to_value(&recent.happened[0].happenings).expect("plain data");
        (recent.seat, dealt[0]["dealt"]["events"][0]["hand"].clone())
    };
    let (from, hand) = dealt(&hall, seat_of(&hall, BLAISE));
    assert_eq!((from, hand.is_array()), (Some(seat(1)), true), "who was there sees the own hand");
    hall.room.arrive(&CHLOE.id());
    hall.do_it(&CHLOE, Ask::Sit { seat: Some(seat(2)) });
    assert_eq!(dealt(&hall, seat_of(&hall, CHLOE)), (None, Value::Null));
    hall.do_it(&BLAISE, Ask::Stand);
    assert_eq!(dealt(&hall, Viewer::Spectator), (None, Value::Null), "who got up is a spectator");
    assert_eq!(dealt(&hall, Viewer::Seat(seat(1))), (None, Value::Null), "and so is the bot in their place");
    let (from, hand) = dealt(&hall, seat_of(&hall, ANNE));
    assert_eq!((from, hand.is_array()), (Some(seat(0)), true));
}

#[test]
fn talk_does_not_crowd_out_the_play() {
    let mut hall = Hall::playing(settings(GameId::Dos, 2));
    hall.play_on(&[ANNE, BLAISE]);
    let told = |hall: &Hall| shown(hall, Viewer::Spectator).recent.expect("a past").happened.len();
    let before = told(&hall);
    for _ in 0..40 {
        hall.now += 10_000;
        hall.do_it(&ANNE, Ask::Say { speech: Speech::Phrase(Phrase::Oops) });
    }
    assert_eq!(told(&hall), before);
}

#[test]
fn a_round_that_is_over_is_told_until_the_next_is_dealt() {
    let mut hall = Hall::playing(settings(GameId::NainJaune, 3));
    while hall.room.stage() == Stage::Playing {
        hall.play_on(&[ANNE, BLAISE]);
    }
    let recent = shown(&hall, Viewer::Spectator).recent.expect("a past");
    assert!(serde_json::to_string(&recent).expect("plain data").contains(r#"{"revealed""#));
    hall.deal();
    let recent = shown(&hall, Viewer::Spectator).recent.expect("a past");
    assert_eq!(recent.happened.len(), 1, "the deal");
    assert!(recent.view.is_some(), "and how the first round had ended");
}

#[test]
fn the_past_is_only_shown_where_it_is_asked_for() {
    let hall = Hall::playing(settings(GameId::Dos, 2));
    assert!(hall.views().iter().all(|view| view.recent.is_none()));
}
