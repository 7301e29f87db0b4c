//! Nain Jaune: what is seen, and what can be imagined from it.

use crate::sheet::Standings;
use crate::{Chance, EventMismatch, PerSeat, Seat, SeatCount, SeatSet, Turn, View, Viewer};

use super::events::{Deal, Event};
use super::rules::{CardSet, Rank, STAKE};
use super::state::{CardList, Hand, Hidden, SeatList};
use super::unseen::Unseen;
use super::{NainJaune, Phase, Public, State};

/// What happened, as one viewer saw it: of a deal the own hand.
pub type Shown = Event<ShownDeal>;

/// A deal, as one viewer saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownDeal {
    /// Who dealt.
    pub dealer: Seat,
    /// How many cards each seat was dealt.
    pub hand_sizes: PerSeat<u8>,
    /// The viewer's own hand.
    pub hand: Option<Hand>,
}

/// Whose doing an event was.
pub(super) fn author<D>(event: &Event<D>) -> Viewer {
    match event {
        Event::Laid { seat, .. } | Event::TookStake { seat, .. } | Event::SaidSans { seat } => Viewer::Seat(*seat),
        Event::Dealt(_)
        | Event::TurnPassed { .. }
        | Event::Restarted { .. }
        | Event::WentOut { .. }
        | Event::RoundEnded(_) => Viewer::Spectator,
    }
}

/// Whether chance was used, or a card that lay face down came to be known.
pub(super) fn reveals(event: &Event) -> bool {
    match event {
        Event::Dealt(_) | Event::RoundEnded(_) => true,
        Event::Laid { .. }
        | Event::TookStake { .. }
        | Event::SaidSans { .. }
        | Event::TurnPassed { .. }
        | Event::Restarted { .. }
        | Event::WentOut { .. } => false,
    }
}

/// An event as one viewer sees it: but for the deal, everything happens in the open.
pub(super) fn show(seats: SeatCount, event: &Event, viewer: Viewer) -> Shown {
    match *event {
        Event::Dealt(ref deal) => Shown::Dealt(Box::new(deal.shown(seats, viewer))),
        Event::Laid { seat, card } => Shown::Laid { seat, card },
        Event::TookStake { seat, square, tokens } => Shown::TookStake { seat, square, tokens },
        Event::SaidSans { seat } => Shown::SaidSans { seat },
        Event::TurnPassed { to } => Shown::TurnPassed { to },
        Event::Restarted { seat } => Shown::Restarted { seat },
        Event::WentOut { seat } => Shown::WentOut { seat },
        Event::RoundEnded(ref ending) => Shown::RoundEnded(ending.clone()),
    }
}

impl Deal {
    /// A deal as one viewer sees it.
    pub(super) fn shown(&self, seats: SeatCount, viewer: Viewer) -> ShownDeal {
        ShownDeal {
            dealer: self.dealer,
            hand_sizes: PerSeat::from_fn(seats, |seat| self.hands[seat].cards.len() as u8),
            hand: seats.seats().find(|seat| viewer.sees(*seat)).map(|seat| self.hands[seat]),
        }
    }
}

impl Hand {
    /// What a seat's own doing does to its hand.
    pub(super) fn follow<D>(&mut self, _before: &Public, event: &Event<D>) -> Result<(), EventMismatch> {
        match *event {
            Event::Laid { card, .. } => {
                if !self.cards.has(card) {
                    return Err(EventMismatch("the card is not in the hand"));
                }
                self.cards = self.cards.without(card);
            }
            Event::Dealt(_)
            | Event::TookStake { .. }
            | Event::SaidSans { .. }
            | Event::TurnPassed { .. }
            | Event::Restarted { .. }
            | Event::WentOut { .. }
            | Event::RoundEnded(_) => {}
        }
        Ok(())
    }
}

