//! The draft of a turn at Rummy: what can be arranged, what is refused at once, and what it comes to.

use client::gesture::rummy::{Draft, Help, Opening, Order, Spot, Stand, TileCopy, find_help, new_tiles, tiles_to_lift};
use engine::games::Rummy;
use engine::games::rummy::{Bag, Move, Reading, Refusal, Rules, SetFault, Tile};
use engine::{Chance, Game, Seat, SeatCount, Seed, Shuffle, Turn, View, Viewer};
use testkit::{Dice, Scene};
use wire::rummy::write_set;
use wire::{Value, json};

/// What seat 0 of two sees, whose turn it is.
fn view(table: &[&str], rack: &str, opened: bool, options: Value) -> View<Rummy> {
    let tiles = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    let table: Vec<_> = table.iter().map(|set| tiles(set)).collect();
    let scene = Scene::<Rummy>::at(json!({
        "game": "rummy", "options": options, "players": 2, "seat": 0, "opened": [opened, true],
        "table": table, "racks": [tiles(rack), ["jK"]], "pile": ["n2", "bK", "jQ", "jA"],
    }));
    View::of(&scene.table().state, Viewer::Seat(Seat::default()))
}

fn opened(table: &[&str], rack: &str) -> Draft {
    Draft::new(view(table, rack, true, json!({})))
}

fn closed(table: &[&str], rack: &str) -> Draft {
    Draft::new(view(table, rack, false, json!({})))
}

/// The tile with this key.
#[track_caller]
fn piece(draft: &Draft, key: &str) -> TileCopy {
    draft.now().pieces().find(|piece| piece.key() == key).unwrap_or_else(|| panic!("there is no {key}"))
}

#[track_caller]
fn put(draft: &mut Draft, keys: &str, spot: &str) {
    assert_eq!(try_to_put(draft, keys, spot), Ok(()), "{keys} to {spot}");
}

#[track_caller]
fn try_to_put(draft: &mut Draft, keys: &str, spot: &str) -> Result<(), Refusal> {
    let pieces: Vec<TileCopy> = keys.split_whitespace().map(|key| piece(draft, key)).collect();
    draft.put(&pieces, Spot::read(spot).expect("a spot"))
}

fn table(draft: &Draft) -> Vec<String> {
    draft.now().groups.iter().map(|group| write_set(&group.tiles())).collect()
}

/// Lets the solver help; `false` if it cannot.
fn help(draft: &mut Draft, help: Help) -> bool {
    draft.ask_help(help).is_some_and(|asked| draft.take_help(&find_help(&asked)))
}

fn rack(draft: &Draft) -> String {
    write_set(&draft.now().rack.iter().map(|piece| piece.tile).collect::<Vec<_>>())
}

#[test]
fn a_rack_is_sorted_by_colour_by_rank_or_freely() {
    let mut draft = opened(&[], "r7 * n9 b2 n7");
    assert_eq!(rack(&draft), "n7 n9 r7 b2 *");
    draft.sort(Order::Rank);
    assert_eq!(rack(&draft), "b2 n7 r7 n9 *");
    put(&mut draft, "*.0", "rack:1");
    assert_eq!((rack(&draft).as_str(), draft.order()), ("b2 * n7 r7 n9", Order::Free));
    put(&mut draft, "b2.0", "rack:4");
    assert_eq!(rack(&draft), "* n7 r7 b2 n9");
    draft.undo();
    assert_eq!(rack(&draft), "b2 * n7 r7 n9");
}

#[test]
fn tiles_go_to_groups_to_new_ones_and_back() {
    let mut draft = opened(&["n3 n4 n5"], "n6 r9 b9 j9");
    put(&mut draft, "n6.0", "set:0:3");
    put(&mut draft, "r9.0 b9.0 j9.0", "new");
    assert_eq!(table(&draft), ["n3 n4 n5 n6", "r9 b9 j9"]);
    assert_eq!(draft.judge(), Ok(()));
    assert_eq!(draft.step(), "play n3 n4 n5 n6 | r9 b9 j9");
    assert_eq!(draft.laid_count(), 4);
    put(&mut draft, "b9.0", "rack:0");
    assert_eq!((table(&draft), rack(&draft)), (vec!["n3 n4 n5 n6".to_owned(), "r9 j9".to_owned()], "b9".into()));
    assert_eq!(draft.fault(1), Some(SetFault::TooShort));
    put(&mut draft, "r9.0 j9.0", "rack:1");
    assert_eq!(table(&draft), ["n3 n4 n5 n6"], "an empty group is gone");
}

