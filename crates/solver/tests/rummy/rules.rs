//! Single rules on positions one can check by eye, written as players write them.

use solver::rummy::{Goal, JOKER, JokerRule, KINDS, Problem, Stage, Tile, solve, solve_gently};

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const COLOURS: [&str; 4] = ["n", "r", "b", "j"];

fn name(tile: usize) -> String {
    if tile == JOKER { "*".to_owned() } else { format!("{}{}", COLOURS[tile / 13], RANKS[tile % 13]) }
}

pub(crate) fn tiles(text: &str) -> Vec<Tile> {
    let tile = |word| (0..KINDS).find(|&tile| name(tile) == word).expect("a tile") as Tile;
    text.split_whitespace().map(tile).collect()
}

pub(crate) fn written(table: &[Vec<Tile>]) -> String {
    let set = |set: &Vec<Tile>| set.iter().map(|&tile| name(usize::from(tile))).collect::<Vec<_>>().join(" ");
    table.iter().map(set).collect::<Vec<_>>().join(" | ")
}

/// Solves a position and compares the table after the play, or `-` if there is none.
fn check(stage: Stage, jokers: JokerRule, table: &str, rack: &str, expected: &str) {
    let table: Vec<Vec<Tile>> = table.split('|').map(tiles).filter(|set| !set.is_empty()).collect();
    let rack = super::counted(&tiles(rack));
    let problem = Problem { table: &table, rack, stage, jokers, goal: Goal::Tiles, joker_points: 30 };
    for solution in [solve(&problem), solve_gently(&problem)] {
        if let Some(solution) = &solution {
            super::checker::check(&problem, solution);
        }
        assert_eq!(solution.as_ref().map_or_else(|| "-".to_owned(), |play| written(&play.table)), expected);
    }
}

fn replace(table: &str, rack: &str, expected: &str) {
    check(Stage::Opened, JokerRule::Replace, table, rack, expected);
}

fn free(table: &str, rack: &str, expected: &str) {
    check(Stage::Opened, JokerRule::Free, table, rack, expected);
}

fn opening(table: &str, rack: &str, expected: &str) {
    check(Stage::Unopened, JokerRule::Replace, table, rack, expected);
}

#[test]
fn a_joker_is_not_simply_taken() {
    free("n3 n4 n5 *", "r9 b9", "r9 b9 * | n3 n4 n5");
    replace("n3 n4 n5 *", "r9 b9", "-");
}

#[test]
fn a_natural_of_the_rack_frees_a_joker() {
    replace("n3 n4 n5 *", "n6 r9 b9", "r9 b9 * | n3 n4 n5 n6");
}

#[test]
fn a_natural_on_the_table_frees_a_joker() {
    replace("n3 n4 n5 * | n6 n7 n8", "r9 b9", "n6 n7 n8 | r9 b9 * | n3 n4 n5");
}

#[test]
fn either_missing_colour_frees_the_joker_of_a_brelan() {
    replace("n9 r9 *", "j9 b2 j2", "b2 j2 * | n9 r9 j9");
    replace("n9 r9 *", "b9 b2 j2", "b2 j2 * | n9 r9 b9");
}

#[test]
fn one_natural_frees_one_joker() {
    // Both jokers stand for the yellow nine, and only one yellow nine is laid: the twos have to wait.
    replace("n9 r9 b9 * | n9 r9 b9 *", "j9 r2 b2 j5 n5", "n9 r9 b9 * | n5 j5 * | n9 r9 b9 j9");
}

#[test]
fn a_joker_may_move_while_it_stands_for_its_tile() {
    replace("n3 n4 n5 *", "r6 b6", "r6 b6 * | n3 n4 n5");
}

#[test]
fn a_joker_counts_as_its_tile_in_the_opening() {
    opening("", "n9 n10 *", "n9 n10 *");
    opening("", "n8 n9 *", "-");
    opening("", "nA *", "-");
    opening("", "n10 * *", "n10 * *");
    opening("", "n9 * *", "n9 * *");
    opening("", "n8 * *", "-");
}

#[test]
fn the_opening_touches_nothing() {
    opening("n3 n4 n5", "n6 n7", "-");
    opening("n3 n4 n5", "n6 r10 b10 j10", "n3 n4 n5 | r10 b10 j10");
}

#[test]
fn eight_naturals_and_a_joker_are_three_brelans() {
    free("n5 r5 b5 *", "j5", "-");
    free("n5 r5 b5 *", "n5 r5 j5 b5 j5", "r5 b5 j5 | n5 b5 j5 | n5 r5 *");
}
