//! A map of a few things, kept in the order of their keys in one list.
//!
//! The standard library's maps are made for many entries; each pair of types takes kilobytes of code, and everybody who
//! opens the table in a browser downloads them.

/// A map of a few things, in the order of their keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Few<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for Few<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<K: Ord, V> Few<K, V> {
    /// Where a key is, or would be.
    fn find(&self, key: &K) -> Result<usize, usize> {
        self.entries.binary_search_by(|(known, _)| known.cmp(key))
    }

    /// What is kept under a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<&V> {
        let at = self.find(key).ok()?;
        Some(&self.entries[at].1)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let at = self.find(key).ok()?;
        Some(&mut self.entries[at].1)
    }

    /// What is kept under a key; if nothing is, what `make` makes.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = self.find(&key).unwrap_or_else(|at| {
            self.entries.insert(at, (key, make()));
            at
        });
        &mut self.entries[at].1
    }

    /// Keeps something under a key, in the place of what was kept there.
    pub fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Ok(at) => self.entries[at].1 = value,
            Err(at) => self.entries.insert(at, (key, value)),
        }
    }

    /// Takes what is kept under a key.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.find(key).ok()?;
        Some(self.entries.remove(at).1)
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// What is kept, in the order of the keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// Keys and what is kept under them, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_few_things_are_kept_as_in_the_standard_librarys_map() {
        let (mut few, mut map) = (Few::default(), BTreeMap::new());
        for (number, key) in [5, 3, 9, 3, 1, 7, 0, 9].into_iter().enumerate() {
            few.insert(key, number);
            map.insert(key, number);
        }
        assert_eq!(few.remove(&7), map.remove(&7));
        assert_eq!(few.remove(&7), None);
        *few.get_or_insert_with(5, || 100) += 1;
        *map.entry(5).or_insert(100) += 1;
        assert_eq!(*few.get_or_insert_with(4, || 100), *map.entry(4).or_insert(100));
        few.iter_mut().for_each(|(key, value)| *value += key);
        map.iter_mut().for_each(|(key, value)| *value += key);
        assert!(few.keys().eq(map.keys()) && few.values().eq(map.values()), "{few:?}");
        assert_eq!(few.get(&9), map.get(&9));
        assert_eq!(few.get_mut(&8), None);
    }
}
