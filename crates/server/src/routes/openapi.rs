//! What the description of the interface says beyond the addresses themselves.
//!
//! Deliberately absent: the addresses; each is described where it is routed.

use aide::openapi::SecurityScheme;
use aide::transform::{TransformOpenApi, TransformOperation};

use crate::app::COOKIE;
use crate::refusal::Refusal;

/// The names of the two ways to say who asks.
pub(super) const TOKEN: &str = "token";
pub(super) const COOKIE_SCHEME: &str = "cookie";

/// An operation that answers with text of this type.
pub(super) fn answered_as<'a>(operation: TransformOperation<'a>, content_type: &str) -> TransformOperation<'a> {
    operation.response_with::<200, String, _>(|mut answer| {
        let content = &mut answer.inner().content;
        if let Some((_, text)) = content.pop() {
            content.insert(content_type.into(), text);
        }
        answer
    })
}

pub(super) fn describe(api: TransformOpenApi<'_>) -> TransformOpenApi<'_> {
    let token = SecurityScheme::Http {
        scheme: "bearer".into(),
        bearer_format: None,
        description: Some("The token that `POST /api/session` or `POST /api/login` returned; for programs.".into()),
        extensions: Default::default(),
    };
    let cookie = SecurityScheme::ApiKey {
        location: aide::openapi::ApiKeyLocation::Cookie,
        name: COOKIE.into(),
        description: Some("The same token as a cookie; for browsers, which keep and send it by themselves.".into()),
        extensions: Default::default(),
    };
    api.title("Tapis")
        .version(env!("CARGO_PKG_VERSION"))
        .description(
            "A game house: people, their matches and ratings. Tables are played over the WebSocket.\n\n\
             A refused request is answered with `{\"error\": {\"code\", \"message\"}}`; the codes are listed in \
             `docs/HTTP.md`, the message is in the language of `?lang` or `Accept-Language` (`fr` or `en`).",
        )
        // Every request can be refused, if only by a rate limit.
        .default_response::<Refusal>()
        .security_scheme(TOKEN, token)
        .security_scheme(COOKIE_SCHEME, cookie)
}
