//! Who holds a match up, and what is done about it: the clock, the host and the other players let a bot go on.
//!
//! Deliberately absent: the steps that the clock plays (`decide`).

use engine::{Seat, Turn};
use wire::house::{By, Entry, PlayerId, ReplaceReason, Stage, TableRefusal};

use crate::decide::{Decision, STAND_IN};
use crate::effect::Person;
use crate::refusal::Refusal;
use crate::room::{Room, bot};

/// Who lets the time of so many turns run out in a row is replaced.
const MAX_TIMEOUTS: u8 = 3;

/// How the player of a seat has played since they sat down: a function of the log.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Conduct {
    /// How many turns in a row the clock has ended.
    pub(crate) timeouts: u8,
    /// How many steps they made themselves.
    pub(crate) own_steps: u32,
    /// How many steps a bot or the clock made for them.
    pub(crate) other_steps: u32,
}

impl Conduct {
    /// A step was made on the seat; the turn may have ended with it.
    pub(crate) fn on_step(&mut self, by: By, ends_turn: bool) {
        match by {
            By::Player => {
                self.own_steps += 1;
                self.timeouts = 0;
            }
            By::Bot => self.other_steps += 1,
            By::Clock => {
                self.other_steps += 1;
                self.timeouts += u8::from(ends_turn);
            }
        }
    }

    /// Whether others made most of the steps, once one more is made.
    fn is_absent(&self, next: Option<By>) -> bool {
        let own = self.own_steps + u32::from(next == Some(By::Player));
        let others = self.other_steps + u32::from(next.is_some_and(|by| by != By::Player));
        others > own
    }
}

impl Room {
    /// The seat whose player has let their time run out too often, if one has.
    pub(crate) fn stalled(&self) -> Option<Seat> {
        let is_stalled = |seat: &Seat| {
            self.conduct[seat.index()].timeouts >= MAX_TIMEOUTS && self.player_on(*seat).is_some() && self.is_begun()
        };
        self.seat_count().seats().find(is_stalled)
    }

    /// A bot goes on where somebody has let their time run out too often; `None` if nobody has.
    #[must_use]
    pub fn decide_replacement(&self) -> Option<Vec<Entry>> {
        self.stalled().map(|seat| vec![self.replaced(seat, ReplaceReason::Timeouts)])
    }

    /// The entry that lets a bot go on on a seat.
    pub(crate) fn replaced(&self, seat: Seat, why: ReplaceReason) -> Entry {
        Entry::Replaced { seat, sitter: bot(&self.seats, seat, STAND_IN), why }
    }

    /// The players who come last for ratings: of a rated match who was replaced, and who has not made most of their
    /// steps themselves. `next` is the step that is about to end the match.
    pub(crate) fn forfeits(&self, next: Option<(Seat, By)>) -> Vec<PlayerId> {
        if !self.settings.rated {
            return Vec::new();
        }
        let next_on = |seat: Seat| next.filter(|(stepped, _)| *stepped == seat).map(|(_, by)| by);
        let absent = self.seat_count().seats().filter(|seat| self.conduct[seat.index()].is_absent(next_on(*seat)));
        self.replaced.iter().chain(absent.filter_map(|seat| self.player_on(seat))).cloned().collect()
    }

    pub(crate) fn player_on(&self, seat: Seat) -> Option<&PlayerId> {
        self.seats[seat.index()].as_ref().and_then(|sitter| sitter.seating.player())
    }

