//! Nain Jaune: where the cards that a viewer does not see may be, for [`imagine`](super::view).
//!
//! What play gives away is honoured: who says "sans" holds none of that value, a value that
//! nobody could go on with was set aside, and no card of the board ever was.

use crate::{Chance, PerSeat, Seat};

use super::Public;
use super::rules::{CardSet, Rank, cards_aside};
use super::state::{CardList, Hand, MAX_SEATS};

/// What holds unseen cards: a seat's hand by its number, or what was set aside.
type Holder = usize;

/// The cards set aside.
const ASIDE: Holder = MAX_SEATS;

/// How many there are.
const HOLDERS: usize = MAX_SEATS + 1;

/// How often a draw is tried that honours what is known; positions that nobody can reach may allow none.
const TRIES: usize = 256;

/// The unseen cards, and where there is room for them.
pub(super) struct Unseen {
    room: [u32; HOLDERS],
    /// Cards that are not free to be anywhere, with the places they may be in.
    bound: [(CardSet, [bool; HOLDERS]); 4],
    free: CardSet,
}

impl Unseen {
    /// The cards of `unseen`, to be spread over what `hands` lack and what was set aside.
    pub(super) fn new(public: &Public, unseen: CardSet, hands: &PerSeat<Hand>) -> Self {
        let mut room = [0; HOLDERS];
        for (seat, size) in public.hand_sizes.iter() {
            room[seat.index()] = u32::from(*size).saturating_sub(hands[seat].cards.len() as u32);
        }
        let aside = (unseen.len() as u32).saturating_sub(room.iter().sum());
        room[ASIDE] = aside;

        let players = public.sheet.seats().seats().filter(|seat| public.is_in(*seat)).count();
        // A position that leaves cards out tells nothing about those that were set aside.
        let as_dealt = aside as usize == cards_aside(players);
        let known_aside = if as_dealt { known_aside(public) } else { CardSet::EMPTY };
        let board = if as_dealt { CardSet::BOARD } else { CardSet::EMPTY };
        let denied = match public.board.need {
            Some(need) if !public.rules.may_hold_back && !public.board.asked.is_empty() => CardSet::of_rank(need),
            _ => CardSet::EMPTY,
        };
        let is_asked = |place: Holder| Seat::new(place).is_some_and(|seat| public.board.asked.contains(&seat));
        let places = |may_be: &dyn Fn(Holder) -> bool| std::array::from_fn(may_be);
        let known_aside = known_aside.and(unseen);
        let (board, denied) = (board.and(unseen).minus(known_aside), denied.and(unseen).minus(known_aside));
        let bound = [
            (known_aside, places(&|place| place == ASIDE)),
            (board.and(denied), places(&|place| place != ASIDE && !is_asked(place))),
            (denied.minus(board), places(&|place| !is_asked(place))),
            (board.minus(denied), places(&|place| place != ASIDE)),
        ];
        let free = unseen.minus(known_aside).minus(board).minus(denied);
        Self { room, bound, free }
    }

    /// Fills the hands, and returns what is left: the cards set aside.
    pub(super) fn deal_out(&self, hands: &mut PerSeat<Hand>, chance: &mut Chance) -> CardSet {
        let drawn = (0..TRIES).find_map(|_| self.draw(chance)).unwrap_or_else(|| self.draw_freely(chance));
        for seat in hands.seats().seats() {
            hands[seat].cards = hands[seat].cards.or(drawn[seat.index()]);
        }
        drawn[ASIDE]
    }

    /// One try at a draw in which all that fit are equally likely: each bound card takes one of the
    /// slots it could have had at best, and if that slot is not there the whole try is void.
    fn draw(&self, chance: &mut Chance) -> Option<[CardSet; HOLDERS]> {
        let mut room = self.room;
        let mut drawn = [CardSet::EMPTY; HOLDERS];
        for (index, (cards, may_be)) in self.bound.iter().enumerate() {
            let slots: u32 = (0..HOLDERS).filter(|place| may_be[*place]).map(|place| self.room[place]).sum();
            // Earlier cards that can only be where these may be have taken their slots for sure.
            let inside = |other: &[bool; HOLDERS]| (0..HOLDERS).all(|place| may_be[place] || !other[place]);
            let taken =
                self.bound[..index].iter().filter(|(_, other)| inside(other)).map(|(cards, _)| cards.len() as u32);
            let mut at_best = slots.checked_sub(taken.sum())?;
            for card in cards.iter() {
                let mut slot = if at_best == 0 { return None } else { chance.below(at_best) };
                at_best -= 1;
                let place = (0..HOLDERS).filter(|place| may_be[*place]).find(|place| {
                    let here = slot < room[*place];
                    if !here {
                        slot -= room[*place];
                    }
                    here
                })?;
                room[place] -= 1;
                drawn[place] = drawn[place].with(card);
            }
        }
        fill(&mut drawn, room, self.free, chance);
        Some(drawn)
    }

    /// A draw that honours nothing but the sizes of the hands.
    fn draw_freely(&self, chance: &mut Chance) -> [CardSet; HOLDERS] {
        let all = self.bound.iter().fold(self.free, |all, (cards, _)| all.or(*cards));
        let mut drawn = [CardSet::EMPTY; HOLDERS];
        fill(&mut drawn, self.room, all, chance);
        drawn
    }
}

/// Spreads cards at random over the room there is.
fn fill(drawn: &mut [CardSet; HOLDERS], room: [u32; HOLDERS], cards: CardSet, chance: &mut Chance) {
    let mut cards: CardList = cards.iter().collect();
    chance.shuffle(&mut cards);
    let slots = (0..HOLDERS).flat_map(|place| std::iter::repeat_n(place, room[place] as usize));
    for (place, card) in slots.zip(cards) {
        drawn[place] = drawn[place].with(card);
    }
}

/// R13: where a run broke off nobody held the next value, so what is left of it was set aside.
#[must_use]
pub fn known_aside(public: &Public) -> CardSet {
    if public.rules.may_hold_back {
        return CardSet::EMPTY;
    }
    let mut known = CardSet::EMPTY;
    let mut wanted = Some(Rank::ACE);
    for card in &public.board.laid {
        if let Some(rank) = wanted.filter(|rank| *rank != card.rank()) {
            known = known.or(CardSet::of_rank(rank));
        }
        wanted = card.rank().next();
    }
    match (wanted, public.board.need) {
        (Some(rank), None) => known.or(CardSet::of_rank(rank)),
        _ => known,
    }
}
