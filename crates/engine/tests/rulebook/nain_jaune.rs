//! The rulebook of Nain Jaune, rule by rule.

use std::collections::BTreeSet;

use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, CardSet, Rank, Rules};
use engine::{Game, Seat, SeatCount, State, Table, Turn, Viewer};
use testkit::{Dice, Scene, Specimen};
use wire::{Fault, Value, json};

mod positions;

pub(super) type Board = Scene<NainJaune>;

/// A round of three in which seat 0 is asked for `need`, with these fields changed or added.
pub(super) fn position(hands: Value, need: Value, changes: Value) -> Value {
    let mut position = json!({
        "game": "nain-jaune", "players": 3, "seat": 0, "scores": [21, 21, 21],
        "hands": hands, "tokens": [15, 15, 15], "stakes": { "7D": 6, "10D": 3, "JC": 3, "QS": 3, "KH": 3 },
        "dealer": 1, "need": need, "asked": [], "last": null,
    });
    for (field, value) in changes.as_object().unwrap() {
        position[field] = value.clone();
    }
    position
}

fn scene(hands: Value, need: Value) -> Board {
    Scene::at(position(hands, need, json!({})))
}

pub(super) fn scene_with(hands: Value, need: Value, changes: Value) -> Board {
    Scene::at(position(hands, need, changes))
}

pub(super) fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

