//! Onze: whether a turn can end the round.

use engine::games::onze::{Card, Colour, Hand, Move, Public, Spot, SpotSet};

/// The first move of those that shed the whole hand with so many cards, if there are such. Swaps are left aside.
pub(super) fn finishing_move(public: &Public, hand: &Hand, liaisons: u8, cards_left: u8) -> Option<Move> {
    let fits = !hand.is_empty() && hand.len() <= usize::from(cards_left);
    fits.then(|| next(public, public.board.taken, *hand, liaisons)).flatten()
}

/// A row a Liaison to this spot can come from.
pub(super) fn link(public: &Public, taken: SpotSet, spot: Spot) -> Option<Colour> {
    let may_lead =
        |from: &Colour| public.board.rows.are_neighbours(*from, spot.colour()) && taken.has(spot.across(*from));
    Colour::ALL.into_iter().find(may_lead)
}

/// The next move on a way that sheds all of the hand.
fn next(public: &Public, taken: SpotSet, hand: Hand, liaisons: u8) -> Option<Move> {
    let goes_out = |spot: Spot, rest: Hand, liaisons: u8| {
        rest.is_empty() || next(public, taken.with(spot), rest, liaisons).is_some()
    };
    let connected = taken.connected();
    // What is connected may be laid first: it only opens more.
    if let Some(spot) = hand.numbers.and(connected).first() {
        return goes_out(spot, hand.without(Card::Number(spot)), liaisons).then_some(Move::Lay { spot, from: None });
    }
    if hand.numbers.is_empty() {
        let closes_half = |spot: &Spot| taken.with(*spot).full_halves(*spot) > 0;
        let spot = connected.iter().find(closes_half).or_else(|| connected.first());
        return Some(spot.map_or(Move::DiscardJoker, |spot| Move::LayJoker { spot, from: None }));
    }
    let linked = match liaisons {
        0 => SpotSet::EMPTY,
        _ => taken.across(&public.board.rows).minus(taken).minus(connected),
    };
    for spot in hand.numbers.and(linked).iter() {
        if goes_out(spot, hand.without(Card::Number(spot)), liaisons - 1) {
            return Some(Move::Lay { spot, from: link(public, taken, spot) });
        }
    }
    if hand.jokers == 0 {
        return None;
    }
    let rest = hand.without(Card::Joker);
    let useful = hand.numbers.connected().or(hand.numbers.across(&public.board.rows)).minus(hand.numbers);
    for spot in connected.and(useful).iter() {
        if goes_out(spot, rest, liaisons) {
            return Some(Move::LayJoker { spot, from: None });
        }
    }
    for spot in linked.and(useful).iter() {
        if goes_out(spot, rest, liaisons - 1) {
            return Some(Move::LayJoker { spot, from: link(public, taken, spot) });
        }
    }
    None
}
