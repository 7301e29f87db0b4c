//! Which places a search has been to: a hash table of numbers that is emptied at no cost.
//!
//! Open addressing with linear steps. It keeps no order, and nothing iterates over it.

/// Slots at first; doubled whenever half of them are taken.
const SLOTS: usize = 1 << 11;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    era: u32,
    value: u32,
}

/// A map from keys to values in which a slot counts only if it was written in the present era.
pub(super) struct Visited {
    slots: Vec<Slot>,
    era: u32,
    taken: usize,
}

impl Visited {
    pub(super) fn new() -> Self {
        Self { slots: vec![Slot::default(); SLOTS], era: 1, taken: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.taken = 0;
        self.era = self.era.wrapping_add(1);
        if self.era == 0 {
            self.slots.fill(Slot::default());
            self.era = 1;
        }
    }

    /// The value noted for a key; if there is none, `value` is noted.
    pub(super) fn find_or_insert(&mut self, key: u64, value: u32) -> u32 {
        if self.taken * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = scatter(key) & mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.era != self.era {
                *slot = Slot { key, era: self.era, value };
                self.taken += 1;
                return value;
            }
            if slot.key == key {
                return slot.value;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let doubled = vec![Slot::default(); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, doubled);
        self.taken = 0;
        for slot in old {
            if slot.era == self.era {
                self.find_or_insert(slot.key, slot.value);
            }
        }
    }
}

fn scatter(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_until_cleared() {
        let mut visited = Visited::new();
        for key in 0..10_000 {
            assert_eq!(visited.find_or_insert(key, key as u32), key as u32);
        }
        assert_eq!(visited.find_or_insert(77, 1), 77);
        visited.clear();
        assert_eq!(visited.find_or_insert(77, 1), 1);
    }
}
