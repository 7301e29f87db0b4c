//! Onze: the truth, what everybody knows of it, and the invariants.

use smallvec::SmallVec;
use tinyvec::ArrayVec;

use crate::{PerSeat, Seat, SeatCount};

use super::rules::{BONUSES, Card, JOKERS, LIAISONS, Link, Rows, Rules, SpotSet, Variant};
use super::{Public, State};

/// The most that may play.
pub const MAX_SEATS: usize = 6;

/// A pile of cards, the next to be drawn at the end.
pub(super) type Pile = ArrayVec<[Card; Card::COUNT]>;

/// What lies open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The order of the rows this round.
    pub rows: Rows,
    /// The spots that hold a card or a joker.
    pub taken: SpotSet,
    /// Those of them that hold a joker.
    pub jokers: SpotSet,
    /// The Liaison cards on the table, in the order they were laid.
    pub links: SmallVec<[Link; LIAISONS]>,
    /// Who began this round.
    pub first: Seat,
    /// How many Liaison cards lie before each seat.
    pub liaisons: PerSeat<u8>,
    /// How many Bonus cards lie before each seat.
    pub bonuses: PerSeat<u8>,
    /// How many cards are in the pile.
    pub pile_size: u8,
    /// How many jokers are out of the game: everybody sees them go (R14).
    pub jokers_out: u8,
    /// How many seats passed in a row (R18).
    pub passes: u8,
}

/// What nobody sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// The pile, the next card to be drawn at the end.
    pub pile: Pile,
    /// Number cards that are not in the game: none in play, but a position may leave some out.
    pub out: SpotSet,
}

/// What was played in the turn under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Cards of the four that were used (R6).
    pub used: u8,
    /// Cards and jokers laid on free spots.
    pub laid: u8,
    /// Swaps.
    pub swaps: u8,
}

impl Played {
    /// The most cards of a turn (R6).
    pub const MAX: u8 = 4;

    /// Whether the turn has only begun.
    #[must_use]
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }

    /// One more card laid on a free spot.
    pub(super) fn and_laid(self) -> Self {
        Self { used: one_more(self.used), laid: one_more(self.laid), ..self }
    }

    /// One more swap.
    pub(super) fn and_swapped(self) -> Self {
        Self { used: one_more(self.used), swaps: one_more(self.swaps), ..self }
    }

    /// One more joker discarded.
    pub(super) fn and_discarded(self) -> Self {
        Self { used: one_more(self.used), ..self }
    }
}

/// One more of a turn's cards; in a strange position there may be four already.
fn one_more(count: u8) -> u8 {
    count.saturating_add(1).min(Played::MAX)
}

/// What one seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// The number cards held.
    pub numbers: SpotSet,
    /// How many jokers are held.
    pub jokers: u8,
}

impl Hand {
    /// How many cards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.len() + usize::from(self.jokers)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number cards by colour and value, then the jokers.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.numbers.iter().map(Card::Number).chain((0..self.jokers).map(|_| Card::Joker))
    }

    /// Whether `card` is in it.
    #[must_use]
    pub fn has(&self, card: Card) -> bool {
        match card {
            Card::Joker => self.jokers > 0,
            Card::Number(spot) => self.numbers.has(spot),
        }
    }

    /// This hand and `card`.
    #[must_use]
    pub fn with(self, card: Card) -> Self {
        match card {
            Card::Joker => Self { jokers: self.jokers.saturating_add(1), ..self },
            Card::Number(spot) => Self { numbers: self.numbers.with(spot), ..self },
        }
    }

    /// This hand less `card`.
    #[must_use]
    pub fn without(self, card: Card) -> Self {
        match card {
            Card::Joker => Self { jokers: self.jokers.saturating_sub(1), ..self },
            Card::Number(spot) => Self { numbers: self.numbers.without(spot), ..self },
        }
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::default(), Self::with)
    }
}

