//! The rulebook of Rummy, rule by rule. `rummy_judge.rs` tries R10–R19 on many thousand tables.

use engine::games::Rummy;
use engine::games::rummy::{Bag, Reading, Rules, SetFault, Tile};
use engine::{Seat, Viewer};
use testkit::Scene;
use wire::rummy::write_tile;
use wire::{Codec, Fault, Value, json, read_position, read_step};
use words::{Lang, Words, say_refusal};

mod judge;

type TableRummy = Scene<Rummy>;

fn tiles(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Two players, seat 0 to move, these sets on the table and these tiles on the rack.
fn position(table: &[&str], rack: &str, opened: bool, options: Value) -> Value {
    let table: Vec<_> = table.iter().map(|set| tiles(set)).collect();
    json!({
        "game": "rummy", "options": options, "players": 2, "seat": 0, "opened": [opened, true],
        "table": table, "racks": [tiles(rack), ["jK"]], "pile": ["n2", "bK", "jQ", "jA"],
    })
}

/// A seat that has opened.
fn opened(table: &[&str], rack: &str) -> TableRummy {
    Scene::at(position(table, rack, true, json!({})))
}

/// A seat that has not.
fn closed(table: &[&str], rack: &str) -> TableRummy {
    Scene::at(position(table, rack, false, json!({})))
}

fn read_set(text: &str) -> Vec<Tile> {
    let step = read_step::<Rummy>(&format!("play {text}")).unwrap();
    match &step.moves[0] {
        engine::games::rummy::Move::Play(table) => table.tiles().to_vec(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn is_set(text: &str, points: u32) {
    assert_eq!(Reading::of(&read_set(text)).map(|reading| reading.points()), Ok(points), "{text}");
}

#[track_caller]
fn is_no_set(text: &str, fault: SetFault) {
    assert_eq!(Reading::of(&read_set(text)).err(), Some(fault), "{text}");
}

#[test]
fn r1_two_of_each_tile_and_two_jokers() {
    assert_eq!(Bag::ALL.len(), 106);
    assert_eq!(Tile::kinds().count(), 53);
    assert!(Tile::kinds().all(|tile| Bag::ALL.count(tile) == 2));
    let codes: Vec<String> = Tile::kinds().map(write_tile).collect();
    assert_eq!(codes[..13].join(" "), "nA n2 n3 n4 n5 n6 n7 n8 n9 n10 nJ nQ nK");
    assert_eq!((codes[13].as_str(), codes[26].as_str(), codes[39].as_str()), ("rA", "bA", "jA"));
    assert_eq!(codes[52], "*");
    let thrice = read_position::<Rummy>(position(&["n3 n4 n5", "r3 n3 b3"], "n3", true, json!({})));
    assert_eq!(thrice.unwrap_err(), vec![Fault::TooMany { card: "n3".into(), named: 3, exist: 2 }]);
}

#[test]
fn r2_values() {
    is_set("nA rA bA", 3);
    is_set("n9 n10 nJ nQ nK", 55);
}

#[test]
fn r3_brelan_and_carre() {
    is_set("r7 b7 j7", 21);
    is_set("j7 n7 r7 b7", 28);
    is_no_set("r7 b7", SetFault::TooShort);
    is_no_set("r7 b7 b7", SetFault::ColourTwice);
    is_no_set("r7 r7 *", SetFault::ColourTwice);
    is_no_set("r7 b7 j7 n7 *", SetFault::TooLong);
    is_no_set("r7 b7 j8", SetFault::Mixed);
    opened(&[], "r7 b7 j7 b7 n9").refuses("play r7 b7 j7 b7", "invalid-set", "R3");
}

#[test]
fn r4_suite() {
    is_set("n3 n4 n5", 12);
    is_set("nA n2 n3 n4 n5 n6 n7 n8 n9 n10 nJ nQ nK", 91);
    is_no_set("nQ nK nA", SetFault::NotConsecutive);
    is_no_set("nK nA n2", SetFault::NotConsecutive);
    is_no_set("n3 n5 n6", SetFault::NotConsecutive);
    is_no_set("n3 n4 r5", SetFault::Mixed);
    // The K of a colour and the A of the next are no neighbours.
    is_no_set("nQ nK rA", SetFault::Mixed);
    is_no_set("nQ nK *", SetFault::OffTheEnd);
    is_no_set("* nA n2", SetFault::OffTheEnd);
    is_no_set("* rA r2", SetFault::OffTheEnd);
    is_no_set("jQ jK *", SetFault::OffTheEnd);
    opened(&[], "nQ nK nA n9").refuses("play nQ nK nA", "invalid-set", "R4");
}

#[test]
fn r5_jokers_stand_for_any_tile() {
    is_set("r7 * j7", 21);
    is_set("n3 * n5", 12);
    is_set("* n4 n5", 12);
    is_set("n3 * * n6", 18);
    is_set("r7 * * b7", 28);
    is_no_set("* *", SetFault::TooShort);
    is_no_set("* * *", SetFault::OnlyJokers);
    is_no_set("n3 * n6", SetFault::NotConsecutive);
    // One natural and two jokers: a brelan or a suite, whichever suits.
    let scene = opened(&["n7 * *"], "r7 n10 n9");
    scene.clone().play("play n7 * * r7").shows("/table", json!([["n7", "*", "*", "r7"]]));
    scene.play("play n7 * * n10").shows("/table", json!([["n7", "*", "*", "n10"]]));
}

#[test]
fn r6_the_written_order_counts_and_is_kept() {
    is_no_set("n5 n4 n3", SetFault::NotConsecutive);
    is_no_set("n4 n5 n3", SetFault::NotConsecutive);
    let scene = opened(&["j7 b7 r7"], "n4 n5 n3 rA");
    let scene = scene.refuses("play j7 b7 r7 | n4 n5 n3", "invalid-set", "R4");
    let scene = scene.play("PLAY  N3 n4 n5|b7 J7 R7 ");
    scene.shows("/table", json!([["n3", "n4", "n5"], ["b7", "j7", "r7"]]));
    let faults = read_position::<Rummy>(position(&["n5 n4 n3"], "rA", true, json!({})));
    assert_eq!(faults.unwrap_err(), vec![Fault::NotASet { set: "n5 n4 n3".into() }]);
    let written = |text: &str| Rummy::write_move(&read_step::<Rummy>(text).unwrap().moves[0]);
    assert_eq!(written(" Play jj JQ jK |  N10 R10  B10"), "play jJ jQ jK | n10 r10 b10");
    assert_eq!(written("TIMEOUT"), "timeout");
    for bad in ["play r7 |", "play | r7", "play r7 || b7", "play r1", "play r11", "plays", "play x7", "playr7", "end"] {
        assert!(read_step::<Rummy>(bad).is_err(), "{bad}");
    }
}

#[test]
fn r7_the_highest_tile_starts_and_ties_draw_again() {
    let mut ties = 0;
    let mut jokers = 0;
    for seed in 0..=255 {
        let mut table = engine::Table::<Rummy>::new(&Rules::default(), engine::SeatCount::new(4).unwrap());
        let mut events = Vec::new();
        table.deal(engine::Seed([seed; 32]), &mut |before, event| {
            events.push(wire::write_event::<Rummy>(before.public.sheet.seats(), event));
        });
        let drawn: Vec<(u64, u8)> = events[0]["drawn"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pair| (pair[0].as_u64().unwrap(), read_set(pair[1].as_str().unwrap())[0].rank()))
            .collect();
        assert_eq!(drawn.iter().take(4).map(|(seat, _)| *seat).collect::<Vec<_>>(), [0, 1, 2, 3]);
        jokers += drawn.iter().filter(|(_, rank)| *rank == 0).count();
        // Round after round, only those who had the highest draw on.
        let mut contenders = vec![0, 1, 2, 3];
        let mut rest = &drawn[..];
        while contenders.len() > 1 {
            let (now, later) = rest.split_at(contenders.len());
            assert_eq!(now.iter().map(|(seat, _)| *seat).collect::<Vec<_>>(), contenders);
            let highest = now.iter().map(|(_, rank)| *rank).max().unwrap();
            contenders = now.iter().filter(|(_, rank)| *rank == highest).map(|(seat, _)| *seat).collect();
            ties += usize::from(contenders.len() > 1);
            rest = later;
        }
        assert!(rest.is_empty());
        assert_eq!(events[0]["first"], contenders[0]);
        assert_eq!(table.state.public.seat.index() as u64, contenders[0]);
    }
    assert!(ties > 10 && jokers > 0, "{ties} ties, {jokers} jokers");
}

#[test]
fn r8_fourteen_tiles_each_and_clockwise() {
    for players in 2..=4 {
        let scene = Scene::<Rummy>::dealt(&Rules::default(), players, 3);
        let position = scene.position();
        let racks = position["racks"].as_array().unwrap();
        assert_eq!(racks.len(), players);
        assert!(racks.iter().all(|rack| rack.as_array().unwrap().len() == 14));
        assert_eq!(position["pile"].as_array().unwrap().len(), 106 - 14 * players);
        assert_eq!((&position["table"], &position["passes"]), (&json!([]), &json!(0)));
        assert_eq!(position["opened"], json!(vec![false; players]));
        let first = position["seat"].as_u64().unwrap();
        let next = (first + 1) % players as u64;
        let scene = scene.refuses(&format!("{next}:draw"), "not-your-turn", "R8").play("draw");
        scene.shows("/seat", json!(next));
    }
    // A seat the table does not have.
    opened(&[], "n3").refuses("7:draw", "not-your-turn", "R8");
}

#[test]
fn r9_play_or_draw() {
    let scene = opened(&["r7 b7 j7"], "n7 n9");
    let scene = scene.legal(&["draw", "play r7 b7 j7 n7"]);
    let drawn = scene.clone().play("draw").shows("/racks/0", json!(["n2", "n7", "n9"])).shows("/seat", json!(1));
    assert_eq!(drawn.event_names(), ["drew", "turn-passed"]);
    drawn.shows("/pile", json!(["bK", "jQ", "jA"])).shows("/table", json!([["r7", "b7", "j7"]]));
    let played = scene.play("play r7 b7 j7 n7").shows("/racks/0", json!(["n9"])).shows("/seat", json!(1));
    assert_eq!(played.event_names(), ["played", "turn-passed"]);
    let view = played.view(Viewer::Seat(Seat::new(1).unwrap()));
    assert_eq!((&view["racks"], &view["pile"]), (&json!([1, ["jK"]]), &json!(4)));
    assert_eq!(view["table"], json!([["r7", "b7", "j7", "n7"]]));
}

#[test]
fn r10_an_opening_is_worth_thirty() {
    let scene = closed(&["r7 b7 j7"], "n9 n10 nJ n2 b2 r2 j2 rA");
    scene.clone().play("play r7 b7 j7 | n9 n10 nJ").shows("/opened", json!([true, true]));
    let scene = scene.refuses("play r7 b7 j7 | n2 b2 r2 j2", "not-thirty", "R10");
    scene.clone().play("play n2 b2 r2 | n9 n10 nJ | r7 b7 j7").shows("/racks/0", json!(["rA", "j2"]));
    // 29 is not enough, 30 is.
    let scene = closed(&[], "n8 n9 n10 nA rA bA n2 j9 r9 b9");
    let scene = scene.refuses("play n8 n9 n10", "not-thirty", "R10");
    scene.clone().play("play n8 n9 n10 | nA rA bA");
    scene.refuses("play j9 r9 b9", "not-thirty", "R10").refuses("play nA rA bA", "not-thirty", "R10");
    closed(&[], "nJ r10 b10 n10 jA").play("play n10 b10 r10").shows("/opened/0", json!(true));
    // Drawing is no opening.
    closed(&[], "n8").play("draw").shows("/opened", json!([false, true]));
}

#[test]
fn r11_the_dearest_reading_that_fits() {
    is_set("r10 * *", 33);
    is_set("* r10 *", 30);
    is_set("* * r10", 30);
    is_set("rQ * *", 36);
    is_set("rJ * *", 36);
    is_set("* rA *", 3);
    is_set("rA * *", 6);
    closed(&[], "r10 * * n2").play("play r10 * *");
    closed(&[], "r9 * * n2").play("play r9 * *");
    closed(&[], "r9 * * n2").refuses("play * r9 *", "not-thirty", "R10").refuses("play * * r9", "not-thirty", "R10");
    let held = closed(&[], "r9 * * n2").table().clone();
    let step = read_step::<Rummy>("play * * r9").unwrap();
    let refusal = held.clone().submit(Seat::default(), &step.moves, &mut |_, _| {}).unwrap_err();
    assert_eq!(
        say_refusal::<Rummy>(&refusal, Lang::English),
        "Opening takes 30 points; your sets are worth 27. (rule R10)"
    );
    // A joker counts as what it stands for, not as its cost on a rack.
    closed(&[], "n3 * n5 n2").refuses("play n3 * n5", "not-thirty", "R10");
}

#[test]
fn r12_an_opening_touches_nothing_else() {
    let table = ["r7 b7 j7", "n3 n4 n5 n6", "j4 * j6"];
    let scene = closed(&table, "n7 n10 r10 b10 j5 j7 rA");
    let scene = scene.refuses("play r7 b7 j7 n7 | n3 n4 n5 n6 | j4 * j6 | n10 r10 b10", "not-opened", "R12");
    let scene = scene.refuses("play r7 b7 j7 | n4 n5 n6 n7 | j4 * j6 | n10 r10 b10", "tile-missing", "R13");
    let scene = scene.refuses("play r7 b7 j7 | n3 n4 n5 n6 n7 | j4 * j6", "not-opened", "R12");
    let scene = scene.refuses("play r7 b7 j7 | n3 n4 n5 n6 | j4 j5 j6 * | n10 r10 b10", "not-opened", "R12");
    // The other sets in another order, and a brelan's tiles, too.
    let scene = scene.play("play n10 r10 b10 | j4 * j6 | n3 n4 n5 n6 | j7 r7 b7");
    scene.shows("/racks/0", json!(["n7", "rA", "j5", "j7"]));
    // A joker's place is part of its set.
    let scene = closed(&["* n4 n5"], "n10 r10 b10 n6");
    scene.refuses("play n4 n5 * | n10 r10 b10", "not-opened", "R12").play("play n10 r10 b10 | * n4 n5");
    let scene = closed(&["n4 * *"], "n10 r10 b10 n6");
    scene.refuses("play * n4 * | n10 r10 b10", "not-opened", "R12").play("play n10 r10 b10 | n4 * *");
    // Splitting a long suite counts as touching it; equal sets are matched one to one.
    let scene = closed(&["n3 n4 n5 n6 n7 n8"], "n10 r10 b10 n6");
    scene.refuses("play n3 n4 n5 | n6 n7 n8 | n10 r10 b10", "not-opened", "R12");
    let scene = closed(&["n10 r10 b10"], "n10 r10 b10 n6");
    scene.play("play b10 n10 r10 | n10 b10 r10").shows("/racks/0", json!(["n6"]));
}

#[test]
fn r13_rearranging() {
    let scene = opened(&["n3 n4 n5 n6 n7", "r6 b6 j6", "r8 b8 j8 n8"], "n5 n9 r7 rA");
    // Split one suite in two around a second n5.
    scene
        .clone()
        .play("play n3 n4 n5 | n5 n6 n7 | r6 b6 j6 | r8 b8 j8 n8")
        .shows("/racks/0", json!(["n9", "rA", "r7"]));
    // Take from a carré and join it to a suite, with a tile of the own.
    scene.clone().play("play n3 n4 n5 n6 n7 n8 n9 | r6 b6 j6 | r8 b8 j8");
    // Take from two sets for a third.
    let scene = opened(&["n6 r6 b6 j6", "r8 b8 j8 n8"], "r7 rA");
    let scene = scene.play("play n6 b6 j6 | r6 r7 r8 | b8 j8 n8");
    scene.shows("/table", json!([["n6", "b6", "j6"], ["r6", "r7", "r8"], ["b8", "j8", "n8"]]));
    // Everything stays on the table.
    let scene = opened(&["n3 n4 n5 n6", "r8 b8 j8 n8"], "r7 n6 r6 b6 rA");
    let scene = scene.refuses("play n3 n4 n5 n6", "tile-missing", "R13");
    let scene = scene.refuses("play n3 n4 n5 | r8 b8 j8 n8 | r6 r7 n6", "invalid-set", "R14");
    let scene = scene.refuses("play n3 n4 n5 | r8 b8 j8 n8 | r6 b6", "tile-missing", "R13");
    // A second tile of the kind does not replace the first, but may be in its place.
    scene.play("play n3 n4 n5 | r8 b8 j8 n8 | r6 n6 b6").shows("/racks/0", json!(["n6", "rA", "r7"]));
}

#[test]
fn r14_every_set_is_a_set() {
    let scene = opened(&["n3 n4 n5", "r8 b8 j8"], "n6 n8 rA n7 r7");
    let scene = scene.refuses("play n3 n4 | n5 n6 n7 | r8 b8 j8", "invalid-set", "R14");
    let scene = scene.refuses("play n3 n4 n5 | r8 b8 j8 | n8", "invalid-set", "R14");
    let scene = scene.refuses("play n3 n4 n5 n7 | r8 b8 j8", "invalid-set", "R4");
    let scene = scene.refuses("play n3 n4 n5 | r8 b8 j8 r7", "invalid-set", "R14");
    let mut table = scene.table().clone();
    let step = read_step::<Rummy>("play n3 n4 n5 n7 | r8 b8 j8").unwrap();
    let refusal = table.submit(Seat::default(), &step.moves, &mut |_, _| {}).unwrap_err();
    let french = say_refusal::<Rummy>(&refusal, Lang::French);
    assert_eq!(
        french.replace('\u{a0}', " "),
        "« 3 noir, 4 noir, 5 noir, 7 noir » n'est pas une combinaison : les rangs ne se suivent pas en montant. (règle R4)"
    );
}

#[test]
fn r15_a_tile_from_the_rack_and_from_nowhere_else() {
    let scene = opened(&["n3 n4 n5 n6 n7 n8"], "rA r2 r3");
    let scene = scene.refuses("play n3 n4 n5 n6 n7 n8", "nothing-from-rack", "R15");
    let scene = scene.refuses("play n3 n4 n5 | n6 n7 n8", "nothing-from-rack", "R15");
    let scene = scene.refuses("play n3 n4 n5 n6 n7 n8 n9", "not-in-hand", "R15");
    let scene = scene.refuses("play n3 n4 n5 n6 n7 n8 | rA r2 r3 *", "not-in-hand", "R15");
    // Not even a third time what lies there, or a tile of the rack twice.
    let scene = scene.refuses("play n3 n4 n5 n6 n7 n8 | n3 n4 n5", "not-in-hand", "R15");
    let scene = scene.refuses("play n3 n4 n5 n6 n7 n8 | rA r2 r3 | rA r2 r3", "not-in-hand", "R15");
    let thrice = "play n3 n4 n5 | n3 n4 n5 | n3 n4 n5 | n6 n7 n8";
    let scene = scene.refuses(thrice, "not-in-hand", "R15").refuses("play", "tile-missing", "R13");
    opened(&[], "rA r2 r3").refuses("play", "nothing-from-rack", "R15");
    // Before the opening the same holds.
    closed(&[], "rA r2 r3").refuses("play nQ bQ jQ", "not-in-hand", "R15");
    scene.play("play n3 n4 n5 n6 n7 n8 | rA r2 r3").shows("/over/winners", json!([0]));
}

#[test]
fn r16_what_a_joker_stands_for() {
    // In a suite: the tile of its place, at the ends, too.
    let scene = opened(&["n3 * n5"], "n4 r9 b9 rA");
    let scene = scene.refuses("play n3 n4 n5 | r9 b9", "tile-missing", "R18");
    scene.play("play n3 n4 n5 | r9 * b9");
    let scene = opened(&["* n4 n5"], "n6 r9 b9 n3 rA");
    scene.clone().play("play n3 n4 n5 | r9 b9 *");
    scene.refuses("play n4 n5 n6 | r9 b9 *", "joker-held", "R17").refuses(
        "play n4 n5 *| n6 n3 *",
        "not-in-hand",
        "R15",
    );
    // Read off the table as written: written behind, it stands for another tile.
    opened(&["n4 n5 *"], "n3 r9 b9 rA").refuses("play n3 n4 n5 | r9 b9 *", "joker-held", "R17");
    opened(&["n4 n5 *"], "n6 r9 b9 rA").play("play n4 n5 n6 | r9 b9 *");
    // In a brelan of two naturals: either missing colour.
    for missing in ["b7", "j7"] {
        let scene = opened(&["n7 r7 *"], &format!("{missing} r9 b9 rA"));
        scene.play(&format!("play n7 r7 {missing} | r9 b9 *"));
    }
    // In a carré: the one that is missing.
    let scene = opened(&["n7 r7 * j7"], "n6 n8 r9 b9 b7 rA");
    scene.clone().refuses("play n7 r7 j7 | r9 b9 *", "joker-held", "R17").play("play n7 r7 j7 b7 | r9 b9 *");
    // Two in one brelan stand for different tiles: two different naturals free both, one tile twice does not.
    let table = ["n7 r7 * *", "r9 r10 rJ", "b2 b3 b4", "b8 b9 b10"];
    let scene = opened(&table, "b5 b6 b7 b7 j7 rA");
    scene.clone().play("play n7 r7 b7 j7 | * r9 r10 rJ | b2 b3 b4 * | b8 b9 b10");
    let twice = "play n7 r7 b7 | b2 b3 b4 b5 b6 b7 b8 b9 b10 | * r9 r10 rJ *";
    scene.refuses(twice, "joker-held", "R17");
}

#[test]
fn r17_a_joker_is_held_until_its_tile_lies_there() {
    // It may stay while its set changes around it, and it may stand for the same tile elsewhere.
    let scene = opened(&["n2 n3 * n5", "b4 j4 r4"], "n6 n7 nA rA");
    scene.clone().play("play nA n2 n3 * n5 n6 | b4 j4 r4");
    scene.clone().play("play nA n2 n3 | * n5 n6 n7 | b4 j4 r4");
    scene.play("play nA n2 n3 | n5 n6 n7 | b4 j4 r4 *");
    // It could not be n4 there; the natural tile comes from the rack.
    let scene = opened(&["n2 n3 * n5", "b9 j9 r9"], "n6 n7 nA rA n4");
    let scene = scene.refuses("play nA n2 n3 | n5 n6 n7 | b9 j9 r9 *", "joker-held", "R17");
    scene.play("play nA n2 n3 n4 | n5 n6 n7 | b9 j9 r9 *");
    // Or it lies there already.
    let scene = opened(&["n2 n3 * n5", "b9 j9 r9", "n4 b4 r4"], "n6 n7 nA rA");
    scene.play("play nA n2 n3 | n5 n6 n7 | b9 j9 r9 * | n4 b4 r4");
    // One natural frees one joker: both stand for n4.
    let table = ["n2 n3 * n5", "b4 r4 j4 *", "b9 j9 r9", "r10 rJ rQ"];
    let scene = opened(&table, "n6 n7 nA rA n4 n4");
    let scene = scene.refuses("play nA n2 n3 n4 | n5 n6 n7 | b4 r4 j4 | b9 j9 r9 * | r10 rJ rQ *", "joker-held", "R17");
    scene.clone().play("play nA n2 n3 n4 | n5 n6 n7 | b4 r4 j4 * | b9 j9 r9 * | r10 rJ rQ");
    scene.play("play nA n2 n3 n4 n5 n6 n7 | b4 r4 j4 n4 | b9 j9 r9 * | r10 rJ rQ *");
    // Any assignment of two jokers that works: n4 goes to a carré, n9 to a suite.
    let scene = opened(&["n2 n3 * n5", "b9 j9 *", "b4 j4 r4"], "nA n6 n7 n8 n10 r9 rA");
    scene.clone().play("play nA n2 n3 | n5 n6 n7 n8 * n10 | b9 j9 r9 | b4 j4 r4 *");
    // A natural r9 frees the joker that could be r9; the other is still n4.
    scene.clone().play("play nA n2 n3 * n5 n6 n7 n8 | b9 j9 r9 | b4 j4 r4 *");
    scene.refuses("play nA n2 n3 | n5 n6 n7 n8 * n10 | b9 j9 * | b4 j4 r4", "joker-held", "R17");
    // A joker from the rack may take the place of the one on the table.
    opened(&["n3 * n5"], "* r9 b9 rA").play("play n3 * n5 | r9 b9 *");
    opened(&["n3 * n5", "r9 b9 j9"], "* n6 n7 n2 rA").refuses(
        "play n5 n6 n7 | r9 b9 j9 * | * n2 n3",
        "joker-held",
        "R17",
    );
    // Two jokers and one natural are read either way, before and after.
    opened(&["n7 * *"], "n8 n9 r2 b2 jJ jQ rA").play("play n7 n8 n9 | r2 b2 * | * jJ jQ");
    opened(&["n7 * *"], "r7 b7 r2 b2 jJ jQ rA").play("play n7 r7 b7 | r2 b2 * | * jJ jQ");
    opened(&["n7 r7 *"], "* rA").refuses("play n7 * * | r7", "invalid-set", "R14");
    // But not half one way and half the other: n8 frees a joker of the suite, r7 one of the brelan.
    let scene = opened(&["n7 * *", "r2 b2 j2", "jJ jQ jK"], "n6 n8 r6 r7 r8 b6 b7 b8 rA");
    let scene = scene.refuses("play n6 n7 n8 | r6 r7 r8 | r2 b2 j2 * | * jJ jQ jK", "joker-held", "R17");
    scene.play("play n6 n7 n8 | r6 r7 r8 | b6 b7 b8 | r2 b2 j2 * | * jJ jQ jK");
}

#[test]
fn r18_a_joker_never_returns_to_a_rack() {
    let scene = opened(&["n3 * n5"], "n4 r9 b9");
    scene.refuses("play n3 n4 n5", "tile-missing", "R18");
}

#[test]
fn r19_the_free_joker() {
    let table = ["* n4 n5", "r9 b9 j9"];
    let play = "play n4 n5 n6 | r9 b9 j9 *";
    opened(&table, "n6 rA").refuses(play, "joker-held", "R17");
    let scene: TableRummy = Scene::at(position(&table, "n6 rA", true, json!({ "joker": "free" })));
    let scene = scene.refuses("play n4 n5 n6 | r9 b9 j9", "tile-missing", "R18").play(play);
    scene.shows("/options", json!({ "joker": "free" }));
    let scene: TableRummy = Scene::at(position(&table, "n6 rA", true, json!({ "joker": "replace" })));
    scene.refuses(play, "joker-held", "R17").shows("/options", json!({}));
}

#[test]
fn r20_the_clock_may_be_off() {
    assert_eq!(Rules::default().turn_seconds, 60);
    let scene: TableRummy = Scene::at(position(&[], "n6 rA", true, json!({ "turn_seconds": 0 })));
    scene.refuses("timeout", "no-clock", "R20").legal(&["draw"]);
    let scene: TableRummy = Scene::at(position(&[], "n6 rA", true, json!({ "turn_seconds": 90 })));
    scene.play("timeout").shows("/options/turn_seconds", json!(90));
    let unknown = read_position::<Rummy>(position(&[], "n6 rA", true, json!({ "turn_seconds": -1 })));
    assert!(unknown.is_err());
}

#[test]
fn r21_a_time_out_draws_three() {
    let scene = opened(&["r7 b7 j7"], "n7 n9").legal(&["draw", "play r7 b7 j7 n7"]);
    // A refused play changes nothing; the turn goes on.
    let scene = scene.refuses("play r7 b7 j7 n9", "invalid-set", "R14").refuses("1:timeout", "not-your-turn", "R8");
    let scene = scene.play("timeout").shows("/racks/0", json!(["n2", "n7", "n9", "bK", "jQ"]));
    assert_eq!(scene.event_names(), ["timed-out", "drew", "drew", "drew", "turn-passed"]);
    let scene =
        scene.shows("/table", json!([["r7", "b7", "j7"]])).shows("/seat", json!(1)).shows("/pile", json!(["jA"]));
    // Fewer if the pile has fewer.
    let scene = scene.play("timeout").shows("/racks/1", json!(["jA", "jK"])).shows("/pile", json!([]));
    scene.shows("/seat", json!(0)).shows("/passes", json!(0)).shows("/opened", json!([true, true]));
}

/// Three players, seat 0 to move, an empty pile.
fn dry(racks: [&str; 3], passes: usize) -> TableRummy {
    Scene::at(json!({
        "game": "rummy", "players": 3, "seat": 0, "opened": [true, true, true], "table": [["n3", "n4", "n5"]],
        "racks": racks.map(tiles), "passes": passes, "scores": [100, 0, 0],
    }))
}

#[test]
fn r22_the_empty_pile() {
    opened(&[], "n6").refuses("pass", "pile-not-empty", "R22");
    let scene = dry(["n6 rA", "r2", "r3"], 0).legal(&["pass", "play n3 n4 n5 n6"]).refuses("draw", "pile-empty", "R22");
    let passed = scene.clone().play("pass").shows("/passes", json!(1)).shows("/seat", json!(1));
    assert_eq!(passed.event_names(), ["passed", "turn-passed"]);
    let late = scene.play("timeout").shows("/passes", json!(1)).shows("/seat", json!(1));
    assert_eq!(late.event_names(), ["timed-out", "passed", "turn-passed"]);
}

#[test]
fn r23_all_pass() {
    let scene = dry(["n6 rA", "r2", "r3"], 0).play_all(&["pass", "timeout"]).shows("/passes", json!(2));
    let over = scene.clone().play("pass").shows("/over/match", json!(true)).shows("/passes", json!(3));
    assert_eq!(over.event_names(), ["passed", "round-ended"]);
    let late = scene.play("timeout");
    assert_eq!(late.event_names(), ["timed-out", "passed", "round-ended"]);
    // A play breaks the row, and so does a draw.
    dry(["n6 rA", "r2", "r3"], 2).play("play n3 n4 n5 n6").shows("/passes", json!(0)).shows("/seat", json!(1));
    let mut with_pile = dry(["n6 rA", "r2", "r3"], 2).position();
    with_pile["pile"] = json!(["nK"]);
    Scene::<Rummy>::at(with_pile).play("draw").shows("/passes", json!(0)).shows("/seat", json!(1));
}

#[test]
fn r24_an_empty_rack_ends_the_round() {
    let scene = opened(&["n3 n4 n5"], "n6 n7").play("play n3 n4 n5 n6 n7").shows("/racks", json!([[], ["jK"]]));
    assert_eq!(scene.event_names(), ["played", "round-ended"]);
    scene.legal(&[]).refuses("draw", "round-over", "R24").refuses("1:draw", "round-over", "R24");
    // An opening may do it, too.
    closed(&[], "n10 r10 b10").play("play n10 r10 b10").shows("/over/round_scores", json!([13, -13]));
    // Drawing with an empty rack, as no game comes to it, ends nothing.
    opened(&["n3 n4 n5"], "").legal(&["draw"]).play("draw").shows("/seat", json!(1));
}

#[test]
fn r25_who_goes_out_gains_what_the_others_lose() {
    let scene = dry(["n6", "rK r10 *", "rA r2"], 0).play("play n3 n4 n5 n6");
    let scene = scene.shows("/over/round_scores", json!([56, -53, -3])).shows("/over/scores", json!([156, -53, -3]));
    scene.shows("/over/winners", json!([0]));
    let mut dear = dry(["n6", "rK r10 *", "rA *"], 0).position();
    dear["options"] = json!({ "joker_points": 50 });
    Scene::<Rummy>::at(dear).play("play n3 n4 n5 n6").shows("/over/round_scores", json!([124, -73, -51]));
    // Who went out wins the round even if the others lose nothing.
    let mut free = dry(["n6", "*", "*"], 0).position();
    free["options"] = json!({ "joker_points": 0, "rounds": 2 });
    let scene = Scene::<Rummy>::at(free).play("play n3 n4 n5 n6");
    scene.shows("/over/round_scores", json!([0, 0, 0])).shows("/over/winners", json!([0]));
}

#[test]
fn r26_nobody_went_out() {
    let ended = |racks| dry(racks, 2).play("pass");
    let scene = ended(["rK", "r2", "r7 rA"]);
    scene.shows("/over/round_scores", json!([-11, 17, -6])).shows("/over/scores", json!([89, 17, -6]));
    // Those who tie share, rounded down.
    ended(["rK", "r2", "b2"]).shows("/over/round_scores", json!([-11, 5, 5]));
    ended(["rK", "r2", "rA nA"]).shows("/over/round_scores", json!([-11, 5, 5]));
    ended(["r3", "r2", "b2"]).shows("/over/round_scores", json!([-1, 0, 0]));
    ended(["r2", "n2", "b2"]).shows("/over/round_scores", json!([0, 0, 0]));
    ended(["*", "r2", "b3"]).shows("/over/round_scores", json!([-28, 29, -1]));
}

#[test]
fn r27_a_match_is_so_many_rounds() {
    let at = |round: u16, options: Value, last_round: bool| -> TableRummy {
        let mut position = position(&["n3 n4 n5"], "n6", true, options);
        position["round"] = json!(round);
        position["last_round"] = json!(last_round);
        position["scores"] = json!([-26, 0]);
        Scene::<Rummy>::at(position).play("play n3 n4 n5 n6").shows("/over/scores", json!([-13, -13]))
    };
    at(1, json!({}), false).shows("/over/match", json!(true)).shows("/over/winners", json!([0, 1]));
    at(1, json!({ "rounds": 2 }), false).shows("/over/match", json!(false)).shows("/over/winners", json!([0]));
    at(2, json!({ "rounds": 2 }), false).shows("/over/match", json!(true));
    at(1, json!({ "rounds": 2 }), true).shows("/over/match", json!(true));
    let next = at(1, json!({ "rounds": 2 }), false).deal(5).shows("/round", json!(2));
    next.shows("/scores", json!([-13, -13])).shows("/table", json!([])).shows("/opened", json!([false, false]));
}

#[test]
fn the_samples_are_what_they_say() {
    // Openings: single sets worth thirty, and all that go together.
    let scene = closed(&["n3 n4 n5"], "r10 b10 j10 rA r2 r3 n6");
    scene.legal(&["draw", "play n3 n4 n5 | r10 b10 j10", "play n3 n4 n5 | rA r2 r3 | r10 b10 j10"]);
    closed(&["n3 n4 n5"], "r9 b9 j9 rA n6").legal(&["draw"]);
    closed(&[], "r9 b9 * nQ nK").legal(&["draw", "play * nQ nK"]);
    // Afterwards: single sets, and single tiles at the ends of sets, jokers included.
    let scene = opened(&["n3 n4 n5", "r7 b7 j7", "bJ bQ bK"], "n2 n6 n7 r4 j4 * bA");
    scene.legal(&[
        "draw",
        "play n3 n4 n5 | r7 b7 j7 | bJ bQ bK | n6 n7 *",
        "play n3 n4 n5 | r7 b7 j7 | bJ bQ bK | r4 j4 *",
        "play n2 n3 n4 n5 | r7 b7 j7 | bJ bQ bK",
        "play * n3 n4 n5 | r7 b7 j7 | bJ bQ bK",
        "play n3 n4 n5 n6 | r7 b7 j7 | bJ bQ bK",
        "play n3 n4 n5 * | r7 b7 j7 | bJ bQ bK",
        "play n3 n4 n5 | r7 b7 j7 n7 | bJ bQ bK",
        "play n3 n4 n5 | r7 b7 j7 * | bJ bQ bK",
        "play n3 n4 n5 | r7 b7 j7 | * bJ bQ bK",
    ]);
    // The time-out is the clock's, and never listed.
    assert!(!dry(["rA", "r2", "r3"], 0).moves().contains(&"timeout".into()));
}

#[test]
fn the_rulebooks_have_the_same_rules() {
    for lang in Lang::ALL {
        let rulebook = Rummy::rulebook(lang);
        let rules: Vec<&str> = rulebook
            .lines()
            .filter_map(|line| line.strip_prefix("- **R")?.split_once('.'))
            .map(|(number, _)| number)
            .collect();
        assert_eq!(rules, (1..=27).map(|number| number.to_string()).collect::<Vec<_>>(), "{lang:?}");
    }
}

#[test]
fn positions_say_what_is_wrong() {
    let faults = |change: &dyn Fn(&mut Value)| {
        let mut position = position(&["n3 n4 n5"], "n6", true, json!({}));
        change(&mut position);
        read_position::<Rummy>(position).err().unwrap_or_default()
    };
    let set = |set: &str| vec![Fault::NotASet { set: set.into() }];
    assert_eq!(faults(&|position| position["table"] = json!([["n3", "n4"]])), set("n3 n4"));
    assert_eq!(faults(&|position| position["table"] = json!([[]])), set(""));
    assert_eq!(faults(&|position| position["table"] = json!([["*", "*", "n3", "n3"]])), set("* * n3 n3"));
    assert_eq!(faults(&|position| position["table"] = json!(["n3 N4 *", ["N7", "r7", "*"]])), []);
    let unknown = vec![Fault::UnknownCard { field: "table[0]".into(), card: "x4".into() }];
    assert_eq!(faults(&|position| position["table"] = json!([["n3", "x4", "n5"]])), unknown);
    assert_eq!(faults(&|position| position["table"] = json!(vec![vec!["*"; 300]; 3])).len(), 4);
    assert_eq!(faults(&|position| position["opened"] = json!([1, true])).len(), 1);
    assert_eq!(faults(&|position| position["passes"] = json!(3)).len(), 1);
    assert_eq!(faults(&|position| position["hands"] = json!([[], []])).len(), 1);
    assert_eq!(faults(&|position| position["racks"] = Value::Null).len(), 1);
    assert_eq!(faults(&|position| position["options"] = json!({ "joker": "keep" })).len(), 1);
}

/// What cannot be taken back: a draw, a deal and the count of the racks.
#[test]
fn what_reveals_a_tile() {
    let played = opened(&["n3 n4 n5"], "n6 r7").play("play n3 n4 n5 n6");
    assert_eq!(played.event_names(), ["played", "turn-passed"]);
    assert!(played.revealing().is_empty());
    let drew = opened(&[], "n6 r7").play("draw");
    assert_eq!((drew.revealing(), drew.event_names()), (&["drew".into()][..], vec!["drew", "turn-passed"]));
    let late = opened(&[], "n6 r7").play("timeout");
    assert_eq!(late.event_names(), ["timed-out", "drew", "drew", "drew", "turn-passed"]);
    assert_eq!(late.revealing(), ["drew", "drew", "drew"]);
    let rounds = json!({ "rounds": 2 });
    let out = Scene::<Rummy>::at(position(&["n3 n4 n5"], "n6", true, rounds)).play("play n3 n4 n5 n6");
    assert_eq!(out.revealing(), ["round-ended"]);
    assert_eq!(out.deal(1).revealing(), ["dealt"]);
}
