//! Repairs against brute force, by an independent checker, and on tables one can check by eye.

use solver::rummy::{
    Diagnosis, Fault, Goal, JOKER, JokerRule, KINDS, Problem, Repair, Solver, Stage, Tangle, Tile, repair, solve,
};

use super::brute::{Set, every_way, stands};
use super::checker::{are_jokers_accounted, set_readings, table_readings};
use super::random::{self, Dice, Mould};
use super::rules::{tiles, written};
use super::{counted, positions};

/// Panics unless a verdict is right about the table, and its repair keeps every rule and is what it says it is.
fn check(tangle: &Tangle<'_>, verdict: &Diagnosis) {
    let is_set = |group: &Vec<Tile>| !set_readings(group).is_empty();
    let faulty: Vec<usize> =
        (0..tangle.groups.len()).filter(|&at| !tangle.groups[at].is_empty() && !is_set(&tangle.groups[at])).collect();
    let named: Vec<usize> = verdict
        .faults
        .iter()
        .filter_map(|fault| if let Fault::NoSet { group, .. } = fault { Some(*group) } else { None })
        .collect();
    assert_eq!(named, faulty, "{tangle:?} {verdict:?}");
    if faulty.is_empty() {
        assert_eq!(verdict.is_valid(), keeps_jokers(tangle, tangle.groups), "{tangle:?} {verdict:?}");
    }
    let Some(repair) = &verdict.repair else {
        assert!(!verdict.is_valid(), "a valid table needs no repair: {tangle:?}");
        return;
    };
    if verdict.is_valid() {
        assert_eq!(repair.groups, tangle.groups);
    }
    let (before, after, back) =
        (counted(&tangle.groups.concat()), counted(&repair.groups.concat()), counted(&repair.back));
    for kind in 0..KINDS {
        assert_eq!(before[kind], after[kind] + back[kind], "tiles are lost: {tangle:?} {repair:?}");
        assert!(back[kind] <= tangle.laid[kind], "a tile of the table was taken: {tangle:?} {repair:?}");
    }
    assert!(repair.groups.iter().all(|group| group.is_empty() || is_set(group)), "{tangle:?} {repair:?}");
    assert!(keeps_jokers(tangle, &repair.groups), "a joker was taken: {tangle:?} {repair:?}");
    let old = |at: usize| tangle.groups.get(at).cloned().unwrap_or_default();
    let changed = |at: &usize| is_set(&old(*at)) && repair.groups[*at] != old(*at);
    assert_eq!((0..tangle.groups.len()).filter(changed).count(), repair.disturbed, "{tangle:?} {repair:?}");
    let arrived = |(at, group): (usize, &Vec<Tile>)| -> usize {
        let (old, new) = (counted(&old(at)), counted(group));
        (0..KINDS).map(|kind| usize::from(new[kind].saturating_sub(old[kind]))).sum()
    };
    assert_eq!(repair.groups.iter().enumerate().map(arrived).sum::<usize>(), repair.moved, "{tangle:?} {repair:?}");
}

/// Whether each joker held still stands for its tile in this table, or that tile lies there.
fn keeps_jokers(tangle: &Tangle<'_>, table: &[Vec<Tile>]) -> bool {
    let Some(before) = tangle.held else { return true };
    let (new, naturals) = (table_readings(table), counted(&table.concat()));
    table_readings(before).iter().any(|old| new.iter().any(|new| are_jokers_accounted(old, new, &naturals)))
}

/// The fewest tiles back, and the fewest sets disturbed, by trying everything.
fn smallest(tangle: &Tangle<'_>) -> Option<(usize, usize)> {
    let all = counted(&tangle.groups.concat());
    let must: [u8; KINDS] = std::array::from_fn(|kind| all[kind] - tangle.laid[kind]);
    let old_stands = table_readings(tangle.held.unwrap_or_default());
    let mut least = None;
    every_way(must, all, &mut |chosen, used| {
        let back = usize::from(all.iter().sum::<u8>() - used.iter().sum::<u8>());
        let found = (back, disturbed(tangle.groups, chosen));
        let is_legal = || old_stands.iter().any(|old| are_jokers_accounted(old, &stands(chosen), used));
        if least.is_none_or(|least| found < least) && (tangle.held.is_none() || is_legal()) {
            least = Some(found);
        }
    });
    least
}

