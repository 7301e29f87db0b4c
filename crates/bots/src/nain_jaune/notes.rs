//! What the others' words and cards give away. Hands only shrink, so it holds until the next deal.

use engine::Seat;
use engine::games::nain_jaune::{CardSet, Public, SEATS_MOST, Shown};

/// What a seat remembers of a round.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Notes {
    /// What each seat cannot hold: it said "sans".
    lacks: [CardSet; SEATS_MOST],
    /// What each seat will hardly hold: it laid another card of that value though this one would have paid,
    /// or it said "sans" where one may hold back.
    hardly: [CardSet; SEATS_MOST],
}

impl Notes {
    /// The cards a seat cannot hold.
    pub(super) fn lacks(&self, seat: Seat) -> CardSet {
        self.lacks[seat.index()]
    }

    /// The cards a seat will hardly hold.
    pub(super) fn hardly(&self, seat: Seat) -> CardSet {
        self.hardly[seat.index()]
    }

    /// Takes down what was shown; `before` is what everybody knew until then.
    pub(super) fn take_down(&mut self, before: &Public, shown: &Shown) {
        match *shown {
            Shown::Dealt(_) => *self = Self::default(),
            Shown::SaidSans { seat } => {
                let Some(need) = before.need else { return };
                let cards = CardSet::of_rank(need);
                let known = if before.rules.may_hold_back { &mut self.hardly } else { &mut self.lacks };
                known[seat.index()] = known[seat.index()].or(cards);
            }
            Shown::Laid { seat, card } => {
                let board = CardSet::of_rank(card.rank()).and(CardSet::BOARD);
                self.hardly[seat.index()] = self.hardly[seat.index()].or(board.without(card));
            }
            Shown::TookStake { .. }
            | Shown::TurnPassed { .. }
            | Shown::Restarted { .. }
            | Shown::WentOut { .. }
            | Shown::RoundEnded(_) => {}
        }
    }
}
