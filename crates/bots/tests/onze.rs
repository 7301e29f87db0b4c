//! The bots of Onze: worlds they imagine, and positions where one move is plainly right.

use bots::{Budget, Level, Seated, Skill, choose};
use engine::games::Onze;
use engine::games::onze::{Card, Move, Phase, Played, Spot, SpotSet, State};
use engine::{Chance, Game, Seat, Seed, Shuffle, View, Viewer};
use testkit::{Dice, Scene, Specimen};
use wire::{Value, json, write_step};

const LEVELS: [Level; 4] = [Level::Novice, Level::Casual, Level::Skilled, Level::Expert];

fn chance(seed: u8) -> Chance {
    Chance::new(&Seed([seed; 32]), Shuffle { round: 0, reshuffle: 0 })
}

/// With the pile empty, whoever passes has no connected card: nobody is imagined to have one afterwards, even where
/// a chain of cards must change hands for that.
#[test]
fn a_pass_is_believed() {
    let position = json!({
        "game": "onze", "players": 4, "seat": 1, "rows": ["Y", "B", "R", "G"],
        "table": ["R11", "Y11", "B11", "G11", "G12", "G13"],
        "hands": [["R1", "R2"], ["Y1", "Y2"], ["B1", "R10"], ["R12", "G14"]], "liaisons": [0, 0, 0, 0], "pile": [],
    });
    let mut table = Scene::<Onze>::at(position).table().clone();
    let me = Seat::new(0).expect("a seat");
    let mut seated: Seated<Onze> = Seated::new(View::of(&table.state, Viewer::Seat(me))).expect("a seat");
    let (passer, lacking) = (table.state.public.seat, table.state.public.board.taken.connected());
    let follow = &mut |before: &State, event: &_| {
        seated.follow(&Onze::show(before.public.sheet.seats(), event, Viewer::Seat(me))).expect("what is shown fits");
    };
    table.submit(passer, &[Move::Pass], follow).expect("there is nothing else to do");
    let mut chance = chance(1);
    for _ in 0..200 {
        let world = Onze::suppose(seated.view(), seated.notes(), &mut chance);
        assert_eq!(Onze::check(&world), Ok(()));
        assert!(world.hands[passer].numbers.and(lacking).is_empty(), "{:?}", world.hands);
    }
}

/// Positions of random play, some with a turn half over that no play leads to: whatever may be done, bots do
/// something of it.
#[test]
fn moves_are_legal_everywhere() {
    let mut dice = Dice::new(11);
    let mut moves = Vec::new();
    for (name, rules) in Onze::presets() {
        for players in [2, 4, 5] {
            let mut state = Scene::<Onze>::dealt(&rules, players, players as u8).table().state.clone();
            while state.public.outcome().is_none() {
                let mut strange = state.clone();
                if dice.below(2) == 0 {
                    let mut count = || dice.below(5) as u8;
                    let (used, laid, swaps) = (count(), count(), count());
                    strange.public.phase = Phase::Playing(Played { used, laid, swaps });
                }
                if dice.below(4) == 0 {
                    strange.hidden.out =
                        strange.hidden.pile.iter().filter_map(number).fold(strange.hidden.out, SpotSet::with);
                    strange.public.board.jokers_out +=
                        strange.hidden.pile.iter().filter(|card| **card == Card::Joker).count() as u8;
                    strange.hidden.pile.clear();
                    strange.public.board.pile_size = 0;
                }
                assert_eq!(Onze::check(&strange), Ok(()));
                let seat = strange.public.seat;
                moves.clear();
                Onze::moves(&strange.public, &strange.hands[seat], seat, &mut moves);
                let seated: Seated<Onze> = Seated::new(View::of(&strange, Viewer::Seat(seat))).expect("a seat");
                for level in LEVELS.into_iter().filter(|_| !moves.is_empty()) {
                    let mv = choose(level, &seated, &mut Budget::millis(0), dice.chance());
                    assert!(moves.contains(&mv), "{name}: {} plays {mv:?} in {strange:?}", level.slug());
                }
                let mut options = Vec::new();
                Onze::options(seated.seen(), &mut options);
                assert!(options.iter().all(|mv| moves.contains(mv)), "{name}: {options:?} in {strange:?}");

                moves.clear();
                let seat = state.public.seat;
                Onze::moves(&state.public, &state.hands[seat], seat, &mut moves);
                let mv = moves[dice.below(moves.len())];
                for event in Onze::decide(&state, seat, &mv).expect("a listed move is legal") {
                    Onze::apply(&mut state, &event).expect("an event of the rules fits");
                }
            }
        }
    }
}

fn number(card: &Card) -> Option<Spot> {
    match card {
        Card::Number(spot) => Some(*spot),
        Card::Joker => None,
    }
}

