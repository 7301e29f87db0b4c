//! What an ask that only wants to know something is answered with, and how messages are read and written.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::TableId;
use super::message::{Refused, ToClient, ToServer};
use super::refused::HouseRefusal;

/// The longest id of an ask, in bytes.
pub const MAX_ASK_ID_LENGTH: usize = 64;

/// What an ask that only wants to know something is answered with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnswerResult {
    /// To `legal`.
    Legal(Legal),
    /// To `hint`.
    Hint(HintResult),
    /// To `rematch`.
    Rematch {
        /// The new table.
        table: TableId,
    },
    /// Something that only a newer house knows.
    Unknown(Value),
}

/// The moves a seat may make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Legal {
    /// The moves in notation, sorted; one out of turn carries its seat.
    pub moves: Vec<String>,
    /// Whether these are all of them.
    pub complete: bool,
}

/// What an expert would do, as the referee writes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HintResult {
    /// The step, in notation.
    #[serde(rename = "move")]
    pub step: String,
    /// What a screen can show of it.
    pub info: HintInfo,
}

/// Why a move is advised, and what else was thought about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HintInfo {
    /// How well the adviser plays.
    pub level: Cow<'static, str>,
    /// Why, in one sentence.
    pub why: String,
    /// The moves that were thought about, the best first.
    pub candidates: Vec<HintCandidate>,
}

/// A move that was thought about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HintCandidate {
    /// The move, in notation.
    #[serde(rename = "move")]
    pub step: String,
    /// Its figures, if it was tried in imagined worlds.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub figures: Option<HintFigures>,
}

/// How a move does in imagined worlds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct HintFigures {
    /// What the seat scores in this round after it, on average.
    pub score: f64,
    /// How much more that is than what the others score.
    pub lead: f64,
    /// How uncertain the gap to the best one's lead is: one standard error.
    pub error: f64,
    /// In how many imagined worlds it was tried.
    pub worlds: usize,
}

/// A message that is refused unread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// Its id, if at least that could be read; else empty.
    pub id: String,
    /// Why.
    pub refusal: HouseRefusal,
}

impl ToServer {
    /// The message as it is sent.
    #[must_use]
    pub fn to_text(&self) -> String {
        write(self)
    }

    /// Reads what a client sent.
    ///
    /// # Errors
    /// If it is no message, or its id is empty or too long.
    pub fn read(text: &str) -> Result<Self, Unread> {
        let asked: Self = serde_json::from_str(text).map_err(|error| Unread {
            id: read_ask_id(text).unwrap_or_default(),
            refusal: HouseRefusal::BadMessage { why: error.to_string() },
        })?;
        if is_ask_id(&asked.id) { Ok(asked) } else { Err(Unread { id: String::new(), refusal: HouseRefusal::BadId }) }
    }
}

fn is_ask_id(id: &str) -> bool {
    (1..=MAX_ASK_ID_LENGTH).contains(&id.len())
}

/// The id of a message that is refused unread, if at least that can be read: its sender then knows which.
#[must_use]
pub fn read_ask_id(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Id {
        id: String,
    }
    serde_json::from_str(text).ok().map(|Id { id }| id).filter(|id| is_ask_id(id))
}

/// A message as it is sent.
#[must_use]
pub fn write_message(message: &ToClient) -> Arc<str> {
    write(message).into()
}

/// The answer to an ask as it is sent.
#[must_use]
pub fn write_answer(id: &str, seq: Option<u64>, result: Option<&AnswerResult>) -> Arc<str> {
    #[derive(Serialize)]
    struct Message<'a> {
        answer: Body<'a>,
    }
    #[derive(Serialize)]
    struct Body<'a> {
        id: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<&'a AnswerResult>,
    }
    write(&Message { answer: Body { id, seq, result } }).into()
}

/// A refusal as it is sent.
#[must_use]
pub fn write_refused(refused: Refused) -> Arc<str> {
    write(&ToClient::Refused(refused)).into()
}

/// JSON of plain data.
pub(crate) fn write(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text,
        Err(error) => unreachable!("messages are plain data: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::{Answer, Ask};

    #[test]
    fn a_message_that_cannot_be_read_is_refused_under_its_id_if_that_can_be_read() {
        let unread = |text: &str| match ToServer::read(text) {
            Err(Unread { id, refusal }) => (id, refusal.code()),
            Ok(asked) => panic!("{asked:?}"),
        };
        for (text, id) in [
            ("hello", ""),
            (r#"{"id":"1","ask":"dance"}"#, "1"),
            (r#"{"id":"1","ask":"ping","more":[1,{"x":null}]}"#, "1"),
            (r#"{"id":1,"ask":"ping"}"#, ""),
            (r#"{"id":"1","ask":"ping","id":"2"}"#, ""),
            (r#"{"id":"","ask":"dance"}"#, ""),
        ] {
            assert_eq!(unread(text), (id.into(), "bad-message"), "{text}");
        }
        let long = "x".repeat(MAX_ASK_ID_LENGTH + 1);
        assert_eq!(unread(&format!(r#"{{"id":"{long}","ask":"dance"}}"#)), (String::new(), "bad-message"));
        assert_eq!(unread(&format!(r#"{{"id":"{long}","ask":"ping"}}"#)), (String::new(), "bad-id"));
        assert_eq!(unread(r#"{"id":"","ask":"ping"}"#), (String::new(), "bad-id"));
        assert_eq!(ToServer::read(r#"{"id":"1","ask":"ping"}"#).map(|asked| asked.ask), Ok(Ask::Ping));
    }

    #[test]
    fn an_answer_that_is_written_is_the_one_that_is_read() {
        let figures = HintFigures { score: 5.5, lead: 2.0, error: 0.25, worlds: 100 };
        let candidate = |step: &str, figures| HintCandidate { step: step.into(), figures };
        let candidates = vec![candidate("draw", Some(figures)), candidate("end", None)];
        let info = HintInfo { level: "expert".into(), why: "Because.".into(), candidates };
        for result in [
            AnswerResult::Legal(Legal { moves: vec!["draw".into()], complete: true }),
            AnswerResult::Hint(HintResult { step: "draw".into(), info }),
            AnswerResult::Rematch { table: "t1".into() },
            AnswerResult::Unknown(serde_json::json!({ "new": 1 })),
        ] {
            let text = write_answer("a \"1\"", Some(3), Some(&result));
            let read: ToClient = serde_json::from_str(&text).expect("a message");
            assert_eq!(write_message(&read), text);
            assert_eq!(read, ToClient::Answer(Answer { id: "a \"1\"".into(), seq: Some(3), result: Some(result) }));
        }
        assert_eq!(&*write_answer("1", None, None), r#"{"answer":{"id":"1"}}"#);
    }
}
