//! Onze: a card is put on a spot of the table, over a Liaison if need be; a joker also beside it, to discard it.

use engine::View;
use engine::games::onze::{self, Card, Colour, Hand, Move, Onze};
use wire::Codec;
use wire::onze::{write_colour, write_spot};

use crate::gesture::{Gesture, Gestures};

/// The text of the place for discarded jokers.
const DISCARD: &str = "discard";
/// The text of the pile.
const PILE: &str = "pile";

/// Where cards can be put.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// A spot of the table where no joker lies.
    Table(onze::Spot),
    /// A spot of the table, over a Liaison.
    Over {
        /// The spot.
        spot: onze::Spot,
        /// The row the Liaison comes from.
        from: Colour,
    },
    /// A joker on the table, to take its place.
    Joker(onze::Spot),
    /// Beside the table, where jokers are discarded.
    Discard,
    /// The pile, to draw.
    Pile,
}

impl Spot {
    /// The spot of the table it is, if it is one.
    #[must_use]
    pub fn on_table(self) -> Option<onze::Spot> {
        match self {
            Self::Table(spot) | Self::Over { spot, .. } | Self::Joker(spot) => Some(spot),
            Self::Discard | Self::Pile => None,
        }
    }
}

impl Gestures for Onze {
    type Spot = Spot;

    fn held(hand: &Hand) -> Vec<Card> {
        hand.cards().collect()
    }

    fn write_card(card: Card) -> String {
        wire::onze::write_card(card)
    }

    fn gesture(mv: &Move) -> Gesture<Card, Spot> {
        let free = |spot: onze::Spot, from: Option<Colour>| match from {
            Some(from) => Spot::Over { spot, from },
            None => Spot::Table(spot),
        };
        match *mv {
            Move::Lay { spot, from } => Gesture::lay([Card::Number(spot)], free(spot, from)),
            Move::LayJoker { spot, from } => Gesture::lay([Card::Joker], free(spot, from)),
            Move::Swap(spot) => Gesture::lay([Card::Number(spot)], Spot::Joker(spot)),
            Move::DiscardJoker => Gesture::lay([Card::Joker], Spot::Discard),
            Move::Draw => Gesture::Point(Spot::Pile),
            Move::End | Move::Pass => Gesture::Say,
        }
    }

    fn wish(cards: &[Card], spot: Spot) -> Option<Move> {
        match (spot, cards) {
            (Spot::Table(spot), [Card::Number(card)]) if *card == spot => Some(Move::Lay { spot, from: None }),
            (Spot::Over { spot, from }, [Card::Number(card)]) if *card == spot => {
                Some(Move::Lay { spot, from: Some(from) })
            }
            (Spot::Joker(spot), [Card::Number(card)]) if *card == spot => Some(Move::Swap(spot)),
            (Spot::Table(spot) | Spot::Joker(spot), [Card::Joker]) => Some(Move::LayJoker { spot, from: None }),
            (Spot::Over { spot, from }, [Card::Joker]) => Some(Move::LayJoker { spot, from: Some(from) }),
            (Spot::Discard, [Card::Joker]) => Some(Move::DiscardJoker),
            (Spot::Pile, []) => Some(Move::Draw),
            _ => None,
        }
    }

    fn attempt(view: &View<Self>, card: Card) -> Move {
        match card {
            Card::Number(spot) if view.public.board.jokers.has(spot) => Move::Swap(spot),
            Card::Number(spot) => Move::Lay { spot, from: None },
            Card::Joker => Move::DiscardJoker,
        }
    }

    fn write_spot(spot: Spot) -> String {
        match spot {
            Spot::Table(spot) => write_spot(spot),
            Spot::Over { spot, from } => format!("{}@{}", write_spot(spot), write_colour(from)),
            Spot::Joker(spot) => <Self as Codec>::write_move(&Move::Swap(spot)),
            Spot::Discard => DISCARD.into(),
            Spot::Pile => PILE.into(),
        }
    }

    fn read_spot(text: &str) -> Option<Spot> {
        match text {
            DISCARD => return Some(Spot::Discard),
            PILE => return Some(Spot::Pile),
            _ => {}
        }
        // A spot of the table is written like the move of its own card there.
        match Self::read_moves(text)?.as_slice() {
            [Move::Lay { spot, from: None }] => Some(Spot::Table(*spot)),
            [Move::Lay { spot, from: Some(from) }] => Some(Spot::Over { spot: *spot, from: *from }),
            [Move::Swap(spot)] => Some(Spot::Joker(*spot)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(colour: Colour, value: usize) -> onze::Spot {
        onze::Spot::new(colour, value).expect("1 to 21")
    }

    #[test]
    fn a_card_is_meant_for_its_own_spot_and_a_joker_for_any() {
        let (red, blue) = (spot(Colour::Red, 9), spot(Colour::Blue, 9));
        let number = [Card::Number(red)];
        assert_eq!(Onze::wish(&number, Spot::Table(red)), Some(Move::Lay { spot: red, from: None }));
        assert_eq!(Onze::wish(&number, Spot::Table(blue)), None);
        assert_eq!(Onze::wish(&number, Spot::Joker(red)), Some(Move::Swap(red)));
        assert_eq!(Onze::wish(&number, Spot::Joker(blue)), None);
        assert_eq!(Onze::wish(&number, Spot::Discard), None);
        assert_eq!(Onze::wish(&[Card::Joker], Spot::Table(blue)), Some(Move::LayJoker { spot: blue, from: None }));
        assert_eq!(Onze::wish(&[Card::Joker], Spot::Discard), Some(Move::DiscardJoker));
    }

    #[test]
    fn a_joker_put_on_a_joker_is_told_that_the_spot_is_taken() {
        let red = spot(Colour::Red, 9);
        assert_eq!(Onze::wish(&[Card::Joker], Spot::Joker(red)), Some(Move::LayJoker { spot: red, from: None }));
    }

    #[test]
    fn a_hand_is_held_by_colour_and_value_with_jokers_last() {
        let cards = [
            Card::Joker,
            Card::Number(spot(Colour::Green, 1)),
            Card::Number(spot(Colour::Red, 21)),
            Card::Number(spot(Colour::Red, 2)),
        ];
        let held: Vec<String> =
            Onze::held(&cards.into_iter().collect()).into_iter().map(<Onze as Gestures>::write_card).collect();
        assert_eq!(held, ["R2", "R21", "G1", "*"]);
    }

    #[test]
    fn what_is_no_spot_is_not_read_as_one() {
        for text in ["", "R22", "R9@", "*R9", "*x", "draw", "end", "Pile"] {
            assert_eq!(Onze::read_spot(text), None, "{text:?}");
        }
        assert_eq!(Onze::read_spot("R9@Y"), Some(Spot::Over { spot: spot(Colour::Red, 9), from: Colour::Yellow }));
    }
}
