//! Tables over HTTP: open one, find one, look at one, fetch its record. Playing is done over the WebSocket.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use engine::{GameId, Seat};
use host::{Room, open as open_entries};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::house::{
    Ask, BotLevel, GameSchema, PlayerId, Settings, Stage, Summary, TableId, TableKey, TableRefusal, ToServer,
};
use wire::write_record;
use words::Lang;
use words::evening::EveningRefusal;

use super::extract::{Body, Query, Visitor};
use crate::app::App;
use crate::evening;
use crate::hosts::{HouseError, Outbox, Sink};
use crate::invite;
use crate::offline;
use crate::people::Who;
use crate::refusal::Refusal;
use crate::safety::{Asker, RecordLimit};

/// The type of a record.
pub(super) const RECORD_TYPE: &str = "application/jsonl";
/// The type of a QR code.
pub(super) const QR_CODE_TYPE: &str = "image/svg+xml";
/// How long a turn may take at a table that a quick match opens.
const QUICK_TURN_SECONDS: u16 = 60;
/// The most positions in one answer.
const MAX_POSITIONS: usize = 500;

/// A table to be opened. The asker sits on its first seat.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenTable {
    /// What is played, and how.
    settings: Settings,
    /// Where bots of the house sit.
    #[serde(default)]
    bots: Vec<BotSeat>,
}

/// A seat for a bot of the house.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BotSeat {
    /// Which seat.
    #[schemars(range(max = 7))]
    pub(super) seat: u8,
    /// How well the bot plays.
    pub(super) level: BotLevel,
}

/// Where a table is found.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Found {
    /// The id of the table.
    table: String,
    /// The address to give to friends.
    link: String,
    /// The key in that address, for a table that only those who are invited find; over the WebSocket it goes with
    /// `watch`.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

/// The public tables.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Tables {
    /// Newest first.
    tables: Vec<Summary>,
}

/// A table as it is now.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TableNow {
    #[serde(flatten)]
    summary: Summary,
    /// The seat whose turn it is; absent when nobody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u8>,
}

/// What one would like to play.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct QuickMatch {
    /// onze, nain-jaune, dos, rummy or quarante-six.
    #[schemars(with = "GameSchema")]
    game: String,
    /// How many are to play, if a table has to be opened; absent: four.
    #[serde(default)]
    #[schemars(range(min = 2, max = 8))]
    seats: Option<u8>,
    /// Whether the match is to count for ratings.
    #[serde(default)]
    rated: bool,
}

/// The id of a table.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct TablePath {
    id: String,
}

/// Which part of a match.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct From {
    /// The number of the first position, from 0; absent: 0.
    #[serde(default)]
    from: Option<usize>,
    /// How many, at most 500; absent: 100.
    #[serde(default)]
    #[schemars(range(max = MAX_POSITIONS))]
    most: Option<usize>,
    /// The key of the table's link.
    #[serde(default)]
    #[allow(dead_code, reason = "read from the address itself, and to be allowed here")]
    #[schemars(skip)]
    key: Option<String>,
    /// The language of refusals.
    #[serde(default)]
    #[allow(dead_code, reason = "read from the address itself, and to be allowed here")]
    lang: Option<String>,
}

/// A part of a match.
#[derive(Debug, JsonSchema)]
#[allow(dead_code, reason = "it describes what is written piece by piece")]
pub(super) struct Positions {
    /// How many positions the whole match has.
    count: usize,
    /// The number of the first of these.
    from: usize,
    /// The positions, as the referee writes them, with the line of the record that led there.
    positions: Vec<Value>,
}

pub(super) async fn open(
    State(app): State<Arc<App>>,
    asker: Asker,
    headers: HeaderMap,
    who: Who,
    Body(wanted): Body<OpenTable>,
) -> Result<Json<Found>, Refusal> {
    let no_such_seat = TableRefusal::NoSuchSeat { seats: wanted.settings.seats.into() };
    let seat = |bot: &BotSeat| Seat::new(bot.seat.into()).map(|seat| (seat, bot.level));
    let bots: Option<Vec<(Seat, BotLevel)>> = wanted.bots.iter().map(seat).collect();
    let bots = bots.ok_or(no_such_seat)?;
    let table = open_table(&app, &who, &asker, wanted.settings, &bots).await?;
    found(&app, &headers, table).await
}

