//! What is there for those who run the house, and the page at its root.
//!
//! Deliberately absent: anything that changes the house.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use words::door;

use crate::app::App;
use crate::refusal::Refusal;
use crate::safety::Asker;

/// The house answers.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Health {
    /// The version of the house.
    version: &'static str,
    /// The last position of the journal.
    head: u64,
}

/// Answers when the journal does.
pub(super) async fn health(State(app): State<Arc<App>>) -> Result<Json<Health>, Refusal> {
    app.ledger.is_readable().await?;
    let head = app.journal.head().await?;
    Ok(Json(Health { version: env!("CARGO_PKG_VERSION"), head: head.0 }))
}

pub(super) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let form = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, form)], app.metrics.text()).into_response()
}

/// A page that says that the house is open.
pub(super) async fn page(asker: Asker) -> Html<String> {
    let lang = asker.lang;
    let (code, welcome, link) = (lang.code(), door::welcome(lang), door::interface_link(lang));
    Html(format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Tapis</title>\n\
         <h1>Tapis</h1>\n<p>{welcome}</p>\n<p><a href=\"/api/openapi.json\">{link}</a></p>\n</html>\n"
    ))
}