/// How many of the groups that are sets are not among the chosen ones.
fn disturbed(groups: &[Vec<Tile>], chosen: &[&Set]) -> usize {
    let mut chosen: Vec<&Set> = chosen.to_vec();
    let mut disturbed = 0;
    for group in groups {
        let readings = set_readings(group);
        let is_same = |set: &&Set| {
            readings.iter().any(|tiles| {
                let mut jokers: Vec<usize> = tiles
                    .iter()
                    .zip(group)
                    .filter(|(_, tile)| usize::from(**tile) == JOKER)
                    .map(|(meant, _)| *meant)
                    .collect();
                let mut tiles = tiles.clone();
                tiles.sort_unstable();
                jokers.sort_unstable();
                (&tiles, &jokers) == (&set.tiles, &set.jokers)
            })
        };
        match chosen.iter().position(is_same) {
            Some(at) => drop(chosen.swap_remove(at)),
            None => disturbed += usize::from(!readings.is_empty()),
        }
    }
    disturbed
}

/// A table someone has arranged: a good play, or tiles of the rack laid anywhere; then some tiles moved anywhere.
fn tangled(dice: &mut Dice, table: &[Vec<Tile>], rack: [u8; KINDS]) -> (Vec<Vec<Tile>>, [u8; KINDS]) {
    let mut groups = table.to_vec();
    let mut laid = [0; KINDS];
    let put = |groups: &mut Vec<Vec<Tile>>, dice: &mut Dice, tile: Tile| {
        let at = dice.below(groups.len() + 1);
        if at == groups.len() {
            groups.push(Vec::new());
        }
        let place = [0, groups[at].len()][dice.below(2)];
        groups[at].insert(place, tile);
    };
    let goal = Goal::Tiles;
    let problem = Problem { table, rack, stage: Stage::Opened, jokers: JokerRule::Replace, goal, joker_points: 30 };
    match solve(&problem).filter(|_| dice.below(2) == 0) {
        Some(play) => {
            let (before, after) = (counted(&table.concat()), counted(&play.table.concat()));
            laid = std::array::from_fn(|kind| after[kind] - before[kind]);
            groups = play.table;
        }
        None => {
            for kind in 0..KINDS {
                for _ in 0..rack[kind] {
                    if dice.below(4) > 0 {
                        laid[kind] += 1;
                        put(&mut groups, dice, kind as Tile);
                    }
                }
            }
        }
    }
    for _ in 0..[0, 0, 1, 1, 2, 3, 9][dice.below(7)] {
        let from = dice.below(groups.len().max(1));
        if groups.get(from).is_some_and(|group| !group.is_empty()) {
            let at = dice.below(groups[from].len());
            let tile = groups[from].remove(at);
            put(&mut groups, dice, tile);
        }
    }
    (groups, laid)
}

/// Compares repairs with brute force; returns how many tables were valid, mended, and beyond repair.
fn compare(seed: u64, count: usize, mould: Mould) -> [usize; 3] {
    let mut dice = Dice::new(seed);
    let mut solver = Solver::new();
    let mut outcomes = [0; 3];
    for _ in 0..count {
        let (table, rack) = random::position(&mut dice, mould);
        let (groups, mut laid) = tangled(&mut dice, &table, rack);
        if dice.below(4) == 0 {
            // Tiles of unknown origin cannot go back.
            laid = std::array::from_fn(|kind| if kind == JOKER { laid[kind] } else { 0 });
        }
        for held in [Some(&table[..]), None] {
            let tangle = Tangle { groups: &groups, laid, held };
            let verdict = solver.repair(&tangle);
            check(&tangle, &verdict);
            let found = verdict.repair.as_ref().map(|repair| (repair.back.len(), repair.disturbed));
            assert_eq!(found, smallest(&tangle), "{tangle:?} {verdict:?}");
            outcomes[if verdict.is_valid() { 0 } else { 1 + usize::from(found.is_none()) }] += 1;
        }
    }
    outcomes
}

#[test]
fn brute_force_finds_no_smaller_repair() {
    let [valid, mended, hopeless] = compare(11, 1_500, Mould { table: 9, rack: 3, ranks: 13, joker_percent: 25 });
    assert!(valid > 200 && mended > 1_000 && hopeless > 300, "{valid} {mended} {hopeless}");
}

