//! What a table is worth to a seat whose turn is about to end.
//!
//! Only who goes out scores, and gets what the others hold. So it is weighed how likely each seat is to be out
//! first, by how many cards it has and how well they go with what may come, and then what would be counted.

use engine::Seat;
use engine::games::dos::{Card, Hand, Public};

use super::cards::{Shape, Traits};

/// The row has at least so many cards when a turn begins.
const MIN_ROW: u8 = 2;
/// Hands larger than this are as far from going out.
const MAX_CARDS: usize = 12;
/// More double colour matches than this in one turn are weighed alike.
const MAX_DOUBLES: usize = 3;

/// What makes a seat likely to be out first: the factors of its share, fitted to rounds that skilled bots played
/// against each other.
struct Weights {
    /// By the cards in the hand of the seat that weighs.
    own: [f32; MAX_CARDS + 1],
    /// By the cards in another hand.
    other: [f32; MAX_CARDS + 1],
    /// By how soon it is another's turn: the next, the one after, the last.
    order: [f32; 3],
    /// For each card of the row, for whoever is next, by how many cards they hold: one to three, four and more.
    /// The first is a Joker #'s, then 1 to 10, a Joker DOS being a 2.
    ease: [[f32; 11]; 4],
    /// By the own cards, one to five, six and more: how much it helps, as a power of e, if a card that comes into
    /// the row is sure to shed one card of the hand, two, three.
    fits: [[f32; 3]; 6],
    /// If a card of the row would take the whole hand.
    waits: f32,
}

const TWO: Weights = Weights {
    own: [0.0, 3.781, 1.716, 0.887, 0.600, 0.364, 0.259, 0.183, 0.129, 0.091, 0.064, 0.045, 0.032],
    other: [0.0, 3.190, 2.096, 1.350, 0.712, 0.543, 0.357, 0.287, 0.230, 0.183, 0.145, 0.115, 0.092],
    order: [1.21, 1.00, 1.00],
    ease: [
        [48.42, 1.16, 1.15, 1.27, 1.32, 1.40, 1.22, 1.22, 1.23, 1.30, 1.21],
        [7.85, 1.00, 1.00, 1.02, 1.11, 1.16, 1.21, 1.19, 1.30, 1.22, 1.36],
        [4.35, 1.01, 1.00, 1.05, 1.08, 1.16, 1.19, 1.23, 1.31, 1.28, 1.39],
        [2.83, 1.11, 1.11, 1.16, 1.26, 1.35, 1.38, 1.46, 1.54, 1.67, 1.72],
    ],
    fits: [
        [0.58, 0.44, 0.00],
        [0.46, 1.62, 0.72],
        [0.95, 1.05, 1.94],
        [0.41, 1.55, 0.98],
        [0.41, 1.55, 1.08],
        [-0.15, 1.99, 0.83],
    ],
    waits: 1.58,
};

const MORE: Weights = Weights {
    own: [0.0, 3.819, 1.733, 0.878, 0.512, 0.292, 0.169, 0.113, 0.082, 0.061, 0.045, 0.033, 0.025],
    other: [0.0, 4.015, 2.411, 1.568, 1.209, 0.835, 0.549, 0.497, 0.436, 0.375, 0.317, 0.270, 0.223],
    order: [1.22, 2.46, 1.70],
    ease: [
        [60.34, 1.23, 1.48, 1.40, 1.62, 1.62, 1.39, 1.38, 1.46, 1.62, 1.93],
        [12.18, 1.27, 1.35, 1.30, 1.46, 1.51, 1.39, 1.36, 1.62, 1.67, 1.77],
        [5.47, 1.21, 1.21, 1.30, 1.43, 1.49, 1.39, 1.40, 1.58, 1.63, 1.82],
        [2.72, 1.08, 1.20, 1.19, 1.35, 1.39, 1.49, 1.57, 1.68, 1.80, 1.95],
    ],
    fits: [
        [0.49, 1.78, 0.00],
        [0.67, 1.22, 0.42],
        [0.30, 1.42, 2.33],
        [0.00, 1.89, 1.71],
        [0.02, 1.73, 2.42],
        [-0.19, 2.02, 2.33],
    ],
    waits: 1.00,
};

