//! What a house needs from outside: the time, dice, and somebody who counts.

use std::fmt;
use std::time::Duration;

use engine::Seed;

/// Where a house has the time and its dice from, so that a test can bring its own.
pub trait TimeAndDice: Send + Sync + fmt::Debug {
    /// Milliseconds since 1970.
    fn now(&self) -> u64;
    /// 32 bytes nobody can guess.
    fn dice(&self) -> Seed;
    /// 32 bytes for what a table decides at a place of its log, the first throw there or a later one. Nobody can guess
    /// them, unless the dice come from a seed: then the same place has the same dice.
    fn dice_at(&self, _table: &str, _seq: u64, _throw: u32) -> Seed {
        self.dice()
    }
}

/// What is counted, for those who look after the house. All of it may be ignored.
pub trait Pulse: Send + Sync + fmt::Debug {
    /// So many steps were made by players, bots and clocks.
    fn stepped(&self);
    /// An ask was refused.
    fn refused(&self, code: &str);
    /// A table woke up.
    fn woke(&self);
    /// A table went to sleep.
    fn slept(&self);
    /// A bot has thought for so long.
    fn thought(&self, took: Duration);
    /// A hint was worked out, and took so long.
    fn advised(&self, took: Duration);
    /// So many moves and hints wait to be thought about.
    fn thinking_waits(&self, count: usize);
}
