//! A run in pieces: what is played of it, as text that any machine can do, and what came out, as text again. Put together
//! in their order the pieces come to exactly what one machine finds.
//!
//! Deliberately absent: how pieces travel, and who does them.

use std::ops::Range;

use bots::Level;
use engine::{GameId, PerSeat, Seat, SeatCount, with_game};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::{Faults, read_options, read_seed, write_seed};

use crate::arena::SEATINGS;
use crate::report::Settings;
use crate::{Arena, Counts, Deal, Entrant, Figure, Findings, Simulation, Stop, Survey, Unit};

/// A run is cut into about so many pieces, so that the last worker is not long alone.
const PIECES: u64 = 256;
/// The most rounds or deals in a piece, so that what a killed worker loses is little.
const MAX_NUMBERS: u64 = 1000;

/// Why a piece or its result makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum PieceError {
    /// It is not the JSON that was expected.
    #[error("a piece of work cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// What it asks for cannot be played.
    #[error("a piece of work cannot be done: {0}")]
    Impossible(&'static str),
}

/// What is played in a piece.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum What {
    /// Rounds or matches of a simulation.
    Simulate { unit: Unit, bots: Vec<Bot>, others: Option<Value> },
    /// Deals of a duel.
    Duel { two: [Bot; 2] },
}

/// An entrant, as it travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Bot {
    level: String,
    millis: u64,
}

/// A piece of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Piece {
    game: String,
    players: usize,
    options: Value,
    seed: String,
    numbers: Range<u64>,
    what: What,
}

/// What a part of a simulation came to, as it travels.
#[derive(Serialize, Deserialize)]
struct SurveyParts {
    figures: Vec<(Figure, Vec<(i64, u64)>)>,
    scores: Vec<(i64, u64)>,
}

/// The pieces of a simulation.
#[must_use]
pub fn simulation_pieces(
    settings: &Settings,
    players: &[Entrant],
    others: Option<&Value>,
    unit: Unit,
    count: u64,
) -> Vec<String> {
    let bots = players.iter().map(write_bot).collect();
    pieces(settings, 0..count, &What::Simulate { unit, bots, others: others.cloned() })
}

/// The pieces of a duel.
#[must_use]
pub fn duel_pieces(settings: &Settings, two: [Entrant; 2], numbers: Range<u64>) -> Vec<String> {
    pieces(settings, numbers, &What::Duel { two: two.map(|entrant| write_bot(&entrant)) })
}

fn pieces(settings: &Settings, numbers: Range<u64>, what: &What) -> Vec<String> {
    let step = ((numbers.end - numbers.start) / PIECES).clamp(1, MAX_NUMBERS);
    let starts = (numbers.start..numbers.end).step_by(usize::try_from(step).unwrap_or(usize::MAX));
    let piece = |start: u64| {
        let piece = Piece {
            game: settings.game.slug().into(),
            players: settings.players,
            options: settings.options.clone(),
            seed: write_seed(&settings.seed),
            numbers: start..numbers.end.min(start + step),
            what: what.clone(),
        };
        serde_json::to_string(&piece).unwrap_or_else(|error| unreachable!("a piece is plain data: {error}"))
    };
    starts.map(piece).collect()
}

/// Does a piece, on the threads this is called in.
///
/// # Errors
/// If it makes no sense to this program.
pub fn perform(piece: &str) -> Result<String, PieceError> {
    let piece: Piece = serde_json::from_str(piece)?;
    let impossible = |what| move || PieceError::Impossible(what);
    let game = GameId::from_slug(&piece.game).ok_or_else(impossible("its game"))?;
    let seed = read_seed(&Value::String(piece.seed.clone()), &Faults::default());
    let seed = seed.ok_or_else(impossible("its seed"))?;
    with_game!(game, G => {
        let rules = |options: &Value| {
            let players = i64::try_from(piece.players).unwrap_or(i64::MAX);
            read_options::<G>(players, Some(options.clone())).map_err(|_| PieceError::Impossible("its options"))
        };
        let (seats, own) = rules(&piece.options)?;
        let text = match &piece.what {
            What::Simulate { unit, bots, others } => {
                let players: Vec<Entrant> = bots.iter().map(read_bot).collect::<Result<_, _>>()?;
                if players.len() != seats.get() {
                    return Err(PieceError::Impossible("its bots"));
                }
                let others = others.as_ref().map(&rules).transpose()?.map(|(_, rules)| rules);
                let (unit, count) = (*unit, piece.numbers.end);
                let simulation: Simulation<G> = Simulation { rules: own, others, players, unit, count, seed };
                write_findings(&simulation.range(piece.numbers.clone(), &|| {}))?
            }
            What::Duel { two: [one, other] } => {
                let two = [read_bot(one)?, read_bot(other)?];
                let arena: Arena<G> =
                    Arena { rules: own, seats, entrants: two.to_vec(), stop: Stop::After(0), seed };
                write_deals(&arena.deals(two, piece.numbers.clone(), &|| {}))?
            }
        };
        Ok(text)
    })
}

