//! The bots of Onze: worlds they imagine, and positions where one move is plainly right.

use bots::{Budget, Level, Seated, Skill, choose};
use engine::games::Onze;
use engine::games::onze::Move;
use engine::{Chance, Game, Seat, SeatCount, Seed, Shuffle, Turn, View, Viewer};
use table::Table;
use testkit::{Scene, Specimen};
use wire::{Value, json, write_step};

const LEVELS: [Level; 4] = [Level::Novice, Level::Casual, Level::Skilled, Level::Expert];

fn chance(seed: u8) -> Chance {
    Chance::new(&Seed([seed; 32]), Shuffle { round: 0, reshuffle: 0 })
}

/// Plays a round with bots of these levels, and shows `look` what each seat knows before each move.
fn play_round(table: &mut Table<Onze>, levels: &[Level], seed: u8, look: &mut dyn FnMut(&Seated<Onze>, &mut Chance)) {
    let seats = Onze::sheet(&table.state.public).seats();
    let mut seated: Vec<Seated<Onze>> =
        seats.seats().filter_map(|seat| Seated::new(View::of(&table.state, Viewer::Seat(seat)))).collect();
    let mut chance = chance(seed);
    fn show(seated: &mut [Seated<Onze>], before: &<Onze as Game>::State, event: &<Onze as Game>::Event) {
        for bot in seated {
            bot.follow(&Onze::show(before, event, bot.view().viewer)).expect("what is shown fits");
        }
    }
    table.deal(Seed([seed; 32]), &mut |before, event| show(&mut seated, before, event));
    while Onze::outcome(&table.state.public).is_none() {
        let Turn::Seat { seat, .. } = table.turn() else { panic!("the round neither goes on nor is over") };
        seated.iter().for_each(|bot| look(bot, &mut chance));
        let level = levels[seat.index() % levels.len()];
        let mv = choose(level, &seated[seat.index()], &mut Budget::millis(1), &mut chance);
        table.submit(seat, &[mv], &mut |before, event| show(&mut seated, before, event)).expect("bots keep the rules");
    }
}

#[test]
fn imagined_worlds_fit_what_was_seen() {
    for (name, rules) in Onze::presets() {
        for players in [2, 3, 4, 6] {
            let mut table: Table<Onze> = Table::new(&rules, SeatCount::new(players).expect("2 to 6"));
            while !matches!(table.turn(), Turn::Over(_)) {
                play_round(&mut table, &LEVELS, players as u8, &mut |seated, chance| {
                    let world = Onze::suppose(seated.view(), seated.notes(), chance);
                    assert_eq!(Onze::check(&world), Ok(()), "{name}, {players} players");
                    assert_eq!(View::of(&world, seated.view().viewer), *seated.view(), "{name}, {players} players");
                });
            }
        }
    }
}

/// With the pile empty, whoever passes has no connected card: nobody is imagined to have one afterwards, even where
/// a chain of cards must change hands for that.
#[test]
fn a_pass_is_believed() {
    let position = json!({
        "game": "onze", "players": 4, "seat": 1, "rows": ["Y", "B", "R", "G"],
        "table": ["R11", "Y11", "B11", "G11", "G12", "G13"],
        "hands": [["R1", "R2"], ["Y1", "Y2"], ["B1", "R10"], ["R12", "G14"]], "liaisons": [0, 0, 0, 0], "pile": [],
    });
    let mut table = Scene::<Onze>::at(position).table().clone();
    let me = Seat::new(0).expect("a seat");
    let mut seated: Seated<Onze> = Seated::new(View::of(&table.state, Viewer::Seat(me))).expect("a seat");
    let (passer, lacking) = (table.state.public.seat, table.state.public.taken.connected());
    let follow = &mut |before: &_, event: &_| {
        seated.follow(&Onze::show(before, event, Viewer::Seat(me))).expect("what is shown fits");
    };
    table.submit(passer, &[Move::Pass], follow).expect("there is nothing else to do");
    let mut chance = chance(1);
    for _ in 0..200 {
        let world = Onze::suppose(seated.view(), seated.notes(), &mut chance);
        assert_eq!(Onze::check(&world), Ok(()));
        assert!(world.hands[passer].numbers.and(lacking).is_empty(), "{:?}", world.hands);
    }
}

/// Two players, seat 0 to move, rows Y B R G, these cards besides the elevens on the table.
fn position(table: &[&str], hands: [&[&str]; 2]) -> Value {
    let table = [&["R11", "Y11", "B11", "G11"], table].concat();
    json!({
        "game": "onze", "players": 2, "seat": 0, "rows": ["Y", "B", "R", "G"], "table": table,
        "hands": hands, "liaisons": [1, 1], "pile": ["G3", "G4", "Y3", "Y5"],
    })
}

fn with(mut position: Value, fields: Value) -> Value {
    for (field, value) in fields.as_object().expect("fields") {
        position[field] = value.clone();
    }
    position
}

/// What a level plays in a position.
fn answer(level: Level, position: &Value) -> (String, Move) {
    let scene: Scene<Onze> = Scene::at(position.clone());
    let state = &scene.table().state;
    let seat = Onze::seat(&state.public);
    let seated: Seated<Onze> = Seated::new(View::of(state, Viewer::Seat(seat))).expect("a seat");
    let mv = choose(level, &seated, &mut Budget::millis(20), &mut chance(1));
    (write_step::<Onze>(&state.public, seat, &mv), mv)
}

/// Good players play one of these.
#[track_caller]
fn good_players_play(position: &Value, expected: &[&str]) {
    for level in [Level::Skilled, Level::Expert] {
        let (text, _) = answer(level, position);
        assert!(expected.contains(&text.as_str()), "{} plays {text}, not {expected:?}", level.slug());
    }
}

#[test]
fn they_go_out_when_they_can() {
    // G12, then over it G13; R10 is connected from the start.
    good_players_play(&position(&[], [&["G12", "G13", "R10"], &["G1", "G20", "R1"]]), &["G12", "R10"]);
    // Only over the Liaison from the blue 15.
    good_players_play(&position(&["B12", "B13", "B14", "B15"], [&["Y15"], &["G1", "G20", "R1"]]), &["Y15@B"]);
    // The joker makes the way.
    let bridged = position(&[], [&["G13", "*"], &["G1", "G20", "R1"]]);
    good_players_play(&bridged, &["*G12"]);
}
