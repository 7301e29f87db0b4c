//! DOS from the call to the end of the match: R27 to R36.

use engine::Viewer;
use engine::games::Dos;
use wire::{Fault, Value, json};

use super::{at, faults, scene, seat};

#[test]
fn r27_a_hand_that_goes_down_to_two_owes_the_call() {
    scene(&["B7", "G3"], &["R7", "Y1", "Y1"]).play("R7>0").shows("/owes_call", json!([0]));
    scene(&["B7", "G3"], &["R3", "R4", "Y1", "Y1"]).play("R3+R4>0").shows("/owes_call", json!([0]));
    scene(&["B7", "G3"], &["R3", "R4", "Y1"]).play("R3+R4>0").shows("/owes_call", json!([]));
    scene(&["B7", "G3"], &["R7", "Y1"]).play("R7>0").shows("/owes_call", json!([]));
    // By putting a card down, and by placing one.
    scene(&["B7", "G3"], &["Y8", "Y1"]).play_all(&["draw", "put Y8"]).shows("/owes_call", json!([0]));
    scene(&["B7", "G3"], &["B7", "Y8", "Y1", "Y1"])
        .play_all(&["B7>0", "end", "add Y8"])
        .shows("/owes_call", json!([0]));
    // A hand that grows from one to two owes nothing.
    scene(&["B7", "G3"], &["Y8"]).play("draw").shows("/owes_call", json!([]));
    let grown =
        at(json!({ "hands": [["Y1", "Y3"], ["G9"]], "turn": { "phase": "bonus", "bonuses": 1, "doubles": 1 } }));
    grown.play("decline").shows("/hands/1", json!(["G9", "B10"])).shows("/owes_call", json!([]));
    let wrong = json!({
        "game": "dos", "players": 2, "seat": 0, "hands": [["R1"], ["R3", "R3"]], "centre": [], "pile": [], "owes_call": [0],
    });
    assert_eq!(faults(wrong), [Fault::CallOfHand { seat: 0, cards: 1 }]);
}

#[test]
fn r28_calling_with_the_play_or_later() {
    let scene = scene(&["B7", "G3"], &["R7", "Y1", "Y8"]);
    let joined = scene.clone().play("R7>0 dos").shows("/owes_call", json!([])).shows("/hands/0", json!(["Y1", "Y8"]));
    assert_eq!(joined.event_names(), ["matched", "called"]);
    joined.legal(&["end"]).refuses("1:catch 0", "no-call-owed", "R31");
    // Later in the turn, and after it, from another's turn.
    let later = scene.play("R7>0").legal(&["dos", "end"]);
    later.clone().play("dos").shows("/owes_call", json!([])).legal(&["end"]);
    let later = later.play("end").shows("/seat", json!(1)).shows("/owes_call", json!([0]));
    assert_eq!(later.moves_of(seat(0)), ["0:dos"]);
    let called = later.play("0:DOS").shows("/owes_call", json!([])).shows("/seat", json!(1));
    assert!(called.moves_of(seat(0)).is_empty());
    // A call joined to a put and to an addition, which end the turn.
    let put = self::scene(&["B7", "G3"], &["Y8", "Y1"]).play_all(&["draw", "put  y8  Dos"]);
    put.shows("/owes_call", json!([])).shows("/seat", json!(1));
    let add = self::scene(&["B7", "G3"], &["B7", "Y8", "Y1", "Y1"]).play_all(&["B7>0", "end", "add Y8 dos"]);
    add.shows("/owes_call", json!([])).shows("/seat", json!(1));
}

#[test]
fn r28_a_joined_call_is_taken_whole_or_not_at_all() {
    // Three cards are left: the call is not owed, and the play does not happen either.
    let scene = scene(&["B7", "G3"], &["R7", "Y1", "Y8", "Y8"]);
    let before = scene.position();
    let scene = scene.refuses("R7>0 dos", "no-call-owed", "R31");
    assert_eq!(scene.position(), before);
    // The penalty comes before the call could.
    let fined = at(json!({ "hands": [["Y1", "Y3", "Y4"], ["G9"]], "turn": { "drew": true, "penalty": 2 } }));
    fined.refuses("put Y1 dos", "no-call-owed", "R31").play("put Y1").shows("/owes_call", json!([]));
    for text in ["draw dos", "end dos", "decline dos", "dos dos", "catch 1 dos", "R7>0dos", "R7>0 dos dos", "D dos"] {
        assert!(wire::read_step::<Dos>(text).is_err(), "{text}");
    }
}

