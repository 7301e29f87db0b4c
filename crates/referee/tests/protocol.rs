//! The referee protocol, request by request, text in and text out.

use std::time::Duration;

use engine::{GameId, Seed};
use referee::protocol::{HintFile, Referee, hint};
use wire::{Value, json};
use words::Lang;

fn ask_in(lang: Lang, request: &str) -> Value {
    // A clock that stands still: what is asked for is thought to the end.
    let mut referee = Referee::new(lang, || Seed([9; 32]), || Duration::ZERO);
    serde_json::from_str(&referee.answer(request)).expect("an answer is JSON")
}

fn ask(request: &Value) -> Value {
    ask_in(Lang::English, &request.to_string())
}

/// The code and the message of a request that is not granted.
#[track_caller]
fn refused(request: &Value) -> (String, String) {
    let answer = ask(request);
    assert_eq!(answer["ok"], false, "{request} is granted: {answer}");
    let text = |field: &str| answer["error"][field].as_str().expect("an error has text").to_string();
    (text("code"), text("message"))
}

/// The booklet's own example for Quarante-Six.
fn position() -> Value {
    json!({
        "game": "quarante-six", "players": 2, "seat": 0, "laid": ["21"], "joker": null,
        "hands": [["11", "12", "24"], ["1"]], "pile": ["2", "3"],
    })
}

#[test]
fn new_deals_and_tells_the_seed() {
    for game in GameId::ALL {
        let answer = ask(&json!({ "op": "new", "game": game.slug(), "players": 4 }));
        assert_eq!(answer["ok"], true, "{answer}");
        assert_eq!(answer["seed"], "09".repeat(32));
        assert_eq!(answer["position"]["seed"], answer["seed"]);
        assert_eq!(answer["position"]["game"], game.slug());
        let again = ask(&json!({ "op": "new", "game": game.slug(), "players": 4, "seed": answer["seed"] }));
        assert_eq!(again, answer);
    }
}

#[test]
fn options_that_are_the_default_are_left_out() {
    let options = |game: &str, players: usize, options: Value| {
        ask(&json!({ "op": "new", "game": game, "players": players, "options": options }))["position"]["options"]
            .clone()
    };
    assert_eq!(options("quarante-six", 2, json!({ "rounds": 2, "board": "bleu" })), json!({}));
    assert_eq!(options("quarante-six", 3, json!({ "rounds": 2 })), json!({ "rounds": 2 }));
    assert_eq!(options("nain-jaune", 3, json!({ "rounds": 3, "tokens": 21 })), json!({}));
    assert_eq!(options("dos", 2, json!({ "target": 200 })), json!({}));
}

#[test]
fn legal_lists_in_byte_order() {
    let answer = ask(&json!({ "op": "legal", "position": position() }));
    assert_eq!(answer, json!({ "ok": true, "moves": ["11", "draw"], "complete": true }));
    let other = ask(&json!({ "op": "legal", "position": position(), "seat": 1 }));
    assert_eq!(other["moves"], json!([]));
}

#[test]
fn apply_plays_all_or_nothing() {
    let answer = ask(&json!({ "op": "apply", "position": position(), "moves": ["11", " 12 ", "END"] }));
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(answer["position"]["seat"], 1);
    assert_eq!(answer["position"]["laid"], json!(["11", "12", "21"]));
    assert_eq!(answer["events"][0], json!({ "event": "laid", "seat": 0, "card": "11" }));
    let answer = ask(&json!({ "op": "apply", "position": position(), "moves": ["11", "24"] }));
    assert_eq!((&answer["ok"], &answer["at"]), (&json!(false), &json!(1)));
    assert_eq!(answer["error"]["code"], "not-touching");
    assert!(answer.get("position").is_none());
}

#[test]
fn messages_name_the_rule_in_both_languages() {
    let request = json!({ "op": "apply", "position": position(), "moves": ["24"] }).to_string();
    let english = ask_in(Lang::English, &request);
    assert_eq!(english["error"]["message"], "No card on the board touches square 24. (rule R13)");
    let french = ask_in(Lang::French, &request);
    assert_eq!(french["error"]["message"], "Aucune carte posée ne touche la case 24. (règle R13)");
}

