//! The room itself: what its entries have made of it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use engine::{EventMismatch, Seat, SeatCount, Seed, Turn, Viewer};
use serde_json::Value;
use wire::house::{
    BotLevel, By, CHAT_KEPT, ChatLine, Entry, EveningDeal, Happening, HappeningText, PlayerId, RefusalReason, Seating,
    Settings, Sitter, Stage, TableId, is_deleted,
};
use wire::{Entropy, Faults, RecordLine, commitment, deal_seed, read_entropy, read_seed};

use crate::access::Access;
use crate::agenda::Plan;
use crate::conduct::Conduct;
use crate::decide::Decision;
use crate::lines::Lines;
use crate::memory::AskMemory;
use crate::people::People;
use crate::play::{Play, set_up};
use crate::recent::History;
use crate::refusal::Refusal;
use crate::show::Shown;
use referee::judge::Chooser;

/// No log grants the same ask twice within so many: it is damaged then. Old logs may have it later.
const NEVER_TWICE_WITHIN: u64 = 64;

/// A table and the people around it.
#[derive(Debug)]
pub struct Room {
    pub(crate) id: TableId,
    pub(crate) settings: Settings,
    pub(crate) host: PlayerId,
    pub(crate) access: Access,
    pub(crate) opened: u64,
    pub(crate) origin: Option<u32>,
    /// The deal of an evening that is played here.
    pub(crate) evening: Option<EveningDeal>,
    pub(crate) began: Option<u64>,
    pub(crate) stage: Stage,
    pub(crate) seats: Vec<Option<Sitter>>,
    pub(crate) play: Box<dyn Play>,
    pub(crate) seq: u64,
    /// How many records the log has.
    pub(crate) records: u64,
    /// The sequence number of what last changed more than the talk.
    pub(crate) game_seq: u64,
    pub(crate) rounds: Vec<Round>,
    /// How many records the log had when a round was last dealt.
    pub(crate) dealt_records: u64,
    pub(crate) lines: Lines,
    /// Milliseconds since the deal of the last line, so that they never run backwards.
    pub(crate) last_ms: u64,
    pub(crate) chat: VecDeque<ChatLine>,
    pub(crate) muted: BTreeSet<PlayerId>,
    /// The players who have seen a hand of the round under way, and which.
    pub(crate) seen: BTreeMap<PlayerId, Seat>,
    pub(crate) places: Option<Vec<u8>>,
    /// How the player of each seat has played.
    pub(crate) conduct: Vec<Conduct>,
    /// The players of a rated match for whom a bot goes on.
    pub(crate) replaced: Vec<PlayerId>,
    /// Since when somebody could call or catch, in milliseconds since the deal.
    pub(crate) call_since: Option<u64>,
    pub(crate) rematch: Option<TableId>,
    /// The asks that were answered for good, to answer a repeat as before: a function of the log, so that a room that
    /// is built again remembers the same.
    pub(crate) answered: AskMemory<FinalAnswer>,
    /// What happened lately, for viewers who come new.
    pub(crate) history: History,
    // What follows is not written down.
    /// The asks that changed nothing and were not refused.
    pub(crate) unwritten: AskMemory<()>,
    pub(crate) people: People,
    pub(crate) plan: Plan,
}

/// How an ask was answered for good.
#[derive(Debug)]
pub(crate) enum FinalAnswer {
    /// It was granted, with this sequence number.
    Granted(u64),
    /// It was refused, which is rare: apart, so that what is granted takes little room.
    Refused(Box<Refusal>),
}

impl FinalAnswer {
    /// What a repeat comes to.
    pub(crate) fn repeat(&self) -> Decision {
        match self {
            Self::Granted(seq) => Decision::Repeat(*seq),
            Self::Refused(refusal) => Decision::Refused(Refusal::clone(refusal)),
        }
    }
}

