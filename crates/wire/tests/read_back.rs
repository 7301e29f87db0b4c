//! Views and events as they come over the network: what was written reads back, and whatever else comes is answered.
//!
//! That they read back in every preset and number of players is one of the laws (`engine/tests/laws.rs`); here is
//! what a reader makes of the rest.

use engine::games::Dos;
use engine::{Chance, GameId, Seat, SeatCount, Seed, Shuffle, State, Table, Turn, View, Viewer, with_game};
use proptest::prelude::*;
use testkit::{Dice, Specimen, disturb};
use wire::{Codec, Fault, Value, json, read_shown, read_view, write_view};

/// Somewhere in a random match: what one viewer saw until then, and what was shown next.
struct Moment<G: Specimen> {
    view: View<G>,
    shown: G::Shown,
}

/// A moment of a random match, seen by somebody.
fn some_moment<G: Specimen>(dice: &mut Dice) -> Moment<G> {
    let presets = G::presets();
    let (_, rules) = &presets[dice.below(presets.len())];
    let counts: Vec<usize> = G::SEATS.collect();
    let seats = SeatCount::new(counts[dice.below(counts.len())]).expect("a number of players");
    let viewer = seats.seat(dice.below(seats.get() + 1)).map_or(Viewer::Spectator, Viewer::Seat);
    let mut table: Table<G> = Table::new(rules, seats);
    let mut steps = dice.below(120);
    loop {
        let mut moments = Vec::new();
        let mut watch = |before: &State<G>, event: &G::Event| {
            moments.push(Moment {
                view: View::of(before, viewer),
                shown: G::show(before.public.sheet.seats(), event, viewer),
            });
        };
        match table.turn() {
            Turn::Dealer(_) => assert!(table.deal(dice.seed(), &mut watch)),
            Turn::Seat { seat, also } => {
                let seat = dice.seat(seat, also);
                let mut moves = Vec::new();
                G::moves(&table.state.public, &table.state.hands[seat], seat, &mut moves);
                let mv = moves[dice.below(moves.len())].clone();
                table.submit(seat, &[mv], &mut watch).expect("a listed move is legal");
            }
            Turn::Over(_) => unreachable!("the moment before is the last"),
        }
        if steps == 0 || matches!(table.turn(), Turn::Over(_)) {
            let moment = dice.below(moments.len());
            return moments.swap_remove(moment);
        }
        steps -= 1;
    }
}

/// What is shown, as a reader finds it.
fn json_of<G: Codec>(shown: &G::Shown) -> Value {
    G::write_shown(shown).parse().expect("an event is JSON")
}

/// Reads a view, and if it is one, does with it what a client or a bot does.
fn use_view<G: Specimen>(value: Value, viewer: Viewer, shown: Option<&G::Shown>) -> bool {
    let Ok(mut view) = read_view::<G>(value.clone(), viewer) else { return false };
    assert_eq!(read_view::<G>(write_view(&view), viewer).as_ref(), Ok(&view), "{value}");
    view.moves(&mut Vec::new());
    G::imagine(&view, &mut Chance::new(&Seed::default(), Shuffle { round: 0, reshuffle: 0 }));
    if let Some(shown) = shown
        && G::follow(&mut view, shown).is_ok()
    {
        view.moves(&mut Vec::new());
    }
    true
}

#[test]
fn disturbed_views_and_events_are_answered() {
    for id in GameId::ALL {
        let mut dice = Dice::new(23);
        let (mut views, mut events) = (0, 0);
        for _ in 0..3000 {
            with_game!(id, G => {
                let Moment { view, shown } = some_moment::<G>(&mut dice);
                let (mut written, mut event) = (write_view(&view), json_of::<G>(&shown));
                let seats = view.public.sheet.seats();
                for _ in 0..1 + dice.below(3) {
                    disturb(&mut written, &mut dice);
                    disturb(&mut event, &mut dice);
                }
                views += usize::from(use_view::<G>(written, view.viewer, Some(&shown)));
                if let Ok(read) = read_shown::<G>(event.clone(), seats) {
                    assert_eq!(read_shown::<G>(json_of::<G>(&read), seats).as_ref(), Ok(&read), "{event}");
                    use_view::<G>(write_view(&view), view.viewer, Some(&read));
                    events += 1;
                }
            });
        }
        assert!(views > 100 && events > 100, "{}: hardly any can be read: {views} views, {events} events", id.slug());
    }
}