#[test]
fn r29_a_catch_costs_two() {
    let three = at(json!({
        "players": 3, "centre": ["B7", "G3"], "hands": [["R7", "Y1", "Y8"], ["G9"], ["G8"]],
    }));
    let three = three.play("R7>0").legal(&["dos", "end"]);
    assert_eq!(three.moves_of(seat(1)), ["1:catch 0"]);
    assert_eq!(three.moves_of(seat(2)), ["2:catch 0"]);
    // In their own turn: at its end.
    let own = three.clone().play("2:catch 0").shows("/turn/penalty", json!(2)).shows("/hands/0", json!(["Y1", "Y8"]));
    assert_eq!(own.events(), [json!({ "event": "caught", "seat": 0, "by": 2 })]);
    let own = own.shows("/owes_call", json!([])).legal(&["end"]).play("end");
    own.shows("/hands/0", json!(["Y1", "Y8", "B8", "B9"]))
        .shows("/centre", json!(["G3", "B10"]))
        .shows("/seat", json!(1));
    // Out of turn: at once, by the seat to move as by any other.
    let other = three.play("end").shows("/seat", json!(1));
    let moves = other.moves();
    assert!(moves.contains(&"catch 0".into()) && moves.contains(&"draw".into()), "{moves:?}");
    assert_eq!(other.moves_of(seat(0)), ["0:dos"]);
    assert_eq!(other.moves_of(seat(2)), ["2:catch 0"]);
    let caught = other.play("2:catch 0").shows("/hands/0", json!(["Y1", "Y8", "B8", "B9"]));
    caught.shows("/turn/penalty", json!(0)).shows("/seat", json!(1)).shows("/owes_call", json!([]));
}

#[test]
fn r29_while_the_culprit_places_his_bonuses() {
    let scene = scene(&["B7", "G3"], &["B7", "Y8", "Y1"]).play_all(&["B7>0", "end"]).shows("/owes_call", json!([0]));
    let scene = scene.legal(&["add Y1", "add Y8", "decline", "dos"]).play("1:catch 0").shows("/turn/penalty", json!(2));
    scene.play("decline").shows("/hands/0", json!(["Y1", "Y8", "B8", "B9"])).shows("/seat", json!(1));
}

#[test]
fn r30_the_duty_lapses_and_comes_back() {
    // One more card played: it lapses.
    let scene = scene(&["B7", "G8"], &["R7", "Y1", "Y8"]).play("R7>0").shows("/owes_call", json!([0]));
    scene.play("Y8>1").shows("/owes_call", json!([])).refuses("1:catch 0", "no-call-owed", "R31");
    // A card drawn: it lapses, and comes back when the hand goes down again, after a first catch and for two more.
    let owing = at(json!({ "centre": ["B7", "G3"], "hands": [["R7", "Y1"], ["G9"]], "owes_call": [0] }));
    owing.clone().play("draw").shows("/owes_call", json!([]));
    let again = owing.play("1:catch 0").refuses("1:catch 0", "no-call-owed", "R31").play_all(&["draw", "R7>0"]);
    let again = again.shows("/owes_call", json!([0])).play("1:catch 0").shows("/turn/penalty", json!(4));
    again
        .play("end")
        .shows("/hands/0", json!(["Y1", "R7", "B7", "B8", "Y10", "B10"]))
        .shows("/centre", json!(["G3", "B9"]));
    // A penalty for another's double colour match ends a duty out of turn.
    let grown = at(json!({
        "hands": [["Y1", "Y3", "Y4"], ["G9", "G9"]], "owes_call": [1], "turn": { "phase": "bonus", "bonuses": 1, "doubles": 1 },
    }));
    grown.play("decline").shows("/owes_call", json!([])).refuses("1:dos", "no-call-owed", "R31");
}

#[test]
fn r31_wrong_calls_and_catches_are_refused() {
    let scene = scene(&["B7", "G3"], &["R7", "Y1", "Y8"]);
    let scene = scene.refuses("dos", "no-call-owed", "R31").refuses("1:dos", "no-call-owed", "R31");
    let scene =
        scene.refuses("1:catch 0", "no-call-owed", "R31").refuses("catch 1", "no-call-owed", "R31").play("R7>0");
    let scene = scene.refuses("catch 0", "no-call-owed", "R31").refuses("catch 1", "no-call-owed", "R31");
    let scene = scene.refuses("catch 7", "no-call-owed", "R31").refuses("1:dos", "no-call-owed", "R31");
    scene.refuses("7:catch 0", "not-your-turn", "R6");
    // Two cards, but never more: nothing is owed.
    at(json!({ "hands": [["R7", "Y1"], ["G9"]] })).refuses("dos", "no-call-owed", "R31");
}

#[test]
fn r32_who_comes_first_wins_the_race() {
    let scene = scene(&["B7", "G3"], &["R7", "Y1", "Y8"]).play("R7>0");
    scene.clone().play("dos").refuses("1:catch 0", "no-call-owed", "R31");
    scene.play("1:catch 0").refuses("dos", "no-call-owed", "R31");
}

