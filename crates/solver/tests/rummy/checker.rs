//! Whether a play keeps the rules, told from the written table alone and without any code of the solver.

use solver::rummy::{Goal, JOKER, JokerRule, Problem, Solution, Stage, Tile};

/// What the jokers of a table stand for, in the order they are written.
pub(crate) type Reading = Vec<usize>;

/// What laying a tile of a kind is worth.
pub(crate) fn worth(problem: &Problem<'_>, kind: usize) -> i64 {
    match problem.goal {
        Goal::Tiles => 1,
        Goal::Points if kind == JOKER => i64::from(problem.joker_points),
        Goal::Points => kind as i64 % 13 + 1,
        Goal::Worth(worth) => i64::from(worth[kind]),
    }
}

/// Every way to read a written set, each as the full list of tiles; none if it is no set.
pub(crate) fn set_readings(set: &[Tile]) -> Vec<Vec<usize>> {
    let mut candidates: Vec<Vec<usize>> = Vec::new();
    for first in (0..52).filter(|first| set.iter().any(|&tile| usize::from(tile) / 13 == first / 13)) {
        if first % 13 + set.len() <= 13 && set.len() >= 3 {
            candidates.push((first..first + set.len()).collect());
        }
    }
    for rank in (0..13).filter(|rank| set.iter().any(|&tile| usize::from(tile) % 13 == *rank)) {
        let colours: [usize; 4] = std::array::from_fn(|colour| colour * 13 + rank);
        for one in colours {
            for two in colours {
                for three in colours {
                    let mut ways = vec![vec![one, two, three]];
                    ways.extend(colours.map(|four| vec![one, two, three, four]));
                    ways.retain(|way| (1..way.len()).all(|at| !way[..at].contains(&way[at])));
                    candidates.extend(ways);
                }
            }
        }
    }
    candidates.retain(|tiles| {
        tiles.len() == set.len()
            && tiles.iter().zip(set).all(|(&meant, &tile)| usize::from(tile) == JOKER || usize::from(tile) == meant)
    });
    if set.iter().all(|&tile| usize::from(tile) == JOKER) { Vec::new() } else { candidates }
}

/// Every way to read the jokers of a table.
pub(crate) fn table_readings(table: &[Vec<Tile>]) -> Vec<Reading> {
    let mut readings = vec![Vec::new()];
    for set in table.iter().filter(|set| set.contains(&(JOKER as Tile))) {
        let of_set = set_readings(set);
        readings = readings
            .iter()
            .flat_map(|before| {
                of_set.iter().map(move |tiles| {
                    let jokers = tiles.iter().zip(set).filter(|&(_, &tile)| usize::from(tile) == JOKER);
                    before.iter().copied().chain(jokers.map(|(&meant, _)| meant)).collect()
                })
            })
            .collect();
    }
    readings
}

/// Whether each old joker finds a new one that stands for its tile, or a natural to replace it.
pub(crate) fn are_jokers_accounted(old: &[usize], new: &[usize], naturals: &[u8; 53]) -> bool {
    let Some((&stood, others)) = old.split_first() else { return true };
    if let Some(at) = new.iter().position(|&stands| stands == stood) {
        let mut new = new.to_vec();
        new.remove(at);
        if are_jokers_accounted(others, &new, naturals) {
            return true;
        }
    }
    let mut naturals = *naturals;
    naturals[stood] > 0 && {
        naturals[stood] -= 1;
        are_jokers_accounted(others, new, &naturals)
    }
}

/// Panics unless a play keeps every rule and is what it says it is.
pub(crate) fn check(problem: &Problem<'_>, solution: &Solution) {
    let before = super::counted(&problem.table.concat());
    let after = super::counted(&solution.table.concat());
    let (mut placed, mut points) = (0, 0);
    for kind in 0..53 {
        assert!(after[kind] >= before[kind], "tile {kind} left the table: {problem:?} {solution:?}");
        let laid = after[kind] - before[kind];
        assert!(laid <= problem.rack[kind], "tile {kind} came from nowhere: {problem:?} {solution:?}");
        placed += laid;
        points += i32::from(laid) * if kind == JOKER { problem.joker_points } else { kind as i32 % 13 + 1 };
    }
    assert!(placed > 0, "nothing was laid");
    assert_eq!((placed, points), (solution.placed, solution.points), "{problem:?} {solution:?}");
    for set in &solution.table {
        assert!(!set_readings(set).is_empty(), "{set:?} is no set: {problem:?}");
        assert!(problem.table.contains(set) || is_canonical(set), "{set:?} is written oddly: {problem:?}");
    }
    match problem.stage {
        Stage::Unopened => {
            let (old, new) = solution.table.split_at(problem.table.len());
            assert_eq!(old, problem.table, "the opening leaves the old sets alone");
            let dearest = |set: &Vec<Tile>| set_readings(set).iter().map(|tiles| values(tiles)).max();
            let total: usize = new.iter().filter_map(dearest).sum();
            assert!(total >= 30, "{total} points do not open: {problem:?} {solution:?}");
        }
        Stage::Opened if problem.jokers == JokerRule::Replace => {
            let new = table_readings(&solution.table);
            let is_kept = table_readings(problem.table)
                .iter()
                .any(|old| new.iter().any(|new| are_jokers_accounted(old, new, &after)));
            assert!(is_kept, "a joker was taken: {problem:?} {solution:?}");
        }
        Stage::Opened => {}
    }
}

/// The face values of tiles together.
pub(crate) fn values(tiles: &[usize]) -> usize {
    tiles.iter().map(|tile| tile % 13 + 1).sum()
}

/// Suites ascend as any reading does; brelans are in the order of colours, jokers last.
fn is_canonical(set: &[Tile]) -> bool {
    set.is_sorted() || set_readings(set).iter().any(|tiles| tiles[1] == tiles[0] + 1 && tiles[0] % 13 < 12)
}
