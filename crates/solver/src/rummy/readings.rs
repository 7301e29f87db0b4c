//! What the jokers on the table stand for, and what may become of them.
//!
//! Each reading is turned into supplies: a joker goes on standing for its tile, or a natural tile of that kind
//! lies on the table and the joker is free. The cases overlap nowhere and leave nothing out.

use super::problem::{JOKER, Tile};
use super::shapes::{COLOURS, RANKS};
use super::supply::{Supply, Worth, tile_at};

/// A written set, understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A brelan or carré of a rank.
    Brelan { rank: usize, colours: u8 },
    /// A suite of a colour from its first rank on.
    Suite { colour: usize, first: usize },
}

/// The ways a written set can be read: none if it is no set, two only for one natural with two jokers.
pub(super) fn shapes(set: &[Tile]) -> impl Iterator<Item = Shape> {
    brelan(set).into_iter().chain(suite(set))
}

fn brelan(set: &[Tile]) -> Option<Shape> {
    let mut naturals = set.iter().map(|&tile| usize::from(tile)).filter(|&tile| tile < JOKER);
    let rank = naturals.clone().next()? % RANKS;
    let mut colours = 0;
    let fits = matches!(set.len(), 3 | 4)
        && naturals.all(|tile| {
            let bit = 1 << (tile / RANKS);
            let is_new = colours & bit == 0;
            colours |= bit;
            is_new && tile % RANKS == rank
        });
    fits.then_some(Shape::Brelan { rank, colours })
}

fn suite(set: &[Tile]) -> Option<Shape> {
    let (at, tile) = set.iter().enumerate().find(|&(_, &tile)| usize::from(tile) < JOKER)?;
    let (colour, rank) = (usize::from(*tile) / RANKS, usize::from(*tile) % RANKS);
    let first = rank.checked_sub(at)?;
    let fits = set.len() >= 3
        && first + set.len() <= RANKS
        && (first..)
            .zip(set)
            .all(|(rank, &tile)| usize::from(tile) == JOKER || usize::from(tile) == tile_at(rank, colour));
    fits.then_some(Shape::Suite { colour, first })
}

/// The most readings two jokers can have: two brelans of three, each joker standing for either missing colour,
/// or one natural with both jokers.
pub(super) type Readings = Vec<[Option<(usize, usize)>; 2]>;

/// Every way to say which tiles (rank, colour) the jokers of one set stand for.
fn set_readings(set: &[Tile]) -> Readings {
    let mut readings = Readings::new();
    let jokers = set.iter().filter(|&&tile| usize::from(tile) == JOKER).count();
    for shape in shapes(set) {
        match shape {
            Shape::Suite { colour, first } => {
                let mut places = set.iter().zip(first..).filter(|&(&tile, _)| usize::from(tile) == JOKER);
                readings.push([(); 2].map(|()| places.next().map(|(_, rank)| (rank, colour))));
            }
            Shape::Brelan { rank, colours } => {
                let missing = (0..COLOURS).filter(|&colour| colours >> colour & 1 == 0);
                for one in missing.clone() {
                    if jokers == 1 {
                        readings.push([Some((rank, one)), None]);
                    } else {
                        let others = missing.clone().filter(|&two| two > one);
                        readings.extend(others.map(|two| [Some((rank, one)), Some((rank, two))]));
                    }
                }
            }
        }
    }
    readings
}

/// Every way to say which tiles (rank, colour) the jokers of the table stand for, those of one reading in order.
pub(super) fn table_readings(table: &[Vec<Tile>]) -> Readings {
    let mut readings = vec![[None; 2]];
    for set in table.iter().filter(|set| set.iter().any(|&tile| usize::from(tile) == JOKER)) {
        let of_set = set_readings(set);
        let mut longer = Readings::new();
        for before in &readings {
            for with in &of_set {
                longer.push(in_order(before.iter().chain(with).filter_map(|&tile| tile)));
            }
        }
        readings = longer;
    }
    readings.sort_unstable();
    readings.dedup();
    readings
}

