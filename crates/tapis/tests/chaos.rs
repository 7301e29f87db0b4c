//! A house of three nodes on three servers under one fault of each kind, while people play at it; then an independent
//! judge looks at all they were told, and at the log.
//!
//! `TAPIS_CHAOS_FAULTS` draws so many faults instead, `TAPIS_CHAOS_SEED` says from what.
#![cfg(unix)]
#![allow(clippy::print_stdout)]

use harness::chaos::{Fault, Options, run};

fn number(variable: &str) -> Option<u32> {
    std::env::var(variable).ok().map(|text| text.parse().expect("a number"))
}

#[test]
fn a_house_of_several_nodes_keeps_its_word_whatever_breaks() {
    let program = env!("CARGO_BIN_EXE_tapis").into();
    let seed = number("TAPIS_CHAOS_SEED").unwrap_or(1).into();
    let options = match number("TAPIS_CHAOS_FAULTS") {
        Some(faults) => Options::random(program, faults, 6, seed),
        None => Options { program, faults: Fault::ALL.to_vec(), tables: 4, seed },
    };
    let report = run(&options, &|line| println!("{line}")).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    println!("{report}");
    assert_eq!(report.recoveries.values().map(Vec::len).sum::<usize>(), options.faults.len());
    assert!(report.moves > options.faults.len() as u64, "people played between the faults:\n{report}");
}
