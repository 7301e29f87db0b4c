//! How long the expert may think: paid in imagined moves, cut short by a clock if there is one.
//!
//! Each imagined move has a fixed price ([`Skill::PRICE`](crate::Skill::PRICE)), so with the same budget the same
//! view gets the same answer on any machine and beside any load. A clock, brought by the caller, only ever
//! cuts the thinking short.

/// What is left to think with.
pub struct Budget<'a> {
    /// Nanoseconds of thinking left, by the price list.
    left: u64,
    /// Says whether there is still time.
    clock: Option<&'a mut dyn FnMut() -> bool>,
    /// What may be spent before the clock is asked again.
    unwatched: u64,
}

/// Asking a clock costs some fifty nanoseconds: it is asked once in so many of thinking.
const GLANCE: u64 = 20_000;
/// The share of the time granted that is spent by the price list: prices are those of one idle core of a
/// common machine, and what goes beyond them is left to the clock.
const SHARE: u64 = 80;

impl<'a> Budget<'a> {
    /// Thinking worth so many milliseconds by the price list, however long it takes.
    #[must_use]
    pub fn millis(millis: u64) -> Self {
        Self { left: millis.saturating_mul(1_000_000 / 100 * SHARE), clock: None, unwatched: u64::MAX }
    }

    /// The same, but no longer than `clock` says there is time.
    #[must_use]
    pub fn watched(millis: u64, clock: &'a mut dyn FnMut() -> bool) -> Self {
        Self { clock: Some(clock), unwatched: GLANCE, ..Self::millis(millis) }
    }

    /// Nanoseconds of thinking left, by the price list.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Pays for some thinking.
    pub(crate) fn pay(&mut self, price: u64) {
        self.left = self.left.saturating_sub(price);
        self.unwatched = self.unwatched.saturating_sub(price);
        if self.unwatched == 0
            && let Some(clock) = &mut self.clock
        {
            self.unwatched = GLANCE;
            if !clock() {
                self.left = 0;
            }
        }
    }

    /// Whether nothing is left.
    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Budget").field("left", &self.left).finish_non_exhaustive()
    }
}
