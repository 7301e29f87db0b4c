//! The solver asked from what a seat knows: the engine's table and rack in, the engine's move out.
//! The same for a table that is being arranged: is it valid, and how is it mended?

use engine::games::rummy::{JokerRule as EngineRule, Layout, Move, Public, Rack, Tile as EngineTile};
use engine::{Member, PerSeat, Seat};

use super::{Diagnosis, Goal, JokerRule, KINDS, Problem, Solution, Solver, Stage, Tangle, Tile, repair};

/// A best play as a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestPlay {
    /// How many tiles of the rack it lays.
    pub placed: u8,
    /// Their face value, a joker counting what it costs on a rack.
    pub points: i32,
    /// The play.
    pub mv: Move,
}

/// The best play of a seat that holds `rack`, as if it were its turn; `None` if nothing can be laid.
/// It leaves sets alone where that is quickly seen.
#[must_use]
pub fn best_play(public: &Public, rack: &Rack, seat: Seat, goal: Goal<'_>) -> Option<BestPlay> {
    Solver::new().gentle_play(public, rack, seat, goal)
}

/// The same, disturbing the table least: see [`Solver::solve_gentlest`].
#[must_use]
pub fn gentlest_play(public: &Public, rack: &Rack, seat: Seat, goal: Goal<'_>) -> Option<BestPlay> {
    ask(public, rack, seat, goal, |problem| Solver::new().solve_gentlest(problem))
}

impl Solver {
    /// The same as [`best_play`], by a solver that is there already.
    pub fn gentle_play(&mut self, public: &Public, rack: &Rack, seat: Seat, goal: Goal<'_>) -> Option<BestPlay> {
        ask(public, rack, seat, goal, |problem| self.solve_gently(problem))
    }

    /// The best play of a seat that holds `rack`, as if it were its turn; `None` if nothing can be laid.
    /// Several times faster than [`best_play`], and careless of the sets that could be left alone.
    pub fn quick_play(&mut self, public: &Public, rack: &Rack, seat: Seat, goal: Goal<'_>) -> Option<BestPlay> {
        ask(public, rack, seat, goal, |problem| self.solve(problem))
    }
}

fn ask(
    public: &Public,
    rack: &Rack,
    seat: Seat,
    goal: Goal<'_>,
    solve: impl FnOnce(&Problem<'_>) -> Option<Solution>,
) -> Option<BestPlay> {
    let table = sets(&public.board.table);
    let problem = Problem {
        table: &table,
        rack: counts(rack.tiles.iter()),
        stage: if is_open(&public.board.opened, seat) { Stage::Opened } else { Stage::Unopened },
        jokers: match public.rules.joker {
            EngineRule::Replace => JokerRule::Replace,
            EngineRule::Free => JokerRule::Free,
        },
        goal,
        joker_points: i32::from(public.rules.joker_points),
    };
    let Solution { placed, points, table } = solve(&problem)?;
    Some(BestPlay { placed, points, mv: Move::Play(layout(&table)?) })
}

/// What is wrong with the table that a seat which has opened is arranging, and its smallest repair; groups are
/// numbered as `table` has them. What lies there beyond the table of `public` came from the rack.
#[must_use]
pub fn repair_table(public: &Public, table: &Layout) -> Diagnosis {
    let (before, groups) = (sets(&public.board.table), sets(table));
    let (old, new) = (counts(public.board.table.tiles().iter().copied()), counts(table.tiles().iter().copied()));
    let laid = std::array::from_fn(|kind| new[kind].saturating_sub(old[kind]));
    let held = (public.rules.joker == EngineRule::Replace).then_some(&before[..]);
    repair(&Tangle { groups: &groups, laid, held })
}

fn sets(layout: &Layout) -> Vec<Vec<Tile>> {
    layout.sets().map(|set| set.iter().map(|tile| tile.index() as Tile).collect()).collect()
}

fn counts(tiles: impl Iterator<Item = EngineTile>) -> [u8; KINDS] {
    let mut counts = [0; KINDS];
    for tile in tiles {
        counts[tile.index()] += 1;
    }
    counts
}

fn is_open(opened: &PerSeat<bool>, seat: Seat) -> bool {
    opened.iter().any(|(other, opened)| other == seat && *opened)
}

fn layout(table: &[Vec<Tile>]) -> Option<Layout> {
    let mut layout = Layout::EMPTY;
    for set in table {
        let set: Option<Vec<EngineTile>> = set.iter().map(|tile| EngineTile::from_index(usize::from(*tile))).collect();
        layout.push(&set?).then_some(())?;
    }
    Some(layout)
}
