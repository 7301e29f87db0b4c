//! Onze: what a seat may ask for, and what the rules answer.

use crate::{Coverage, Ending, Events, RefusalCode, Refuse, Seat};

use super::events::Event;
use super::rules::{BONUSES, Card, Colour, Spot, SpotSet, Variant, round_scores};
use super::state::{Hand, Played};
use super::{Onze, Phase, Public, State};

/// What a seat asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// Lay a number card on its spot (R8, R9).
    Lay {
        /// The card.
        spot: Spot,
        /// The row a Liaison comes from, if one is used.
        from: Option<Colour>,
    },
    /// Lay a joker on this spot (R11).
    LayJoker {
        /// What it stands for.
        spot: Spot,
        /// The row a Liaison comes from, if one is used.
        from: Option<Colour>,
    },
    /// Lay a number card in a joker's place and take the joker (R12).
    Swap(Spot),
    /// Discard a joker (R14).
    DiscardJoker,
    /// Draw a card (R7).
    Draw,
    /// End the turn (R15).
    End,
    /// Pass, with nothing to draw (R18).
    Pass,
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
    /// Four cards were used this turn.
    FourCards,
    /// Something lies on the spot already.
    SpotTaken {
        /// The spot.
        spot: Spot,
    },
    /// A joker lies there: the number card is swapped, not laid.
    JokerThere {
        /// The spot.
        spot: Spot,
    },
    /// Nothing lies next to the spot.
    NotConnected {
        /// The spot.
        spot: Spot,
    },
    /// The spot is connected: there is nothing to jump.
    LiaisonNotNeeded {
        /// The spot.
        spot: Spot,
    },
    /// The seat has no Liaison card left.
    NoLiaisonLeft,
    /// A Liaison joins only rows that are next to each other.
    NotNeighbours {
        /// The row it was to come from.
        from: Colour,
        /// The row it was to lead to.
        to: Colour,
    },
    /// A Liaison has nothing to come from.
    NothingToLink {
        /// The spot that is free.
        from: Spot,
    },
    /// No joker lies on this card's spot.
    NoJokerThere {
        /// The card that was to take its place.
        spot: Spot,
    },
    /// A swap owes a card on a free spot.
    SwapNeedsCard,
    /// With an empty pile, who can lay a number card owes a card on a free spot.
    MustPlay {
        /// A card that can be laid.
        spot: Spot,
    },
    /// The pile is empty.
    PileEmpty,
    /// There is a pile to draw from: no passing.
    PileNotEmpty {
        /// How many cards are in it.
        cards: u8,
    },
    /// Cards were used this turn: no drawing or passing any more.
    UsedAlready,
    /// No card was used yet: the turn cannot end.
    NothingUsed,
}

impl Refuse for Refusal {
    fn code(&self) -> RefusalCode {
        match self {
            Self::RoundOver => "round-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::NotInHand { .. } => "not-in-hand",
            Self::FourCards => "four-cards",
            Self::SpotTaken { .. } | Self::JokerThere { .. } => "spot-taken",
            Self::NotConnected { .. } => "not-connected",
            Self::LiaisonNotNeeded { .. } => "liaison-not-needed",
            Self::NoLiaisonLeft | Self::NotNeighbours { .. } | Self::NothingToLink { .. } => "no-liaison",
            Self::NoJokerThere { .. } => "no-joker-there",
            Self::SwapNeedsCard => "swap-needs-card",
            Self::MustPlay { .. } => "must-play",
            Self::PileEmpty => "pile-empty",
            Self::PileNotEmpty { .. } => "pile-not-empty",
            Self::UsedAlready | Self::NothingUsed => "wrong-phase",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::RoundOver => "R21",
            Self::NotYourTurn { .. } => "R5",
            Self::NotInHand { .. } | Self::FourCards | Self::UsedAlready => "R6",
            Self::SpotTaken { .. } | Self::NotConnected { .. } => "R8",
            Self::LiaisonNotNeeded { .. } | Self::NoLiaisonLeft | Self::NothingToLink { .. } => "R9",
            Self::NotNeighbours { .. } => "R2",
            Self::JokerThere { .. } | Self::NoJokerThere { .. } => "R12",
            Self::SwapNeedsCard => "R13",
            Self::NothingUsed => "R15",
            Self::PileEmpty => "R16",
            Self::MustPlay { .. } => "R17",
            Self::PileNotEmpty { .. } => "R18",
        }
    }
}

