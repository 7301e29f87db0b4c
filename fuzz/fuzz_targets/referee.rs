//! Any line into the referee: it answers, and never panics.
#![no_main]

use std::time::Duration;

use engine::Seed;
use libfuzzer_sys::fuzz_target;
use referee::protocol::Referee;
use words::Lang;

fuzz_target!(|line: &str| {
    // A clock that leaps: whatever is asked for, nobody thinks for long.
    let mut glances = 0;
    let clock = move || {
        glances += 1;
        Duration::from_secs(60 * glances)
    };
    let answer = Referee::new(Lang::English, || Seed([5; 32]), clock).answer(line);
    assert!(answer.starts_with("{\"ok\":"));
});
