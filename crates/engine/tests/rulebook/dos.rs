//! The rulebook of DOS, rule by rule.

use engine::Seat;
use engine::games::Dos;
use engine::games::dos::{Card, CardBag, Colour, Play, Rules};
use testkit::Scene;
use wire::{Fault, Value, json};

mod calls;
mod positions;
mod settling;

type TableDos = Scene<Dos>;

/// Two players, seat 0 to move with this row and this hand; the pile gives B10, B9, B8, Y10.
fn scene(centre: &[&str], hand: &[&str]) -> TableDos {
    at(json!({ "centre": centre, "hands": [hand, ["R9", "R9", "R10"]] }))
}

/// The same with other fields; what is not given stands as above.
fn at(fields: Value) -> TableDos {
    let mut position = json!({
        "game": "dos", "players": 2, "seat": 0, "centre": ["G6", "G7"], "pile": ["B10", "B9", "B8", "Y10"],
    });
    for (field, value) in fields.as_object().unwrap() {
        position[field] = value.clone();
    }
    Scene::at(position)
}

/// The faults of a position.
fn faults(position: Value) -> Vec<Fault> {
    wire::read_position::<Dos>(position).map(|_| ()).unwrap_err()
}

fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

/// What a match earns: bonuses and double colour matches.
fn earns(centre: &str, with: &str) -> (Value, Value) {
    let cards: Vec<&str> = with.split('+').collect();
    let mut hand = cards.clone();
    hand.extend(["G1", "G3", "G4"]);
    let after = scene(&[centre, "G10"], &hand).play(&format!("{with}>0")).position();
    (after["turn"]["bonuses"].clone(), after["turn"]["doubles"].clone())
}

fn sorted(list: &Value) -> Vec<String> {
    let mut cards: Vec<String> = list.as_array().unwrap().iter().map(|card| card.as_str().unwrap().into()).collect();
    cards.sort();
    cards
}

#[test]
fn r1_a_hundred_and_eight_cards() {
    let all = CardBag::ALL;
    assert_eq!(all.len(), 108);
    assert_eq!(Card::kinds().map(Card::copies).sum::<usize>(), 108);
    for colour in Colour::ALL {
        assert_eq!(all.iter().filter(|card| card.colour() == Some(colour)).count(), 24);
        for (number, copies) in [(1, 3), (3, 3), (4, 3), (5, 3), (6, 2), (7, 2), (8, 2), (9, 2), (10, 2)] {
            assert_eq!(all.count(Card::number(colour, number).unwrap()), copies);
        }
        assert_eq!(all.count(Card::any(colour)), 2);
        assert_eq!(Card::number(colour, 2), None);
    }
    assert_eq!(all.count(Card::DOS), 12);
    assert!(wire::read_step::<Dos>("R2>0").is_err());
    let unknown = json!({ "game": "dos", "players": 2, "seat": 0, "hands": [["R2"], []], "centre": [], "pile": [] });
    assert_eq!(faults(unknown), [Fault::UnknownCard { field: "hands[0]".into(), card: "R2".into() }]);
}

#[test]
fn r2_joker_dos_is_a_two() {
    // As a 2 it adds to a 1, a 3 and so on, and is no other number.
    let scene = scene(&["R3", "B6"], &["D", "Y1", "Y4", "Y5"]);
    scene
        .legal(&["Y1+D>0", "Y1+Y5>1", "Y4+D>1", "draw"])
        .refuses("D>0", "no-match", "R9")
        .refuses("Y5+D>1", "no-match", "R10");
}

#[test]
fn r3_joker_any_is_every_number_from_1_to_10() {
    for number in [1, 3, 4, 5, 6, 7, 8, 9, 10] {
        scene(&[&format!("B{number}")], &["R#"]).legal(&["R#>0", "draw"]);
    }
    // 9 + # is a 10, but 10 + # is nothing, and # + # cannot be a 1.
    scene(&["B10"], &["R#", "Y9"]).legal(&["R#>0", "Y9+R#>0", "draw"]);
    scene(&["B10"], &["R#", "Y10"]).legal(&["R#>0", "Y10>0", "draw"]);
    scene(&["B1"], &["R#", "R#"]).legal(&["R#>0", "draw"]);
    scene(&["B3"], &["R#", "R#", "Y3"]).legal(&["R#>0", "R#+R#>0", "Y3>0", "draw"]);
    // Its colour is printed.
    assert_eq!(earns("R7", "R#"), (json!(1), json!(0)));
    assert_eq!(earns("R7", "B#"), (json!(0), json!(0)));
}

