//! Choices of a run, all grown from one number. The house itself has its own dice, so a run is never quite repeated.

use engine::{Chance, Seed, Shuffle};

/// One stream of choices.
#[derive(Debug)]
pub(crate) struct Dice(Chance);

impl Dice {
    /// The stream with this number.
    pub(crate) fn new(seed: u64, stream: u16) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self(Chance::new(&Seed(bytes), Shuffle { round: stream, reshuffle: 0 }))
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0.below(bound)
    }

    /// Whether something that happens once in so many times happens now.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(items.len()).ok().filter(|count| *count > 0)?;
        items.get(self.below(count) as usize)
    }

    /// A number from 1 up, small ones as often as large ones: every power of two up to `2^most` is as likely.
    pub(crate) fn magnitude(&mut self, most: u32) -> u32 {
        let size = 1 << self.below(most + 1);
        size + self.below(size)
    }
}
