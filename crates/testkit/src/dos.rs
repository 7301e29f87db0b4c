//! DOS under test.

use engine::Seat;
use engine::games::Dos;
use engine::games::dos::{Card, Hand, Move, Phase, Play, Public, Rules};
use wire::dos::write_card;

use crate::Specimen;

impl Specimen for Dos {
    fn presets() -> Vec<(&'static str, Rules)> {
        vec![("default", Rules::default()), ("target", Rules { target: 60 })]
    }

    fn card_codes() -> Vec<String> {
        Card::kinds().map(write_card).collect()
    }

    fn open_codes(public: &Public) -> Vec<String> {
        let hands: Vec<Card> = match &public.phase {
            Phase::Over(ending) => ending.hands.values().iter().flat_map(|hand| hand.cards.iter()).collect(),
            _ => Vec::new(),
        };
        public.open().chain(hands).map(write_card).collect()
    }

    fn hand_codes(hand: &Hand) -> Vec<String> {
        hand.cards.iter().map(write_card).collect()
    }

    // The cards drawn for the first deal are shuffled in again.
    const FURNITURE: &[&str] = &["draws"];

    fn every_move(public: &Public) -> Vec<Move> {
        let kinds = || Card::kinds();
        let doubles = kinds().flat_map(|one| kinds().filter(move |other| one <= *other).map(move |other| (one, other)));
        let plays = kinds().map(Play::single).chain(doubles.map(|(one, other)| Play::double(one, other)));
        let indexes = 0..=public.board.centre.len() as u8;
        plays
            .flat_map(|play| indexes.clone().map(move |centre| Move::Match { play, centre }))
            .chain(kinds().map(Move::Put))
            .chain(kinds().map(Move::Add))
            .chain([Move::Draw, Move::End, Move::Decline, Move::Call])
            .chain((0..Seat::MAX).filter_map(Seat::new).map(Move::Catch))
            .collect()
    }

    // There is no bound in the rules: hands can shrink and grow for ever. By chance they do not for long.
    const MAX_STEPS: usize = 20_000;
}
