//! Game records: JSON Lines, each sealed to the lines before it.
//!
//! A header, one line per move, the seed of each round when it is over, and the result.
//! Every line ends with `check`: the first 16 hexadecimal digits of the SHA-256 of the previous
//! line's `check` followed by this line without its own, written without spaces. So the first line
//! that was altered, lost or put elsewhere is found; that the play was legal is found by replaying it.
//!
//! Deliberately absent: replaying (crate `referee`), clocks and files.

use engine::{GameId, Seed};
use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::evening::EveningHeader;
use crate::fault::Faults;
use crate::position::{read_seed, write_seed};

/// The name and version of the format, in every header.
pub const RECORD_FORMAT: &str = "tapis-record-1";

/// A game as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What was played, and by whom.
    pub header: Header,
    /// What happened, in order.
    pub lines: Vec<RecordLine>,
}

/// The first line of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game.
    pub game: GameId,
    /// The options that differ from the default.
    pub options: Map<String, Value>,
    /// Who sat where.
    pub players: Vec<Player>,
    /// For each round the SHA-256 of its seed, in hexadecimal, known before the round began.
    pub commitments: Vec<String>,
    /// The day of play, as `2026-11-15`.
    pub date: String,
    /// The deal of an evening that was played, if it was one: nobody added anything to it.
    pub evening: Option<EveningHeader>,
}

/// Who sat on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The name shown at the table.
    pub name: String,
    /// What kind of player.
    pub kind: PlayerKind,
}

/// What kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// A program.
    Bot,
}

/// A line after the header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordLine {
    /// A step a seat made, so many milliseconds after the round began.
    Move {
        /// Who.
        seat: usize,
        /// The step in notation, without a seat.
        text: String,
        /// When.
        ms: u64,
    },
    /// The host's clock ran out: the round under way is the last.
    LastRound {
        /// When.
        ms: u64,
    },
    /// A round is over, and its seed is revealed.
    Seed {
        /// Which round.
        round: u16,
        /// The seed that was committed to; with what the players added it is the one that dealt the round.
        seed: Seed,
        /// What each seat added, see [`deal_seed`]; empty if nobody did.
        entropy: Entropy,
    },
    /// The match is over.
    Result {
        /// The totals.
        scores: Vec<i64>,
        /// The seats that won.
        winners: Vec<usize>,
    },
}

/// What each seat added to a deal, in bytes; a seat may have added nothing.
pub type Entropy = Vec<Option<Vec<u8>>>;

/// Where a record breaks, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: RecordProblem,
}

/// What can be wrong with a record as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordProblem {
    /// There is nothing.
    Empty,
    /// The line is not a JSON object: most often the file was cut here.
    NotJson,
    /// The first line is not a header of a format known here.
    NotAHeader,
    /// The line is none of those a record has.
    NotALine,
    /// The line, or one before it, was altered, lost or moved.
    Altered,
    /// The record ends without a result: the rest was cut off.
    Cut,
    /// There is something after the result.
    AfterResult,
}

/// The commitment to a seed: the SHA-256 of its 32 bytes, in hexadecimal.
#[must_use]
pub fn commitment(seed: &Seed) -> String {
    hexadecimal(&Sha256::digest(seed.0))
}

/// The seed that deals a round: the one committed to before, mixed with what each seat added after.
///
/// It is the SHA-256 of `tapis-deal-1`, the seed, and for each seat one byte for the length of what it added (0 for
/// nothing) and those bytes. If nobody added anything it is the seed itself.
#[must_use]
pub fn deal_seed(seed: &Seed, entropy: &Entropy) -> Seed {
    if entropy.iter().all(Option::is_none) {
        return *seed;
    }
    let mut hash = Sha256::new_with_prefix("tapis-deal-1");
    hash.update(seed.0);
    for added in entropy {
        let added = added.as_deref().unwrap_or_default();
        hash.update([added.len().min(MAX_ENTROPY) as u8]);
        hash.update(&added[..added.len().min(MAX_ENTROPY)]);
    }
    Seed(hash.finalize().into())
}

/// The most bytes a seat can add to a deal.
pub const MAX_ENTROPY: usize = 32;

