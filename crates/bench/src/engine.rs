//! Whole random games through the public trait, deals included, on one core, per CPU second;
//! one JSON list on standard output. `cargo xtask bench engine` prints it beside the peer.
#![allow(clippy::print_stdout)]

use cpu_time::ProcessTime;
use engine::{Game, GameId, SeatCount, with_game};
use serde_json::{Value, json};
use testkit::{Dice, random_match};

fn main() {
    let seconds = std::env::args().nth(1).and_then(|seconds| seconds.parse().ok()).unwrap_or(3.0);
    let rows: Vec<Value> = GameId::ALL.into_iter().map(|id| with_game!(id, G => measure::<G>(seconds))).collect();
    println!("{}", Value::Array(rows));
}

/// Four players, as the peer's game has.
fn measure<G: Game>(seconds: f64) -> Value {
    let seats = SeatCount::new(4).expect("four can play every game");
    let rules = G::Rules::default();
    let mut dice = Dice::new(1);
    let mut buffer = Vec::new();
    let (mut matches, mut moves) = (0_u64, 0_u64);
    let start = ProcessTime::now();
    while start.elapsed().as_secs_f64() < seconds {
        for _ in 0..20 {
            moves += random_match::<G>(&rules, seats, &mut dice, &mut buffer);
            matches += 1;
        }
    }
    let spent = start.elapsed().as_secs_f64();
    json!({
        "game": G::ID.slug(),
        "players": seats.get(),
        "moves_per_second": (moves as f64 / spent).round(),
        "moves_per_match": moves as f64 / matches as f64,
    })
}