    /// Somebody wants a bot to go on for the player on a seat.
    pub(crate) fn replace(&mut self, asker: &Person, seat: Seat, now: u64) -> Result<Vote, Refusal> {
        let own = self.playing_seat(asker)?;
        if self.settings.rated {
            return Err(TableRefusal::RatedMatch.into());
        }
        let is_turn = matches!(self.play.turn(), Turn::Seat { seat: mover, .. } if mover == seat);
        let is_waited_for = is_turn && own != seat && self.player_on(seat).is_some() && !self.is_bot(seat);
        let waited = self.waited_for(now).filter(|_| is_waited_for);
        let waited = waited.ok_or(TableRefusal::NotHoldingUp { wait_ms: None })?;
        if let Some(wait_ms) = self.plan.pace.hold_up.checked_sub(waited).filter(|wait_ms| *wait_ms > 0) {
            return Err(TableRefusal::NotHoldingUp { wait_ms: Some(wait_ms) }.into());
        }
        if self.host == asker.player {
            return Ok(Vote::Passed(vec![self.replaced(seat, ReplaceReason::Host)]));
        }
        self.people.votes.insert(own);
        let is_voter = |other: &Seat| *other != seat && self.is_player_here(other.index());
        let voters: Vec<Seat> = self.seat_count().seats().filter(is_voter).collect();
        let votes = voters.iter().filter(|voter| self.people.votes.contains(voter)).count();
        if votes * 2 > voters.len() {
            return Ok(Vote::Passed(vec![self.replaced(seat, ReplaceReason::Vote)]));
        }
        Ok(Vote::Open)
    }

    /// The host sends somebody away.
    pub(crate) fn remove(&self, asker: &Person, player: &PlayerId) -> Result<Vec<Entry>, Refusal> {
        self.hosting(asker)?;
        self.not_put_away()?;
        let seat = self.seat_of(player);
        let is_known = seat.is_some() || self.people.is_here(player) || self.access.guests.contains(player);
        if *player == asker.player || !is_known || self.access.removed.contains(player) {
            return Err(TableRefusal::NoSuchPlayer.into());
        }
        let removed = Entry::Removed { player: player.clone() };
        match (seat, self.stage) {
            (Some(_), Stage::Between | Stage::Playing) if self.settings.rated => Err(TableRefusal::RatedMatch.into()),
            (Some(seat), Stage::Between | Stage::Playing) => {
                Ok(vec![removed, self.replaced(seat, ReplaceReason::Host)])
            }
            (Some(seat), Stage::Gathering) => Ok(vec![removed, Entry::Left { seat }]),
            (None, _) | (_, Stage::Over | Stage::Closed) => Ok(vec![removed]),
        }
    }

    pub(crate) fn lock(&self, asker: &Person, locked: bool) -> Result<Vec<Entry>, Refusal> {
        self.hosting(asker)?;
        if !self.is_open() {
            return Err(TableRefusal::MatchOver.into());
        }
        Ok(vec![Entry::Locked { locked }])
    }

    /// Whether somebody may sit down where a bot of the house sits.
    pub(crate) fn may_take_over(&self, asker: &Person) -> bool {
        let is_known = self.host == asker.player || self.access.guests.contains(&asker.player);
        is_known || self.settings.allows_takeover()
    }

    /// A program is no faster at calls than the quickest bot of the house, where the table does not say otherwise.
    pub(crate) fn is_in_time(&self, asker: &Person, step: &str, now: u64) -> Result<(), TableRefusal> {
        if !asker.is_program || self.settings.fast_calls || !self.play.is_call(step) {
            return Ok(());
        }
        let Some(since) = self.call_since else { return Ok(()) };
        let (reaction, _) = self.plan.pace.bot_call;
        match (since + reaction).checked_sub(self.ms(now)).filter(|wait_ms| *wait_ms > 0) {
            Some(wait_ms) => Err(TableRefusal::CalledTooSoon { wait_ms }),
            None => Ok(()),
        }
    }
}

/// What came of a wish to replace somebody.
pub(crate) enum Vote {
    /// These entries make it true.
    Passed(Vec<Entry>),
    /// The others have not made up their minds.
    Open,
}

impl Vote {
    pub(crate) fn decision(self, asked: impl FnOnce(Vec<Entry>) -> Decision) -> Decision {
        match self {
            Self::Passed(entries) => asked(entries),
            Self::Open => Decision::Noted,
        }
    }
}
