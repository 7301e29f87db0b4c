//! DOS: what a seat may ask for, and what the rules answer.

use crate::{Coverage, Events, RefusalCode, Refuse, Seat};

use super::events::{Event, Resolution};
use super::rules::{Card, Face, KindSet, Play, firsts_on, partners_on, singles_on};
use super::state::{Hand, Owed, Playing, Stage};
use super::{Dos, Phase, Public, State};

/// The penalty cards for a call that was forgotten (R29).
pub(super) const PENALTY: u8 = 2;

/// What a seat asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// Match a centre card (R9, R10).
    Match {
        /// The cards to play on it.
        play: Play,
        /// The index of the centre card.
        centre: u8,
    },
    /// Draw a card (R16).
    Draw,
    /// End the turn (R18).
    End,
    /// Add a card to the row for a colour bonus (R21).
    Add(Card),
    /// Give up a colour bonus (R21).
    Decline,
    /// Put a card into the row after a draw without a match (R17).
    Put(Card),
    /// Call "DOS!" (R28).
    Call,
    /// Catch a seat that owes the call (R29).
    Catch(Seat),
}

/// Which rule said no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The round is over.
    RoundOver,
    /// The talon must be shuffled first.
    ShuffleFirst,
    /// It is another seat's turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// The card is not in the hand, or not often enough.
    NotInHand {
        /// The card asked for.
        card: Card,
    },
    /// The row has no such card.
    NoCentreCard {
        /// The index asked for.
        centre: u8,
        /// How many cards the row has.
        cards: u8,
    },
    /// The centre card has its match for this turn.
    AlreadyMatched {
        /// The centre card.
        card: Card,
    },
    /// The numbers do not fit.
    NoMatch {
        /// The cards to be played.
        play: Play,
        /// The centre card.
        centre: Card,
    },
    /// Something was matched this turn: no drawing any more.
    MatchedNoDraw,
    /// A card was drawn this turn already.
    DrewAlready,
    /// Nothing was drawn yet: no card goes into the row.
    NotDrawn,
    /// Something was matched this turn: no card goes into the row for the draw.
    MatchedNoPut,
    /// Nothing was matched yet: the turn cannot end.
    NothingMatched,
    /// Colour bonuses are to be placed or declined first.
    BonusesFirst {
        /// How many are left.
        left: u8,
    },
    /// There is no colour bonus to place.
    NoBonus,
    /// The seat owes no call.
    NoCallOwed {
        /// Who was to call or to be caught.
        seat: Seat,
    },
    /// Nobody catches themselves.
    CatchSelf,
}

impl Refuse for Refusal {
    fn code(&self) -> RefusalCode {
        match self {
            Self::RoundOver => "round-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::NotInHand { .. } => "not-in-hand",
            Self::NoCentreCard { .. } | Self::NoMatch { .. } => "no-match",
            Self::AlreadyMatched { .. } => "already-matched",
            Self::ShuffleFirst
            | Self::MatchedNoDraw
            | Self::DrewAlready
            | Self::NotDrawn
            | Self::MatchedNoPut
            | Self::NothingMatched
            | Self::BonusesFirst { .. }
            | Self::NoBonus => "wrong-phase",
            Self::NoCallOwed { .. } | Self::CatchSelf => "no-call-owed",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::RoundOver => "R33",
            Self::ShuffleFirst => "R25",
            Self::NotYourTurn { .. } => "R6",
            Self::NotInHand { .. } | Self::NoCentreCard { .. } => "R7",
            Self::AlreadyMatched { .. } => "R8",
            Self::NoMatch { play, centre } => match (centre.face(), play.count()) {
                (Face::Dos, _) => "R11",
                (Face::Any, _) => "R12",
                (Face::Number(_), 1) => "R9",
                (Face::Number(_), _) => "R10",
            },
            Self::MatchedNoDraw | Self::DrewAlready => "R16",
            Self::NotDrawn | Self::MatchedNoPut => "R17",
            Self::NothingMatched => "R18",
            Self::BonusesFirst { .. } | Self::NoBonus => "R21",
            Self::NoCallOwed { .. } | Self::CatchSelf => "R31",
        }
    }
}

