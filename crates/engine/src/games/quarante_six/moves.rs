//! Quarante-Six: what a seat may ask for, and what the rules answer.

use crate::{Coverage, Ending, Events, RefusalCode, Refuse, Seat};

use super::events::Event;
use super::rules::{Card, CardSet, Square, SquareSet, round_scores};
use super::state::{Hand, Playing};
use super::{Phase, Public, QuaranteSix, State};

/// What a seat asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// Lay a number card on its square (R13).
    Lay(Card),
    /// Lay the joker on this square (R15).
    LayJoker(Square),
    /// Lay a number card in the joker's place and take the joker (R16).
    Swap(Card),
    /// Draw a card (R18).
    Draw,
    /// End the turn (R19), or keep the last card of the pile (R21).
    End,
}

/// Which rule said no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The round is over.
    RoundOver,
    /// It is another seat's turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// The card is not in the hand.
    NotInHand {
        /// The card asked for.
        card: Card,
    },
    /// Something lies on the square already.
    SpotTaken {
        /// What is printed there.
        square: Square,
    },
    /// No card goes on the pile's square.
    PileSquare,
    /// The square touches nothing that lies there.
    NotTouching {
        /// What is printed there.
        square: Square,
    },
    /// The joker does not lie on this card's square.
    NoJokerThere {
        /// The card that was to take its place.
        card: Card,
    },
    /// The pile is empty.
    PileEmpty,
    /// Cards were laid this turn: no drawing any more.
    LaidAlready,
    /// Nothing was laid yet: the turn cannot end.
    NothingLaid,
    /// Only the last card of the pile may be laid now.
    OnlyLastCard {
        /// That card.
        card: Card,
    },
}

impl Refuse for Refusal {
    fn code(&self) -> RefusalCode {
        match self {
            Self::RoundOver => "round-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::NotInHand { .. } => "not-in-hand",
            Self::SpotTaken { .. } | Self::PileSquare => "spot-taken",
            Self::NotTouching { .. } => "not-touching",
            Self::NoJokerThere { .. } => "no-joker-there",
            Self::PileEmpty => "pile-empty",
            Self::LaidAlready | Self::NothingLaid | Self::OnlyLastCard { .. } => "wrong-phase",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::RoundOver => "R20",
            Self::NotYourTurn { .. } => "R10",
            Self::NotInHand { .. } | Self::LaidAlready => "R11",
            Self::SpotTaken { .. } => "R13",
            Self::NotTouching { square: Square::Number(_) } => "R13",
            Self::NotTouching { .. } => "R15",
            Self::PileSquare => "R4",
            Self::NoJokerThere { .. } => "R16",
            Self::PileEmpty => "R18",
            Self::NothingLaid => "R19",
            Self::OnlyLastCard { .. } => "R21",
        }
    }
}

/// What a move that [`permit`] allows brings about.
pub(super) fn resolve(state: &State, seat: Seat, mv: &Move, events: &mut Events<QuaranteSix>) {
    let public = &state.public;
    match *mv {
        Move::Lay(card) => events.push(Event::Laid { seat, card }),
        Move::LayJoker(square) => events.push(Event::JokerLaid { seat, square }),
        Move::Swap(card) => events.push(Event::Swapped { seat, card }),
        Move::Draw => events.extend(state.hidden.pile.last().map(|card| Event::Drew { seat, card: *card })),
        Move::End => {}
    }
    let hand_size = public.hand_sizes[seat];
    let ends_round = match mv {
        // R20: the last card of a hand ends the round at once; a swap leaves the joker in hand.
        Move::Lay(_) | Move::LayJoker(_) => hand_size == 1 || public.phase == Phase::Playing(Playing::LastCard),
        Move::Swap(_) | Move::End => public.phase == Phase::Playing(Playing::LastCard),
        Move::Draw => false,
    };
    // R18, R21: drawing ends the turn, but for the last card of the pile, whose drawer decides first.
    let ends_turn = match mv {
        Move::Draw => public.board.pile_size > 1,
        Move::End => true,
        Move::Lay(_) | Move::LayJoker(_) | Move::Swap(_) => false,
    };
    if ends_round {
        events.push(round_ended(state, mv, seat));
    } else if ends_turn {
        events.push(Event::TurnPassed { to: public.sheet.seats().left_of(seat) });
    }
}

/// The end of the round after a move: the hands as they then are, and their score (R22).
fn round_ended(state: &State, mv: &Move, seat: Seat) -> Event {
    let mut hands = state.hands;
    let hand = &mut hands[seat];
    hand.last_card = None;
    hand.cards = match *mv {
        Move::Lay(card) => hand.cards.without(card),
        Move::LayJoker(_) => hand.cards.without(Card::JOKER),
        Move::Swap(card) => hand.cards.without(card).with(Card::JOKER),
        Move::Draw | Move::End => hand.cards,
    };
    let public = &state.public;
    let outcome = public.sheet.close(round_scores(&hands), public.is_last_round());
    Event::RoundEnded(Box::new(Ending { outcome, hands }))
}

