//! Rummy: the truth, what everybody knows of it, and the invariants.

use tinyvec::ArrayVec;

use crate::{PerSeat, SeatCount};

use super::melds::{Layout, Reading};
use super::rules::{Bag, Rules, Tile};
use super::{Public, State};

/// The most that may play.
pub const MAX_SEATS: usize = 4;

/// A pile of tiles, the next to be drawn at the end.
pub(super) type Pile = ArrayVec<[Tile; Tile::COUNT]>;

/// What lies open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The sets on the table, as they were written.
    pub table: Layout,
    /// Who has made an opening (R10).
    pub opened: PerSeat<bool>,
    /// How many tiles are in the pile.
    pub pile_size: u8,
    /// How many have passed in a row (R23).
    pub passes: u8,
}

/// What nobody sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// The pile, the next tile to be drawn at the end.
    pub pile: Pile,
    /// Tiles that are not in the game: none in play, but a position may leave some out.
    pub out: Bag,
}

/// What one seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rack {
    /// The tiles held.
    pub tiles: Bag,
}

/// A table before the first deal.
pub(super) fn table(rules: &Rules, seats: SeatCount) -> State {
    let board = Board { table: Layout::EMPTY, opened: PerSeat::new(seats), pile_size: 0, passes: 0 };
    State::new(*rules, seats, board, Hidden { pile: Pile::new(), out: Bag::ALL })
}

/// All invariants, conservation of tiles first.
pub(super) fn check(state: &State) -> Result<(), String> {
    let public = &state.public;
    let racks = state.hands.values().iter().flat_map(|rack| rack.tiles.iter());
    let table = public.board.table.tiles().iter().copied();
    let mut everywhere: Vec<Tile> =
        racks.chain(state.hidden.pile).chain(table).chain(state.hidden.out.iter()).collect();
    everywhere.sort();
    if !everywhere.iter().copied().eq(Bag::ALL.iter()) {
        return Err(format!("tiles are not conserved: {everywhere:?}"));
    }
    if !state.hands.iter().all(|(seat, rack)| rack.tiles.len() == usize::from(public.hand_sizes[seat])) {
        return Err("a rack's size is wrong".into());
    }
    if state.hidden.pile.len() != usize::from(public.board.pile_size) {
        return Err("the pile's size is wrong".into());
    }
    if let Some(set) = public.board.table.sets().find(|set| Reading::of(set).is_err()) {
        return Err(format!("{set:?} lies on the table and is no set"));
    }
    if usize::from(public.board.passes) > public.sheet.seats().get() {
        return Err(format!("{} passes in a row", public.board.passes));
    }
    Ok(())
}

impl Public {
    /// R27: whether the match ends with this round.
    pub(super) fn is_last_round(&self) -> bool {
        self.sheet.is_last_of(self.rules.rounds)
    }
}
