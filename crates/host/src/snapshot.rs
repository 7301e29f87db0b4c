//! Snapshots of a room, taken just before a deal, and the room made again from one and the rest of the log.
//!
//! Just before a deal nobody holds a card, nothing can be taken back and the bots have nothing to remember: what a round
//! leaves behind is little, and the deal itself makes the rest anew.
//! Deliberately absent: what is not written down, such as who is connected.

use engine::{EventMismatch, Seat};
use serde_json::Value;
use wire::house::{AnswerSnapshot, AskSnapshot, Entry, RoundSnapshot, SeatSnapshot, TableId, TableSnapshot};
use wire::{Faults, read_entropy, read_seed, write_entropy, write_seed};
use words::Lang;

use crate::access::Access;
use crate::conduct::Conduct;
use crate::lines::Lines;
use crate::memory::{AskMemory, RememberedAsk};
use crate::refusal::Refusal;
use crate::room::{FinalAnswer, Mismatch, Room, Round};
use referee::judge::StepRefused;

/// A snapshot is taken once in so many records, at the deal after.
pub(crate) const RECORDS_BETWEEN_SNAPSHOTS: u64 = 64;

/// No log is as long.
const MAX_RECORDS: u64 = 1 << 31;
/// No clock goes as far, in milliseconds since 1970.
const MAX_TIME: u64 = 1 << 53;

impl Room {
    /// What the log comes to, if a round is about to be dealt.
    #[must_use]
    pub fn snapshot(&self) -> Option<TableSnapshot> {
        self.next_round()?;
        let seat = |((sitter, conduct), changed): ((&Option<_>, &Conduct), &u64)| {
            let Conduct { timeouts, own_steps, other_steps } = *conduct;
            let sitter = Option::clone(sitter)?;
            Some(SeatSnapshot { sitter, changed: *changed, timeouts, own_steps, other_steps })
        };
        let seats = self.seats.iter().zip(&self.conduct).zip(&self.history.changed).map(seat);
        Some(TableSnapshot {
            table: self.id.clone(),
            settings: self.settings.clone(),
            host: self.host.clone(),
            key: self.access.key.clone(),
            origin: self.origin,
            evening: self.evening.clone(),
            guests: self.access.guests.clone(),
            removed: self.access.removed.clone(),
            locked: self.access.locked,
            opened: self.opened,
            began: self.began?,
            seats: seats.collect::<Option<_>>()?,
            replaced: self.replaced.clone(),
            seq: self.seq,
            game_seq: self.game_seq,
            records: self.records,
            dealt_records: self.dealt_records,
            position: self.play.position(),
            rounds: self.rounds.iter().map(write_round).collect(),
            chat: self.chat.iter().cloned().collect(),
            muted: self.muted.clone(),
            asks: self.answered.iter().map(|(player, asks)| (player.clone(), write_asks(asks))).collect(),
            ask_count: self.answered.count,
            lines: self.lines.rounds_over(),
        })
    }

    /// Whether the log has grown enough since the last deal to take a snapshot at the next: a function of the log, so
    /// that a table that is woken takes none too many.
    pub(crate) fn is_snapshot_due(&self) -> bool {
        self.records / RECORDS_BETWEEN_SNAPSHOTS > self.dealt_records / RECORDS_BETWEEN_SNAPSHOTS
    }

    /// The room that a snapshot and the records after it make: the same that all records make.
    ///
    /// # Errors
    /// If they do not fit; the whole log tells whether the table can go on.
    pub fn restore<'a>(
        id: &TableId,
        snapshot: TableSnapshot,
        records: impl Iterator<Item = &'a [Entry]>,
    ) -> Result<Self, Mismatch> {
        let mut records = records.peekable();
        let is_deal = |record: &&[Entry]| record.iter().any(|entry| matches!(entry, Entry::Dealt { .. }));
        if snapshot.table != *id || !records.peek().is_some_and(is_deal) {
            return Err(Mismatch::Snapshot { why: "the deal it was taken for does not follow" });
        }
        if !has_plausible_numbers(&snapshot) {
            return Err(Mismatch::Snapshot { why: "its numbers make no sense" });
        }
        let mut room = Self::read_snapshot(id, snapshot)?;
        room.catch_up(records)?;
        Ok(room)
    }

    fn read_snapshot(id: &TableId, snapshot: TableSnapshot) -> Result<Self, Mismatch> {
        let mismatch = |EventMismatch(why)| Mismatch::Snapshot { why };
        let opening = Entry::Opened {
            settings: snapshot.settings,
            host: snapshot.host,
            at: snapshot.opened,
            key: snapshot.key,
            guests: Vec::new(),
            origin: snapshot.origin,
            evening: snapshot.evening,
        };
        let mut room = Self::opened(id, &[opening])?;
        if snapshot.seats.len() != room.seats.len() {
            return Err(Mismatch::Snapshot { why: "it has another number of seats" });
        }
        if let Some(position) = snapshot.position {
            room.play.resume(position).map_err(mismatch)?;
        }
        for (index, seat) in snapshot.seats.into_iter().enumerate() {
            let SeatSnapshot { sitter, changed, timeouts, own_steps, other_steps } = seat;
            if let Some(seat) = Seat::new(index) {
                room.play.watch_for(seat, sitter.seating.player().is_none());
            }
            room.seats[index] = Some(sitter);
            room.conduct[index] = Conduct { timeouts, own_steps, other_steps };
            room.history.changed[index] = changed;
        }
        room.access = Access {
            guests: snapshot.guests,
            removed: snapshot.removed,
            locked: snapshot.locked,
            key: room.access.key,
        };
        room.began = Some(snapshot.began);
        room.stage = wire::house::Stage::Between;
        room.replaced = snapshot.replaced;
        room.seq = snapshot.seq;
        room.game_seq = snapshot.game_seq;
        room.records = snapshot.records;
        room.dealt_records = snapshot.dealt_records;
        room.rounds = snapshot.rounds.into_iter().map(read_round).collect::<Result<_, _>>().map_err(mismatch)?;
        room.chat = snapshot.chat.into();
        room.muted = snapshot.muted;
        let asks = |(player, asks): (_, Vec<AskSnapshot>)| (player, asks.into_iter().map(read_ask));
        room.answered = AskMemory::restored(snapshot.asks.into_iter().map(asks), snapshot.ask_count);
        room.lines = Lines::of_rounds_over(snapshot.lines);
        Ok(room)
    }
}

