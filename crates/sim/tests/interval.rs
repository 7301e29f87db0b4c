//! Intervals against known values, and how often they hold the truth.

use engine::{Chance, Seed, Shuffle};
use sim::{Interval, Sample};

fn near(one: f64, other: f64, within: f64) -> bool {
    (one - other).abs() < within
}

#[test]
fn a_sample_tells_mean_and_spread() {
    let sample: Sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
    assert_eq!((sample.count, sample.mean), (8, 5.0));
    assert!(near(sample.spread(), (32.0_f64 / 7.0).sqrt(), 1e-12));
    // Far from 0 nothing is lost to rounding.
    let far: Sample = [1e9 + 2.0, 1e9 + 4.0, 1e9 + 6.0].into_iter().collect();
    assert!(near(far.spread(), 2.0, 1e-6));
}

#[test]
fn the_fixed_interval_is_students() {
    // The half width in standard errors is the quantile: t(0.975) from any printed table.
    for (count, quantile) in [(8, 2.3646), (11, 2.2281), (31, 2.0423), (121, 1.9799), (100_001, 1.9600)] {
        let sample: Sample = (0..count).map(|index| f64::from(index % 2)).collect();
        let error = sample.spread() / f64::from(count).sqrt();
        let half_width = Interval::fixed(&sample).half_width;
        assert!(near(half_width / error, quantile, 0.001), "{count}: {}", half_width / error);
    }
}

#[test]
fn the_interval_for_any_moment_is_as_published() {
    // The formula of the paper written out for 200 samples of spread 1, rho tuned for 200: the room is 1 + 7.936.
    let sample = Sample { count: 200, mean: 0.0, squares: 199.0 };
    let tuned = -2.0 * 0.05_f64.ln() + (1.0 - 2.0 * 0.05_f64.ln()).ln();
    let expected = (2.0 * (1.0 + tuned) / (200.0 * tuned) * ((1.0 + tuned).sqrt() / 0.05).ln()).sqrt();
    assert!(near(Interval::at_any_moment(&sample).half_width, expected, 1e-12));
    assert!(near(expected, 0.2146, 0.0001), "{expected}");
}

#[test]
fn too_few_samples_tell_nothing() {
    let few: Sample = std::iter::repeat_n(1.0, 7).collect();
    assert!(!Interval::fixed(&few).is_clear() && !Interval::at_any_moment(&few).is_clear());
    let none = Sample::default();
    assert!(!Interval::fixed(&none).is_clear() && !Interval::at_any_moment(&none).is_clear());
    let tie: Sample = std::iter::repeat_n(0.0, 100).collect();
    assert!(!Interval::fixed(&tie).is_clear(), "nothing is not clear of nothing");
}

/// What a deal between equals brings: scores are skewed, and one entrant's less the other's is 0 on average.
fn lead(chance: &mut Chance) -> f64 {
    let mut score = || match chance.below(10) {
        0..=5 => 0.0,
        6..=8 => -10.0,
        _ => 10.0 + f64::from(chance.below(41)),
    };
    score() - score()
}

fn chance(run: u16) -> Chance {
    Chance::new(&Seed([46; 32]), Shuffle { round: run, reshuffle: 0 })
}

#[test]
fn the_fixed_interval_holds_the_truth_in_95_of_100_runs() {
    for count in [40, 400] {
        let holds = (0..4000).filter(|run| {
            let mut chance = chance(*run);
            let sample: Sample = (0..count).map(|_| lead(&mut chance)).collect();
            !Interval::fixed(&sample).is_clear()
        });
        let share = holds.count() as f64 / 4000.0;
        assert!((0.93..0.965).contains(&share), "{count}: {share}");
    }
}

#[test]
fn the_interval_for_any_moment_holds_the_truth_however_often_one_looks() {
    let runs = 1500;
    let (mut fixed_held, mut any_moment_held) = (0, 0);
    for run in 0..runs {
        let mut chance = chance(run);
        let mut sample = Sample::default();
        let (mut fixed_holds, mut any_moment_holds) = (true, true);
        for count in 1..=2000 {
            sample.add(lead(&mut chance));
            if count >= 32 {
                fixed_holds &= !Interval::fixed(&sample).is_clear();
                any_moment_holds &= !Interval::at_any_moment(&sample).is_clear();
            }
        }
        fixed_held += u32::from(fixed_holds);
        any_moment_held += u32::from(any_moment_holds);
    }
    let share = |held: u32| f64::from(held) / f64::from(runs);
    assert!(share(any_moment_held) >= 0.95, "{}", share(any_moment_held));
    assert!(share(fixed_held) < 0.8, "looking again and again is what the other one is not made for");
}
