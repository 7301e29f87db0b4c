//! What a seat's draws and plays reveal of its rack, and worlds that fit.
//!
//! Whoever draws could lay nothing, and whoever plays lays all that fits: so at the end of its turn a seat holds
//! tiles that do not fit the table as it is then, but for those it draws.

use engine::games::Rummy;
use engine::games::rummy::{Bag, Layout, MAX_SEATS, Phase, Public, Shown, State, Tile};
use engine::{Chance, Seat, View};

use super::glance::{Glance, Reach};
use super::heuristics::could_open;

/// What a seat remembers: of every seat, how it ended its last turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notes {
    turns: [LastTurn; MAX_SEATS],
}

/// How a seat ended its last turn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
enum LastTurn {
    /// It has had none yet, or its time was up.
    #[default]
    Unknown,
    /// Its time is up, and it draws.
    Late,
    /// It has not opened, and drew.
    CouldNotOpen,
    /// It had opened, and could not, or would not, lay the tiles it kept on this table, then drew so many.
    Stuck { table: Layout, drawn: u8 },
}

/// Once in so many worlds the notes are set aside: a seat may hold back, or not see what it has.
const DOUBT: u32 = 6;
/// Tiles that do not fit the notes are exchanged so often before they are let be.
const MAX_EXCHANGES: u32 = 6;

impl Notes {
    pub(super) fn take_down(&mut self, before: &Public, shown: &Shown) {
        match *shown {
            Shown::Dealt(_) | Shown::RoundEnded(_) => *self = Self::default(),
            Shown::Played { seat, ref table } => self.set(seat, LastTurn::Stuck { table: *table, drawn: 0 }),
            Shown::TimedOut { seat } => self.set(seat, LastTurn::Late),
            Shown::Drew { seat, .. } | Shown::Passed { seat } if self.turns[seat.index()] == LastTurn::Late => {}
            Shown::Drew { seat, .. } if before.board.opened[seat] => {
                self.set(seat, LastTurn::Stuck { table: before.board.table, drawn: 1 });
            }
            Shown::Drew { seat, .. } => self.set(seat, LastTurn::CouldNotOpen),
            Shown::Passed { seat } if before.board.opened[seat] => {
                self.set(seat, LastTurn::Stuck { table: before.board.table, drawn: 0 });
            }
            Shown::Passed { seat } => self.set(seat, LastTurn::CouldNotOpen),
            Shown::TurnPassed { .. } if self.turns[before.seat.index()] == LastTurn::Late => {
                self.set(before.seat, LastTurn::Unknown);
            }
            Shown::TurnPassed { .. } => {}
        }
    }

    fn set(&mut self, seat: Seat, turn: LastTurn) {
        self.turns[seat.index()] = turn;
    }
}

/// A truth that fits the view, and mostly the notes.
pub(super) fn suppose(view: &View<Rummy>, notes: &Notes, chance: &mut Chance) -> State {
    let mut state = <Rummy as engine::Game>::imagine(view, chance);
    if !matches!(state.public.phase, Phase::Playing(())) || state.hidden.pile.is_empty() {
        return state;
    }
    for seat in state.public.sheet.seats().seats().filter(|seat| !view.viewer.sees(*seat)) {
        if chance.below(DOUBT) > 0 {
            for _ in 0..MAX_EXCHANGES {
                let unlikely = unlikely(&state.hands[seat].tiles, &notes.turns[seat.index()], chance);
                if unlikely.is_empty() {
                    break;
                }
                exchange(&mut state, seat, unlikely, chance);
            }
        }
    }
    state
}

/// Tiles of a rack that its seat would not have kept.
fn unlikely(rack: &Bag, turn: &LastTurn, chance: &mut Chance) -> Bag {
    let drawn = match turn {
        LastTurn::Unknown | LastTurn::Late => return Bag::EMPTY,
        LastTurn::CouldNotOpen => 1,
        LastTurn::Stuck { drawn, .. } => *drawn,
    };
    let mut kept = *rack;
    for _ in 0..drawn.min(rack.len() as u8) {
        let any = kept.iter().nth(chance.below(kept.len() as u32) as usize);
        kept.take(any.unwrap_or(Tile::JOKER));
    }
    match turn {
        LastTurn::Unknown | LastTurn::Late => Bag::EMPTY,
        LastTurn::CouldNotOpen => could_open(kept).unwrap_or_default(),
        LastTurn::Stuck { table, .. } => {
            let mut glance = Glance::new(table, kept);
            glance.lay(Reach::Borrowing);
            kept.minus(glance.rack)
        }
    }
}

/// Exchanges tiles of a rack for others of the pile.
fn exchange(state: &mut State, seat: Seat, tiles: Bag, chance: &mut Chance) {
    for tile in tiles.iter() {
        let place = chance.below(state.hidden.pile.len() as u32) as usize;
        let other = state.hidden.pile[place];
        let rack = &mut state.hands[seat].tiles;
        if rack.take(tile) {
            state.hidden.pile[place] = tile;
            rack.put(other);
        }
    }
}
