//! Where the house has from what nobody can guess: the machine; or, for tests, a seed.
//!
//! A house with a seed draws the same each time it is used in the same way: keys, ids and names in the order they are
//! asked for, and the dice of a table from the place of its log they are thrown at, so that neither the speed of the
//! machine nor another table changes a deal.
//!
//! Deliberately absent: what the bytes are for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::Seed;
use sha2::{Digest, Sha256};

use crate::config::TestSeed;

/// Bytes nobody can guess, unless the house has a seed. Clones draw from the same source.
#[derive(Clone, Debug)]
pub struct Entropy(Option<Seeded>);

#[derive(Clone, Debug)]
struct Seeded {
    seed: u64,
    /// Where the log stood when the house opened, so that a house that is opened again does not draw its ids again.
    head: u64,
    node: Arc<str>,
    drawn: Arc<AtomicU64>,
}

/// The machine gives no entropy.
#[derive(Debug, thiserror::Error)]
#[error("the machine gives no entropy: {0}")]
pub struct NoEntropy(getrandom::Error);

impl Entropy {
    /// The entropy of a house whose log stands at a position. Of several nodes each has a name of its own, so that they
    /// do not draw the same.
    #[must_use]
    pub fn new(seed: &TestSeed, head: u64, node: &str) -> Self {
        Self(seed.number().map(|seed| Seeded { seed, head, node: node.into(), drawn: Arc::default() }))
    }

    /// The entropy of the machine.
    #[must_use]
    pub fn of_the_machine() -> Self {
        Self(None)
    }

    /// Fills a buffer.
    ///
    /// # Errors
    /// If the machine has none.
    pub fn fill(&self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
        let Some(seeded) = &self.0 else { return getrandom::fill(bytes).map_err(NoEntropy) };
        let drawn = seeded.drawn.fetch_add(1, Ordering::Relaxed);
        for (block, bytes) in (0u64..).zip(bytes.chunks_mut(32)) {
            let (head, drawn, block) = (seeded.head.to_le_bytes(), drawn.to_le_bytes(), block.to_le_bytes());
            let mut parts: Vec<&[u8]> = vec![b"drawn", &head, &drawn, &block];
            if !seeded.node.is_empty() {
                parts.push(seeded.node.as_bytes());
            }
            let drawn = seeded.hash(&parts);
            bytes.copy_from_slice(&drawn[..bytes.len()]);
        }
        Ok(())
    }

    /// The dice of a table at a place of its log, if the house has a seed.
    pub(crate) fn dice_at(&self, table: &str, seq: u64, throw: u32) -> Option<Seed> {
        let seeded = self.0.as_ref()?;
        Some(Seed(seeded.hash(&[b"dice", table.as_bytes(), &seq.to_le_bytes(), &throw.to_le_bytes()])))
    }
}

impl Seeded {
    fn hash(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut hash = Sha256::new_with_prefix(self.seed.to_le_bytes());
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeded(seed: &str, head: u64) -> Entropy {
        Entropy::new(&seed.parse().expect("a number"), head, "")
    }

    fn drawn(entropy: &Entropy) -> [u8; 40] {
        let mut bytes = [0; 40];
        entropy.fill(&mut bytes).expect("entropy");
        bytes
    }

    #[test]
    fn a_seed_draws_the_same_and_nothing_twice() {
        let (first, second) = (seeded("7", 0), seeded("7", 0));
        let [once, twice] = [drawn(&first), drawn(&first)];
        assert_ne!(once, twice);
        assert_eq!([once, twice], [drawn(&second), drawn(&second)]);
        assert_ne!(once, drawn(&seeded("8", 0)), "another seed");
        assert_ne!(once, drawn(&seeded("7", 3)), "a house that was opened again");
        assert_ne!(once[..8], once[32..], "a second block");
    }

    #[test]
    fn dice_depend_on_the_place_and_not_on_what_was_drawn() {
        let (entropy, later) = (seeded("7", 0), seeded("7", 9));
        let dice = entropy.dice_at("k3v9", 4, 0);
        drawn(&later);
        assert_eq!(dice, later.dice_at("k3v9", 4, 0));
        for other in [("k3v8", 4, 0), ("k3v9", 5, 0), ("k3v9", 4, 1)] {
            assert_ne!(dice, entropy.dice_at(other.0, other.1, other.2));
        }
    }

    #[test]
    fn without_a_seed_nothing_repeats() {
        let (first, second) = (Entropy::new(&TestSeed::default(), 0, ""), Entropy::new(&TestSeed::default(), 0, ""));
        assert_ne!(drawn(&first), drawn(&second));
        assert_eq!(first.dice_at("k3v9", 4, 0), None);
    }
}