/// What a move that [`permit`] allows brings about.
pub(super) fn resolve(state: &State, seat: Seat, mv: &Move, events: &mut Events<Onze>) {
    let public = &state.public;
    match *mv {
        Move::Lay { spot, from } => events.push(Event::Laid { seat, spot, from }),
        Move::LayJoker { spot, from } => events.push(Event::JokerLaid { seat, spot, from }),
        Move::Swap(spot) => events.push(Event::Swapped { seat, spot }),
        Move::DiscardJoker => events.push(Event::JokerDiscarded { seat }),
        Move::Draw => events.extend(state.hidden.pile.last().map(|card| Event::Drew { seat, card: *card })),
        Move::Pass => events.push(Event::Passed { seat }),
        Move::End => {}
    }
    let bonuses = bonuses_won(public, mv);
    for _ in 0..bonuses {
        events.push(Event::BonusTaken { seat });
    }
    let ends_round = match mv {
        // R21: the last card of a hand ends the round at once; a swap leaves a joker in hand.
        Move::Lay { .. } | Move::LayJoker { .. } | Move::DiscardJoker => public.hand_sizes[seat] == 1,
        // R18: so does the pass of everybody in a row.
        Move::Pass => usize::from(public.board.passes) + 1 >= public.sheet.seats().get(),
        Move::Swap(_) | Move::Draw | Move::End => false,
    };
    let ends_turn = matches!(mv, Move::Draw | Move::Pass | Move::End);
    if ends_round {
        events.push(round_ended(state, mv, seat, bonuses));
    } else if ends_turn {
        events.push(Event::TurnPassed { to: public.sheet.seats().left_of(seat) });
    }
}

/// The Bonus cards a move earns, as far as there are any left (R19, R20, R24).
fn bonuses_won(public: &Public, mv: &Move) -> u8 {
    let (Move::Lay { spot, .. } | Move::LayJoker { spot, .. }) = *mv else { return 0 };
    if public.rules.variant == Variant::Beginners {
        return 0;
    }
    let won = public.board.taken.with(spot).full_halves(spot);
    if won == 0 { 0 } else { won.min(BONUSES.saturating_sub(public.bonuses_given() as u8)) }
}

/// The end of the round after a move: the hands as they then are, and their score (R22).
fn round_ended(state: &State, mv: &Move, seat: Seat, bonuses_won: u8) -> Event {
    let public = &state.public;
    let (mut hands, mut bonuses) = (state.hands, public.board.bonuses);
    let hand = &mut hands[seat];
    *hand = match *mv {
        Move::Lay { spot, .. } => hand.without(Card::Number(spot)),
        Move::LayJoker { .. } | Move::DiscardJoker => hand.without(Card::Joker),
        Move::Swap(_) | Move::Draw | Move::End | Move::Pass => *hand,
    };
    bonuses[seat] += bonuses_won;
    let outcome = public.sheet.close(round_scores(&public.rules, &bonuses, &hands), public.is_last_round());
    Event::RoundEnded(Box::new(Ending { outcome, hands }))
}

