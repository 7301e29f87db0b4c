//! Rummy: what a seat may ask for, and what the rules answer.

use crate::{Coverage, Ending, Events, RefusalCode, Refuse, Seat, SeatSet};

use super::events::Event;
use super::melds::{Layout, Reading, SetFault, Stands, sets_of};
use super::rules::{Bag, JokerRule, Tile, TileSet, round_scores};
use super::state::Rack;
use super::{Phase, Public, Rummy, State};

/// R10: what an opening must be worth.
const OPENING_POINTS: u32 = 30;
/// R21: what a player draws when the time is up.
const LATE_TILES: usize = 3;

/// What a seat asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(clippy::large_enum_variant, reason = "a play is most of what is asked for, and needs no heap like this")]
pub enum Move {
    /// Lay tiles: the whole table as it is to be after the turn (R10, R13).
    Play(Layout),
    /// Draw a tile (R9).
    Draw,
    /// Do nothing, when there is nothing to draw (R22).
    Pass,
    /// The time is up (R21): the clock's move, never a player's.
    Timeout,
}

/// Which rule said no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The round is over.
    RoundOver,
    /// It is another seat's turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// A tile was to be laid that is neither on the table nor on the rack.
    NotInHand {
        /// The tile.
        tile: Tile,
    },
    /// A tile that was on the table is not there any more.
    TileMissing {
        /// The tile.
        tile: Tile,
    },
    /// Nothing was laid.
    NothingFromRack,
    /// Some tiles are no set.
    InvalidSet {
        /// The tiles as written.
        set: Box<[Tile]>,
        /// What is wrong with them.
        fault: SetFault,
    },
    /// A set was touched by a player who has not opened yet.
    NotOpened {
        /// The set as it lay there.
        set: Box<[Tile]>,
    },
    /// The opening is worth too little.
    NotThirty {
        /// What it is worth.
        have: u32,
    },
    /// A joker was moved while the tile it stands for is not on the table.
    JokerHeld {
        /// The tiles the jokers of the table can stand for.
        stands_for: TileSet,
    },
    /// The pile is empty.
    PileEmpty,
    /// There is something to draw: no passing.
    PileNotEmpty,
    /// There is no clock that could run out.
    NoClock,
}

impl Refuse for Refusal {
    fn code(&self) -> RefusalCode {
        match self {
            Self::RoundOver => "round-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::NotInHand { .. } => "not-in-hand",
            Self::TileMissing { .. } => "tile-missing",
            Self::NothingFromRack => "nothing-from-rack",
            Self::InvalidSet { .. } => "invalid-set",
            Self::NotOpened { .. } => "not-opened",
            Self::NotThirty { .. } => "not-thirty",
            Self::JokerHeld { .. } => "joker-held",
            Self::PileEmpty => "pile-empty",
            Self::PileNotEmpty => "pile-not-empty",
            Self::NoClock => "no-clock",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::RoundOver => "R24",
            Self::NotYourTurn { .. } => "R8",
            Self::NotInHand { .. } | Self::NothingFromRack => "R15",
            Self::TileMissing { tile: Tile::JOKER } => "R18",
            Self::TileMissing { .. } => "R13",
            Self::InvalidSet { fault, .. } => match fault {
                SetFault::ColourTwice | SetFault::TooLong => "R3",
                SetFault::NotConsecutive | SetFault::OffTheEnd => "R4",
                SetFault::OnlyJokers => "R5",
                SetFault::TooShort | SetFault::Mixed => "R14",
            },
            Self::NotOpened { .. } => "R12",
            Self::NotThirty { .. } => "R10",
            Self::JokerHeld { .. } => "R17",
            Self::PileEmpty | Self::PileNotEmpty => "R22",
            Self::NoClock => "R20",
        }
    }
}

/// What a move that [`permit`] allows brings about.
pub(super) fn resolve(state: &State, seat: Seat, mv: &Move, events: &mut Events<Rummy>) {
    let public = &state.public;
    if *mv == Move::Timeout {
        events.push(Event::TimedOut { seat });
    }
    let mut draw = |most: usize| {
        events.extend(state.hidden.pile.iter().rev().take(most).map(|tile| Event::Drew { seat, tile: *tile }));
    };
    let mut out = None;
    let mut passes = 0;
    match *mv {
        Move::Play(table) => {
            events.push(Event::Played { seat, table });
            let laid = table.len() - public.board.table.len();
            // R24: an empty rack ends the round at once.
            out = (laid == usize::from(public.hand_sizes[seat])).then_some(seat);
        }
        Move::Draw => draw(1),
        // R22: with an empty pile a time-out counts as a pass.
        Move::Timeout if public.board.pile_size > 0 => draw(LATE_TILES),
        Move::Pass | Move::Timeout => {
            events.push(Event::Passed { seat });
            passes = usize::from(public.board.passes) + 1;
        }
    }
    let seats = public.sheet.seats();
    // R23: the round ends when all have passed in a row.
    if out.is_some() || passes >= seats.get() {
        events.push(round_ended(state, out));
    } else {
        events.push(Event::TurnPassed { to: seats.left_of(seat) });
    }
}

