//! What every request passes on its way in and every answer on its way out.
//!
//! In: the language, the address, the rate, the origin. Out: words for a refusal, the headers that keep browsers
//! safe, a line in the log, a count. A request that takes too long is given up.
//! Deliberately absent: who the asker is.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;
use words::Lang;

use super::{Connection, Network, Prefix, client_address, is_origin_allowed};
use crate::admin::Mode;
use crate::app::App;
use crate::refusal::Refusal;

/// Who asks, as far as the request itself tells; every request carries it as an extension.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// From where.
    pub address: IpAddr,
    /// In which language to answer.
    pub lang: Lang,
    /// The number of the request in the log.
    pub request: u64,
}

impl Asker {
    /// What counts as the asker's address.
    #[must_use]
    pub fn network(&self) -> Network {
        self.address.into()
    }
}

/// Scripts and styles of our own only, WebAssembly among them; pictures that a page has drawn itself; and nobody frames
/// us.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What every answer carries.
const HEADERS: [(HeaderName, HeaderValue); 7] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// The number of the request, so that an answer is found again in the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Counts requests.
static REQUESTS: AtomicU64 = AtomicU64::new(1);

/// Sees a request in and its answer out.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let peer = request.extensions().get::<Arc<Connection>>().map_or(Ipv4Addr::UNSPECIFIED.into(), |one| one.peer);
    let asker = Asker {
        address: client_address(peer, request.headers(), &app.config.proxy_header),
        lang: lang(request.uri(), request.headers()),
        request: REQUESTS.fetch_add(1, Ordering::Relaxed),
    };
    request.extensions_mut().insert(asker);
    // The query is not logged: it may hold private data.
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());

    let mut response = match admit(&app, &asker, &request) {
        Err(refusal) => refusal.into_response(),
        Ok(()) => {
            let timeout = Duration::from_secs(app.config.request_seconds.get().into());
            let answered = tokio::time::timeout(timeout, next.run(request)).await;
            answered.unwrap_or_else(|_| Refusal::TooSlow.into_response())
        }
    };

    if let Some(refusal) = response.extensions_mut().remove::<Refusal>() {
        app.metrics.refused(refusal.code());
        response = worded(response, &refusal, asker.lang);
    }
    dress(&app, &mut response, &path, asker.request);
    let status = response.status().as_u16();
    let ms = began.elapsed().as_millis();
    app.metrics.answered(status);
    let (path, network) = (without_table_ids(&path), Prefix::shortened(asker.address));
    tracing::info!(request = asker.request, %network, %method, path, status, ms, "answered");
    response
}

/// A path as it is logged: whoever has the id of a private table can go there, so only its beginning is told.
fn without_table_ids(path: &str) -> String {
    let mut is_table = false;
    let shortened = path.split('/').map(|part| {
        let told = if is_table { crate::logs::shortened(part) } else { part.into() };
        is_table = matches!(part, "table" | "tables" | "evening" | "evenings");
        told
    });
    shortened.collect::<Vec<_>>().join("/")
}

fn admit(app: &App, asker: &Asker, request: &Request) -> Result<(), Refusal> {
    if app.bans.has_address(asker.address, app.clock.now()) {
        return Err(Refusal::Banned);
    }
    app.limits.request(asker.network())?;
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // A keeper has to be able to end it.
    if app.mode.get() == Mode::ReadOnly && !is_safe && request.uri().path() != "/keeper" {
        return Err(Refusal::ReadOnly);
    }
    // A page of another site must not act in somebody's name with their cookie.
    if is_safe || is_origin_allowed(&app.config, request.headers()) { Ok(()) } else { Err(Refusal::ForeignOrigin) }
}

/// The language of `?lang`, then the first of `Accept-Language` we speak, then French.
fn lang(uri: &Uri, headers: &HeaderMap) -> Lang {
    let queried = uri.query().and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("lang=")));
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Browsers list languages by preference.
    let codes = accepted.split(',').filter_map(|range| range.trim().get(..2));
    queried.into_iter().chain(codes).find_map(|code| Lang::from_code(&code.to_ascii_lowercase())).unwrap_or_default()
}

/// A refusal with its words, keeping the headers of the answer it came as.
fn worded(wordless: Response, refusal: &Refusal, lang: Lang) -> Response {
    let mut response = (refusal.status(), Json(refusal.body(lang))).into_response();
    for (name, value) in wordless.headers() {
        if name != header::CONTENT_LENGTH {
            response.headers_mut().append(name, value.clone());
        }
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(lang.code()));
    match refusal {
        Refusal::TooFast { seconds } => {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(*seconds));
        }
        Refusal::Busy => {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(1));
        }
        Refusal::NoSession | Refusal::BadToken => {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        _ => {}
    }
    response
}

fn dress(app: &App, response: &mut Response, path: &str, request: u64) {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    if app.config.public_url.as_str().starts_with("https://") {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if path.starts_with("/api/") && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    headers.insert(REQUEST_ID, HeaderValue::from(request));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_tells_no_id_of_a_table_that_leads_there() {
        for (path, logged) in [
            ("/api/tables/k3v9abcdefghij23/record", "/api/tables/k3v9…/record"),
            ("/table/k3v9abcdefghij23", "/table/k3v9…"),
            ("/api/evenings/k3v9abcdefghij23/page", "/api/evenings/k3v9…/page"),
            ("/api/tables", "/api/tables"),
            ("/api/players/k3v9abcdefghij23", "/api/players/k3v9abcdefghij23"),
        ] {
            assert_eq!(without_table_ids(path), logged);
        }
    }

    #[test]
    fn the_language_is_the_one_asked_for_or_the_first_we_speak_or_french() {
        let told = |uri: &'static str, accepted: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accepted));
            lang(&Uri::from_static(uri), &headers).code()
        };
        assert_eq!(told("/", ""), "fr");
        assert_eq!(told("/", "de-DE,en;q=0.8,fr;q=0.5"), "en");
        assert_eq!(told("/", "EN"), "en");
        assert_eq!(told("/", "x,*;q=0.1"), "fr");
        assert_eq!(told("/?a=b&lang=fr", "en"), "fr");
        assert_eq!(told("/?lang=xx", "en"), "en");
    }
}
