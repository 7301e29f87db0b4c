//! How often one may ask: buckets that fill at a steady rate and are emptied by a request each.
//!
//! Memory is bounded however many ask: buckets live in two generations, and when the younger has its share the
//! older, which nobody has used since, is forgotten. Who was forgotten begins with a full bucket.
//! Deliberately absent: clocks; the time is passed in.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::Network;
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
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            requests_by_address: Mutex::new(Buckets::new(config.address_requests)),
            requests_by_session: Mutex::new(Buckets::new(config.session_requests)),
            new_guests: Mutex::new(Buckets::new(config.new_guests)),
            login_attempts: Mutex::new(Buckets::new(config.login_attempts)),
        }
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
}

fn take<K: Ord>(buckets: &Mutex<Buckets<K>>, key: K) -> Result<(), Refusal> {
    let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
    let too_fast = |wait: Duration| Refusal::TooFast { seconds: wait.as_secs() + 1 };
    buckets.take(key, Instant::now()).map_err(too_fast)
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
