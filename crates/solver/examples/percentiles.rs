//! `cargo run --release -p solver --example percentiles`: how long the stored positions take to solve.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use serde_json::Value;
use solver::rummy::{Goal, JokerRule, KINDS, Problem, Solution, Solver, Stage, Tile};

/// Name, table and rack.
type Position = (String, Vec<Vec<Tile>>, [u8; KINDS]);

const POSITIONS: &str = include_str!("../tests/data/rummy_positions.jsonl");
/// Each position is solved so often, and its median time counts.
const REPEATS: usize = 21;

fn main() {
    let positions: Vec<_> = POSITIONS.lines().map(position).collect();
    for (goal, goal_name) in [(Goal::Tiles, "tiles"), (Goal::Points, "points")] {
        for (jokers, rule_name) in [(JokerRule::Free, "free"), (JokerRule::Replace, "replace")] {
            for (stage, stage_name) in [(Stage::Opened, "opened"), (Stage::Unopened, "unopened")] {
                if stage == Stage::Unopened && jokers == JokerRule::Replace {
                    continue;
                }
                let mut solver = Solver::new();
                let mut times = Vec::new();
                let mut worst = (0.0, String::new());
                for (id, table, rack) in &positions {
                    let problem = Problem { table, rack: *rack, stage, jokers, goal, joker_points: 30 };
                    let mut repeats: Vec<f64> = (0..REPEATS)
                        .map(|_| {
                            let start = Instant::now();
                            std::hint::black_box(solver.solve(std::hint::black_box(&problem)));
                            start.elapsed().as_secs_f64() * 1e6
                        })
                        .collect();
                    repeats.sort_by(f64::total_cmp);
                    let time = repeats[REPEATS / 2];
                    if time > worst.0 {
                        worst = (time, format!("{id}, {} nodes", solver.effort()));
                    }
                    times.push(time);
                }
                times.sort_by(f64::total_cmp);
                let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
                let kept =
                    if stage == Stage::Opened { kept(&positions, &mut solver, goal, jokers) } else { String::new() };
                println!(
                    "{goal_name:7}{rule_name:8}{stage_name:9} µs: p50 {:6.1}  p90 {:6.1}  p99 {:6.1}  worst {:6.1} ({}) {kept}",
                    at(50),
                    at(90),
                    at(99),
                    worst.0,
                    worst.1
                );
            }
        }
    }
}

/// How many of the sets stay as they are, and how long the gentle way takes.
fn kept(positions: &[Position], solver: &mut Solver, goal: Goal<'_>, jokers: JokerRule) -> String {
    let (mut sets, mut quickly, mut gently) = (0, 0, 0);
    let mut times = Vec::new();
    for (_, table, rack) in positions {
        let problem = Problem { table, rack: *rack, stage: Stage::Opened, jokers, goal, joker_points: 30 };
        let staying = |play: Option<Solution>| {
            play.map_or(table.len(), |play| table.iter().filter(|set| play.table.contains(set)).count())
        };
        sets += table.len();
        quickly += staying(solver.solve(&problem));
        let start = Instant::now();
        let play = solver.solve_gently(&problem);
        times.push(start.elapsed().as_secs_f64() * 1e6);
        gently += staying(play);
    }
    times.sort_by(f64::total_cmp);
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    format!("{quickly} of {sets} sets stay; gently {gently}, p50 {median:.0}, worst {worst:.0}")
}

fn position(line: &str) -> Position {
    let record: Value = serde_json::from_str(line).expect("a line is a JSON object");
    let tiles = |value: &Value| -> Vec<Tile> {
        value.as_array().expect("a list").iter().map(|tile| tile.as_u64().expect("a tile") as Tile).collect()
    };
    let mut rack = [0; KINDS];
    for tile in tiles(&record["rack"]) {
        rack[usize::from(tile)] += 1;
    }
    let table = record["table"].as_array().expect("a list").iter().map(tiles).collect();
    (record["id"].as_str().expect("an id").to_owned(), table, rack)
}
