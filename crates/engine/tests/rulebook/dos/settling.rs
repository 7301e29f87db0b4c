//! DOS from the end of a turn to the shuffled talon: R19 to R26.

use engine::games::Dos;
use engine::games::dos::CardBag;
use wire::{Value, json};

use super::{at, scene, sorted};

#[test]
fn r19_matched_cards_go_to_the_talon() {
    let scene = at(json!({
        "centre": ["B7", "Y10", "G9", "G8"], "talon": ["R1"],
        "hands": [["R7", "Y4", "Y5", "R8", "R10", "R10"], ["G9"]],
    }));
    let scene = scene.play_all(&["Y4+Y5>2", "R7>0"]);
    let scene = scene.shows("/talon", json!(["R1"])).shows("/hands/0", json!(["R8", "R10", "R10"])).play("end");
    let position = scene.position();
    assert_eq!(sorted(&position["talon"]), ["B7", "G9", "R1", "R7", "Y4", "Y5"]);
    assert_eq!(position["talon"][5], "R1", "the bottom stays the bottom");
    scene.shows("/centre", json!(["Y10", "G8"])).shows("/turn/matches", json!([])).shows("/seat", json!(1));
}

#[test]
fn r20_the_row_is_filled_to_two() {
    let ended = |centre: &[&str], matches: &[&str]| {
        let scene = scene(centre, &["R7", "R8", "Y1", "Y1", "Y3", "Y3"]).play_all(matches).play("end");
        scene.position()["centre"].clone()
    };
    assert_eq!(ended(&["B7", "B8"], &["R7>0", "R8>1"]), json!(["B10", "B9"]));
    assert_eq!(ended(&["B7", "G4"], &["R7>0"]), json!(["G4", "B10"]));
    assert_eq!(ended(&["B7", "G4", "G5"], &["R7>0"]), json!(["G4", "G5"]));
    assert_eq!(ended(&["B7", "G4", "G5", "G10"], &["R7>0"]), json!(["G4", "G5", "G10"]));
    // A turn that ends with a card put down is no exception.
    let short = scene(&[], &["R7", "Y1", "Y1", "Y1"]).play_all(&["draw", "put R7"]);
    short.shows("/centre", json!(["R7", "B9"]));
}

#[test]
fn r21_placing_and_declining_bonuses() {
    let scene = scene(&["R7", "B6"], &["R7", "B6", "Y1", "Y3", "Y4", "Y5"]).play_all(&["R7>0", "B6>1"]);
    let scene = scene.refuses("add Y1", "wrong-phase", "R21").refuses("decline", "wrong-phase", "R21").play("end");
    assert_eq!(scene.event_names(), ["swept", "filled", "filled", "bonuses-due"]);
    let scene = scene.shows("/turn/phase", json!("bonus")).shows("/turn/bonuses", json!(2)).shows("/seat", json!(0));
    let scene = scene.legal(&["add Y1", "add Y3", "add Y4", "add Y5", "decline"]);
    let scene = scene.refuses("end", "wrong-phase", "R21").refuses("draw", "wrong-phase", "R21");
    let scene = scene.refuses("put Y1", "wrong-phase", "R21").refuses("Y1>0", "wrong-phase", "R21");
    let scene = scene.refuses("add R7", "not-in-hand", "R7");
    let placed = scene.clone().play("add Y5").shows("/centre", json!(["B10", "B9", "Y5"]));
    let placed = placed.shows("/turn/bonuses", json!(1)).shows("/seat", json!(0)).play("add Y4");
    placed
        .shows("/centre", json!(["B10", "B9", "Y5", "Y4"]))
        .shows("/seat", json!(1))
        .shows("/turn/phase", json!("match"));
    let declined = scene.play("decline").shows("/turn/bonuses", json!(1)).shows("/seat", json!(0)).play("decline");
    declined
        .shows("/centre", json!(["B10", "B9"]))
        .shows("/seat", json!(1))
        .shows("/hands/0", json!(["Y1", "Y3", "Y4", "Y5"]));
}

#[test]
fn r21_bonuses_lapse_with_an_empty_hand() {
    // Nothing to place from the start.
    let none = scene(&["R7", "B6"], &["R7"]).play_all(&["R7>0", "end"]);
    assert_eq!(none.event_names(), ["swept", "filled", "round-ended"]);
    // The last card is placed, and the second bonus lapses.
    let last = scene(&["R7", "B6"], &["R7", "B6", "Y1"]).play_all(&["R7>0", "B6>1", "end", "add Y1"]);
    last.shows("/over/winners", json!([0])).shows("/centre", json!(["B10", "B9", "Y1"]));
}