/// The end of the round: the racks as they then are, and their score (R25, R26). `out` has laid all, or nobody has.
fn round_ended(state: &State, out: Option<Seat>) -> Event {
    let public = &state.public;
    let mut hands = state.hands;
    if let Some(seat) = out {
        hands[seat].tiles = Bag::EMPTY;
    }
    let scores = round_scores(&public.rules, &hands, out);
    let mut outcome = public.sheet.close(scores, public.is_last_round());
    if let (false, Some(seat)) = (outcome.match_over, out) {
        // Who went out has won the round, even if the others' racks were worth nothing.
        outcome.winners = SeatSet::EMPTY.with(seat);
    }
    Event::RoundEnded(Box::new(Ending { outcome, hands }))
}

/// Whether it is this seat's turn (R8).
fn may_act(public: &Public, seat: Seat) -> Result<(), Refusal> {
    match public.phase {
        Phase::Undealt | Phase::Over(_) => Err(Refusal::RoundOver),
        Phase::Playing(()) if seat != public.seat => Err(Refusal::NotYourTurn { turn: public.seat }),
        Phase::Playing(()) => Ok(()),
    }
}

/// Whether a seat holding `rack` may make a move: the one place where legality is decided.
pub(super) fn permit(public: &Public, rack: &Rack, seat: Seat, mv: &Move) -> Result<(), Refusal> {
    may_act(public, seat)?;
    match mv {
        Move::Play(table) => may_play(public, rack, table),
        Move::Draw if public.board.pile_size == 0 => Err(Refusal::PileEmpty),
        Move::Pass if public.board.pile_size > 0 => Err(Refusal::PileNotEmpty),
        Move::Timeout if public.rules.turn_seconds == 0 => Err(Refusal::NoClock),
        Move::Draw | Move::Pass | Move::Timeout => Ok(()),
    }
}

/// Whether the table may be left like this (R10–R19).
fn may_play(public: &Public, rack: &Rack, table: &Layout) -> Result<(), Refusal> {
    let old = public.board.table.bag();
    let new = may_use(&public.board.table, old, rack.tiles, table)?;
    for set in table.sets() {
        if let Err(fault) = Reading::of(set) {
            return Err(Refusal::InvalidSet { set: set.into(), fault });
        }
    }
    if !public.board.opened[public.seat] {
        return may_open(&public.board.table, table);
    }
    if public.rules.joker == JokerRule::Replace && old.has(Tile::JOKER) {
        return may_move_jokers(&public.board.table, table, new);
    }
    Ok(())
}

/// R13, R15: what lay on the table is still there, and what is new comes from the rack. Returns all tiles laid.
fn may_use(old_table: &Layout, old: Bag, rack: Bag, table: &Layout) -> Result<Bag, Refusal> {
    let mut new = Bag::EMPTY;
    let at_most_two = table.tiles().iter().all(|tile| new.put(*tile));
    let mut available = old.plus(rack);
    if !at_most_two || !available.holds(new) {
        let lacking = table.tiles().iter().find(|tile| !available.take(**tile));
        return Err(Refusal::NotInHand { tile: lacking.copied().unwrap_or(Tile::JOKER) });
    }
    if !new.holds(old) {
        let missing = old_table.tiles().iter().find(|tile| new.count(**tile) < old.count(**tile));
        return Err(Refusal::TileMissing { tile: missing.copied().unwrap_or(Tile::JOKER) });
    }
    if table.len() == old_table.len() {
        return Err(Refusal::NothingFromRack);
    }
    Ok(new)
}

/// R10–R12: new sets only, worth thirty points together, and the others stay as they are.
fn may_open(old: &Layout, new: &Layout) -> Result<(), Refusal> {
    let own = new.beyond(old).map_err(|set| Refusal::NotOpened { set: set.into() })?;
    let have = own.filter_map(|set| Reading::of(set).ok()).map(|reading| reading.points()).sum();
    if have < OPENING_POINTS { Err(Refusal::NotThirty { have }) } else { Ok(()) }
}

