//! How often one may ask: buckets that fill at a steady rate and are emptied by a request each.
//!
//! Memory is bounded however many ask: buckets live in two generations, and when the younger has its share the
//! older, which nobody has used since, is forgotten. Who was forgotten begins with a full bucket.
//! Deliberately absent: clocks; the time is passed in.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::{Allowance, Allowances, Network};
use crate::config::Config;
use crate::refusal::Refusal;

/// How many buckets one generation holds.
const GENERATION: usize = 20_000;

/// One bucket for each key.
#[derive(Debug)]
pub struct Buckets<K> {
    per_second: f64,
    capacity: f64,
    generation: usize,
    young: BTreeMap<K, Bucket>,
    old: BTreeMap<K, Bucket>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    level: f64,
    at: Instant,
}

impl<K: Ord> Buckets<K> {
    /// Buckets that let so many through a minute, a quarter of them at once.
    #[must_use]
    pub fn new(per_minute: NonZeroU32) -> Self {
        let per_minute = f64::from(per_minute.get());
        let capacity = (per_minute / 4.0).max(1.0);
        Self {
            per_second: per_minute / 60.0,
            capacity,
            generation: GENERATION,
            young: BTreeMap::new(),
            old: BTreeMap::new(),
        }
    }

    /// Takes one from the bucket of a key.
    ///
    /// # Errors
    /// If it is empty: after how long it will not be.
    pub fn take(&mut self, key: K, now: Instant) -> Result<(), Duration> {
        let full = Bucket { level: self.capacity, at: now };
        let mut bucket = self.young.get(&key).copied().or_else(|| self.old.remove(&key)).unwrap_or(full);
        let since = now.saturating_duration_since(bucket.at).as_secs_f64();
        bucket = Bucket { level: (bucket.level + since * self.per_second).min(self.capacity), at: now };
        let is_enough = bucket.level >= 1.0;
        if is_enough {
            bucket.level -= 1.0;
        }
        if self.young.len() >= self.generation && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, bucket);
        if is_enough { Ok(()) } else { Err(Duration::from_secs_f64((1.0 - bucket.level) / self.per_second)) }
    }
}

/// All that is limited.
#[derive(Debug)]
pub struct Limits {
    requests_by_address: Mutex<Buckets<Network>>,
    requests_by_session: Mutex<Buckets<String>>,
    new_guests: Mutex<Buckets<Network>>,
    login_attempts: Mutex<Buckets<Network>>,
    /// Attempts at one account from places where nobody has logged in to it before.
    strange_attempts: Mutex<Buckets<String>>,
    /// Attempts at the password of an account by who has a session of it.
    owner_attempts: Mutex<Buckets<String>>,
    logged_in: Mutex<LoggedIn>,
    messages_by_player: Allowances<String>,
    messages_by_network: Allowances<Network>,
    records_by_player: Allowances<String>,
    records_by_network: Allowances<Network>,
}

/// From where accounts were logged in to; it is forgotten as buckets are.
#[derive(Debug, Default)]
struct LoggedIn {
    young: BTreeSet<(String, Network)>,
    old: BTreeSet<(String, Network)>,
}

/// How many messages a client may send: its player's and its network's allowance.
#[derive(Debug)]
pub struct MessageLimit {
    player: Allowance,
    network: Allowance,
}

impl MessageLimit {
    /// Counts a message.
    ///
    /// # Errors
    /// If there were too many: after how long there may be another.
    pub fn take(&self, now: Instant) -> Result<(), Duration> {
        // Who has used up their own takes nothing from others of the same network.
        self.player.take(now)?;
        self.network.take(now)
    }
}

/// How many records may be written down because a client asks for something: its player's and its network's allowance.
///
/// Before it is asked nobody knows whether a record comes of it, so it is charged when one does.
#[derive(Clone, Debug)]
pub struct RecordLimit {
    player: Allowance,
    network: Allowance,
}

impl RecordLimit {
    /// Whether there may be another.
    ///
    /// # Errors
    /// If there were too many: after how long there may be.
    pub fn check(&self, now: Instant) -> Result<(), Duration> {
        self.player.check(now)?;
        self.network.check(now)
    }

