//! Why the house refuses a request: a status, a stable code, and a sentence in the asker's language.
//!
//! A refusal becomes an answer without words; the outermost layer knows the asker's language and adds them
//! ([`crate::safety`]). The codes are listed in `docs/HTTP.md`.
//! Deliberately absent: what the tables refuse (crate `host`).

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode as DocumentedStatus};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use journal::{AppendError, JournalError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::house::{HouseRefusal, TableRefusal};
use words::evening::EveningRefusal;
use words::{Lang, server};

use crate::hosts::HouseError;
use crate::people::{NameFault, PASSWORD_LENGTHS};

/// Why the house says no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The body is not the JSON that was expected.
    BadBody {
        /// The parser's own account.
        why: String,
    },
    /// The body is not said to be JSON.
    NotJson,
    /// The body is too long.
    TooLarge {
        /// How many bytes are allowed.
        most: usize,
    },
    /// The address has a part of the wrong form.
    BadQuery {
        /// The parser's own account.
        why: String,
    },
    /// The request took too long.
    TooSlow,
    /// There is nothing at this address.
    NoSuchPage,
    /// The address does not allow the method.
    WrongMethod,
    /// The request comes from the page of another site.
    ForeignOrigin,
    /// Nobody has said who asks.
    NoSession,
    /// The token is not one of this house, or its session was revoked.
    BadToken,
    /// The name cannot be one.
    BadName(NameFault),
    /// Somebody else has the name.
    NameTaken,
    /// The password is too short or too long.
    BadPassword,
    /// The name and the password do not go together.
    WrongLogin,
    /// The player already has a name of their own.
    AlreadyClaimed,
    /// Only a player with a name of their own can do this.
    NotClaimed,
    /// Too many requests.
    TooFast {
        /// After how many seconds to try again.
        seconds: u64,
    },
    /// The house has too much to do.
    Busy,
    /// A keeper has banned the player or their network.
    Banned,
    /// Matches under way are finished, and nothing new begins.
    Draining,
    /// Nothing is written.
    ReadOnly,
    /// Only a keeper can do this.
    NotKeeper,
    /// A command of a keeper cannot be read.
    BadCommand {
        /// What is wrong with it.
        why: String,
    },
    /// There is no such ban.
    NoSuchBan,
    /// There is no such report, or it was dealt with.
    NoSuchReport,
    /// A report has no text, or too much.
    BadReport {
        /// How many characters are allowed.
        most: usize,
    },
    /// The player has too many reports that were not dealt with.
    TooManyReports {
        /// How many are allowed.
        most: u32,
    },
    /// The record of a match does not hold.
    BadRecord {
        /// Where it breaks, from 1.
        line: usize,
        /// Why.
        why: String,
    },
    /// The player has sent too many records today.
    TooManyRecords {
        /// How many are allowed.
        most: u32,
    },
    /// There is no such player.
    NoSuchPlayer,
    /// There is no such session of this player.
    NoSuchSession,
    /// There is no such game.
    NoSuchGame,
    /// There is no such table.
    NoSuchTable,
    /// The table is for those who are invited: who was there, or has its link.
    NotInvited,
    /// The log of the table is damaged.
    TableParked,
    /// The match is not over yet, so that it has no record.
    MatchNotOver,
    /// The network has too many connections.
    TooManyConnections {
        /// How many are allowed.
        most: u32,
    },
    /// The player, or their network, has opened too many tables that are not finished.
    TooManyTables {
        /// How many are allowed.
        most: u32,
    },
    /// A table refuses.
    Table(TableRefusal),
    /// Something about an evening.
    Evening(EveningRefusal),
    /// What was asked could not be written down.
    NotWritten,
    /// Nothing can be written down at present.
    NotWritable {
        /// What the journal says.
        why: String,
    },
    /// Something is wrong with the house itself; the log says what.
    Failed,
}

