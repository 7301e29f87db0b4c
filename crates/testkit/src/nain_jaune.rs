//! Nain Jaune under test.

use engine::games::NainJaune;
use engine::games::nain_jaune::{Card, CardSet, Hand, Move, Phase, Public, Restart, Rules};
use wire::nain_jaune::write_card;

use crate::Specimen;

impl Specimen for NainJaune {
    fn presets() -> Vec<(&'static str, Rules)> {
        let rules = Rules::default();
        vec![
            ("booklet", rules),
            ("tokens", Rules { tokens: Some(50), rounds: Some(4), ..rules }),
            // With so few tokens everybody is soon out, now and then all at once.
            ("few tokens", Rules { tokens: Some(Rules::MIN_TOKENS), rounds: Some(9), ..rules }),
            ("may_hold_back", Rules { may_hold_back: true, rounds: Some(2), ..rules }),
            ("last_layer", Rules { restart: Restart::LastLayer, minutes: Some(30), ..rules }),
            (
                "may_hold_back, last_layer",
                Rules { may_hold_back: true, restart: Restart::LastLayer, rounds: Some(1), ..rules },
            ),
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
        public.board.laid.iter().copied().chain(hands.iter()).map(write_card).collect()
    }

    fn hand_codes(hand: &Hand) -> Vec<String> {
        hand.cards.iter().map(write_card).collect()
    }

    const FURNITURE: &[&str] = &["stakes"];

    fn every_move(_public: &Public) -> Vec<Move> {
        Card::all().map(Move::Lay).chain([Move::Sans]).collect()
    }

    // Before each of the 52 cards everyone can say "sans" once.
    const MAX_STEPS: usize = 52 * 9;
}
