//! The ledger: what the journal comes to, as tables that can be asked. Players, their sessions and names, the
//! matches they finished and how well they play.
//!
//! It is a projection of the journal, in the same file and the same transaction: never behind, and made again
//! from the log whenever its version changes. It holds nothing of its own. Where several nodes share a log each has one
//! of its own, which follows the news and may be a moment behind.
//! Deliberately absent: decisions; who may do what is decided in [`crate::people`] and at the tables.

mod evenings;
mod figures;
mod keeping;
mod matches;
mod people;
mod rating;
mod tables;

use std::sync::Arc;

use engine::GameId;
use journal::{JournalError, Later, Position, Projection, SqliteJournal, Stored};
use rusqlite::Connection;
use wire::house::Summary;

use crate::cluster::Following;

pub(crate) use evenings::Finished;
pub use figures::{Best, BestMatch, Figures, LeadAt, Mean, RatingAt, Streak};
pub use keeping::{ActRow, BanRow, ReportRow};
pub use matches::{MatchRow, Rank, Rating, SeatResult};
pub(crate) use people::OpenDeletion;
pub use people::{PlayerRow, SessionRow};

/// The tables of the ledger, kept up to date by the journal's writer.
#[derive(Debug)]
pub struct LedgerProjection;

impl Projection for LedgerProjection {
    fn version(&self) -> &str {
        "ledger 8"
    }

    fn schema(&self) -> &str {
        concat!(
            include_str!("people.sql"),
            include_str!("matches.sql"),
            include_str!("tables.sql"),
            include_str!("keeping.sql"),
            include_str!("evenings.sql")
        )
    }

    fn apply(&self, tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()> {
        let name = stored.subject.name();
        match name.split_once('.') {
            Some(("player", player)) => people::apply_player(tables, player, stored),
            Some(("name", _)) => people::apply_name(tables, stored, order),
            Some(("table", table)) => matches::apply_table(tables, table, stored, order),
            Some(("offline", id)) => matches::apply_offline(tables, id, stored, order),
            Some(("evening", id)) => evenings::apply(tables, id, stored),
            Some(("house", "acts")) => keeping::apply_act(tables, stored, order),
            Some(("house", "reports")) => keeping::apply_report(tables, stored, order),
            _ => Ok(()),
        }
    }

    fn redact(&self, tables: &Connection, stored: &Stored, order: Position) -> rusqlite::Result<()> {
        let name = stored.subject.name();
        match name.split_once('.') {
            Some(("player", _)) => people::redact_player(tables, stored),
            Some(("name", _)) => people::redact_name(tables, stored),
            Some(("table", table)) => matches::redact_table(tables, table, stored, order),
            Some(("offline", _)) => matches::redact_offline(tables, order),
            Some(("house", "reports")) => keeping::redact_report(tables, stored, order),
            _ => Ok(()),
        }
    }
}

/// An entry that cannot be read makes the append fail, rather than leave the ledger behind.
fn unreadable(error: impl std::error::Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(Box::new(error))
}

/// A number of the journal as SQLite keeps it; none ever comes near the sign.
#[allow(clippy::cast_possible_wrap)]
fn whole(number: u64) -> i64 {
    number as i64
}

/// The ledger as others read it; every question is answered on a thread of its own.
#[derive(Clone, Debug)]
pub struct Ledger {
    tables: Tables,
}

/// Where the tables of the ledger are.
#[derive(Clone, Debug)]
enum Tables {
    /// In the file of the journal.
    House(Arc<SqliteJournal>),
    /// In a file of this node, which follows the journal.
    Node(Arc<Following>),
}

impl Tables {
    fn query<T, Q>(&self, query: Q) -> Later<'_, Result<T, JournalError>>
    where
        T: Send + 'static,
        Q: FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        match self {
            Self::House(journal) => journal.query(query),
            Self::Node(following) => following.mirror().query(query),
        }
    }
}

impl Ledger {
    /// The ledger in the file of this journal, which was opened with the [`LedgerProjection`].
    #[must_use]
    pub fn new(journal: Arc<SqliteJournal>) -> Self {
        Self { tables: Tables::House(journal) }
    }

