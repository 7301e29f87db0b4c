//! Nain Jaune beside the rules: notation, faulty positions, positions nobody can reach, imagination.

use std::collections::BTreeMap;

use engine::games::NainJaune;
use engine::games::nain_jaune::{CardSet, Rank, Rules};
use engine::{Game, Seed, State, Table, Turn, View, Viewer};
use testkit::{Dice, Specimen};
use wire::{Fault, Kind, Value, json, read_position, read_step, write_position};

use super::{Board, position, scene_with, seat};

#[test]
fn any_list_of_asked_seats_is_taken() {
    let hands = json!([["AS"], ["2S"], ["3S"]]);
    let scene = scene_with(hands, json!(1), json!({ "asked": [2, 2, 2, 1, 2, 2, 2, 2, 2, 2] }));
    scene.shows("/asked", json!([2, 1]));
}

#[test]
fn moves_are_read_forgivingly_and_written_one_way() {
    for (text, canonical) in [
        ("7d", "7D"),
        (" 10 s ", "10S"),
        ("qH", "QH"),
        ("ac", "AC"),
        ("SANS", "sans"),
        ("sans 4", "sans"),
        ("Sans  As", "sans"),
        ("sans roi", "sans"),
        ("sans 13", "sans"),
        ("2: sans", "sans"),
    ] {
        let step = read_step::<NainJaune>(text).unwrap();
        assert_eq!(
            step.moves.iter().map(<NainJaune as wire::Codec>::write_move).collect::<Vec<_>>(),
            [canonical],
            "{text}"
        );
    }
    for text in ["", "sans 14", "sans souci", "sansas", "7", "D", "1D", "11D", "7X", "D7", "7D 8D", "draw", "9:sans"] {
        assert!(read_step::<NainJaune>(text).is_err(), "{text}");
    }
}

#[test]
fn positions_say_what_is_wrong() {
    let hands = || json!([["AS"], ["4H"], ["5H"]]);
    let faults = |changes: Value| read_position::<NainJaune>(position(hands(), json!(1), changes)).unwrap_err();
    let field = |field: &str| field.to_string();
    assert_eq!(faults(json!({ "pile": [] })), [Fault::UnknownField { field: field("pile") }]);
    assert_eq!(
        faults(json!({ "need": 14 })),
        [Fault::OutOfRange { field: field("need"), value: 14, low: 1, high: 13 }]
    );
    assert_eq!(faults(json!({ "need": 0 })), [Fault::OutOfRange { field: field("need"), value: 0, low: 1, high: 13 }]);
    assert_eq!(faults(json!({ "last": 3 })), [Fault::OutOfRange { field: field("last"), value: 3, low: 0, high: 2 }]);
    assert_eq!(faults(json!({ "out": [1, 1] })), [Fault::SpotTwice { field: field("out"), spot: "1".into() }]);
    assert_eq!(faults(json!({ "laid": ["AS"] })), [Fault::TooMany { card: "AS".into(), named: 2, exist: 1 }]);
    assert_eq!(faults(json!({ "laid": ["1S"] })), [Fault::UnknownCard { field: field("laid"), card: "1S".into() }]);
    assert_eq!(faults(json!({ "tokens": [1, 2] })), [Fault::WrongLength { field: field("tokens"), have: 2, need: 3 }]);
    assert_eq!(
        faults(json!({ "tokens": [1, -2, 3] })),
        [Fault::OutOfRange { field: field("tokens[1]"), value: -2, low: 0, high: 1_000_000_000 }]
    );
    assert_eq!(
        faults(json!({ "tokens": [1_000_000_000, 1, 3] })),
        [Fault::OutOfRange { field: field("tokens"), value: 1_000_000_022, low: 0, high: 1_000_000_000 }]
    );
    assert_eq!(
        faults(json!({ "tokens": ["1", 2, 3] })),
        [Fault::WrongKind { field: field("tokens[0]"), wanted: Kind::Number }]
    );
    assert_eq!(
        faults(json!({ "stakes": { "7D": 1, "10D": 1, "JC": 1, "QS": 1, "AS": 1 } })),
        [Fault::Missing { field: field("stakes.KH") }, Fault::UnknownField { field: field("stakes.AS") }]
    );
    for required in ["hands", "tokens", "stakes", "dealer", "seat"] {
        let mut absent = position(hands(), json!(1), json!({}));
        absent.as_object_mut().unwrap().remove(required);
        assert_eq!(read_position::<NainJaune>(absent).unwrap_err(), [Fault::Missing { field: field(required) }]);
    }
    assert_eq!(faults(json!({ "players": 2 })), [Fault::Players { have: 2, low: 3, high: 8 }]);
    assert_eq!(faults(json!({ "options": { "jokers": 2 } })), [Fault::UnknownOption { option: "jokers".into() }]);
    let known = vec!["last_asked", "last_layer"];
    let word = Fault::UnknownWord { field: field("restart"), word: "dealer".into(), known };
    assert_eq!(faults(json!({ "options": { "restart": "dealer" } })), [word]);
}

