//! Golden files: what must never change by accident. `cargo xtask bless` renews them.
//!
//! For each game: the first deal from a seed of zeros, a readable round for each preset, and the
//! number of positions some moves deep, counted by two different generators.

use std::path::PathBuf;

use engine::{Coverage, Seat, SeatCount, State, Table, Turn};
use wire::{Value, write_event, write_position, write_step};

use crate::{Dice, Specimen};

/// A round is cut off here, to keep the files readable.
const STEPS_SHOWN: usize = 150;

/// Deeper than this many positions is not counted, or not by the slow generator.
const MAX_LEAVES: u64 = 20_000;
const LEAVES_SLOW: u64 = 400;

/// Four can play every game.
fn four() -> SeatCount {
    SeatCount::new(4).expect("four seats")
}

/// Compares with the golden files of a game, or renews them when `TAPIS_BLESS` is set.
///
/// # Panics
/// If something has changed.
pub fn obey_golden<G: Specimen>() {
    golden::<G>("first-deal.json", &first_deal::<G>());
    for (preset, rules) in G::presets() {
        let words: Vec<&str> = preset.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        golden::<G>(&format!("{}.play", words.join("-")), &playthrough::<G>(&rules));
    }
    let perft = perft::<G>();
    // A sample of moves cannot be counted.
    if !perft.is_empty() {
        golden::<G>("perft.txt", &perft);
    }
}

/// Compares with one golden file of a game, or renews it when `TAPIS_BLESS` is set.
///
/// # Panics
/// If it has changed.
#[track_caller]
pub fn golden<G: Specimen>(file: &str, actual: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(G::ID.slug());
    let path = folder.join(file);
    if std::env::var_os("TAPIS_BLESS").is_some() {
        std::fs::create_dir_all(&folder).expect("the data folder");
        std::fs::write(&path, actual).expect("a golden file");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let at = expected.lines().zip(actual.lines()).position(|(old, new)| old != new);
    let slug = G::ID.slug();
    assert!(expected == actual, "{slug}/{file} differs at line {at:?}; `cargo xtask bless` if it should");
}

/// Every number of players, one line each.
fn first_deal<G: Specimen>() -> String {
    let deal = |players| -> Option<String> {
        let mut table: Table<G> = Table::new(&G::Rules::default(), SeatCount::new(players)?);
        table.deal(table.seed, &mut |_, _| {});
        Some(write_position::<G>(&table.state, &table.seed).to_string() + "\n")
    };
    G::SEATS.filter_map(deal).collect()
}

/// One round of random play as a text to read.
fn playthrough<G: Specimen>(rules: &G::Rules) -> String {
    let mut dice = Dice::new(11);
    let mut table: Table<G> = Table::new(rules, four());
    table.deal(dice.seed(), &mut |_, _| {});
    let mut text = format!("{}\n", write_position::<G>(&table.state, &table.seed));
    for _ in 0..STEPS_SHOWN {
        let Turn::Seat { seat, also } = table.turn() else { break };
        let seat = dice.seat(seat, also);
        let public = &table.state.public;
        let mut moves = Vec::new();
        G::moves(public, &table.state.hands[seat], seat, &mut moves);
        let mv = moves[dice.below(moves.len())].clone();
        text += &format!("{seat} of {:>3}  {}\n", moves.len(), write_step::<G>(public, seat, &mv));
        let mut tell =
            |before: &State<G>, event: &G::Event| text += &say(&write_event::<G>(before.public.sheet.seats(), event));
        table.submit(seat, &[mv], &mut tell).expect("a listed move is legal");
    }
    text + &format!("{}\n", write_position::<G>(&table.state, &table.seed))
}

/// An event in one line: its name, then its fields.
fn say(event: &Value) -> String {
    let fields = event.as_object().into_iter().flatten().filter(|(field, _)| *field != "event");
    let fields: Vec<String> = fields.map(|(field, value)| format!("{field} {value}")).collect();
    format!("           {} {}\n", event["event"].as_str().unwrap_or("?"), fields.join(", "))
}

/// The number of positions so many moves deep, out-of-turn moves included, until there are many.
fn perft<G: Specimen>() -> String {
    let mut text = String::new();
    for (preset, rules) in G::presets() {
        let mut dice = Dice::new(46);
        let mut table: Table<G> = Table::new(&rules, four());
        table.deal(dice.seed(), &mut |_, _| {});
        if moves_of(&table, table.state.public.seat).1 == Coverage::Sample {
            continue;
        }
        for depth in 1..=12 {
            let leaves = count(&table, depth, moves_of);
            if leaves <= LEAVES_SLOW {
                assert_eq!(leaves, count(&table, depth, slow_moves_of), "{} {preset}: two generators", G::ID.slug());
            }
            text += &format!("{preset} {depth} {leaves}\n");
            if leaves > MAX_LEAVES {
                break;
            }
        }
    }
    text
}

type Generator<G> = fn(&Table<G>, Seat) -> (Vec<<G as engine::Game>::Move>, Coverage);

fn count<G: Specimen>(table: &Table<G>, depth: u32, generator: Generator<G>) -> u64 {
    let Turn::Seat { seat, also } = table.turn() else { return 1 };
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for seat in also.with(seat).iter() {
        for mv in generator(table, seat).0 {
            let mut after = table.clone();
            after.submit(seat, &[mv], &mut |_, _| {}).expect("a listed move is legal");
            leaves += count(&after, depth - 1, generator);
        }
    }
    leaves
}

fn moves_of<G: Specimen>(table: &Table<G>, seat: Seat) -> (Vec<G::Move>, Coverage) {
    let mut moves = Vec::new();
    let coverage = G::moves(&table.state.public, &table.state.hands[seat], seat, &mut moves);
    (moves, coverage)
}

/// Tries every well-formed move.
fn slow_moves_of<G: Specimen>(table: &Table<G>, seat: Seat) -> (Vec<G::Move>, Coverage) {
    let legal = |mv: &G::Move| G::permit(&table.state.public, &table.state.hands[seat], seat, mv).is_ok();
    (G::every_move(&table.state.public).into_iter().filter(legal).collect(), Coverage::Complete)
}