impl Refusal {
    /// The stable name of the reason.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadBody { .. } => "bad-body",
            Self::NotJson => "not-json",
            Self::TooLarge { .. } => "too-large",
            Self::BadQuery { .. } => "bad-query",
            Self::TooSlow => "too-slow",
            Self::NoSuchPage => "no-such-page",
            Self::WrongMethod => "wrong-method",
            Self::ForeignOrigin => "foreign-origin",
            Self::NoSession => "no-session",
            Self::BadToken => "bad-token",
            Self::BadName(_) => "bad-name",
            Self::NameTaken => "name-taken",
            Self::BadPassword => "bad-password",
            Self::WrongLogin => "wrong-login",
            Self::AlreadyClaimed => "already-claimed",
            Self::NotClaimed => "not-claimed",
            Self::TooFast { .. } => "too-fast",
            Self::Busy => "busy",
            Self::Banned => "banned",
            Self::Draining => "draining",
            Self::ReadOnly => "read-only",
            Self::NotKeeper => "not-keeper",
            Self::BadCommand { .. } => "bad-command",
            Self::NoSuchBan => "no-such-ban",
            Self::NoSuchReport => "no-such-report",
            Self::BadReport { .. } => "bad-report",
            Self::TooManyReports { .. } => "too-many-reports",
            Self::BadRecord { .. } => "bad-record",
            Self::TooManyRecords { .. } => "too-many-records",
            Self::NoSuchPlayer => "no-such-player",
            Self::NoSuchSession => "no-such-session",
            Self::NoSuchGame => "no-such-game",
            Self::NoSuchTable => "no-such-table",
            Self::NotInvited => "not-invited",
            Self::TableParked => "table-parked",
            Self::MatchNotOver => "match-not-over",
            Self::TooManyConnections { .. } => "too-many-connections",
            Self::TooManyTables { .. } => "too-many-tables",
            Self::Table(refusal) => refusal.code(),
            Self::Evening(refusal) => refusal.code(),
            Self::NotWritten => "not-written",
            Self::NotWritable { .. } => "not-writable",
            Self::Failed => "failed",
        }
    }

    /// The status of HTTP that fits.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::BadBody { .. }
            | Self::BadQuery { .. }
            | Self::BadName(_)
            | Self::BadPassword
            | Self::BadCommand { .. }
            | Self::BadReport { .. }
            | Self::BadRecord { .. }
            | Self::Evening(EveningRefusal::OutOfBounds { .. })
            | Self::Table(TableRefusal::BadSettings(_)) => StatusCode::BAD_REQUEST,
            Self::NoSession | Self::BadToken | Self::WrongLogin => StatusCode::UNAUTHORIZED,
            Self::ForeignOrigin | Self::NotInvited | Self::Banned | Self::NotKeeper => StatusCode::FORBIDDEN,
            Self::NoSuchBan
            | Self::NoSuchReport
            | Self::NoSuchPage
            | Self::NoSuchPlayer
            | Self::NoSuchSession
            | Self::NoSuchGame
            | Self::Evening(EveningRefusal::Missing)
            | Self::NoSuchTable => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NameTaken
            | Self::AlreadyClaimed
            | Self::NotClaimed
            | Self::MatchNotOver
            | Self::TooManyTables { .. }
            | Self::TooManyReports { .. }
            | Self::TooManyRecords { .. }
            | Self::Evening(_)
            | Self::Table(_) => StatusCode::CONFLICT,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooFast { .. } | Self::TooManyConnections { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Failed | Self::TableParked => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy | Self::Draining | Self::ReadOnly | Self::NotWritten | Self::NotWritable { .. } => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }

    /// The reason in one sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Self::BadBody { why } => server::bad_body(why, lang),
            Self::NotJson => server::not_json(lang),
            Self::TooLarge { most } => server::too_large(*most, lang),
            Self::BadQuery { why } => server::bad_query(why, lang),
            Self::TooSlow => server::too_slow(lang),
            Self::NoSuchPage => server::no_such_page(lang),
            Self::WrongMethod => server::wrong_method(lang),
            Self::ForeignOrigin => server::foreign_origin(lang),
            Self::NoSession => server::no_session(lang),
            Self::BadToken => server::bad_token(lang),
            Self::BadName(NameFault::Empty) => server::name_empty(lang),
            Self::BadName(NameFault::TooLong { most }) => server::name_too_long(*most, lang),
            Self::BadName(NameFault::Unprintable) => server::name_unprintable(lang),
            Self::NameTaken => server::name_taken(lang),
            Self::BadPassword => server::bad_password(*PASSWORD_LENGTHS.start(), *PASSWORD_LENGTHS.end(), lang),
            Self::WrongLogin => server::wrong_login(lang),
            Self::AlreadyClaimed => server::already_claimed(lang),
            Self::NotClaimed => server::not_claimed(lang),
            Self::TooFast { seconds } => server::too_fast(*seconds, lang),
            Self::Busy => server::busy(lang),
            Self::Banned => server::banned(lang),
            Self::Draining => server::draining(lang),
            Self::ReadOnly => server::read_only(lang),
            Self::NotKeeper => server::not_keeper(lang),
            Self::BadCommand { why } => server::bad_command(why, lang),
            Self::NoSuchBan => server::no_such_ban(lang),
            Self::NoSuchReport => server::no_such_report(lang),
            Self::BadReport { most } => server::bad_report(*most, lang),
            Self::TooManyReports { most } => server::too_many_reports(*most, lang),
            Self::BadRecord { line, why } => words::house::say_record_breaks(*line, why, lang),
            Self::TooManyRecords { most } => server::too_many_records(*most, lang),
            Self::NoSuchPlayer => server::no_such_player(lang),
            Self::NoSuchSession => server::no_such_session(lang),
            Self::NoSuchGame => server::no_such_game(&engine::GameId::ALL.map(engine::GameId::slug).join(", "), lang),
            Self::NoSuchTable => words::house::say_house_refusal(&HouseRefusal::NoSuchTable, lang),
            Self::NotInvited => words::house::say_house_refusal(&HouseRefusal::NotInvited, lang),
            Self::TableParked => words::house::say_house_refusal(&HouseRefusal::TableParked, lang),
            Self::MatchNotOver => words::house::match_not_over(lang),
            Self::TooManyConnections { most } => server::too_many_connections(*most, lang),
            Self::TooManyTables { most } => words::house::too_many_tables(*most, lang),
            Self::Table(refusal) => words::house::say_table_refusal(refusal, lang),
            Self::Evening(refusal) => refusal.say(lang),
            Self::NotWritten => words::house::say_house_refusal(&HouseRefusal::NotWritten, lang),
            Self::NotWritable { why } => server::not_writable(why, lang),
            Self::Failed => server::failed(lang),
        }
    }

    /// The body of the answer.
    #[must_use]
    pub fn body(&self, lang: Lang) -> Problem {
        Problem { error: Reason { code: self.code().into(), message: self.say(lang) } }
    }
}

