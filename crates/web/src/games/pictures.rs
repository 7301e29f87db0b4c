//! The pictures of the games: one drawn for each, on the tiles of the first screen and in lists.

use engine::GameId;
use leptos::prelude::*;

use crate::drawing::{part, picture as drawn};

/// The picture of a game.
pub(crate) fn picture(game: GameId) -> AnyView {
    drawn("game-picture", "0 0 220 160", &part(&format!("picture-{}", game.slug()), 0.0, 0.0, 220.0, 160.0))
}