/// A table before the first deal.
pub(super) fn table(rules: &Rules, seats: SeatCount) -> State {
    let board = Board {
        rows: Rows::default(),
        taken: SpotSet::EMPTY,
        jokers: SpotSet::EMPTY,
        links: SmallVec::new(),
        first: Seat::default(),
        liaisons: PerSeat::new(seats),
        bonuses: PerSeat::new(seats),
        pile_size: 0,
        jokers_out: JOKERS,
        passes: 0,
    };
    State::new(*rules, seats, board, Hidden { pile: Pile::new(), out: SpotSet::ALL })
}

/// All invariants, conservation of cards first.
pub(super) fn check(state: &State) -> Result<(), String> {
    let public = &state.public;
    let held = state.hands.values().iter().flat_map(Hand::cards).chain(state.hidden.pile);
    let laid = public.board.taken.minus(public.board.jokers).iter().chain(state.hidden.out.iter()).map(Card::Number);
    let jokers = std::iter::repeat_n(Card::Joker, public.board.jokers.len() + usize::from(public.board.jokers_out));
    let mut everywhere: Vec<Card> = held.chain(laid).chain(jokers).collect();
    everywhere.sort();
    let material = std::iter::repeat_n(Card::Joker, usize::from(JOKERS));
    if !everywhere.iter().copied().eq(material.chain(SpotSet::ALL.iter().map(Card::Number))) {
        return Err(format!("cards are not conserved: {everywhere:?}"));
    }
    if public.board.jokers_out < JOKERS - public.rules.jokers() {
        return Err("a joker is in the beginners' game".into());
    }
    let liaisons: usize = public.board.liaisons.values().iter().map(|count| usize::from(*count)).sum();
    if liaisons + public.board.links.len() > LIAISONS {
        return Err("there are too many Liaison cards".into());
    }
    if public.bonuses_given() > usize::from(BONUSES) {
        return Err("there are too many Bonus cards".into());
    }
    if !state.hands.iter().all(|(seat, hand)| hand.len() == usize::from(public.hand_sizes[seat])) {
        return Err("a hand's size is wrong".into());
    }
    if state.hidden.pile.len() != usize::from(public.board.pile_size) {
        return Err("the pile's size is wrong".into());
    }
    if !public.board.jokers.minus(public.board.taken).is_empty() {
        return Err("a joker lies on a spot that is not taken".into());
    }
    Ok(())
}

/// The free spots a seat could lay a card on, given the card.
pub(super) struct Reach {
    /// Next to a card or joker in the same row (R8).
    pub(super) connected: SpotSet,
    /// Not connected, but over a Liaison, if one is left, from a neighbour row (R9).
    pub(super) linked: SpotSet,
}

impl Reach {
    /// Either way.
    pub(super) fn all(&self) -> SpotSet {
        self.connected.or(self.linked)
    }
}

impl Public {
    /// R23: whether the match ends with this round.
    pub(super) fn is_last_round(&self) -> bool {
        self.sheet.is_last_of(self.rules.rounds)
    }

    /// The Liaison cards a seat can use: none in the beginners' game (R24).
    #[must_use]
    pub fn liaisons_of(&self, seat: Seat) -> u8 {
        match self.rules.variant {
            Variant::Booklet => self.board.liaisons[seat],
            Variant::Beginners => 0,
        }
    }

    /// The free spots the seat to move could lay a card on, given the card.
    pub(super) fn reach(&self) -> Reach {
        let connected = self.board.taken.connected();
        let linked = match self.liaisons_of(self.seat) {
            0 => SpotSet::EMPTY,
            _ => self.board.taken.across(&self.board.rows).minus(self.board.taken).minus(connected),
        };
        Reach { connected, linked }
    }

    /// How many Bonus cards have been taken.
    pub(super) fn bonuses_given(&self) -> usize {
        self.board.bonuses.values().iter().map(|count| usize::from(*count)).sum()
    }
}
