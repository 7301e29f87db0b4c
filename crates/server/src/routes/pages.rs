//! The files of the web client.
//!
//! Deliberately absent: the client itself; whoever opens the house brings its files. Without them there is one page
//! that says that the house is open.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use words::server;

use super::preview;
use crate::app::App;
use crate::refusal::Refusal;
use crate::safety::Asker;

/// A file for browsers.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Where it is found, without the slash at the front. What lies under `assets/` never changes under one path.
    pub path: &'static str,
    /// What it is.
    pub kind: &'static str,
    /// The file itself.
    pub plain: &'static [u8],
    /// The file, compressed with Brotli.
    pub brotli: &'static [u8],
}

/// The page that every screen of the client begins with.
const INDEX: &str = "index.html";

/// What the addresses of screens begin with; the client knows the rest.
const SCREENS: [&str; 12] = [
    "table/", "evening", "local/", "replay", "learn/", "puzzle/", "rules/", "history", "player", "settings", "account",
    "privacy",
];

/// A file, or the page for one of the client's screens.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    asker: Asker,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let path = uri.path().trim_start_matches('/');
    let is_screen = path.is_empty() || SCREENS.iter().any(|screen| path.starts_with(screen));
    let wanted = if is_screen { INDEX } else { path };
    match app.pages.iter().find(|page| page.path == wanted) {
        Some(page) if is_screen => {
            let text = String::from_utf8_lossy(page.plain);
            let text = preview::tagged(&app, &text, &uri, &headers, asker.lang).await;
            Ok(screen(page, text))
        }
        Some(page) => Ok(served(page, &headers)),
        None if path.is_empty() => Ok(without_client(&asker).into_response()),
        None => Err(Refusal::NoSuchPage),
    }
}

/// The page of a screen: it says in the asker's language what it is about, and so is not compressed beforehand.
fn screen(page: &Page, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, page.kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-language, host"),
    ];
    (headers, text).into_response()
}

fn served(page: &Page, headers: &HeaderMap) -> Response {
    let encodings = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes_brotli = encodings.split(',').any(|encoding| encoding.split(';').next().map(str::trim) == Some("br"));
    let keeping = match page.path.split('/').next() {
        Some("assets") => "public, max-age=31536000, immutable",
        // Messengers keep pictures by their addresses.
        Some("og") => "public, max-age=86400",
        _ => "no-cache",
    };
    let mut response = if takes_brotli { page.brotli } else { page.plain }.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(page.kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keeping));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if takes_brotli {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

/// A page that says that the house is open.
fn without_client(asker: &Asker) -> Html<String> {
    let lang = asker.lang;
    let (code, welcome, link) = (lang.code(), server::welcome(lang), server::interface_link(lang));
    Html(format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Tapis</title>\n\
         <h1>Tapis</h1>\n<p>{welcome}</p>\n<p><a href=\"/api/openapi.json\">{link}</a></p>\n</html>\n"
    ))
}