/// Two players, seat 0 to move, rows Y B R G, these cards besides the elevens on the table.
fn position(table: &[&str], hands: [&[&str]; 2]) -> Value {
    let table = [&["R11", "Y11", "B11", "G11"], table].concat();
    json!({
        "game": "onze", "players": 2, "seat": 0, "rows": ["Y", "B", "R", "G"], "table": table,
        "hands": hands, "liaisons": [1, 1], "pile": ["G3", "G4", "Y3", "Y5"],
    })
}

fn with(mut position: Value, fields: Value) -> Value {
    for (field, value) in fields.as_object().expect("fields") {
        position[field] = value.clone();
    }
    position
}

/// What good players play in a position.
fn answers(position: &Value) -> [String; 2] {
    let scene: Scene<Onze> = Scene::at(position.clone());
    let state = &scene.table().state;
    let seat = state.public.seat;
    let seated: Seated<Onze> = Seated::new(View::of(state, Viewer::Seat(seat))).expect("a seat");
    [Level::Skilled, Level::Expert].map(|level| {
        let mv = choose(level, &seated, &mut Budget::millis(20), &mut chance(1));
        write_step::<Onze>(&state.public, seat, &mv)
    })
}

/// Good players play one of these.
#[track_caller]
fn they_play(position: &Value, expected: &[&str]) {
    let answers = answers(position);
    assert!(answers.iter().all(|answer| expected.contains(&answer.as_str())), "{answers:?}, not {expected:?}");
}

/// Good players play none of these.
#[track_caller]
fn they_avoid(position: &Value, blunders: &[&str]) {
    let answers = answers(position);
    assert!(answers.iter().all(|answer| !blunders.contains(&answer.as_str())), "{answers:?}, one of {blunders:?}");
}

const UPPER_HALF: [&str; 9] = ["Y12", "Y13", "Y14", "Y15", "Y16", "Y17", "Y18", "Y19", "Y20"];

#[test]
fn they_go_out_when_they_can() {
    let others: &[&str] = &["G1", "G20", "R1"];
    // G12, then over it G13; R10 is connected from the start.
    they_play(&position(&[], [&["G12", "G13", "R10"], others]), &["G12", "R10"]);
    // Only over the Liaison from the blue 15.
    they_play(&position(&["B12", "B13", "B14", "B15"], [&["Y15"], others]), &["Y15@B"]);
    // The joker makes the way.
    they_play(&position(&[], [&["G13", "*"], others]), &["*G12"]);
    let beginners = position(&[], [&["G12", "G13"], others]);
    they_play(&with(beginners, json!({ "options": { "variant": "debutant" }, "liaisons": [0, 0] })), &["G12"]);
}

#[test]
fn they_close_half_rows() {
    // The other may go out in the next turn: what is not closed now may never be.
    let hand: &[&str] = &["Y21", "G20", "G18", "R1", "R3", "B1", "B3", "G1"];
    they_play(&position(&UPPER_HALF, [hand, &["G12"]]), &["Y21"]);
    let hand: &[&str] = &["*", "G20", "G18", "R1", "R3", "B1", "B3", "G1"];
    they_play(&position(&UPPER_HALF, [hand, &["G12"]]), &["*Y21"]);
}

/// Everything is laid but these cards, and nothing is left to draw.
fn all_but(hands: [&[&str]; 2]) -> Value {
    let held = hands.concat();
    let spots = ["R", "Y", "B", "G"].into_iter().flat_map(|row| (1..=21).map(move |value| format!("{row}{value}")));
    let table: Vec<String> = spots.filter(|spot| !held.contains(&spot.as_str())).collect();
    json!({
        "game": "onze", "players": 2, "seat": 0, "rows": ["Y", "B", "R", "G"], "table": table, "hands": hands,
        "liaisons": [1, 1], "bonuses": [3, 3], "pile": [],
    })
}

#[test]
fn they_hold_back_what_the_other_waits_for() {
    // With the yellow 20 the other goes out in the next turn; without it they are stuck.
    let hands: [&[&str]; 2] = [&["Y20", "R2", "R1", "B2", "B1"], &["Y21", "G2", "G1"]];
    they_avoid(&all_but(hands), &["Y20"]);
    // The same with three cards left to use.
    they_avoid(&with(all_but(hands), json!({ "turn": { "used": 1, "laid": 1 } })), &["Y20"]);
}

#[test]
fn they_shed_what_costs_most_when_another_goes_out_next() {
    // No Bonus card is left, and one of the four cards.
    let fields = json!({ "bonuses": [3, 4], "turn": { "used": 3, "laid": 3 } });
    let last_card = |hand: &[&str]| with(all_but([hand, &["R21"]]), fields.clone());
    they_play(&last_card(&["G20", "G21", "R1", "Y1"]), &["G20"]);
    they_play(&last_card(&["B1", "R1", "Y21"]), &["Y21"]);
    // A joker that is kept costs eleven.
    let answers = answers(&last_card(&["*", "R1", "Y2", "Y1"]));
    assert!(answers.iter().all(|answer| answer.starts_with('*')), "{answers:?}");
}
