//! What a person can do about all that the house keeps of them.
//!
//! Deliberately absent: how it is found and deleted; that is [`crate::privacy`].

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, NoContent, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use words::privacy::{KeptDays, note};

use super::extract::Body;
use super::session::{WithCookie, no_cookie};
use crate::app::App;
use crate::people::Who;
use crate::privacy::{collect, delete_player};
use crate::refusal::Refusal;
use crate::safety::Asker;

/// That one's account is to be deleted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteAccount {
    /// The password; guests have none.
    #[serde(default)]
    password: Option<String>,
}

/// What the house keeps, in the language of whoever asks.
pub(super) async fn privacy(State(app): State<Arc<App>>, asker: Asker) -> Html<String> {
    let config = &app.config;
    let days = KeptDays { chat: config.chat_days, device: config.device_days, session: config.session_days.get() };
    Html(note(days, asker.lang))
}

pub(super) async fn data(State(app): State<Arc<App>>, asker: Asker, who: Who) -> Result<Response, Refusal> {
    // It reads the whole log.
    let _replaying = app.replays.enter(asker.network())?;
    let data = collect(&app, &who).await?;
    let name = format!("attachment; filename=\"tapis-{}.json\"", who.player.id);
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(data)).into_response())
}

pub(super) async fn delete(
    State(app): State<Arc<App>>,
    asker: Asker,
    who: Who,
    Body(wish): Body<DeleteAccount>,
) -> Result<WithCookie<NoContent>, Refusal> {
    app.limits.login_attempt(asker.network())?;
    app.limits.owner_attempt(&who.player.id)?;
    app.people.check_owner(&who, wish.password).await?;
    let (task, player) = (Arc::clone(&app), who.player.id);
    // A task of its own, which goes on if whoever asked does not wait for it.
    let deletion = app.tasks.spawn(async move { delete_player(&task, &player).await });
    deletion.await.map_err(|_| Refusal::Failed)??;
    no_cookie(&app)
}
