//! What the table does by itself, and when: deal, let a bot play or speak, end a turn whose time is up.
//!
//! Nothing of this is written down before it happens. After an outage every turn under way begins anew,
//! so nobody loses time to it.

use bots::Level;
use engine::{Seat, Turn};
use wire::house::{BotLevel, Entry, Here, PlayerId, Presence, Seating, Stage};

use crate::decide::Dice;
use crate::play::Thinking;
use crate::room::{Room, is_talk};

/// How fast the house is, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// The shortest and the longest a bot takes over a move.
    pub bot_move: (u64, u64),
    /// The shortest and the longest a bot takes to call or catch out of turn: it does not win by being a machine.
    pub bot_call: (u64, u64),
    /// How long an absent player is waited for before a bot stands in.
    pub grace: u64,
    /// How much a turn may be late on account of the network.
    pub lag: u64,
    /// How long players who are here are waited for between two rounds.
    pub between: u64,
    /// How long a player may keep the others of an unrated match waiting before they may vote for a bot.
    pub hold_up: u64,
    /// How long, after the table was woken, the deal waits for players who have not come back yet: who was ready before
    /// an outage is to be in the deal.
    pub rejoin: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            bot_move: (450, 1_000),
            bot_call: (900, 2_500),
            grace: 30_000,
            lag: 1_000,
            between: 20_000,
            hold_up: 60_000,
            rejoin: 5_000,
        }
    }
}

impl Pace {
    /// Bots that answer at once, for tests and measurements.
    pub const AT_ONCE: Self = Self {
        bot_move: (0, 0),
        bot_call: (0, 0),
        grace: 30_000,
        lag: 1_000,
        between: 20_000,
        hold_up: 60_000,
        rejoin: 5_000,
    };
}

/// Something the table is going to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What.
    pub act: Act,
}

/// What a table does by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Deal the next round.
    Deal,
    /// The time of the turn is up.
    Timeout,
    /// The bot on this seat is to think about its move.
    Think(Seat),
    /// The bot on this seat says this out of turn.
    Speak(Seat, String),
    /// The host's clock has run out.
    LastRound,
    /// Somebody has been away for so long that a bot stands in: everyone is told.
    StandIn,
    /// Somebody has let their time run out too often: a bot goes on.
    Replace,
}

/// What was planned, for as long as nothing happens.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Whose turn it is, in which round, and since when.
    turn: Option<(Seat, u16, u64)>,
    /// Since when the players have been waited for.
    between: Option<u64>,
    /// What the bots will do next.
    bots: Option<Vec<Task>>,
    /// What a bot is about to say: it keeps its time while others move.
    speech: Option<Task>,
    /// Whether the bot whose turn it is has begun to think.
    is_thinking: bool,
    /// Seats known to be stood in for.
    stood_in: Vec<bool>,
    /// The pace in force.
    pub(crate) pace: Pace,
}

impl Plan {
    /// The game has changed, or who plays: the bots think again.
    fn forget(&mut self) {
        self.bots = None;
        self.is_thinking = false;
    }
}

impl Room {
    /// Somebody has connected; a player may be here several times.
    pub fn arrive(&mut self, player: &PlayerId) {
        self.people.arrive(player);
        self.note_who_is_here();
        if let Some(seat) = self.seat_of(player) {
            self.people.away_since[seat.index()] = None;
            self.people.expected[seat.index()] = false;
        }
    }

    /// Somebody's connection is gone.
    pub fn depart(&mut self, player: &PlayerId, now: u64) {
        self.people.depart(player);
        self.note_who_is_here();
        if let (Some(seat), false) = (self.seat_of(player), self.people.is_here(player)) {
            self.people.away_since[seat.index()] = Some(now);
            // Who comes back says again that they are ready.
            self.people.ready[seat.index()] = None;
        }
    }

    /// Brings the plan up to date with what has happened. Talk changes nothing in what the bots think, will do and
    /// when, so nobody keeps them waiting by talking.
    pub(crate) fn replan(&mut self, entries: &[Entry]) {
        if !is_talk(entries) {
            self.plan.forget();
        }
        if self.turn_since().is_none() {
            self.plan.turn = None;
        }
    }

