//! Whatever bytes come in, the referee answers, and what it lists it accepts.

use std::time::Duration;

use engine::{GameId, Seed, Table, Turn, with_game};
use proptest::prelude::*;
use referee::protocol::Referee;
use testkit::{Dice, Specimen, disturb};
use wire::{Value, json, read_step, write_position};
use words::Lang;

const BOTS: [&str; 4] = ["novice", "casual", "skilled", "expert"];

fn answer(request: &str) -> Value {
    // A clock of its own, ahead by a tenth of a millisecond at every glance: nobody thinks for long.
    let mut glances = 0;
    let clock = move || {
        glances += 1;
        Duration::from_micros(100 * glances)
    };
    let text = Referee::new(Lang::French, || Seed([5; 32]), clock).answer(request);
    let answer: Value = serde_json::from_str(&text).expect("an answer is JSON");
    let told = match answer["ok"].as_bool() {
        Some(true) => true,
        Some(false) => answer["error"]["code"].is_string() && answer["error"]["message"].is_string(),
        None => false,
    };
    assert!(told, "{request} → {answer}");
    answer
}

/// A position somewhere in a random match.
fn some_position<G: Specimen>(dice: &mut Dice) -> Value {
    let presets = G::presets();
    let (_, rules) = &presets[dice.below(presets.len())];
    let counts: Vec<usize> = G::SEATS.collect();
    let seats = engine::SeatCount::new(counts[dice.below(counts.len())]).expect("a number of players");
    let mut table: Table<G> = Table::new(rules, seats);
    let mut steps = dice.below(120);
    loop {
        match table.turn() {
            Turn::Dealer(_) => {
                table.deal(dice.seed(), &mut |_, _| {});
            }
            Turn::Seat { seat, also } if steps > 0 => {
                let seat = dice.seat(seat, also);
                let mut moves = Vec::new();
                G::moves(&table.state.public, &table.state.hands[seat], seat, &mut moves);
                let mv = moves[dice.below(moves.len())].clone();
                table.submit(seat, &[mv], &mut |_, _| {}).expect("a listed move is legal");
                steps -= 1;
            }
            Turn::Seat { .. } | Turn::Over(_) => return write_position::<G>(&table.state, &table.seed),
        }
    }
}

/// Asks everything there is to ask about a position, and holds the answers against each other.
fn interrogate(position: &Value, dice: &mut Dice) -> bool {
    let ask = |op: &str| answer(&json!({ "op": op, "position": position }).to_string());
    if ask("check")["ok"] == false {
        ask("legal");
        ask("apply");
        return false;
    }
    assert_eq!(ask("view")["ok"], true, "{position}");
    ask("deal");
    let players = position["players"].as_u64().unwrap_or(0);
    for seat in 0..players {
        let bot = BOTS[dice.below(4)];
        let request = json!({ "op": "best", "position": position, "seat": seat, "bot": bot, "millis": 1 });
        follow_advice(position, &answer(&request.to_string()));
        let listed = answer(&json!({ "op": "legal", "position": position, "seat": seat }).to_string());
        let view = answer(&json!({ "op": "view", "position": position, "seat": seat }).to_string())["view"].clone();
        assert_eq!(answer(&json!({ "op": "legal", "view": view, "seat": seat }).to_string()), listed, "{view}");
        let moves = listed["moves"].as_array().expect("a list").clone();
        if !moves.is_empty() {
            let mv = &moves[dice.below(moves.len())];
            let played = answer(&json!({ "op": "apply", "position": position, "moves": [mv] }).to_string());
            assert_eq!(played["ok"], true, "{mv} is listed in {position}: {played}");
            let after = &played["position"];
            let read = answer(&json!({ "op": "check", "position": after }).to_string());
            assert_eq!(read["ok"], true, "after {mv} in {position}: {after} {read}");
        }
    }
    true
}

/// What a bot would play can be played, and where it plays nothing it says why.
fn follow_advice(position: &Value, advice: &Value) {
    if advice["ok"] == false {
        let code = advice["error"]["code"].as_str().unwrap_or_default();
        assert!(["not-your-turn", "round-over", "no-move"].contains(&code), "{advice} in {position}");
        if code == "no-move" {
            let listed = answer(&json!({ "op": "legal", "position": position }).to_string());
            assert_eq!(listed["moves"], json!([]), "{position}");
        }
        return;
    }
    let played = answer(&json!({ "op": "apply", "position": position, "moves": [advice["move"]] }).to_string());
    assert_eq!(played["ok"], true, "{advice} in {position}: {played}");
}

#[test]
fn disturbed_positions_are_answered() {
    for id in GameId::ALL {
        let mut dice = Dice::new(17);
        let mut still_positions = 0;
        for _ in 0..600 {
            let mut position = with_game!(id, G => some_position::<G>(&mut dice));
            assert!(interrogate(&position, &mut dice), "{position}");
            for _ in 0..1 + dice.below(3) {
                disturb(&mut position, &mut dice);
            }
            still_positions += usize::from(interrogate(&position, &mut dice));
        }
        assert!(still_positions > 40, "{}: hardly any disturbed position can be read", id.slug());
    }
}

