//! The laws, for every game, every preset and every number of players; `cargo xtask laws` plays many more.

use engine::games::{QuaranteSix, Rummy};
use testkit::obey_laws;

#[test]
fn quarante_six_obeys() {
    let report = obey_laws::<QuaranteSix>(25);
    assert!(report.matches > 0 && report.moves > report.matches && report.refused > 0, "{report:?}");
}

#[test]
fn rummy_obeys() {
    // Its lists of moves are samples, so nothing has to be refused: the rulebook's slow judge sees to that.
    let report = obey_laws::<Rummy>(5);
    assert!(report.matches > 0 && report.moves > report.matches, "{report:?}");
}
