//! How fast the expert thinks, how long it takes to decide, and how fast the Rummy solver is, on one core;
//! one JSON object on standard output. `cargo xtask bench bots` prints it beside the peer.
//!
//! The expert's positions are those of rounds between skilled bots, where there is something to choose.
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use bots::{Budget, Level, Seated, Skill, Thought, choose, think};
use cpu_time::ThreadTime;
use engine::{Chance, GameId, Seed, Shuffle, with_game};
use serde_json::{Value, json};
use sim::{Entrant, Hall, TurnToChoose};
use solver::rummy::{Goal, JokerRule, KINDS, Problem, Solver, Stage, Tile};
use testkit::Dice;

/// The clocks a decision is given, in milliseconds.
const CLOCKS: [u64; 2] = [20, 100];
/// One thought in each game is as long as this, in milliseconds of the price list, to see what memory it takes.
const LONG_THOUGHT: u64 = 1_000;
/// A position is taken once in so many turns, so that all parts of a round are there.
const TURNS_A_POSITION: usize = 5;
/// Each Rummy position is solved so often; the median counts.
const PASSES: usize = 7;
/// A stream that no deal uses.
const DREAM: Shuffle = Shuffle { round: 0, reshuffle: 0 };

const POSITIONS: &str = include_str!("../../solver/tests/data/rummy_positions.jsonl");

fn main() {
    let decisions = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(100);
    // The solver first: the machine's caches are then as they are for anyone who asks once.
    let solver = solver();
    let mut games: Vec<Value> = Vec::new();
    for id in GameId::ALL {
        let fewest = if id == GameId::NainJaune { 3 } else { 2 };
        for players in [fewest, 4] {
            games.push(with_game!(id, G => measure::<G>(players, decisions)));
        }
    }
    println!("{}", json!({ "games": games, "solver": solver, "peak_mib": peak_mib() }));
}

/// The expert in one game.
fn measure<G: Skill>(players: usize, decisions: usize) -> Value {
    let positions: Vec<Seated<G>> = positions(players, decisions);
    let mut rate = Rate::default();
    for seated in &positions {
        rate.add(seated);
    }
    positions.iter().take(1).for_each(|seated| drop(decide(seated, &mut Budget::millis(LONG_THOUGHT))));
    let clocks: Vec<Value> = CLOCKS.iter().map(|millis| under_clock(&positions, *millis)).collect();
    json!({
        "game": G::ID.slug(), "players": players, "decisions": positions.len(),
        "playouts_per_second": rate.playouts / rate.seconds,
        "moves_per_second": rate.moves / rate.seconds,
        "price_spent": rate.spent / rate.granted,
        "time_per_price": rate.seconds * 1e9 / rate.spent,
        "clocks": clocks,
    })
}

/// Positions of rounds between skilled bots, as the seat to move knows them, with something to choose.
fn positions<G: Skill>(players: usize, count: usize) -> Vec<Seated<G>> {
    let rules = G::Rules::default();
    let skilled = vec![Entrant { level: Level::Skilled, millis: 0 }; players];
    let mut dice = Dice::new(1);
    let (mut positions, mut turns) = (Vec::new(), 0);
    let mut moves = Vec::new();
    while positions.len() < count {
        let seed = dice.seed();
        let mut hall: Hall<G> = Hall::new(&rules, &skilled, seed);
        hall.play_round_by(seed, &mut |_, _| {}, &mut |TurnToChoose { seated, chance, .. }| {
            moves.clear();
            G::options(seated.seen(), &mut moves);
            turns += 1;
            if moves.len() > 1 && turns % TURNS_A_POSITION == 0 && positions.len() < count {
                positions.push(seated.clone());
            }
            choose(Level::Skilled, seated, &mut Budget::millis(0), chance)
        });
    }
    positions
}

/// What thinking by the price list alone comes to.
#[derive(Default)]
struct Rate {
    playouts: f64,
    moves: f64,
    /// CPU seconds.
    seconds: f64,
    /// Nanoseconds by the price list: granted, and spent.
    granted: f64,
    spent: f64,
}

impl Rate {
    fn add<G: Skill>(&mut self, seated: &Seated<G>) {
        let mut budget = Budget::millis(CLOCKS[0]);
        let granted = budget.left() as f64;
        let start = ThreadTime::now();
        let thought = decide(seated, &mut budget);
        self.seconds += start.elapsed().as_secs_f64();
        let spent = granted - budget.left() as f64;
        self.playouts += thought.candidates.iter().map(|candidate| candidate.worlds as f64).sum::<f64>();
        self.moves += spent / G::PRICE as f64;
        self.granted += granted;
        self.spent += spent;
    }
}

/// How long decisions take that a clock may cut short.
fn under_clock<G: Skill>(positions: &[Seated<G>], millis: u64) -> Value {
    let (mut wall, mut cpu) = (Vec::new(), Vec::new());
    for seated in positions {
        let (start, thread) = (Instant::now(), ThreadTime::now());
        let mut clock = || start.elapsed() < Duration::from_millis(millis);
        decide(seated, &mut Budget::watched(millis, &mut clock));
        wall.push(start.elapsed().as_secs_f64() * 1e3);
        cpu.push(thread.elapsed().as_secs_f64() * 1e3);
    }
    json!({ "millis": millis, "wall_ms": percentiles(wall), "cpu_ms": percentiles(cpu) })
}

fn decide<G: Skill>(seated: &Seated<G>, budget: &mut Budget<'_>) -> Thought<G> {
    think(seated, &[], budget, &mut Chance::new(&Seed::default(), DREAM))
}

/// The solver on the stored positions: most tiles with free jokers, as the peer solves them. CPU time.
fn solver() -> Value {
    let positions: Vec<(Vec<Vec<Tile>>, [u8; KINDS])> = POSITIONS.lines().filter_map(position).collect();
    let mut solver = Solver::new();
    let mut times = vec![Vec::new(); positions.len()];
    for _ in 0..PASSES {
        for ((table, rack), times) in positions.iter().zip(&mut times) {
            let (stage, jokers, goal) = (Stage::Opened, JokerRule::Free, Goal::Tiles);
            let problem = Problem { table, rack: *rack, stage, jokers, goal, joker_points: 30 };
            let start = ThreadTime::now();
            std::hint::black_box(solver.solve(&problem));
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let medians = times.into_iter().map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    json!({ "positions": positions.len(), "cpu_ms": percentiles(medians.collect()) })
}

fn position(line: &str) -> Option<(Vec<Vec<Tile>>, [u8; KINDS])> {
    let record: Value = serde_json::from_str(line).ok()?;
    let tiles = |value: &Value| -> Option<Vec<Tile>> {
        value.as_array()?.iter().map(|tile| tile.as_u64().map(|tile| tile as Tile)).collect()
    };
    let mut rack = [0; KINDS];
    tiles(&record["rack"])?.iter().for_each(|tile| rack[usize::from(*tile)] += 1);
    let table: Option<Vec<Vec<Tile>>> = record["table"].as_array()?.iter().map(tiles).collect();
    Some((table?, rack))
}

/// Half of the values are at most `p50`, and so on.
fn percentiles(mut values: Vec<f64>) -> Value {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get(((values.len() as f64 * share).ceil() as usize).saturating_sub(1));
    json!({ "p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "worst": values.last() })
}

/// The most memory this program has held, where the system tells.
fn peak_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024.0)
}
