//! The rulebook of Onze, rule by rule.

use engine::games::Onze;
use engine::games::onze::{BONUSES, First, JOKERS, LIAISONS, Rules, SpotSet, Variant};
use engine::{Seat, Viewer};
use testkit::Scene;
use wire::{Fault, Value, json};

mod debts;

type TableOnze = Scene<Onze>;

const ELEVENS: [&str; 4] = ["R11", "Y11", "B11", "G11"];

/// Two players, seat 0 to move, rows Y B R G, these cards besides the elevens on the table and in hand,
/// two cards in the pile.
fn scene(table: &[&str], hand: &[&str]) -> TableOnze {
    Scene::at(position(table, hand))
}

fn position(table: &[&str], hand: &[&str]) -> Value {
    let table = [&ELEVENS, table].concat();
    json!({
        "game": "onze", "players": 2, "seat": 0, "rows": ["Y", "B", "R", "G"], "table": table,
        "hands": [hand, ["G1", "G21"]], "liaisons": [2, 2],
        "pile": ["G3", "G4"],
    })
}

/// The same with some fields changed.
fn scene_with(table: &[&str], hand: &[&str], fields: Value) -> TableOnze {
    Scene::at(position_with(table, hand, fields))
}

fn position_with(table: &[&str], hand: &[&str], fields: Value) -> Value {
    let mut position = position(table, hand);
    for (field, value) in fields.as_object().unwrap() {
        position[field] = value.clone();
    }
    position
}

/// With nothing to draw.
fn dry(table: &[&str], hand: &[&str]) -> TableOnze {
    scene_with(table, hand, json!({ "pile": [] }))
}

fn faults(position: Value) -> Vec<Fault> {
    wire::read_position::<Onze>(position).expect_err("the position has a fault")
}

/// The cards of a row from one value to another.
fn run(colour: &str, values: std::ops::RangeInclusive<usize>) -> Vec<String> {
    values.filter(|value| *value != 11).map(|value| format!("{colour}{value}")).collect()
}

fn texts(cards: &[String]) -> Vec<&str> {
    cards.iter().map(String::as_str).collect()
}

#[test]
fn r1_eighty_four_numbers_four_jokers_fifteen_liaisons_seven_bonuses() {
    assert_eq!((SpotSet::ALL.len(), JOKERS, LIAISONS, BONUSES), (84, 4, 15, 7));
    assert!(SpotSet::ALL.iter().all(|spot| (1..=21).contains(&spot.value())));
    for (field, value, card, exist) in [
        ("pile", json!(["*", "*", "*", "*", "*"]), "*", 4),
        ("pile", json!(["R5", "r5"]), "R5", 1),
        ("pile", json!(["R11"]), "R11", 1),
        ("liaisons", json!([8, 8]), "Liaison", 15),
        ("bonuses", json!([4, 4]), "Bonus", 7),
    ] {
        let faults = faults(position_with(&[], &[], json!({ field: value })));
        let too_many = faults.iter().any(
            |fault| matches!(fault, Fault::TooMany { card: named, exist: most, .. } if named == card && *most == exist),
        );
        assert!(too_many && faults.len() == 1, "{field}: {faults:?}");
    }
    for card in ["R0", "R22", "P3", "R", "11", "R1x", "*R3", "R-1", "é1", ""] {
        let faults = faults(position_with(&[], &[], json!({ "pile": [card] })));
        assert_eq!(faults, [Fault::UnknownCard { field: "pile".into(), card: card.into() }]);
    }
}

#[test]
fn r2_rows_under_each_other() {
    let mut tops = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let position = Scene::<Onze>::dealt(&Rules::default(), 2, seed).position();
        assert_eq!(position["table"], json!(["R11", "Y11", "B11", "G11"]));
        tops.insert(position["rows"][0].to_string());
    }
    assert_eq!(tops.len(), 4, "the order is drawn");
    // Rows Y B R G: only rows next to each other are neighbours, and there is no way round.
    let scene = scene(&["Y9", "G9"], &["R9", "B9"]);
    let scene = scene.refuses("R9@Y", "no-liaison", "R2").refuses("R9@R", "no-liaison", "R2");
    scene.legal(&["B9@Y", "R9@G", "draw"]);
    scene_with(&["Y5"], &["G5"], json!({})).refuses("G5@Y", "no-liaison", "R2").legal(&["draw"]);
    assert_eq!(faults(position_with(&[], &[], json!({ "rows": ["Y", "B", "R", "R"] }))), [Fault::NotRows]);
    assert_eq!(faults(position_with(&[], &[], json!({ "rows": ["Y", "B", "R"] }))), [Fault::NotRows]);
}