#[test]
fn deal_goes_on_after_a_round() {
    let finished = ask(&json!({ "op": "apply", "position": position(), "moves": ["draw", "draw", "end"] }));
    let over = &finished["position"]["over"];
    assert_eq!(over["match"], false, "{finished}");
    let next = ask(&json!({ "op": "deal", "position": finished["position"] }));
    assert_eq!(next["position"]["round"], 2);
    assert_eq!(next["position"]["scores"], over["scores"]);
    assert_eq!(ask(&json!({ "op": "legal", "position": finished["position"] }))["moves"], json!([]));
    let other = ask(&json!({ "op": "deal", "position": finished["position"], "seed": "ab".repeat(32) }));
    assert_ne!(other["position"]["hands"], next["position"]["hands"]);
    assert_eq!(refused(&json!({ "op": "deal", "position": position() })).0, "round-not-over");
    let mut last = finished["position"].clone();
    last["over"]["match"] = json!(true);
    assert_eq!(refused(&json!({ "op": "deal", "position": last })).0, "match-over");
}

#[test]
fn view_hides_what_the_seat_may_not_know() {
    let view = |seat: Value| ask(&json!({ "op": "view", "position": position(), "seat": seat }))["view"].clone();
    assert_eq!(view(json!(0))["hands"], json!([["11", "12", "24"], 1]));
    assert_eq!(view(json!(1))["hands"], json!([3, ["1"]]));
    assert_eq!(view(Value::Null)["hands"], json!([3, 1]));
    assert_eq!(view(json!(0))["pile"], 2);
    assert!(view(json!(0)).get("seed").is_none());
}

#[test]
fn what_needs_no_hidden_card_is_answered_from_a_view_as_from_the_position() {
    for (position, ops) in [(position(), &["legal", "best"][..]), (rummy_position(), &["legal", "best", "solve"])] {
        for seat in [0, 1] {
            let view = ask(&json!({ "op": "view", "position": position, "seat": seat }))["view"].clone();
            for op in ops {
                let from_view = ask(&json!({ "op": op, "view": view, "seat": seat }));
                assert_eq!(from_view, ask(&json!({ "op": op, "position": position, "seat": seat })), "{op} {seat}");
            }
        }
        let view = ask(&json!({ "op": "view", "position": position, "seat": 0 }))["view"].clone();
        let to_move = ask(&json!({ "op": "legal", "view": view }));
        assert_eq!(to_move, ask(&json!({ "op": "legal", "position": position })), "whoever is to move asks");
    }
}

#[test]
fn a_view_asked_about_amiss_says_what_is_wrong() {
    let view = ask(&json!({ "op": "view", "position": position(), "seat": 0 }))["view"].clone();
    let said = |code: &str, message: &str| (code.to_string(), message.to_string());
    let both = json!({ "op": "legal", "view": view, "position": position() });
    assert_eq!(refused(&both), said("bad-request", "A request is about a position or about a view, not about both."));
    let others = json!({ "op": "legal", "view": view, "seat": 1 });
    assert_eq!(refused(&others), said("bad-position", "“hands[0]” must be a whole number."));
    let nobodys = json!({ "op": "best", "view": view, "seat": 2 });
    assert_eq!(refused(&nobodys), said("bad-request", "There is no seat 2 at this table: they go from 0 to 1."));
    assert_eq!(refused(&json!({ "op": "legal", "view": 5 })), said("bad-position", "“view” must be an object."));
    assert_eq!(refused(&json!({ "op": "legal", "view": { "game": "dos" } })).0, "bad-position");
    // What needs every card takes a position only.
    for op in ["apply", "deal", "view", "check"] {
        assert_eq!(refused(&json!({ "op": op, "view": view, "seat": 0, "moves": [] })).0, "bad-request", "{op}");
    }
}

