//! What a game needs to be refereed beyond its rules, its written form and its words.

use bots::Skill;
use engine::games::rummy::{Move as RummyMove, Public as RummyPublic, Rack};
use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy};
use engine::{Coverage, Game, Public, Seat};
use solver::rummy::{Goal, best_play, gentlest_play};
use wire::Codec;
use words::Words;

/// A game the referee can speak for.
pub trait Refereed: Codec + Words + Skill {
    /// How widely the leads of rounds among good players spread about: their standard deviation, measured with
    /// skilled bots and rounded. It is what a loss is held against.
    const SPREAD: f64;

    /// Whether a move is a player's choice, and not the clock's.
    fn is_chosen(_mv: &Self::Move) -> bool {
        true
    }

    /// Whether two moves come to the same, however they are written.
    fn is_same(one: &Self::Move, other: &Self::Move) -> bool {
        one == other
    }

    /// The moves the referee lists for a seat, from what that seat knows: all of them,
    /// or a sample that says more than the engine's own.
    fn list(public: &Public<Self>, hand: &Self::Hand, seat: Seat, moves: &mut Vec<Self::Move>) -> Coverage {
        Self::moves(public, hand, seat, moves)
    }

    /// The exact best play of a seat that holds `hand`, for games that can be solved.
    fn solve(_public: &Public<Self>, _hand: &Self::Hand, _seat: Seat, _goal: SolveGoal) -> Option<Solved<Self>> {
        None
    }
}

/// What is to be made as great as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveGoal {
    /// The number of tiles laid.
    Tiles,
    /// Their face value.
    Points,
}

/// The best there is to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<G: Game> {
    /// How many tiles it lays.
    pub placed: u8,
    /// Their face value.
    pub points: i32,
    /// The play, or what is done when nothing can be laid.
    pub mv: G::Move,
}

impl Refereed for Onze {
    const SPREAD: f64 = 40.0;
}

impl Refereed for NainJaune {
    const SPREAD: f64 = 10.0;
}

impl Refereed for Dos {
    const SPREAD: f64 = 40.0;
}

impl Refereed for Rummy {
    const SPREAD: f64 = 60.0;

    fn is_chosen(mv: &RummyMove) -> bool {
        *mv != RummyMove::Timeout
    }

    /// Sets may stand in any order, and so may the tiles of a brelan.
    fn is_same(one: &RummyMove, other: &RummyMove) -> bool {
        one == other || sorted_sets(&Self::write_move(one)) == sorted_sets(&Self::write_move(other))
    }

    /// Drawing or passing, and a play that lays most tiles if there is one: the whole list would be endless.
    fn list(public: &RummyPublic, hand: &Rack, seat: Seat, moves: &mut Vec<RummyMove>) -> Coverage {
        if seat == public.seat && public.outcome().is_none() {
            moves.push(idle(public));
            moves.extend(best_play(public, hand, seat, Goal::Tiles).map(|best| best.mv));
        }
        Coverage::Sample
    }

    fn solve(public: &RummyPublic, hand: &Rack, seat: Seat, goal: SolveGoal) -> Option<Solved<Self>> {
        let goal = match goal {
            SolveGoal::Tiles => Goal::Tiles,
            SolveGoal::Points => Goal::Points,
        };
        let best = gentlest_play(public, hand, seat, goal);
        Some(best.map_or(Solved { placed: 0, points: 0, mv: idle(public) }, |best| Solved {
            placed: best.placed,
            points: best.points,
            mv: best.mv,
        }))
    }
}

/// What is done in Rummy by who lays nothing.
fn idle(public: &RummyPublic) -> RummyMove {
    if public.board.pile_size > 0 { RummyMove::Draw } else { RummyMove::Pass }
}

/// The sets of a play in an order of their own.
fn sorted_sets(play: &str) -> Vec<Vec<&str>> {
    let mut sets: Vec<Vec<&str>> = play.trim_start_matches("play ").split('|').map(sorted_set).collect();
    sets.sort_unstable();
    sets
}

/// The tiles of a brelan in an order of their own; in a suite the place of a joker matters, and is kept.
fn sorted_set(set: &str) -> Vec<&str> {
    let mut tiles: Vec<&str> = set.split_whitespace().collect();
    let mut values = tiles.iter().filter_map(|tile| tile.get(1..)).filter(|value| !value.is_empty());
    let first = values.next();
    if values.all(|value| Some(value) == first) {
        tiles.sort_unstable();
    }
    tiles
}

impl Refereed for QuaranteSix {
    const SPREAD: f64 = 80.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_play_is_the_same_in_another_order() {
        let is_same = |one: &str, other: &str| {
            let read = |text: &str| wire::read_step::<Rummy>(text).expect("a play").moves[0];
            Rummy::is_same(&read(one), &read(other))
        };
        assert!(is_same("play n3 n4 n5 | rK bK jK", "play jK rK bK | n3 n4 n5"));
        assert!(is_same("play rK * jK", "play * jK rK"));
        assert!(!is_same("play * n3 n4", "play n3 n4 *"));
        assert!(!is_same("play n3 n4 n5", "play n3 n4 n5 n6"));
        assert!(!is_same("draw", "pass"));
    }
}
