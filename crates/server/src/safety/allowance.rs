//! How many messages one may send: an allowance that fills at a steady rate, shared by all connections of a player or
//! of a network, so that who connects anew finds it as it was.
//!
//! An allowance is one number, the moment when it is full again, so a message costs no lock and no search. One that is
//! full is like one that was never used: it is forgotten unless a connection holds it.
//! Deliberately absent: clocks; the time is passed in.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// From so many on those that are full are looked for.
const MIN_SWEPT: usize = 1_024;

/// The allowances of all keys.
#[derive(Debug)]
pub struct Allowances<K> {
    /// How long it takes to fill one up by one, in nanoseconds.
    interval: u64,
    /// How long it takes to fill an empty one.
    capacity: u64,
    start: Instant,
    known: Mutex<Known<K>>,
}

#[derive(Debug)]
struct Known<K> {
    by_key: BTreeMap<K, Arc<AtomicU64>>,
    /// With so many those that are full are looked for.
    sweep_at: usize,
}

/// What one key may still do. It is held by all its connections.
#[derive(Clone, Debug)]
pub struct Allowance {
    interval: u64,
    capacity: u64,
    start: Instant,
    /// When it is full again, in nanoseconds since the start.
    full_at: Arc<AtomicU64>,
}

impl<K: Ord> Allowances<K> {
    /// Allowances of so many a minute, a quarter of them at once.
    #[must_use]
    pub fn new(per_minute: NonZeroU32, now: Instant) -> Self {
        let interval = 60_000_000_000 / u64::from(per_minute.get());
        let capacity = interval * u64::from((per_minute.get() / 4).max(1));
        let known = Known { by_key: BTreeMap::new(), sweep_at: MIN_SWEPT };
        Self { interval, capacity, start: now, known: Mutex::new(known) }
    }

    /// The allowance of a key.
    pub fn of(&self, key: K, now: Instant) -> Allowance {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.by_key.len() >= known.sweep_at {
            let now = nanos(now, self.start);
            known.by_key.retain(|_, full_at| Arc::strong_count(full_at) > 1 || full_at.load(Ordering::Relaxed) > now);
            known.sweep_at = (2 * known.by_key.len()).max(MIN_SWEPT);
        }
        let full_at = Arc::clone(known.by_key.entry(key).or_default());
        Allowance { interval: self.interval, capacity: self.capacity, start: self.start, full_at }
    }
}

impl Allowance {
    /// Takes one.
    ///
    /// # Errors
    /// If nothing is left: after how long something will be.
    pub fn take(&self, now: Instant) -> Result<(), Duration> {
        // One thread serves all connections; were there several, one more might get through.
        self.check(now)?;
        self.charge(now);
        Ok(())
    }

    /// Whether one could be taken.
    ///
    /// # Errors
    /// If nothing is left: after how long something will be.
    pub fn check(&self, now: Instant) -> Result<(), Duration> {
        let now = nanos(now, self.start);
        let full_at = self.full_at.load(Ordering::Relaxed).max(now) + self.interval;
        match full_at - now {
            missing if missing > self.capacity => Err(Duration::from_nanos(missing - self.capacity)),
            _ => Ok(()),
        }
    }

    /// Takes one even if nothing is left: the next is there so much later.
    pub fn charge(&self, now: Instant) {
        let full_at = self.full_at.load(Ordering::Relaxed).max(nanos(now, self.start)) + self.interval;
        self.full_at.store(full_at, Ordering::Relaxed);
    }
}

fn nanos(now: Instant, start: Instant) -> u64 {
    u64::try_from(now.saturating_duration_since(start).as_nanos()).unwrap_or(u64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowances(per_minute: u32, now: Instant) -> Allowances<u32> {
        Allowances::new(NonZeroU32::new(per_minute).expect("not zero"), now)
    }

    #[test]
    fn a_quarter_may_come_at_once_and_the_rest_at_a_steady_rate() {
        let start = Instant::now();
        let allowance = allowances(60, start).of(1, start);
        assert!((0..15).all(|_| allowance.take(start).is_ok()));
        assert_eq!(allowance.take(start), Err(Duration::from_secs(1)));
        let later = start + Duration::from_secs(1);
        assert_eq!((allowance.take(later), allowance.take(later).is_err()), (Ok(()), true));
        let much_later = start + Duration::from_secs(3_600);
        assert!((0..15).all(|_| allowance.take(much_later).is_ok()));
        assert!(allowance.take(much_later).is_err(), "it holds no more than it can");
    }

    #[test]
    fn what_is_taken_beyond_it_has_to_be_waited_for() {
        let start = Instant::now();
        let allowance = allowances(60, start).of(1, start);
        (0..20).for_each(|_| allowance.charge(start));
        assert_eq!(allowance.check(start), Err(Duration::from_secs(6)), "fifteen at once, and five more");
        let later = start + Duration::from_secs(6);
        assert_eq!((allowance.take(later), allowance.check(later).is_err()), (Ok(()), true));
    }

    #[test]
    fn who_connects_anew_finds_the_allowance_as_it_was() {
        let start = Instant::now();
        let allowances = allowances(4, start);
        assert_eq!(allowances.of(1, start).take(start), Ok(()));
        assert!(allowances.of(1, start).take(start).is_err());
        assert_eq!(allowances.of(2, start).take(start), Ok(()), "others have their own");
    }

    #[test]
    fn a_crowd_takes_no_memory_without_end_and_nobody_is_forgotten_too_early() {
        let start = Instant::now();
        let allowances = allowances(4, start);
        let held = allowances.of(0, start);
        for other in 1..10_000 {
            let now = start + Duration::from_millis(other.into());
            assert!(allowances.of(other, now).take(now).is_ok());
            // As many as there are in the time it takes to fill up; those of earlier are full.
            assert!(allowances.known.lock().expect("a lock").by_key.len() <= 10_000);
        }
        let end = start + Duration::from_secs(3_600);
        for other in 10_000..40_000 {
            let _ = allowances.of(other, end);
        }
        assert!(allowances.known.lock().expect("a lock").by_key.len() <= 2 * MIN_SWEPT);
        assert_eq!(held.take(end), Ok(()));
        assert!(allowances.of(0, end).take(end).is_err(), "who is connected is never forgotten");
    }
}