#[test]
fn a_tile_goes_where_it_makes_a_set() {
    let mut draft = opened(&["n3 n4 n5"], "n6 n9");
    put(&mut draft, "n6.0", "set:0:1");
    assert_eq!(table(&draft), ["n3 n4 n5 n6"]);
    put(&mut draft, "n9.0", "set:0:1");
    assert_eq!(table(&draft), ["n3 n9 n4 n5 n6"], "there is no such place: it goes where it was put");
}

#[test]
fn what_lies_on_the_table_stays_there() {
    let mut draft = opened(&["n3 n4 n5", "r7 b7 j7"], "n7 n3 n6");
    let before = draft.clone();
    assert!(matches!(try_to_put(&mut draft, "b7.0", "rack:0"), Err(Refusal::TileMissing { .. })));
    assert_eq!(draft, before);
    // With the second n3 laid, either may be taken back.
    put(&mut draft, "n3.0", "new");
    put(&mut draft, "n3.1", "rack:0");
    assert_eq!((draft.laid_count(), draft.judge()), (0, Err(Refusal::NothingFromRack)));
}

fn tiles(text: &str) -> Box<[Tile]> {
    let read = |text: &str| Tile::kinds().find(|tile| wire::rummy::write_tile(*tile) == text).expect("a tile");
    text.split_whitespace().map(read).collect()
}

#[test]
fn an_opening_touches_nothing_and_is_counted() {
    let mut draft = closed(&["n3 n4 n5"], "n6 r9 b9 j9 nA rA bA *");
    let refused = try_to_put(&mut draft, "n6.0", "set:0:3");
    assert_eq!(refused, Err(Refusal::NotOpened { set: tiles("n3 n4 n5") }));
    assert_eq!(draft.opening(), Some(Opening { have: 0, need: 30 }));
    put(&mut draft, "r9.0 b9.0 j9.0", "new");
    assert_eq!(draft.opening(), Some(Opening { have: 27, need: 30 }));
    assert_eq!(draft.judge(), Err(Refusal::NotThirty { have: 27 }));
    put(&mut draft, "nA.0 rA.0", "new");
    assert_eq!(draft.opening(), Some(Opening { have: 27, need: 30 }), "what is no set counts nothing");
    put(&mut draft, "bA.0", "set:2:2");
    assert_eq!((draft.opening(), draft.judge()), (Some(Opening { have: 30, need: 30 }), Ok(())));
    assert_eq!(opened(&[], "n3").opening(), None);
}

#[test]
fn out_of_turn_only_the_rack_is_arranged() {
    let mut seen = view(&["n3 n4 n5"], "n6 n7", true, json!({}));
    seen.public.seat = SeatCount::new(2).and_then(|seats| seats.seat(1)).expect("a seat");
    let mut draft = Draft::new(seen);
    assert!(!draft.is_own_turn());
    put(&mut draft, "n7.0", "rack:0");
    assert_eq!(rack(&draft), "n7 n6");
    assert!(matches!(try_to_put(&mut draft, "n6.0", "set:0:3"), Err(Refusal::NotYourTurn { .. })));
    assert!(matches!(try_to_put(&mut draft, "n5.0", "new"), Err(Refusal::NotYourTurn { .. })));
    draft.tidy();
    assert_eq!(table(&draft), ["n3 n4 n5"]);
}

#[test]
fn a_reset_puts_everything_back() {
    let mut draft = opened(&["n3 n4 n5", "r7 b7 j7"], "n6 n7 r2");
    let start = draft.clone();
    put(&mut draft, "n6.0", "set:0:3");
    put(&mut draft, "r7.0", "new");
    draft.reset();
    assert_eq!(draft.now(), start.now());
    draft.undo();
    assert_eq!(table(&draft), ["n3 n4 n5 n6", "b7 j7", "r7"]);
}

#[test]
fn tidying_orders_groups_and_places_jokers() {
    let mut draft = opened(&["j7 n7 r7"], "n9 n8 n6 * b2 b3 b9");
    put(&mut draft, "n9.0 n8.0 *.0 n6.0", "new");
    put(&mut draft, "b9.0 b2.0 b3.0", "new");
    assert_eq!(table(&draft), ["j7 n7 r7", "n6 * n8 n9", "b9 b2 b3"], "only what is no set is left as it was put");
    draft.tidy();
    assert_eq!(table(&draft), ["n6 * n8 n9", "n7 r7 j7", "b2 b3 b9"]);
}

