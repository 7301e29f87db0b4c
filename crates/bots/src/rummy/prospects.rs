//! What a position promises each seat, were everybody to play on.
//!
//! The weights were fitted to some twenty thousand positions for each number of players, from rounds of players who
//! see all and hold back more or less: who went out first, and what the others' racks cost them then.

use engine::games::rummy::{Public, Rack, State, Tile};
use engine::{PerSeat, Scores, Seat};
use solver::rummy::Goal;

use super::{exact, fewest_of_others};

/// What a rack is weighed by.
struct Weights {
    /// For going out first: a tile that cannot be laid now, and the root of their number.
    stuck: f64,
    stuck_root: f64,
    /// A tile that can be laid now, and a joker.
    ready: f64,
    joker: f64,
    /// All tiles can be laid now, and each turn of the others until then.
    out: f64,
    delay: f64,
    /// A point that cannot be laid now.
    stuck_point: f64,
    /// Whatever the tiles.
    base: f64,
    /// For what the rack costs in the end: a point that cannot be laid now, one that can.
    stuck_cost: f64,
    ready_cost: f64,
    /// Each tile of whoever holds fewest of the others, and whatever the tiles.
    hurry: f64,
    base_cost: f64,
}

/// For two, three and four players: of a seat that has not opened, and of one that has.
#[rustfmt::skip]
const WEIGHTS: [[Weights; 2]; 3] = [
    [
        weights([ 0.163,  -1.37, -0.024,  -0.27,   2.59,   0.03, -0.003,    0.0,  0.018, -0.014, -0.488,   21.6]),
        weights([ 0.169,  -1.37, -0.054,  -0.27,   2.59,   0.03, -0.003,  -0.25,  0.156,  0.035, -0.488,   12.3]),
    ],
    [
        weights([ 0.207,  -1.88, -0.011,   -0.3,   2.85,   -1.2, 0.0006,    0.0,   0.01,    0.0, -0.657,   23.7]),
        weights([  0.23,  -1.88, -0.053,   -0.3,   2.85,   -1.2, 0.0006,  -0.36,  0.214,  0.031, -0.657,   11.8]),
    ],
    [
        weights([ 0.325,  -2.09,  0.063,   0.09,   3.37,  -1.29, 0.0088,    0.0,  0.376,  -0.03, -1.664,   12.0]),
        weights([ 0.292,  -2.09, -0.005,   0.09,   3.37,  -1.29, 0.0088,   0.71,  0.341,  0.129, -1.664,   13.1]),
    ],
];

/// The weights in the order in which they are described.
const fn weights(of: [f64; 12]) -> Weights {
    let [stuck, stuck_root, ready, joker, out, delay, stuck_point, base, stuck_cost, ready_cost, hurry, base_cost] = of;
    Weights { stuck, stuck_root, ready, joker, out, delay, stuck_point, base, stuck_cost, ready_cost, hurry, base_cost }
}

/// What one seat's rack promises.
#[derive(Clone, Copy, Default)]
struct Prospect {
    /// How likely it is to go out first: a share among the others'.
    strength: f64,
    /// What it costs if another does.
    cost: f64,
}

/// The expected score of each seat.
pub(super) fn estimate(state: &State) -> Scores {
    let public = &state.public;
    let seats = public.sheet.seats();
    let prospects: PerSeat<Prospect> = PerSeat::from_fn(seats, |seat| prospect(public, &state.hands[seat], seat));
    let strengths: f64 = prospects.values().iter().map(|prospect| prospect.strength).sum();
    let costs: f64 = prospects.values().iter().map(|prospect| prospect.cost).sum();
    Scores::from_fn(seats, |seat| {
        let Prospect { strength, cost } = prospects[seat];
        let share = strength / strengths;
        (share * (costs - cost) - (1.0 - share) * cost).round() as i32
    })
}

fn prospect(public: &Public, rack: &Rack, seat: Seat) -> Prospect {
    let seats = public.sheet.seats().get();
    let weights = &WEIGHTS[(seats - 2).min(WEIGHTS.len() - 1)][usize::from(public.board.opened[seat])];
    let play = exact::play(public, rack, seat, Goal::Tiles);
    let (ready, ready_points) = play.map_or((0, 0), |play| (usize::from(play.placed), play.points));
    let stuck = rack.tiles.len() - ready;
    let stuck_points = f64::from(rack.tiles.cost(public.rules.joker_points) - ready_points);
    let turns_until = (seat.index() + seats - public.seat.index()) % seats;
    let out = if stuck == 0 { weights.out + weights.delay * turns_until as f64 } else { 0.0 };
    let strength = weights.base
        + weights.stuck * stuck as f64
        + weights.stuck_root * (stuck as f64).sqrt()
        + weights.ready * ready as f64
        + weights.joker * rack.tiles.count(Tile::JOKER) as f64
        + weights.stuck_point * stuck_points
        + out;
    let cost = weights.base_cost
        + weights.stuck_cost * stuck_points
        + weights.ready_cost * f64::from(ready_points)
        + weights.hurry * f64::from(fewest_of_others(public, seat));
    Prospect { strength: strength.exp(), cost: cost.max(0.0) }
}
