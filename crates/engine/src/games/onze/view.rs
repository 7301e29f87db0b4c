//! Onze: what is seen, and what can be imagined from it.

use crate::{Chance, EventMismatch, PerSeat, Seat, SeatCount, Turn, View, Viewer};

use super::events::{Deal, Event};
use super::rules::{Card, Colour, JOKERS, Link, Rows, Spot, SpotSet};
use super::state::{Hand, Hidden, Pile, Played};
use super::{Onze, Phase, Public, State};

/// What happened, as one viewer saw it: of a deal the own hand, of a card drawn only the own.
pub type Shown = Event<ShownDeal, Option<Card>>;

/// A deal, as one viewer saw it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownDeal {
    /// Who begins.
    pub first: Seat,
    /// The rows from top to bottom.
    pub rows: Rows,
    /// How many cards each seat was dealt.
    pub hand_sizes: PerSeat<u8>,
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
        | Event::JokerDiscarded { seat }
        | Event::BonusTaken { seat }
        | Event::Drew { seat, .. }
        | Event::Passed { seat } => Viewer::Seat(*seat),
        Event::Dealt(_) | Event::TurnPassed { .. } | Event::RoundEnded(_) => Viewer::Spectator,
    }
}

/// Whether chance was used, or a card that lay face down came to be known.
pub(super) fn reveals(event: &Event) -> bool {
    match event {
        Event::Dealt(_) | Event::Drew { .. } | Event::RoundEnded(_) => true,
        Event::Laid { .. }
        | Event::JokerLaid { .. }
        | Event::Swapped { .. }
        | Event::JokerDiscarded { .. }
        | Event::BonusTaken { .. }
        | Event::Passed { .. }
        | Event::TurnPassed { .. } => false,
    }
}

/// An event as one viewer sees it.
pub(super) fn show(seats: SeatCount, event: &Event, viewer: Viewer) -> Shown {
    match *event {
        Event::Dealt(ref deal) => Shown::Dealt(Box::new(deal.shown(seats, viewer))),
        Event::Laid { seat, spot, from } => Shown::Laid { seat, spot, from },
        Event::JokerLaid { seat, spot, from } => Shown::JokerLaid { seat, spot, from },
        Event::Swapped { seat, spot } => Shown::Swapped { seat, spot },
        Event::JokerDiscarded { seat } => Shown::JokerDiscarded { seat },
        Event::BonusTaken { seat } => Shown::BonusTaken { seat },
        Event::Drew { seat, card } => Shown::Drew { seat, card: viewer.sees(seat).then_some(card) },
        Event::Passed { seat } => Shown::Passed { seat },
        Event::TurnPassed { to } => Shown::TurnPassed { to },
        Event::RoundEnded(ref ending) => Shown::RoundEnded(ending.clone()),
    }
}

impl Deal {
    /// A deal as one viewer sees it.
    pub(super) fn shown(&self, seats: SeatCount, viewer: Viewer) -> ShownDeal {
        let hand = |seat| self.hand(seats, seat);
        ShownDeal {
            first: self.first,
            rows: self.rows,
            hand_sizes: PerSeat::from_fn(seats, |seat| hand(seat).len() as u8),
            pile_size: self.rest(seats) as u8,
            hand: seats.seats().find(|seat| viewer.sees(*seat)).map(hand),
        }
    }
}

impl Hand {
    /// What a seat's own doing does to its hand.
    pub(super) fn follow<D, C: Copy + Into<Option<Card>>>(
        &mut self,
        _before: &Public,
        event: &Event<D, C>,
    ) -> Result<(), EventMismatch> {
        match *event {
            Event::Laid { spot, .. } => self.give(Card::Number(spot))?,
            Event::JokerLaid { .. } | Event::JokerDiscarded { .. } => self.give(Card::Joker)?,
            Event::Swapped { spot, .. } => {
                self.give(Card::Number(spot))?;
                *self = self.with(Card::Joker);
            }
            Event::Drew { card, .. } => {
                *self = self.with(card.into().ok_or(EventMismatch("an own draw shows no card"))?);
            }
            Event::Dealt(_)
            | Event::BonusTaken { .. }
            | Event::Passed { .. }
            | Event::TurnPassed { .. }
            | Event::RoundEnded(_) => {}
        }
        Ok(())
    }

    fn give(&mut self, card: Card) -> Result<(), EventMismatch> {
        if !self.has(card) {
            return Err(EventMismatch("the card is not in the hand"));
        }
        *self = self.without(card);
        Ok(())
    }
}