#[test]
fn jokers_say_what_they_stand_for() {
    let draft = opened(&["n6 * n8", "r7 b7 *"], "n2");
    let joker = |number: u32| {
        let group = draft.now().group(number).expect("a group");
        *group.pieces.iter().find(|piece| piece.tile.is_joker()).expect("a joker")
    };
    let black = engine::games::rummy::Colour::Black;
    assert_eq!(draft.stand(0, joker(0)), Some(Stand { rank: 7, colour: Some(black) }));
    assert_eq!(draft.stand(1, joker(1)), Some(Stand { rank: 7, colour: None }));
    let both = opened(&["* r5 *"], "n2");
    assert_eq!(both.stand(0, piece(&both, "*.0")), None, "a 5 or a 4");
}

#[test]
fn a_held_joker_is_told_of_before_the_play() {
    let mut draft = opened(&["n5 n6 n7 *", "r2 r3 r4 r5"], "n4 b2");
    put(&mut draft, "*.0", "set:1:4");
    put(&mut draft, "n4.0", "set:0:0");
    assert_eq!(draft.fault_count(), 0);
    assert!(matches!(draft.judge(), Err(Refusal::JokerHeld { .. })));
    assert!(help(&mut draft, Help::Repair));
    assert_eq!((draft.judge(), draft.laid_count()), (Ok(()), 1));
    draft.reset();
    assert!(!draft.is_changed());
}

#[test]
fn what_is_wrong_is_said_before_anything_is_laid() {
    let mut draft = opened(&["n3 n4 n5 n6", "r7 b7 j7"], "n7");
    assert_eq!(draft.objection(), Some(Refusal::NothingFromRack));
    put(&mut draft, "n3.0", "new");
    let alone = Refusal::InvalidSet { set: tiles("n3"), fault: SetFault::TooShort };
    assert_eq!((draft.judge(), draft.objection()), (Err(Refusal::NothingFromRack), Some(alone)));
    put(&mut draft, "n3.0 n7.0", "set:0:0");
    assert_eq!(draft.objection(), None);
}

#[test]
fn the_best_play_is_laid_and_can_be_undone() {
    let mut draft = opened(&["n3 n4 n5"], "n6 r9 b9 j9 r2");
    let before = draft.now().clone();
    assert!(help(&mut draft, Help::Show));
    assert_eq!((draft.judge(), draft.laid_count(), rack(&draft)), (Ok(()), 4, "r2".into()));
    draft.undo();
    assert_eq!(*draft.now(), before);
    assert!(!help(&mut opened(&["n3 n4 n5"], "r2 b9"), Help::Show));
}

#[test]
fn a_broken_table_is_repaired_with_fewest_tiles_back() {
    let mut draft = opened(&["n3 n4 n5", "r9 b9 j9"], "n6 b2");
    put(&mut draft, "n6.0 b2.0", "set:1:3");
    assert!(help(&mut draft, Help::Repair));
    assert_eq!((table(&draft), rack(&draft)), (vec!["n3 n4 n5 n6".to_owned(), "r9 b9 j9".to_owned()], "b2".into()));
    let mut opening = closed(&["n3 n4 n5"], "r9 b9 j9 b2");
    put(&mut opening, "r9.0 b9.0 b2.0 j9.0", "new");
    assert!(help(&mut opening, Help::Repair));
    assert_eq!((table(&opening), rack(&opening)), (vec!["n3 n4 n5".to_owned(), "r9 b9 j9".to_owned()], "b2".into()));
}

#[test]
fn what_others_do_leaves_the_rack_in_its_order() {
    let before = view(&["n3 n4 n5"], "n6 n7 r2 b2", true, json!({}));
    let mut draft = Draft::new(before.clone());
    put(&mut draft, "n6.0", "rack:4");
    put(&mut draft, "n7.0", "set:0:3");
    let same = draft.clone();
    draft.follow(&before);
    assert_eq!(draft, same, "nothing has happened");
    let mut after = view(&["n3 n4 n5", "r7 b7 j7"], "n6 n7 r2 b2 nK", true, json!({}));
    after.public.board.passes = 1;
    draft.follow(&after);
    assert_eq!(
        (table(&draft), rack(&draft)),
        (vec!["n3 n4 n5".to_owned(), "r7 b7 j7".to_owned()], "r2 b2 n6 n7 nK".to_owned())
    );
    assert!(!draft.may_undo());
}