/// Whether a seat holding `hand` may make a move: the one place where legality is decided.
pub(super) fn permit(public: &Public, hand: &Hand, seat: Seat, mv: &Move) -> Result<(), Refusal> {
    let Phase::Playing(played) = public.phase else { return Err(Refusal::RoundOver) };
    if seat != public.seat {
        return Err(Refusal::NotYourTurn { turn: public.seat });
    }
    match *mv {
        Move::Lay { spot, from } => {
            may_use(hand, Card::Number(spot), played)?;
            if public.board.jokers.has(spot) {
                return Err(Refusal::JokerThere { spot });
            }
            may_cover(public, spot, from)
        }
        Move::LayJoker { spot, from } => {
            may_use(hand, Card::Joker, played)?;
            may_cover(public, spot, from)
        }
        Move::Swap(spot) => {
            may_use(hand, Card::Number(spot), played)?;
            if !public.board.jokers.has(spot) {
                return Err(Refusal::NoJokerThere { spot });
            }
            may_swap(public, hand, played, spot)
        }
        Move::DiscardJoker => {
            may_use(hand, Card::Joker, played)?;
            may_discard(public, hand, played)
        }
        Move::Draw | Move::Pass if !played.is_nothing() => Err(Refusal::UsedAlready),
        Move::Draw if public.board.pile_size == 0 => Err(Refusal::PileEmpty),
        Move::Draw => Ok(()),
        Move::Pass if public.board.pile_size > 0 => Err(Refusal::PileNotEmpty { cards: public.board.pile_size }),
        Move::End if played.is_nothing() => Err(Refusal::NothingUsed),
        Move::End | Move::Pass => debt(public, hand, played).map_or(Ok(()), Err),
    }
}

/// Whether a card is there to be used: it is in the hand, and one of the four is left (R6).
fn may_use(hand: &Hand, card: Card, played: Played) -> Result<(), Refusal> {
    if !hand.has(card) {
        return Err(Refusal::NotInHand { card });
    }
    if played.used >= Played::MAX { Err(Refusal::FourCards) } else { Ok(()) }
}

/// Whether a spot can take a card: connected (R8), or over a Liaison from a neighbour row (R9).
fn may_cover(public: &Public, spot: Spot, from: Option<Colour>) -> Result<(), Refusal> {
    if public.board.taken.has(spot) {
        return Err(Refusal::SpotTaken { spot });
    }
    match (from, public.board.taken.connects(spot)) {
        (None, true) => Ok(()),
        (None, false) => Err(Refusal::NotConnected { spot }),
        (Some(_), true) => Err(Refusal::LiaisonNotNeeded { spot }),
        (Some(_), false) if public.liaisons_of(public.seat) == 0 => Err(Refusal::NoLiaisonLeft),
        (Some(from), false) if !public.board.rows.are_neighbours(from, spot.colour()) => {
            Err(Refusal::NotNeighbours { from, to: spot.colour() })
        }
        (Some(from), false) if !public.board.taken.has(spot.across(from)) => {
            Err(Refusal::NothingToLink { from: spot.across(from) })
        }
        (Some(_), false) => Ok(()),
    }
}

/// Whether what is owed could still be paid after a swap (R13, R17).
#[inline(never)]
fn may_swap(public: &Public, hand: &Hand, played: Played, spot: Spot) -> Result<(), Refusal> {
    let after = hand.without(Card::Number(spot)).with(Card::Joker);
    may_still_pay(public, &after, played.and_swapped())
}

/// Whether what is owed could still be paid without a joker (R13, R17).
#[inline(never)]
fn may_discard(public: &Public, hand: &Hand, played: Played) -> Result<(), Refusal> {
    may_still_pay(public, &hand.without(Card::Joker), played.and_discarded())
}

/// The card on a free spot that the turn still owes, as the refusal to end it: a swap's (R13), or that of
/// who can lay a number card with the pile empty (R17). Neither swaps nor discards touch the latter,
/// so it is the same from the beginning of the turn until it is paid.
fn debt(public: &Public, hand: &Hand, played: Played) -> Option<Refusal> {
    if played.laid > 0 {
        return None;
    }
    if played.swaps > 0 {
        return Some(Refusal::SwapNeedsCard);
    }
    if public.board.pile_size > 0 {
        return None;
    }
    hand.numbers.and(public.board.taken.connected()).first().map(|spot| Refusal::MustPlay { spot })
}

