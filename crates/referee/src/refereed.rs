//! What a game needs to be refereed beyond its rules, its written form and its words.

use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy};
use engine::{Coverage, Seat};
use wire::Codec;
use words::Words;

/// A game the referee can speak for.
pub trait Refereed: Codec + Words {
    /// The moves the referee lists for a seat, from what that seat knows: all of them,
    /// or a sample that says more than the engine's own.
    fn list(public: &Self::Public, hand: &Self::Hand, seat: Seat, moves: &mut Vec<Self::Move>) -> Coverage {
        Self::moves(public, hand, seat, moves)
    }
}

impl Refereed for Onze {}

impl Refereed for NainJaune {}

impl Refereed for Dos {}

impl Refereed for Rummy {}

impl Refereed for QuaranteSix {}