impl Public {
    /// What everybody learns from a deal: a new round begins.
    pub(super) fn start_round(&mut self, deal: &ShownDeal) -> Result<(), EventMismatch> {
        self.sheet.begin_round(self.board.tokens);
        self.board.dealer = deal.dealer;
        let starter = self.others_after(deal.dealer).next();
        self.seat = starter.ok_or(EventMismatch("nobody is left to play"))?;
        self.board.need = Some(Rank::ACE);
        self.board.asked = SeatList::new();
        self.board.last = None;
        self.board.laid = CardList::new();
        self.hand_sizes = deal.hand_sizes;
        self.phase = Phase::Playing(());
        // R6: everyone who is in stakes.
        for seat in self.sheet.seats().seats().filter(|seat| !self.board.gone.contains(seat)) {
            self.board.tokens[seat] -= STAKE;
            self.board.stakes.add();
        }
        Ok(())
    }

    /// What everybody learns from an event but a deal: that is not the same in the truth and in a view.
    pub(super) fn follow<D>(&mut self, event: &Event<D>) -> Result<(), EventMismatch> {
        match *event {
            Event::Dealt(_) => {}
            Event::Laid { seat, card } => {
                let size = &mut self.hand_sizes[seat];
                *size = size.checked_sub(1).ok_or(EventMismatch("the hand is empty"))?;
                if self.board.laid.try_push(card).is_some() {
                    return Err(EventMismatch("more cards were laid than there are"));
                }
                // R9: the same player goes on with the next value; R12: after a king with any.
                self.board.need = card.rank().next();
                self.board.asked.clear();
                self.board.last = Some(seat);
            }
            Event::TookStake { seat, square, tokens } => {
                if self.board.stakes.on(square) != tokens {
                    return Err(EventMismatch("another stake lies on the square"));
                }
                self.board.stakes.clear(square);
                self.board.tokens[seat] += tokens;
            }
            Event::SaidSans { seat } => {
                if !self.board.asked.contains(&seat) && self.board.asked.try_push(seat).is_some() {
                    return Err(EventMismatch("more were asked than play"));
                }
            }
            Event::TurnPassed { to } => self.seat = to,
            Event::Restarted { seat } => {
                self.seat = seat;
                self.board.need = None;
                self.board.asked.clear();
            }
            Event::WentOut { seat } => {
                if self.board.gone.contains(&seat) || self.board.gone.try_push(seat).is_some() {
                    return Err(EventMismatch("the seat is out already"));
                }
            }
            Event::RoundEnded(ref ending) => {
                self.board.tokens = ending.outcome.totals;
                self.hand_sizes = PerSeat::from_fn(ending.hands.seats(), |seat| ending.hands[seat].cards.len() as u8);
                self.phase = Phase::Over(ending.clone());
            }
        }
        Ok(())
    }
}

/// Who may act now.
pub(super) fn turn(public: &Public) -> Turn {
    match &public.phase {
        Phase::Over(ending) if ending.outcome.match_over || !public.can_go_on() => {
            Turn::Over(standings(public, ending.outcome.winners))
        }
        _ => public.plain_turn(),
    }
}

/// The final ranking (R20, R22): the winners, then those still in by their tokens,
/// then those who are out, the last to go out first.
fn standings(public: &Public, winners: SeatSet) -> Standings {
    let merit = |seat: Seat| match public.board.gone.iter().position(|gone| *gone == seat) {
        _ if winners.has(seat) => (2, 0),
        None => (1, public.board.tokens[seat]),
        Some(place) => (0, place as i32),
    };
    let seats = public.sheet.seats();
    Standings::from_fn(seats, |seat| 1 + seats.seats().filter(|other| merit(*other) > merit(seat)).count() as u8)
}

/// A truth drawn at random among those that look like this.
pub(super) fn imagine(view: &View<NainJaune>, chance: &mut Chance) -> State {
    let public = view.public.clone();
    let mut hands = view.hands_seen();
    let laid: CardSet = public.board.laid.iter().copied().collect();
    let seen = hands.values().iter().fold(laid, |seen, hand| seen.or(hand.cards));
    let out = Unseen::new(&public, CardSet::ALL.minus(seen), &hands).deal_out(&mut hands, chance);
    State { public, hands, hidden: Hidden { out } }
}
