//! What handlers take from a request: a body, parts of the address, and who asks; with refusals that say what is wrong.
//!
//! Deliberately absent: what is done with it.

use std::sync::Arc;

use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::Operation;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use engine::GameId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wire::house::{PlayerId, TableKey};

use super::openapi::{COOKIE_SCHEME, TOKEN};
use crate::app::App;
use crate::people::Who;
use crate::refusal::Refusal;
use crate::safety::Asker;

/// A body of JSON.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Refusal> {
        match Json::from_request(request, app).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(Refusal::NotJson),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Refusal::TooLarge { most: app.config.body_bytes.get() })
            }
            Err(rejection) => Err(Refusal::BadBody { why: rejection.body_text() }),
        }
    }
}

impl<T: JsonSchema> OperationInput for Body<T> {
    fn operation_input(context: &mut GenContext, operation: &mut Operation) {
        Json::<T>::operation_input(context, operation);
    }
}

/// A game in the address, by its slug.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GameSlug {
    /// onze, nain-jaune, dos, rummy or quarante-six.
    game: String,
}

impl GameSlug {
    pub(super) fn id(&self) -> Result<GameId, Refusal> {
        GameId::from_slug(&self.game).ok_or(Refusal::NoSuchGame)
    }
}

/// The part of the address after the question mark.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _app: &Arc<App>) -> Result<Self, Refusal> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|axum::extract::Query(query)| Self(query)).map_err(|why| Refusal::BadQuery { why: why.body_text() })
    }
}

impl<T: JsonSchema> OperationInput for Query<T> {
    fn operation_input(context: &mut GenContext, operation: &mut Operation) {
        axum::extract::Query::<T>::operation_input(context, operation);
    }
}

impl FromRequestParts<Arc<App>> for Who {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        app.who(&parts.headers).await
    }
}

/// Either way to say who one is will do.
impl OperationInput for Who {
    fn operation_input(_context: &mut GenContext, operation: &mut Operation) {
        for scheme in [TOKEN, COOKIE_SCHEME] {
            operation.security.push([(scheme.to_owned(), Vec::new())].into_iter().collect());
        }
    }
}

/// Who comes to a table: a player, if they have said who they are, and the key of the table's link, if they have it.
pub(super) struct Visitor {
    pub(super) player: Option<PlayerId>,
    pub(super) key: Option<TableKey>,
}

/// The key in the address.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct LinkKey {
    /// The key of the table's link, for a table that is for those who are invited; who has sat there needs none.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub(super) key: Option<TableKey>,
}

impl LinkKey {
    /// The key in an address; one that cannot be a key opens nothing.
    pub(super) fn of(uri: &Uri) -> Option<TableKey> {
        axum::extract::Query::<Self>::try_from_uri(uri).ok().and_then(|axum::extract::Query(link)| link.key)
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Refusal> {
        let player = match app.who(&parts.headers).await {
            Ok(who) => Some(who.player.id.as_str().into()),
            // Without a session one is a stranger, who may see what everybody may.
            Err(Refusal::NoSession | Refusal::BadToken) => None,
            Err(refusal) => return Err(refusal),
        };
        Ok(Self { player, key: LinkKey::of(&parts.uri) })
    }
}

impl OperationInput for Visitor {
    fn operation_input(context: &mut GenContext, operation: &mut Operation) {
        // Who has no session may ask, too.
        operation.security.push(Default::default());
        Who::operation_input(context, operation);
        axum::extract::Query::<LinkKey>::operation_input(context, operation);
    }
}

impl FromRequestParts<Arc<App>> for Asker {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _app: &Arc<App>) -> Result<Self, Refusal> {
        parts.extensions.get().copied().ok_or(Refusal::Failed)
    }
}

impl OperationInput for Asker {}

/// What the asking program calls itself.
pub(super) struct Device(pub(super) String);

impl FromRequestParts<Arc<App>> for Device {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _app: &Arc<App>) -> Result<Self, Refusal> {
        let named = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(Self(named.unwrap_or_default().into()))
    }
}

impl OperationInput for Device {}
