//! A record on its way through the engine, line by line: everything else that is made of records follows this.
//!
//! Deliberately absent: what is made of it.

use std::collections::BTreeMap;

use engine::{Seat, Seed, State, Table, Turn};
use wire::{Record, RecordLine, Value, commitment, deal_seed, evening_seed, read_options, read_step};
use words::{Lang, replay, say_fault, say_not_a_move, say_refusal};

use crate::Refereed;
use crate::records::Broken;

/// What happens while a record is replayed, in order.
#[derive(Debug)]
pub enum ReplayEvent<'a, G: Refereed> {
    /// A round was dealt.
    Dealt {
        /// The table after the deal.
        table: &'a Table<G>,
    },
    /// A step that the rules allow is about to be made.
    Step {
        /// The truth before it.
        before: &'a State<G>,
        /// Who makes it.
        seat: Seat,
        /// The moves it is made of.
        moves: &'a [G::Move],
        /// The line of the record.
        line: usize,
    },
    /// Something is about to happen.
    Event {
        /// The truth before it.
        before: &'a State<G>,
        /// What happens.
        event: &'a G::Event,
    },
    /// A line has held.
    Held {
        /// The table after it.
        table: &'a Table<G>,
        /// The line.
        line: &'a RecordLine,
    },
}

/// Who is told what happens.
pub type OnReplayEvent<'a, G> = &'a mut dyn FnMut(ReplayEvent<'_, G>);

/// A record on its way through the engine.
#[derive(Debug)]
pub struct Replay<G: Refereed> {
    record: Record,
    lang: Lang,
    table: Table<G>,
    seeds: BTreeMap<u16, Seed>,
    /// How many lines after the header were played.
    played: usize,
    /// Milliseconds since the round began.
    clock: u64,
    /// The round that is over and whose seed is not revealed yet.
    seed_owed: Option<u16>,
}

impl<G: Refereed> Replay<G> {
    /// Begins before the first deal; `lang` is what is said in if the record breaks.
    ///
    /// # Errors
    /// If the options do not fit, or a seed is not the one that was promised.
    pub fn new(record: Record, lang: Lang) -> Result<Self, Broken> {
        let header = &record.header;
        let options = Value::Object(header.options.clone());
        let (seats, rules) = read_options::<G>(header.players.len() as i64, Some(options)).map_err(|faults| {
            let message = faults.first().map(|fault| say_fault(fault, lang)).unwrap_or_default();
            Broken { line: 1, message }
        })?;
        // A seed that was tampered with is found at its own line, before it deals other cards than were played.
        let mut seeds = BTreeMap::new();
        for (number, line) in (2..).zip(&record.lines) {
            let RecordLine::Seed { round, seed, entropy } = line else { continue };
            let promised = usize::from(*round).checked_sub(1).and_then(|index| header.commitments.get(index));
            if promised != Some(&commitment(seed)) {
                return Err(Broken { line: number, message: replay::broken_commitment(*round, lang) });
            }
            if let Some(evening) = &header.evening
                && (*seed != evening_seed(&evening.seed, evening.deal, *round) || entropy.iter().any(Option::is_some))
            {
                return Err(Broken { line: number, message: replay::other_evening_deal(evening.deal, lang) });
            }
            seeds.insert(*round, deal_seed(seed, entropy));
        }
        if let Some(evening) = &header.evening
            && evening.commitment != commitment(&evening.seed)
        {
            return Err(Broken { line: 1, message: replay::broken_evening(lang) });
        }
        let table = Table::new(&rules, seats);
        Ok(Self { record, lang, table, seeds, played: 0, clock: 0, seed_owed: None })
    }

    /// The table as it is now; at first it is undealt.
    #[must_use]
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// How many lines after the header were played.
    #[must_use]
    pub fn played(&self) -> usize {
        self.played
    }

    /// Plays all that is left, and tells what happens.
    ///
    /// # Errors
    /// The first line that breaks.
    pub fn run(mut self, tell: OnReplayEvent<'_, G>) -> Result<(), Broken> {
        while self.advance(tell)? {}
        Ok(())
    }

    /// Plays the next line, and tells what happens. Returns whether there was one.
    ///
    /// # Errors
    /// If the line breaks; nothing more can be played then.
    pub fn advance(&mut self, tell: OnReplayEvent<'_, G>) -> Result<bool, Broken> {
        let Some(line) = self.record.lines.get(self.played).cloned() else { return Ok(false) };
        self.played += 1;
        // The header is the first line.
        let number = self.played + 1;
        self.play_line(&line, number, tell)?;
        tell(ReplayEvent::Held { table: &self.table, line: &line });
        Ok(true)
    }

    fn play_line(&mut self, line: &RecordLine, number: usize, tell: OnReplayEvent<'_, G>) -> Result<(), Broken> {
        let lang = self.lang;
        let broken = |message| Broken { line: number, message };
        if let (Some(round), false) = (self.seed_owed, matches!(line, RecordLine::Seed { .. })) {
            return Err(broken(replay::late_seed(round, lang)));
        }
        match line {
            RecordLine::Move { seat, text, ms } => {
                self.begin_round(number, tell)?;
                self.tick(*ms, number)?;
                self.play(*seat, text, number, tell)?;
                let public = &self.table.state.public;
                self.seed_owed = public.outcome().map(|_| public.sheet.round);
            }
            RecordLine::LastRound { ms } => {
                self.begin_round(number, tell)?;
                self.tick(*ms, number)?;
                self.table.call_last_round();
            }
            RecordLine::Seed { round, .. } => {
                if self.seed_owed != Some(*round) {
                    return Err(broken(replay::early_seed(*round, lang)));
                }
                self.seed_owed = None;
            }
            RecordLine::Result { scores, winners } => {
                let outcome = self.table.state.public.outcome().filter(|outcome| outcome.match_over);
                let outcome = outcome.ok_or_else(|| broken(replay::early_result(lang)))?;
                let totals: Vec<i64> = outcome.totals.values().iter().map(|score| i64::from(*score)).collect();
                if totals != *scores || !outcome.winners.iter().map(Seat::index).eq(winners.iter().copied()) {
                    return Err(broken(replay::wrong_result(&totals, outcome.winners, lang)));
                }
                let (promised, played) = (self.record.header.commitments.len(), self.seeds.len());
                if promised != played {
                    return Err(Broken { line: 1, message: replay::surplus_commitment(promised, played, lang) });
                }
            }
        }
        Ok(())
    }

    /// Deals the next round, if one is due, and sets its clock.
    fn begin_round(&mut self, line: usize, tell: OnReplayEvent<'_, G>) -> Result<(), Broken> {
        let Turn::Dealer(shuffle) = self.table.turn() else { return Ok(()) };
        let seed = self.seeds.get(&shuffle.round);
        let seed = seed.ok_or_else(|| Broken { line, message: replay::no_round(shuffle.round, self.lang) })?;
        self.table.deal(*seed, &mut |before, event| tell(ReplayEvent::Event { before, event }));
        self.clock = 0;
        tell(ReplayEvent::Dealt { table: &self.table });
        Ok(())
    }

    fn tick(&mut self, ms: u64, line: usize) -> Result<(), Broken> {
        if ms < self.clock {
            return Err(Broken { line, message: replay::backwards(ms, self.clock, self.lang) });
        }
        self.clock = ms;
        Ok(())
    }

    fn play(&mut self, seat: usize, text: &str, line: usize, tell: OnReplayEvent<'_, G>) -> Result<(), Broken> {
        let lang = self.lang;
        let broken = |message| Broken { line, message };
        let seats = self.table.state.public.sheet.seats();
        let seat = seats.seat(seat).ok_or_else(|| broken(replay::no_such_seat(seat, lang)))?;
        let step = read_step::<G>(text).map_err(|error| broken(say_not_a_move::<G>(&error.text, lang)))?;
        if step.seat.is_some() {
            // The seat has a field of its own.
            return Err(broken(say_not_a_move::<G>(text, lang)));
        }
        // The first event of a step is told once the whole step is allowed.
        let mut is_told = false;
        let submitted = self.table.submit(seat, &step.moves, &mut |before, event| {
            if !std::mem::replace(&mut is_told, true) {
                tell(ReplayEvent::Step { before, seat, moves: &step.moves, line });
            }
            tell(ReplayEvent::Event { before, event });
        });
        submitted.map_err(|refusal| broken(say_refusal::<G>(&refusal, lang)))
    }
}