#[test]
fn imagination_honours_what_was_said() {
    // Clubs and diamonds have been laid whole, then 6 to king and ace to 4 of spades:
    // the 5 of spades and thirteen hearts are left, three of them in the viewer's hand.
    let values = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let run = |from: usize, to: usize, suit: char| values[from..to].iter().map(move |value| format!("{value}{suit}"));
    let laid: Vec<String> =
        run(0, 13, 'C').chain(run(0, 13, 'D')).chain(run(5, 13, 'S')).chain(run(0, 4, 'S')).collect();
    let hands = json!([["2H", "3H", "4H"], ["6H", "7H"], ["8H", "KH"]]);
    let scene = scene_with(hands, json!(5), json!({ "laid": laid, "asked": [1], "last": 1 }));
    let view = View::<NainJaune>::of(&scene.table().state, Viewer::Seat(seat(0)));
    let mut dice = Dice::new(1);
    let mut often: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..51_200 {
        let imagined = NainJaune::imagine(&view, dice.chance());
        assert!(imagined.hands[seat(1)].cards.and(CardSet::of_rank(Rank::new(5).unwrap())).is_empty(), "said sans 5");
        assert!(imagined.hidden.out.and(CardSet::BOARD).is_empty(), "the king of hearts was never set aside");
        *often.entry(format!("{:?}", imagined.hands)).or_default() += 1;
    }
    // The king in hand 1: 8 companions, 36 hands for seat 2. In hand 2: 28 hands for seat 1, 8 companions.
    assert_eq!(often.len(), 8 * 36 + 28 * 8);
    assert!(often.values().all(|count| (50..=150).contains(count)), "all are equally likely");
}

#[test]
fn imagination_fits_every_moment_of_play() {
    let mut dice = Dice::new(2);
    let (mut known, mut denied) = (0, 0);
    for (players, seed) in (3..=8).flat_map(|players| (0..40).map(move |seed| (players, seed))) {
        let mut scene = Board::dealt(&Rules::default(), players, seed);
        while scene.position().get("over").is_none() {
            let moves = scene.moves();
            scene = scene.play(&moves[dice.below(moves.len())]);
            let state = &scene.table().state;
            if state.public.outcome().is_some() {
                break;
            }
            let rank = state.public.board.laid.last().map_or(Some(Rank::ACE), |card| card.rank().next());
            let rest = rank.map_or(CardSet::EMPTY, CardSet::of_rank);
            let rest = rest.minus(state.public.board.laid.iter().copied().collect());
            for viewer in [Viewer::Spectator, Viewer::Seat(state.public.seat)] {
                let imagined = NainJaune::imagine(&View::of(state, viewer), dice.chance());
                assert!(imagined.hidden.out.and(CardSet::BOARD).is_empty());
                for asked in state.public.board.asked {
                    assert!(imagined.hands[asked].cards.and(rest).is_empty(), "seat {asked} has said sans");
                    denied += rest.len();
                }
                // What nobody could go on with was set aside.
                if scene.event_names().contains(&"restarted") {
                    assert_eq!(rest.minus(state.hidden.out), CardSet::EMPTY);
                    assert_eq!(rest.minus(imagined.hidden.out), CardSet::EMPTY);
                    known += rest.len();
                }
            }
        }
    }
    assert!(known > 100 && denied > 1000, "{known} {denied}");
}

