//! The smallest of the choices that are enough, where more is never worse.
//!
//! Every choice that is not enough names a lack: of what it leaves out, something is needed. A choice that meets
//! all lacks known so far is tried; if it is not enough it is filled up as far as it can be without becoming so,
//! and what is still left out is a new lack. The first that is enough is as small as any.

/// Items as bits.
pub(super) type Items = u64;

/// The fewest of `count` items that are enough, if all of them are. Whatever holds enough must be enough, too.
/// Nothing if `is_enough` gives up.
pub(super) fn fewest(count: usize, mut is_enough: impl FnMut(Items) -> Option<bool>) -> Option<Items> {
    let all = (0..count).fold(0, |items: Items, item| items | 1 << item);
    if !is_enough(all)? {
        return None;
    }
    let mut lacks: Vec<Items> = Vec::new();
    loop {
        let chosen = (0..).find_map(|most| meeting(&lacks, 0, most))?;
        if is_enough(chosen)? {
            return Some(chosen);
        }
        let mut filled = chosen;
        for item in (0..count).map(|item| 1 << item).filter(|item| chosen & item == 0) {
            if !is_enough(filled | item)? {
                filled |= item;
            }
        }
        lacks.push(all & !filled);
    }
}

/// `chosen` with at most `most` items more, such that every lack has one of them.
fn meeting(lacks: &[Items], chosen: Items, most: u32) -> Option<Items> {
    let Some(&unmet) = lacks.iter().find(|&&lack| lack & chosen == 0) else { return Some(chosen) };
    let more = most.checked_sub(1)?;
    let items = (0..Items::BITS).map(|item| 1 << item).filter(|item| unmet & item != 0);
    items.into_iter().find_map(|item| meeting(lacks, chosen | item, more))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against all choices of eight items, for requirements made by a small generator.
    #[test]
    fn nothing_smaller_is_enough() {
        let mut random = 1_u64;
        for _ in 0..500 {
            // Enough is whatever holds all of one of these.
            let wanted: Vec<Items> = (0..3)
                .map(|_| {
                    random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                    random >> 40 & random >> 50 & 0xFF
                })
                .collect();
            let is_enough = |items: Items| wanted.iter().any(|wanted| wanted & !items == 0);
            let least = (0..256).filter(|&items| is_enough(items)).map(u64::count_ones).min();
            let found = fewest(8, |items| Some(is_enough(items)));
            assert!(found.is_some_and(is_enough));
            assert_eq!(found.map(u64::count_ones), least, "{wanted:?}");
        }
        assert_eq!(fewest(3, |_| Some(false)), None);
        assert_eq!(fewest(3, |items| (items == 7).then_some(true)), None);
    }
}
