//! Nain Jaune: what happens, and how it changes the truth.

use smallvec::smallvec;

use crate::{Chance, Ending, EventMismatch, Events, PerSeat, Seat, Viewer};

use super::rules::{Card, CardSet, cards_aside, cards_each};
use super::state::{CardList, Hand, Hidden, SeatList};
use super::{NainJaune, Phase, State};

/// What happened. `D` is what is known of a deal: everything, or what is [shown](super::Shown).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<D = Deal> {
    /// A round was dealt, and everyone in it has staked (R4–R7).
    Dealt(Box<D>),
    /// A card was laid.
    Laid {
        /// Who laid it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The tokens on a card's square were taken (R15).
    TookStake {
        /// Who took them.
        seat: Seat,
        /// The card that was laid.
        square: Card,
        /// How many there were.
        tokens: i32,
    },
    /// A seat said that it does not go on (R11).
    SaidSans {
        /// Who said it.
        seat: Seat,
    },
    /// The next one is asked for the same value.
    TurnPassed {
        /// Whose turn it is now.
        to: Seat,
    },
    /// Nobody went on: a new run is opened with any card (R13).
    Restarted {
        /// Who opens it.
        seat: Seat,
    },
    /// A seat is out of the match (R18, R19).
    WentOut {
        /// Which.
        seat: Seat,
    },
    /// The round ended, the hands were counted and paid for.
    RoundEnded(Box<Ending<NainJaune>>),
}

/// A deal: all that chance decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Who deals.
    pub dealer: Seat,
    /// What each seat was dealt; nothing for those who are out.
    pub hands: PerSeat<Hand>,
    /// The cards set aside.
    pub aside: CardSet,
}

/// What the dealer does, so that it can be repeated: for the first round the dealer is drawn;
/// then, from the other 47 cards in order (aces first, each value in the order ♠ ♥ ♦ ♣), one after another is
/// drawn to be set aside, the last taking its place; the five of the board join the rest at the end, all are
/// shuffled, and the dealer and those after them in the order of play take theirs from the front.
pub(super) fn deal(state: &State, chance: &mut Chance) -> Events<NainJaune> {
    let public = &state.public;
    let seats = public.sheet.seats();
    let before = match &public.phase {
        // R7: the first dealer is drawn, later the deal passes on in the order of play.
        Phase::Undealt => seats.seat(chance.below(seats.get() as u32) as usize).unwrap_or_default(),
        Phase::Over(ending) if !ending.outcome.match_over && public.can_go_on() => seats.right_of(public.board.dealer),
        _ => return smallvec![],
    };
    let players: SeatList = public.in_order_from(before).filter(|seat| public.can_stake(*seat)).collect();
    let Some(dealer) = players.first().copied() else { return smallvec![] };

    // R19 was seen to when the round ended; only a position can bring somebody here who cannot stake.
    let broke = public.in_order_from(dealer).filter(|seat| public.is_in(*seat) && !public.can_stake(*seat));
    let mut events: Events<NainJaune> = broke.map(|seat| Event::WentOut { seat }).collect();

    // R4: never a card of the board is set aside.
    let mut order: CardList = CardSet::ALL.minus(CardSet::BOARD).iter().collect();
    let aside = (0..cards_aside(players.len())).map(|_| order.swap_remove(chance.below(order.len() as u32) as usize));
    let aside = aside.collect();
    order.extend(Card::BOARD);
    chance.shuffle(&mut order);
    let mut hands: PerSeat<Hand> = PerSeat::new(seats);
    for (seat, cards) in players.iter().zip(order.chunks(cards_each(players.len()))) {
        hands[*seat].cards = cards.iter().copied().collect();
    }
    events.push(Event::Dealt(Box::new(Deal { dealer, hands, aside })));
    events
}

/// A new round: what chance decided is given out.
pub(super) fn start_round(state: &mut State, deal: &Deal) -> Result<(), EventMismatch> {
    state.hands = deal.hands;
    state.hidden.out = deal.aside;
    state.public.start_round(&deal.shown(state.public.sheet.seats(), Viewer::Spectator))
}

impl Hidden {
    /// What an event does to what nobody sees: what was set aside stays there.
    pub(super) fn follow(&self, _event: &Event) -> Result<(), EventMismatch> {
        Ok(())
    }
}
