//! The rulebook of Quarante-Six, rule by rule.

use engine::games::QuaranteSix;
use engine::games::quarante_six::{BoardSide, Card, CardSet, Grid, Rules, Square};
use engine::{Seat, Viewer};
use testkit::Scene;
use wire::{Value, json};

type Table46 = Scene<QuaranteSix>;

/// Two players, seat 0 to move, these cards laid and held.
fn scene(laid: &[&str], hand: &[&str]) -> Table46 {
    with_joker(laid, hand, Value::Null)
}

fn with_joker(laid: &[&str], hand: &[&str], joker: Value) -> Table46 {
    Scene::at(json!({
        "game": "quarante-six", "players": 2, "seat": 0,
        "laid": laid, "joker": joker, "hands": [hand, ["46"]], "pile": ["45", "44"],
    }))
}

fn numbers(squares: &[Square]) -> Vec<Card> {
    squares.iter().filter_map(|square| square.number()).collect()
}

/// The pairs of numbers whose squares touch, by the grid alone.
fn touching(board: &Grid) -> Vec<(usize, usize)> {
    let squares = board.squares();
    let mut pairs = Vec::new();
    for (first, one) in squares.iter().enumerate() {
        for (second, other) in squares.iter().enumerate() {
            let near = (first / 12).abs_diff(second / 12) <= 1 && (first % 12).abs_diff(second % 12) <= 1;
            if let (true, Some(one), Some(other)) = (near && first != second, one.number(), other.number()) {
                pairs.push((one.index(), other.index()));
            }
        }
    }
    pairs
}

#[test]
fn r1_forty_six_numbers_and_a_joker() {
    assert_eq!(CardSet::ALL.len(), 47);
    assert_eq!(Card::all().filter(|card| *card == Card::JOKER).count(), 1);
}

#[test]
fn r2_blue_side_is_in_order() {
    let board = Grid::blue();
    assert!(numbers(board.squares()).is_sorted());
    assert_eq!(board.squares()[18], Square::Pile);
    assert_eq!(board.squares()[25], Square::Joker);
}

#[test]
fn r3_edges_and_corners_touch() {
    // The booklet's own example.
    let all: Vec<String> = (1..=46).filter(|number| *number != 21).map(|number| number.to_string()).collect();
    let hand: Vec<&str> = all.iter().map(String::as_str).collect();
    let scene: Table46 = Scene::at(json!({
        "game": "quarante-six", "players": 2, "seat": 0, "laid": ["21"], "joker": null, "hands": [hand, []],
    }));
    scene.legal(&["9", "10", "11", "20", "22", "31", "32", "33"]);
}

#[test]
fn r4_nothing_goes_over_the_pile() {
    scene(&["18"], &["19"]).refuses("19", "not-touching", "R13");
    scene(&["7"], &["29"]).refuses("29", "not-touching", "R13");
    with_joker(&[], &["19"], json!("18")).refuses("19", "not-touching", "R13");
    scene(&["18"], &["*"]).refuses("*@P", "spot-taken", "R4");
}

#[test]
fn r5_empty_joker_square_links_nothing() {
    // The booklet's own example.
    scene(&["25"], &["24", "14", "36"]).legal(&["14", "36", "draw"]).refuses("24", "not-touching", "R13");
    with_joker(&["25"], &["24"], json!("J")).legal(&["24", "draw"]);
}

#[test]
fn r6_red_side_keeps_consecutive_numbers_apart() {
    let board = Grid::red();
    assert_eq!(board.squares()[18], Square::Pile);
    assert_eq!(board.squares()[25], Square::Joker);
    assert_eq!(numbers(board.squares()).into_iter().collect::<CardSet>(), CardSet::ALL.without(Card::JOKER));
    assert!(touching(&board).iter().all(|(one, other)| one.abs_diff(*other) != 1));
    let rules = Rules { board: BoardSide::Red, ..Rules::default() };
    let first = Scene::<QuaranteSix>::dealt(&rules, 2, 1).position();
    assert_eq!(first["squares"], Scene::<QuaranteSix>::dealt(&rules, 2, 2).position()["squares"]);
    assert_eq!(first["options"], json!({ "board": "rouge" }));
}

#[test]
fn r7_random_board_changes_with_the_seed() {
    let rules = Rules { board: BoardSide::Random, ..Rules::default() };
    let board = |seed| Scene::<QuaranteSix>::dealt(&rules, 2, seed).position()["squares"].clone();
    assert_ne!(board(1), board(2));
    assert_eq!(board(1), board(1));
    let missing = wire::read_position::<QuaranteSix>(json!({
        "game": "quarante-six", "options": { "board": "hasard" }, "players": 2, "seat": 0, "laid": [], "hands": [[], []],
    }));
    assert_eq!(missing, Err(vec![wire::Fault::Missing { field: "squares".into() }]));
}

