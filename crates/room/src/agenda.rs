//! What the table does by itself, and when: deal, let a bot play or speak, end a turn whose time is up.
//!
//! Nothing of this is written down before it happens. After an outage every turn under way begins anew,
//! so nobody loses time to it.

use bots::Level;
use engine::{Seat, Turn};
use wire::house::{BotLevel, Here, Presence, Seating, Stage};

use crate::decide::Dice;
use crate::play::Thinking;
use crate::room::Room;

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
}

impl Default for Pace {
    fn default() -> Self {
        Self { bot_move: (700, 1_600), bot_call: (900, 2_500), grace: 30_000, lag: 1_000, between: 20_000 }
    }
}

impl Pace {
    /// Bots that answer at once, for tests and measurements.
    pub const AT_ONCE: Self = Self { bot_move: (0, 0), bot_call: (0, 0), grace: 30_000, lag: 1_000, between: 20_000 };
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
    /// Seats known to be stood in for.
    stood_in: Vec<bool>,
    /// The grace period in force, for telling who is away.
    grace: u64,
}

impl Plan {
    /// Something has happened: the bots think again.
    pub(crate) fn forget(&mut self) {
        self.bots = None;
    }
}

impl Room {
    /// Somebody has connected; a player may be here several times.
    pub fn arrive(&mut self, player: &str) {
        self.people.arrive(player);
        if let Some(seat) = self.seat_of(player) {
            self.people.away_since[seat.index()] = None;
        }
        self.plan.forget();
    }

    /// Somebody's connection is gone.
    pub fn depart(&mut self, player: &str, now: u64) {
        self.people.depart(player);
        if let (Some(seat), false) = (self.seat_of(player), self.people.is_here(player)) {
            self.people.away_since[seat.index()] = Some(now);
            // Who comes back says again that he is ready.
            self.people.ready[seat.index()] = None;
        }
        self.plan.forget();
    }

    /// What the table will do next by itself, if nothing happens before. Ask again after everything that happens.
    #[must_use]
    pub fn agenda(&mut self, now: u64, pace: &Pace, dice: Dice<'_>) -> Option<Task> {
        self.plan.grace = pace.grace;
        self.notice_who_is_here(now);
        if self.is_paused() || !matches!(self.stage, Stage::Between | Stage::Playing) {
            self.plan = Plan { grace: pace.grace, ..Plan::default() };
            return None;
        }
        let mut tasks = Vec::new();
        if let Some(at) = self.next_stand_in(now, pace) {
            tasks.push(Task { at, act: Act::StandIn });
        }
        if self.next_round().is_some() {
            let since = *self.plan.between.get_or_insert(now);
            let waited_for = |seat: usize| self.is_player_here(seat) && self.people.ready[seat].is_none();
            let all_ready = !(0..self.seats.len()).any(waited_for);
            tasks.push(Task { at: if all_ready { now } else { since + pace.between }, act: Act::Deal });
        } else {
            self.plan.between = None;
        }
        if let (Stage::Playing, Turn::Seat { seat, .. }) = (self.stage, self.play.turn()) {
            let round = self.play.round();
            if self.plan.turn.is_none_or(|(mover, turn_round, _)| (mover, turn_round) != (seat, round)) {
                self.plan.turn = Some((seat, round, now));
            }
            if let Some(deadline) = self.deadline() {
                tasks.push(Task { at: deadline + pace.lag, act: Act::Timeout });
            }
            if let (Some(minutes), Some(began), false) = (self.play.minutes(), self.began, self.play.is_last_round()) {
                tasks.push(Task { at: began + u64::from(minutes) * 60_000, act: Act::LastRound });
            }
            if self.plan.bots.is_none() {
                self.plan.bots = Some(self.plan_bots(seat, now, pace, dice));
            }
            tasks.extend(self.plan.bots.iter().flatten().cloned());
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
        let seed = dice();
        let within = |(least, most): (u64, u64), byte: usize| {
            let share = u64::from(seed.0[byte]) << 8 | u64::from(seed.0[byte + 1]);
            now + least + most.saturating_sub(least) * share / 65_536
        };
        let mut tasks = Vec::new();
        if bots.iter().any(|(seat, _)| *seat == mover) {
            tasks.push(Task { at: within(pace.bot_move, 0), act: Act::Think(mover) });
        }
        if let Some((seat, step)) = self.play.speak(&bots, seed) {
            tasks.push(Task { at: within(pace.bot_call, 2), act: Act::Speak(seat, step) });
        }
        tasks
    }

    /// The bot begins to think: it is not asked again before something happens.
    pub fn thinking_begins(&mut self) {
        if let Some(bots) = &mut self.plan.bots {
            bots.retain(|task| !matches!(task.act, Act::Think(_)));
        }
    }

    /// The thinking of the bot on this seat, to be done elsewhere.
    #[must_use]
    pub fn think(&self, seat: Seat, dice: Dice<'_>) -> Option<Thinking> {
        self.play.think(seat, self.bot_level(seat)?, dice())
    }

    /// When the time of the turn is up.
    pub(crate) fn deadline(&self) -> Option<u64> {
        let (_, _, began) = self.plan.turn?;
        let seconds = self.play.turn_seconds().or(self.settings.turn_seconds)?;
        Some(began + u64::from(seconds) * 1_000)
    }

    /// Whether play waits: all who play are gone, or nobody is there at all.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        let has_players = self.seats.iter().flatten().any(|sitter| sitter.seating.player().is_some());
        match has_players {
            true => !(0..self.seats.len()).any(|seat| self.is_player_here(seat)),
            false => self.people.players().next().is_none(),
        }
    }

