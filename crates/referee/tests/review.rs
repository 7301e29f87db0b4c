//! Reviews: good play is called good, blunders are found, and what does not hold is not reviewed.

use std::time::Duration;

use bots::{Budget, Level, Seated, choose, speak, think};
use engine::games::dos::Move as DosMove;
use engine::games::quarante_six::Move;
use engine::games::{Dos, QuaranteSix};
use engine::{Chance, Game, GameId, Seat, SeatCount, Seed, Shuffle, State, Table, Turn, View, Viewer, with_game};
use referee::Refereed;
use referee::advice::{Review, Verdict, Whose, review};
use referee::protocol::Referee;
use referee::records::{Recorder, record_random, trace, verify};
use testkit::Dice;
use wire::{Player, PlayerKind, Value, json, write_record};
use words::Lang;

/// Thinking enough for these tests.
const MILLIS: u64 = 20;

fn ask(request: &Value) -> Value {
    let answer = Referee::new(Lang::English, || Seed([9; 32]), || Duration::ZERO).answer(&request.to_string());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

fn people(count: usize) -> Vec<Player> {
    (0..count).map(|seat| Player { name: format!("Véra {seat}"), kind: PlayerKind::Human }).collect()
}

/// What a seat plays: the truth at the table, what each seat knows, and whose turn it is, in that order.
type Choose<'a, G> = &'a mut dyn FnMut(&Table<G>, &[Seated<G>], Seat) -> (Seat, <G as Game>::Move);

/// The record of a match of one round.
fn record_of<G: Refereed>(run: u64, choose: Choose<'_, G>) -> String {
    let seats = SeatCount::new(*G::SEATS.start()).expect("a number of players");
    let mut recorder = Recorder::new::<G>(&Default::default(), people(seats.get()), "2026-11-15".into());
    let mut table: Table<G> = Table::new(&Default::default(), seats);
    let views = seats.seats().map(|seat| View::of(&table.state, Viewer::Seat(seat)));
    let mut seated: Vec<Seated<G>> = views.filter_map(Seated::new).collect();
    let show = |seated: &mut [Seated<G>], before: &State<G>, event: &G::Event| {
        for it in seated {
            let shown = G::show(before.public.sheet.seats(), event, it.view().viewer);
            it.follow(&shown).expect("what is shown fits");
        }
    };
    let seed = Dice::new(run).seed();
    recorder.round_begins(&seed, wire::Entropy::new());
    table.deal(seed, &mut |before, event| show(&mut seated, before, event));
    recorder.last_round(0);
    table.call_last_round();
    seated.iter_mut().for_each(Seated::call_last_round);
    while let Turn::Seat { seat, .. } = table.turn() {
        let (seat, mv) = choose(&table, &seated, seat);
        recorder.step(seat, &G::write_move(&mv), 1000);
        table.submit(seat, &[mv], &mut |before, event| show(&mut seated, before, event)).expect("a legal move");
    }
    recorder.round_ended(&table);
    write_record(&recorder.finish())
}

/// A round of random legal moves.
fn random_round<G: Refereed>(run: u64) -> String {
    let mut dice = Dice::new(run);
    record_of::<G>(run, &mut |_, seated, seat| {
        let mut moves = Vec::new();
        seated[seat.index()].view().moves(&mut moves);
        (seat, moves.swap_remove(dice.below(moves.len())))
    })
}

/// A match of random legal moves.
fn random_record(id: GameId, run: u64) -> String {
    let mut dice = Dice::new(run);
    with_game!(id, G => {
        let seats = SeatCount::new(*G::SEATS.start()).expect("a number of players");
        let mut draw = |bound| dice.below(bound);
        let record = record_random::<G>(&Default::default(), seats, people(seats.get()), "2026-11-15".into(), &mut draw);
        write_record(&record)
    })
}

fn reviewed(text: &str) -> Review {
    review(text, Whose::Humans, MILLIS, Lang::English).expect("a record that holds")
}

/// What all judged moves lost on average.
fn mean_loss(review: &Review) -> f64 {
    let judged: usize = review.players.iter().map(|it| it.judged).sum();
    review.players.iter().map(|it| it.mean_loss * it.judged as f64).sum::<f64>() / judged.max(1) as f64
}

#[test]
fn an_expert_hardly_loses_anything_by_its_own_account() {
    for id in GameId::ALL {
        let mut dice = Dice::new(31);
        let (expert, random) = with_game!(id, G => {
            let played = record_of::<G>(1, &mut |_, seated, seat| {
                let seated = &seated[seat.index()];
                (seat, think(seated, &[], &mut Budget::millis(MILLIS), dice.chance()).mv)
            });
            (reviewed(&played), reviewed(&random_round::<G>(1)))
        });
        let sound = expert.moves.iter().filter(|it| matches!(it.verdict, Verdict::Good | Verdict::Fine)).count();
        assert!(sound * 10 >= expert.moves.len() * 9, "{}", expert.read_aloud(Lang::English));
        assert!(mean_loss(&expert) * 4.0 < mean_loss(&random), "{}", id.slug());
    }
}

/// Seat 0 plays well but for one thing: it never lays the joker, which costs a hundred in the end.
#[test]
fn a_joker_kept_to_the_end_is_a_mistake() {
    let is_joker = |mv: &Move| matches!(mv, Move::LayJoker(_));
    let keeps = |run: u64| {
        let mut dice = Dice::new(run);
        record_of::<QuaranteSix>(run, &mut |_, seated, seat| {
            let it = &seated[seat.index()];
            let mv = choose(Level::Skilled, it, &mut Budget::millis(0), dice.chance());
            let mut others = Vec::new();
            it.view().moves(&mut others);
            others.retain(|mv| !is_joker(mv));
            match others.pop() {
                Some(other) if seat.index() == 0 && is_joker(&mv) => (seat, other),
                _ => (seat, mv),
            }
        })
    };
    let is_found = |run: u64| {
        let review = reviewed(&keeps(run));
        let mut dearest = review.players[0].dearest.iter().map(|index| &review.moves[*index]);
        let found = dearest.find(|it| it.best.starts_with("*@") && it.verdict == Verdict::Mistake && it.loss > 50.0);
        found.is_some_and(|it| review.read_aloud(Lang::French).contains(&format!("erreur\u{a0}: {}", it.best)))
    };
    assert!((0..20).any(is_found));
}

#[test]
fn only_choices_are_judged_and_losses_add_up() {
    for id in GameId::ALL {
        let text = with_game!(id, G => random_round::<G>(3));
        let review = reviewed(&text);
        assert!(!review.moves.is_empty());
        let positions = trace(&text, Lang::English).expect("a record that holds");
        // A position stands after every deal and every step: the one before a step is that of the line before.
        let mut lines = Vec::new();
        for line in text.lines().skip(1) {
            if line.contains("\"move\"") || line.contains("\"seed\"") {
                lines.push(line);
            }
        }
        for judged in review.moves.iter().filter(|it| it.verdict != Verdict::Missed) {
            let played = text.lines().nth(judged.line - 1).expect("a line");
            let played: Value = serde_json::from_str(played).expect("JSON");
            assert_eq!((&played["move"], &played["seat"]), (&json!(judged.played), &json!(judged.seat)));
            let place = lines.iter().position(|line| line.contains(&played["check"].to_string())).expect("the step");
            let position: Value = serde_json::from_str(positions.lines().nth(place).expect("one")).expect("JSON");
            assert_eq!(position["round"], judged.round);
            let moves = ask(&json!({ "op": "legal", "position": position }))["moves"].clone();
            let others = moves.as_array().expect("a list").iter().filter(|mv| **mv != played["move"]).count();
            assert!(others > 0, "{} had no choice in {position}", judged.seat);
            assert!(judged.loss >= 0.0 && judged.error >= 0.0);
            assert!(judged.verdict == Verdict::Good || judged.played.as_ref() != Some(&judged.best));
            assert!(judged.verdict != Verdict::Good || judged.loss == 0.0);
        }
        for player in &review.players {
            let own = || review.moves.iter().filter(|it| it.seat == player.seat && it.verdict != Verdict::Missed);
            assert_eq!(own().count(), player.judged);
            let mean = own().map(|it| it.loss).sum::<f64>() / player.judged.max(1) as f64;
            assert!((mean - player.mean_loss).abs() < 1e-9);
            let dearest = own().map(|it| it.loss).fold(0.0, f64::max);
            assert!(player.dearest.first().is_none_or(|index| review.moves[*index].loss == dearest));
            assert!(player.dearest.len() <= 3);
        }
    }
}

#[test]
fn the_same_record_gets_the_same_review() {
    let text = random_record(GameId::QuaranteSix, 5);
    assert_eq!(reviewed(&text), reviewed(&text));
    let json = reviewed(&text).json();
    assert_eq!(json["game"], "quarante-six");
    assert_eq!(json["players"][1]["name"], "Véra 1");
    let verdicts = json["players"][0]["verdicts"].as_object().expect("counts");
    let count: u64 = verdicts.values().filter_map(Value::as_u64).sum();
    assert_eq!(json["players"][0]["judged"], count);
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(reviewed(&text).moves.len()));
}

