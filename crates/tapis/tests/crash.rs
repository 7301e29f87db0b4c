//! The house under `kill -9`: the real program, a real file, people and bots in the middle of their games.
//!
//! `TAPIS_CRASH_KILLS` says how often it is killed, `TAPIS_CRASH_SEED` what the moments are drawn from.
#![allow(clippy::print_stdout)]

use harness::crash::{self, Options};

fn number(variable: &str, default: u32) -> u32 {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn a_house_that_is_killed_again_and_again_keeps_its_word() {
    let (kills, seed) = (number("TAPIS_CRASH_KILLS", 20), number("TAPIS_CRASH_SEED", 2));
    let options = Options { program: env!("CARGO_BIN_EXE_tapis").into(), kills, tables: 30, seed: seed.into() };
    let report = crash::run(&options).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    println!("{report}");
    assert_eq!(report.kills, kills);
    assert!(report.moves >= u64::from(kills), "people played between the kills:\n{report}");
    assert!(report.matches > 0, "matches came to their end:\n{report}");
}
