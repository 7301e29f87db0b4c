//! What was laid since one's last turn: a ring in the colour of whoever laid it, and their portrait.
//!
//! A board puts [`halo`] into whatever can be laid on, under the name that [`Drawn::laid`](crate::games::Drawn) gives it.

use leptos::prelude::*;

use crate::place::Place;
use crate::reactive::{Memo, memo};

/// The ring around a place of the board, while somebody has just laid something there. It fills the element it is in.
pub(crate) fn halo(place: Place, name: String) -> AnyView {
    ring(place, memo(move || place.laid_by(&name)))
}

/// The same for whoever knows who laid something there.
pub(crate) fn ring(place: Place, by: Memo<Option<usize>>) -> AnyView {
    let drawn = move || {
        let seat = by.get()?;
        let around = place.around;
        Some(view! {
            <span class="halo" aria-hidden="true" style=("--player", around.colour(seat))>
                {around.portrait(seat)}
            </span>
        })
    };
    drawn.into_any()
}