/// R13, R17: whether what is owed, if anything, could still be paid with this hand after these plays.
///
/// A swap fills no free spot and a discard only loses a joker: the shortest way to pay is to lay a card,
/// or to swap and lay the joker that came back.
fn may_still_pay(public: &Public, hand: &Hand, played: Played) -> Result<(), Refusal> {
    let Some(owed) = debt(public, hand, played) else { return Ok(()) };
    let cards_left = Played::MAX.saturating_sub(played.used);
    let open = public.reach().all();
    let has_number = !hand.numbers.and(open).is_empty();
    let has_joker = hand.jokers > 0 && !open.is_empty();
    let can_swap = !hand.numbers.and(public.board.jokers).is_empty() && !open.is_empty();
    let can_pay = cards_left >= 1 && (has_number || has_joker) || cards_left >= 2 && can_swap;
    if can_pay { Ok(()) } else { Err(owed) }
}

/// The moves a seat may make now.
pub(super) fn moves(public: &Public, hand: &Hand, seat: Seat, moves: &mut Vec<Move>) -> Coverage {
    let Phase::Playing(played) = public.phase else { return Coverage::Complete };
    if seat != public.seat {
        return Coverage::Complete;
    }
    if played.used < Played::MAX {
        lays(public, hand, moves);
        let swaps = hand.numbers.and(public.board.jokers);
        if !swaps.is_empty() {
            moves.extend(swaps.iter().filter(|spot| may_swap(public, hand, played, *spot).is_ok()).map(Move::Swap));
        }
        if hand.jokers > 0 && may_discard(public, hand, played).is_ok() {
            moves.push(Move::DiscardJoker);
        }
    }
    if played.is_nothing() && public.board.pile_size > 0 {
        moves.push(Move::Draw);
    } else if debt(public, hand, played).is_none() {
        moves.push(if played.is_nothing() { Move::Pass } else { Move::End });
    }
    Coverage::Complete
}

/// The cards and jokers the seat to move may lay on free spots, while one of the four is left:
/// there can be many, so they are read off the masks, and judged one by one only in tests.
fn lays(public: &Public, hand: &Hand, moves: &mut Vec<Move>) {
    let taken = public.board.taken;
    let connected = taken.connected();
    lays_on(public, hand, connected, None, moves);
    if public.liaisons_of(public.seat) > 0 {
        let free = if hand.jokers > 0 { SpotSet::ALL } else { hand.numbers }.minus(taken).minus(connected);
        for (from, to) in public.board.rows.neighbours() {
            // Most pairs of rows have nothing to lay over a Liaison.
            if free.row(to) & taken.row(from) != 0 {
                lays_on(public, hand, free.and(taken.carried(from, to)), Some(from), moves);
            }
        }
    }
}

/// The cards and jokers that may be laid on these spots, over a Liaison or not.
fn lays_on(public: &Public, hand: &Hand, spots: SpotSet, from: Option<Colour>, moves: &mut Vec<Move>) {
    let mut list = |mv: Move| {
        debug_assert_eq!(permit(public, hand, public.seat, &mv), Ok(()));
        moves.push(mv);
    };
    hand.numbers.and(spots).iter().for_each(|spot| list(Move::Lay { spot, from }));
    if hand.jokers > 0 {
        spots.iter().for_each(|spot| list(Move::LayJoker { spot, from }));
    }
}

/// What is played for an absent seat: it draws or passes, or ends a turn it had begun;
/// if a card is owed, the first that pays.
pub(super) fn fallback(public: &Public, hand: &Hand) -> Move {
    let idle = [Move::Draw, Move::End, Move::Pass];
    idle.into_iter().find(|mv| permit(public, hand, public.seat, mv).is_ok()).unwrap_or_else(|| {
        let mut all = Vec::new();
        moves(public, hand, public.seat, &mut all);
        all.first().copied().unwrap_or(Move::End)
    })
}