#[test]
fn r3_hands_liaisons_and_pile_by_number_of_players() {
    for (players, liaisons, cards, rest) in
        [(2, 4, 20, 44), (3, 4, 20, 24), (4, 3, 15, 24), (5, 3, 12, 24), (6, 2, 12, 12)]
    {
        let position = Scene::<Onze>::dealt(&Rules::default(), players, 3).position();
        let sizes =
            |field: &Value| field.as_array().unwrap().iter().map(|hand| hand.as_array().unwrap().len()).collect();
        let hands: Vec<usize> = sizes(&position["hands"]);
        assert_eq!(hands, vec![cards; players]);
        assert_eq!(position["pile"].as_array().unwrap().len(), rest);
        assert_eq!(position["liaisons"], json!(vec![liaisons; players]));
        let everywhere = format!("{}{}", position["hands"], position["pile"]);
        assert_eq!(everywhere.matches("\"*\"").count(), 4);
    }
}

#[test]
fn r4_liaisons_lie_open_and_are_no_part_of_the_hand() {
    let scene = scene_with(&["Y9"], &["B9", "B1"], json!({ "liaisons": [1, 3], "bonuses": [2, 0] }));
    let view = scene.view(Viewer::Spectator);
    assert_eq!((&view["liaisons"], &view["bonuses"]), (&json!([1, 3]), &json!([2, 0])));
    assert_eq!((&view["hands"], &view["pile"]), (&json!([2, 2]), &json!(2)));
    scene.play("B9@Y").shows("/liaisons", json!([0, 3])).shows("/links", json!(["Y9-B9"]));
    assert_eq!(Scene::<Onze>::dealt(&Rules::default(), 2, 1).position()["bonuses"], json!([0, 0]));
}

#[test]
fn r5_who_starts() {
    let starts = |rules: &Rules, seed| Scene::<Onze>::dealt(rules, 3, seed).position()["seat"].as_u64().unwrap();
    assert!((0..20).all(|seed| starts(&Rules::default(), seed) == 0));
    let second = Rules { first: First::Seat(Seat::new(2).unwrap()), ..Rules::default() };
    assert!((0..20).all(|seed| starts(&second, seed) == 2));
    let random = Rules { first: First::Random, ..Rules::default() };
    assert!((0..3).all(|seat| (0..60).any(|seed| starts(&random, seed) == seat)));
    // Later rounds start one seat further left, whoever ended the last one.
    let over = |first: usize| -> TableOnze {
        let scene: TableOnze = Scene::at(json!({
            "game": "onze", "players": 3, "seat": 1, "options": { "rounds": 3, "first": "random" }, "first": first,
            "rows": ["R", "Y", "B", "G"], "table": ["R11"], "hands": [["R1"], ["R10"], ["R2"]], "liaisons": [0, 0, 0],
        }));
        scene.play("R10").deal(7)
    };
    over(0).shows("/first", json!(1)).shows("/seat", json!(1)).shows("/round", json!(2));
    over(2).shows("/first", json!(0)).shows("/seat", json!(0)).shows("/bonuses", json!([0, 0, 0]));
    let scene = scene(&[], &["R10", "R1"]);
    scene
        .refuses("7:draw", "not-your-turn", "R5")
        .refuses("1:draw", "not-your-turn", "R5")
        .play("draw")
        .shows("/seat", json!(1))
        .play("draw")
        .shows("/seat", json!(0));
    // The option names a seat of the table.
    assert!(wire::read_options::<Onze>(3, Some(json!({ "first": 2 }))).is_ok());
    for first in [json!(3), json!(-1), json!("youngest"), json!(true)] {
        assert!(wire::read_options::<Onze>(3, Some(json!({ "first": first }))).is_err(), "{first}");
    }
}

#[test]
fn r6_one_to_four_cards_or_a_draw() {
    let scene = scene(&[], &["R10", "R9", "R8", "R7", "R6", "*"]);
    let scene = scene.refuses("R5", "not-in-hand", "R6").refuses("Y10=*", "not-in-hand", "R6");
    let scene = scene.play("R10").refuses("draw", "wrong-phase", "R6").refuses("pass", "wrong-phase", "R6");
    let scene = scene.play_all(&["R9", "R8", "R7"]).shows("/turn", json!({ "used": 4, "laid": 4, "swaps": 0 }));
    let scene = scene.legal(&["end"]).refuses("R6", "four-cards", "R6").refuses("*R6", "four-cards", "R6");
    scene.refuses("*x", "four-cards", "R6").play("end").shows("/turn", json!({ "used": 0, "laid": 0, "swaps": 0 }));
    scene_with(&["*R10"], &["R10", "G2"], json!({ "turn": { "used": 4, "laid": 4 } })).refuses(
        "R10=*",
        "four-cards",
        "R6",
    );
    // As long as there is a pile, nobody is compelled.
    self::scene(&[], &["R10", "R1"]).legal(&["R10", "draw"]);
    self::scene(&[], &["R10"]).refuses("*R10", "not-in-hand", "R6").refuses("*x", "not-in-hand", "R6");
}