    /// The ledger of a node, which follows the log that it shares with others.
    pub(crate) fn of_node(following: Arc<Following>) -> Self {
        Self { tables: Tables::Node(following) }
    }

    /// Waits until the ledger holds what was appended at a position; not for long, and not at all in a house of its own.
    pub(crate) async fn reach(&self, position: Position) {
        if let Tables::Node(following) = &self.tables {
            following.reach(position).await;
        }
    }

    /// Waits until the ledger holds what any node has appended by now; not for long, and not at all in a house of its
    /// own. Whether it is worth asking again.
    pub(crate) async fn catch_up(&self) -> bool {
        match &self.tables {
            Tables::House(_) => false,
            Tables::Node(following) => following.catch_up().await,
        }
    }

    /// Whether other nodes share the log.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.tables, Tables::Node(_))
    }

    /// Whether the data can be read.
    ///
    /// # Errors
    /// If not.
    pub async fn is_readable(&self) -> Result<(), JournalError> {
        self.tables.query(|tables| tables.query_row("SELECT count(*) FROM open_tables", [], |_| Ok(()))).await
    }

    /// A player by id.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn player(&self, id: &str) -> Result<Option<PlayerRow>, JournalError> {
        let id = id.to_owned();
        self.tables.query(move |tables| people::player(tables, &id)).await
    }

    /// The player of a session that was not revoked, and when it was last used.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn player_of_session(&self, session: &str) -> Result<Option<(PlayerRow, u64)>, JournalError> {
        let session = session.to_owned();
        self.tables.query(move |tables| people::player_of_session(tables, &session)).await
    }

    /// The sessions of a player, newest first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn sessions(&self, player: &str) -> Result<Vec<SessionRow>, JournalError> {
        let player = player.to_owned();
        self.tables.query(move |tables| people::sessions(tables, &player)).await
    }

    /// The deleted players of whom the log still holds something.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub(crate) async fn open_deletions(&self) -> Result<Vec<OpenDeletion>, JournalError> {
        self.tables.query(people::open_deletions).await
    }

    /// The last position of the subject of a name; 0 if nobody ever took it.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn position_of_name(&self, subject: &str) -> Result<u64, JournalError> {
        let subject = subject.to_owned();
        self.tables.query(move |tables| people::position_of_name(tables, &subject)).await
    }

    /// The player whose own name this is, or one that looks the same.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn holder_of_name(&self, folded: &str, skeleton: &str) -> Result<Option<PlayerRow>, JournalError> {
        let (folded, skeleton) = (folded.to_owned(), skeleton.to_owned());
        self.tables.query(move |tables| people::holder_of_name(tables, &folded, &skeleton)).await
    }

    /// Guests whose name is this one or looks the same, those who came last first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn guests_called(&self, folded: &str, skeleton: &str, most: u32) -> Result<Vec<String>, JournalError> {
        let (folded, skeleton) = (folded.to_owned(), skeleton.to_owned());
        self.tables.query(move |tables| people::guests_called(tables, &folded, &skeleton, most)).await
    }

    /// The unfinished tables that are for everybody, newest first, and what each shares with others that were opened
    /// from the same network, where it is known.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn open_tables(&self) -> Result<Vec<(Summary, Option<u32>)>, JournalError> {
        self.tables.query(tables::public).await
    }

    /// An unfinished table by id.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub(crate) async fn open_table(&self, id: &str) -> Result<Option<Summary>, JournalError> {
        let id = id.to_owned();
        self.tables.query(move |tables| tables::one(tables, &id)).await
    }

    /// All unfinished tables, private ones too, newest first: for a keeper.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn all_open_tables(&self) -> Result<Vec<Summary>, JournalError> {
        self.tables.query(tables::all).await
    }

    /// The ids of all tables whose match is under way.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn begun_tables(&self) -> Result<Vec<String>, JournalError> {
        self.tables.query(tables::begun).await
    }

    /// The unfinished tables a player sits at, newest first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn tables_of(&self, player: &str) -> Result<Vec<String>, JournalError> {
        let player = player.to_owned();
        self.tables.query(move |tables| tables::of_player(tables, &player)).await
    }

    /// How many unfinished tables a player has opened.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn tables_opened_by(&self, player: &str) -> Result<u32, JournalError> {
        let player = player.to_owned();
        self.tables.query(move |tables| tables::opened_by(tables, &player)).await
    }

    /// Those of these tables that are not unfinished any more.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn finished_of(&self, ids: Vec<String>) -> Result<Vec<String>, JournalError> {
        self.tables.query(move |tables| tables::finished_of(tables, ids)).await
    }

    /// How many unfinished tables were opened from networks with this number.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn tables_opened_from(&self, origin: u32) -> Result<u32, JournalError> {
        self.tables.query(move |tables| tables::opened_from(tables, origin)).await
    }

    /// The unfinished tables that were opened before then, the oldest first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn tables_opened_before(&self, then: u64) -> Result<Vec<String>, JournalError> {
        self.tables.query(move |tables| tables::opened_before(tables, then)).await
    }

    /// The last acts of keepers, newest first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn acts(&self, most: u32) -> Result<Vec<ActRow>, JournalError> {
        self.tables.query(move |tables| keeping::acts(tables, most)).await
    }

    /// Who may not come in, also those whose time is up.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn bans(&self) -> Result<Vec<BanRow>, JournalError> {
        self.tables.query(keeping::bans).await
    }

    /// The ids of those who may keep the house.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn keepers(&self) -> Result<Vec<String>, JournalError> {
        self.tables.query(keeping::keepers).await
    }

    /// The reports that were not dealt with, oldest first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn open_reports(&self) -> Result<Vec<ReportRow>, JournalError> {
        self.tables.query(keeping::open_reports).await
    }

    /// How many reports of a player, and of all players of a network, were not dealt with.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn open_reports_by(&self, reporter: &str, origin: u32) -> Result<(u32, u32), JournalError> {
        let reporter = reporter.to_owned();
        self.tables.query(move |tables| keeping::open_reports_by(tables, &reporter, origin)).await
    }

    /// The ratings of a player, by game.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn ratings(&self, player: &str) -> Result<Vec<Rating>, JournalError> {
        let player = player.to_owned();
        self.tables.query(move |tables| matches::ratings(tables, &player)).await
    }

    /// The finished matches of a player before a position of the journal that the asker may know of, newest first: the
    /// public ones, and those at tables where the asker has sat.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn history(
        &self,
        player: &str,
        asker: Option<&str>,
        before: u64,
        most: u32,
    ) -> Result<Vec<MatchRow>, JournalError> {
        let (player, asker) = (player.to_owned(), asker.map(str::to_owned));
        self.tables.query(move |tables| matches::history(tables, &player, asker.as_deref(), before, most)).await
    }

    /// The figures of a player at a game, from the finished matches the asker may know of: the same ones as in
    /// [`history`](Self::history).
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn figures(&self, player: &str, game: GameId, asker: Option<&str>) -> Result<Figures, JournalError> {
        let (player, asker) = (player.to_owned(), asker.map(str::to_owned));
        self.tables.query(move |tables| figures::figures(tables, &player, game, asker.as_deref())).await
    }

    /// How many evenings a player has opened that are not over.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn evenings_opened_by(&self, player: &str, now: u64) -> Result<u32, JournalError> {
        let player = player.to_owned();
        self.tables.query(move |tables| evenings::opened_by(tables, &player, now)).await
    }

    /// The matches a player finished at these tables since then.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub(crate) async fn finished_at(
        &self,
        player: &str,
        wanted: Vec<String>,
        since: u64,
    ) -> Result<Vec<Finished>, JournalError> {
        let player = player.to_owned();
        self.tables.query(move |tables| evenings::finished_at(tables, &player, &wanted, since)).await
    }

    /// How many matches played offline a player has sent since then.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn offline_matches_since(&self, player: &str, then: u64) -> Result<u32, JournalError> {
        let player = player.to_owned();
        self.tables.query(move |tables| matches::offline_since(tables, &player, then)).await
    }

    /// The best players of a game who have a name of their own, after one of them or from the first.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn leaderboard(
        &self,
        game: GameId,
        after: Option<(i64, String)>,
        most: u32,
    ) -> Result<Vec<Rank>, JournalError> {
        self.tables.query(move |tables| matches::leaderboard(tables, game, after, most)).await
    }
}