/// Reads what a seat adds: 1 to 32 bytes in hexadecimal digits.
#[must_use]
pub fn read_entropy(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let fits = digits.len().is_multiple_of(2) && (1..=MAX_ENTROPY).contains(&(digits.len() / 2));
    fits.then(|| digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Writes what a seat added.
#[must_use]
pub fn write_entropy(added: &[u8]) -> String {
    hexadecimal(added)
}

/// Writes a record, every line sealed.
#[must_use]
pub fn write_record(record: &Record) -> String {
    let mut text = String::new();
    let mut check = String::new();
    for mut line in std::iter::once(write_header(&record.header)).chain(record.lines.iter().map(write_line)) {
        check = seal(&check, &line);
        line.insert("check".into(), check.clone().into());
        text += &Value::Object(line).to_string();
        text.push('\n');
    }
    text
}

/// Reads a record and tries its seals.
///
/// # Errors
/// The first line that is wrong.
pub fn read_record(text: &str) -> Result<Record, RecordError> {
    let mut header = None;
    let mut lines: Vec<RecordLine> = Vec::new();
    let mut check = String::new();
    let mut count = 0;
    for (number, text) in (1..).zip(text.lines()) {
        let broken = |problem| RecordError { line: number, problem };
        let mut map = match serde_json::from_str(text) {
            Ok(Value::Object(map)) => map,
            _ => return Err(broken(RecordProblem::NotJson)),
        };
        let claimed = map.shift_remove("check");
        check = seal(&check, &map);
        if claimed != Some(Value::String(check.clone())) {
            return Err(broken(RecordProblem::Altered));
        }
        if matches!(lines.last(), Some(RecordLine::Result { .. })) {
            return Err(broken(RecordProblem::AfterResult));
        }
        if header.is_none() {
            header = Some(read_header(map).ok_or(broken(RecordProblem::NotAHeader))?);
        } else {
            lines.push(read_line(map).ok_or(broken(RecordProblem::NotALine))?);
        }
        count = number;
    }
    let header = header.ok_or(RecordError { line: 1, problem: RecordProblem::Empty })?;
    if !matches!(lines.last(), Some(RecordLine::Result { .. })) {
        return Err(RecordError { line: count + 1, problem: RecordProblem::Cut });
    }
    Ok(Record { header, lines })
}

/// Writes lines of a record without seals, as the lines of a match that goes on are kept.
#[must_use]
pub fn write_lines(lines: &[RecordLine]) -> String {
    let mut text = String::with_capacity(lines.len() * STEP_LENGTH);
    for line in lines {
        match line {
            // Nearly all lines are steps: no objects are made for them.
            RecordLine::Move { seat, text: step, ms } => text += &step_line(*seat, step, *ms),
            _ => text += &Value::Object(write_line(line)).to_string(),
        }
        text.push('\n');
    }
    text
}

/// Most steps have no longer line.
const STEP_LENGTH: usize = 48;

/// The line of a step as text, the same that [`write_line`] comes to.
fn step_line(seat: usize, step: &str, ms: u64) -> String {
    #[derive(Serialize)]
    struct Step<'a> {
        seat: usize,
        r#move: &'a str,
        ms: u64,
    }
    match serde_json::to_string(&Step { seat, r#move: step, ms }) {
        Ok(line) => line,
        Err(error) => unreachable!("a step is plain data: {error}"),
    }
}

/// Reads lines that [`write_lines`] has written; `None` if they are no such lines.
#[must_use]
pub fn read_lines(text: &str) -> Option<Vec<RecordLine>> {
    let read = |line: &str| match serde_json::from_str(line) {
        Ok(Value::Object(map)) => read_line(map),
        _ => None,
    };
    text.lines().map(read).collect()
}

/// What ties a line to the one before it.
fn seal(previous: &str, line: &Map<String, Value>) -> String {
    let text = Value::Object(line.clone()).to_string();
    hexadecimal(&Sha256::digest([previous, &text].concat())[..8])
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

const KINDS: [(&str, PlayerKind); 2] = [("human", PlayerKind::Human), ("bot", PlayerKind::Bot)];

fn write_header(header: &Header) -> Map<String, Value> {
    let players = header.players.iter().map(|player| {
        let kind = KINDS.iter().find(|(_, kind)| *kind == player.kind).map(|(word, _)| *word);
        json!({ "name": player.name, "kind": kind })
    });
    let mut written = object(json!({
        "format": RECORD_FORMAT,
        "game": header.game.slug(),
        "options": header.options,
        "players": players.collect::<Vec<_>>(),
        "commitments": header.commitments,
        "date": header.date,
    }));
    if let Some(EveningHeader { evening, deal, commitment, seed }) = &header.evening {
        let evening = json!({ "id": evening, "deal": deal, "commitment": commitment, "seed": write_seed(seed) });
        written.insert("evening".into(), evening);
    }
    written
}

fn read_header(mut map: Map<String, Value>) -> Option<Header> {
    let mut take = |field: &str| map.shift_remove(field);
    if take("format")? != RECORD_FORMAT {
        return None;
    }
    let game = GameId::from_slug(take("game")?.as_str()?)?;
    let Value::Object(options) = take("options")? else { return None };
    let players = take("players")?.as_array()?.iter().map(read_player).collect::<Option<_>>()?;
    let texts = |value: Value| -> Option<Vec<String>> {
        value.as_array()?.iter().map(|text| text.as_str().map(String::from)).collect()
    };
    let commitments = texts(take("commitments")?)?;
    let date = take("date")?.as_str()?.into();
    let evening = match take("evening") {
        None => None,
        Some(Value::Object(evening)) => Some(read_evening(evening)?),
        Some(_) => return None,
    };
    map.is_empty().then_some(Header { game, options, players, commitments, date, evening })
}

fn read_evening(mut map: Map<String, Value>) -> Option<EveningHeader> {
    let mut take = |field: &str| map.shift_remove(field);
    let evening = take("id")?.as_str()?.into();
    let deal = u16::try_from(take("deal")?.as_u64()?).ok()?;
    let commitment = take("commitment")?.as_str()?.into();
    let seed = read_seed(&take("seed")?, &Faults::default())?;
    map.is_empty().then_some(EveningHeader { evening, deal, commitment, seed })
}

fn read_player(value: &Value) -> Option<Player> {
    let word = value.get("kind")?.as_str()?;
    let (_, kind) = KINDS.iter().find(|(known, _)| *known == word)?;
    Some(Player { name: value.get("name")?.as_str()?.into(), kind: *kind })
}

fn write_line(line: &RecordLine) -> Map<String, Value> {
    object(match line {
        RecordLine::Move { seat, text, ms } => json!({ "seat": seat, "move": text, "ms": ms }),
        RecordLine::LastRound { ms } => json!({ "last_round": true, "ms": ms }),
        RecordLine::Seed { round, seed, entropy } if entropy.is_empty() => {
            json!({ "round": round, "seed": write_seed(seed) })
        }
        RecordLine::Seed { round, seed, entropy } => {
            let entropy: Vec<_> = entropy.iter().map(|added| added.as_deref().map(write_entropy)).collect();
            json!({ "round": round, "seed": write_seed(seed), "entropy": entropy })
        }
        RecordLine::Result { scores, winners } => json!({ "result": { "scores": scores, "winners": winners } }),
    })
}

fn read_line(map: Map<String, Value>) -> Option<RecordLine> {
    let line = if let Some(text) = map.get("move") {
        let seat = usize::try_from(map.get("seat")?.as_u64()?).ok()?;
        RecordLine::Move { seat, text: text.as_str()?.into(), ms: map.get("ms")?.as_u64()? }
    } else if let Some(seed) = map.get("seed") {
        let seed = read_seed(seed, &Faults::default())?;
        let entropy = match map.get("entropy") {
            None => Vec::new(),
            Some(list) => list.as_array()?.iter().map(read_added).collect::<Option<_>>()?,
        };
        RecordLine::Seed { round: u16::try_from(map.get("round")?.as_u64()?).ok()?, seed, entropy }
    } else if let Some(result) = map.get("result") {
        let numbers = |field: &str| result.get(field)?.as_array();
        let scores = numbers("scores")?.iter().map(Value::as_i64).collect::<Option<_>>()?;
        let winners = numbers("winners")?.iter().map(|seat| seat.as_u64().and_then(|seat| usize::try_from(seat).ok()));
        RecordLine::Result { scores, winners: winners.collect::<Option<_>>()? }
    } else {
        (map.get("last_round")? == true).then_some(())?;
        RecordLine::LastRound { ms: map.get("ms")?.as_u64()? }
    };
    // Nothing may hide in a line: it must be exactly what would be written.
    (write_line(&line) == map).then_some(line)
}

/// What one seat added, or `null`.
fn read_added(value: &Value) -> Option<Option<Vec<u8>>> {
    match value {
        Value::Null => Some(None),
        Value::String(text) => Some(Some(read_entropy(text)?)),
        _ => None,
    }
}

/// The fields of an object just made.
fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_those_of_a_record_and_read_back() {
        let step = |text: &str| RecordLine::Move { seat: 3, text: text.into(), ms: 12_345 };
        let seed = |entropy: Entropy| RecordLine::Seed { round: 2, seed: Seed([7; 32]), entropy };
        let lines = [
            step("R12"),
            step("\"\\ \n\u{1f}é\u{2028}"),
            RecordLine::LastRound { ms: 9 },
            seed(Vec::new()),
            seed(vec![None, Some(vec![1, 255])]),
            RecordLine::Result { scores: vec![-1, 2], winners: vec![1] },
        ];
        let text = write_lines(&lines);
        let objects: String = lines.iter().map(|line| Value::Object(write_line(line)).to_string() + "\n").collect();
        assert_eq!(text, objects);
        assert_eq!(read_lines(&text), Some(lines.to_vec()));
    }
}
