//! What a search may still hope for: each colour on its own, as if it alone could use the jokers left and the
//! other colours would always be there for its brelans.
//!
//! The sum over the colours never exceeds the true cost, and it tells at once when a suite cannot be finished.
//!
//! Jokers are placed sparingly here: none begins or ends a suite that would stand without it, none joins three
//! naturals. That loses nothing, because what such a joker adds is never a tile of the rack. A suite of three
//! that begins with a joker may as well end with it, except before queen and king; and one natural with two
//! jokers may as well be a brelan.

use super::shapes::{BROKEN, CAPPED, COLOURS, GROUPED, GROUPINGS, JOINED, JOKERS, NEXT, OPEN, OPEN_STATES, RANKS};
use super::supply::{BEYOND, Cost, Supply, Worth, shortfall, tile_at};

/// Whether jokers are placed only where they help other tiles, or anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Jokers {
    /// Only where they help; the rest is found room for afterwards.
    Sparing,
    /// Anywhere.
    Anywhere,
}

/// What one colour does at one rank.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    /// Tiles given to suites.
    pub(super) run: u8,
    /// Jokers given to suites.
    pub(super) jokers: u8,
    /// The open suites afterwards.
    pub(super) next: u8,
    /// Tiles laid from the rack.
    pub(super) laid: u8,
    /// The cost of the tiles left on the rack.
    pub(super) cost: Cost,
    /// By how much it disappoints the hope there was.
    pub(super) excess: Cost,
}

/// All steps of a colour at a rank: up to two tiles and two jokers in suites.
#[derive(Clone, Copy, Default)]
pub(super) struct StepList {
    steps: [Step; 3 * (JOKERS + 1)],
    len: usize,
}

impl StepList {
    pub(super) fn push(&mut self, step: Step) {
        self.steps[self.len] = step;
        self.len += 1;
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps only some of the steps.
    pub(super) fn retain(&mut self, mut keeps: impl FnMut(&mut Step) -> bool) {
        let mut kept = 0;
        for at in 0..self.len {
            if keeps(&mut self.steps[at]) {
                self.steps[kept] = self.steps[at];
                kept += 1;
            }
        }
        self.len = kept;
    }

    pub(super) fn as_slice(&self) -> &[Step] {
        &self.steps[..self.len]
    }
}

/// Marks a value not yet computed.
const UNKNOWN: Cost = -1;
/// Marks a number of tiles that cannot stand in brelans, however many jokers help.
const NEVER: u8 = JOKERS as u8 + 1;

/// The tiles of a search with everything about them that the search asks again and again.
pub(super) struct Prospect {
    supply: Supply,
    worth: [[Cost; COLOURS]; RANKS],
    /// The groupings each rank can afford, those first that move fewest tiles between brelans and suites: above
    /// a byte, how many it moves.
    groupings: Vec<u16>,
    /// Where the groupings of each rank begin.
    starts: [u16; RANKS + 1],
    /// The fewest jokers with which so many tiles of a cell can stand in brelans.
    help: [[[u8; 3]; COLOURS]; RANKS],
    hope: Vec<Cost>,
}

impl Prospect {
    /// An empty prospect, to be filled by [`Self::reset`].
    pub(super) fn new(supply: Supply) -> Self {
        Self {
            supply,
            worth: [[0; COLOURS]; RANKS],
            groupings: Vec::new(),
            starts: [0; RANKS + 1],
            help: [[[0; 3]; COLOURS]; RANKS],
            hope: Vec::new(),
        }
    }

    /// Begins a new search.
    pub(super) fn reset(&mut self, supply: &Supply, worth: &Worth) {
        self.supply.clone_from(supply);
        self.hope.clear();
        self.hope.resize(COLOURS * RANKS * (JOKERS + 1) * OPEN_STATES, UNKNOWN);
        self.groupings.clear();
        for rank in 0..RANKS {
            self.worth[rank] = std::array::from_fn(|colour| worth[tile_at(rank, colour)]);
            self.starts[rank] = self.groupings.len() as u16;
            self.help[rank] = [[0, NEVER, NEVER]; COLOURS];
            let available: [u8; COLOURS] = std::array::from_fn(|colour| supply.available(rank, colour));
            if available.iter().filter(|&&tiles| tiles > 0).count() + usize::from(supply.jokers) < 3 {
                self.groupings.push(0);
                continue;
            }
            for code in 0..GROUPINGS {
                let tiles = GROUPED[code];
                let jokers = JOINED[code].trailing_zeros() as u8;
                if jokers > supply.jokers || (0..COLOURS).any(|colour| tiles[colour] > available[colour]) {
                    continue;
                }
                let before = supply.grouped[rank];
                let moved: u8 = (0..COLOURS).map(|colour| tiles[colour].abs_diff(before[colour])).sum();
                self.groupings.push(u16::from(moved) << 8 | code as u16);
                for (help, tiles) in self.help[rank].iter_mut().zip(tiles) {
                    let help = &mut help[usize::from(tiles)];
                    *help = jokers.min(*help);
                }
            }
            self.groupings[usize::from(self.starts[rank])..].sort_unstable();
        }
        self.starts[RANKS] = self.groupings.len() as u16;
    }