#[test]
fn r8_five_cards_each() {
    for players in 2..=6 {
        let scene = Scene::<QuaranteSix>::dealt(&Rules::default(), players, 3);
        let position = scene.position();
        let hands = position["hands"].as_array().unwrap();
        assert_eq!(hands.len(), players);
        assert!(hands.iter().all(|hand| hand.as_array().unwrap().len() == 5));
        assert_eq!(position["pile"].as_array().unwrap().len(), 47 - 5 * players - 1);
    }
}

#[test]
fn r9_first_card_is_turned() {
    let mut joker_turned = false;
    for seed in 0..=255 {
        let position = Scene::<QuaranteSix>::dealt(&Rules::default(), 2, seed).position();
        if position["joker"].is_null() {
            assert_eq!(position["laid"].as_array().unwrap().len(), 1);
        } else {
            joker_turned = true;
            assert_eq!(position["joker"], "25");
            assert_eq!(position["laid"], json!([]));
        }
    }
    assert!(joker_turned, "256 deals, and the joker was never turned");
}

#[test]
fn r10_left_of_the_dealer_starts_and_the_deal_passes_left() {
    let mut dealers = [0; 3];
    for seed in 0..60 {
        let mut scene = Scene::<QuaranteSix>::dealt(&Rules::default(), 3, seed);
        let position = scene.position();
        let dealer = position["dealer"].as_u64().unwrap();
        dealers[dealer as usize] += 1;
        assert_eq!(position["seat"], (dealer + 1) % 3);
        while scene.position().get("over").is_none() {
            let moves = scene.moves();
            scene = scene.play(if moves.contains(&"draw".into()) { "draw" } else { "end" });
        }
        scene.deal(seed).shows("/dealer", json!((dealer + 1) % 3)).shows("/round", json!(2));
    }
    assert!(dealers.iter().all(|count| *count > 5), "the first dealer is drawn: {dealers:?}");
    let scene = scene(&["21"], &["22", "1"]);
    scene.refuses("1:46", "not-your-turn", "R10").play_all(&["22", "end"]).shows("/seat", json!(1));
}

#[test]
fn r11_lay_or_draw() {
    let scene = scene(&["21"], &["22", "1"]);
    scene.refuses("23", "not-in-hand", "R11").play("22").refuses("draw", "wrong-phase", "R11");
}

#[test]
fn r12_laying_is_never_compulsory() {
    scene(&["21"], &["22", "1"]).legal(&["22", "draw"]);
}

#[test]
fn r13_a_number_goes_on_its_free_square() {
    scene(&["21"], &["22", "1"]).refuses("1", "not-touching", "R13");
    with_joker(&["21"], &["22", "1"], json!("22")).refuses("22", "spot-taken", "R13");
}

#[test]
fn r14_chains() {
    // The booklet's own example.
    let scene = scene(&["21"], &["11", "12", "23", "34", "1"]);
    scene.refuses("12", "not-touching", "R13").play_all(&["11", "12", "23", "34"]).shows("/turn/laid", json!(4));
}

#[test]
fn r15_the_joker_goes_anywhere() {
    let free = scene(&["21"], &["*", "1"]);
    let moves = free.moves();
    assert_eq!(moves.iter().filter(|mv| mv.starts_with("*@")).count(), 46);
    assert!(moves.contains(&"*@J".into()) && !moves.contains(&"*@21".into()));
    free.refuses("*@21", "spot-taken", "R13");
    let must_touch: Table46 = Scene::at(json!({
        "game": "quarante-six", "options": { "joker_must_touch": true }, "players": 2, "seat": 0,
        "laid": ["13"], "joker": null, "hands": [["*"], ["46"]], "pile": ["45"],
    }));
    must_touch.legal(&["*@1", "*@2", "*@14", "*@24", "*@J", "draw"]).refuses("*@25", "not-touching", "R13");
}

#[test]
fn r16_the_swap() {
    let scene = with_joker(&["21"], &["1", "22"], json!("1"));
    let scene = scene.refuses("22=*", "no-joker-there", "R16").refuses("1", "spot-taken", "R13").play("1=*");
    let scene = scene.shows("/hands/0", json!(["*", "22"])).shows("/joker", Value::Null).shows("/turn/laid", json!(1));
    scene.play("*@46").shows("/joker", json!("46")).play("end").shows("/seat", json!(1));
}

#[test]
fn r17_the_jokers_square_keeps_it() {
    let scene = with_joker(&["21"], &["25"], json!("J"));
    scene.legal(&["25", "draw"]).refuses("25=*", "no-joker-there", "R16");
}

