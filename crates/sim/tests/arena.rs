//! The arena: duplicate deals cancel, threads change nothing, the stopping rule stops.

use bots::{Level, Skill};
use engine::games::QuaranteSix;
use engine::{GameId, SeatCount, Seed, with_game};
use sim::{Arena, Better, Entrant, Ranking, Stop, on_threads};

fn entrant(level: Level) -> Entrant {
    Entrant { level, millis: 1 }
}

fn arena<G: Skill>(seats: usize, levels: &[Level], stop: Stop) -> Arena<G> {
    let Some(seats) = SeatCount::new(seats) else { panic!("{seats} seats") };
    let entrants = levels.iter().copied().map(entrant).collect();
    Arena { rules: G::Rules::default(), seats, entrants, stop, seed: Seed([3; 32]) }
}

fn run<G: Skill>(arena: &Arena<G>) -> Ranking {
    arena.run(&|_| {})
}

#[test]
fn equal_entrants_are_exactly_level_on_every_deal() {
    for game in GameId::ALL {
        // An odd table, too: one entrant holds two seats, then the other does.
        for seats in [3, 4] {
            for level in [Level::Novice, Level::Skilled] {
                with_game!(game, G => {
                    let duel = &run(&arena::<G>(seats, &[level, level], Stop::After(40))).duels[0];
                    // A mean and a spread of exactly 0 are a 0 on every deal.
                    assert_eq!((duel.lead.mean, duel.lead.half_width), (0.0, 0.0), "{game:?} {seats} {level:?}");
                    assert_eq!((duel.wins.mean, duel.wins.half_width), (0.0, 0.0), "{game:?} {seats} {level:?}");
                    assert_eq!(duel.better(), Better::Unclear);
                });
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let experts = arena(2, &[Level::Expert, Level::Novice], Stop::After(6));
    let three = arena(4, &[Level::Skilled, Level::Casual, Level::Novice], Stop::WhenClear(400));
    for (arena, duels) in [(experts, 1), (three, 3)] {
        let arena: Arena<QuaranteSix> = arena;
        let on = |threads| on_threads(threads, || run(&arena)).expect("threads");
        let alone = on(1);
        assert_eq!(alone, on(2));
        assert_eq!(alone, on(5));
        assert_eq!(alone.duels.len(), duels, "every two meet");
    }
}

#[test]
fn a_duel_stops_when_it_is_clear_and_not_before() {
    let levels = [Level::Casual, Level::Novice];
    let clear = &run(&arena::<QuaranteSix>(4, &levels, Stop::WhenClear(5000))).duels[0];
    assert!(clear.deals < 5000 && clear.lead.is_clear(), "{clear:?}");
    assert_eq!(clear.better(), Better::One);
    let turned = &run(&arena::<QuaranteSix>(4, &[Level::Novice, Level::Casual], Stop::WhenClear(5000))).duels[0];
    assert_eq!(turned.better(), Better::Other);
    assert_eq!((turned.deals, turned.lead.mean), (clear.deals, -clear.lead.mean), "the same duel seen from there");
    let level = &run(&arena::<QuaranteSix>(4, &[Level::Casual; 2], Stop::WhenClear(100))).duels[0];
    assert_eq!(level.deals, 100, "what is level never gets clear");
    let few = &run(&arena::<QuaranteSix>(4, &levels, Stop::WhenClear(5))).duels[0];
    assert_eq!(few.deals, 5);
}

#[test]
fn ratings_follow_the_duels() {
    let levels = [Level::Novice, Level::Casual, Level::Novice];
    let ranking = run(&arena::<QuaranteSix>(2, &levels, Stop::After(300)));
    assert_eq!(ranking.ratings[0].entrant.level, Level::Casual);
    let [best, one, other] = [0, 1, 2].map(|place| ranking.ratings[place]);
    assert!(one.rating - other.rating < 2.0 * other.uncertainty, "equals are rated about equal: {ranking:?}");
    assert!(best.rating - best.uncertainty > one.rating, "{ranking:?}");
}

#[test]
fn progress_hears_of_every_deal() {
    let heard = std::sync::Mutex::new([0; 3]);
    let arena: Arena<QuaranteSix> = arena(2, &[Level::Casual; 3], Stop::After(10));
    arena.run(&|duel| heard.lock().expect("no panic")[duel] += 1);
    assert_eq!(*heard.lock().expect("no panic"), [10; 3]);
}
