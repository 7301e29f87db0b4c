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

    /// Notes a value for a key that has none.
    pub(super) fn insert(&mut self, key: u64, value: u32) {
        if self.taken * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = scatter(key) & mask;
        while self.slots[at].era == self.era {
            at = (at + 1) & mask;
        }
        self.slots[at] = Slot { key, era: self.era, value };
        self.taken += 1;
    }

    /// The value noted for a key.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = scatter(key) & mask;
        loop {
            let slot = self.slots[at];
            if slot.era != self.era {
                return None;
            }
            if slot.key == key {
                return Some(slot.value);
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
                self.insert(slot.key, slot.value);
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
            visited.insert(key, key as u32);
        }
        assert_eq!(visited.find(77), Some(77));
        assert_eq!(visited.find(10_000), None);
        visited.clear();
        assert_eq!(visited.find(77), None);
    }
}