#[test]
fn a_hint_is_read_aloud_from_a_position_and_from_a_view() {
    let view = ask(&json!({ "op": "view", "position": position(), "seat": 0 }))["view"].to_string();
    let aloud = |text: &str, file| hint(text, file, None, 20, Lang::English, &mut || Duration::ZERO);
    let from_view = aloud(&view, HintFile::View).expect("a hint");
    assert_eq!(Ok(from_view), aloud(&position().to_string(), HintFile::Position));
    assert!(aloud(&view, HintFile::Position).is_err());
}

#[test]
fn check_tells_every_fault() {
    assert_eq!(ask(&json!({ "op": "check", "position": position() })), json!({ "ok": true }));
    let mut bad = position();
    bad["laid"] = json!(["21", "21"]);
    bad["hands"] = json!([["47"], ["1"], []]);
    bad["colour"] = json!("blue");
    let answer = ask(&json!({ "op": "check", "position": bad }));
    assert_eq!(answer["error"]["code"], "bad-position");
    assert_eq!(answer["faults"].as_array().map(Vec::len), Some(3), "{answer}");
    assert_eq!(answer["faults"][0], answer["error"]);
}

#[test]
fn best_names_a_legal_move_and_says_why() {
    for game in GameId::ALL {
        let dealt = ask(&json!({ "op": "new", "game": game.slug(), "players": 3 }))["position"].clone();
        for bot in ["novice", "casual", "skilled", "expert"] {
            let answer = ask(&json!({ "op": "best", "position": dealt, "bot": bot, "millis": 20 }));
            assert_eq!(answer["ok"], true, "{answer}");
            let played = ask(&json!({ "op": "apply", "position": dealt, "moves": [answer["move"]] }));
            assert_eq!(played["ok"], true, "{answer} {played}");
            let info = &answer["info"];
            assert_eq!(info["level"], bot);
            assert!(info["why"].as_str().is_some_and(|why| why.ends_with('.')), "{info}");
            let candidates = info["candidates"].as_array().expect("candidates");
            assert_eq!(candidates[0]["move"], answer["move"]);
            assert!(candidates.len() <= 8 && (bot == "expert" || candidates.len() == 1), "{info}");
            let is_weighed = |figure: &str| candidates[0][figure].is_number();
            assert_eq!(["score", "lead", "error", "worlds"].map(is_weighed), [bot == "expert"; 4], "{info}");
        }
    }
}

#[test]
fn best_tells_what_it_expects_in_both_languages() {
    // The joker in the hand costs a hundred if the other goes out, which it does with its only card.
    let position = json!({
        "game": "quarante-six", "players": 2, "seat": 0, "laid": ["21"], "joker": null,
        "hands": [["*", "46"], ["11"]], "pile": ["2", "3", "4", "5"],
    });
    let request = json!({ "op": "best", "position": position, "millis": 20 }).to_string();
    let english = ask_in(Lang::English, &request);
    assert!(english["move"].as_str().is_some_and(|mv| mv.starts_with("*@")), "{english}");
    let said = |answer: &Value| answer["info"]["why"].as_str().expect("a sentence").to_string();
    assert!(said(&english).starts_with("With “lay the joker on square "), "{english}");
    let french = ask_in(Lang::French, &request);
    assert!(said(&french).starts_with("Avec «\u{a0}poser le joker sur la case "), "{french}");
    assert_eq!(ask_in(Lang::French, &request), french, "the same view gets the same answer");
}

