//! Rummy: heuristics of a human eye, exact plays for the expert.
//!
//! What can be laid is most of the game: who sees every rearrangement beats who only adds to sets by far, and
//! which of several plays is chosen matters less. So the levels differ in what they see: the casual see their own
//! sets and where a tile fits, the skilled also [borrow](glance) from the table, the expert asks the solver
//! and thinks about holding back.
//!
//! Read `own` (sets of a rack), `summary` and `glance` (plays of the lower levels), `heuristics` (their choice),
//! `exact` (the expert's plays), `notes` (what draws reveal), `prospects` (what a position promises).

mod exact;
mod glance;
mod heuristics;
mod notes;
mod own;
mod prospects;
mod summary;

use engine::games::Rummy;
use engine::games::rummy::{Move, Public, Shown, State};
use engine::{Chance, Scores, Seat, View};

use notes::Notes;

use crate::{Knowledge, Skill};

impl Skill for Rummy {
    type Notes = Notes;
    const PRICE: u64 = 75_000;
    // At a table of two or four this is just before the own next turn. To the end of the round chance would drown the
    // differences between plays, and faster playouts by eye take the others for slower than they are.
    const HORIZON: usize = 3;
    const OPENS_AFTER: u32 = u32::MAX;
    // What a position promises is estimated for players who see every play.
    const CASUAL_WORLDS: u32 = 0;

    fn note(notes: &mut Notes, before: &View<Self>, shown: &Shown) {
        notes.take_down(&before.public, shown);
    }

    fn suppose(view: &View<Self>, notes: &Notes, chance: &mut Chance) -> State {
        notes::suppose(view, notes, chance)
    }

    fn casual(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        heuristics::casual(seen)
    }

    fn skilled(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        heuristics::skilled(seen)
    }

    fn favourite(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        exact::favourite(seen)
    }

    fn quick(seen: Knowledge<'_, Self>, _chance: &mut Chance) -> Move {
        exact::quick(seen)
    }

    fn options(seen: Knowledge<'_, Self>, moves: &mut Vec<Move>) {
        exact::options(seen, moves);
    }

    fn estimate(state: &State) -> Scores {
        prospects::estimate(state)
    }
}

/// What a seat does that lays nothing.
fn wait(public: &Public) -> Move {
    if public.board.pile_size > 0 { Move::Draw } else { Move::Pass }
}

/// The fewest tiles that another seat holds.
fn fewest_of_others(public: &Public, seat: Seat) -> u8 {
    let others = public.hand_sizes.iter().filter(|(other, _)| *other != seat);
    others.map(|(_, size)| *size).min().unwrap_or(u8::MAX)
}
