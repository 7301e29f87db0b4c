//! DOS: what is seen, and what can be imagined from it.

use crate::{Chance, Ending, EventMismatch, PerSeat, Seat, SeatCount, SeatSet, Shuffle, Turn, View, Viewer};

use super::events::{CARDS_EACH, Deal, Event, Reason};
use super::moves::PENALTY;
use super::rules::{Card, CardBag};
use super::state::{Cards, Hand, Hidden, Match, Playing, Stage};
use super::{Dos, Phase, Public, State};

/// What happened, as one viewer saw it: of a deal the own hand, of a card drawn only
/// the own, of a new pile how many cards it has.
pub type Shown = Event<ShownDeal, Option<Card>, u8>;

/// A deal, as one viewer saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownDeal {
    /// Who dealt.
    pub dealer: Seat,
    /// The cards drawn in the open for the first deal; they were shuffled in again.
    pub draws: Vec<(Seat, Card)>,
    /// How many cards each seat was dealt.
    pub hand_sizes: PerSeat<u8>,
    /// The centre row.
    pub centre: Cards,
    /// How many cards are left in the pile.
    pub pile_size: u8,
    /// The viewer's own hand.
    pub hand: Option<Hand>,
}

/// What is known of a new pile: its order, or how many cards it has.
pub(super) trait NewPile {
    /// How many cards it has.
    fn size(&self) -> u8;
}

impl NewPile for Box<Cards> {
    fn size(&self) -> u8 {
        self.len() as u8
    }
}

impl NewPile for u8 {
    fn size(&self) -> u8 {
        *self
    }
}

/// Whose doing an event was.
pub(super) fn author<D, C, P>(event: &Event<D, C, P>) -> Viewer {
    match event {
        Event::Matched { seat, .. }
        | Event::Drew { seat, .. }
        | Event::DrewNothing { seat }
        | Event::Put { seat, .. }
        | Event::BonusesDue { seat }
        | Event::Added { seat, .. }
        | Event::Declined { seat }
        | Event::Called { seat }
        | Event::Caught { by: seat, .. } => Viewer::Seat(*seat),
        Event::Dealt(_)
        | Event::Swept
        | Event::Filled { .. }
        | Event::PileRanOut { .. }
        | Event::Reshuffled(_)
        | Event::TurnPassed { .. }
        | Event::RoundEnded(_) => Viewer::Spectator,
    }
}

/// Whether chance was used, or a card that lay face down came to be known.
pub(super) fn reveals(event: &Event) -> bool {
    match event {
        Event::Dealt(_) | Event::Drew { .. } | Event::Filled { .. } | Event::Reshuffled(_) | Event::RoundEnded(_) => {
            true
        }
        Event::Matched { .. }
        | Event::DrewNothing { .. }
        | Event::Put { .. }
        | Event::Swept
        | Event::BonusesDue { .. }
        | Event::Added { .. }
        | Event::Declined { .. }
        | Event::Called { .. }
        | Event::Caught { .. }
        | Event::PileRanOut { .. }
        | Event::TurnPassed { .. } => false,
    }
}

/// An event as one viewer sees it.
pub(super) fn show(seats: SeatCount, event: &Event, viewer: Viewer) -> Shown {
    match *event {
        Event::Dealt(ref deal) => Shown::Dealt(Box::new(deal.shown(seats, viewer))),
        Event::Matched { seat, centre, play, bonus } => Shown::Matched { seat, centre, play, bonus },
        Event::Drew { seat, card, reason } => Shown::Drew { seat, card: viewer.sees(seat).then_some(card), reason },
        Event::DrewNothing { seat } => Shown::DrewNothing { seat },
        Event::Put { seat, card } => Shown::Put { seat, card },
        Event::Swept => Shown::Swept,
        Event::Filled { card } => Shown::Filled { card },
        Event::BonusesDue { seat } => Shown::BonusesDue { seat },
        Event::Added { seat, card } => Shown::Added { seat, card },
        Event::Declined { seat } => Shown::Declined { seat },
        Event::Called { seat } => Shown::Called { seat },
        Event::Caught { seat, by } => Shown::Caught { seat, by },
        Event::PileRanOut { owed } => Shown::PileRanOut { owed },
        Event::Reshuffled(ref order) => Shown::Reshuffled(order.len() as u8),
        Event::TurnPassed { to } => Shown::TurnPassed { to },
        Event::RoundEnded(ref ending) => Shown::RoundEnded(ending.clone()),
    }
}