/// What a move that [`permit`] allows brings about.
pub(super) fn resolve(state: &State, seat: Seat, mv: &Move, events: &mut Events<Dos>) {
    let public = &state.public;
    match *mv {
        Move::Match { play, centre } => {
            let bonus = public.board.centre.get(usize::from(centre)).and_then(|card| play.colour_bonus(*card));
            events.push(Event::Matched { seat, centre, play, bonus });
        }
        Move::Draw => Resolution::new(state, events).draw_in_turn(),
        Move::End => Resolution::new(state, events).settle(Owed::Fill),
        Move::Put(card) => {
            let mut resolution = Resolution::new(state, events);
            resolution.lay_in_row(Event::Put { seat, card });
            resolution.settle(Owed::Fill);
        }
        Move::Add(card) => {
            let mut resolution = Resolution::new(state, events);
            resolution.lay_in_row(Event::Added { seat, card });
            // R21: with an empty hand the bonuses left lapse.
            if public.board.progress.bonuses <= 1 || public.hand_sizes[seat] <= 1 {
                resolution.settle(Owed::Doubles { next: public.sheet.seats().left_of(seat) });
            }
        }
        Move::Decline => {
            events.push(Event::Declined { seat });
            if public.board.progress.bonuses <= 1 || public.hand_sizes[seat] == 0 {
                let next = public.sheet.seats().left_of(seat);
                Resolution::new(state, events).settle(Owed::Doubles { next });
            }
        }
        Move::Call => events.push(Event::Called { seat }),
        Move::Catch(target) => {
            events.push(Event::Caught { seat: target, by: seat });
            // R29: in their own turn they draw when it ends.
            if target != public.seat {
                Resolution::new(state, events).draw_penalty(target, PENALTY);
            }
        }
    }
}

/// Whether a seat holding `hand` may make a move: the one place where legality is decided.
pub(super) fn permit(public: &Public, hand: &Hand, seat: Seat, mv: &Move) -> Result<(), Refusal> {
    if public.sheet.seats().seat(seat.index()).is_none() {
        return Err(Refusal::NotYourTurn { turn: public.seat });
    }
    match public.phase {
        Phase::Playing(Playing::Turn) => {}
        Phase::Playing(Playing::Dry(_)) => return Err(Refusal::ShuffleFirst),
        Phase::Undealt | Phase::Over(_) => return Err(Refusal::RoundOver),
    }
    match *mv {
        Move::Call => return may_name(public, seat),
        Move::Catch(target) if target == seat => return Err(Refusal::CatchSelf),
        Move::Catch(target) => return may_name(public, target),
        _ if seat != public.seat => return Err(Refusal::NotYourTurn { turn: public.seat }),
        _ => {}
    }
    let progress = &public.board.progress;
    let matched = !progress.matches.is_empty();
    match (progress.stage, *mv) {
        (Stage::Matching, Move::Match { play, centre }) => may_match(public, hand, play, centre),
        (Stage::Matching, Move::Draw) if matched => Err(Refusal::MatchedNoDraw),
        (Stage::Matching, Move::Draw) if progress.drew => Err(Refusal::DrewAlready),
        (Stage::Matching, Move::Draw) => Ok(()),
        // R18: who has drawn in vain and has no card to put can only end the turn.
        (Stage::Matching, Move::End) if matched || progress.drew && hand.cards.is_empty() => Ok(()),
        (Stage::Matching, Move::End) => Err(Refusal::NothingMatched),
        (Stage::Matching, Move::Put(_)) if matched => Err(Refusal::MatchedNoPut),
        (Stage::Matching, Move::Put(_)) if !progress.drew => Err(Refusal::NotDrawn),
        (Stage::Matching, Move::Put(card)) => may_use(hand, card),
        (Stage::Matching, _) => Err(Refusal::NoBonus),
        (Stage::Placing, Move::Add(_)) if progress.bonuses == 0 => Err(Refusal::NoBonus),
        (Stage::Placing, Move::Add(card)) => may_use(hand, card),
        (Stage::Placing, Move::Decline) => Ok(()),
        (Stage::Placing, _) => Err(Refusal::BonusesFirst { left: progress.bonuses }),
    }
}

/// Whether a call can be made by a seat, or for it (R28–R31).
fn may_name(public: &Public, seat: Seat) -> Result<(), Refusal> {
    if public.board.owes_call.has(seat) { Ok(()) } else { Err(Refusal::NoCallOwed { seat }) }
}