#[test]
fn brute_force_finds_no_smaller_repair_among_few_ranks() {
    let [valid, mended, hopeless] = compare(12, 1_000, Mould { table: 9, rack: 3, ranks: 4, joker_percent: 25 });
    assert!(valid > 100 && mended > 1_000 && hopeless > 100, "{valid} {mended} {hopeless}");
    let [valid, mended, _] = compare(13, 300, Mould { table: 8, rack: 2, ranks: 1, joker_percent: 40 });
    assert!(valid > 100 && mended > 300, "{valid} {mended}");
}

#[test]
fn brute_force_finds_no_smaller_repair_when_jokers_abound() {
    let [valid, mended, hopeless] = compare(14, 1_500, Mould { table: 7, rack: 3, ranks: 5, joker_percent: 80 });
    assert!(valid > 200 && mended > 1_000 && hopeless > 200, "{valid} {mended} {hopeless}");
}

#[test]
fn large_tables_are_mended() {
    let mut dice = Dice::new(15);
    let mut solver = Solver::new();
    for (table, rack, _) in positions() {
        let (groups, laid) = tangled(&mut dice, &table, rack);
        let tangle = Tangle { groups: &groups, laid, held: Some(&table) };
        let verdict = solver.repair(&tangle);
        check(&tangle, &verdict);
        assert!(verdict.repair.is_some(), "the table as it was is always a repair: {tangle:?}");
    }
}

/// Mends a table and compares what it becomes, `-` if nothing; a group that is gone is empty.
fn mend(before: &str, groups: &str, laid: &str, expected: &str) -> (Vec<Fault>, Option<Repair>) {
    let sets = |text: &str| -> Vec<Vec<Tile>> { text.split('|').map(tiles).collect() };
    let (before, groups) = (sets(before), sets(groups));
    let tangle = Tangle { groups: &groups, laid: counted(&tiles(laid)), held: Some(&before) };
    let verdict = repair(&tangle);
    check(&tangle, &verdict);
    let mended = verdict.repair.as_ref().map_or_else(|| "-".to_owned(), |repair| written(&repair.groups));
    assert_eq!(mended, expected);
    (verdict.faults, verdict.repair)
}

#[test]
fn a_valid_table_is_left_alone() {
    let (faults, repair) = mend("n3 n4 n5", "n3 n4 n5 n6", "n6", "n3 n4 n5 n6");
    assert_eq!((faults.len(), repair.map(|repair| repair.moved)), (0, Some(0)));
}

#[test]
fn a_tile_goes_where_it_fits() {
    let (faults, repair) = mend("n3 n4 n5 | r9 b9 j9", "n3 n4 n5 | r9 b9 j9 n6", "n6", "n3 n4 n5 n6 | r9 b9 j9");
    assert_eq!(faults.len(), 1);
    assert_eq!(repair.map(|repair| (repair.disturbed, repair.moved)), Some((1, 1)));
}

#[test]
fn a_tile_that_fits_nowhere_goes_back() {
    let (_, repair) = mend("n3 n4 n5", "n3 n4 n5 r9 | n6 n7", "r9 n6 n7", "n3 n4 n5 n6 n7 | ");
    assert_eq!(repair.map(|repair| repair.back), Some(tiles("r9")));
}

#[test]
fn a_third_set_stays_as_it_is() {
    let before = "n3 n4 n5 n6 | r7 b7 j7 | n9 n10 nJ nQ";
    mend(
        before,
        "n3 n4 n5 n6 | r7 b7 j7 | n9 n10 nJ nQ | n7 n8",
        "n7 n8",
        "n3 n4 n5 n6 n7 n8 | r7 b7 j7 | n9 n10 nJ nQ | ",
    );
}

#[test]
fn a_joker_taken_goes_back_to_its_tile() {
    let (faults, _) = mend("n3 n4 n5 *", "n3 n4 n5 | r9 b9 *", "r9 b9", "n3 n4 n5 * | ");
    assert_eq!(faults, [Fault::JokerHeld]);
}

#[test]
fn tiles_of_the_table_cannot_go_back() {
    let (faults, repair) = mend("n3 n4 n5", "n3 n4 | r5 n9", "r5", "-");
    assert_eq!((faults.len(), repair), (2, None));
}

#[test]
fn impossible_tiles_are_named() {
    let tangle = |groups: &[Vec<Tile>]| repair(&Tangle { groups, laid: [0; KINDS], held: None }).faults;
    assert_eq!(tangle(&[vec![3, 3, 3]]), [Fault::NoSuchTiles]);
    assert_eq!(tangle(&[vec![3, 4, 99]]), [Fault::NoSuchTiles]);
    assert_eq!(tangle(&[]), []);
}
