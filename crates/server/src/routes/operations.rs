//! What is there for those who run the house.
//!
//! Deliberately absent: anything that changes the house.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::refusal::Refusal;

/// The type of the figures.
pub(super) const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The house answers.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Health {
    /// The version of the house.
    version: &'static str,
    /// The last position of the journal.
    head: u64,
    /// Whether the data can be written: it cannot be while the disk is full.
    writable: bool,
    /// In a house of several nodes: how many news this node does not know yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<u64>,
}

/// Answers when the data can be read.
pub(super) async fn health(State(app): State<Arc<App>>) -> Result<Json<Health>, Refusal> {
    app.ledger.is_readable().await?;
    let head = app.journal.head().await?;
    let writable = app.writability.trouble().is_none();
    let behind = app.storage.cluster().map(|cluster| cluster.behind());
    Ok(Json(Health { version: env!("CARGO_PKG_VERSION"), head: head.0, writable, behind }))
}

/// Answers when the data can be read and written.
pub(super) async fn readiness(app: State<Arc<App>>) -> Result<Json<Health>, Refusal> {
    let node = app.storage.cluster().and_then(|cluster| cluster.trouble());
    match node.or_else(|| app.writability.trouble()) {
        Some(why) => Err(Refusal::NotWritable { why }),
        None => health(app).await,
    }
}

pub(super) async fn metrics(State(app): State<Arc<App>>) -> Result<Response, Refusal> {
    Ok(([(header::CONTENT_TYPE, METRICS_TYPE)], app.metrics.text()).into_response())
}
