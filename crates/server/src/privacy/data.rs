//! All the house keeps of a person, as one document for them.
//!
//! Deliberately absent: what others said or reported about them, which is data of others, and the notes of keepers.

use std::collections::BTreeMap;

use journal::{Position, Stored};
use schemars::JsonSchema;
use serde::Serialize;
use wire::house::{Entry, Speech, read_entries};

use super::Search;
use crate::admin::ReportEntry;
use crate::app::App;
use crate::evening::EveningEntry;
use crate::ledger::{MatchRow, Rating, SeatResult};
use crate::offline::OfflineEntry;
use crate::people::entry::{NameEntry, PlayerEntry, player_subject, read};
use crate::people::{PlayerKind, Who};
use crate::refusal::Refusal;

/// The most finished matches in one document.
const MAX_MATCHES: u32 = 100_000;

/// All the house keeps of a person. Times are in milliseconds since 1970.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PersonalData {
    /// When this was collected.
    collected: u64,
    /// The id of the player, which never changes.
    player: String,
    /// A person or a program.
    kind: PlayerKind,
    /// When they first came.
    since: u64,
    /// Whether there is a password; the house keeps only its hash.
    has_password: bool,
    /// The names they have had, oldest first.
    names: Vec<NameUsed>,
    /// The sessions that were opened, oldest first.
    sessions: Vec<SessionOpened>,
    /// The tables they opened, sat or spoke at, by id.
    tables: Vec<TableVisited>,
    /// The matches they played without the house and sent, oldest first.
    offline_matches: Vec<OfflineRecord>,
    /// The duplicate evenings they opened or joined, oldest first.
    evenings: Vec<EveningVisited>,
    /// What they said, oldest first.
    chat: Vec<SaidAt>,
    /// What they told those who keep the house, oldest first.
    reports: Vec<ReportMade>,
    /// How well they play, by game.
    ratings: Vec<Rating>,
}

/// A name a player has had.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
struct NameUsed {
    /// The name.
    name: String,
    /// Since when.
    since: u64,
    /// Whether it was made the player's own.
    claimed: bool,
}

/// A session that was opened.
#[derive(Debug, Serialize, JsonSchema)]
struct SessionOpened {
    /// The id, a hash of its token.
    id: String,
    /// The program that opened it, in its own words; empty once it was forgotten.
    device: String,
    /// When it was opened.
    opened: u64,
    /// When it was last used, to within a day; absent: it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    used: Option<u64>,
}

/// A table a player was at.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct TableVisited {
    /// The id of the table.
    table: String,
    /// Whether they opened it.
    opened: bool,
    /// Whether they sat at it.
    sat: bool,
    /// The match, if it is over and they played in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<MatchOutcome>,
}

/// How a match ended.
#[derive(Debug, Serialize, JsonSchema)]
struct MatchOutcome {
    /// The slug of the game.
    game: String,
    /// Whether it counted for ratings.
    rated: bool,
    /// When it ended.
    ended: u64,
    /// Who came where, by seat.
    places: Vec<SeatResult>,
}

/// Something a player said.
#[derive(Debug, Serialize, JsonSchema)]
struct SaidAt {
    /// The id of the table.
    table: String,
    /// When.
    at: u64,
    /// What.
    speech: Speech,
}

/// Something a player told those who keep the house.
#[derive(Debug, Serialize, JsonSchema)]
struct ReportMade {
    /// When.
    at: u64,
    /// The id of the player it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    /// The id of the table where it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// What they said.
    text: String,
}

/// A match a player has sent.
#[derive(Debug, Serialize, JsonSchema)]
struct OfflineRecord {
    /// Its id.
    table: String,
    /// When it was sent.
    at: u64,
    /// Its record.
    record: String,
}

/// A duplicate evening a player was at.
#[derive(Debug, Serialize, JsonSchema)]
struct EveningVisited {
    /// Its id.
    evening: String,
    /// When they opened or joined it.
    at: u64,
    /// Whether they opened it.
    opened: bool,
}

/// What is collected from the log.
struct Collection<'a> {
    player: &'a str,
    names: Vec<NameUsed>,
    sessions: Vec<SessionOpened>,
    tables: BTreeMap<String, TableVisited>,
    offline_matches: Vec<OfflineRecord>,
    evenings: Vec<EveningVisited>,
    chat: Vec<SaidAt>,
    reports: Vec<ReportMade>,
}

