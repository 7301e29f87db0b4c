//! What the rules say to a move, asked from what one viewer knows.

use engine::{Chance, Game, Seat, Seed, Shuffle, View};

/// A stream that no deal uses: rounds are counted from 1.
const NO_DEAL: Shuffle = Shuffle { round: 0, reshuffle: 0 };

/// What the rules say to a move of a seat, whose view this is.
pub(crate) fn judge<G: Game>(view: &View<G>, seat: Seat, mv: &G::Move) -> Result<(), G::Refusal> {
    // A truth that looks like this: what is legal in one is legal in all.
    let state = G::imagine(view, &mut Chance::new(&Seed::default(), NO_DEAL));
    G::decide(&state, seat, mv).map(|_| ())
}
