//! A game with what the laws need beyond it.

use engine::Public;
use wire::Codec;

/// A game under test.
pub trait Specimen: Codec {
    /// The rules every law is tried with, by name: the default, and each option at least once.
    fn presets() -> Vec<(&'static str, Self::Rules)>;

    /// The code of every card, as it may stand in bytes.
    fn card_codes() -> Vec<String>;

    /// The codes of the cards that lie open for everybody, or did when the round was counted.
    fn open_codes(public: &Public<Self>) -> Vec<String>;

    /// The codes of the cards in a hand.
    fn hand_codes(hand: &Self::Hand) -> Vec<String>;

    /// Fields of a written view that hold what is printed on the board, not cards.
    const FURNITURE: &[&str];

    /// Every well-formed move, legal or not, that makes sense to ask for at this table;
    /// for games without a complete list, some.
    fn every_move(public: &Public<Self>) -> Vec<Self::Move>;

    /// More steps than any round can take.
    const MAX_STEPS: usize;
}