#[test]
fn best_asked_amiss_says_what_is_wrong() {
    let best = |more: Value| {
        let mut request = json!({ "op": "best", "position": position() });
        for (field, value) in more.as_object().expect("fields") {
            request[field] = value.clone();
        }
        request
    };
    let said = |code: &str, message: &str| (code.to_string(), message.to_string());
    let bot = said("bad-request", "“grandmaster” is no value of “bot”; there are novice, casual, skilled, expert.");
    assert_eq!(refused(&best(json!({ "bot": "grandmaster" }))), bot);
    assert_eq!(refused(&best(json!({ "bot": 3 }))), said("bad-request", "“bot” must be a text."));
    for millis in [json!(-1), json!(60_001)] {
        let range = format!("“millis” goes from 0 to 60000, and is {millis}.");
        assert_eq!(refused(&best(json!({ "millis": millis }))), said("bad-request", &range));
    }
    for millis in [json!(1.5), json!("100"), json!(true), json!(u64::MAX)] {
        let (code, _) = refused(&best(json!({ "millis": millis })));
        assert_eq!(code, "bad-request", "{millis}");
    }
    assert_eq!(refused(&best(json!({ "seat": 2 }))).0, "bad-request");
    let waiting = said("not-your-turn", "It is not seat 1's turn, and it has nothing to say.");
    assert_eq!(refused(&best(json!({ "seat": 1 }))), waiting);
    let finished = ask(&json!({ "op": "apply", "position": position(), "moves": ["draw", "draw", "end"] }));
    assert_eq!(refused(&best(json!({ "position": finished["position"] }))).0, "round-over");
    let usual = ask(&best(json!({ "bot": null, "millis": null, "seat": null })));
    assert_eq!(usual["info"]["level"], "expert");
    let hasty = ask(&best(json!({ "millis": 0 })));
    assert_eq!(hasty["info"]["candidates"][0], json!({ "move": hasty["move"] }));
}

/// A clock that runs out at once cuts the thinking short, and there is still an answer.
#[test]
fn best_keeps_to_the_clock() {
    let mut glances = 0;
    let clock = move || {
        glances += 1;
        Duration::from_secs(60 * glances)
    };
    let mut referee = Referee::new(Lang::English, || Seed([9; 32]), clock);
    let request = json!({ "op": "best", "position": position(), "millis": 60_000 }).to_string();
    let answer: Value = serde_json::from_str(&referee.answer(&request)).expect("JSON");
    assert_eq!(answer["ok"], true, "{answer}");
    let worlds = answer["info"]["candidates"][0]["worlds"].as_u64().unwrap_or(0);
    assert!(worlds < 100, "{answer}");
}

/// Rummy: 3 4 5 of black lie there; 6 of black and three kings are on the rack.
fn rummy_position() -> Value {
    json!({
        "game": "rummy", "players": 2, "seat": 0, "opened": [true, false], "table": [["n3", "n4", "n5"]],
        "racks": [["n6", "rK", "bK", "jK", "rA"], ["bA"]], "pile": ["b2"],
    })
}

#[test]
fn rummy_lists_a_play_that_lays_most_tiles() {
    let answer = ask(&json!({ "op": "legal", "position": rummy_position() }));
    assert_eq!(answer, json!({ "ok": true, "moves": ["draw", "play rK bK jK | n3 n4 n5 n6"], "complete": false }));
    let mut nothing = rummy_position();
    nothing["racks"][0] = json!(["rA"]);
    assert_eq!(ask(&json!({ "op": "legal", "position": nothing }))["moves"], json!(["draw"]));
    nothing["pile"] = json!([]);
    assert_eq!(ask(&json!({ "op": "legal", "position": nothing }))["moves"], json!(["pass"]));
    assert_eq!(ask(&json!({ "op": "legal", "position": nothing, "seat": 1 }))["moves"], json!([]));
}

#[test]
fn solve_answers_for_rummy_alone() {
    let mut position = rummy_position();
    let solve = |position: &Value, goal: &str| ask(&json!({ "op": "solve", "position": position, "goal": goal }));
    let best = json!({ "ok": true, "placed": 4, "points": 45, "move": "play rK bK jK | n3 n4 n5 n6" });
    assert_eq!(solve(&position, "tiles"), best);
    assert_eq!(solve(&position, "points"), best);
    // Before the opening the 6 cannot be added.
    position["opened"] = json!([false, false]);
    let opening = json!({ "ok": true, "placed": 3, "points": 39, "move": "play n3 n4 n5 | rK bK jK" });
    assert_eq!(solve(&position, "tiles"), opening);
    position["racks"][0] = json!(["rA"]);
    assert_eq!(solve(&position, "tiles"), json!({ "ok": true, "placed": 0, "points": 0, "move": "draw" }));
    position["over"] = json!({ "round_scores": [1, -1], "scores": [1, -1], "match": false, "winners": [0] });
    assert_eq!(solve(&position, "tiles")["error"]["code"], "round-over");
    let legal = ask(&json!({ "op": "legal", "position": position }));
    assert_eq!(legal, json!({ "ok": true, "moves": [], "complete": false }));
    position["over"] = Value::Null;
    assert_eq!(solve(&position, "fame")["error"]["code"], "bad-request");
    assert_eq!(refused(&json!({ "op": "solve", "position": self::position() })).0, "not-available");
}

