//! Quarante-Six under test.

use engine::games::QuaranteSix;
use engine::games::quarante_six::{BoardSide, Card, CardSet, Hand, Move, Phase, Public, Rules, Square};
use wire::quarante_six::write_card;

use crate::Specimen;

impl Specimen for QuaranteSix {
    fn presets() -> Vec<(&'static str, Rules)> {
        let rules = Rules::default();
        vec![
            ("bleu", rules),
            ("rouge", Rules { board: BoardSide::Red, rounds: Some(1), ..rules }),
            ("hasard", Rules { board: BoardSide::Random, rounds: Some(3), ..rules }),
            ("joker_must_touch", Rules { joker_must_touch: true, ..rules }),
        ]
    }

    fn card_codes() -> Vec<String> {
        Card::all().map(write_card).collect()
    }

    fn open_codes(public: &Public) -> Vec<String> {
        let hands = match &public.phase {
            Phase::Over(ending) => ending.hands.values().iter().flat_map(|hand| hand.cards.iter()).collect(),
            _ => CardSet::EMPTY,
        };
        let joker = public.board.joker.map(|_| Card::JOKER);
        public.laid().iter().chain(joker).chain(hands.iter()).map(write_card).collect()
    }

    fn hand_codes(hand: &Hand) -> Vec<String> {
        hand.cards.iter().map(write_card).collect()
    }

    const FURNITURE: &[&str] = &["squares", "square", "joker"];

    fn every_move(_public: &Public) -> Vec<Move> {
        let numbers = || Card::all().filter(|card| *card != Card::JOKER);
        let squares = numbers().map(Square::Number).chain([Square::Joker, Square::Pile]);
        numbers()
            .map(Move::Lay)
            .chain(numbers().map(Move::Swap))
            .chain(squares.map(Move::LayJoker))
            .chain([Move::Draw, Move::End])
            .collect()
    }

    // Every step lays a card or draws one or ends a turn that did; a joker can be laid and swapped
    // once for every number card.
    const MAX_STEPS: usize = 600;
}