    /// Counts one.
    pub fn charge(&self, now: Instant) {
        self.player.charge(now);
        self.network.charge(now);
    }
}

/// How long to wait, in whole milliseconds: long enough.
#[must_use]
pub fn millis(wait: Duration) -> u64 {
    u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).saturating_add(1)
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            requests_by_address: Mutex::new(Buckets::new(config.address_requests)),
            requests_by_session: Mutex::new(Buckets::new(config.session_requests)),
            new_guests: Mutex::new(Buckets::new(config.new_guests)),
            login_attempts: Mutex::new(Buckets::new(config.login_attempts)),
            strange_attempts: Mutex::new(Buckets::new(config.account_attempts)),
            owner_attempts: Mutex::new(Buckets::new(config.account_attempts)),
            logged_in: Mutex::default(),
            messages_by_player: Allowances::new(config.messages, Instant::now()),
            messages_by_network: Allowances::new(config.network_messages, Instant::now()),
            records_by_player: Allowances::new(config.records, Instant::now()),
            records_by_network: Allowances::new(config.network_records, Instant::now()),
        }
    }

    /// What a client may send, who is this player and comes from this network.
    #[must_use]
    pub fn messages(&self, player: &str, network: Network) -> MessageLimit {
        let now = Instant::now();
        let player = self.messages_by_player.of(player.into(), now);
        MessageLimit { player, network: self.messages_by_network.of(network, now) }
    }

    /// What may be written down for who is this player and comes from this network.
    #[must_use]
    pub fn records(&self, player: &str, network: Network) -> RecordLimit {
        let now = Instant::now();
        let player = self.records_by_player.of(player.into(), now);
        RecordLimit { player, network: self.records_by_network.of(network, now) }
    }

    /// What may be written down for this player, who asks from this network otherwise than at a table.
    ///
    /// # Errors
    /// If nothing may be now.
    pub fn may_write(&self, player: &str, network: Network) -> Result<RecordLimit, Refusal> {
        let records = self.records(player, network);
        records.check(Instant::now()).map_err(too_fast)?;
        Ok(records)
    }

    /// Counts so many records that are written for them.
    ///
    /// # Errors
    /// If there were too many.
    pub fn written(&self, player: &str, network: Network, count: u64) -> Result<(), Refusal> {
        let (records, now) = (self.may_write(player, network)?, Instant::now());
        (0..count).for_each(|_| records.charge(now));
        Ok(())
    }

    /// Counts a request of an address.
    ///
    /// # Errors
    /// If there were too many.
    pub fn request(&self, network: Network) -> Result<(), Refusal> {
        take(&self.requests_by_address, network)
    }

    /// Counts a request of a session.
    ///
    /// # Errors
    /// If there were too many.
    pub fn session_request(&self, session: &str) -> Result<(), Refusal> {
        take(&self.requests_by_session, session.into())
    }

    /// Counts a new guest from an address.
    ///
    /// # Errors
    /// If there were too many.
    pub fn new_guest(&self, network: Network) -> Result<(), Refusal> {
        take(&self.new_guests, network)
    }

    /// Counts an attempt at a password from an address.
    ///
    /// # Errors
    /// If there were too many.
    pub fn login_attempt(&self, network: Network) -> Result<(), Refusal> {
        take(&self.login_attempts, network)
    }

    /// Counts an attempt at the password of an account. From where somebody has logged in to it before, attempts of
    /// others elsewhere do not count: nobody locks its owner out.
    ///
    /// # Errors
    /// If there were too many.
    pub fn account_attempt(&self, account: &str, network: Network) -> Result<(), Refusal> {
        let known = self.logged_in.lock().unwrap_or_else(PoisonError::into_inner);
        if known.has(account, network) {
            return Ok(());
        }
        drop(known);
        take(&self.strange_attempts, account.into())
    }

    /// Counts an attempt at the password of an account by who has a session of it and is asked for it once more. Those
    /// of strangers do not count here, so that they do not keep the owner from another password.
    ///
    /// # Errors
    /// If there were too many.
    pub fn owner_attempt(&self, account: &str) -> Result<(), Refusal> {
        take(&self.owner_attempts, account.into())
    }

    /// Somebody has logged in to an account.
    pub fn on_login(&self, account: &str, network: Network) {
        self.logged_in.lock().unwrap_or_else(PoisonError::into_inner).keep(account, network);
    }
}

