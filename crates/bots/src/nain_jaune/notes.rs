//! What the others' words and cards give away. Hands only shrink, so it holds until the next deal.

use engine::Seat;
use engine::games::nain_jaune::{CardSet, MAX_SEATS, Public, Rank, Shown};

/// What a seat remembers of a round.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Notes {
    /// What each seat cannot hold: it said "sans".
    lacks: Lacks,
    /// What each seat will hardly hold: it laid another card of that value though this one would have paid,
    /// or it said "sans" where one may hold back.
    hardly: [CardSet; MAX_SEATS],
    /// What each seat has laid.
    laid: [CardSet; MAX_SEATS],
    /// The runs opened with a card of choice.
    openings: Vec<Opening>,
}

/// A run that was opened with a card of choice: a hand in which another was much better is unlikely.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Opening {
    /// What everybody knew before.
    pub(super) before: Public,
    /// What each seat was known to lack.
    pub(super) lacks: Lacks,
    /// The value chosen.
    pub(super) value: Rank,
}

/// What each seat cannot hold.
pub(super) type Lacks = [CardSet; MAX_SEATS];

impl Notes {
    /// The cards each seat cannot hold.
    pub(super) fn lacks(&self) -> &Lacks {
        &self.lacks
    }

    /// Each run opened by another than `seat`, the latest first, with what that one has laid since.
    pub(super) fn openings(&self, seat: Seat) -> impl Iterator<Item = (&Opening, CardSet)> {
        self.openings.iter().rev().filter(move |opening| opening.before.seat != seat).map(|opening| {
            let laid_by_then: CardSet = opening.before.board.laid.iter().copied().collect();
            (opening, self.laid[opening.before.seat.index()].minus(laid_by_then))
        })
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
                let Some(need) = before.board.need else { return };
                let cards = CardSet::of_rank(need);
                let known = if before.rules.may_hold_back { &mut self.hardly } else { &mut self.lacks };
                known[seat.index()] = known[seat.index()].or(cards);
            }
            Shown::Laid { seat, card } => {
                self.laid[seat.index()] = self.laid[seat.index()].with(card);
                if before.board.need.is_none() {
                    let opening = Opening { before: before.clone(), lacks: self.lacks, value: card.rank() };
                    self.openings.push(opening);
                }
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
