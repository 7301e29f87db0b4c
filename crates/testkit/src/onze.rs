//! Onze under test.

use engine::Seat;
use engine::games::Onze;
use engine::games::onze::{Card, Colour, First, Hand, Move, Phase, Public, Rules, SpotSet, Variant};
use wire::onze::write_card;

use crate::Specimen;

impl Specimen for Onze {
    fn presets() -> Vec<(&'static str, Rules)> {
        let rules = Rules::default();
        vec![
            ("booklet", rules),
            ("debutant", Rules { variant: Variant::Beginners, rounds: 2, ..rules }),
            ("first random", Rules { first: First::Random, rounds: 3, ..rules }),
            ("first", Rules { first: Seat::new(1).map(First::Seat).unwrap_or_default(), ..rules }),
        ]
    }

    fn card_codes() -> Vec<String> {
        SpotSet::ALL.iter().map(Card::Number).chain([Card::Joker]).map(write_card).collect()
    }

    fn open_codes(public: &Public) -> Vec<String> {
        let table = public.board.taken.minus(public.board.jokers).iter().map(Card::Number);
        let hands = match &public.phase {
            Phase::Over(ending) => ending.hands.values().iter().flat_map(Hand::cards).collect(),
            _ => Vec::new(),
        };
        table.chain(hands).map(write_card).collect()
    }

    fn hand_codes(hand: &Hand) -> Vec<String> {
        hand.cards().map(write_card).collect()
    }

    // Either end of a link may be a joker's.
    const FURNITURE: &[&str] = &["links", "link"];

    fn every_move(_public: &Public) -> Vec<Move> {
        let from = || [None].into_iter().chain(Colour::ALL.map(Some));
        let spots = || SpotSet::ALL.iter();
        spots()
            .flat_map(|spot| from().map(move |from| Move::Lay { spot, from }))
            .chain(spots().flat_map(|spot| from().map(move |from| Move::LayJoker { spot, from })))
            .chain(spots().map(Move::Swap))
            .chain([Move::DiscardJoker, Move::Draw, Move::End, Move::Pass])
            .collect()
    }

    // At most 80 numbers, 4 jokers, and one more joker for every swap are played, each with an end
    // of its turn and, once the pile is drawn, five passes before it.
    const MAX_STEPS: usize = 1500;
}
