//! Who may not come in, kept in memory: every request asks.
//!
//! Deliberately absent: how bans are made; the journal holds them.

use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use super::BanTarget;
use crate::ledger::BanRow;
use crate::safety::Prefix;

/// Who may not come in.
#[derive(Debug, Default)]
pub(crate) struct Bans(RwLock<Vec<BanRow>>);

impl Bans {
    /// These bans and no others.
    pub(crate) fn set(&self, bans: Vec<BanRow>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = bans;
    }

    /// Whether a player may not come in at this time.
    pub(crate) fn has_player(&self, player: &str, now: u64) -> bool {
        self.any(now, |target| matches!(target, BanTarget::Player(id) if id == player))
    }

    /// Whether nobody from this address may come in at this time.
    pub(crate) fn has_address(&self, address: IpAddr, now: u64) -> bool {
        self.any(now, |target| match target {
            BanTarget::Network(network) => network.parse::<Prefix>().is_ok_and(|prefix| prefix.contains(address)),
            BanTarget::Player(_) => false,
        })
    }

    fn any(&self, now: u64, is_meant: impl Fn(&BanTarget) -> bool) -> bool {
        let bans = self.0.read().unwrap_or_else(PoisonError::into_inner);
        bans.iter().any(|ban| ban.until.is_none_or(|until| now < until) && is_meant(&ban.target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_holds_for_its_target_until_its_time_is_up() {
        let bans = Bans::default();
        let ban = |target, until| BanRow { target, at: 0, until, reason: String::new() };
        bans.set(vec![
            ban(BanTarget::Player("anna".into()), Some(100)),
            ban(BanTarget::Network("203.0.113.0/24".into()), None),
        ]);
        assert!(bans.has_player("anna", 99) && !bans.has_player("anna", 100) && !bans.has_player("bob", 0));
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert!(bans.has_address(address("203.0.113.77"), u64::MAX));
        assert!(!bans.has_address(address("203.0.114.1"), 0));
        bans.set(Vec::new());
        assert!(!bans.has_player("anna", 0));
    }
}