#[test]
fn r21_the_double_may_be_declined_too_and_the_others_draw_all_the_same() {
    let scene = scene(&["R7", "B8"], &["R3", "R4", "Y1", "Y3", "Y4"]).play_all(&["R3+R4>0", "end"]);
    let scene = scene.shows("/turn/doubles", json!(1)).shows("/hands/1", json!(["R9", "R9", "R10"])).play("decline");
    assert_eq!(scene.event_names(), ["declined", "drew", "turn-passed"]);
    scene.shows("/hands/1", json!(["R9", "R9", "B9", "R10"])).shows("/seat", json!(1));
}

#[test]
fn r22_the_others_draw_round_by_round() {
    let scene = at(json!({
        "players": 3, "seat": 1, "centre": ["R7", "B9"], "pile": ["B10", "Y10", "Y9", "Y8", "Y7", "Y6", "B6"],
        "hands": [[], ["R3", "R4", "B4", "B5", "Y1", "Y1", "Y1"], []],
    }));
    let scene = scene.play_all(&["R3+R4>0", "B4+B5>1", "end"]).shows("/centre", json!(["B10", "Y10"]));
    let scene = scene.play_all(&["add Y1", "decline"]);
    // From the left: seat 2, seat 0, and again.
    let drawn: Vec<(Value, Value)> =
        scene.events()[1..5].iter().map(|e| (e["seat"].clone(), e["card"].clone())).collect();
    let expected = [(2, "Y9"), (0, "Y8"), (2, "Y7"), (0, "Y6")].map(|(seat, card)| (json!(seat), json!(card)));
    assert_eq!(drawn, expected);
    scene.shows("/hands/0", json!(["Y6", "Y8"])).shows("/hands/2", json!(["Y7", "Y9"])).shows("/owes_call", json!([1]));
}

#[test]
fn r22_after_the_bonuses_are_placed() {
    // The card placed lies in the row before the others draw.
    let scene = scene(&["R7", "B8"], &["R3", "R4", "Y1", "Y3", "Y4"]).play_all(&["R3+R4>0", "end", "add Y1"]);
    assert_eq!(scene.event_names(), ["added", "drew", "turn-passed"]);
}

#[test]
fn r23_penalties_are_drawn_last() {
    let scene = scene(&["R7", "B8"], &["R3", "R4", "Y1", "Y3"]).play("R3+R4>0").play("1:catch 0");
    let scene = scene.shows("/turn/penalty", json!(2)).shows("/hands/0", json!(["Y1", "Y3"])).play("end");
    let scene = scene.shows("/centre", json!(["B8", "B10"])).play("decline");
    assert_eq!(scene.event_names(), ["declined", "drew", "drew", "drew", "turn-passed"]);
    let reasons: Vec<&str> = scene.events().iter().filter_map(|event| event["reason"].as_str()).collect();
    assert_eq!(reasons, ["double", "penalty", "penalty"]);
    scene.shows("/hands/0", json!(["Y1", "Y3", "B8", "Y10"])).shows("/turn/penalty", json!(0)).shows("/seat", json!(1));
}

#[test]
fn r23_a_put_down_turn_pays_its_penalty_too() {
    let scene = at(json!({ "hands": [["Y1", "Y3"], ["G9"]], "owes_call": [0] })).play_all(&["1:catch 0", "draw"]);
    let scene = scene.shows("/turn/penalty", json!(2)).play("put B10");
    assert_eq!(scene.event_names(), ["put", "drew", "drew", "turn-passed"]);
    // The hand went down to two, but it is four now: no duty is left.
    scene.shows("/hands/0", json!(["Y1", "Y3", "B8", "B9"])).shows("/owes_call", json!([]));
}

#[test]
fn r24_the_row_has_no_limit() {
    let deck: Vec<String> = CardBag::ALL.iter().map(wire::dos::write_card).collect();
    let (row, hand) = deck.split_at(100);
    let scene = at(json!({ "centre": row, "pile": [], "hands": [hand, []] }));
    let scene = scene.play("draw").play("put D").shows("/centre/100", json!("D"));
    assert_eq!(scene.position()["centre"].as_array().unwrap().len(), 101);
    // Everything is matched that can be, up to the last index.
    let every_other = |first: usize| deck.iter().skip(first).step_by(2).collect::<Vec<_>>();
    let (hand, row) = (every_other(0), every_other(1));
    let mut scene = at(json!({ "centre": row, "pile": [], "hands": [hand, []] }));
    while let Some(mv) = scene.moves().into_iter().find(|mv| mv.contains('>') && !mv.contains('+')) {
        scene = scene.play(&mv);
    }
    assert!(scene.position()["turn"]["matches"].as_array().unwrap().len() > 20);
    scene.play("end");
}