/// A view comes from another house, or from nowhere: whatever it says, there is an answer.
#[test]
fn disturbed_views_are_answered() {
    for id in GameId::ALL {
        let mut dice = Dice::new(29);
        let (mut listed, mut advised) = (0, 0);
        for _ in 0..400 {
            let position = with_game!(id, G => some_position::<G>(&mut dice));
            let seat = dice.below(position["players"].as_u64().unwrap_or(2) as usize);
            let view = json!({ "op": "view", "position": position, "seat": seat });
            let mut view = answer(&view.to_string())["view"].clone();
            for _ in 0..1 + dice.below(3) {
                disturb(&mut view, &mut dice);
            }
            let ask = |op: &str, bot: &str| {
                answer(&json!({ "op": op, "view": view, "seat": seat, "bot": bot, "millis": 1 }).to_string())
            };
            listed += usize::from(ask("legal", "expert")["ok"] == true);
            ask("solve", "expert");
            advised += usize::from(ask("best", BOTS[dice.below(4)])["ok"] == true);
        }
        assert!(listed > 20 && advised > 5, "{}: hardly any can be read: {listed}, {advised}", id.slug());
    }
}

/// Empty hands, empty piles and phases that no play leads to.
#[test]
fn odd_positions_are_answered() {
    let phases = |game: GameId| match game {
        GameId::Onze => {
            json!([{ "turn": { "used": 4, "laid": 0, "swaps": 1 } }, { "passes": 2 }, { "liaisons": [0, 0, 0] }])
        }
        GameId::NainJaune => {
            json!([{ "need": 13, "asked": [1, 2] }, { "need": null, "last": 2 }, { "tokens": [0, 0, 0] }])
        }
        GameId::Dos => json!([
            { "turn": { "drew": true } },
            { "turn": { "phase": "bonus", "bonuses": 2 } },
            { "turn": { "doubles": 3, "penalty": 4 } },
            { "centre": [] },
        ]),
        GameId::Rummy => json!([{ "opened": [true, true, true] }, { "passes": 2 }]),
        GameId::QuaranteSix => json!([{ "turn": { "laid": 3 } }, { "joker": "J" }, { "laid": [] }]),
    };
    for game in GameId::ALL {
        let mut dice = Dice::new(41);
        let new = json!({ "op": "new", "game": game.slug(), "players": 3 });
        let dealt = answer(&new.to_string())["position"].clone();
        let hands = if game == GameId::Rummy { "racks" } else { "hands" };
        let mut no_phase = vec![json!({})];
        no_phase.extend(phases(game).as_array().expect("a list").iter().cloned());
        let mut answered = 0;
        for phase in no_phase {
            for emptied in [vec![], vec![0], vec![1, 2], vec![0, 1, 2]] {
                for has_pile in [true, false] {
                    let mut position = dealt.clone();
                    for seat in &emptied {
                        position[hands][*seat] = json!([]);
                    }
                    if !has_pile && position.get("pile").is_some() {
                        position["pile"] = json!([]);
                    }
                    for (field, value) in phase.as_object().expect("fields") {
                        position[field] = value.clone();
                    }
                    if position["joker"] == "J" {
                        free_the_joker(&mut position);
                    }
                    answered += usize::from(interrogate(&position, &mut dice));
                }
            }
        }
        assert!(answered >= 20, "{}: only {answered} of these can be read", game.slug());
    }
}

/// Takes the joker of Quarante-Six out of hands and pile, so that it can lie on the board.
fn free_the_joker(position: &mut Value) {
    let is_other = |card: &Value| card != "*";
    for hand in position["hands"].as_array_mut().into_iter().flatten() {
        hand.as_array_mut().expect("a hand").retain(is_other);
    }
    position["pile"].as_array_mut().expect("a pile").retain(is_other);
}

/// What is read is written back so that it reads the same.
fn round_trips(text: &str) {
    for id in GameId::ALL {
        with_game!(id, G => {
            if let Ok(step) = read_step::<G>(text) {
                for mv in &step.moves {
                    let written = <G as wire::Codec>::write_move(mv);
                    let read = read_step::<G>(&written).expect("what was written");
                    assert_eq!(read.moves.as_slice(), std::slice::from_ref(mv), "{text} → {written}");
                    let shouted = read_step::<G>(&format!("  {}  ", written.to_ascii_uppercase()));
                    assert_eq!(shouted.map(|step| step.moves), Ok(read.moves), "input is forgiving: {written}");
                }
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        answer(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_near_request_is_answered(op in "new|legal|apply|deal|view|best|solve|check|x",
        game in "onze|nain-jaune|dos|rummy|quarante-six|x", players in -1_i64..11, rest in "[\\[\\]{}\",:a-z0-9*-]{0,40}") {
        answer(&format!("{{\"op\":\"{op}\",\"game\":\"{game}\",\"players\":{players},\"options\":{{{rest}}}}}"));
        answer(&format!("{{\"op\":\"{op}\",\"game\":\"{game}\",\"players\":{players}}}"));
        answer(&format!("{{\"op\":\"{op}\",\"position\":{{\"game\":\"{game}\",\"players\":{players},{rest}}}}}"));
    }

    #[test]
    fn moves_read_back(text in "[RYBGrybgnjJQKASHDCsans0-9*#@=>+x| :]{1,14}") {
        round_trips(&text);
    }

    #[test]
    fn likely_moves_read_back(text in "(([RYBG]|\\*[RYBG])(#|[0-9]{1,2})(@[RYBG]|=\\*|>[0-9]|\\+D>[0-9]|\\+[RYBG][0-9]>[0-9])?( dos)?)|((add|put|catch|play) ?[RYBGnrbj]?[0-9AJQK]{1,2}( dos| [nrbj][0-9AJQK])*)|(([A2-9JQK]|10)[SHDC])|(\\*@([0-9]{1,2}|J|P))|([0-9]{1,2}(=\\*)?)") {
        round_trips(&text);
    }
}