#[test]
fn r7_drawing_ends_the_turn() {
    let scene = scene(&[], &["R10"]).play("draw");
    assert_eq!(scene.event_names(), ["drew", "turn-passed"]);
    let other = Viewer::Seat(Seat::new(1).unwrap());
    assert_eq!(scene.view(other)["hands"], json!([2, ["G1", "G21"]]));
    scene.shows("/hands/0", json!(["R10", "G3"])).shows("/pile", json!(["G4"])).shows("/seat", json!(1));
}

#[test]
fn r8_a_number_goes_on_its_connected_spot() {
    let scene = scene(&["R10", "*R12"], &["R9", "R8", "R13", "R12", "Y10"]);
    let scene = scene.legal(&["R12=*", "R13", "R9", "Y10", "draw"]).refuses("R8", "not-connected", "R8");
    // A card just laid counts at once.
    scene.play("R9").play("R8").shows("/table", json!(["R8", "R9", "R10", "R11", "*R12", "Y11", "B11", "G11"]));
    // Rows end at 1 and 21, and do not run into each other.
    self::scene(&["R21", "Y1"], &["R20", "Y2", "Y21", "R1"]).legal(&["R20", "Y2", "draw"]);
    self::scene(&["R10"], &["*"]).refuses("*R10", "spot-taken", "R8");
    // An eleven is a spot like any other.
    scene_with(&["R12"], &["R11", "Y1"], json!({ "table": ["R12"] })).legal(&["R11", "draw"]);
}

#[test]
fn r9_over_a_liaison() {
    let scene = scene(&["Y9", "*R5"], &["B9", "B5", "B10", "G5", "B2"]);
    let scene = scene.legal(&["B10", "B5@R", "B9@Y", "G5@R", "draw"]);
    let scene = scene.refuses("B9", "not-connected", "R8").refuses("B9@R", "no-liaison", "R9");
    let scene = scene.refuses("B10@Y", "liaison-not-needed", "R9").refuses("B2@Y", "no-liaison", "R9");
    let linked = scene.clone().play("B9@Y").shows("/links", json!(["Y9-B9"])).shows("/liaisons", json!([1, 2]));
    // B10 now lies between 9 and 11; from B9 the row grows.
    linked.refuses("B9@Y", "not-in-hand", "R6").legal(&["B10", "B5@R", "G5@R", "end"]);
    // Both ways in are listed.
    self::scene(&["Y9", "R9"], &["B9", "R1"]).legal(&["B9@R", "B9@Y", "draw"]);
    // A taken spot comes before all else; without Liaison cards there is no way.
    self::scene(&["Y9", "B9"], &["*"]).refuses("*B9@Y", "spot-taken", "R8");
    scene_with(&["Y9"], &["B9"], json!({ "liaisons": [0, 2] })).refuses("B9@Y", "no-liaison", "R9").legal(&["draw"]);
    // A connected spot is never laid over a Liaison, even so.
    scene_with(&["Y10"], &["B10"], json!({ "liaisons": [0, 2] })).refuses("B10@Y", "liaison-not-needed", "R9");
}

#[test]
fn r10_any_number_of_liaisons_none_inside_a_row() {
    let scene = scene_with(&["Y3"], &["B3", "R3", "G3", "Y1", "Y5"], json!({ "liaisons": [3, 0], "pile": [] }));
    let scene =
        scene.play_all(&["B3@Y", "R3@B", "G3@R"]).shows("/turn/used", json!(3)).shows("/liaisons", json!([0, 0]));
    let scene = scene.shows("/links", json!(["Y3-B3", "B3-R3", "R3-G3"]));
    // Y1 and Y5 are one number short of Y3.
    scene.refuses("Y1", "not-connected", "R8").refuses("Y5", "not-connected", "R8").legal(&["end"]);
}

#[test]
fn r11_a_joker_goes_where_a_number_could() {
    let scene = scene_with(&["Y9"], &["*", "G2"], json!({ "liaisons": [1, 0], "rows": ["Y", "B", "R", "G"] }));
    let scene =
        scene.legal(&["*B10", "*B12", "*B9@Y", "*G10", "*G12", "*R10", "*R12", "*Y10", "*Y12", "*Y8", "*x", "draw"]);
    let scene = scene.refuses("*R9@Y", "no-liaison", "R2").refuses("*B9", "not-connected", "R8");
    let scene = scene.play("*B9@Y").shows("/turn", json!({ "used": 1, "laid": 1, "swaps": 0 }));
    assert_eq!(scene.event_names(), ["joker-laid"]);
    assert_eq!(scene.events()[0], json!({ "event": "joker-laid", "seat": 0, "card": "*B9", "link": "Y9-B9" }));
    scene.shows("/table", json!(["R11", "Y9", "Y11", "*B9", "B11", "G11"])).legal(&["end"]);
}