/// What the pieces of a simulation come to, in their order.
///
/// # Errors
/// If a result makes no sense.
pub fn simulation_findings(
    players: usize,
    has_others: bool,
    results: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> Result<Findings, PieceError> {
    let seats = SeatCount::new(players).ok_or(PieceError::Impossible("its players"))?;
    let mut findings = Findings::nothing(seats, has_others);
    for result in results {
        findings = findings.merge(&read_findings(seats, result.as_ref())?);
    }
    Ok(findings)
}

/// What the pieces of a duel come to, in their order.
///
/// # Errors
/// If a result makes no sense.
pub fn duel_deals(
    players: usize,
    results: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> Result<Vec<Deal>, PieceError> {
    let seats = SeatCount::new(players).ok_or(PieceError::Impossible("its players"))?;
    let mut deals = Vec::new();
    for result in results {
        let some: Vec<[Vec<i32>; SEATINGS]> = serde_json::from_slice(result.as_ref())?;
        if some.iter().flatten().any(|scores| scores.len() != seats.get()) {
            return Err(PieceError::Impossible("its scores"));
        }
        let scores = |values: Vec<i32>| PerSeat::from_fn(seats, |seat: Seat| values[seat.index()]);
        deals.extend(some.into_iter().map(|deal| Deal(deal.map(scores))));
    }
    Ok(deals)
}

fn write_bot(entrant: &Entrant) -> Bot {
    Bot { level: entrant.level.slug().into(), millis: entrant.millis }
}

fn read_bot(bot: &Bot) -> Result<Entrant, PieceError> {
    let level = Level::from_slug(&bot.level).ok_or(PieceError::Impossible("its bots"))?;
    Ok(Entrant { level, millis: bot.millis })
}

fn write_deals(deals: &[Deal]) -> Result<String, PieceError> {
    let scores: Vec<[&[i32]; SEATINGS]> = deals.iter().map(|Deal(deal)| deal.each_ref().map(PerSeat::values)).collect();
    Ok(serde_json::to_string(&scores)?)
}

fn write_findings(findings: &Findings) -> Result<String, PieceError> {
    let parts = |survey: &Survey| SurveyParts {
        figures: survey.figures.iter().map(|(figure, counts)| (*figure, counts.iter().collect())).collect(),
        scores: survey.scores.iter().collect(),
    };
    let others = findings.others.as_ref().map(|(survey, differences)| (parts(survey), parts(differences)));
    Ok(serde_json::to_string(&(parts(&findings.survey), others))?)
}

fn read_findings(seats: SeatCount, text: &[u8]) -> Result<Findings, PieceError> {
    let counts = |values: Vec<(i64, u64)>| {
        let mut counts = Counts::default();
        values.into_iter().for_each(|(value, times)| counts.add_many(value, times));
        counts
    };
    let survey = |parts: SurveyParts| {
        let mut survey = Survey::new(seats);
        survey.figures = parts.figures.into_iter().map(|(figure, values)| (figure, counts(values))).collect();
        survey.scores = counts(parts.scores);
        survey
    };
    let (own, others): (SurveyParts, Option<(SurveyParts, SurveyParts)>) = serde_json::from_slice(text)?;
    let others = others.map(|(others, differences)| (survey(others), survey(differences)));
    Ok(Findings { survey: survey(own), others })
}
