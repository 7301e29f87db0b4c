//! The expert's plays: the best by the solver, under several ideas of what is best.

use std::cell::RefCell;

use engine::games::Rummy;
use engine::games::rummy::{Bag, Move, Public, Rack, Tile};
use engine::{Member, Seat};
use solver::rummy::{BestPlay, Goal, KINDS, Solver};

use super::wait;
use crate::Seen;

thread_local! {
    /// A solver keeps its memory from one question to the next: that saves time and changes no answer.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// A joker is kept unless it lays points beyond these.
const JOKER_KEPT_FOR: i32 = 10;

/// Asks the solver.
pub(super) fn play(public: &Public, rack: &Rack, seat: Seat, goal: Goal<'_>) -> Option<BestPlay> {
    SOLVER.with(|solver| solver.borrow_mut().quick_play(public, rack, seat, goal))
}

/// Lays all if that can be done, else most points, the jokers aside.
pub(super) fn favourite(seen: Seen<'_, Rummy>) -> Move {
    let Seen { public, hand, seat, .. } = seen;
    let most = if hand.tiles.has(Tile::JOKER) {
        // Without one, whoever lays most points goes out if that is possible.
        match play(public, hand, seat, Goal::Tiles) {
            Some(all) if usize::from(all.placed) == hand.tiles.len() => Some(all),
            Some(_) => play(public, hand, seat, Goal::Worth(&worth(public, 0))),
            None => None,
        }
    } else {
        play(public, hand, seat, Goal::Points)
    };
    most.map_or(wait(public), |play| play.mv)
}

/// Plays that lay much or little, with the jokers or without, and to wait.
pub(super) fn options(seen: Seen<'_, Rummy>, moves: &mut Vec<Move>) {
    let Seen { public, hand, seat, .. } = seen;
    let before = public.table.bag();
    let mut known: Vec<Bag> = moves.iter().filter_map(|mv| laid(before, mv)).collect();
    let mut offer = |goal: Goal<'_>| {
        let Some(mv) = play(public, hand, seat, goal).map(|play| play.mv) else { return };
        // Which tiles lie on the table matters, not how: everyone may rearrange them.
        if let Some(tiles) = laid(before, &mv).filter(|tiles| !known.contains(tiles)) {
            known.push(tiles);
            moves.push(mv);
        }
    };
    for reluctance in [0, 5, 9, 14] {
        offer(Goal::Worth(&worth(public, reluctance)));
    }
    offer(Goal::Tiles);
    offer(Goal::Points);
    moves.push(wait(public));
}

/// What laying each tile is worth to someone who would rather keep those below a rank, and the jokers.
fn worth(public: &Public, reluctance: i32) -> [i32; KINDS] {
    let joker = if public.pile_size == 0 { i32::from(public.rules.joker_points) } else { -JOKER_KEPT_FOR };
    std::array::from_fn(|kind| match Tile::from_index(kind) {
        Some(tile) if !tile.is_joker() => i32::from(tile.rank()) - reluctance,
        _ => joker - reluctance,
    })
}

/// The tiles that a play brings to the table.
fn laid(before: Bag, mv: &Move) -> Option<Bag> {
    match mv {
        Move::Play(table) => Some(table.bag().minus(before)),
        _ => None,
    }
}