#[test]
fn r12_the_swap() {
    let scene = scene(&["*R10"], &["R10", "R12", "R9"]);
    let scene = scene.refuses("R10", "spot-taken", "R12").refuses("R10@B", "spot-taken", "R12");
    let scene = scene.refuses("R12=*", "no-joker-there", "R12").refuses("R9=*", "no-joker-there", "R12");
    let scene = scene.play("R10=*").shows("/hands/0", json!(["R9", "R12", "*"])).shows("/table/0", json!("R10"));
    let scene =
        scene.shows("/turn", json!({ "used": 1, "laid": 0, "swaps": 1 })).refuses("end", "swap-needs-card", "R13");
    scene.clone().play_all(&["R12", "end"]).shows("/hands/0", json!(["R9", "*"]));
    // The joker may be used again at once.
    scene.play_all(&["*R12", "end"]).shows("/hands/0", json!(["R9", "R12"]));
    // A joker that stands alone may be swapped as well.
    self::scene(&["*R3"], &["R3", "Y10"]).play("R3=*").shows("/table/0", json!("R3"));
}

#[test]
fn r13_a_swap_owes_a_card_on_a_free_spot() {
    // Before or after.
    let scene = scene(&["*R10", "*Y10", "*B10", "*G10"], &["R10", "Y10", "B10", "G10", "R12", "R1"]);
    scene.clone().play_all(&["R12", "R10=*", "Y10=*", "B10=*"]).legal(&["end"]);
    // The fourth card must be that card.
    let three = scene.clone().play_all(&["R10=*", "Y10=*", "B10=*"]).refuses("G10=*", "swap-needs-card", "R13");
    let three = three.refuses("*x", "swap-needs-card", "R13").refuses("end", "swap-needs-card", "R13");
    assert!(three.moves().iter().all(|mv| mv == "R12" || mv.starts_with('*') && mv != "*x"));
    // Swapping and discarding the joker leaves the other way to pay.
    let paid = scene.play_all(&["R10=*", "*x"]).refuses("end", "swap-needs-card", "R13");
    paid.play("Y10=*").refuses("end", "swap-needs-card", "R13").play_all(&["R12", "end"]);
    // With one card in hand: the recovered joker may be laid, and must not be discarded, even as the last card.
    let last = self::scene(&["*R10"], &["R10"]).play("R10=*").refuses("*x", "swap-needs-card", "R13");
    last.play("*R9").shows("/over/round_scores", json!([0, -22]));
    // Discarding first, then swapping back: two cards are enough, one is not.
    let again = scene_with(&["*R10", "*Y10"], &["Y10", "*"], json!({ "turn": { "used": 1, "swaps": 1 } }));
    again.clone().play("*x").legal(&["Y10=*"]).play("Y10=*").refuses("*x", "swap-needs-card", "R13").play("*R9");
    let late = scene_with(&["*R10", "*Y10"], &["Y10", "*"], json!({ "turn": { "used": 2, "swaps": 1 } }));
    late.refuses("*x", "swap-needs-card", "R13").play("Y10=*").refuses("*x", "swap-needs-card", "R13");
    // A card over a Liaison pays, as long as there is a Liaison.
    let linked = json!({ "turn": { "used": 1, "swaps": 1 }, "liaisons": [1, 0] });
    scene_with(&["Y9"], &["B9", "*"], linked).play("*x").legal(&["B9@Y"]);
    let unlinked = json!({ "turn": { "used": 1, "swaps": 1 }, "liaisons": [0, 0] });
    scene_with(&["Y9"], &["B9", "*"], unlinked).refuses("*x", "swap-needs-card", "R13");
}

#[test]
fn r13_no_swap_on_a_full_table() {
    let rows = ["R", "Y", "B", "G"].map(|colour| run(colour, 1..=21)).concat();
    let mut table = texts(&rows);
    table[0] = "*R1";
    let full = scene_with(&table, &["R1"], json!({ "hands": [["R1"], []], "pile": [] }));
    full.legal(&["pass"]).refuses("R1=*", "swap-needs-card", "R13");
}

