//! Whole random games through the public trait, deals included, on one core, per CPU second.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use engine::games::{Dos, QuaranteSix};
use engine::{Game, SeatCount};
use testkit::{Dice, random_match};

fn main() {
    run::<Dos>(4);
    run::<QuaranteSix>(4);
}

fn run<G: Game>(players: usize) {
    let seats = SeatCount::new(players).unwrap();
    let mut buffer = Vec::new();
    let mut moves = 0;
    let t = std::time::Instant::now();
    let mut games = 0;
    while t.elapsed().as_secs_f64() < 2.0 {
        for _ in 0..100 {
            games += 1;
            moves += random_match::<G>(&G::Rules::default(), seats, &mut Dice::new(games), &mut buffer);
        }
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{} {players}: {:.2} M moves/s, {:.0} matches/s, {:.1} moves/match",
        G::ID.slug(),
        moves as f64 / s / 1e6,
        games as f64 / s,
        moves as f64 / games as f64
    );
}
