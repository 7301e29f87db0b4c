//! Quarante-Six: a number card goes on its own square, the joker on any; pointing at the pile's square draws.

use engine::View;
use engine::games::quarante_six::{Card, Hand, Move, QuaranteSix, Square};

use crate::gesture::sort::sort_few_by_key;
use crate::gesture::{Gesture, Gestures};

impl Gestures for QuaranteSix {
    /// Cards go on squares, and the pile lies on one of them.
    type Spot = Square;

    fn held(hand: &Hand) -> Vec<Card> {
        let mut cards: Vec<Card> = hand.cards.iter().collect();
        // The joker comes last.
        sort_few_by_key(&mut cards, |card| (*card == Card::JOKER, *card));
        cards
    }

    fn write_card(card: Card) -> String {
        wire::quarante_six::write_card(card)
    }

    fn gesture(mv: &Move) -> Gesture<Card, Square> {
        match *mv {
            // Where the joker lies on a card's square, laying that card there is the swap.
            Move::Lay(card) | Move::Swap(card) => Gesture::lay([card], Square::Number(card)),
            Move::LayJoker(square) => Gesture::lay([Card::JOKER], square),
            Move::Draw => Gesture::Point(Square::Pile),
            Move::End => Gesture::Say,
        }
    }

    fn wish(cards: &[Card], spot: Square) -> Option<Move> {
        match (cards, spot) {
            ([Card::JOKER], square) => Some(Move::LayJoker(square)),
            ([card], Square::Number(own)) if *card == own => Some(Move::Lay(*card)),
            ([], Square::Pile) => Some(Move::Draw),
            _ => None,
        }
    }

    fn attempt(_view: &View<Self>, card: Card) -> Move {
        if card == Card::JOKER { Move::LayJoker(Square::Joker) } else { Move::Lay(card) }
    }

    fn write_spot(spot: Square) -> String {
        wire::quarante_six::write_square(spot)
    }

    fn read_spot(text: &str) -> Option<Square> {
        wire::quarante_six::read_square(text)
    }
}

#[cfg(test)]
mod tests {
    use engine::games::quarante_six::{Grid, Phase, Playing, SquareSet};
    use engine::{Game, SeatCount, Viewer};

    use super::*;
    use crate::gesture::Offer;

    fn number(number: usize) -> Card {
        Card::number(number).expect("from 1 to 46")
    }

    fn own(card: usize) -> Square {
        Square::Number(number(card))
    }

    /// The view of the first seat, to move, with these cards in hand and these on the board; the joker lies where said.
    fn view(hand: &[Card], laid: &[usize], joker: Option<Square>) -> View<QuaranteSix> {
        let mut state = QuaranteSix::table(&Default::default(), SeatCount::new(2).expect("two may play"));
        let board = Grid::blue();
        let squares = laid.iter().map(|card| own(*card)).chain(joker).filter_map(|square| board.find(square));
        state.public.board.taken = squares.fold(SquareSet::EMPTY, SquareSet::with);
        state.public.board.joker = joker;
        state.public.board.pile_size = 10;
        state.public.phase = Phase::Playing(Playing::Laying { laid: 0 });
        let seat = state.public.seat;
        state.hands[seat].cards = hand.iter().copied().collect();
        View::of(&state, Viewer::Seat(seat))
    }

    #[test]
    fn a_number_card_lights_its_own_square_alone() {
        let offer = Offer::of(&view(&[number(2), number(40)], &[1], None));
        assert_eq!(offer.spots(&[number(2)]), [own(2)]);
        assert!(offer.spots(&[number(40)]).is_empty());
        assert!(offer.may_lift(&[number(2)]) && !offer.may_lift(&[number(40)]));
    }

    #[test]
    fn the_joker_lights_every_free_square_but_the_piles() {
        let offer = Offer::of(&view(&[Card::JOKER], &[1], None));
        let spots = offer.spots(&[Card::JOKER]);
        assert_eq!(spots.len(), 46);
        assert!(spots.contains(&Square::Joker) && !spots.contains(&Square::Pile) && !spots.contains(&own(1)));
    }

    #[test]
    fn laying_a_card_on_the_joker_in_its_place_is_the_swap() {
        let offer = Offer::of(&view(&[number(30), number(3)], &[1], Some(own(30))));
        assert_eq!(offer.moves_at(&[number(30)], own(30)), [&Move::Swap(number(30))]);
    }

    #[test]
    fn the_pile_is_pointed_at_with_empty_hands() {
        let offer = Offer::of(&view(&[number(2)], &[1], None));
        assert_eq!(offer.spots(&[]), [Square::Pile]);
        assert_eq!(offer.moves_at(&[], Square::Pile), [&Move::Draw]);
    }

    #[test]
    fn within_reach_is_where_a_card_must_go_and_not_where_the_joker_may() {
        let offer = Offer::of(&view(&[number(2), number(13), number(40), Card::JOKER], &[1], None));
        assert_eq!(offer.within_reach(), [own(2), own(13)]);
    }

    #[test]
    fn what_the_rules_will_refuse_is_still_a_wish() {
        assert_eq!(QuaranteSix::wish(&[number(40)], own(40)), Some(Move::Lay(number(40))));
        assert_eq!(QuaranteSix::wish(&[Card::JOKER], Square::Pile), Some(Move::LayJoker(Square::Pile)));
        // A number card has no move that puts it elsewhere.
        assert_eq!(QuaranteSix::wish(&[number(40)], own(41)), None);
    }

    #[test]
    fn squares_are_written_and_read_back() {
        for square in Grid::blue().squares() {
            assert_eq!(QuaranteSix::read_spot(&QuaranteSix::write_spot(*square)), Some(*square));
        }
        assert_eq!(QuaranteSix::read_spot("47"), None);
    }

    #[test]
    fn the_joker_is_held_last() {
        let hand = Hand { cards: [Card::JOKER, number(46), number(3)].into_iter().collect(), last_card: None };
        assert_eq!(QuaranteSix::held(&hand), [number(3), number(46), Card::JOKER]);
    }
}
