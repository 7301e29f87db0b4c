//! Records made, verified and read aloud.
//!
//! Deliberately absent: how a record goes through the engine (module `replay`).

use engine::{Seat, SeatCount, Seed, Table, Turn, with_game};
use wire::{Entropy, EveningHeader, Header, Map, Player, Record, RecordLine, commitment, read_record, write_position};
use words::privacy::shown_name;
use words::{Lang, game_name, replay, say_record_problem};

use crate::Refereed;
use crate::replay::{Replay, ReplayEvent};

/// Where a record breaks, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The line, from 1.
    pub line: usize,
    /// Why, in one sentence.
    pub message: String,
}

/// What a record that holds contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many rounds were played.
    pub rounds: u16,
    /// How many steps.
    pub moves: usize,
    /// The deal of an evening that it is, if it is one: it was dealt from the evening's seed, and nobody added anything.
    pub evening: Option<EveningHeader>,
}

/// Replays a record and says whether it holds: seals, commitments, every move, the result.
///
/// # Errors
/// The first line that breaks.
pub fn verify(text: &str, lang: Lang) -> Result<Verified, Broken> {
    let record = read(text, lang)?;
    with_game!(record.header.game, G => {
        let mut verified = Verified { rounds: 0, moves: 0, evening: record.header.evening.clone() };
        Replay::<G>::new(record, lang)?.run(&mut |event| match event {
            ReplayEvent::Dealt { table } => verified.rounds = table.state.public.sheet.round,
            ReplayEvent::Held { line: RecordLine::Move { .. }, .. } => verified.moves += 1,
            _ => {}
        })?;
        Ok(verified)
    })
}

/// A match that was played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its record.
    pub record: Record,
    /// The final ranks, by seat.
    pub places: Vec<u8>,
    /// The totals, by seat.
    pub scores: Vec<i64>,
}

/// Replays the record of a match and says how it ended.
///
/// # Errors
/// The first line that breaks; the last one if the match is not over.
pub fn played(text: &str, lang: Lang) -> Result<Played, Broken> {
    let record = read(text, lang)?;
    let (mut places, mut scores) = (Vec::new(), Vec::new());
    with_game!(record.header.game, G => {
        Replay::<G>::new(record.clone(), lang)?.run(&mut |event| {
            if let ReplayEvent::Held { table, line: RecordLine::Result { scores: totals, .. } } = event
                && let Turn::Over(standings) = table.turn()
            {
                places = standings.values().to_vec();
                scores.clone_from(totals);
            }
        })?;
    });
    match places.is_empty() {
        true => Err(Broken { line: record.lines.len() + 1, message: replay::early_result(lang) }),
        false => Ok(Played { record, places, scores }),
    }
}

/// The position after every deal and every step, as JSON, one per line.
///
/// # Errors
/// The first line that breaks.
pub fn trace(text: &str, lang: Lang) -> Result<String, Broken> {
    let record = read(text, lang)?;
    let mut lines = String::new();
    with_game!(record.header.game, G => {
        Replay::<G>::new(record, lang)?.run(&mut |event| {
            if let ReplayEvent::Dealt { table } | ReplayEvent::Held { table, line: RecordLine::Move { .. } } = event {
                lines += &write_position::<G>(&table.state, &table.seed).to_string();
                lines.push('\n');
            }
        })
    })?;
    Ok(lines)
}

/// A part of what [`trace`] gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedPart {
    /// How many positions the whole match has.
    pub count: usize,
    /// The positions of the part, as JSON.
    pub positions: Vec<String>,
}

/// The positions of [`trace`] from a number on, at most so many; the others are counted and not written.
///
/// # Errors
/// The first line that breaks.
pub fn trace_part(text: &str, from: usize, most: usize, lang: Lang) -> Result<TracedPart, Broken> {
    let record = read(text, lang)?;
    let mut part = TracedPart { count: 0, positions: Vec::new() };
    with_game!(record.header.game, G => {
        Replay::<G>::new(record, lang)?.run(&mut |event| {
            if let ReplayEvent::Dealt { table } | ReplayEvent::Held { table, line: RecordLine::Move { .. } } = event {
                if part.count >= from && part.positions.len() < most {
                    part.positions.push(write_position::<G>(&table.state, &table.seed).to_string());
                }
                part.count += 1;
            }
        })
    })?;
    Ok(part)
}