#[test]
fn r14_discarding_a_joker() {
    let scene = scene(&[], &["*", "*", "R1", "R2"]);
    let scene = scene.play("*x").shows("/hands/0", json!(["R1", "R2", "*"]));
    let scene = scene.shows("/turn", json!({ "used": 1, "laid": 0, "swaps": 0 })).refuses("draw", "wrong-phase", "R6");
    scene.play_all(&["*x", "end"]).shows("/seat", json!(1)).shows("/hands/0", json!(["R1", "R2"]));
    // With the pile empty as well, where nothing is owed.
    dry(&[], &["*", "R1"]).play_all(&["*x", "end"]).shows("/seat", json!(1));
    // A joker that is out of the game is in nobody's imagination.
    let gone = scene_with(&["*R5", "*R6"], &["*", "R1"], json!({ "hands": [["*", "R1"], ["*", "G2"]] })).play("*x");
    for seed in 0..20 {
        let mut dice = testkit::Dice::new(seed);
        let view = engine::View::<Onze>::of(&gone.table().state, Viewer::Spectator);
        let imagined = <Onze as engine::Game>::imagine(&view, dice.chance());
        let hands = imagined.hands.values().iter().map(|hand| hand.jokers).sum::<u8>();
        assert_eq!(hands + imagined.hidden.pile.iter().filter(|card| **card == Default::default()).count() as u8, 1);
    }
}

#[test]
fn r15_the_turn_ends_when_its_player_says_so() {
    let scene = scene(&[], &["R10", "R1"]).refuses("end", "wrong-phase", "R15").play("R10").legal(&["end"]);
    assert_eq!(scene.clone().play("end").event_names(), ["turn-passed"]);
    scene.play("end").shows("/seat", json!(1));
    dry(&[], &["R1"]).refuses("end", "wrong-phase", "R15");
    dry(&[], &["R10"]).refuses("end", "wrong-phase", "R15");
}

#[test]
fn r16_nobody_draws_from_an_empty_pile() {
    dry(&[], &["R10", "R1"]).refuses("draw", "pile-empty", "R16").legal(&["R10"]);
    dry(&[], &["R1"]).refuses("draw", "pile-empty", "R16").legal(&["pass"]);
}

#[test]
fn r17_with_an_empty_pile_who_can_lay_must() {
    let scene = dry(&["Y9", "*G10"], &["R10", "B9", "G10", "*"]).refuses("pass", "must-play", "R17");
    let moves = scene.moves();
    // Which card is their choice: a Liaison or a joker pays as well.
    assert!(["R10", "B9@Y", "*R10", "*x", "G10=*"].iter().all(|mv| moves.contains(&String::from(*mv))));
    assert!(!moves.contains(&"end".into()) && !moves.contains(&"pass".into()));
    scene.clone().play_all(&["B9@Y", "end"]);
    scene.clone().play_all(&["*R12", "end"]);
    // A discard does not pay, nor does a swap.
    scene
        .clone()
        .play("*x")
        .refuses("end", "must-play", "R17")
        .refuses("pass", "wrong-phase", "R6")
        .play_all(&["R10", "end"]);
    scene.play("G10=*").refuses("end", "swap-needs-card", "R13");
    // The fourth card cannot be a discard while a card is owed.
    let jokers = dry(&[], &["R10", "*", "*", "*", "*"]).play_all(&["*x", "*x", "*x"]);
    let jokers = jokers.refuses("*x", "must-play", "R17").refuses("end", "must-play", "R17");
    assert_eq!(jokers.moves().iter().filter(|mv| !mv.starts_with('*')).collect::<Vec<_>>(), ["R10"]);
    // With a pile nothing is owed.
    self::scene(&[], &["R10", "*", "*", "*", "*"]).play_all(&["*x", "*x", "*x", "*x", "end"]);
}

#[test]
fn r18_passing() {
    // Nobody is forced to use a joker, a Liaison or a swap.
    let scene = dry(&["Y9", "*G10"], &["B9", "G10", "*"]);
    assert!(scene.moves().contains(&"pass".into()));
    self::scene(&[], &["R1"]).refuses("pass", "pile-not-empty", "R18");
    let fields = json!({
        "players": 3, "hands": [["R1"], ["Y1", "*"], ["B1"]], "liaisons": [0, 0, 0], "pile": [], "bonuses": [0, 1, 0],
    });
    let scene = scene_with(&[], &[], fields).legal(&["pass"]).play("pass");
    assert_eq!(scene.event_names(), ["passed", "turn-passed"]);
    let scene = scene.shows("/passes", json!(1)).shows("/seat", json!(1));
    // Any play in between makes the passes forgotten.
    let played = scene.clone().play("*x").shows("/passes", json!(0)).play_all(&["end", "pass", "pass"]);
    let played = played.shows("/passes", json!(2)).play("pass");
    assert_eq!(played.event_names(), ["passed", "round-ended"]);
    played.shows("/over/round_scores", json!([-1, 10, -1])).shows("/over/winners", json!([1]));
    let over = scene.play_all(&["pass", "pass"]).shows("/over/round_scores", json!([-1, -1, -1]));
    over.shows("/over/winners", json!([0, 1, 2])).shows("/passes", json!(3)).legal(&[]).refuses(
        "pass",
        "round-over",
        "R21",
    );
    // A position may say that all have passed already: one more ends the round, and can be read back.
    let fields = json!({ "hands": [["R1"], ["Y1"]], "pile": [], "passes": 2 });
    let over = scene_with(&[], &[], fields).play("pass").shows("/passes", json!(2));
    Scene::<Onze>::at(over.position()).legal(&[]);
}

