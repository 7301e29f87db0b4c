//! What the others' turns reveal: what a seat leaves in the row it could hardly match.

use engine::games::dos::{Card, CardBag, MAX_SEATS, Phase, Public, Shown, State};
use engine::{Chance, Viewer};

use super::cards::{EVERY_NUMBER, Traits, sums};

/// What a seat remembers of the others.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Notes {
    seats: [Lacks; MAX_SEATS],
}

/// What one seat could not match when its last turn ended.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Lacks {
    /// A bit for each number.
    numbers: u16,
    /// Cards it has drawn since: they may be any.
    fresh: u8,
}

/// Once in so many worlds a seat's lacks are set aside: it may have held back.
const DOUBT: u32 = 8;
/// Once in so many worlds a Joker # is thought to be held back.
const JOKER_DOUBT: u32 = 2;

impl Notes {
    /// Takes down what `shown` reveals.
    pub(super) fn note(&mut self, before: &Public, shown: &Shown) {
        match shown {
            Shown::Dealt(_) => *self = Self::default(),
            Shown::Drew { seat, .. } => {
                let lacks = &mut self.seats[seat.index()];
                lacks.fresh = lacks.fresh.saturating_add(1);
            }
            Shown::Swept | Shown::Put { .. } => {
                let lacks = &mut self.seats[before.seat.index()];
                let known = if lacks.fresh == 0 { lacks.numbers } else { 0 };
                *lacks = Lacks { numbers: known | unmatched(before), fresh: 0 };
            }
            _ => {}
        }
    }

    /// Swaps cards that a seat can hardly hold for cards of the pile.
    pub(super) fn correct(&self, state: &mut State, viewer: Viewer, chance: &mut Chance) {
        if matches!(state.public.phase, Phase::Over(_)) || state.hidden.pile.is_empty() {
            return;
        }
        for seat in state.hands.seats().seats().filter(|seat| !viewer.sees(*seat)) {
            let lacks = self.seats[seat.index()];
            if lacks.numbers != 0 && chance.below(DOUBT) > 0 {
                lacks.correct(&mut state.hands[seat].cards, &mut state.hidden.pile, chance);
            }
        }
    }
}

impl Lacks {
    fn correct(self, hand: &mut CardBag, pile: &mut [Card], chance: &mut Chance) {
        let jokers_lack = chance.below(JOKER_DOUBT) > 0;
        let size = hand.len();
        let fresh_from = chance.below(size.max(1) as u32) as usize;
        let mut singles = 0;
        let mut next = chance.below(pile.len().max(1) as u32) as usize;
        let fits = |card: Card, singles: u16| {
            let numbers = Traits::of(card).numbers;
            match numbers {
                EVERY_NUMBER => !jokers_lack,
                _ => numbers & self.numbers == 0 && sums(numbers, singles) & self.numbers == 0,
            }
        };
        for (index, card) in (*hand).iter().enumerate() {
            // Which of the cards are fresh is anybody's guess.
            if (index + size - fresh_from) % size < usize::from(self.fresh) {
                continue;
            }
            let mut kept = card;
            if !fits(card, singles) {
                let places = (0..pile.len()).map(|step| (next + step) % pile.len());
                let Some(place) = places.into_iter().find(|place| fits(pile[*place], singles)) else { return };
                kept = std::mem::replace(&mut pile[place], card);
                *hand = hand.without(card).with(kept);
                next = place + 1;
            }
            let numbers = Traits::of(kept).numbers;
            if numbers != EVERY_NUMBER {
                singles |= numbers;
            }
        }
    }
}

/// The numbers that lie in the row and are not matched.
fn unmatched(public: &Public) -> u16 {
    let left = (0..).zip(public.board.centre.iter()).filter(|(index, _)| !public.is_matched(*index));
    let numbers = left.map(|(_, card)| Traits::of(*card).numbers);
    // A Joker # takes anything: who leaves it does so on purpose.
    numbers.filter(|numbers| *numbers != EVERY_NUMBER).fold(0, |all, numbers| all | numbers)
}
