//! What is asked of the house over HTTP: who one is, a new table, what was played.
//!
//! Deliberately absent: what is said at a table (module `link`).

use gloo_net::http::{Request, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use wire::house::{BotLevel, Settings};
use words::Lang;
use words::screen::Label;

use crate::preferences::{keep, kept};

/// Who one is.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) name: String,
}

#[derive(Deserialize)]
struct Me {
    player: Player,
}

/// A table that was opened or found.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Found {
    pub(crate) table: String,
}

/// A bot that is to sit at a new table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Bot {
    pub(crate) seat: u8,
    pub(crate) level: BotLevel,
}

/// Why the house says no, in its own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) code: String,
    pub(crate) message: String,
}

#[derive(Deserialize)]
struct Problem {
    error: Reason,
}

#[derive(Deserialize)]
struct Reason {
    code: String,
    message: String,
}

/// Who one is here; a guest with a name of the house's choosing if one was not here before.
pub(crate) async fn come_in(lang: Lang) -> Result<Player, Refusal> {
    // Whoever never came in need not ask who he is.
    if kept("came").is_some() {
        let request = Request::get("/api/session").header("accept-language", lang.code());
        match answer::<Me>(request, lang).await {
            Err(refusal) if is_unknown(&refusal) => {}
            known => return known.map(|me| me.player),
        }
    }
    let me: Me = ask(Request::post("/api/session"), &json!({}), lang).await?;
    keep("came", "yes");
    Ok(me.player)
}

/// Whether the house does not know this browser, rather than having no time for it.
fn is_unknown(refusal: &Refusal) -> bool {
    matches!(refusal.code.as_str(), "no-session" | "bad-token")
}

/// Takes another name.
pub(crate) async fn rename(name: &str, lang: Lang) -> Result<Player, Refusal> {
    let me: Me = ask(Request::patch("/api/session"), &json!({ "name": name }), lang).await?;
    Ok(me.player)
}

/// Opens a table.
pub(crate) async fn open_table(settings: &Settings, bots: &[Bot], lang: Lang) -> Result<Found, Refusal> {
    ask(Request::post("/api/tables"), &json!({ "settings": settings, "bots": bots }), lang).await
}

/// The record of a finished match.
pub(crate) async fn record(table: &str, lang: Lang) -> Result<String, Refusal> {
    let request = Request::get(&format!("/api/tables/{table}/record")).header("accept-language", lang.code());
    let response = request.send().await.map_err(|_| unreachable_house(lang))?;
    if !response.ok() {
        return Err(refusal(response, lang).await);
    }
    response.text().await.map_err(|_| unreachable_house(lang))
}

async fn ask<T: DeserializeOwned>(request: RequestBuilder, body: &impl Serialize, lang: Lang) -> Result<T, Refusal> {
    let request = request.header("accept-language", lang.code()).json(body).map_err(|_| unreachable_house(lang))?;
    read(request.send().await.map_err(|_| unreachable_house(lang))?, lang).await
}

pub(crate) async fn answer<T: DeserializeOwned>(request: RequestBuilder, lang: Lang) -> Result<T, Refusal> {
    read(request.send().await.map_err(|_| unreachable_house(lang))?, lang).await
}

async fn read<T: DeserializeOwned>(response: Response, lang: Lang) -> Result<T, Refusal> {
    if response.ok() {
        return response.json().await.map_err(|_| unreachable_house(lang));
    }
    Err(refusal(response, lang).await)
}

async fn refusal(response: Response, lang: Lang) -> Refusal {
    match response.json::<Problem>().await {
        Ok(Problem { error: Reason { code, message } }) => Refusal { code, message },
        Err(_) => unreachable_house(lang),
    }
}

/// Nobody answered, or not as a house would.
fn unreachable_house(lang: Lang) -> Refusal {
    Refusal { code: "unreachable".into(), message: Label::HouseUnreachable.say(lang) }
}
