//! A match looked at again: at every moment, from every seat's eyes, it is what the engine says that seat saw.

use client::replay::{Eyes, Overview, Projector, Replay, ReplayAnswer, ReplayAsk, ReplayScene, Tape};
use client::{Client, News};
use engine::{GameId, Seat, SeatCount, State, View, Viewer, with_game};
use referee::Refereed;
use referee::records::{record_random, trace};
use serde_json::Value;
use testkit::Dice;
use wire::house::{Ask, Happening, TableId};
use wire::{Player, PlayerKind, read_position, read_view, write_record};
use words::Lang;

use crate::salon::{Salon, guest, seats_for, settings};

/// A random match of a game, as its record.
fn record(id: GameId, run: u64) -> String {
    let mut dice = Dice::new(run);
    with_game!(id, G => {
        let seats = SeatCount::new(*<G as engine::Game>::SEATS.start() + 1).expect("a number of players");
        let player = |seat| Player { name: format!("Véra {seat}"), kind: PlayerKind::Human };
        let players = (0..seats.get()).map(player).collect();
        let mut draw = |bound| dice.below(bound);
        write_record(&record_random::<G>(&Default::default(), seats, players, "2026-11-15".into(), &mut draw))
    })
}

/// The truth after every deal and every step, by the referee.
fn truths<G: Refereed>(record: &str) -> Vec<State<G>> {
    let positions = trace(record, Lang::English).expect("a record that holds");
    let read = |line: &str| read_position::<G>(line.parse().expect("JSON")).expect("a position").0;
    positions.lines().map(read).collect()
}

fn table() -> TableId {
    "replay".into()
}

/// A client that watches a replay.
fn watching(replay: &mut Replay) -> Client {
    let mut client = Client::new(7);
    client.connected();
    client.ask_table(&table(), Ask::Watch { after: None, recent: true, views: false });
    for ask in client.take_outgoing() {
        for text in replay.receive(&ask) {
            client.receive(&text, 0);
        }
    }
    client
}

fn hear(client: &mut Client, scene: &ReplayScene) {
    for text in &scene.texts {
        let news = client.receive(text, 0);
        assert!(!news.iter().any(|news| matches!(news, News::Missed { .. } | News::Unknown)), "{news:?}");
    }
}

/// Whether what the client knows is what the engine says that this viewer sees of this truth.
fn assert_is_seen<G: Refereed>(client: &Client, truth: &State<G>, eyes: Eyes, why: &str) {
    let watched = client.table(&table()).expect("it is watched");
    let view = watched.view_of::<G>().expect("the game");
    assert_eq!(*view, View::of(truth, eyes.viewer()), "{} {why}", G::ID.slug());
    assert_eq!(watched.table().clock.seat, G::seat_to_move(truth), "{} {why}", G::ID.slug());
}

/// The seat whose turn it is.
trait Mover: Refereed {
    fn seat_to_move(truth: &State<Self>) -> Option<Seat> {
        match Self::turn(&truth.public) {
            engine::Turn::Seat { seat, .. } => Some(seat),
            _ => None,
        }
    }
}

impl<G: Refereed> Mover for G {}

fn every_moment<G: Refereed>(run: u64) {
    let text = record(G::ID, run);
    let truths = truths::<G>(&text);
    let mut replay = Replay::of_record(&text, &table(), Lang::English).expect("a record that holds");
    let overview = replay.overview().clone();
    assert_eq!(overview.moments.len(), truths.len(), "{}", G::ID.slug());
    let seats = truths[0].public.sheet.seats();
    let all: Vec<Eyes> = seats.seats().map(|seat| Eyes::Seat(seat.index() as u8)).chain([Eyes::All]).collect();
    assert_eq!(overview.eyes, all);
    // On and on, as it is played.
    for eyes in &all {
        let mut client = watching(&mut replay);
        for (at, truth) in truths.iter().enumerate() {
            let scene = replay.show(at, *eyes);
            assert_eq!((scene.at, scene.eyes, scene.is_next), (at, *eyes, at > 0));
            hear(&mut client, &scene);
            assert_is_seen(&client, truth, *eyes, &format!("moment {at} with {eyes:?}"));
            assert_hands::<G>(&scene, truth);
        }
    }
    // And to anywhere, with other eyes.
    let mut client = watching(&mut replay);
    let mut dice = Dice::new(run);
    for _ in 0..60 {
        let (at, eyes) = (dice.below(truths.len()), all[dice.below(all.len())]);
        hear(&mut client, &replay.show(at, eyes));
        assert_is_seen(&client, &truths[at], eyes, &format!("sought {at} with {eyes:?}"));
        assert_is_told::<G>(&client, eyes);
    }
}

