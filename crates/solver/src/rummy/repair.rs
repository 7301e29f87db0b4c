//! Whether a table is valid, and if not, its smallest repair.
//!
//! Someone has arranged the table freely and asks what is wrong and how to mend it. A repair puts the same tiles
//! into valid sets. Of all repairs the smallest is one that
//!
//! 1. takes the fewest tiles back to the rack, of those that came from there this turn,
//! 2. then disturbs the fewest valid sets: a set is undisturbed if it lies there afterwards as it was.
//!
//! Both are exact. Among equals a set grows out of the group it has most in common with; that mostly moves the fewest
//! tiles, but it is not promised.
//!
//! The groups that are sets are the items of `fewest`: with all of them disturbed everything may be rearranged, and
//! whatever can be mended by disturbing some can be mended by disturbing more. Each question is one search over
//! the tiles of the disturbed groups and those that are no sets.
//!
//! Deliberately absent: whether a tile was laid at all (R15), and the opening (R10 to R12). A seat that has not
//! opened asks about its own new groups alone.

use engine::Member;
use engine::games::rummy::{Reading, SetFault, Tile as EngineTile};

use super::arrange;
use super::fewest::{Items, fewest};
use super::problem::{JOKER, KINDS, Tile};
use super::readings::{self, Readings};
use super::solver::{Arrangement, Solver};
use super::supply::{BEYOND, Cost, Supply, Worth, cells_of};

/// A table that someone has arranged, valid or not.
///
/// ```
/// use solver::rummy::{Fault, Tangle, repair};
///
/// // There lay 3 4 5 of black and three nines; someone put the 6 of black to the nines.
/// let groups = vec![vec![2, 3, 4], vec![21, 34, 47, 5]];
/// let mut laid = [0; 53];
/// laid[5] = 1;
/// let verdict = repair(&Tangle { groups: &groups, laid, held: None });
/// assert!(matches!(verdict.faults[..], [Fault::NoSet { group: 1, .. }]));
/// let repair = verdict.repair.expect("the six fits");
/// assert_eq!(repair.groups, [vec![2, 3, 4, 5], vec![21, 34, 47]]);
/// assert_eq!((repair.back.len(), repair.disturbed, repair.moved), (0, 1, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Tangle<'a> {
    /// The groups as they lie. Empty ones are no groups.
    pub groups: &'a [Vec<Tile>],
    /// How many tiles of each kind among them came from the rack this turn: those that may go back.
    pub laid: [u8; KINDS],
    /// The table as the turn began, where a joker is held until it is replaced ([`JokerRule::Replace`]); `None`
    /// where jokers are free.
    ///
    /// [`JokerRule::Replace`]: super::JokerRule::Replace
    pub held: Option<&'a [Vec<Tile>]>,
}

/// What is wrong with a table, and how to mend it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// What is wrong; nothing if the table is valid.
    pub faults: Vec<Fault>,
    /// The smallest repair; a valid table's changes nothing. `None` if the tiles cannot be put into valid sets.
    pub repair: Option<Repair>,
}

/// One thing wrong with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A group is no set.
    NoSet {
        /// Its number.
        group: usize,
        /// Why it is none.
        why: SetFault,
    },
    /// All groups are sets, but a joker was moved while the tile it stood for is not on the table (R17).
    JokerHeld,
    /// No game has such tiles: more than two of a kind, fewer than came from the rack, other jokers than
    /// before, or a number that is no tile.
    NoSuchTiles,
}

/// How to mend a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// What becomes of each group, in their order: a set, or nothing. Then new sets.
    pub groups: Vec<Vec<Tile>>,
    /// The tiles that go back to the rack, in ascending order.
    pub back: Vec<Tile>,
    /// How many groups that are sets change.
    pub disturbed: usize,
    /// How many tiles go to another group, or to a new one.
    pub moved: usize,
}

impl Diagnosis {
    /// Whether the table is valid as it is.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }
}

