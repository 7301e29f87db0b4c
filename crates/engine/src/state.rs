//! What the five games hold alike: the truth, what everybody knows, and what one viewer knows.
//!
//! What is a game's own it adds in three places: [`Game::Board`] for what lies open,
//! [`Game::Playing`] for how far a turn is, [`Game::Hidden`] for what nobody sees.
//!
//! Deliberately absent: rules. How these change is in the files of each game.

use tinyvec::{Array, ArrayVec};

use crate::sheet::{Outcome, Sheet, standings};
use crate::{Coverage, EventMismatch, Game, PerSeat, Seat, SeatCount, SeatSet, Turn};

/// The whole truth of a table. Only the table and tests hold it; bots hold those they [`imagine`](Game::imagine).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State<G: Game> {
    /// What everybody knows.
    pub public: Public<G>,
    /// What each seat alone knows.
    pub hands: PerSeat<G::Hand>,
    /// What nobody sees.
    pub hidden: G::Hidden,
}

/// What everybody at or around the table knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public<G: Game> {
    /// The options.
    pub rules: G::Rules,
    /// The score sheet.
    pub sheet: Sheet,
    /// Whose turn it is, or was when the round ended.
    pub seat: Seat,
    /// How many cards each seat holds.
    pub hand_sizes: PerSeat<u8>,
    /// What lies open, which is different in each game.
    pub board: G::Board,
    /// Where in the round we are.
    pub phase: Phase<G>,
}

/// Where in the round we are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phase<G: Game> {
    /// Nothing has been dealt yet.
    Undealt,
    /// A round is under way.
    Playing(G::Playing),
    /// The round is over, and all hands are open.
    Over(Box<Ending<G>>),
}

/// A finished round: the outcome, and the hands, which are shown to all for the count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending<G: Game> {
    /// The scores.
    pub outcome: Outcome,
    /// What was left in each hand.
    pub hands: PerSeat<G::Hand>,
}

impl<G: Game> State<G> {
    /// A table before the first deal.
    ///
    /// # Panics
    /// If so many cannot play.
    pub(crate) fn new(rules: G::Rules, seats: SeatCount, board: G::Board, hidden: G::Hidden) -> Self {
        assert!(G::SEATS.contains(&seats.get()), "{} does not play {}", seats.get(), G::ID.slug());
        let public = Public {
            rules,
            sheet: Sheet::new(seats),
            seat: Seat::default(),
            hand_sizes: PerSeat::new(seats),
            board,
            phase: Phase::Undealt,
        };
        Self { public, hands: PerSeat::new(seats), hidden }
    }
}

impl<G: Game> Public<G> {
    /// How the round ended, with the hands as they then were, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending<G>> {
        match &self.phase {
            Phase::Over(ending) => Some(ending),
            Phase::Undealt | Phase::Playing(_) => None,
        }
    }

    /// How the round ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.ending().map(|ending| &ending.outcome)
    }

    /// Turns the sheet to a new round, from the totals of the last.
    pub(crate) fn begin_round(&mut self) {
        let totals = self.outcome().map_or(self.sheet.totals, |outcome| outcome.totals);
        self.sheet.begin_round(totals);
    }

    /// Who may act now in a game where only the seat whose turn it is may, and where the highest total wins.
    pub(crate) fn plain_turn(&self) -> Turn {
        match &self.phase {
            Phase::Over(ending) if ending.outcome.match_over => Turn::Over(standings(&ending.outcome.totals)),
            Phase::Undealt | Phase::Over(_) => Turn::Dealer(self.sheet.next_deal()),
            Phase::Playing(_) => Turn::Seat { seat: self.seat, also: SeatSet::EMPTY },
        }
    }
}

/// What one viewer knows: built up from what everybody knows and the viewer's own hand,
/// never a state with things deleted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View<G: Game> {
    /// Who looks.
    pub viewer: Viewer,
    /// What everybody knows.
    pub public: Public<G>,
    /// The viewer's own hand; a spectator has none.
    pub hand: Option<G::Hand>,
}

impl<G: Game> View<G> {
    /// What `viewer` knows of `state`.
    #[must_use]
    pub fn of(state: &State<G>, viewer: Viewer) -> Self {
        let hand = match viewer {
            Viewer::Seat(seat) => Some(state.hands[seat]),
            Viewer::Spectator => None,
        };
        Self { viewer, public: state.public.clone(), hand }
    }

    /// The moves the viewer may make now.
    pub fn moves(&self, moves: &mut Vec<G::Move>) -> Coverage {
        match (self.viewer, &self.hand) {
            (Viewer::Seat(seat), Some(hand)) => G::moves(&self.public, hand, seat, moves),
            _ => Coverage::Complete,
        }
    }

    /// The hands the viewer sees: the own, and all when the round is over; the others are empty.
    pub(crate) fn hands_seen(&self) -> PerSeat<G::Hand> {
        let mut hands = self.public.ending().map_or(PerSeat::new(self.public.sheet.seats()), |ending| ending.hands);
        if let (Viewer::Seat(seat), Some(hand)) = (self.viewer, self.hand) {
            hands[seat] = hand;
        }
        hands
    }
}

/// Who looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Someone who plays on this seat, and sees its hand.
    Seat(Seat),
    /// Someone who only watches.
    Spectator,
}

impl Viewer {
    /// Whether the viewer sees what `seat` holds.
    #[must_use]
    pub fn sees(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// Takes the card that is drawn off the top of a pile, which is at its end.
pub(crate) fn draw_top<A: Array<Item: PartialEq>>(pile: &mut ArrayVec<A>, drawn: A::Item) -> Result<(), EventMismatch> {
    match pile.pop() {
        Some(top) if top == drawn => Ok(()),
        _ => Err(EventMismatch("another card is on top of the pile")),
    }
}
