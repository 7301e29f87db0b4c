//! DOS in positions that no play leads to, and in positions that are none.

use engine::games::Dos;
use engine::games::dos::CardBag;
use engine::{Game, SeatCount, Table, Viewer};
use testkit::{Dice, Specimen};
use wire::{Fault, Value, json};

use super::{at, faults, seat, sorted};

#[test]
fn views_hide_hands_and_pile_and_show_the_rest() {
    let scene = at(json!({
        "hands": [["R7", "Y1"], ["G9", "G9"]], "talon": ["R1", "R3"], "owes_call": [1],
        "turn": { "drew": true, "matches": [{ "centre": 0, "with": ["Y6"] }] },
    }));
    let view = scene.view(Viewer::Seat(seat(1)));
    assert_eq!(view["hands"], json!([2, ["G9", "G9"]]));
    assert_eq!((&view["pile"], &view["talon"]), (&json!(4), &json!(["R1", "R3"])));
    assert_eq!((&view["centre"], &view["owes_call"]), (&json!(["G6", "G7"]), &json!([1])));
    assert_eq!(view["turn"]["matches"], json!([{ "centre": 0, "with": ["Y6"] }]));
    assert_eq!(scene.view(Viewer::Spectator)["hands"], json!([2, 2]));
}

#[test]
fn positions_that_are_none() {
    let with = |field: &str, value: Value| {
        let mut position = json!({
            "game": "dos", "players": 2, "seat": 0, "hands": [["R1"], ["R3", "R3"]], "centre": ["G6"], "pile": [],
        });
        position[field] = value;
        faults(position)
    };
    let out_of_range =
        |field: &str, value, low, high| vec![Fault::OutOfRange { field: field.into(), value, low, high }];
    assert_eq!(with("centre", Value::Null), [Fault::Missing { field: "centre".into() }]);
    assert_eq!(with("centre", Value::Null), [Fault::Missing { field: "centre".into() }]);
    assert_eq!(with("board", json!(1)), [Fault::UnknownField { field: "board".into() }]);
    assert_eq!(with("options", json!({ "rounds": 1 })), [Fault::UnknownOption { option: "rounds".into() }]);
    assert_eq!(with("options", json!({ "target": 0 })), out_of_range("target", 0, 1, 1_000_000));
    assert_eq!(with("talon", json!(["R1", "R1", "R1"])), [Fault::TooMany { card: "R1".into(), named: 4, exist: 3 }]);
    assert_eq!(with("owes_call", json!([0])), [Fault::CallOfHand { seat: 0, cards: 1 }]);
    assert_eq!(with("owes_call", json!([2])), out_of_range("owes_call", 2, 0, 1));
    assert_eq!(with("dealer", json!(2)), out_of_range("dealer", 2, 0, 1));
    assert_eq!(with("turn", json!({ "penalty": 109 })), out_of_range("turn.penalty", 109, 0, 108));
    assert_eq!(with("turn", json!({ "laid": 1 })), [Fault::UnknownField { field: "turn.laid".into() }]);
    let phase = Fault::UnknownWord { field: "turn.phase".into(), word: "draw".into(), known: vec!["match", "bonus"] };
    assert_eq!(with("turn", json!({ "phase": "draw" })), [phase]);
    let matches = |matches: Value| with("turn", json!({ "matches": matches }));
    assert_eq!(matches(json!([{ "centre": 1, "with": ["R6"] }])), out_of_range("turn.matches[0].centre", 1, 0, 0));
    assert_eq!(matches(json!([{ "centre": 0, "with": [] }])), out_of_range("turn.matches[0].with", 0, 1, 2));
    assert_eq!(
        matches(json!([{ "centre": 0, "with": ["Y1", "Y1", "Y4"] }])),
        out_of_range("turn.matches[0].with", 3, 1, 2)
    );
    assert_eq!(matches(json!([{ "with": ["R6"] }])), [Fault::Missing { field: "turn.matches[0].centre".into() }]);
    assert_eq!(matches(json!([{ "centre": 0 }])), [Fault::Missing { field: "turn.matches[0].with".into() }]);
    let twice = Fault::SpotTwice { field: "turn.matches".into(), spot: "0".into() };
    assert_eq!(matches(json!([{ "centre": 0, "with": ["R6"] }, { "centre": 0, "with": ["B6"] }])), [twice]);
}