#[test]
fn r4_the_highest_card_deals_first() {
    let (mut redrawn, mut dealers) = (false, [0; 4]);
    for seed in 0..=255 {
        let mut table: engine::Table<Dos> = engine::Table::new(&Rules::default(), engine::SeatCount::new(4).unwrap());
        let mut deal = Value::Null;
        table.deal(engine::Seed([seed; 32]), &mut |before, event| {
            deal = wire::write_event::<Dos>(before.public.sheet.seats(), event);
        });
        let draws = deal["draws"].as_array().unwrap();
        let value =
            |draw: &Value| draw["card"].as_str().unwrap().trim_start_matches(['R', 'Y', 'B', 'G']).parse().unwrap_or(0);
        let mut rivals: Vec<u64> = (0..4).collect();
        let mut rest = draws.as_slice();
        while rivals.len() > 1 {
            let (round, later) = rest.split_at(rivals.len());
            assert!(round.iter().map(|draw| draw["seat"].as_u64().unwrap()).eq(rivals.iter().copied()));
            let best: i32 = round.iter().map(value).max().unwrap();
            rivals =
                round.iter().filter(|draw| value(draw) == best).map(|draw| draw["seat"].as_u64().unwrap()).collect();
            rest = later;
        }
        redrawn |= draws.len() > 4;
        assert!(rest.is_empty());
        assert_eq!(deal["dealer"], rivals[0]);
        dealers[rivals[0] as usize] += 1;
    }
    assert!(redrawn, "256 draws, and never a tie");
    assert!(dealers.iter().all(|count| *count > 30), "{dealers:?}");
}

#[test]
fn r5_seven_cards_each_and_a_row_of_two() {
    for players in 2..=4 {
        let position = Scene::<Dos>::dealt(&Rules::default(), players, 3).position();
        let size = |pointer: &str| position.pointer(pointer).unwrap().as_array().unwrap().len();
        assert!((0..players).all(|seat| size(&format!("/hands/{seat}")) == 7));
        assert_eq!((size("/centre"), size("/talon"), size("/pile")), (2, 0, 108 - 7 * players - 2));
        assert_eq!(
            position["turn"],
            json!({
                "drew": false, "matches": [], "phase": "match", "bonuses": 0, "doubles": 0, "penalty": 0,
            })
        );
    }
}

#[test]
fn r5_the_first_deal_is_pinned() {
    // Whoever repeats the scheme of `Chance` elsewhere gets these cards; a change here breaks old records.
    let position = Scene::<Dos>::dealt(&Rules::default(), 2, 1).position();
    let hands = [["Y1", "G1", "Y3", "B3", "Y5", "Y5", "G10"], ["R3", "R3", "Y7", "B8", "B9", "Y10", "D"]];
    assert_eq!(position["hands"], json!(hands));
    assert_eq!((&position["centre"], &position["dealer"]), (&json!(["B5", "G10"]), &json!(0)));
}

#[test]
fn r6_left_of_the_dealer_starts_and_the_winner_deals() {
    for seed in 0..20 {
        let position = Scene::<Dos>::dealt(&Rules::default(), 3, seed).position();
        assert_eq!(position["seat"], (position["dealer"].as_u64().unwrap() + 1) % 3);
    }
    let scene = at(json!({ "players": 3, "seat": 1, "hands": [["R1", "R1"], ["Y6"], ["R1", "R3"]] }));
    let scene = scene.refuses("0:R1>0", "not-your-turn", "R6").refuses("2:draw", "not-your-turn", "R6");
    let scene = scene.refuses("7:draw", "not-your-turn", "R6");
    let over = scene.play_all(&["Y6>0", "end"]).shows("/over/winners", json!([1])).shows("/seat", json!(1));
    let next = over.deal(1).shows("/dealer", json!(1)).shows("/seat", json!(2)).shows("/round", json!(2));
    next.shows("/scores", json!([0, 6, 0])).shows("/reshuffles", json!(0));
    at(json!({ "players": 3, "seat": 2, "hands": [["R1"], ["R3"], ["Y6", "Y7", "R1"]] }))
        .play_all(&["Y6>0", "end"])
        .shows("/seat", json!(0));
}

