//! What a position promises each seat, were everybody to play on.

use engine::games::rummy::{Public, Rack, State, Tile};
use engine::{PerSeat, Scores, Seat};
use solver::rummy::Goal;

use super::exact;

/// What one seat's rack promises.
#[derive(Clone, Copy, Default)]
struct Prospect {
    /// How likely it is to go out first: a share among the others'.
    strength: f64,
    /// What it costs if another does.
    loss: f64,
}

/// The expected score of each seat.
pub(super) fn estimate(state: &State) -> Scores {
    let public = &state.public;
    let seats = public.sheet.seats();
    let prospects: PerSeat<Prospect, 4> = PerSeat::from_fn(seats, |seat| prospect(public, &state.hands[seat], seat));
    let strengths: f64 = prospects.values().iter().map(|prospect| prospect.strength).sum();
    let losses: f64 = prospects.values().iter().map(|prospect| prospect.loss).sum();
    Scores::from_fn(seats, |seat| {
        let Prospect { strength, loss } = prospects[seat];
        let share = strength / strengths;
        (share * (losses - loss) - (1.0 - share) * loss).round() as i32
    })
}

fn prospect(public: &Public, rack: &Rack, seat: Seat) -> Prospect {
    let seats = public.sheet.seats().get();
    let held = rack.tiles.len() as f64;
    let cost = f64::from(rack.tiles.cost(public.rules.joker_points));
    let (placed, points) = exact::play(public, rack, seat, Goal::Tiles).map_or((0.0, 0.0), |play| (f64::from(play.placed), f64::from(play.points)));
    let stuck = held - placed;
    let wait = ((seat.index() + seats - public.seat.index()) % seats) as f64 / seats as f64;
    let opened = if public.opened[seat] { 1.0 } else { 0.0 };
    let jokers = rack.tiles.count(Tile::JOKER) as f64;
    let others = f64::from(super::fewest_of_others(public, seat));
    let out = if stuck == 0.0 { 1.0 } else { 0.0 };
    let now = if wait == 0.0 { 1.0 } else { 0.0 };
    let (w, l): ([f64; 14], [f64; 9]) = if seats == 2 {
        ([0.75, -0.51, -0.0, -0.56, 0.09, 0.8, -0.02, 0.04, -1.03, -0.64, 2.85, 0.24, -0.94, 0.59], [23.314, 0.127, -3.049, -0.877, -10.023, -0.435, 0.128, -0.115, -0.057])
    } else {
        ([1.51, -0.3, 0.41, 0.91, -0.37, 0.84, 0.12, -0.0, -2.17, -0.77, 2.79, -3.26, -1.59, 1.44], [-20.563, 0.34, 7.156, 2.243, 27.576, -1.454, -0.27, -0.188, -0.498])
    };
    let f = [held / 10.0, held.sqrt(), cost / 50.0, opened, jokers, opened * held / 10.0, wait, now, placed / 10.0 * opened, placed / 10.0 * (1.0 - opened), out, out * wait, stuck.sqrt(), stuck / 10.0 * (1.0 - opened)];
    let g = [1.0, cost, jokers, held, opened, others, cost * opened, points * opened, points * (1.0 - opened)];
    let s: f64 = w.iter().zip(f).map(|(a, b)| a * b).sum();
    let loss: f64 = l.iter().zip(g).map(|(a, b)| a * b).sum();
    Prospect { strength: s.exp(), loss: loss.max(0.0) }
}
