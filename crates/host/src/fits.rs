//! Whether an entry can follow what was before it.
//!
//! What was decided here always fits. A log that was damaged, or written by another program, is found out at the
//! first entry that could not have been decided, and the table is parked rather than guessed.
//!
//! Deliberately absent: whether a step is legal, which the game says when it is made.

use engine::{EventMismatch, Seat, Turn};
use wire::house::{Entry, ReplaceReason, Seating, Sitter, Stage};

use wire::write_seed;

use crate::room::Room;

type Fit = Result<(), EventMismatch>;

fn must(is_so: bool, why: &'static str) -> Fit {
    if is_so { Ok(()) } else { Err(EventMismatch(why)) }
}

impl Room {
    pub(crate) fn fits(&self, entry: &Entry) -> Fit {
        if matches!(entry, Entry::Refused { .. }) {
            return Ok(());
        }
        must(self.stage != Stage::Closed, "the table was put away before")?;
        match entry {
            Entry::Refused { .. } => Ok(()),
            Entry::Opened { .. } => Err(EventMismatch("a table is opened once")),
            Entry::Asked { player, id, .. } => must(!self.was_just_granted(player, id), "this was asked before"),
            Entry::Sat { seat, sitter } => self.fits_sat(*seat, sitter),
            Entry::Left { seat } => {
                must(self.is_open(), "the match is over")?;
                must(self.sitter(*seat)?.is_some(), "nobody sits there")?;
                must(!(self.settings.rated && self.is_begun()), "nobody leaves a rated match")
            }
            Entry::Began { .. } => {
                must(self.stage == Stage::Gathering, "the match has begun before")?;
                must(self.seats.iter().all(Option::is_some), "some seats are free")
            }
            Entry::Committed { round, seed } => {
                must(self.stage == Stage::Between && self.next_round().is_none(), "no seed is wanted")?;
                must(matches!(self.play.turn(), Turn::Dealer(_)), "there is no other round")?;
                must(usize::from(*round) == self.rounds.len() + 1, "this round is not the next")?;
                let own = self.evening().map(|evening| write_seed(&evening.round(*round)));
                must(own.is_none_or(|own| own == *seed), "the seed is not the evening's")
            }
            Entry::Dealt { round, entropy, .. } => {
                must(self.next_round() == Some(*round), "this round is not to be dealt")?;
                must(entropy.len() == self.seats.len(), "what was added is not one for each seat")
            }
            Entry::Voided { round } => {
                must(self.open_round() == Some(*round), "there is no such round to be dealt anew")
            }
            Entry::Stepped { ms, .. } => {
                must(self.stage == Stage::Playing, "no round is under way")?;
                must(*ms >= self.last_ms, "time ran backwards")
            }
            Entry::Undone { seat } => {
                let may = self.play.undoable() == Some(*seat);
                must(self.stage == Stage::Playing && self.settings.undo && may, "there is no step to take back")
            }
            Entry::LastRound { ms } => {
                must(self.play.minutes().is_some(), "this game has no such clock")?;
                must(self.stage == Stage::Playing && !self.play.is_last_round(), "no round can become the last")?;
                must(*ms >= self.last_ms, "time ran backwards")
            }
            Entry::Ended { places, scores, sitters, forfeits, .. } => {
                let Turn::Over(standings) = self.play.turn() else {
                    return Err(EventMismatch("the match is not over"));
                };
                must(self.stage == Stage::Between, "the match has ended before")?;
                must(standings.values() == places, "these are not the places")?;
                must(self.play.outcome().map(scores_of).as_ref() == Some(scores), "these are not the scores")?;
                // What they were called is no part of the match: it is erased when a player is deleted.
                let seatings = |sitters: &[Option<Sitter>]| -> Vec<Option<Seating>> {
                    sitters.iter().map(|sitter| sitter.as_ref().map(|sitter| sitter.seating.clone())).collect()
                };
                must(seatings(sitters) == seatings(&self.seats), "these are not the players")?;
                // Logs from before there were forfeits have none.
                let found = self.forfeits(None);
                must(forfeits.iter().all(|player| found.contains(player)), "these players have not lost by forfeit")
            }
            Entry::Said { player, .. } => must(!self.muted.contains(player), "who is silenced does not speak"),
            Entry::Muted { .. } | Entry::ChatDeleted { .. } | Entry::Locked { .. } | Entry::Removed { .. } => Ok(()),
            Entry::Replaced { seat, sitter, why } => {
                must(self.is_begun(), "no match is under way")?;
                let is_player = self.sitter(*seat)?.is_some_and(|sitter| sitter.seating.player().is_some());
                must(is_player, "no player sits there")?;
                must(sitter.seating.player().is_none(), "only a bot goes on for somebody")?;
                must(!self.settings.rated || *why == ReplaceReason::Timeouts, "nobody leaves a rated match")
            }
            Entry::Rematched { .. } => {
                must(self.stage == Stage::Over && self.rematch.is_none(), "there is no rematch to be had")
            }
            Entry::Closed { .. } => must(self.is_open(), "the match is over"),
        }
    }

    fn fits_sat(&self, seat: Seat, sitter: &Sitter) -> Fit {
        let is_player = |sitter: &Sitter| sitter.seating.player().is_some();
        must(self.is_open(), "the match is over")?;
        let before = self.sitter(seat)?;
        must(!before.is_some_and(is_player), "somebody else sits there")?;
        match sitter.seating.player() {
            Some(player) => {
                must(self.seat_of(player).is_none(), "this player sits elsewhere")?;
                must(!(self.settings.rated && self.is_begun()), "nobody joins a rated match")?;
                must(!self.has_seen_another_hand(player, seat), "this player has seen another hand")
            }
            None => must(before.is_none() || self.stage == Stage::Gathering, "a bot sits there already"),
        }
    }

    /// What was decided together is all there: a match has a player on every seat, and goes on or is over.
    pub(crate) fn is_whole(&self) -> Fit {
        let is_seated = !self.is_begun() || self.seats.iter().all(Option::is_some);
        must(is_seated, "nobody goes on where somebody left")?;
        must(self.stage != Stage::Between || self.next_round().is_some(), "neither another round nor the end")
    }

    fn sitter(&self, seat: Seat) -> Result<Option<&Sitter>, EventMismatch> {
        let place = self.seats.get(seat.index()).ok_or(EventMismatch("there is no such seat"))?;
        Ok(place.as_ref())
    }

    /// Whether the match is still to come or under way.
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self.stage, Stage::Over | Stage::Closed)
    }

    /// Whether the match is under way.
    pub(crate) fn is_begun(&self) -> bool {
        matches!(self.stage, Stage::Between | Stage::Playing)
    }
}

/// The totals after a round, as they are written down.
pub(crate) fn scores_of(outcome: &engine::Outcome) -> Vec<i64> {
    outcome.totals.values().iter().map(|score| i64::from(*score)).collect()
}