    /// Whether the player of a seat is connected; a bot of the house is no player.
    fn is_player_here(&self, seat: usize) -> bool {
        let player = self.seats[seat].as_ref().and_then(|sitter| sitter.seating.player());
        player.is_some_and(|player| self.people.is_here(player))
    }

    fn notice_who_is_here(&mut self, now: u64) {
        for seat in 0..self.seats.len() {
            let player = self.seats[seat].as_ref().and_then(|sitter| sitter.seating.player());
            let is_here = player.is_none_or(|player| self.people.is_here(player));
            let away = &mut self.people.away_since[seat];
            *away = match *away {
                _ if is_here => None,
                // Before anybody ever connected: the waiting begins when the table first looks.
                None | Some(0) => Some(now),
                since => since,
            };
        }
        let stood_in: Vec<bool> = (0..self.seats.len()).map(|seat| self.is_stood_in(seat, now)).collect();
        if stood_in != self.plan.stood_in {
            self.plan.stood_in = stood_in;
            self.plan.forget();
        }
    }

    /// Whether a bot plays for somebody who is away.
    fn is_stood_in(&self, seat: usize, now: u64) -> bool {
        self.people.away_since[seat].is_some_and(|since| now >= since + self.plan.grace)
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
            _ => self.plan.stood_in.get(seat.index()).copied().unwrap_or(false).then_some(Level::Skilled),
        }
    }

    /// Who is at the table now.
    #[must_use]
    pub fn presence(&self) -> Presence {
        let here = |(seat, sitter): (usize, &Option<wire::house::Sitter>)| match sitter {
            None => Here::Free,
            Some(sitter) if sitter.seating.player().is_none() => Here::Bot,
            Some(_) if self.is_player_here(seat) => Here::Here,
            Some(_) if self.plan.stood_in.get(seat).copied().unwrap_or(false) => Here::StandIn,
            Some(_) => Here::Away,
        };
        let spectators = self.people.players().filter(|player| self.seat_of(player).is_none()).count();
        let ready = |seat: &usize| self.people.ready[*seat].is_some();
        Presence {
            table: self.id.clone(),
            seats: self.seats.iter().enumerate().map(here).collect(),
            ready: (0..self.seats.len()).filter(ready).map(|seat| seat as u8).collect(),
            spectators: spectators as u32,
            paused: self.is_paused(),
        }
    }
}
