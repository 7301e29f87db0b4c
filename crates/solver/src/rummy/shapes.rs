//! What the tiles of one rank can do, as constant tables: carry runs on, and stand together in brelans.
//!
//! Nothing here knows which tiles there are; see `supply` for that.

/// Ranks, from the ace (0) to the king (12).
pub(super) const RANKS: usize = 13;
/// Colours.
pub(super) const COLOURS: usize = 4;
/// Jokers in the game.
pub(super) const JOKERS: usize = 2;
/// The most tiles that can lie in the suites of one colour at one rank: two naturals and both jokers.
const COPIES: usize = 2 + JOKERS;

/// How many different ways the suites of one colour can be open.
pub(super) const OPEN_STATES: usize = 35;
/// The state of a colour without an open suite.
pub(super) const CLOSED: u8 = 0;
/// Stands in [`NEXT`] for a suite that would end too short.
pub(super) const BROKEN: u8 = u8::MAX;

/// The open suites of one colour after some rank: how many are one tile long, two, and three or more.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) one: u8,
    pub(super) two: u8,
    pub(super) three: u8,
}

impl Open {
    /// How many of them the next rank has to carry on.
    pub(super) const fn owed(self) -> u8 {
        self.one + self.two
    }
}

/// Every [`Open`] by its number.
pub(super) const OPEN: [Open; OPEN_STATES] = open_states();

/// `NEXT[state][copies]`: the state after a rank that gives so many tiles to the suites of the colour.
///
/// There is no choice in it. Short suites must go on. Of the tiles that remain, each carries on a long suite
/// if there is one, since whatever a suite begun now can do later the long one can do too; the rest begin new
/// suites. Long suites that get no tile are finished.
pub(super) const NEXT: [[u8; COPIES + 1]; OPEN_STATES] = next_states();

/// `CAPPED[state][most]`: the state with at most so many of its long suites, the others being finished.
pub(super) const CAPPED: [[u8; COPIES + 1]; OPEN_STATES] = capped_states();

/// `BETTER[state]`: states that can do all that this one can, each better by one suite: longer by a step, or one
/// long suite more. [`BROKEN`] where there is none.
pub(super) const BETTER: [[u8; 3]; OPEN_STATES] = better_states();

/// How many different ways there are to give each colour nought, one or two tiles.
pub(super) const GROUPINGS: usize = 81;

/// `JOINED[grouping]`: with how many jokers (bit 0, 1, 2) these tiles of one rank make up brelans and carrés,
/// none left over. A grouping is numbered in base 3, the first colour being the lowest digit.
pub(super) const JOINED: [u8; GROUPINGS] = joined();

/// The tiles of each colour in a grouping.
pub(super) const GROUPED: [[u8; COLOURS]; GROUPINGS] = grouped();

/// The number of a grouping.
pub(super) const fn grouping(tiles: [u8; COLOURS]) -> usize {
    tiles[0] as usize + 3 * tiles[1] as usize + 9 * tiles[2] as usize + 27 * tiles[3] as usize
}

/// The grouping with one tile of each colour of a mask.
pub(super) const fn grouping_of_mask(mask: usize) -> usize {
    (mask & 1) + 3 * (mask >> 1 & 1) + 9 * (mask >> 2 & 1) + 27 * (mask >> 3 & 1)
}

/// Whether a brelan or carré may consist of so many different natural colours and so many jokers.
pub(super) const fn is_brelan(naturals: u32, jokers: u32) -> bool {
    naturals > 0 && matches!(naturals + jokers, 3 | 4)
}

const fn open_states() -> [Open; OPEN_STATES] {
    let mut states = [Open { one: 0, two: 0, three: 0 }; OPEN_STATES];
    let mut at = 0;
    let mut code = 0;
    while code < 125 {
        let (one, two, three) = (code % 5, code / 5 % 5, code / 25);
        if one + two + three <= COPIES as u8 {
            states[at] = Open { one, two, three };
            at += 1;
        }
        code += 1;
    }
    states
}