#[test]
fn r19_the_last_spot_of_a_half_row_takes_a_bonus() {
    let low = run("R", 1..=10);
    let most: Vec<&str> = texts(&low).into_iter().filter(|card| *card != "R4").collect();
    let scene = scene(&most, &["R4", "*", "G2"]);
    let number = scene.clone().play("R4").shows("/bonuses", json!([1, 0]));
    assert_eq!(number.event_names(), ["laid", "bonus-taken"]);
    // A joker does as well, and the swap for it earns nothing.
    let joker = scene.play("*R4").shows("/bonuses", json!([1, 0]));
    assert_eq!(joker.event_names(), ["joker-laid", "bonus-taken"]);
    joker.play("R4=*").shows("/bonuses", json!([1, 0]));
    // The other half, and the last card of a hand.
    let high = run("G", 12..=21);
    let most: Vec<&str> = texts(&high).into_iter().filter(|card| *card != "G21").collect();
    let ended = scene_with(&most, &["G21"], json!({ "hands": [["G21"], ["R9"]] })).play("G21");
    assert_eq!(ended.event_names(), ["laid", "bonus-taken", "round-ended"]);
    ended.shows("/over/round_scores", json!([11, -9]));
    // An eleven that comes last fills both halves.
    let row = run("R", 1..=21);
    scene_with(&[], &[], json!({ "table": texts(&row), "hands": [["R11", "Y1"], ["Y2"]] }))
        .play("R11")
        .shows("/bonuses", json!([2, 0]));
    // A half that is not full earns nothing.
    self::scene(&["R10"], &["R9", "G2"]).play("R9").shows("/bonuses", json!([0, 0]));
}

#[test]
fn r20_there_is_no_eighth_bonus() {
    let low = run("R", 2..=10);
    let scene = |bonuses: [u8; 2]| scene_with(&texts(&low), &["R1", "G2"], json!({ "bonuses": bonuses })).play("R1");
    scene([2, 4]).shows("/bonuses", json!([3, 4]));
    scene([3, 4]).shows("/bonuses", json!([3, 4]));
    assert_eq!(scene([0, 7]).event_names(), ["laid"]);
    let row = run("R", 1..=21);
    let fields = json!({ "table": texts(&row), "hands": [["R11", "Y1"], ["Y2"]], "bonuses": [0, 6] });
    scene_with(&[], &[], fields).play("R11").shows("/bonuses", json!([1, 6]));
}

#[test]
fn r21_the_round_stops_when_a_hand_is_empty() {
    let number = scene(&[], &["R10"]).play("R10").shows("/over/winners", json!([0])).shows("/hands/0", json!([]));
    number.legal(&[]).refuses("draw", "round-over", "R21").refuses("1:draw", "round-over", "R21");
    scene(&[], &["*"]).play("*R10").shows("/over/round_scores", json!([0, -22]));
    scene(&[], &["*"]).play("*x").shows("/over/round_scores", json!([0, -22]));
    dry(&[], &["*"]).play("*x").shows("/over/round_scores", json!([0, -22]));
    // A swap leaves a joker in hand.
    let swapped = scene(&["*R10"], &["R10"]).play("R10=*");
    assert!(swapped.position().get("over").is_none());
    // Everybody sees the hands then.
    let over = scene(&[], &["R10"]).play("R10");
    assert_eq!(over.view(Viewer::Spectator)["hands"], json!([[], ["G1", "G21"]]));
}

#[test]
fn r22_the_score() {
    let fields = json!({
        "players": 3, "hands": [["R10"], ["Y20", "*", "*", "Y3"], ["B1"]], "liaisons": [4, 4, 0],
        "bonuses": [1, 3, 0], "scores": [5, 6, 7],
    });
    let scene = scene_with(&[], &[], fields).play("R10").shows("/over/round_scores", json!([11, -12, -1]));
    scene.shows("/over/scores", json!([16, -6, 6])).shows("/over/winners", json!([0]));
    // Who goes out need not win.
    let fields = json!({ "hands": [["R10"], ["Y3"]], "bonuses": [0, 1] });
    scene_with(&[], &[], fields).play("R10").shows("/over/winners", json!([1]));
}

