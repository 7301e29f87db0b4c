//! What each seat would score about, all hands being known.

use engine::games::dos::{Card, Public, State};
use engine::{Scores, Seat};

use super::cards::{Shape, Traits};
use super::worth::exponential;

/// A seat's share in being out first, by its cards from one on; fitted to rounds that skilled bots played.
const OWN: [f32; 12] = [3.90, 1.84, 1.02, 0.65, 0.43, 0.36, 0.24, 0.18, 0.14, 0.11, 0.09, 0.07];
/// By the cards, one to five, six and more: how much it helps, as a power of e, if a card that comes into the row
/// is sure to shed one card of the hand, two, three.
const FITS: [[f32; 3]; 6] = [
    [1.00, 2.10, 0.00],
    [0.50, 2.20, 0.90],
    [0.20, 1.60, 2.90],
    [0.00, 1.80, 2.00],
    [0.20, 1.10, 2.70],
    [-0.60, 1.50, 3.20],
];
/// For the seat that comes after the one to move, by the seats at the table, two to four; and for each further on.
const NEXT: [f32; 3] = [1.0, 1.25, 1.56];
const LATER: f32 = 0.67;
/// For the seat to move: if the row takes its whole hand, and, as a power of e, for the part that it takes.
const GOES_OUT: f32 = 3.4;
const SHEDS: f32 = 0.65;

/// The expected scores.
pub(super) fn estimate(state: &State) -> Scores {
    let public = &state.public;
    let seats = public.sheet.seats();
    let points = |seat: Seat| state.hands[seat].cards.iter().map(Card::points).sum::<i32>();
    let all: i32 = seats.seats().map(points).sum();
    let mut shares = [0.0; Seat::MAX];
    let mut order = NEXT[(seats.get() - 2).min(NEXT.len() - 1)];
    for seat in seats.clockwise_from(public.seat) {
        let mut hand = Shape::default();
        state.hands[seat].cards.iter().map(Traits::of).for_each(|card| hand.add(card));
        shares[seat.index()] = share(&hand);
        if seat == public.seat {
            shares[seat.index()] *= at_the_row(public, &hand);
        } else {
            shares[seat.index()] *= order;
            order *= LATER;
        }
    }
    let sum: f32 = shares.iter().sum();
    Scores::from_fn(seats, |seat| (shares[seat.index()] / sum * (all - points(seat)) as f32).round() as i32)
}

fn share(hand: &Shape) -> f32 {
    let place = usize::from(hand.cards.max(1)) - 1;
    let fits = FITS[place.min(FITS.len() - 1)];
    let [one, two, three] = hand.sheds();
    OWN[place.min(OWN.len() - 1)] * exponential(fits[0] * one + fits[1] * two + fits[2] * three)
}

/// How much better off the seat to move is for what lies in the row.
fn at_the_row(public: &Public, hand: &Shape) -> f32 {
    let open = (0..).zip(public.board.centre.iter()).filter(|(index, _)| !public.is_matched(*index));
    let shed: u8 = open.map(|(_, card)| hand.sheds_on(Traits::of(*card))).sum();
    let bonuses = if public.board.progress.matches.is_empty() { 0 } else { public.board.progress.bonuses };
    let shed = shed.saturating_add(bonuses);
    if shed >= hand.cards {
        return GOES_OUT * exponential(SHEDS);
    }
    exponential(SHEDS * f32::from(shed) / f32::from(hand.cards))
}