#[test]
fn r7_match_or_draw_and_never_compelled() {
    let scene = scene(&["B7", "Y9"], &["R7", "R7", "Y9", "Y10"]);
    let scene = scene.legal(&["R7>0", "Y9>1", "draw"]);
    let scene = scene.refuses("B7>0", "not-in-hand", "R7").refuses("R7>2", "no-match", "R7");
    let scene = scene.refuses("R7>999", "no-match", "R7").refuses("Y10+Y10>0", "not-in-hand", "R7");
    scene.play("R7>0").legal(&["Y9>1", "end"]).play("Y9>1").legal(&["dos", "end"]);
}

#[test]
fn r8_one_match_for_each_centre_card() {
    let scene = scene(&["B7", "Y7", "G3"], &["R7", "R7", "Y3", "Y4", "Y1"]);
    let scene = scene.legal(&["R7>0", "R7>1", "Y3+Y4>0", "Y3+Y4>1", "Y3>2", "draw"]).play("R7>1");
    let scene = scene.refuses("R7>1", "already-matched", "R8").refuses("Y3+Y4>1", "already-matched", "R8");
    // The others keep their places until the turn ends.
    let scene = scene.legal(&["R7>0", "Y3+Y4>0", "Y3>2", "end"]).play("Y3+Y4>0");
    let scene = scene.shows("/centre", json!(["B7", "Y7", "G3"]));
    scene.shows("/turn/matches", json!([{ "centre": 1, "with": ["R7"] }, { "centre": 0, "with": ["Y3", "Y4"] }]));
}

#[test]
fn r9_single_match_of_the_same_number() {
    // The booklet's own example.
    scene(&["B7", "G10"], &["R7", "R8"]).legal(&["R7>0", "draw"]).refuses("R8>0", "no-match", "R9");
    assert_eq!(earns("B7", "R7"), (json!(0), json!(0)));
}

#[test]
fn r10_double_match_of_two_that_add_up() {
    // The booklet's own example.
    let scene = scene(&["Y7", "Y1"], &["R5", "D", "G3", "B4", "R6", "B1"]);
    let scene = scene.legal(&["G3+B4>0", "R5+D>0", "B1+R6>0", "B1>1", "draw"]);
    let scene = scene.refuses("R5+B4>0", "no-match", "R10").refuses("B1+D>1", "no-match", "R10");
    // Either order is read, one is written.
    let scene = scene.play("D+R5>0").shows("/turn/matches/0/with", json!(["R5", "D"]));
    // Exactly two: three are no move at all.
    assert!(wire::read_step::<Dos>("R1+R3+R3>0").is_err());
    scene.shows("/hands/0", json!(["B1", "G3", "B4", "R6"]));
    // Two of a kind must be held twice.
    self::scene(&["B10"], &["R5", "R5"]).legal(&["R5+R5>0", "draw"]);
    self::scene(&["B10"], &["R5", "Y1"]).refuses("R5+R5>0", "not-in-hand", "R7").legal(&["draw"]);
}

#[test]
fn r10_canonical_order_of_two() {
    let text = |step: &str| -> String {
        let step = wire::read_step::<Dos>(step).unwrap();
        <Dos as wire::Codec>::write_move(&step.moves[0])
    };
    assert_eq!(text(" d + r5 > 0 "), "R5+D>0");
    assert_eq!(text("G3+R3>1"), "R3+G3>1");
    assert_eq!(text("B3+Y3>1"), "Y3+B3>1");
    assert_eq!(text("r#+g10>1"), "G10+R#>1");
    assert_eq!(text("D+G#>12"), "G#+D>12");
    assert_eq!(text("R10+G9>0"), "G9+R10>0");
}

