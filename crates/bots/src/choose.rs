//! The four levels: what a bot does in its turn, and what it says out of turn.

use engine::{Chance, Game, Public, Seat, SeatSet};

use crate::{Budget, Knowledge, Level, Seated, Skill, think};

/// A novice looks away once in so many moves, and plays anything.
const NOVICE_LOOKS_AWAY: u32 = 3;

/// The move of a bot whose turn it is.
pub fn choose<G: Skill>(level: Level, seated: &Seated<G>, budget: &mut Budget<'_>, chance: &mut Chance) -> G::Move {
    let seen = seated.seen();
    match level {
        Level::Novice => novice(seen, chance),
        Level::Casual => G::casual(seen, chance),
        Level::Skilled => G::skilled(seen, chance),
        Level::Expert => think(seated, &[], budget, chance).mv,
    }
}

/// What a bot says out of turn, if anything; whoever leads the table asks those [`asked`], in their order.
pub fn speak<G: Skill>(level: Level, seated: &Seated<G>, chance: &mut Chance) -> Option<G::Move> {
    let attentive = level > Level::Novice || chance.below(NOVICE_LOOKS_AWAY) == 0;
    G::speak(seated.seen()).filter(|_| attentive)
}

/// The seats that may say something now, in the order they are asked; `seat` is to move, `also` may act out of turn.
pub fn asked<G: Skill>(public: &Public<G>, seat: Seat, also: SeatSet) -> impl Iterator<Item = Seat> {
    let first = G::first_asked(public);
    let may_speak = if also.is_empty() { also } else { also.with(seat) };
    let others = public.sheet.seats().clockwise_from(seat).filter(move |other| !first.has(*other));
    first.iter().chain(others).filter(move |other| may_speak.has(*other))
}

/// Mostly the obvious, sometimes anything.
fn novice<G: Skill>(seen: Knowledge<'_, G>, chance: &mut Chance) -> G::Move {
    if chance.below(NOVICE_LOOKS_AWAY) > 0 {
        return G::casual(seen, chance);
    }
    let mut moves = Vec::new();
    seen.moves(&mut moves);
    match moves.len() {
        0 => <G as Game>::fallback(seen.public, seen.hand),
        count => moves.swap_remove(chance.below(count as u32) as usize),
    }
}