/// Open hands are those that the seats hold, and nobody else's eyes bring them.
fn assert_hands<G: Refereed>(scene: &ReplayScene, truth: &State<G>) {
    let Some(hands) = &scene.hands else { return assert_ne!(scene.eyes, Eyes::All) };
    for (seat, hand) in truth.public.sheet.seats().seats().zip(hands) {
        let view = read_view::<G>(hand.clone(), Viewer::Seat(seat)).expect("a view");
        assert_eq!(view, View::of(truth, Viewer::Seat(seat)));
    }
}

/// What is told of the moments before leads to the moment.
fn assert_is_told<G: Refereed>(client: &Client, eyes: Eyes) {
    let watched = client.table(&table()).expect("it is watched");
    let past = watched.recent_of::<G>();
    let last = past.last().expect("something happened before").clone();
    assert_eq!(last.before.viewer, eyes.viewer());
    assert_eq!((last.seq, past.len() <= 24), (watched.table().seq, true));
    let mut view = last.before;
    if matches!(last.happening, Happening::LastRound) {
        view.public.sheet.last_round = true;
    }
    last.shown.iter().for_each(|shown| G::follow(&mut view, shown).expect("it fits"));
    assert_eq!(Some(&view), watched.view_of::<G>());
}

#[test]
fn every_moment_is_what_each_seat_saw() {
    for id in GameId::ALL {
        with_game!(id, G => every_moment::<G>(3));
    }
}

fn addresses(overview: &Overview) -> Vec<(u16, u16, u16)> {
    overview.moments.iter().map(|moment| (moment.round, moment.turn, moment.step)).collect()
}

#[test]
fn a_moment_has_an_address_and_is_found_by_it() {
    for id in GameId::ALL {
        let text = record(id, 5);
        let replay = Replay::of_record(&text, &table(), Lang::English).expect("a record that holds");
        let overview = replay.overview();
        let addresses = addresses(overview);
        assert!(addresses.is_sorted_by(|one, next| one < next), "{}", id.slug());
        for (at, (round, turn, step)) in addresses.iter().enumerate() {
            assert_eq!(overview.find(*round, *turn, *step), at);
        }
        assert_eq!(overview.find(0, 1, 0), 0, "before all of them");
        assert_eq!(overview.find(u16::MAX, 1, 0), addresses.len() - 1, "after all of them");
        // Each line of a step is named by the moment it leads to.
        let lines: Vec<usize> = overview.moments.iter().filter_map(|moment| moment.line).collect();
        assert_eq!(lines.len(), text.lines().filter(|line| line.starts_with("{\"seat\"")).count());
        for line in lines {
            let before = overview.before_line(line);
            assert_eq!(overview.moments[before + 1].line, Some(line));
        }
        let firsts: Vec<usize> = overview.rounds_begin().collect();
        assert!(firsts.iter().all(|at| (overview.moments[*at].turn, overview.moments[*at].step) == (1, 0)));
        assert_eq!(firsts.len(), overview.rounds.len(), "all rounds were played to their ends");
    }
}

#[test]
fn a_record_that_does_not_hold_is_not_shown() {
    let text = record(GameId::Onze, 1);
    let cut: Vec<&str> = text.lines().take(9).collect();
    let broken = Replay::of_record(&cut.join("\n"), &table(), Lang::English).expect_err("it was cut");
    assert_eq!(broken.line, 10, "what comes after the last line is not there");
    assert!(Replay::of_record("no record at all", &table(), Lang::English).is_err());
}

#[test]
fn eyes_are_read_back() {
    for eyes in [Eyes::Seat(0), Eyes::Seat(7), Eyes::Watching, Eyes::All] {
        assert_eq!(Eyes::read(&eyes.write()), Some(eyes));
    }
    assert_eq!(Eyes::read("somebody"), None);
}

/// Somebody who looks on and keeps a tape, and what they saw after everything that changed the game.
struct Onlooker {
    line: host::ConnectionId,
    client: Client,
    tape: Tape,
    seen: Vec<Value>,
}

impl Onlooker {
    fn come(salon: &mut Salon, name: &str) -> Self {
        let line = salon.solo.connect(guest(name));
        let mut client = Client::new(salon.dice.next());
        client.connected();
        client.ask_table(&salon.table, Ask::Watch { after: None, recent: true, views: false });
        let mut onlooker = Self { line, client, tape: Tape::new(&salon.table), seen: Vec::new() };
        onlooker.hear(salon);
        onlooker
    }

    fn hear(&mut self, salon: &mut Salon) {
        loop {
            let asks = self.client.take_outgoing();
            asks.iter().for_each(|ask| salon.solo.receive(self.line, ask, salon.now));
            let texts = salon.solo.take_outgoing(self.line);
            if asks.is_empty() && texts.is_empty() {
                return;
            }
            for text in texts {
                self.tape.keep(&text);
                self.client.receive(&text, salon.now);
                let watched = self.client.table(&salon.table);
                let view = watched.and_then(|watched| watched.as_shown().view);
                if let Some(view) = view.filter(|view| self.seen.last() != Some(view)) {
                    self.seen.push(view);
                }
            }
        }
    }
}