#[test]
fn a_review_reads_well_in_both_languages() {
    let review = reviewed(&random_record(GameId::NainJaune, 6));
    let french = review.read_aloud(Lang::French);
    assert!(french.starts_with("Nain Jaune\n\nManche 1\n"), "{french}");
    assert!(french.contains("jeton") && french.contains("de perte par coup en moyenne"), "{french}");
    let english = review.read_aloud(Lang::English);
    assert!(english.contains("\nRound 1\n") && english.contains("lost per move on average ("), "{english}");
    assert_eq!(french.lines().count(), english.lines().count());
}

#[test]
fn whose_moves_are_judged_can_be_said() {
    let record = wire::read_record(&random_record(GameId::QuaranteSix, 7)).expect("a record");
    let mut mixed = record.clone();
    mixed.header.players[0].kind = PlayerKind::Bot;
    let mixed = write_record(&mixed);
    let seats = |whose| -> Vec<usize> {
        let review = review(&mixed, whose, 1, Lang::English).expect("a record that holds");
        assert!(review.moves.iter().all(|it| review.players.iter().any(|player| player.seat == it.seat)));
        review.players.iter().map(|it| it.seat).collect()
    };
    assert_eq!(seats(Whose::Humans), [1]);
    assert_eq!(seats(Whose::Seat(0)), [0]);
    assert_eq!(seats(Whose::All), [0, 1]);
    let broken = review(&mixed, Whose::Seat(2), 1, Lang::English).expect_err("there is no such seat");
    assert_eq!(broken.message, "There is no seat 2 at this table.");
}

