//! What is asked of the house over HTTP: who one is, a new table, what was played.
//!
//! Deliberately absent: what is said at a table (module `link`).

use engine::GameId;
use gloo_net::http::{Request, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wire::house::{BotLevel, PlayerId, Settings, Sitter, Summary, TableId, TableKey};
use wire::read_json;
use words::Lang;
use words::screen::Label;

use crate::preferences::{forget, keep, kept};
use crate::route::with_key;

/// The code of a refusal that no house has made: none was there.
pub(crate) const UNREACHABLE: &str = "unreachable";

/// Who one is.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Player {
    pub(crate) id: PlayerId,
    pub(crate) name: String,
    /// Whether the name is the player's own for ever.
    pub(crate) claimed: bool,
}

#[derive(Deserialize)]
struct Me {
    player: Player,
}

/// A table that was opened or found.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Found {
    pub(crate) table: TableId,
}

/// A bot that is to sit at a new table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Bot {
    pub(crate) seat: u8,
    pub(crate) level: BotLevel,
}

/// A finished match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct Finished {
    pub(crate) table: String,
    pub(crate) game: String,
    pub(crate) rated: bool,
    pub(crate) ended: u64,
    /// Whether it was played without the house.
    #[serde(default)]
    pub(crate) offline: bool,
    pub(crate) places: Vec<Ranked>,
}

/// How a seat came out of a match.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct Ranked {
    #[serde(default)]
    pub(crate) sitter: Option<Sitter>,
    pub(crate) place: u8,
    pub(crate) score: i64,
}

/// Finished matches, newest first, and where the older ones begin.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct Matches {
    pub(crate) matches: Vec<Finished>,
    #[serde(default)]
    pub(crate) next: Option<u64>,
}

/// How well a player plays a game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct Rating {
    pub(crate) game: String,
    pub(crate) rating: i64,
}

#[derive(Deserialize)]
struct Profile {
    ratings: Vec<Rating>,
}

/// A session of one's own.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) device: String,
    pub(crate) used: u64,
    /// Whether it is this browser's.
    pub(crate) current: bool,
}

