//! Rummy under test.

use engine::games::Rummy;
use engine::games::rummy::{JokerRule, Move, Phase, Public, Rack, Rules, Tile};
use wire::rummy::write_tile;

use crate::Specimen;

impl Specimen for Rummy {
    fn presets() -> Vec<(&'static str, Rules)> {
        let rules = Rules::default();
        vec![
            ("replace", rules),
            ("free", Rules { joker: JokerRule::Free, joker_points: 50, ..rules }),
            ("no clock, three rounds", Rules { turn_seconds: 0, rounds: 3, ..rules }),
        ]
    }

    fn card_codes() -> Vec<String> {
        Tile::kinds().map(write_tile).collect()
    }

    fn open_codes(public: &Public) -> Vec<String> {
        let racks = match &public.phase {
            Phase::Over(ending) => ending.hands.values().iter().flat_map(|rack| rack.tiles.iter()).collect(),
            _ => Vec::new(),
        };
        public.board.table.tiles().iter().copied().chain(racks).map(write_tile).collect()
    }

    fn hand_codes(rack: &Rack) -> Vec<String> {
        rack.tiles.iter().map(write_tile).collect()
    }

    // The tiles drawn for the start are drawn in the open, and go back before the deal.
    const FURNITURE: &[&str] = &["drawn"];

    fn every_move(_public: &Public) -> Vec<Move> {
        vec![Move::Draw, Move::Pass, Move::Timeout]
    }

    // Every step draws one of 106 tiles, or lays one, or is one of at most three passes before that.
    const MAX_STEPS: usize = 900;
}