#[test]
fn r23_a_match_is_one_round_by_default_and_ties_share() {
    let at = |round: u16, options: Value, last_round: bool| {
        let fields = json!({
            "options": options, "round": round, "last_round": last_round, "hands": [["R10"], ["R3"]], "scores": [-3, 0],
        });
        scene_with(&[], &[], fields).play("R10")
    };
    at(1, json!({}), false).shows("/over/match", json!(true)).shows("/over/winners", json!([0, 1]));
    at(1, json!({ "rounds": 2 }), false).shows("/over/match", json!(false)).shows("/over/winners", json!([0]));
    at(2, json!({ "rounds": 2 }), false).shows("/over/match", json!(true));
    at(1, json!({ "rounds": 2 }), true).shows("/over/match", json!(true));
    at(1, json!({ "rounds": 1, "first": 0 }), false).shows("/options", json!({}));
    let dealt = at(1, json!({ "rounds": 2 }), false).deal(3);
    dealt
        .shows("/scores", json!([-3, -3]))
        .shows("/seat", json!(1))
        .shows("/table", json!(["R11", "Y11", "B11", "G11"]));
}

#[test]
fn r24_beginners() {
    let rules = Rules { variant: Variant::Beginners, ..Rules::default() };
    for (players, cards, rest) in [(2, 20, 40), (3, 20, 20), (4, 15, 20), (5, 12, 20), (6, 12, 8)] {
        let position = Scene::<Onze>::dealt(&rules, players, 3).position();
        assert_eq!(position["options"], json!({ "variant": "debutant" }));
        assert!(position["hands"].as_array().unwrap().iter().all(|hand| hand.as_array().unwrap().len() == cards));
        assert_eq!(position["pile"].as_array().unwrap().len(), rest);
        assert_eq!(position["liaisons"], json!(vec![0; players]));
        assert!(!position.to_string().contains('*'));
    }
    let debutant = |table: &[&str], hand: &[&str], pile: Value| {
        let options = json!({ "variant": "debutant" });
        scene_with(table, hand, json!({ "options": options, "pile": pile, "liaisons": null }))
    };
    debutant(&["Y9"], &["B9", "B10"], json!(["G3"])).legal(&["B10", "draw"]).refuses("B9@Y", "no-liaison", "R9");
    let low = run("R", 2..=10);
    let scene = debutant(&texts(&low), &["R1"], json!([])).play("R1").shows("/bonuses", json!([0, 0]));
    scene.shows("/over/round_scores", json!([0, -22])).shows("/over/winners", json!([0]));
    // All passed: everybody loses what is left.
    let passed = debutant(&[], &["R1", "R2"], json!([])).play_all(&["pass", "pass"]);
    passed.shows("/over/round_scores", json!([-3, -22])).shows("/over/winners", json!([0]));
    let none = |card: &str| [Fault::TooMany { card: card.into(), named: 1, exist: 0 }];
    let with = |field: &str, value: Value| {
        let mut fields = json!({ "options": { "variant": "debutant" }, "liaisons": null });
        fields[field] = value;
        faults(position_with(&[], &["R3"], fields))
    };
    assert_eq!(with("pile", json!(["*"])), none("*"));
    assert_eq!(with("liaisons", json!([1, 0])), none("Liaison"));
    assert_eq!(with("bonuses", json!([0, 1])), none("Bonus"));
}

#[test]
fn the_booklets_example() {
    // Tom jumps from yellow to blue and from blue to red; Vera lays the 7 and cannot lay the 5.
    let fields = json!({ "hands": [["B9", "*", "R8", "G2"], ["R7", "R5"]], "liaisons": [2, 3] });
    let tom = scene_with(&["Y10", "Y9", "R12"], &[], fields).refuses("B9", "not-connected", "R8");
    let tom = tom.play_all(&["B9@Y", "*R9@B", "R8"]).shows("/links", json!(["Y9-B9", "B9-R9"]));
    let tom = tom.shows("/turn", json!({ "used": 3, "laid": 3, "swaps": 0 })).shows("/liaisons", json!([0, 3]));
    let vera = tom.play("end").legal(&["R7", "draw"]).refuses("R5", "not-connected", "R8");
    vera.clone().refuses("R5@B", "no-liaison", "R9").play("R7").refuses("R5", "not-connected", "R8").legal(&["end"]);
    vera.play("draw").shows("/hands/1", json!(["R5", "R7", "G3"]));
}

#[test]
fn notation_is_forgiving_and_canonical() {
    let scene = scene(&["Y9", "*R10"], &["B9", "R10", "*", "G2"]);
    for (written, canonical) in [
        ("b9 @ y", "B9@Y"),
        (" * b9@Y ", "*B9@Y"),
        ("r10 = *", "R10=*"),
        ("*X", "*x"),
        ("* x", "*x"),
        ("0: Draw", "draw"),
        ("*r09", "*R9"),
    ] {
        let step = wire::read_step::<Onze>(written).unwrap();
        assert_eq!(<Onze as wire::Codec>::write_move(&step.moves[0]), canonical);
        assert!(scene.moves().contains(&canonical.into()), "{canonical}");
    }
    for nonsense in [
        "", "*", "R", "R22", "R0", "B9@", "B9@Z", "B9@@Y", "R9=", "R9=*=", "*R9=*", "*x@B", "=*", "é", "R9@B=*",
        "drawn",
    ] {
        assert!(wire::read_step::<Onze>(nonsense).is_err(), "{nonsense}");
    }
}

