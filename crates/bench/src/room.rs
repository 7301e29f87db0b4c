//! How much of what is possible the expert takes: its lead over skilled, beside the lead of an expert that sees
//! everything, on the same deals; one JSON object on standard output. `cargo xtask bench room` prints it.
//!
//! Who sees everything thinks in the true state: all hands, and the order of the pile. Nobody who plays can.
//! It thinks as long, and with the same rules of thumb, so it is no upper bound by law; it is what knowing
//! would be worth to this expert.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use bots::{Budget, Level, Skill, choose, think, think_in};
use engine::{GameId, SeatCount, Seed, with_game};
use rayon::prelude::*;
use serde_json::{Value, json};
use sim::{Entrant, Hall, Interval, Sample, TurnToChoose};
use testkit::Dice;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|number| number.parse().ok());
    let game = arguments.first().and_then(|slug| GameId::from_slug(slug));
    let (Some(id), Some(players), Some(deals), Some(millis)) = (game, number(1), number(2), number(3)) else {
        eprintln!("use: bench-room <game> <players> <deals> <milliseconds>");
        std::process::exit(2);
    };
    match with_game!(id, G => measure::<G>(players as usize, deals, millis)) {
        Some(room) => println!("{room}"),
        None => {
            eprintln!("{} is not played by {players}, or {deals} deals tell nothing", id.slug());
            std::process::exit(2);
        }
    }
}

/// Who leads the table's every other seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leader {
    /// The expert as it plays.
    Honest,
    /// The expert that sees everything.
    Seeing,
}

/// `None` if so many cannot play, or the deals are too few to tell.
fn measure<G: Skill>(players: usize, deals: u64, millis: u64) -> Option<Value> {
    SeatCount::new(players).filter(|_| G::SEATS.contains(&players) && deals > 1)?;
    let mut dice = Dice::new(1);
    let seeds: Vec<Seed> = (0..deals).map(|_| dice.seed()).collect();
    let leads =
        |leader| -> Vec<f64> { seeds.par_iter().map(|deal| lead::<G>(leader, players, millis, *deal)).collect() };
    let (honest, seeing) = (leads(Leader::Honest), leads(Leader::Seeing));
    let interval = |samples: &[f64]| {
        let Interval { mean, half_width } = Interval::fixed(&samples.iter().copied().collect::<Sample>());
        json!({ "mean": mean, "half_width": half_width })
    };
    let share = share(&honest, &seeing);
    Some(json!({
        "game": G::ID.slug(), "players": players, "deals": deals, "millis": millis,
        "expert": interval(&honest), "seeing": interval(&seeing),
        "share": { "mean": share.mean, "half_width": share.half_width },
    }))
}

/// How many points more a round the leader's seats score than the skilled ones, each deal played twice with
/// seats exchanged.
fn lead<G: Skill>(leader: Leader, players: usize, millis: u64, deal: Seed) -> f64 {
    let rules = G::Rules::default();
    let seating = |first: usize| {
        let leads = |seat: usize| (seat + first).is_multiple_of(2);
        let level = |seat| if leads(seat) { Level::Expert } else { Level::Skilled };
        let entrants: Vec<Entrant> = (0..players).map(|seat| Entrant { level: level(seat), millis }).collect();
        let mut hall: Hall<G> = Hall::new(&rules, &entrants, deal);
        let played = hall.play_round_by(deal, &mut |_, _| {}, &mut |turn| {
            let TurnToChoose { player, seated, chance, state, .. } = turn;
            let mut budget = Budget::millis(millis);
            match (player.level, leader) {
                (Level::Expert, Leader::Honest) => think(seated, &[], &mut budget, chance).mv,
                (Level::Expert, Leader::Seeing) => think_in(seated, &[], &mut budget, chance, |_, _| state.clone()).mv,
                (level, _) => choose(level, seated, &mut budget, chance),
            }
        });
        let scores = played.outcome.round_scores;
        let (own, others): (Vec<usize>, Vec<usize>) = (0..players).partition(|seat| leads(*seat));
        let mean = |seats: Vec<usize>| {
            seats.iter().map(|seat| f64::from(scores.values()[*seat])).sum::<f64>() / seats.len() as f64
        };
        mean(own) - mean(others)
    };
    (seating(0) + seating(1)) / 2.0
}

/// What the one's mean is of the other's, both over the same deals.
fn share(one: &[f64], other: &[f64]) -> Interval {
    let mean = |samples: &[f64]| samples.iter().sum::<f64>() / samples.len() as f64;
    let (ratio, other_mean) = (mean(one) / mean(other), mean(other));
    // How far each deal is from the share, in terms of the other's mean.
    let off: Sample = one.iter().zip(other).map(|(one, other)| (one - ratio * other) / other_mean).collect();
    Interval { mean: ratio, half_width: Interval::fixed(&off).half_width }
}