impl Deal {
    /// A deal as one viewer sees it.
    pub(super) fn shown(&self, seats: SeatCount, viewer: Viewer) -> ShownDeal {
        let hand = |seat| self.hand(seats, seat);
        let (centre, pile_size) = self.row(seats).unwrap_or_default();
        ShownDeal {
            dealer: self.dealer,
            draws: self.draws.clone(),
            hand_sizes: PerSeat::from_fn(seats, |_| CARDS_EACH as u8),
            centre,
            pile_size: pile_size as u8,
            hand: seats.seats().find(|seat| viewer.sees(*seat)).map(hand),
        }
    }
}

impl Hand {
    /// What a seat's own doing does to its hand.
    pub(super) fn follow<D, C: Copy + Into<Option<Card>>, P>(
        &mut self,
        _before: &Public,
        event: &Event<D, C, P>,
    ) -> Result<(), EventMismatch> {
        match *event {
            Event::Matched { play, .. } => play.cards().try_for_each(|card| self.give(card))?,
            Event::Put { card, .. } | Event::Added { card, .. } => self.give(card)?,
            Event::Drew { card, .. } => {
                let card = card.into().ok_or(EventMismatch("an own draw shows no card"))?;
                if self.cards.has_all(card) {
                    return Err(EventMismatch("there are not so many of this card"));
                }
                self.cards = self.cards.with(card);
            }
            _ => {}
        }
        Ok(())
    }

    fn give(&mut self, card: Card) -> Result<(), EventMismatch> {
        if !self.cards.kinds().has(card) {
            return Err(EventMismatch("the card is not in the hand"));
        }
        self.cards = self.cards.without(card);
        Ok(())
    }
}

impl Public {
    /// What everybody learns from a deal: a new round begins.
    pub(super) fn start_round(&mut self, deal: &ShownDeal) -> Result<(), EventMismatch> {
        self.begin_round();
        self.board.centre = deal.centre;
        self.board.talon = Cards::new();
        self.board.dealer = deal.dealer;
        self.hand_sizes = deal.hand_sizes;
        self.board.pile_size = deal.pile_size;
        self.board.owes_call = SeatSet::EMPTY;
        self.begin_turn(self.sheet.seats().left_of(deal.dealer));
        Ok(())
    }

    /// R25: the talon has become a pile of so many cards.
    fn take_new_pile(&mut self, pile_size: u8) {
        self.sheet.reshuffles = self.sheet.reshuffles.saturating_add(1).min(u16::MAX - 1);
        self.board.talon.clear();
        self.board.pile_size = pile_size;
        self.phase = Phase::Playing(Playing::Turn);
    }

    /// What everybody learns from an event but a deal: that is not the same in the truth and in a view.
    pub(super) fn follow<D, C, P: NewPile>(&mut self, event: &Event<D, C, P>) -> Result<(), EventMismatch> {
        match *event {
            Event::Matched { seat, centre, play, bonus } => {
                self.lay_down(seat, play.count())?;
                if usize::from(centre) >= self.board.centre.len() {
                    return Err(EventMismatch("there is no such centre card"));
                }
                let full = self.board.progress.matches.try_push(Match { centre, play });
                full.map_or(Ok(()), |_| Err(EventMismatch("there cannot be so many matches")))?;
                self.board.progress.add_bonus(bonus);
            }
            Event::Drew { seat, reason, .. } => {
                self.board.pile_size = self.board.pile_size.checked_sub(1).ok_or(EventMismatch("the pile is empty"))?;
                let size = self.hand_sizes[seat].saturating_add(1);
                self.resize_hand(seat, size);
                match reason {
                    Reason::Turn => self.board.progress.drew = true,
                    Reason::Double if self.sheet.seats().left_of(seat) == self.seat => {
                        self.board.progress.doubles = self.board.progress.doubles.saturating_sub(1);
                    }
                    Reason::Penalty if seat == self.seat => {
                        self.board.progress.penalty = self.board.progress.penalty.saturating_sub(1);
                    }
                    Reason::Double | Reason::Penalty => {}
                }
            }
            Event::DrewNothing { .. } => self.board.progress.drew = true,
            Event::Put { seat, card } => {
                self.lay_down(seat, 1)?;
                push(&mut self.board.centre, card)?;
            }
            Event::Swept => self.sweep()?,
            Event::Filled { card } => {
                self.board.pile_size = self.board.pile_size.checked_sub(1).ok_or(EventMismatch("the pile is empty"))?;
                push(&mut self.board.centre, card)?;
            }
            Event::BonusesDue { .. } => self.board.progress.stage = Stage::Placing,
            Event::Added { seat, card } => {
                self.lay_down(seat, 1)?;
                push(&mut self.board.centre, card)?;
                self.board.progress.bonuses = self.board.progress.bonuses.saturating_sub(1);
            }
            Event::Declined { .. } => self.board.progress.bonuses = self.board.progress.bonuses.saturating_sub(1),
            Event::Called { seat } => self.board.owes_call = self.board.owes_call.without(seat),
            Event::Caught { seat, .. } => {
                self.board.owes_call = self.board.owes_call.without(seat);
                if seat == self.seat {
                    self.board.progress.add_penalty(PENALTY);
                }
            }
            Event::PileRanOut { owed } => self.phase = Phase::Playing(Playing::Dry(owed)),
            Event::Dealt(_) => {}
            Event::Reshuffled(ref pile) => self.take_new_pile(pile.size()),
            Event::TurnPassed { to } => self.begin_turn(to),
            Event::RoundEnded(ref ending) => self.end_round(ending),
        }
        Ok(())
    }