/// What is wrong with a table, and its smallest repair. See [`Solver::repair`].
#[must_use]
pub fn repair(tangle: &Tangle<'_>) -> Diagnosis {
    Solver::new().repair(tangle)
}

/// Every tile counts alike.
const WORTH: Worth = [1; KINDS];

impl Solver {
    /// What is wrong with a table, and its smallest repair: first the fewest tiles back on the rack, then the
    /// fewest valid sets disturbed.
    pub fn repair(&mut self, tangle: &Tangle<'_>) -> Diagnosis {
        let Some(mending) = Mending::new(tangle) else {
            return Diagnosis { faults: vec![Fault::NoSuchTiles], repair: None };
        };
        let groups = tangle.groups.iter().enumerate().filter(|(_, group)| !group.is_empty());
        let no_sets = groups.filter_map(|(group, tiles)| Some(Fault::NoSet { group, why: fault(tiles)? }));
        let mut faults: Vec<Fault> = no_sets.collect();
        if faults.is_empty() && mending.arrange(self, 0, BEYOND).is_none() {
            faults.push(Fault::JokerHeld);
        }
        Diagnosis { faults, repair: mending.smallest(self) }
    }
}

/// Why a group is no set.
fn fault(group: &[Tile]) -> Option<SetFault> {
    let tiles: Vec<EngineTile> = group.iter().filter_map(|tile| EngineTile::from_index(usize::from(*tile))).collect();
    Reading::of(&tiles).err()
}

/// A tangle with what is derived from it.
struct Mending<'a> {
    tangle: &'a Tangle<'a>,
    /// The tiles that cannot go back to the rack.
    fixed: [u8; KINDS],
    /// The groups that are sets.
    sets: Vec<usize>,
    /// What the jokers may have stood for as the turn began.
    stood: Readings,
}

impl<'a> Mending<'a> {
    /// `None` if no game has such tiles.
    fn new(tangle: &'a Tangle<'a>) -> Option<Self> {
        let all = counted(tangle.groups.iter().flatten())?;
        let mut fixed = [0; KINDS];
        for kind in 0..KINDS {
            fixed[kind] = all[kind].checked_sub(tangle.laid[kind])?;
        }
        if let Some(before) = tangle.held
            && counted(before.iter().flatten())?[JOKER] != fixed[JOKER]
        {
            return None;
        }
        let is_set = |group: &usize| fault(&tangle.groups[*group]).is_none();
        let sets = (0..tangle.groups.len()).filter(is_set).collect();
        Some(Self { tangle, fixed, sets, stood: readings::table_readings(tangle.held.unwrap_or_default()) })
    }

    fn smallest(&self, solver: &mut Solver) -> Option<Repair> {
        let all = self.arrange(solver, Items::MAX, BEYOND)?;
        let bound = all.cost + 1;
        let disturbed = fewest(self.sets.len(), |disturbed| Some(self.arrange(solver, disturbed, bound).is_some()))?;
        let arrangement = self.arrange(solver, disturbed, bound)?;
        Some(self.written(&arrangement, disturbed))
    }

    /// Whether a group stays as it is, as one of the sets that are not disturbed.
    fn stays(&self, group: usize, disturbed: Items) -> bool {
        self.sets.iter().position(|set| *set == group).is_some_and(|item| disturbed >> item & 1 == 0)
    }

    /// The groups to be rearranged.
    fn loose(&self, disturbed: Items) -> Vec<usize> {
        (0..self.tangle.groups.len()).filter(|group| !self.stays(*group, disturbed)).collect()
    }