const fn next_states() -> [[u8; COPIES + 1]; OPEN_STATES] {
    let mut next = [[BROKEN; COPIES + 1]; OPEN_STATES];
    let mut state = 0;
    while state < OPEN_STATES {
        let open = OPEN[state];
        let mut copies = open.owed();
        while copies <= COPIES as u8 {
            let spare = copies - open.owed();
            let carried = if spare < open.three { spare } else { open.three };
            next[state][copies as usize] = number(spare - carried, open.one, open.two + carried);
            copies += 1;
        }
        state += 1;
    }
    next
}

const fn capped_states() -> [[u8; COPIES + 1]; OPEN_STATES] {
    let mut capped = [[0; COPIES + 1]; OPEN_STATES];
    let mut state = 0;
    while state < OPEN_STATES {
        let open = OPEN[state];
        let mut most = 0;
        while most <= COPIES {
            let three = if (open.three as usize) < most { open.three } else { most as u8 };
            capped[state][most] = number(open.one, open.two, three);
            most += 1;
        }
        state += 1;
    }
    capped
}

const fn better_states() -> [[u8; 3]; OPEN_STATES] {
    let mut better = [[BROKEN; 3]; OPEN_STATES];
    let mut state = 0;
    while state < OPEN_STATES {
        let Open { one, two, three } = OPEN[state];
        if one > 0 {
            better[state][0] = number(one - 1, two + 1, three);
        }
        if two > 0 {
            better[state][1] = number(one, two - 1, three + 1);
        }
        better[state][2] = number(one, two, three + 1);
        state += 1;
    }
    better
}

const fn number(one: u8, two: u8, three: u8) -> u8 {
    let mut state = 0;
    while state < OPEN_STATES {
        let open = OPEN[state];
        if open.one == one && open.two == two && open.three == three {
            return state as u8;
        }
        state += 1;
    }
    BROKEN
}

const fn grouped() -> [[u8; COLOURS]; GROUPINGS] {
    let mut groupings = [[0; COLOURS]; GROUPINGS];
    let mut code = 0;
    while code < GROUPINGS {
        let digits = code as u8;
        groupings[code] = [digits % 3, digits / 3 % 3, digits / 9 % 3, digits / 27];
        code += 1;
    }
    groupings
}

const fn joined() -> [u8; GROUPINGS] {
    let mut joined = [0; GROUPINGS];
    joined[0] = 1;
    let mut code = 1;
    while code < GROUPINGS {
        let mut mask: usize = 1;
        while mask < 1 << COLOURS {
            if covers(code, mask) {
                let rest = joined[code - grouping_of_mask(mask)];
                let mut jokers = 0;
                while jokers <= JOKERS as u32 {
                    if is_brelan(mask.count_ones(), jokers) {
                        joined[code] |= rest << jokers & 0b111;
                    }
                    jokers += 1;
                }
            }
            mask += 1;
        }
        code += 1;
    }
    joined
}

/// Whether a grouping has a tile of each colour of a mask.
pub(super) const fn covers(code: usize, mask: usize) -> bool {
    let tiles = GROUPED[code];
    let mut colour = 0;
    while colour < COLOURS {
        if mask >> colour & 1 == 1 && tiles[colour] == 0 {
            return false;
        }
        colour += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_suites_must_go_on() {
        let open = |one, two, three| number(one, two, three) as usize;
        assert_eq!(NEXT[open(1, 0, 0)][0], BROKEN);
        assert_eq!(NEXT[open(0, 1, 1)][1] as usize, open(0, 0, 1));
        assert_eq!(NEXT[open(0, 1, 1)][2] as usize, open(0, 0, 2));
        assert_eq!(NEXT[open(0, 0, 1)][2] as usize, open(1, 0, 1));
        assert_eq!(NEXT[open(0, 0, 2)][0], CLOSED);
    }

    #[test]
    fn brelans_take_jokers() {
        assert_eq!(JOINED[grouping([1, 1, 1, 0])], 0b011);
        assert_eq!(JOINED[grouping([1, 1, 0, 0])], 0b110);
        assert_eq!(JOINED[grouping([0, 0, 1, 0])], 0b100);
        assert_eq!(JOINED[grouping([1, 1, 1, 1])], 0b101, "a full carré has no room, but two pairs have");
        assert_eq!(JOINED[grouping([2, 2, 2, 2])], 0b111, "two carrés, or three brelans with one joker or two");
        assert_eq!(JOINED[grouping([2, 0, 0, 0])], 0);
    }
}