impl LoggedIn {
    fn has(&self, account: &str, network: Network) -> bool {
        let place = (account.to_owned(), network);
        self.young.contains(&place) || self.old.contains(&place)
    }

    fn keep(&mut self, account: &str, network: Network) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert((account.into(), network));
    }
}

fn take<K: Ord>(buckets: &Mutex<Buckets<K>>, key: K) -> Result<(), Refusal> {
    let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
    buckets.take(key, Instant::now()).map_err(too_fast)
}

fn too_fast(wait: Duration) -> Refusal {
    Refusal::TooFast { seconds: wait.as_secs() + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buckets(per_minute: u32) -> Buckets<u32> {
        Buckets::new(NonZeroU32::new(per_minute).expect("not zero"))
    }

    #[test]
    fn a_quarter_of_a_minute_s_requests_may_come_at_once_and_the_rest_at_a_steady_rate() {
        let (mut buckets, start) = (buckets(60), Instant::now());
        assert!((0..15).all(|_| buckets.take(1, start).is_ok()));
        assert_eq!(buckets.take(1, start), Err(Duration::from_secs(1)));
        assert_eq!(buckets.take(2, start), Ok(()), "others have buckets of their own");
        let later = start + Duration::from_secs(1);
        assert_eq!(buckets.take(1, later), Ok(()));
        assert!(buckets.take(1, later).is_err());
        let much_later = start + Duration::from_secs(3600);
        assert!((0..15).all(|_| buckets.take(1, much_later).is_ok()));
        assert!(buckets.take(1, much_later).is_err(), "a bucket holds no more than it can");
    }

    #[test]
    fn a_crowd_that_guesses_at_a_password_does_not_lock_its_owner_out() {
        let limits = Limits::new(&Config { account_attempts: NonZeroU32::MIN, ..Config::default() });
        let network = |last: u8| Network::from(std::net::IpAddr::from([10, 0, 0, last]));
        limits.on_login("anna", network(1));
        assert_eq!(limits.account_attempt("anna", network(2)), Ok(()));
        for last in 3..100 {
            assert!(limits.account_attempt("anna", network(last)).is_err(), "wherever it comes from");
        }
        assert_eq!(limits.account_attempt("anna", network(1)), Ok(()), "where she has been before");
        assert_eq!(limits.account_attempt("blaise", network(3)), Ok(()), "others have their own");
    }

    #[test]
    fn messages_count_for_the_player_and_for_the_network() {
        let config = Config {
            messages: NonZeroU32::new(40).expect("not zero"),
            network_messages: NonZeroU32::new(100).expect("not zero"),
            ..Config::default()
        };
        let (limits, now) = (Limits::new(&config), Instant::now());
        let home = Network::from(std::net::IpAddr::from([10, 0, 0, 1]));
        let taken = |player: &str| (0..100).filter(|_| limits.messages(player, home).take(now).is_ok()).count();
        assert_eq!((taken("anne"), taken("anne")), (10, 0), "on whatever connection");
        assert_eq!((taken("blaise"), taken("chloe"), taken("denis")), (10, 5, 0), "all of a network together");
    }

    #[test]
    fn a_crowd_does_not_take_memory_without_end_and_who_keeps_asking_is_remembered() {
        let (mut buckets, start) = (buckets(4), Instant::now());
        buckets.generation = 10;
        assert!(buckets.take(0, start).is_ok());
        for other in 1..1000 {
            assert!(buckets.take(other, start).is_ok());
            assert!(buckets.take(0, start).is_err(), "after {other} others");
            assert!(buckets.young.len() + buckets.old.len() <= 20);
        }
    }
}
