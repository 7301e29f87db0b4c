//! What a table is worth to a seat whose turn is about to end.
//!
//! Only who goes out scores, and gets what the others hold. So it is weighed how likely each seat is to be out
//! first, by how many cards it has and how well they go with what may come, and then what would be counted.

use engine::Seat;
use engine::games::dos::{Card, CardBag, Hand, Public};

use super::cards::{Shape, Traits};

/// The row has at least so many cards when a turn begins.
const ROW_LEAST: u8 = 2;
/// Hands larger than this are as far from going out.
const CARDS_MOST: usize = 12;
/// More double colour matches than this in one turn are weighed alike.
const DOUBLES_MOST: usize = 3;

/// What makes a seat likely to be out first. Each number is a logarithm of a share, fitted to rounds
/// that skilled bots played against each other.
struct Weights {
    /// By the cards in the hand of the seat that weighs.
    own: [f32; CARDS_MOST + 1],
    /// By the cards in another hand.
    other: [f32; CARDS_MOST + 1],
    /// By how soon it is another's turn: the next, the one after.
    order: [f32; 3],
    /// For each card of the row, for whoever is next: a Joker #, then 1 to 10, a Joker DOS being a 2.
    ease: [f32; 11],
    /// For a card of the pile that fills the row.
    ease_hidden: f32,
    /// If one card would match whatever may come into the row.
    singles: f32,
    /// If two cards would.
    doubles: f32,
    /// For each number in the row that one card would match, and for each that two would.
    meets: [f32; 2],
}

const TWO: Weights = Weights {
    own: [9.0, 1.30, 0.64, 0.05, -0.32, -0.75, -1.02, -1.40, -1.70, -2.00, -2.30, -2.60, -2.90],
    other: [9.0, 1.09, 0.47, 0.00, -0.27, -0.61, -0.83, -1.10, -1.35, -1.60, -1.85, -2.10, -2.35],
    order: [0.04, 0.0, 0.0],
    ease: [0.97, 0.04, 0.06, 0.11, 0.18, 0.25, 0.25, 0.25, 0.28, 0.33, 0.35],
    ease_hidden: 0.25,
    singles: -0.78,
    doubles: 2.67,
    meets: [0.16, 0.07],
};

const MORE: Weights = Weights {
    own: [9.0, 1.54, 0.79, 0.18, -0.32, -0.93, -1.38, -1.70, -2.00, -2.30, -2.60, -2.90, -3.20],
    other: [9.0, 1.69, 1.16, 0.68, 0.40, -0.04, -0.40, -0.60, -0.80, -1.00, -1.20, -1.40, -1.60],
    order: [0.11, 0.88, 0.46],
    ease: [1.24, 0.15, 0.22, 0.23, 0.34, 0.39, 0.43, 0.48, 0.50, 0.57, 0.61],
    ease_hidden: 0.43,
    singles: 0.33,
    doubles: 2.14,
    meets: [-0.05, -0.10],
};

/// The table as it is before the turn ends, for one seat.
pub(super) struct Outlook {
    weights: &'static Weights,
    others: f32,
    /// What the others hold, about.
    points: f32,
    /// What a hidden card costs, about.
    hidden: f32,
    /// By how many cards the others have to draw: the next one's share, and that of the rest.
    shares: [(f32, f32); DOUBLES_MOST + 1],
}

/// How a turn would leave the table.
#[derive(Clone, Copy)]
pub(super) struct Leaving {
    /// The own hand.
    pub(super) hand: Shape,
    /// The row, before it is filled.
    pub(super) row: Row,
    /// How many cards each of the others has to draw.
    pub(super) doubles: u8,
    /// How many cards the seat itself has to draw.
    pub(super) penalty: u8,
}

/// What lies in the row.
#[derive(Clone, Copy)]
pub(super) struct Row {
    cards: u8,
    numbers: u16,
    ease: f32,
}

impl Outlook {
    pub(super) fn new(public: &Public, hand: &Hand, seat: Seat) -> Self {
        let seats = public.sheet.seats();
        let weights = if seats.get() == 2 { &TWO } else { &MORE };
        let unseen = public.open().chain(hand.cards.iter()).fold(CardBag::ALL, CardBag::without);
        let hidden = unseen.iter().map(Card::points).sum::<i32>() as f32 / unseen.len().max(1) as f32;
        let others = || seats.clockwise_from(seat).skip(1);
        let cards: u32 = others().map(|other| u32::from(public.hand_sizes[other])).sum();
        let mut shares = [(0.0, 0.0); DOUBLES_MOST + 1];
        for (draws, (next, rest)) in shares.iter_mut().enumerate() {
            for (other, order) in others().zip(weights.order) {
                let size = (usize::from(public.hand_sizes[other]) + draws).min(CARDS_MOST);
                let share = exponential(weights.other[size] + order);
                *(if order == weights.order[0] { &mut *next } else { &mut *rest }) += share;
            }
        }
        Self { weights, others: (seats.get() - 1) as f32, points: cards as f32 * hidden, hidden, shares }
    }

    /// An empty row.
    pub(super) fn row(&self) -> Row {
        Row { cards: 0, numbers: 0, ease: 0.0 }
    }

    /// The row with a card more.
    pub(super) fn lay(&self, row: Row, card: Traits) -> Row {
        Row {
            cards: row.cards.saturating_add(1),
            numbers: row.numbers | (1 << card.rank),
            ease: row.ease + self.weights.ease[usize::from(card.rank)],
        }
    }

    /// How far ahead of the others the seat will be when all is counted, on average.
    pub(super) fn worth(&self, leaving: &Leaving) -> f32 {
        let Leaving { hand, row, doubles, penalty } = *leaving;
        let weights = self.weights;
        let points = self.points + f32::from(doubles) * self.others * self.hidden;
        let cards = hand.cards + penalty;
        if cards == 0 {
            return points;
        }
        let filled = f32::from(ROW_LEAST.saturating_sub(row.cards));
        let (next, rest) = self.shares[usize::from(doubles).min(DOUBLES_MOST)];
        let theirs = next * exponential(row.ease + filled * weights.ease_hidden) + rest;
        let met = |numbers: u16| (numbers & row.numbers).count_ones() as f32;
        let strength = weights.own[usize::from(cards).min(CARDS_MOST)]
            + weights.singles * frequency(hand.singles)
            + weights.doubles * frequency(hand.doubles)
            + weights.meets[0] * met(hand.singles)
            + weights.meets[1] * met(hand.doubles);
        let mine = exponential(strength);
        let first_out = mine / (mine + theirs);
        // Who else is out first counts the own hand too, and all hands but his own.
        let own_points = f32::from(hand.points) + f32::from(penalty) * self.hidden;
        let lost = (own_points + points * (self.others - 1.0) / self.others) / self.others;
        first_out * points - (1.0 - first_out) * lost
    }
}

/// How often a card that comes into the row is one of these numbers: 1 to 5 are twelve each, 6 to 10 eight each,
/// and eight Jokers # are matched by anything.
fn frequency(numbers: u16) -> f32 {
    let low = (numbers & 0b11_1110).count_ones();
    let high = (numbers >> 6).count_ones();
    (12 * low + 8 * high) as f32 / 100.0
}

/// About e to this, the same on every machine.
fn exponential(power: f32) -> f32 {
    let mut product = (1.0 + power / 64.0).max(0.0);
    for _ in 0..6 {
        product *= product;
    }
    product
}
