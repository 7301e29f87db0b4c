//! Duplicate evenings: everybody plays the same deals, each at a table of their own.
//!
//! An evening is the subject `evening.<id>` of the log: its opening, with the seed all deals come from, and who has
//! joined. Everything else follows from it: the id of a player's table for a deal, its seat, its deal; so a table that
//! was asked for twice, or before an outage, is the same table, and nobody plays a deal twice.
//! What was won is read from the ledger, as any finished match.
//!
//! Deliberately absent: HTTP, what a table of an evening allows (crate `host`), the ranking (crate `referee`).

use engine::{Seat, Seed};
use journal::{AppendError, Position, Subject};
use referee::evening::{DealPlayed, DealsPlayed, ranking};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use wire::house::{
    Entry, EveningDeal, EveningPlace, EveningPlayer, EveningSettings, EveningView, MAX_EVENING_DEALS,
    MAX_EVENING_HOURS, MAX_EVENING_PLAYERS, PlayerId, Stage, TableId,
};
use wire::{Faults, Value, commitment, read_seed, write_seed};
use words::Lang;
use words::evening::EveningRefusal;

use crate::admin::Mode;
use crate::app::App;
use crate::hosts::HouseError;
use crate::ledger::Finished;
use crate::people::Who;
use crate::people::entry::{read, write};
use crate::refusal::Refusal;
use crate::safety::Asker;

/// The milliseconds of an hour.
const HOUR: u64 = 3_600 * 1_000;
/// How often it is tried to join while others join.
const TRIES: usize = 8;

/// What the log holds of an evening, the times in milliseconds since 1970.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EveningEntry {
    /// Somebody has opened it, once and first.
    Opened {
        /// The id of the player.
        by: String,
        at: u64,
        /// When it is over.
        closes: u64,
        settings: EveningSettings,
        /// 64 hexadecimal digits. Nobody is shown them before it is over.
        seed: String,
    },
    /// A player plays along. Their number among them is where they sit.
    Joined { player: String, at: u64 },
}

/// An evening as its log has it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Evening {
    id: String,
    by: String,
    opened: u64,
    closes: u64,
    settings: EveningSettings,
    seed: Seed,
    /// The ids of the players, in the order in which they joined.
    players: Vec<String>,
    position: Position,
}

/// A player's table for the deal that is next for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NextTable {
    pub(crate) table: TableId,
    pub(crate) deal: u16,
}

