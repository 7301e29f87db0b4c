//! Duplicate evenings over HTTP: open one, look at one, get one's table for the next deal.
//!
//! Deliberately absent: what an evening is (module `evening`), and playing, which is done over the WebSocket.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Html;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::house::{EveningSettings, EveningView, MAX_EVENING_HOURS, PlayerId, TableId};

use super::extract::{Body, MaybePlayer};
use crate::app::App;
use crate::evening::{self, NextTable};
use crate::invite;
use crate::people::Who;
use crate::refusal::Refusal;
use crate::safety::Asker;

/// An evening to be opened.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenEvening {
    /// What is played, and how.
    settings: EveningSettings,
    /// For how many hours it is open.
    #[schemars(range(min = 1, max = MAX_EVENING_HOURS))]
    hours: u16,
}

/// An evening is open.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OpenedEvening {
    /// Its id.
    evening: String,
    /// The address to give to others: whoever has it may play.
    link: String,
}

/// One's table for the deal that is next.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DealTable {
    /// The id of the table.
    table: TableId,
    /// Which deal, from 1.
    deal: u16,
}

/// The id of an evening.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct EveningPath {
    id: String,
}

pub(super) async fn open(
    State(app): State<Arc<App>>,
    asker: Asker,
    headers: HeaderMap,
    who: Who,
    Body(OpenEvening { settings, hours }): Body<OpenEvening>,
) -> Result<Json<OpenedEvening>, Refusal> {
    let evening = evening::open(&app, &who, &asker, settings, hours).await?;
    let link = format!("{}/evening/{evening}", invite::origin(&app.config, &headers));
    Ok(Json(OpenedEvening { evening, link }))
}

pub(super) async fn evening(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    MaybePlayer(player): MaybePlayer,
    Path(EveningPath { id }): Path<EveningPath>,
) -> Result<Json<EveningView>, Refusal> {
    Ok(Json(seen(&app, &headers, player.as_ref(), &id).await?))
}

pub(super) async fn page(
    State(app): State<Arc<App>>,
    asker: Asker,
    headers: HeaderMap,
    MaybePlayer(player): MaybePlayer,
    Path(EveningPath { id }): Path<EveningPath>,
) -> Result<Html<String>, Refusal> {
    let evening = seen(&app, &headers, player.as_ref(), &id).await?;
    Ok(Html(words::evening::page(&evening, player.as_ref(), asker.lang)))
}

pub(super) async fn form(asker: Asker) -> Html<String> {
    Html(words::evening::form(asker.lang))
}

async fn seen(app: &App, headers: &HeaderMap, player: Option<&PlayerId>, id: &str) -> Result<EveningView, Refusal> {
    evening::view(app, id, player.map(PlayerId::as_str), &invite::origin(&app.config, headers)).await
}

pub(super) async fn table(
    State(app): State<Arc<App>>,
    asker: Asker,
    who: Who,
    Path(EveningPath { id }): Path<EveningPath>,
) -> Result<Json<DealTable>, Refusal> {
    let NextTable { table, deal } = evening::next_table(&app, &who, &asker, &id).await?;
    Ok(Json(DealTable { table, deal }))
}