/// R17: each joker that lay on the table can still stand for its tile, or that tile lies there itself.
/// Any reading of the old table, any of the new, and any assignment of jokers will do.
fn may_move_jokers(old: &Layout, new: &Layout, tiles: Bag) -> Result<(), Refusal> {
    let before: Stands = old.stands();
    let after: Stands = new.stands();
    let works = |[first, second]: [Option<Tile>; 2]| {
        let Some(first) = first else { return true };
        let Some(second) = second else {
            return tiles.has(first) || after.iter().any(|now| now.contains(&Some(first)));
        };
        let both_freed = tiles.has(first) && tiles.has(second) && (first != second || tiles.count(first) == 2);
        let keeps = |kept: Tile, freed: Tile| {
            let stands = |now: &[Option<Tile>; 2]| now.contains(&Some(kept));
            tiles.has(freed) && after.iter().any(stands)
        };
        let both_kept = || after.iter().any(|now| is_pair(*now, first, second));
        both_freed || keeps(first, second) || keeps(second, first) || both_kept()
    };
    if before.iter().any(|stands| works(*stands)) {
        return Ok(());
    }
    Err(Refusal::JokerHeld { stands_for: before.iter().flatten().flatten().copied().collect() })
}

fn is_pair(pair: [Option<Tile>; 2], first: Tile, second: Tile) -> bool {
    pair == [Some(first), Some(second)] || pair == [Some(second), Some(first)]
}

/// Some of the moves a seat may make now: drawing or passing, new sets from the rack, single tiles added to sets.
///
/// All are legal by the way they are found: the tiles are the rack's, what is laid are sets,
/// and nothing on the table is touched but to be lengthened. To ask [`permit`] for each would cost
/// more than to find it, so only tests do.
pub(super) fn moves(public: &Public, rack: &Rack, seat: Seat, moves: &mut Vec<Move>) -> Coverage {
    if may_act(public, seat).is_err() {
        return Coverage::Complete;
    }
    moves.push(if public.board.pile_size > 0 { Move::Draw } else { Move::Pass });
    let before = moves.len();
    if public.board.opened[seat] {
        offer_plays(&public.board.table, rack.tiles, moves);
    } else {
        offer_openings(&public.board.table, rack.tiles, moves);
    }
    debug_assert!(moves[before..].iter().all(|mv| permit(public, rack, seat, mv).is_ok()), "an illegal move is listed");
    Coverage::Sample
}

/// Single sets worth thirty points, and all sets that go together taken greedily.
fn offer_openings(table: &Layout, rack: Bag, moves: &mut Vec<Move>) {
    let mut rest = rack;
    let mut together = *table;
    let (mut sets, mut points) = (0, 0);
    sets_of(rack, |set| {
        let Ok(worth) = Reading::of(set).map(|reading| reading.points()) else { return };
        if worth >= OPENING_POINTS {
            let mut alone = *table;
            alone.push(set);
            moves.push(Move::Play(alone));
        }
        let tiles: Bag = set.iter().copied().collect();
        if rest.holds(tiles) {
            rest = rest.minus(tiles);
            together.push(set);
            sets += 1;
            points += worth;
        }
    });
    if sets > 1 && points >= OPENING_POINTS {
        moves.push(Move::Play(together));
    }
}

/// Single sets from the rack, and single tiles that lengthen a set.
fn offer_plays(table: &Layout, rack: Bag, moves: &mut Vec<Move>) {
    sets_of(rack, |set| {
        let mut more = *table;
        more.push(set);
        moves.push(Move::Play(more));
    });
    for range in table.ranges() {
        let Ok(reading) = Reading::of(&table.tiles()[range.clone()]) else { continue };
        for (end, fitting) in reading.lengthening() {
            for tile in fitting.and(rack.kinds()).iter() {
                moves.push(Move::Play(table.lengthened(&range, end, tile)));
            }
        }
    }
}

/// What is played for a seat whose time is up: without a clock it draws, or passes when it cannot.
pub(super) fn fallback(public: &Public, _rack: &Rack) -> Move {
    if public.rules.turn_seconds > 0 {
        Move::Timeout
    } else if public.board.pile_size > 0 {
        Move::Draw
    } else {
        Move::Pass
    }
}
