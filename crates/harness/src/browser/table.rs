//! A table to play at, opened by the page itself.
//!
//! Deliberately absent: opening one by hand; that is for the tests of the first screen.

use engine::GameId;
use serde_json::{Map, Value, json};

use crate::browser::BrowserError;
use crate::browser::house::House;
use crate::browser::page::Page;

/// Who plays besides the one who opens a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Company {
    /// Two bots.
    Bots,
    /// Two bots that think long.
    Experts,
    /// Somebody who is yet to come, and nobody else.
    Friend,
}

/// How long a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// One round.
    OneRound,
    /// So many that no test comes to their end.
    Endless,
}

/// A match of this length, without a clock.
pub(crate) fn options(game: GameId, length: Length) -> Map<String, Value> {
    let (rounds, target) = if length == Length::OneRound { (1, 1) } else { (1_000, 1_000_000) };
    let options: &[(&str, u32)] = match game {
        GameId::Dos => &[("target", target)],
        GameId::Rummy => &[("rounds", rounds), ("turn_seconds", 0)],
        GameId::Onze | GameId::NainJaune | GameId::QuaranteSix => &[("rounds", rounds)],
    };
    options.iter().map(|(option, value)| ((*option).to_owned(), Value::from(*value))).collect()
}

impl Page {
    /// Goes to the first screen of a house unless the page is at that house, and waits until the house knows who is there.
    pub(crate) async fn enter(&self, house: &House) -> Result<(), BrowserError> {
        let is_there = "return location.href.startsWith(arguments[0]);";
        if !self.run::<bool>(is_there, vec![house.url("/").into()]).await? {
            self.visit(&house.url("/")).await?;
        }
        self.until_true("localStorage.getItem('tapis.came')").await
    }

    /// Opens a table and gives its id; the page must have been at its house.
    ///
    /// # Errors
    /// If the house refuses.
    pub async fn open_table(&self, game: GameId, company: Company, length: Length) -> Result<String, BrowserError> {
        // Nain Jaune is not played by two.
        let seats = if company == Company::Friend && game != GameId::NainJaune { 2 } else { 3 };
        let first_bot = if company == Company::Friend { 2 } else { 1 };
        let level = if company == Company::Experts { "expert" } else { "casual" };
        let bots: Vec<Value> = (first_bot..seats).map(|seat| json!({"seat": seat, "level": level})).collect();
        let settings = json!({
            "game": game.slug(), "options": options(game, length), "seats": seats, "hints": true, "undo": true,
        });
        // The session exists once this is stored.
        self.until_true("localStorage.getItem('tapis.came')").await?;
        let opened = self.ask("POST", "/api/tables", Some(json!({"settings": settings, "bots": bots}))).await?;
        let opened: Value = serde_json::from_str(&opened)?;
        match opened["table"].as_str() {
            Some(table) => Ok(table.to_owned()),
            None => Err(self.unexpected(&format!("the house opens no table: {opened}")).await),
        }
    }

    /// Opens a duplicate evening of four deals, and gives its id.
    ///
    /// # Errors
    /// If the house opens none.
    pub async fn open_evening(&self, game: GameId) -> Result<String, BrowserError> {
        let settings = json!({ "game": game.slug(), "seats": 4, "level": "casual", "deals": 4 });
        // The session exists once this is stored.
        self.until_true("localStorage.getItem('tapis.came')").await?;
        let opened = json!({ "settings": settings, "hours": 24 });
        let opened: Value = serde_json::from_str(&self.ask("POST", "/api/evenings", Some(opened)).await?)?;
        match opened["evening"].as_str() {
            Some(evening) => Ok(evening.to_owned()),
            None => Err(self.unexpected(&format!("the house opens no evening: {opened}")).await),
        }
    }

    /// Lets the browser remember a short match of so many people on this device and bots of a level, three in all, as
    /// what was chosen the last time: the button of the game plays it.
    ///
    /// # Errors
    /// If the browser fails.
    pub async fn remember_local(&self, game: GameId, level: &str, people: &[&str]) -> Result<(), BrowserError> {
        let settings = json!({
            "game": game.slug(), "options": options(game, Length::OneRound), "seats": 3, "visibility": "invited",
            "hints": true, "undo": true,
        });
        let form = json!({ "settings": settings, "level": level, "people": people });
        let name = format!("tapis.table.bots.{}", game.slug());
        let script = "localStorage.setItem(arguments[0], arguments[1]); return true;";
        self.run::<bool>(script, vec![name.into(), form.to_string().into()]).await.map(|_| ())
    }

    /// Asks the house something over HTTP, as the page would, and gives what it answers.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Result<String, BrowserError> {
        let script = "
            const [method, path, body, done] = arguments;
            const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
            fetch(path, { method, ...sent }).then((answer) => answer.text()).then(done, (error) => done(`${error}`));
        ";
        let arguments = vec![method.into(), path.into(), body.unwrap_or_default()];
        Ok(self.web.execute_async(script, arguments).await?.convert()?)
    }
}
