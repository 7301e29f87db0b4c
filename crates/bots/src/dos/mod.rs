//! DOS: heuristics.
//!
//! A turn is thought through to its end, and the end is taken that makes it likeliest to be out first and costs
//! least if another is. What a seat left in the row it could hardly match: that is noted, and imagined.

mod cards;
mod estimate;
mod notes;
mod turn;
mod worth;

use engine::games::Dos;
use engine::games::dos::{Card, Move, Public, Shown, Stage, State};
use engine::{Chance, Game, Scores, SeatSet, View};

use crate::{Knowledge, Skill};
use notes::Notes;
use turn::TurnAhead;

/// Ends of a turn that are weighed by the skilled, and in imagined play.
const ENDS_SKILLED: usize = 4_000;
const ENDS_QUICK: usize = 100;

impl Skill for Dos {
    type Notes = Notes;
    const PRICE: u64 = 1_200;
    const HORIZON: usize = 18;
    const CAUTION: f64 = 0.3;

    fn note(notes: &mut Notes, before: &View<Self>, shown: &Shown) {
        notes.note(&before.public, shown);
    }

    fn suppose(view: &View<Self>, notes: &Notes, chance: &mut Chance) -> State {
        let mut state = <Self as Game>::imagine(view, chance);
        notes.correct(&mut state, view.viewer, chance);
        state
    }

    fn casual(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        if let Some(mv) = Self::speak(seen) {
            return mv;
        }
        let mut moves = Vec::new();
        seen.moves(&mut moves);
        let best = moves.into_iter().max_by_key(|mv| eagerness(seen.public, mv));
        best.unwrap_or_else(|| Self::fallback(seen.public, seen.hand))
    }

    fn skilled(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        best(seen, ENDS_SKILLED)
    }

    fn quick(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        best(seen, ENDS_QUICK)
    }

    fn options(seen: Knowledge<'_, Self>, moves: &mut Vec<Move>) {
        if let Some(mv) = Self::speak(seen) {
            return moves.push(mv);
        }
        let ahead = TurnAhead::new(seen.public, seen.hand, seen.seat);
        match seen.public.board.progress.stage {
            Stage::Matching => ahead.match_options(ENDS_QUICK, moves),
            Stage::Placing => ahead.add_options(moves),
        }
    }

    fn estimate(state: &State) -> Scores {
        estimate::estimate(state)
    }

    fn first_asked(public: &Public) -> SeatSet {
        public.board.owes_call
    }

    fn speak(seen: Knowledge<'_, Self>) -> Option<Move> {
        let owing = seen.public.board.owes_call;
        if owing.has(seen.seat) {
            return Some(Move::Call);
        }
        owing.iter().next().map(Move::Catch)
    }
}

/// The move that ends best, of so many ways to end the turn.
fn best(seen: Knowledge<'_, Dos>, ends: usize) -> Move {
    if let Some(mv) = Dos::speak(seen) {
        return mv;
    }
    let ahead = TurnAhead::new(seen.public, seen.hand, seen.seat);
    match seen.public.board.progress.stage {
        Stage::Matching => ahead.best_match(ends),
        Stage::Placing => ahead.best_add(),
    }
}

/// How much the casual like a move: what sheds most now, and no joker where a number will do.
fn eagerness(public: &Public, mv: &Move) -> (u8, u8) {
    match *mv {
        Move::Match { play, centre } => {
            let bonus =
                public.board.centre.get(usize::from(centre)).is_some_and(|card| play.colour_bonus(*card).is_some());
            let dear = play.cards().map(Card::draw_value).max().unwrap_or(0);
            (10 + 2 * play.count() + u8::from(bonus), dear)
        }
        Move::Put(card) | Move::Add(card) => (5, card.draw_value()),
        Move::End | Move::Draw => (3, 0),
        Move::Decline | Move::Call | Move::Catch(_) => (0, 0),
    }
}
