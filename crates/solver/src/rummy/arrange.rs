//! From numbers to sets: finds room for the jokers left over, keeps old sets where it can, writes the others.
//!
//! Decides nothing about which tiles are laid.

use super::problem::{JOKER, Tile};
use super::readings::{Shape, shapes};
use super::search_state::Path;
use super::shapes::{
    BROKEN, CLOSED, COLOURS, GROUPINGS, JOINED, JOKERS, NEXT, OPEN, RANKS, covers, grouping, grouping_of_mask,
    is_brelan,
};
use super::supply::{Cells, Supply, tile_at};

/// Gives every joker a place, or returns nothing: where one lay before if possible, else as high as possible.
pub(super) fn house_jokers(path: &Path, supply: &Supply, old: &[Vec<Tile>]) -> Option<Path> {
    let mut path = *path;
    for _ in jokers_used(&path)..supply.jokers {
        let before = old.iter().flat_map(|set| joker_places(set));
        let anywhere = (0..RANKS)
            .rev()
            .flat_map(|rank| std::iter::once((rank, None)).chain((0..COLOURS).map(move |colour| (rank, Some(colour)))));
        path = before.chain(anywhere).find_map(|(rank, colour)| with_joker(&path, rank, colour))?;
    }
    Some(path)
}

/// How many free jokers an arrangement uses.
pub(super) fn jokers_used(path: &Path) -> u8 {
    path.iter().map(|choice| choice.group_jokers + choice.run_jokers.iter().sum::<u8>()).sum()
}

/// What an arrangement is worth for the opening, where a joker counts as the tile it stands for.
pub(super) fn opening_points(path: &Path) -> u32 {
    let tiles = path.iter().map(|choice| {
        choice.grouped.iter().chain(&choice.run).chain(&choice.run_jokers).sum::<u8>() + choice.group_jokers
    });
    (1..).zip(tiles).map(|(value, tiles)| value * u32::from(tiles)).sum()
}

/// Where the jokers of a written set lie: a rank, and a colour if it is a suite.
fn joker_places(set: &[Tile]) -> impl Iterator<Item = (usize, Option<usize>)> {
    let shape = shapes(set).next();
    set.iter().enumerate().filter(|&(_, &tile)| usize::from(tile) == JOKER).filter_map(move |(at, _)| match shape? {
        Shape::Brelan { rank, .. } => Some((rank, None)),
        Shape::Suite { colour, first } => Some((first + at, Some(colour))),
    })
}

/// One joker more in the brelans of a rank or in the suites of a colour, if it fits there.
fn with_joker(path: &Path, rank: usize, colour: Option<usize>) -> Option<Path> {
    let mut path = *path;
    let choice = &mut path[rank];
    let fits = match colour {
        None => {
            choice.group_jokers += 1;
            choice.group_jokers as usize <= JOKERS && JOINED[grouping(choice.grouped)] >> choice.group_jokers & 1 == 1
        }
        Some(colour) => {
            choice.run_jokers[colour] += 1;
            are_suites(|rank| path[rank].run[colour] + path[rank].run_jokers[colour])
        }
    };
    fits.then_some(path)
}

/// Whether so many tiles of one colour at each rank make up suites.
fn are_suites(tiles: impl Fn(usize) -> u8) -> bool {
    let mut state = CLOSED;
    for rank in 0..RANKS {
        match NEXT[usize::from(state)].get(usize::from(tiles(rank))) {
            None | Some(&BROKEN) => return false,
            Some(&next) => state = next,
        }
    }
    OPEN[usize::from(state)].owed() == 0
}

/// The tiles of an arrangement not yet put into sets.
#[derive(Clone)]
struct Loose {
    run: Cells,
    run_jokers: Cells,
    grouped: Cells,
    /// Jokers in brelans that stand for a colour.
    group_standing: Cells,
    /// Jokers in brelans that stand for whichever colour is missing.
    group_jokers: [u8; RANKS],
}

/// The sets of an arrangement.
pub(super) struct WrittenSets {
    /// Which of the old sets stay as they are.
    pub(super) stays: Vec<bool>,
    /// The others.
    pub(super) others: Vec<Vec<Tile>>,
}

/// Puts the tiles of an arrangement into sets, old ones first.
pub(super) fn written(path: &Path, supply: &Supply, old: &[Vec<Tile>]) -> WrittenSets {
    let mut loose = Loose::new(path, supply);
    let mut stays = vec![false; old.len()];
    for (set, stays) in old.iter().zip(&mut stays) {
        if let Some(rest) = shapes(set).find_map(|shape| loose.without(set, shape)) {
            loose = rest;
            *stays = true;
        }
    }
    let mut others = Vec::new();
    for rank in 0..RANKS {
        loose.write_brelans(rank, &mut others);
    }
    for colour in 0..COLOURS {
        loose.write_suites(colour, &mut others);
    }
    WrittenSets { stays, others }
}

