//! How long a table waits before it tries again to write what it does by itself.
//!
//! Deliberately absent: what people ask for; each ask is tried once, and they are told.

/// The first wait, in milliseconds; each is twice as long as the one before…
const FIRST_WAIT: u64 = 250;
/// …up to this.
const MAX_WAIT: u64 = 8_000;

/// Since when the journal has failed, as far as this table knows.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    /// How long the last wait was.
    wait: u64,
    /// When to try again.
    until: u64,
}

impl Backoff {
    /// Something could not be written.
    pub(super) fn on_failure(&mut self, now: u64) {
        self.wait = (self.wait * 2).clamp(FIRST_WAIT, MAX_WAIT);
        self.until = now + self.wait;
    }

    /// When something is done that is due at this time.
    pub(super) fn delay(&self, at: u64) -> u64 {
        at.max(self.until)
    }
}