/// However easy a Joker # is, that a hidden card is one makes the next no likelier than certain to be out.
const MAX_EASE: f32 = 3.0;
/// What all cards cost together.
const POINTS: i32 = 1036;
/// How many cards there are of each rank, a Joker # first.
const COPIES: [f32; 11] = [8.0, 12.0, 12.0, 12.0, 12.0, 12.0, 8.0, 8.0, 8.0, 8.0, 8.0];

/// The table as it is before the turn ends, for one seat.
pub(super) struct Outlook {
    weights: &'static Weights,
    others: f32,
    /// What the others hold, about.
    points: f32,
    /// What a hidden card costs, about.
    hidden: f32,
    /// For each card of the row, and for a hidden one that fills it.
    ease: &'static [f32; 11],
    ease_hidden: f32,
    /// By how many cards the others have to draw: the next one's share, and that of the rest.
    shares: [(f32, f32); MAX_DOUBLES + 1],
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
        let seen = public.open().chain(hand.cards.iter());
        let (count, points) = seen.fold((0, 0), |(count, points), card| (count + 1, points + card.points()));
        let hidden = (POINTS - points) as f32 / Card::COUNT.saturating_sub(count).max(1) as f32;
        let others = || seats.clockwise_from(seat).skip(1);
        let cards: u32 = others().map(|other| u32::from(public.hand_sizes[other])).sum();
        let mut shares = [(0.0, 0.0); MAX_DOUBLES + 1];
        for (draws, (next, rest)) in shares.iter_mut().enumerate() {
            for (place, other) in others().enumerate() {
                let size = (usize::from(public.hand_sizes[other]) + draws).min(MAX_CARDS);
                let share = weights.other[size] * weights.order[place];
                *(if place == 0 { &mut *next } else { &mut *rest }) += share;
            }
        }
        let next_size = usize::from(public.hand_sizes[seats.left_of(seat)]);
        let ease = &weights.ease[next_size.clamp(1, weights.ease.len()) - 1];
        let hidden_ease = ease.iter().zip(COPIES).map(|(ease, copies)| ease.min(MAX_EASE) * copies).sum::<f32>();
        let ease_hidden = hidden_ease / Card::COUNT as f32;
        let points = cards as f32 * hidden;
        Self { weights, others: (seats.get() - 1) as f32, points, hidden, ease, ease_hidden, shares }
    }

    /// An empty row.
    pub(super) fn row(&self) -> Row {
        Row { cards: 0, numbers: 0, ease: 1.0 }
    }

    /// The row with a card more.
    pub(super) fn lay(&self, row: Row, card: Traits) -> Row {
        Row {
            cards: row.cards.saturating_add(1),
            numbers: row.numbers | (1 << card.rank),
            ease: row.ease * self.ease[usize::from(card.rank)],
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
        let mut ease = row.ease;
        for _ in row.cards..MIN_ROW {
            ease *= self.ease_hidden;
        }
        let (next, rest) = self.shares[usize::from(doubles).min(MAX_DOUBLES)];
        let theirs = next * ease + rest;
        let waits = cards <= 2 && row.numbers & if cards == 1 { hand.singles } else { hand.doubles } != 0;
        let fits = &weights.fits[usize::from(cards).min(weights.fits.len()) - 1];
        let [one, two, three] = hand.sheds();
        let fit = exponential(fits[0] * one + fits[1] * two + fits[2] * three);
        let own = weights.own[usize::from(cards).min(MAX_CARDS)];
        let mine = own * fit * if waits { weights.waits } else { 1.0 };
        let first_out = mine / (mine + theirs);
        // Who else is out first counts the own hand too, and all hands but their own.
        let own_points = f32::from(hand.points) + f32::from(penalty) * self.hidden;
        let lost = (own_points + points * (self.others - 1.0) / self.others) / self.others;
        first_out * points - (1.0 - first_out) * lost
    }
}

/// About e to a small power, the same on every machine.
pub(super) fn exponential(power: f32) -> f32 {
    let mut product = 1.0 + power / 32.0;
    for _ in 0..5 {
        product *= product;
    }
    product
}
