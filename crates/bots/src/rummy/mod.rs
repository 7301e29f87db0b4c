//! Rummy: rules of thumb.

use engine::games::Rummy;
use engine::games::rummy::{Move, Shown, State};
use engine::{Chance, Game, Scores, View};

use crate::{Seen, Skill};

impl Skill for Rummy {
    type Notes = ();
    const PRICE: u64 = 300;
    const HORIZON: usize = 300;

    fn note(_notes: &mut (), _before: &View<Self>, _shown: &Shown) {}

    fn suppose(view: &View<Self>, _notes: &(), chance: &mut Chance) -> State {
        <Self as Game>::imagine(view, chance)
    }

    fn casual(seen: Seen<'_, Self>, _chance: &mut Chance) -> Move {
        let mut moves = Vec::new();
        seen.moves(&mut moves);
        moves.first().copied().unwrap_or_else(|| Self::fallback(seen.public, seen.hand))
    }

    fn skilled(seen: Seen<'_, Self>, chance: &mut Chance) -> Move {
        Self::casual(seen, chance)
    }

    fn estimate(state: &State) -> Scores {
        Scores::new(Self::sheet(&state.public).seats())
    }
}