#[test]
fn r11_on_a_joker_dos() {
    let scene = scene(&["D"], &["D", "R#", "B#", "Y1", "G1", "G3"]);
    scene
        .legal(&["D>0", "R#>0", "B#>0", "Y1+G1>0", "Y1+R#>0", "Y1+B#>0", "G1+R#>0", "G1+B#>0", "R#+B#>0", "draw"])
        .refuses("G3>0", "no-match", "R11")
        .refuses("Y1>0", "no-match", "R11")
        .refuses("Y1+D>0", "no-match", "R11")
        .refuses("G3+R#>0", "no-match", "R11");
}

#[test]
fn r12_on_a_joker_any() {
    let scene = scene(&["B#"], &["D", "R#", "Y1", "G5", "G9", "R10"]);
    scene
        .legal(&[
            "D>0", "R#>0", "Y1>0", "G5>0", "G9>0", "R10>0", "Y1+G5>0", "Y1+G9>0", "Y1+R#>0", "Y1+D>0", "G5+R#>0",
            "G5+D>0", "G9+R#>0", "R#+D>0", "draw",
        ])
        .refuses("G5+G9>0", "no-match", "R12")
        .refuses("G9+D>0", "no-match", "R12")
        .refuses("R10+R#>0", "no-match", "R12");
    self::scene(&["B#"], &["R5", "Y5", "G8", "D"])
        .legal(&["R5>0", "Y5>0", "G8>0", "D>0", "R5+Y5>0", "R5+D>0", "Y5+D>0", "G8+D>0", "draw"]);
}

#[test]
fn r13_single_colour_bonus() {
    assert_eq!(earns("R7", "R7"), (json!(1), json!(0)));
    assert_eq!(earns("R7", "Y7"), (json!(0), json!(0)));
    assert_eq!(earns("R#", "R4"), (json!(1), json!(0)));
    assert_eq!(earns("R#", "B4"), (json!(0), json!(0)));
    assert_eq!(earns("R#", "R#"), (json!(1), json!(0)));
    assert_eq!(earns("R#", "B#"), (json!(0), json!(0)));
}

#[test]
fn r14_double_colour_bonus() {
    assert_eq!(earns("R7", "R3+R4"), (json!(1), json!(1)));
    assert_eq!(earns("R7", "R3+R#"), (json!(1), json!(1)));
    // One of two is none; nor are two of another colour.
    assert_eq!(earns("R7", "R3+B4"), (json!(0), json!(0)));
    assert_eq!(earns("R7", "B3+R4"), (json!(0), json!(0)));
    assert_eq!(earns("R7", "B3+B4"), (json!(0), json!(0)));
    // The booklet's own example: blue 3 and yellow # on a red 7.
    assert_eq!(earns("R7", "B3+Y#"), (json!(0), json!(0)));
    assert_eq!(earns("R#", "R3+R4"), (json!(1), json!(1)));
}

#[test]
fn r15_joker_dos_takes_the_best_colour() {
    assert_eq!(earns("D", "D"), (json!(1), json!(0)));
    assert_eq!(earns("D", "R#"), (json!(1), json!(0)));
    assert_eq!(earns("R#", "D"), (json!(1), json!(0)));
    assert_eq!(earns("D", "R1+R1"), (json!(1), json!(1)));
    assert_eq!(earns("D", "R1+R#"), (json!(1), json!(1)));
    assert_eq!(earns("D", "R1+Y1"), (json!(0), json!(0)));
    assert_eq!(earns("D", "R#+Y#"), (json!(0), json!(0)));
    assert_eq!(earns("R7", "R5+D"), (json!(1), json!(1)));
    assert_eq!(earns("R7", "B5+D"), (json!(0), json!(0)));
    assert_eq!(earns("Y4", "D+D"), (json!(1), json!(1)));
    assert_eq!(earns("Y#", "D+D"), (json!(1), json!(1)));
    assert_eq!(earns("Y#", "Y5+D"), (json!(1), json!(1)));
    assert_eq!(earns("Y#", "R5+D"), (json!(0), json!(0)));
    let event = scene(&["D", "G10"], &["R1", "R1", "Y8"]).play("R1+R1>0");
    assert_eq!(event.events()[0]["bonus"], "double");
    assert_eq!(Play::double(Card::DOS, Card::DOS).count(), 2);
}

