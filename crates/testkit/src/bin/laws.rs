//! The laws in the long run: `laws <matches per preset and number of players> [game]`.
#![allow(clippy::print_stdout)]

use engine::{GameId, with_game};
use testkit::obey_laws;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().and_then(|games| games.parse().ok()).unwrap_or(100);
    let only = arguments.next();
    let chosen = GameId::ALL.into_iter().filter(|id| only.as_deref().is_none_or(|slug| slug == id.slug()));
    // One thread a game; each is seeded on its own, so the outcome does not depend on their number.
    let runs: Vec<_> =
        chosen.map(|id| (id, std::thread::spawn(move || with_game!(id, G => obey_laws::<G>(games))))).collect();
    for (id, run) in runs {
        let report = run.join().unwrap_or_else(|broken| std::panic::resume_unwind(broken));
        let (matches, moves, refused) = (report.matches, report.moves, report.refused);
        println!("{}: {matches} matches, {moves} moves, {refused} moves rightly refused", id.slug());
    }
}
