//! Quarante-Six: what is seen, and what can be imagined from it.

use crate::{Chance, EventMismatch, PerSeat, Seat, SeatCount, Turn, View, Viewer};

use super::events::{Deal, Event};
use super::rules::{Card, CardSet, Grid, JOKER_TURNED, Square, SquareSet};
use super::state::{Hand, Hidden, Pile, Playing};
use super::{Phase, Public, QuaranteSix, State};

/// What happened, as one viewer saw it: of a deal the own hand, of a card drawn only the own.
pub type Shown = Event<ShownDeal, Option<Card>>;

/// A deal, as one viewer saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownDeal {
    /// Who dealt.
    pub dealer: Seat,
    /// Where each number has its square.
    pub grid: Grid,
    /// How many cards each seat was dealt.
    pub hand_sizes: PerSeat<u8>,
    /// The card that was turned and put on the board.
    pub turned: Card,
    /// How many cards are left in the pile.
    pub pile_size: u8,
    /// The viewer's own hand.
    pub hand: Option<Hand>,
}

/// Whose doing an event was.
pub(super) fn author<D, C>(event: &Event<D, C>) -> Viewer {
    match event {
        Event::Laid { seat, .. }
        | Event::JokerLaid { seat, .. }
        | Event::Swapped { seat, .. }
        | Event::Drew { seat, .. } => Viewer::Seat(*seat),
        Event::Dealt(_) | Event::TurnPassed { .. } | Event::RoundEnded(_) => Viewer::Spectator,
    }
}

/// Whether chance was used, or a card that lay face down came to be known.
pub(super) fn reveals(event: &Event) -> bool {
    match event {
        Event::Dealt(_) | Event::Drew { .. } | Event::RoundEnded(_) => true,
        Event::Laid { .. } | Event::JokerLaid { .. } | Event::Swapped { .. } | Event::TurnPassed { .. } => false,
    }
}

/// An event as one viewer sees it.
pub(super) fn show(seats: SeatCount, event: &Event, viewer: Viewer) -> Shown {
    match *event {
        Event::Dealt(ref deal) => Shown::Dealt(Box::new(deal.shown(seats, viewer))),
        Event::Laid { seat, card } => Shown::Laid { seat, card },
        Event::JokerLaid { seat, square } => Shown::JokerLaid { seat, square },
        Event::Swapped { seat, card } => Shown::Swapped { seat, card },
        Event::Drew { seat, card } => Shown::Drew { seat, card: viewer.sees(seat).then_some(card) },
        Event::TurnPassed { to } => Shown::TurnPassed { to },
        Event::RoundEnded(ref ending) => Shown::RoundEnded(ending.clone()),
    }
}

impl Deal {
    /// A deal as one viewer sees it.
    pub(super) fn shown(&self, seats: SeatCount, viewer: Viewer) -> ShownDeal {
        let hand = |seat| self.hand(seats, seat);
        let (turned, pile_size) = self.turned(seats).unwrap_or_default();
        ShownDeal {
            dealer: self.dealer,
            grid: self.grid,
            hand_sizes: PerSeat::from_fn(seats, |seat| hand(seat).cards.len() as u8),
            turned,
            pile_size: pile_size as u8,
            hand: seats.seats().find(|seat| viewer.sees(*seat)).map(hand),
        }
    }
}

impl Hand {
    /// What a seat's own doing does to its hand; `before` is what everybody knew until then.
    pub(super) fn follow<D, C: Copy + Into<Option<Card>>>(
        &mut self,
        before: &Public,
        event: &Event<D, C>,
    ) -> Result<(), EventMismatch> {
        match *event {
            Event::Laid { card, .. } => self.give(card)?,
            Event::JokerLaid { .. } => self.give(Card::JOKER)?,
            Event::Swapped { card, .. } => {
                self.give(card)?;
                self.cards = self.cards.with(Card::JOKER);
            }
            Event::Drew { card, .. } => {
                let card = card.into().ok_or(EventMismatch("an own draw shows no card"))?;
                self.cards = self.cards.with(card);
                self.last_card = (before.board.pile_size == 1).then_some(card);
            }
            Event::Dealt(_) | Event::TurnPassed { .. } | Event::RoundEnded(_) => {}
        }
        Ok(())
    }

    fn give(&mut self, card: Card) -> Result<(), EventMismatch> {
        if !self.cards.has(card) {
            return Err(EventMismatch("the card is not in the hand"));
        }
        self.cards = self.cards.without(card);
        if self.last_card == Some(card) {
            self.last_card = None;
        }
        Ok(())
    }
}

