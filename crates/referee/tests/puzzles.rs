//! The puzzles that are kept: each reads, its answer is legal, and the judge comes to it again.

use std::path::Path;

use engine::{Coverage, GameId, Seat, View, Viewer, with_game};
use referee::advice::{PuzzleAnswer, judge_puzzle};
use wire::{Value, read_step, read_view, write_view};

/// Every so many puzzles are judged again with all the time they were given; Rummy's, which are solved, are all.
const JUDGED: usize = 20;

/// The puzzles of a game, as their file holds them.
fn kept(game: GameId) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../client/puzzles/{}.json", game.slug()));
    let text = std::fs::read_to_string(path).expect("puzzles of every game");
    serde_json::from_str(&text).expect("JSON")
}

fn puzzles(kept: &Value) -> impl Iterator<Item = (usize, Seat, &Value)> {
    let list = kept["puzzles"].as_array().expect("a list");
    let seat = |puzzle: &Value| Seat::new(puzzle["seat"].as_u64().expect("a seat") as usize).expect("a seat");
    list.iter().enumerate().map(move |(number, puzzle)| (number, seat(puzzle), puzzle))
}

/// What the file says that is to be found.
fn answer(puzzle: &Value) -> &str {
    let best = puzzle["moves"].get(0).map_or(&puzzle["play"], |best| &best["move"]);
    best.as_str().expect("a move")
}

#[test]
fn every_kept_puzzle_reads_and_its_answer_is_legal() {
    for game in GameId::ALL {
        let kept = kept(game);
        let count = puzzles(&kept).count();
        assert!(count >= 60, "{}: {count}", game.slug());
        let mut seen = std::collections::BTreeSet::new();
        for (number, seat, puzzle) in puzzles(&kept) {
            let at = format!("{} {number}", game.slug());
            assert!(seen.insert(puzzle["view"].to_string()), "{at} is there twice");
            with_game!(game, G => {
                let view: View<G> = read_view(puzzle["view"].clone(), Viewer::Seat(seat)).expect(&at);
                assert_eq!(write_view::<G>(&view), puzzle["view"], "{at}: a view, and no more than that");
                let hand = view.hand.as_ref().expect(&at);
                let step = read_step::<G>(answer(puzzle)).expect(&at);
                assert_eq!(<G as engine::Game>::permit(&view.public, hand, seat, &step.moves[0]), Ok(()), "{at}");
                let mut moves = Vec::new();
                if view.moves(&mut moves) == Coverage::Complete {
                    let listed = puzzle["moves"].as_array().expect(&at);
                    assert_eq!(listed.len(), moves.len(), "{at}: every move has its worth");
                    for other in &listed[1..] {
                        let (behind, error) = (other["behind"].as_f64().expect(&at), other["error"].as_f64().expect(&at));
                        assert!(behind > 0.0 && behind + 0.1 >= 3.9 * error, "{at}: {other} is not clearly behind");
                    }
                }
            });
        }
    }
}

#[test]
fn the_judge_comes_to_the_same_answer_again() {
    for game in GameId::ALL {
        let kept = kept(game);
        let millis = kept["millis"].as_u64().expect("milliseconds");
        for (number, seat, puzzle) in puzzles(&kept) {
            let at = format!("{} {number}", game.slug());
            let is_solved = puzzle["tiles"].is_u64();
            if !is_solved && number % JUDGED != 0 {
                continue;
            }
            match judge_puzzle(game, &puzzle["view"], seat, millis).expect(&at) {
                PuzzleAnswer::Tiles { tiles, .. } => {
                    assert_eq!(Some(u64::from(tiles)), puzzle["tiles"].as_u64(), "{at}");
                }
                PuzzleAnswer::Move(moves) => {
                    assert_eq!(moves[0].step, answer(puzzle), "{at}");
                    let second = puzzle["moves"][1]["behind"].as_f64().expect(&at);
                    assert!((moves[1].behind - second).abs() < 0.05, "{at}: {moves:?}");
                }
            }
        }
    }
}

#[test]
fn puzzles_are_a_function_of_their_seed() {
    use referee::advice::{PuzzleOrder, make_puzzles, write_puzzles};
    let order = PuzzleOrder { game: GameId::NainJaune, seed: engine::Seed([7; 32]), count: 2, millis: 40 };
    let mut found = 0;
    let puzzles = make_puzzles(order, &mut |_| found += 1);
    assert_eq!((puzzles.len(), found), (2, 2));
    assert_eq!(puzzles, make_puzzles(order, &mut |_| ()));
    let text = write_puzzles(order, "as above", &puzzles);
    let read: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((read["millis"].as_u64(), read["puzzles"].as_array().map(Vec::len)), (Some(40), Some(2)));
    let judged = judge_puzzle(order.game, &puzzles[0].view, puzzles[0].seat, order.millis);
    assert_eq!(judged.as_ref(), Some(&puzzles[0].answer));
}
