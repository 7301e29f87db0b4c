//! The solver at the engine's table: what it plays, the rules accept, and nothing the engine lists lays more.

use engine::games::Rummy;
use engine::games::rummy::{JokerRule, Move, Rules};
use engine::{Chance, Game, SeatCount, Turn};
use solver::rummy::{Goal, best_play};
use testkit::Dice;

/// Plays matches of random and best plays, and holds the solver against the rules at every turn.
fn play(rules: &Rules, run: u64) -> usize {
    let mut dice = Dice::new(run);
    let mut state = Rummy::table(rules, SeatCount::new(3).expect("three can play"));
    let (mut best_plays, mut moves) = (0, Vec::new());
    loop {
        let events = match Rummy::turn(&state.public) {
            Turn::Over(_) => return best_plays,
            Turn::Dealer(shuffle) => Rummy::deal(&state, &mut Chance::new(&dice.seed(), shuffle)),
            Turn::Seat { seat, .. } => {
                let rack = state.hands[seat];
                moves.clear();
                Rummy::moves(&state.public, &rack, seat, &mut moves);
                let before = state.public.table.len();
                let placed = |mv: &Move| if let Move::Play(layout) = mv { layout.len() - before } else { 0 };
                let most_listed = moves.iter().map(placed).max().unwrap_or(0);
                let best = best_play(&state.public, &rack, seat, Goal::Tiles);
                let most = best.map_or(0, |best| usize::from(best.placed));
                assert!(most >= most_listed, "run {run}: {most} tiles by the solver, {most_listed} listed");
                if let Some(best) = best {
                    assert_eq!(placed(&best.mv), most, "run {run}");
                    let decided = Rummy::decide(&state, seat, &best.mv);
                    assert!(decided.is_ok(), "run {run}: {:?} is refused: {decided:?}", best.mv);
                    best_plays += 1;
                    if dice.below(3) == 0 {
                        moves = vec![best.mv];
                    }
                }
                let mv = moves[dice.below(moves.len())];
                Rummy::decide(&state, seat, &mv).expect("a listed move is legal")
            }
        };
        for event in &events {
            Rummy::apply(&mut state, event).expect("an event of the rules fits");
        }
    }
}

#[test]
fn the_rules_accept_what_the_solver_plays() {
    for joker in [JokerRule::Replace, JokerRule::Free] {
        let rules = Rules { joker, ..Rules::default() };
        let best_plays: usize = (0..40).map(|run| play(&rules, run)).sum();
        assert!(best_plays > 400, "hardly anything could be laid: {best_plays}");
    }
}
