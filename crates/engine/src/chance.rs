//! The one door for chance: a named generator and a documented shuffle.
//!
//! The scheme, so that anyone can repeat a deal in any language:
//! the generator is ChaCha20 with the 32-byte seed as key and a 64-bit nonce
//! `round × 2³² + reshuffle`; its output is read as little-endian 32-bit words.
//! [`Chance::below`] is a multiplication with rejection, [`Chance::shuffle`] a Fisher–Yates
//! from the last place down. Golden tests pin the first deal of each game.
//!
//! Deliberately absent: default generators, entropy of the machine, floating point.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The 32 bytes a round's shuffles grow from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seed(pub [u8; 32]);

/// Which shuffle of a match is due: the first of a round, or a later one of the same round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The round it belongs to, from 1.
    pub round: u16,
    /// 0 for the deal, 1 for the first time the talon is shuffled into a new pile, and so on.
    pub reshuffle: u16,
}

/// The source of all randomness in a game: the same seed and [`Shuffle`] give the same numbers
/// on every platform, for ever.
#[derive(Debug)]
pub struct Chance(ChaCha20Rng);

impl Chance {
    /// The generator of one shuffle.
    ///
    /// ```
    /// use engine::{Chance, Seed, Shuffle};
    /// let shuffle = Shuffle { round: 1, reshuffle: 0 };
    /// let mut cards = [1, 2, 3, 4, 5];
    /// Chance::new(&Seed([7; 32]), shuffle).shuffle(&mut cards);
    /// let mut again = [1, 2, 3, 4, 5];
    /// Chance::new(&Seed([7; 32]), shuffle).shuffle(&mut again);
    /// assert_eq!(cards, again);
    /// ```
    #[must_use]
    pub fn new(seed: &Seed, shuffle: Shuffle) -> Self {
        let mut generator = ChaCha20Rng::from_seed(seed.0);
        generator.set_stream(u64::from(shuffle.round) << 32 | u64::from(shuffle.reshuffle));
        Self(generator)
    }

    /// A number below `bound`, each equally likely.
    ///
    /// A word times `bound` gives 64 bits, of which the upper 32 are the answer;
    /// a word whose lower 32 bits fall below `2³² mod bound` is passed over.
    ///
    /// # Panics
    /// If `bound` is 0: nothing can be drawn from nothing.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "nothing can be drawn from nothing");
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let low = product as u32;
            // The remainder costs a division, and is only wanted when `low` is small.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Brings the items into an order of which each is equally likely:
    /// from the last place down to the second, swap it with a place at or before it.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}