/// What two jokers stand for, in order, so that equal readings are equal.
fn in_order(mut stood: impl Iterator<Item = (usize, usize)>) -> [Option<(usize, usize)>; 2] {
    let mut both = [stood.next(), stood.next()];
    both.sort_by_key(|stood| stood.map_or((RANKS, 0), |tile| tile));
    both
}

/// What remains of each reading for which no joker of the sets that stay as they are stands.
pub(super) fn unmet(readings: &Readings, staying: &[Vec<Tile>]) -> Readings {
    let mut unmet = Readings::new();
    for stands in table_readings(staying) {
        for reading in readings {
            let mut rest = *reading;
            for stand in stands.iter().flatten() {
                if let Some(met) = rest.iter_mut().find(|stood| **stood == Some(*stand)) {
                    *met = None;
                }
            }
            unmet.push(in_order(rest.into_iter().flatten()));
        }
    }
    unmet.sort_unstable();
    unmet.dedup();
    unmet
}

/// Notes which tiles stand in brelans.
pub(super) fn note_brelans(table: &[Vec<Tile>], supply: &mut Supply) {
    for set in table {
        if let Some(Shape::Brelan { rank, colours }) = brelan(set) {
            for (colour, grouped) in supply.grouped[rank].iter_mut().enumerate() {
                *grouped += colours >> colour & 1;
            }
        }
    }
}

/// Every case of a table on which jokers may only be replaced (not simply taken), by what they can stand for.
pub(super) fn cases(readings: Readings, free: &Supply, worth: &Worth) -> Vec<Supply> {
    let mut cases = Vec::new();
    for reading in readings {
        let mut of_reading = vec![free.clone()];
        match reading {
            [Some(one), Some(two)] if one == two => of_reading = settle(&of_reading, one, 2, worth),
            [one, two] => {
                for stood in [one, two].into_iter().flatten() {
                    of_reading = settle(&of_reading, stood, 1, worth);
                }
            }
        }
        cases.extend(of_reading);
    }
    // A case in which every joker is free at no cost holds all that any other does.
    match cases.iter().position(|case| case.jokers == free.jokers && case.pledged == 0) {
        Some(at) => vec![cases.swap_remove(at)],
        None => cases,
    }
}

/// Splits each case by what becomes of so many jokers that stand for the same tile, freed ones first.
///
/// Naturals on the table free a joker each at no cost, and a free joker can do all that a standing one can.
/// The others are freed by tiles of the rack. A joker goes on standing only where no further natural is laid,
/// for with that natural it would be free.
fn settle(cases: &[Supply], (rank, colour): (usize, usize), jokers: u8, worth: &Worth) -> Vec<Supply> {
    let mut settled = Vec::new();
    for case in cases {
        let lying = case.must[rank][colour] + case.apart[rank][colour];
        let bound = jokers.saturating_sub(lying);
        let freed_most = bound.min(case.may[rank][colour]);
        // No more can go on standing than there are; the others may be in sets that stay as they are.
        let freed_least = bound.saturating_sub(case.jokers);
        for freed in (freed_least..=freed_most).rev() {
            let mut next = case.clone();
            for _ in 0..freed {
                next.pledge(rank, colour, worth);
            }
            if freed < bound {
                next.withhold(rank, colour, worth);
                for _ in freed..bound {
                    next.keep_joker(rank, colour);
                }
            }
            settled.push(next);
        }
    }
    settled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_natural_and_two_jokers_read_both_ways() {
        assert_eq!(shapes(&[52, 4, 52]).count(), 2);
        assert_eq!(shapes(&[12, 52, 52]).count(), 1, "nothing follows the king");
        assert_eq!(set_readings(&[52, 4, 52]).len(), 4);
        assert_eq!(set_readings(&[4, 17, 52]), [[Some((4, 2)), None], [Some((4, 3)), None]]);
        assert_eq!(set_readings(&[4, 17, 52, 52]), [[Some((4, 2)), Some((4, 3))]]);
        assert_eq!(set_readings(&[3, 52, 5]), [[Some((4, 0)), None]]);
        assert!(set_readings(&[3, 5, 6]).is_empty());
    }
}
