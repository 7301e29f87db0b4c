//! Hands that fit what is known: the unseen cards dealt at random to where they may be.
//!
//! Cards that may not be everywhere are dealt one by one to where there is room; one that finds none pushes others
//! on until there is (an augmenting path: if any deal fits, one is found). The other cards fill up the rest. Swaps
//! at random then blur the order of dealing, as all deals that fit are to be about equally likely.

use engine::games::NainJaune;
use engine::games::nain_jaune::{
    Card, CardSet, Hand, Hidden, MAX_SEATS, Phase, Public, State, cards_aside, known_aside,
};
use engine::{Chance, Game, PerSeat, Seat, View, Viewer};

use super::notes::Notes;
use super::opening;

/// Once in so many worlds what a seat will hardly hold is not held against it.
const DOUBT: u32 = 8;
/// How finely a likelihood is told.
const GRAINS: u32 = 1 << 16;
/// So many openings are looked at, the latest first: every one takes time.
const OPENINGS: usize = 6;
/// Deals tried until one is believed.
const TRIES: usize = 6;
/// Swaps tried for each card that may not be everywhere.
const SWAPS: usize = 6;

/// What all hold.
type Hands = PerSeat<Hand>;

/// What holds unseen cards: a seat's hand by its number, or what was set aside.
type Holder = usize;
/// The cards set aside.
const ASIDE: Holder = MAX_SEATS;
/// How many there are.
const HOLDERS: usize = MAX_SEATS + 1;

/// A truth that fits the view and the notes.
pub(super) fn suppose(view: &View<NainJaune>, notes: &Notes, chance: &mut Chance) -> State {
    let (Viewer::Seat(seat), Some(hand), Phase::Playing(())) = (view.viewer, view.hand, &view.public.phase) else {
        return NainJaune::imagine(view, chance);
    };
    let unseen = Unseen::new(&view.public, hand, seat, notes);
    let mut supposed = None;
    for _ in 0..TRIES {
        let forbidden = unseen.forbidden(notes, chance);
        let dealt = unseen.deal(&forbidden, chance).or_else(|| unseen.deal(&unseen.impossible, chance));
        // If none fits, the position is made up: anything goes.
        let Some(dealt) = dealt else { break };
        let (hands, out) = dealt.hands(&view.public, seat, hand);
        supposed = Some((hands, out));
        if is_believed(&hands, seat, notes, chance) {
            break;
        }
    }
    let Some((hands, out)) = supposed else { return NainJaune::imagine(view, chance) };
    State { public: view.public.clone(), hands, hidden: Hidden { out } }
}

/// Whether the others would have opened their runs as they did, with these hands: the worse, the more often not.
fn is_believed(hands: &Hands, seat: Seat, notes: &Notes, chance: &mut Chance) -> bool {
    notes.openings(seat).take(OPENINGS).all(|(opening, laid_since)| {
        let before = &opening.before;
        let hand = Hand { cards: hands[before.seat].cards.or(laid_since) };
        let regret = opening::regret(before, &hand, &opening.lacks, opening.value);
        // Much like an exponential, but the same on every machine.
        let likelihood = 1.0 / (1.0 + regret + regret * regret);
        (chance.below(GRAINS) as f32) < likelihood * GRAINS as f32
    })
}

/// The cards a seat does not see, and what it knows about them.
struct Unseen {
    cards: CardSet,
    /// How many there are in each place.
    room: [u8; HOLDERS],
    /// What cannot be in each place.
    impossible: [CardSet; HOLDERS],
}

impl Unseen {
    fn new(public: &Public, hand: Hand, seat: Seat, notes: &Notes) -> Self {
        let laid: CardSet = public.board.laid.iter().copied().collect();
        let cards = CardSet::ALL.minus(laid).minus(hand.cards);
        let mut room = [0; HOLDERS];
        for (other, size) in public.hand_sizes.iter().filter(|(other, _)| *other != seat) {
            room[other.index()] = *size;
        }
        room[ASIDE] = (cards.len() as u8).saturating_sub(room.iter().sum());
        let players = public.sheet.seats().seats().filter(|seat| public.is_in(*seat)).count();
        // A position that leaves cards out tells nothing about them.
        let as_dealt = usize::from(room[ASIDE]) == cards_aside(players);
        let mut impossible = [CardSet::EMPTY; HOLDERS];
        let nobody_has = if as_dealt { known_aside(public) } else { CardSet::EMPTY };
        for other in public.sheet.seats().seats() {
            impossible[other.index()] = notes.lacks()[other.index()].or(nobody_has);
        }
        if let Some(need) = public.board.need.filter(|_| !public.rules.may_hold_back) {
            for other in &public.board.asked {
                impossible[other.index()] = impossible[other.index()].or(CardSet::of_rank(need));
            }
        }
        // No card of the board is ever set aside.
        impossible[ASIDE] = if as_dealt { CardSet::BOARD } else { CardSet::EMPTY };
        Self { cards, room, impossible }
    }

    /// What is not to be in each place: the impossible, and the unlikely unless it is doubted.
    fn forbidden(&self, notes: &Notes, chance: &mut Chance) -> [CardSet; HOLDERS] {
        let mut forbidden = self.impossible;
        for seat in (0..MAX_SEATS).filter_map(Seat::new) {
            let hardly = notes.hardly(seat).and(self.cards);
            if !hardly.is_empty() && chance.below(DOUBT) > 0 {
                forbidden[seat.index()] = forbidden[seat.index()].or(hardly);
            }
        }
        forbidden
    }

