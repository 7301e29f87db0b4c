//! The Rummy solver and its repairs against stored optima and against brute force; every play is checked by other code.

mod brute;
mod checker;
mod random;
mod repair;
mod rules;

use serde_json::Value;
use solver::rummy::{Goal, JokerRule, KINDS, Problem, Solution, Solver, Stage, Tile, solve};

use random::{Dice, Mould};

const POSITIONS: &str = include_str!("../data/rummy_positions.jsonl");
const RULES: [JokerRule; 2] = [JokerRule::Free, JokerRule::Replace];
const GOALS: [Goal<'_>; 2] = [Goal::Tiles, Goal::Points];

/// A stored position: table, rack, and the most tiles that can be laid with free jokers.
fn positions() -> Vec<(Vec<Vec<Tile>>, [u8; KINDS], u8)> {
    let tiles = |value: &Value| -> Vec<Tile> {
        value.as_array().expect("a list").iter().map(|tile| tile.as_u64().expect("a tile") as Tile).collect()
    };
    POSITIONS
        .lines()
        .map(|line| {
            let record: Value = serde_json::from_str(line).expect("a line is a JSON object");
            let table = record["table"].as_array().expect("a list").iter().map(tiles).collect();
            (table, counted(&tiles(&record["rack"])), record["optimum"].as_u64().expect("a number") as u8)
        })
        .collect()
}

fn counted(tiles: &[Tile]) -> [u8; KINDS] {
    let mut counts = [0; KINDS];
    for &tile in tiles {
        counts[usize::from(tile)] += 1;
    }
    counts
}

/// The goal's value of a play, made of the tiles it lays.
fn value(problem: &Problem<'_>, solution: &Solution) -> i64 {
    let before = counted(&problem.table.concat());
    let after = counted(&solution.table.concat());
    (0..KINDS).map(|kind| checker::worth(problem, kind) * i64::from(after[kind] - before[kind])).sum()
}

/// How many sets stay as they were.
fn untouched(problem: &Problem<'_>, solution: &Solution) -> usize {
    let mut after = solution.table.clone();
    let mut count = 0;
    for set in problem.table {
        if let Some(at) = after.iter().position(|new| new == set) {
            after.swap_remove(at);
            count += 1;
        }
    }
    count
}

#[test]
fn stored_optima_are_reached() {
    let mut solver = Solver::new();
    for (table, rack, optimum) in positions() {
        let problem = Problem {
            table: &table,
            rack,
            stage: Stage::Opened,
            jokers: JokerRule::Free,
            goal: Goal::Tiles,
            joker_points: 30,
        };
        let solution = solver.solve(&problem);
        if let Some(solution) = &solution {
            checker::check(&problem, solution);
        }
        assert_eq!(solution.map_or(0, |play| play.placed), optimum, "{problem:?}");
    }
}

#[test]
fn plays_of_stored_positions_keep_every_rule() {
    let mut solver = Solver::new();
    for (table, rack, optimum) in positions() {
        for jokers in RULES {
            for goal in GOALS {
                for stage in [Stage::Opened, Stage::Unopened] {
                    let problem = Problem { table: &table, rack, stage, jokers, goal, joker_points: 30 };
                    if let Some(solution) = solver.solve(&problem) {
                        checker::check(&problem, &solution);
                        assert!(solution.placed <= optimum, "{problem:?}");
                        let gentle = solver.solve_gently(&problem).expect("a play exists");
                        checker::check(&problem, &gentle);
                        assert_eq!(value(&problem, &gentle), value(&problem, &solution), "{problem:?}");
                        assert!(untouched(&problem, &gentle) >= untouched(&problem, &solution), "{problem:?}");
                        assert_eq!(Some(solution), solve(&problem), "memory changes nothing");
                    }
                }
            }
        }
    }
}

/// Compares the solver with brute force on random small positions; returns how many could be played.
fn compare(seed: u64, count: usize, stage: Stage, mould: Mould) -> usize {
    let mut dice = Dice::new(seed);
    let mut solver = Solver::new();
    let mut playable = 0;
    for _ in 0..count {
        let (table, rack) = random::position(&mut dice, mould);
        let joker_points = [30, 0, 5][dice.below(3)];
        let worth: [i32; KINDS] = std::array::from_fn(|_| dice.below(9) as i32 - 4);
        for jokers in RULES {
            for goal in [Goal::Tiles, Goal::Points, Goal::Worth(&worth)] {
                let problem = Problem { table: &table, rack, stage, jokers, goal, joker_points };
                let solution = solver.solve(&problem);
                if let Some(solution) = &solution {
                    checker::check(&problem, solution);
                    let gentle = solver.solve_gently(&problem).expect("a play exists");
                    checker::check(&problem, &gentle);
                    assert_eq!(value(&problem, &gentle), value(&problem, solution), "{problem:?}");
                    let gentlest = solver.solve_gentlest(&problem).expect("a play exists");
                    checker::check(&problem, &gentlest);
                    assert_eq!(value(&problem, &gentlest), value(&problem, solution), "{problem:?}");
                    assert!(untouched(&problem, &gentlest) >= untouched(&problem, &gentle), "{problem:?}");
                    playable += 1;
                }
                let best = brute::best(&problem);
                assert_eq!(solution.as_ref().map(|play| value(&problem, play)), best, "{problem:?} {solution:?}");
            }
        }
    }
    playable
}

#[test]
fn brute_force_finds_nothing_better_when_rearranging() {
    assert!(compare(1, 2_000, Stage::Opened, Mould { table: 7, rack: 4, ranks: 13, joker_percent: 25 }) > 1_000);
}

#[test]
fn brute_force_finds_nothing_better_among_few_ranks() {
    assert!(compare(2, 1_000, Stage::Opened, Mould { table: 7, rack: 4, ranks: 4, joker_percent: 25 }) > 1_000);
}

#[test]
fn brute_force_finds_nothing_better_within_one_rank() {
    assert!(compare(3, 500, Stage::Opened, Mould { table: 7, rack: 3, ranks: 1, joker_percent: 40 }) > 100);
}

#[test]
fn brute_force_finds_nothing_better_when_jokers_abound() {
    assert!(compare(4, 1_500, Stage::Opened, Mould { table: 6, rack: 4, ranks: 7, joker_percent: 80 }) > 1_000);
}

#[test]
fn brute_force_finds_nothing_better_when_opening() {
    assert!(compare(5, 1_500, Stage::Unopened, Mould { table: 3, rack: 9, ranks: 4, joker_percent: 25 }) > 1_000);
    assert!(compare(6, 1_500, Stage::Unopened, Mould { table: 0, rack: 8, ranks: 6, joker_percent: 60 }) > 1_000);
}

#[test]
fn impatience_answers_nothing_or_something_legal_and_says_so() {
    let mut limited = Solver::with_max_nodes(60);
    let (mut given_up, mut answered) = (0, 0);
    for (table, rack, optimum) in positions() {
        let solution = limited.solve(&freely(&table, rack));
        match (limited.gave_up(), solution) {
            (false, solution) => {
                answered += 1;
                assert_eq!(solution.map_or(0, |solution| solution.placed), optimum);
            }
            (true, solution) => {
                given_up += 1;
                assert!(solution.is_none_or(|solution| solution.placed <= optimum));
            }
        }
    }
    assert!(given_up > 0 && answered > 0, "{given_up} given up, {answered} answered");
}

/// To lay most tiles, the jokers free.
fn freely(table: &[Vec<Tile>], rack: [u8; KINDS]) -> Problem<'_> {
    let (stage, jokers, goal) = (Stage::Opened, JokerRule::Free, Goal::Tiles);
    Problem { table, rack, stage, jokers, goal, joker_points: 30 }
}

#[test]
fn no_best_play_leaves_more_sets_alone_than_the_gentlest() {
    let mut dice = Dice::new(77);
    let mut solver = Solver::new();
    let mut choices = 0;
    for _ in 0..400 {
        let (table, rack) = random::position(&mut dice, Mould { table: 12, rack: 3, ranks: 5, joker_percent: 10 });
        let Some(gentlest) = solver.solve_gentlest(&freely(&table, rack)) else { continue };
        let best = brute::best(&freely(&table, rack));
        // All ways to leave some sets alone, and whether a best play is still there without them.
        let most = (0_u32..1 << table.len())
            .filter(|kept| {
                let loose = |place: &usize| kept >> place & 1 == 0;
                let others: Vec<Vec<Tile>> = (0..table.len()).filter(loose).map(|place| table[place].clone()).collect();
                brute::best(&freely(&others, rack)) == best
            })
            .map(u32::count_ones)
            .max();
        assert_eq!(Some(untouched(&freely(&table, rack), &gentlest) as u32), most, "{table:?} {rack:?}");
        choices += usize::from(most < Some(table.len() as u32));
    }
    assert!(choices > 20, "only {choices} positions where something must be disturbed");
}