/// Whether a seat holding `hand` may make a move: the one place where legality is decided.
#[inline]
pub(super) fn permit(public: &Public, hand: &Hand, seat: Seat, mv: &Move) -> Result<(), Refusal> {
    let laid = match public.phase {
        Phase::Undealt | Phase::Over(_) => return Err(Refusal::RoundOver),
        Phase::Playing(Playing::Laying { laid }) => laid,
        Phase::Playing(Playing::LastCard) => 0,
    };
    if seat != public.seat {
        return Err(Refusal::NotYourTurn { turn: public.seat });
    }
    match *mv {
        Move::Lay(card) => {
            may_use(hand, card)?;
            may_cover(public, Square::Number(card), Touching::Needed)
        }
        Move::LayJoker(square) => {
            may_use(hand, Card::JOKER)?;
            let touching = if public.rules.joker_must_touch { Touching::Needed } else { Touching::NotNeeded };
            may_cover(public, square, touching)
        }
        Move::Swap(card) => {
            may_use(hand, card)?;
            if public.joker_stands_for() == Some(card) { Ok(()) } else { Err(Refusal::NoJokerThere { card }) }
        }
        Move::Draw => match hand.last_card {
            Some(card) => Err(Refusal::OnlyLastCard { card }),
            None if laid > 0 => Err(Refusal::LaidAlready),
            None if public.board.pile_size == 0 => Err(Refusal::PileEmpty),
            None => Ok(()),
        },
        Move::End if laid == 0 && public.phase != Phase::Playing(Playing::LastCard) => Err(Refusal::NothingLaid),
        Move::End => Ok(()),
    }
}

/// Whether a card is there to be laid: it is in the hand, and no other is the one that must be decided about (R21).
#[inline]
fn may_use(hand: &Hand, card: Card) -> Result<(), Refusal> {
    if !hand.cards.has(card) {
        return Err(Refusal::NotInHand { card });
    }
    match hand.last_card {
        Some(last) if last != card => Err(Refusal::OnlyLastCard { card: last }),
        _ => Ok(()),
    }
}

/// Whether a card must touch what lies there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touching {
    Needed,
    NotNeeded,
}

/// Whether a square can take a card (R4, R13, R15).
#[inline]
fn may_cover(public: &Public, square: Square, touching: Touching) -> Result<(), Refusal> {
    let index = public.board.grid.find(square).ok_or(Refusal::PileSquare)?;
    if public.board.taken.has(index) {
        return Err(Refusal::SpotTaken { square });
    }
    if touching == Touching::Needed && !public.board.taken.touches(index) {
        return Err(Refusal::NotTouching { square });
    }
    Ok(())
}

/// The moves a seat may make now.
pub(super) fn moves(public: &Public, hand: &Hand, seat: Seat, moves: &mut Vec<Move>) -> Coverage {
    let Phase::Playing(playing) = public.phase else { return Coverage::Complete };
    if seat != public.seat {
        return Coverage::Complete;
    }
    // Masks for what would be asked of `permit` card by card and square by square; the laws hold the
    // two against each other. While its drawer decides, only the last card may be laid (R21).
    let cards = hand.last_card.map_or(hand.cards, |card| CardSet::EMPTY.with(card));
    let reachable = public.board.taken.surroundings();
    let numbers = cards.without(Card::JOKER).iter();
    moves.extend(numbers.filter(|card| reachable.has(public.board.grid.place(*card))).map(Move::Lay));
    if cards.has(Card::JOKER) {
        let squares =
            if public.rules.joker_must_touch { reachable } else { SquareSet::PLACES.minus(public.board.taken) };
        moves.extend(squares.iter().map(|square| Move::LayJoker(public.board.grid.square(square))));
    }
    moves.extend(public.joker_stands_for().filter(|card| cards.has(*card)).map(Move::Swap));
    match playing {
        Playing::Laying { laid: 0 } if public.board.pile_size > 0 => moves.push(Move::Draw),
        Playing::Laying { laid: 0 } => {}
        Playing::Laying { .. } | Playing::LastCard => moves.push(Move::End),
    }
    Coverage::Complete
}

/// What is played for an absent seat: it draws, or ends a turn it had begun.
pub(super) fn fallback(public: &Public, _hand: &Hand) -> Move {
    match public.phase {
        Phase::Playing(Playing::Laying { laid: 0 }) => Move::Draw,
        _ => Move::End,
    }
}
