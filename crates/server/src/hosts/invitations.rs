//! Invitations: who is asked to which table, kept until they come or the match is over.
//!
//! Nobody can be flooded with them: who asks may do so a few times a minute, nobody is told of more by however many ask,
//! and of those to one player, and of those by one player, only the last few are kept. They are not written down: after
//! an outage the host asks again.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wire::house::{Invitation, PlayerId, Stage, Summary, TableId, ToClient, write_message};

/// A player may ask so many others, and be told of so many invitations…
const MAX_ASKED: usize = 10;
/// …in so many milliseconds.
const ASKED_WITHIN: u64 = 60_000;
/// So many invitations are kept for one player, and by one player: the last ones.
const MAX_KEPT: usize = 16;

/// The invitations of a house.
#[derive(Debug, Default)]
pub(crate) struct Invitations(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// In the order they were made.
    kept: VecDeque<Kept>,
    /// When each player last asked somebody: the most recent few.
    asked: Recent,
    /// When each player was last told of an invitation.
    told: Recent,
}

/// When something last happened with each player: the most recent few.
type Recent = BTreeMap<PlayerId, Vec<u64>>;

#[derive(Debug)]
struct Kept {
    to: PlayerId,
    by: PlayerId,
    table: TableId,
    text: Arc<str>,
}

impl Invitations {
    /// Whether a player may ask somebody now; if so, it counts, else it is how long they must wait.
    pub(crate) fn may_ask(&self, player: &PlayerId, now: u64) -> Result<(), u64> {
        may_again(&mut self.lock().asked, player, now)
    }

    /// Keeps an invitation, in place of an earlier one to the same table; the message to send, unless the player was told
    /// of many just now.
    pub(crate) fn keep(&self, to: PlayerId, invitation: Box<Invitation>, now: u64) -> Option<Arc<str>> {
        let (by, table) = (invitation.player.clone(), invitation.table.table.clone());
        let text = write_message(&ToClient::Invited(invitation));
        let mut inner = self.lock();
        inner.kept.retain(|kept| kept.to != to || kept.table != table);
        let is_to: &dyn Fn(&Kept) -> bool = &|kept| kept.to == to;
        let is_by: &dyn Fn(&Kept) -> bool = &|kept| kept.by == by;
        for is_of_one in [is_to, is_by] {
            let of_one = || inner.kept.iter().enumerate().filter(|(_, kept)| is_of_one(kept)).map(|(at, _)| at);
            if of_one().count() >= MAX_KEPT
                && let Some(oldest) = of_one().next()
            {
                inner.kept.remove(oldest);
            }
        }
        let is_told = may_again(&mut inner.told, &to, now).is_ok();
        inner.kept.push_back(Kept { to, by, table, text: text.clone() });
        is_told.then_some(text)
    }

    /// What a player is asked to, the oldest first.
    pub(crate) fn of(&self, player: &PlayerId) -> Vec<Arc<str>> {
        self.lock().kept.iter().filter(|kept| kept.to == *player).map(|kept| kept.text.clone()).collect()
    }

    /// A table has changed: who sits there has come, and where the match is over nobody is asked any more.
    pub(crate) fn on_changed(&self, table: &Summary) {
        let is_over = matches!(table.stage, Stage::Over | Stage::Closed);
        let sitters = || table.seats.iter().filter_map(|seat| seat.sitter.as_ref()?.seating.player());
        self.lock().kept.retain(|kept| kept.table != table.table || !(is_over || sitters().any(|it| *it == kept.to)));
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether it may happen again now; if so, it counts, else it is how long it has to wait.
fn may_again(recent: &mut Recent, player: &PlayerId, now: u64) -> Result<(), u64> {
    recent.retain(|_, times| {
        times.retain(|at| at + ASKED_WITHIN > now);
        !times.is_empty()
    });
    let times = recent.entry(player.clone()).or_default();
    match times.first() {
        Some(first) if times.len() >= MAX_ASKED => Err((first + ASKED_WITHIN).saturating_sub(now)),
        _ => {
            times.push(now);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invitation(by: &str, table: &str) -> Box<Invitation> {
        let settings = serde_json::json!({ "game": "dos", "seats": 2 });
        let settings = serde_json::from_value(settings).expect("settings");
        let (stage, seats) = (Stage::Gathering, Vec::new());
        let table = Summary { table: table.into(), settings, stage, seats, round: 0, opened: 0 };
        Box::new(Invitation { player: by.into(), name: by.into(), table, key: None })
    }

    #[test]
    fn a_player_may_ask_a_few_others_a_minute() {
        let invitations = Invitations::default();
        let (anne, blaise) = (PlayerId::from("anne"), PlayerId::from("blaise"));
        for number in 0..10 {
            assert_eq!(invitations.may_ask(&anne, number), Ok(()));
        }
        assert_eq!(invitations.may_ask(&anne, 1_000), Err(59_000));
        assert_eq!(invitations.may_ask(&blaise, 1_000), Ok(()), "others may");
        assert_eq!(invitations.may_ask(&anne, 60_000), Ok(()), "the first is a minute ago");
        assert_eq!(invitations.may_ask(&anne, 60_000), Err(1));
    }

    #[test]
    fn a_player_is_told_of_a_few_a_minute_by_however_many() {
        let invitations = Invitations::default();
        let (victim, other) = (PlayerId::from("victim"), PlayerId::from("other"));
        let told = |number: u64, to: &PlayerId, now| {
            invitations.keep(to.clone(), invitation(&format!("rogue-{number}"), "table"), now).is_some()
        };
        assert_eq!((0..20).filter(|number| told(*number, &victim, 0)).count(), MAX_ASKED);
        assert!(told(20, &other, 0), "others are told of theirs");
        assert!(!told(21, &victim, ASKED_WITHIN - 1) && told(22, &victim, ASKED_WITHIN), "a minute later again");
    }

    #[test]
    fn of_many_invitations_the_last_are_kept() {
        let invitations = Invitations::default();
        let victim = PlayerId::from("victim");
        for number in 0..20 {
            invitations.keep(victim.clone(), invitation(&format!("rogue-{number}"), &format!("table-{number}")), 0);
        }
        let kept = invitations.of(&victim);
        assert_eq!(kept.len(), MAX_KEPT);
        assert!(kept[0].contains("table-4") && kept[15].contains("table-19"), "{kept:?}");
        for number in 0..20 {
            invitations.keep(format!("victim-{number}").into(), invitation("rogue", "table"), 0);
        }
        let by_rogue = (0..20).filter(|number| !invitations.of(&format!("victim-{number}").into()).is_empty()).count();
        assert_eq!(by_rogue, MAX_KEPT);
    }

    #[test]
    fn an_invitation_ends_with_its_match() {
        let invitations = Invitations::default();
        let blaise = PlayerId::from("blaise");
        let mut asked = invitation("anne", "table");
        invitations.keep(blaise.clone(), asked.clone(), 0);
        invitations.keep(blaise.clone(), invitation("anne", "other"), 0);
        invitations.on_changed(&asked.table);
        assert_eq!(invitations.of(&blaise).len(), 2, "nothing has changed");
        asked.table.stage = Stage::Over;
        invitations.on_changed(&asked.table);
        assert_eq!(invitations.of(&blaise).len(), 1);
    }
}
