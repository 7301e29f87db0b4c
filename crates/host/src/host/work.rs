//! What a host decides: what an ask comes to, what the table does by itself, and what is tried again.

use wire::house::{AnswerResult, Entry, HouseRefusal, Invitation, TableId, TableRefusal, write_entries};

use super::input::{Cause, Pending, Request};
use super::{DiceAt, Host, throws};
use crate::agenda::{Act, Task};
use crate::decide::Decision;
use crate::effect::{Effect, HintKey, LogRecord, Message, NotAppended, ThoughtKey};
use crate::hints::{HintAsked, HintAsker};
use crate::play::Advising;
use crate::room::{Room, is_talk};

/// What records are written for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Share {
    /// The game and who plays it.
    Game,
    /// What is said, and what is refused.
    Talk,
}

/// After so many milliseconds a hint that is being worked out is mostly there.
const HINT_WAIT_MS: u64 = 500;

impl Host {
    pub(super) fn ask(&mut self, request: Request, now: u64, dice: DiceAt<'_>) {
        let Request { connection, person, id, ask, .. } = &request;
        if self.is_parked {
            return self.refuse(request.connection, request.id, HouseRefusal::TableParked.into());
        }
        // Who watches was let in; the log of the table has no trace of who was not.
        let is_let_in = self.watchers.connections.contains_key(connection)
            || self.room.admits(Some(&person.player), request.key.as_ref());
        if !is_let_in {
            return self.refuse(request.connection, request.id, HouseRefusal::NotInvited.into());
        }
        let seq = self.room.seq();
        let decision = self.room.decide(person, id, ask, now, &mut throws(dice, seq));
        let answer = |seq, result| Message::Answer { id: id.clone(), seq, result };
        match decision {
            Err(refusal) => match Room::refusal_entry(person, id, ask, &refusal) {
                // It is told all the same, and not remembered.
                Some(_) if self.is_log_full(Share::Talk) => self.refuse(request.connection, request.id, refusal),
                Some(entry) => self.write(vec![entry], Cause::Refused(request, refusal)),
                None => self.refuse(request.connection, request.id, refusal),
            },
            Ok(Decision::Refused(refusal)) => self.refuse(request.connection, request.id, refusal),
            Ok(Decision::Repeat(seq)) => self.send(*connection, answer(Some(seq), None)),
            Ok(Decision::Noted) => self.send(*connection, answer(None, None)),
            Ok(Decision::Invite(player)) => {
                let (by, name, table) = (person.player.clone(), person.name.to_string(), self.room.summary());
                self.send(*connection, answer(None, None));
                let key = self.room.key().cloned();
                let invitation = Box::new(Invitation { player: by, name, table, key });
                self.effects.push_back(Effect::Invite { player, invitation });
            }
            Ok(Decision::Answer(result)) => self.send(*connection, answer(None, Some(result))),
            Ok(Decision::Advise(advising)) => self.advise(request, advising),
            Ok(Decision::Rematch(entries)) => {
                self.pending = Some(Pending::OpenTable { request });
                self.effects.push_back(Effect::OpenTable { entries });
            }
            Ok(Decision::Write(entries)) => {
                let share = if is_talk(&entries) { Share::Talk } else { Share::Game };
                if self.is_log_full(share) {
                    return self.refuse(request.connection, request.id, HouseRefusal::LogFull.into());
                }
                self.write(entries, Cause::Asked(request));
            }
        }
    }

    /// The log was read again after an append that failed: what could not be written is tried once more if another
    /// writer was first. What was written after all is granted when it is asked again with the same id.
    pub(super) fn conclude(&mut self, cause: Cause, reason: NotAppended, now: u64, dice: DiceAt<'_>) {
        let is_retried = |request: &Request| reason == NotAppended::Conflict && request.conflicts == 0;
        match cause {
            // The agenda says what is due now.
            Cause::Table => self.room.think_again(),
            Cause::Asked(request) | Cause::Refused(request, _) if is_retried(&request) && !self.is_parked => {
                self.ask(Request { conflicts: 1, ..request }, now, dice);
            }
            Cause::Rematch(request, table) if is_retried(&request) && !self.is_parked => {
                self.write_rematch(Request { conflicts: 1, ..request }, table);
            }
            Cause::Asked(request) | Cause::Refused(request, _) | Cause::Rematch(request, _) => {
                self.refuse(request.connection, request.id, HouseRefusal::NotWritten.into());
            }
        }
    }