    /// What the table will do next by itself, if nothing happens before. Ask again after everything that happens.
    #[must_use]
    pub fn agenda(&mut self, now: u64, pace: &Pace, dice: Dice<'_>) -> Option<Task> {
        self.plan.pace = *pace;
        self.notice_who_is_here(now);
        if self.is_paused() || !matches!(self.stage, Stage::Between | Stage::Playing) {
            self.plan = Plan { pace: *pace, ..Plan::default() };
            self.people.nobody_is_waited_for();
            return None;
        }
        let mut tasks = Vec::new();
        if self.stalled().is_some() {
            tasks.push(Task { at: now, act: Act::Replace });
        }
        if let Some(at) = self.next_stand_in(now, pace) {
            tasks.push(Task { at, act: Act::StandIn });
        }
        if self.next_round().is_some() {
            let since = *self.plan.between.get_or_insert(now);
            let waited_for = |seat: usize| self.is_player_here(seat) && self.people.ready[seat].is_none();
            let at = if (0..self.seats.len()).any(waited_for) {
                since + pace.between
            } else if self.people.expected.contains(&true) {
                now.max(since + pace.rejoin)
            } else {
                now
            };
            tasks.push(Task { at, act: Act::Deal });
        } else {
            self.plan.between = None;
        }
        if let (Stage::Playing, Turn::Seat { seat, .. }) = (self.stage, self.play.turn()) {
            let round = self.play.round();
            self.plan.turn = Some((seat, round, self.turn_since().unwrap_or(now)));
            if let Some(deadline) = self.deadline(now) {
                tasks.push(Task { at: deadline + pace.lag, act: Act::Timeout });
            }
            if let (Some(minutes), Some(began), false) = (self.play.minutes(), self.began, self.play.is_last_round()) {
                tasks.push(Task { at: began.saturating_add(u64::from(minutes) * 60_000), act: Act::LastRound });
            }
            if self.plan.bots.is_none() {
                let tasks = self.plan_bots(seat, now, pace, dice);
                self.plan.speech = tasks.iter().find(|task| matches!(task.act, Act::Speak(..))).cloned();
                self.plan.bots = Some(tasks);
            }
            let is_due = |task: &&Task| !(self.plan.is_thinking && matches!(task.act, Act::Think(_)));
            tasks.extend(self.plan.bots.iter().flatten().filter(is_due).cloned());
        } else {
            self.plan.turn = None;
        }
        tasks.into_iter().min_by_key(|task| task.at)
    }

    /// What the bots will do if nothing happens before.
    fn plan_bots(&self, mover: Seat, now: u64, pace: &Pace, dice: Dice<'_>) -> Vec<Task> {
        let bots: Vec<(Seat, Level)> =
            self.seat_count().seats().filter_map(|seat| Some((seat, self.bot_level(seat)?))).collect();
        if bots.is_empty() {
            // Most tables: no dice are thrown for nobody.
            return Vec::new();
        }
        let seed = self.bot_dice(None, dice);
        let within = |(least, most): (u64, u64), byte: usize| {
            let share = u64::from(seed.0[byte]) << 8 | u64::from(seed.0[byte + 1]);
            now + least + most.saturating_sub(least) * share / 65_536
        };
        let mut tasks = Vec::new();
        if bots.iter().any(|(seat, _)| *seat == mover) {
            tasks.push(Task { at: within(pace.bot_move, 0), act: Act::Think(mover) });
        }
        if let Some((seat, step)) = self.play.speak(&bots, seed) {
            let act = Act::Speak(seat, step);
            let planned = self.plan.speech.as_ref().filter(|speech| speech.act == act);
            tasks.push(Task { at: planned.map_or_else(|| within(pace.bot_call, 2), |speech| speech.at), act });
        }
        tasks
    }

    /// The bot begins to think: it is not asked again before something happens.
    pub fn thinking_begins(&mut self) {
        self.plan.is_thinking = true;
    }

    /// What a bot has thought of could not be written down: it thinks again.
    pub(crate) fn think_again(&mut self) {
        self.plan.is_thinking = false;
    }

    /// The thinking of the bot on this seat, to be done elsewhere.
    #[must_use]
    pub fn think(&self, seat: Seat, dice: Dice<'_>) -> Option<Thinking> {
        self.play.think(seat, self.bot_level(seat)?, self.bot_dice(Some(seat), dice))
    }

    /// Since when the turn under way has been; `None` if it has just begun.
    fn turn_since(&self) -> Option<u64> {
        let Turn::Seat { seat, .. } = self.play.turn() else { return None };
        let (mover, round, since) = self.plan.turn?;
        ((mover, round) == (seat, self.play.round())).then_some(since)
    }

    /// For how long the player whose turn it is has kept the others waiting; `None` if it has just begun.
    pub(crate) fn waited_for(&self, now: u64) -> Option<u64> {
        let stepped = self.rounds.last().map_or(0, |round| round.dealt + self.last_ms);
        Some(now.saturating_sub(self.turn_since()?.max(stepped)))
    }

    /// When the time of the turn under way is up; a turn that has just begun begins now.
    pub(crate) fn deadline(&self, now: u64) -> Option<u64> {
        let seconds = self.play.turn_seconds().or(self.settings.turn_seconds).filter(|_| !self.is_paused())?;
        Some(self.turn_since().unwrap_or(now) + u64::from(seconds) * 1_000)
    }

