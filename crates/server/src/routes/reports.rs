//! Reports from players to those who keep the house.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use host::Room;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::house::PlayerId;
use words::server;

use super::extract::Body;
use crate::admin::{ReportEntry, append_report};
use crate::app::App;
use crate::hosts::Origin;
use crate::people::Who;
use crate::refusal::Refusal;
use crate::safety::Asker;

/// The longest report, in characters.
pub(crate) const MAX_REPORT_LENGTH: usize = 1_000;
/// The most reports of one player that were not dealt with.
pub(crate) const MAX_OPEN_REPORTS: u32 = 10;
/// The most of all players of one network: a crowd of guests does not bury what others report.
const MAX_OPEN_REPORTS_OF_NETWORK: u32 = 50;

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
    if let Some(player) = &report.player {
        app.ledger.player(player).await?.ok_or(Refusal::NoSuchPlayer)?;
    }
    let reporter = PlayerId::from(who.player.id.as_str());
    let mut lines = match &report.table {
        // Of a private table nobody learns by way of a report who could not hear what is said there.
        Some(table) => {
            let heard = move |room: &Room| if room.hears(&reporter) { room.chat() } else { Vec::new() };
            app.house.look(table, heard).await?
        }
        None => Vec::new(),
    };
    lines.retain(|line| report.player.as_deref().is_some_and(|player| line.player == *player));
    let Origin(origin) = asker.network().origin();
    let _counting = app.counting.lock().await;
    let (own, all) = app.ledger.open_reports_by(&who.player.id, origin).await?;
    for (open, most) in [(own, MAX_OPEN_REPORTS), (all, MAX_OPEN_REPORTS_OF_NETWORK)] {
        if open >= most {
            return Err(Refusal::TooManyReports { most });
        }
    }
    let entry = ReportEntry {
        reporter: who.player.id,
        origin: Some(origin),
        at: app.clock.now(),
        player: report.player,
        table: report.table,
        text,
        lines,
    };
    append_report(&*app.journal, &entry).await?;
    Ok(Json(Reported { message: server::reported(asker.lang) }))
}
