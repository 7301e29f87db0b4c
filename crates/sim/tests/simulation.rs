//! Simulations: figures against the same worked out plainly, threads, comparisons, ends.

use bots::Level;
use engine::games::{Onze, QuaranteSix, onze, quarante_six};
use engine::{Chance, Game, GameId, Seat, SeatCount, Seed, Shuffle, State, Table, Turn, View, Viewer, with_game};
use sim::{Chronicle, Counts, End, Entrant, Figure, Hall, Mark, Simulation, Survey, Unit, on_threads};

fn simulation<G: Chronicle>(seats: usize, unit: Unit, count: u64) -> Simulation<G> {
    let player = |index: usize| Entrant { level: [Level::Casual, Level::Novice][index % 2], millis: 1 };
    let players = (0..seats).map(player).collect();
    Simulation { rules: G::Rules::default(), others: None, players, unit, count, seed: Seed([7; 32]) }
}

fn run<G: Chronicle>(simulation: &Simulation<G>) -> Survey {
    simulation.run(&|| {}).survey
}

fn mean(survey: &Survey, figure: Figure) -> f64 {
    survey.interval(figure).map_or(f64::NAN, |interval| interval.mean)
}

#[test]
fn counts_tell_mean_spread_and_quantiles() {
    let counts: Counts = [2, 4, 4, 4, 5, 5, 7, 9].into_iter().collect();
    assert_eq!((counts.total(), counts.sample().mean, counts.sample().squares), (8, 5.0, 32.0));
    assert_eq!([0.0, 0.125, 0.126, 0.5, 0.51, 0.95, 1.0].map(|share| counts.quantile(share)), [2, 2, 4, 4, 5, 9, 9]);
    let (mut left, right): (Counts, Counts) = ((0..4).collect(), (2..9).collect());
    left.merge(&right);
    assert_eq!(left.iter().collect::<Vec<_>>()[1..4], [(1, 1), (2, 2), (3, 2)]);
    assert_eq!((Counts::default().quantile(0.5), Counts::default().sample().mean), (0, 0.0), "nothing is no trouble");
}

/// The rounds of a simulation, one by one.
fn one_by_one(simulation: &Simulation<QuaranteSix>) -> Vec<sim::Played> {
    let play = |number| {
        let seed = deal_seed(simulation.seed, number);
        Hall::<QuaranteSix>::new(&simulation.rules, &simulation.players, seed).play_round(seed, &mut |_, _| {})
    };
    (0..simulation.count).map(play).collect()
}

/// The seed of a round as it is documented: SHA-256 of the run's seed and the round's number.
fn deal_seed(run: Seed, number: u64) -> Seed {
    use sha2::{Digest, Sha256};
    Seed(Sha256::new().chain_update(run.0).chain_update(number.to_le_bytes()).finalize().into())
}

#[test]
fn figures_are_what_they_say() {
    let simulation: Simulation<QuaranteSix> = simulation(3, Unit::Round, 9);
    let survey = run(&simulation);
    let rounds = one_by_one(&simulation);
    let average = |value: &dyn Fn(&sim::Played) -> f64| rounds.iter().map(value).sum::<f64>() / rounds.len() as f64;
    let near = |figure, expected: f64| {
        let found = mean(&survey, figure);
        assert!((found - expected).abs() < 1e-9, "{figure:?}: {found}, not {expected}");
    };
    near(Figure::Moves, average(&|round| f64::from(round.moves)));
    near(Figure::Turns, average(&|round| f64::from(round.turns)));
    near(Figure::Rounds, 1.0);
    let scores = |round: &sim::Played| round.outcome.round_scores.values().to_vec();
    near(Figure::MeanScore, average(&|round| f64::from(scores(round).iter().sum::<i32>()) / 3.0));
    near(Figure::WinnerScore, average(&|round| f64::from(scores(round).into_iter().max().unwrap_or(0))));
    // Place 0 is who moved first, then clockwise.
    let at_place = |round: &sim::Played, place: usize| scores(round)[(round.first.index() + place) % 3];
    for place in 0..3 {
        near(Figure::PlaceScore(place), average(&|round| f64::from(at_place(round, place))));
        near(Figure::SeatScore(place), average(&|round| f64::from(scores(round)[place])));
        let wins = |round: &sim::Played, score: i32| {
            let best = scores(round).into_iter().max();
            let winners = scores(round).into_iter().filter(|score| Some(*score) == best).count();
            if Some(score) == best { 1.0 / winners as f64 } else { 0.0 }
        };
        near(Figure::PlaceWins(place), average(&|round| wins(round, at_place(round, place))));
        near(Figure::SeatWins(place), average(&|round| wins(round, scores(round)[place])));
    }
    let lead =
        |round: &sim::Played| f64::from(at_place(round, 0)) - f64::from(at_place(round, 1) + at_place(round, 2)) / 2.0;
    near(Figure::FirstLead, average(&lead));
    assert_eq!(survey.scores.total(), 27, "three seats a round");
    assert_eq!(survey.figures[&Figure::Moves].total(), 9);
}

