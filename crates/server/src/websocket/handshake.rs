//! The request that becomes a WebSocket, and its answer.

use aide::OperationInput;
use axum::extract::FromRequestParts;
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use data_encoding::BASE64;
use hyper::upgrade::OnUpgrade;
use sha1::{Digest, Sha1};

/// What is added to a client's key, so that only who knows WebSocket gives the right answer.
const KEY_SUFFIX: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// A request to go on as a WebSocket.
pub(crate) struct Handshake {
    /// What becomes the bytes of the connection once the answer is sent.
    pub(crate) upgrade: OnUpgrade,
    accept: String,
}

impl Handshake {
    /// The answer that the connection goes on as a WebSocket.
    pub(crate) fn response(accept: String) -> Response {
        let headers = [(CONNECTION, "upgrade"), (UPGRADE, "websocket"), (SEC_WEBSOCKET_ACCEPT, &accept)];
        (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
    }

    /// Takes it apart: the bytes to come, and what [`response`](Self::response) takes.
    pub(crate) fn into_parts(self) -> (OnUpgrade, String) {
        (self.upgrade, self.accept)
    }
}

/// Why a request does not become a WebSocket.
type Rejection = (StatusCode, &'static str);

impl<S: Send + Sync> FromRequestParts<S> for Handshake {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Rejection> {
        let bad = |why| (StatusCode::BAD_REQUEST, why);
        let headers = &parts.headers;
        if !names(headers, &CONNECTION, "upgrade") {
            return Err(bad("Connection header did not include 'upgrade'"));
        }
        if !names(headers, &UPGRADE, "websocket") {
            return Err(bad("`Upgrade` header did not include 'websocket'"));
        }
        if headers.get(SEC_WEBSOCKET_VERSION).is_none_or(|version| version != "13") {
            return Err(bad("`Sec-WebSocket-Version` header did not include '13'"));
        }
        let key = headers.get(SEC_WEBSOCKET_KEY).ok_or(bad("`Sec-WebSocket-Key` header missing"))?;
        let accept = accept(key.as_bytes());
        let not_upgradable = (StatusCode::UPGRADE_REQUIRED, "this connection cannot become a WebSocket");
        let upgrade = parts.extensions.remove::<OnUpgrade>().ok_or(not_upgradable)?;
        Ok(Self { upgrade, accept })
    }
}

impl OperationInput for Handshake {}

/// Whether a header lists a word, in whatever case.
fn names(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(word))
}

/// The answer to a client's key.
fn accept(key: &[u8]) -> String {
    BASE64.encode(&Sha1::new().chain_update(key).chain_update(KEY_SUFFIX).finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_a_key_is_that_of_the_standard() {
        assert_eq!(accept(b"dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }
}