async fn open_table(
    app: &App,
    who: &Who,
    asker: &Asker,
    settings: Settings,
    bots: &[(Seat, BotLevel)],
) -> Result<TableId, Refusal> {
    let (origin, lang) = (asker.network().origin(), asker.lang);
    let _opening = app.table_count.enter(&who.player.id, origin, &app.config, &app.ledger).await?;
    let entries = open_entries(settings, bots, &who.person(lang), app.clock.now())?;
    Ok(app.house.open(entries, Some(origin)).await?)
}

/// Where a table is found by who was let in.
async fn found(app: &App, headers: &HeaderMap, table: TableId) -> Result<Json<Found>, Refusal> {
    let key = app.house.look(&table, |room| room.key().cloned()).await?;
    let link = link(app, headers, &table, key.as_ref());
    Ok(Json(Found { link, table: table.to_string(), key: key.map(|key| key.to_string()) }))
}

/// The address to give to friends.
fn link(app: &App, headers: &HeaderMap, table: &str, key: Option<&TableKey>) -> String {
    let origin = invite::origin(&app.config, headers);
    match key {
        Some(key) => format!("{origin}/table/{table}?key={key}"),
        None => format!("{origin}/table/{table}"),
    }
}

/// Looks at a table that the visitor may know of.
pub(super) async fn look<T: Send + 'static>(
    app: &App,
    table: &str,
    Visitor { player, key }: Visitor,
    look: impl FnOnce(&Room) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let look = move |room: &Room| room.admits(player.as_ref(), key.as_ref()).then(|| look(room));
    app.house.look(table, look).await?.ok_or(Refusal::NotInvited)
}

pub(super) async fn tables(State(app): State<Arc<App>>) -> Json<Tables> {
    Json(Tables { tables: app.house.lobby().tables() })
}

pub(super) async fn table(
    State(app): State<Arc<App>>,
    Path(TablePath { id }): Path<TablePath>,
    visitor: Visitor,
) -> Result<Json<TableNow>, Refusal> {
    let now = app.clock.now();
    let seen = move |room: &Room| TableNow {
        summary: room.summary(),
        turn: room.clock(now).seat.map(|seat| seat.index() as u8),
    };
    Ok(Json(look(&app, &id, visitor, seen).await?))
}

pub(super) async fn quick_match(
    State(app): State<Arc<App>>,
    asker: Asker,
    headers: HeaderMap,
    who: Who,
    Body(wanted): Body<QuickMatch>,
) -> Result<Json<Found>, Refusal> {
    let game = GameId::from_slug(&wanted.game).ok_or(Refusal::NoSuchGame)?;
    let fits = |table: &&Summary| {
        table.stage == Stage::Gathering
            && table.settings.game == game
            && table.settings.rated == wanted.rated
            && table.settings.options.is_empty()
            && (table.settings.turn_seconds.is_some() || host::has_clock(game))
            && wanted.seats.is_none_or(|seats| seats == table.settings.seats)
            && table.seats.iter().any(|seat| seat.sitter.is_none())
    };
    let tables = app.house.lobby().tables();
    // The oldest table is filled first.
    for table in tables.iter().rev().filter(fits) {
        let sits = |seat: &wire::house::SeatView| {
            let player = seat.sitter.as_ref().and_then(|sitter| sitter.seating.player());
            player.is_some_and(|player| *player == who.player.id.as_str())
        };
        if !table.seats.iter().any(sits) {
            // A table that refuses it has it in its log.
            let records = app.limits.may_write(&who.player.id, asker.network())?;
            if !sit(&app, &who, asker.lang, records, &table.table).await {
                continue;
            }
        }
        return found(&app, &headers, table.table.clone()).await;
    }
    let settings = Settings {
        // Strangers do not keep each other waiting; a game with a clock of its own has one.
        turn_seconds: (!host::has_clock(game)).then_some(QUICK_TURN_SECONDS),
        rated: wanted.rated,
        hints: !wanted.rated,
        undo: !wanted.rated,
        begins_when_full: true,
        ..Settings::new(game, wanted.seats.unwrap_or(4))
    };
    let table = open_table(&app, &who, &asker, settings, &[]).await?;
    found(&app, &headers, table).await
}

/// Whoever sits down by a request is told by its answer alone.
#[derive(Debug)]
pub(crate) struct NoSink;

