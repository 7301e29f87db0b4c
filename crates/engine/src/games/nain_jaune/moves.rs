//! Nain Jaune: what a seat may ask for, and what the rules answer.

use crate::sheet::{Outcome, Scores};
use crate::{Coverage, Ending, Events, RefusalCode, Refuse, Seat, SeatSet};

use super::events::Event;
use super::rules::{Card, CardSet, MIN_PLAYERS, Rank, Restart, STAKE, debt};
use super::state::Hand;
use super::{NainJaune, Phase, Public, State};

/// What a seat asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// Lay a card: of the value asked for (R9), or any to open a run (R12, R13).
    Lay(Card),
    /// Say "sans": not to go on, and have the next one asked (R11).
    Sans,
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
    /// Another value is asked for.
    WrongValue {
        /// The card that was to be laid.
        card: Card,
        /// The value asked for.
        need: Rank,
    },
    /// Who holds the value asked for must play it.
    MustPlay {
        /// That value.
        need: Rank,
    },
    /// Who may open with any card must open.
    MustOpen,
}

impl Refuse for Refusal {
    fn code(&self) -> RefusalCode {
        match self {
            Self::RoundOver => "round-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::NotInHand { .. } => "not-in-hand",
            Self::WrongValue { .. } => "wrong-value",
            Self::MustPlay { .. } | Self::MustOpen => "must-play",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::RoundOver => "R16",
            Self::NotYourTurn { .. } => "R7",
            Self::NotInHand { .. } => "R9",
            Self::WrongValue { need: Rank::ACE, .. } => "R8",
            Self::WrongValue { .. } => "R9",
            Self::MustPlay { .. } => "R10",
            Self::MustOpen => "R14",
        }
    }
}

/// What a move that [`permit`] allows brings about.
pub(super) fn resolve(state: &State, seat: Seat, mv: &Move, events: &mut Events<NainJaune>) {
    let public = &state.public;
    match *mv {
        Move::Lay(card) => {
            events.push(Event::Laid { seat, card });
            // R15: the stake is taken at once, also with the last card (R16).
            let tokens = public.board.stakes.on(card);
            if tokens > 0 {
                events.push(Event::TookStake { seat, square: card, tokens });
            }
            if public.hand_sizes[seat] == 1 {
                end_round(state, seat, card, events);
            }
        }
        Move::Sans => {
            events.push(Event::SaidSans { seat });
            let unasked = public.others_after(seat).find(|other| !public.board.asked.contains(other));
            events.push(match unasked {
                Some(to) => Event::TurnPassed { to },
                None => Event::Restarted { seat: restarts(public, seat) },
            });
        }
    }
}

/// R13: who opens a new run when `seat` was the last to be asked in vain.
fn restarts(public: &Public, seat: Seat) -> Seat {
    match (public.rules.restart, public.board.last) {
        (Restart::LastLayer, Some(last)) => last,
        // R13: before the first card of a round there is no layer, whatever the option.
        (Restart::LastLayer, None) | (Restart::LastAsked, _) => seat,
    }
}

/// The end of the round with `winner`'s last card: who pays, who goes out, who wins (R16–R22).
fn end_round(state: &State, winner: Seat, last_card: Card, events: &mut Events<NainJaune>) {
    let public = &state.public;
    let mut hands = state.hands;
    hands[winner].cards = hands[winner].cards.without(last_card);
    let mut tokens = public.board.tokens;
    tokens[winner] += public.board.stakes.on(last_card);
    let was_in: SeatSet = public.sheet.seats().seats().filter(|seat| public.is_in(*seat)).collect();
    let mut still_in = was_in;
    for seat in public.others_after(winner) {
        let owed = debt(hands[seat].cards);
        let paid = owed.min(tokens[seat]);
        tokens[seat] -= paid;
        tokens[winner] += paid;
        // R18: who cannot pay in full is out, before those who only cannot stake (R20).
        if paid < owed {
            still_in = still_in.without(seat);
            events.push(Event::WentOut { seat });
        }
    }
    let last_round = public.is_last_round();
    if !last_round {
        // R19: nobody goes on who cannot stake; the winner, too, may be left with too little.
        for seat in public.in_order_from(winner) {
            if still_in.has(seat) && tokens[seat] < STAKE {
                still_in = still_in.without(seat);
                events.push(Event::WentOut { seat });
            }
        }
    }
    let match_over = last_round || still_in.len() < MIN_PLAYERS;
    // R22: if nobody is left, those who played this round are compared.
    let rivals = if still_in.is_empty() { was_in } else { still_in };
    let winners = if match_over { richest(&tokens, rivals) } else { SeatSet::EMPTY.with(winner) };
    let totals = public.sheet.totals;
    let round_scores = Scores::from_fn(totals.seats(), |seat| tokens[seat] - totals[seat]);
    let outcome = Outcome { round_scores, totals: tokens, match_over, winners };
    events.push(Event::RoundEnded(Box::new(Ending { outcome, hands })));
}

/// The seats among `rivals` with the most tokens; several share it.
fn richest(tokens: &Scores, rivals: SeatSet) -> SeatSet {
    let most = rivals.iter().map(|seat| tokens[seat]).max();
    rivals.iter().filter(|seat| Some(tokens[*seat]) == most).collect()
}

/// Whether a seat holding `hand` may make a move: the one place where legality is decided.
pub(super) fn permit(public: &Public, hand: &Hand, seat: Seat, mv: &Move) -> Result<(), Refusal> {
    if public.phase != Phase::Playing(()) {
        return Err(Refusal::RoundOver);
    }
    if seat != public.seat {
        return Err(Refusal::NotYourTurn { turn: public.seat });
    }
    match (*mv, public.board.need) {
        (Move::Lay(card), _) if !hand.cards.has(card) => Err(Refusal::NotInHand { card }),
        (Move::Lay(card), Some(need)) if card.rank() != need => Err(Refusal::WrongValue { card, need }),
        (Move::Lay(_), _) => Ok(()),
        (Move::Sans, None) => Err(Refusal::MustOpen),
        (Move::Sans, Some(need)) => {
            let holds = !hand.cards.and(CardSet::of_rank(need)).is_empty();
            if holds && !public.rules.may_hold_back { Err(Refusal::MustPlay { need }) } else { Ok(()) }
        }
    }
}

/// The moves a seat may make now.
pub(super) fn moves(public: &Public, hand: &Hand, seat: Seat, moves: &mut Vec<Move>) -> Coverage {
    if seat != public.seat {
        return Coverage::Complete;
    }
    let mut offer = |mv: Move| {
        if permit(public, hand, seat, &mv).is_ok() {
            moves.push(mv);
        }
    };
    for card in fitting(public, hand).iter() {
        offer(Move::Lay(card));
    }
    offer(Move::Sans);
    Coverage::Complete
}

/// The cards of a hand that have the value asked for.
fn fitting(public: &Public, hand: &Hand) -> CardSet {
    public.board.need.map_or(hand.cards, |need| hand.cards.and(CardSet::of_rank(need)))
}

/// What is played for an absent seat: the first card that fits, else it says "sans".
pub(super) fn fallback(public: &Public, hand: &Hand) -> Move {
    fitting(public, hand).iter().next().map_or(Move::Sans, Move::Lay)
}