fn may_use(hand: &Hand, card: Card) -> Result<(), Refusal> {
    if hand.cards.kinds().has(card) { Ok(()) } else { Err(Refusal::NotInHand { card }) }
}

/// Whether these cards match that centre card (R7–R12).
fn may_match(public: &Public, hand: &Hand, play: Play, centre: u8) -> Result<(), Refusal> {
    let (first, second) = play.parts();
    may_use(hand, first)?;
    if let Some(second) = second {
        may_use(hand, second)?;
        if first == second && !hand.cards.pairs().has(first) {
            return Err(Refusal::NotInHand { card: first });
        }
    }
    let cards = public.board.centre.len() as u8;
    let card = *public.board.centre.get(usize::from(centre)).ok_or(Refusal::NoCentreCard { centre, cards })?;
    if public.is_matched(centre) {
        return Err(Refusal::AlreadyMatched { card });
    }
    if play.fits(card) { Ok(()) } else { Err(Refusal::NoMatch { play, centre: card }) }
}

/// The moves a seat may make now.
pub(super) fn moves(public: &Public, hand: &Hand, seat: Seat, moves: &mut Vec<Move>) -> Coverage {
    if !matches!(public.phase, Phase::Playing(Playing::Turn)) {
        return Coverage::Complete;
    }
    if !public.board.owes_call.is_empty() {
        let calls =
            public.board.owes_call.iter().map(|target| if target == seat { Move::Call } else { Move::Catch(target) });
        moves.extend(calls);
    }
    if seat != public.seat {
        return Coverage::Complete;
    }
    // What `permit` would say to each is known by now; the laws hold the two against each other.
    let progress = &public.board.progress;
    match progress.stage {
        Stage::Matching => {
            match (progress.matches.is_empty(), progress.drew) {
                (true, false) => moves.push(Move::Draw),
                (true, true) if hand.cards.is_empty() => moves.push(Move::End),
                (true, true) => hand.cards.kinds().iter().for_each(|card| moves.push(Move::Put(card))),
                (false, _) => moves.push(Move::End),
            }
            matches(public, hand, moves);
        }
        Stage::Placing => {
            moves.push(Move::Decline);
            if progress.bonuses > 0 {
                hand.cards.kinds().iter().for_each(|card| moves.push(Move::Add(card)));
            }
        }
    }
    Coverage::Complete
}

/// Every match there is. They are read off the same tables that [`may_match`] looks into, and not
/// asked about again: this is where random play spends its time.
fn matches(public: &Public, hand: &Hand, moves: &mut Vec<Move>) {
    let (kinds, pairs) = (hand.cards.kinds(), hand.cards.pairs());
    let sums = kinds.sums();
    let row = public.board.centre.as_slice();
    for centre in public.unmatched() {
        let card = row[usize::from(centre)];
        let single = |single| Move::Match { play: Play::single(single), centre };
        list(kinds.and(singles_on(card)), single, moves);
        if !sums.has(card) {
            continue;
        }
        for first in kinds.and(firsts_on(card)).iter() {
            let seconds = kinds.after(first).or(pairs.only(first)).and(partners_on(card, first));
            list(seconds, |second| Move::Match { play: Play::in_order(first, second), centre }, moves);
        }
    }
}

/// Lists a move for each of these kinds, of which there is mostly none or one, and nobody can foresee which: to list
/// one and to take it back costs less than a branch that is foreseen badly.
fn list(kinds: KindSet, mv: impl Fn(Card) -> Move, moves: &mut Vec<Move>) {
    moves.push(mv(kinds.lowest()));
    moves.truncate(moves.len() - usize::from(kinds.is_empty()));
    kinds.without_lowest().iter().for_each(|card| moves.push(mv(card)));
}

/// What is played for an absent seat: it draws and puts down its highest number,
/// ends a turn it had begun, and declines bonuses.
pub(super) fn fallback(public: &Public, hand: &Hand) -> Move {
    let progress = &public.board.progress;
    match progress.stage {
        Stage::Placing => Move::Decline,
        Stage::Matching if !progress.matches.is_empty() => Move::End,
        Stage::Matching if !progress.drew => Move::Draw,
        // A wild card goes only when there is nothing else.
        Stage::Matching => {
            let card = hand.cards.kinds().iter().max_by_key(|card| (card.draw_value(), card.colour()));
            card.map_or(Move::End, Move::Put)
        }
    }
}
