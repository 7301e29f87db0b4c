//! The laws, for every game, every preset and every number of players; `cargo xtask laws` plays many more.

use engine::games::{Dos, QuaranteSix};
use testkit::obey_laws;

#[test]
fn dos_obeys() {
    let report = obey_laws::<Dos>(5);
    assert!(report.matches > 0 && report.moves > report.matches && report.refused > 0, "{report:?}");
}

#[test]
fn quarante_six_obeys() {
    let report = obey_laws::<QuaranteSix>(25);
    assert!(report.matches > 0 && report.moves > report.matches && report.refused > 0, "{report:?}");
}
