//! Reports from players to those who keep the house.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use words::server;

use super::extract::Body;
use crate::admin::{ReportEntry, append_report};
use crate::app::App;
use crate::people::Who;
use crate::refusal::Refusal;
use crate::safety::Asker;

/// The longest report, in characters.
pub(crate) const MAX_REPORT_LENGTH: usize = 1_000;
/// The most reports of one player that were not dealt with.
pub(crate) const MAX_OPEN_REPORTS: u32 = 10;

/// Something a keeper should know.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Report {
    /// The id of the player it is about.
    #[serde(default)]
    player: Option<String>,
    /// The id of the table where it happened; what that player said there last goes with the report.
    #[serde(default)]
    table: Option<String>,
    /// What happened, 1 to 1000 characters.
    text: String,
}

/// The report has arrived.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Reported {
    /// A sentence that says so, in the asker's language.
    message: String,
}

pub(super) async fn report(
    State(app): State<Arc<App>>,
    asker: Asker,
    who: Who,
    Body(report): Body<Report>,
) -> Result<Json<Reported>, Refusal> {
    let text = report.text.trim().to_owned();
    if text.is_empty() || text.chars().count() > MAX_REPORT_LENGTH {
        return Err(Refusal::BadReport { most: MAX_REPORT_LENGTH });
    }
    if app.ledger.open_reports_by(&who.player.id).await? >= MAX_OPEN_REPORTS {
        return Err(Refusal::TooManyReports { most: MAX_OPEN_REPORTS });
    }
    if let Some(player) = &report.player {
        app.ledger.player(player).await?.ok_or(Refusal::NoSuchPlayer)?;
    }
    let mut lines = match &report.table {
        Some(table) => app.house.look(table, host::Room::chat).await?,
        None => Vec::new(),
    };
    lines.retain(|line| report.player.as_deref().is_some_and(|player| line.player == *player));
    let entry = ReportEntry {
        reporter: who.player.id,
        at: app.clock.now(),
        player: report.player,
        table: report.table,
        text,
        lines,
    };
    append_report(&*app.journal, &entry).await?;
    Ok(Json(Reported { message: server::reported(asker.lang) }))
}