impl Loose {
    fn new(path: &Path, supply: &Supply) -> Self {
        let mut loose = Self {
            run: path.map(|choice| choice.run),
            run_jokers: path.map(|choice| choice.run_jokers),
            grouped: path.map(|choice| choice.grouped),
            group_standing: [[0; COLOURS]; RANKS],
            group_jokers: path.map(|choice| choice.group_jokers),
        };
        for rank in 0..RANKS {
            for colour in 0..COLOURS {
                let in_run = supply.standing[rank][colour].min(loose.run[rank][colour]);
                let in_group = supply.standing[rank][colour] - in_run;
                loose.run[rank][colour] -= in_run;
                loose.run_jokers[rank][colour] += in_run;
                loose.grouped[rank][colour] -= in_group;
                loose.group_standing[rank][colour] += in_group;
            }
        }
        loose
    }

    /// The number of the tiles in brelans at a rank, jokers that stand for a colour among them.
    fn grouping(&self, rank: usize) -> usize {
        grouping(std::array::from_fn(|colour| self.grouped[rank][colour] + self.group_standing[rank][colour]))
    }

    /// What remains when a set is taken out as it is written, if the rest still makes up sets.
    fn without(&self, set: &[Tile], shape: Shape) -> Option<Self> {
        let mut rest = self.clone();
        match shape {
            Shape::Suite { colour, first } => {
                for (rank, &tile) in (first..).zip(set) {
                    let of_kind = if usize::from(tile) == JOKER { &mut rest.run_jokers } else { &mut rest.run };
                    of_kind[rank][colour] = of_kind[rank][colour].checked_sub(1)?;
                }
                are_suites(|rank| rest.run[rank][colour] + rest.run_jokers[rank][colour]).then_some(rest)
            }
            Shape::Brelan { rank, colours } => {
                let mut jokers = set.iter().filter(|&&tile| usize::from(tile) == JOKER).count() as u8;
                for colour in 0..COLOURS {
                    if colours >> colour & 1 == 1 {
                        rest.grouped[rank][colour] = rest.grouped[rank][colour].checked_sub(1)?;
                    } else if jokers > 0 && rest.group_standing[rank][colour] > 0 {
                        rest.group_standing[rank][colour] -= 1;
                        jokers -= 1;
                    }
                }
                rest.group_jokers[rank] = rest.group_jokers[rank].checked_sub(jokers)?;
                (JOINED[rest.grouping(rank)] >> rest.group_jokers[rank] & 1 == 1).then_some(rest)
            }
        }
    }

    fn write_brelans(&mut self, rank: usize, sets: &mut Vec<Vec<Tile>>) {
        let mut code = self.grouping(rank);
        let mut jokers = u32::from(self.group_jokers[rank]);
        while code > 0 {
            let Some((mask, with)) = brelan_of(code, jokers) else { return };
            let mut set = Vec::with_capacity(4);
            let mut standing = 0;
            for colour in (0..COLOURS).filter(|&colour| mask >> colour & 1 == 1) {
                if self.grouped[rank][colour] > 0 {
                    self.grouped[rank][colour] -= 1;
                    set.push(tile_at(rank, colour) as Tile);
                } else {
                    standing += 1;
                }
            }
            set.extend((0..standing + with).map(|_| JOKER as Tile));
            sets.push(set);
            code -= grouping_of_mask(mask);
            jokers -= with;
        }
    }

    fn write_suites(&self, colour: usize, sets: &mut Vec<Vec<Tile>>) {
        let mut open: Vec<Vec<Tile>> = Vec::new();
        for rank in 0..RANKS {
            let naturals = self.run[rank][colour];
            let tiles = naturals + self.run_jokers[rank][colour];
            // Short suites first: they must go on. Then the longest.
            open.sort_by_key(|suite| if suite.len() < 3 { 0 } else { RANKS - suite.len() + 1 });
            for at in 0..tiles {
                let tile = if at < naturals { tile_at(rank, colour) } else { JOKER } as Tile;
                match open.get_mut(usize::from(at)) {
                    Some(suite) => suite.push(tile),
                    None => open.push(vec![tile]),
                }
            }
            // Those that got no tile are finished.
            sets.extend(open.drain(open.len().min(usize::from(tiles))..));
        }
        sets.append(&mut open);
    }
}

/// A brelan that can be taken out of a grouping so that the rest still makes up brelans, and its jokers.
fn brelan_of(code: usize, jokers: u32) -> Option<(usize, u32)> {
    debug_assert!(code < GROUPINGS, "a grouping has a number below 81");
    (1..1_usize << COLOURS).rev().filter(|&mask| covers(code, mask)).find_map(|mask| {
        let rest = JOINED[code - grouping_of_mask(mask)];
        (0..=jokers)
            .find(|&with| is_brelan(mask.count_ones(), with) && rest >> (jokers - with) & 1 == 1)
            .map(|with| (mask, with))
    })
}
