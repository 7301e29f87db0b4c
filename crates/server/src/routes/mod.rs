//! The addresses of the house, each with its documentation.
//!
//! Deliberately absent: what is said on the WebSocket (module `hosts` and crate `host`).

mod account;
mod evenings;
mod extract;
mod games;
mod keeper;
mod offline;
mod openapi;
mod operations;
mod pages;
mod players;
mod preview;
mod reports;
mod rules;
mod session;
mod tables;

use std::sync::Arc;

use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, patch_with, post_with};
use aide::openapi::OpenApi;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::app::App;
use crate::config::Config;
use crate::refusal::Refusal;
use crate::safety::guard;
use crate::socket;

pub use pages::Page;
pub(crate) use tables::NoSink;

/// All addresses, behind everything that keeps the house safe.
pub fn router(app: Arc<App>) -> Router {
    let (description, messages) = (openapi_json(), messages_json());
    let everything = documented()
        .finish_api(&mut OpenApi::default())
        .route("/api/messages.json", get(async || ([(header::CONTENT_TYPE, "application/json")], messages)))
        .route("/api/openapi.json", get(async || ([(header::CONTENT_TYPE, "application/json")], description)))
        .route("/keeper", get(keeper::page).post(keeper::act))
        .fallback(get(pages::page).fallback(async || Refusal::NoSuchPage))
        .method_not_allowed_fallback(async || Refusal::WrongMethod);
    everything
        .layer(DefaultBodyLimit::max(app.config.body_bytes.get()))
        .layer(cors(&app.config))
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

/// The description of all documented addresses, as `docs/openapi.json` holds it.
#[must_use]
pub fn openapi_json() -> String {
    let mut api = OpenApi::default();
    let _ = documented().finish_api_with(&mut api, openapi::describe);
    let Ok(text) = serde_json::to_string_pretty(&api) else { unreachable!("a description is plain data") };
    text + "\n"
}

/// The schema of all messages of the WebSocket, as `docs/messages.json` holds it.
#[must_use]
pub fn messages_json() -> String {
    #[derive(schemars::JsonSchema)]
    #[allow(dead_code, reason = "it only lists what is described")]
    struct Messages {
        /// What a client sends.
        to_server: wire::house::ToServer,
        /// What a client is told.
        to_client: wire::house::ToClient,
    }
    let schema = schemars::schema_for!(Messages);
    let Ok(text) = serde_json::to_string_pretty(&schema) else { unreachable!("a schema is plain data") };
    text + "\n"
}

fn documented() -> ApiRouter<Arc<App>> {
    use {
        account as a, evenings as e, offline as f, operations as o, players as p, reports, rules as r, session as s,
        tables as t,
    };
    ApiRouter::new()
        .api_route(
            "/api/session",
            post_with(s::come_in, |op| op.id("comeIn").summary("Come in as a guest or as a program"))
                .merge(get_with(s::who_am_i, |op| op.id("whoAmI").summary("Who am I?")))
                .merge(patch_with(s::rename, |op| op.id("rename").summary("Take another name"))),
        )
        .api_route(
            "/api/session/data",
            get_with(a::data, |op| {
                op.id("personalData")
                    .summary("All the house keeps of oneself, as one document")
                    .response::<200, axum::Json<crate::privacy::PersonalData>>()
            }),
        )
        .api_route(
            "/api/session/account",
            delete_with(a::delete, |op| {
                op.id("deleteAccount").summary("Delete one's account and all the house keeps of oneself")
            }),
        )
        .api_route(
            "/api/privacy",
            get_with(a::privacy, |op| {
                op.id("privacy").summary("What the house keeps of people, why and for how long, as a piece of HTML")
            }),
        )
        .api_route(
            "/api/claim",
            post_with(s::claim, |op| op.id("claim").summary("Make a name one's own for ever, with a password")),
        )
        .api_route("/api/login", post_with(s::login, |op| op.id("login").summary("Come in under one's own name")))
        .api_route("/api/logout", post_with(s::logout, |op| op.id("logout").summary("Revoke this session")))
        .api_route(
            "/api/password",
            post_with(s::change_password, |op| {
                op.id("changePassword").summary("Take another password; all other sessions are revoked")
            }),
        )
        .api_route(
            "/api/sessions",
            get_with(s::sessions, |op| op.id("sessions").summary("One's sessions, newest first"))
                .merge(delete_with(s::revoke_others, |op| op.id("revokeOthers").summary("Revoke all other sessions"))),
        )
        .api_route(
            "/api/sessions/{id}",
            delete_with(s::revoke, |op| op.id("revoke").summary("Revoke one of one's sessions")),
        )
        .api_route("/api/players/{id}", get_with(p::player, |op| op.id("player").summary("A player and their ratings")))
        .api_route(
            "/api/players/{id}/history",
            get_with(p::history, |op| op.id("history").summary("The finished matches of a player, newest first")),
        )
        .api_route(
            "/api/players/{id}/figures",
            get_with(p::figures, |op| {
                op.id("figures")
                    .summary("What the matches of a player at a game come to: places, streaks, best moments")
            }),
        )
        .api_route(
            "/api/offline-matches",
            post_with(f::send, |op| {
                op.id("sendOfflineMatch").summary("Send a match that was played without the house; it is replayed")
            })
            .layer(DefaultBodyLimit::max(f::MAX_BODY_BYTES)),
        )
        .api_route(
            "/api/leaderboards/{game}",
            get_with(p::leaderboard, |op| {
                op.id("leaderboard").summary("The best players of a game who have a name of their own")
            }),
        )
        .api_route(
            "/api/games",
            get_with(games::games, |op| {
                op.id("games").summary("The games, how many may play them, and their options with their ranges")
            }),
        )
        .api_route(
            "/api/rules/{game}",
            get_with(r::rules, |op| {
                op.id("rules").summary("The numbered rules of a game, as a piece of HTML: R9 has the id rule-R9")
            }),
        )
        .api_route(
            "/api/tables",
            get_with(t::tables, |op| op.id("tables").summary("The public tables one may join or watch"))
                .merge(post_with(t::open, |op| op.id("openTable").summary("Open a table"))),
        )
        .api_route(
            "/api/evenings",
            post_with(e::open, |op| {
                op.id("openEvening").summary("Open a duplicate evening: the same deals for everybody")
            }),
        )
        .api_route(
            "/api/evening-form",
            get_with(e::form, |op| op.id("eveningForm").summary("The form that opens an evening, as a piece of HTML")),
        )
        .api_route(
            "/api/evenings/{id}",
            get_with(e::evening, |op| {
                op.id("evening").summary("An evening: who plays, and the ranking for who has played all deals")
            }),
        )
        .api_route(
            "/api/evenings/{id}/page",
            get_with(e::page, |op| op.id("eveningPage").summary("The same for people, as a piece of HTML")),
        )
        .api_route(
            "/api/evenings/{id}/tables",
            post_with(e::table, |op| {
                op.id("eveningTable").summary("One's table for the deal that is next; the first time one joins")
            }),
        )
        .api_route(
            "/api/quick-match",
            post_with(t::quick_match, |op| {
                op.id("quickMatch").summary("Find me a table: sit down at one that waits for players, or open one")
            }),
        )
        .api_route(
            "/api/tables/{id}",
            get_with(t::table, |op| op.id("table").summary("A table as in the list, and whose turn it is")),
        )
        .api_route(
            "/api/tables/{id}/positions",
            get_with(t::positions, |op| {
                op.id("positions")
                    .summary("A finished match step by step, from any step on: for replays with seek")
                    .response::<200, axum::Json<t::Positions>>()
            }),
        )
        .api_route(
            "/api/tables/{id}/record",
            get_with(t::record, |op| {
                let op =
                    op.id("record").summary("The record of a finished match, as JSON Lines; `tapis verify` checks it");
                openapi::answered_as(op, t::RECORD_TYPE)
            }),
        )
        .api_route(
            "/api/tables/{id}/qr.svg",
            get_with(t::qr_code, |op| {
                let op = op.id("qrCode").summary("The link to a table as a QR code, an SVG picture");
                openapi::answered_as(op, t::QR_CODE_TYPE)
            }),
        )
        .api_route(
            "/api/reports",
            post_with(reports::report, |op| op.id("report").summary("Tell those who keep the house of something")),
        )
        .api_route(
            "/api/ws",
            get_with(socket::open, |op| {
                op.id("webSocket")
                    .summary("The WebSocket: play, watch, follow the list of tables")
                    .description("Its messages are described in /api/messages.json and in docs/PROTOCOL.md.")
                    .response::<101, ()>()
            }),
        )
        .api_route(
            "/metrics",
            get_with(o::metrics, |op| {
                let op = op.id("metrics").summary("Figures in the words of Prometheus");
                openapi::answered_as(op, o::METRICS_TYPE)
            }),
        )
        .api_route("/healthz", get_with(o::health, |op| op.id("health").summary("Does the house answer?")))
        .api_route(
            "/readyz",
            get_with(o::readiness, |op| {
                op.id("readiness").summary("Can the house be played at: is what happens kept?")
            }),
        )
}

/// Pages of other sites may ask if they are allowed to; browsers keep all others away.
fn cors(config: &Config) -> CorsLayer {
    let origins: Vec<HeaderValue> = config.allowed_origins.each().filter_map(|origin| origin.parse().ok()).collect();
    let retry: [HeaderName; 1] = [header::RETRY_AFTER];
    let layer = CorsLayer::new();
    if origins.is_empty() {
        return layer;
    }
    layer
        .allow_origin(AllowOrigin::list(origins))
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allow_headers([header::CONTENT_TYPE, header::AUTHORIZATION, header::ACCEPT_LANGUAGE])
        .expose_headers(retry)
}