impl Public {
    /// What everybody learns from an event but a deal: that is not the same in the truth and in a view.
    pub(super) fn follow<D, C>(&mut self, event: &Event<D, C>) -> Result<(), EventMismatch> {
        match *event {
            Event::Dealt(_) => {}
            Event::Laid { seat, spot, from } => self.lay_down(seat, spot, from)?,
            Event::JokerLaid { seat, spot, from } => {
                self.lay_down(seat, spot, from)?;
                self.board.jokers = self.board.jokers.with(spot);
            }
            Event::Swapped { spot, .. } => {
                if !self.board.jokers.has(spot) {
                    return Err(EventMismatch("no joker lies there"));
                }
                self.board.jokers = self.board.jokers.without(spot);
                self.play(Played::and_swapped);
            }
            Event::JokerDiscarded { seat } => {
                self.shed(seat)?;
                self.board.jokers_out = self.board.jokers_out.saturating_add(1);
                self.play(Played::and_discarded);
            }
            Event::BonusTaken { seat } => self.board.bonuses[seat] = self.board.bonuses[seat].saturating_add(1),
            Event::Drew { seat, .. } => {
                self.board.pile_size = self.board.pile_size.checked_sub(1).ok_or(EventMismatch("the pile is empty"))?;
                self.hand_sizes[seat] += 1;
                self.board.passes = 0;
            }
            // A position may say that all have passed already.
            Event::Passed { .. } => self.board.passes = (self.board.passes + 1).min(self.sheet.seats().get() as u8),
            Event::TurnPassed { to } => {
                self.seat = to;
                self.phase = Phase::Playing(Played::default());
            }
            Event::RoundEnded(ref ending) => {
                self.hand_sizes = PerSeat::from_fn(ending.hands.seats(), |seat| ending.hands[seat].len() as u8);
                self.phase = Phase::Over(ending.clone());
            }
        }
        Ok(())
    }

    /// A new round: the elevens on the table (R2), hands and Liaison cards given (R3, R4).
    pub(super) fn start_round(&mut self, deal: &ShownDeal) -> Result<(), EventMismatch> {
        let seats = self.sheet.seats();
        self.begin_round();
        self.board.rows = deal.rows;
        self.board.taken = SpotSet::ELEVENS;
        self.board.jokers = SpotSet::EMPTY;
        self.board.links.clear();
        self.board.first = deal.first;
        self.seat = deal.first;
        self.hand_sizes = deal.hand_sizes;
        self.board.liaisons = PerSeat::from_fn(seats, |_| self.rules.liaisons_each(seats));
        self.board.bonuses = PerSeat::new(seats);
        self.board.pile_size = deal.pile_size;
        self.board.jokers_out = JOKERS - self.rules.jokers();
        self.board.passes = 0;
        self.phase = Phase::Playing(Played::default());
        Ok(())
    }

    /// A card or joker on a free spot, over a Liaison or not.
    fn lay_down(&mut self, seat: Seat, spot: Spot, from: Option<Colour>) -> Result<(), EventMismatch> {
        self.shed(seat)?;
        self.board.taken = self.board.taken.with(spot);
        if let Some(from) = from {
            let liaisons = &mut self.board.liaisons[seat];
            *liaisons = liaisons.checked_sub(1).ok_or(EventMismatch("no Liaison card is left"))?;
            self.board.links.push(Link { from: spot.across(from), to: spot });
        }
        self.play(Played::and_laid);
        Ok(())
    }

    /// One card less in a hand.
    fn shed(&mut self, seat: Seat) -> Result<(), EventMismatch> {
        let size = &mut self.hand_sizes[seat];
        *size = size.checked_sub(1).ok_or(EventMismatch("the hand is empty"))?;
        Ok(())
    }

    /// One card more used this turn; any play makes the passes forgotten (R18).
    fn play(&mut self, and: impl Fn(Played) -> Played) {
        let played = if let Phase::Playing(played) = self.phase { played } else { Played::default() };
        self.phase = Phase::Playing(and(played));
        self.board.passes = 0;
    }
}

/// Who may act now.
pub(super) fn turn(public: &Public) -> Turn {
    public.plain_turn()
}

/// A truth drawn at random among those that look like this.
pub(super) fn imagine(view: &View<Onze>, chance: &mut Chance) -> State {
    let public = view.public.clone();
    let seats = public.sheet.seats();
    let mut hands = view.hands_seen();
    let on_table = public.board.taken.minus(public.board.jokers);
    let seen = hands.values().iter().fold(on_table, |seen, hand| seen.or(hand.numbers));
    let jokers_held: usize = hands.values().iter().map(|hand| usize::from(hand.jokers)).sum();
    let jokers_seen = jokers_held + public.board.jokers.len() + usize::from(public.board.jokers_out);
    let missing = |hands: &PerSeat<Hand>, seat| usize::from(public.hand_sizes[seat]).saturating_sub(hands[seat].len());
    let places = usize::from(public.board.pile_size) + seats.seats().map(|seat| missing(&hands, seat)).sum::<usize>();

    // Every joker that is not seen is in one of the hidden places; the numbers fill the others.
    let jokers = usize::from(JOKERS).saturating_sub(jokers_seen).min(places);
    let mut numbers: Pile = SpotSet::ALL.minus(seen).iter().map(Card::Number).collect();
    chance.shuffle(&mut numbers);
    let out = numbers.split_off(numbers.len().min(places - jokers));
    let mut unseen: Pile = numbers.into_iter().chain((0..jokers).map(|_| Card::Joker)).collect();
    chance.shuffle(&mut unseen);
    for seat in seats.seats() {
        for _ in 0..missing(&hands, seat) {
            let Some(card) = unseen.pop() else { break };
            hands[seat] = hands[seat].with(card);
        }
    }
    let out = out.into_iter().filter_map(|card| match card {
        Card::Number(spot) => Some(spot),
        Card::Joker => None,
    });
    State { public, hands, hidden: Hidden { pile: unseen, out: out.collect() } }
}
