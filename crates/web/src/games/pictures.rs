//! The pictures on the tiles of the first screen: one drawn for each game.

use engine::GameId;
use leptos::prelude::*;

/// The picture of a game.
pub(crate) fn picture(game: GameId) -> AnyView {
    view! {
        <svg class=format!("picture picture-{}", game.slug()) viewBox="0 0 220 132" preserveAspectRatio="xMidYMid slice"
            aria-hidden="true">
            <rect width="220" height="132" class="ground"/>
        </svg>
    }
    .into_any()
}