#[test]
fn a_record_that_breaks_is_not_reviewed() {
    for id in GameId::ALL {
        let text = random_record(id, 8);
        let altered = text.replacen("\"seat\":1", "\"seat\":0", 1);
        let broken = review(&altered, Whose::Humans, 0, Lang::French).expect_err("it was altered");
        assert_eq!(Some(broken), verify(&altered, Lang::French).err());
        // Sealed again, the move is refused where it stands, and never thought about.
        let mut forged = wire::read_record(&text).expect("a record");
        if let Some(wire::RecordLine::Move { seat, .. }) = forged.lines.first_mut() {
            *seat = (*seat + 1) % 2;
        }
        let broken = review(&write_record(&forged), Whose::All, 0, Lang::French).expect_err("it was forged");
        assert_eq!(broken.line, 2);
    }
}

/// Where the expert would have called, a call that was not made is held against the seat; its being caught is not
/// held against those who were slower.
#[test]
fn a_call_not_made_is_missed() {
    let mut openings = 0;
    for run in 0..20 {
        let mut dice = Dice::new(run);
        let text = record_of::<Dos>(run, &mut |table, seated, seat| {
            let public = &table.state.public;
            if let Some(owing) = public.board.owes_call.iter().next() {
                return (public.sheet.seats().left_of(owing), DosMove::Catch(owing));
            }
            let mut moves = Vec::new();
            seated[seat.index()].view().moves(&mut moves);
            (seat, moves.swap_remove(dice.below(moves.len())))
        });
        let catches: Vec<&str> = text.lines().filter(|line| line.contains("catch ")).collect();
        openings += catches.len();
        let review = review(&text, Whose::All, 0, Lang::English).expect("a record that holds");
        let missed: Vec<_> = review.moves.iter().filter(|it| it.verdict == Verdict::Missed).collect();
        let expected = if calls() { catches.len() } else { 0 };
        assert_eq!(missed.len(), expected, "{}", review.read_aloud(Lang::English));
        assert!(missed.iter().all(|it| it.played.is_none() && it.best == "dos"));
    }
    assert!(openings > 0, "nobody ever had two cards");
}

/// Whether the expert calls when it holds two cards.
fn calls() -> bool {
    let position = json!({
        "game": "dos", "players": 2, "seat": 1, "hands": [["R1", "R3"], ["G4"]], "centre": ["B5", "B6"],
        "pile": ["R6"], "owes_call": [0],
    });
    let (state, _) = wire::read_position::<Dos>(position).expect("a position");
    let seat = state.public.sheet.seats().seat(0).expect("a seat");
    let seated = Seated::<Dos>::new(View::of(&state, Viewer::Seat(seat))).expect("a seat's view");
    speak(Level::Expert, &seated, &mut Chance::new(&Seed::default(), Shuffle { round: 0, reshuffle: 0 })).is_some()
}