/// What is known of the deal of a round.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    pub(crate) seed: Seed,
    pub(crate) entropy: Option<Entropy>,
    pub(crate) dealt: u64,
    pub(crate) is_over: bool,
}

/// Entries that do not fit: the log is damaged or of another program, and the table cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mismatch {
    /// The log does not begin with the opening of a table.
    #[error("the log of the table does not begin with its opening")]
    NoOpening,
    /// The settings are not those of any game.
    #[error("the table was opened with settings that make no sense")]
    Settings,
    /// A snapshot is not one of this table, or does not make one.
    #[error("the snapshot of the table does not fit: {why}")]
    Snapshot {
        /// What is wrong.
        why: &'static str,
    },
    /// An entry does not fit what was before it.
    #[error("entry {seq} of the table does not fit: {why}")]
    Entry {
        /// Its sequence number.
        seq: u64,
        /// What is wrong.
        why: &'static str,
    },
}

impl Room {
    /// The room that these records made, each a list of entries decided together.
    ///
    /// # Errors
    /// If they do not fit: the table is parked, not guessed.
    pub fn replay<'a>(id: &TableId, mut records: impl Iterator<Item = &'a [Entry]>) -> Result<Self, Mismatch> {
        let first = records.next().ok_or(Mismatch::NoOpening)?;
        let mut room = Self::opened(id, first)?;
        room.catch_up(records)?;
        Ok(room)
    }

    /// Applies the rest of a log; whoever sits there then is expected to come back.
    pub(crate) fn catch_up<'a>(&mut self, records: impl Iterator<Item = &'a [Entry]>) -> Result<(), Mismatch> {
        for entries in records {
            self.apply(entries)?;
        }
        let is_player = |sitter: &Option<Sitter>| sitter.as_ref().is_some_and(|it| it.seating.player().is_some());
        self.people.expected = self.seats.iter().map(is_player).collect();
        Ok(())
    }

    /// The room that its first record opens.
    ///
    /// # Errors
    /// If the record does not open a table.
    pub fn opened(id: &TableId, entries: &[Entry]) -> Result<Self, Mismatch> {
        let Some((opening, rest)) = entries.split_first() else { return Err(Mismatch::NoOpening) };
        let Entry::Opened { settings, host, at, key, guests, origin, evening } = opening else {
            return Err(Mismatch::NoOpening);
        };
        let (play, options) = set_up(settings).map_err(|_| Mismatch::Settings)?;
        if options != settings.options {
            return Err(Mismatch::Settings);
        }
        let seats = usize::from(settings.seats);
        let mut room = Self {
            id: id.clone(),
            settings: settings.clone(),
            host: host.clone(),
            access: Access {
                key: key.clone(),
                guests: guests.iter().cloned().collect(),
                removed: BTreeSet::new(),
                locked: false,
            },
            opened: *at,
            origin: *origin,
            evening: evening.clone(),
            began: None,
            stage: Stage::Gathering,
            seats: vec![None; seats],
            play,
            seq: 0,
            records: 0,
            game_seq: 0,
            rounds: Vec::new(),
            dealt_records: 0,
            lines: Lines::default(),
            last_ms: 0,
            chat: VecDeque::new(),
            muted: BTreeSet::new(),
            seen: BTreeMap::new(),
            places: None,
            conduct: vec![Conduct::default(); seats],
            replaced: Vec::new(),
            call_since: None,
            rematch: None,
            answered: AskMemory::default(),
            history: History::new(seats),
            unwritten: AskMemory::default(),
            people: People::new(seats),
            plan: Plan::default(),
        };
        room.apply(rest)?;
        Ok(room)
    }

    /// Makes entries true that were decided together and have been written down, and says what is shown of them.
    ///
    /// # Errors
    /// If they do not fit; the room is then of no more use.
    pub fn apply(&mut self, entries: &[Entry]) -> Result<Shown, Mismatch> {
        self.records += 1;
        if let [Entry::Refused { player, id, hash, reason }] = entries {
            self.remember_refusal(player, id, *hash, reason);
            return Ok(Shown { seq: self.seq, happenings: Arc::default() });
        }
        self.history.prepare(entries, self.seq, &self.seats, &*self.play);
        self.seq += 1;
        let mut shown = Vec::with_capacity(entries.len() + 1);
        let seq = self.seq;
        let mismatch = |EventMismatch(why)| Mismatch::Entry { seq, why };
        for entry in entries {
            self.fits(entry).and_then(|()| self.apply_one(entry, &mut shown)).map_err(mismatch)?;
        }
        self.is_whole().map_err(mismatch)?;
        if !is_talk(entries) {
            self.game_seq = seq;
        }
        self.replan(entries);
        let happenings: Arc<[HappeningText]> = shown.into();
        self.history.keep(entries, seq, &happenings);
        Ok(Shown { seq, happenings })
    }

    fn apply_one(&mut self, entry: &Entry, shown: &mut Vec<HappeningText>) -> Result<(), EventMismatch> {
        match entry {
            Entry::Opened { .. } => unreachable!("it does not fit"),
            Entry::Asked { player, id, hash } => {
                let is_seated = |player: &PlayerId| is_seated(&self.seats, player);
                self.answered.keep(player, id, *hash, FinalAnswer::Granted(self.seq), is_seated);
            }
            Entry::Refused { .. } => return Err(EventMismatch("a refusal is a record of its own")),
            Entry::Sat { seat, sitter } => {
                self.put(*seat, Some(sitter.clone()));
                shown.push(HappeningText::same(&Happening::Sat { seat: *seat, sitter: sitter.clone() }));
            }
            Entry::Left { seat } => {
                self.put(*seat, None);
                shown.push(HappeningText::same(&Happening::Left { seat: *seat }));
            }
            Entry::Began { at } => {
                self.began = Some(*at);
                self.stage = Stage::Between;
                shown.push(HappeningText::same(&Happening::Began));
            }
            Entry::Committed { round, seed } => {
                let seed = read_seed(&Value::String(seed.clone()), &Faults::default());
                let seed = seed.ok_or(EventMismatch("a seed is 64 hexadecimal digits"))?;
                self.rounds.push(Round { seed, entropy: None, dealt: 0, is_over: false });
                self.people.nobody_is_ready();
                shown.push(HappeningText::same(&Happening::Committed { round: *round, commitment: commitment(&seed) }));
            }
            Entry::Dealt { round, entropy, at } => self.deal(*round, entropy, *at, shown)?,
            Entry::Voided { round } => self.void(*round, shown)?,
            Entry::Stepped { seat, step, ms, by } => self.step(*seat, step, *ms, *by, shown)?,
            Entry::Undone { seat } => {
                self.play.undo()?;
                self.note_calls(self.last_ms);
                self.lines.take_back();
                let seats = self.seat_count().seats().map(Viewer::Seat);
                shown.push(HappeningText::undone(*seat, seats, |viewer| self.play.view(viewer)));
            }
            Entry::LastRound { ms } => {
                self.play.call_last_round();
                self.last_ms = *ms;
                self.lines.push(RecordLine::LastRound { ms: *ms });
                shown.push(HappeningText::same(&Happening::LastRound));
            }
            Entry::Ended { places, scores, .. } => {
                self.stage = Stage::Over;
                self.places = Some(places.clone());
                shown.push(HappeningText::same(&Happening::Ended { places: places.clone(), scores: scores.clone() }));
            }
            // It was said once, and then erased from the log.
            Entry::Said { speech, .. } if speech.is_erased() => {}
            Entry::Said { player, name, speech, at } => {
                let line = ChatLine { player: player.clone(), name: name.clone(), speech: speech.clone(), at: *at };
                self.chat.push_back(line.clone());
                if self.chat.len() > CHAT_KEPT {
                    self.chat.pop_front();
                }
                shown.push(HappeningText::same(&Happening::Said(line)));
            }
            Entry::ChatDeleted { player, said } => {
                self.chat.retain(|line| !is_deleted(line, player, *said));
                shown.push(HappeningText::same(&Happening::ChatDeleted { player: player.clone(), said: *said }));
            }
            Entry::Muted { player, silent } => {
                if *silent {
                    self.muted.insert(player.clone());
                } else {
                    self.muted.remove(player);
                }
                shown.push(HappeningText::same(&Happening::Muted { player: player.clone(), silent: *silent }));
            }
            Entry::Locked { locked } => {
                self.access.locked = *locked;
                shown.push(HappeningText::same(&Happening::Locked { locked: *locked }));
            }
            Entry::Removed { player } => {
                self.access.removed.insert(player.clone());
                shown.push(HappeningText::same(&Happening::Removed { player: player.clone() }));
            }
            Entry::Replaced { seat, sitter, why } => {
                if let Some(player) = self.player_on(*seat).filter(|_| self.settings.rated).cloned() {
                    self.replaced.push(player);
                }
                self.put(*seat, Some(sitter.clone()));
                let (seat, sitter, why) = (*seat, sitter.clone(), *why);
                shown.push(HappeningText::same(&Happening::Replaced { seat, sitter, why }));
            }
            Entry::Rematched { table } => {
                self.rematch = Some(table.clone());
                shown.push(HappeningText::same(&Happening::Rematched { table: table.clone() }));
            }
            Entry::Closed { .. } => {
                self.stage = Stage::Closed;
                shown.push(HappeningText::same(&Happening::Closed));
            }
        }
        Ok(())
    }

    fn remember_refusal(&mut self, player: &PlayerId, id: &str, hash: u32, reason: &RefusalReason) {
        let refusal = match reason {
            RefusalReason::Table(refusal) => Some(refusal.clone().into()),
            RefusalReason::Step(step) => {
                let seat = self.seat_of(player);
                let refused = seat.and_then(|seat| self.play.decide(seat, step, Chooser::Player).err());
                refused.map(Refusal::Step)
            }
        };
        // A step that the rules of this program allow is no longer refused.
        if let Some(refusal) = refusal {
            let is_seated = |player: &PlayerId| is_seated(&self.seats, player);
            self.answered.keep(player, id, Some(hash), FinalAnswer::Refused(Box::new(refusal)), is_seated);
        }
    }

    /// Whether an ask cannot follow in the log because it was granted a short while ago.
    pub(crate) fn was_just_granted(&self, player: &PlayerId, id: &str) -> bool {
        self.answered.find(player, id).is_some_and(|ask| {
            matches!(ask.answer, FinalAnswer::Granted(_)) && self.answered.age(ask) < NEVER_TWICE_WITHIN
        })
    }

    /// Puts somebody on a seat, or nobody.
    fn put(&mut self, seat: Seat, sitter: Option<Sitter>) {
        let index = seat.index();
        let is_bot = sitter.as_ref().is_some_and(|sitter| sitter.seating.player().is_none());
        if let Some(player) = sitter.as_ref().and_then(|sitter| sitter.seating.player()) {
            self.access.guests.insert(player.clone());
            if self.stage == Stage::Playing {
                self.seen.insert(player.clone(), seat);
            }
        }
        self.seats[index] = sitter;
        self.conduct[index] = Conduct::default();
        self.people.seat_changed(index);
        self.note_who_is_here();
        self.history.on_seat_changed(index, self.seq);
        self.play.watch_for(seat, is_bot);
        self.pass_hosting();
    }

    /// The table's host is somebody who sits there: when they leave, the next one is.
    fn pass_hosting(&mut self) {
        let players = || self.seats.iter().flatten().filter_map(|sitter| sitter.seating.player());
        if players().any(|player| *player == self.host) {
            return;
        }
        if let Some(next) = players().next().cloned() {
            self.host = next;
        }
    }

    fn deal(
        &mut self,
        round: u16,
        entropy: &[Option<String>],
        at: u64,
        shown: &mut Vec<HappeningText>,
    ) -> Result<(), EventMismatch> {
        let log = self.rounds.last_mut().ok_or(EventMismatch("no seed was committed to"))?;
        let read = |text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => read_entropy(text).map(Some).ok_or(EventMismatch("this is no entropy")),
        };
        let added: Entropy = entropy.iter().map(read).collect::<Result<_, _>>()?;
        let seed = deal_seed(&log.seed, &added);
        log.entropy = Some(added);
        log.dealt = at;
        self.last_ms = 0;
        self.call_since = None;
        let seen = |(seat, sitter): (Seat, &Option<Sitter>)| Some((sitter.as_ref()?.seating.player()?.clone(), seat));
        self.seen = self.places().filter_map(seen).collect();
        let events = self.play.deal(seed)?;
        if self.play.round() != round {
            return Err(EventMismatch("another round was dealt"));
        }
        self.stage = Stage::Playing;
        self.dealt_records = self.records;
        self.people.nobody_is_ready();
        shown.push(HappeningText::dealt(round, entropy, events));
        Ok(())
    }

    /// Goes back to before the round was committed to.
    fn void(&mut self, round: u16, shown: &mut Vec<HappeningText>) -> Result<(), EventMismatch> {
        if self.stage == Stage::Playing {
            self.play.void_round()?;
            self.lines.void_round();
            self.stage = Stage::Between;
            self.last_ms = 0;
            self.seen.clear();
            self.history.forget();
        }
        self.rounds.pop();
        self.people.nobody_is_ready();
        shown.push(HappeningText::same(&Happening::Voided { round }));
        Ok(())
    }

    fn step(
        &mut self,
        seat: Seat,
        step: &str,
        ms: u64,
        by: By,
        shown: &mut Vec<HappeningText>,
    ) -> Result<(), EventMismatch> {
        let seat = self.seat_count().seat(seat.index()).ok_or(EventMismatch("there is no such seat"))?;
        let chooser = if by == By::Clock { Chooser::Clock } else { Chooser::Player };
        let events = self.play.step(seat, step, chooser)?;
        self.last_ms = ms;
        let ends_turn = !matches!(self.play.turn(), Turn::Seat { seat: mover, .. } if mover == seat);
        self.conduct[seat.index()].on_step(by, ends_turn);
        self.people.votes.clear();
        self.note_calls(ms);
        self.lines.push(RecordLine::Move { seat: seat.index(), text: step.into(), ms });
        shown.push(HappeningText::stepped(seat, step, by, events));
        if self.play.outcome().is_some() {
            self.stage = Stage::Between;
            let round = self.play.round();
            let log = self.rounds.last_mut().ok_or(EventMismatch("no round was dealt"))?;
            log.is_over = true;
            // Where nobody added anything the record says nothing about it.
            let entropy = log.entropy.clone().filter(|added| added.iter().any(Option::is_some)).unwrap_or_default();
            let seed = log.seed;
            self.lines.end_round(RecordLine::Seed { round, seed, entropy });
            shown.push(HappeningText::same(&Happening::Revealed { round, seed: wire::write_seed(&seed) }));
        }
        Ok(())
    }

    /// Notes since when somebody could call or catch.
    fn note_calls(&mut self, ms: u64) {
        let is_open = matches!(self.play.turn(), Turn::Seat { also, .. } if !also.is_empty());
        self.call_since = if is_open { self.call_since.or(Some(ms)) } else { None };
    }

    /// How many seats the table has.
    pub(crate) fn seat_count(&self) -> SeatCount {
        match SeatCount::new(self.seats.len()) {
            Some(seats) => seats,
            None => unreachable!("a table is set up for a number of seats some game has"),
        }
    }

    /// The seat a player sits on.
    #[must_use]
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        let sits = |sitter: &Sitter| sitter.seating.player() == Some(player);
        self.places().find(|(_, sitter)| sitter.as_ref().is_some_and(sits)).map(|(seat, _)| seat)
    }

    /// Each seat with who sits there.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Seat, &Option<Sitter>)> {
        self.seat_count().seats().zip(&self.seats)
    }

    /// Whether a player has seen another hand of the round under way than the one on this seat.
    pub(crate) fn has_seen_another_hand(&self, player: &PlayerId, seat: Seat) -> bool {
        self.stage == Stage::Playing && self.seen.get(player).is_some_and(|seen| *seen != seat)
    }

    /// The number of things that have happened.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// How many records the log of the table has.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The sequence number of what last changed the game or who plays it: as long as it stays the same, so does the
    /// position, whatever is said.
    #[must_use]
    pub fn game_seq(&self) -> u64 {
        self.game_seq
    }

    /// When something last happened here that has a time of its own: the opening, the beginning, a deal, a step, a
    /// word; in milliseconds since 1970.
    #[must_use]
    pub fn last_active(&self) -> u64 {
        let stepped = self.rounds.last().map_or(0, |round| round.dealt + self.last_ms);
        let said = self.chat.back().map_or(0, |line| line.at);
        self.opened.max(self.began.unwrap_or(0)).max(stepped).max(said)
    }

    /// The round that is committed to or under way, and not over.
    pub(crate) fn open_round(&self) -> Option<u16> {
        let is_open = self.is_begun() && self.rounds.last().is_some_and(|round| !round.is_over);
        is_open.then_some(self.rounds.len() as u16)
    }

    /// Where the match stands.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// What is played, and how.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The name of the table's host, if they sit at it.
    #[must_use]
    pub fn host_name(&self) -> Option<&str> {
        let is_host = |sitter: &&Sitter| sitter.seating.player() == Some(&self.host);
        self.seats.iter().flatten().find(is_host).map(|sitter| sitter.name.as_str())
    }

    /// What it shares with other tables that were opened from the same network, if that is known.
    #[must_use]
    pub fn origin(&self) -> Option<u32> {
        self.origin
    }

    /// What was last said.
    #[must_use]
    pub fn chat(&self) -> Vec<ChatLine> {
        self.chat.iter().cloned().collect()
    }

    /// Who sits where.
    #[must_use]
    pub fn sitters(&self) -> &[Option<Sitter>] {
        &self.seats
    }

    /// The table of the rematch, if there is one.
    #[must_use]
    pub fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// The sequence number an ask of this player was granted with, if it was.
    #[must_use]
    pub fn answer_to(&self, player: &PlayerId, id: &str) -> Option<u64> {
        match self.answered.find(player, id)?.answer {
            FinalAnswer::Granted(seq) => Some(seq),
            FinalAnswer::Refused(_) => None,
        }
    }
}

/// Whether entries that belong together change nothing but the talk.
pub(crate) fn is_talk(entries: &[Entry]) -> bool {
    entries.iter().all(|entry| {
        matches!(entry, Entry::Asked { .. } | Entry::Said { .. } | Entry::ChatDeleted { .. } | Entry::Muted { .. })
    })
}

/// Whether a player sits on one of these seats.
pub(crate) fn is_seated(seats: &[Option<Sitter>], player: &PlayerId) -> bool {
    seats.iter().flatten().any(|sitter| sitter.seating.player() == Some(player))
}

/// A bot of the house for a seat, called like nobody else at the table.
pub(crate) fn bot(seats: &[Option<Sitter>], seat: Seat, level: BotLevel) -> Sitter {
    let is_taken = |name: &str| seats.iter().flatten().any(|sitter| sitter.name == name);
    let name = words::house::bot_name(seat.index(), is_taken);
    Sitter { name: name.into(), claimed: false, seating: Seating::Bot { level } }
}