    /// A deal at random that keeps to what is forbidden, if there is one.
    fn deal(&self, forbidden: &[CardSet; HOLDERS], chance: &mut Chance) -> Option<Dealt> {
        let is_open = |place: &Holder| self.room[*place] > 0;
        let forbidden_somewhere = (0..HOLDERS).filter(is_open).map(|place| forbidden[place]);
        let bound = forbidden_somewhere.fold(CardSet::EMPTY, CardSet::or).and(self.cards);
        let mut order = [Card::default(); Card::COUNT];
        for (place, card) in order.iter_mut().zip(bound.iter().chain(self.cards.minus(bound).iter())) {
            *place = card;
        }
        let (bound, count) = (bound.len(), self.cards.len());
        chance.shuffle(&mut order[..bound]);
        chance.shuffle(&mut order[bound..count]);
        let mut dealt = Dealt { order, places: [ASIDE; Card::COUNT], count: 0, room: self.room };
        for _ in 0..bound {
            if !dealt.place_next(forbidden, chance) {
                return None;
            }
        }
        dealt.fill_up(count);
        dealt.blur(bound, forbidden, chance);
        Some(dealt)
    }
}

/// A deal under way.
struct Dealt {
    /// The cards: first those that may not be everywhere.
    order: [Card; Card::COUNT],
    /// Where the first `count` cards went.
    places: [Holder; Card::COUNT],
    count: usize,
    room: [u8; HOLDERS],
}

impl Dealt {
    /// The hands of all, and what was set aside.
    fn hands(&self, public: &Public, seat: Seat, hand: Hand) -> (Hands, CardSet) {
        let mut hands: Hands = PerSeat::new(public.sheet.seats());
        hands[seat] = hand;
        let mut out = CardSet::EMPTY;
        for (card, place) in self.order.into_iter().zip(self.places).take(self.count) {
            match Seat::new(place) {
                Some(other) => hands[other].cards = hands[other].cards.with(card),
                None => out = out.with(card),
            }
        }
        (hands, out)
    }

    /// Deals one more card; says whether it could.
    fn place_next(&mut self, forbidden: &[CardSet; HOLDERS], chance: &mut Chance) -> bool {
        let card = self.order[self.count];
        let open = |place: &Holder| !forbidden[*place].has(card);
        let slots: u32 = (0..HOLDERS).filter(open).map(|place| u32::from(self.room[place])).sum();
        if slots == 0 {
            return self.push_others_on(forbidden);
        }
        let mut slot = chance.below(slots);
        for place in (0..HOLDERS).filter(open) {
            let room = u32::from(self.room[place]);
            if slot < room {
                self.put(place);
                break;
            }
            slot -= room;
        }
        true
    }

    fn put(&mut self, place: Holder) {
        self.places[self.count] = place;
        self.count += 1;
        self.room[place] -= 1;
    }

    /// Deals cards that may be anywhere, up to `count` in all.
    fn fill_up(&mut self, count: usize) {
        for place in 0..HOLDERS {
            while self.room[place] > 0 && self.count < count {
                self.put(place);
            }
        }
    }

    /// Finds room for the next card by moving others, each to where it may be; says whether it could.
    fn push_others_on(&mut self, forbidden: &[CardSet; HOLDERS]) -> bool {
        let mut reached: [Option<usize>; HOLDERS] = [None; HOLDERS];
        // Places in the order they were reached, each by the card that would move there.
        let mut queue = [0; HOLDERS];
        let (mut head, mut tail) = (0, 0);
        for place in (0..HOLDERS).filter(|place| !forbidden[*place].has(self.order[self.count])) {
            reached[place] = Some(self.count);
            queue[tail] = place;
            tail += 1;
        }
        while head < tail {
            let from = queue[head];
            head += 1;
            for to in 0..HOLDERS {
                let movable = |index: &usize| self.places[*index] == from && !forbidden[to].has(self.order[*index]);
                let Some(index) = (0..self.count).find(movable).filter(|_| reached[to].is_none()) else { continue };
                reached[to] = Some(index);
                queue[tail] = to;
                tail += 1;
                if self.room[to] > 0 {
                    self.move_along(&reached, to);
                    return true;
                }
            }
        }
        false
    }

    /// Moves the cards by which `last` was reached, back to the one that had no place yet.
    fn move_along(&mut self, reached: &[Option<usize>; HOLDERS], last: Holder) {
        self.room[last] -= 1;
        let mut to = last;
        while let Some(index) = reached[to] {
            let from = std::mem::replace(&mut self.places[index], to);
            if index == self.count {
                break;
            }
            to = from;
        }
        self.count += 1;
    }

    /// Swaps cards at random wherever both may be, one of them among the first `bound`.
    fn blur(&mut self, bound: usize, forbidden: &[CardSet; HOLDERS], chance: &mut Chance) {
        for _ in 0..SWAPS {
            for one in 0..bound {
                let other = chance.below(self.count as u32) as usize;
                let fits = |card: usize, place: Holder| !forbidden[place].has(self.order[card]);
                if fits(one, self.places[other]) && fits(other, self.places[one]) {
                    self.places.swap(one, other);
                }
            }
        }
    }
}