/// Whether nothing is counted beyond what so many records can hold, so that counting on does not overflow.
fn has_plausible_numbers(snapshot: &TableSnapshot) -> bool {
    let TableSnapshot { seq, records, ask_count, .. } = *snapshot;
    let fits = |seat: &SeatSnapshot| {
        let steps = u64::from(seat.own_steps) + u64::from(seat.other_steps);
        seat.changed <= seq && steps <= records && seat.timeouts < u8::MAX
    };
    records <= MAX_RECORDS
        && [seq, snapshot.dealt_records, ask_count].iter().all(|count| *count <= records)
        && snapshot.game_seq <= seq
        && snapshot.seats.iter().all(fits)
        && snapshot.asks.values().flatten().all(|ask| ask.number <= ask_count)
        && snapshot.rounds.iter().all(|round| round.dealt <= MAX_TIME)
}

fn write_round(round: &Round) -> RoundSnapshot {
    let write = |added: &Option<Vec<u8>>| added.as_deref().map(write_entropy);
    let entropy = round.entropy.as_ref().map(|entropy| entropy.iter().map(write).collect());
    RoundSnapshot { seed: write_seed(&round.seed), entropy, dealt: round.dealt }
}

fn read_round(round: RoundSnapshot) -> Result<Round, EventMismatch> {
    let seed = read_seed(&Value::String(round.seed), &Faults::default());
    let seed = seed.ok_or(EventMismatch("a seed is 64 hexadecimal digits"))?;
    let read = |added: Option<String>| match added {
        None => Ok(None),
        Some(text) => read_entropy(&text).map(Some).ok_or(EventMismatch("this is no entropy")),
    };
    let entropy = round.entropy.map(|entropy| entropy.into_iter().map(read).collect()).transpose()?;
    // All but the last, which is about to be dealt, are over.
    Ok(Round { seed, is_over: entropy.is_some(), entropy, dealt: round.dealt })
}

fn write_asks<'a>(asks: impl IntoIterator<Item = &'a RememberedAsk<FinalAnswer>>) -> Vec<AskSnapshot> {
    let write = |ask: &RememberedAsk<FinalAnswer>| {
        let answer = match &ask.answer {
            FinalAnswer::Granted(seq) => AnswerSnapshot::Granted(*seq),
            FinalAnswer::Refused(refusal) => match &**refusal {
                Refusal::Table(refusal) => AnswerSnapshot::Table(refusal.clone()),
                Refusal::Step(refused) => AnswerSnapshot::Step {
                    code: refused.code.to_string(),
                    rule: refused.rule.as_ref().map(ToString::to_string),
                    fr: refused.say(Lang::French),
                    en: refused.say(Lang::English),
                },
                // What the house refuses is not written down.
                Refusal::House(_) => return None,
            },
        };
        Some(AskSnapshot { id: ask.id.to_string(), hash: ask.hash, number: ask.number, answer })
    };
    asks.into_iter().filter_map(write).collect()
}

fn read_ask(ask: AskSnapshot) -> RememberedAsk<FinalAnswer> {
    let answer = match ask.answer {
        AnswerSnapshot::Granted(seq) => FinalAnswer::Granted(seq),
        AnswerSnapshot::Table(refusal) => FinalAnswer::Refused(Box::new(refusal.into())),
        AnswerSnapshot::Step { code, rule, fr, en } => {
            FinalAnswer::Refused(Box::new(Refusal::Step(StepRefused::said(code, rule, fr, en))))
        }
    };
    RememberedAsk { id: ask.id.into(), hash: ask.hash, number: ask.number, answer }
}
