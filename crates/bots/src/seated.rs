//! What a bot knows: the view of its seat and its notes, kept up to date by what it is shown.

use engine::{EventMismatch, Seat, View, Viewer};

use crate::{Knowledge, Skill};

/// What one seat knows, and remembers of the round.
#[derive(Clone, PartialEq, Debug)]
pub struct Seated<G: Skill> {
    seat: Seat,
    view: View<G>,
    notes: G::Notes,
}

impl<G: Skill> Seated<G> {
    /// A seat that sees `view`, and remembers nothing yet; `None` if the view is not a seat's.
    #[must_use]
    pub fn new(view: View<G>) -> Option<Self> {
        match (view.viewer, &view.hand) {
            (Viewer::Seat(seat), Some(_)) => Some(Self { seat, view, notes: G::Notes::default() }),
            _ => None,
        }
    }

    /// Learns what the seat was shown.
    ///
    /// # Errors
    /// If it does not fit the view: something was missed.
    pub fn follow(&mut self, shown: &G::Shown) -> Result<(), EventMismatch> {
        G::note(&mut self.notes, &self.view, shown);
        G::follow(&mut self.view, shown)
    }

    /// The host's clock has run out, as everybody is told: the round under way is the last.
    pub fn call_last_round(&mut self) {
        self.view.public.sheet.last_round = true;
    }

    /// The view.
    #[must_use]
    pub fn view(&self) -> &View<G> {
        &self.view
    }

    /// The notes.
    #[must_use]
    pub fn notes(&self) -> &G::Notes {
        &self.notes
    }

    /// What to go by when choosing a move.
    #[must_use]
    pub fn seen(&self) -> Knowledge<'_, G> {
        let Some(hand) = &self.view.hand else { unreachable!("a seat's view has a hand") };
        Knowledge { public: &self.view.public, hand, seat: self.seat, notes: &self.notes }
    }
}