#[test]
fn r25_the_talon_is_shuffled_when_a_card_is_wanted() {
    // Not before: the last card of the pile is drawn, and nothing is shuffled.
    let last = at(json!({ "hands": [["Y1", "Y3"], ["G9"]], "pile": ["B10"], "talon": ["R1", "R3", "R4"] }));
    let last = last.play("draw").shows("/pile", json!([])).shows("/talon", json!(["R1", "R3", "R4"]));
    let last = last.shows("/reshuffles", json!(0)).play("put Y1").play("draw");
    assert_eq!(last.event_names(), ["pile-ran-out", "reshuffled", "drew"]);
    let position = last.position();
    assert_eq!((&position["talon"], &position["reshuffles"]), (&json!([]), &json!(1)));
    assert_eq!(position["pile"].as_array().unwrap().len(), 2);
    assert_eq!(position["turn"]["drew"], true);
    assert_eq!(position["hands"][1].as_array().unwrap().len(), 2);
}

#[test]
fn r25_the_seed_and_the_count_fix_the_shuffle() {
    let drawn = |seed: &str, reshuffles: u16| {
        let talon = ["R1", "R3", "R4", "R5", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9", "B1", "B3", "B4", "B5"];
        let scene = at(json!({
            "hands": [["Y1", "Y3"], ["G9"]], "pile": [], "talon": talon, "seed": seed.repeat(64), "reshuffles": reshuffles,
        }));
        let position = scene.play("draw").shows("/reshuffles", json!(reshuffles + 1)).position();
        assert_eq!(position["hands"][0].as_array().unwrap().len(), 3);
        position["pile"].clone()
    };
    assert_eq!(drawn("a", 0), drawn("a", 0));
    assert_ne!(drawn("a", 0), drawn("b", 0));
    assert_ne!(drawn("a", 0), drawn("a", 1));
    let far = at(json!({ "hands": [["Y1"], []], "pile": [], "talon": ["R1"], "reshuffles": 65534 })).play("draw");
    wire::read_position::<Dos>(far.position()).unwrap();
}

#[test]
fn r25_in_the_middle_of_filling_the_row() {
    // One card from the pile, one from the talon, which already holds what was just matched.
    let scene =
        at(json!({ "centre": ["B7", "B8"], "hands": [["R7", "Y8", "Y1", "Y1", "Y1"], ["G9"]], "pile": ["B10"] }));
    let scene = scene.play_all(&["R7>0", "Y8>1", "end"]);
    assert_eq!(scene.event_names(), ["swept", "filled", "pile-ran-out", "reshuffled", "filled", "turn-passed"]);
    let position = scene.position();
    assert_eq!(position["centre"][0], "B10");
    let mut back = sorted(&position["pile"]);
    back.push(position["centre"][1].as_str().unwrap().into());
    back.sort();
    assert_eq!(back, ["B7", "B8", "R7", "Y8"]);
    assert_eq!(position["seat"], 1);
}

#[test]
fn r25_between_filling_and_the_bonuses() {
    let scene = at(json!({ "centre": ["R7", "B8"], "hands": [["R7", "Y1", "Y1", "Y1"], ["G9"]], "pile": [] }));
    let scene = scene.play_all(&["R7>0", "end"]);
    assert_eq!(scene.event_names(), ["swept", "pile-ran-out", "reshuffled", "filled", "bonuses-due"]);
    scene.shows("/turn/phase", json!("bonus")).shows("/centre/1", json!("R7")).shows("/pile", json!(["R7"]));
}

#[test]
fn r25_in_the_middle_of_the_others_draws() {
    let scene = at(json!({
        "players": 3, "centre": ["R7", "B9", "G10", "G10"], "pile": ["Y10"],
        "hands": [["R3", "R4", "B4", "B5", "Y1", "Y1", "Y1"], ["G1"], ["G3"]],
    }));
    let scene = scene.play_all(&["R3+R4>0", "B4+B5>1", "end", "decline", "decline"]);
    assert_eq!(
        scene.event_names(),
        ["declined", "drew", "pile-ran-out", "reshuffled", "drew", "drew", "drew", "turn-passed"]
    );
    let seats: Vec<u64> =
        scene.events().iter().filter(|e| e["event"] == "drew").map(|e| e["seat"].as_u64().unwrap()).collect();
    assert_eq!(seats, [1, 2, 1, 2]);
    let position = scene.position();
    assert_eq!(position["pile"].as_array().unwrap().len(), 3);
    assert_eq!(position["seat"], 1);
    assert_eq!(position["turn"]["doubles"], 0);
}

#[test]
fn r25_in_the_middle_of_a_penalty() {
    let own = at(json!({
        "centre": ["G6", "G7", "B7"], "hands": [["R7", "Y1", "Y3"], ["G9"]], "pile": ["B10"], "talon": ["R1"],
    }));
    let own = own.play_all(&["R7>2", "1:catch 0", "end"]);
    assert_eq!(own.event_names(), ["swept", "drew", "pile-ran-out", "reshuffled", "drew", "turn-passed"]);
    own.shows("/seat", json!(1)).shows("/reshuffles", json!(1));
    // Out of turn, while another places their bonuses: they go on where they were.
    let other = at(json!({
        "hands": [["R7", "Y1", "Y3"], ["G9", "G9"]], "pile": ["B10"], "talon": ["R1", "R3"], "owes_call": [1],
        "turn": { "phase": "bonus", "bonuses": 2 },
    }));
    let other = other.play("catch 1");
    assert_eq!(other.event_names(), ["caught", "drew", "pile-ran-out", "reshuffled", "drew"]);
    let other = other.shows("/turn/phase", json!("bonus")).shows("/turn/bonuses", json!(2)).shows("/seat", json!(0));
    assert_eq!(other.position()["hands"][1].as_array().unwrap().len(), 4);
    other.legal(&["add R7", "add Y1", "add Y3", "decline"]);
    // And while another matches.
    let matching = at(json!({
        "hands": [["R7", "Y1", "Y3"], ["G9", "G9"]], "pile": [], "talon": ["R1", "R3"], "owes_call": [1],
        "turn": { "drew": true, "matches": [{ "centre": 0, "with": ["Y6"] }] },
    }));
    let matching =
        matching.play("catch 1").shows("/turn/matches/0/with", json!(["Y6"])).shows("/turn/drew", json!(true));
    matching.shows("/hands/1", json!(["R1", "R3", "G9", "G9"])).shows("/pile", json!([]));
}

#[test]
fn r26_no_card_anywhere() {
    let dry =
        at(json!({ "hands": [["Y1", "Y3", "Y4", "Y7"], ["G9"]], "pile": [] })).legal(&["Y7>1", "Y3+Y4>1", "draw"]);
    let dry = dry.play("draw").shows("/turn/drew", json!(true)).shows("/reshuffles", json!(0));
    assert_eq!(dry.event_names(), ["drew-nothing"]);
    let dry = dry.legal(&["Y7>1", "Y3+Y4>1", "put Y1", "put Y3", "put Y4", "put Y7"]);
    dry.play("put Y3").shows("/centre", json!(["G6", "G7", "Y3"])).shows("/seat", json!(1));
    // The row stays short.
    let short = at(json!({ "centre": [], "hands": [["Y1", "Y3", "Y4"], ["G9"]], "pile": [] }));
    short.play_all(&["draw", "put Y3"]).shows("/centre", json!(["Y3"])).shows("/seat", json!(1));
    // Who was to draw for another's double does not.
    let double = at(json!({
        "players": 3, "hands": [["Y1", "Y3"], ["G9"], ["G8"]], "pile": ["B10"],
        "turn": { "phase": "bonus", "bonuses": 1, "doubles": 2 },
    }));
    let double = double.play("decline").shows("/hands/1", json!(["G9", "B10"])).shows("/hands/2", json!(["G8"]));
    double.shows("/seat", json!(1));
    // A catch costs what there is.
    let caught = at(json!({ "hands": [["Y1"], ["G9", "G9"]], "pile": ["B10"], "owes_call": [1] })).play("catch 1");
    caught.shows("/hands/1", json!(["G9", "G9", "B10"])).shows("/owes_call", json!([]));
    let nothing = at(json!({ "hands": [["Y1"], ["G9", "G9"]], "pile": [], "owes_call": [1] })).play("catch 1");
    nothing.shows("/hands/1", json!(["G9", "G9"])).shows("/owes_call", json!([])).refuses(
        "catch 1",
        "no-call-owed",
        "R31",
    );
}
