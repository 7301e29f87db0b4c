//! What time it is, as the house is told: real outside, chosen in tests.
//!
//! Deliberately absent: waiting; that is tokio's.

use std::fmt;
use std::sync::Arc;

/// Says what time it is, in milliseconds since 1970.
#[derive(Clone)]
pub struct WallClock(Arc<dyn Fn() -> u64 + Send + Sync>);

impl WallClock {
    /// A clock that says what this function says.
    pub fn new(now: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The clock of the machine.
    #[must_use]
    pub fn system() -> Self {
        let nanoseconds_a_millisecond = 1_000_000;
        Self::new(move || {
            let now = time::OffsetDateTime::now_utc().unix_timestamp_nanos() / nanoseconds_a_millisecond;
            u64::try_from(now).unwrap_or_default()
        })
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> u64 {
        (self.0)()
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WallClock")
    }
}