#[test]
fn spots_are_read_as_they_are_written() {
    for spot in [Spot::Set { number: 12, at: 3 }, Spot::New, Spot::Rack { at: 0 }, Spot::Pile] {
        assert_eq!(Spot::read(&spot.write()), Some(spot));
    }
    for text in ["", "set", "set:1", "set:1:2:3", "rack", "new:1", "set:-1:0", "elsewhere"] {
        assert_eq!(Spot::read(text), None, "{text}");
    }
}

/// Views of seats to move, out of many rounds of random play.
fn views(games: u64, mut look: impl FnMut(&View<Rummy>, &mut Dice)) {
    for game in 0..games {
        let mut dice = Dice::new(game);
        let rules = Rules { turn_seconds: 0, ..Rules::default() };
        let mut state = Rummy::table(&rules, SeatCount::new(2 + dice.below(3)).expect("2 to 4"));
        let mut chance = Chance::new(&Seed([u8::try_from(game).unwrap_or(0); 32]), Shuffle { round: 1, reshuffle: 0 });
        for event in Rummy::deal(&state, &mut chance) {
            Rummy::apply(&mut state, &event).expect("a deal");
        }
        let mut moves = Vec::new();
        while let Turn::Seat { seat, .. } = Rummy::turn(&state.public) {
            let view = View::of(&state, Viewer::Seat(seat));
            if dice.below(8) == 0 {
                look(&view, &mut dice);
            }
            moves.clear();
            view.moves(&mut moves);
            // The last moves are plays, if there are any: tables are to fill.
            let mv = moves[moves.len() - 1 - dice.below(moves.len().min(3))];
            for event in Rummy::decide(&state, seat, &mv).expect("a legal move") {
                Rummy::apply(&mut state, &event).expect("an event that fits");
            }
        }
    }
}

/// Does something with a draft, as a person who knows nothing would.
fn touch(draft: &mut Draft, dice: &mut Dice) {
    let pieces: Vec<TileCopy> = draft.now().pieces().collect();
    let some: Vec<TileCopy> = (0..1 + dice.below(3)).map(|_| pieces[dice.below(pieces.len())]).collect();
    let number = u32::try_from(dice.below(draft.now().groups.len() + 2)).unwrap_or(0);
    let spot = match dice.below(4) {
        0 => Spot::New,
        1 => Spot::Rack { at: dice.below(20) },
        _ => Spot::Set { number, at: dice.below(8) },
    };
    match dice.below(12) {
        0 => draft.undo(),
        1 => draft.redo(),
        2 => draft.tidy(),
        3 => draft.sort([Order::Free, Order::Colour, Order::Rank][dice.below(3)]),
        4 if dice.below(6) == 0 => draft.reset(),
        5 if dice.below(6) == 0 => drop(help(draft, Help::Show)),
        6 if dice.below(6) == 0 => drop(help(draft, Help::Repair)),
        _ => drop(draft.put(&without_doubles(&some), spot)),
    }
}

fn without_doubles(pieces: &[TileCopy]) -> Vec<TileCopy> {
    let mut once: Vec<TileCopy> = Vec::new();
    for piece in pieces {
        if !once.contains(piece) {
            once.push(*piece);
        }
    }
    once
}

fn sorted(draft: &Draft) -> Vec<TileCopy> {
    let mut pieces: Vec<TileCopy> = draft.now().pieces().collect();
    pieces.sort();
    pieces
}

#[test]
fn whatever_is_done_tiles_are_conserved_and_undo_goes_back() {
    let mut touched = 0;
    views(12, |view, dice| {
        let mut draft = Draft::new(view.clone());
        let all = sorted(&draft);
        let start = draft.now().clone();
        let old = view.public.board.table.bag();
        for _ in 0..30 {
            let before = draft.clone();
            touch(&mut draft, dice);
            assert_eq!(sorted(&draft), all);
            assert!(draft.now().groups.iter().all(|group| !group.pieces.is_empty()));
            let lies: Bag = draft.now().layout().bag();
            assert!(lies.holds(old), "a tile has left the table");
            if draft.may_undo() && !draft.may_redo() && draft.now() != before.now() {
                let after = draft.now().clone();
                draft.undo();
                assert_eq!(draft.now(), before.now());
                draft.redo();
                assert_eq!(*draft.now(), after);
            }
            touched += 1;
        }
        while draft.may_undo() {
            draft.undo();
        }
        assert_eq!(*draft.now(), start);
    });
    assert!(touched > 500, "{touched}");
}