    #[inline(never)]
    fn end_round(&mut self, ending: &Ending<Dos>) {
        self.hand_sizes = PerSeat::from_fn(ending.hands.seats(), |seat| ending.hands[seat].cards.len() as u8);
        self.board.owes_call = SeatSet::EMPTY;
        self.board.progress.clear();
        self.phase = Phase::Over(Box::new(ending.clone()));
    }

    fn begin_turn(&mut self, seat: Seat) {
        self.seat = seat;
        self.board.progress.clear();
        self.phase = Phase::Playing(Playing::Turn);
    }

    /// Some cards less in a hand.
    fn lay_down(&mut self, seat: Seat, cards: u8) -> Result<(), EventMismatch> {
        let size = self.hand_sizes[seat].checked_sub(cards).ok_or(EventMismatch("the hand is too small"))?;
        self.resize_hand(seat, size);
        Ok(())
    }

    /// R19: each matched card, then what was played on it, goes on top of the talon; the row closes up.
    fn sweep(&mut self) -> Result<(), EventMismatch> {
        for one in &self.board.progress.matches {
            let centre = self.board.centre.get(usize::from(one.centre)).ok_or(EventMismatch("the row is too short"))?;
            push(&mut self.board.talon, *centre)?;
            one.play.cards().try_for_each(|card| push(&mut self.board.talon, card))?;
        }
        let mut left = 0;
        for centre in self.unmatched() {
            self.board.centre[left] = self.board.centre[usize::from(centre)];
            left += 1;
        }
        self.board.centre.truncate(left);
        self.board.progress.matches.clear();
        Ok(())
    }
}

fn push(cards: &mut Cards, card: Card) -> Result<(), EventMismatch> {
    cards.try_push(card).map_or(Ok(()), |_| Err(EventMismatch("there are not so many cards")))
}

/// Who may act now.
pub(super) fn turn(public: &Public) -> Turn {
    let seats = public.sheet.seats();
    match &public.phase {
        Phase::Playing(Playing::Dry(_)) => {
            Turn::Dealer(Shuffle { round: public.sheet.round, reshuffle: public.sheet.reshuffles.saturating_add(1) })
        }
        // R28, R29: who owes the call may make it, and everybody else may catch.
        Phase::Playing(Playing::Turn) if !public.board.owes_call.is_empty() => {
            Turn::Seat { seat: public.seat, also: seats.seats().filter(|seat| *seat != public.seat).collect() }
        }
        _ => public.plain_turn(),
    }
}

/// A truth drawn at random among those that look like this.
pub(super) fn imagine(view: &View<Dos>, chance: &mut Chance) -> State {
    let public = view.public.clone();
    let seats = public.sheet.seats();
    let mut hands = view.hands_seen();
    let in_hands = hands.values().iter().flat_map(|hand| hand.cards.iter());
    let seen = public.open().chain(in_hands);
    let mut unseen: Cards = seen.fold(CardBag::ALL, CardBag::without).iter().collect();
    chance.shuffle(&mut unseen);
    for seat in seats.seats() {
        let missing = usize::from(public.hand_sizes[seat]).saturating_sub(hands[seat].cards.len());
        let drawn = unseen.split_off(unseen.len().saturating_sub(missing));
        hands[seat].cards = drawn.iter().copied().fold(hands[seat].cards, CardBag::with);
    }
    let pile = unseen.split_off(unseen.len().saturating_sub(usize::from(public.board.pile_size)));
    State { public, hands, hidden: Hidden { pile, out: unseen.iter().copied().collect() } }
}