#[test]
fn who_looks_on_goes_back_in_what_they_were_shown() {
    for id in GameId::ALL {
        let mut salon = Salon::begun(settings(id, seats_for(id)), 11);
        (0..9).for_each(|_| assert!(salon.go_on()));
        let late = ["Dora", "Anne"].map(|name| Onlooker::come(&mut salon, name));
        let mut late = late;
        for turn in 0..40 {
            if !salon.go_on() {
                break;
            }
            if turn % 7 == 3 {
                salon.ask(0, Ask::Undo);
                salon.exchange();
            }
            late.iter_mut().for_each(|onlooker| onlooker.hear(&mut salon));
        }
        for onlooker in late {
            let mut replay = Replay::of_tape(&onlooker.tape).expect("something was shown");
            let overview = replay.overview().clone();
            let seat = onlooker.client.table(&salon.table).and_then(|watched| watched.table().seat);
            let eyes = seat.map_or(Eyes::Watching, |seat| Eyes::Seat(seat.index() as u8));
            assert_eq!(overview.eyes, [eyes], "nobody else's eyes");
            // What happened before one came was told, and is there as well.
            let count = overview.moments.len();
            assert!(count >= onlooker.seen.len(), "{}", id.slug());
            let mut client = Client::new(1);
            client.connected();
            client.ask_table(&salon.table, Ask::Watch { after: None, recent: true, views: false });
            let first = count - onlooker.seen.len();
            let order = (first..count).chain((first..count).rev());
            for at in order {
                let scene = replay.show(at, Eyes::All);
                assert_eq!((scene.eyes, &scene.hands), (eyes, &None));
                for text in scene.texts {
                    client.receive(&text, 0);
                }
                let watched = client.table(&salon.table).expect("it is watched");
                let view = watched.as_shown().view.expect("a view");
                assert_eq!(view, onlooker.seen[at - first], "{} {at} of {count}", id.slug());
            }
        }
    }
}

/// Asks a projector, in the text that goes to it.
fn ask(projector: &mut Projector, ask: &ReplayAsk) -> ReplayAnswer {
    let answer = projector.answer(&serde_json::to_string(ask).expect("plain data"));
    serde_json::from_str(&answer).expect("an answer")
}

#[test]
fn a_projector_shows_and_reviews_what_is_open() {
    let mut projector = Projector::default();
    assert_eq!(ask(&mut projector, &ReplayAsk::GoOn), ReplayAnswer::Nothing, "nothing is open");
    let text = record(GameId::QuaranteSix, 2);
    let open = ReplayAsk::Record { record: text.clone(), table: table(), lang: "en".into() };
    let ReplayAnswer::Opened(overview) = ask(&mut projector, &open) else { panic!("the record holds") };
    let shown = ask(&mut projector, &ReplayAsk::Show { at: 3, eyes: Eyes::Seat(1) });
    assert!(matches!(&shown, ReplayAnswer::Shown(scene) if scene.at == 3 && scene.eyes == Eyes::Seat(1)), "{shown:?}");

    let mut last = 0;
    let mut wanted = ReplayAsk::Review;
    let news = loop {
        let ReplayAnswer::Review(news) = ask(&mut projector, &wanted) else { panic!("the review goes on") };
        assert!(news.done >= last && news.done <= news.of);
        last = news.done;
        if news.is_over {
            break news;
        }
        assert!(news.moments.is_empty() && news.curve.is_empty(), "nothing is told before its end");
        wanted = ReplayAsk::GoOn;
    };
    assert_eq!(news.done, news.of);
    // Random moves are seldom the best there are.
    assert_eq!(news.moments.len(), 5);
    for moment in &news.moments {
        let next = overview.moments[moment.at + 1];
        assert_eq!(
            (next.round, overview.moments[moment.at].seat),
            (moment.round, moment.seat),
            "just before that move"
        );
        assert!(moment.said.0.contains(" de plus en moyenne.") && moment.said.1.contains(" on average."), "{moment:?}");
    }
    assert!(news.curve.iter().is_sorted_by_key(|point| point.at));
    assert!(news.curve.iter().all(|point| point.lead.is_finite()));

    let broken =
        ReplayAsk::Record { record: text.replacen("\"ms\":", "\"ms\":1", 1), table: table(), lang: "en".into() };
    assert!(matches!(ask(&mut projector, &broken), ReplayAnswer::Broken { line: 2, .. }));
    assert_eq!(ask(&mut projector, &ReplayAsk::Show { at: 0, eyes: Eyes::All }), ReplayAnswer::Nothing);
}