#[derive(Deserialize)]
struct Sessions {
    sessions: Vec<Session>,
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
    // Whoever never came in need not ask who they are.
    if kept("came").is_some() {
        match answer::<Me>(get("/api/session", lang), lang).await {
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

/// Makes a name one's own for ever.
pub(crate) async fn claim(name: &str, password: &str, lang: Lang) -> Result<Player, Refusal> {
    let me: Me = ask(Request::post("/api/claim"), &json!({ "name": name, "password": password }), lang).await?;
    Ok(me.player)
}

/// Comes in under a name one has claimed before.
pub(crate) async fn log_in(name: &str, password: &str, lang: Lang) -> Result<Player, Refusal> {
    let me: Me = ask(Request::post("/api/login"), &json!({ "name": name, "password": password }), lang).await?;
    Ok(me.player)
}

/// Goes out: this browser is nobody's any more.
pub(crate) async fn log_out(lang: Lang) -> Result<(), Refusal> {
    let request = Request::post("/api/logout").header("accept-language", lang.code());
    send(request.build(), lang).await.map(|_| ())
}

/// One's sessions, newest first.
pub(crate) async fn sessions(lang: Lang) -> Result<Vec<Session>, Refusal> {
    let sessions: Sessions = answer(get("/api/sessions", lang), lang).await?;
    Ok(sessions.sessions)
}

/// Ends one of one's sessions, or with no id all but this one.
pub(crate) async fn end_sessions(id: Option<&str>, lang: Lang) -> Result<(), Refusal> {
    let path = id.map_or_else(|| "/api/sessions".to_owned(), |id| format!("/api/sessions/{id}"));
    let request = Request::delete(&path).header("accept-language", lang.code());
    send(request.build(), lang).await.map(|_| ())
}

/// Takes another password.
pub(crate) async fn change_password(old: &str, new: &str, lang: Lang) -> Result<(), Refusal> {
    let request = Request::post("/api/password").header("accept-language", lang.code());
    send(request.json(&json!({ "old": old, "new": new })), lang).await.map(|_| ())
}

/// Deletes one's account; who has a password has to say it.
pub(crate) async fn delete_account(password: Option<&str>, lang: Lang) -> Result<(), Refusal> {
    let request = Request::delete("/api/session/account").header("accept-language", lang.code());
    send(request.json(&json!({ "password": password })), lang).await?;
    // This browser is nobody's any more.
    forget("came");
    forget("named");
    Ok(())
}

/// What the house keeps of people, as a piece of HTML.
pub(crate) async fn privacy(lang: Lang) -> Result<String, Refusal> {
    text("/api/privacy", lang).await
}

/// Sits down where somebody waits for company, or opens a table.
pub(crate) async fn quick_match(game: GameId, lang: Lang) -> Result<Found, Refusal> {
    ask(Request::post("/api/quick-match"), &json!({ "game": game.slug() }), lang).await
}

/// A table in short, listed or not, and whose turn it is.
pub(crate) async fn table_now(
    table: &str,
    key: Option<TableKey>,
    lang: Lang,
) -> Result<(Summary, Option<u64>), Refusal> {
    let said = said(get(&with_key(&format!("/api/tables/{table}"), key.as_ref()), lang).build(), lang).await?;
    let turn = said["turn"].as_u64();
    Ok((read(said, lang)?, turn))
}

/// What a player has played, from the newest or from where a page before ended.
pub(crate) async fn matches(player: &str, before: Option<u64>, lang: Lang) -> Result<Matches, Refusal> {
    let page = before.map(|before| format!("?before={before}")).unwrap_or_default();
    answer(get(&format!("/api/players/{player}/history{page}"), lang), lang).await
}

/// How well a player plays the games they have played rated matches of.
pub(crate) async fn ratings(player: &str, lang: Lang) -> Result<Vec<Rating>, Refusal> {
    let profile: Profile = answer(get(&format!("/api/players/{player}"), lang), lang).await?;
    Ok(profile.ratings)
}

/// What the matches of a player at a game come to, as the house writes it.
pub(crate) async fn figures(player: &str, game: GameId, lang: Lang) -> Result<Value, Refusal> {
    said(get(&format!("/api/players/{player}/figures?game={}", game.slug()), lang).build(), lang).await
}

/// Where the record of a finished match is found.
pub(crate) fn record_address(table: &str, key: Option<TableKey>) -> String {
    with_key(&format!("/api/tables/{table}/record"), key.as_ref())
}

fn get(address: &str, lang: Lang) -> RequestBuilder {
    Request::get(address).header("accept-language", lang.code())
}

/// Opens a table.
pub(crate) async fn open_table(settings: &Settings, bots: &[Bot], lang: Lang) -> Result<Found, Refusal> {
    ask(Request::post("/api/tables"), &json!({ "settings": settings, "bots": bots }), lang).await
}

/// The record of a finished match.
pub(crate) async fn record(table: &str, key: Option<TableKey>, lang: Lang) -> Result<String, Refusal> {
    text(&record_address(table, key), lang).await
}

/// Sends a match that was played in this browser: the person on its first seat is who sends it.
pub(crate) async fn send_offline(record: &str, bots: &[Bot], ended: u64, lang: Lang) -> Result<(), Refusal> {
    let body = json!({ "record": record, "bots": bots, "ended": ended });
    let request = Request::post("/api/offline-matches").header("accept-language", lang.code());
    send(request.json(&body), lang).await.map(|_| ())
}

/// The rules of a game, as a piece of HTML.
pub(crate) async fn rules(game: GameId, lang: Lang) -> Result<String, Refusal> {
    text(&format!("/api/rules/{}", game.slug()), lang).await
}

async fn text(address: &str, lang: Lang) -> Result<String, Refusal> {
    let response = send(get(address, lang).build(), lang).await?;
    response.text().await.map_err(|_| unreachable_house(lang))
}

async fn ask<T: DeserializeOwned>(request: RequestBuilder, body: &Value, lang: Lang) -> Result<T, Refusal> {
    read(said(request.header("accept-language", lang.code()).json(body), lang).await?, lang)
}

async fn answer<T: DeserializeOwned>(request: RequestBuilder, lang: Lang) -> Result<T, Refusal> {
    read(said(request.build(), lang).await?, lang)
}

/// Reads what the house has said, as messages of the line are read: one way to do so keeps the program small.
fn read<T: DeserializeOwned>(said: Value, lang: Lang) -> Result<T, Refusal> {
    read_json(&said).ok_or_else(|| unreachable_house(lang))
}

async fn said(request: Result<Request, gloo_net::Error>, lang: Lang) -> Result<Value, Refusal> {
    send(request, lang).await?.json().await.map_err(|_| unreachable_house(lang))
}

async fn send(request: Result<Request, gloo_net::Error>, lang: Lang) -> Result<Response, Refusal> {
    let request = request.map_err(|_| unreachable_house(lang))?;
    let response = request.send().await.map_err(|_| unreachable_house(lang))?;
    if response.ok() {
        return Ok(response);
    }
    let problem = response.json::<Value>().await.ok().and_then(|problem| read_json(&problem));
    Err(match problem {
        Some(Problem { error: Reason { code, message } }) => Refusal { code, message },
        None => unreachable_house(lang),
    })
}

/// Nobody answered, or not as a house would.
pub(crate) fn unreachable_house(lang: Lang) -> Refusal {
    Refusal { code: UNREACHABLE.into(), message: Label::HouseUnreachable.say(lang) }
}