/// What one viewer is sent is no other viewer's view.
#[test]
fn a_view_is_read_only_by_its_viewer() {
    for id in GameId::ALL {
        with_game!(id, G => {
            let mut table: Table<G> = Table::new(&Default::default(), SeatCount::new(4).expect("four seats"));
            table.deal(Seed::default(), &mut |_, _| {});
            let seat = |number| Viewer::Seat(Seat::new(number).expect("a seat"));
            let view: View<G> = View::of(&table.state, seat(1));
            assert_eq!(read_view::<G>(write_view(&view), seat(1)), Ok(view.clone()));
            for other in [seat(0), seat(2), Viewer::Spectator] {
                let faults = read_view::<G>(write_view(&view), other).expect_err("another's view");
                assert!(matches!(faults.as_slice(), [Fault::WrongKind { .. }, ..]), "{other:?}: {faults:?}");
            }
            let faults = read_view::<G>(write_view(&view), seat(7)).map(|_| ());
            let players = Fault::OutOfRange { field: "players".into(), value: 4, low: 8, high: 8 };
            assert_eq!(faults, Err(vec![players]), "a viewer who does not sit there");
        });
    }
}

#[test]
fn a_view_holds_no_more_cards_than_the_game() {
    let mut table: Table<Dos> = Table::new(&Default::default(), SeatCount::new(2).expect("two seats"));
    table.deal(Seed::default(), &mut |_, _| {});
    let mut view = write_view(&View::<Dos>::of(&table.state, Viewer::Spectator));
    assert_eq!((&view["pile"], &view["hands"]), (&json!(92), &json!([7, 7])));
    view["pile"] = json!(93);
    let faults = read_view::<Dos>(view, Viewer::Spectator);
    assert_eq!(faults, Err(vec![Fault::OutOfRange { field: "hands".into(), value: 107, low: 0, high: 106 }]));
}

#[test]
fn an_event_says_what_is_wrong_with_it() {
    let seats = SeatCount::new(3).expect("three seats");
    let faults = |event: Value| read_shown::<Dos>(event, seats).expect_err("it is wrong");
    let field = |name: &str| -> String { name.into() };
    assert_eq!(faults(json!({})), [Fault::Missing { field: field("event") }]);
    assert_eq!(
        faults(json!({ "event": "drew", "seat": 3, "reason": "turn" })),
        [Fault::OutOfRange { field: field("seat"), value: 3, low: 0, high: 2 }]
    );
    assert_eq!(
        faults(json!({ "event": "put", "seat": 1, "card": "R2" })),
        [Fault::UnknownCard { field: field("card"), card: field("R2") }]
    );
    assert_eq!(faults(json!({ "event": "called", "seat": 1, "by": 2 })), [Fault::UnknownField { field: field("by") }]);
    assert_eq!(
        faults(json!({ "event": "pile-ran-out", "owed": { "for": "caught", "seat": 1 } })),
        [Fault::Missing { field: field("owed.cards") }]
    );
    assert!(
        matches!(faults(json!({ "event": "dos" })).as_slice(), [Fault::UnknownWord { known, .. }] if known.len() == 16)
    );
    let dealt = json!({ "event": "dealt", "dealer": 0, "centre": ["R1", "R3"], "hands": [7, 7, 7] });
    assert_eq!(faults(dealt), [Fault::Missing { field: field("pile") }]);
    let eight = SeatCount::new(8).expect("eight seats");
    let players = Fault::Players { have: 8, low: 2, high: 4 };
    assert_eq!(read_shown::<Dos>(json!({ "event": "swept" }), eight), Err(vec![players]));
}

/// Any JSON, built of what readers look for.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2_i64..120).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        "[RYBGnrbj*]?[0-9AJQK#*-]{0,3}".prop_map(Value::from),
        ".{0,4}".prop_map(Value::from),
    ];
    let names = "event|seat|card|tile|hand|hands|rack|racks|pile|over|table|drawn|draws|turn|owed|players|scores|x";
    leaf.prop_recursive(3, 40, 8, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec((names, inner), 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_json_is_answered(value in any_json(), event in "dealt|drew|laid|joker-laid|played|matched|round-ended|took-stake",
        players in 2_usize..=8) {
        for id in GameId::ALL {
            with_game!(id, G => {
                let seats = SeatCount::new(players).expect("a number of players");
                let (mut named, mut known) = (value.clone(), value.clone());
                if named.is_object() {
                    named["event"] = json!(event);
                    known["players"] = json!(players);
                }
                for value in [&value, &named] {
                    if let Err(faults) = read_shown::<G>(value.clone(), seats) {
                        assert!(!faults.is_empty(), "{value}");
                    }
                }
                for value in [&value, &known] {
                    use_view::<G>(value.clone(), Viewer::Spectator, None);
                }
            });
        }
    }
}