#[test]
fn positions_are_checked_and_strange_ones_taken() {
    // No elevens, islands without links, links without cards, bonuses without full halves.
    let strange = json!({
        "table": ["R3", "*Y17"], "links": ["G4-R4", "y1-b1"], "bonuses": [0, 7], "first": 1, "passes": 2,
        "hands": [["R2", "G20"], []],
    });
    let scene = scene_with(&[], &[], strange).legal(&["R2", "draw"]).shows("/links", json!(["G4-R4", "Y1-B1"]));
    assert_eq!(scene.position(), Scene::<Onze>::at(scene.position()).position());
    // An empty hand may still draw.
    scene_with(&[], &[], json!({ "turn": { "used": 0 } })).legal(&["draw"]);
    // A debt that can no longer be paid: nothing is left to do, and nothing breaks.
    let stuck = scene_with(&[], &["R10"], json!({ "turn": { "used": 4, "swaps": 4 } })).legal(&[]);
    stuck.refuses("end", "swap-needs-card", "R13").refuses("R10", "four-cards", "R6").refuses(
        "draw",
        "wrong-phase",
        "R6",
    );
    for (fields, fault) in [
        (json!({ "links": ["Y9-B8"] }), Fault::NotALink { link: "Y9-B8".into() }),
        (json!({ "links": ["Y9-Y9"] }), Fault::NotALink { link: "Y9-Y9".into() }),
        (json!({ "links": [7] }), Fault::NotALink { link: "7".into() }),
        (json!({ "links": ["Y9-B9", "y9-b9"] }), Fault::SpotTwice { field: "links".into(), spot: "Y9-B9".into() }),
        (json!({ "table": ["R11", "*R11"] }), Fault::SpotTwice { field: "table".into(), spot: "R11".into() }),
        (json!({ "table": ["*R11", "R11"] }), Fault::SpotTwice { field: "table".into(), spot: "R11".into() }),
        (json!({ "table": ["*R11", "*R11"] }), Fault::SpotTwice { field: "table".into(), spot: "R11".into() }),
        (json!({ "table": ["R11", "R11"] }), Fault::TooMany { card: "R11".into(), named: 2, exist: 1 }),
        (json!({ "table": null }), Fault::Missing { field: "table".into() }),
        (json!({ "rows": null }), Fault::Missing { field: "rows".into() }),
        (json!({ "liaisons": null }), Fault::Missing { field: "liaisons".into() }),
        (json!({ "hands": [[]] }), Fault::WrongLength { field: "hands".into(), have: 1, need: 2 }),
        (json!({ "turn": { "used": 5 } }), Fault::OutOfRange { field: "turn.used".into(), value: 5, low: 0, high: 4 }),
        (json!({ "turn": { "drew": 1 } }), Fault::UnknownField { field: "turn.drew".into() }),
        (json!({ "passes": 3 }), Fault::OutOfRange { field: "passes".into(), value: 3, low: 0, high: 2 }),
        (json!({ "first": 2 }), Fault::OutOfRange { field: "first".into(), value: 2, low: 0, high: 1 }),
        (json!({ "options": { "joker": 1 } }), Fault::UnknownOption { option: "joker".into() }),
    ] {
        assert_eq!(faults(position_with(&[], &[], fields.clone())), [fault], "{fields}");
    }
}

/// What cannot be taken back: a draw, a deal and the count of the hands.
#[test]
fn what_reveals_a_card() {
    let laid = scene(&["B9", "B10"], &["R10", "Y9", "R1"]).play("R10");
    assert!(laid.revealing().is_empty(), "{:?}", laid.event_names());
    let linked = laid.play("Y9@B").play("end");
    assert!(linked.revealing().is_empty(), "{:?}", linked.event_names());
    let drew = scene(&[], &["R1"]).play("draw");
    assert_eq!((drew.revealing(), drew.event_names()), (&["drew".into()][..], vec!["drew", "turn-passed"]));
    let rounds = json!({ "options": { "rounds": 2 } });
    let out = scene_with(&[], &["R10"], rounds).play("R10");
    assert_eq!((out.revealing(), out.event_names()), (&["round-ended".into()][..], vec!["laid", "round-ended"]));
    assert_eq!(out.deal(1).revealing(), ["dealt"]);
}
