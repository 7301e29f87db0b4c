//! Onze: heuristics.
//!
//! Nobody else has the cards one holds: what can be laid can be laid for ever, and what is held back keeps its row
//! closed for the others. So the patient lay what opens their own way, and sooner draw than open one for the
//! others; they let the others begin half rows which they can close, and hurry once a hand gets small.

mod finish;
mod notes;
mod weights;
mod worth;

use engine::games::Onze;
use engine::games::onze::{Move, Shown, State, Variant};
use engine::{Chance, Game, Scores, View};

use crate::{Knowledge, Skill};

use notes::Notes;

/// What a Bonus card brings, and what a joker in hand costs.
const ELEVEN: i32 = 11;

impl Skill for Onze {
    type Notes = Notes;
    const PRICE: u64 = 700;
    const HORIZON: usize = 400;
    const CAUTION: f64 = 2.0;

    fn note(notes: &mut Notes, before: &View<Self>, shown: &Shown) {
        notes.take(before, shown);
    }

    fn suppose(view: &View<Self>, notes: &Notes, chance: &mut Chance) -> State {
        notes.suppose(view, chance)
    }

    /// Lays what it can: what opens no way for others first, then the dearest, then over Liaisons.
    fn casual(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        let Knowledge { public, hand, .. } = seen;
        let mut moves = Vec::new();
        seen.moves(&mut moves);
        let opens_for_others = |spot| {
            let opened = public.board.taken.with(spot).connected().minus(public.board.taken.connected());
            !opened.minus(hand.numbers).is_empty()
        };
        let appeal = |mv: &Move| match *mv {
            Move::Lay { spot, from: None } if !opens_for_others(spot) => 150 + spot.value(),
            Move::Lay { spot, from: None } => 9 + spot.value(),
            Move::Lay { spot, from: Some(_) } => 50 + spot.value(),
            Move::End => 30,
            Move::LayJoker { spot, from: None } if hand.numbers.connects(spot) => 29,
            Move::Swap(spot) => 5 + spot.value(),
            Move::LayJoker { .. } => 4,
            Move::Draw | Move::Pass => 2,
            Move::DiscardJoker => 0,
        };
        let best = moves.iter().max_by_key(|mv| appeal(mv));
        best.copied().unwrap_or_else(|| Self::fallback(public, hand))
    }

    fn skilled(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        worth::best_move(seen)
    }

    fn options(seen: Knowledge<'_, Self>, moves: &mut Vec<Move>) {
        worth::options(seen, moves);
    }

    fn estimate(state: &State) -> Scores {
        let State { public, hands, .. } = state;
        Scores::from_fn(hands.seats(), |seat| {
            let bonuses = match public.rules.variant {
                Variant::Booklet => i32::from(public.board.bonuses[seat]),
                Variant::Beginners => 0,
            };
            let numbers: i32 = hands[seat].numbers.iter().map(|spot| spot.value() as i32).sum();
            ELEVEN * (bonuses - i32::from(hands[seat].jokers)) - numbers
        })
    }
}