/// A position drawn blindly: whatever can be read must be played on without a panic.
fn any_position(dice: &mut Dice) -> Value {
    let players = 3 + dice.below(6);
    let mut cards = NainJaune::card_codes();
    dice.chance().shuffle(&mut cards);
    let mut hands = vec![Vec::new(); players];
    let mut laid = Vec::new();
    let spread = 1 + dice.below(12 * players);
    for card in cards {
        match dice.below(players + spread) {
            place if place < players => hands[place].push(card),
            place if place == players => laid.push(card),
            _ => {}
        }
    }
    let most = [3, 12, 40, 50_000_000][dice.below(4)];
    let tokens: Vec<usize> = (0..players).map(|_| dice.below(most)).collect();
    let mut some = |share: usize| -> Vec<usize> {
        let mut seats: Vec<usize> = (0..players).collect();
        dice.chance().shuffle(&mut seats);
        seats.truncate(dice.below(players + 1) / share);
        seats
    };
    let (asked, out, winners) = (some(1), some(2), some(2));
    let mut maybe = |bound: usize| match dice.below(bound + 1) {
        0 => Value::Null,
        number => json!(number),
    };
    let need = maybe(13);
    let last = maybe(players - 1);
    let mut position = json!({
        "game": "nain-jaune", "players": players, "seat": dice.below(players), "hands": hands, "laid": laid,
        "tokens": tokens, "dealer": dice.below(players), "need": need, "asked": asked, "last": last, "out": out,
        "stakes": {
            "7D": dice.below(most), "10D": dice.below(9), "JC": dice.below(9), "QS": dice.below(9), "KH": dice.below(9),
        },
        "options": {
            "may_hold_back": dice.below(2) == 0, "restart": if dice.below(2) == 0 { "last_asked" } else { "last_layer" },
        },
        "round": 1 + dice.below(players), "last_round": dice.below(4) == 0,
    });
    if dice.below(4) == 0 {
        let scores = vec![0; players];
        let match_over = dice.below(2) == 0;
        position["over"] = json!({ "round_scores": scores, "scores": scores, "match": match_over, "winners": winners });
    }
    position
}

#[test]
fn any_readable_position_can_be_played_on() {
    let mut dice = Dice::new(46);
    let (mut accepted, mut ended, mut dealt) = (0, 0, 0);
    for _ in 0..3000 {
        let written = any_position(&mut dice);
        let (state, seed) = read_position::<NainJaune>(written.clone()).unwrap();
        assert_eq!(NainJaune::check(&state), Ok(()), "{written}");
        let all = |state: &State<NainJaune>| {
            state.public.board.tokens.values().iter().sum::<i32>() + state.public.board.stakes.total()
        };
        let sound = |after: &State<NainJaune>| {
            assert_eq!(NainJaune::check(after), Ok(()), "{written}");
            assert_eq!(all(after), all(&state), "{written}");
            let read = read_position::<NainJaune>(write_position::<NainJaune>(after, &seed));
            assert_eq!(read.as_ref(), Ok(&(after.clone(), seed)), "{written}");
        };
        sound(&state);
        let seats = state.public.sheet.seats();
        let mut table: Table<NainJaune> = Table { seed, state: state.clone() };
        dealt += usize::from(table.deal(Seed([1; 32]), &mut |_, _| {}));
        assert_eq!(NainJaune::check(&table.state), Ok(()), "{written}");
        assert_eq!(all(&table.state), all(&state), "{written}");
        for viewer in seats.seats().map(Viewer::Seat).chain([Viewer::Spectator]) {
            let view = View::<NainJaune>::of(&state, viewer);
            let imagined = NainJaune::imagine(&view, dice.chance());
            assert_eq!(NainJaune::check(&imagined), Ok(()), "{written}");
            assert_eq!(View::<NainJaune>::of(&imagined, viewer), view, "{written}");
        }
        let mut listed = Vec::new();
        for seat in seats.seats() {
            listed.clear();
            NainJaune::moves(&state.public, &state.hands[seat], seat, &mut listed);
            for mv in NainJaune::every_move(&state.public) {
                let mut after: Table<NainJaune> = Table { seed, state: state.clone() };
                let result = after.submit(seat, &[mv], &mut |_, _| {});
                assert_eq!(result.is_ok(), listed.contains(&mv), "{mv:?} in {written}");
                if result.is_ok() {
                    sound(&after.state);
                    accepted += 1;
                    ended += usize::from(after.state.public.outcome().is_some());
                }
            }
        }
        if let Turn::Seat { seat, .. } = NainJaune::turn(&state.public) {
            let fallback = NainJaune::fallback(&state.public, &state.hands[seat]);
            // Only an empty hand that has to open has no move at all.
            let stuck = state.public.board.need.is_none() && state.hands[seat].cards.is_empty();
            assert_eq!(NainJaune::decide(&state, seat, &fallback).is_err(), stuck, "{written}");
        }
    }
    assert!(accepted > 1000 && ended > 50 && dealt > 50, "{accepted} {ended} {dealt}");
}
