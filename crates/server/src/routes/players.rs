//! What everybody may know about players: their ratings, their finished matches, who is best.
//!
//! Lists come in pages; a page says where the next begins, so nothing is skipped or repeated when something is added.
//! Deliberately absent: whatever is private, such as sessions.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use engine::GameId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::house::GameSchema;

use super::extract::{GameSlug, MaybePlayer, Query};
use super::session::Player;
use crate::app::App;
use crate::ledger::{Figures, MatchRow, Rating, SeatResult};
use crate::people::PlayerKind;
use crate::refusal::Refusal;

/// How many lines a page has, unless asked for fewer or more, and the most.
const PAGE: u32 = 50;
const MAX_PAGE: u32 = 100;

/// A player by their id.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct PlayerId {
    /// The id of the player.
    id: String,
}

/// A player and their ratings.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Profile {
    /// The player.
    player: Player,
    /// One for each game they have played rated matches of.
    ratings: Vec<Rating>,
}

/// Which page of the matches.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryPage {
    /// Only matches before this one: `next` of the page before; absent: from the newest.
    #[serde(default)]
    before: Option<u64>,
    /// How many, at most 100; absent: 50.
    #[serde(default)]
    #[schemars(range(max = MAX_PAGE))]
    most: Option<u32>,
    /// The language of refusals.
    #[serde(default)]
    #[allow(dead_code, reason = "read from the address itself, and to be allowed here")]
    lang: Option<String>,
}

/// A page of finished matches.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct History {
    /// Newest first.
    matches: Vec<FinishedMatch>,
    /// Where the next page begins; absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

/// A finished match.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FinishedMatch {
    /// The id of the table.
    table: String,
    /// The slug of the game.
    game: String,
    /// Whether it counted for ratings.
    rated: bool,
    /// When it ended, in milliseconds since 1970.
    ended: u64,
    /// Whether it was played without the house and sent later as a record; it never counts for ratings, and only the
    /// player who sent it finds it.
    offline: bool,
    /// Who came where, by seat.
    places: Vec<SeatResult>,
}

impl From<MatchRow> for FinishedMatch {
    fn from(row: MatchRow) -> Self {
        let MatchRow { table, game, rated, ended, offline, places, .. } = row;
        Self { table, game, rated, ended, offline, places }
    }
}

/// Of which game the figures are.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FiguresOf {
    /// onze, nain-jaune, dos, rummy or quarante-six.
    #[schemars(with = "GameSchema")]
    game: String,
    /// The language of refusals.
    #[serde(default)]
    #[allow(dead_code, reason = "read from the address itself, and to be allowed here")]
    lang: Option<String>,
}

/// A player and their figures at a game.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PlayerFigures {
    /// The player.
    player: Player,
    /// The slug of the game.
    game: String,
    /// What their matches come to.
    figures: Figures,
}

/// Which page of a leaderboard.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardPage {
    /// Only players after this one: `next` of the page before; absent: from the best.
    #[serde(default)]
    after: Option<String>,
    /// How many, at most 100; absent: 50.
    #[serde(default)]
    #[schemars(range(max = MAX_PAGE))]
    most: Option<u32>,
    /// The language of refusals.
    #[serde(default)]
    #[allow(dead_code, reason = "read from the address itself, and to be allowed here")]
    lang: Option<String>,
}

/// A page of a leaderboard.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Leaderboard {
    /// Best first.
    players: Vec<Ranked>,
    /// Where the next page begins; absent: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A line of a leaderboard.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Ranked {
    /// The id of the player.
    player: String,
    /// The name shown.
    name: String,
    /// A person or a program.
    kind: PlayerKind,
    /// The cautious number: 40 × (mean − 3 × uncertainty), rounded.
    rating: i64,
    /// In how many rated matches.
    matches: u32,
}

pub(super) async fn player(
    State(app): State<Arc<App>>,
    Path(PlayerId { id }): Path<PlayerId>,
) -> Result<Json<Profile>, Refusal> {
    let player = app.ledger.player(&id).await?.ok_or(Refusal::NoSuchPlayer)?;
    let ratings = app.ledger.ratings(&id).await?;
    Ok(Json(Profile { player: player.into(), ratings }))
}

pub(super) async fn history(
    State(app): State<Arc<App>>,
    Path(PlayerId { id }): Path<PlayerId>,
    MaybePlayer(asker): MaybePlayer,
    Query(page): Query<HistoryPage>,
) -> Result<Json<History>, Refusal> {
    app.ledger.player(&id).await?.ok_or(Refusal::NoSuchPlayer)?;
    let most = lines(page.most);
    let rows = app.ledger.history(&id, asker.as_deref(), page.before.unwrap_or(u64::MAX), most).await?;
    let next = rows.last().filter(|_| is_full(rows.len(), most)).map(|row| row.position);
    Ok(Json(History { matches: rows.into_iter().map(FinishedMatch::from).collect(), next }))
}

pub(super) async fn figures(
    State(app): State<Arc<App>>,
    Path(PlayerId { id }): Path<PlayerId>,
    MaybePlayer(asker): MaybePlayer,
    Query(FiguresOf { game, .. }): Query<FiguresOf>,
) -> Result<Json<PlayerFigures>, Refusal> {
    let game = GameId::from_slug(&game).ok_or(Refusal::NoSuchGame)?;
    let player = app.ledger.player(&id).await?.ok_or(Refusal::NoSuchPlayer)?;
    let figures = app.ledger.figures(&id, game, asker.as_deref()).await?;
    Ok(Json(PlayerFigures { player: player.into(), game: game.slug().into(), figures }))
}

pub(super) async fn leaderboard(
    State(app): State<Arc<App>>,
    Path(game): Path<GameSlug>,
    Query(page): Query<BoardPage>,
) -> Result<Json<Leaderboard>, Refusal> {
    let after = page.after.as_deref().map(place_on_board).transpose()?;
    let most = lines(page.most);
    let rows = app.ledger.leaderboard(game.id()?, after, most).await?;
    let next = rows.last().filter(|_| is_full(rows.len(), most)).map(|row| format!("{}.{}", row.rating, row.player));
    let ranked = |row: crate::ledger::Rank| Ranked {
        player: row.player,
        name: row.name,
        kind: row.kind,
        rating: row.rating,
        matches: row.matches,
    };
    Ok(Json(Leaderboard { players: rows.into_iter().map(ranked).collect(), next }))
}

fn lines(asked: Option<u32>) -> u32 {
    asked.unwrap_or(PAGE).clamp(1, MAX_PAGE)
}

fn is_full(found: usize, most: u32) -> bool {
    u32::try_from(found).is_ok_and(|found| found >= most)
}

/// Reads what `next` of a leaderboard says: `<rating>.<player>`.
fn place_on_board(text: &str) -> Result<(i64, String), Refusal> {
    let read = text.split_once('.').and_then(|(rating, player)| Some((rating.parse().ok()?, player.to_owned())));
    read.ok_or_else(|| Refusal::BadQuery { why: "`after` is the `next` of another page".into() })
}