/// A record as a text to read: who played, every round with its moves, the scores.
///
/// # Errors
/// The first line that breaks.
pub fn read_aloud(text: &str, lang: Lang) -> Result<String, Broken> {
    let record = read(text, lang)?;
    let header = &record.header;
    let names: Vec<String> = header.players.iter().map(|player| shown_name(&player.name, lang)).collect();
    let name = |seat: usize| names.get(seat).map_or("", String::as_str);
    let mut aloud = format!("{} · {}\n", game_name(header.game), header.date);
    for (option, value) in &header.options {
        aloud += &format!("  {option}: {value}\n");
    }
    for (seat, player) in header.players.iter().enumerate() {
        aloud += &format!("  {seat}  {} ({})\n", name(seat), replay::player_kind(player.kind, lang));
    }
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    with_game!(header.game, G => {
        Replay::<G>::new(record, lang)?.run(&mut |event| {
            let (table, line) = match event {
                ReplayEvent::Dealt { table } => {
                    let round = table.state.public.sheet.round;
                    aloud += &format!("\n{}\n", replay::round(round, lang));
                    return;
                }
                ReplayEvent::Held { table, line } => (table, line),
                ReplayEvent::Step { .. } | ReplayEvent::Event { .. } => return,
            };
            match line {
                RecordLine::Move { seat, text, ms } => {
                    let (minutes, seconds) = (ms / 60_000, ms / 1000 % 60);
                    aloud += &format!("  {minutes:>3}:{seconds:02}  {:width$}  {text}\n", name(*seat));
                }
                RecordLine::Seed { .. } => {
                    if let Some(outcome) = table.state.public.outcome() {
                        let (round_scores, totals) = (outcome.round_scores.values(), outcome.totals.values());
                        for (seat, (won, total)) in round_scores.iter().zip(totals).enumerate() {
                            aloud += &format!("  {:width$}  {won:>+5}  = {total}\n", name(seat));
                        }
                    }
                }
                RecordLine::Result { winners, .. } => {
                    let names: Vec<&str> = winners.iter().map(|seat| name(*seat)).collect();
                    aloud += &format!("\n{}\n", replay::winners(&names, lang));
                }
                RecordLine::LastRound { .. } => {}
            }
        })
    })?;
    Ok(aloud)
}

/// Reads a record as text: its form and its seals. That it was played so is found by replaying it.
///
/// # Errors
/// The first line that cannot be read.
pub fn read(text: &str, lang: Lang) -> Result<Record, Broken> {
    read_record(text).map_err(|error| Broken { line: error.line, message: say_record_problem(error.problem, lang) })
}

/// Writes a record while a match is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    record: Record,
    /// What the round under way was dealt from.
    dealt: (Seed, Entropy),
}

impl Recorder {
    /// Begins the record of a match.
    #[must_use]
    pub fn new<G: Refereed>(rules: &G::Rules, players: Vec<Player>, date: String) -> Self {
        let mut options = Map::new();
        G::write_rules(rules, &mut options);
        let header = Header { game: G::ID, options, players, commitments: Vec::new(), date, evening: None };
        Self { record: Record { header, lines: Vec::new() }, dealt: Default::default() }
    }

    /// A round begins: its seed was committed to, and the seats added this.
    pub fn round_begins(&mut self, seed: &Seed, entropy: Entropy) {
        self.record.header.commitments.push(commitment(seed));
        self.dealt = (*seed, entropy);
    }

    /// A seat made a step.
    pub fn step(&mut self, seat: Seat, text: &str, ms: u64) {
        self.record.lines.push(RecordLine::Move { seat: seat.index(), text: text.into(), ms });
    }

    /// The host called the last round.
    pub fn last_round(&mut self, ms: u64) {
        self.record.lines.push(RecordLine::LastRound { ms });
    }

    /// A round is over: its seed is revealed, and with the last round the result is written.
    pub fn round_ended<G: Refereed>(&mut self, table: &Table<G>) {
        let public = &table.state.public;
        let (seed, entropy) = std::mem::take(&mut self.dealt);
        self.record.lines.push(RecordLine::Seed { round: public.sheet.round, seed, entropy });
        if let Some(outcome) = public.outcome().filter(|outcome| outcome.match_over) {
            let scores = outcome.totals.values().iter().map(|score| i64::from(*score)).collect();
            let winners = outcome.winners.iter().map(Seat::index).collect();
            self.record.lines.push(RecordLine::Result { scores, winners });
        }
    }

    /// The record as it stands.
    #[must_use]
    pub fn finish(self) -> Record {
        self.record
    }
}

/// Plays a match of random legal moves and records it; `draw` gives a number below its argument.
pub fn record_random<G: Refereed>(
    rules: &G::Rules,
    seats: SeatCount,
    players: Vec<Player>,
    date: String,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Record {
    let mut recorder = Recorder::new::<G>(rules, players, date);
    let mut table: Table<G> = Table::new(rules, seats);
    let mut ms = 0;
    loop {
        match table.turn() {
            Turn::Over(_) => return recorder.finish(),
            Turn::Dealer(_) => {
                let seed = Seed(std::array::from_fn(|_| draw(256) as u8));
                recorder.round_begins(&seed, Entropy::new());
                table.deal(seed, &mut |_, _| {});
                ms = 0;
            }
            Turn::Seat { seat, also } => {
                let actors: Vec<Seat> = also.with(seat).iter().collect();
                let seat = actors[draw(actors.len())];
                let public = &table.state.public;
                let mut moves = Vec::new();
                G::moves(public, &table.state.hands[seat], seat, &mut moves);
                let mv = moves[draw(moves.len())].clone();
                ms += 500 + draw(4000) as u64;
                recorder.step(seat, &G::write_move(&mv), ms);
                // A listed move is legal: that is a law.
                let submitted = table.submit(seat, &[mv], &mut |_, _| {});
                if submitted.is_ok() && table.state.public.outcome().is_some() {
                    recorder.round_ended(&table);
                }
            }
        }
    }
}
