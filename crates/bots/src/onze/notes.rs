//! Onze: what draws and passes tell, and worlds that fit it.
//!
//! With the pile empty, whoever can lay a number card on a connected spot must lay something (R17): a pass is
//! proof that the seat has none of them. Before that, whoever draws could not close half a row, and could hardly lay
//! anything at all, unless the seat was seen to hold cards back.

use engine::games::Onze;
use engine::games::onze::{Card, MAX_SEATS, Phase, Shown, SpotSet, State};
use engine::{Chance, Game, Seat, View, Viewer};

/// What a seat remembers: which cards the others cannot hold, or hardly.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Notes {
    seats: [Lacks; MAX_SEATS],
}

/// What one seat lacks.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Lacks {
    /// Number cards it would have had to lay when it passed.
    surely: SpotSet,
    /// Number cards it could have laid when it last drew.
    hardly: SpotSet,
    /// Those of them that would have closed half a row: nobody draws instead.
    never: SpotSet,
    /// Whether the card drawn then is still in the hand; it may be any.
    has_drawn: bool,
    /// Whether it was seen to draw instead of laying.
    holds_back: bool,
}

impl Lacks {
    /// What it would have laid instead of drawing.
    fn likely(&self) -> SpotSet {
        if self.holds_back { self.never } else { self.hardly }
    }
}

/// Once in so many worlds what is only likely is set aside: it may be the first time that a seat held back.
const DOUBT: u32 = 8;

impl Notes {
    /// Takes down what `shown` reveals.
    pub(super) fn take(&mut self, before: &View<Onze>, shown: &Shown) {
        let taken = before.public.board.taken;
        match *shown {
            Shown::Dealt(_) => *self = Self::default(),
            Shown::Drew { seat, .. } => {
                let lacks = &mut self.seats[seat.index()];
                lacks.hardly = taken.connected();
                lacks.never = lacks.hardly.iter().filter(|spot| taken.with(*spot).full_halves(*spot) > 0).collect();
                lacks.has_drawn = true;
            }
            Shown::Passed { seat } => {
                let lacks = &mut self.seats[seat.index()];
                lacks.surely = lacks.surely.or(taken.connected());
            }
            Shown::Laid { seat, spot, .. } => {
                let lacks = &mut self.seats[seat.index()];
                if lacks.hardly.has(spot) {
                    lacks.holds_back |= !lacks.has_drawn;
                    lacks.has_drawn = false;
                }
            }
            Shown::Swapped { .. }
            | Shown::JokerLaid { .. }
            | Shown::JokerDiscarded { .. }
            | Shown::BonusTaken { .. }
            | Shown::TurnPassed { .. }
            | Shown::RoundEnded(_) => {}
        }
    }

    /// A world that fits the view and what is sure, and mostly what is likely.
    pub(super) fn suppose(&self, view: &View<Onze>, chance: &mut Chance) -> State {
        let mut world = Onze::imagine(view, chance);
        if matches!(world.public.phase, Phase::Playing(_)) {
            if chance.below(DOUBT) > 0 {
                self.move_the_unlikely(&mut world, view.viewer, chance);
            }
            self.move_the_impossible(&mut world, view.viewer, chance);
        }
        world
    }

    /// Swaps cards a seat would have laid for cards of the pile.
    fn move_the_unlikely(&self, world: &mut State, viewer: Viewer, chance: &mut Chance) {
        if world.hidden.pile.is_empty() {
            return;
        }
        for seat in world.hands.seats().seats().filter(|seat| viewer != Viewer::Seat(*seat)) {
            let lacks = self.seats[seat.index()];
            let hand = world.hands[seat];
            let mut unlikely = hand.numbers.and(lacks.likely());
            if unlikely.is_empty() {
                continue;
            }
            if lacks.has_drawn {
                // Any card of the hand may be the one that was drawn.
                let drawn = hand.cards().nth(chance.below(hand.len() as u32) as usize);
                if let Some(Card::Number(spot)) = drawn {
                    unlikely = unlikely.without(spot);
                }
            }
            for spot in unlikely.iter() {
                let start = chance.below(world.hidden.pile.len() as u32) as usize;
                let mut places = (start..world.hidden.pile.len()).chain(0..start);
                let fits = |card: Card| matches!(card, Card::Number(other) if !lacks.likely().has(other));
                let Some(place) = places.find(|place| fits(world.hidden.pile[*place])) else { break };
                let other = std::mem::replace(&mut world.hidden.pile[place], Card::Number(spot));
                world.hands[seat] = world.hands[seat].without(Card::Number(spot)).with(other);
            }
        }
    }

    /// Gives cards a seat cannot hold to others that can.
    fn move_the_impossible(&self, world: &mut State, viewer: Viewer, chance: &mut Chance) {
        let movable: Vec<Seat> = world
            .hands
            .seats()
            .clockwise_from(world.public.seat)
            .filter(|seat| viewer != Viewer::Seat(*seat))
            .collect();
        for seat in &movable {
            for spot in world.hands[*seat].numbers.and(self.seats[seat.index()].surely).iter() {
                self.pass_on(world, &movable, *seat, Card::Number(spot), chance);
            }
        }
    }

    /// Passes a card on to a seat that may hold it, which passes one on in turn, until one comes back to `from`.
    fn pass_on(&self, world: &mut State, movable: &[Seat], from: Seat, card: Card, chance: &mut Chance) {
        // Who was reached, from whom, with which card: the shortest way round is found first.
        let mut reached: Vec<(Seat, usize, Card)> = vec![(from, 0, card)];
        let mut at = 0;
        while at < reached.len() {
            let (giver, _, _) = reached[at];
            let offered: Vec<Card> = if at == 0 {
                vec![card]
            } else {
                let mut cards: Vec<Card> = world.hands[giver].cards().collect();
                chance.shuffle(&mut cards);
                cards
            };
            if at > 0
                && let Some(back) = offered.iter().find(|card| self.may_hold(from, **card))
            {
                world.hands[giver] = world.hands[giver].without(*back);
                world.hands[from] = world.hands[from].with(*back);
                // And all the way back along the chain.
                while at > 0 {
                    let (taker, by, card) = reached[at];
                    let giver = reached[by].0;
                    world.hands[giver] = world.hands[giver].without(card);
                    world.hands[taker] = world.hands[taker].with(card);
                    at = by;
                }
                return;
            }
            for taker in movable.iter().filter(|taker| **taker != from) {
                let is_new = reached.iter().all(|(other, _, _)| other != taker);
                if let Some(card) = offered.iter().find(|card| is_new && self.may_hold(*taker, **card)) {
                    reached.push((*taker, at, *card));
                }
            }
            at += 1;
        }
    }

    fn may_hold(&self, seat: Seat, card: Card) -> bool {
        match card {
            Card::Number(spot) => !self.seats[seat.index()].surely.has(spot),
            Card::Joker => true,
        }
    }
}
