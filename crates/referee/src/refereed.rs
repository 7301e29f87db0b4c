//! What a game needs to be refereed beyond its rules, its written form and its words.

use bots::Skill;
use engine::games::rummy::{Move as RummyMove, Public as RummyPublic, Rack};
use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy};
use engine::{Coverage, Game, Seat};
use solver::rummy::{Goal, best_play};
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

    /// The moves the referee lists for a seat, from what that seat knows: all of them,
    /// or a sample that says more than the engine's own.
    fn list(public: &Self::Public, hand: &Self::Hand, seat: Seat, moves: &mut Vec<Self::Move>) -> Coverage {
        Self::moves(public, hand, seat, moves)
    }

    /// The exact best play of a seat that holds `hand`, for games that can be solved.
    fn solve(_public: &Self::Public, _hand: &Self::Hand, _seat: Seat, _goal: SolveGoal) -> Option<Solved<Self>> {
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
    const SPREAD: f64 = 80.0;

    fn is_chosen(mv: &RummyMove) -> bool {
        *mv != RummyMove::Timeout
    }

    /// Drawing or passing, and a play that lays most tiles if there is one: the whole list would be endless.
    fn list(public: &RummyPublic, hand: &Rack, seat: Seat, moves: &mut Vec<RummyMove>) -> Coverage {
        if seat == public.seat && Self::outcome(public).is_none() {
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
        let best = best_play(public, hand, seat, goal);
        Some(best.map_or(Solved { placed: 0, points: 0, mv: idle(public) }, |best| Solved {
            placed: best.placed,
            points: best.points,
            mv: best.mv,
        }))
    }
}

/// What is done in Rummy by who lays nothing.
fn idle(public: &RummyPublic) -> RummyMove {
    if public.pile_size > 0 { RummyMove::Draw } else { RummyMove::Pass }
}

impl Refereed for QuaranteSix {
    const SPREAD: f64 = 80.0;
}
