//! Replays and reviews behind a line of text, so that they can be made beside the thread that draws.

use referee::advice::{Reviewing, Whose};
use serde::{Deserialize, Serialize};
use wire::house::TableId;
use words::Lang;

use super::judged::{self, ReviewNews};
use super::{Eyes, Overview, Replay, ReplayScene, Tape};

/// How long is thought about each move of a review, in milliseconds of an idle core: about as long as a hint.
const REVIEW_MILLIS: u64 = 60;

/// What is asked of a [`Projector`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplayAsk {
    /// Open a record, to be shown as this table.
    Record {
        /// The record.
        record: String,
        /// The name of the table.
        table: TableId,
        /// The language in which to say where it breaks.
        lang: String,
    },
    /// Open what was shown of a table.
    Tape {
        /// What was shown.
        tape: Tape,
    },
    /// Show a moment.
    Show {
        /// Its number.
        at: usize,
        /// Through whose eyes.
        eyes: Eyes,
    },
    /// Take what the client of the table sends.
    Receive {
        /// The text.
        text: String,
    },
    /// Begin a review of the record that is open.
    Review,
    /// Judge one more move.
    GoOn,
}

/// What comes of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplayAnswer {
    /// It is open.
    Opened(Overview),
    /// The record breaks, or nothing was shown.
    Broken {
        /// At which line, from 1.
        line: usize,
        /// Why, in one sentence.
        message: String,
    },
    /// This is to be drawn.
    Shown(ReplayScene),
    /// These texts are for the client.
    Texts(Vec<String>),
    /// How far the review is.
    Review(ReviewNews),
    /// Nothing is open.
    Nothing,
}

/// Shows one match at a time, and reviews it.
#[derive(Debug, Default)]
pub struct Projector {
    replay: Option<Replay>,
    record: Option<String>,
    reviewing: Option<Reviewing>,
}

impl Projector {
    /// Answers an ask, both as JSON.
    pub fn answer(&mut self, asked: &str) -> String {
        let answer = serde_json::from_str(asked).ok().and_then(|ask| self.take(ask));
        serde_json::to_string(&answer.unwrap_or(ReplayAnswer::Nothing)).unwrap_or_default()
    }

    fn take(&mut self, ask: ReplayAsk) -> Option<ReplayAnswer> {
        Some(match ask {
            ReplayAsk::Record { record, table, lang } => {
                *self = Self::default();
                match Replay::of_record(&record, &table, Lang::from_code(&lang).unwrap_or_default()) {
                    Ok(replay) => {
                        let overview = replay.overview().clone();
                        (self.replay, self.record) = (Some(replay), Some(record));
                        ReplayAnswer::Opened(overview)
                    }
                    Err(broken) => ReplayAnswer::Broken { line: broken.line, message: broken.message },
                }
            }
            ReplayAsk::Tape { tape } => {
                *self = Self::default();
                self.replay = Replay::of_tape(&tape);
                ReplayAnswer::Opened(self.replay.as_ref()?.overview().clone())
            }
            ReplayAsk::Show { at, eyes } => ReplayAnswer::Shown(self.replay.as_mut()?.show(at, eyes)),
            ReplayAsk::Receive { text } => ReplayAnswer::Texts(self.replay.as_mut()?.receive(&text)),
            ReplayAsk::Review => {
                let (record, overview) = (self.record.as_ref()?, self.replay.as_ref()?.overview());
                // Where only programs have played, all of them are judged.
                let whose = if overview.players.iter().all(|it| it.is_bot) { Whose::All } else { Whose::Humans };
                self.reviewing = Reviewing::new(record, whose, REVIEW_MILLIS, Lang::default()).ok();
                self.review_news(false)?
            }
            ReplayAsk::GoOn => {
                // The record holds: it was replayed to its end when it was opened.
                let goes_on = self.reviewing.as_mut()?.advance().unwrap_or(false);
                self.review_news(!goes_on)?
            }
        })
    }

    fn review_news(&self, is_over: bool) -> Option<ReplayAnswer> {
        let (reviewing, overview) = (self.reviewing.as_ref()?, self.replay.as_ref()?.overview());
        Some(ReplayAnswer::Review(judged::news(reviewing, overview, is_over)))
    }
}
