//! Coming in, being known again, and going out.
//!
//! Deliberately absent: what may be done when; that is [`crate::people`].

use std::sync::Arc;

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode as DocumentedStatus};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderValue;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, NoContent, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::extract::{Body, Device};
use crate::admin::Mode;
use crate::app::{App, COOKIE};
use crate::ledger::PlayerRow;
use crate::people::{Entered, MAX_NAME_LENGTH, Name, PASSWORD_LENGTHS, PlayerKind, Who};
use crate::refusal::Refusal;
use crate::safety::Asker;

/// How long a browser keeps the cookie: as long as browsers do, 400 days.
const COOKIE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// A player.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Player {
    /// The id, which never changes.
    pub(super) id: String,
    /// The name shown.
    pub(super) name: String,
    /// A person or a program.
    pub(super) kind: PlayerKind,
    /// Whether the name is the player's own for ever; guests may share theirs.
    pub(super) claimed: bool,
    /// When they first came, in milliseconds since 1970.
    pub(super) since: u64,
}

impl From<PlayerRow> for Player {
    fn from(row: PlayerRow) -> Self {
        let claimed = row.is_claimed();
        Self { id: row.id, name: row.name, kind: row.kind, claimed, since: row.joined }
    }
}

/// Who comes in.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ComeIn {
    /// A name of 1 to 24 characters; absent: the house finds one.
    #[serde(default)]
    #[schemars(length(min = 1, max = MAX_NAME_LENGTH))]
    name: Option<String>,
    /// A person or a program.
    #[serde(default)]
    kind: PlayerKind,
}

/// The session is open. Browsers are sent the token as a cookie too.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Opened {
    /// Who one is.
    player: Player,
    /// The id of the session.
    session: String,
    /// The token, for programs: `Authorization: Bearer …`. Whoever has it is the player.
    token: String,
}

/// Who one is.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Me {
    /// The player.
    player: Player,
    /// The id of the session.
    session: String,
}

impl From<Who> for Me {
    fn from(who: Who) -> Self {
        Self { player: who.player.into(), session: who.session }
    }
}

/// Another name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Rename {
    /// 1 to 24 characters.
    #[schemars(length(min = 1, max = MAX_NAME_LENGTH))]
    name: String,
}

/// A name and the password that goes with it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NameAndPassword {
    /// 1 to 24 characters; case, accents and spaces make no difference.
    #[schemars(length(min = 1, max = MAX_NAME_LENGTH))]
    name: String,
    /// 8 to 256 characters.
    #[schemars(length(min = *PASSWORD_LENGTHS.start(), max = *PASSWORD_LENGTHS.end()))]
    password: String,
}

/// The old password and the new one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangePassword {
    /// The password until now.
    old: String,
    /// 8 to 256 characters.
    #[schemars(length(min = *PASSWORD_LENGTHS.start(), max = *PASSWORD_LENGTHS.end()))]
    new: String,
}

/// One's sessions.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Sessions {
    /// Newest first.
    sessions: Vec<Session>,
}

/// A session.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Session {
    /// The id.
    id: String,
    /// The program that opened it, in its own words.
    device: String,
    /// When, in milliseconds since 1970.
    opened: u64,
    /// When it was last used, to within a day.
    used: u64,
    /// When it expires unless it is used before.
    expires: u64,
    /// Whether it is the one this request came with.
    current: bool,
}

/// An answer that sets the cookie.
pub(super) struct WithCookie<T> {
    cookie: HeaderValue,
    answer: T,
}

impl<T: IntoResponse> IntoResponse for WithCookie<T> {
    fn into_response(self) -> Response {
        (AppendHeaders([(SET_COOKIE, self.cookie)]), self.answer).into_response()
    }
}

/// The cookie needs no description: it is the browser's affair.
impl<T: OperationOutput> OperationOutput for WithCookie<T> {
    type Inner = T::Inner;

    fn operation_response(context: &mut GenContext, operation: &mut Operation) -> Option<Documented> {
        T::operation_response(context, operation)
    }

    fn inferred_responses(
        context: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<DocumentedStatus>, Documented)> {
        T::inferred_responses(context, operation)
    }
}

pub(super) async fn come_in(
    State(app): State<Arc<App>>,
    asker: Asker,
    Device(device): Device,
    Body(wish): Body<ComeIn>,
) -> Result<WithCookie<Json<Opened>>, Refusal> {
    app.limits.new_guest(asker.network())?;
    if app.mode.get() == Mode::Draining {
        return Err(Refusal::Draining);
    }
    opened(&app, app.people.join(wish.name.as_deref(), wish.kind, &device).await?)
}