impl Sink for NoSink {
    fn flush(&self, _: &Outbox, _: &mut Vec<u8>) {}
}

/// Sits down for somebody, as their own client would; whether it was granted.
async fn sit(app: &App, who: &Who, lang: Lang, records: RecordLimit, table: &TableId) -> bool {
    let player = PlayerId::from(who.player.id.as_str());
    let mut connection = app.house.connect_limited(who.person(lang), Arc::new(NoSink), Some(records));
    // A later request is a new ask and not a repeat, so its id is a new one.
    let id = format!("quick-match-{}", app.clock.now());
    connection.ask(ToServer { id, table: Some(table.clone()), key: None, ask: Ask::Sit { seat: None } }).await;
    connection.settle().await;
    // The table looks after it has answered.
    app.house.look(table, move |room| room.seat_of(&player).is_some()).await.unwrap_or(false)
}

pub(super) async fn record(
    State(app): State<Arc<App>>,
    Path(TablePath { id }): Path<TablePath>,
    visitor: Visitor,
) -> Result<Response, Refusal> {
    let text = record_text(&app, &id, visitor).await?;
    let name = format!("attachment; filename=\"tapis-{id}.jsonl\"");
    let headers = [(header::CONTENT_TYPE, RECORD_TYPE.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

async fn record_text(app: &App, table: &str, visitor: Visitor) -> Result<String, Refusal> {
    let asker = visitor.player.clone();
    // The deals of an evening are nobody's until it is over, and then everybody's.
    let evening = app.house.look(table, |room| room.evening().map(|evening| evening.place.evening.clone())).await;
    let record = |room: &Room| room.record(&day_of(room.summary().opened));
    let record = match evening {
        // It may have been played without the house.
        Err(HouseError::NoSuchTable) => return offline::record(app, table, asker.as_deref()).await,
        Ok(Some(evening)) if evening::is_over(app, &evening).await? => app.house.look(table, record).await?,
        Ok(Some(_)) => return Err(EveningRefusal::Open.into()),
        Ok(None) => look(app, table, visitor, record).await?,
        Err(error) => return Err(error.into()),
    };
    Ok(write_record(&record.ok_or(Refusal::MatchNotOver)?))
}

/// The day of a moment, as `2026-11-15`.
fn day_of(millis: u64) -> String {
    let seconds = i64::try_from(millis / 1_000).unwrap_or_default();
    time::OffsetDateTime::from_unix_timestamp(seconds).map(|moment| moment.date().to_string()).unwrap_or_default()
}

pub(super) async fn positions(
    State(app): State<Arc<App>>,
    asker: Asker,
    _who: Who,
    Path(TablePath { id }): Path<TablePath>,
    visitor: Visitor,
    Query(part): Query<From>,
) -> Result<Response, Refusal> {
    let _replaying = app.replays.enter(asker.network())?;
    let record = record_text(&app, &id, visitor).await?;
    let from = part.from.unwrap_or(0);
    let most = part.most.unwrap_or(100).min(MAX_POSITIONS);
    // A long match takes a while to replay: not on the thread of the tables.
    let replay = move || referee::records::trace_part(&record, from, most, Lang::default());
    let Ok(Ok(traced)) = tokio::task::spawn_blocking(replay).await else { return Err(Refusal::TableParked) };
    let (from, count) = (from.min(traced.count), traced.count);
    // It is sent position by position, as each was written: a long part is never a text as a whole.
    let head = format!("{{\"count\":{count},\"from\":{from},\"positions\":[");
    let comma = |(index, position): (usize, String)| if index == 0 { position } else { format!(",{position}") };
    let positions = traced.positions.into_iter().enumerate().map(comma);
    let pieces = std::iter::once(head).chain(positions).chain(["]}".to_owned()]);
    let body = axum::body::Body::from_stream(futures_util::stream::iter(pieces.map(Ok::<_, Infallible>)));
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

pub(super) async fn qr_code(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Path(TablePath { id }): Path<TablePath>,
    visitor: Visitor,
) -> Result<Response, Refusal> {
    let key = look(&app, &id, visitor, |room| room.key().cloned()).await?;
    let code = qrcode::QrCode::new(link(&app, &headers, &id, key.as_ref())).map_err(|_| Refusal::Failed)?;
    let drawing = code.render::<qrcode::render::svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(([(header::CONTENT_TYPE, QR_CODE_TYPE)], drawing).into_response())
}