#[test]
fn r33_the_round_ends_when_the_turn_is_settled() {
    // The last cards are a double colour match: the others draw before the count.
    let scene = at(json!({
        "players": 3, "centre": ["R7", "G3"], "hands": [["R3", "R4"], ["G9"], ["G8"]], "pile": ["B10", "D", "R#"],
    }));
    let scene = scene.play("R3+R4>0").legal(&["end"]).play("end");
    assert_eq!(scene.event_names(), ["swept", "filled", "drew", "drew", "round-ended"]);
    let scene = scene.shows("/over/round_scores", json!([77, 0, 0])).shows("/over/winners", json!([0]));
    let scene = scene.shows("/hands", json!([[], ["G9", "D"], ["G8", "R#"]])).legal(&[]);
    let scene = scene.refuses("draw", "round-over", "R33").refuses("1:catch 2", "round-over", "R33");
    assert!(scene.moves_of(seat(1)).is_empty());
    // All hands are open then.
    assert_eq!(scene.view(Viewer::Spectator)["hands"], json!([[], ["G9", "D"], ["G8", "R#"]]));
    // With the last card put down, when there was none to draw.
    let put = at(json!({ "hands": [["Y1"], ["G9"]], "pile": [] })).play_all(&["draw", "put Y1"]);
    put.shows("/over/round_scores", json!([9, 0]));
    // The others' draws may need a shuffle, of the very cards just played.
    let dry = at(json!({ "centre": ["R7", "G3", "G4"], "hands": [["R3", "R4"], ["G9"]], "pile": [] }));
    let dry = dry.play_all(&["R3+R4>0", "end"]);
    assert_eq!(dry.event_names(), ["swept", "pile-ran-out", "reshuffled", "drew", "round-ended"]);
    assert_eq!(dry.position()["hands"][1].as_array().unwrap().len(), 2);
}

#[test]
fn r34_who_owes_penalty_cards_is_not_out() {
    let caught = |pile: Value| {
        let scene = at(json!({ "centre": ["B7", "G8", "Y4"], "hands": [["R7", "Y1", "Y3"], ["G9"]], "pile": pile }));
        scene.play_all(&["R7>0", "1:catch 0", "Y1+Y3>2"]).shows("/hands/0", json!([])).play("end")
    };
    // Y4 was matched in yellow: with an empty hand the bonus lapses, the double stands.
    let scene = caught(json!(["B10", "B9", "B8", "Y10"]));
    assert!(scene.position().get("over").is_none());
    scene.shows("/hands/0", json!(["B8", "Y10"])).shows("/owes_call", json!([])).shows("/seat", json!(1));
    // There is always the talon, of the cards just played.
    let scene = caught(json!([]));
    assert_eq!(scene.position()["hands"][0].as_array().unwrap().len(), 2);
    // No card anywhere: they are out.
    let bare = at(json!({
        "hands": [["Y1"], ["G9"]], "pile": [], "turn": { "drew": true, "penalty": 2 },
    }));
    bare.play("put Y1").shows("/over/round_scores", json!([9, 0]));
    // One card is enough to stay in.
    let one = at(json!({ "hands": [["Y1"], ["G9"]], "pile": ["B10"], "turn": { "drew": true, "penalty": 2 } }));
    one.play("put Y1").shows("/hands/0", json!(["B10"])).shows("/seat", json!(1));
}

#[test]
fn r35_the_winner_scores_the_other_hands() {
    let scene = at(json!({
        "players": 4, "scores": [5, 6, 7, 8], "hands": [["R6"], ["R10", "D"], ["B#", "Y1"], ["G3"]],
    }));
    let scene = scene.play_all(&["R6>0", "end"]).shows("/over/round_scores", json!([74, 0, 0, 0]));
    scene.shows("/over/scores", json!([79, 6, 7, 8])).shows("/over/match", json!(false));
}

#[test]
fn r36_the_first_to_reach_the_target_wins() {
    let at_score = |scores: Value, options: Value, last_round: bool| {
        let scene =
            at(json!({ "scores": scores, "options": options, "last_round": last_round, "hands": [["R6"], ["R10"]] }));
        scene.play_all(&["R6>0", "end"])
    };
    at_score(json!([189, 199]), json!({}), false).shows("/over/match", json!(false)).shows("/over/winners", json!([0]));
    at_score(json!([190, 199]), json!({}), false).shows("/over/match", json!(true)).shows("/over/winners", json!([0]));
    at_score(json!([0, 0]), json!({ "target": 10 }), false).shows("/over/match", json!(true));
    at_score(json!([190, 0]), json!({ "target": 500 }), false).shows("/over/match", json!(false));
    // The table's clock: the highest total wins, and ties share.
    at_score(json!([0, 10]), json!({}), true).shows("/over/match", json!(true)).shows("/over/winners", json!([0, 1]));
    at_score(json!([0, 30]), json!({}), true).shows("/over/winners", json!([1]));
}
