//! The casual and the skilled: they lay what they see, and keep their joker for the end.

use engine::games::Rummy;
use engine::games::rummy::{Bag, Layout, Move, Tile};

use super::glance::{Glance, Reach};
use super::{fewest_of_others, own, wait};
use crate::Knowledge;

/// What an opening must be worth.
const OPENING_POINTS: u32 = 30;
/// A rack this small may be gone in the next turn.
const FEW_TILES: u8 = 3;

/// Own sets, and tiles added to sets.
pub(super) fn casual(seen: Knowledge<'_, Rummy>) -> Move {
    at_a_glance(seen, Reach::Adding)
}

/// Tiles are borrowed from the table, too.
pub(super) fn skilled(seen: Knowledge<'_, Rummy>) -> Move {
    at_a_glance(seen, Reach::Borrowing)
}

/// All that is seen is laid, but a joker is kept until it lays the last tiles, or threatens to cost its points.
fn at_a_glance(seen: Knowledge<'_, Rummy>, reach: Reach) -> Move {
    let Knowledge { public, hand, seat, .. } = seen;
    if !public.board.opened[seat] {
        return opening(&public.board.table, hand.tiles).unwrap_or(wait(public));
    }
    let mut glance = Glance::new(&public.board.table, hand.tiles);
    glance.lay(reach);
    glance.lay_last();
    if fewest_of_others(public, seat) <= FEW_TILES || public.board.pile_size == 0 {
        glance.lay_pair();
    }
    if glance.laid > 0 { Move::Play(glance.layout()) } else { wait(public) }
}

/// The own sets, with a joker only if it takes one to open.
fn opening(table: &Layout, rack: Bag) -> Option<Move> {
    let mut after = *table;
    let mut chosen = own::best(rack);
    if chosen.points < OPENING_POINTS {
        let (set, points) = own::pair(rack).filter(|_| rack.has(Tile::JOKER))?;
        chosen = own::best(rack.minus(set.iter().copied().collect()));
        if chosen.points + points < OPENING_POINTS {
            return None;
        }
        after.push(&set);
    }
    for mask in chosen.masks() {
        own::write(*mask, &mut after);
    }
    Some(Move::Play(after))
}

/// The tiles a rack shows in a first glance that could open, if any: nobody who has them draws.
pub(super) fn could_open(rack: Bag) -> Option<Bag> {
    match opening(&Layout::EMPTY, rack)? {
        Move::Play(table) => Some(table.bag()),
        _ => None,
    }
}
