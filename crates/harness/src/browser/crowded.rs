//! Crowded tables: positions in the middle of a round with as much on the table and in the own hand as the rules
//! allow, prepared and not come by.
//!
//! Each is a file of `crowded/`: how many sit and the options, the seed of the deal, and the steps that were made, each
//! with its seat. They were found by bots that draw on seat 0 and lay elsewhere. A house that is opened with them has
//! them in its log, as if they had been played there; the one who sits on seat 0 is to move.
//!
//! Deliberately absent: the rules. A log that they do not allow is refused by the room.

use engine::{GameId, Seat};
use host::Person;
use journal::{Position, Record, Subject};
use serde_json::{Map, Value};
use server::config::DataFile;
use server::people::{Entered, PlayerKind};
use server::{App, Config, WallClock};
use wire::house::{BotLevel, By, Entry, Settings, Visibility, write_entries};
use words::Lang;

use crate::browser::BrowserError;
use crate::browser::house::House;
use crate::browser::page::Page;
use crate::browser::table::{Length, options};

/// How well the others play, seat by seat.
const LEVELS: [BotLevel; 4] = [BotLevel::Casual, BotLevel::Expert, BotLevel::Novice, BotLevel::Skilled];
/// The milliseconds a step took.
const STEP_MS: u64 = 4_000;
/// The cookie that holds a browser's token.
const COOKIE: &str = "tapis";

/// A crowded table.
#[derive(Debug, Clone, Copy)]
pub struct Crowd {
    /// What its pictures are called.
    pub name: &'static str,
    /// What is played.
    pub game: GameId,
    log: &'static str,
}

/// Lists crowded tables, each with its file.
macro_rules! crowds {
    ($($name:literal: $game:ident,)*) => {
        /// All crowded tables.
        pub const CROWDS: &[Crowd] = &[
            $(Crowd {
                name: $name,
                game: GameId::$game,
                log: include_str!(concat!("../../crowded/", $name, ".txt")),
            },)*
        ];
    };
}

crowds! {
    "onze": Onze,
    "nain-jaune": NainJaune,
    "nain-jaune-three": NainJaune,
    "dos": Dos,
    "rummy": Rummy,
    "quarante-six": QuaranteSix,
    "quarante-six-open": QuaranteSix,
}

/// Who sits on seat 0 of the crowded tables of a house, and the ids of the tables in the order of [`CROWDS`].
#[derive(Debug, Clone)]
pub(crate) struct Crowded {
    token: String,
    tables: Vec<String>,
}

impl Crowd {
    /// The crowded table of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        CROWDS.iter().find(|crowd| crowd.name == name)
    }

    /// The records of its log, for somebody who sits on seat 0, opened at a time.
    fn records(&self, person: &Person, now: u64) -> Result<Vec<Vec<Entry>>, BrowserError> {
        let wrong = |what: &str| BrowserError::Crowd { name: self.name, what: what.into() };
        let mut lines = self.log.lines();
        let mut line = || lines.next().ok_or_else(|| wrong("it ends before its steps"));
        let (seats, own_options) = line()?.split_once(' ').ok_or_else(|| wrong("no options"))?;
        let seats: u8 = seats.parse().map_err(|_| wrong("no number of seats"))?;
        let seed = line()?.to_owned();
        let mut all_options = options(self.game, Length::Endless);
        all_options.extend(serde_json::from_str::<Map<String, Value>>(own_options)?);
        let settings =
            Settings { options: all_options, visibility: Visibility::Invited, ..Settings::new(self.game, seats) };
        let bots: Vec<(Seat, BotLevel)> =
            (1..seats.into()).filter_map(Seat::new).zip(LEVELS.into_iter().cycle()).collect();
        let opened = host::open(settings, &bots, person, now).map_err(|refusal| wrong(&format!("{refusal:?}")))?;
        let mut records = vec![
            opened,
            vec![Entry::Began { at: now }, Entry::Committed { round: 1, seed }],
            vec![Entry::Dealt { round: 1, entropy: vec![None; usize::from(seats)], at: now }],
        ];
        for (number, line) in (1..).zip(lines) {
            let (seat, step) = line.split_once(' ').ok_or_else(|| wrong("a step without a seat"))?;
            let seat = seat.parse().ok().and_then(Seat::new).ok_or_else(|| wrong("a step without a seat"))?;
            let by = if seat.index() == 0 { By::Player } else { By::Bot };
            records.push(vec![Entry::Stepped { seat, step: step.into(), ms: number * STEP_MS, by }]);
        }
        Ok(records)
    }
}