    /// Whether play waits: all who play are gone, or nobody is there at all.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        match self.has_players() {
            true => !(0..self.seats.len()).any(|seat| self.is_player_here(seat)),
            false => self.people.players().next().is_none(),
        }
    }

    /// Whether a match is under way that only bots are left at, and nobody looks on.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        matches!(self.stage, Stage::Between | Stage::Playing) && !self.has_players() && self.is_paused()
    }

    /// Whether anybody sits there who is no bot of the house.
    fn has_players(&self) -> bool {
        self.seats.iter().flatten().any(|sitter| sitter.seating.player().is_some())
    }

    /// Whether the player of a seat is connected; a bot of the house is no player.
    pub(crate) fn is_player_here(&self, seat: usize) -> bool {
        self.people.here[seat]
    }

    /// Somebody has come or gone, or a seat has changed hands.
    pub(crate) fn note_who_is_here(&mut self) {
        for (seat, sitter) in self.seats.iter().enumerate() {
            let player = sitter.as_ref().and_then(|sitter| sitter.seating.player());
            self.people.here[seat] = player.is_some_and(|player| self.people.is_here(player));
        }
        let spectators = self.people.players().filter(|player| self.seat_of(player).is_none()).count();
        self.people.spectators = u32::try_from(spectators).unwrap_or(u32::MAX);
    }

    fn notice_who_is_here(&mut self, now: u64) {
        for seat in 0..self.seats.len() {
            let has_player = self.seats[seat].as_ref().is_some_and(|sitter| sitter.seating.player().is_some());
            let is_here = !has_player || self.people.here[seat];
            let away = &mut self.people.away_since[seat];
            *away = match *away {
                _ if is_here => None,
                // Nobody was waited for until now: the waiting begins when the table looks.
                since => since.or(Some(now)),
            };
        }
        let stood_in = || (0..self.seats.len()).map(|seat| self.is_due_to_stand_in(seat, now));
        if !stood_in().eq(self.plan.stood_in.iter().copied()) {
            self.plan.stood_in = stood_in().collect();
            self.plan.forget();
        }
    }

    /// Whether somebody has been away for so long that a bot plays for them.
    fn is_due_to_stand_in(&self, seat: usize, now: u64) -> bool {
        self.people.away_since[seat].is_some_and(|since| now >= since + self.plan.pace.grace)
    }

    fn next_stand_in(&self, now: u64, pace: &Pace) -> Option<u64> {
        let coming = self.people.away_since.iter().flatten().map(|since| since + pace.grace);
        coming.filter(|at| *at > now).min()
    }

    /// Whether a bot plays on this seat now.
    pub(crate) fn is_bot(&self, seat: Seat) -> bool {
        self.bot_level(seat).is_some()
    }

    /// How well the bot on this seat plays, if one does.
    fn bot_level(&self, seat: Seat) -> Option<Level> {
        let sitter = self.seats[seat.index()].as_ref()?;
        match sitter.seating {
            Seating::Bot { level } => Some(match level {
                BotLevel::Novice => Level::Novice,
                BotLevel::Casual => Level::Casual,
                BotLevel::Skilled => Level::Skilled,
                BotLevel::Expert => Level::Expert,
            }),
            _ => self.is_stood_in(seat.index()).then_some(Level::Skilled),
        }
    }

    /// Whether a bot plays for the player of this seat; who comes back plays at once.
    fn is_stood_in(&self, seat: usize) -> bool {
        self.plan.stood_in.get(seat).copied().unwrap_or(false) && !self.is_player_here(seat)
    }

    /// Who is at the table now.
    #[must_use]
    pub fn presence(&self) -> Presence {
        Presence {
            table: self.id.clone(),
            seats: self.here().collect(),
            ready: self.ready_seats().collect(),
            spectators: self.people.spectators,
            paused: self.is_paused(),
            replace: self.people.votes.iter().copied().collect(),
        }
    }

    /// Whether this is who is at the table now. It is asked after everything that happens, so nothing is made for it.
    pub(crate) fn is_presence(&self, presence: &Presence) -> bool {
        let Presence { table: _, seats, ready, spectators, paused, replace } = presence;
        self.here().eq(seats.iter().copied())
            && self.ready_seats().eq(ready.iter().copied())
            && (self.people.spectators, self.is_paused()) == (*spectators, *paused)
            && self.people.votes.iter().eq(replace)
    }

    fn here(&self) -> impl Iterator<Item = Here> {
        self.seats.iter().enumerate().map(|(seat, sitter)| match sitter {
            None => Here::Free,
            Some(sitter) if sitter.seating.player().is_none() => Here::Bot,
            Some(_) if self.is_player_here(seat) => Here::Here,
            Some(_) if matches!(self.stage, Stage::Over | Stage::Closed) => Here::Gone,
            Some(_) if self.is_stood_in(seat) => Here::StandIn,
            Some(_) => Here::Away,
        })
    }

    fn ready_seats(&self) -> impl Iterator<Item = Seat> {
        self.seat_count().seats().filter(|seat| self.people.ready[seat.index()].is_some())
    }
}