#[test]
fn a_legal_play_put_tile_by_tile_is_that_play() {
    let mut plays = 0;
    views(12, |view, dice| {
        let mut moves = Vec::new();
        view.moves(&mut moves);
        let Some(Move::Play(wanted)) = moves.iter().rfind(|mv| matches!(mv, Move::Play(_))) else { return };
        let mut draft = Draft::new(view.clone());
        let old: Vec<&[Tile]> = view.public.board.table.sets().collect();
        for (place, set) in wanted.sets().enumerate().filter(|(place, set)| old.get(*place) != Some(set)) {
            let mut lacking: Bag = set.iter().copied().collect();
            if let Some(group) = draft.now().groups.get(place) {
                lacking = lacking.minus(group.tiles().into_iter().collect());
            }
            let mut number = draft.now().groups.get(place).map(|group| group.number);
            for tile in lacking.iter() {
                let piece = *draft.now().rack.iter().find(|piece| piece.tile == tile).expect("on the rack");
                let at = dice.below(5);
                let spot = number.map_or(Spot::New, |number| Spot::Set { number, at });
                assert_eq!(draft.put(&[piece], spot), Ok(()));
                number = draft.now().home(piece);
            }
        }
        draft.tidy();
        assert_eq!(draft.judge(), Ok(()), "{wanted:?} became {:?}", draft.now().layout());
        assert_eq!(draft.now().layout().bag(), wanted.bag());
        plays += 1;
    });
    assert!(plays > 20, "{plays}");
}

#[test]
fn a_play_that_is_shown_is_legal_and_tidying_keeps_it_so() {
    let mut shown = 0;
    views(8, |view, _| {
        let mut draft = Draft::new(view.clone());
        if !help(&mut draft, Help::Show) {
            return;
        }
        assert_eq!(draft.judge(), Ok(()));
        let sets = |draft: &Draft| {
            let mut sets: Vec<_> = draft.now().groups.iter().map(|group| Reading::of(&group.tiles()).is_ok()).collect();
            sets.sort_unstable();
            sets
        };
        let before = sets(&draft);
        draft.tidy();
        assert_eq!((draft.judge(), sets(&draft)), (Ok(()), before));
        shown += 1;
    });
    assert!(shown > 20, "{shown}");
}

#[test]
fn the_tiles_that_are_new_on_a_table_are_told_from_their_equals() {
    let mut draft = opened(&["r7 r8 r9", "n3 b3 j3"], "r7 r10 n9");
    let before = draft.now().layout();
    assert_eq!(new_tiles(&before, &draft.now().layout()), []);
    put(&mut draft, "r10.0", "set:0:3");
    put(&mut draft, "r7.0", "new");
    let new = new_tiles(&before, &draft.now().layout());
    assert_eq!(new.into_iter().map(TileCopy::key).collect::<Vec<_>>(), ["r10.0", "r7.1"]);
}

/// The new one of two equal tiles is told from the old one, wherever sets come to lie.
#[test]
fn of_two_equal_tiles_the_one_whose_set_was_there_is_old() {
    let before = opened(&["r7 r8 r9", "n3 b3 j3"], "n9").now().layout();
    let after = opened(&["r7 b7 n7", "n3 b3 j3", "r7 r8 r9"], "n9");
    let new = new_tiles(&before, &after.now().layout()).into_iter().map(TileCopy::key).collect::<Vec<_>>();
    assert_eq!(new, ["r7.0", "b7.0", "n7.0"]);
    let second = after.now().groups[2].pieces[0];
    assert_eq!(after.lay_as(second).map(TileCopy::key), Some("r7.1".to_owned()));
    assert_eq!(after.lay_as(after.now().rack[0]), None);
}

#[test]
fn what_has_to_be_lifted_for_a_play_is_what_does_not_lie_together_yet() {
    let table = |sets: &[&str]| view(sets, "n3", true, json!({})).public.board.table;
    let lifted = |before: &[&str], after: &[&str]| write_set(&tiles_to_lift(&table(before), &table(after)));
    let before = ["r5 r6 r7", "n9 r9 b9 j9"];
    assert_eq!(lifted(&before, &before), "");
    assert_eq!(lifted(&before, &["r5 r6 r7", "n9 r9 b9 j9", "nK rK jK"]), "nK rK jK");
    assert_eq!(lifted(&before, &["r5 r6 r7 r8", "n9 r9 b9 j9"]), "r8");
    // What only loses a tile stays where it is.
    assert_eq!(lifted(&before, &["r5 r6 r7", "r9 b9 j9", "n9 n10 nJ"]), "n9 n10 nJ");
}