/// The final ranking of a scene whose match is over.
#[track_caller]
fn standings(scene: &Board) -> Vec<u8> {
    match scene.table().turn() {
        Turn::Over(standings) => standings.values().to_vec(),
        turn => panic!("the match is not over: {turn:?}"),
    }
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// How many cards each seat holds.
fn sizes(position: &Value) -> Vec<usize> {
    position["hands"].as_array().unwrap().iter().map(|hand| hand.as_array().unwrap().len()).collect()
}

#[test]
fn r1_fifty_two_cards_from_ace_to_king() {
    assert_eq!(CardSet::ALL.len(), 52);
    let codes: BTreeSet<String> = NainJaune::card_codes().into_iter().collect();
    assert_eq!(codes.len(), 52);
    assert!(codes.contains("AS") && codes.contains("10H") && codes.contains("KC"));
    assert_eq!((Rank::ACE.next(), Rank::KING.next()), (Rank::new(2), None));
}

#[test]
fn r2_five_cards_of_the_board() {
    assert_eq!(Card::BOARD.map(wire::nain_jaune::write_card), ["7D", "10D", "JC", "QS", "KH"]);
    assert_eq!(CardSet::BOARD.len(), 5);
}

#[test]
fn r3_sixty_five_tokens_are_shared() {
    for (players, share) in [(3, 21), (4, 16), (5, 13), (6, 10), (7, 9), (8, 8)] {
        let dealt = Board::dealt(&Rules::default(), players, 1);
        dealt.shows("/scores", json!(vec![share; players])).shows("/tokens", json!(vec![share - 6; players]));
    }
    let rules = Rules { tokens: Some(50), ..Rules::default() };
    Board::dealt(&rules, 3, 1).shows("/tokens", json!([44, 44, 44])).shows("/options", json!({ "tokens": 50 }));
    let rules = |tokens| wire::read_options::<NainJaune>(3, Some(json!({ "tokens": tokens })));
    assert!(rules(6).is_ok());
    let fault = Fault::OutOfRange { field: "tokens".into(), value: 5, low: 6, high: 9999 };
    assert_eq!(rules(5), Err(vec![fault]));
}

#[test]
fn r4_cards_are_set_aside_but_never_of_the_board() {
    let mut often = [0; 52];
    for (players, aside) in [(3, 7), (4, 4), (5, 7), (6, 4), (7, 3), (8, 4)] {
        for seed in 0..=255 {
            let dealt = Board::dealt(&Rules::default(), players, seed);
            let out = dealt.table().state.hidden.out;
            assert_eq!(out.len(), aside);
            assert!(out.and(CardSet::BOARD).is_empty());
            for (index, card) in Card::all().enumerate() {
                often[index] += usize::from(out.has(card));
            }
            let position = dealt.position();
            let hands: Vec<&str> = position["hands"].as_array().unwrap().iter().flat_map(strings).collect();
            assert!(["7D", "10D", "JC", "QS", "KH"].iter().all(|card| hands.contains(card)));
        }
    }
    assert_eq!(often.iter().filter(|count| **count > 0).count(), 47, "any other card may be set aside");
}

#[test]
fn r4_nobody_sees_what_was_set_aside() {
    let dealt = Board::dealt(&Rules::default(), 4, 9);
    let view = dealt.view(Viewer::Seat(seat(2)));
    assert_eq!(view["hands"][2], dealt.position()["hands"][2]);
    assert_eq!((&view["hands"][0], &view["hands"][1], &view["hands"][3]), (&json!(12), &json!(12), &json!(12)));
    assert_eq!(dealt.view(Viewer::Spectator)["hands"], json!([12, 12, 12, 12]));
    let fields = |view: &Value| view.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let mut whole = fields(&dealt.position());
    whole.retain(|field| field != "seed");
    assert_eq!(fields(&view), whole);
}

#[test]
fn r5_cards_for_each() {
    for (players, cards) in [(3, 15), (4, 12), (5, 9), (6, 8), (7, 7), (8, 6)] {
        assert_eq!(sizes(&Board::dealt(&Rules::default(), players, 3).position()), vec![cards; players]);
    }
}

#[test]
fn r5_a_deal_is_pinned() {
    // Any change here breaks every record: deals are part of the public interface.
    let position = Board::dealt(&Rules::default(), 8, 0).position();
    assert_eq!((&position["dealer"], &position["seat"]), (&json!(3), &json!(2)));
    assert_eq!(position["hands"][0], json!(["AC", "4C", "9D", "QH", "KS", "KD"]));
}

#[test]
fn r6_everyone_stakes_six() {
    let dealt = Board::dealt(&Rules::default(), 5, 1);
    dealt
        .shows("/stakes", json!({ "7D": 10, "10D": 5, "JC": 5, "QS": 5, "KH": 5 }))
        .shows("/tokens", json!([7, 7, 7, 7, 7]));
}

#[test]
fn r6_what_was_not_won_stays() {
    let scene = scene(json!([["AS"], ["4H"], ["5H"]]), json!(1)).play("AS");
    let stakes = json!({ "7D": 6, "10D": 3, "JC": 3, "QS": 3, "KH": 3 });
    let next = scene.shows("/stakes", stakes).shows("/tokens", json!([17, 14, 14])).deal(4);
    let next = next.shows("/stakes", json!({ "7D": 12, "10D": 6, "JC": 6, "QS": 6, "KH": 6 }));
    let next = next.shows("/scores", json!([17, 14, 14])).shows("/tokens", json!([11, 8, 8]));
    next.shows("/round", json!(2)).shows("/need", json!(1)).shows("/laid", json!([])).shows("/last", Value::Null);
}

#[test]
fn r7_right_of_the_dealer_starts_counter_clockwise() {
    let mut dealers = [0; 4];
    for seed in 0..80 {
        let position = Board::dealt(&Rules::default(), 4, seed).position();
        let dealer = position["dealer"].as_u64().unwrap();
        dealers[dealer as usize] += 1;
        assert_eq!(position["seat"], (dealer + 3) % 4);
    }
    assert!(dealers.iter().all(|count| *count > 8), "the first dealer is drawn: {dealers:?}");
    let scene = scene(json!([["4S"], ["5S"], ["6S", "8S"]]), json!(6));
    let scene = scene.refuses("2:6S", "not-your-turn", "R7").refuses("1:sans", "not-your-turn", "R7");
    scene.play("sans").shows("/seat", json!(2)).play_all(&["6S", "sans"]).shows("/seat", json!(1));
}

#[test]
fn r7_the_deal_passes_on_in_the_direction_of_play() {
    let over = scene(json!([["AS"], ["4H"], ["5H"]]), json!(1)).play("AS");
    over.deal(1).shows("/dealer", json!(0)).shows("/seat", json!(2));
    // Who is out neither deals nor plays.
    let over = scene_with(
        json!([["AS"], [], ["4H"], ["5H"], []]),
        json!(1),
        json!({ "players": 5, "tokens": [15, 0, 15, 15, 3], "scores": [21, 0, 21, 21, 3], "dealer": 2, "out": [1, 4] }),
    );
    let next = over.play("AS").deal(1).shows("/dealer", json!(0)).shows("/seat", json!(3)).shows("/out", json!([1, 4]));
    assert_eq!(sizes(&next.position()), [15, 0, 15, 15, 0]);
    assert_eq!(next.table().state.hidden.out.len(), 7);
    next.shows("/tokens", json!([11, 0, 8, 8, 3]));
}

#[test]
fn r8_the_round_opens_on_an_ace() {
    let dealt = Board::dealt(&Rules::default(), 6, 2);
    let dealt = dealt.shows("/need", json!(1)).shows("/asked", json!([])).shows("/last", Value::Null);
    assert!(dealt.moves().iter().all(|mv| mv == "sans" || mv.starts_with('A')));
    let scene = scene(json!([["4S", "7H"], ["AC", "AD", "8S"], ["6S"]]), json!(1));
    let scene = scene.legal(&["sans"]).refuses("4S", "wrong-value", "R8").play("sans").shows("/asked", json!([0]));
    let scene = scene.legal(&["sans"]).play("sans").shows("/asked", json!([0, 2])).shows("/seat", json!(1));
    scene.legal(&["AC", "AD"]).play("AD").shows("/asked", json!([])).shows("/need", json!(2));
}

#[test]
fn r9_the_next_higher_value_whatever_the_suit() {
    // The booklet's own example: A-2-3, sans 4.
    let scene = scene(json!([["AS", "2H", "3C", "9D"], ["5S"], ["6S"]]), json!(1));
    let scene = scene.refuses("2H", "wrong-value", "R8").refuses("AH", "not-in-hand", "R9").play("AS");
    let scene = scene.shows("/need", json!(2)).shows("/seat", json!(0)).shows("/last", json!(0));
    let scene = scene.refuses("3C", "wrong-value", "R9").refuses("9D", "wrong-value", "R9").play_all(&["2H", "3C"]);
    assert_eq!(scene.event_names(), ["laid"]);
    let scene = scene.shows("/laid", json!(["AS", "2H", "3C"])).legal(&["sans"]).play("sans 4");
    assert_eq!(scene.event_names(), ["said-sans", "turn-passed"]);
    scene.shows("/need", json!(4)).shows("/asked", json!([0])).shows("/seat", json!(2));
}

#[test]
fn r9_nine_ten_jack_queen_sans_king() {
    // The booklet's own example.
    let scene = scene(json!([["9S", "10H", "JD", "QC", "2S"], ["KS", "5S"], ["6S"]]), json!(9));
    let scene = scene.play_all(&["9S", "10H", "JD", "QC"]).legal(&["sans"]).play("sans roi").shows("/need", json!(13));
    scene.play("sans").legal(&["KS"]).play("KS").shows("/need", Value::Null).shows("/seat", json!(1));
}

#[test]
fn r10_who_can_must() {
    let hands = || json!([["5S", "5C", "9D"], ["5H"], ["6S"]]);
    let scene = scene(hands(), json!(5));
    scene.legal(&["5C", "5S"]).refuses("sans", "must-play", "R10");
    let free = scene_with(hands(), json!(5), json!({ "options": { "may_hold_back": true } }));
    let free = free.legal(&["5C", "5S", "sans"]).refuses("9D", "wrong-value", "R9").play("sans");
    free.shows("/asked", json!([0])).shows("/seat", json!(2)).play("sans").legal(&["5H", "sans"]);
}

#[test]
fn r11_the_first_who_has_it_takes_over() {
    let hands = json!([["9D", "2D"], ["5H", "8H"], ["3S"], ["5S", "6C", "KD"]]);
    let scene =
        scene_with(hands, json!(5), json!({ "players": 4, "tokens": [15, 15, 15, 15], "scores": [0, 0, 0, 0] }));
    let scene = scene.play("sans").shows("/seat", json!(3)).legal(&["5S"]).play("5S").shows("/asked", json!([]));
    let scene = scene.shows("/last", json!(3)).legal(&["6C"]).play("6C").legal(&["sans"]).play("sans");
    scene.shows("/need", json!(7)).shows("/asked", json!([3])).shows("/seat", json!(2));
}

#[test]
fn r11_any_list_of_the_asked_is_taken_as_it_is() {
    let asked = |seat: usize, asked: Value, out: Value| {
        let hands = json!([["9D"], ["9H"], ["9S"], ["9C"]]);
        let changes = json!({
            "players": 4, "tokens": [15, 15, 15, 15], "scores": [0, 0, 0, 0], "seat": seat, "asked": asked, "out": out,
        });
        scene_with(hands, json!(5), changes).play("sans")
    };
    // The next one still to be asked, in order of play.
    asked(0, json!([3]), json!([])).shows("/seat", json!(2)).shows("/asked", json!([3, 0]));
    asked(0, json!([2, 3]), json!([])).shows("/seat", json!(1)).shows("/asked", json!([2, 3, 0]));
    asked(0, json!([]), json!([3])).shows("/seat", json!(2));
    // Who is asked twice is listed once.
    asked(0, json!([0]), json!([])).shows("/seat", json!(3)).shows("/asked", json!([0]));
    // Nobody is left to be asked: who said it last opens.
    let last = asked(0, json!([1, 2]), json!([3])).shows("/seat", json!(0)).shows("/need", Value::Null);
    last.shows("/asked", json!([])).legal(&["9D"]);
    asked(0, json!([3, 2, 1, 0]), json!([])).shows("/seat", json!(0)).shows("/need", Value::Null);
}

#[test]
fn r12_after_a_king_any_card() {
    // The booklet's own example: Q-K-2-3-4.
    let scene = scene(json!([["QH", "KD", "2S", "3S", "4S", "9S"], ["5S"], ["6S"]]), json!(12));
    let scene = scene.play_all(&["QH", "KD"]).shows("/need", Value::Null).shows("/seat", json!(0));
    let scene = scene.legal(&["2S", "3S", "4S", "9S"]).refuses("5S", "not-in-hand", "R9");
    scene.play_all(&["2S", "3S", "4S"]).legal(&["sans"]).shows("/need", json!(5));
}

#[test]
fn r12_kings_may_follow_kings() {
    let scene = scene(json!([["KD", "KS", "KC", "9S"], ["5S"], ["6S"]]), json!(13));
    scene.play("KD").legal(&["9S", "KC", "KS"]).play_all(&["KS", "KC"]).legal(&["9S"]).shows("/need", Value::Null);
}

#[test]
fn r13_the_last_player_asked_opens_when_nobody_can() {
    let hands = || json!([["3S", "9D"], ["8H", "2H"], ["QC", "2C"]]);
    let scene = scene(hands(), json!(3)).play_all(&["3S", "sans", "sans"]).shows("/asked", json!([0, 2]));
    let scene = scene.play("sans");
    assert_eq!(scene.event_names(), ["said-sans", "restarted"]);
    let scene = scene.shows("/seat", json!(1)).shows("/need", Value::Null).shows("/asked", json!([]));
    let scene = scene.shows("/last", json!(0)).legal(&["2H", "8H"]).play("8H");
    scene.shows("/need", json!(9)).shows("/last", json!(1)).shows("/seat", json!(1));

    let layer = scene_with(hands(), json!(3), json!({ "options": { "restart": "last_layer" } }));
    let layer = layer.play_all(&["3S", "sans", "sans", "sans"]).shows("/seat", json!(0)).shows("/need", Value::Null);
    layer.legal(&["9D"]).refuses("sans", "must-play", "R14");
}

#[test]
fn r13_without_an_ace_the_last_player_asked_opens_under_either_option() {
    for restart in ["last_asked", "last_layer"] {
        let changes = json!({ "options": { "restart": restart } });
        let scene = scene_with(json!([["3S", "9D"], ["8H", "2H"], ["QC", "2C"]]), json!(1), changes);
        let scene = scene.play_all(&["sans", "sans as", "sans"]).shows("/seat", json!(1)).shows("/need", Value::Null);
        scene.legal(&["2H", "8H"]).shows("/last", Value::Null);
    }
}

#[test]
fn r13_all_may_hold_back() {
    for (restart, opener) in [("last_asked", 1), ("last_layer", 0)] {
        let changes = json!({ "options": { "restart": restart, "may_hold_back": true }, "last": 0 });
        let scene = scene_with(json!([["4S", "9D"], ["4H", "2H"], ["4C", "2C"]]), json!(4), changes);
        let scene = scene.play_all(&["sans", "sans", "sans"]).shows("/seat", json!(opener));
        // The value nobody went on with may be opened with, too.
        assert!(scene.moves().iter().any(|mv| mv.starts_with('4')));
    }
}

#[test]
fn r14_who_may_open_must_open() {
    let scene_of = |options: Value| scene_with(json!([["3S", "9D"], ["8H"], ["QC"]]), Value::Null, options);
    scene_of(json!({})).legal(&["3S", "9D"]).refuses("sans", "must-play", "R14");
    let free = scene_of(json!({ "options": { "may_hold_back": true } }));
    free.legal(&["3S", "9D"]).refuses("sans", "must-play", "R14");
}

#[test]
fn r15_a_board_card_takes_its_stake() {
    for (card, need, tokens) in [("7D", 7, 6), ("10D", 10, 3), ("JC", 11, 3), ("QS", 12, 3), ("KH", 13, 3)] {
        let scene = scene(json!([[card, "2S"], ["8H"], ["4C"]]), json!(need)).play(card);
        assert_eq!(scene.event_names(), ["laid", "took-stake"]);
        assert_eq!(scene.events()[1], json!({ "event": "took-stake", "seat": 0, "square": card, "tokens": tokens }));
        let scene = scene.shows(&format!("/stakes/{card}"), json!(0)).shows("/tokens", json!([15 + tokens, 15, 15]));
        assert_eq!(scene.table().state.public.board.stakes.total(), 18 - tokens);
    }
    // Another 7 takes nothing, and an empty square gives nothing.
    scene(json!([["7S", "2S"], ["8H"], ["4C"]]), json!(7)).play("7S").shows("/tokens", json!([15, 15, 15]));
    let stakes = json!({ "stakes": { "7D": 0, "10D": 3, "JC": 3, "QS": 3, "KH": 3 } });
    let empty = scene_with(json!([["7D", "2S"], ["8H"], ["4C"]]), json!(7), stakes).play("7D");
    assert_eq!(empty.event_names(), ["laid"]);
    // Also when a run is opened with it.
    let opened = scene(json!([["KH", "2S"], ["8H"], ["4C"]]), Value::Null).play("KH");
    opened.shows("/tokens", json!([18, 15, 15])).shows("/need", Value::Null);
}

#[test]
fn r16_the_last_card_of_a_hand_ends_the_round() {
    let scene = scene(json!([["6S"], ["8H", "9H"], ["4C"]]), json!(6)).play("6S");
    assert_eq!(scene.event_names(), ["laid", "round-ended"]);
    let scene = scene.shows("/over/round_scores", json!([-3, -8, -7])).shows("/over/scores", json!([18, 13, 14]));
    let scene = scene.shows("/over/match", json!(false)).shows("/over/winners", json!([0])).shows("/seat", json!(0));
    let scene = scene.shows("/hands", json!([[], ["8H", "9H"], ["4C"]])).shows("/tokens", json!([18, 13, 14]));
    let scene = scene.shows("/need", json!(7)).shows("/last", json!(0)).shows("/laid", json!(["6S"]));
    assert_eq!(scene.view(Viewer::Spectator)["hands"], json!([[], ["8H", "9H"], ["4C"]]), "the hands are open");
    let scene = scene.legal(&[]).refuses("sans", "round-over", "R16").refuses("2:4C", "round-over", "R16");
    assert!(scene.moves_of(seat(2)).is_empty());
}

#[test]
fn r16_the_stake_of_the_last_card_is_taken_first() {
    let scene = scene(json!([["7D"], ["8H", "9H"], ["4C"]]), json!(7)).play("7D");
    assert_eq!(scene.event_names(), ["laid", "took-stake", "round-ended"]);
    scene.shows("/over/scores", json!([24, 13, 14])).shows("/stakes/7D", json!(0));
    // A king as the last card leaves nobody to open.
    let king = self::scene(json!([["KH"], ["8H"], ["4C"]]), json!(13)).play("KH");
    king.shows("/over/scores", json!([20, 14, 14])).shows("/need", Value::Null);
}

#[test]
fn r17_one_token_per_card_two_per_board_card() {
    let scene = scene(json!([["6S"], ["8H", "7D", "KH"], ["7S", "10D", "JC", "QS"]]), json!(6)).play("6S");
    scene.shows("/over/scores", json!([15 + 5 + 7, 10, 8])).shows("/over/round_scores", json!([6, -11, -13]));
}

#[test]
fn r18_who_cannot_pay_gives_what_he_has_and_is_out() {
    let hands = json!([["6S"], ["8H", "7D", "KH"], ["7S"], ["8S"]]);
    let changes = json!({ "players": 4, "tokens": [15, 4, 15, 15], "scores": [21, 10, 21, 21] });
    let scene = scene_with(hands, json!(6), changes).play("6S");
    assert_eq!(scene.event_names(), ["laid", "went-out", "round-ended"]);
    let scene = scene.shows("/over/scores", json!([21, 0, 14, 14])).shows("/out", json!([1]));
    scene.shows("/over/match", json!(false)).shows("/over/winners", json!([0]));
    // Who pays to the last token has paid; that they cannot stake is another matter.
    let hands = json!([["6S"], ["8H", "7D", "KH"], ["7S"], ["8S"]]);
    let changes = json!({ "players": 4, "tokens": [15, 5, 15, 15], "scores": [21, 11, 21, 21], "last_round": true });
    scene_with(hands, json!(6), changes).play("6S").shows("/over/scores/1", json!(0)).shows("/out", json!([]));
}

#[test]
fn r18_counts_in_the_last_round_too() {
    let changes = json!({ "players": 4, "tokens": [15, 1, 15, 15], "scores": [21, 7, 21, 21], "last_round": true });
    let scene = scene_with(json!([["6S"], ["8H", "9H"], ["7S"], ["8S"]]), json!(6), changes).play("6S");
    scene.shows("/out", json!([1])).shows("/over/match", json!(true)).shows("/over/winners", json!([0]));
}

#[test]
fn r19_who_cannot_stake_is_out_but_for_the_last_round() {
    let at = |changes: Value| {
        let mut all = json!({ "players": 4, "tokens": [15, 6, 7, 15], "scores": [21, 12, 13, 21] });
        for (field, value) in changes.as_object().unwrap() {
            all[field] = value.clone();
        }
        scene_with(json!([["6S"], ["8H"], ["7S"], ["8S"]]), json!(6), all).play("6S")
    };
    let scene = at(json!({})).shows("/over/scores", json!([18, 5, 6, 14])).shows("/out", json!([1]));
    let scene = scene.shows("/over/match", json!(false)).deal(2).shows("/tokens", json!([12, 5, 0, 8]));
    assert_eq!(sizes(&scene.position()), [15, 0, 15, 15]);
    at(json!({ "last_round": true })).shows("/out", json!([])).shows("/over/match", json!(true));
    at(json!({ "round": 4 })).shows("/out", json!([])).shows("/over/match", json!(true));
    at(json!({ "round": 2, "options": { "rounds": 2 } })).shows("/out", json!([])).shows("/over/match", json!(true));
}

#[test]
fn r20_several_go_out_in_order_of_play_from_the_winner() {
    let hands = json!([["8H", "9H"], ["8C"], ["6S"], ["8S", "9S"], ["8D"], ["9D"]]);
    let changes = json!({
        "players": 6, "seat": 2, "tokens": [1, 4, 20, 0, 10, 10], "scores": [7, 10, 26, 6, 16, 16],
    });
    let scene = scene_with(hands, json!(6), changes).play("6S");
    assert_eq!(scene.event_names(), ["laid", "went-out", "went-out", "went-out", "round-ended"]);
    // Play goes 2, 1, 0, 5, 4, 3: seats 0 and 3 cannot pay, seat 1 pays and cannot stake.
    let scene = scene.shows("/out", json!([0, 3, 1])).shows("/over/scores", json!([0, 3, 24, 0, 9, 9]));
    let scene = scene.shows("/over/match", json!(false)).deal(1).shows("/out", json!([0, 3, 1]));
    assert_eq!(sizes(&scene.position()), [0, 0, 15, 0, 15, 15]);
}

#[test]
fn r20_the_winner_comes_first_in_order_of_play() {
    let changes = json!({
        "players": 6, "seat": 2, "tokens": [20, 1, 0, 20, 1, 20], "scores": [26, 7, 6, 26, 7, 26],
    });
    let hands = json!([["8H"], ["8C"], ["6S"], ["8S"], ["8D"], ["9D"]]);
    let scene = scene_with(hands, json!(6), changes).play("6S");
    scene.shows("/out", json!([2, 1, 4])).shows("/over/scores", json!([19, 0, 5, 19, 0, 19]));
}

#[test]
fn r20_who_is_out_ranks_by_the_time_of_going_out() {
    let changes = json!({
        "players": 6, "tokens": [15, 5, 9, 2, 0, 20], "scores": [21, 5, 15, 2, 0, 26], "out": [1, 4, 3], "last_round": true,
    });
    let scene = scene_with(json!([["6S"], [], ["8H"], [], [], ["8S"]]), json!(6), changes).play("6S");
    let scene = scene.shows("/out", json!([1, 4, 3])).shows("/over/winners", json!([5]));
    assert_eq!(standings(&scene), [2, 6, 3, 4, 5, 1]);
}

#[test]
fn r20_who_is_out_is_not_asked_and_does_not_pay() {
    let changes = json!({ "players": 4, "tokens": [15, 5, 15, 15], "scores": [21, 5, 21, 21], "out": [3], "seat": 0 });
    let scene = scene_with(json!([["6S", "7S"], ["8H"], ["8S"], ["9S"]]), json!(6), changes);
    let scene = scene.play("6S").play("7S").shows("/over/scores", json!([17, 4, 14, 15]));
    scene.shows("/out", json!([3, 1]));
}

#[test]
fn r21_a_match_is_one_round_per_player_at_the_start() {
    let at = |round: u16, options: Value, last_round: bool| {
        let changes = json!({ "round": round, "options": options, "last_round": last_round });
        scene_with(json!([["6S"], ["8H"], ["8S"]]), json!(6), changes).play("6S")
    };
    at(2, json!({}), false).shows("/over/match", json!(false)).shows("/over/winners", json!([0]));
    at(3, json!({}), false).shows("/over/match", json!(true));
    at(1, json!({ "rounds": 1 }), false).shows("/over/match", json!(true));
    at(3, json!({ "rounds": 4 }), false).shows("/over/match", json!(false));
    // The clock is the host's: the engine only knows the last round.
    at(1, json!({ "minutes": 1 }), false).shows("/over/match", json!(false));
    at(1, json!({ "minutes": 1 }), true).shows("/over/match", json!(true)).shows("/options", json!({ "minutes": 1 }));
    // Those who are out count among the players at the start.
    let changes = |round: u16| json!({ "players": 4, "tokens": [15, 15, 15, 2], "scores": [21, 21, 21, 2], "out": [3], "round": round });
    let at = |round| scene_with(json!([["6S"], ["8H"], ["8S"], []]), json!(6), changes(round)).play("6S");
    at(3).shows("/over/match", json!(false));
    at(4).shows("/over/match", json!(true));
}

#[test]
fn r21_fewer_than_three_players_end_the_match() {
    let changes = json!({ "tokens": [15, 1, 25], "scores": [21, 7, 31] });
    let scene = scene_with(json!([["6S"], ["8H", "9H"], ["8S"]]), json!(6), changes).play("6S");
    let scene = scene.shows("/over/match", json!(true)).shows("/over/winners", json!([2])).shows("/out", json!([1]));
    assert_eq!(standings(&scene), [2, 3, 1]);
    // By those who cannot stake as well.
    let changes = json!({ "tokens": [15, 6, 25], "scores": [21, 12, 31] });
    let scene = scene_with(json!([["6S"], ["8H"], ["8S"]]), json!(6), changes).play("6S");
    scene.shows("/over/match", json!(true)).shows("/out", json!([1])).shows("/over/winners", json!([2]));
}

#[test]
fn r22_most_tokens_win_and_ties_share() {
    let changes = json!({ "tokens": [15, 18, 18], "last_round": true });
    let scene = scene_with(json!([["6S"], ["8H"], ["8S"]]), json!(6), changes).play("6S");
    let scene = scene.shows("/over/scores", json!([17, 17, 17])).shows("/over/winners", json!([0, 1, 2]));
    assert_eq!(standings(&scene), [1, 1, 1]);
    let changes = json!({ "tokens": [5, 18, 18], "last_round": true });
    let scene = scene_with(json!([["6S"], ["8H"], ["8S"]]), json!(6), changes).play("6S");
    // What lies on the board is nobody's.
    let scene = scene.shows("/over/winners", json!([1, 2])).shows("/stakes/7D", json!(6));
    assert_eq!(standings(&scene), [3, 1, 1]);
}

#[test]
fn r22_only_those_who_are_left_can_win() {
    let changes = json!({
        "players": 4, "tokens": [0, 5, 2, 3], "scores": [6, 5, 8, 9], "out": [1], "last_round": true,
    });
    let scene = scene_with(json!([["6S"], [], ["8H"], ["8S"]]), json!(6), changes).play("6S");
    let scene = scene.shows("/over/scores", json!([2, 5, 1, 2])).shows("/over/winners", json!([0, 3]));
    assert_eq!(standings(&scene), [1, 4, 3, 1]);
}

#[test]
fn r22_if_nobody_is_left_the_last_round_counts() {
    let nobody = |tokens: Value| {
        let changes = json!({ "players": 4, "tokens": tokens, "scores": [6, 6, 6, 5], "out": [3] });
        let scene = scene_with(json!([["6S"], ["8H"], ["8S"], []]), json!(6), changes).play("6S");
        scene.shows("/over/match", json!(true))
    };
    let all = nobody(json!([0, 0, 0, 5])).shows("/out", json!([3, 2, 1, 0])).shows("/over/winners", json!([0, 1, 2]));
    assert_eq!(standings(&all), [1, 1, 1, 4]);
    let one = nobody(json!([2, 0, 1, 5])).shows("/out", json!([3, 1, 0, 2])).shows("/over/winners", json!([0]));
    assert_eq!(standings(&one), [1, 3, 2, 4]);
}

#[test]
fn r23_no_token_is_lost() {
    let mut moves = Vec::new();
    for (preset, rules) in NainJaune::presets() {
        for seats in (3..=8).filter_map(SeatCount::new) {
            let all = rules.share(seats) * seats.get() as i32;
            for game in 0..20 {
                let mut dice = Dice::new(game);
                let mut table: Table<NainJaune> = Table::new(&rules, seats);
                let mut watch = |before: &State<NainJaune>, event: &<NainJaune as Game>::Event| {
                    let mut after = before.clone();
                    NainJaune::apply(&mut after, event).unwrap();
                    let tokens =
                        after.public.board.tokens.values().iter().sum::<i32>() + after.public.board.stakes.total();
                    assert_eq!(tokens, all, "{preset}, {} players: {event:?}", seats.get());
                };
                loop {
                    match table.turn() {
                        Turn::Over(_) => break,
                        Turn::Dealer(_) => assert!(table.deal(dice.seed(), &mut watch)),
                        Turn::Seat { seat, .. } => {
                            moves.clear();
                            NainJaune::moves(&table.state.public, &table.state.hands[seat], seat, &mut moves);
                            let mv = moves[dice.below(moves.len())];
                            table.submit(seat, &[mv], &mut watch).unwrap();
                        }
                    }
                }
                let outcome = table.state.public.outcome().unwrap();
                let Turn::Over(standings) = table.turn() else { unreachable!() };
                let first = standings.iter().filter(|(_, rank)| **rank == 1).map(|(seat, _)| seat).collect();
                assert_eq!(outcome.winners, first, "the winners are ranked first");
            }
        }
    }
}

/// What cannot be taken back: a deal and the count of the hands. What is laid and said is known to be.
#[test]
fn what_reveals_a_card() {
    let laid = scene(json!([["7D", "2S"], ["3S"], ["4S"]]), json!(7)).play("7D");
    assert_eq!(laid.event_names(), ["laid", "took-stake"]);
    assert!(laid.revealing().is_empty());
    let sans = laid.play("sans");
    assert!(sans.revealing().is_empty(), "{:?}", sans.event_names());
    let out = scene(json!([["2S"], ["3S"], ["4S"]]), json!(2)).play("2S");
    assert_eq!(out.revealing(), ["round-ended"]);
    assert_eq!(out.deal(1).revealing(), ["dealt"]);
}