impl From<JournalError> for Refusal {
    fn from(error: JournalError) -> Self {
        tracing::error!(%error, "the journal failed");
        Self::Failed
    }
}

impl From<HouseError> for Refusal {
    fn from(error: HouseError) -> Self {
        match error {
            HouseError::NoSuchTable => Self::NoSuchTable,
            HouseError::Draining => Self::Draining,
            HouseError::Parked(why) => {
                tracing::error!(why, "a table is parked");
                Self::TableParked
            }
            HouseError::NotWritten => Self::NotWritten,
            HouseError::Journal(error) => {
                tracing::error!(%error, "the journal failed");
                Self::Failed
            }
        }
    }
}

impl From<TableRefusal> for Refusal {
    fn from(refusal: TableRefusal) -> Self {
        Self::Table(refusal)
    }
}

impl From<EveningRefusal> for Refusal {
    fn from(refusal: EveningRefusal) -> Self {
        Self::Evening(refusal)
    }
}

impl From<AppendError> for Refusal {
    fn from(error: AppendError) -> Self {
        match error {
            // Whoever watches the journal says so in the log, once.
            AppendError::Failed(_) => Self::NotWritten,
            // Every retry met a conflict with another writer.
            AppendError::Conflict { .. } => Self::Busy,
            AppendError::TooLong { .. } => {
                tracing::error!(%error, "an entry is too long for the journal");
                Self::Failed
            }
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl OperationOutput for Refusal {
    type Inner = Problem;

    fn operation_response(context: &mut GenContext, operation: &mut Operation) -> Option<Documented> {
        Json::<Problem>::operation_response(context, operation)
    }

    fn inferred_responses(
        context: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<DocumentedStatus>, Documented)> {
        Self::operation_response(context, operation).map(|response| (None, response)).into_iter().collect()
    }
}

/// The request is refused; nothing has changed.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Why.
    pub error: Reason,
}

/// Why a request is refused.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The stable name of the reason; `docs/HTTP.md` lists them.
    pub code: String,
    /// The reason in one sentence, in the asker's language.
    pub message: String,
}