/// Collects all the house keeps of who asks; it reads the whole log, step by step.
///
/// # Errors
/// If the data cannot be read.
pub(crate) async fn collect(app: &App, who: &Who) -> Result<PersonalData, Refusal> {
    let player = who.player.id.as_str();
    let (names, sessions, tables) = (Vec::new(), Vec::new(), BTreeMap::new());
    let (offline_matches, evenings, chat, reports) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut collection = Collection { player, names, sessions, tables, offline_matches, evenings, chat, reports };
    let subject = player_subject(player).ok_or(Refusal::NoSuchPlayer)?;
    for stored in app.journal.read(&subject, Position::START).await? {
        collection.add_own(&stored);
    }
    let mut search = Search::new(&app.storage, player, Position::START);
    while let Some(records) = search.next().await? {
        for stored in &records {
            collection.add(stored);
        }
    }
    for row in app.ledger.history(player, Some(player), u64::MAX, MAX_MATCHES).await? {
        let MatchRow { table, game, rated, ended, places, .. } = row;
        collection.table(&table).result = Some(MatchOutcome { game, rated, ended, places });
    }
    let valid = app.people.sessions(who).await?;
    for session in &mut collection.sessions {
        session.used = valid.iter().find(|row| row.id == session.id).map(|row| row.used);
    }
    // Those of guests are in the player's own records, those that were claimed in records of the names.
    collection.names.sort_by_key(|name| name.since);
    Ok(PersonalData {
        collected: app.clock.now(),
        player: player.into(),
        kind: who.player.kind,
        since: who.player.joined,
        has_password: who.player.password.is_some(),
        names: collection.names,
        sessions: collection.sessions,
        tables: collection.tables.into_values().collect(),
        offline_matches: collection.offline_matches,
        evenings: collection.evenings,
        chat: collection.chat,
        reports: collection.reports,
        ratings: app.ledger.ratings(player).await?,
    })
}

impl Collection<'_> {
    fn table(&mut self, table: &str) -> &mut TableVisited {
        let visited = self.tables.entry(table.into()).or_default();
        visited.table = table.into();
        visited
    }

    /// A record of the player's own subject. What cannot be read was written by a newer house.
    fn add_own(&mut self, stored: &Stored) {
        let Ok(entry) = read::<PlayerEntry>(&stored.record.body) else { return };
        let (name, session, at) = match entry {
            PlayerEntry::Joined { name, session, at, .. } => (Some(name), Some(session), at),
            PlayerEntry::Renamed { name, at } => (Some(name), None, at),
            PlayerEntry::SessionOpened { session, at } => (None, Some(session), at),
            _ => return,
        };
        self.names.extend(name.map(|name| NameUsed { name, since: at, claimed: false }));
        self.sessions.extend(session.map(|session| SessionOpened {
            id: session.id,
            device: session.device,
            opened: at,
            used: None,
        }));
    }

    /// A record that names the player.
    fn add(&mut self, stored: &Stored) {
        let body = &stored.record.body;
        match stored.subject.name().split_once('.') {
            Some(("table", table)) => {
                for entry in read_entries(body).unwrap_or_default() {
                    self.add_entry(table, entry);
                }
            }
            Some(("offline", id)) => {
                let Ok(OfflineEntry::Sent { player, at, record, .. }) = read(body) else { return };
                if player == self.player {
                    self.offline_matches.push(OfflineRecord { table: id.into(), at, record });
                }
            }
            Some(("evening", id)) => {
                let (player, at, opened) = match read(body) {
                    Ok(EveningEntry::Opened { by, at, .. }) => (by, at, true),
                    Ok(EveningEntry::Joined { player, at }) => (player, at, false),
                    Err(_) => return,
                };
                if player == self.player {
                    self.evenings.push(EveningVisited { evening: id.into(), at, opened });
                }
            }
            Some(("name", _)) => {
                let Ok(NameEntry::Taken { player, name, at, displaced, .. }) = read(body) else { return };
                let displaced = displaced.into_iter().find(|displaced| displaced.player == self.player);
                let own = (player == self.player).then_some(NameUsed { name, since: at, claimed: true });
                self.names.extend(own);
                self.names.extend(displaced.map(|one| NameUsed { name: one.name, since: at, claimed: false }));
            }
            Some(("house", "reports")) => {
                let Ok(ReportEntry { reporter, at, player, table, text, .. }) = read(body) else { return };
                if reporter == self.player {
                    self.reports.push(ReportMade { at, player, table, text });
                }
            }
            _ => {}
        }
    }

    fn add_entry(&mut self, table: &str, entry: Entry) {
        match entry {
            Entry::Opened { host, .. } if host == self.player => self.table(table).opened = true,
            Entry::Sat { sitter, .. } if sitter.seating.player().is_some_and(|player| *player == self.player) => {
                self.table(table).sat = true;
            }
            Entry::Said { player, speech, at, .. } if player == self.player => {
                self.table(table);
                self.chat.push(SaidAt { table: table.into(), at, speech });
            }
            _ => {}
        }
    }
}