#[test]
fn threads_change_nothing_and_shares_add_up() {
    for game in GameId::ALL {
        with_game!(game, G => {
            let simulation = Simulation { others: Some(Default::default()), ..simulation::<G>(4, Unit::Round, 60) };
            let on = |threads| on_threads(threads, || simulation.run(&|| {})).expect("threads");
            let alone = on(1);
            assert_eq!(alone, on(2), "{game:?}");
            assert_eq!(alone, on(5), "{game:?}");
            let sum = |figures: &dyn Fn(usize) -> Figure| (0..4).map(|index| mean(&alone.survey, figures(index))).sum::<f64>();
            assert!((sum(&Figure::PlaceWins) - 1.0).abs() < 1e-9, "{game:?}");
            assert!((sum(&Figure::SeatWins) - 1.0).abs() < 1e-9, "{game:?}");
            let ends: f64 = G::ENDS.iter().map(|end| mean(&alone.survey, Figure::End(*end))).sum();
            assert!((ends - 1.0).abs() < 1e-9, "{game:?}");
            // The same options on the same deals change nothing at all.
            let (others, differences) = alone.others.expect("compared");
            assert_eq!(others, alone.survey, "{game:?}");
            for (figure, counts) in &differences.figures {
                assert_eq!(counts.iter().collect::<Vec<_>>(), [(0, 60)], "{game:?} {figure:?}");
            }
        });
    }
}

#[test]
fn matches_go_to_their_end() {
    for game in GameId::ALL {
        with_game!(game, G => {
            let survey = run(&simulation::<G>(3, Unit::Match, 4));
            let [rounds, ends] = [Figure::Rounds, Figure::End(End::WentOut)].map(|figure| mean(&survey, figure));
            assert!(rounds >= 1.0 && ends <= rounds, "{game:?}");
            let wins: f64 = (0..3).map(|seat| mean(&survey, Figure::SeatWins(seat))).sum();
            assert!((wins - 1.0).abs() < 1e-9, "{game:?}");
        });
    }
    let rounds = quarante_six::Rules { rounds: Some(5), ..Default::default() };
    let survey = run(&Simulation { rules: rounds, ..simulation::<QuaranteSix>(2, Unit::Match, 3) });
    assert_eq!(survey.figures[&Figure::Rounds].iter().collect::<Vec<_>>(), [(5, 3)]);
}

#[test]
fn other_options_are_compared_deal_by_deal() {
    let beginners = onze::Rules { variant: onze::Variant::Beginners, ..Default::default() };
    let simulation = Simulation { others: Some(beginners), ..simulation::<Onze>(4, Unit::Round, 50) };
    let findings = simulation.run(&|| {});
    let (others, differences) = findings.others.expect("compared");
    for (figure, counts) in &differences.figures {
        assert_eq!(counts.total(), 50);
        let gap = mean(&others, *figure) - mean(&findings.survey, *figure);
        assert!((mean(&differences, *figure) - gap).abs() < 1e-9, "{figure:?}");
    }
    assert_eq!(mean(&others, Figure::Mark(Mark::JokerLaid)), 0.0, "beginners have none");
    assert!(mean(&findings.survey, Figure::Mark(Mark::JokerLaid)) > 0.0);
}

