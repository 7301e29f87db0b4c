//! The fuzzer's seeds: every line of them is answered, with and without a few bytes changed.

use std::path::Path;
use std::time::Duration;

use engine::Seed;
use referee::protocol::Referee;
use testkit::Dice;
use words::Lang;

#[test]
fn every_seed_of_the_fuzzer_is_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    // A clock that leaps: whatever is asked for, nobody thinks for long.
    let mut glances = 0;
    let clock = move || {
        glances += 1;
        Duration::from_secs(60 * glances)
    };
    let mut referee = Referee::new(Lang::English, || Seed([5; 32]), clock);
    let mut dice = Dice::new(3);
    let mut count = 0;
    for file in std::fs::read_dir(folder).expect("the seeds").flatten() {
        let line = std::fs::read(file.path()).expect("a line");
        let answer = referee.answer(&String::from_utf8_lossy(&line));
        assert!(answer.starts_with("{\"ok\":true"), "{:?}: {answer}", file.file_name());
        for _ in 0..200 {
            let mut changed = line.clone();
            for _ in 0..1 + dice.below(3) {
                let at = dice.below(changed.len());
                changed[at] = b"0123456789*#-[]{},:\"RYBGDnrbjJQKA x"[dice.below(35)];
            }
            let answer = referee.answer(&String::from_utf8_lossy(&changed));
            assert!(answer.starts_with("{\"ok\":"), "{answer}");
        }
        count += 1;
    }
    assert!(count >= 30, "there are only {count} seeds");
}
