//! A quick duel while tuning: `cargo run -p sim --example duel -- quarante-six 2 skilled casual 500 20`.
#![allow(clippy::print_stdout)]
use bots::Level;
use engine::{GameId, SeatCount, Seed, with_game};
use sim::{Arena, Entrant, Stop};
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let game = GameId::from_slug(&a[0]).expect("a game");
    let seats = SeatCount::new(a[1].parse().expect("players")).expect("seats");
    let millis = a.get(5).map_or(20, |m| m.parse().expect("millis"));
    let level = |s: &str| Level::from_slug(s).expect("a level");
    let deals: u64 = a[4].parse().expect("deals");
    let seed = a.get(6).map_or(1, |s| s.parse().expect("seed"));
    let entrants = vec![Entrant { level: level(&a[2]), millis }, Entrant { level: level(&a[3]), millis }];
    let start = std::time::Instant::now();
    let report = with_game!(game, G => Arena::<G> { rules: Default::default(), seats, entrants, stop: Stop::After(deals), seed: Seed([seed; 32]) }.run(&|_| {}));
    for d in report.duels {
        println!(
            "{} {}p {} - {}: {} deals, lead {:+.2} ±{:.2}, wins {:+.1}% ±{:.1}, {:.1}s",
            a[0],
            a[1],
            d.one.level.slug(),
            d.other.level.slug(),
            d.deals,
            d.lead.mean,
            d.lead.half_width,
            d.wins.mean * 100.0,
            d.wins.half_width * 100.0,
            start.elapsed().as_secs_f64()
        );
    }
}
