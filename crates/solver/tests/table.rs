//! The solver at the engine's table: what it plays, the rules accept, and nothing the engine lists lays more; what
//! it mends, the rules accept, too.

use engine::games::Rummy;
use engine::games::rummy::{JokerRule, Layout, Move, Public, Refusal, Rules, State, Tile};
use engine::{Chance, Game, Member, Seat, SeatCount, Turn};
use solver::rummy::{Fault, Goal, best_play, repair_table};
use testkit::Dice;

/// Plays matches of random and best plays, and holds the solver against the rules at every turn.
fn play(rules: &Rules, run: u64) -> usize {
    let mut dice = Dice::new(run);
    let mut state = Rummy::table(rules, SeatCount::new(3).expect("three can play"));
    let (mut best_plays, mut moves) = (0, Vec::new());
    loop {
        let events = match Rummy::turn(&state.public) {
            Turn::Over(_) => return best_plays,
            Turn::Dealer(shuffle) => Rummy::deal(&state, &mut Chance::new(&dice.seed(), shuffle)),
            Turn::Seat { seat, .. } => {
                let rack = state.hands[seat];
                moves.clear();
                Rummy::moves(&state.public, &rack, seat, &mut moves);
                let before = state.public.board.table.len();
                let placed = |mv: &Move| if let Move::Play(layout) = mv { layout.len() - before } else { 0 };
                let most_listed = moves.iter().map(placed).max().unwrap_or(0);
                let best = best_play(&state.public, &rack, seat, Goal::Tiles);
                let most = best.map_or(0, |best| usize::from(best.placed));
                assert!(most >= most_listed, "run {run}: {most} tiles by the solver, {most_listed} listed");
                if let Some(best) = best {
                    assert_eq!(placed(&best.mv), most, "run {run}");
                    let decided = Rummy::decide(&state, seat, &best.mv);
                    assert!(decided.is_ok(), "run {run}: {:?} is refused: {decided:?}", best.mv);
                    best_plays += 1;
                    if let (Move::Play(layout), true) = (best.mv, is_open(&state.public, seat)) {
                        mend(&state, seat, &layout, &mut dice);
                    }
                    if dice.below(3) == 0 {
                        moves = vec![best.mv];
                    }
                }
                let mv = moves[dice.below(moves.len())];
                Rummy::decide(&state, seat, &mv).expect("a listed move is legal")
            }
        };
        for event in &events {
            Rummy::apply(&mut state, event).expect("an event of the rules fits");
        }
    }
}

fn is_open(public: &Public, seat: Seat) -> bool {
    public.board.opened.iter().any(|(other, opened)| other == seat && *opened)
}

/// Moves a few tiles of a legal table, and holds what is found wrong and its repair against the rules.
fn mend(state: &State, seat: Seat, legal: &Layout, dice: &mut Dice) {
    let mut groups: Vec<Vec<Tile>> = legal.sets().map(<[Tile]>::to_vec).collect();
    for _ in 0..dice.below(4) {
        let from = dice.below(groups.len());
        if groups[from].len() > 1 {
            let at = dice.below(groups[from].len());
            let tile = groups[from].remove(at);
            let to = dice.below(groups.len());
            groups[to].push(tile);
        }
    }
    let layout = |groups: &[Vec<Tile>]| {
        let mut layout = Layout::EMPTY;
        groups.iter().filter(|group| !group.is_empty()).for_each(|group| assert!(layout.push(group)));
        layout
    };
    let tangled = layout(&groups);
    let verdict = repair_table(&state.public, &tangled);
    match Rummy::decide(state, seat, &Move::Play(tangled)) {
        Ok(_) => assert!(verdict.is_valid(), "{verdict:?}"),
        Err(Refusal::InvalidSet { set, fault }) => {
            let first =
                |fault: &Fault| if let Fault::NoSet { group, why } = fault { Some((*group, *why)) } else { None };
            let (group, why) = verdict.faults.iter().find_map(first).expect("a group is no set");
            assert_eq!((&groups[group][..], why), (&set[..], fault));
        }
        Err(Refusal::JokerHeld { .. }) => assert_eq!(verdict.faults, [Fault::JokerHeld]),
        Err(refusal) => panic!("{refusal:?}"),
    }
    let repair = verdict.repair.expect("the legal table is a repair");
    assert!(repair.back.is_empty(), "all tiles fit: {repair:?}");
    let tile = |tile: &u8| Tile::from_index(usize::from(*tile)).expect("a tile");
    let mended: Vec<Vec<Tile>> = repair.groups.iter().map(|group| group.iter().map(tile).collect()).collect();
    let decided = Rummy::decide(state, seat, &Move::Play(layout(&mended)));
    assert!(decided.is_ok(), "{repair:?} is refused: {decided:?}");
}

#[test]
fn the_rules_accept_what_the_solver_plays() {
    for joker in [JokerRule::Replace, JokerRule::Free] {
        let rules = Rules { joker, ..Rules::default() };
        let best_plays: usize = (0..40).map(|run| play(&rules, run)).sum();
        assert!(best_plays > 400, "hardly anything could be laid: {best_plays}");
    }
}