/// Plays a round in which everybody plays at random, or does nothing they need not; returns the state, the last move and
/// how often each mark came up.
fn idle_round<G: Chronicle>(seats: usize, seed: u8) -> (State<G>, G::Move, Vec<Mark>) {
    let mut chance = Chance::new(&Seed([seed; 32]), Shuffle { round: 0, reshuffle: 0 });
    let Some(seats) = SeatCount::new(seats) else { panic!("{seats} seats") };
    let mut table: Table<G> = Table::new(&G::Rules::default(), seats);
    let mut marks = Vec::new();
    table.deal(Seed([seed; 32]), &mut |_, _| {});
    let idles = chance.below(3);
    loop {
        let Turn::Seat { seat, .. } = table.turn() else { panic!("the round is over") };
        let view: View<G> = View::of(&table.state, Viewer::Seat(seat));
        let mut moves = Vec::new();
        view.moves(&mut moves);
        let fallback = || <G as Game>::fallback(&view.public, &table.state.hands[seat]);
        let mv = match chance.below(3) >= idles && !moves.is_empty() {
            true => moves.swap_remove(chance.below(moves.len() as u32) as usize),
            false => fallback(),
        };
        let submitted = table.submit(seat, std::slice::from_ref(&mv), &mut |before, event| {
            G::mark(before, event, &mut |mark| marks.push(mark));
        });
        submitted.expect("a legal move");
        if table.state.public.outcome().is_some() {
            return (table.state, mv, marks);
        }
    }
}

/// The ends expected come up in random play, and each is what `truth` says, which goes another way about it.
fn check_ends<G: Chronicle>(seats: usize, expected: &[End], truth: impl Fn(&State<G>, &G::Move) -> End) {
    let mut seen = Vec::new();
    for seed in 0..60 {
        let (state, last, marks) = idle_round::<G>(seats, seed);
        assert_eq!(G::end(&state), truth(&state, &last), "{:?} {seed}", G::ID);
        assert!(G::ENDS.contains(&G::end(&state)));
        assert!(marks.iter().all(|mark| G::MARKS.contains(mark)), "{:?} {marks:?}", G::ID);
        seen.push(G::end(&state));
    }
    assert!(expected.iter().all(|end| seen.contains(end)), "{:?} {seen:?}", G::ID);
}

#[test]
fn ends_are_told_apart() {
    use engine::games::{Dos, NainJaune, Rummy, rummy};
    let passed_or = |has_passed: bool| if has_passed { End::AllPassed } else { End::WentOut };
    check_ends::<Onze>(3, Onze::ENDS, |_, last| passed_or(*last == onze::Move::Pass));
    // With an empty pile a time-out counts as a pass. Nobody goes out by chance, so a rack is emptied by hand.
    check_ends::<Rummy>(2, &[End::AllPassed], |_, last| passed_or(!matches!(last, rummy::Move::Play(_))));
    let (mut state, ..) = idle_round::<Rummy>(2, 0);
    state.hands[Seat::default()].tiles = rummy::Bag::EMPTY;
    assert_eq!(Rummy::end(&state), End::WentOut);
    // The round ends with the pile: whoever draws its last card makes the last move.
    let used_up =
        |state: &quarante_six::State| if state.hidden.pile.is_empty() { End::PileUsedUp } else { End::WentOut };
    check_ends::<QuaranteSix>(4, QuaranteSix::ENDS, |state, _| used_up(state));
    check_ends::<NainJaune>(4, NainJaune::ENDS, |state, _| {
        assert!(state.hands.values().iter().any(|hand| hand.cards.is_empty()));
        End::WentOut
    });
    check_ends::<Dos>(2, Dos::ENDS, |state, _| {
        assert!(state.hands.values().iter().any(|hand| hand.cards.is_empty()));
        End::WentOut
    });
}

#[test]
fn the_order_of_play_is_the_games() {
    let seats = SeatCount::new(4).expect("four");
    let order =
        |next: fn(SeatCount, Seat) -> Seat| seats.seats().map(|seat| next(seats, seat).index()).collect::<Vec<_>>();
    assert_eq!(order(Onze::next_seat), [1, 2, 3, 0]);
    assert_eq!(order(engine::games::NainJaune::next_seat), [3, 0, 1, 2], "Nain Jaune goes the other way");
}

#[test]
fn a_seat_that_skill_favours_wins_more() {
    let mut simulation: Simulation<QuaranteSix> = simulation(2, Unit::Round, 600);
    simulation.players[1].level = Level::Novice;
    let survey = run(&simulation);
    let wins = survey.interval(Figure::SeatWins(0)).expect("a figure");
    assert!(wins.mean - wins.half_width > 0.5, "{wins:?}");
}
