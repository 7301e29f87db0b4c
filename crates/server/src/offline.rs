//! Matches that were played without the house, on a device, and came to it later as records.
//!
//! The house has not seen them: it replays the record, so that every move is one the rules allow, keeps it for the
//! player who sent it, and shows it to them alone. Such a match is never rated.
//! Deliberately absent: HTTP, and whether the cards were honest, which only the device knows.

use engine::Seat;
use journal::{AppendError, Position, Subject};
use referee::records::{Played, played};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use wire::PlayerKind as RecordKind;
use wire::house::{BotLevel, PlayerId, Seating, Sitter, TableId};

use crate::app::App;
use crate::ledger::SeatResult;
use crate::people::entry::{read, write};
use crate::people::{Name, Who};
use crate::refusal::Refusal;
use crate::safety::Asker;

/// The longest record, in bytes: a match of many hours.
pub(crate) const MAX_RECORD_BYTES: usize = 256 * 1024;
/// For so many bytes of it, or less, it counts as one record of its player and their network: none of a table is much
/// longer.
const BYTES_OF_A_RECORD: usize = 4 * 1024;
/// So many matches of a player are taken in a day.
pub(crate) const MAX_A_DAY: u32 = 100;
/// The milliseconds of a day.
const DAY: u64 = 24 * 3_600 * 1_000;

/// What the log holds of a match that was played without the house: the one entry of `offline.<id>`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OfflineEntry {
    /// A player has sent it.
    Sent {
        /// Who.
        player: String,
        /// When it arrived, in milliseconds since 1970.
        at: u64,
        /// When it ended, as the device says.
        ended: u64,
        /// The slug of the game.
        game: String,
        /// Who came where, by seat.
        places: Vec<SeatResult>,
        /// The record.
        record: String,
    },
    /// What is left of it when its player is deleted.
    Erased,
}

/// A match as a device sends it.
#[derive(Debug)]
pub(crate) struct SentMatch {
    /// The record.
    pub(crate) record: String,
    /// The seat of the player who sends it.
    pub(crate) seat: Seat,
    /// How well the bots played.
    pub(crate) bots: Vec<(Seat, BotLevel)>,
    /// When it ended, as the device says.
    pub(crate) ended: u64,
}

/// Takes a match of a player, and gives its id. The same record is kept once, however often it is sent.
///
/// # Errors
/// If the record does not hold, does not end a match, or is not such a one; or if there are too many.
pub(crate) async fn keep(app: &App, who: &Who, asker: &Asker, sent: SentMatch) -> Result<TableId, Refusal> {
    if sent.record.len() > MAX_RECORD_BYTES {
        return Err(Refusal::TooLarge { most: MAX_RECORD_BYTES });
    }
    let id = id_of(&who.player.id, &sent.record);
    let subject = subject_of(id.as_str()).ok_or(Refusal::Failed)?;
    let now = app.clock.now();
    if app.ledger.offline_matches_since(&who.player.id, now.saturating_sub(DAY)).await? >= MAX_A_DAY {
        return Err(Refusal::TooManyRecords { most: MAX_A_DAY });
    }
    // Whatever comes of it: to replay it is work as well.
    app.limits.written(&who.player.id, asker.network(), 1 + (sent.record.len() / BYTES_OF_A_RECORD) as u64)?;
    // A long match takes a while.
    let _replaying = app.replays.enter(asker.network())?;
    let (lang, SentMatch { record, seat, bots, ended }) = (asker.lang, sent);
    let replay = move || (played(&record, lang), record);
    let Ok((played, record)) = tokio::task::spawn_blocking(replay).await else { return Err(Refusal::Failed) };
    let played = played.map_err(|broken| Refusal::BadRecord { line: broken.line, why: broken.message })?;
    let places = places(&played, who, &id, seat, &bots)?;
    let entry = OfflineEntry::Sent {
        player: who.player.id.clone(),
        at: now,
        ended: ended.min(now),
        game: played.record.header.game.slug().into(),
        places,
        record,
    };
    match app.journal.append(&subject, Position::START, write(&entry)).await {
        // It was sent before, and the answer was lost.
        Ok(_) | Err(AppendError::Conflict { .. }) => Ok(id),
        Err(error) => Err(error.into()),
    }
}

/// The record of a match that somebody has sent, for them alone.
///
/// # Errors
/// If there is none that they may see.
pub(crate) async fn record(app: &App, id: &str, asker: Option<&str>) -> Result<String, Refusal> {
    let subject = subject_of(id).ok_or(Refusal::NoSuchTable)?;
    for stored in app.journal.read(&subject, Position::START).await? {
        if let Ok(OfflineEntry::Sent { player, record, .. }) = read(&stored.record.body)
            && asker == Some(player.as_str())
        {
            return Ok(record);
        }
    }
    Err(Refusal::NoSuchTable)
}

/// The id of a match: that of its record and its player.
fn id_of(player: &str, record: &str) -> TableId {
    let mut hash = Sha256::new();
    hash.update(player);
    hash.update([0]);
    hash.update(record);
    TableId::from_bytes(&hash.finalize().into())
}

fn subject_of(id: &str) -> Option<Subject> {
    Subject::new(&format!("offline.{id}"))
}

/// Who came where. Who shared the device has no id in this house.
fn places(
    played: &Played,
    who: &Who,
    id: &TableId,
    own: Seat,
    bots: &[(Seat, BotLevel)],
) -> Result<Vec<SeatResult>, Refusal> {
    let unfit = |why: &str| Refusal::BadBody { why: why.into() };
    let shown = |name: &str| Name::new(name).map(|name| name.as_str().to_owned()).map_err(Refusal::BadName);
    let players = &played.record.header.players;
    if !players.get(own.index()).is_some_and(|player| player.kind == RecordKind::Human) {
        return Err(unfit("nobody who sends it sat on `seat`"));
    }
    let sitter = |(index, sat): (usize, &wire::Player)| {
        let level = bots.iter().find(|(seat, _)| seat.index() == index).map(|(_, level)| *level);
        let (name, claimed, seating) = match (sat.kind, level) {
            (RecordKind::Human, None) if index == own.index() => {
                let player = PlayerId::from(who.player.id.as_str());
                (who.player.name.clone(), who.player.is_claimed(), Seating::Human { player })
            }
            (RecordKind::Human, None) => {
                let player = PlayerId::from(format!("{id}.{index}"));
                (shown(&sat.name)?, false, Seating::Human { player })
            }
            (RecordKind::Bot, Some(level)) => (shown(&sat.name)?, false, Seating::Bot { level }),
            _ => return Err(unfit("`bots` are not those of the record")),
        };
        Ok(Sitter { name, claimed, seating })
    };
    let ends = played.places.iter().zip(&played.scores);
    let sitters = players.iter().enumerate().map(sitter);
    ends.zip(sitters)
        .map(|((place, score), sitter)| Ok(SeatResult { sitter: Some(sitter?), place: *place, score: *score }))
        .collect()
}
