//! Sorting of a few things, such as a hand or the spots of a card, by insertion.
//!
//! The standard library's sort is made for thousands; it takes kilobytes of code for each type, and everybody who opens
//! the table in a browser downloads them.

/// Sorts a few things.
pub fn sort_few<T: Ord>(items: &mut [T]) {
    sort_few_by(items, |one, other| one < other);
}

/// Sorts a few things by a key; those with equal keys keep their order.
pub fn sort_few_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_few_by(items, |one, other| key(one) < key(other));
}

fn sort_few_by<T>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && is_less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_things_are_sorted_as_the_standard_library_does() {
        let mut few = [5, 3, 9, 3, 1, 7, 0];
        let mut standard = few;
        sort_few(&mut few);
        standard.sort_unstable();
        assert_eq!(few, standard);
    }

    #[test]
    fn equal_keys_keep_their_order() {
        let mut words = ["pique", "as", "coeur", "roi", "dame", "valet"];
        let mut standard = words;
        sort_few_by_key(&mut words, |word| word.len());
        standard.sort_by_key(|word| word.len());
        assert_eq!(words, standard);
        sort_few_by_key(&mut words[..0], |word| word.len());
    }
}