#[test]
fn bad_input_gets_its_own_clear_error() {
    let new = |more: Value| {
        let mut request = json!({ "op": "new", "game": "quarante-six", "players": 2 });
        for (field, value) in more.as_object().expect("fields") {
            request[field] = value.clone();
        }
        refused(&request)
    };
    let said = |code: &str, message: &str| (code.to_string(), message.to_string());
    assert_eq!(new(json!({ "players": 9 })), said("bad-players", "This game is for 2 to 6 players, not 9."));
    assert_eq!(new(json!({ "game": "uno" })), said("unknown-game", "No game is called “uno”."));
    let option = new(json!({ "options": { "borad": "bleu" } }));
    assert_eq!(option, said("bad-option", "This game has no option “borad”."));
    let word = new(json!({ "options": { "board": "vert" } }));
    assert_eq!(word, said("bad-option", "“vert” is no value of “board”; there are bleu, rouge, hasard."));
    let seed = new(json!({ "seed": "0".repeat(63) }));
    assert_eq!(seed, said("bad-seed", "A seed has 64 hexadecimal digits; this one has 63 characters."));

    let about = |change: &dyn Fn(&mut Value)| {
        let mut position = position();
        change(&mut position);
        refused(&json!({ "op": "legal", "position": position }))
    };
    let twice = about(&|position| position["hands"][1] = json!(["21"]));
    assert_eq!(twice, said("bad-position", "The card 21 is named 2 times; the game has 1."));
    let seats = about(&|position| position["hands"] = json!([["1"], ["2"], ["3"]]));
    assert_eq!(seats, said("bad-position", "“hands” must have 2 entries, and has 3."));

    let play = |step: &str| refused(&json!({ "op": "apply", "position": position(), "moves": [step] }));
    assert_eq!(play("end").0, "wrong-phase");
    assert_eq!(play("11=*").0, "no-joker-there");
    assert_eq!(play("fly").0, "bad-notation");
    assert_eq!(play("7:draw").0, "bad-notation");
    assert_eq!(play("1:1").0, "not-your-turn");

    let other = |position: Value| refused(&json!({ "op": "check", "position": position }));
    assert_eq!(other(json!({ "players": 2 })), said("bad-position", "The field “game” is missing."));
    assert_eq!(other(json!(5)), said("bad-position", "“position” must be an object."));
    let unscored = about(&|position| position["over"] = json!({}));
    assert_eq!(unscored, said("bad-position", "The field “over.round_scores” is missing."));
    let listed = about(&|position| position["options"] = json!([]));
    assert_eq!(listed, said("bad-position", "“options” must be an object."));
    let on_pile = about(&|position| position["joker"] = json!("P"));
    assert_eq!(on_pile, said("bad-position", "“P”, in “joker”, is not a card of this game."));

    assert_eq!(refused(&json!({ "op": "jump" })).0, "unknown-op");
    assert_eq!(refused(&json!({ "game": "dos" })).0, "bad-request");
    assert_eq!(refused(&json!({ "op": "legal" })).0, "bad-request");
    assert_eq!(refused(&json!({ "op": "legal", "position": position(), "seat": 2 })).0, "bad-request");
    for line in ["", "{", "[]", "null", "\u{0}", "{\"op\":"] {
        assert_eq!(ask_in(Lang::English, line)["error"]["code"], "bad-json", "{line:?}");
    }
}
