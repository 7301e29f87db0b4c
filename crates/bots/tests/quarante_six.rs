//! Quarante-Six: what lies in plain sight is seen, and what a turn reveals is believed.

use bots::{Budget, Level, Seated, Skill, choose};
use engine::games::QuaranteSix;
use engine::games::quarante_six::Card;
use engine::{Chance, Game, Seat, Seed, Shuffle, State, View, Viewer};
use testkit::Scene;
use wire::{Value, json, write_step};

fn chance() -> Chance {
    Chance::new(&Seed([3; 32]), Shuffle { round: 0, reshuffle: 1 })
}

/// What a bot whose turn it is plays.
fn plays(level: Level, position: Value) -> String {
    let state = Scene::<QuaranteSix>::at(position).table().state.clone();
    let view = View::of(&state, Viewer::Seat(state.public.seat));
    let seated: Seated<QuaranteSix> = Seated::new(view).expect("a seat's view");
    let mv = choose(level, &seated, &mut Budget::millis(5), &mut chance());
    write_step::<QuaranteSix>(&state.public, state.public.seat, &mv)
}

/// A table of two or more with 21 laid, where seat 0 is to move and holds `hand`.
fn with_21(hand: &[&str], others: &[&[&str]], pile: &[&str]) -> Value {
    let mut hands = vec![json!(hand)];
    hands.extend(others.iter().map(|other| json!(other)));
    json!({
        "game": "quarante-six", "players": hands.len(), "seat": 0, "laid": ["21"], "joker": null,
        "hands": hands, "pile": pile,
    })
}

const MANY: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "13", "14", "15", "16", "17", "18", "24", "26"];

#[test]
fn they_go_out_with_a_chain() {
    // 22 opens the way for 34.
    for level in [Level::Casual, Level::Skilled, Level::Expert] {
        let position = with_21(&["22", "34"], &[&["36", "37", "38", "39", "40"]], MANY);
        assert_eq!(plays(level, position), "22", "{level:?}");
    }
}

#[test]
fn the_skilled_go_out_with_the_joker_at_once() {
    // The joker goes on the square of an own card, comes back for it, and so on.
    let others: &[&[&str]] = &[&["36", "37", "38"], &["39", "40"], &["41", "42"]];
    let mut scene = Scene::<QuaranteSix>::at(with_21(&["*", "44", "46"], others, MANY));
    for _ in 0..8 {
        if scene.table().state.public.outcome().is_some() {
            break;
        }
        let step = plays(Level::Skilled, scene.position());
        scene = scene.play(&step);
    }
    let state = &scene.table().state;
    let outcome = state.public.outcome().expect("the round is over in one turn");
    assert_eq!(outcome.round_scores.values()[0], 0);
}

#[test]
fn the_expert_keeps_the_joker_safe_and_waits() {
    // Nobody but the holder of 46 can take the joker from there, and the other has to draw.
    let other: &[&str] = &["1", "2", "3", "4", "5", "6"];
    let pile: Vec<String> = (7..=9).chain(13..=19).chain(24..=30).chain(35..=44).map(|card| card.to_string()).collect();
    let pile: Vec<&str> = pile.iter().map(String::as_str).collect();
    let mut position = with_21(&["46", "12", "23"], &[other], &pile);
    position["joker"] = json!("46");
    assert_eq!(plays(Level::Skilled, position.clone()), "46=*");
    assert_ne!(plays(Level::Expert, position), "46=*");
}

#[test]
fn nobody_keeps_the_joker_when_the_pile_ends() {
    for level in [Level::Casual, Level::Skilled, Level::Expert] {
        let position = with_21(&["*", "1", "36"], &[&["38", "40", "42"]], &["3"]);
        assert!(plays(level, position).starts_with("*@"), "{level:?}");
    }
}

#[test]
fn who_draws_has_no_joker_and_nothing_that_fits() {
    // With four players nobody holds back: 10 and 22 could have been laid, and so could the joker.
    let position = json!({
        "game": "quarante-six", "players": 4, "seat": 1, "laid": ["21"], "joker": null,
        "hands": [["1"], ["2", "3", "4"], ["5"], ["6"]], "pile": ["10", "22", "*", "11", "20", "31", "7"],
    });
    let mut table = Scene::<QuaranteSix>::at(position).table().clone();
    let (me, drawer) = (Viewer::Seat(Seat::default()), table.state.public.seat);
    let mut seated: Seated<QuaranteSix> = Seated::new(View::of(&table.state, me)).expect("a seat's view");
    let follow = &mut |before: &State<QuaranteSix>, event: &_| {
        seated.follow(&QuaranteSix::show(before.public.sheet.seats(), event, me)).expect("what is shown fits");
    };
    table.submit(drawer, &[engine::games::quarante_six::Move::Draw], follow).expect("drawing is legal");
    let mut chance = chance();
    let unlikely: Vec<Card> = [10, 22].into_iter().filter_map(Card::number).chain([Card::JOKER]).collect();
    let mut held = |supposed: bool| {
        let world = |chance: &mut Chance| match supposed {
            true => QuaranteSix::suppose(seated.view(), seated.notes(), chance),
            false => QuaranteSix::imagine(seated.view(), chance),
        };
        (0..400)
            .map(|_| world(&mut chance).hands[drawer].cards)
            .map(|hand| unlikely.iter().filter(|card| hand.has(**card)).count())
            .sum::<usize>()
    };
    let (supposed, imagined) = (held(true), held(false));
    assert!(supposed * 2 < imagined, "{supposed} of {imagined}");
}
