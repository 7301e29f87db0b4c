//! A match that was played without the house, as its device sends it.
//!
//! Deliberately absent: what the house makes of it (module `offline`).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use engine::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::house::TableId;

use super::extract::Body;
use super::tables::BotSeat;
use crate::app::App;
use crate::offline::{self, MAX_RECORD_BYTES, SentMatch};
use crate::people::Who;
use crate::refusal::Refusal;
use crate::safety::Asker;

/// The longest body: a record is longer as a text in JSON.
pub(super) const MAX_BODY_BYTES: usize = MAX_RECORD_BYTES * 3 / 2;

/// A match that was played without the house.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfflineMatch {
    /// Its record, whole, at most 256 KiB.
    record: String,
    /// The seat of the player who sends it; absent: the first.
    #[serde(default)]
    #[schemars(range(max = 7))]
    seat: u8,
    /// How well its bots played: one for each bot of the record.
    #[serde(default)]
    bots: Vec<BotSeat>,
    /// When it ended, in milliseconds since 1970, by the clock of the device; absent: now.
    #[serde(default)]
    ended: Option<u64>,
}

/// The match is kept.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Kept {
    /// Its id in the history of the player, under which its record is found as well.
    table: TableId,
}

pub(super) async fn send(
    State(app): State<Arc<App>>,
    asker: Asker,
    who: Who,
    Body(sent): Body<OfflineMatch>,
) -> Result<Json<Kept>, Refusal> {
    let no_seat = || Refusal::BadBody { why: "there is no such seat".into() };
    let seat = |number: u8| Seat::new(number.into()).ok_or_else(no_seat);
    let bots = sent.bots.iter().map(|bot| Ok((seat(bot.seat)?, bot.level))).collect::<Result<_, Refusal>>()?;
    let ended = sent.ended.unwrap_or(u64::MAX);
    let sent = SentMatch { record: sent.record, seat: seat(sent.seat)?, bots, ended };
    let table = offline::keep(&app, &who, &asker, sent).await?;
    Ok(Json(Kept { table }))
}