    /// The tiles searched.
    pub(super) fn supply(&self) -> &Supply {
        &self.supply
    }

    /// Where in [`Self::grouping`] the groupings of a rank are.
    pub(super) fn groupings(&self, rank: usize) -> std::ops::Range<usize> {
        usize::from(self.starts[rank])..usize::from(self.starts[rank + 1])
    }

    /// One of the groupings.
    pub(super) fn grouping(&self, at: usize) -> usize {
        usize::from(self.groupings[at] & 0xFF)
    }

    /// Everything a colour can do at a rank with so many of its tiles in brelans.
    pub(super) fn steps(
        &self,
        (rank, colour): (usize, usize),
        state: u8,
        grouped: u8,
        jokers_left: u8,
        jokers: Jokers,
        mut visit: impl FnMut(Step),
    ) {
        let (must, may) = (self.supply.must[rank][colour], self.supply.may[rank][colour]);
        let open = OPEN[usize::from(state)];
        for run in must.saturating_sub(grouped)..=must + may - grouped {
            let forced = open.owed().saturating_sub(run);
            let most = match jokers {
                Jokers::Anywhere => jokers_left,
                Jokers::Sparing => {
                    let waiting = open.three.saturating_sub(run.saturating_sub(open.owed()));
                    (forced + self.useful((rank, colour), waiting, jokers_left)).min(jokers_left)
                }
            };
            for jokers in forced..=most {
                let next = NEXT[usize::from(state)][usize::from(run + jokers)];
                if next != BROKEN {
                    let laid = run + grouped - must;
                    let cost = shortfall(self.worth[rank][colour], laid, may);
                    visit(Step { run, jokers, next, laid, cost, excess: 0 });
                }
            }
        }
    }

    /// How many jokers beyond those that short suites need can help a colour at a rank: as a bridge for one of
    /// the long suites waiting, or before queen and king.
    fn useful(&self, (rank, colour): (usize, usize), waiting: u8, jokers_left: u8) -> u8 {
        let follows = |ahead: usize| rank + ahead < RANKS && self.supply.available(rank + ahead, colour) > 0;
        let is_bridge = waiting > 0 && (follows(1) || jokers_left > 1 && follows(2));
        let before_queen = if rank == RANKS - 3 && follows(1) && follows(2) { JOKERS as u8 } else { 0 };
        before_queen + if is_bridge { waiting } else { 0 }
    }

    /// The same open suites without the long ones that nothing can carry on at this rank.
    pub(super) fn settled(&self, colour: usize, rank: usize, state: u8, jokers_left: u8) -> u8 {
        let most = if rank == RANKS { 0 } else { self.supply.available(rank, colour) + jokers_left };
        let spare = most.saturating_sub(OPEN[usize::from(state)].owed());
        CAPPED[usize::from(state)][usize::from(spare)]
    }

    /// The least it can cost a colour from a rank on.
    #[inline]
    pub(super) fn hope(&mut self, colour: usize, rank: usize, state: u8, jokers_left: u8) -> Cost {
        if rank == RANKS {
            return if OPEN[usize::from(state)].owed() == 0 { 0 } else { BEYOND };
        }
        let at = ((colour * RANKS + rank) * (JOKERS + 1) + usize::from(jokers_left)) * OPEN_STATES + usize::from(state);
        let hope = self.hope[at];
        if hope != UNKNOWN {
            return hope;
        }
        let hope = self.reckon((rank, colour), state, jokers_left);
        self.hope[at] = hope;
        hope
    }

    #[inline(never)]
    fn reckon(&mut self, (rank, colour): (usize, usize), state: u8, jokers_left: u8) -> Cost {
        let mut best = BEYOND;
        let mut steps = StepList::default();
        for grouped in 0..=self.supply.available(rank, colour).min(2) {
            let help = self.help[rank][colour][usize::from(grouped)];
            if help > jokers_left {
                continue;
            }
            let left = jokers_left - help;
            steps.clear();
            self.steps((rank, colour), state, grouped, left, Jokers::Sparing, |step| steps.push(step));
            for step in steps.as_slice() {
                if step.cost < best {
                    best = best.min(step.cost + self.hope(colour, rank + 1, step.next, left - step.jokers));
                }
            }
        }
        best
    }
}