#[test]
fn r18_drawing_ends_the_turn() {
    let scene = scene(&["21"], &["1"]);
    scene.play("draw").shows("/hands/0", json!(["1", "45"])).shows("/seat", json!(1));
    let dry: Table46 = Scene::at(json!({
        "game": "quarante-six", "players": 2, "seat": 0, "laid": ["21"], "joker": null, "hands": [["1"], ["2"]],
    }));
    dry.refuses("draw", "pile-empty", "R18");
}

#[test]
fn r19_the_turn_ends_when_its_player_says_so() {
    let scene = scene(&["21"], &["22", "1"]);
    scene.refuses("end", "wrong-phase", "R19").play("22").legal(&["end"]).play("end").shows("/seat", json!(1));
}

#[test]
fn r20_the_last_card_of_a_hand_ends_the_round() {
    let last_number = scene(&["21"], &["22"]);
    let last_number =
        last_number.play("22").shows("/over/round_scores", json!([0, -46])).shows("/over/winners", json!([0]));
    last_number.legal(&[]).refuses("draw", "round-over", "R20").refuses("1:46", "round-over", "R20");
    scene(&["21"], &["*"]).play("*@J").shows("/over/round_scores", json!([0, -46]));
    // A swap leaves the joker in hand.
    let swapped = with_joker(&["21"], &["1"], json!("1")).play("1=*");
    assert!(swapped.position().get("over").is_none());
}

#[test]
fn r21_the_last_card_of_the_pile() {
    let last = |laid: &[&str], joker: Value, pile: &str| -> Table46 {
        let scene: Table46 = Scene::at(json!({
            "game": "quarante-six", "players": 2, "seat": 0, "laid": laid, "joker": joker,
            "hands": [["1", "33"], ["46"]], "pile": [pile],
        }));
        scene.play("draw").shows("/turn/last_card", json!(pile))
    };
    // It fits: it may be laid, and nothing else.
    let fits = last(&["21"], Value::Null, "22");
    let fits = fits.legal(&["22", "end"]).refuses("33", "wrong-phase", "R21").refuses("draw", "wrong-phase", "R21");
    assert_eq!(fits.view(Viewer::Seat(Seat::new(1).unwrap()))["turn"]["last_card"], json!(1));
    fits.play("22").shows("/over/round_scores", json!([-34, -46]));
    // It does not fit.
    last(&["21"], Value::Null, "13").legal(&["end"]).play("end").shows("/over/round_scores", json!([-47, -46]));
    // It is swapped for the joker, which stays in hand.
    last(&["21"], json!("13"), "13")
        .legal(&["13=*", "end"])
        .play("13=*")
        .shows("/over/round_scores", json!([-134, -46]));
    // It is the joker.
    last(&["21"], Value::Null, "*").play("*@J").shows("/over/round_scores", json!([-34, -46]));
}

#[test]
fn r22_hands_cost_their_numbers_and_the_joker_a_hundred() {
    let scene: Table46 = Scene::at(json!({
        "game": "quarante-six", "players": 3, "seat": 0, "laid": ["21"], "joker": null,
        "hands": [["22"], ["1", "2"], ["*", "3"]], "scores": [-5, -6, 0],
    }));
    scene.play("22").shows("/over/round_scores", json!([0, -3, -103])).shows("/over/scores", json!([-5, -9, -103]));
}

#[test]
fn r23_a_match_is_one_round_per_player_and_ties_share() {
    let at = |round: u16, options: Value, last_round: bool| -> Table46 {
        let scene: Table46 = Scene::at(json!({
            "game": "quarante-six", "options": options, "players": 2, "seat": 0, "laid": ["21"], "joker": null,
            "hands": [["22"], ["3"]], "scores": [-3, 0], "round": round, "last_round": last_round,
        }));
        scene.play("22")
    };
    at(1, json!({}), false).shows("/over/match", json!(false)).shows("/over/winners", json!([0]));
    at(2, json!({}), false).shows("/over/match", json!(true)).shows("/over/winners", json!([0, 1]));
    at(1, json!({ "rounds": 1 }), false).shows("/over/match", json!(true));
    at(2, json!({ "rounds": 3 }), false).shows("/over/match", json!(false));
    at(1, json!({}), true).shows("/over/match", json!(true));
}

/// What cannot be taken back: a draw, a deal and the count of the hands.
#[test]
fn what_reveals_a_card() {
    let laid = scene(&["1"], &["2", "*", "40"]).play("2");
    assert!(laid.revealing().is_empty());
    let joker = laid.play("*@3");
    assert!(joker.revealing().is_empty());
    let ended = joker.play("end");
    assert_eq!(ended.event_names(), ["turn-passed"]);
    assert!(ended.revealing().is_empty());
    assert_eq!(scene(&["1"], &["39", "40"]).play("draw").revealing(), ["drew"]);
    let out = scene(&["1"], &["2"]).play("2");
    assert_eq!(out.revealing(), ["round-ended"]);
    assert_eq!(out.deal(1).revealing(), ["dealt"]);
}
