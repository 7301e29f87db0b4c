//! The pictures of the games: one drawn for each (`assets/pictures.svg`), on the tiles of the first screen and in lists.

use engine::GameId;
use leptos::prelude::*;

use crate::drawing::part;

/// The picture of a game on the material of its table. It fills its box: what does not fit is cut off at the edges.
pub(crate) fn picture(game: GameId) -> AnyView {
    let markup = part(&format!("picture-{}", game.slug()), 0.0, 0.0, 220.0, 160.0);
    view! {
        <span class="game-picture" data-game=game.slug() aria-hidden="true">
            <svg viewBox="0 0 220 160" preserveAspectRatio="xMidYMid slice" inner_html=markup></svg>
        </span>
    }
    .into_any()
}
