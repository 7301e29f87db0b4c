//! The rulebooks.

use axum::extract::Path;
use axum::response::Html;
use engine::with_game;
use words::rulebook;

use super::extract::GameSlug;
use crate::refusal::Refusal;
use crate::safety::Asker;

/// The numbered rules of a game, in the language of whoever asks.
pub(super) async fn rules(Path(game): Path<GameSlug>, asker: Asker) -> Result<Html<String>, Refusal> {
    Ok(Html(with_game!(game.id()?, G => rulebook::page::<G>(asker.lang))))
}