pub(super) async fn who_am_i(who: Who) -> Json<Me> {
    Json(who.into())
}

pub(super) async fn rename(
    State(app): State<Arc<App>>,
    asker: Asker,
    who: Who,
    Body(wish): Body<Rename>,
) -> Result<Json<Me>, Refusal> {
    app.limits.written(&who.player.id, asker.network(), 1)?;
    Ok(Json(app.people.rename(&who, &wish.name).await?.into()))
}

pub(super) async fn claim(
    State(app): State<Arc<App>>,
    asker: Asker,
    who: Who,
    Body(wish): Body<NameAndPassword>,
) -> Result<Json<Me>, Refusal> {
    app.limits.login_attempt(asker.network())?;
    Ok(Json(app.people.claim(&who, &wish.name, wish.password).await?.into()))
}

pub(super) async fn login(
    State(app): State<Arc<App>>,
    asker: Asker,
    Device(device): Device,
    Body(wish): Body<NameAndPassword>,
) -> Result<WithCookie<Json<Opened>>, Refusal> {
    app.limits.login_attempt(asker.network())?;
    // One name has many spellings that look alike, and all of them are attempts at one password.
    let account = match app.people.holder_of(&wish.name).await? {
        Some(holder) => holder.id,
        // What can be no name is nobody's.
        None => Name::new(&wish.name).map(|name| name.folded()).unwrap_or_default(),
    };
    app.limits.account_attempt(&account, asker.network())?;
    let entered = app.people.login(&wish.name, wish.password, &device).await?;
    app.limits.on_login(&account, asker.network());
    if app.bans.has_player(&entered.who.player.id, app.clock.now()) {
        return Err(Refusal::Banned);
    }
    opened(&app, entered)
}

pub(super) async fn logout(State(app): State<Arc<App>>, who: Who) -> Result<WithCookie<NoContent>, Refusal> {
    app.people.revoke(&who, &who.session).await?;
    no_cookie(&app)
}

pub(super) async fn change_password(
    State(app): State<Arc<App>>,
    asker: Asker,
    who: Who,
    Body(wish): Body<ChangePassword>,
) -> Result<NoContent, Refusal> {
    app.limits.login_attempt(asker.network())?;
    app.limits.owner_attempt(&who.player.id)?;
    app.people.change_password(&who, wish.old, wish.new).await?;
    Ok(NoContent)
}

pub(super) async fn sessions(State(app): State<Arc<App>>, who: Who) -> Result<Json<Sessions>, Refusal> {
    let rows = app.people.sessions(&who).await?;
    let session = |row: crate::ledger::SessionRow| {
        let current = row.id == who.session;
        let expires = app.people.expiry(row.used);
        Session { id: row.id, device: row.device, opened: row.opened, used: row.used, expires, current }
    };
    Ok(Json(Sessions { sessions: rows.into_iter().map(session).collect() }))
}

/// A session by its id.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SessionId {
    /// The id of the session.
    id: String,
}

pub(super) async fn revoke(
    State(app): State<Arc<App>>,
    who: Who,
    Path(SessionId { id }): Path<SessionId>,
) -> Result<NoContent, Refusal> {
    app.people.revoke(&who, &id).await?;
    Ok(NoContent)
}

pub(super) async fn revoke_others(State(app): State<Arc<App>>, who: Who) -> Result<NoContent, Refusal> {
    app.people.revoke_others(&who).await?;
    Ok(NoContent)
}

fn opened(app: &App, Entered { who, token }: Entered) -> Result<WithCookie<Json<Opened>>, Refusal> {
    let token = token.as_str().to_owned();
    let cookie = cookie(app, &token, COOKIE_SECONDS)?;
    let answer = Json(Opened { player: who.player.into(), session: who.session, token });
    Ok(WithCookie { cookie, answer })
}

/// The answer to whoever has no session any more.
pub(super) fn no_cookie(app: &App) -> Result<WithCookie<NoContent>, Refusal> {
    Ok(WithCookie { cookie: cookie(app, "", 0)?, answer: NoContent })
}

/// The cookie scripts cannot read and other sites cannot use.
fn cookie(app: &App, token: &str, seconds: u32) -> Result<HeaderValue, Refusal> {
    let secure = if app.config.has_secure_cookies() { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::try_from(cookie).map_err(|_| Refusal::Failed)
}