    /// An arrangement below `bound` of the groups that are no sets and those disturbed; the tiles that go back
    /// are its cost.
    fn arrange(&self, solver: &mut Solver, disturbed: Items, bound: Cost) -> Option<Arrangement> {
        let (mut apart, mut staying) = ([0; KINDS], Vec::new());
        for group in self.sets.iter().filter(|group| self.stays(**group, disturbed)) {
            let set = &self.tangle.groups[*group];
            set.iter().for_each(|tile| apart[usize::from(*tile)] += 1);
            staying.push(set.clone());
        }
        let loose: Vec<Vec<Tile>> =
            self.loose(disturbed).into_iter().map(|group| self.tangle.groups[group].clone()).collect();
        // Of equal tiles those that cannot go back are taken to be the ones that stay.
        let must: [u8; KINDS] = std::array::from_fn(|kind| self.fixed[kind].saturating_sub(apart[kind]));
        let may: [u8; KINDS] =
            std::array::from_fn(|kind| self.fixed[kind] + self.tangle.laid[kind] - apart[kind] - must[kind]);
        let mut free = Supply::new(&must, &may);
        free.apart = cells_of(&apart);
        readings::note_brelans(&loose, &mut free);
        let cases = match self.tangle.held {
            Some(_) => readings::cases(readings::unmet(&self.stood, &staying), &free, &WORTH),
            None => vec![free],
        };
        solver.best_case(cases, bound, |solver, supply, bound| solver.housed(&WORTH, &loose, supply, bound))
    }

    /// The repair as it will lie there.
    fn written(&self, arrangement: &Arrangement, disturbed: Items) -> Repair {
        let loose = self.loose(disturbed);
        let before: Vec<Vec<Tile>> = loose.iter().map(|group| self.tangle.groups[*group].clone()).collect();
        let written = arrange::written(&arrangement.path, &arrangement.supply, &before);
        let mut groups = self.tangle.groups.to_vec();
        let mut homes = Vec::new();
        for (group, stays) in loose.into_iter().zip(written.stays) {
            if !stays {
                groups[group].clear();
                homes.push(group);
            }
        }
        let mut sets = written.others;
        // Who has most in common goes first.
        while let Some((_, home, set)) = homes
            .iter()
            .enumerate()
            .flat_map(|(home, group)| {
                let old = &self.tangle.groups[*group];
                sets.iter().enumerate().map(move |(at, set)| (in_common(old, set), home, at))
            })
            .filter(|(common, ..)| *common > 0)
            .max_by_key(|(common, home, set)| (*common, std::cmp::Reverse((*home, *set))))
        {
            groups[homes.remove(home)] = sets.remove(set);
        }
        groups.append(&mut sets);
        self.summary(groups)
    }

    fn summary(&self, groups: Vec<Vec<Tile>>) -> Repair {
        let mut left = [0_u8; KINDS];
        self.tangle.groups.iter().flatten().for_each(|tile| left[usize::from(*tile)] += 1);
        groups.iter().flatten().for_each(|tile| left[usize::from(*tile)] -= 1);
        let back = (0..KINDS).flat_map(|kind| std::iter::repeat_n(kind as Tile, usize::from(left[kind]))).collect();
        let old = |group: usize| self.tangle.groups.get(group).map_or(&[][..], Vec::as_slice);
        let moved = groups.iter().enumerate().map(|(group, set)| set.len() - in_common(old(group), set)).sum();
        let disturbed = self.sets.iter().filter(|group| groups[**group] != self.tangle.groups[**group]).count();
        Repair { groups, back, disturbed, moved }
    }
}

/// How many tiles of each kind, if no kind is there more than twice.
fn counted<'t>(tiles: impl Iterator<Item = &'t Tile>) -> Option<[u8; KINDS]> {
    let mut counts = [0; KINDS];
    for tile in tiles {
        let count = counts.get_mut(usize::from(*tile))?;
        *count += 1;
        if *count > 2 {
            return None;
        }
    }
    Some(counts)
}

/// How many tiles two groups have in common.
fn in_common(one: &[Tile], other: &[Tile]) -> usize {
    let mut rest = other.to_vec();
    let mut shared = |tile: &&Tile| rest.iter().position(|other| other == *tile).map(|at| rest.swap_remove(at));
    one.iter().filter(|tile| shared(tile).is_some()).count()
}