    /// Somebody is to be given a hint: the one that is known, or being worked out, or a new one.
    fn advise(&mut self, request: Request, advising: Advising) {
        let Request { connection, person, id, .. } = request;
        let Some(seat) = self.room.seat_of(&person.player) else {
            return self.refuse(connection, id, TableRefusal::NotSeated.into());
        };
        let hint = HintKey { seat, game_seq: self.room.game_seq() };
        match self.hints.ask(hint, person.lang, HintAsker { connection, id: id.clone() }) {
            HintAsked::Begin => self.effects.push_back(Effect::Advise { hint, advising }),
            HintAsked::Wait => {}
            HintAsked::Known(advice) => self.send_advice(connection, id, advice),
            HintAsked::Busy => {
                let refusal = HouseRefusal::HintsBusy { wait_ms: HINT_WAIT_MS };
                self.refuse(connection, id, refusal.into());
            }
        }
    }

    /// The position has changed: who still waits for a hint may ask for another.
    pub(super) fn lapse_hints(&mut self) {
        for (seat, askers) in self.hints.lapse() {
            self.effects.push_back(Effect::CancelAdvice { seat });
            for HintAsker { connection, id } in askers {
                self.refuse(connection, id, HouseRefusal::HintLapsed.into());
            }
        }
    }

    /// Tells this table of its rematch; if there is one by now, that is the answer.
    pub(super) fn write_rematch(&mut self, request: Request, table: TableId) {
        match self.room.rematch().cloned() {
            Some(table) => {
                let (connection, id) = (request.connection, request.id);
                self.send(connection, Message::Answer { id, seq: None, result: Some(AnswerResult::Rematch { table }) });
            }
            None => {
                let entries = vec![Entry::Rematched { table: table.clone() }];
                self.write(entries, Cause::Rematch(request, table));
            }
        }
    }

    /// Does what the table does by itself.
    pub(super) fn act(&mut self, act: Act, now: u64, dice: DiceAt<'_>) {
        if self.is_log_full(Share::Game) {
            // It cannot be played on: the last record puts the table away.
            return self.write_if(self.room.decide_close(now));
        }
        let seq = self.room.seq();
        let throws = &mut throws(dice, seq);
        let entries = match act {
            Act::Deal => self.room.decide_deal(now),
            Act::Timeout => self.room.decide_timeout(now, throws),
            Act::LastRound => self.room.decide_last_round(now),
            Act::Speak(seat, step) => self.room.decide_for_bot(seat, &step, now, throws),
            Act::Replace => self.room.decide_replacement(),
            Act::StandIn => None,
            Act::Think(seat) => {
                self.room.thinking_begins();
                if let Some(thinking) = self.room.think(seat, throws) {
                    let thought = ThoughtKey { game_seq: self.room.game_seq(), seat };
                    self.effects.push_back(Effect::Think { thought, thinking });
                }
                None
            }
        };
        self.write_if(entries);
    }

    /// What the table does next by itself; while the journal fails it waits before it tries again.
    pub(super) fn next_task(&mut self, now: u64, dice: DiceAt<'_>) -> Option<Task> {
        if self.is_parked {
            return None;
        }
        let seq = self.room.seq();
        let task = self.room.agenda(now, &self.options.pace, &mut throws(dice, seq))?;
        Some(Task { at: self.backoff.delay(task.at), ..task })
    }

    /// Whether the log has as many records as it may.
    fn is_log_full(&self, share: Share) -> bool {
        self.options.max_records.is_some_and(|most| {
            let most = match share {
                Share::Game => most,
                Share::Talk => most - most / 4,
            };
            self.room.records() >= most
        })
    }

    pub(super) fn write_if(&mut self, entries: Option<Vec<Entry>>) {
        if let Some(entries) = entries {
            self.write(entries, Cause::Table);
        }
    }

    pub(super) fn write(&mut self, entries: Vec<Entry>, cause: Cause) {
        let (body, is_news) = (write_entries(&entries).into(), entries.iter().any(is_news));
        let record = LogRecord { body, is_news, asker: cause.asker() };
        self.pending = Some(Pending::Append { entries, cause });
        self.effects.push_back(Effect::Append { after: self.position, record });
    }
}

/// Whether those who follow the house as a whole want to know.
#[must_use]
pub fn is_news(entry: &Entry) -> bool {
    match entry {
        Entry::Opened { .. }
        | Entry::Sat { .. }
        | Entry::Left { .. }
        | Entry::Replaced { .. }
        | Entry::Began { .. }
        | Entry::Ended { .. }
        | Entry::Rematched { .. }
        | Entry::Closed { .. } => true,
        Entry::Asked { .. }
        | Entry::Refused { .. }
        | Entry::Committed { .. }
        | Entry::Dealt { .. }
        | Entry::Voided { .. }
        | Entry::Stepped { .. }
        | Entry::Undone { .. }
        | Entry::LastRound { .. }
        | Entry::Said { .. }
        | Entry::ChatDeleted { .. }
        | Entry::Muted { .. }
        | Entry::Locked { .. }
        | Entry::Removed { .. } => false,
    }
}
