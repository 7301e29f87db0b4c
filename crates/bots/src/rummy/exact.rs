//! The expert's plays: the best by the solver, under several ideas of what is best.

use std::cell::RefCell;

use engine::games::Rummy;
use engine::games::rummy::{Bag, Move, Public, Rack, Tile};
use engine::{Member, Seat};
use solver::rummy::{BestPlay, Goal, KINDS, Solver};

use super::{heuristics, wait};
use crate::Knowledge;

thread_local! {
    /// A solver keeps its memory from one question to the next: that saves time and changes no answer.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::with_max_nodes(MAX_NODES));
}

/// The solver gives a question up after so many nodes, about a millisecond: the expert has to move in time. Nearly all
/// questions take a tenth of that.
const MAX_NODES: usize = 700;

/// A joker is kept unless it lays points beyond these.
const JOKER_KEPT_FOR: i32 = 10;
/// Tiles below these ranks are kept if they can be: from laying all to laying as little as possible.
const RELUCTANCES: [i32; 4] = [0, 5, 9, 14];

/// Asks the solver for any best play.
pub(super) fn play(public: &Public, rack: &Rack, seat: Seat, goal: Goal<'_>) -> Option<BestPlay> {
    SOLVER.with(|solver| solver.borrow_mut().quick_play(public, rack, seat, goal))
}

/// Asks the solver for a best play that leaves sets alone: people are to follow it.
fn gentle(public: &Public, rack: &Rack, seat: Seat, goal: Goal<'_>) -> Option<BestPlay> {
    SOLVER.with(|solver| solver.borrow_mut().gentle_play(public, rack, seat, goal))
}

/// What the expert would do without thinking: lay all if that can be done, else most points, the jokers aside.
pub(super) fn favourite(seen: Knowledge<'_, Rummy>) -> Move {
    let Knowledge { public, hand, seat, .. } = seen;
    let most = if hand.tiles.has(Tile::JOKER) {
        all_at_once(seen).or_else(|| gentle(public, hand, seat, Goal::Worth(&worth(public, 0))))
    } else {
        gentle(public, hand, seat, Goal::Points)
    };
    // The eye sees something even where the solver would take too long.
    most.map_or_else(|| heuristics::skilled(seen), |play| play.mv)
}

/// Nearly the same in imagined play, where nobody looks: a joker is only laid to go out or to open.
pub(super) fn quick(seen: Knowledge<'_, Rummy>) -> Move {
    let Knowledge { public, hand, seat, .. } = seen;
    let most = |rack: &Rack| play(public, rack, seat, Goal::Points);
    let chosen = if hand.tiles.has(Tile::JOKER) && public.board.pile_size > 0 {
        // Not to hold jokers is far quicker for the solver than to hold them dear.
        let naturals = Rack { tiles: hand.tiles.minus([Tile::JOKER; 2].into_iter().collect()) };
        let opening = || if public.board.opened[seat] { None } else { most(hand) };
        all_at_once(seen).or_else(|| most(&naturals)).or_else(opening)
    } else {
        // Who lays most points goes out if that can be done.
        most(hand)
    };
    chosen.map_or(wait(public), |play| play.mv)
}

/// The play that goes out, if there is one.
fn all_at_once(seen: Knowledge<'_, Rummy>) -> Option<BestPlay> {
    let Knowledge { public, hand, seat, .. } = seen;
    play(public, hand, seat, Goal::Tiles).filter(|play| usize::from(play.placed) == hand.tiles.len())
}

/// Plays that lay much or little, with the jokers or without; and to wait, for who has not opened.
pub(super) fn options(seen: Knowledge<'_, Rummy>, moves: &mut Vec<Move>) {
    let Knowledge { public, hand, seat, .. } = seen;
    let before = public.board.table.bag();
    let mut known: Vec<Bag> = moves.iter().filter_map(|mv| laid(before, mv)).collect();
    let mut offer = |goal: Goal<'_>| {
        let quick = play(public, hand, seat, goal)?.mv;
        // Which tiles lie on the table matters, not how: everyone may rearrange them.
        let tiles = laid(before, &quick)?;
        if !known.contains(&tiles) {
            known.push(tiles);
            let gentle = gentle(public, hand, seat, goal).map(|play| play.mv);
            moves.push(gentle.filter(|mv| laid(before, mv) == Some(tiles)).unwrap_or(quick));
        }
        Some(())
    };
    let some = offer(Goal::Points).is_some();
    if some {
        offer(Goal::Tiles);
        for reluctance in RELUCTANCES {
            offer(Goal::Worth(&worth(public, reluctance)));
        }
    }
    if !some || !public.board.opened[seat] {
        moves.push(wait(public));
    }
}

/// What laying each tile is worth to someone who would rather keep those below a rank, and the jokers.
fn worth(public: &Public, reluctance: i32) -> [i32; KINDS] {
    let joker = if public.board.pile_size == 0 { i32::from(public.rules.joker_points) } else { -JOKER_KEPT_FOR };
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