#[test]
fn r16_one_draw_before_any_match() {
    let scene = scene(&["G10", "G5"], &["R7", "Y1"]).play("draw");
    let scene = scene.shows("/hands/0", json!(["Y1", "R7", "B10"])).shows("/turn/drew", json!(true));
    let scene = scene.shows("/seat", json!(0)).refuses("draw", "wrong-phase", "R16");
    let scene = scene.legal(&["B10>0", "put B10", "put R7", "put Y1"]).play("B10>0");
    scene.legal(&["dos", "end"]).refuses("draw", "wrong-phase", "R16");
    let matched = self::scene(&["G7", "G5"], &["R7", "Y1", "Y1", "Y1"]).play("R7>0");
    matched.refuses("draw", "wrong-phase", "R16");
}

#[test]
fn r17_a_card_goes_into_the_row_after_a_draw_without_a_match() {
    let scene = scene(&["G10", "G5"], &["R7", "Y1", "Y1", "Y1"]).refuses("put R7", "wrong-phase", "R17").play("draw");
    let scene = scene.refuses("put R8", "not-in-hand", "R7").refuses("end", "wrong-phase", "R18");
    let put = scene.clone().play("put R7").shows("/centre", json!(["G10", "G5", "R7"])).shows("/seat", json!(1));
    assert_eq!(put.event_names(), ["put", "turn-passed"]);
    put.shows("/turn/drew", json!(false)).shows("/hands/0", json!(["Y1", "Y1", "Y1", "B10"]));
    let matched = scene.play("B10>0").refuses("put R7", "wrong-phase", "R17");
    matched.legal(&["end"]).play("end").shows("/seat", json!(1)).shows("/centre", json!(["G5", "B9"]));
}

#[test]
fn r18_who_has_matched_ends_the_turn() {
    let scene = scene(&["G7", "G5"], &["R7"]).refuses("end", "wrong-phase", "R18");
    // Also with an empty hand: nothing is settled before.
    let scene = scene.play("R7>0").shows("/hands/0", json!([])).legal(&["end"]);
    assert!(scene.position().get("over").is_none());
    assert!(scene.play("end").position().get("over").is_some());
    // No card to put, and none to draw: only the end is left.
    let bare = at(json!({ "hands": [[], ["R1"]], "pile": [] })).legal(&["draw"]).play("draw").legal(&["end"]);
    bare.play("end").shows("/over/winners", json!([0]));
}

/// What cannot be taken back: a draw, a card from the pile into the row, a shuffle, a deal and the count of the hands.
#[test]
fn what_reveals_a_card() {
    let matched = scene(&["B7", "G4", "G5"], &["R7", "Y1", "Y3", "Y4"]).play("R7>0");
    assert!(matched.revealing().is_empty());
    let ended = matched.play("end");
    assert_eq!(ended.event_names(), ["swept", "turn-passed"]);
    assert!(ended.revealing().is_empty());
    let called = scene(&["B7", "G4", "G5"], &["R7", "Y1", "Y3"]).play("R7>0 dos");
    assert_eq!(called.event_names(), ["matched", "called"]);
    assert!(called.revealing().is_empty());
    assert_eq!(scene(&["B7", "G4"], &["Y1", "Y3"]).play("draw").revealing(), ["drew"]);
    let filled = at(json!({ "centre": ["B7", "B8"], "hands": [["R7", "Y8", "Y1"], ["G9"]], "pile": ["B10"] }));
    let filled = filled.play_all(&["R7>0", "Y8>1", "end"]);
    assert_eq!(filled.revealing(), ["filled", "reshuffled", "filled"]);
    let nothing = at(json!({ "hands": [["Y1", "Y3"], ["G9"]], "pile": [] })).play("draw");
    assert_eq!(nothing.event_names(), ["drew-nothing"]);
    assert!(nothing.revealing().is_empty());
    let out = scene(&["B7", "G4", "G5"], &["R7"]).play_all(&["R7>0", "end"]);
    assert_eq!(out.revealing(), ["round-ended"]);
    assert_eq!(out.deal(1).revealing(), ["dealt"]);
}
