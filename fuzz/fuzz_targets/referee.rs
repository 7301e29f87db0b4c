//! Any line into the referee: it answers, and never panics.
#![no_main]

use engine::Seed;
use libfuzzer_sys::fuzz_target;
use referee::Referee;
use words::Lang;

fuzz_target!(|line: &str| {
    let answer = Referee::new(Lang::English, || Seed([5; 32])).answer(line);
    assert!(answer.starts_with("{\"ok\":"));
});