#[test]
fn positions_out_of_play_never_get_stuck() {
    // Bonuses to place with no hand, or none to place at all.
    let bare = at(json!({ "hands": [[], ["R1"]], "turn": { "phase": "bonus", "bonuses": 3 } }));
    bare.legal(&["decline"]).play("decline").shows("/over/winners", json!([0]));
    let none = at(json!({ "hands": [["Y1"], ["R1"]], "turn": { "phase": "bonus" } }));
    none.legal(&["decline"]).refuses("add Y1", "wrong-phase", "R21").play("decline").shows("/seat", json!(1));
    // Matches that are still there while bonuses are placed go to the talon in the end.
    let late = at(json!({
        "hands": [["Y1", "Y3"], ["R1"]],
        "turn": { "phase": "bonus", "bonuses": 1, "matches": [{ "centre": 0, "with": ["Y8"] }] },
    }));
    let late = late.play("add Y1").shows("/centre", json!(["G7", "Y1"])).shows("/turn/matches", json!([]));
    assert_eq!(sorted(&late.position()["talon"]), ["G6", "Y8"]);
    // Penalties as high as they go.
    let fined = at(json!({ "hands": [["Y1", "Y3"], ["R1"]], "owes_call": [0], "turn": { "penalty": 108 } }));
    let fined = fined.play("1:catch 0").shows("/turn/penalty", json!(108)).play_all(&["draw", "put Y1"]);
    assert_eq!(fined.position()["hands"][0].as_array().unwrap().len(), 5);
}

/// Any cards anywhere, any turn: every move is decided, every state is sound and reads back.
#[test]
fn no_position_is_too_strange() {
    for run in 0..300 {
        let mut dice = Dice::new(run);
        let position = strange_position(&mut dice);
        let (state, seed) = wire::read_position::<Dos>(position.clone()).unwrap();
        let mut table: Table<Dos> = Table { seed, state };
        for _ in 0..60 {
            let seats = table.state.public.sheet.seats();
            let mut moves = Vec::new();
            for seat in seats.seats() {
                let listed = moves.len();
                let mut own = Vec::new();
                Dos::moves(&table.state.public, &table.state.hands[seat], seat, &mut own);
                moves.extend(own.into_iter().map(|mv| (seat, mv)));
                assert!(seat != table.state.public.seat || moves.len() > listed, "stuck: {position}");
            }
            for mv in Dos::every_move(&table.state.public).iter().step_by(7) {
                let seat = seats.seats().nth(dice.below(seats.get())).unwrap();
                let legal = moves.contains(&(seat, *mv));
                assert_eq!(table.clone().submit(seat, &[*mv], &mut |_, _| {}).is_ok(), legal, "{mv:?} in {position}");
            }
            let fallback = Dos::fallback(&table.state.public, &table.state.hands[table.state.public.seat]);
            assert!(moves.contains(&(table.state.public.seat, fallback)), "{fallback:?} in {position}");
            let (seat, mv) = moves[dice.below(moves.len())];
            table.submit(seat, &[mv], &mut |_, _| {}).unwrap();
            Dos::check(&table.state).unwrap();
            let written = wire::write_position::<Dos>(&table.state, &table.seed);
            assert_eq!(wire::read_position::<Dos>(written).as_ref(), Ok(&(table.state.clone(), table.seed)));
            if table.state.public.outcome().is_some() {
                break;
            }
        }
    }
}

fn strange_position(dice: &mut Dice) -> Value {
    let mut deck: Vec<String> = CardBag::ALL.iter().map(wire::dos::write_card).collect();
    dice.chance().shuffle(&mut deck);
    let mut some = |dice: &mut Dice| -> Vec<String> {
        let most = [1, 3, 6, 12, 40][dice.below(5)].min(deck.len() + 1);
        let count = dice.below(most);
        deck.split_off(deck.len() - count)
    };
    let seats = SeatCount::new(2 + dice.below(3)).unwrap();
    let hands: Vec<Vec<String>> = seats.seats().map(|_| some(dice)).collect();
    let owing = hands.iter().enumerate().filter(|(_, hand)| hand.len() == 2).map(|(seat, _)| seat);
    let owes_call: Vec<usize> = owing.filter(|_| dice.below(2) == 0).collect();
    let (centre, pile, talon) = (some(dice), some(dice), some(dice));
    let mut matches = Vec::new();
    for index in 0..centre.len() {
        let with: Vec<String> = some(dice).into_iter().take(1 + dice.below(2)).collect();
        if !with.is_empty() && dice.below(3) == 0 {
            matches.push(json!({ "centre": index, "with": with }));
        }
    }
    let mut count = || [0, 1, 2, 108][dice.below(4)];
    let (bonuses, doubles, penalty) = (count(), count(), count());
    let phase = ["match", "bonus"][dice.below(2)];
    json!({
        "game": "dos", "players": seats.get(), "seat": dice.below(seats.get()), "hands": hands, "centre": centre,
        "pile": pile, "talon": talon, "owes_call": owes_call, "turn": {
            "drew": dice.below(2) == 0, "phase": phase, "matches": matches,
            "bonuses": bonuses, "doubles": doubles, "penalty": penalty,
        },
    })
}