impl Public {
    /// What everybody learns from a deal: a new round begins.
    pub(super) fn start_round(&mut self, deal: &ShownDeal) -> Result<(), EventMismatch> {
        self.begin_round();
        self.board.grid = deal.grid;
        self.board.taken = SquareSet::EMPTY;
        self.board.dealer = deal.dealer;
        self.seat = self.sheet.seats().left_of(deal.dealer);
        self.hand_sizes = deal.hand_sizes;
        self.board.pile_size = deal.pile_size;
        self.phase = Phase::Playing(Playing::Laying { laid: 0 });
        // R9: a joker that is turned goes on the square of 25.
        let card = match deal.turned {
            Card::JOKER => JOKER_TURNED,
            card => card,
        };
        self.board.joker = (deal.turned == Card::JOKER).then_some(Square::Number(card));
        self.board.taken = self.board.taken.with(self.board.grid.place(card));
        Ok(())
    }

    /// What everybody learns from an event but a deal: that is not the same in the truth and in a view.
    pub(super) fn follow<D, C: Copy + Into<Option<Card>>>(&mut self, event: &Event<D, C>) -> Result<(), EventMismatch> {
        match *event {
            Event::Dealt(_) => {}
            Event::Laid { seat, card } => {
                self.lay_down(seat)?;
                self.board.taken = self.board.taken.with(self.board.grid.place(card));
            }
            Event::JokerLaid { seat, square } => {
                self.lay_down(seat)?;
                let index = self.board.grid.find(square).ok_or(EventMismatch("nothing lies on the pile's square"))?;
                self.board.taken = self.board.taken.with(index);
                self.board.joker = Some(square);
            }
            Event::Swapped { seat, .. } => {
                self.lay_down(seat)?;
                self.hand_sizes[seat] += 1;
                self.board.joker = None;
            }
            Event::Drew { seat, .. } => {
                if self.board.pile_size == 1 {
                    self.phase = Phase::Playing(Playing::LastCard);
                }
                self.board.pile_size = self.board.pile_size.checked_sub(1).ok_or(EventMismatch("the pile is empty"))?;
                self.hand_sizes[seat] += 1;
            }
            Event::TurnPassed { to } => {
                self.seat = to;
                self.phase = Phase::Playing(Playing::Laying { laid: 0 });
            }
            Event::RoundEnded(ref ending) => {
                self.hand_sizes = PerSeat::from_fn(ending.hands.seats(), |seat| ending.hands[seat].cards.len() as u8);
                self.phase = Phase::Over(ending.clone());
            }
        }
        Ok(())
    }

    /// One card less in a hand, one more laid this turn.
    fn lay_down(&mut self, seat: Seat) -> Result<(), EventMismatch> {
        let size = &mut self.hand_sizes[seat];
        *size = size.checked_sub(1).ok_or(EventMismatch("the hand is empty"))?;
        let laid = if let Phase::Playing(Playing::Laying { laid }) = self.phase { laid } else { 0 };
        self.phase = Phase::Playing(Playing::Laying { laid: laid.saturating_add(1) });
        Ok(())
    }
}

/// Who may act now.
pub(super) fn turn(public: &Public) -> Turn {
    public.plain_turn()
}

/// A truth drawn at random among those that look like this.
pub(super) fn imagine(view: &View<QuaranteSix>, chance: &mut Chance) -> State {
    let public = view.public.clone();
    let seats = public.sheet.seats();
    let mut hands = view.hands_seen();
    let on_board = public.board.joker.map_or(public.laid(), |_| public.laid().with(Card::JOKER));
    let seen = hands.values().iter().flat_map(|hand| hand.cards.iter()).fold(on_board, CardSet::with);
    let mut unseen: Pile = CardSet::ALL.minus(seen).iter().collect();
    chance.shuffle(&mut unseen);
    for seat in seats.seats() {
        let hand = &mut hands[seat];
        while hand.cards.len() < usize::from(public.hand_sizes[seat]) {
            let Some(card) = unseen.pop() else { break };
            hand.cards = hand.cards.with(card);
            // The cards come in random order, so the first may as well be the last of the pile (R21).
            if public.phase == Phase::Playing(Playing::LastCard) && seat == public.seat && hand.last_card.is_none() {
                hand.last_card = Some(card);
            }
        }
    }
    let pile = unseen.split_off(unseen.len().saturating_sub(usize::from(public.board.pile_size)));
    State { public, hands, hidden: Hidden { pile, out: unseen.iter().copied().collect() } }
}