/// Opens an evening, and gives its id.
///
/// # Errors
/// If the settings do not fit together, or the player has opened too many that are not over.
pub(crate) async fn open(
    app: &App,
    who: &Who,
    asker: &Asker,
    settings: EveningSettings,
    hours: u16,
) -> Result<String, Refusal> {
    if app.mode.get() != Mode::Open {
        return Err(Refusal::Draining);
    }
    if !(1..=MAX_EVENING_DEALS).contains(&settings.deals) || !(1..=MAX_EVENING_HOURS).contains(&hours) {
        return Err(EveningRefusal::OutOfBounds { deals: MAX_EVENING_DEALS, hours: MAX_EVENING_HOURS }.into());
    }
    let now = app.clock.now();
    let _counting = app.counting.lock().await;
    let most = app.config.tables_per_player.get();
    if app.ledger.evenings_opened_by(&who.player.id, now).await? >= most {
        return Err(EveningRefusal::TooMany { most }.into());
    }
    loop {
        let (seed, id) = (app.house.draw(), TableId::from_bytes(&app.house.draw().0).to_string());
        let players = vec![who.player.id.clone()];
        let (by, closes) = (who.player.id.clone(), now + u64::from(hours) * HOUR);
        let evening = Evening {
            id,
            by: by.clone(),
            opened: now,
            closes,
            settings: settings.clone(),
            seed,
            players,
            position: Position::START,
        };
        // A table that could not be opened later is refused now.
        evening.entries(1, who, asker.lang, now)?;
        app.limits.written(&who.player.id, asker.network(), 1)?;
        let entry = EveningEntry::Opened { by, at: now, closes, settings: settings.clone(), seed: write_seed(&seed) };
        let subject = subject(&evening.id).ok_or(Refusal::Failed)?;
        match app.journal.append(&subject, Position::START, write(&entry)).await {
            Ok(position) => {
                app.ledger.reach(position).await;
                return Ok(evening.id);
            }
            // The id is taken, which is next to impossible; another one is drawn.
            Err(AppendError::Conflict { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Whether the deals of an evening are known to everybody.
///
/// # Errors
/// If there is no such evening, or the data cannot be read.
pub(crate) async fn is_over(app: &App, id: &str) -> Result<bool, Refusal> {
    Ok(find(app, id).await?.is_over(app.clock.now()))
}

/// Lets a player join, and opens their table for the deal that is next for them, unless it is open.
///
/// # Errors
/// If the evening is over or full, or they have played all deals or opened too many tables.
pub(crate) async fn next_table(app: &App, who: &Who, asker: &Asker, id: &str) -> Result<NextTable, Refusal> {
    let player = who.player.id.as_str();
    let evening = join(app, id, player, asker).await?;
    // Another node may just have seen the end of their last deal.
    app.ledger.catch_up().await;
    let played = evening.played(app, player).await?;
    for deal in 1..=evening.settings.deals {
        let table = evening.table(player, deal);
        if played.iter().any(|it| it.deal == deal) {
            continue;
        }
        match app.house.look(&table, host::Room::stage).await {
            Ok(Stage::Over | Stage::Closed) => {}
            Ok(_) => return Ok(NextTable { table, deal }),
            Err(HouseError::NoSuchTable) => {
                let origin = asker.network().origin();
                let _opening = app.table_count.enter(player, origin, &app.config, &app.ledger).await?;
                let entries = evening.entries(deal, who, asker.lang, app.clock.now())?;
                app.house.open_as(&table, entries, Some(origin)).await?;
                return Ok(NextTable { table, deal });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(EveningRefusal::Done.into())
}

/// An evening as a visitor may see it: the ranking once they have played all their deals, or it is over.
///
/// # Errors
/// If there is no such evening, or the data cannot be read.
pub(crate) async fn view(app: &App, id: &str, visitor: Option<&str>, origin: &str) -> Result<EveningView, Refusal> {
    let evening = find(app, id).await?;
    let name = async |player: &str| -> Result<String, Refusal> {
        Ok(app.ledger.player(player).await?.map(|row| row.name).unwrap_or_default())
    };
    let (mut players, mut all) = (Vec::new(), Vec::new());
    for player in &evening.players {
        let deals = evening.played(app, player).await?;
        let (player, name) = (PlayerId::from(player.as_str()), name(player).await?);
        let done = u16::try_from(deals.len()).unwrap_or(u16::MAX);
        players.push(EveningPlayer { player: player.clone(), name: name.clone(), done });
        all.push(DealsPlayed { player, name, deals });
    }
    let done = visitor.and_then(|visitor| players.iter().find(|it| it.player == *visitor)).map(|it| it.done);
    let (over, deals) = (evening.is_over(app.clock.now()), evening.settings.deals);
    let is_shown = over || done.is_some_and(|done| done >= deals);
    Ok(EveningView {
        host: name(&evening.by).await?,
        opened: evening.opened,
        closes: evening.closes,
        over,
        commitment: commitment(&evening.seed),
        seed: over.then(|| write_seed(&evening.seed)),
        link: format!("{origin}/evening/{id}"),
        players,
        done,
        ranking: is_shown.then(|| ranking(deals, &all)),
        settings: evening.settings,
        evening: evening.id,
    })
}

/// Whoever has joined is found among the players; a stranger joins.
async fn join(app: &App, id: &str, player: &str, asker: &Asker) -> Result<Evening, Refusal> {
    for _ in 0..TRIES {
        let mut evening = find(app, id).await?;
        let now = app.clock.now();
        if evening.is_over(now) {
            return Err(EveningRefusal::Over.into());
        }
        if evening.players.iter().any(|it| it == player) {
            return Ok(evening);
        }
        if evening.players.len() >= MAX_EVENING_PLAYERS {
            return Err(EveningRefusal::Full { most: MAX_EVENING_PLAYERS }.into());
        }
        if app.mode.get() != Mode::Open {
            return Err(Refusal::Draining);
        }
        app.limits.written(player, asker.network(), 1)?;
        let subject = subject(id).ok_or(EveningRefusal::Missing)?;
        let joined = EveningEntry::Joined { player: player.into(), at: now };
        match app.journal.append(&subject, evening.position, write(&joined)).await {
            Ok(position) => {
                evening.players.push(player.into());
                evening.position = position;
                return Ok(evening);
            }
            // Somebody else has joined at the same moment.
            Err(AppendError::Conflict { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Refusal::Busy)
}

async fn find(app: &App, id: &str) -> Result<Evening, Refusal> {
    let subject = subject(id).ok_or(EveningRefusal::Missing)?;
    let mut found = None;
    for stored in app.journal.read(&subject, Position::START).await? {
        let unreadable = |error| {
            tracing::error!(%error, "an evening cannot be read");
            Refusal::Failed
        };
        match (read(&stored.record.body).map_err(unreadable)?, &mut found) {
            (EveningEntry::Opened { by, at, closes, settings, seed }, None) => {
                let seed = read_seed(&Value::String(seed), &Faults::default()).ok_or(Refusal::Failed)?;
                let (id, position) = (id.to_owned(), stored.position);
                found = Some(Evening { id, by, opened: at, closes, settings, seed, players: Vec::new(), position });
            }
            (EveningEntry::Joined { player, .. }, Some(evening)) => {
                evening.players.push(player);
                evening.position = stored.position;
            }
            _ => return Err(Refusal::Failed),
        }
    }
    found.ok_or_else(|| EveningRefusal::Missing.into())
}

fn subject(id: &str) -> Option<Subject> {
    TableId::is_valid(id).then(|| Subject::new(&format!("evening.{id}"))).flatten()
}

impl Evening {
    fn is_over(&self, now: u64) -> bool {
        now >= self.closes
    }

    /// The seat of a player for a deal: the first, or one further with every player and every deal.
    fn seat(&self, player: &str, deal: u16) -> Seat {
        let number = self.players.iter().position(|it| it == player).unwrap_or_default();
        let moved = if self.settings.exchange { number + usize::from(deal) - 1 } else { 0 };
        Seat::new(moved % usize::from(self.settings.seats).max(1)).unwrap_or_default()
    }

    /// The table of a player for a deal: nobody who does not know the seed can tell its id.
    fn table(&self, player: &str, deal: u16) -> TableId {
        let hash = Sha256::new_with_prefix("tapis-evening-table-1").chain_update(self.seed.0);
        TableId::from_bytes(&hash.chain_update(deal.to_be_bytes()).chain_update(player).finalize().into())
    }

    /// What opens the table of a player for a deal.
    fn entries(&self, deal: u16, who: &Who, lang: Lang, now: u64) -> Result<Vec<Entry>, Refusal> {
        let EveningSettings { game, options, seats, level, deals, .. } = self.settings.clone();
        let place = EveningPlace { evening: self.id.clone(), deal, deals };
        let own = self.seat(&who.player.id, deal);
        let settings = host::evening_settings(game, options, seats);
        let deal = EveningDeal { place, seed: self.seed };
        Ok(host::open_evening(settings, deal, own, level, &who.person(lang), now)?)
    }

    /// The deals a player has played to their end in time.
    async fn played(&self, app: &App, player: &str) -> Result<Vec<DealPlayed>, Refusal> {
        let tables: Vec<TableId> = (1..=self.settings.deals).map(|deal| self.table(player, deal)).collect();
        let wanted = tables.iter().map(ToString::to_string).collect();
        let finished = app.ledger.finished_at(player, wanted, self.opened).await?;
        let EveningSettings { game, options, seats, .. } = self.settings.clone();
        let start = host::evening_start(&host::evening_settings(game, options, seats));
        let played = |(deal, table): (u16, TableId)| {
            let Finished { scores, .. } =
                finished.iter().find(|it| table == it.table.as_str() && it.ended <= self.closes)?;
            let seat = self.seat(player, deal).index() as u8;
            Some(DealPlayed { deal, table, seat, points: scores.iter().map(|score| score - start).collect() })
        };
        Ok((1..).zip(tables).filter_map(played).collect())
    }
}
