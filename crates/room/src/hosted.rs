//! What each game tells its host beyond what it tells the referee: its clocks, and what can be taken back.

use engine::games::{Dos, NainJaune, Onze, QuaranteSix, Rummy, dos, nain_jaune, onze, quarante_six};
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

    /// Whether an event brought nothing to light but what its author chose to show, so that it can be taken back.
    fn is_open(event: &Self::Event) -> bool;
}

impl Hosted for Onze {
    fn is_open(event: &Self::Event) -> bool {
        use onze::Event::{BonusTaken, JokerDiscarded, JokerLaid, Laid, Swapped};
        matches!(event, Laid { .. } | JokerLaid { .. } | Swapped { .. } | JokerDiscarded { .. } | BonusTaken { .. })
    }
}

impl Hosted for NainJaune {
    fn minutes(rules: &Self::Rules) -> Option<u16> {
        rules.minutes
    }

    fn is_open(event: &Self::Event) -> bool {
        matches!(event, nain_jaune::Event::Laid { .. } | nain_jaune::Event::TookStake { .. })
    }
}

impl Hosted for Dos {
    fn is_open(event: &Self::Event) -> bool {
        matches!(event, dos::Event::Matched { .. })
    }
}

impl Hosted for Rummy {
    const HAS_CLOCK: bool = true;

    fn turn_seconds(rules: &Self::Rules) -> Option<u16> {
        Some(rules.turn_seconds).filter(|seconds| *seconds > 0)
    }

    /// A play is a whole turn: once it is made it is over.
    fn is_open(_event: &Self::Event) -> bool {
        false
    }
}

impl Hosted for QuaranteSix {
    fn is_open(event: &Self::Event) -> bool {
        use quarante_six::Event::{JokerLaid, Laid, Swapped};
        matches!(event, Laid { .. } | JokerLaid { .. } | Swapped { .. })
    }
}