/// Writes all crowded tables into the data of a house that is not open.
pub(crate) async fn prepare(data: DataFile, seed: &str) -> Result<Crowded, BrowserError> {
    let prepared = |error: String| BrowserError::Crowd { name: "all", what: error };
    let seed = seed.parse().map_err(prepared)?;
    let config = Config { data, seed, durability: server::config::Durability::Normal, ..Config::default() };
    let app = App::open(config, WallClock::system(), Vec::new()).await.map_err(|error| prepared(error.to_string()))?;
    let who = app.people.join(Some("Camille"), PlayerKind::Human, "harness").await;
    let Entered { who, token } = who.map_err(|refusal| prepared(format!("{refusal:?}")))?;
    let person = Person {
        player: who.player.id.as_str().into(),
        name: who.player.name.as_str().into(),
        is_program: false,
        is_claimed: false,
        lang: Lang::French,
    };
    let mut tables = Vec::new();
    for (number, crowd) in (1..).zip(CROWDS) {
        let table = format!("{number:016}");
        let subject = Subject::new(&format!("table.{table}")).ok_or_else(|| prepared("no subject".into()))?;
        let mut position = Position::START;
        for entries in crowd.records(&person, app.clock.now())? {
            // What opens a table and begins its match is news; what is played is not.
            let is_news = !matches!(entries.as_slice(), [Entry::Stepped { .. } | Entry::Dealt { .. }]);
            let record = Record { body: write_entries(&entries).into(), is_news };
            let appended = app.journal.append(&subject, position, record).await;
            position = appended.map_err(|error| prepared(error.to_string()))?;
        }
        tables.push(table);
    }
    app.storage.close().await;
    Ok(Crowded { token: token.as_str().into(), tables })
}

impl Page {
    /// Goes to a crowded table as the one who sits on its seat 0, and gives its id; the house must have been opened
    /// with [`House::open_crowded`]. From then on the browser is that player's.
    ///
    /// # Errors
    /// If the house has none, or the hand is never seen.
    pub async fn open_crowded(&self, house: &House, crowd: &Crowd) -> Result<String, BrowserError> {
        let missing = || BrowserError::Crowd { name: crowd.name, what: "the house was opened without it".into() };
        let crowded = house.crowded().ok_or_else(missing)?;
        let number = CROWDS.iter().position(|one| one.name == crowd.name).ok_or_else(missing)?;
        let table = crowded.tables.get(number).ok_or_else(missing)?;
        // A browser that never was there would come in as somebody new.
        self.enter(house).await?;
        let cookie = serde_json::json!({"name": COOKIE, "value": crowded.token, "url": house.url("/")});
        self.tell("Network.setCookie", cookie).await?;
        self.visit(&house.url(&format!("/table/{table}"))).await?;
        self.until("[data-hand] [data-piece]").await?;
        Ok(table.clone())
    }
}

#[cfg(test)]
mod tests {
    use engine::{SeatCount, Viewer};
    use host::Room;

    use super::*;

    /// The hand, and what lies on the table, of one who is to move.
    fn replayed(crowd: &Crowd) -> Value {
        let person = Person {
            player: "p".into(),
            name: "Camille".into(),
            is_program: false,
            is_claimed: false,
            lang: Lang::French,
        };
        let records = crowd.records(&person, 1_000).expect("a log");
        let room =
            Room::replay(&"0000000000000001".into(), records.iter().map(Vec::as_slice)).expect("it fits the rules");
        let seats = SeatCount::new(room.sitters().len()).expect("seats");
        let seat = seats.seat(0).expect("a seat");
        let view = serde_json::to_value(room.view(Viewer::Seat(seat), 1_000)).expect("a view");
        let view = view["table"]["view"].clone();
        assert_eq!(view["seat"], 0, "{} is not to be moved by the person", crowd.name);
        view
    }

    fn count(view: &Value, pointer: &str) -> usize {
        view.pointer(pointer).and_then(Value::as_array).map_or(0, Vec::len)
    }

    #[test]
    fn crowded_tables_are_crowded() {
        for (name, hand, hand_least, table, table_least) in [
            ("onze", "/hands/0", 20, "/table", 45),
            ("nain-jaune", "/hands/0", 4, "/laid", 20),
            ("nain-jaune-three", "/hands/0", 15, "/laid", 15),
            ("dos", "/hands/0", 14, "/centre", 8),
            ("rummy", "/racks/0", 20, "/table", 12),
            ("quarante-six", "/hands/0", 12, "/laid", 23),
            ("quarante-six-open", "/hands/0", 11, "/laid", 23),
        ] {
            let view = replayed(Crowd::named(name).expect("a crowd"));
            assert!(count(&view, hand) >= hand_least, "{name}: a hand of {}", count(&view, hand));
            assert!(count(&view, table) >= table_least, "{name}: {} on the table", count(&view, table));
        }
    }

    #[test]
    fn every_game_is_crowded() {
        assert!(GameId::ALL.iter().all(|game| CROWDS.iter().any(|crowd| crowd.game == *game)));
    }
}
