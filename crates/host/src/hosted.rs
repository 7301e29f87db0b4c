//! What each game tells its host beyond what it tells the referee: its clocks, and which moves are races.

use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy, dos};
use referee::Refereed;

/// What a game tells its host.
pub(crate) trait Hosted: Refereed {
    /// Whether the game has a clock of its own, so that the table's is not wanted.
    const HAS_CLOCK: bool = false;

    /// The seconds a turn may take, where the game's own rules say so.
    fn turn_seconds(_rules: &Self::Rules) -> Option<u16> {
        None
    }

    /// The minutes after which the host calls the last round.
    fn minutes(_rules: &Self::Rules) -> Option<u16> {
        None
    }

    /// Whether a move is a race: whoever makes it first has it.
    fn is_call(_mv: &Self::Move) -> bool {
        false
    }
}

impl Hosted for Onze {}

impl Hosted for NainJaune {
    fn minutes(rules: &Self::Rules) -> Option<u16> {
        rules.minutes
    }
}

impl Hosted for Dos {
    fn is_call(mv: &Self::Move) -> bool {
        matches!(mv, dos::Move::Call | dos::Move::Catch(_))
    }
}

impl Hosted for Rummy {
    const HAS_CLOCK: bool = true;

    fn turn_seconds(rules: &Self::Rules) -> Option<u16> {
        Some(rules.turn_seconds).filter(|seconds| *seconds > 0)
    }
}

impl Hosted for QuaranteSix {}
